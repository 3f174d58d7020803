//===- Tensor.h - Tensors in memory and functions of them -------*- C++ -*-===//
//
// Whole tensors in memory: what constant folding computes with. Element-wise
// functions broadcast and run the kernels of Kernels.h block by block; data
// movement is strides, by StridedCopy.h; reductions take their operand in
// blocks, so that it may be of any size and need not be in memory.
//
// Functions that return an optional return nothing where there is no result: an
// element type or a shape that the function does not take, an index out of
// range. Where runtimes do not agree on the result (a division by zero, a float
// that an integer cannot hold, the greatest of NaNs), they return nothing
// either; or, if `isDefined` is given, they set it to false and return what
// NumPy would.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_ARITHMETIC_TENSOR_H
#define TORCH_ONNX_ARITHMETIC_TENSOR_H

#include "torch-onnx/Arithmetic/Kernels.h"
#include "torch-onnx/Arithmetic/Shapes.h"

#include "mlir/IR/BuiltinAttributes.h"

#include <cstring>

namespace torch_onnx::arithmetic {

/// Bytes of one element in memory: 1 for integers and floats of less than 8
/// bits, and 8 for what has no width at all, such as a string, whose address is
/// moved in its place.
int64_t getStorageWidth(mlir::Type elementType);
/// getCheckedByteSize() with this width.
std::optional<int64_t> getMemorySize(mlir::ShapedType type);

/// Row-major elements; a bool is a byte, 0 or 1, and so is a number of less
/// than 8 bits. Elements that are no numbers are 8 bytes, which are only moved.
class Tensor {
public:
  /// All elements zero. The type is static, and getMemorySize() knows it.
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
  int64_t getWidth() const { return getStorageWidth(type.getElementType()); }

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

  /// All elements of a tensor of f64.
  llvm::ArrayRef<double> reals() const {
    return {reinterpret_cast<const double *>(bytes.data()),
            bytes.size() / sizeof(double)};
  }
  llvm::MutableArrayRef<double> reals() {
    return {reinterpret_cast<double *>(bytes.data()),
            bytes.size() / sizeof(double)};
  }

  /// The same elements in another shape with as many.
  Tensor reshaped(llvm::ArrayRef<int64_t> shape) &&;

  /// The same bytes as elements of another type of the same width.
  Tensor withElementType(mlir::Type elementType) &&;

