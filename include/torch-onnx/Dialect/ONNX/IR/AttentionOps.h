//===- AttentionOps.h - onnx: transformer building blocks -------*- C++ -*-===//
//
// Classes of the operators in AttentionOps.td. Include the families that are
// used, as each costs compile time.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_ATTENTIONOPS_H
#define TORCH_ONNX_DIALECT_ONNX_IR_ATTENTIONOPS_H

#include "torch-onnx/Dialect/ONNX/IR/ONNXBase.h"

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/AttentionOps.h.inc"

#endif // TORCH_ONNX_DIALECT_ONNX_IR_ATTENTIONOPS_H
