//===- SimplifyLoops.cpp - Trip counts and scan outputs of loops ----------===//
//
// TorchScript and while_loop write every loop with a condition and carried
// values. These rewrites find three special cases. A counter that is compared
// with a bound gives the loop a trip count. The number of the iteration
// replaces the counter. A scan output replaces a tensor to which each iteration
// appends. The runtime then neither compares nor copies the rows of earlier
// iterations.
//
//===----------------------------------------------------------------------===//

#include "SimplifyControl.h"

#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LogicalOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;

/// The body arguments that are not loop-carried values.
static BlockArgument getIteration(const Form &form) {
  return form.body.getArgument(0);
}
static BlockArgument getCondition(const Form &form) {
  return form.body.getArgument(1);
}

static Value createNumber(OpBuilder &builder, Location loc, int64_t number) {
  return createScalar(builder, loc, builder.getI64IntegerAttr(number));
}

static bool isI64Scalar(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() == 0 && type.getElementType().isInteger(64);
}

//===----------------------------------------------------------------------===//
// Trip counts
//===----------------------------------------------------------------------===//

namespace {
/// A loop-carried number that begins with `first` and is incremented by 1 in
/// each iteration.
struct Counter {
  int64_t first;
  AddOp next;
};
} // namespace

static std::optional<Counter> getCounter(const Form &form, unsigned index) {
  BlockArgument argument = form.argument(index);
  auto next = form.yielded(index).getDefiningOp<AddOp>();
  std::optional<int64_t> first = getNumber(form.initial(index));
  if (!next || !first || !isI64Scalar(argument) || !isI64Scalar(next))
    return std::nullopt;
  bool counts = (next.getA() == argument && getNumber(next.getB()) == 1) ||
                (next.getB() == argument && getNumber(next.getA()) == 1);
  return counts ? std::optional(Counter{*first, next}) : std::nullopt;
}

/// The operands of `a < b` in any equivalent form.
static std::optional<std::pair<Value, Value>> getLess(Value condition) {
  if (auto less = condition.getDefiningOp<LessOp>())
    return std::pair(less.getA(), less.getB());
  if (auto greater = condition.getDefiningOp<GreaterOp>())
    return std::pair(greater.getB(), greater.getA());
  return std::nullopt;
}

/// Whether `cond` is the condition of the first iteration, `first < bound`.
static bool isFirstCondition(Value cond, int64_t first, Value bound) {
  std::optional<int64_t> known = getNumber(cond), number = getNumber(bound);
  if (known && number)
    return (*known != 0) == (first < *number);
  auto less = getLess(cond);
  return less && getNumber(less->first) == first && less->second == bound;
}

/// Sets the trip count of `while i < n: i += 1`, with a constant initial i and
/// a loop-invariant n, to n - i.
static LogicalResult countIterations(LoopOp op, PatternRewriter &rewriter,
                                     const Options &) {
  Form form(op);
  if (isPresent(op.getM()) || !isPresent(op.getCond()))
    return failure();
  Operation *yield = form.body.front().getTerminator();
  auto less = getLess(yield->getOperand(0));
  if (!less || !isI64Scalar(less->second))
    return failure();
  bool isOuter = !form.body.isAncestor(less->second.getParentRegion());
  std::optional<int64_t> number = getNumber(less->second);
  if (!isOuter && !number)
    return failure();
  for (unsigned i = 0; i < form.numCarried; ++i) {
    std::optional<Counter> counter = getCounter(form, i);
    // The difference cannot overflow.
    if (!counter || counter->first < 0 ||
        less->first != counter->next.getResult() ||
        !isFirstCondition(op.getCond(), counter->first, less->second))
      continue;
    rewriter.setInsertionPoint(op);
    ONNXBuilder b(rewriter, op.getLoc());
    Value count =
        isOuter ? less->second : createNumber(rewriter, op.getLoc(), *number);
    if (counter->first != 0) {
      Value first = createNumber(rewriter, op.getLoc(), counter->first);
      count = b.Sub(b.Max(count, first), first);
    }
    if (b.hasFailed())
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      op.getMMutable().assign(count);
      op.getCondMutable().assign(b.none());
    });
    rewriter.modifyOpInPlace(yield,
                             [&] { yield->setOperand(0, getCondition(form)); });
    return success();
  }
  return failure();
}

/// Replaces a counter by the iteration number plus its initial value.
static LogicalResult replaceCounters(LoopOp op, PatternRewriter &rewriter,
                                     const Options &) {
  Form form(op);
  bool changed = false;
  // Whether the trip count is M.
  bool isCounted =
      isPresent(op.getM()) && !isPresent(op.getCond()) &&
      form.body.front().getTerminator()->getOperand(0) == getCondition(form);
  for (unsigned i = 0; i < form.numCarried; ++i) {
    std::optional<Counter> counter = getCounter(form, i);
    OpResult result = op->getResult(i);
    if (!counter || !isI64Scalar(getIteration(form)) ||
        !(result.use_empty() ||
          (isCounted && isI64Scalar(op.getM()) && isI64Scalar(result))))
      continue;
    Location loc = op.getLoc();
    auto addFirst = [&](ONNXBuilder &b, Value count) {
      if (counter->first == 0)
        return count;
      Value first = createNumber(rewriter, loc, counter->first);
      return b.Add(count, first);
    };
    if (!result.use_empty()) {
      rewriter.setInsertionPoint(op);
      ONNXBuilder b(rewriter, loc);
      Value none = createNumber(rewriter, loc, 0);
      Value last = addFirst(b, b.Max(op.getM(), none));
      if (b.hasFailed())
        return failure();
      rewriter.replaceAllUsesWith(
          result, withType(rewriter, loc, last, result.getType()));
    }
    rewriter.setInsertionPointToStart(&form.body.front());
    ONNXBuilder b(rewriter, loc);
    BlockArgument argument = form.argument(i);
    Value number = addFirst(b, getIteration(form));
    if (b.hasFailed())
      return failure();
    rewriter.replaceAllUsesWith(
        argument, withType(rewriter, loc, number, argument.getType()));
    changed = true;
  }
  return success(changed);
}

