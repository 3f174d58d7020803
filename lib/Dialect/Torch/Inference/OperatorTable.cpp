//===- OperatorTable.cpp - Properties of operators ------------------------===//
//
// Collects the rows of all families, and derives further properties from a row.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/Inference/OperatorTable.h"

#include "Inference.h"
#include "Shapes.h"

using namespace mlir;
using namespace torch_onnx::torch;

const OperatorTable &OperatorTable::get() {
  static const OperatorTable table = [] {
    OperatorTable t;
#define FAMILY(NAME) populate##NAME##Operators(t);
#include "Families.def"
#undef FAMILY
    return t;
  }();
  return table;
}

const TypeRule *OperatorTable::findRule(const Schema *schema) const {
  const Row *row = rows.find(schema);
  return row && row->rule ? &row->rule : nullptr;
}

const OperatorTraits &OperatorTable::getTraits(const Schema *schema) const {
  static const OperatorTraits none;
  const Row *row = rows.find(schema);
  return row ? row->traits : none;
}

const OperatorTraits &torch_onnx::torch::getTraits(const Schema *schema) {
  return OperatorTable::get().getTraits(schema);
}

ArgNames torch_onnx::torch::getElements(const Schema *schema) {
  const OperatorTraits &traits = getTraits(schema);
  if (traits.elements.isGiven() || traits.view == ViewKind::None)
    return traits.elements;
  const SchemaArg &first = schema->getArgs().front();
  // The first argument of einsum is a text.
  return first.type.kind == ArgKind::Tensor ? ArgNames({first.name})
                                            : ArgNames();
}

namespace {
struct ViewFacts {
  Carry carry;
  bool returnsOperand;
};
} // namespace

static constexpr ViewFacts viewFacts[] = {
#define VIEW_KIND(NAME, CARRY, RETURNS_OPERAND) {Carry::CARRY, RETURNS_OPERAND},
#include "torch-onnx/Dialect/Torch/Inference/ViewKinds.def"
#undef VIEW_KIND
};

Carry torch_onnx::torch::getCarry(ViewKind kind) {
  return viewFacts[static_cast<unsigned>(kind)].carry;
}

bool torch_onnx::torch::mayReturnOperand(ViewKind kind) {
  return viewFacts[static_cast<unsigned>(kind)].returnsOperand;
}

Carry torch_onnx::torch::getCarry(const Schema *schema) {
  const OperatorTraits &traits = getTraits(schema);
  if (traits.carry != Carry::Unknown)
    return traits.carry;
  Carry carry = getCarry(traits.view);
  if (carry == Carry::Unknown || carry == Carry::Along)
    return traits.axes.empty() ? Carry::Unknown : Carry::Along;
  return carry;
}

std::optional<SmallVector<int64_t>>
torch_onnx::torch::getViewPermutation(OperatorOp view, int64_t rank) {
  OrderFn order = getTraits(view).order;
  return order ? order(Arguments(view), rank) : std::nullopt;
}

std::optional<int64_t> torch_onnx::torch::getSplitDim(OperatorOp split,
                                                      int64_t rank) {
  std::optional<int64_t> dim = getTraits(split).splitDim;
  if (!dim)
    return wrapDim(Arguments(split).getInt("dim"), rank);
  // The columns of a vector are its elements (hsplit).
  return wrapDim(*dim == 1 && rank == 1 ? 0 : *dim, rank);
}
