//===- EvaluateConstants.cpp - onnx operations on constants ---------------===//
//
// See EvaluateConstants.h. What an operation computes is said by functions of
// lib/Arithmetic, where the numbers are made. The result must come out with the
// type of the operation.
//
//===----------------------------------------------------------------------===//

#include "EvaluateConstants.h"

#include "ConstantEvaluator.h"
#include "SimplifySupport.h"

#include "torch-onnx/Dialect/ONNX/IR/ActivationOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ImageOps.h"
#include "torch-onnx/Dialect/ONNX/IR/IndexOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LinearOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LogicalOps.h"
#include "torch-onnx/Dialect/ONNX/IR/NNOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ReduceOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/Weight/IR/Reader.h"
#include "torch-onnx/Dialect/Weight/IR/Views.h"
#include "torch-onnx/Support/DiagnosticCapture.h"

#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;
using arithmetic::BinaryOp;
using arithmetic::ReduceOp;
using arithmetic::Tensor;
using arithmetic::UnaryOp;

/// Multiplications of one product of matrices: some 20 ms.
static constexpr int64_t maxProducts = int64_t(1) << 25;

//===----------------------------------------------------------------------===//
// What operations compute
//===----------------------------------------------------------------------===//

/// The function of each element.
static std::optional<UnaryOp> getUnary(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<UnaryOp>>(op)
      .Case([](AbsOp) { return UnaryOp::Abs; })
      .Case<BitwiseNotOp, NotOp>([](Operation *) { return UnaryOp::Not; })
      .Case([](CeilOp) { return UnaryOp::Ceil; })
      .Case([](CosOp) { return UnaryOp::Cos; })
      .Case([](ErfOp) { return UnaryOp::Erf; })
      .Case([](ExpOp) { return UnaryOp::Exp; })
      .Case([](FloorOp) { return UnaryOp::Floor; })
      .Case([](LogOp) { return UnaryOp::Log; })
      .Case([](NegOp) { return UnaryOp::Neg; })
      .Case([](ReciprocalOp) { return UnaryOp::Reciprocal; })
      .Case([](ReluOp) { return UnaryOp::Relu; })
      .Case([](RoundOp) { return UnaryOp::Round; })
      .Case([](SigmoidOp) { return UnaryOp::Sigmoid; })
      .Case([](SignOp) { return UnaryOp::Sign; })
      .Case([](SinOp) { return UnaryOp::Sin; })
      .Case([](SoftplusOp) { return UnaryOp::Softplus; })
      .Case([](SqrtOp) { return UnaryOp::Sqrt; })
      .Case([](TanhOp) { return UnaryOp::Tanh; })
      .Default([](Operation *) { return std::nullopt; });
}

/// The function of two elements, or of any number of them.
static std::optional<BinaryOp> getBinary(Operation *op) {
  auto isInteger = [](auto op) {
    return isa<IntegerType>(getElementTypeOrSelf(op.getA().getType()));
  };
  return llvm::TypeSwitch<Operation *, std::optional<BinaryOp>>(op)
      .Case([](AddOp) { return BinaryOp::Add; })
      .Case<AndOp, BitwiseAndOp>([](Operation *) { return BinaryOp::And; })
      .Case([&](DivOp op) {
        return isInteger(op) ? BinaryOp::TruncDiv : BinaryOp::Div;
      })
      .Case([](EqualOp) { return BinaryOp::Equal; })
      .Case([](GreaterOp) { return BinaryOp::Greater; })
      .Case([](GreaterOrEqualOp) { return BinaryOp::GreaterOrEqual; })
      .Case([](LessOp) { return BinaryOp::Less; })
      .Case([](LessOrEqualOp) { return BinaryOp::LessOrEqual; })
      .Case([](MaxOp) { return BinaryOp::Max; })
      .Case([](MinOp) { return BinaryOp::Min; })
      .Case([&](ModOp op) -> std::optional<BinaryOp> {
        // Of integers, fmod has the sign of the dividend; of floats, there is
        // nothing else.
        if (isInteger(op) == (op.getFmod() != 0))
          return std::nullopt;
        return isInteger(op) ? BinaryOp::Remainder : BinaryOp::FMod;
      })
      .Case([](MulOp) { return BinaryOp::Mul; })
      .Case<BitwiseOrOp, OrOp>([](Operation *) { return BinaryOp::Or; })
      .Case([](PowOp) { return BinaryOp::Pow; })
      .Case([](SubOp) { return BinaryOp::Sub; })
      .Case<BitwiseXorOp, XorOp>([](Operation *) { return BinaryOp::Xor; })
      .Default([](Operation *) { return std::nullopt; });
}

