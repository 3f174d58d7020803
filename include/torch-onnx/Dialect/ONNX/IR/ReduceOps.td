//===- ReduceOps.td - Reductions over axes -----------------*- tablegen -*-===//
//
// Reductions of the axes given as an operand, and the positions of extrema.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_REDUCEOPS_TD
#define TORCH_ONNX_DIALECT_ONNX_IR_REDUCEOPS_TD

include "torch-onnx/Dialect/ONNX/IR/ONNXBase.td"

// Extrema are defined for bool, as 0 and 1, and bytes, but not for 16 bits.
def ONNX_ExtremumTensor : ONNX_TensorOf<
    !listconcat([I1, I8, UI8, I32, I64, UI32, UI64], ONNX_FloatTypes),
    "bool, integers but of 16 bits, or floats of 16 bits or more">;

/// Absent axes mean all axes, unless `noop_with_empty_axes` is 1.
class ONNX_ReduceOp<string mnemonic, Type type = ONNX_WideNumericTensor>
    : ONNX_PureOp<mnemonic, [AllElementTypesMatch<["data", "reduced"]>]> {
  let summary = mnemonic # " over the axes";
  let arguments = (ins type:$data, ONNX_OrNone<ONNX_I64Tensor>:$axes,
                       ONNX_IntAttr<1>:$keepdims,
                       ONNX_IntAttr<0>:$noop_with_empty_axes);
  let results = (outs type:$reduced);
  let typeRule = [{
    inferReduction(op.getData(), op.getAxes(), op.getKeepdims(),
                   op.getNoopWithEmptyAxes(), types);
  }];
}

class ONNX_ArgOp<string mnemonic> : ONNX_PureOp<mnemonic> {
  let summary = mnemonic # " along one axis";
  let arguments = (ins ONNX_NumericTensor:$data, ONNX_IntAttr<0>:$axis,
                       ONNX_IntAttr<1>:$keepdims,
                       ONNX_IntAttr<0>:$select_last_index);
  let results = (outs ONNX_I64Tensor:$reduced);
  let typeRule =
      "inferPosition(op.getData(), op.getAxis(), op.getKeepdims(), types);";
}

def ONNX_ArgMaxOp : ONNX_ArgOp<"ArgMax">;
def ONNX_ArgMinOp : ONNX_ArgOp<"ArgMin">;
def ONNX_ReduceL1Op : ONNX_ReduceOp<"ReduceL1">;
def ONNX_ReduceL2Op : ONNX_ReduceOp<"ReduceL2">;
def ONNX_ReduceLogSumOp : ONNX_ReduceOp<"ReduceLogSum">;
def ONNX_ReduceLogSumExpOp : ONNX_ReduceOp<"ReduceLogSumExp">;
def ONNX_ReduceMaxOp : ONNX_ReduceOp<"ReduceMax", ONNX_ExtremumTensor>;
def ONNX_ReduceMeanOp : ONNX_ReduceOp<"ReduceMean">;
def ONNX_ReduceMinOp : ONNX_ReduceOp<"ReduceMin", ONNX_ExtremumTensor>;
def ONNX_ReduceProdOp : ONNX_ReduceOp<"ReduceProd">;
def ONNX_ReduceSumOp : ONNX_ReduceOp<"ReduceSum">;
def ONNX_ReduceSumSquareOp : ONNX_ReduceOp<"ReduceSumSquare">;

#endif // TORCH_ONNX_DIALECT_ONNX_IR_REDUCEOPS_TD
