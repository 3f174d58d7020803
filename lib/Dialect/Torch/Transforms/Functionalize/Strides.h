//===- Strides.h - Memory in the order of elements --------------*- C++ -*-===//
//
// as_strided addresses memory, which has the order of elements only where no
// transposed or channels-last tensor lies in it.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_STRIDES_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_STRIDES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace torch_onnx::torch {

/// Puts the operand of each operator with `torch.strides` or `torch.offset`
/// into the order of memory, so that the operator needs neither attribute.
/// Where the elements of the operand do not fill a piece of memory, both stay,
/// and no lowering takes the operator.
void resolveStrides(mlir::func::FuncOp func);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_STRIDES_H
