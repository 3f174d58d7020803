//===- TensorOps.h - onnx: shapes, types, fillings --------------*- C++ -*-===//
//
// Classes of the operators in TensorOps.td. Include the families that are used,
// as each costs compile time.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_TENSOROPS_H
#define TORCH_ONNX_DIALECT_ONNX_IR_TENSOROPS_H

#include "torch-onnx/Dialect/ONNX/IR/ONNXBase.h"

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h.inc"

#endif // TORCH_ONNX_DIALECT_ONNX_IR_TENSOROPS_H
