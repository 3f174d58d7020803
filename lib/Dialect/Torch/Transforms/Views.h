//===- Views.h - What a result shares with an operand -----------*- C++ -*-===//
//
// The aliasing of torch operators, and the inverse of each view: how a value
// written through it gets back into the tensor that it looks into.
//
// That a result is a view comes from the schema. What cannot come from there
// is the inverse, whether an operator that returns either a view or a copy
// returns a view here, and the few operators that return their operand without
// saying so (dropout in evaluation). Those are named in Views.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_VIEWS_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_VIEWS_H

#include "torch-onnx/Dialect/Torch/IR/Arguments.h"

namespace torch_onnx::torch {

enum class ViewKind {
  /// Not an alias.
  Copy,
  /// The operand itself, the same object: `unsqueeze_` on one changes both.
  Same,
  /// A view of the whole operand.
  Identity,
  Select,
  Slice,
  Narrow,
  Unbind,
  /// One of several parts along a dimension: split, chunk, tensor_split.
  Split,
  Diagonal,
  AsStrided,
  /// Windows along a dimension; written through where they do not overlap.
  Unfold,
  /// The same elements in the same order: view, squeeze, flatten.
  Reshape,
  /// Its own inverse with the same arguments: transpose, conj.
  SelfInverse,
  Permute,
  MoveDim,
  /// Another element type for the same bits.
  Bitcast,
  AsReal,
  AsComplex,
  RealPart,
  ImaginaryPart,
  /// A view that nothing can be written through: expand.
  NoInverse,
  /// A view or a copy, depending on strides that a type does not have and that
  /// the program does not tell (TorchDialect::getIsViewAttrName()).
  Undecided
};

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
