//===- Tensor.h - Tensors in memory and functions of them -------*- C++ -*-===//
//
// Whole tensors in memory, for constant folding. Element-wise functions
// broadcast and run the kernels of Kernels.h block by block. Data movement uses
// strides (StridedCopy.h). Reductions take their operand in blocks, so it may
// be of any size and need not be in memory.
//
// Functions return nullopt if there is no result: for an unsupported element
// type or shape, or an index out of range. If runtimes do not agree on the
// result (a division by zero, a float out of an integer's range, the maximum of
// NaNs), they also return nullopt; or, if `isDefined` is given, they set it to
// false and return NumPy's result.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_ARITHMETIC_TENSOR_H
#define TORCH_ONNX_ARITHMETIC_TENSOR_H

#include "torch-onnx/Arithmetic/Kernels.h"
#include "torch-onnx/Arithmetic/Shapes.h"

#include "mlir/IR/BuiltinAttributes.h"

#include <cstring>

namespace torch_onnx::arithmetic {

/// The number of bytes of an element in memory: 1 for numbers narrower than 8
/// bits, and 8 for types without a width, such as strings, which are
/// represented by their address.
int64_t getStorageWidth(mlir::Type elementType);
/// getCheckedByteSize() with this width.
std::optional<int64_t> getMemorySize(mlir::ShapedType type);

/// A tensor of row-major elements. A bool is a byte 0 or 1; numbers narrower
/// than 8 bits also occupy a byte. Elements that are not numbers take 8 bytes
/// and are only moved.
class Tensor {
public:
  /// A tensor of zeros. The type is static and supported by getMemorySize().
  explicit Tensor(mlir::RankedTensorType type);
  Tensor(llvm::ArrayRef<int64_t> shape, mlir::Type elementType)
      : Tensor(mlir::RankedTensorType::get(shape, elementType)) {}

  /// A tensor filled with `number`, converted by convert().
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

  /// All elements of an f64 tensor.
  llvm::ArrayRef<double> reals() const {
    return {reinterpret_cast<const double *>(bytes.data()),
            bytes.size() / sizeof(double)};
  }
  llvm::MutableArrayRef<double> reals() {
    return {reinterpret_cast<double *>(bytes.data()),
            bytes.size() / sizeof(double)};
  }

  /// Reinterprets the elements in another shape with as many elements.
  Tensor reshaped(llvm::ArrayRef<int64_t> shape) &&;

  /// Reinterprets the bytes as elements of another type of the same width.
  Tensor withElementType(mlir::Type elementType) &&;

