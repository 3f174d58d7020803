//===- BatchElementwise.cpp - Batches of element-wise operators -----------===//
//
// Operands broadcast from the last dimension on, so operands of lower rank get
// dimensions of size 1 after the batch. A 0-d element has rank 1 with the
// batch, and would have a higher priority in type promotion. The operands are
// therefore first cast to the dtype of the promotion without the batch.
//
//===----------------------------------------------------------------------===//

#include "BatchRules.h"

#include "torch-onnx/Dialect/Torch/Inference/Promotion.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

using Values = BatchBuilder::Values;

/// Tensor arguments that are conditions.
static bool isMask(StringRef name) {
  return name == "condition" || name == "mask";
}

/// The dtype to which operands must be cast so that the batch does not change
/// the promotion; null if no cast is needed.
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

/// Broadcasts all operands.
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
    Value x = b.align(name, rank);
    if (common && !isMask(name))
      x = b.cast(x, common);
    overrides.emplace_back(name, x);
  }
  return b.again(overrides);
}

/// Like pointwise(), for operators where a number may be a tensor that does not
/// take part in promotion, or with their own dtype rules.
static Values pointwiseOfOneDtype(BatchBuilder &b) {
  if (getCommonDtype(b))
    b.refuse("expected operands of one dtype");
  return pointwise(b);
}

/// If the number of classes depends on the largest number, it depends on the
/// batch.
static Values oneHot(BatchBuilder &b) {
  if (b.getArguments().getInt("num_classes").value_or(-1) < 0)
    b.refuse("expected a constant number of classes");
  return b.again({});
}

/// new_zeros and similar operators: `target` makes a tensor from sizes.
static BatchFn newTensor(StringRef target) {
  return [target](BatchBuilder &b) -> Values {
    b.expectOnlyBatched({"self"});
    auto type = dyn_cast<RankedTensorType>(b.getOp()->getResult(0).getType());
    auto sizes = b.getList("size");
    if (!type || !sizes)
      return {b.refuse("expected a list of sizes")};
    return b.again(
        target, {{"size", b.withBatch(*sizes)},
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
    // The number is cast to the dtype of the tensor.
    b.expectOnlyBatched({"self", "mask"});
    int64_t rank = std::max(b.rankOf("self"), b.rankOf("mask"));
    return b.again(
        {{"self", b.align("self", rank)}, {"mask", b.align("mask", rank)}});
  });
  r.add("aten.one_hot.default", oneHot);
  r.add("aten.new_zeros.default", newTensor("aten.zeros.default"));
  r.add("aten.new_ones.default", newTensor("aten.ones.default"));
  r.add("aten.new_full.default", newTensor("aten.full.default"));
}
