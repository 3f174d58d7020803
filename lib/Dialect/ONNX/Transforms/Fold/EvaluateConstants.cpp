//===- EvaluateConstants.cpp - onnx operations on constants ---------------===//
//
// See EvaluateConstants.h. lib/Dialect/ONNX/Evaluate computes all operations.
// This file adds folds that do not read whole weights: views of weights,
// expressions over weights, and reductions that read their operand in blocks.
//
//===----------------------------------------------------------------------===//

#include "EvaluateConstants.h"

#include "Simplify/SimplifySupport.h"

#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LinearOps.h"
#include "torch-onnx/Dialect/ONNX/IR/NNOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ReduceOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ShapeUtils.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/Weight/IR/Reader.h"
#include "torch-onnx/Dialect/Weight/IR/Views.h"
#include "torch-onnx/Support/DiagnosticCapture.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;
using arithmetic::Tensor;

/// The largest number of multiplications of a matrix product; it takes about 20
/// ms.
static constexpr int64_t maxProducts = int64_t(1) << 25;

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
  if (!isa<SplitOp>(op) &&
      llvm::any_of(op->getResults().drop_front(),
                   [](Value other) { return !other.use_empty(); }))
    return false;
  Agreement agreement = getAgreement(op);
  return agreement == Agreement::Bits ||
         (agreement == Agreement::Rounding && !exact);
}

namespace {
/// Computes one result of an operation that isEvaluable().
class ConstantEvaluator {
public:
  ConstantEvaluator(OpResult result, ArrayRef<ElementsAttr> operands,
                    int64_t maxBytes)
      : op(result.getOwner()), result(result), operands(operands),
        maxBytes(maxBytes), type(cast<RankedTensorType>(result.getType())) {}

  /// Returns null if the result is undefined or too large.
  ElementsAttr run();

private:
  ElementsAttr compute();

  ElementsAttr reshape();
  ElementsAttr calculate(weight::ExprKind kind);
  ElementsAttr reduce(Value axes, bool isNoOp);
  ElementsAttr slice(ArrayRef<int64_t> from, ArrayRef<int64_t> by);
  ElementsAttr visit(BatchNormalizationOp op);
  ElementsAttr visit(CastOp op);
  ElementsAttr visit(ConcatOp op);
  ElementsAttr visit(ExpandOp op);
  ElementsAttr visit(SliceOp op);
  ElementsAttr visit(SplitOp op);
  ElementsAttr visit(TransposeOp op);

  int64_t getBytes() const { return weight::getByteSize(type); }
  bool isLarge() const { return getBytes() > weight::maxComputedBytes; }
  ElementsAttr get(unsigned index) const {
    return index < operands.size() ? operands[index] : ElementsAttr();
  }
  /// The elements of an operand in memory; nullopt if there are too many.
  std::optional<Tensor> read(unsigned index) const;
  std::optional<SmallVector<int64_t>> readInts(unsigned index) const;

  ElementsAttr finish(std::optional<Tensor> value) const;
  ElementsAttr makeExpr(weight::ExprKind kind, ArrayRef<ElementsAttr> values,
                        RankedTensorType ofType, int64_t axis = 0) const;

  Operation *op;
  OpResult result;
  ArrayRef<ElementsAttr> operands;
  int64_t maxBytes;
  RankedTensorType type;
};
} // namespace

ElementsAttr ConstantEvaluator::run() {
  return llvm::TypeSwitch<Operation *, ElementsAttr>(op)
      .Case<FlattenOp, ReshapeOp, SqueezeOp, UnsqueezeOp>(
          [&](Operation *) { return reshape(); })
      .Case([&](AddOp) { return calculate(weight::ExprKind::Add); })
      .Case([&](DivOp) { return calculate(weight::ExprKind::Div); })
      .Case([&](MulOp) { return calculate(weight::ExprKind::Mul); })
      .Case([&](SubOp) { return calculate(weight::ExprKind::Sub); })
      .Case<ReduceL1Op, ReduceL2Op, ReduceMaxOp, ReduceMeanOp, ReduceMinOp,
            ReduceSumOp, ReduceSumSquareOp>([&](auto op) {
        return reduce(op.getAxes(), op.getNoopWithEmptyAxes() != 0);
      })
      .Case<BatchNormalizationOp, CastOp, ConcatOp, ExpandOp, SliceOp, SplitOp,
            TransposeOp>([&](auto op) { return visit(op); })
      .Default([&](Operation *) { return compute(); });
}

