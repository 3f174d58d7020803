//===- StructureVmap.h - torch.vmap as a loop over slices -------*- C++ -*-===//
//
// The part of torch-structure-control-flow that is about vmap.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_STRUCTUREVMAP_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_STRUCTUREVMAP_H

#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"

namespace torch_onnx::torch {

/// On a torch.scan: it was a call of torch.vmap, whose elements may be computed
/// at once.
inline constexpr llvm::StringLiteral vmapAttrName = "torch.vmap";

/// Makes a torch.scan of each call of torch.vmap in `block` that torch.export
/// has recorded. A call that is not of the known form stays.
void structureVmaps(mlir::Block &block);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_STRUCTUREVMAP_H
