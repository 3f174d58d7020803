//===- LegalizeFloat4.cpp - Lowering of pairs of f4E2M1FN to numbers ------===//
//
// One walk in program order. A tensor with n pairs in its last dimension
// becomes a tensor of 2*n numbers with the same bytes. Every operator on pairs
// is replaced (Float4Rules.h). An operator that cannot be replaced is kept,
// with the reason; the conversion reports all such operators.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/Transforms/Passes.h"

#include "Float4Rules.h"

#include "torch-onnx/Dialect/Sym/IR/Ranges.h"
#include "torch-onnx/Dialect/Torch/Inference/Float4.h"
#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"
#include "torch-onnx/Support/ModelAttributes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace torch_onnx::torch {
#define GEN_PASS_DEF_LEGALIZEFLOAT4
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h.inc"
} // namespace torch_onnx::torch

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

namespace {
struct LegalizeFloat4Pass
    : torch::impl::LegalizeFloat4Base<LegalizeFloat4Pass> {
  using LegalizeFloat4Base::LegalizeFloat4Base;

  void runOnOperation() override {
    ranges.reset();
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (!func.isExternal() && !legalize(func))
        return signalPassFailure();
  }

private:
  bool legalize(func::FuncOp func);
  bool legalizeBlock(Block &block);
  bool legalizeConstant(ConstantOp constant);
  bool legalizeControlFlow(Operation *op);
  void legalizeOperator(OperatorOp op);
  void retype(Value value);
  bool hasPairs(Operation *op) const {
    return hasFloat4Pairs(op) ||
           llvm::any_of(op->getOperands(), [&](Value operand) {
             return pairTypes.contains(operand);
           });
  }

  std::optional<sym::Ranges> ranges;
  PairTypes pairTypes;
  SmallVector<OperatorOp> replaced;
};

} // namespace

void LegalizeFloat4Pass::legalizeOperator(OperatorOp op) {
  auto leave = [&](StringRef reason) {
    op->setAttr(notLegalizedAttrName, StringAttr::get(op.getContext(), reason));
  };
  // The results of a kept operator.
  for (Value operand : op->getOperands())
    if (isFloat4PairTensor(operand.getType()))
      return leave("");
  if (!ranges)
    ranges = sym::readRanges(getOperation());
  if (std::optional<std::string> reason = rewriteFloat4(op, *ranges, pairTypes))
    return leave(*reason);
  replaced.push_back(op);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Changes the type of a value to its numbers; its users are visited later.
void LegalizeFloat4Pass::retype(Value value) {
  if (!isFloat4PairTensor(value.getType()))
    return;
  auto pairs = cast<RankedTensorType>(value.getType());
  pairTypes[value] = pairs;
  value.setType(getFloat4Type(pairs));
}

bool LegalizeFloat4Pass::legalizeConstant(ConstantOp constant) {
  ElementsAttr numbers = getFloat4Numbers(constant.getValue());
  if (!numbers) {
    constant.emitError("expected a constant of float4_e2m1fn_x2 whose bytes "
                       "can be read as pairs of numbers, found ")
        << constant.getValue().getAbstractAttribute().getName();
    return false;
  }
  constant.setValueAttr(numbers);
  retype(constant.getResult());
  return true;
}

/// Converts the operands, yielded values and results of a branch or a loop as
/// well. The slices of a vector of pairs would be single numbers.
bool LegalizeFloat4Pass::legalizeControlFlow(Operation *op) {
  bool isSingle = false;
  auto retypeAll = [&](ValueRange values) {
    for (Value value : values) {
      if (isFloat4PairTensor(value.getType()))
        isSingle |= cast<RankedTensorType>(value.getType()).getRank() == 0;
      retype(value);
    }
  };
  bool isDone = true;
  for (Region &region : op->getRegions()) {
    retypeAll(region.front().getArguments());
    isDone &= legalizeBlock(region.front());
    for (Value yielded : region.front().getTerminator()->getOperands())
      if (RankedTensorType pairs = pairTypes.lookup(yielded))
        isSingle |= pairs.getRank() == 0;
  }
  retypeAll(op->getResults());
  auto loop = dyn_cast<WhileOp>(op);
  if (isSingle && (isa<ScanOp>(op) || (loop && loop.getStacked()))) {
    op->emitError(
        "expected tensors of float4_e2m1fn_x2 of 2 or more dimensions "
        "in a loop that slices or stacks them, found one of 1");
    return false;
  }
  return isDone;
}

bool LegalizeFloat4Pass::legalizeBlock(Block &body) {
  bool isDone = true;
  for (Operation &op : llvm::make_early_inc_range(body)) {
    if (isa<IfOp, WhileOp, ScanOp>(op)) {
      isDone &= legalizeControlFlow(&op);
      continue;
    }
    for (Region &region : op.getRegions())
      region.walk([&](Operation *inner) {
        if (!hasPairs(inner))
          return;
        inner->emitError("expected no float4_e2m1fn_x2 in a subgraph, found "
                         "some");
        isDone = false;
      });
    if (!hasPairs(&op) || op.hasTrait<OpTrait::IsTerminator>())
      continue;
    if (auto constant = dyn_cast<ConstantOp>(op)) {
      isDone &= legalizeConstant(constant);
    } else if (auto call = dyn_cast<OperatorOp>(op)) {
      legalizeOperator(call);
    } else {
      op.emitError("expected no float4_e2m1fn_x2, found some");
      isDone = false;
    }
  }
  return isDone;
}

bool LegalizeFloat4Pass::legalize(func::FuncOp func) {
  auto isPair = [](Value value) { return isFloat4PairTensor(value.getType()); };
  // Most programs have no pairs.
  bool hasAny =
      llvm::any_of(func.getArguments(), isPair) ||
      func.walk([&](Operation *op) {
            bool found = hasFloat4Pairs(op);
            for (Region &region : op->getRegions())
              for (Block &block : region)
                found |= llvm::any_of(block.getArguments(), isPair);
            return found ? WalkResult::interrupt() : WalkResult::advance();
          })
          .wasInterrupted();
  if (!hasAny)
    return true;
  if (!func.getBody().hasOneBlock()) {
    func.emitError("expected one block in a function with float4_e2m1fn_x2, "
                   "found several");
    return false;
  }
  Block &body = func.getBody().front();
  for (BlockArgument argument : body.getArguments()) {
    if (!isPair(argument))
      continue;
    unsigned index = argument.getArgNumber();
    if (auto value =
            func.getArgAttrOfType<ElementsAttr>(index, onnx::kDefaultAttr)) {
      ElementsAttr numbers = getFloat4Numbers(value);
      if (!numbers) {
        func.emitError("expected the default of argument #")
            << index << " to be bytes that can be read as pairs of numbers, "
            << "found " << value.getAbstractAttribute().getName();
        return false;
      }
      func.setArgAttr(index, onnx::kDefaultAttr, numbers);
    }
    retype(argument);
  }
  bool isDone = legalizeBlock(body);
  func.setFunctionType(
      FunctionType::get(func.getContext(), body.getArgumentTypes(),
                        body.getTerminator()->getOperandTypes()));
  // The operands of a kept operator are kept, too.
  for (OperatorOp op : llvm::reverse(replaced)) {
    if (op->use_empty())
      op->erase();
    else
      op->setAttr(notLegalizedAttrName, StringAttr::get(op.getContext(), ""));
  }
  replaced.clear();
  pairTypes.clear();
  return isDone;
}
