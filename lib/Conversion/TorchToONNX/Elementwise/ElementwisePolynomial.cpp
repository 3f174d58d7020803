//===- ElementwisePolynomial.cpp - Lowerings of orthogonal polynomials ----===//
//
// Chebyshev, Hermite, Laguerre and Legendre polynomials. The degree is a
// tensor, so a loop runs up to the highest degree and each element takes the
// value of its own. Formulas and precision are those of PyTorch
// (ATen/native/Math.h), so that overflow agrees.
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Reduce/Reduce.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;

namespace {
/// A family of polynomials p(k, x) with p(0) = 1; p(1) and the recurrence
/// differ.
class Polynomials {
public:
  explicit Polynomials(Lowering &b) : b(b) {}
  virtual ~Polynomials() = default;

  /// p(1)
  virtual Value getFirst(Value x) = 0;
  /// p(k + 1) from p(k) and p(k - 1); k is a 0-d number.
  virtual Value getNext(Value x, Value k, Value p, Value before) = 0;
  /// The degree beyond which PyTorch returns NaN.
  virtual std::optional<int64_t> getLimit() { return std::nullopt; }

  /// A closed formula that replaces the recurrence for some elements: where it
  /// holds, and its value.
  struct Closed {
    Value holds, value;
  };
  virtual std::optional<Closed> getClosed(Value x, Value degree) {
    return std::nullopt;
  }

protected:
  Value number(double value) { return b.scalar(value, b.resultElementType()); }
  Value twice(Value x) { return b.Add(x, x); }
  /// a x - c with one rounding, like the fused instruction that PyTorch is
  /// compiled to.
  Value getDifference(Value a, Value x, Value c) {
    Type type = b.resultElementType();
    Type wide = type.isF32() ? Type(b.getBuilder().getF64Type()) : type;
    Value product = b.Mul(b.Cast(a, wide), b.Cast(x, wide));
    return b.Cast(b.Sub(product, b.Cast(c, wide)), type);
  }

  Lowering &b;
};

/// The four kinds, of y = x, or y = 2 x - 1 for the shifted ones: p(1) = 2 y +
/// offset (y for the first kind), p(k + 1) = 2 y p(k) - p(k - 1). Within (-1,
/// 1) high degrees are quotients of trigonometric functions.
class Chebyshev : public Polynomials {
public:
  enum Kind { T, U, V, W };

  Chebyshev(Lowering &b, Kind kind, bool isShifted, int64_t lastRecurred)
      : Polynomials(b), kind(kind), isShifted(isShifted),
        lastRecurred(lastRecurred) {}

  Value getFirst(Value x) override {
    Value y = getArgument(x);
    switch (kind) {
    case T:
      return y;
    case U:
      return twice(y);
    case V:
      return b.Sub(twice(y), number(1));
    case W:
      return b.Add(twice(y), number(1));
    }
    llvm_unreachable("all kinds");
  }
  Value getNext(Value x, Value, Value p, Value before) override {
    return getDifference(twice(getArgument(x)), p, before);
  }

  std::optional<Closed> getClosed(Value x, Value degree) override {
    // Runtimes have Acos only for f32. In f64 the recurrence gives the same
    // value.
    if (!b.resultElementType().isF32())
      return std::nullopt;
    Value y = getArgument(x), angle = b.unary("Acos", y);
    Value half = b.Mul(angle, number(0.5));
    Value n = b.Cast(degree, b.resultElementType());
    auto times = [&](double offset) {
      return b.Mul(b.Add(n, number(offset)), angle);
    };
    Value value;
    switch (kind) {
    case T:
      value = b.Cos(b.Mul(n, angle));
      break;
    case U:
      value = b.Div(b.Sin(times(1)), b.Sin(angle));
      break;
    case V:
      value = b.Div(b.Cos(times(0.5)), b.Cos(half));
      break;
    case W:
      value = b.Div(b.Sin(times(0.5)), b.Sin(half));
      break;
    }
    Value isInside = b.Less(b.Abs(y), number(1));
    Value isHigh = b.Greater(degree, b.scalar(lastRecurred, b.i64()));
    return Closed{b.And(isInside, isHigh), value};
  }

private:
  Value getArgument(Value x) {
    return isShifted ? b.Sub(twice(x), number(1)) : x;
  }
  Kind kind;
  bool isShifted;
  int64_t lastRecurred;
};

/// p(1) = s x, p(k + 1) = s x p(k) - s k p(k - 1)
class Hermite : public Polynomials {
public:
  Hermite(Lowering &b, double scale) : Polynomials(b), scale(scale) {}

