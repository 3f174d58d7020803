//===- StructureControlFlow.cpp - Conversion of control flow to operations ===//
//
// See Passes.td. Afterwards cond, while_loop, scan, map and vmap are torch.if,
// torch.while and torch.scan. Their region arguments are the loop-carried
// values and slices; all other values are used from outside. A call whose
// subgraphs do not fit its operands is kept.
//
//===----------------------------------------------------------------------===//

#include "Batch/StructureVmap.h"
#include "Functionalize/FunctionalVariant.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Torch/IR/Arguments.h"
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h"
#include "torch-onnx/Transforms/Origin.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace torch_onnx::torch {
#define GEN_PASS_DEF_STRUCTURECONTROLFLOW
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h.inc"
} // namespace torch_onnx::torch

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// The operands of argument `index`, which is a value or a list.
static ValueRange getOperands(OperatorOp op, unsigned index) {
  if (index >= op.getArgs().size())
    return {};
  return op.getInputs().slice(getFirstOperand(op, index),
                              countOperands(op.getArgs()[index]));
}

/// Like getOperands(), with a constant for each literal of the list; empty if
/// an element is not a number.
static SmallVector<Value> getOperandsAndNumbers(OpBuilder &b, OperatorOp op,
                                                unsigned index) {
  ValueRange operands = getOperands(op, index);
  SmallVector<Value> values;
  auto list = dyn_cast<ArrayAttr>(op.getArgs()[index]);
  if (!list)
    return values;
  for (Attribute item : list) {
    if (isa<OperandAttr>(item)) {
      values.push_back(operands.front());
      operands = operands.drop_front();
      continue;
    }
    auto number = dyn_cast<TypedAttr>(item);
    if (!number || !number.getType().isIntOrFloat())
      return {};
    values.push_back(arith::ConstantOp::create(b, op.getLoc(), number));
  }
  return values;
}

/// Whether `op` has `count` subgraphs of one block, each with `numArguments`
/// arguments.
static bool hasBodies(OperatorOp op, unsigned count, size_t numArguments) {
  return op.getBodies().size() == count &&
         llvm::all_of(op.getBodies(), [&](Region &body) {
           return body.hasOneBlock() &&
                  body.getNumArguments() == numArguments &&
                  body.front().mightHaveTerminator() &&
                  isa<YieldOp>(body.front().getTerminator());
         });
}

static size_t countYielded(Region &body) {
  return body.front().getTerminator()->getNumOperands();
}

/// Moves a subgraph into the region of an operation. The last block arguments,
/// one for each of `captured`, are replaced by these values.
static void takeBody(Region &to, Region &from, ValueRange captured) {
  to.takeBody(from);
  Block &block = to.front();
  unsigned first = block.getNumArguments() - captured.size();
  for (auto [argument, value] :
       llvm::zip_equal(block.getArguments().drop_front(first), captured))
    argument.replaceAllUsesWith(value);
  block.eraseArguments(first, captured.size());
}

/// The call without its results that are None, which must be unused and yielded
/// as None. Null if they are not, and the call itself if it has none.
static OperatorOp dropNones(OperatorOp op) {
  SmallVector<Value> kept;
  for (Value result : op->getResults()) {
    if (!isa<NoneType>(result.getType()))
      kept.push_back(result);
    else if (!result.use_empty())
      return {};
  }
  if (kept.size() == op->getNumResults())
    return op;
  StringRef exprsName = TorchDialect::getExprsAttrName();
  NamedAttrList attrs(op->getDiscardableAttrDictionary());
  if (auto all = dyn_cast_if_present<sym::DimsAttr>(attrs.get(exprsName))) {
    SmallVector<AffineExpr> exprs;
    for (auto [result, expr] : llvm::zip_equal(op->getResults(), all.getDims()))
      if (!isa<NoneType>(result.getType()))
        exprs.push_back(expr);
    attrs.set(exprsName, sym::DimsAttr::get(op.getContext(), exprs));
  }
  Operation *made = Operation::create(
      withoutValueNames(op.getLoc()), op->getName(),
      TypeRange(ValueRange(kept)), op->getOperands(), std::move(attrs),
      op->getPropertiesStorage(), BlockRange(), op->getNumRegions());
  OpBuilder(op).insert(made);
  for (auto [to, from] : llvm::zip_equal(made->getRegions(), op->getRegions()))
    to.takeBody(from);
  for (auto [from, to] : llvm::zip_equal(kept, made->getResults())) {
    passValueName(cast<OpResult>(from), to);
    from.replaceAllUsesWith(to);
  }
  op.erase();
  return cast<OperatorOp>(made);
}

