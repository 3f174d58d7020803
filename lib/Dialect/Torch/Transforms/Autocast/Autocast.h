//===- Autocast.h - Insertion of autocast's casts ---------------*- C++ -*-===//
//
// torch.export records a region of autocast as an operator with a body. The
// types in the body are the types after autocast's casts, but the casts are
// missing. Autocast around torch.export leaves no region.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_AUTOCAST_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_AUTOCAST_H

#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"
#include "torch-onnx/Dialect/Torch/Inference/NumberExprs.h"

namespace torch_onnx::torch {

/// Inserts the casts into the body of `higher_order.wrap_with_autocast`, by
/// PyTorch's policies for the device of the region. Bodies of nested autocasts
/// are skipped. Fails with an error on each operator whose casts are unknown: a
/// composite operator that calls others, to which autocast applies in PyTorch,
/// or an operator whose declared types the casts do not explain.
llvm::LogicalResult insertAutocasts(OperatorOp region, NumberExprs &numbers);

/// Inserts the casts into a program that was exported under autocast (`with
/// torch.autocast(...): torch.export.export(...)`): it has the types after the
/// casts, but neither the casts nor a region. `block` is the body of the
/// program. No effect if the declared types of its operators are the inferred
/// ones. The device and the dtype of autocast are chosen such that they explain
/// the types.
llvm::LogicalResult insertOuterAutocasts(mlir::Block &block,
                                         NumberExprs &numbers);

/// True for `higher_order.wrap_with_autocast`.
bool isAutocast(OperatorOp op);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_AUTOCAST_H
