//===- WrittenTypes.cpp - Types of written arguments ----------------------===//
//
// See WrittenTypes.h. The shape after an in-place operator is that of the
// result of its functional variant.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/Transforms/WrittenTypes.h"

#include "FunctionalVariant.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Torch/Transforms/Decompose.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

bool torch_onnx::torch::isResize(StringRef target) {
  return target == "aten.resize_.default" ||
         target == "aten.resize_as_.default" ||
         target == "aten._resize_output_.default";
}

bool torch_onnx::torch::changesShape(const Schema &schema) {
  if (!schema.isMutable())
    return false;
  if (isResize(schema.getName()) || isSet(schema.getName()))
    return true;
  std::optional<FunctionalVariant> variant = findFunctionalVariant(schema);
  return variant && variant->schema->isView();
}

/// The argument that a result aliases; null for a new tensor.
static const SchemaArg *findWritten(const Schema &schema,
                                    const SchemaArg &result) {
  if (result.aliasSet.empty())
    return nullptr;
  const SchemaArg *written =
      llvm::find_if(schema.getArgs(), [&](const SchemaArg &formal) {
        return formal.isWritten && formal.aliasSet == result.aliasSet;
      });
  return written == schema.getArgs().end() ? nullptr : written;
}

/// The result types of a variant of `op`. `dtype` is the argument of the
/// variant if `op` has none.
static FailureOr<SmallVector<Type>>
inferVariant(OperatorOp op, const FunctionalVariant &from, Type dtype,
             NumberExprs &numbers, std::string &reason) {
  OpBuilder b(op);
  SmallVector<std::pair<StringRef, ArgumentSpec>> args;
  for (auto [arg, place] : llvm::zip_equal(from.schema->getArgs(), from.args)) {
    if (place != FunctionalVariant::notGiven)
      args.emplace_back(arg.name, Arguments(op).getSpec(place));
    else if (arg.name == "dtype" && dtype)
      args.emplace_back(arg.name, TypeAttr::get(dtype));
  }
  OperatorOp variant =
      buildOperator(b, op.getLoc(), from.schema->getName(), TypeRange(), args);
  FailureOr<SmallVector<Type>> types =
      hasTypeRule(variant.getTarget())
          ? inferResultTypes(variant, numbers, reason)
          : inferTypesByDecomposition(variant, numbers, reason);
  variant.erase();
  return types;
}

/// The type of an out= argument of type `given` after `result` was written to
/// it: eager mode resizes a tensor of another shape (resize_output in
/// ATen/native/Resize.cpp).
static Type getOutType(RankedTensorType given, RankedTensorType result) {
  SmallVector<AffineExpr> have = sym::getDims(given),
                          want = sym::getDims(result);
  bool isSame =
      have.size() == want.size() &&
      llvm::all_of(llvm::zip_equal(have, want), [](auto dims) {
        return sym::isKnownEqual(std::get<0>(dims), std::get<1>(dims));
      });
  return isSame ? given : sym::getTensorType(want, given.getElementType());
}

FailureOr<SmallVector<Type>>
torch_onnx::torch::inferWrittenTypes(OperatorOp op, NumberExprs &numbers,
                                     std::string &reason) {
  const Schema &schema = *op.getSchema();
  Arguments args(op);
  Type untyped = UntypedType::get(op.getContext());
  SmallVector<Type> types;
  bool hasOwn = false;
  for (const SchemaArg &result : schema.getReturns()) {
    const SchemaArg *written = findWritten(schema, result);
    Value value = written ? args.getValue(written->name) : Value();
    hasOwn |= !written;
    types.push_back(value ? value.getType() : untyped);
  }
  if (Value source =
          isSet(schema.getName()) ? args.getValue("source") : Value())
    return SmallVector<Type>{source.getType()};
  bool isReshaped = changesShape(schema);
  std::optional<FunctionalVariant> variant = findFunctionalVariant(schema);
  std::optional<FunctionalVariant> out =
      variant ? std::nullopt : findOutVariant(schema);
  if (out)
    variant = out;
  if (types.empty() || !variant || (!isReshaped && !out && !hasOwn))
    return types;
  bool isOpen = llvm::any_of(op->getOperandTypes(), [](Type type) {
    return isa<UntypedType, UnrankedTensorType>(type);
  });
  if (isOpen && !isReshaped && !out)
    return types;
  FailureOr<SmallVector<Type>> inferred = failure();
  if (isOpen)
    reason = "the ranks and dtypes of its operands are not known";
  else
    inferred = inferVariant(op, *variant,
                            out ? getElementTypeOrSelf(types.front()) : Type(),
                            numbers, reason);
  if (failed(inferred) || inferred->size() < types.size()) {
    if (isReshaped || out)
      return failure();
    return types;
  }
  for (auto [index, result] : llvm::enumerate(schema.getReturns())) {
    if (!findWritten(schema, result) || isReshaped) {
      types[index] = (*inferred)[index];
      continue;
    }
    auto given = dyn_cast<RankedTensorType>(types[index]);
    auto computed = dyn_cast<RankedTensorType>((*inferred)[index]);
    if (!out || !given)
      continue;
    if (!computed) {
      reason = "the shape that it writes is not known";
      return failure();
    }
    types[index] = getOutType(given, computed);
  }
  return types;
}
