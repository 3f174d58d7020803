//===- DecomposeGamma.cpp - Samples of gamma distributions ----------------===//
//
// Random numbers that eager draws by rejection, and their derivatives in the
// parameter: ATen/native/Distributions.h sample_gamma and standard_gamma_grad.
//
//===----------------------------------------------------------------------===//

#include "DecomposeImpl.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// An argument of f32 or f64.
static Value getReal(TorchBuilder &b, const Arguments &args, StringRef name) {
  Value x = args.getValue(name);
  auto type = x ? dyn_cast<RankedTensorType>(x.getType()) : RankedTensorType();
  if (!type ||
      !(type.getElementType().isF32() || type.getElementType().isF64()))
    b.refuse("its rule expects '" + name +
             "' to have elements of single or double precision");
  return b.isRefused() ? Value() : x;
}

/// The method of Marsaglia and Tsang: candidates of all elements are drawn
/// until each element has been accepted. One of twenty candidates is rejected.
static Value sampleGamma(TorchBuilder &b, Value alpha) {
  Value isProper = b.logicalAnd(
      b.compare("gt", alpha, 0.0),
      b.compare("lt", alpha, std::numeric_limits<double>::infinity()));
  Value isImproper = b.logicalNot(isProper);
  Value shape = b.where(isImproper, 1.0, alpha);
  // In (0, 1].
  auto uniform = [&] { return b.rsub(b.unary("rand_like", alpha), 1); };
  // For alpha < 1, a sample of alpha + 1 times a power.
  Value isSmall = b.compare("lt", shape, 1.0);
  Value scale = b.call("aten.pow.Tensor_Tensor",
                       {uniform(), b.unary("reciprocal", shape)});
  scale = b.where(isSmall, scale, b.unary("ones_like", shape));
  shape = b.where(isSmall, b.add(shape, 1), shape);
  Value d = b.sub(shape, 1.0 / 3);
  Value c = b.unary("rsqrt", b.mul(d, 9));
  SmallVector<Value> results = b.loop(
      {d, isImproper},
      [&](ValueRange args) -> SmallVector<Value> {
        Value isLeft = b.logicalNot(args[1]);
        return {b.unary("any", isLeft)};
      },
      [&](ValueRange args) -> SmallVector<Value> {
        Value x = b.unary("randn_like", args[0]);
        Value y = b.add(b.mul(c, x), 1);
        Value v = b.mul(b.mul(y, y), y);
        Value isPositive = b.compare("gt", y, 0.0);
        Value logV = b.unary("log", b.where(b.logicalNot(isPositive), 1.0, v));
        Value u = b.rsub(b.unary("rand_like", args[0]), 1);
        Value squares = b.mul(x, x);
        Value bound =
            b.add(b.mul(squares, 0.5), b.mul(d, b.add(b.rsub(v, 1), logV)));
        Value isGood =
            b.logicalAnd(isPositive, b.compare("lt", b.unary("log", u), bound));
        isGood = b.logicalAnd(isGood, b.logicalNot(args[1]));
        return {b.where(isGood, b.mul(d, v), args[0]),
                b.logicalOr(args[1], isGood)};
      });
  if (b.isRefused())
    return {};
  Value sample = b.mul(results[0], scale);
  double least = b.getType(alpha).getElementType().isF32()
                     ? std::numeric_limits<float>::min()
                     : std::numeric_limits<double>::min();
  sample = b.atLeast(sample, least);
  sample =
      b.where(isImproper, std::numeric_limits<double>::quiet_NaN(), sample);
  return b.where(b.compare("eq", alpha, 0.0), least, sample);
}

// aten::_standard_gamma(Tensor self, Generator? generator=None) -> Tensor
static Decomposed standardGamma(TorchBuilder &b, const Arguments &args) {
  return sampleGamma(b, getReal(b, args, "self"));
}

// aten::_sample_dirichlet(Tensor self, Generator? generator=None) -> Tensor
static Decomposed sampleDirichlet(TorchBuilder &b, const Arguments &args) {
  Value sample = sampleGamma(b, getReal(b, args, "self"));
  return b.div(sample, b.sum(sample, -1, /*keepDims=*/true));
}

