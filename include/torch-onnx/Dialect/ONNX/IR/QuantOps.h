//===- QuantOps.h - onnx: quantized arithmetic ------------------*- C++ -*-===//
//
// Classes of the operators in QuantOps.td. Include the families that are used,
// as each costs compile time.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_QUANTOPS_H
#define TORCH_ONNX_DIALECT_ONNX_IR_QUANTOPS_H

#include "torch-onnx/Dialect/ONNX/IR/ONNXBase.h"

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/QuantOps.h.inc"

#endif // TORCH_ONNX_DIALECT_ONNX_IR_QUANTOPS_H