static std::optional<ReduceOp> getReduction(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<ReduceOp>>(op)
      .Case([](ReduceL1Op) { return ReduceOp::L1; })
      .Case([](ReduceL2Op) { return ReduceOp::L2; })
      .Case([](ReduceMaxOp) { return ReduceOp::Max; })
      .Case([](ReduceMeanOp) { return ReduceOp::Mean; })
      .Case([](ReduceMinOp) { return ReduceOp::Min; })
      .Case([](ReduceSumOp) { return ReduceOp::Sum; })
      .Case([](ReduceSumSquareOp) { return ReduceOp::SumSquare; })
      .Default([](Operation *) { return std::nullopt; });
}

bool simplify::isEvaluable(Operation *op, bool exact) {
  if (op->getNumResults() == 0 || op->getNumOperands() == 0 ||
      op->getNumRegions() != 0)
    return false;
  for (Value result : op->getResults()) {
    if (result.use_empty() && op->getNumResults() > 1)
      continue;
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type || !weight::getCheckedByteSize(type))
      return false;
  }
  if (isa<SplitOp>(op))
    return true;
  if (llvm::any_of(op->getResults().drop_front(),
                   [](Value other) { return !other.use_empty(); }))
    return false;
  if (isa<CastOp, ClipOp, ConcatOp, CumSumOp, ExpandOp, FlattenOp, GatherOp,
          GatherElementsOp, GatherNDOp, PadOp, ReshapeOp, SliceOp, SqueezeOp,
          TileOp, TransposeOp, TriluOp, UnsqueezeOp, WhereOp>(op))
    return true;
  if (auto function = getUnary(op))
    return !exact || arithmetic::isExact(*function);
  if (auto function = getBinary(op))
    return !exact || arithmetic::isExact(*function);
  // What is exact of these depends on the type.
  if (getReduction(op))
    return true;
  return !exact && isa<BatchNormalizationOp, GemmOp, LayerNormalizationOp,
                       MatMulOp, ResizeOp, SoftmaxOp>(op);
}

ElementsAttr ConstantEvaluator::run() {
  if (auto function = getUnary(op))
    return unary(*function);
  if (auto function = getBinary(op)) {
    if (isa<PowOp>(op))
      return power();
    return isa<MaxOp, MinOp>(op) ? fold(*function) : binary(*function);
  }
  if (auto function = getReduction(op))
    return reduce(*function);
  return llvm::TypeSwitch<Operation *, ElementsAttr>(op)
      .Case<FlattenOp, ReshapeOp, SqueezeOp, UnsqueezeOp>(
          [&](Operation *) { return reshape(); })
      .Case<BatchNormalizationOp, CastOp, ClipOp, ConcatOp, CumSumOp, ExpandOp,
            GatherElementsOp, GatherNDOp, GatherOp, GemmOp,
            LayerNormalizationOp, MatMulOp, PadOp, ResizeOp, SliceOp, SoftmaxOp,
            SplitOp, TileOp, TransposeOp, TriluOp, WhereOp>(
          [&](auto op) { return visit(op); })
      .Default([](Operation *) { return ElementsAttr(); });
}

ElementsAttr simplify::evaluate(OpResult result,
                                ArrayRef<ElementsAttr> operands, bool exact,
                                int64_t maxBytes) {
  return ConstantEvaluator(result, operands, exact, maxBytes).run();
}

//===----------------------------------------------------------------------===//
// Operands and results
//===----------------------------------------------------------------------===//

std::optional<Tensor> ConstantEvaluator::read(unsigned index) const {
  ElementsAttr value = get(index);
  if (!value || weight::getByteSize(value.getShapedType()) >
                    std::max(maxBytes, weight::maxComputedBytes))
    return std::nullopt;
  return weight::readTensor(value);
}

