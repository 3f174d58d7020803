//===- SequenceOps.h - onnx: sequences and optionals ------------*- C++ -*-===//
//
// Classes of the operators in SequenceOps.td. Include the families that are
// used, as each costs compile time.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_SEQUENCEOPS_H
#define TORCH_ONNX_DIALECT_ONNX_IR_SEQUENCEOPS_H

#include "torch-onnx/Dialect/ONNX/IR/ONNXBase.h"

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/SequenceOps.h.inc"

#endif // TORCH_ONNX_DIALECT_ONNX_IR_SEQUENCEOPS_H
