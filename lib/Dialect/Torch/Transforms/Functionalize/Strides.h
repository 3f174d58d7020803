//===- Strides.h - Operands of as_strided in memory order -------*- C++ -*-===//
//
// as_strided addresses memory. Memory has the order of the elements of a tensor
// unless the tensor is transposed or channels-last.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_STRIDES_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_STRIDES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace torch_onnx::torch {

/// Permutes the operand of each operator with `torch.strides` or `torch.offset`
/// into memory order, and removes both attributes. If the elements of the
/// operand do not fill a contiguous piece of memory, the attributes stay, and
/// the lowering refuses the operator.
void resolveStrides(mlir::func::FuncOp func);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_STRIDES_H
