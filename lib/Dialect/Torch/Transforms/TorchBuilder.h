//===- TorchBuilder.h - Builder of torch operators --------------*- C++ -*-===//
//
// The builder of decompositions. A call has the name of an operator and its
// arguments in schema order; the result types are inferred:
//
//   Value y = b.mul(x, b.call("aten.erf.default", {x}));
//
// The first call that fails (operands that the operator does not accept, a type
// that cannot be inferred) records the reason, and all later calls do nothing.
// A rule therefore needs no checks, and its caller checks once.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_TORCHBUILDER_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_TORCHBUILDER_H

#include "torch-onnx/Dialect/Sym/IR/Linear.h"
#include "torch-onnx/Dialect/Torch/IR/Arguments.h"
#include "torch-onnx/Dialect/Torch/Inference/TypeInference.h"
#include "torch-onnx/Transforms/Origin.h"

#include "mlir/IR/Builders.h"

namespace torch_onnx::torch {

/// One argument of a call.
class CallArgument {
public:
  CallArgument(mlir::Value value) : value(value) {}
  CallArgument(int value) : value(int64_t(value)) {}
  CallArgument(int64_t value) : value(value) {}
  CallArgument(double value) : value(value) {}
  CallArgument(bool value) : value(value) {}
  /// A dtype.
  CallArgument(mlir::Type dtype) : value(dtype) {}
  CallArgument(llvm::ArrayRef<int64_t> list)
      : value(llvm::SmallVector<int64_t>(list)) {}
  CallArgument(const llvm::SmallVectorImpl<int64_t> &list)
      : CallArgument(llvm::ArrayRef(list)) {}
  CallArgument(std::initializer_list<int64_t> list)
      : CallArgument(llvm::ArrayRef(list)) {}
  /// A list of literals and values.
  CallArgument(const llvm::SmallVectorImpl<mlir::OpFoldResult> &list)
      : value(ArgumentSpec(llvm::to_vector(list))) {}
  CallArgument(std::initializer_list<mlir::OpFoldResult> list)
      : CallArgument(llvm::SmallVector<mlir::OpFoldResult>(list)) {}
  /// A literal or a value.
  CallArgument(mlir::OpFoldResult item);
  /// Any argument of another operation.
  CallArgument(ArgumentSpec spec) : value(std::move(spec)) {}
  /// A named argument, for arguments out of schema order such as keyword-only
  /// ones.
  CallArgument(llvm::StringRef name, CallArgument argument)
      : CallArgument(std::move(argument)) {
    this->name = name;
  }

  /// A list of tensors.
  static CallArgument list(llvm::ArrayRef<mlir::Value> values) {
    return ArgumentSpec(llvm::SmallVector<mlir::OpFoldResult>(values));
  }

  /// Whether the argument is a tensor, which may be null, and not a number.
  bool isTensor() const {
    const auto *tensor = std::get_if<mlir::Value>(&value);
    return tensor && !(*tensor && tensor->getType().isIntOrFloat());
  }
  llvm::StringRef getName() const { return name; }
  ArgumentSpec getSpec(mlir::Builder &b) const;

private:
  llvm::StringRef name;
  std::variant<mlir::Value, int64_t, double, bool, mlir::Type,
               llvm::SmallVector<int64_t>, ArgumentSpec>
      value;
};

class TorchBuilder {
public:
  using Value = mlir::Value;
  using AffineExpr = mlir::AffineExpr;

  TorchBuilder(mlir::OpBuilder &builder, mlir::Location loc,
               NumberExprs &numbers)
      : builder(builder), loc(withoutValueNames(loc)), numbers(numbers) {}

  /// The only result of a call; null after a failure.
  Value call(llvm::StringRef target, llvm::ArrayRef<CallArgument> args);
  /// All results of a call; none after a failure.
  llvm::SmallVector<Value> callAll(llvm::StringRef target,
                                   llvm::ArrayRef<CallArgument> args);

