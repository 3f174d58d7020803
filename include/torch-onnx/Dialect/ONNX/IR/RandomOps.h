//===- RandomOps.h - onnx: random numbers -----------------------*- C++ -*-===//
//
// Classes of the operators in RandomOps.td. Include the families that are used,
// as each costs compile time.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_RANDOMOPS_H
#define TORCH_ONNX_DIALECT_ONNX_IR_RANDOMOPS_H

#include "torch-onnx/Dialect/ONNX/IR/ONNXBase.h"

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/RandomOps.h.inc"

#endif // TORCH_ONNX_DIALECT_ONNX_IR_RANDOMOPS_H
