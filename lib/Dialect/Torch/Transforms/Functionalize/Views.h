//===- Views.h - Aliases of operands and inverses of views ------*- C++ -*-===//
//
// The aliasing of torch operators, and the inverse of each view: the new value
// of a tensor after a write through a view of it.
//
// The schema tells whether a result is a view, the operator table which kind.
// Views.cpp decides whether an operator that returns a view or a copy returns a
// view in a given call.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_VIEWS_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_VIEWS_H

#include "torch-onnx/Dialect/Torch/Inference/OperatorTable.h"

namespace torch_onnx::torch {

/// A result that may share memory with an operand.
struct Alias {
  unsigned result;
  unsigned operand;
  ViewKind kind;
};

/// The aliases among the results of an operator that does not write, ordered by
/// result. Other results are new tensors. The source of a view is operand 0,
/// unless the view is Undecided.
llvm::SmallVector<Alias, 1> getAliases(OperatorOp op);

/// Builds the new value of `parent` (the current value of operand 0 of `view`)
/// after `value` was written to result `result` of `view`. Returns null and
/// sets `reason` if the view has no inverse.
mlir::Value writeThrough(mlir::OpBuilder &b, OperatorOp view, unsigned result,
                         ViewKind kind, mlir::Value parent, mlir::Value value,
                         std::string &reason);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_VIEWS_H
