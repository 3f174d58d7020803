//===- ElementwiseOps.h - onnx: arithmetic and functions --------*- C++ -*-===//
//
// Classes of the operators in ElementwiseOps.td. Include the families that are
// used, as each costs compile time.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_ELEMENTWISEOPS_H
#define TORCH_ONNX_DIALECT_ONNX_IR_ELEMENTWISEOPS_H

#include "torch-onnx/Dialect/ONNX/IR/ONNXBase.h"

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h.inc"

#endif // TORCH_ONNX_DIALECT_ONNX_IR_ELEMENTWISEOPS_H
