//===- StringOps.h - onnx: strings ------------------------------*- C++ -*-===//
//
// Classes of the operators in StringOps.td. Include the families that are used,
// as each costs compile time.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_STRINGOPS_H
#define TORCH_ONNX_DIALECT_ONNX_IR_STRINGOPS_H

#include "torch-onnx/Dialect/ONNX/IR/ONNXBase.h"

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/StringOps.h.inc"

#endif // TORCH_ONNX_DIALECT_ONNX_IR_STRINGOPS_H
