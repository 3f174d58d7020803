//===- SimplifyNoOps.cpp - Operations that change nothing -----------------===//
//
// Each gives its input back, bit by bit. For floats that excludes x + 0.0, as
// -0.0 + 0.0 is 0.0; x - 0.0 and x + (-0.0) are exact.
//
//===----------------------------------------------------------------------===//

#include "SimplifySupport.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;

//===----------------------------------------------------------------------===//
// Whatever the values are
//===----------------------------------------------------------------------===//

static LogicalResult removeIdentity(Operation *op, PatternRewriter &rewriter,
                                    const Options &) {
  return replaceBy(rewriter, op, op->getOperand(0));
}

/// Operators that keep the elements in their order, at least when the result
/// has the shape of the operand: nothing is added, so nothing is moved.
static LogicalResult removeSameShape(Operation *op, PatternRewriter &rewriter,
                                     const Options &) {
  if (!isSameKnownType(op->getOperand(0).getType(), op->getResult(0).getType()))
    return failure();
  return replaceBy(rewriter, op, op->getOperand(0));
}

/// A slice of the same size is everything if it goes forwards.
static LogicalResult removeSlice(Operation *op, PatternRewriter &rewriter,
                                 const Options &options) {
  if (Value steps = getInput(op, 4)) {
    std::optional<SmallVector<int64_t>> values = getInts(steps);
    if (!values || llvm::any_of(*values, [](int64_t v) { return v <= 0; }))
      return failure();
  }
  return removeSameShape(op, rewriter, options);
}

/// Pads of zero everywhere, whatever the mode and the shape are.
static LogicalResult removePad(Operation *op, PatternRewriter &rewriter,
                               const Options &) {
  std::optional<SmallVector<int64_t>> pads = getInts(op->getOperand(1));
  if (!pads || llvm::any_of(*pads, [](int64_t v) { return v != 0; }))
    return failure();
  return replaceBy(rewriter, op, op->getOperand(0));
}

static LogicalResult removeTile(Operation *op, PatternRewriter &rewriter,
                                const Options &) {
  std::optional<SmallVector<int64_t>> repeats = getInts(op->getOperand(1));
  if (!repeats || llvm::any_of(*repeats, [](int64_t v) { return v != 1; }))
    return failure();
  return replaceBy(rewriter, op, op->getOperand(0));
}

/// An Expand by ones only keeps the shape, known or not.
static LogicalResult removeExpand(Operation *op, PatternRewriter &rewriter,
                                  const Options &options) {
  std::optional<SmallVector<int64_t>> shape = getInts(op->getOperand(1));
  if (shape && llvm::all_of(*shape, [](int64_t v) { return v == 1; }) &&
      int64_t(shape->size()) <= ONNXBuilder::rankOf(op->getOperand(0)))
    return replaceBy(rewriter, op, op->getOperand(0));
  return removeSameShape(op, rewriter, options);
}

/// Operators of any number of operands that have one: it is the result.
static LogicalResult removeSingle(Operation *op, PatternRewriter &rewriter,
                                  const Options &) {
  if (op->getNumOperands() != 1)
    return failure();
  return replaceBy(rewriter, op, op->getOperand(0));
}

static LogicalResult removeSplit(Operation *op, PatternRewriter &rewriter,
                                 const Options &) {
  if (op->getNumResults() != 1)
    return failure();
  return replaceBy(rewriter, op, op->getOperand(0));
}

/// Without training_mode a Dropout does nothing.
static LogicalResult removeDropout(Operation *op, PatternRewriter &rewriter,
                                   const Options &) {
  if (Value training = getInput(op, 2); training && getSplat(training) != 0.0)
    return failure();
  return replaceBy(rewriter, op, op->getOperand(0));
}

//===----------------------------------------------------------------------===//
// Neutral elements
//===----------------------------------------------------------------------===//

/// All elements of `value` are `number`, -0.0 and 0.0 being different.
static bool isAll(Value value, double number) {
  std::optional<double> splat = getSplat(value);
  return splat && *splat == number &&
         std::signbit(*splat) == std::signbit(number);
}

static bool isFloat(Value value) {
  return isa<FloatType>(ONNXBuilder::elementTypeOf(value));
}

static bool isZero(Value value) { return isAll(value, 0.0); }
static bool isOne(Value value) { return isAll(value, 1.0); }
static bool isAddZero(Value value) {
  return isAll(value, isFloat(value) ? -0.0 : 0.0);
}

