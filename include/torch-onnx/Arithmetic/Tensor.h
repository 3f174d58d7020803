//===- Tensor.h - Tensors in memory and functions of them -------*- C++ -*-===//
//
// Whole tensors in memory: what constant folding computes with. Element-wise
// functions broadcast and run the kernels of Kernels.h block by block; data
// movement is strides, by StridedCopy.h; reductions take their operand in
// blocks, so that it may be of any size and need not be in memory.
//
// Functions that return an optional return nothing where the result is not
// defined: an element type or a shape that the function does not take, a
// division by zero, a float that an integer cannot hold.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_ARITHMETIC_TENSOR_H
#define TORCH_ONNX_ARITHMETIC_TENSOR_H

#include "torch-onnx/Arithmetic/Kernels.h"
#include "torch-onnx/Arithmetic/Shapes.h"

#include "mlir/IR/BuiltinAttributes.h"

#include <cstring>

namespace torch_onnx::arithmetic {

/// Row-major elements; a bool is a byte, 0 or 1.
class Tensor {
public:
  /// All elements zero. The type is static and getCheckedByteSize() knows it.
  explicit Tensor(mlir::RankedTensorType type);
  Tensor(llvm::ArrayRef<int64_t> shape, mlir::Type elementType)
      : Tensor(mlir::RankedTensorType::get(shape, elementType)) {}

  /// Every element is `number`, which is converted as convert() does it.
  static std::optional<Tensor> fill(mlir::RankedTensorType type,
                                    int64_t number);
  static std::optional<Tensor> fill(mlir::RankedTensorType type, double number);

  mlir::RankedTensorType getType() const { return type; }
  mlir::Type getElementType() const { return type.getElementType(); }
  llvm::ArrayRef<int64_t> getShape() const { return type.getShape(); }
  int64_t getRank() const { return type.getRank(); }
  int64_t getNumElements() const { return type.getNumElements(); }
  int64_t getWidth() const {
    return getElementByteWidth(type.getElementType());
  }

  llvm::ArrayRef<char> getBytes() const { return bytes; }
  llvm::MutableArrayRef<char> getMutableBytes() { return bytes; }
  char *data() { return bytes.data(); }
  const char *data() const { return bytes.data(); }

  /// Element `index` of a tensor whose elements are stored as T.
  template <typename T> T get(int64_t index) const {
    T value;
    std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
    return value;
  }
  template <typename T> void set(int64_t index, T value) {
    std::memcpy(bytes.data() + index * sizeof(T), &value, sizeof(T));
  }

  /// The same elements in another shape with as many.
  Tensor reshaped(llvm::ArrayRef<int64_t> shape) &&;

