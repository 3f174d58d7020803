//===- RepeatedBlocks.h - Parts that a graph repeats ------------*- C++ -*-===//
//
// Finds the repeated parts of a graph by its structure alone, for
// onnx-outline-functions of programs that do not know their modules.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_REPEATEDBLOCKS_H
#define TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_REPEATEDBLOCKS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <vector>

namespace torch_onnx::onnx {

/// The class of parts that have none.
inline constexpr llvm::StringLiteral kBlockName = "Block";

/// A part that is repeated: the nodes of each of its occurrences, in the order
/// of the block. The n-th nodes of all occurrences are alike.
using RepeatedBlock = std::vector<std::vector<mlir::Operation *>>;

/// The parts that a block repeats; a node is in one of them at most.
std::vector<RepeatedBlock> findRepeatedBlocks(mlir::Block &block);

/// The path of the innermost module that all nodes are in.
llvm::StringRef getCommonModulePath(llvm::ArrayRef<mlir::Operation *> nodes);

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_REPEATEDBLOCKS_H
