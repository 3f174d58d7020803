//===- LegalizePairs.cpp - Lowering of tensors of pairs -------------------===//
//
// See LegalizePairs.h.
//
//===----------------------------------------------------------------------===//

#include "LegalizePairs.h"

#include "torch-onnx/Support/ModelAttributes.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// Marks an operator as kept.
static void keep(OperatorOp op, StringRef reason) {
  op->setAttr(notLegalizedAttrName, StringAttr::get(op.getContext(), reason));
}

bool LegalizePairs::hasPairs(Operation *op) const {
  auto isOfPairs = [&](Type type) { return isPairs(type); };
  bool isFound = usesPairs(op) ||
                 llvm::any_of(op->getOperandTypes(), isOfPairs) ||
                 llvm::any_of(op->getResultTypes(), isOfPairs);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      isFound |= llvm::any_of(block.getArgumentTypes(), isOfPairs);
  return isFound;
}

void LegalizePairs::convertAll(ValueRange values) {
  for (Value value : values)
    if (isPairs(value.getType()))
      convert(value);
}

void LegalizePairs::legalizeOperator(OperatorOp op) {
  if (llvm::any_of(op->getOperands(),
                   [&](Value operand) { return isKept(operand); }))
    return keep(op, "");
  if (!ranges)
    ranges = sym::readRanges(module);
  if (std::optional<std::string> reason = rewrite(op, *ranges))
    return keep(op, *reason);
  replaced.push_back(op);
}

bool LegalizePairs::legalizeControlFlow(Operation *op) {
  if (!checkControlFlow(op))
    return false;
  bool isDone = true;
  convertOperands(op);
  for (Region &region : op->getRegions()) {
    convertAll(region.front().getArguments());
    isDone &= legalizeBlock(region.front());
  }
  convertAll(op->getResults());
  return isDone;
}

bool LegalizePairs::legalizeBlock(Block &block) {
  bool isDone = true;
  auto fail = [&](Operation *op, const Twine &where, const Twine &found) {
    op->emitError("expected ") << expected << where << ", found " << found;
    isDone = false;
  };
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (isa<IfOp, WhileOp, ScanOp>(op)) {
      isDone &= legalizeControlFlow(&op);
      continue;
    }
    for (Region &region : op.getRegions())
      region.walk([&](Operation *inner) {
        if (hasPairs(inner))
          fail(inner, " in a subgraph", found);
      });
    if (!hasPairs(&op))
      continue;
    if (op.hasTrait<OpTrait::IsTerminator>()) {
      convertOperands(&op);
    } else if (auto call = dyn_cast<OperatorOp>(op)) {
      legalizeOperator(call);
    } else if (auto constant = dyn_cast<ConstantOp>(op)) {
      ElementsAttr pairs = constant.getValue(), numbers = getNumbers(pairs);
      if (!numbers) {
        fail(&op, " of a kind that can be read as pairs",
             pairs.getAbstractAttribute().getName());
        continue;
      }
      constant.setValueAttr(numbers);
      convert(constant);
    } else {
      fail(&op, "", found);
    }
  }
  return isDone;
}

bool LegalizePairs::legalizeFunction(func::FuncOp func) {
  // Most programs have no pairs.
  WalkResult result = func.walk([&](Operation *op) {
    return hasPairs(op) ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (!result.wasInterrupted())
    return true;
  if (!func.getBody().hasOneBlock()) {
    func.emitError("expected one block in a function with ")
        << kind << ", found several";
    return false;
  }
  Block &body = func.getBody().front();
  for (BlockArgument argument : body.getArguments()) {
    unsigned index = argument.getArgNumber();
    auto pairs = func.getArgAttrOfType<ElementsAttr>(index, onnx::kDefaultAttr);
    if (!pairs || !isPairs(argument.getType()))
      continue;
    ElementsAttr numbers = getNumbers(pairs);
    if (!numbers) {
      func.emitError("expected the default of argument #")
          << index << " to be elements that can be read as pairs, found "
          << pairs.getAbstractAttribute().getName();
      return false;
    }
    func.setArgAttr(index, onnx::kDefaultAttr, numbers);
  }
  convertAll(body.getArguments());
  bool isDone = legalizeBlock(body);
  func.setFunctionType(
      FunctionType::get(func.getContext(), body.getArgumentTypes(),
                        body.getTerminator()->getOperandTypes()));
  // The operands of a kept operator are kept, too.
  for (OperatorOp op : llvm::reverse(replaced)) {
    if (op->use_empty())
      op->erase();
    else
      keep(op, "");
  }
  replaced.clear();
  clear();
  return isDone;
}

bool LegalizePairs::legalizeModule(ModuleOp op) {
  module = op;
  ranges.reset();
  for (auto func : module.getOps<func::FuncOp>())
    if (!func.isExternal() && !legalizeFunction(func))
      return false;
  return true;
}