//===----------------------------------------------------------------------===//
// Scan outputs
//===----------------------------------------------------------------------===//

/// The tensor of one row that the body appends along axis 0 to a loop-carried
/// tensor, which it does not read otherwise. Null if there is none.
static Value getAppended(const Form &form, unsigned index) {
  BlockArgument argument = form.argument(index);
  auto concat = form.yielded(index).getDefiningOp<ConcatOp>();
  if (!argument.hasOneUse() || !concat || !concat->hasOneUse() ||
      concat->getBlock() != &form.body.front() ||
      concat->getNumOperands() != 2 || concat->getOperand(0) != argument)
    return {};
  auto type = dyn_cast<RankedTensorType>(concat->getOperand(1).getType());
  auto initial = dyn_cast<RankedTensorType>(form.initial(index).getType());
  if (!type || !initial || initial.getRank() != type.getRank() ||
      type.getRank() == 0 || type.getDimSize(0) != 1 ||
      normalizeAxis(concat.getAxis(), type.getRank()) != 0 ||
      !isa<RankedTensorType>(form.op->getResult(index).getType()))
    return {};
  return concat->getOperand(1);
}

/// Replaces a tensor to which each iteration appends a row by a scan output.
static LogicalResult stackAppended(LoopOp op, PatternRewriter &rewriter,
                                   const Options &) {
  Form form(op);
  unsigned index = 0;
  while (index < form.numCarried && !getAppended(form, index))
    ++index;
  if (index == form.numCarried)
    return failure();

  Location loc = op.getLoc();
  Value initial = form.initial(index);
  auto concat = form.yielded(index).getDefiningOp<ConcatOp>();
  rewriter.setInsertionPoint(concat);
  ONNXBuilder inner(rewriter, loc);
  Value row = inner.Squeeze(getAppended(form, index), 0);
  if (inner.hasFailed())
    return failure();
  auto rowType = cast<RankedTensorType>(row.getType());
  // The type of the result is most specific if the loop has computed all rows.
  bool isEmpty = cast<RankedTensorType>(initial.getType()).getDimSize(0) == 0;
  Type rowsType = op->getResult(index).getType();
  if (!isEmpty) {
    SmallVector<AffineExpr> dims = sym::getDims(rowType);
    dims.insert(dims.begin(), AffineExpr());
    rowsType = sym::getTensorType(dims, rowType.getElementType());
  }

  SmallVector<Value> operands(op->getOperands());
  operands.erase(operands.begin() + form.firstOperand + index);
  SmallVector<Type> types(op->getResultTypes());
  types.erase(types.begin() + index);
  types.push_back(rowsType);
  Operation *yield = form.body.front().getTerminator();
  SmallVector<Value> yielded(yield->getOperands());
  yielded.erase(yielded.begin() + form.firstYielded + index);
  yielded.push_back(row);
  rewriter.modifyOpInPlace(yield, [&] { yield->setOperands(yielded); });
  rewriter.eraseOp(concat);
  rewriter.modifyOpInPlace(
      op, [&] { form.body.front().eraseArgument(form.firstArgument + index); });

  rewriter.setInsertionPoint(op);
  OperationState state(loc, op->getName(), operands, types, op->getAttrs());
  Region *region = state.addRegion();
  rewriter.inlineRegionBefore(form.body, *region, region->end());
  Operation *loop = rewriter.create(state);

  ONNXBuilder b(rewriter, loc);
  Value rows = loop->getResults().back();
  // A zero-trip loop does not know the sizes of rows.
  if (!rowType.hasStaticShape() && !runsAtLeastOnce(loop))
    rows =
        b.Reshape(rows, b.Concat({b.Shape(rows, 0, 1), b.Shape(initial, 1)}, 0),
                  cast<RankedTensorType>(rows.getType()), /*allowZero=*/true);
  if (!isEmpty)
    rows = b.Concat({initial, rows}, 0);
  SmallVector<Value> results(loop->getResults().drop_back());
  results.insert(results.begin() + index, rows);
  for (auto [result, value] : llvm::zip_equal(op->getResults(), results))
    rewriter.replaceAllUsesWith(
        result, withType(rewriter, loc, value, result.getType()));
  rewriter.eraseOp(op);
  return success();
}

void simplify::populateLoops(Rewrites &rewrites) {
  rewrites.add<LoopOp>("count-iterations", countIterations, 3);
  rewrites.add<LoopOp>("replace-counters", replaceCounters, 3);
  rewrites.add<LoopOp>("stack-appended", stackAppended, 2);
}
