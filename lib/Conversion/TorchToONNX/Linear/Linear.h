//===- Linear.h - Shared matrix products ------------------------*- C++ -*-===//
//
// Declarations that products and distances share.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_LINEAR_H
#define TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_LINEAR_H

#include "Lowering.h"

namespace torch_onnx {

/// MatMul in the element type of `x` and `y`, which are the same; refuses
/// booleans and complex numbers.
mlir::Value buildMatMul(Lowering &b, mlir::Value x, mlir::Value y);

/// Einsum; in f32 if the operands are bf16, which Einsum lacks.
mlir::Value buildEinsum(Lowering &b, mlir::ValueRange operands,
                        llvm::StringRef equation);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_LINEAR_H
