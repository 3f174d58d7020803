//===- IntegerRanges.cpp - Ranges of the elements of a tensor -------------===//
//
// Interval arithmetic over the operations that compute indices. MLIR's integer
// range analysis has the arithmetic, but only for scalars of dialects that
// implement its interface; here all elements of a tensor share one range.
//
//===----------------------------------------------------------------------===//

#include "IntegerRanges.h"

#include "Legalize/Legalize.h"

#include "torch-onnx/Dialect/ONNX/IR/ShapeUtils.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Sym/IR/Ranges.h"

#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/Utils/InferIntRangeCommon.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

/// Constants with more elements are not inspected.
static constexpr int64_t kMaxElements = 1 << 20;

static ConstantIntRanges getRange(int64_t min, int64_t max) {
  return ConstantIntRanges::fromSigned(APInt(64, min, /*isSigned=*/true),
                                       APInt(64, max, /*isSigned=*/true));
}

static ConstantIntRanges getFullRange() {
  return ConstantIntRanges::maxRange(64);
}

/// All values of an element type.
static ConstantIntRanges getTypeRange(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.getWidth() >= 64)
    return getFullRange();
  int64_t width = integer.getWidth();
  if (integer.isUnsigned() || width == 1)
    return getRange(0, (int64_t(1) << width) - 1);
  int64_t bound = int64_t(1) << (width - 1);
  return getRange(-bound, bound - 1);
}

/// Whether all values of `inner` are in `outer`.
static bool contains(const ConstantIntRanges &outer,
                     const ConstantIntRanges &inner) {
  return outer.smin().sle(inner.smin()) && inner.smax().sle(outer.smax());
}

namespace {

class RangeInference {
public:
  explicit RangeInference(Value root) : root(root) {}

  ConstantIntRanges visit(Value value) {
    auto type = dyn_cast<TensorType>(value.getType());
    if (!type || !isa<IntegerType>(type.getElementType()))
      return getFullRange();
    ConstantIntRanges all = getTypeRange(type.getElementType());
    Operation *op = value.getDefiningOp();
    if (!op || ++numVisited > kMaxVisited)
      return all;
    ConstantIntRanges inferred = inferResult(op, cast<OpResult>(value));
    // Arithmetic that overflows the type wraps around.
    if (!contains(all, inferred))
      inferred = all;
    std::optional<ConstantIntRanges> sizes = inferSizes(value);
    return sizes ? inferred.intersection(*sizes) : inferred;
  }

private:
  /// A range of 64 bits, which overflow of a narrower type is not applied to.
  ConstantIntRanges inferResult(Operation *op, OpResult result) {
    if (std::optional<SmallVector<int64_t>> elements =
            Node::getConstantInts(result, kMaxElements)) {
      if (elements->empty())
        return getRange(0, 0);
      auto [min, max] = std::minmax_element(elements->begin(), elements->end());
      return getRange(*min, *max);
    }
    // By name, as the operation may have the form of an older opset.
    StringRef name = getOperatorName(op);
    auto isOneOf = [&](ArrayRef<StringRef> names) {
      return llvm::is_contained(names, name);
    };
    unsigned index = result.getResultNumber();
    if (isOneOf({"ArgMax", "ArgMin", "NonZero", "Shape"}) ||
        (name == "TopK" && index == 1))
      return getRange(0, kMaxDimension);
    if (name == "Size")
      return getRange(0, std::numeric_limits<int64_t>::max());
    // The result has elements of the first operand.
    if (isOneOf({"Expand", "Flatten", "Gather", "GatherElements", "GatherND",
                 "Identity", "ReduceMax", "ReduceMin", "Reshape", "Slice",
                 "Split", "Squeeze", "Tile", "TopK", "Transpose", "Trilu",
                 "Unsqueeze"})) {
      ConstantIntRanges range = visit(op->getOperand(0));
      return name == "Trilu" ? range.rangeUnion(getRange(0, 0)) : range;
    }
    if (name == "Concat")
      return unite(op->getOperands());
    // The values go from the start to the limit.
    if (name == "Range")
      return unite(op->getOperands().take_front(2));
    if (name == "Where")
      return inferWhere(op);
    if (name == "Cast")
      return inferCast(op);
    if (isOneOf({"CumSum", "ReduceSum"}))
      return inferSum(op, name);
    return inferArithmetic(op, name);
  }

  /// A size, or a number that is computed from sizes.
  ConstantIntRanges getSizeRange(AffineExpr size) {
    if (!size)
      return getRange(0, kMaxDimension);
    if (!symbols)
      symbols = getRanges(root);
    for (AffineSymbolExpr symbol : sym::getSymbols(size))
      sym::narrow(*symbols, sym::getSymbolName(symbol),
                  {-kMaxDimension, kMaxDimension});
    std::optional<int64_t> min = sym::lowerBound(size, *symbols),
                           max = sym::upperBound(size, *symbols);
    return getRange(min.value_or(std::numeric_limits<int64_t>::min()),
                    max.value_or(std::numeric_limits<int64_t>::max()));
  }

  /// Numbers that are computed from sizes.
  std::optional<ConstantIntRanges> inferSizes(Value value) {
    std::optional<SmallVector<SizeValue>> numbers = getSizeValues(value);
    if (!numbers || numbers->empty() ||
        !llvm::all_of(*numbers, [](const SizeValue &number) {
          return number.expr || number.nonNegative;
        }))
      return std::nullopt;
    std::optional<ConstantIntRanges> range;
    for (const SizeValue &number : *numbers) {
      ConstantIntRanges next =
          number.expr ? getSizeRange(number.expr) : getFullRange();
      if (number.nonNegative)
        next = intrange::inferMaxS({next, getRange(0, 0)});
      range = range ? range->rangeUnion(next) : next;
    }
    return range;
  }

