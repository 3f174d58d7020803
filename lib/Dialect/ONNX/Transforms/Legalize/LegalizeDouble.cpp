//===- LegalizeDouble.cpp - Formulas in f64 for ONNX Runtime --------------===//
//
// Functions for which ONNX Runtime's CPU provider has no f64 kernel or an
// inaccurate one, as formulas that are accurate to the last digits.
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "torch-onnx/Dialect/ONNX/IR/ActivationOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"
#include "torch-onnx/Dialect/ONNX/IR/NNOps.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

static Value number(Node &n, double value) {
  return n.scalar(value, Float64Type::get(n.getContext()));
}

//===----------------------------------------------------------------------===//
// Activations and pools
//===----------------------------------------------------------------------===//

static Value isNegative(Node &n, Value x) {
  return n.Less(x, n.scalar(0.0, n.elementTypeOf(x)));
}

static Outcome hardSigmoid(Node &n, HardSigmoidOp op) {
  Value x = n.input(0);
  Value alpha = number(n, toDouble(op.getAlpha()));
  Value beta = number(n, toDouble(op.getBeta()));
  Value zero = number(n, 0.0), one = number(n, 1.0);
  return n.replace(n.Clip(n.Add(n.Mul(x, alpha), beta), zero, one));
}

// The kernel is inaccurate.
static Outcome sigmoid(Node &n) {
  Value x = n.input(0), one = n.scalar(1.0, n.elementTypeOf(x));
  return n.replace(n.Div(one, n.Add(one, n.Exp(n.Neg(x)))));
}

static Outcome softsign(Node &n) {
  Value x = n.input(0);
  return n.replace(
      n.Div(x, n.Add(n.Abs(x), n.scalar(1.0, n.elementTypeOf(x)))));
}

static Outcome globalPool(Node &n) {
  Value x = n.input(0);
  SmallVector<int64_t> axes = n.integers(2, n.rankOf(x));
  return n.replace(isa<GlobalMaxPoolOp>(n.op) ? n.ReduceMax(x, axes)
                                              : n.ReduceMean(x, axes));
}

static Outcome leakyRelu(Node &n, LeakyReluOp op) {
  Value x = n.input(0);
  Value slope = n.scalar(toDouble(op.getAlpha()), n.elementTypeOf(x));
  return n.replace(n.Where(isNegative(n, x), n.Mul(x, slope), x));
}

// alpha * (exp(x) - 1) below 0
static Value exponential(Node &n, Value x, double alpha) {
  Type type = n.elementTypeOf(x);
  return n.Mul(n.Sub(n.Exp(x), n.scalar(1.0, type)), n.scalar(alpha, type));
}

static Outcome elu(Node &n, EluOp op) {
  Value x = n.input(0);
  return n.replace(
      n.Where(isNegative(n, x), exponential(n, x, toDouble(op.getAlpha())), x));
}

