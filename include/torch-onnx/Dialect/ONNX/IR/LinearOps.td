//===- LinearOps.td - Matrix products ----------------------*- tablegen -*-===//
//
// Matrix products and related operators. For products of integers and quantized
// tensors, see QuantOps.td.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_LINEAROPS_TD
#define TORCH_ONNX_DIALECT_ONNX_IR_LINEAROPS_TD

include "torch-onnx/Dialect/ONNX/IR/ONNXBase.td"

def ONNX_DetOp : ONNX_UnaryOp<"Det", ONNX_FloatTensor> {
  let summary = "determinant of the innermost matrices";
  let typeRule = "";
}

def ONNX_EinsumOp
    : ONNX_PureOp<"Einsum", [SameOperandsAndResultElementType]> {
  let summary = "sum of products in Einstein's notation";
  let arguments = (ins Variadic<ONNX_NumericNoBF16Tensor>:$inputs,
                       StrAttr:$equation);
  let results = (outs ONNX_NumericNoBF16Tensor:$output);
}

def ONNX_GemmOp
    : ONNX_PureOp<"Gemm", [AllElementTypesMatch<["A", "B", "Y"]>]> {
  let summary = "alpha * A' * B' + beta * C on matrices";
  let arguments = (ins ONNX_WideNumericTensor:$A, ONNX_WideNumericTensor:$B,
                       ONNX_OrNone<ONNX_WideNumericTensor>:$C,
                       ONNX_FloatAttr<"1.0">:$alpha,
                       ONNX_FloatAttr<"1.0">:$beta, ONNX_IntAttr<0>:$transA,
                       ONNX_IntAttr<0>:$transB);
  let results = (outs ONNX_WideNumericTensor:$Y);
}

def ONNX_MatMulOp : ONNX_PureOp<"MatMul", [SameOperandsAndResultElementType]> {
  let summary = "matrix product as numpy.matmul";
  let arguments = (ins ONNX_WideNumericTensor:$A, ONNX_WideNumericTensor:$B);
  let results = (outs ONNX_WideNumericTensor:$Y);
}

#endif // TORCH_ONNX_DIALECT_ONNX_IR_LINEAROPS_TD
