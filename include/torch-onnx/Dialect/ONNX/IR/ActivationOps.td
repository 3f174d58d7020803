//===- ActivationOps.td - Activation functions -------------*- tablegen -*-===//
//
// Functions of one tensor that follow a linear layer. All keep shape and type.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_ACTIVATIONOPS_TD
#define TORCH_ONNX_DIALECT_ONNX_IR_ACTIVATIONOPS_TD

include "torch-onnx/Dialect/ONNX/IR/ONNXBase.td"

class ONNX_ActivationOp<string mnemonic, Type type = ONNX_FloatTensor>
    : ONNX_UnaryOp<mnemonic, type> {
  let summary = "activation " # mnemonic;
}

/// An activation with one parameter.
class ONNX_AlphaActivationOp<string mnemonic, string alpha,
                             Type type = ONNX_FloatTensor>
    : ONNX_ActivationOp<mnemonic, type> {
  let arguments = (ins type:$X, ONNX_FloatAttr<alpha>:$alpha);
}

/// A function of all elements along one axis.
class ONNX_AxisActivationOp<string mnemonic> : ONNX_ActivationOp<mnemonic> {
  let typeRule = [{
    types.axis(op.getAxis(), types.rank(op.getX()));
    types.addSame(op.getX());
  }];
  let arguments = (ins ONNX_FloatTensor:$X, ONNX_IntAttr<-1>:$axis);
}

//===----------------------------------------------------------------------===//
// Without parameters
//===----------------------------------------------------------------------===//

def ONNX_HardSwishOp : ONNX_ActivationOp<"HardSwish">;
def ONNX_MishOp : ONNX_ActivationOp<"Mish">;
def ONNX_ReluOp : ONNX_ActivationOp<"Relu", ONNX_SignedTensor> {
  let folder = ONNX_FoldIdempotent;
}
def ONNX_SigmoidOp : ONNX_ActivationOp<"Sigmoid">;
def ONNX_SoftplusOp : ONNX_ActivationOp<"Softplus">;
def ONNX_SoftsignOp : ONNX_ActivationOp<"Softsign">;

//===----------------------------------------------------------------------===//
// With parameters
//===----------------------------------------------------------------------===//

def ONNX_CeluOp : ONNX_AlphaActivationOp<"Celu", "1.0", ONNX_F32Tensor>;
def ONNX_EluOp : ONNX_AlphaActivationOp<"Elu", "1.0">;
def ONNX_LeakyReluOp : ONNX_AlphaActivationOp<"LeakyRelu", "0.01">;
def ONNX_SwishOp : ONNX_AlphaActivationOp<"Swish", "1.0">;
def ONNX_ThresholdedReluOp : ONNX_AlphaActivationOp<"ThresholdedRelu", "1.0">;

def ONNX_ClipOp
    : ONNX_PureOp<"Clip", [AllElementTypesMatch<["input", "output"]>]> {
  let summary = "clamp to [min, max]";
  let hasCanonicalizer = 1;
  let arguments = (ins ONNX_NumericTensor:$input,
                       ONNX_OrNone<ONNX_NumericTensor>:$min,
                       ONNX_OrNone<ONNX_NumericTensor>:$max);
  let results = (outs ONNX_NumericTensor:$output);
  let typeRule = [{
    if (isPresent(op.getMin()))
      types.expectRank(op.getMin(), 0, "min");
    if (isPresent(op.getMax()))
      types.expectRank(op.getMax(), 0, "max");
    types.addSame(op.getInput());
  }];
}

def ONNX_GeluOp : ONNX_ActivationOp<"Gelu"> {
  let description = "`approximate` is none (by Erf) or tanh.";
  let typeRule = [{
    types.expectOneOf(op.getApproximate(), "approximate", {"none", "tanh"});
    types.addSame(op.getX());
  }];
  let arguments = (ins ONNX_FloatTensor:$X, ONNX_StrAttr<"none">:$approximate);
}

def ONNX_HardSigmoidOp : ONNX_ActivationOp<"HardSigmoid"> {
  let arguments = (ins ONNX_FloatTensor:$X, ONNX_FloatAttr<"0.2">:$alpha,
                       ONNX_FloatAttr<"0.5">:$beta);
}

def ONNX_PReluOp : ONNX_PureOp<"PRelu", [SameOperandsAndResultElementType]> {
  let summary = "LeakyRelu with a slope that is broadcast to X";
  let arguments = (ins ONNX_WideNumericTensor:$X,
                       ONNX_WideNumericTensor:$slope);
  let results = (outs ONNX_WideNumericTensor:$Y);
  let typeRule = [{
    types.expectBroadcastable(op.getSlope(), types.dims(op.getX()), "slope");
    types.addSame(op.getX());
  }];
}

def ONNX_SeluOp : ONNX_ActivationOp<"Selu"> {
  let arguments = (ins ONNX_FloatTensor:$X,
                       ONNX_FloatAttr<"1.6732631921768188">:$alpha,
                       ONNX_FloatAttr<"1.0507010221481323">:$gamma);
}

def ONNX_ShrinkOp : ONNX_ActivationOp<"Shrink", ONNX_NumericNoBF16Tensor> {
  let arguments = (ins ONNX_NumericNoBF16Tensor:$X,
                       ONNX_FloatAttr<"0.0">:$bias,
                       ONNX_FloatAttr<"0.5">:$lambd);
}

//===----------------------------------------------------------------------===//
// Along an axis
//===----------------------------------------------------------------------===//

def ONNX_HardmaxOp : ONNX_AxisActivationOp<"Hardmax">;
def ONNX_LogSoftmaxOp : ONNX_AxisActivationOp<"LogSoftmax">;
def ONNX_SoftmaxOp : ONNX_AxisActivationOp<"Softmax">;

#endif // TORCH_ONNX_DIALECT_ONNX_IR_ACTIVATIONOPS_TD
