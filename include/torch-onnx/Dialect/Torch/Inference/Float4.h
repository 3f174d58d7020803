//===- Float4.h - Operators on pairs of f4E2M1FN ----------------*- C++ -*-===//
//
// torch.float4_e2m1fn_x2 has two numbers in a byte, which PyTorch counts as one
// element (arithmetic::isFloat4Pair). No operator computes with them, but some
// operators move them, as the operator table says.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_INFERENCE_FLOAT4_H
#define TORCH_ONNX_DIALECT_TORCH_INFERENCE_FLOAT4_H

#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"

namespace torch_onnx::torch {

/// Whether an operator only moves elements, so that its type rule applies to
/// pairs.
bool movesFloat4Pairs(const Schema *schema);

/// Whether a value is a tensor of pairs.
bool isFloat4PairTensor(mlir::Type type);
/// Whether an operand or a result is a tensor of pairs.
bool hasFloat4Pairs(mlir::Operation *op);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_INFERENCE_FLOAT4_H
