//===- Derivatives.h - Helpers of rules for derivatives ---------*- C++ -*-===//
//
// Shared by the rules for operators of the backward pass in
// Decompose*Derivatives.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_DERIVATIVES_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_DERIVATIVES_H

#include "DecomposeImpl.h"

namespace torch_onnx::torch {

/// The gradient and the second tensor operand, in opmath.
struct Operands {
  mlir::Value grad, x;
  mlir::Type type;

  /// Casts a result of opmath to the dtype of the operands.
  mlir::Value finish(TorchBuilder &b, mlir::Value result) const {
    return b.cast(result, type);
  }
};

/// Both operands must be real floats of one dtype: for others, eager's kernels
/// promote or refuse differently.
Operands getOperands(TorchBuilder &b, const Arguments &args,
                     llvm::StringRef grad = "grad_output",
                     llvm::StringRef input = "self");

/// An argument in opmath.
mlir::Value getInOpMath(TorchBuilder &b, const Arguments &args,
                        llvm::StringRef name);

/// Refuses a tensor that does not have real floats.
void requireFloat(TorchBuilder &b, mlir::Value x);

/// Casts a result of opmath to the dtype of `like`; null for null.
mlir::Value castLike(TorchBuilder &b, mlir::Value x, mlir::Value like);

/// A number of the schema, which may be an integer.
double getNumber(TorchBuilder &b, const Arguments &args, llvm::StringRef name);

/// Whether the program requests the derivative with this index of 'output_mask'
/// or of another argument.
bool isWanted(const Arguments &args, unsigned index,
              llvm::StringRef mask = "output_mask");

/// Aligns a 1-d tensor with dimension `axis` of tensors of rank `rank`.
mlir::Value alongAxis(TorchBuilder &b, mlir::Value x, int64_t axis,
                      int64_t rank);

/// The numbers 0, 1, ... size - 1; refuses a dynamic size without an
/// expression.
mlir::Value countUp(TorchBuilder &b, mlir::AffineExpr size);

/// The sizes of a tensor as an argument.
CallArgument sizesOf(TorchBuilder &b, mlir::Value x);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_DERIVATIVES_H
