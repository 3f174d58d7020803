//===- DimList.h - Sizes of a tensor with checked access --------*- C++ -*-===//
//
// The container for the sizes of a tensor in lowerings and type rules. The
// rank of a tensor may differ from the rank that such code expects. An axis out
// of range is therefore not undefined behavior here: its size is unknown, and
// the DimReader is notified and refuses the operator.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_SYM_IR_DIMLIST_H
#define TORCH_ONNX_DIALECT_SYM_IR_DIMLIST_H

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace torch_onnx::sym {

/// Is notified of accesses out of range.
class DimReader {
public:
  virtual void axisOutOfRange(int64_t axis, int64_t rank) = 0;

protected:
  ~DimReader() = default;
};

/// One size for each dimension, null if unknown. Unlike SmallVector, this class
/// checks every element access.
class DimList {
  using List = llvm::SmallVector<mlir::AffineExpr, 6>;

public:
  using AffineExpr = mlir::AffineExpr;
  using value_type = AffineExpr;
  using size_type = size_t;
  using iterator = AffineExpr *;
  using const_iterator = const AffineExpr *;
  using reference = AffineExpr &;
  using const_reference = const AffineExpr &;

  DimList() = default;
  DimList(std::initializer_list<AffineExpr> dims) : list(dims) {}
  DimList(llvm::ArrayRef<AffineExpr> dims, DimReader *reader = nullptr)
      : list(dims.begin(), dims.end()), reader(reader) {}
  DimList(const llvm::SmallVectorImpl<AffineExpr> &dims,
          DimReader *reader = nullptr)
      : list(dims.begin(), dims.end()), reader(reader) {}
  explicit DimList(size_t rank, AffineExpr dim = {}) : list(rank, dim) {}
  DimList(const_iterator first, const_iterator last) { append(first, last); }

  operator llvm::ArrayRef<AffineExpr>() const { return list; }
  llvm::ArrayRef<AffineExpr> ref() const { return list; }

  size_t size() const { return list.size(); }
  bool empty() const { return list.empty(); }
  iterator begin() { return list.begin(); }
  iterator end() { return list.end(); }
  const_iterator begin() const { return list.begin(); }
  const_iterator end() const { return list.end(); }

  /// The size of a dimension. A write to a dimension out of range has no
  /// effect.
  AffineExpr &operator[](int64_t axis) {
    return isInRange(axis) ? list[axis] : nothing;
  }
  const AffineExpr &operator[](int64_t axis) const {
    return isInRange(axis) ? list[axis] : nothing;
  }
  AffineExpr &front() { return (*this)[0]; }
  AffineExpr &back() { return (*this)[int64_t(size()) - 1]; }

  void push_back(AffineExpr dim) { list.push_back(dim); }
  void pop_back() { (void)pop_back_val(); }
  AffineExpr pop_back_val() {
    return isInRange(int64_t(size()) - 1) ? list.pop_back_val() : AffineExpr();
  }
  void clear() { list.clear(); }
  void resize(size_t rank) { list.resize(rank); }
  void assign(size_t rank, AffineExpr dim) { list.assign(rank, dim); }
  void append(size_t count, AffineExpr dim) { list.append(count, dim); }
  void append(std::initializer_list<AffineExpr> dims) { list.append(dims); }
  void append(llvm::ArrayRef<AffineExpr> dims) {
    list.append(dims.begin(), dims.end());
  }
  void append(const_iterator first, const_iterator last) {
    insert(end(), first, last);
  }
  /// Positions are checked like axes: a position out of range has no effect.
  void insert(const_iterator position, AffineExpr dim) {
    insert(position, &dim, &dim + 1);
  }
  void insert(const_iterator position, const_iterator first,
              const_iterator last) {
    int64_t at = position - begin();
    if (isInRange(at, size() + 1) && isInRange(last - first, kMaxRank))
      list.insert(list.begin() + at, first, last);
  }
  void erase(const_iterator position) { erase(position, position + 1); }
  void erase(const_iterator first, const_iterator last) {
    int64_t from = first - begin(), to = last - begin();
    if (isInRange(from, to + 1) && isInRange(to, size() + 1))
      list.erase(list.begin() + from, list.begin() + to);
  }
  /// The dimensions [first, last).
  llvm::ArrayRef<AffineExpr> slice(int64_t first, int64_t last) const {
    if (first >= 0 && first <= last && last <= int64_t(size()))
      return ref().slice(first, last - first);
    tell(first < 0 || first > last ? first : last);
    return {};
  }
  llvm::ArrayRef<AffineExpr> drop_front(int64_t count = 1) const {
    return slice(count, size());
  }
  llvm::ArrayRef<AffineExpr> drop_back(int64_t count = 1) const {
    return slice(0, int64_t(size()) - count);
  }
  llvm::ArrayRef<AffineExpr> take_front(int64_t count = 1) const {
    return slice(0, count);
  }
  llvm::ArrayRef<AffineExpr> take_back(int64_t count = 1) const {
    return slice(int64_t(size()) - count, size());
  }

  friend bool operator==(const DimList &lhs, const DimList &rhs) {
    return lhs.list == rhs.list;
  }

private:
  /// Greater than the rank of any tensor. Two positions with a greater distance
  /// do not belong to one list of sizes.
  static constexpr int64_t kMaxRank = 1 << 16;

  bool isInRange(int64_t axis) const { return isInRange(axis, size()); }
  bool isInRange(int64_t axis, int64_t limit) const {
    if (axis >= 0 && axis < limit)
      return true;
    tell(axis);
    nothing = {};
    return false;
  }
  void tell(int64_t axis) const {
    if (reader)
      reader->axisOutOfRange(axis, list.size());
  }

  List list;
  DimReader *reader = nullptr;
  /// Returned for a dimension out of range.
  mutable AffineExpr nothing;
};

} // namespace torch_onnx::sym

#endif // TORCH_ONNX_DIALECT_SYM_IR_DIMLIST_H