/// Replaces `op` by operand `kept` if the other one is neutral and does not
/// broadcast it.
static LogicalResult removeNeutral(Operation *op, PatternRewriter &rewriter,
                                   unsigned kept, bool (*isNeutral)(Value)) {
  Value value = op->getOperand(kept), other = op->getOperand(1 - kept);
  if (value.getType() != op->getResult(0).getType() || !isNeutral(other))
    return failure();
  // A static shape of ones broadcasts nothing; neither does anything if the
  // result is known to have the shape of the operand.
  auto type = ONNXBuilder::typeOf(other);
  bool isUnit =
      type.getRank() <= ONNXBuilder::rankOf(value) &&
      llvm::all_of(type.getShape(), [](int64_t size) { return size == 1; });
  if (!isUnit && !hasKnownDims(value.getType()))
    return failure();
  return replaceBy(rewriter, op, value);
}

template <bool (*isNeutral)(Value), bool isCommutative>
static LogicalResult removeBinary(Operation *op, PatternRewriter &rewriter,
                                  const Options &) {
  if (succeeded(removeNeutral(op, rewriter, 0, isNeutral)))
    return success();
  if (!isCommutative)
    return failure();
  return removeNeutral(op, rewriter, 1, isNeutral);
}

//===----------------------------------------------------------------------===//
// Where, Cast
//===----------------------------------------------------------------------===//

static LogicalResult simplifyWhere(Operation *op, PatternRewriter &rewriter,
                                   const Options &) {
  Value condition = op->getOperand(0);
  Type type = op->getResult(0).getType();
  // Where(Not(c), x, y)
  if (Operation *inverted = getProducer(condition, "Not")) {
    rewriter.modifyOpInPlace(op, [&] {
      op->setOperands(
          {inverted->getOperand(0), op->getOperand(2), op->getOperand(1)});
    });
    return success();
  }
  if (std::optional<double> splat = getSplat(condition)) {
    Value chosen = op->getOperand(*splat != 0 ? 1 : 2);
    bool isUnit = getSmallSize(condition.getType(), 1) == 1 &&
                  ONNXBuilder::rankOf(condition) <= ONNXBuilder::rankOf(chosen);
    // The other operand must not broadcast the chosen one.
    Value other = op->getOperand(*splat != 0 ? 2 : 1);
    bool isOtherUnit = getSmallSize(other.getType(), 1) == 1;
    if (chosen.getType() == type &&
        ((isUnit && isOtherUnit) || hasKnownDims(type)))
      return replaceBy(rewriter, op, chosen);
  }
  if (op->getOperand(1) == op->getOperand(2) &&
      isSameKnownType(op->getOperand(1).getType(), type))
    return replaceBy(rewriter, op, op->getOperand(1));
  return failure();
}

/// Every value of `from` is a value of `to`, exactly.
static bool isLossless(Type from, Type to) {
  if (from == to)
    return true;
  auto fromInt = dyn_cast<IntegerType>(from), toInt = dyn_cast<IntegerType>(to);
  auto fromFloat = dyn_cast<FloatType>(from), toFloat = dyn_cast<FloatType>(to);
  // i1 is a bool of 0 and 1.
  auto isUnsigned = [](IntegerType type) {
    return type.isUnsigned() || type.getWidth() == 1;
  };
  if (fromInt && toInt) {
    if (toInt.getWidth() == 1)
      return false;
    if (isUnsigned(fromInt))
      return isUnsigned(toInt) ? fromInt.getWidth() <= toInt.getWidth()
                               : fromInt.getWidth() < toInt.getWidth();
    return !isUnsigned(toInt) && fromInt.getWidth() <= toInt.getWidth();
  }
  if (fromInt && toFloat && toFloat.getWidth() >= 16) {
    // The mantissa holds them, and the exponent of 16-bit floats as well.
    unsigned bits = fromInt.getWidth() - (isUnsigned(fromInt) ? 0 : 1);
    return bits <= toFloat.getFPMantissaWidth();
  }
  if (fromFloat && toFloat)
    return (from.isF32() && to.isF64()) ||
           ((from.isF16() || from.isBF16()) && (to.isF32() || to.isF64()));
  return false;
}

