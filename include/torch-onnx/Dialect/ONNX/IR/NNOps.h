//===- NNOps.h - onnx: convolutions, pools, norms, losses -------*- C++ -*-===//
//
// Classes of the operators in NNOps.td. Include the families that are used, as
// each costs compile time.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_NNOPS_H
#define TORCH_ONNX_DIALECT_ONNX_IR_NNOPS_H

#include "torch-onnx/Dialect/ONNX/IR/ONNXBase.h"

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/NNOps.h.inc"

#endif // TORCH_ONNX_DIALECT_ONNX_IR_NNOPS_H
