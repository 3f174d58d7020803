//===- RepeatedBlocks.h - Repeated parts of a graph -------------*- C++ -*-===//
//
// Finds repeated parts of a graph by its structure, for onnx-outline-functions
// on programs without module information.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_REPEATEDBLOCKS_H
#define TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_REPEATEDBLOCKS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <vector>

namespace torch_onnx::onnx {

/// The class name of parts without one.
inline constexpr llvm::StringLiteral kBlockName = "Block";

/// The nodes of each occurrence of a repeated part, in block order. The n-th
/// nodes of all occurrences are alike.
using RepeatedBlock = std::vector<std::vector<mlir::Operation *>>;

/// Finds the repeated parts of a block; each node is in at most one of them.
std::vector<RepeatedBlock> findRepeatedBlocks(mlir::Block &block);

/// The path of the innermost module that contains all nodes.
llvm::StringRef getCommonModulePath(llvm::ArrayRef<mlir::Operation *> nodes);

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_REPEATEDBLOCKS_H
