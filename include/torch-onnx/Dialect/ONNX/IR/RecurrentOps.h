//===- RecurrentOps.h - onnx: RNN, GRU and LSTM -----------------*- C++ -*-===//
//
// Classes of the operators in RecurrentOps.td. Include the families that are
// used, as each costs compile time.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_RECURRENTOPS_H
#define TORCH_ONNX_DIALECT_ONNX_IR_RECURRENTOPS_H

#include "torch-onnx/Dialect/ONNX/IR/ONNXBase.h"

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/RecurrentOps.h.inc"

#endif // TORCH_ONNX_DIALECT_ONNX_IR_RECURRENTOPS_H
