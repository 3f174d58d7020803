//===- ControlOps.h - onnx: branches and loops ------------------*- C++ -*-===//
//
// Classes of the operators in ControlOps.td. Include the families that are
// used, as each costs compile time.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_CONTROLOPS_H
#define TORCH_ONNX_DIALECT_ONNX_IR_CONTROLOPS_H

#include "torch-onnx/Dialect/ONNX/IR/ONNXBase.h"

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/ControlOps.h.inc"

#endif // TORCH_ONNX_DIALECT_ONNX_IR_CONTROLOPS_H
