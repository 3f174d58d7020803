//===- ReduceOps.h - onnx: reductions over axes -----------------*- C++ -*-===//
//
// Classes of the operators in ReduceOps.td. Include the families that are used,
// as each costs compile time.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_REDUCEOPS_H
#define TORCH_ONNX_DIALECT_ONNX_IR_REDUCEOPS_H

#include "torch-onnx/Dialect/ONNX/IR/ONNXBase.h"

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/ReduceOps.h.inc"

#endif // TORCH_ONNX_DIALECT_ONNX_IR_REDUCEOPS_H
