//===- Float4Rules.h - Operators on pairs of numbers of 4 bits --*- C++ -*-===//
//-*-===//
//
// What torch-legalize-float4 puts in the place of one operator that moves pairs
// of numbers.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_FLOAT4RULES_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_FLOAT4RULES_H

#include "TorchBuilder.h"

#include "torch-onnx/Dialect/Sym/IR/Ranges.h"

namespace torch_onnx::torch {

/// What a tensor of pairs was declared as, by the value that has the numbers.
using PairTypes = llvm::DenseMap<mlir::Value, mlir::RankedTensorType>;

/// The type of the numbers of a tensor of pairs: the last dimension is twice as
/// long; a single pair is two numbers.
mlir::RankedTensorType getFloat4Type(mlir::RankedTensorType pairs);

/// The same bytes as numbers; null for elements of another form.
mlir::ElementsAttr getFloat4Numbers(mlir::ElementsAttr pairs);

/// Puts what has the same numbers in the place of the results of `op`, whose
/// operands are in `pairTypes`, and tells that of the results. Otherwise
/// nothing is built, and the reason returned.
std::optional<std::string>
rewriteFloat4(OperatorOp op, const sym::Ranges &ranges, PairTypes &pairTypes);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_FLOAT4RULES_H
