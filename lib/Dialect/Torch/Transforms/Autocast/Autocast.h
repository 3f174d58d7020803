//===- Autocast.h - The casts of autocast -----------------------*- C++ -*-===//
//
// torch.export keeps a region of autocast as an operator with a body. The types
// in the body are those after autocast's casts, the casts are not there.
// Autocast around torch.export leaves the types alone.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_AUTOCAST_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_AUTOCAST_H

#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"
#include "torch-onnx/Dialect/Torch/Inference/NumberExprs.h"

namespace torch_onnx::torch {

/// Puts the casts into the body of `higher_order.wrap_with_autocast`, by the
/// policies of PyTorch for the device of the region. Bodies of autocast within
/// are left: each has its own. Fails with an error on each operator for which
/// the casts are not known: a composite one that calls others, which autocast
/// sees in PyTorch, or one whose declared types the casts do not explain.
llvm::LogicalResult insertAutocasts(OperatorOp region, NumberExprs &numbers);

/// The same for a program that was exported under autocast (`with
/// torch.autocast(...): torch.export.export(...)`): it has the types after the
/// casts, and neither the casts nor a region. `block` is the body of the
/// program. Does nothing if the declared types of its operators are what the
/// operands give. The device and the dtype of autocast are those that explain
/// the types.
llvm::LogicalResult insertOuterAutocasts(mlir::Block &block,
                                         NumberExprs &numbers);

/// True for `higher_order.wrap_with_autocast`.
bool isAutocast(OperatorOp op);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_AUTOCAST_H
