//===- RandomOps.td - Random numbers -----------------------*- tablegen -*-===//
//
// Operators whose result differs at each evaluation. They are modeled as
// allocating their result: equal operators are not merged, unused ones are
// removed.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_RANDOMOPS_TD
#define TORCH_ONNX_DIALECT_ONNX_IR_RANDOMOPS_TD

include "torch-onnx/Dialect/ONNX/IR/ONNXBase.td"

class ONNX_RandomOp<string mnemonic, Type type = ONNX_FloatTensor>
    : ONNX_InferredOp<mnemonic> {
  let results = (outs Res<type, "", [MemAlloc]>:$output);
}

defvar ONNX_NormalAttrs = (ins
  ONNX_FloatAttr<"0.0">:$mean, ONNX_FloatAttr<"1.0">:$scale,
  ONNX_OptFloat:$seed);
defvar ONNX_UniformAttrs = (ins
  ONNX_FloatAttr<"1.0">:$high, ONNX_FloatAttr<"0.0">:$low,
  ONNX_OptFloat:$seed);

def ONNX_BernoulliOp : ONNX_RandomOp<"Bernoulli", ONNX_NumericOrBoolTensor> {
  let summary = "1 with the probability given by the operand, else 0";
  let arguments = (ins ONNX_FloatTensor:$input, ONNX_OptDType:$dtype,
                       ONNX_OptFloat:$seed);
}

// Random only with the operand `training_mode`.
def ONNX_DropoutOp : ONNX_InferredOp<"Dropout"> {
  let summary = "random zeros while training, else the operand";
  let hasCanonicalizer = 1;
  let arguments = (ins ONNX_FloatOrFloat8Tensor:$data,
                       ONNX_OrNone<ONNX_FloatOrFloat8Tensor>:$ratio,
                       ONNX_OrNone<ONNX_BoolTensor>:$training_mode,
                       ONNX_OptInt:$seed);
  let results = (outs Res<ONNX_FloatOrFloat8Tensor, "", [MemAlloc]>:$output,
                      ONNX_OrNone<ONNX_BoolTensor>:$mask);
}

def ONNX_MultinomialOp : ONNX_RandomOp<"Multinomial", ONNX_IndexTensor> {
  let summary = "samples of classes by their log probabilities";
  let arguments = (ins ONNX_FloatTensor:$input, ONNX_OptDType:$dtype,
                       ONNX_IntAttr<1>:$sample_size, ONNX_OptFloat:$seed);
}

def ONNX_RandomNormalOp : ONNX_RandomOp<"RandomNormal"> {
  let summary = "normal distribution";
  let arguments = !con((ins ONNX_OptDType:$dtype), ONNX_NormalAttrs,
                       (ins DenseI64ArrayAttr:$shape));
}

def ONNX_RandomNormalLikeOp : ONNX_RandomOp<"RandomNormalLike"> {
  let summary = "normal distribution in the shape of the operand";
  let arguments = !con((ins ONNX_ClassicTensor:$input, ONNX_OptDType:$dtype),
                       ONNX_NormalAttrs);
}

def ONNX_RandomUniformOp : ONNX_RandomOp<"RandomUniform"> {
  let summary = "uniform distribution";
  let arguments = !con((ins ONNX_OptDType:$dtype), ONNX_UniformAttrs,
                       (ins DenseI64ArrayAttr:$shape));
}

def ONNX_RandomUniformLikeOp : ONNX_RandomOp<"RandomUniformLike"> {
  let summary = "uniform distribution in the shape of the operand";
  let arguments = !con((ins ONNX_ClassicTensor:$input, ONNX_OptDType:$dtype),
                       ONNX_UniformAttrs);
}

#endif // TORCH_ONNX_DIALECT_ONNX_IR_RANDOMOPS_TD