std::optional<SmallVector<int64_t>>
ConstantEvaluator::readInts(unsigned index) const {
  std::optional<Tensor> value = read(index);
  return value ? arithmetic::getIntegers(*value) : std::nullopt;
}

std::optional<int64_t> simplify::getAxis(int64_t axis, int64_t rank) {
  axis = normalizeAxis(axis, rank);
  return axis >= 0 && axis < rank ? std::optional(axis) : std::nullopt;
}

ElementsAttr ConstantEvaluator::finish(std::optional<Tensor> result) const {
  if (!result || result->getElementType() != type.getElementType() ||
      result->getShape() != type.getShape())
    return {};
  return result->toAttr();
}

ElementsAttr ConstantEvaluator::makeExpr(weight::ExprKind kind,
                                         ArrayRef<ElementsAttr> values,
                                         RankedTensorType ofType,
                                         int64_t axis) const {
  for (ElementsAttr value : values)
    if (!value)
      return {};
  auto expr = weight::makeExpr(
      RankedTensorType::get(ofType.getShape(), ofType.getElementType()), kind,
      values, axis);
  return succeeded(expr) ? *expr : ElementsAttr();
}

ElementsAttr ConstantEvaluator::makeCast(ElementsAttr value,
                                         Type elementType) const {
  return makeExpr(
      weight::ExprKind::Cast, value,
      RankedTensorType::get(value.getShapedType().getShape(), elementType));
}

//===----------------------------------------------------------------------===//
// Element-wise
//===----------------------------------------------------------------------===//

/// The function of two operands, if both are known.
static std::optional<Tensor> apply(BinaryOp function,
                                   const std::optional<Tensor> &x,
                                   const std::optional<Tensor> &y) {
  return x && y ? arithmetic::compute(function, *x, *y) : std::nullopt;
}

ElementsAttr ConstantEvaluator::unary(UnaryOp function) {
  if (getBytes() > maxBytes)
    return {};
  std::optional<Tensor> x = read(0);
  return x ? finish(arithmetic::compute(function, *x)) : ElementsAttr();
}

/// The expression that computes the function of a weight.
static std::optional<weight::ExprKind> getExprKind(BinaryOp function) {
  switch (function) {
  case BinaryOp::Add:
    return weight::ExprKind::Add;
  case BinaryOp::Sub:
    return weight::ExprKind::Sub;
  case BinaryOp::Mul:
    return weight::ExprKind::Mul;
  case BinaryOp::Div:
    return weight::ExprKind::Div;
  default:
    return std::nullopt;
  }
}

/// An expression if the result is large.
ElementsAttr ConstantEvaluator::binary(BinaryOp function) {
  if (getBytes() > weight::maxComputedBytes)
    if (auto kind = getExprKind(function))
      return makeExpr(*kind, operands, type);
  if (getBytes() > maxBytes)
    return {};
  std::optional<Tensor> x = read(0), y = read(1);
  return x && y ? finish(arithmetic::compute(function, *x, *y))
                : ElementsAttr();
}

ElementsAttr ConstantEvaluator::power() {
  if (getBytes() > maxBytes)
    return {};
  std::optional<Tensor> x = read(0), y = read(1);
  if (x && y)
    y = arithmetic::convert(*y, x->getElementType());
  return x && y ? finish(arithmetic::compute(BinaryOp::Pow, *x, *y))
                : ElementsAttr();
}

/// Of any number of operands.
ElementsAttr ConstantEvaluator::fold(BinaryOp function) {
  if (getBytes() > maxBytes)
    return {};
  std::optional<Tensor> result = read(0);
  for (unsigned i = 1; result && i < operands.size(); ++i) {
    std::optional<Tensor> other = read(i);
    result = other ? arithmetic::compute(function, *result, *other) : other;
  }
  return finish(result);
}

ElementsAttr ConstantEvaluator::visit(ClipOp) {
  if (getBytes() > maxBytes)
    return {};
  std::optional<Tensor> x = read(0);
  for (auto [index, function] :
       {std::pair(1u, BinaryOp::Max), std::pair(2u, BinaryOp::Min)})
    if (get(index))
      x = apply(function, x, read(index));
  return finish(std::move(x));
}

