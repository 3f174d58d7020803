//===- LinearOps.h - onnx: matrix products ----------------------*- C++ -*-===//
//
// Classes of the operators in LinearOps.td. Include the families that are used,
// as each costs compile time.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_LINEAROPS_H
#define TORCH_ONNX_DIALECT_ONNX_IR_LINEAROPS_H

#include "torch-onnx/Dialect/ONNX/IR/ONNXBase.h"

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/LinearOps.h.inc"

#endif // TORCH_ONNX_DIALECT_ONNX_IR_LINEAROPS_H
