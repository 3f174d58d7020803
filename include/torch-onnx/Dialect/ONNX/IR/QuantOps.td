//===- QuantOps.td - Quantized arithmetic ------------------*- tablegen -*-===//
//
// Conversions between numbers and their quantized forms, and products of
// quantized tensors. A number is (q - zero point) * scale.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_QUANTOPS_TD
#define TORCH_ONNX_DIALECT_ONNX_IR_QUANTOPS_TD

include "torch-onnx/Dialect/ONNX/IR/ONNXBase.td"

// Quantized types: everything of 16 bits or less, but not f16, bf16 and bool.
defvar ONNX_QuantTypes =
    !listconcat([I8, UI8, I16, UI16], ONNX_Float8Types, ONNX_SubByteTypes);
def ONNX_QuantTensor : ONNX_TensorOf<ONNX_QuantTypes,
    "integers of 16 bits or less or floats of 8 bits or less">;
def ONNX_DequantTensor : ONNX_TensorOf<!listconcat([I32], ONNX_QuantTypes),
    "integers of 32 bits or less or floats of 8 bits or less">;
def ONNX_QuantSourceTensor : ONNX_TensorOf<[F16, BF16, F32, I32],
    "f16, bf16, f32 or i32">;
def ONNX_QuantScaleTensor : ONNX_TensorOf<[F16, BF16, F32, I32, F8E8M0FNU],
    "f16, bf16, f32, i32 or f8E8M0FNU">;
def ONNX_DequantScaleTensor : ONNX_TensorOf<[F16, BF16, F32, F8E8M0FNU],
    "f16, bf16, f32 or f8E8M0FNU">;
def ONNX_ByteOrFloat8Tensor : ONNX_TensorOf<
    !listconcat([I8, UI8], ONNX_Float8Types), "i8, ui8 or 8-bit floats">;

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

def ONNX_DequantizeLinearOp : ONNX_PureOp<"DequantizeLinear"> {
  let summary = "numbers of a quantized tensor";
  let arguments = (ins ONNX_DequantTensor:$x, ONNX_DequantScaleTensor:$x_scale,
                       ONNX_OrNone<ONNX_DequantTensor>:$x_zero_point,
                       ONNX_IntAttr<1>:$axis, ONNX_IntAttr<0>:$block_size,
                       ONNX_OptDType:$output_dtype);
  let results = (outs ONNX_ShortFloatTensor:$y);
}

def ONNX_DynamicQuantizeLinearOp : ONNX_PureOp<"DynamicQuantizeLinear"> {
  let summary = "quantization by the range of the values themselves";
  let arguments = (ins ONNX_F32Tensor:$x);
  let results = (outs ONNX_UI8Tensor:$y, ONNX_F32Tensor:$y_scale,
                      ONNX_UI8Tensor:$y_zero_point);
}

def ONNX_QuantizeLinearOp : ONNX_PureOp<"QuantizeLinear"> {
  let summary = "quantized form of numbers";
  let description = [{
    The zero point gives the type of the result; without it `output_dtype` does,
    and without both it is ui8.
  }];
  let arguments = (ins ONNX_QuantSourceTensor:$x,
                       ONNX_QuantScaleTensor:$y_scale,
                       ONNX_OrNone<ONNX_QuantTensor>:$y_zero_point,
                       ONNX_IntAttr<1>:$axis, ONNX_IntAttr<0>:$block_size,
                       ONNX_OptDType:$output_dtype, ONNX_OptDType:$precision,
                       ONNX_IntAttr<1>:$saturate);
  let results = (outs ONNX_QuantTensor:$y);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

def ONNX_MatMulIntegerOp : ONNX_PureOp<"MatMulInteger"> {
  let summary = "matrix product of integers, less their zero points";
  let arguments = (ins ONNX_ByteTensor:$A, ONNX_ByteTensor:$B,
                       ONNX_OrNone<ONNX_ByteTensor>:$a_zero_point,
                       ONNX_OrNone<ONNX_ByteTensor>:$b_zero_point);
  let results = (outs ONNX_I32Tensor:$Y);
}

def ONNX_QLinearConvOp : ONNX_PureOp<"QLinearConv"> {
  let summary = "convolution of quantized tensors";
  let arguments = (ins ONNX_ByteTensor:$x, ONNX_F32Tensor:$x_scale,
                       ONNX_ByteTensor:$x_zero_point, ONNX_ByteTensor:$w,
                       ONNX_F32Tensor:$w_scale, ONNX_ByteTensor:$w_zero_point,
                       ONNX_F32Tensor:$y_scale, ONNX_ByteTensor:$y_zero_point,
                       ONNX_OrNone<ONNX_I32Tensor>:$B,
                       ONNX_StrAttr<"NOTSET">:$auto_pad,
                       ONNX_OptInts:$dilations, ONNX_IntAttr<1>:$group,
                       ONNX_OptInts:$kernel_shape, ONNX_OptInts:$pads,
                       ONNX_OptInts:$strides);
  let results = (outs ONNX_ByteTensor:$y);
}

def ONNX_QLinearMatMulOp : ONNX_PureOp<"QLinearMatMul"> {
  let summary = "matrix product of quantized tensors";
  let arguments = (ins
    ONNX_ByteOrFloat8Tensor:$a, ONNX_ShortFloatTensor:$a_scale,
    ONNX_ByteOrFloat8Tensor:$a_zero_point, ONNX_ByteOrFloat8Tensor:$b,
    ONNX_ShortFloatTensor:$b_scale, ONNX_ByteOrFloat8Tensor:$b_zero_point,
    ONNX_ShortFloatTensor:$y_scale, ONNX_ByteOrFloat8Tensor:$y_zero_point);
  let results = (outs ONNX_ByteOrFloat8Tensor:$y);
}

#endif // TORCH_ONNX_DIALECT_ONNX_IR_QUANTOPS_TD