  // Calls of one operator each. A CallArgument may be a number.

  Value add(CallArgument x, CallArgument y) {
    return call("aten.add.Tensor", {x, y});
  }
  Value sub(CallArgument x, CallArgument y) {
    return call("aten.sub.Tensor", {x, y});
  }
  Value mul(CallArgument x, CallArgument y) {
    return call("aten.mul.Tensor", {x, y});
  }
  Value div(CallArgument x, CallArgument y) {
    return call("aten.div.Tensor", {x, y});
  }
  /// number - x
  Value rsub(Value x, CallArgument number) {
    return call("aten.rsub.Scalar", {x, number});
  }
  /// aten.NAME.default of one tensor or two.
  Value unary(llvm::StringRef name, Value x) {
    return call(("aten." + name + ".default").str(), {x});
  }
  Value binary(llvm::StringRef name, Value x, Value y) {
    return call(("aten." + name + ".default").str(), {x, y});
  }
  Value exp(Value x) { return unary("exp", x); }
  Value sigmoid(Value x) { return unary("sigmoid", x); }
  Value tanh(Value x) { return unary("tanh", x); }
  Value relu(Value x) { return unary("relu", x); }
  Value matmul(Value x, Value y) { return binary("matmul", x, y); }
  /// max(x, least), min(x, most) and both; NaN stays.
  Value atLeast(Value x, CallArgument least) {
    return call("aten.clamp.default", {x, least});
  }
  Value atMost(Value x, CallArgument most) {
    return call("aten.clamp.default", {x, {"max", most}});
  }
  Value clamp(Value x, CallArgument least, CallArgument most) {
    return call("aten.clamp.default", {x, least, most});
  }
  /// The elements of x where the condition is true, and those of y elsewhere.
  Value where(Value condition, CallArgument x, CallArgument y);
  Value logicalAnd(Value x, Value y) { return binary("logical_and", x, y); }
  Value logicalOr(Value x, Value y) { return binary("logical_or", x, y); }
  Value logicalNot(Value x) { return unary("logical_not", x); }
  /// Compares by "le", "lt", "ge", "gt", "eq" or "ne".
  Value compare(llvm::StringRef how, Value x, CallArgument y);
  Value sum(Value x, llvm::ArrayRef<int64_t> axes, bool keepDims = false) {
    return call("aten.sum.dim_IntList", {x, axes, keepDims});
  }

  Value unsqueeze(Value x, int64_t axis) {
    return call("aten.unsqueeze.default", {x, axis});
  }
  Value squeeze(Value x, int64_t axis) {
    return call("aten.squeeze.dim", {x, axis});
  }
  Value transpose(Value x, int64_t first = -2, int64_t second = -1) {
    return call("aten.transpose.int", {x, first, second});
  }
  Value movedim(Value x, int64_t from, int64_t to) {
    return call("aten.movedim.int", {x, from, to});
  }
  Value permute(Value x, llvm::ArrayRef<int64_t> order) {
    return call("aten.permute.default", {x, order});
  }
  Value flip(Value x, llvm::ArrayRef<int64_t> axes) {
    return call("aten.flip.default", {x, axes});
  }
  Value flatten(Value x, int64_t first = 0, int64_t last = -1) {
    return call("aten.flatten.using_ints", {x, first, last});
  }
  Value view(Value x, CallArgument sizes) {
    return call("aten.view.default", {x, sizes});
  }
  Value reshape(Value x, CallArgument sizes) {
    return call("aten.reshape.default", {x, sizes});
  }
  Value expand(Value x, CallArgument sizes) {
    return call("aten.expand.default", {x, sizes});
  }
  Value select(Value x, int64_t axis, int64_t index) {
    return call("aten.select.int", {x, axis, index});
  }
  Value slice(Value x, int64_t axis, CallArgument begin, CallArgument end) {
    return call("aten.slice.Tensor", {x, axis, begin, end});
  }
  /// Pads with zeros; the widths start with those of the last dimension.
  Value pad(Value x, CallArgument widths) {
    return call("aten.constant_pad_nd.default", {x, widths});
  }
  Value cat(llvm::ArrayRef<Value> parts, int64_t axis = 0) {
    return call("aten.cat.default", {CallArgument::list(parts), axis});
  }
  Value stack(llvm::ArrayRef<Value> parts, int64_t axis = 0) {
    return call("aten.stack.default", {CallArgument::list(parts), axis});
  }
  Value indexSelect(Value x, int64_t axis, Value index) {
    return call("aten.index_select.default", {x, axis, index});
  }
  Value indexAdd(Value x, int64_t axis, Value index, Value source) {
    return call("aten.index_add.default", {x, axis, index, source});
  }
  /// Zeros with the dtype of `like`.
  Value newZeros(Value like, CallArgument sizes) {
    return call("aten.new_zeros.default", {like, sizes});
  }
  Value cast(Value x, mlir::Type dtype);

