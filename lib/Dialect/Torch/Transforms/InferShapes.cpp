//===- InferShapes.cpp - Completion and checking of types -----------------===//
//
// One walk in program order. The type of a result becomes the meet of the
// declared type and the inferred type, so it has the information of both. If
// they contradict each other, the program is invalid and is refused, because a
// conversion could give wrong numbers. If the exporter is known to declare
// wrong types, only the inferred type is used.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/Transforms/Passes.h"

#include "torch-onnx/Dialect/Torch/Inference/ControlFlow.h"
#include "torch-onnx/Dialect/Torch/Inference/TypeInference.h"
#include "torch-onnx/Support/ModelAttributes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

namespace torch_onnx::torch {
#define GEN_PASS_DEF_INFERSHAPES
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h.inc"
} // namespace torch_onnx::torch

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// The unknown type of values in programs without declared types.
static bool isUntyped(Type type) {
  return isa<UntypedType, UnrankedTensorType>(type);
}

namespace {
struct InferShapesPass : torch::impl::InferShapesBase<InferShapesPass> {
  using InferShapesBase::InferShapesBase;

  void runOnOperation() override {
    NumberExprs known(sym::readRanges(getOperation()));
    numbers = &known;
    hasFailed = false;
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (!func.isExternal())
        inferFunction(func);
    reportUntyped();
    untyped.clear();
    if (hasFailed)
      signalPassFailure();
  }

private:
  void inferFunction(func::FuncOp func) {
    for (Block &block : func.getBody()) {
      reportArguments(func, block);
      inferBlock(block);
    }
    // The result types are those of the terminator.
    Block &body = func.getBody().front();
    if (auto terminator = dyn_cast<func::ReturnOp>(body.getTerminator()))
      func.setFunctionType(FunctionType::get(&getContext(),
                                             body.getArgumentTypes(),
                                             terminator.getOperandTypes()));
  }

  void inferBlock(Block &block) {
    for (Operation &op : block) {
      if (auto call = dyn_cast<OperatorOp>(op))
        inferOperator(call);
      else if (isa<IfOp, WhileOp, ScanOp>(op))
        inferControlFlow(&op);
    }
  }

  /// The results of branches and loops have the types that their regions yield.
  /// The declared types of region arguments are used: a loop captured by
  /// torch.export keeps them in all iterations.
  void inferControlFlow(Operation *op) {
    for (Region &region : op->getRegions()) {
      reportArguments(op, region.front());
      inferBlock(region.front());
    }
    SmallVector<Type> types = inferYieldedTypes(op);
    for (auto [result, type] : llvm::zip_equal(op->getResults(), types)) {
      if (!type) {
        hasFailed = true;
        op->emitError() << "result " << result.getResultNumber() << " of '"
                        << op->getName()
                        << "' differs in dtype or rank between the regions";
        continue;
      }
      std::optional<Type> met =
          meetTypes(result.getType(), type, numbers->getRanges());
      if (met) {
        result.setType(*met);
        continue;
      }
      hasFailed = true;
      op->emitError() << "result " << result.getResultNumber() << " of '"
                      << op->getName() << "' is declared " << result.getType()
                      << ", its regions yield " << type;
    }
  }

  void inferOperator(OperatorOp op) {
    if (op->getNumRegions() != 0)
      return inferSubgraphs(op);
    std::string reason;
    FailureOr<SmallVector<Type>> types = inferResultTypes(op, *numbers, reason);
    bool hasRule = succeeded(types) || hasTypeRule(op.getTarget());
    if (succeeded(types)) {
      refine(op, *types);
    } else if (hasRule) {
      hasFailed = true;
      op.emitError() << "'" << op.getTarget()
                     << "' does not fit its operands: " << reason;
      return;
    }
    if (remarks)
      remarkOn(op, hasRule,
               succeeded(types) ? ArrayRef<Type>(*types) : ArrayRef<Type>());
    if (llvm::any_of(op->getResultTypes(), isUntyped))
      addUntyped(op, reason);
  }

