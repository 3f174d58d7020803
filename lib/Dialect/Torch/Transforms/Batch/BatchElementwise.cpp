//===- BatchElementwise.cpp - Batches of element-wise operators -----------===//
//
// Operands broadcast from the last dimension on, so those of fewer dimensions
// get some between the batch and their own. What is a tensor without dimensions
// for one element has one with the batch, and would count for more in type
// promotion: operands are then cast to the dtype that they are promoted to.
//
//===----------------------------------------------------------------------===//

#include "BatchRules.h"

#include "torch-onnx/Dialect/Torch/Inference/Promotion.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

using Values = BatchBuilder::Values;

/// Tensor arguments that say where, not what.
static bool isMask(StringRef name) {
  return name == "condition" || name == "mask";
}

/// The dtype that operands must be cast to so that the batch does not change
/// it; null where it does not.
static Type getCommonDtype(BatchBuilder &b) {
  const Arguments &args = b.getArguments();
  bool mayChange = false;
  Type first;
  bool differ = false;
  Promotion promotion;
  for (const SchemaArg &arg : b.getOp().getSchema()->getArgs()) {
    if (isMask(arg.name) ||
        (arg.type.kind != ArgKind::Tensor && arg.type.kind != ArgKind::Scalar))
      continue;
    promotion.addArgument(args, arg.name);
    Value value = args.getValue(arg.name);
    auto type = value ? dyn_cast<RankedTensorType>(value.getType())
                      : RankedTensorType();
    if (!type)
      continue;
    mayChange |= type.getRank() == 0 && b.isBatched(value);
    differ |= first && first != type.getElementType();
    first = type.getElementType();
  }
  return mayChange && differ ? promotion.get() : Type();
}

/// All operands broadcast.
static Values pointwise(BatchBuilder &b) {
  const Arguments &args = b.getArguments();
  ArrayRef<SchemaArg> formals = b.getOp().getSchema()->getArgs();
  int64_t rank = 0;
  SmallVector<StringRef> names;
  for (const SchemaArg &arg : formals) {
    Value value = args.getValue(arg.name);
    if (!value || !isa<RankedTensorType>(value.getType()))
      continue;
    names.push_back(arg.name);
    rank = std::max(rank, b.rankOf(value));
  }
  Type common = getCommonDtype(b);
  SmallVector<std::pair<StringRef, ArgumentSpec>> overrides;
  for (StringRef name : names) {
    Value x = b.align(args.getValue(name), rank);
    if (common && !isMask(name))
      x = b.cast(x, common);
    overrides.emplace_back(name, x);
  }
  return b.again(overrides);
}

/// The same where a number may be a tensor that does not count in promotion, or
/// where the dtypes of operands have rules of their own.
static Values pointwiseOfOneDtype(BatchBuilder &b) {
  if (getCommonDtype(b))
    b.refuse("its rule for batches expects operands of one dtype");
  return pointwise(b);
}

/// With as many classes as the largest number needs, they depend on the batch.
static Values oneHot(BatchBuilder &b) {
  if (b.getArguments().getInt("num_classes").value_or(-1) < 0)
    b.refuse("its rule for batches expects a constant number of classes");
  return b.again({});
}

/// new_zeros and its like: `target` makes a tensor from sizes.
static BatchFn newTensor(StringRef target) {
  return [target](BatchBuilder &b) -> Values {
    b.expectOnlyBatched({"self"});
    auto type = dyn_cast<RankedTensorType>(b.getOp()->getResult(0).getType());
    auto sizes = b.getArguments().getList("size");
    if (!type || !sizes)
      b.refuse("its rule for batches expects a list of sizes");
    if (b.isRefused())
      return {};
    for (OpFoldResult &size : *sizes)
      if (auto value = dyn_cast_if_present<Value>(size))
        size = b.get(value);
    ArgumentSpec all = b.withBatch(*sizes);
    if (b.isRefused())
      return {};
    return b.again(
        target, {{"size", all},
                 {"dtype", Attribute(TypeAttr::get(type.getElementType()))}});
  };
}

const BatchFn *torch::findPointwiseBatchRule(const Schema &schema) {
  static const BatchFn promoting = pointwise, plain = pointwiseOfOneDtype;
  if (!schema.isPointwise() || schema.isMutable() || schema.isRandom() ||
      !llvm::all_of(schema.getReturns(), [](const SchemaArg &result) {
        return result.type.kind == ArgKind::Tensor && !result.type.isList;
      }))
    return nullptr;
  StringRef name = schema.getName();
  bool hasOwnPromotion =
      name == "aten.ldexp.Tensor" || name.starts_with("prims.") ||
      name.contains("_backward.") || name.starts_with("aten.lerp.");
  return hasOwnPromotion ? &plain : &promoting;
}

void torch::addBatchElementwiseRules(BatchRules &r) {
  r.add({"aten.floor_divide.Scalar", "aten.floor_divide.default",
         "aten.rsub.Tensor", "aten.isclose.default", "aten.where.Scalar",
         "aten.where.ScalarOther", "aten.where.ScalarSelf"},
        pointwise);
  r.add("aten.masked_fill.Tensor", [](BatchBuilder &b) -> Values {
    // The number is cast to the dtype of the tensor, whatever it is.
    b.expectOnlyBatched({"self", "mask"});
    int64_t rank = std::max(b.rankOf("self"), b.rankOf("mask"));
    const Arguments &args = b.getArguments();
    return b.again({{"self", b.align(args.getValue("self"), rank)},
                    {"mask", b.align(args.getValue("mask"), rank)}});
  });
  r.add("aten.one_hot.default", oneHot);
  r.add("aten.new_zeros.default", newTensor("aten.zeros.default"));
  r.add("aten.new_ones.default", newTensor("aten.ones.default"));
  r.add("aten.new_full.default", newTensor("aten.full.default"));
}
