//===- Quant.cpp - Evaluates quantization --------------------------------===//
//
// See Evaluation.h. Operators of QuantOps.td except QLinearConv, in double
// precision.
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"

#include "torch-onnx/Dialect/ONNX/IR/QuantOps.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::evaluate;

std::optional<Tensor> evaluate::quantize(std::optional<Tensor> x,
                                         const Tensor &zeroPoint, Type type) {
  if (!x)
    return x;
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer)
    return arithmetic::cast(*x, type);
  int64_t bits = integer.getWidth();
  double least = integer.isUnsigned() ? 0 : -std::ldexp(1, bits - 1);
  double greatest = std::ldexp(1, integer.isUnsigned() ? bits : bits - 1) - 1;
  for (double &value : x->reals())
    value = std::nearbyint(value);
  x = apply(BinaryOp::Add, x, zeroPoint);
  if (!x)
    return x;
  for (double &value : x->reals())
    value = value != value ? 0 : std::clamp(value, least, greatest);
  return arithmetic::cast(*x, type);
}

/// Reshapes a parameter of a tensor of `shape` to broadcast: one number, one
/// per slice of `axis`, or one per block of slices.
static std::optional<Tensor> alignParameter(Tensor x, ArrayRef<int64_t> shape,
                                            int64_t axis, int64_t blockSize) {
  int64_t rank = shape.size();
  if (x.getNumElements() == 1 && blockSize == 0)
    return std::move(x).reshaped({});
  auto known = getAxis(axis, rank);
  if (!known)
    return std::nullopt;
  if (blockSize == 0) {
    SmallVector<int64_t> aligned(rank, 1);
    aligned[*known] = x.getNumElements();
    return std::move(x).reshaped(aligned);
  }
  SmallVector<int64_t> positions;
  for (int64_t i = 0; i < shape[*known]; ++i)
    positions.push_back(i / blockSize);
  return arithmetic::take(x, *known, positions);
}

/// The quotient is rounded to its compute type.
static Outcome evaluateQuantizeLinear(QuantizeLinearOp op, Evaluation &e) {
  Tensor x = e.reals(op.getX());
  auto align = [&](Tensor parameter) {
    return alignParameter(std::move(parameter), x.getShape(), op.getAxis(),
                          op.getBlockSize());
  };
  auto scale = align(e.reals(op.getYScale()));
  std::optional<Tensor> zeroPoint = makeReal(0, e.getContext());
  if (e.find(op.getYZeroPoint()))
    zeroPoint = align(e.reals(op.getYZeroPoint()));
  std::optional<Tensor> quotient = apply(BinaryOp::Div, x, scale);
  if (!quotient || !zeroPoint)
    return std::nullopt;
  Type precision =
      op.getPrecision().value_or(getElementTypeOrSelf(op.getX().getType()));
  if (isa<FloatType>(precision))
    quotient = arithmetic::toReals(*arithmetic::cast(*quotient, precision));
  if (isa<IntegerType>(e.elementType()))
    return quantize(quotient, *zeroPoint, e.elementType());
  quotient = apply(BinaryOp::Add, quotient, zeroPoint);
  return quotient ? arithmetic::cast(*quotient, e.elementType(),
                                     {op.getSaturate() != 0, "up"})
                  : quotient;
}

static Outcome evaluateDequantizeLinear(DequantizeLinearOp op, Evaluation &e) {
  std::optional<Tensor> x = e.reals(op.getX());
  auto align = [&](Tensor parameter) {
    return alignParameter(std::move(parameter), e[op.getX()].getShape(),
                          op.getAxis(), op.getBlockSize());
  };
  if (e.find(op.getXZeroPoint()))
    x = apply(BinaryOp::Sub, x, align(e.reals(op.getXZeroPoint())));
  return e.round(apply(BinaryOp::Mul, x, align(e.reals(op.getXScale()))));
}

/// The range is extended to 0. Parameters are computed in f32.
static Outcome evaluateDynamicQuantizeLinear(DynamicQuantizeLinearOp op,
                                             Evaluation &e) {
  Tensor x = e.reals(op.getX());
  double least = 0, greatest = 0;
  for (double value : x.reals()) {
    least = std::min(least, value);
    greatest = std::max(greatest, value);
  }
  float scale =
      (static_cast<float>(greatest) - static_cast<float>(least)) / 255;
  float place = scale == 0 ? 0 : -static_cast<float>(least) / scale;
  Tensor zeroPoint = makeReal(
      std::clamp(std::nearbyint(static_cast<double>(place)), 0.0, 255.0),
      e.getContext());
  for (double &value : x.reals())
    value = scale == 0 ? 0 : static_cast<float>(value) / scale;
  return SmallVector<RuntimeValue>{
      *quantize(std::move(x), zeroPoint, e.elementType(0)),
      *arithmetic::cast(makeReal(scale, e.getContext()), e.elementType(1)),
      *arithmetic::cast(zeroPoint, e.elementType(2))};
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Reshapes parameters of a matrix: one number, or one per row (`axis` -2) or
/// column (-1).
static Tensor alignToMatrix(Tensor parameter, int64_t axis) {
  if (parameter.getRank() != 1 || parameter.getNumElements() == 1 || axis == -1)
    return parameter.getNumElements() == 1 ? std::move(parameter).reshaped({})
                                           : parameter;
  return std::move(parameter).reshaped({parameter.getNumElements(), 1});
}

static Outcome evaluateMatMulInteger(MatMulIntegerOp op, Evaluation &e) {
  std::optional<Tensor> a = e.reals(op.getA()), b = e.reals(op.getB());
  if (auto zero = e.findReals(op.getAZeroPoint()))
    a = apply(BinaryOp::Sub, a, alignToMatrix(std::move(*zero), -2));
  if (auto zero = e.findReals(op.getBZeroPoint()))
    b = apply(BinaryOp::Sub, b, alignToMatrix(std::move(*zero), -1));
  return a && b ? e.round(multiplyMatrices(*a, *b)) : std::nullopt;
}

static Outcome evaluateQLinearMatMul(QLinearMatMulOp op, Evaluation &e) {
  std::optional<Tensor> a =
      apply(BinaryOp::Sub, e.reals(op.getA()),
            alignToMatrix(e.reals(op.getAZeroPoint()), -2));
  std::optional<Tensor> b =
      apply(BinaryOp::Sub, e.reals(op.getB()),
            alignToMatrix(e.reals(op.getBZeroPoint()), -1));
  if (!a || !b)
    return std::nullopt;
  std::optional<Tensor> product = multiplyMatrices(*a, *b);
  for (auto [parameter, axis, function] :
       {std::tuple<Value, int64_t, BinaryOp>(op.getAScale(), -2, BinaryOp::Mul),
        std::tuple<Value, int64_t, BinaryOp>(op.getBScale(), -1, BinaryOp::Mul),
        std::tuple<Value, int64_t, BinaryOp>(op.getYScale(), -2,
                                             BinaryOp::Div)})
    product = apply(function, product, alignToMatrix(e.reals(parameter), axis));
  return quantize(product, alignToMatrix(e.reals(op.getYZeroPoint()), -2),
                  e.elementType());
}

void evaluate::populateQuant(Evaluators &rows) {
  rows.add<DequantizeLinearOp>(evaluateDequantizeLinear);
  rows.add<DynamicQuantizeLinearOp>(evaluateDynamicQuantizeLinear);
  rows.add<MatMulIntegerOp>(evaluateMatMulInteger);
  rows.add<QLinearMatMulOp>(evaluateQLinearMatMul);
  rows.add<QuantizeLinearOp>(evaluateQuantizeLinear);
}
