//===- IntegerRanges.cpp - Ranges of the elements of a tensor -------------===//
//
// Interval arithmetic over the operations that compute indices. MLIR's integer
// range analysis has the arithmetic, but only for scalars of dialects that
// implement its interface; here all elements of a tensor share one range.
//
//===----------------------------------------------------------------------===//

#include "IntegerRanges.h"

#include "Legalize.h"

#include "torch-onnx/Dialect/ONNX/IR/ShapeUtils.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Sym/IR/Ranges.h"

#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/Utils/InferIntRangeCommon.h"

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

/// A size, or a number that is computed from sizes.
static ConstantIntRanges getSizeRange(AffineExpr dim, sym::Ranges ranges) {
  if (!dim)
    return getRange(0, kMaxDimension);
  for (AffineSymbolExpr symbol : sym::getSymbols(dim))
    sym::narrow(ranges, sym::getSymbolName(symbol),
                {-kMaxDimension, kMaxDimension});
  std::optional<int64_t> min = sym::lowerBound(dim, ranges),
                         max = sym::upperBound(dim, ranges);
  return getRange(min.value_or(std::numeric_limits<int64_t>::min()),
                  max.value_or(std::numeric_limits<int64_t>::max()));
}

namespace {

class RangeInference {
public:
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

  /// Numbers that are computed from sizes.
  static std::optional<ConstantIntRanges> inferSizes(Value value) {
    std::optional<SmallVector<SizeValue>> numbers = getSizeValues(value);
    if (!numbers || numbers->empty() ||
        !llvm::all_of(*numbers, [](const SizeValue &number) {
          return number.expr || number.nonNegative;
        }))
      return std::nullopt;
    sym::Ranges ranges = getRanges(value);
    std::optional<ConstantIntRanges> range;
    for (const SizeValue &number : *numbers) {
      ConstantIntRanges next =
          number.expr ? getSizeRange(number.expr, ranges) : getFullRange();
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
    SmallVector<AffineExpr> dims = ONNXBuilder::dimsOf(x);
    std::optional<SmallVector<int64_t>> axes;
    if (op->getNumOperands() > 1)
      axes = Node::getConstantInts(op->getOperand(1));
    for (auto [axis, dim] : llvm::enumerate(dims))
      if (!axes || llvm::is_contained(*axes, int64_t(axis)) ||
          llvm::is_contained(*axes, int64_t(axis) - type.getRank()))
        count = intrange::inferMul({count, getSizeRange(dim, getRanges(x))},
                                   kNoWrap);
    return intrange::inferMul({visit(x), count.rangeUnion(getRange(0, 0))},
                              kNoWrap);
  }

  ConstantIntRanges inferArithmetic(Operation *op, StringRef name) {
    if (!llvm::is_contained({"Abs", "Add", "Clip", "Div", "Max", "Min", "Mod",
                             "Mul", "Neg", "Sign", "Sub"},
                            name))
      return getFullRange();
    SmallVector<ConstantIntRanges> ranges;
    for (Value operand : op->getOperands())
      ranges.push_back(visit(operand));
    const ConstantIntRanges &x = ranges.front();
    auto negate = [&] {
      return intrange::inferSub({getRange(0, 0), x}, kNoWrap);
    };
    auto fold = [&](auto infer) {
      return std::accumulate(
          ranges.begin() + 1, ranges.end(), x,
          [&](const auto &a, const auto &b) { return infer({a, b}); });
    };
    if (name == "Max")
      return fold(intrange::inferMaxS);
    if (name == "Min")
      return fold(intrange::inferMinS);
    if (name == "Neg")
      return negate();
    if (name == "Abs")
      return intrange::inferMaxS({x, negate()});
    if (name == "Sign")
      return getRange(-1, 1);
    if (name == "Clip")
      return inferClip(op, ranges);
    if (ranges.size() != 2)
      return getFullRange();
    if (name == "Add")
      return intrange::inferAdd(ranges, kNoWrap);
    if (name == "Sub")
      return intrange::inferSub(ranges, kNoWrap);
    if (name == "Mul")
      return intrange::inferMul(ranges, kNoWrap);
    if (name == "Div")
      return intrange::inferDivS(ranges);
    // The remainder has the sign of the divisor, or for fmod=1 that of x.
    int64_t max = ranges[1].smax().getSExtValue() - 1;
    if (!ranges[1].smin().isStrictlyPositive())
      return getFullRange();
    bool isFmod = getNodeAttributes(op).get("fmod") && x.smin().isNegative();
    return getRange(isFmod ? -max : 0, max);
  }

  /// A Clip without a bound has `none` there, or too few operands.
  static ConstantIntRanges inferClip(Operation *op,
                                     ArrayRef<ConstantIntRanges> ranges) {
    ConstantIntRanges range = ranges[0];
    auto isPresent = [&](unsigned index) {
      return index < ranges.size() &&
             isa<TensorType>(op->getOperand(index).getType());
    };
    if (isPresent(1))
      range = intrange::inferMaxS({range, ranges[1]});
    if (isPresent(2))
      range = intrange::inferMinS({range, ranges[2]});
    return range;
  }

  /// Bounds saturate, so that a sum that may overflow has the full range on
  /// that side.
  static constexpr intrange::OverflowFlags kNoWrap =
      intrange::OverflowFlags::Nsw;

  static constexpr unsigned kMaxVisited = 64;
  unsigned numVisited = 0;
};

} // namespace

ConstantIntRanges onnx::getIntegerRange(Value value) {
  return RangeInference().visit(value);
}

bool onnx::isNonNegative(Value value) {
  return getIntegerRange(value).smin().isNonNegative();
}
