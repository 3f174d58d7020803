//===- FftOps.h - onnx: Fourier transforms, windows -------------*- C++ -*-===//
//
// Classes of the operators in FftOps.td. Include the families that are used, as
// each costs compile time.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_FFTOPS_H
#define TORCH_ONNX_DIALECT_ONNX_IR_FFTOPS_H

#include "torch-onnx/Dialect/ONNX/IR/ONNXBase.h"

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/FftOps.h.inc"

#endif // TORCH_ONNX_DIALECT_ONNX_IR_FFTOPS_H