static LogicalResult simplifyCast(Operation *op, PatternRewriter &rewriter,
                                  const Options &) {
  Value input = op->getOperand(0);
  if (input.getType() == op->getResult(0).getType())
    return replaceBy(rewriter, op, input);
  Operation *inner = getProducer(input, "Cast");
  if (!inner)
    return failure();
  Value source = inner->getOperand(0);
  Type from = ONNXBuilder::elementTypeOf(source);
  Type middle = ONNXBuilder::elementTypeOf(input);
  Type to = ONNXBuilder::elementTypeOf(op->getResult(0));
  if (!isLossless(from, middle))
    return failure();
  // The outer cast sees the same numbers. From an integer to a narrower one, or
  // to another sign, it would depend on how the runtime wraps.
  auto wide = dyn_cast<FloatType>(to);
  bool areInts = isa<IntegerType>(from) && isa<IntegerType>(middle);
  bool isSafe = isLossless(from, to) || to.isInteger(1) ||
                (areInts && (to.isF32() || to.isF64())) ||
                (isa<FloatType>(from) && wide && wide.getWidth() >= 16);
  if (!isSafe)
    return failure();
  if (from == to)
    return replaceBy(rewriter, op, source);
  rewriter.modifyOpInPlace(op, [&] { op->setOperand(0, source); });
  return success();
}

/// All elements are 0.0, whatever shape they were brought into.
static bool isMadeOfZeros(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (isOp(op, "ConstantOfShape")) {
      auto number = op->getAttrOfType<DenseElementsAttr>("value");
      return !number || number.getSplatValue<APFloat>().isPosZero();
    }
    if (isOp(op, "Constant"))
      return isZero(value);
    StringRef name = op->getName().stripDialect();
    if (!llvm::is_contained({"Expand", "Slice", "Split", "Transpose", "Reshape",
                             "Unsqueeze", "Squeeze"},
                            name))
      return false;
    value = op->getOperand(0);
  }
  return false;
}

/// The dimension of the batch of an input or a state; null if it is unknown.
static AffineExpr getBatch(Value value) {
  SmallVector<AffineExpr> dims = sym::getDims(ONNXBuilder::typeOf(value));
  return dims.size() == 3 ? dims[1] : AffineExpr();
}

/// A recurrence begins at zero by itself. One that is given the state for
/// another batch than its input's fails, so the batches have to be the same.
static LogicalResult
removeInitialState(Operation *op, PatternRewriter &rewriter, const Options &) {
  constexpr unsigned initialH = 5, initialC = 6;
  if (getInt(op, "layout", 0) != 0)
    return failure();
  AffineExpr batch = getBatch(op->getOperand(0));
  bool changed = false;
  for (unsigned index : {initialH, initialC}) {
    Value state = getInput(op, index);
    if (!state || !isMadeOfZeros(state) ||
        !sym::isKnownEqual(batch, getBatch(state)))
      continue;
    Value none = ONNXBuilder(rewriter, op->getLoc()).none();
    rewriter.modifyOpInPlace(op, [&] { op->setOperand(index, none); });
    changed = true;
  }
  return success(changed);
}

void simplify::populateNoOps(Rewrites &rewrites) {
  rewrites.add({"Identity"}, removeIdentity, 4);
  rewrites.add({"Reshape", "Flatten", "Squeeze", "Unsqueeze"}, removeSameShape,
               4);
  rewrites.add({"Slice"}, removeSlice, 4);
  rewrites.add({"Pad"}, removePad, 4);
  rewrites.add({"Tile"}, removeTile, 4);
  rewrites.add({"Expand"}, removeExpand, 4);
  rewrites.add({"Concat", "Sum", "Max", "Min", "Mean"}, removeSingle, 4);
  rewrites.add({"Split"}, removeSplit, 4);
  rewrites.add({"Dropout"}, removeDropout, 4);
  rewrites.add({"Add"}, removeBinary<isAddZero, true>, 3);
  rewrites.add({"Sub"}, removeBinary<isZero, false>, 3);
  rewrites.add({"Mul"}, removeBinary<isOne, true>, 3);
  rewrites.add({"Div", "Pow"}, removeBinary<isOne, false>, 3);
  rewrites.add({"Or", "Xor"}, removeBinary<isZero, true>, 3);
  rewrites.add({"And"}, removeBinary<isOne, true>, 3);
  rewrites.add({"Where"}, simplifyWhere, 3);
  rewrites.add({"Cast"}, simplifyCast, 3);
  rewrites.add({"LSTM", "GRU", "RNN"}, removeInitialState, 3);
}