  /// A body that runs once on the operands takes their types, and the results
  /// have the types that it yields. For other subgraphs the declared types are
  /// used.
  void inferSubgraphs(OperatorOp op) {
    for (Region &region : op.getBodies()) {
      for (Block &block : region) {
        if (op.getBodies().size() == 1 &&
            block.getNumArguments() == op->getNumOperands())
          for (auto [argument, operand] :
               llvm::zip_equal(block.getArguments(), op->getOperands()))
            if (isUntyped(argument.getType()))
              argument.setType(operand.getType());
        reportArguments(op, block);
        inferBlock(block);
      }
      if (op.getBodies().size() != 1 || !region.hasOneBlock())
        continue;
      auto yield = dyn_cast<YieldOp>(region.front().back());
      if (yield && yield.getNumOperands() == op->getNumResults())
        for (auto [result, value] :
             llvm::zip_equal(op->getResults(), yield.getValues()))
          if (isUntyped(result.getType()))
            result.setType(value.getType());
    }
    if (llvm::any_of(op->getResultTypes(), isUntyped))
      addUntyped(op, "no type rule");
  }

  void refine(OperatorOp op, ArrayRef<Type> types) {
    if (types.size() != op->getNumResults()) {
      hasFailed = true;
      op.emitError() << "the number of results of '" << op.getTarget()
                     << "' is " << op->getNumResults() << ", expected "
                     << types.size();
      return;
    }
    for (auto [index, inferred] : llvm::enumerate(types)) {
      OpResult result = op->getResult(index);
      std::optional<Type> type = inferred;
      if (isUntyped(inferred) || !isMisdeclared(op))
        type = meetTypes(result.getType(), inferred, numbers->getRanges());
      if (!type) {
        hasFailed = true;
        op.emitError() << "result " << index << " of '" << op.getTarget()
                       << "' is declared " << result.getType()
                       << ", its operands give " << inferred;
        continue;
      }
      result.setType(*type);
    }
  }

  /// Emits remarks on results for which the rule infers less than the program
  /// declares; they help to improve rules.
  void remarkOn(OperatorOp op, bool hasRule, ArrayRef<Type> types) {
    if (!hasRule) {
      op.emitRemark() << "'" << op.getTarget() << "' has no type rule";
      return;
    }
    for (auto [result, type] : llvm::zip(op->getResults(), types))
      if (type != result.getType() && !isa<NoneType>(result.getType()))
        op.emitRemark() << "'" << op.getTarget() << "' is inferred " << type
                        << ", known is " << result.getType();
  }

  void reportArguments(Operation *op, Block &block) {
    for (BlockArgument argument : block.getArguments())
      if (isUntyped(argument.getType())) {
        hasFailed = true;
        reportArgument(op, argument.getArgNumber());
      }
  }

  void reportArgument(Operation *op, unsigned index) {
    auto func = dyn_cast<func::FuncOp>(op);
    auto name = func ? func.getArgAttrOfType<StringAttr>(index, onnx::kNameAttr)
                     : StringAttr();
    if (name)
      op->emitError()
          << "the dtype and the sizes of the input '" << name.getValue()
          << "' are unknown, because a TorchScript archive does not contain "
             "them; give them with --input-shapes='[1,3,?,?]f32,...'";
    else
      op->emitError() << "argument " << index << " has no type";
  }

  /// Users of an untyped value are not reported again.
  void addUntyped(OperatorOp op, StringRef reason) {
    if (llvm::any_of(op->getOperandTypes(), isUntyped))
      return;
    auto key = std::make_pair(StringAttr::get(op.getContext(), op.getTarget()),
                              StringAttr::get(op.getContext(), reason));
    auto [it, inserted] = untyped.insert({key, {op.getLoc(), 0}});
    ++it->second.second;
  }

  void reportUntyped() {
    for (auto &[key, uses] : untyped) {
      hasFailed = true;
      emitError(uses.first)
          << "the type of '" << key.first.getValue() << "' is not known ("
          << uses.second << (uses.second == 1 ? " use" : " uses")
          << "): " << key.second.getValue();
    }
  }

  NumberExprs *numbers = nullptr;
  bool hasFailed = false;
  /// The first location and the number of uses, by operator and reason.
  llvm::MapVector<std::pair<StringAttr, StringAttr>,
                  std::pair<Location, unsigned>>
      untyped;
};
} // namespace
