//===- EvaluateConstants.cpp - onnx operations on constants ---------------===//
//
// See EvaluateConstants.h. What an operation computes is said by functions of
// lib/Arithmetic, where the numbers are made. The result must come out with the
// type of the operation.
//
//===----------------------------------------------------------------------===//

#include "EvaluateConstants.h"

#include "SimplifySupport.h"

#include "torch-onnx/Dialect/ONNX/IR/ActivationOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"
#include "torch-onnx/Dialect/ONNX/IR/IndexOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LinearOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LogicalOps.h"
#include "torch-onnx/Dialect/ONNX/IR/NNOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ReduceOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/Weight/IR/Reader.h"
#include "torch-onnx/Dialect/Weight/IR/Views.h"

#include "llvm/ADT/TypeSwitch.h"

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
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type || !weight::getCheckedByteSize(type) ||
      llvm::any_of(op->getResults().drop_front(),
                   [](Value other) { return !other.use_empty(); }))
    return false;
  if (isa<CastOp, ConcatOp, CumSumOp, ExpandOp, FlattenOp, GatherOp,
          GatherElementsOp, PadOp, ReshapeOp, SliceOp, SqueezeOp, TransposeOp,
          UnsqueezeOp, WhereOp>(op))
    return true;
  if (auto function = getUnary(op))
    return !exact || arithmetic::isExact(*function);
  if (auto function = getBinary(op))
    return !exact || arithmetic::isExact(*function);
  // What is exact of these depends on the type.
  if (getReduction(op))
    return true;
  return !exact &&
         isa<BatchNormalizationOp, LayerNormalizationOp, MatMulOp>(op);
}

namespace {
class Evaluator {
public:
  Evaluator(Operation *op, ArrayRef<ElementsAttr> operands, bool exact,
            int64_t maxBytes)
      : op(op), operands(operands), exact(exact), maxBytes(maxBytes),
        type(cast<RankedTensorType>(op->getResult(0).getType())) {}

  ElementsAttr run();

private:
  ElementsAttr unary(UnaryOp function);
  ElementsAttr binary(BinaryOp function);
  ElementsAttr power();
  ElementsAttr fold(BinaryOp function);
  ElementsAttr reduce(ReduceOp function);
  template <typename OpT> ElementsAttr reduce(OpT op, ReduceOp function);
  ElementsAttr reshape();

  ElementsAttr visit(BatchNormalizationOp op);
  ElementsAttr visit(CastOp op);
  ElementsAttr visit(ConcatOp op);
  ElementsAttr visit(CumSumOp op);
  ElementsAttr visit(ExpandOp op);
  ElementsAttr visit(GatherElementsOp op);
  ElementsAttr visit(GatherOp op);
  ElementsAttr visit(LayerNormalizationOp op);
  ElementsAttr visit(MatMulOp op);
  ElementsAttr visit(PadOp op);
  ElementsAttr visit(SliceOp op);
  ElementsAttr visit(TransposeOp op);
  ElementsAttr visit(WhereOp op);

  int64_t getBytes() const { return weight::getByteSize(type); }
  ElementsAttr get(unsigned index) const {
    return index < operands.size() ? operands[index] : ElementsAttr();
  }
  /// The elements of an operand in memory; nothing if they are too many.
  std::optional<Tensor> read(unsigned index) const;
  std::optional<SmallVector<int64_t>> readInts(unsigned index) const;

  ElementsAttr finish(std::optional<Tensor> result) const;
  ElementsAttr makeExpr(weight::ExprKind kind, ArrayRef<ElementsAttr> values,
                        RankedTensorType ofType, int64_t axis = 0) const;
  ElementsAttr makeCast(ElementsAttr value, Type elementType) const;

  Operation *op;
  ArrayRef<ElementsAttr> operands;
  bool exact;
  int64_t maxBytes;
  RankedTensorType type;
};
} // namespace