/// The call has the expressions of its results that are numbers.
static void replace(OperatorOp op, Operation *by) {
  by->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  op->replaceAllUsesWith(by);
}

/// cond(pred, true_graph, false_graph, operands)
static bool structureCond(OperatorOp op) {
  ValueRange operands = op.getInputs();
  if (operands.empty() || getOperands(op, 0).size() != 1 ||
      !hasBodies(op, 2, operands.size() - 1))
    return false;
  for (Region &body : op.getBodies())
    if (countYielded(body) != op->getNumResults())
      return false;
  OpBuilder b(op);
  auto branch =
      IfOp::create(b, op.getLoc(), op->getResultTypes(), operands.front());
  for (auto [region, body] :
       llvm::zip_equal(branch->getRegions(), op.getBodies()))
    takeBody(region, body, operands.drop_front());
  replace(op, branch);
  return true;
}

/// while_loop(cond_graph, body_graph, carried_inputs, additional_inputs)
static bool structureWhile(OperatorOp op, bool stacked) {
  if (op.getArgs().size() < 2)
    return false;
  OpBuilder b(op);
  SmallVector<Value> inits = getOperandsAndNumbers(b, op, 0);
  ValueRange captured = getOperands(op, 1);
  if (!hasBodies(op, 2, inits.size() + captured.size()) ||
      countYielded(op.getBodies()[0]) != 1 ||
      countYielded(op.getBodies()[1]) != inits.size() ||
      op->getNumResults() != inits.size())
    return false;
  auto loop =
      WhileOp::create(b, op.getLoc(), op->getResultTypes(), inits, stacked);
  takeBody(loop.getCondition(), op.getBodies()[0], captured);
  takeBody(loop.getBody(), op.getBodies()[1], captured);
  replace(op, loop);
  return true;
}

/// scan(combine_graph, init, xs, additional_inputs), and map_impl(graph, xs,
/// pos_args), which has no loop-carried values.
static bool structureScan(OperatorOp op, bool isMap) {
  ValueRange inits = isMap ? ValueRange() : getOperands(op, 0);
  ValueRange xs = getOperands(op, isMap ? 0 : 1),
             captured = getOperands(op, isMap ? 1 : 2);
  if (xs.empty() ||
      !hasBodies(op, 1, inits.size() + xs.size() + captured.size()))
    return false;
  Region &body = op.getBodies()[0];
  size_t numResults = op->getNumResults();
  if (countYielded(body) != numResults || numResults < inits.size() ||
      !llvm::all_of(xs.getTypes(), llvm::IsaPred<RankedTensorType>))
    return false;
  OpBuilder b(op);
  auto scan = ScanOp::create(b, op.getLoc(), op->getResultTypes(), inits, xs);
  takeBody(scan.getBody(), body, captured);
  replace(op, scan);
  return true;
}

static bool structure(OperatorOp op) {
  enum Kind { Other, Cond, While, StackingWhile, Scan, Map };
  switch (llvm::StringSwitch<Kind>(op.getTarget())
              .Case("higher_order.cond", Cond)
              .Case("higher_order.while_loop", While)
              .Case("higher_order.while_loop_stack_output", StackingWhile)
              .Case("higher_order.scan", Scan)
              .Cases({"higher_order.map", "higher_order.map_impl"}, Map)
              .Default(Other)) {
  case Cond:
    return structureCond(op);
  case While:
    return structureWhile(op, /*stacked=*/false);
  case StackingWhile:
    return structureWhile(op, /*stacked=*/true);
  case Scan:
    return structureScan(op, /*isMap=*/false);
  case Map:
    return structureScan(op, /*isMap=*/true);
  case Other:
    return false;
  }
  llvm_unreachable("all kinds");
}

namespace {
struct StructureControlFlow
    : public torch_onnx::torch::impl::StructureControlFlowBase<
          StructureControlFlow> {
  void runOnOperation() override {
    // Post-order: the values that a subgraph uses are known when it is moved.
    getOperation()->walk([](OperatorOp op) {
      if (op->getNumRegions() == 0)
        return;
      OperatorOp call = dropNones(op);
      if (call && structure(call))
        call.erase();
    });
    getOperation()->walk([](Block *block) { structureVmaps(*block); });
  }
};
} // namespace