  /// A dense attribute if the tensor is small or a splat; else a resource,
  /// which owns a copy of the bytes.
  mlir::ElementsAttr toAttr() const;

private:
  mlir::RankedTensorType type;
  llvm::SmallVector<char, 64> bytes;
};

//===--- Element-wise -----------------------------------------------------===//

std::optional<Tensor> compute(UnaryOp op, const Tensor &x,
                              bool *isDefined = nullptr);
/// Both operands have the same element type and broadcast.
std::optional<Tensor> compute(BinaryOp op, const Tensor &lhs, const Tensor &rhs,
                              bool *isDefined = nullptr);
std::optional<Tensor> convert(const Tensor &x, mlir::Type elementType,
                              bool *isDefined = nullptr);
/// How ONNX's Cast converts to numbers of 8 bits or less.
struct Narrowing {
  /// Whether a number out of the range of an 8-bit float becomes the greatest
  /// one instead of an infinity or a NaN.
  bool saturates = true;
  /// How numbers are rounded to powers of two for f8E8M0FNU: up, down or
  /// nearest.
  llvm::StringRef roundMode = "up";
};
/// The same as convert(), but also for numbers narrower than 8 bits and to
/// 8-bit floats.
std::optional<Tensor> cast(const Tensor &x, mlir::Type elementType,
                           const Narrowing &how = {},
                           bool *isDefined = nullptr);
/// Numbers of any type in f64; nullopt for other elements.
std::optional<Tensor> toReals(const Tensor &x);
/// f(x) for each number, in f64, rounded once to the type of `x`.
template <typename Function>
std::optional<Tensor> mapReals(const Tensor &x, Function f) {
  std::optional<Tensor> result = toReals(x);
  if (!result)
    return result;
  for (double &value : result->reals())
    value = f(value);
  return cast(*result, x.getElementType());
}
/// `condition` is boolean, the others have one element type; all broadcast.
std::optional<Tensor> select(const Tensor &condition, const Tensor &lhs,
                             const Tensor &rhs);

//===--- Data movement ----------------------------------------------------===//

/// The elements of `x` at `offset` and `strides` (in elements, not negative),
/// which must be in bounds.
Tensor view(const Tensor &x, llvm::ArrayRef<int64_t> shape, int64_t offset,
            llvm::ArrayRef<int64_t> strides);
Tensor transpose(const Tensor &x, llvm::ArrayRef<int64_t> permutation);
/// Broadcasts by numpy's rules.
std::optional<Tensor> expand(const Tensor &x, llvm::ArrayRef<int64_t> shape);
/// Concatenates tensors of one element type that agree in the other dimensions.
/// `axis` is not negative.
std::optional<Tensor> concat(llvm::ArrayRef<const Tensor *> parts,
                             int64_t axis);
/// The slices at `positions` along `axis`. A negative position gives `filler`,
/// a tensor of one element (default 0).
std::optional<Tensor> take(const Tensor &x, int64_t axis,
                           llvm::ArrayRef<int64_t> positions,
                           const Tensor *filler = nullptr);
/// The slices at `indices` (i32 or i64; negative ones count from the end) along
/// `axis`, as in ONNX's Gather. nullopt for an index out of range.
std::optional<Tensor> gather(const Tensor &x, const Tensor &indices,
                             int64_t axis);
/// As ONNX's GatherElements.
std::optional<Tensor> gatherElements(const Tensor &x, const Tensor &indices,
                                     int64_t axis);
/// The slices at tuples of indices, which are the last dimension of `indices`,
/// as in ONNX's GatherND.
std::optional<Tensor> gatherND(const Tensor &x, const Tensor &indices,
                               int64_t batchDims = 0);
/// Dimension `i` repeated `repeats[i]` times.
std::optional<Tensor> tile(const Tensor &x, llvm::ArrayRef<int64_t> repeats);
/// The innermost matrices with zeros below (`isUpper`) or above a diagonal,
/// which counts from the main diagonal to the right.
std::optional<Tensor> triangle(const Tensor &x, int64_t diagonal, bool isUpper);
/// The elements of a tensor of signed integers or bools; nullopt for others.
std::optional<llvm::SmallVector<int64_t>> getIntegers(const Tensor &x);

//===--- Scans, reductions, products --------------------------------------===//

/// Cumulative sums, or results of another function, along `axis`. Integers wrap
/// around. Floats are added one after the other and rounded each time, which
/// not all runtimes do.
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
  // Not folded, see Reducer::isDefined().
  Prod,
  LogSum,
  LogSumExp,
};

/// True if the order of the elements makes no difference: sums of integers,
/// extremes.
bool isExact(ReduceOp op, mlir::Type elementType);

/// Reduces a tensor whose elements come block by block, in row-major order.
/// Integers are summed modulo 2^n; their means and norms are rounded towards
/// zero. Floats are summed in f64 and rounded once, which is more accurate than
/// a sum in the type itself, except for f64.
class Reducer {
public:
  /// `axes` are not negative. The type must be computable.
  Reducer(ReduceOp op, mlir::RankedTensorType type,
          llvm::ArrayRef<int64_t> axes);

  /// True where constants are folded: the reduction is not empty and is
  /// computed in a wider type. Integers have no Mean and no norms.
  static bool isDefined(ReduceOp op, mlir::RankedTensorType type);

  void add(const char *block, int64_t length);
  /// The result, with reduced dimensions of size 1. Undefined for an extreme of
  /// NaNs or of zeros of both signs.
  std::optional<Tensor> finish(bool *isDefined = nullptr) const;

private:
  template <typename Element>
  void addRun(const char *run, int64_t length, int64_t position, int64_t at);

  ReduceOp op;
  mlir::RankedTensorType type, resultType;
  /// Adjacent dimensions that are all reduced, or all kept, are merged.
  llvm::SmallVector<int64_t> sizes, strides;
  int64_t next = 0, count = 1;
  llvm::SmallVector<double, 0> sums;
  llvm::SmallVector<uint64_t, 0> integers;
  /// Partial sums of the current run.
  double partial[8] = {};
  bool isUndefined = false;
};

std::optional<Tensor> reduce(ReduceOp op, const Tensor &x,
                             llvm::ArrayRef<int64_t> axes,
                             bool *isDefined = nullptr);

/// As numpy's matmul, for operands with at least two dimensions, summed as in
/// Reducer. nullopt for bools.
std::optional<Tensor> matmul(const Tensor &lhs, const Tensor &rhs);

/// exp(x) / sum(exp(x)) along `axis`, for f64; nullopt for other types.
std::optional<Tensor> softmax(const Tensor &x, int64_t axis);

} // namespace torch_onnx::arithmetic

#endif // TORCH_ONNX_ARITHMETIC_TENSOR_H
