//===- Elementwise.cpp - Evaluates element-wise mathematics --------------===//
//
// See Evaluation.h. Operators of ElementwiseOps.td.
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"

#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::evaluate;

static bool isOfIntegers(Value value) {
  return isa<IntegerType>(getElementTypeOrSelf(value.getType()));
}

static Outcome evaluateDiv(DivOp op, Evaluation &e) {
  return arithmetic::compute(isOfIntegers(op.getA()) ? BinaryOp::TruncDiv
                                                     : BinaryOp::Div,
                             e[op.getA()], e[op.getB()], e.defined());
}

/// With `fmod`, an integer remainder has the sign of the dividend: a - trunc(a
/// / b) * b.
static Outcome evaluateMod(ModOp op, Evaluation &e) {
  const Tensor &a = e[op.getA()], &b = e[op.getB()];
  bool isInteger = isOfIntegers(op.getA());
  if (!isInteger && op.getFmod() == 0)
    return Outcome::fail("takes floats only with 'fmod'");
  if (isInteger != (op.getFmod() != 0))
    return arithmetic::compute(isInteger ? BinaryOp::Remainder : BinaryOp::FMod,
                               a, b, e.defined());
  return apply(BinaryOp::Sub, a,
               apply(BinaryOp::Mul,
                     arithmetic::compute(BinaryOp::TruncDiv, a, b, e.defined()),
                     b));
}

/// x to a nonnegative power, modulo 2^64.
static uint64_t raise(uint64_t x, uint64_t exponent) {
  uint64_t result = 1;
  for (; exponent; exponent >>= 1, x *= x)
    if (exponent & 1)
      result *= x;
  return result;
}

/// Integer powers of integers are exact modulo 2^n; others are computed in f64.
static Outcome evaluatePow(PowOp op, Evaluation &e) {
  const Tensor &a = e[op.getA()], &b = e[op.getB()];
  Type type = a.getElementType();
  if (!isOfIntegers(op.getA())) {
    std::optional<Tensor> exponent = arithmetic::convert(b, type);
    return apply(BinaryOp::Pow, a, exponent);
  }
  *e.defined() = false;
  auto shape = arithmetic::broadcastShapes({a.getShape(), b.getShape()});
  auto i64 = IntegerType::get(e.getContext(), 64);
  std::optional<Tensor> exponents =
      isOfIntegers(op.getB()) ? arithmetic::convert(b, i64) : std::nullopt;
  if (!shape || !exponents ||
      llvm::any_of(*arithmetic::getIntegers(*exponents),
                   [](int64_t exponent) { return exponent < 0; })) {
    std::optional<Tensor> power =
        zipReals(a, b, [](double x, double y) { return std::pow(x, y); });
    return power ? arithmetic::cast(*power, type, {}, e.defined()) : power;
  }
  std::optional<Tensor> base = arithmetic::convert(a, i64);
  base = arithmetic::expand(*base, *shape);
  exponents = arithmetic::expand(*exponents, *shape);
  for (int64_t i = 0; i < base->getNumElements(); ++i)
    base->set(i, raise(base->get<uint64_t>(i), exponents->get<uint64_t>(i)));
  return arithmetic::convert(*base, type);
}

/// Registers a fold over any number of operands.
template <typename OpT> static void addFold(Evaluators &rows, BinaryOp f) {
  rows.add<OpT>(
      [f](OpT op, Evaluation &e) -> Outcome {
        std::optional<Tensor> result = e[op.getInputs().front()];
        for (Value other : op.getInputs().drop_front())
          if (result)
            result = arithmetic::compute(f, *result, e[other], e.defined());
        return result;
      },
      agreeOnBits);
}

/// Registers a sum or mean, computed in f64 and rounded once.
template <typename OpT> static void addSum(Evaluators &rows, bool isMean) {
  rows.add<OpT>([isMean](OpT op, Evaluation &e) -> Outcome {
    std::optional<Tensor> sum = e.reals(op.getInputs().front());
    for (Value other : op.getInputs().drop_front())
      sum = apply(BinaryOp::Add, sum, e.reals(other));
    if (isMean)
      sum = apply(BinaryOp::Div, sum,
                  makeReal(op.getInputs().size(), e.getContext()));
    return e.round(sum);
  });
}

void evaluate::populateElementwise(Evaluators &rows) {
  rows.add<AbsOp>(UnaryOp::Abs);
  rows.add<CeilOp>(UnaryOp::Ceil);
  rows.add<CosOp>(UnaryOp::Cos);
  rows.add<ErfOp>(UnaryOp::Erf);
  rows.add<ExpOp>(UnaryOp::Exp);
  rows.add<FloorOp>(UnaryOp::Floor);
  rows.add<LogOp>(UnaryOp::Log);
  rows.add<NegOp>(UnaryOp::Neg);
  rows.add<ReciprocalOp>(UnaryOp::Reciprocal);
  rows.add<RoundOp>(UnaryOp::Round);
  rows.add<SignOp>(UnaryOp::Sign);
  rows.add<SinOp>(UnaryOp::Sin);
  rows.add<SqrtOp>(UnaryOp::Sqrt);
  rows.add<TanhOp>(UnaryOp::Tanh);
  rows.addReal<AcosOp>([](double x) { return std::acos(x); });
  rows.addReal<AcoshOp>([](double x) { return std::acosh(x); });
  rows.addReal<AsinOp>([](double x) { return std::asin(x); });
  rows.addReal<AsinhOp>([](double x) { return std::asinh(x); });
  rows.addReal<AtanOp>([](double x) { return std::atan(x); });
  rows.addReal<AtanhOp>([](double x) { return std::atanh(x); });
  rows.addReal<CoshOp>([](double x) { return std::cosh(x); });
  rows.addReal<SinhOp>([](double x) { return std::sinh(x); });
  rows.addReal<TanOp>([](double x) { return std::tan(x); });

  rows.add<AddOp>(BinaryOp::Add);
  rows.add<MulOp>(BinaryOp::Mul);
  rows.add<SubOp>(BinaryOp::Sub);
  rows.add<DivOp>(evaluateDiv, agreeOnBits);
  rows.add<ModOp>(evaluateMod, agreeOnBits);
  rows.add<PowOp>(evaluatePow, [](Operation *) { return Agreement::Rounding; });

  addFold<MaxOp>(rows, BinaryOp::Max);
  addFold<MinOp>(rows, BinaryOp::Min);
  addSum<MeanOp>(rows, /*isMean=*/true);
  addSum<SumOp>(rows, /*isMean=*/false);
}
