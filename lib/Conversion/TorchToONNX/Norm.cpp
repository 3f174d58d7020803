//===- Norm.cpp - Lowerings of normalisations -----------------------------===//

#include "Lowering.h"

using namespace mlir;
using namespace torch_onnx;

// aten::batch_norm(Tensor input, Tensor? weight, Tensor? bias,
//   Tensor? running_mean, Tensor? running_var, bool training, float momentum,
//   float eps, bool cudnn_enabled) -> Tensor
static Lowered lowerBatchNorm(Lowering &b) {
  Value x = b.tensor("input");
  Value mean = b.optionalTensor("running_mean");
  Value var = b.optionalTensor("running_var");
  if (b.getBool("training") || !mean || !var)
    return b.refuse("statistics of the batch");
  Value weight = b.optionalTensor("weight"), bias = b.optionalTensor("bias");
  auto perChannel = [&](double value) {
    return b.full(b.scalar(value, b.elementTypeOf(mean)), b.typeOf(mean));
  };
  return b.createFirst("BatchNormalization", b.resultType(), 3,
                       {x, weight ? weight : perChannel(1),
                        bias ? bias : perChannel(0), mean, var},
                       b.attr("epsilon", b.getFloat("eps")));
}

// aten::layer_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight,
//   Tensor? bias, float eps, bool cudnn_enable) -> Tensor
static Lowered lowerLayerNorm(Lowering &b) {
  Value x = b.tensor("input");
  int64_t count = b.getArguments().getList("normalized_shape")->size();
  int64_t axis = b.rankOf(x) - count;
  Value weight = b.optionalTensor("weight"), bias = b.optionalTensor("bias");
  if (!weight) {
    SmallVector<AffineExpr> dims = b.dimsOf(x);
    weight = b.full(b.scalar(1, b.elementTypeOf(x)),
                    sym::getTensorType(ArrayRef(dims).drop_front(axis),
                                       b.elementTypeOf(x)));
  }
  return b.createFirst(
      "LayerNormalization", b.resultType(), 3,
      {x, weight, bias ? bias : b.none()},
      {b.attr("axis", axis), b.attr("epsilon", b.getFloat("eps"))});
}

void torch_onnx::populateNorm(LoweringRegistry &r) {
  r.add("aten.batch_norm.default", lowerBatchNorm);
  r.add("aten.layer_norm.default", lowerLayerNorm);
}
