//===- StructureVmap.h - torch.vmap as a loop over slices -------*- C++ -*-===//
//
// Handles vmap in torch-structure-control-flow.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_STRUCTUREVMAP_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_STRUCTUREVMAP_H

#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"

namespace torch_onnx::torch {

/// On a torch.scan that represents a call of torch.vmap: its elements may be
/// computed at once.
inline constexpr llvm::StringLiteral vmapAttrName = "torch.vmap";

/// Replaces each recorded call of torch.vmap in `block` by a torch.scan. A call
/// of unknown form is kept.
void structureVmaps(mlir::Block &block);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_STRUCTUREVMAP_H
