//===- Promotion.h - Common dtype of operands -------------------*- C++ -*-===//
//-*-//
//
// PyTorch's rules of type promotion, which weigh tensors, tensors of rank 0
// and Python numbers differently.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_INFERENCE_PROMOTION_H
#define TORCH_ONNX_DIALECT_TORCH_INFERENCE_PROMOTION_H

#include "torch-onnx/Dialect/Torch/IR/Arguments.h"

namespace torch_onnx::torch {

/// The dtype of two of equal weight (c10/core/ScalarType.cpp promoteTypes).
/// Null stands for no operand.
mlir::Type promoteTypes(mlir::Type lhs, mlir::Type rhs);

/// Collects operands (ATen/native/TypeProperties.cpp result_type).
class Promotion {
public:
  void addTensor(mlir::RankedTensorType type);
  /// A Python number of that type: i1, i64, f32 (whatever its precision), or
  /// complex.
  void addNumber(mlir::Type type);
  /// An argument of an operator: tensor, symbolic number or literal; one that
  /// is absent or None does not count.
  void addArgument(const Arguments &args, llvm::StringRef name);

  /// Null when there was no operand.
  mlir::Type get() const;

private:
  mlir::Type tensors, zeroDims, numbers;
};

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_INFERENCE_PROMOTION_H
