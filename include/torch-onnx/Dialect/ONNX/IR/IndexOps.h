//===- IndexOps.h - onnx: selection and placement ---------------*- C++ -*-===//
//
// Classes of the operators in IndexOps.td. Include the families that are used,
// as each costs compile time.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_INDEXOPS_H
#define TORCH_ONNX_DIALECT_ONNX_IR_INDEXOPS_H

#include "torch-onnx/Dialect/ONNX/IR/ONNXBase.h"

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/IndexOps.h.inc"

#endif // TORCH_ONNX_DIALECT_ONNX_IR_INDEXOPS_H
