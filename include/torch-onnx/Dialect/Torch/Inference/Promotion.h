//===- Promotion.h - Common dtype of operands -------------------*- C++ -*-===//
//
// Implements PyTorch's type promotion, in which tensors, tensors of rank 0 and
// Python numbers have different priorities.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_INFERENCE_PROMOTION_H
#define TORCH_ONNX_DIALECT_TORCH_INFERENCE_PROMOTION_H

#include "torch-onnx/Dialect/Torch/IR/Arguments.h"

namespace torch_onnx::torch {

/// The common dtype of two operands of equal priority (c10/core/ScalarType.cpp
/// promoteTypes). Null stands for no operand.
mlir::Type promoteTypes(mlir::Type lhs, mlir::Type rhs);

/// Collects operands (ATen/native/TypeProperties.cpp result_type).
class Promotion {
public:
  void addTensor(mlir::RankedTensorType type);
  /// Adds a Python number of that type: i1, i64, f32 (for floats of any
  /// precision), or complex.
  void addNumber(mlir::Type type);
  /// Adds an argument of an operator: tensor, symbolic number or literal. An
  /// absent argument and None do not count.
  void addArgument(const Arguments &args, llvm::StringRef name);

  /// Null if there was no operand.
  mlir::Type get() const;

private:
  mlir::Type tensors, zeroDims, numbers;
};

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_INFERENCE_PROMOTION_H
