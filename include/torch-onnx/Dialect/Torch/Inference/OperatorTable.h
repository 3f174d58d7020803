//===- OperatorTable.h - What an operator is --------------------*- C++ -*-===//
//
// What the compiler knows about an operator beside its schema and its lowering:
// the rule for the types of its results, what its results share with its
// operands, how it folds, and what it writes to without saying so. Each
// canonical operator has one row, in lib/Dialect/Torch/Inference/<Family>.cpp;
// every pass reads it, and none has a table of its own.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_INFERENCE_OPERATORTABLE_H
#define TORCH_ONNX_DIALECT_TORCH_INFERENCE_OPERATORTABLE_H

#include "torch-onnx/Dialect/Torch/IR/Arguments.h"

namespace torch_onnx::torch {

/// What the results of an operator have to do with the memory of its operand.
/// Operators give one of the kinds; what one operation does, getAliases() of
/// lib/Dialect/Torch/Transforms/Views.h says with the same names.
///
/// Sources: aten/src/ATen/native/TensorShape.cpp, FunctionalInverses.cpp.
enum class ViewKind {
  /// New memory, or a view that has no row.
  None,
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
  /// The same elements in the same order: view, squeeze, unflatten.
  Reshape,
  /// Another order of the dimensions (getViewPermutation()): two of them
  /// swapped, all reversed, the last two swapped, the order given, some moved.
  Transpose,
  Reverse,
  TransposeMatrix,
  Permute,
  MoveDim,
  /// The conjugate of TransposeMatrix: adjoint, mH.
  Adjoint,
  /// The operand itself where it is real, otherwise its conjugate.
  Conjugate,
  /// A bit of the tensor that says that its elements are negated.
  Negate,
  /// Another element type for the same bits.
  Bitcast,
  AsReal,
  AsComplex,
  RealPart,
  ImaginaryPart,
  /// Several elements may be the same memory: nothing is written through,
  /// unless the shape stays.
  Expand,
  /// A view whose bounds are elements of a tensor: nothing is written through.
  NoInverse,
  /// Reshape where strides allow it, a copy otherwise: reshape, flatten.
  ReshapeOrCopy,
  /// Split where LibTorch shares memory without saying so: unsafe_split.
  SplitOrCopy,
  /// The operand itself if there is nothing to do, a copy otherwise: type_as.
  SameOrCopy,
  /// The same, and what there is to do is written in the arguments: to.
  Convert,
  /// The operand itself where it is real, otherwise SameOrCopy: resolve_conj.
  Resolve,
  /// The operand itself unless the operator is training: dropout.
  SameInEvaluation,
  /// Each result is a view of the operand of its number, or a copy: meshgrid.
  EachOrCopy,

  // The following two are kinds of operations, not of operators.

  /// Not an alias.
  Copy,
  /// A view or a copy, depending on strides that a type does not have and that
  /// the program does not tell (TorchDialect::getIsViewAttrName()).
  Undecided
};

/// What torch-fold-constants computes of elements in memory.
enum class FoldKind {
  None,
  Identity,
  // Of static shape alone.
  Zeros,
  Ones,
  Full,
  Arange,
  // One tensor.
  Cast,
  Neg,
  Abs,
  BitNot,
  LogicalNot,
  CumSum,
  // Two broadcast operands.
  Add,
  Sub,
  ReverseSub,
  Mul,
  Div,
  DivMode,
  FloorDiv,
  Remainder,
  Minimum,
  Maximum,
  BitAnd,
  BitOr,
  BitXor,
  LogicalAnd,
  LogicalOr,
  LogicalXor,
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  // Several.
  Where,
  Cat,
  Stack
};

/// What an operator updates though its schema does not have it
/// (ATen/native/Normalization.cpp).
enum class HiddenWrite {
  None,
  /// The running statistics of the batch, as the overload does that returns
  /// them: _native_batch_norm_legit.
  BatchStatistics,
  /// Those of instances, averaged over the batch.
  InstanceStatistics,
  /// Running statistics, in a way that no operator with a lowering has.
  OtherStatistics
};

struct OperatorTraits {
  ViewKind view = ViewKind::None;
  FoldKind fold = FoldKind::None;
  HiddenWrite hiddenWrite = HiddenWrite::None;
  /// torch.export records the strides that eager's kernels give the results,
  /// though an operand is not contiguous. Which operators these are has been
  /// measured, and integration/semantics/test_strides.py measures it anew.
  bool recordsStrides = false;
};

/// The traits of an operator; default traits where the table has no row for it.
const OperatorTraits &getTraits(const Schema *schema);
inline const OperatorTraits &getTraits(OperatorOp op) {
  return getTraits(op.getSchema());
}

/// For each dimension of the result of a view that orders dimensions, the one
/// of the operand, which has `rank`. Nothing for other views, and where the
/// arguments are not constant or do not fit.
std::optional<llvm::SmallVector<int64_t>> getViewPermutation(OperatorOp view,
                                                             int64_t rank);

/// The dimension that a Split goes along, 0 <= axis < rank; nothing where the
/// argument is not constant or does not fit.
std::optional<int64_t> getSplitDim(OperatorOp split, int64_t rank);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_INFERENCE_OPERATORTABLE_H
