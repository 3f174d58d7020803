//===- ElementwiseCompare.cpp - Lowerings of comparisons and logic --------===//
//
// Comparisons are made in the common dtype of their operands. A property that
// one comparison expresses in fewer nodes (finite: less than infinity) uses it.
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Reduce/Reduce.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;

/// The operands of a comparison in their common dtype.
static std::pair<Value, Value> getOperands(Lowering &b, StringRef lhs = "self",
                                           StringRef rhs = "other") {
  Type type = b.promote({lhs, rhs});
  return {b.tensor(lhs, type), b.tensor(rhs, type)};
}

static Lowered lowerEqual(Lowering &b, bool equal) {
  auto [x, y] = getOperands(b);
  if (!equal && b.isBool(b.elementTypeOf(x)))
    return b.Xor(x, y);
  return equal ? b.Equal(x, y) : b.Not(b.Equal(x, y));
}

/// Lowers lt, le, gt, ge; booleans are ordered as numbers.
static Lowered lowerOrder(Lowering &b, StringRef op) {
  auto [x, y] = getOperands(b);
  if (b.isBool(b.elementTypeOf(x))) {
    Type number = b.getBuilder().getI32Type();
    return b.compare(op, b.Cast(x, number), b.Cast(y, number));
  }
  return b.compare(op, x, y);
}

/// Lowers logical_and, or, xor; nonzero numbers are true.
static Lowered lowerLogical(Lowering &b, StringRef op) {
  return b.binary(op, b.tensor("self", b.i1()), b.tensor("other", b.i1()));
}

// aten::logical_not(Tensor self) -> Tensor
static Lowered lowerLogicalNot(Lowering &b) {
  return b.Not(b.tensor("self", b.i1()));
}

//===----------------------------------------------------------------------===//
// Classes of numbers
//===----------------------------------------------------------------------===//

/// A constant answer for all elements.
static Value buildAnswer(Lowering &b, bool answer) {
  return b.full(b.scalar(int64_t(answer), b.i1()), b.resultType());
}

static Lowered lowerIsNaN(Lowering &b) {
  Value x = b.tensor("self");
  return b.isFloat(b.elementTypeOf(x)) ? b.IsNaN(x) : buildAnswer(b, false);
}

/// Lowers isinf, isposinf, isneginf.
static Lowered lowerIsInf(Lowering &b, bool positive, bool negative) {
  Value x = b.tensor("self");
  if (!b.isFloat(b.elementTypeOf(x)))
    return buildAnswer(b, false);
  if (positive && negative)
    return b.IsInf(x);
  return b.Equal(x,
                 b.scalar(positive ? INFINITY : -INFINITY, b.elementTypeOf(x)));
}

static Value buildIsFinite(Lowering &b, Value x) {
  return b.Less(b.Abs(x), b.scalar(INFINITY, b.elementTypeOf(x)));
}

static Lowered lowerIsFinite(Lowering &b) {
  Value x = b.tensor("self");
  return b.isFloat(b.elementTypeOf(x)) ? buildIsFinite(b, x)
                                       : buildAnswer(b, true);
}

static Lowered lowerIsReal(Lowering &b) { return buildAnswer(b, true); }

//===----------------------------------------------------------------------===//
// Comparisons of whole tensors
//===----------------------------------------------------------------------===//

/// |x - y| <= atol + |rtol * y|, or both equal (infinities), or both NaN.
static Value buildIsClose(Lowering &b) {
  double rtol = b.getFloat("rtol"), atol = b.getFloat("atol");
  Type type = b.promote({"self", "other"});
  Value x = b.tensor("self", type), y = b.tensor("other", type);
  Value result = b.Equal(x, y);
  if (b.isFloat(type) && b.getBool("equal_nan"))
    result = b.Or(result, b.And(b.IsNaN(x), b.IsNaN(y)));
  if (rtol == 0 && atol == 0)
    return result;
  // Tolerances are floats for all operand types. Eager mode subtracts integers
  // as floats, too, so their difference does not wrap around.
  Type compute = b.isFloat(type) ? type : Type(b.f32());
  x = b.Cast(x, compute);
  y = b.Cast(y, compute);
  Value allowed = b.scalar(atol, compute);
  if (rtol != 0)
    allowed = b.Add(allowed, b.Abs(b.Mul(y, b.scalar(rtol, compute))));
  Value actual = b.Abs(b.Sub(x, y));
  Value isClose = b.LessOrEqual(actual, allowed);
  if (b.isFloat(type))
    isClose = b.And(isClose, b.Less(actual, b.scalar(INFINITY, compute)));
  return b.Or(result, isClose);
}

