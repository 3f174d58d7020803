//===- ActivationOps.h - onnx: activation functions -------------*- C++ -*-===//
//
// Classes of the operators in ActivationOps.td. Include the families that are
// used, as each costs compile time.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_ACTIVATIONOPS_H
#define TORCH_ONNX_DIALECT_ONNX_IR_ACTIVATIONOPS_H

#include "torch-onnx/Dialect/ONNX/IR/ONNXBase.h"

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/ActivationOps.h.inc"

#endif // TORCH_ONNX_DIALECT_ONNX_IR_ACTIVATIONOPS_H
