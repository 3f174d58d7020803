//===- CoreOps.h - onnx: constants, calls, foreign nodes --------*- C++ -*-===//
//
// Classes of the operators in CoreOps.td. Include the families that are used,
// as each costs compile time.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_COREOPS_H
#define TORCH_ONNX_DIALECT_ONNX_IR_COREOPS_H

#include "torch-onnx/Dialect/ONNX/IR/ONNXBase.h"

#include "mlir/IR/SymbolTable.h"

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h.inc"

#endif // TORCH_ONNX_DIALECT_ONNX_IR_COREOPS_H
