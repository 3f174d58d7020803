//===- Foreach.h - Expansion of operators on lists --------------*- C++ -*-===//
//
// `_foreach_add_` of a list is `add_` of each tensor in order, as LibTorch
// computes it on a CPU (ForeachOpsKernels.cpp). The operator for one tensor is
// found in the schema table by name and arguments; there is no list of pairs.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_FOREACH_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_FOREACH_H

#include "torch-onnx/Dialect/Torch/Inference/NumberExprs.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace torch_onnx::torch {

/// Replaces each operator on lists by operators on their tensors:
///
///   _foreach_add_.Scalar([%a, %b], 1)       add_.Scalar(%a, 1), ... of %b
///   _foreach_maximum_.List([%a], [%b])      copy_(%a, maximum(%a, %b))
///
/// Each call gets one element of each list argument and all other arguments. An
/// operator stays if there is no operator for one tensor with such arguments,
/// or if its lists have different lengths.
void expandForeach(mlir::func::FuncOp func, NumberExprs &numbers);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_FOREACH_H
