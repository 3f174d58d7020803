//===- ImageOps.h - onnx: resampling, boxes, pixels -------------*- C++ -*-===//
//
// Classes of the operators in ImageOps.td. Include the families that are used,
// as each costs compile time.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_IMAGEOPS_H
#define TORCH_ONNX_DIALECT_ONNX_IR_IMAGEOPS_H

#include "torch-onnx/Dialect/ONNX/IR/ONNXBase.h"

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/ImageOps.h.inc"

#endif // TORCH_ONNX_DIALECT_ONNX_IR_IMAGEOPS_H
