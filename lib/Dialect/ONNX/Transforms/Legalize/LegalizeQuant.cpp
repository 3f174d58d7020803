//===- LegalizeQuant.cpp - Quantization for older opsets ------------------===//
//
// QuantizeLinear and DequantizeLinear came with opset 10, one scale per index
// of an axis with 13, 8-bit floats with 19, blocks and other integers with 21.
// Missing forms become arithmetic on integers and floats.
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "torch-onnx/Arithmetic/Limits.h"
#include "torch-onnx/Dialect/ONNX/IR/QuantOps.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

/// Whether an opset before 21 supports the quantized type with parameters of
/// this rank.
static bool isThere(int64_t opset, Type quantized, int64_t parameterRank,
                    int64_t blockSize, bool hasI32) {
  bool isByte =
      quantized.isInteger(8) || (hasI32 && quantized.isSignlessInteger(32));
  bool isFloat8 = isa<FloatType>(quantized) &&
                  quantized.getIntOrFloatBitWidth() == 8 && opset >= 19;
  return opset >= 10 && (isByte || isFloat8) && blockSize == 0 &&
         (parameterRank == 0 || (parameterRank == 1 && opset >= 13));
}

namespace {
/// The axis of the parameters and how they broadcast with the tensor: one per
/// index, or one per block, for which the axis is split into two.
class Spread {
public:
  Spread(Node &n, Value x, int64_t axis, int64_t blockSize,
         int64_t parameterRank)
      : n(n), dims(n.dimsOf(x)), blockSize(blockSize),
        parameterRank(parameterRank) {
    this->axis = normalizeAxis(axis, dims.size());
  }

  bool isValid() const {
    bool hasAxis = axis >= 0 && axis < int64_t(dims.size());
    if (parameterRank == 0)
      return blockSize == 0;
    return hasAxis && blockSize >= 0 &&
           parameterRank == (blockSize ? int64_t(dims.size()) : 1);
  }

  Value tensor(Value x) {
    if (blockSize == 0)
      return x;
    SmallVector<AffineExpr> split(dims);
    split[axis] = sym::floorDiv(split[axis], blockSize);
    split.insert(split.begin() + axis + 1,
                 getAffineConstantExpr(blockSize, n.getContext()));
    RankedTensorType type = sym::getTensorType(split, n.elementTypeOf(x));
    if (type.hasStaticShape())
      return n.Reshape(x, n.ints(type.getShape()), type);
    SmallVector<Value> sizes = {n.Shape(x, 0, axis), n.ints({-1, blockSize}),
                                n.Shape(x, axis + 1, int64_t(dims.size()))};
    return n.Reshape(x, n.Concat(sizes, 0), type);
  }

  Value parameter(Value value) {
    if (blockSize != 0)
      return n.Unsqueeze(value, axis + 1);
    int64_t after = int64_t(dims.size()) - 1 - axis;
    if (parameterRank == 0 || after == 0)
      return value;
    return n.Unsqueeze(value, n.integers(1, after + 1));
  }

private:
  Node &n;
  SmallVector<AffineExpr> dims;
  int64_t axis, blockSize, parameterRank;
};
} // namespace

/// Reshapes the tensor to its original shape.
static Value restore(Node &n, Value y, Value x) {
  return n.rankOf(y) == n.rankOf(x)
             ? y
             : n.Reshape(y, n.shapeOf(x), n.resultType());
}

static Outcome dequantize(Node &n, DequantizeLinearOp op) {
  Value x = op.getX(), scale = op.getXScale();
  Value zeroPoint = getPresent(op.getXZeroPoint());
  Type type = n.elementTypeOf(x);
  int64_t rank = n.rankOf(scale);
  Spread spread(n, x, op.getAxis(), op.getBlockSize(), rank);
  if (isThere(n.opset, type, rank, op.getBlockSize(), /*hasI32=*/true) ||
      !n.elementTypeOf(scale).isF32() || !spread.isValid())
    return Outcome::Keep;
  Type wide = isa<FloatType>(type) || !zeroPoint
                  ? n.f32()
                  : Type(IntegerType::get(n.getContext(), 32));
  Value number = n.Cast(spread.tensor(x), wide);
  if (zeroPoint)
    number = n.Sub(number, spread.parameter(n.Cast(zeroPoint, wide)));
  number = n.Mul(n.Cast(number, n.f32()), spread.parameter(scale));
  return n.replace(
      n.Cast(restore(n, number, x), n.resultType().getElementType()));
}

static Outcome quantize(Node &n, QuantizeLinearOp op) {
  Value x = op.getX(), scale = op.getYScale();
  Value zeroPoint = getPresent(op.getYZeroPoint());
  auto type = dyn_cast<IntegerType>(n.resultType().getElementType());
  int64_t rank = n.rankOf(scale);
  Spread spread(n, x, op.getAxis(), op.getBlockSize(), rank);
  // Another row replaces this type attribute by a zero point of the type.
  if (!type || op.getOutputDtype() || !n.elementTypeOf(x).isF32() ||
      !n.elementTypeOf(scale).isF32() || !spread.isValid() ||
      isThere(n.opset, type, rank, op.getBlockSize(), /*hasI32=*/false))
    return Outcome::Keep;
  Value number =
      n.create("Round", n.Div(spread.tensor(x), spread.parameter(scale)));
  if (zeroPoint)
    number = n.Add(number, spread.parameter(n.Cast(zeroPoint, n.f32())));
  auto [least, greatest] = arithmetic::getLimits(type);
  number =
      n.Clip(number, n.scalar(least, n.f32()), n.scalar(greatest, n.f32()));
  return n.replace(restore(n, n.Cast(number, type), x));
}

void onnx::populateQuant(RewriteTable &table) {
  table.add<dequantize>(21);
  table.add<quantize>(21);
}
