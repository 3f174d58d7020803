//===- Float4.cpp - What operators do with pairs of f4E2M1FN --------------===//
//
// See Float4.h. Views are known by their kind in the operator table.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/Inference/Float4.h"

#include "torch-onnx/Arithmetic/Shapes.h"
#include "torch-onnx/Dialect/Torch/Inference/OperatorTable.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// Of operators that are no views.
static Float4Kind getKindByName(StringRef name) {
  using Kind = Float4Kind;
  return llvm::StringSwitch<Kind>(name)
      .Cases({"aten.clone.default", "aten.contiguous.default",
              "aten._to_copy.default", "aten.lift.default",
              "aten.lift_fresh.default", "aten.lift_fresh_copy.default",
              "aten._lazy_clone.default", "aten.pin_memory.default"},
             Kind::Same)
      .Cases({"aten._reshape_copy.default", "aten.squeeze_copy.dims"},
             Kind::Reshape)
      .Cases({"aten.cat.default", "aten.index_select.default",
              "aten.slice_scatter.default", "aten.select_scatter.default",
              "aten.repeat_interleave.self_int"},
             Kind::Along)
      .Case("aten.stack.default", Kind::AlongNew)
      .Cases({"aten.flip.default", "aten.roll.default"}, Kind::AlongEach)
      .Cases({"aten.repeat.default", "aten.tile.default"}, Kind::Repeat)
      .Case("aten.embedding.default", Kind::Rows)
      .Case("aten.where.self", Kind::Where)
      .Case("aten.copy.default", Kind::Assign)
      .Cases({"aten.zeros.default", "aten.zeros_like.default",
              "aten.new_zeros.default", "aten.zero.default",
              "aten.empty.memory_format", "aten.empty_like.default",
              "aten.new_empty.default", "aten.empty_strided.default",
              "aten.new_empty_strided.default", "aten.empty_permuted.default"},
             Kind::Fill)
      .Case("aten.sym_size.int", Kind::Size)
      .Case("aten.sym_numel.default", Kind::NumElements)
      .Default(Kind::None);
}

Float4Kind torch::getFloat4Kind(const Schema *schema) {
  using Kind = Float4Kind;
  if (!schema)
    return Kind::None;
  switch (getTraits(schema).view) {
  case ViewKind::Same:
  case ViewKind::Identity:
  case ViewKind::Conjugate:
  case ViewKind::SameOrCopy:
  case ViewKind::Convert:
  case ViewKind::Resolve:
  case ViewKind::SameInEvaluation:
    return Kind::Same;
  case ViewKind::Reshape:
  case ViewKind::ReshapeOrCopy:
    return Kind::Reshape;
  case ViewKind::Transpose:
  case ViewKind::Reverse:
  case ViewKind::TransposeMatrix:
  case ViewKind::Permute:
  case ViewKind::MoveDim:
  case ViewKind::Adjoint:
    return Kind::Permute;
  case ViewKind::Expand:
    return Kind::Expand;
  case ViewKind::Select:
  case ViewKind::Slice:
  case ViewKind::Narrow:
  case ViewKind::Unbind:
  case ViewKind::Split:
  case ViewKind::SplitOrCopy:
    return Kind::Along;
  case ViewKind::Diagonal:
  case ViewKind::Unfold:
    return Kind::Appends;
  case ViewKind::Bitcast:
    return Kind::Bitcast;
  default:
    return getKindByName(schema->getName());
  }
}

bool torch::isFloat4PairTensor(Type type) {
  return arithmetic::isFloat4Pair(getElementTypeOrSelf(type));
}

bool torch::hasFloat4Pairs(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isFloat4PairTensor) ||
         llvm::any_of(op->getResultTypes(), isFloat4PairTensor);
}