static Outcome selu(Node &n, SeluOp op) {
  Value x = n.input(0);
  Value inner =
      n.Where(isNegative(n, x), exponential(n, x, toDouble(op.getAlpha())), x);
  return n.replace(
      n.Mul(inner, n.scalar(toDouble(op.getGamma()), n.elementTypeOf(x))));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// log(1 + x) for finite x > -1, accurate to the last digits: the error of 1 +
/// x is the same in both factors (Kahan).
static Value logOnePlus(Node &n, Value x) {
  Value one = number(n, 1.0), sum = n.Add(x, one);
  Value quotient = n.Div(n.Mul(x, n.Log(sum)), n.Sub(sum, one));
  return n.Where(n.Equal(sum, one), x, quotient);
}

/// `magnitude` with the sign of `x`, including zeros.
static Value withSignOf(Node &n, Value magnitude, Value x) {
  return n.Where(n.Greater(x, number(n, 0.0)), magnitude,
                 n.Where(n.Less(x, number(n, 0.0)), n.Neg(magnitude), x));
}

// The kernel ignores a NaN beside numbers, and gives -inf beside an infinity.
static Outcome logSoftmax(Node &n, LogSoftmaxOp op) {
  Value x = n.input(0);
  int64_t axis = normalizeAxis(op.getAxis(), n.rankOf(x));
  if (!n.areAxes(axis, n.rankOf(x)))
    return n.refuseAxes(axis, n.rankOf(x));
  Value rest = n.Sub(x, n.ReduceMax(x, axis));
  return n.replace(n.Sub(rest, n.Log(n.ReduceSum(n.Exp(rest), axis))));
}

// Sine and cosine have kernels.
static Outcome tangent(Node &n) {
  Value x = n.input(0);
  return n.replace(n.Div(n.Sin(x), n.Cos(x)));
}

/// One step of Newton's method from the f32 angle y is exact to all digits:
/// atan(x) = y + atan((x - tan(y)) / (1 + x tan(y))), where the second atan is
/// at most 1e-7 and equals its operand.
static Value arcTangent(Node &n, Value x) {
  Type f64 = n.elementTypeOf(x);
  Value size = n.Abs(x);
  // The formula gives NaN for infinity; 1e300 has the same angle.
  Value isLarge = n.Greater(size, number(n, 1e300));
  Value finite = n.Where(isLarge, n.Mul(n.Sign(x), number(n, 1e300)), x);
  Value angle = n.Cast(n.Atan(n.Cast(finite, n.f32())), f64);
  Value sine = n.Sin(angle), cosine = n.Cos(angle);
  Value rest = n.Div(n.Sub(n.Mul(finite, cosine), sine),
                     n.Add(cosine, n.Mul(finite, sine)));
  // Keeps the sign of a zero, which ONNX Runtime loses in the first branch.
  return n.Where(n.Greater(size, number(n, 0.0)), n.Add(angle, rest), x);
}

static Outcome inverseTangent(Node &n) {
  return n.replace(arcTangent(n, n.input(0)));
}

// asin(x) = atan(x / sqrt((1 - x)(1 + x)))
static Outcome inverseSine(Node &n) {
  Value x = n.input(0), one = number(n, 1.0);
  Value root = n.Sqrt(n.Mul(n.Sub(one, x), n.Add(one, x)));
  return n.replace(arcTangent(n, n.Div(x, root)));
}

// acos(x) = 2 atan(sqrt((1 - x) / (1 + x)))
static Outcome inverseCosine(Node &n) {
  Value x = n.input(0), one = number(n, 1.0);
  Value root = n.Sqrt(n.Div(n.Sub(one, x), n.Add(one, x)));
  return n.replace(n.Mul(arcTangent(n, root), number(n, 2.0)));
}

// Uses half of the exponent, as the full power would overflow before its half
// does.
static Outcome hyperbolicCosine(Node &n) {
  Value half = number(n, 0.5);
  Value root = n.Exp(n.Mul(n.Abs(n.input(0)), half));
  Value large = n.Mul(n.Mul(root, half), root);
  return n.replace(n.Add(large, n.Div(half, n.Mul(root, root))));
}

// With e = exp(x) - 1: sinh(x) = (e + e / (e + 1)) / 2 for small x, where
// exp(x) - exp(-x) cancels all digits. Kahan's e is exact: x (u - 1) / log(u).
static Outcome hyperbolicSine(Node &n) {
  Value x = n.input(0), size = n.Abs(x);
  Value half = number(n, 0.5), one = number(n, 1.0);
  Value root = n.Exp(n.Mul(size, half));
  Value large =
      n.Sub(n.Mul(n.Mul(root, half), root), n.Div(half, n.Mul(root, root)));
  Value near = n.Where(n.Less(size, one), size, one);
  Value power = n.Exp(near);
  Value less = n.Where(n.Equal(power, one), near,
                       n.Div(n.Mul(near, n.Sub(power, one)), n.Log(power)));
  Value small = n.Mul(n.Add(less, n.Div(less, n.Add(less, one))), half);
  return n.replace(withSignOf(n, n.Where(n.Less(size, one), small, large), x));
}

/// Above this, 1 + x^2 rounds to x^2.
static constexpr double kLarge = 1e10;

// asinh(x) = log(1 + x + x^2 / (1 + sqrt(1 + x^2))), log(2 x) for large x.
static Outcome inverseHyperbolicSine(Node &n) {
  Value x = n.input(0), size = n.Abs(x), one = number(n, 1.0);
  Value isLarge = n.Greater(size, number(n, kLarge));
  Value near = n.Where(isLarge, one, size);
  Value square = n.Mul(near, near);
  Value small = logOnePlus(
      n, n.Add(near, n.Div(square, n.Add(n.Sqrt(n.Add(square, one)), one))));
  Value large = n.Add(n.Log(size), number(n, M_LN2));
  return n.replace(withSignOf(n, n.Where(isLarge, large, small), x));
}

// With t = x - 1: acosh(x) = log(1 + t + sqrt(t) sqrt(t + 2)), log(2 x) for
// large x.
static Outcome inverseHyperbolicCosine(Node &n) {
  Value x = n.input(0), one = number(n, 1.0);
  Value isLarge = n.Greater(x, number(n, kLarge));
  Value t = n.Sub(n.Where(isLarge, one, x), one);
  Value small = logOnePlus(
      n, n.Add(t, n.Mul(n.Sqrt(t), n.Sqrt(n.Add(t, number(n, 2.0))))));
  Value large = n.Add(n.Log(x), number(n, M_LN2));
  return n.replace(n.Where(isLarge, large, small));
}

// atanh(x) = log(1 + 2 x / (1 - x)) / 2, of the magnitude of x.
static Outcome inverseHyperbolicTangent(Node &n) {
  Value x = n.input(0), size = n.Abs(x), one = number(n, 1.0);
  Value isOne = n.Equal(size, one);
  Value inside = n.Where(isOne, number(n, 0.0), size);
  Value ratio = n.Div(n.Mul(inside, number(n, 2.0)), n.Sub(one, inside));
  Value half = n.Mul(logOnePlus(n, ratio), number(n, 0.5));
  return n.replace(withSignOf(n, n.Where(isOne, number(n, INFINITY), half), x));
}

// log(1 + exp(x)) = max(x, 0) + log(1 + exp(-|x|)).
static Value softplusOf(Node &n, Value x) {
  Value rest = logOnePlus(n, n.Exp(n.Neg(n.Abs(x))));
  return n.Add(n.Where(n.Less(x, number(n, 0.0)), number(n, 0.0), x), rest);
}

static Outcome softplus(Node &n) {
  return n.replace(softplusOf(n, n.input(0)));
}

static Outcome mish(Node &n) {
  Value x = n.input(0);
  return n.replace(n.Mul(x, n.Tanh(softplusOf(n, x))));
}

/// The coefficient of the highest power comes first.
static Value polynomial(Node &n, Value x, ArrayRef<double> coefficients) {
  Value result = number(n, coefficients.front());
  for (double coefficient : coefficients.drop_front())
    result = n.Add(n.Mul(result, x), number(n, coefficient));
  return result;
}

// The rational approximations of Cephes (S. Moshier, ndtr.c): x T(x^2) / U(x^2)
// up to 1, 1 - exp(-x^2) P(x) / Q(x) above; from 6 on, the result rounds to 1.
static Outcome errorFunction(Node &n) {
  static const double t[] = {9.60497373987051638749e0, 9.00260197203842689217e1,
                             2.23200534594684319226e3, 7.00332514112805075473e3,
                             5.55923013010394962768e4};
  static const double u[] = {1.0,
                             3.35617141647503099647e1,
                             5.21357949780152679795e2,
                             4.59432382970980127987e3,
                             2.26290000613890934246e4,
                             4.92673942608635921086e4};
  static const double p[] = {
      2.46196981473530512524e-10, 5.64189564831068821977e-1,
      7.46321056442269912687e0,   4.86371970985681366614e1,
      1.96520832956077098242e2,   5.26445194995477358631e2,
      9.34528527171957607540e2,   1.02755188689515710272e3,
      5.57535335369399327526e2};
  static const double q[] = {1.0,
                             1.32281951154744992508e1,
                             8.67072140885989742329e1,
                             3.54937778887819891062e2,
                             9.75708501743205489753e2,
                             1.82390916687909736289e3,
                             2.24633760818710981792e3,
                             1.65666309194161350182e3,
                             5.57535340817727675546e2};
  Value x = n.input(0), size = n.Abs(x), one = number(n, 1.0);
  Value isNear = n.Less(size, one);
  // Each formula gets only operands from its range; NaN goes to the second one.
  Value near = n.Where(isNear, size, one);
  Value square = n.Mul(near, near);
  Value small =
      n.Mul(near, n.Div(polynomial(n, square, t), polynomial(n, square, u)));
  Value far =
      n.Where(isNear, one,
              n.Where(n.Greater(size, number(n, 6.0)), number(n, 6.0), size));
  Value tail = n.Mul(n.Exp(n.Neg(n.Mul(far, far))),
                     n.Div(polynomial(n, far, p), polynomial(n, far, q)));
  return n.replace(withSignOf(n, n.Where(isNear, small, n.Sub(one, tail)), x));
}

static Outcome mean(Node &n) {
  Value sum = n.create("Sum", n.resultType(), n.op->getOperands());
  return n.replace(n.Div(sum, number(n, double(n.op->getNumOperands()))));
}

void onnx::populateDouble(RewriteTable &table) {
  table.addForDouble<inverseCosine, AcosOp>();
  table.addForDouble<inverseHyperbolicCosine, AcoshOp>();
  table.addForDouble<inverseSine, AsinOp>();
  table.addForDouble<inverseHyperbolicSine, AsinhOp>();
  table.addForDouble<inverseTangent, AtanOp>();
  table.addForDouble<inverseHyperbolicTangent, AtanhOp>();
  table.addForDouble<hyperbolicCosine, CoshOp>();
  table.addForDouble<elu>();
  table.addForDouble<errorFunction, ErfOp>();
  table.addForDouble<globalPool, GlobalAveragePoolOp, GlobalMaxPoolOp>();
  table.addForDouble<hardSigmoid>();
  table.addForDouble<leakyRelu>();
  table.addForDouble<logSoftmax>();
  table.addForDouble<mean, MeanOp>();
  table.addForDouble<mish, MishOp>();
  table.addForDouble<selu>();
  table.addForDouble<sigmoid, SigmoidOp>();
  table.addForDouble<hyperbolicSine, SinhOp>();
  table.addForDouble<softplus, SoftplusOp>();
  table.addForDouble<softsign, SoftsignOp>();
  table.addForDouble<tangent, TanOp>();
}
