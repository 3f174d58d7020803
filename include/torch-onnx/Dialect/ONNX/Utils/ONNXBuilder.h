//===- ONNXBuilder.h - ONNX operations as expressions -----------*- C++ -*-===//
//
// Builds onnx operations as expressions: `b.Mul(x, b.Sigmoid(x))`. Methods
// without a result type use the type that the operation's type rule infers
// (TypeInference.h), including symbolic dimensions, and build at the location
// of the builder. Operations are created by name, so files of lowerings include
// no operation classes.
//
// Methods have the names of ONNX operators and follow their definitions at
// opset 26 (https://onnx.ai/onnx/operators).
//
// Invalid arguments fail: a null operand or one that is not a tensor, an axis
// out of range, an unknown attribute, or an attribute of the wrong kind. After
// a failure the builder returns placeholders of the requested types, which all
// methods accept, so callers need no checks. Values are never null.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_UTILS_ONNXBUILDER_H
#define TORCH_ONNX_DIALECT_ONNX_UTILS_ONNXBUILDER_H

#include "torch-onnx/Dialect/ONNX/IR/ShapeUtils.h"
#include "torch-onnx/Dialect/Sym/IR/DimList.h"
#include "torch-onnx/Transforms/Origin.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include <optional>

namespace torch_onnx::onnx {

/// The positions in `to` of the dimensions of size 1 that Unsqueeze inserts
/// into `from`; nullopt if the shapes differ in another way.
std::optional<llvm::SmallVector<int64_t>>
getInsertedOnes(llvm::ArrayRef<mlir::AffineExpr> from,
                llvm::ArrayRef<mlir::AffineExpr> to);

class ONNXBuilder : protected sym::DimReader {
public:
  ONNXBuilder(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(withoutValueNames(loc)) {}
  virtual ~ONNXBuilder() = default;

  /// After a failure nothing more is built. Passes have checked their
  /// arguments, so there a failure is an error of the pass and reported as
  /// such; a lowering refuses its operator.
  virtual void fail(const llvm::Twine &reason);
  bool hasFailed() const { return failed; }

  mlir::OpBuilder &getBuilder() { return builder; }
  mlir::Location getLoc() const { return loc; }
  mlir::MLIRContext *getContext() const { return builder.getContext(); }

  using Attributes = llvm::ArrayRef<mlir::NamedAttribute>;

  /// Any operation, by its `name` without the dialect prefix, with inferred
  /// types. Attributes must be those of its definition. Fails if the type rule
  /// fails or leaves the rank of a result unknown.
  mlir::Operation *createOp(llvm::StringRef name, mlir::ValueRange operands,
                            Attributes attrs = {}, unsigned numResults = 1);
  mlir::Value create(llvm::StringRef name, mlir::ValueRange operands,
                     Attributes attrs = {});

  /// Any operation with types that are more specific than the inferred ones.
  /// Fails if the type rule fails or contradicts them.
  mlir::Operation *createOp(llvm::StringRef name, mlir::TypeRange results,
                            mlir::ValueRange operands, Attributes attrs = {},
                            unsigned numRegions = 0);
  mlir::Value create(llvm::StringRef name, mlir::Type result,
                     mlir::ValueRange operands, Attributes attrs = {});

  /// An operation with `numResults` results, of which only the first is used;
  /// the others have type none.
  mlir::Value createFirst(llvm::StringRef name, mlir::Type result,
                          unsigned numResults, mlir::ValueRange operands,
                          Attributes attrs = {});

  mlir::NamedAttribute attr(llvm::StringRef name, int64_t value);
  mlir::NamedAttribute attr(llvm::StringRef name, double value);
  mlir::NamedAttribute attr(llvm::StringRef name, llvm::StringRef value);
  mlir::NamedAttribute attr(llvm::StringRef name, const char *value) {
    return attr(name, llvm::StringRef(value));
  }
  mlir::NamedAttribute attr(llvm::StringRef name,
                            llvm::ArrayRef<int64_t> value);
  mlir::NamedAttribute attr(llvm::StringRef name, mlir::Type value);

  //===--- Types and constants --------------------------------------------===//

  // For passes; the value must be a tensor.
  static mlir::RankedTensorType typeOf(mlir::Value value) {
    return llvm::cast<mlir::RankedTensorType>(value.getType());
  }
  static int64_t rankOf(mlir::Value value) { return typeOf(value).getRank(); }
  static mlir::Type elementTypeOf(mlir::Value value) {
    return typeOf(value).getElementType();
  }
  /// Dimensions of a value: constants, symbolic expressions, null if unknown.
  static llvm::SmallVector<mlir::AffineExpr> dimsOf(mlir::Value value);

  /// The type of any value; fails if it is null or not a tensor.
  mlir::RankedTensorType checkedType(mlir::Value value);
  mlir::Type checkedElement(mlir::Value value) {
    return checkedType(value).getElementType();
  }
  /// The dimensions of a tensor. A read of a dimension out of range fails.
  sym::DimList checkedDims(mlir::Value value);

  mlir::Type i64() { return builder.getI64Type(); }
  mlir::Type i1() { return builder.getI1Type(); }
  mlir::Type f32() { return builder.getF32Type(); }

  /// A 0-d constant of a numeric element type, rounded to it as PyTorch does.
  mlir::Value scalar(double value, mlir::Type elementType);
  mlir::Value scalar(int64_t value, mlir::Type elementType);
  mlir::Value scalar(int value, mlir::Type elementType) {
    return scalar(int64_t(value), elementType);
  }
  /// A 1-d i64 constant: axes, shapes, pads.
  mlir::Value ints(llvm::ArrayRef<int64_t> values);
  mlir::Value constant(mlir::ElementsAttr value);
  /// A constant of this shape whose elements are computed in f64 and rounded to
  /// a floating-point type or truncated to an integer type. Fails for other
  /// types, a wrong number of elements, and values out of the range of 64-bit
  /// integers.
  mlir::Value numbers(llvm::ArrayRef<int64_t> shape,
                      llvm::ArrayRef<double> elements, mlir::Type elementType);
  /// The integers in [first, last): axes, positions. Fails if `last` is less
  /// than `first`, and if there are more than a constant may have.
  llvm::SmallVector<int64_t> integers(int64_t first, int64_t last);
  /// The absent optional input.
  mlir::Value none();

  //===--- Element-wise ---------------------------------------------------===//

  /// The result has the type of `x`.
  mlir::Value unary(llvm::StringRef op, mlir::Value x, Attributes attrs = {});
  /// Broadcasts; the result has the element type of `x`.
  mlir::Value binary(llvm::StringRef op, mlir::Value x, mlir::Value y,
                     Attributes attrs = {});
  /// Broadcasts; the result is i1.
  mlir::Value compare(llvm::StringRef op, mlir::Value x, mlir::Value y);

#define UNARY(NAME)                                                            \
  mlir::Value NAME(mlir::Value x) { return unary(#NAME, x); }
  UNARY(Abs)
  UNARY(Atan)
  UNARY(Ceil)
  UNARY(Cos)
  UNARY(Erf)
  UNARY(Exp)
  UNARY(Floor)
  UNARY(Identity)
  UNARY(Log)
  UNARY(Neg)
  UNARY(Not)
  UNARY(Reciprocal)
  UNARY(Relu)
  UNARY(Round)
  UNARY(Sigmoid)
  UNARY(Sign)
  UNARY(Sin)
  UNARY(Softplus)
  UNARY(Sqrt)
  UNARY(Tan)
  UNARY(Tanh)
#undef UNARY

#define BINARY(NAME)                                                           \
  mlir::Value NAME(mlir::Value x, mlir::Value y) { return binary(#NAME, x, y); }
  BINARY(Add)
  BINARY(And)
  BINARY(Div)
  BINARY(Max)
  BINARY(Min)
  BINARY(Mul)
  BINARY(Or)
  BINARY(Pow)
  BINARY(Sub)
  BINARY(Xor)
#undef BINARY
  /// Without `fmod`, the result has the sign of the divisor, as Python's `%`
  /// (integers only).
  mlir::Value Mod(mlir::Value x, mlir::Value y, bool fmod = false);
  /// floor(x / y) of integers; a single Div if both are known to be
  /// nonnegative, as sizes are.
  mlir::Value floorDiv(mlir::Value x, mlir::Value y);

#define COMPARE(NAME)                                                          \
  mlir::Value NAME(mlir::Value x, mlir::Value y) {                             \
    return compare(#NAME, x, y);                                               \
  }
  COMPARE(Equal)
  COMPARE(Greater)
  COMPARE(GreaterOrEqual)
  COMPARE(Less)
  COMPARE(LessOrEqual)
#undef COMPARE
  mlir::Value IsNaN(mlir::Value x);
  mlir::Value IsInf(mlir::Value x);

  mlir::Value Where(mlir::Value condition, mlir::Value x, mlir::Value y);
  /// Returns `x` if it already has the element type.
  mlir::Value Cast(mlir::Value x, mlir::Type elementType);
  /// Either bound may be null.
  mlir::Value Clip(mlir::Value x, mlir::Value min, mlir::Value max);
  mlir::Value Softmax(mlir::Value x, int64_t axis);
  mlir::Value LogSoftmax(mlir::Value x, int64_t axis);

  //===--- Linear algebra -------------------------------------------------===//

  mlir::Value MatMul(mlir::Value a, mlir::Value b);
  /// `c` may be null.
  mlir::Value Gemm(mlir::Value a, mlir::Value b, mlir::Value c,
                   bool transA = false, bool transB = false, double alpha = 1.0,
                   double beta = 1.0);

  //===--- Reductions -----------------------------------------------------===//

  /// `op` is ReduceSum, ReduceMean, ...; axes are in [0, rank). Without axes
  /// nothing is reduced.
  mlir::Value reduce(llvm::StringRef op, mlir::Value x,
                     llvm::ArrayRef<int64_t> axes, bool keepDims);
  mlir::Value ReduceSum(mlir::Value x, llvm::ArrayRef<int64_t> axes,
                        bool keepDims = true) {
    return reduce("ReduceSum", x, axes, keepDims);
  }
  mlir::Value ReduceMean(mlir::Value x, llvm::ArrayRef<int64_t> axes,
                         bool keepDims = true) {
    return reduce("ReduceMean", x, axes, keepDims);
  }
  mlir::Value ReduceMax(mlir::Value x, llvm::ArrayRef<int64_t> axes,
                        bool keepDims = true) {
    return reduce("ReduceMax", x, axes, keepDims);
  }
  mlir::Value ReduceMin(mlir::Value x, llvm::ArrayRef<int64_t> axes,
                        bool keepDims = true) {
    return reduce("ReduceMin", x, axes, keepDims);
  }
  mlir::Value ReduceProd(mlir::Value x, llvm::ArrayRef<int64_t> axes,
                         bool keepDims = true) {
    return reduce("ReduceProd", x, axes, keepDims);
  }
  /// The result is i64.
  mlir::Value ArgMax(mlir::Value x, int64_t axis, bool keepDims);
  mlir::Value ArgMin(mlir::Value x, int64_t axis, bool keepDims);

  //===--- Shapes ---------------------------------------------------------===//

  mlir::Value Transpose(mlir::Value x, llvm::ArrayRef<int64_t> perm);
  /// Swaps two dimensions; negative ones count from the end.
  mlir::Value transpose(mlir::Value x, int64_t dim0, int64_t dim1);
  mlir::Value Unsqueeze(mlir::Value x, llvm::ArrayRef<int64_t> axes);
  mlir::Value Squeeze(mlir::Value x, llvm::ArrayRef<int64_t> axes);
  mlir::Value Concat(mlir::ValueRange values, int64_t axis);
  /// Reshape to an explicit shape; with `allowZero`, zeros in it mean zero.
  mlir::Value Reshape(mlir::Value x, mlir::Value shape,
                      mlir::RankedTensorType result, bool allowZero = false);
  mlir::Value Expand(mlir::Value x, mlir::Value shape,
                     mlir::RankedTensorType result);
  /// Starts, ends and steps are constant; int64 limits mean "to the end".
  mlir::Value Slice(mlir::Value x, llvm::ArrayRef<int64_t> starts,
                    llvm::ArrayRef<int64_t> ends, llvm::ArrayRef<int64_t> axes,
                    llvm::ArrayRef<int64_t> steps = {});
  mlir::Value Gather(mlir::Value x, mlir::Value indices, int64_t axis);
  mlir::Value GatherElements(mlir::Value x, mlir::Value indices, int64_t axis);
  /// `reduction` is none, add, mul, max or min.
  mlir::Value ScatterElements(mlir::Value x, mlir::Value indices,
                              mlir::Value updates, int64_t axis,
                              llvm::StringRef reduction = "none");
  mlir::Value GatherND(mlir::Value x, mlir::Value indices,
                       mlir::RankedTensorType result, int64_t batchDims = 0);
  mlir::Value ScatterND(mlir::Value x, mlir::Value indices, mlir::Value updates,
                        llvm::StringRef reduction = "none");
  /// 1-d i64 tensor of the sizes of dimensions [start, end).
  mlir::Value Shape(mlir::Value x, int64_t start = 0,
                    std::optional<int64_t> end = std::nullopt);
  /// Inputs are 0-d.
  mlir::Value Range(mlir::Value start, mlir::Value limit, mlir::Value delta,
                    mlir::AffineExpr size = {});
  mlir::Value CumSum(mlir::Value x, int64_t axis);
  mlir::Value Trilu(mlir::Value x, mlir::Value k, bool upper);
  /// The {values, indices} of the `k` (1-d i64) largest or smallest elements.
  std::pair<mlir::Value, mlir::Value> TopK(mlir::Value x, mlir::Value k,
                                           int64_t axis, bool largest,
                                           bool sorted, mlir::AffineExpr size);
  /// Pads by static sizes; `pads` are all begins, then all ends, as in ONNX.
  /// `value` may be null (zero).
  mlir::Value Pad(mlir::Value x, llvm::ArrayRef<int64_t> pads,
                  mlir::Value value, llvm::StringRef mode = "constant");

protected:
  mlir::OpBuilder &builder;
  mlir::Location loc;
  bool failed = false;

private:
  void axisOutOfRange(int64_t axis, int64_t rank) final;
  /// Fails and returns false unless all axes are in [0, rank).
  bool checkAxes(llvm::ArrayRef<int64_t> axes, int64_t rank);
  bool checkOperands(llvm::StringRef name, mlir::ValueRange operands);
  bool checkAttributes(mlir::OperationName name, Attributes attrs);
  bool checkTypes(mlir::OperationName name, mlir::ValueRange operands,
                  Attributes attrs, mlir::TypeRange results);
  bool inferTypes(mlir::OperationName name, mlir::ValueRange operands,
                  Attributes attrs, llvm::SmallVectorImpl<mlir::Type> &types);
  mlir::Operation *createPlaceholder(mlir::TypeRange results,
                                     unsigned numRegions);
};

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_DIALECT_ONNX_UTILS_ONNXBUILDER_H