ElementsAttr simplify::evaluate(OpResult result,
                                ArrayRef<ElementsAttr> operands,
                                int64_t maxBytes) {
  return ConstantEvaluator(result, operands, maxBytes).run();
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

ElementsAttr ConstantEvaluator::finish(std::optional<Tensor> value) const {
  if (!value || value->getElementType() != type.getElementType() ||
      value->getShape() != type.getShape())
    return {};
  return value->toAttr();
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

/// The number of multiplications of a matrix product; 0 for other operations.
static int64_t countProducts(Operation *op, RankedTensorType type) {
  if (!isa<GemmOp, MatMulOp>(op))
    return 0;
  auto lhs = cast<RankedTensorType>(op->getOperand(0).getType());
  auto gemm = dyn_cast<GemmOp>(op);
  int64_t inner = lhs.getRank() == 0              ? 1
                  : gemm && gemm.getTransA() != 0 ? lhs.getDimSize(0)
                                                  : lhs.getShape().back();
  return llvm::SaturatingMultiply<uint64_t>(type.getNumElements(),
                                            std::max<int64_t>(inner, 1)) >
                 static_cast<uint64_t>(maxProducts)
             ? maxProducts + 1
             : 0;
}

/// Evaluates operands in memory.
ElementsAttr ConstantEvaluator::compute() {
  if (getBytes() > maxBytes || countProducts(op, type) > maxProducts)
    return {};
  SmallVector<RuntimeValue> values;
  for (unsigned i = 0; i < operands.size(); ++i) {
    std::optional<Tensor> value = read(i);
    if (get(i) && !value)
      return {};
    values.push_back(value ? RuntimeValue(std::move(*value)) : RuntimeValue());
  }
  bool isDefined = true;
  auto results = evaluateOperation(op, values, isDefined);
  if (!results || !isDefined)
    return {};
  const Tensor *value = (*results)[result.getResultNumber()].getTensor();
  return value ? finish(*value) : ElementsAttr();
}

//===----------------------------------------------------------------------===//
// Expressions over weights
//===----------------------------------------------------------------------===//

ElementsAttr ConstantEvaluator::calculate(weight::ExprKind kind) {
  return isLarge() ? makeExpr(kind, operands, type) : compute();
}

ElementsAttr ConstantEvaluator::visit(CastOp) {
  if (!isLarge())
    return compute();
  // An overflow would only be found while the model is written.
  Type from = get(0).getElementType(), to = type.getElementType();
  bool mayFail =
      isa<FloatType>(from) && isa<IntegerType>(to) && !to.isInteger(1);
  return mayFail ? ElementsAttr()
                 : makeExpr(weight::ExprKind::Cast, get(0), type);
}

ElementsAttr ConstantEvaluator::visit(ConcatOp op) {
  return isLarge() ? makeExpr(weight::ExprKind::Concat, operands, type,
                              normalizeAxis(op.getAxis(), type.getRank()))
                   : compute();
}

std::optional<Tensor> simplify::readDoubles(ElementsAttr value) {
  if (!value || !isa<FloatType>(value.getElementType()))
    return std::nullopt;
  std::optional<Tensor> x = weight::readTensor(value);
  return x ? arithmetic::toReals(*x) : x;
}

std::optional<Affine> simplify::getAffine(BatchNormalizationOp norm,
                                          ElementsAttr scale, ElementsAttr bias,
                                          ElementsAttr mean,
                                          ElementsAttr variance) {
  SmallVector<Tensor> vectors;
  for (ElementsAttr value : {scale, bias, mean, variance}) {
    if (!value || value.getShapedType().getRank() != 1 ||
        value.getShapedType().getDimSize(0) > kMaxChannels ||
        value.getShapedType().getShape() != scale.getShapedType().getShape())
      return std::nullopt;
    std::optional<Tensor> vector = readDoubles(value);
    if (!vector)
      return std::nullopt;
    vectors.push_back(std::move(*vector));
  }
  if (norm.getTrainingMode() != 0)
    return std::nullopt;
  return onnx::getAffine(vectors[0], vectors[1], vectors[2], vectors[3],
                         toDouble(norm.getEpsilon()));
}

/// Folds given statistics, in f64 and rounded once.
ElementsAttr ConstantEvaluator::visit(BatchNormalizationOp op) {
  if (!isLarge())
    return compute();
  std::optional<Affine> affine = getAffine(op, get(1), get(2), get(3), get(4));
  if (!affine || type.getRank() < 2 ||
      affine->scale.getNumElements() != type.getDimSize(1))
    return {};
  SmallVector<int64_t> shape(type.getRank() - 1, 1);
  shape[0] = type.getDimSize(1);
  auto wide =
      RankedTensorType::get(type.getShape(), affine->scale.getElementType());
  ElementsAttr x = makeExpr(weight::ExprKind::Cast, get(0), wide);
  ElementsAttr product =
      makeExpr(weight::ExprKind::Mul,
               {x, std::move(affine->scale).reshaped(shape).toAttr()}, wide);
  ElementsAttr sum = makeExpr(
      weight::ExprKind::Add,
      {product, std::move(affine->shift).reshaped(shape).toAttr()}, wide);
  return makeExpr(weight::ExprKind::Cast, sum, type);
}

//===----------------------------------------------------------------------===//
// Blocks of weights
//===----------------------------------------------------------------------===//

ElementsAttr ConstantEvaluator::reduce(Value axesOperand, bool isNoOp) {
  ElementsAttr value = get(0);
  auto from = RankedTensorType::get(value.getShapedType().getShape(),
                                    value.getElementType());
  std::optional<SmallVector<int64_t>> axes = SmallVector<int64_t>();
  if (isPresent(axesOperand))
    axes = readInts(1);
  if (getBytes() > maxBytes || !axes || (axes->empty() && isNoOp))
    return {};
  if (weight::getByteSize(from) <= weight::maxComputedBytes)
    return compute();
  if (axes->empty())
    axes = llvm::to_vector(llvm::seq<int64_t>(0, from.getRank()));
  for (int64_t &axis : *axes) {
    axis = normalizeAxis(axis, from.getRank());
    if (axis < 0 || axis >= from.getRank())
      return {};
  }
  arithmetic::Reducer reducer(*getReduction(op), from, *axes);
  int64_t width = weight::getElementByteWidth(from.getElementType());
  // The writer of the constant reports the read error.
  DiagnosticCapture quiet(op->getContext());
  if (failed(weight::forEachBlock(value, [&](ArrayRef<char> block) {
        reducer.add(block.data(), block.size() / width);
        return success();
      })))
    return {};
  if (weight::getByteSize(from) > maxBytes)
    weight::releasePages(value);
  std::optional<Tensor> reduced = reducer.finish();
  if (!reduced || reduced->getNumElements() != type.getNumElements())
    return {};
  return finish(std::move(*reduced).reshaped(type.getShape()));
}

//===----------------------------------------------------------------------===//
// Views of weights
//===----------------------------------------------------------------------===//

ElementsAttr ConstantEvaluator::reshape() {
  auto view = weight::reshapeElements(
      get(0), RankedTensorType::get(type.getShape(), type.getElementType()));
  return failed(view) ? ElementsAttr() : *view;
}

ElementsAttr ConstantEvaluator::visit(TransposeOp op) {
  auto view = weight::transposeElements(get(0), op.getPermutation());
  return succeeded(view) ? *view : compute();
}

/// The shape may only be known from the type.
ElementsAttr ConstantEvaluator::visit(ExpandOp) {
  std::optional<Tensor> x = read(0);
  if (getBytes() > maxBytes || !x)
    return {};
  return finish(arithmetic::expand(*x, type.getShape()));
}

/// The elements of the result, beginning at `from` in steps of `by`.
ElementsAttr ConstantEvaluator::slice(ArrayRef<int64_t> from,
                                      ArrayRef<int64_t> by) {
  auto view = weight::sliceFile(cast<weight::FileAttr>(get(0)), from,
                                type.getShape(), by);
  return failed(view) ? ElementsAttr() : ElementsAttr(*view);
}

/// Only forward steps give a view.
ElementsAttr ConstantEvaluator::visit(SliceOp) {
  if (!isa<weight::FileAttr>(get(0)) || !isLarge())
    return compute();
  auto starts = readInts(1), ends = readInts(2);
  ArrayRef<int64_t> shape = get(0).getShapedType().getShape();
  int64_t rank = shape.size();
  if (!starts || !ends)
    return {};
  auto axes = get(3) ? readInts(3)
                     : llvm::to_vector(llvm::seq<int64_t>(0, starts->size()));
  auto steps = get(4) ? readInts(4) : SmallVector<int64_t>(starts->size(), 1);
  if (!axes || !steps || ends->size() != starts->size() ||
      axes->size() != starts->size() || steps->size() != starts->size())
    return {};
  SmallVector<int64_t> from(rank, 0), sizes(shape), by(rank, 1);
  for (auto [start, end, axis, step] :
       llvm::zip_equal(*starts, *ends, *axes, *steps)) {
    int64_t dim = normalizeAxis(axis, rank);
    if (dim < 0 || dim >= rank || step <= 0)
      return {};
    from[dim] = clampPosition(start, shape[dim]);
    sizes[dim] = getSliceSize(shape[dim], start, end, step);
    by[dim] = step;
  }
  return ArrayRef<int64_t>(sizes) == type.getShape() ? slice(from, by)
                                                     : ElementsAttr();
}

/// The lengths of the pieces are those of the result types.
ElementsAttr ConstantEvaluator::visit(SplitOp op) {
  int64_t axis = normalizeAxis(op.getAxis(), type.getRank());
  if (!isa<weight::FileAttr>(get(0)) || !isLarge())
    return compute();
  SmallVector<int64_t> from(type.getRank(), 0), by(type.getRank(), 1);
  int64_t end = 0;
  for (OpResult piece : op->getResults()) {
    auto pieceType = dyn_cast<RankedTensorType>(piece.getType());
    if (!pieceType || pieceType.getRank() != type.getRank() ||
        pieceType.isDynamicDim(axis))
      return {};
    if (piece == result)
      from[axis] = end;
    end += pieceType.getDimSize(axis);
  }
  if (end != get(0).getShapedType().getDimSize(axis))
    return {};
  return slice(from, by);
}