  /// A dense attribute when it is small or all elements are the same bytes,
  /// else a resource, which owns a copy of the bytes.
  mlir::ElementsAttr toAttr() const;

private:
  mlir::RankedTensorType type;
  llvm::SmallVector<char, 64> bytes;
};

//===--- Element-wise -----------------------------------------------------===//

std::optional<Tensor> compute(UnaryOp op, const Tensor &x,
                              bool *isDefined = nullptr);
/// Both of one element type; they broadcast.
std::optional<Tensor> compute(BinaryOp op, const Tensor &lhs, const Tensor &rhs,
                              bool *isDefined = nullptr);
std::optional<Tensor> convert(const Tensor &x, mlir::Type elementType,
                              bool *isDefined = nullptr);
/// How ONNX's Cast makes numbers of 8 bits or less.
struct Narrowing {
  /// A number that an 8-bit float cannot hold becomes the greatest one;
  /// otherwise an infinity or a NaN.
  bool saturates = true;
  /// How a power of two is found for f8E8M0FNU: up, down or nearest.
  llvm::StringRef roundMode = "up";
};
/// convert() that knows numbers of less than 8 bits, and 8-bit floats both
/// ways.
std::optional<Tensor> cast(const Tensor &x, mlir::Type elementType,
                           const Narrowing &how = {},
                           bool *isDefined = nullptr);
/// Numbers of any type in double precision; nothing for other elements.
std::optional<Tensor> toReals(const Tensor &x);
/// f(x) of each number, in double precision, rounded once to the type of `x`.
template <typename Function>
std::optional<Tensor> mapReals(const Tensor &x, Function f) {
  std::optional<Tensor> result = toReals(x);
  if (!result)
    return result;
  for (double &value : result->reals())
    value = f(value);
  return cast(*result, x.getElementType());
}
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
/// The slices at `positions` of `axis`; where a position is negative, copies of
/// `filler`, a tensor of one element, which is 0 if there is none.
std::optional<Tensor> take(const Tensor &x, int64_t axis,
                           llvm::ArrayRef<int64_t> positions,
                           const Tensor *filler = nullptr);
/// The slices `indices` (i32 or i64, negative ones count from the end) of
/// `axis`, as ONNX's Gather. Nothing for an index out of range.
std::optional<Tensor> gather(const Tensor &x, const Tensor &indices,
                             int64_t axis);
/// As ONNX's GatherElements.
std::optional<Tensor> gatherElements(const Tensor &x, const Tensor &indices,
                                     int64_t axis);
/// The slices at tuples of indices, which are the last dimension of `indices`,
/// as ONNX's GatherND.
std::optional<Tensor> gatherND(const Tensor &x, const Tensor &indices,
                               int64_t batchDims = 0);
/// Dimension `i` repeated `repeats[i]` times.
std::optional<Tensor> tile(const Tensor &x, llvm::ArrayRef<int64_t> repeats);
/// The innermost matrices with zeros below (`isUpper`) or above a diagonal,
/// which counts from the main one to the right.
std::optional<Tensor> triangle(const Tensor &x, int64_t diagonal, bool isUpper);
/// The integers of a tensor of signed ones or bools; nothing for others.
std::optional<llvm::SmallVector<int64_t>> getIntegers(const Tensor &x);

//===--- Scans, reductions, products --------------------------------------===//

/// Running sums, or results of another function, along `axis`, of integers
/// modulo 2^n. Floats are added one after the other and rounded each time, as
/// the function says; not all runtimes do.
std::optional<Tensor> cumulativeSum(const Tensor &x, int64_t axis,
                                    BinaryOp op = BinaryOp::Add);

enum class ReduceOp {
  Sum,
  Mean,
  SumSquare,
  L1,
  L2,
  Min,
  Max,
  // Not folded: Reducer::isDefined().
  Prod,
  LogSum,
  LogSumExp,
};

/// True when the order in which elements are taken makes no difference: sums of
/// integers, extremes.
bool isExact(ReduceOp op, mlir::Type elementType);

/// Reduces a tensor whose elements come block by block, in row-major order.
/// Integers are summed modulo 2^n; their means and norms are rounded to zero.
/// Floats are summed in f64 and rounded once, which is nearer to the sum than
/// any order in the type itself, but for f64.
class Reducer {
public:
  /// `axes` count from the front. The type is computable.
  Reducer(ReduceOp op, mlir::RankedTensorType type,
          llvm::ArrayRef<int64_t> axes);

  /// True where constants are folded: there are elements, and what is computed
  /// has a wider type. Integers have no Mean and no norms.
  static bool isDefined(ReduceOp op, mlir::RankedTensorType type);

  void add(const char *block, int64_t length);
  /// The result, with the reduced dimensions of size 1. Not defined for an
  /// extreme of NaNs or of zeros of both signs.
  std::optional<Tensor> finish(bool *isDefined = nullptr) const;

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
                             llvm::ArrayRef<int64_t> axes,
                             bool *isDefined = nullptr);

/// As numpy's matmul, of operands with at least two dimensions. Sums as Reducer
/// makes them. Nothing for bools.
std::optional<Tensor> matmul(const Tensor &lhs, const Tensor &rhs);

/// exp(x) / sum(exp(x)) along `axis`, of f64; nothing for other types.
std::optional<Tensor> softmax(const Tensor &x, int64_t axis);

} // namespace torch_onnx::arithmetic

#endif // TORCH_ONNX_ARITHMETIC_TENSOR_H