  ConstantIntRanges unite(ValueRange values) {
    ConstantIntRanges range = visit(values.front());
    for (Value value : values.drop_front())
      range = range.rangeUnion(visit(value));
    return range;
  }

  /// Where(x < y, x, y) is the minimum.
  ConstantIntRanges inferWhere(Operation *op) {
    Value x = op->getOperand(1), y = op->getOperand(2);
    ConstantIntRanges xs = visit(x), ys = visit(y);
    Operation *condition = op->getOperand(0).getDefiningOp();
    StringRef name = condition ? getOperatorName(condition) : "";
    bool isLess = name == "Less", isGreater = name == "Greater";
    if ((isLess || isGreater) && condition->getOperand(0) == y &&
        condition->getOperand(1) == x)
      std::swap(isLess, isGreater);
    else if (!(isLess || isGreater) || condition->getOperand(0) != x ||
             condition->getOperand(1) != y)
      return xs.rangeUnion(ys);
    return isLess ? intrange::inferMinS({xs, ys})
                  : intrange::inferMaxS({xs, ys});
  }

  ConstantIntRanges inferCast(Operation *op) {
    Value source = op->getOperand(0);
    return isa<IntegerType>(getElementTypeOrSelf(source.getType()))
               ? visit(source)
               : getFullRange();
  }

  /// The sum of up to as many elements as the operand has.
  ConstantIntRanges inferSum(Operation *op, StringRef name) {
    Value x = op->getOperand(0);
    auto type = dyn_cast<RankedTensorType>(x.getType());
    if (!type)
      return getFullRange();
    ConstantIntRanges count = getRange(1, 1);
    SmallVector<AffineExpr> dims = dimsOf(x);
    std::optional<SmallVector<int64_t>> axes;
    if (op->getNumOperands() > 1)
      axes = Node::getConstantInts(op->getOperand(1));
    for (auto [axis, dim] : llvm::enumerate(dims))
      if (!axes || llvm::is_contained(*axes, int64_t(axis)) ||
          llvm::is_contained(*axes, int64_t(axis) - type.getRank()))
        count = intrange::inferMul({count, getSizeRange(dim)}, kNoWrap);
    return intrange::inferMul({visit(x), count.rangeUnion(getRange(0, 0))},
                              kNoWrap);
  }

  ConstantIntRanges inferArithmetic(Operation *op, StringRef name) {
    if (name == "Sign")
      return getRange(-1, 1);
    if (name == "Neg" || name == "Abs") {
      ConstantIntRanges x = visit(op->getOperand(0));
      ConstantIntRanges negative =
          intrange::inferSub({getRange(0, 0), x}, kNoWrap);
      return name == "Neg" ? negative : intrange::inferMaxS({x, negative});
    }
    if (name == "Clip")
      return inferClip(op);
    if (name == "Mod")
      return inferMod(op);
    using Infer = ConstantIntRanges (*)(ArrayRef<ConstantIntRanges>);
    auto infer =
        llvm::StringSwitch<Infer>(name)
            .Case("Add",
                  [](auto xs) { return intrange::inferAdd(xs, kNoWrap); })
            .Case("Div", intrange::inferDivS)
            .Case("Max", intrange::inferMaxS)
            .Case("Min", intrange::inferMinS)
            .Case("Mul",
                  [](auto xs) { return intrange::inferMul(xs, kNoWrap); })
            .Case("Sub",
                  [](auto xs) { return intrange::inferSub(xs, kNoWrap); })
            .Default(nullptr);
    if (!infer)
      return getFullRange();
    ConstantIntRanges range = visit(op->getOperand(0));
    for (Value operand : op->getOperands().drop_front())
      range = infer({range, visit(operand)});
    return range;
  }

  /// A Clip without a bound has `none` there, or too few operands.
  ConstantIntRanges inferClip(Operation *op) {
    ConstantIntRanges range = visit(op->getOperand(0));
    auto isPresent = [&](unsigned index) {
      return index < op->getNumOperands() &&
             isa<TensorType>(op->getOperand(index).getType());
    };
    if (isPresent(1))
      range = intrange::inferMaxS({range, visit(op->getOperand(1))});
    if (isPresent(2))
      range = intrange::inferMinS({range, visit(op->getOperand(2))});
    return range;
  }

  /// The remainder has the sign of the divisor, or for fmod=1 that of x.
  ConstantIntRanges inferMod(Operation *op) {
    ConstantIntRanges x = visit(op->getOperand(0));
    ConstantIntRanges divisor = visit(op->getOperand(1));
    if (!divisor.smin().isStrictlyPositive())
      return getFullRange();
    int64_t max = divisor.smax().getSExtValue() - 1;
    bool isFmod = getNodeAttributes(op).get("fmod") && x.smin().isNegative();
    return getRange(isFmod ? -max : 0, max);
  }

  /// Bounds saturate, so that a sum that may overflow has the full range on
  /// that side.
  static constexpr intrange::OverflowFlags kNoWrap =
      intrange::OverflowFlags::Nsw;

  static constexpr unsigned kMaxVisited = 64;
  unsigned numVisited = 0;
  /// The ranges of symbols; those of symbols in visited sizes are bounded.
  std::optional<sym::Ranges> symbols;
  const Value root;
};

} // namespace

ConstantIntRanges onnx::getIntegerRange(Value value) {
  return RangeInference(value).visit(value);
}

bool onnx::isNonNegative(Value value) {
  return getIntegerRange(value).smin().isNonNegative();
}
