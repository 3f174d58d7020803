//===- ElementwiseOps.td - Arithmetic and functions --------*- tablegen -*-===//
//
// Element-wise arithmetic with numpy's broadcasting, functions of one number.
// Comparisons are in LogicalOps.td, activations in ActivationOps.td.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_ELEMENTWISEOPS_TD
#define TORCH_ONNX_DIALECT_ONNX_IR_ELEMENTWISEOPS_TD

include "torch-onnx/Dialect/ONNX/IR/ONNXBase.td"

def ONNX_PowerTensor : ONNX_TensorOf<
    !listconcat([I32, I64]<Type>, ONNX_FloatTypes),
    "i32, i64 or floats of 16 bits or more">;

/// A function of one number.
class ONNX_UnaryMathOp<string mnemonic, Type type = ONNX_FloatTensor>
    : ONNX_UnaryOp<mnemonic, type> {
  let summary = "element-wise " # mnemonic;
}

/// Two operands that are broadcast to one shape.
class ONNX_BinaryMathOp<string mnemonic>
    : ONNX_PureOp<mnemonic, [SameOperandsAndResultElementType]> {
  let summary = "element-wise " # mnemonic # " with broadcasting";
  let arguments = (ins ONNX_NumericTensor:$A, ONNX_NumericTensor:$B);
  let results = (outs ONNX_NumericTensor:$C);
  let typeRule = "types.addBroadcast(op.getOperands());";
}

/// One or more operands that are broadcast to one shape.
class ONNX_VariadicMathOp<string mnemonic, Type type>
    : ONNX_PureOp<mnemonic, [SameOperandsAndResultElementType]> {
  let summary = "element-wise " # mnemonic # " of all operands";
  let arguments = (ins Variadic<type>:$inputs);
  let results = (outs type:$output);
  let folder = ONNX_FoldIdentity;
  let typeRule = "types.addBroadcast(op.getOperands());";
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

def ONNX_AbsOp : ONNX_UnaryMathOp<"Abs", ONNX_NumericTensor> {
  let folder = ONNX_FoldIdempotent;
}
def ONNX_AcosOp : ONNX_UnaryMathOp<"Acos">;
def ONNX_AcoshOp : ONNX_UnaryMathOp<"Acosh">;
def ONNX_AsinOp : ONNX_UnaryMathOp<"Asin">;
def ONNX_AsinhOp : ONNX_UnaryMathOp<"Asinh">;
def ONNX_AtanOp : ONNX_UnaryMathOp<"Atan">;
def ONNX_AtanhOp : ONNX_UnaryMathOp<"Atanh">;
def ONNX_CeilOp : ONNX_UnaryMathOp<"Ceil"> {
  let folder = ONNX_FoldIdempotent;
}
def ONNX_CosOp : ONNX_UnaryMathOp<"Cos">;
def ONNX_CoshOp : ONNX_UnaryMathOp<"Cosh">;
def ONNX_ErfOp : ONNX_UnaryMathOp<"Erf">;
def ONNX_ExpOp : ONNX_UnaryMathOp<"Exp">;
def ONNX_FloorOp : ONNX_UnaryMathOp<"Floor"> {
  let folder = ONNX_FoldIdempotent;
}
def ONNX_LogOp : ONNX_UnaryMathOp<"Log">;
def ONNX_NegOp : ONNX_UnaryMathOp<"Neg", ONNX_SignedTensor> {
  let folder = ONNX_FoldInvolution;
}
def ONNX_ReciprocalOp : ONNX_UnaryMathOp<"Reciprocal">;
// Halves go to the even neighbour.
def ONNX_RoundOp : ONNX_UnaryMathOp<"Round"> {
  let folder = ONNX_FoldIdempotent;
}
def ONNX_SignOp : ONNX_UnaryMathOp<"Sign", ONNX_NumericTensor> {
  let folder = ONNX_FoldIdempotent;
}
def ONNX_SinOp : ONNX_UnaryMathOp<"Sin">;
def ONNX_SinhOp : ONNX_UnaryMathOp<"Sinh">;
def ONNX_SqrtOp : ONNX_UnaryMathOp<"Sqrt">;
def ONNX_TanOp : ONNX_UnaryMathOp<"Tan">;
def ONNX_TanhOp : ONNX_UnaryMathOp<"Tanh">;

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

def ONNX_AddOp : ONNX_BinaryMathOp<"Add"> {
  let folder = ONNX_FoldIdentity;
  let hasCanonicalizer = 1;
}
// Integer division truncates towards zero.
def ONNX_DivOp : ONNX_BinaryMathOp<"Div"> {
  let folder = ONNX_FoldIdentity;
}
def ONNX_ModOp : ONNX_BinaryMathOp<"Mod"> {
  let description = [{
    Without `fmod` the result has the sign of the divisor and floats are not
    allowed; with `fmod = 1` it has the sign of the dividend, as in C.
  }];
  let arguments = (ins ONNX_NumericTensor:$A, ONNX_NumericTensor:$B,
                       ONNX_IntAttr<0>:$fmod);
}
def ONNX_MulOp : ONNX_BinaryMathOp<"Mul"> {
  let folder = ONNX_FoldIdentity;
  let hasCanonicalizer = 1;
}
def ONNX_PowOp : ONNX_PureOp<"Pow", [AllElementTypesMatch<["A", "C"]>]> {
  let summary = "element-wise Pow with broadcasting";
  let description = "The exponent may have another type than the base.";
  let arguments = (ins ONNX_PowerTensor:$A, ONNX_NumericTensor:$B);
  let results = (outs ONNX_PowerTensor:$C);
  let folder = ONNX_FoldIdentity;
  let typeRule = "types.addBroadcast(op.getOperands());";
}
def ONNX_SubOp : ONNX_BinaryMathOp<"Sub"> {
  let folder = ONNX_FoldIdentity;
}

//===----------------------------------------------------------------------===//
// Any number of operands
//===----------------------------------------------------------------------===//

def ONNX_MaxOp : ONNX_VariadicMathOp<"Max", ONNX_NumericTensor>;
def ONNX_MeanOp : ONNX_VariadicMathOp<"Mean", ONNX_FloatTensor>;
def ONNX_MinOp : ONNX_VariadicMathOp<"Min", ONNX_NumericTensor>;
def ONNX_SumOp : ONNX_VariadicMathOp<"Sum", ONNX_FloatTensor>;

#endif // TORCH_ONNX_DIALECT_ONNX_IR_ELEMENTWISEOPS_TD
