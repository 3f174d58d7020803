//===- Activation.cpp - Types of activations ------------------------------===//
//
// Most activations have the type of their input.
//
//===----------------------------------------------------------------------===//

#include "Inference.h"

using namespace mlir;
using namespace torch_onnx::torch;

// aten::glu(Tensor self, int dim=-1) -> Tensor
static Inferred inferGlu(Inference &b) {
  RankedTensorType x = b.tensor("self");
  int64_t axis = b.axis("dim", x);
  if (x.getRank() == 0)
    return b.invalidRank("self", "1 or more dimensions", x.getRank());
  Dims dims = b.dimsOf(x);
  dims[axis] = torch_onnx::sym::floorDiv(dims[axis], 2);
  return b.type(dims, x.getElementType());
}

// aten::softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor
// aten::_softmax(Tensor self, int dim, bool half_to_float) -> Tensor
static Inferred inferSoftmax(Inference &b) {
  RankedTensorType x = b.tensor("self");
  b.axis("dim", x);
  Type type = x.getElementType();
  if (Type dtype = b.getDtype())
    type = dtype;
  if (b.getBool("half_to_float"))
    type = b.f32();
  return b.type(x, b.toFloat(type));
}

// aten::native_dropout(Tensor input, float p, bool? train) -> (Tensor, Tensor)
static Inferred inferNativeDropout(Inference &b) {
  RankedTensorType x = b.tensor("input");
  return {x, b.type(x, b.i1())};
}

// aten::log_sigmoid_forward(Tensor self) -> (Tensor output, Tensor buffer)
//
// The contents of the buffer depend on the device.
static Inferred inferLogSigmoidForward(Inference &b) {
  return {b.tensor("self"), Type()};
}

/// A derivative has the dtype of the operand before it was widened.
static Inferred inferSoftmaxBackward(Inference &b) {
  Type dtype = b.getDtype("input_dtype");
  if (!dtype)
    return b.unknown("expected 'input_dtype' to be a dtype, found " +
                     b.getArguments().describe("input_dtype"));
  return b.type(b.tensor("output"), dtype);
}

void torch_onnx::torch::populateActivationOperators(OperatorTable &r) {
  r.add({"aten._prelu_kernel.default", "aten.celu.default", "aten.elu.default",
         "aten.gelu.default", "aten.hardshrink.default",
         "aten.hardsigmoid.default", "aten.hardtanh.default",
         "aten.leaky_relu.default", "aten.mish.default", "aten.prelu.default",
         "aten.relu.default", "aten.relu6.default", "aten.rrelu.default",
         "aten.selu.default", "aten.silu.default", "aten.softplus.default",
         "aten.softshrink.default", "aten.threshold.default"},
        inferSame);
  r.add({"aten.hardswish.default", "aten.log_sigmoid.default"}, inferSame,
        {.carry = Carry::Each});
  // The mask is scaled by a float, even for integers.
  r.add("aten.native_dropout_backward.default", [](Inference &b) -> Inferred {
    RankedTensorType grad = b.tensor("grad_output");
    return b.type(grad, b.toFloat(grad.getElementType()));
  });
  r.add({"aten.alpha_dropout.default", "aten.dropout.default",
         "aten.feature_alpha_dropout.default", "aten.feature_dropout.default"},
        inferSame, {.view = ViewKind::SameInEvaluation});
  r.add("aten.glu.default", inferGlu, {.axes = {"dim"}});
  r.add("aten.log_sigmoid_forward.default", inferLogSigmoidForward);
  r.add({"aten._log_softmax_backward_data.default",
         "aten._softmax_backward_data.default"},
        inferSoftmaxBackward);
  r.add("aten.native_dropout.default", inferNativeDropout);
  r.add({"aten._log_softmax.default", "aten._safe_softmax.default",
         "aten._softmax.default", "aten.log_softmax.int", "aten.softmax.int",
         "aten.special_log_softmax.default"},
        inferSoftmax, {.axes = {"dim"}});
  r.mark({"aten.softmax.int", "aten.log_softmax.int",
          "aten._safe_softmax.default", "aten.glu.default",
          "aten.hardswish.default", "aten.prelu.default"},
         &OperatorTraits::recordsStrides);
}