ElementsAttr Evaluator::run() {
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
      .Case<BatchNormalizationOp, CastOp, ConcatOp, CumSumOp, ExpandOp,
            GatherElementsOp, GatherOp, LayerNormalizationOp, MatMulOp, PadOp,
            SliceOp, TransposeOp, WhereOp>([&](auto op) { return visit(op); })
      .Default([](Operation *) { return ElementsAttr(); });
}

ElementsAttr simplify::evaluate(Operation *op, ArrayRef<ElementsAttr> operands,
                                bool exact, int64_t maxBytes) {
  return Evaluator(op, operands, exact, maxBytes).run();
}

//===----------------------------------------------------------------------===//
// Operands and results
//===----------------------------------------------------------------------===//

std::optional<Tensor> Evaluator::read(unsigned index) const {
  ElementsAttr value = get(index);
  if (!value || weight::getByteSize(value.getShapedType()) >
                    std::max(maxBytes, weight::maxComputedBytes))
    return std::nullopt;
  return weight::readTensor(value);
}

std::optional<SmallVector<int64_t>> Evaluator::readInts(unsigned index) const {
  std::optional<Tensor> value = read(index);
  return value ? arithmetic::getIntegers(*value) : std::nullopt;
}

/// An axis as a number from 0 on; nothing if it is out of range.
static std::optional<int64_t> getAxis(int64_t axis, int64_t rank) {
  axis = normalizeAxis(axis, rank);
  return axis >= 0 && axis < rank ? std::optional(axis) : std::nullopt;
}

ElementsAttr Evaluator::finish(std::optional<Tensor> result) const {
  if (!result || result->getElementType() != type.getElementType() ||
      result->getShape() != type.getShape())
    return {};
  return result->toAttr();
}

ElementsAttr Evaluator::makeExpr(weight::ExprKind kind,
                                 ArrayRef<ElementsAttr> values,
                                 RankedTensorType ofType, int64_t axis) const {
  for (ElementsAttr value : values)
    if (!value)
      return {};
  // An expression has limits.
  auto quiet = [] { return InFlightDiagnostic(); };
  return weight::ExprAttr::getChecked(
      quiet, RankedTensorType::get(ofType.getShape(), ofType.getElementType()),
      kind, values, axis);
}

ElementsAttr Evaluator::makeCast(ElementsAttr value, Type elementType) const {
  return makeExpr(
      weight::ExprKind::Cast, value,
      RankedTensorType::get(value.getShapedType().getShape(), elementType));
}

//===----------------------------------------------------------------------===//
// Element-wise
//===----------------------------------------------------------------------===//