  Value getFirst(Value x) override { return b.Mul(x, number(scale)); }
  Value getNext(Value x, Value k, Value p, Value before) override {
    return getDifference(getFirst(x), p,
                         b.Mul(b.Mul(k, number(scale)), before));
  }
  std::optional<int64_t> getLimit() override {
    return b.resultElementType().isF32() ? 128 : 512;
  }

private:
  double scale;
};

/// p(1) = 1 - x, (k + 1) p(k + 1) = (2 k + 1 - x) p(k) - k p(k - 1)
class Laguerre : public Polynomials {
public:
  using Polynomials::Polynomials;
  Value getFirst(Value x) override { return b.Sub(number(1), x); }
  Value getNext(Value x, Value k, Value p, Value before) override {
    Value sum =
        getDifference(b.Add(twice(k), getFirst(x)), p, b.Mul(k, before));
    return b.Div(sum, b.Add(k, number(1)));
  }
};

/// p(1) = x, (k + 1) p(k + 1) = (2 k + 1) x p(k) - k p(k - 1)
class Legendre : public Polynomials {
public:
  using Polynomials::Polynomials;
  Value getFirst(Value x) override { return x; }
  Value getNext(Value x, Value k, Value p, Value before) override {
    Value factor = b.Mul(b.Add(twice(k), number(1)), x);
    return b.Div(getDifference(factor, p, b.Mul(k, before)),
                 b.Add(k, number(1)));
  }
};
} // namespace

// aten::special_hermite_polynomial_h(Tensor x, Tensor n) -> Tensor
//
// Polynomials of negative degree are zero.
static Lowered lowerPolynomial(Lowering &b, Polynomials &&family) {
  RankedTensorType type = b.resultType();
  Type elementType = type.getElementType();
  Value x = b.expand(b.tensor("x", elementType), type);
  Value degree = b.expand(b.tensor("n", b.i64()), type);
  if (llvm::is_contained(type.getShape(), int64_t(0)))
    return x;
  auto hasDegree = [&](Value k) { return b.Equal(degree, k); };
  Value zero = b.scalar(0, b.i64()), one = b.scalar(1, b.i64());
  Value constant = b.full(b.scalar(1, elementType), type);
  Value first = family.getFirst(x);
  first.setType(x.getType());
  Value result =
      b.Where(hasDegree(zero), constant,
              b.Where(hasDegree(one), first, b.scalar(0, elementType)));
  // Elements that the closed form covers need no steps of the recurrence.
  std::optional<Polynomials::Closed> closed = family.getClosed(x, degree);
  Value steps = closed ? b.Where(closed->holds, zero, degree) : degree;
  Value highest = buildReduce(b, "ReduceMax", steps, b.getOtherAxes(steps, -1),
                              /*keepDims=*/false);
  // The maximum of an empty tensor is the lowest integer, from which
  // subtracting 1 would wrap around.
  Value count = b.Sub(b.Max(highest, one), one);
  std::optional<int64_t> limit = family.getLimit();
  if (limit)
    count = b.Min(count, b.scalar(*limit, b.i64()));
  // States: p(k - 1), p(k), the result.
  auto step = [&](Value iteration, ValueRange states) {
    Value one = b.scalar(1, b.i64()), k = b.Add(iteration, one);
    Value next =
        family.getNext(x, b.Cast(k, elementType), states[1], states[0]);
    Value isWanted = hasDegree(b.Add(k, one));
    return Lowering::Step{
        {b.Identity(states[1]), next, b.Where(isWanted, next, states[2])},
        Value()};
  };
  result = b.loop(count, Value(), {constant, first, result}, step)[2];
  if (limit)
    result = b.Where(b.Greater(degree, b.scalar(*limit, b.i64())),
                     b.scalar(NAN, elementType), result);
  if (closed)
    result = b.Where(closed->holds, closed->value, result);
  return result;
}

void torch_onnx::populateElementwisePolynomial(LoweringRegistry &registry) {
  WrappedLowerings r(registry, ofReals);
  auto add = [&](const Twine &name, const LoweringFn &lowering) {
    for (StringRef overload : {"default", "n_scalar", "x_scalar"})
      r.add(("aten.special_" + name + "." + overload).str(), lowering);
  };
  struct Row {
    StringLiteral name;
    Chebyshev::Kind kind;
    bool isShifted;
    /// The highest degree computed by the recurrence within (-1, 1).
    int64_t lastRecurred;
  };
  for (Row row : {Row{"chebyshev_polynomial_t", Chebyshev::T, false, 6},
                  Row{"chebyshev_polynomial_u", Chebyshev::U, false, 8},
                  Row{"chebyshev_polynomial_v", Chebyshev::V, false, 8},
                  Row{"chebyshev_polynomial_w", Chebyshev::W, false, 8},
                  Row{"shifted_chebyshev_polynomial_t", Chebyshev::T, true, 6},
                  Row{"shifted_chebyshev_polynomial_u", Chebyshev::U, true, 6},
                  Row{"shifted_chebyshev_polynomial_v", Chebyshev::V, true, 6},
                  Row{"shifted_chebyshev_polynomial_w", Chebyshev::W, true, 4}})
    add(row.name, [row](Lowering &b) {
      return lowerPolynomial(
          b, Chebyshev(b, row.kind, row.isShifted, row.lastRecurred));
    });
  add("hermite_polynomial_h",
      [](Lowering &b) { return lowerPolynomial(b, Hermite(b, 2)); });
  add("hermite_polynomial_he",
      [](Lowering &b) { return lowerPolynomial(b, Hermite(b, 1)); });
  add("laguerre_polynomial_l",
      [](Lowering &b) { return lowerPolynomial(b, Laguerre(b)); });
  add("legendre_polynomial_p",
      [](Lowering &b) { return lowerPolynomial(b, Legendre(b)); });
}
