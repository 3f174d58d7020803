//===- LegalizeFloat4.cpp - Lowering of pairs of f4E2M1FN to numbers ------===//
//
// A tensor with n pairs in its last dimension becomes a tensor of 2*n numbers
// with the same bytes. Every operator on pairs is replaced (Float4Rules.h).
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/Transforms/Passes.h"

#include "Float4Rules.h"
#include "LegalizePairs.h"

#include "torch-onnx/Dialect/Torch/Inference/Float4.h"
#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace torch_onnx::torch {
#define GEN_PASS_DEF_LEGALIZEFLOAT4
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h.inc"
} // namespace torch_onnx::torch

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

namespace {
struct LegalizeFloat4Pass : torch::impl::LegalizeFloat4Base<LegalizeFloat4Pass>,
                            LegalizePairs {
  LegalizeFloat4Pass()
      : LegalizePairs("float4_e2m1fn_x2", "no float4_e2m1fn_x2", "some") {}

  void runOnOperation() override {
    if (!legalizeModule(getOperation()))
      signalPassFailure();
  }

private:
  bool isPairs(Type type) const override { return isFloat4PairTensor(type); }
  bool usesPairs(Operation *op) const override {
    return llvm::any_of(op->getOperands(), [&](Value operand) {
      return pairTypes.contains(operand);
    });
  }
  bool isKept(Value value) const override { return isPairs(value.getType()); }
  ElementsAttr getNumbers(ElementsAttr pairs) const override {
    return getFloat4Numbers(pairs);
  }
  void convert(Value value) override {
    auto pairs = cast<RankedTensorType>(value.getType());
    pairTypes[value] = pairs;
    value.setType(getFloat4Type(pairs));
  }
  bool checkControlFlow(Operation *op) override;
  std::optional<std::string> rewrite(OperatorOp op,
                                     const sym::Ranges &ranges) override {
    return rewriteFloat4(op, ranges, pairTypes);
  }
  void clear() override { pairTypes.clear(); }

  PairTypes pairTypes;
};
} // namespace

/// The slices of a vector of pairs would be single numbers.
bool LegalizeFloat4Pass::checkControlFlow(Operation *op) {
  auto loop = dyn_cast<WhileOp>(op);
  if (!isa<ScanOp>(op) && !(loop && loop.getStacked()))
    return true;
  auto isSingle = [&](Value value) {
    RankedTensorType pairs = isPairs(value.getType())
                                 ? cast<RankedTensorType>(value.getType())
                                 : pairTypes.lookup(value);
    return pairs && pairs.getRank() == 0;
  };
  bool isFound = llvm::any_of(op->getResults(), isSingle);
  for (Region &region : op->getRegions())
    isFound |=
        llvm::any_of(region.front().getArguments(), isSingle) ||
        llvm::any_of(region.front().getTerminator()->getOperands(), isSingle);
  if (isFound)
    op->emitError(
        "expected tensors of float4_e2m1fn_x2 of 2 or more dimensions "
        "in a loop that slices or stacks them, found one of 1");
  return !isFound;
}