/// A logical "all"; ONNX Runtime does not reduce booleans.
static Value buildAll(Lowering &b, Value x) {
  Type number = b.getBuilder().getI32Type();
  auto axes = b.integers(0, b.rankOf(x));
  if (axes.empty())
    return x;
  return b.Cast(b.ReduceMin(b.Cast(x, number), axes, /*keepDims=*/false),
                b.i1());
}

// aten::equal(Tensor self, Tensor other) -> bool
static Lowered lowerEqualTensors(Lowering &b) {
  Value x = b.tensor("self"), y = b.tensor("other");
  if (b.rankOf(x) != b.rankOf(y))
    return b.scalar(0, b.i1());
  for (auto [lhs, rhs] : llvm::zip(b.dimsOf(x), b.dimsOf(y))) {
    auto size = b.constantSize(lhs), other = b.constantSize(rhs);
    if (size && other && *size != *other)
      return b.scalar(0, b.i1());
    if (lhs != rhs || !lhs)
      return b.refuse("expected 'self' and 'other' to be known to have equal "
                      "sizes, found " +
                      b.describe(lhs) + " and " + b.describe(rhs));
    if (size == 0)
      return b.scalar(1, b.i1());
  }
  auto [lhs, rhs] = getOperands(b);
  return buildAll(b, b.Equal(lhs, rhs));
}

// aten::isin.Tensor_Tensor(Tensor elements, Tensor test_elements, *,
//   bool assume_unique=False, bool invert=False) -> Tensor
//
// Compares every element with every test element.
static Lowered lowerIsIn(Lowering &b, StringRef elements, StringRef tests) {
  auto [x, y] = getOperands(b, elements, tests);
  bool invert = b.getBool("invert");
  Value found;
  if (b.rankOf(y) == 0) {
    found = b.Equal(x, y);
  } else {
    for (AffineExpr dim : b.dimsOf(y))
      if (b.constantSize(dim) == 0)
        return buildAnswer(b, invert);
    // The maximum of no integers is the lowest one, their sum is 0.
    bool mayBeNothing = mayBeEmpty(b, y);
    if (b.rankOf(y) > 1)
      y = b.reshape(y, {AffineExpr()});
    int64_t rank = b.rankOf(x);
    Value equal = b.Equal(b.Unsqueeze(x, rank), y);
    Value marks = b.Cast(equal, b.getBuilder().getI32Type());
    found = b.Cast(b.reduce(mayBeNothing ? "ReduceSum" : "ReduceMax", marks,
                            rank, /*keepDims=*/false),
                   b.i1());
  }
  return invert ? b.Not(found) : found;
}

void torch_onnx::populateElementwiseCompare(LoweringRegistry &registry) {
  WrappedLowerings r(registry, ofReals);
  r.add("aten.allclose.default",
        [](Lowering &b) -> Lowered { return buildAll(b, buildIsClose(b)); });
  r.add({"aten.eq.Scalar", "aten.eq.Tensor"}, lowerEqual, true);
  r.add("aten.equal.default", lowerEqualTensors);
  r.add({"aten.ge.Scalar", "aten.ge.Tensor"}, lowerOrder, "GreaterOrEqual");
  r.add({"aten.gt.Scalar", "aten.gt.Tensor"}, lowerOrder, "Greater");
  r.add("aten.isclose.default",
        [](Lowering &b) -> Lowered { return buildIsClose(b); });
  r.add("aten.isfinite.default", lowerIsFinite);
  r.add("aten.isin.Scalar_Tensor", lowerIsIn, "element", "test_elements");
  r.add("aten.isin.Tensor_Scalar", lowerIsIn, "elements", "test_element");
  r.add("aten.isin.Tensor_Tensor", lowerIsIn, "elements", "test_elements");
  r.add("aten.isinf.default", lowerIsInf, true, true);
  r.add("aten.isnan.default", lowerIsNaN);
  r.add("aten.isneginf.default", lowerIsInf, false, true);
  r.add("aten.isposinf.default", lowerIsInf, true, false);
  r.add("aten.isreal.default", lowerIsReal);
  r.add({"aten.le.Scalar", "aten.le.Tensor"}, lowerOrder, "LessOrEqual");
  r.add({"aten.lt.Scalar", "aten.lt.Tensor"}, lowerOrder, "Less");
  r.add("aten.logical_and.default", lowerLogical, "And");
  r.add("aten.logical_not.default", lowerLogicalNot);
  r.add("aten.logical_or.default", lowerLogical, "Or");
  r.add("aten.logical_xor.default", lowerLogical, "Xor");
  r.add({"aten.ne.Scalar", "aten.ne.Tensor"}, lowerEqual, false);
}