ElementsAttr Evaluator::unary(UnaryOp function) {
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
ElementsAttr Evaluator::binary(BinaryOp function) {
  if (getBytes() > weight::maxComputedBytes)
    if (auto kind = getExprKind(function))
      return makeExpr(*kind, operands, type);
  if (getBytes() > maxBytes)
    return {};
  std::optional<Tensor> x = read(0), y = read(1);
  return x && y ? finish(arithmetic::compute(function, *x, *y))
                : ElementsAttr();
}

ElementsAttr Evaluator::power() {
  if (getBytes() > maxBytes)
    return {};
  std::optional<Tensor> x = read(0), y = read(1);
  if (x && y)
    y = arithmetic::convert(*y, x->getElementType());
  return x && y ? finish(arithmetic::compute(BinaryOp::Pow, *x, *y))
                : ElementsAttr();
}

/// Of any number of operands.
ElementsAttr Evaluator::fold(BinaryOp function) {
  if (getBytes() > maxBytes)
    return {};
  std::optional<Tensor> result = read(0);
  for (unsigned i = 1; result && i < operands.size(); ++i) {
    std::optional<Tensor> other = read(i);
    result = other ? arithmetic::compute(function, *result, *other) : other;
  }
  return finish(result);
}

ElementsAttr Evaluator::visit(CastOp) {
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

ElementsAttr Evaluator::visit(WhereOp) {
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
ElementsAttr Evaluator::reduce(OpT op, ReduceOp function) {
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
  ScopedDiagnosticHandler quiet(op->getContext(),
                                [](Diagnostic &) { return success(); });
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

ElementsAttr Evaluator::reduce(ReduceOp function) {
  return llvm::TypeSwitch<Operation *, ElementsAttr>(op)
      .Case<ReduceL1Op, ReduceL2Op, ReduceMaxOp, ReduceMeanOp, ReduceMinOp,
            ReduceSumOp, ReduceSumSquareOp>(
          [&](auto op) { return reduce(op, function); });
}

ElementsAttr Evaluator::visit(MatMulOp) {
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

/// The function of two operands, if both are known.
static std::optional<Tensor> apply(BinaryOp function,
                                   const std::optional<Tensor> &x,
                                   const std::optional<Tensor> &y) {
  return x && y ? arithmetic::compute(function, *x, *y) : std::nullopt;
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
ElementsAttr Evaluator::visit(BatchNormalizationOp op) {
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
ElementsAttr Evaluator::visit(LayerNormalizationOp op) {
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

ElementsAttr Evaluator::visit(CumSumOp op) {
  auto axis = readInts(1);
  std::optional<Tensor> x = read(0);
  if (getBytes() > maxBytes || !x || !axis || axis->size() != 1 ||
      op.getExclusive() != 0 || op.getReverse() != 0 ||
      (exact && isa<FloatType>(type.getElementType())))
    return {};
  return finish(arithmetic::cumulativeSum(
      *x, normalizeAxis(axis->front(), type.getRank())));
}

//===----------------------------------------------------------------------===//
// Data movement
//===----------------------------------------------------------------------===//

ElementsAttr Evaluator::reshape() {
  auto view = weight::reshapeElements(
      get(0), RankedTensorType::get(type.getShape(), type.getElementType()));
  return failed(view) ? ElementsAttr() : *view;
}

ElementsAttr Evaluator::visit(TransposeOp op) {
  SmallVector<int64_t> permutation = op.getPermutation();
  auto view = weight::transposeElements(get(0), permutation);
  if (succeeded(view))
    return *view;
  std::optional<Tensor> x = read(0);
  if (getBytes() > maxBytes || !x)
    return {};
  return finish(arithmetic::transpose(*x, permutation));
}

ElementsAttr Evaluator::visit(ExpandOp) {
  std::optional<Tensor> x = read(0);
  if (getBytes() > maxBytes || !x)
    return {};
  return finish(arithmetic::expand(*x, type.getShape()));
}

ElementsAttr Evaluator::visit(ConcatOp op) {
  std::optional<int64_t> axis = getAxis(op.getAxis(), type.getRank());
  if (!axis)
    return {};
  if (getBytes() > weight::maxComputedBytes)
    return makeExpr(weight::ExprKind::Concat, operands, type, *axis);
  SmallVector<Tensor> parts;
  for (unsigned i = 0; i < operands.size(); ++i) {
    std::optional<Tensor> part = read(i);
    if (!part)
      return {};
    parts.push_back(std::move(*part));
  }
  SmallVector<const Tensor *> pointers;
  for (const Tensor &part : parts)
    pointers.push_back(&part);
  return finish(arithmetic::concat(pointers, *axis));
}

ElementsAttr Evaluator::visit(GatherOp op) {
  std::optional<Tensor> x = read(0), indices = read(1);
  if (getBytes() > maxBytes || !x || !indices)
    return {};
  std::optional<int64_t> axis = getAxis(op.getAxis(), x->getRank());
  return axis ? finish(arithmetic::gather(*x, *indices, *axis))
              : ElementsAttr();
}

ElementsAttr Evaluator::visit(GatherElementsOp op) {
  std::optional<Tensor> x = read(0), indices = read(1);
  if (getBytes() > maxBytes || !x || !indices)
    return {};
  std::optional<int64_t> axis = getAxis(op.getAxis(), x->getRank());
  return axis ? finish(arithmetic::gatherElements(*x, *indices, *axis))
              : ElementsAttr();
}

/// Forward steps only.
ElementsAttr Evaluator::visit(SliceOp) {
  ElementsAttr value = get(0);
  auto starts = readInts(1), ends = readInts(2);
  if (!starts || !ends || starts->size() != ends->size())
    return {};
  ArrayRef<int64_t> shape = value.getShapedType().getShape();
  int64_t rank = shape.size();
  SmallVector<int64_t> axes =
      llvm::to_vector(llvm::seq<int64_t>(0, starts->size()));
  SmallVector<int64_t> steps(starts->size(), 1);
  if (get(3)) {
    auto given = readInts(3);
    if (!given || given->size() != starts->size())
      return {};
    axes = *given;
  }
  if (get(4)) {
    auto given = readInts(4);
    if (!given || given->size() != starts->size())
      return {};
    steps = *given;
  }
  SmallVector<int64_t> from(rank, 0), sizes(shape), by(rank, 1);
  for (auto [start, end, axis, step] :
       llvm::zip_equal(*starts, *ends, axes, steps)) {
    int64_t dim = axis < 0 ? axis + rank : axis;
    if (dim < 0 || dim >= rank || step <= 0)
      return {};
    auto clamp = [&](int64_t at) { return clampPosition(at, shape[dim]); };
    from[dim] = clamp(start);
    sizes[dim] = std::max<int64_t>(clamp(end) - from[dim], 0);
    sizes[dim] = sizes[dim] / step + (sizes[dim] % step != 0);
    by[dim] = step;
  }
  if (ArrayRef<int64_t>(sizes) != type.getShape())
    return {};
  if (auto file = dyn_cast<weight::FileAttr>(value);
      file && getBytes() > weight::maxComputedBytes) {
    auto view = weight::sliceFile(file, from, sizes, by);
    return failed(view) ? ElementsAttr() : ElementsAttr(*view);
  }
  std::optional<Tensor> x = read(0);
  if (getBytes() > maxBytes || !x)
    return {};
  SmallVector<int64_t> strides = arithmetic::getRowMajorStrides(shape);
  int64_t offset = 0;
  for (int64_t i = 0; i < rank; ++i) {
    offset += from[i] * strides[i];
    strides[i] *= by[i];
  }
  return finish(arithmetic::view(*x, sizes, offset, strides));
}

/// With one number, and nothing cut off: pieces of it around the operand.
ElementsAttr Evaluator::visit(PadOp op) {
  std::optional<Tensor> x = read(0);
  auto pads = readInts(1);
  if (op.getMode() != "constant" || !x || !pads || getBytes() > maxBytes)
    return {};
  int64_t rank = x->getRank();
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (get(3)) {
    auto given = readInts(3);
    if (!given)
      return {};
    axes = *given;
  }
  std::optional<Tensor> filler =
      get(2) ? read(2)
             : Tensor::fill(RankedTensorType::get({}, x->getElementType()),
                            int64_t(0));
  if (!filler || filler->getNumElements() != 1 ||
      pads->size() != 2 * axes.size())
    return {};
  Tensor number = std::move(*filler).reshaped({});
  for (auto [index, axis] : llvm::enumerate(axes)) {
    int64_t dim = axis < 0 ? axis + rank : axis;
    int64_t before = (*pads)[index], after = (*pads)[index + axes.size()];
    if (dim < 0 || dim >= rank || before < 0 || after < 0)
      return {};
    SmallVector<int64_t> front(x->getShape()), back(x->getShape());
    front[dim] = before;
    back[dim] = after;
    std::optional<Tensor> a = arithmetic::expand(number, front),
                          c = arithmetic::expand(number, back);
    if (!a || !c)
      return {};
    x = arithmetic::concat({&*a, &*x, &*c}, dim);
    if (!x)
      return {};
  }
  return finish(std::move(x));
}