  /// A dense attribute when it is small or all elements are the same bytes,
  /// else a resource, which owns a copy of the bytes.
  mlir::ElementsAttr toAttr() const;

private:
  mlir::RankedTensorType type;
  llvm::SmallVector<char, 64> bytes;
};

//===--- Element-wise -----------------------------------------------------===//

std::optional<Tensor> compute(UnaryOp op, const Tensor &x);
/// Both of one element type; they broadcast.
std::optional<Tensor> compute(BinaryOp op, const Tensor &lhs,
                              const Tensor &rhs);
std::optional<Tensor> convert(const Tensor &x, mlir::Type elementType);
/// `condition` is of bools, the others of one element type; all broadcast.
std::optional<Tensor> select(const Tensor &condition, const Tensor &lhs,
                             const Tensor &rhs);

//===--- Data movement ----------------------------------------------------===//

/// Elements at `offset` and `strides` (in elements, not negative) of the
/// elements of `x`; they are inside of it.
Tensor view(const Tensor &x, llvm::ArrayRef<int64_t> shape, int64_t offset,
            llvm::ArrayRef<int64_t> strides);
Tensor transpose(const Tensor &x, llvm::ArrayRef<int64_t> permutation);
/// By numpy's rule.
std::optional<Tensor> expand(const Tensor &x, llvm::ArrayRef<int64_t> shape);
/// `axis` counts from the front; tensors of one element type that agree in the
/// other dimensions.
std::optional<Tensor> concat(llvm::ArrayRef<const Tensor *> parts,
                             int64_t axis);
/// The slices `indices` (i32 or i64, negative ones count from the end) of
/// `axis`, as ONNX's Gather. Nothing for an index out of range.
std::optional<Tensor> gather(const Tensor &x, const Tensor &indices,
                             int64_t axis);
/// As ONNX's GatherElements.
std::optional<Tensor> gatherElements(const Tensor &x, const Tensor &indices,
                                     int64_t axis);
/// The slices at tuples of indices, which are the last dimension of `indices`,
/// as ONNX's GatherND without dimensions of a batch.
std::optional<Tensor> gatherND(const Tensor &x, const Tensor &indices);
/// Dimension `i` repeated `repeats[i]` times.
std::optional<Tensor> tile(const Tensor &x, llvm::ArrayRef<int64_t> repeats);
/// The innermost matrices with zeros below (`isUpper`) or above a diagonal,
/// which counts from the main one to the right.
std::optional<Tensor> triangle(const Tensor &x, int64_t diagonal, bool isUpper);
/// The integers of a tensor of signed ones or bools; nothing for others.
std::optional<llvm::SmallVector<int64_t>> getIntegers(const Tensor &x);

//===--- Scans, reductions, products --------------------------------------===//

/// Running sums along `axis`, of integers modulo 2^n. Floats are added one
/// after the other and rounded each time, as the function says; not all
/// runtimes do.
std::optional<Tensor> cumulativeSum(const Tensor &x, int64_t axis);

enum class ReduceOp { Sum, Mean, SumSquare, L1, L2, Min, Max };

/// True when the order in which elements are taken makes no difference: sums of
/// integers, extremes.
bool isExact(ReduceOp op, mlir::Type elementType);

/// Reduces a tensor whose elements come block by block, in row-major order.
/// Integers are summed modulo 2^n. Floats are summed in f64 and rounded once,
/// which is nearer to the sum than any order in the type itself; not f64.
class Reducer {
public:
  /// `axes` count from the front; there are some.
  Reducer(ReduceOp op, mlir::RankedTensorType type,
          llvm::ArrayRef<int64_t> axes);

  /// Integers have no Mean and no norms; elements there are some.
  static bool isDefined(ReduceOp op, mlir::RankedTensorType type);

  void add(const char *block, int64_t length);
  /// The result, with the reduced dimensions of size 1. Nothing for an extreme
  /// of NaNs or of zeros of both signs.
  std::optional<Tensor> finish() const;

private:
  template <typename Element>
  void addRun(const char *run, int64_t length, int64_t position, int64_t at);

  ReduceOp op;
  mlir::RankedTensorType type, resultType;
  /// Neighbours that are reduced together, or not, are one dimension.
  llvm::SmallVector<int64_t> sizes, strides;
  int64_t next = 0, count = 1;
  llvm::SmallVector<double, 0> sums;
  llvm::SmallVector<uint64_t, 0> integers;
  /// Of the run that is being read.
  double partial[8] = {};
  bool isUndefined = false;
};

std::optional<Tensor> reduce(ReduceOp op, const Tensor &x,
                             llvm::ArrayRef<int64_t> axes);

/// As numpy's matmul, of operands with at least two dimensions. Sums as Reducer
/// makes them. Nothing for bools and f64.
std::optional<Tensor> matmul(const Tensor &lhs, const Tensor &rhs);

/// exp(x) / sum(exp(x)) along `axis`, of f64; nothing for other types.
std::optional<Tensor> softmax(const Tensor &x, int64_t axis);

/// (x - mean) / sqrt(variance + epsilon) over the dimensions from `axis` on, of
/// f64: the mean and the (biased) variance are those of each row of these
/// dimensions. Nothing for other types and rows without elements.
std::optional<Tensor> normalize(const Tensor &x, int64_t axis, double epsilon);

//===--- Interpolation ----------------------------------------------------===//

/// Where the elements of an axis are read when it is resampled to `size`
/// elements, and how: ONNX's Resize-19.
struct Resampling {
  int64_t axis, size;
  /// Elements of the result for one of the operand.
  double scale;
  /// half_pixel, pytorch_half_pixel, align_corners or asymmetric.
  llvm::StringRef coordinates;
  /// The coefficient of cubic interpolation; linear without.
  std::optional<double> cubic;
};

/// Interpolates an axis of f64; positions outside read the border. Nothing for
/// other types and other coordinates.
std::optional<Tensor> resample(const Tensor &x, const Resampling &how);

} // namespace torch_onnx::arithmetic

#endif // TORCH_ONNX_ARITHMETIC_TENSOR_H
