//===- Foreach.h - Operators on lists, one tensor at a time -----*- C++ -*-===//
//
// `_foreach_add_` of a list is `add_` of each of its tensors in their order,
// which is how LibTorch computes it on a CPU (ForeachOpsKernels.cpp). Found in
// the schema table by name and arguments; there is no list of pairs.
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
/// An argument that is a list gives each call its element, others are given to
/// all. One for whose tensors there is no operator with such arguments, or
/// whose lists have different lengths, stays.
void expandForeach(mlir::func::FuncOp func, NumberExprs &numbers);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_FOREACH_H