ElementsAttr ConstantEvaluator::visit(CastOp) {
  if (getBytes() > weight::maxComputedBytes) {
    // What does not fit would only be seen while the model is written.
    Type from = get(0).getElementType(), to = type.getElementType();
    bool mayFail =
        isa<FloatType>(from) && isa<IntegerType>(to) && !to.isInteger(1);
    return arithmetic::isComputable(to) && !mayFail
               ? makeExpr(weight::ExprKind::Cast, get(0), type)
               : ElementsAttr();
  }
  std::optional<Tensor> x = read(0);
  return x ? finish(arithmetic::convert(*x, type.getElementType()))
           : ElementsAttr();
}

ElementsAttr ConstantEvaluator::visit(WhereOp) {
  if (getBytes() > maxBytes)
    return {};
  std::optional<Tensor> condition = read(0), x = read(1), y = read(2);
  return condition && x && y ? finish(arithmetic::select(*condition, *x, *y))
                             : ElementsAttr();
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

template <typename OpT>
ElementsAttr ConstantEvaluator::reduce(OpT op, ReduceOp function) {
  ElementsAttr value = get(0);
  auto from = RankedTensorType::get(value.getShapedType().getShape(),
                                    value.getElementType());
  if (getBytes() > maxBytes ||
      !arithmetic::Reducer::isDefined(function, from) ||
      (exact && !arithmetic::isExact(function, from.getElementType())))
    return {};
  SmallVector<int64_t> axes;
  if (get(1)) {
    auto values = readInts(1);
    if (!values)
      return {};
    axes = *values;
  }
  if (axes.empty()) {
    if (op.getNoopWithEmptyAxes() != 0)
      return {};
    axes = llvm::to_vector(llvm::seq<int64_t>(0, from.getRank()));
  }
  for (int64_t &axis : axes) {
    axis = axis < 0 ? axis + from.getRank() : axis;
    if (axis < 0 || axis >= from.getRank())
      return {};
  }
  arithmetic::Reducer reducer(function, from, axes);
  int64_t width = weight::getElementByteWidth(from.getElementType());
  // The writer of the constant reports that it cannot be read.
  DiagnosticCapture quiet(op->getContext());
  if (failed(weight::forEachBlock(value, [&](ArrayRef<char> block) {
        reducer.add(block.data(), block.size() / width);
        return success();
      })))
    return {};
  if (weight::getByteSize(from) > maxBytes)
    weight::releasePages(value);
  std::optional<Tensor> result = reducer.finish();
  if (!result || result->getNumElements() != type.getNumElements())
    return {};
  return finish(std::move(*result).reshaped(type.getShape()));
}

ElementsAttr ConstantEvaluator::reduce(ReduceOp function) {
  return llvm::TypeSwitch<Operation *, ElementsAttr>(op)
      .Case<ReduceL1Op, ReduceL2Op, ReduceMaxOp, ReduceMeanOp, ReduceMinOp,
            ReduceSumOp, ReduceSumSquareOp>(
          [&](auto op) { return reduce(op, function); });
}

ElementsAttr ConstantEvaluator::visit(MatMulOp) {
  std::optional<Tensor> x = read(0), y = read(1);
  if (getBytes() > maxBytes || !x || !y || x->getRank() == 0 ||
      y->getRank() == 0 ||
      type.getNumElements() >
          maxProducts / std::max<int64_t>(1, x->getShape().back()))
    return {};
  // A vector is a row on the left and a column on the right.
  if (x->getRank() == 1)
    x = std::move(*x).reshaped({1, x->getNumElements()});
  if (y->getRank() == 1)
    y = std::move(*y).reshaped({y->getNumElements(), 1});
  std::optional<Tensor> product = arithmetic::matmul(*x, *y);
  if (!product || product->getNumElements() != type.getNumElements())
    return {};
  return finish(std::move(*product).reshaped(type.getShape()));
}

ElementsAttr ConstantEvaluator::visit(GemmOp op) {
  std::optional<Tensor> x = read(0), y = read(1);
  if (getBytes() > maxBytes || !x || !y || x->getRank() != 2 ||
      y->getRank() != 2)
    return {};
  if (op.getTransA() != 0)
    x = arithmetic::transpose(*x, {1, 0});
  if (op.getTransB() != 0)
    y = arithmetic::transpose(*y, {1, 0});
  if (type.getNumElements() >
      maxProducts / std::max<int64_t>(1, x->getShape().back()))
    return {};
  auto scale = [&](std::optional<Tensor> value, double factor) {
    return factor == 1 ? value
                       : apply(BinaryOp::Mul, value,
                               Tensor::fill(RankedTensorType::get(
                                                {}, type.getElementType()),
                                            factor));
  };
  std::optional<Tensor> result =
      scale(arithmetic::matmul(*x, *y), toDouble(op.getAlpha()));
  if (get(2))
    result =
        apply(BinaryOp::Add, result, scale(read(2), toDouble(op.getBeta())));
  return finish(std::move(result));
}

//===----------------------------------------------------------------------===//
// Normalizations
//===----------------------------------------------------------------------===//

std::optional<Tensor> simplify::readDoubles(ElementsAttr value) {
  if (!value || !isa<FloatType>(value.getElementType()))
    return std::nullopt;
  std::optional<Tensor> x = weight::readTensor(value);
  if (x)
    x = arithmetic::convert(*x, Float64Type::get(value.getContext()));
  return x;
}

std::optional<Affine> simplify::getAffine(BatchNormalizationOp norm,
                                          ElementsAttr scale, ElementsAttr bias,
                                          ElementsAttr mean,
                                          ElementsAttr variance) {
  auto isVector = [&](ElementsAttr value) {
    return value && value.getShapedType().getRank() == 1 &&
           value.getShapedType().getDimSize(0) <= kMaxChannels &&
           value.getShapedType().getShape() == scale.getShapedType().getShape();
  };
  if (norm.getTrainingMode() != 0 || !isVector(scale) || !isVector(bias) ||
      !isVector(mean) || !isVector(variance))
    return std::nullopt;
  auto f64 = Float64Type::get(norm.getContext());
  std::optional<Tensor> root =
      apply(BinaryOp::Add, readDoubles(variance),
            Tensor::fill(RankedTensorType::get({}, f64),
                         toDouble(norm.getEpsilon())));
  if (root)
    root = arithmetic::compute(UnaryOp::Sqrt, *root);
  std::optional<Tensor> factor = apply(BinaryOp::Div, readDoubles(scale), root);
  std::optional<Tensor> summand =
      apply(BinaryOp::Sub, readDoubles(bias),
            apply(BinaryOp::Mul, readDoubles(mean), factor));
  if (!factor || !summand)
    return std::nullopt;
  return Affine{std::move(*factor), std::move(*summand)};
}

/// Of statistics that are given, in double precision and rounded once.
ElementsAttr ConstantEvaluator::visit(BatchNormalizationOp op) {
  std::optional<Affine> affine = getAffine(op, get(1), get(2), get(3), get(4));
  if (!affine || type.getRank() < 2 || type.getElementType().isF64() ||
      affine->scale.getNumElements() != type.getDimSize(1))
    return {};
  SmallVector<int64_t> shape(type.getRank() - 1, 1);
  shape[0] = type.getDimSize(1);
  auto wide =
      RankedTensorType::get(type.getShape(), affine->scale.getElementType());
  ElementsAttr product =
      makeExpr(weight::ExprKind::Mul,
               {makeCast(get(0), wide.getElementType()),
                std::move(affine->scale).reshaped(shape).toAttr()},
               wide);
  ElementsAttr sum = makeExpr(
      weight::ExprKind::Add,
      {product, std::move(affine->shift).reshaped(shape).toAttr()}, wide);
  ElementsAttr result = makeExpr(weight::ExprKind::Cast, sum, type);
  if (!result || getBytes() > weight::maxComputedBytes)
    return result;
  return finish(weight::readTensor(result));
}

/// Of rows of the dimensions from `axis` on, in double precision.
ElementsAttr ConstantEvaluator::visit(LayerNormalizationOp op) {
  std::optional<int64_t> axis = getAxis(op.getAxis(), type.getRank());
  if (!axis || getBytes() > maxBytes || type.getElementType().isF64())
    return {};
  std::optional<Tensor> x = readDoubles(get(0));
  if (x)
    x = arithmetic::normalize(*x, *axis, toDouble(op.getEpsilon()));
  x = apply(BinaryOp::Mul, x, readDoubles(get(1)));
  if (get(2))
    x = apply(BinaryOp::Add, x, readDoubles(get(2)));
  if (!x || x->getShape() != type.getShape())
    return {};
  return finish(arithmetic::convert(*x, type.getElementType()));
}

ElementsAttr ConstantEvaluator::visit(CumSumOp op) {
  auto axis = readInts(1);
  std::optional<Tensor> x = read(0);
  if (getBytes() > maxBytes || !x || !axis || axis->size() != 1 ||
      op.getExclusive() != 0 || op.getReverse() != 0 ||
      (exact && isa<FloatType>(type.getElementType())))
    return {};
  return finish(arithmetic::cumulativeSum(
      *x, normalizeAxis(axis->front(), type.getRank())));
}

/// In double precision.
ElementsAttr ConstantEvaluator::visit(SoftmaxOp op) {
  std::optional<int64_t> axis = getAxis(op.getAxis(), type.getRank());
  if (!axis || getBytes() > maxBytes || type.getElementType().isF64())
    return {};
  std::optional<Tensor> x = readDoubles(get(0));
  if (x)
    x = arithmetic::softmax(*x, *axis);
  return x ? finish(arithmetic::convert(*x, type.getElementType()))
           : ElementsAttr();
}

/// The nearest elements of an axis, if every runtime finds the same: where a
/// position is the quotient of an integer by a power of two, no rounding of it
/// makes a difference.
static std::optional<Tensor> resampleNearest(ResizeOp op, const Tensor &x,
                                             int64_t axis, int64_t size,
                                             double scale) {
  int exponent;
  if (op.getCoordinateTransformationMode() != "asymmetric" ||
      op.getNearestMode() != "floor" || std::frexp(scale, &exponent) != 0.5)
    return std::nullopt;
  Tensor indices({size}, IntegerType::get(op.getContext(), 64));
  for (int64_t i = 0; i < size; ++i)
    indices.set(i, std::min(static_cast<int64_t>(std::floor(i / scale)),
                            x.getShape()[axis] - 1));
  return arithmetic::gather(x, indices, axis);
}

/// One axis of a Resize: of f64, unless it takes the nearest elements.
static std::optional<Tensor> resample(ResizeOp op, const Tensor &x,
                                      int64_t axis, int64_t size,
                                      double scale) {
  if (op.getMode() == "nearest")
    return resampleNearest(op, x, axis, size, scale);
  arithmetic::Resampling how = {
      axis, size, scale, op.getCoordinateTransformationMode(), std::nullopt};
  if (op.getMode() == "cubic")
    how.cubic = toDouble(op.getCubicCoeffA());
  else if (op.getMode() != "linear")
    return std::nullopt;
  return arithmetic::resample(x, how);
}

/// Interpolation is computed in double precision.
ElementsAttr ConstantEvaluator::visit(ResizeOp op) {
  bool isNearest = op.getMode() == "nearest";
  if (op.getAntialias() != 0 || op.getExcludeOutside() != 0 ||
      op.getKeepAspectRatioPolicy() != "stretch" || getBytes() > maxBytes ||
      (!isNearest && type.getElementType().isF64()))
    return {};
  std::optional<Tensor> x = isNearest ? read(0) : readDoubles(get(0));
  std::optional<Tensor> scales = readDoubles(get(2));
  if (!x || x->getRank() != type.getRank() || (get(2) && !scales))
    return {};
  // A number that is not finite spreads in another way in each runtime.
  for (int64_t i = 0; !isNearest && i < x->getNumElements(); ++i)
    if (!std::isfinite(x->get<double>(i)))
      return {};
  SmallVector<int64_t> axes =
      llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
  if (op.getAxes())
    axes.assign(op.getAxes()->begin(), op.getAxes()->end());
  if (scales && scales->getNumElements() != static_cast<int64_t>(axes.size()))
    return {};
  for (auto [index, given] : llvm::enumerate(axes)) {
    std::optional<int64_t> axis = getAxis(given, type.getRank());
    if (!axis)
      return {};
    int64_t length = x->getShape()[*axis], size = type.getDimSize(*axis);
    double scale = scales ? scales->get<double>(index)
                          : static_cast<double>(size) / length;
    if (length == size && scale == 1)
      continue;
    x = resample(op, *x, *axis, size, scale);
    if (!x)
      return {};
  }
  return finish(arithmetic::convert(*x, type.getElementType()));
}
