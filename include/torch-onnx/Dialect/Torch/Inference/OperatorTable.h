//===- OperatorTable.h - What an operator is --------------------*- C++ -*-===//
//
// What the compiler knows about an operator beside its schema and its lowering:
// the rule for the types of its results, what its results share with its
// operands, which arguments have the elements of its results and along which
// dimensions it moves them, how it folds, and what it writes to without saying
// so. Each canonical operator has one row, in
// lib/Dialect/Torch/Inference/<Family>.cpp; every pass reads it
// (docs/Rationale/Movement.md).
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_INFERENCE_OPERATORTABLE_H
#define TORCH_ONNX_DIALECT_TORCH_INFERENCE_OPERATORTABLE_H

#include "torch-onnx/Dialect/Torch/IR/Arguments.h"

#include <array>

namespace torch_onnx::torch {

/// What the results of an operator have to do with the memory of its operand:
/// ViewKinds.def. Operators give one of the kinds; what one operation does,
/// getAliases() of lib/Dialect/Torch/Transforms/Functionalize/Views.h says with
/// the same names.
enum class ViewKind {
#define VIEW_KIND(NAME, CARRY, RETURNS_OPERAND) NAME,
#include "torch-onnx/Dialect/Torch/Inference/ViewKinds.def"
#undef VIEW_KIND
};

/// The names of some arguments of an operator, in the order of importance.
class ArgNames {
public:
  /// Nothing is said.
  constexpr ArgNames() = default;
  ArgNames(std::initializer_list<llvm::StringRef> list)
      : count(list.size()), given(true) {
    assert(list.size() <= names.size() && "more names than there is room for");
    llvm::copy(list, names.begin());
  }
  /// No argument.
  static ArgNames none() { return std::initializer_list<llvm::StringRef>(); }

  bool isGiven() const { return given; }
  bool empty() const { return count == 0; }
  llvm::StringRef front() const { return names.front(); }
  const llvm::StringRef *begin() const { return names.begin(); }
  const llvm::StringRef *end() const { return begin() + count; }
  operator llvm::ArrayRef<llvm::StringRef>() const { return {begin(), count}; }

private:
  std::array<llvm::StringRef, 3> names;
  unsigned char count = 0;
  bool given = false;
};

/// What an operator does with dimensions that it has no business with: how it
/// is called to carry one more of them along. A batch (torch.vmap) is such a
/// dimension in front, the two numbers of 4 bits in a byte are one behind.
enum class Carry {
  /// Not known, or in a way of its own.
  Unknown,
  /// Each element by itself: a copy, a conversion, a tensor of the same shape.
  Each,
  /// It counts dimensions from the last one: tril, pad.
  Last,
  /// It works along the dimensions in the arguments `axes`.
  Along,
  /// The same, and the dimension is a new one of the result: stack.
  AlongNew,
  /// The same, and no dimension means all of them: sum.
  AlongOrAll,
  /// The same, and what it reads there comes as a new, last dimension: unfold,
  /// diagonal.
  Appends,
  /// It keeps the order of the elements in memory: view, squeeze.
  Reshape,
  /// Another order of the dimensions (getViewPermutation()).
  Permute,
  /// To the shape of the result.
  Expand,
  /// It repeats the whole, in each dimension as often as its second argument
  /// says: repeat, tile.
  Repeat
};

/// What torch-fold-constants computes of elements in memory.
enum class FoldKind {
  None,
  Identity,
  /// Elements without a value, which are not folded: empty.
  Empty,
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

/// For each dimension of the result of a view that orders dimensions, the one
/// of the operand, which has `rank`. Nothing where the arguments are not
/// constant or do not fit.
using OrderFn = std::optional<llvm::SmallVector<int64_t>> (*)(
    const Arguments &args, int64_t rank);

struct OperatorTraits {
  ViewKind view = ViewKind::None;
  /// The arguments whose elements the results are made of. All other tensors
  /// say where elements are. A view has those of its first argument.
  ArgNames elements = {};
  /// Each element of a result is a sum of such elements, with real factors,
  /// where it is no element itself.
  bool sums = false;
  /// Tensors of which only the sizes count, beside `elements`.
  ArgNames shapes = {};
  /// The arguments that are dimensions of the first of `elements`, or of the
  /// first argument.
  ArgNames axes = {};
  /// Follows from `axes`, and of a view from its kind.
  Carry carry = Carry::Unknown;
  /// Of a view that orders dimensions.
  OrderFn order = nullptr;
  /// The dimension of a split that has no argument for it: hsplit.
  std::optional<int64_t> splitDim = {};
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

/// Whether the row of an operator has a type rule; torch-decompose knows what
/// the views without one are.
bool hasTypeRule(const Schema *schema);

/// OperatorTraits::elements, also of a view whose row does not give them; not
/// given where the operator computes something else, or nothing is known.
ArgNames getElements(const Schema *schema);

/// OperatorTraits::carry, also where it follows from the rest of the row.
Carry getCarry(const Schema *schema);

/// How views of a kind carry a dimension. The kinds for which it is Along give
/// a part of the operand along one dimension.
Carry getCarry(ViewKind kind);

/// Whether a result may be the operand, the same object.
bool mayReturnOperand(ViewKind kind);

/// What OperatorTraits::order gives; nothing for other operators.
std::optional<llvm::SmallVector<int64_t>> getViewPermutation(OperatorOp view,
                                                             int64_t rank);

/// The dimension that a Split goes along, 0 <= axis < rank; nothing where the
/// argument is not constant or does not fit.
std::optional<int64_t> getSplitDim(OperatorOp split, int64_t rank);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_INFERENCE_OPERATORTABLE_H
