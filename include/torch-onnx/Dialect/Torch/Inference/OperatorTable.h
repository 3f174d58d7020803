//===- OperatorTable.h - Properties of operators ----------------*- C++ -*-===//
//
// Each canonical operator has one row in
// lib/Dialect/Torch/Inference/<Family>.cpp: its type rule, aliasing between
// results and operands, the arguments that carry elements, the arguments that
// are dimensions, its constant fold, and the writes that its schema does not
// declare. All passes read this table; schemas and lowerings are elsewhere
// (docs/Rationale/Movement.md).
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_INFERENCE_OPERATORTABLE_H
#define TORCH_ONNX_DIALECT_TORCH_INFERENCE_OPERATORTABLE_H

#include "torch-onnx/Dialect/Torch/IR/Arguments.h"

#include <array>

namespace torch_onnx::torch {

/// How the results of an operator alias its operand; ViewKinds.def describes
/// the kinds. getAliases() in
/// lib/Dialect/Torch/Transforms/Functionalize/Views.h gives the kind of a
/// single operation.
enum class ViewKind {
#define VIEW_KIND(NAME, CARRY, RETURNS_OPERAND) NAME,
#include "torch-onnx/Dialect/Torch/Inference/ViewKinds.def"
#undef VIEW_KIND
};

/// Names of arguments of an operator, the most important one first.
class ArgNames {
public:
  /// The row does not list arguments.
  constexpr ArgNames() = default;
  ArgNames(std::initializer_list<llvm::StringRef> list)
      : count(list.size()), given(true) {
    assert(list.size() <= names.size() && "more names than there is room for");
    llvm::copy(list, names.begin());
  }
  /// The row lists no argument.
  static ArgNames none() { return std::initializer_list<llvm::StringRef>(); }

  bool isGiven() const { return given; }
  size_t size() const { return count; }
  bool empty() const { return count == 0; }
  llvm::StringRef front() const { return names.front(); }
  const llvm::StringRef *begin() const { return names.begin(); }
  const llvm::StringRef *end() const { return begin() + count; }
  operator llvm::ArrayRef<llvm::StringRef>() const LLVM_LIFETIME_BOUND {
    return {begin(), count};
  }

private:
  std::array<llvm::StringRef, 3> names;
  unsigned char count = 0;
  bool given = false;
};

/// How to call an operator on operands with one additional dimension that it
/// must not change. A batch (torch.vmap) is an additional first dimension; two
/// 4-bit numbers in a byte are an additional last dimension.
enum class Carry {
  /// Unknown, or specific to the operator.
  Unknown,
  /// Elementwise: a copy, a conversion, a tensor of the same shape.
  Each,
  /// Dimensions are counted from the last one: tril, pad.
  Last,
  /// The arguments `axes` are the dimensions that the operator works along.
  Along,
  /// As Along, and the dimension is new in the result: stack.
  AlongNew,
  /// As Along, and an absent or empty list means all dimensions: sum.
  AlongOrAll,
  /// As Along, and the elements read along the dimension become a new last
  /// dimension of the result: unfold, diagonal.
  Appends,
  /// The order of elements in memory is kept: view, squeeze.
  Reshape,
  /// The dimensions are permuted (getViewPermutation()).
  Permute,
  /// The operand is broadcast to the shape of the result.
  Expand,
  /// The operand is repeated; the second argument has the number of repetitions
  /// of each dimension: repeat, tile.
  Repeat
};

/// The function by which torch-fold-constants folds an operator.
enum class FoldKind {
  None,
  Identity,
  /// Uninitialized elements, which are not folded: empty.
  Empty,
  // Determined by a static shape.
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
  // More operands.
  Where,
  Cat,
  Stack
};

/// Arguments that an operator updates although its schema does not declare the
/// write (ATen/native/Normalization.cpp).
enum class HiddenWrite {
  None,
  /// The running statistics of the batch; _native_batch_norm_legit returns the
  /// same values as results.
  BatchStatistics,
  /// The running statistics of instances, averaged over the batch.
  InstanceStatistics,
  /// Running statistics, in a form that no operator with a lowering computes.
  OtherStatistics
};

/// The permutation of a view of an operand with `rank` dimensions: element i is
/// the dimension of the operand that becomes dimension i of the result. Nothing
/// if the arguments are not constant or are invalid.
using OrderFn = std::optional<llvm::SmallVector<int64_t>> (*)(
    const Arguments &args, int64_t rank);

/// The facts of a row beside its type rule.
struct OperatorTraits {
  ViewKind view = ViewKind::None;
  /// The arguments whose elements become elements of the results. All other
  /// tensor arguments are positions or conditions. For a view this is its first
  /// argument.
  ArgNames elements = {};
  /// An element of a result may also be a sum of elements, with real factors.
  bool sums = false;
  /// Further tensors of which only the sizes matter.
  ArgNames shapes = {};
  /// The arguments that are dimensions of the first of `elements`, or of the
  /// first argument if `elements` is not given.
  ArgNames axes = {};
  /// By default derived from `axes`, or from the kind of a view.
  Carry carry = Carry::Unknown;
  /// The permutation of a view with Carry::Permute.
  OrderFn order = nullptr;
  /// The dimension of a split that has no dimension argument: hsplit.
  std::optional<int64_t> splitDim = {};
  FoldKind fold = FoldKind::None;
  HiddenWrite hiddenWrite = HiddenWrite::None;
  /// torch.export records the same strides of results as eager's kernels
  /// produce, even if an operand is not contiguous.
  /// integration/semantics/test_strides.py measures which operators do.
  bool recordsStrides = false;
  /// Whether torch.export declares wrong types for a call with these arguments.
  bool (*isMisdeclared)(const Arguments &args) = nullptr;
};

/// The traits of an operator; default traits if the table has no row for it.
const OperatorTraits &getTraits(const Schema *schema);
inline const OperatorTraits &getTraits(OperatorOp op) {
  return getTraits(op.getSchema());
}

/// Whether the row of an operator has a type rule. torch-decompose replaces the
/// views that have none.
bool hasTypeRule(const Schema *schema);

/// OperatorTraits::elements, or the first argument of a view whose row does not
/// list them. `isGiven()` is false if the results have other elements, or if
/// the row does not say.
ArgNames getElements(const Schema *schema);

/// OperatorTraits::carry, or what follows from the rest of the row.
Carry getCarry(const Schema *schema);

/// How views of a kind carry a dimension. A kind with Carry::Along reads a part
/// of the operand along one dimension.
Carry getCarry(ViewKind kind);

/// Whether a result may be the operand itself, not only share its memory.
bool mayReturnOperand(ViewKind kind);

/// The result of OperatorTraits::order; nothing for other operators.
std::optional<llvm::SmallVector<int64_t>> getViewPermutation(OperatorOp view,
                                                             int64_t rank);

/// The dimension that a Split divides, in [0, rank); nothing if the argument is
/// not constant or is out of range.
std::optional<int64_t> getSplitDim(OperatorOp split, int64_t rank);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_INFERENCE_OPERATORTABLE_H
