//===- Float4Rules.h - Operators on pairs of 4-bit numbers ------*- C++ -*-===//
//
// The rules of torch-legalize-float4 for operators that move pairs of numbers.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_FLOAT4RULES_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_FLOAT4RULES_H

#include "RuleBuilder.h"

#include "torch-onnx/Dialect/Sym/IR/Ranges.h"

namespace torch_onnx::torch {

/// The declared types of tensors of pairs, keyed by their numbers.
using PairTypes = llvm::DenseMap<mlir::Value, mlir::RankedTensorType>;

/// The type of the numbers of a tensor of pairs: the last dimension is twice as
/// long; a 0-d tensor becomes two numbers.
mlir::RankedTensorType getFloat4Type(mlir::RankedTensorType pairs);

/// The same bytes as numbers; null for other kinds of attributes.
mlir::ElementsAttr getFloat4Numbers(mlir::ElementsAttr pairs);

/// Replaces the results of `op`, whose operands are in `pairTypes`, by their
/// numbers, and adds the results to `pairTypes`. On failure, builds nothing and
/// returns the reason.
std::optional<std::string>
rewriteFloat4(OperatorOp op, const sym::Ranges &ranges, PairTypes &pairTypes);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_FLOAT4RULES_H