  /// Builds the values that a region computes from its arguments.
  using Body =
      llvm::function_ref<llvm::SmallVector<Value>(mlir::ValueRange arguments)>;
  /// Builds a torch.scan. The body takes the carried values and a slice of each
  /// of `xs`, and returns the next carried values, with the types of `inits`,
  /// and `numStacked` values to stack. Null values after a
  /// failure.
  llvm::SmallVector<Value> scan(mlir::ValueRange inits, mlir::ValueRange xs,
                                unsigned numStacked, Body body);
  /// Builds a torch.while over values that keep their types. Null values after
  /// a failure.
  llvm::SmallVector<Value> loop(mlir::ValueRange inits, Body condition,
                                Body body);

  /// A size as an argument: an integer, or a value computed from the sizes of
  /// tensors passed to useSizesOf(). Null after a failure.
  mlir::OpFoldResult size(AffineExpr expr);
  /// A list of sizes.
  CallArgument sizes(llvm::ArrayRef<AffineExpr> exprs);
  /// Adds tensors and symbolic numbers from which sizes may be computed.
  void useSizesOf(Value value);

  /// Refuses the operator with a reason, and returns null. The first reason is
  /// kept.
  Value refuse(const llvm::Twine &reason);
  /// Whether a size is a number or an expression; refuses a dynamic size
  /// (null).
  bool requireKnown(AffineExpr size);
  bool isRefused() const { return !reason.empty(); }
  llvm::StringRef getReason() const { return reason; }

  static mlir::RankedTensorType getType(Value tensor) {
    return llvm::cast<mlir::RankedTensorType>(tensor.getType());
  }
  mlir::OpBuilder &getBuilder() { return builder; }
  mlir::Location getLoc() const { return loc; }
  NumberExprs &getNumbers() { return numbers; }

private:
  Value compute(AffineExpr expr, bool fromNumbers = true);
  Value computeFromParts(AffineExpr expr, bool fromNumbers);
  Value computeFromLinear(const sym::LinearSize &linear, AffineExpr size);
  llvm::SmallVector<Value> buildRegion(mlir::Region &region,
                                       mlir::TypeRange arguments, Body body);
  void checkCarried(mlir::ValueRange inits, mlir::ValueRange next);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  NumberExprs &numbers;
  /// The tensor dimensions from which sizes can be read.
  llvm::DenseMap<AffineExpr, std::pair<Value, int64_t>> sources;
  llvm::DenseMap<AffineExpr, Value> computed;
  /// For symbols that are not sizes themselves, the first size that is linear
  /// in each.
  llvm::DenseMap<AffineExpr, AffineExpr> linear;
  /// Symbolic numbers that are sums, in the order in which they were added.
  llvm::SmallVector<AffineExpr> sums;
  std::string reason;
};

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_TORCHBUILDER_H
