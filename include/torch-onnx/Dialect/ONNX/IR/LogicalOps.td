//===- LogicalOps.td - Comparisons, logic, bits ------------*- tablegen -*-===//
//
// Comparisons, operators on booleans and on bits, and the selection by a
// boolean condition. All broadcast as in numpy.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_LOGICALOPS_TD
#define TORCH_ONNX_DIALECT_ONNX_IR_LOGICALOPS_TD

include "torch-onnx/Dialect/ONNX/IR/ONNXBase.td"

def ONNX_EquatableTensor : ONNX_TensorOf<
    !listconcat([I1], ONNX_NumericTypes, [ONNX_Str]),
    "bool, integers, floats or strings">;

/// Two operands of one element type; the result is a bool for each pair.
class ONNX_CompareOp<string mnemonic, Type type = ONNX_NumericTensor>
    : ONNX_PureOp<mnemonic, [SameOperandsElementType]> {
  let summary = "element-wise " # mnemonic # " with broadcasting";
  let arguments = (ins type:$A, type:$B);
  let results = (outs ONNX_BoolTensor:$C);
  let typeRule = [{
    types.addBroadcast(op.getOperands(), IntegerType::get(types.getContext(), 1));
  }];
}

/// Two operands and a result of one element type.
class ONNX_BinaryBitOp<string mnemonic, Type type>
    : ONNX_PureOp<mnemonic, [SameOperandsAndResultElementType]> {
  let summary = "element-wise " # mnemonic # " with broadcasting";
  let arguments = (ins type:$A, type:$B);
  let results = (outs type:$C);
  let typeRule = "types.addBroadcast(op.getOperands());";
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

def ONNX_EqualOp : ONNX_CompareOp<"Equal", ONNX_EquatableTensor>;
def ONNX_GreaterOp : ONNX_CompareOp<"Greater">;
def ONNX_GreaterOrEqualOp : ONNX_CompareOp<"GreaterOrEqual">;
def ONNX_LessOp : ONNX_CompareOp<"Less">;
def ONNX_LessOrEqualOp : ONNX_CompareOp<"LessOrEqual">;

def ONNX_IsInfOp : ONNX_PureOp<"IsInf"> {
  let summary = "whether an element is infinite";
  let arguments = (ins ONNX_FloatOrFloat8Tensor:$X,
                       ONNX_IntAttr<1>:$detect_negative,
                       ONNX_IntAttr<1>:$detect_positive);
  let results = (outs ONNX_BoolTensor:$Y);
  let typeRule = [{
    types.addLike(op.getX(), IntegerType::get(types.getContext(), 1));
  }];
}

def ONNX_IsNaNOp : ONNX_PureOp<"IsNaN"> {
  let summary = "whether an element is not a number";
  let arguments = (ins ONNX_FloatOrFloat8Tensor:$X);
  let results = (outs ONNX_BoolTensor:$Y);
  let typeRule = [{
    types.addLike(op.getX(), IntegerType::get(types.getContext(), 1));
  }];
}

//===----------------------------------------------------------------------===//
// Truth values
//===----------------------------------------------------------------------===//

def ONNX_AndOp : ONNX_BinaryBitOp<"And", ONNX_BoolTensor> {
  let folder = ONNX_FoldIdentity;
}
def ONNX_OrOp : ONNX_BinaryBitOp<"Or", ONNX_BoolTensor> {
  let folder = ONNX_FoldIdentity;
}
def ONNX_XorOp : ONNX_BinaryBitOp<"Xor", ONNX_BoolTensor> {
  let folder = ONNX_FoldIdentity;
}
def ONNX_NotOp : ONNX_UnaryOp<"Not", ONNX_BoolTensor> {
  let summary = "element-wise Not";
  let folder = ONNX_FoldInvolution;
}

def ONNX_WhereOp
    : ONNX_PureOp<"Where", [AllElementTypesMatch<["X", "Y", "output"]>]> {
  let summary = "X where the condition holds, else Y";
  let hasFolder = 1;
  let arguments = (ins ONNX_BoolTensor:$condition, ONNX_ClassicTensor:$X,
                       ONNX_ClassicTensor:$Y);
  let results = (outs ONNX_ClassicTensor:$output);
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

def ONNX_BitShiftOp : ONNX_BinaryBitOp<"BitShift", ONNX_UIntTensor> {
  let description = "`direction` is LEFT or RIGHT.";
  let typeRule = [{
    types.expectOneOf(op.getDirection(), "direction", {"LEFT", "RIGHT"});
    types.addBroadcast(op.getOperands());
  }];
  let arguments = (ins ONNX_UIntTensor:$A, ONNX_UIntTensor:$B,
                       StrAttr:$direction);
}
def ONNX_BitwiseAndOp : ONNX_BinaryBitOp<"BitwiseAnd", ONNX_IntTensor>;
def ONNX_BitwiseOrOp : ONNX_BinaryBitOp<"BitwiseOr", ONNX_IntTensor>;
def ONNX_BitwiseXorOp : ONNX_BinaryBitOp<"BitwiseXor", ONNX_IntTensor>;
def ONNX_BitwiseNotOp : ONNX_UnaryOp<"BitwiseNot", ONNX_IntTensor> {
  let summary = "element-wise BitwiseNot";
  let folder = ONNX_FoldInvolution;
}

#endif // TORCH_ONNX_DIALECT_ONNX_IR_LOGICALOPS_TD