// aten::_standard_gamma_grad(Tensor self, Tensor output) -> Tensor
//
// The derivative of a sample in alpha: a series for small samples, a saddle
// point expansion for large alpha, and a quotient of polynomials elsewhere.
// Computed in double precision, as in eager's kernel.
static Decomposed standardGammaGrad(TorchBuilder &b, const Arguments &args) {
  Value alpha = getReal(b, args, "self"), x = getReal(b, args, "output");
  if (b.isRefused())
    return Value();
  Type type = b.getType(alpha).getElementType();
  alpha = b.cast(alpha, b.getBuilder().getF64Type());
  x = b.cast(x, b.getBuilder().getF64Type());
  // Taylor series.
  Value numerator = b.unary("ones_like", x), denominator = alpha;
  Value series = b.div(numerator, denominator);
  Value squares = b.div(series, denominator);
  for (int i = 1; i <= 5; ++i) {
    numerator = b.mul(numerator, b.div(x, double(-i)));
    denominator = b.add(denominator, 1);
    Value term = b.div(numerator, denominator);
    series = b.add(series, term);
    squares = b.add(squares, b.div(term, denominator));
  }
  auto power = [&](Value base, Value exponent) {
    return b.call("aten.pow.Tensor_Tensor", {base, exponent});
  };
  Value grown = power(x, alpha);
  Value density = b.mul(power(x, b.sub(alpha, 1)), b.exp(b.unary("neg", x)));
  Value change = b.mul(b.sub(b.unary("log", x), b.unary("digamma", alpha)),
                       b.mul(grown, series));
  Value small =
      b.unary("neg", b.div(b.sub(change, b.mul(grown, squares)), density));
  small = b.where(b.unary("isnan", small), 0.0, small);

  // Rice's saddle point expansion, and its limit near the mean.
  Value ratio = b.unary("log", b.div(x, alpha));
  Value alpha2 = b.mul(alpha, alpha);
  Value first = b.add(b.mul(b.mul(alpha, 24), b.add(b.mul(alpha, 12), 1)), 1);
  Value second = b.mul(alpha2, 1440);
  second = b.add(second, b.mul(b.mul(x, 6), b.rsub(b.mul(x, 120), 53)));
  second = b.sub(second, b.div(b.mul(b.mul(x, x), 65), alpha));
  second = b.add(second, b.mul(alpha, b.add(b.mul(x, 3600), 107)));
  Value center =
      b.div(b.mul(first, second), b.mul(b.mul(alpha2, alpha2), 1244160));
  Value root = b.unary("sqrt", b.mul(alpha, 8));
  Value difference = b.sub(alpha, x);
  Value term2 = b.div(root, difference);
  Value distance = b.sub(b.unary("neg", difference), b.mul(alpha, ratio));
  Value term3 = b.call("aten.pow.Tensor_Scalar", {distance, -1.5});
  Value both = b.where(b.compare("lt", x, alpha), b.sub(term2, term3),
                       b.add(term2, term3));
  Value inner = b.mul(b.unary("sqrt", b.mul(b.unary("reciprocal", alpha), 2)),
                      b.div(b.add(alpha, x), b.mul(difference, difference)));
  Value term1 = b.sub(b.mul(ratio, both), inner);
  Value part = b.unary("reciprocal", b.mul(alpha, 24));
  Value stirling = b.add(b.mul(b.mul(part, 2), b.add(part, 1)), 1);
  Value outside = b.unary("neg", b.div(b.mul(stirling, b.mul(x, term1)), root));
  // The bounds are rounded to single precision in double precision, too.
  Value isCenter = b.logicalAnd(b.compare("ge", x, b.mul(alpha, double(0.9F))),
                                b.compare("le", x, b.mul(alpha, double(1.1F))));
  Value large = b.where(isCenter, center, outside);

  // The quotient of polynomials in u = log(x / alpha) and v = log(alpha).
  static const double coefficients[3][8] = {
      {0.16009398, -0.094634809, 0.025146376, -0.0030648343, 1, 0.32668115,
       0.10406089, 0.0014179084},
      {0.53487893, 0.1298071, 0.065735949, -0.0015649758, 0.16639465,
       0.020070113, -0.0035938915, -0.00058392623},
      {0.040121004, -0.0065914022, -0.0026286047, -0.0013441777, 0.017050642,
       -0.0021309326, 0.00085092367, -1.5247877e-07},
  };
  Value v = b.unary("log", alpha);
  auto polynomial = [&](int begin) {
    Value total;
    for (int i = begin + 3; i >= begin; --i) {
      Value ofU = b.add(
          b.mul(b.add(b.mul(ratio, coefficients[2][i]), coefficients[1][i]),
                ratio),
          coefficients[0][i]);
      total = total ? b.add(b.mul(total, v), ofU) : ofU;
    }
    return total;
  };
  Value middle = b.exp(b.div(polynomial(0), polynomial(4)));
  Value result = b.where(b.compare("gt", alpha, 8.0), large, middle);
  result = b.where(b.compare("lt", x, double(0.8F)), small, result);
  return b.cast(result, type);
}

void torch::addGammaDecompositions(Decompositions &r) {
  r.insert("aten._standard_gamma.default", standardGamma);
  r.insert("aten._sample_dirichlet.default", sampleDirichlet);
  r.insert("aten._standard_gamma_grad.default", standardGammaGrad);
}
