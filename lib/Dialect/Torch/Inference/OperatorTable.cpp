//===- OperatorTable.cpp - What an operator is ----------------------------===//
//
// Collects the rows of all families, and reads the arguments that every part of
// the compiler has to read in the same way.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/Inference/OperatorTable.h"

#include "Inference.h"

#include <numeric>

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

static std::optional<int64_t> wrap(std::optional<int64_t> dim, int64_t rank) {
  if (!dim || *dim < -rank || *dim >= rank)
    return std::nullopt;
  return *dim < 0 ? *dim + rank : *dim;
}

/// `source` dimensions go to `destination`; the others keep their order.
static std::optional<SmallVector<int64_t>>
moveDims(ArrayRef<int64_t> source, ArrayRef<int64_t> destination,
         int64_t rank) {
  SmallVector<int64_t> order(rank, -1);
  SmallVector<bool> isMoved(rank, false);
  if (source.size() != destination.size())
    return std::nullopt;
  for (auto [from, to] : llvm::zip_equal(source, destination)) {
    std::optional<int64_t> axis = wrap(from, rank), place = wrap(to, rank);
    if (!axis || !place || isMoved[*axis] || order[*place] >= 0)
      return std::nullopt;
    order[*place] = *axis;
    isMoved[*axis] = true;
  }
  int64_t next = 0;
  for (int64_t &axis : order) {
    if (axis >= 0)
      continue;
    while (isMoved[next])
      ++next;
    axis = next++;
  }
  return order;
}

std::optional<SmallVector<int64_t>>
torch_onnx::torch::getViewPermutation(OperatorOp view, int64_t rank) {
  Arguments args(view);
  SmallVector<int64_t> order(rank);
  std::iota(order.begin(), order.end(), 0);
  switch (getTraits(view).view) {
  case ViewKind::Reverse:
    std::reverse(order.begin(), order.end());
    return order;
  case ViewKind::TransposeMatrix:
  case ViewKind::Adjoint:
    if (rank >= 2)
      std::swap(order[rank - 1], order[rank - 2]);
    return order;
  case ViewKind::Transpose: {
    // transpose(0, -1) of a tensor without dimensions is the tensor.
    if (rank == 0)
      return order;
    std::optional<int64_t> a = wrap(args.getInt("dim0"), rank);
    std::optional<int64_t> b = wrap(args.getInt("dim1"), rank);
    if (!a || !b)
      return std::nullopt;
    std::swap(order[*a], order[*b]);
    return order;
  }
  case ViewKind::Permute: {
    std::optional<SmallVector<int64_t>> dims = args.getInts("dims");
    if (!dims || int64_t(dims->size()) != rank)
      return std::nullopt;
    // All of them go somewhere: a permutation as numpy has it.
    return moveDims(*dims, order, rank);
  }
  case ViewKind::MoveDim: {
    auto getDims = [&](StringRef name) -> std::optional<SmallVector<int64_t>> {
      if (std::optional<int64_t> dim = args.getInt(name))
        return SmallVector<int64_t>{*dim};
      return args.getInts(name);
    };
    auto source = getDims("source"), destination = getDims("destination");
    if (!source || !destination)
      return std::nullopt;
    if (rank == 0)
      return order;
    return moveDims(*source, *destination, rank);
  }
  default:
    return std::nullopt;
  }
}

std::optional<int64_t> torch_onnx::torch::getSplitDim(OperatorOp split,
                                                      int64_t rank) {
  StringRef target = split.getTarget();
  if (target.starts_with("aten.vsplit."))
    return wrap(0, rank);
  if (target.starts_with("aten.hsplit."))
    return wrap(rank > 1, rank);
  if (target.starts_with("aten.dsplit."))
    return wrap(2, rank);
  return wrap(Arguments(split).getInt("dim"), rank);
}
