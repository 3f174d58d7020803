//===- LogicalOps.h - onnx: comparisons, logic, bits ------------*- C++ -*-===//
//
// Classes of the operators in LogicalOps.td. Include the families that are
// used, as each costs compile time.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_LOGICALOPS_H
#define TORCH_ONNX_DIALECT_ONNX_IR_LOGICALOPS_H

#include "torch-onnx/Dialect/ONNX/IR/ONNXBase.h"

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/LogicalOps.h.inc"

#endif // TORCH_ONNX_DIALECT_ONNX_IR_LOGICALOPS_H
