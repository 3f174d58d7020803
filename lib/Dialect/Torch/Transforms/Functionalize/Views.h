//===- Views.h - What a result shares with an operand -----------*- C++ -*-===//
//
// The aliasing of torch operators, and the inverse of each view: how a value
// written through it gets back into the tensor that it looks into.
//
// That a result is a view comes from the schema, and which view it is from the
// operator table; Views.cpp says whether an operator that returns either a view
// or a copy returns a view here.
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

/// Aliases among the results of an operator that does not write, in order of
/// results; results not in the list are new tensors. A view that is not
/// Undecided has its source as operand 0.
llvm::SmallVector<Alias, 1> getAliases(OperatorOp op);

/// The new value of `parent` (the current value of operand 0 of `view`) after
/// `value` was written through result `result` of `view`, which is a view of
/// that kind. Null, with `reason` set, when that is not known.
mlir::Value writeThrough(mlir::OpBuilder &b, OperatorOp view, unsigned result,
                         ViewKind kind, mlir::Value parent, mlir::Value value,
                         std::string &reason);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_VIEWS_H
