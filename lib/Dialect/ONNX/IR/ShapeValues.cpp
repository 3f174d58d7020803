//===- ShapeValues.cpp - Integers in terms of symbols ---------------------===//
//
// Computes the elements of small integer tensors in terms of symbols, as far as
// they follow from constants and shapes. Elements of shapes are sizes and not
// negative. ONNX's division rounds towards zero, which equals rounding down
// only for nonnegative numbers.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/Canonicalization.h"
#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"
#include "torch-onnx/Dialect/ONNX/IR/IndexOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LogicalOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ReduceOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

namespace {

using Values = SmallVector<SizeValue>;
using OptValues = std::optional<Values>;

/// Evaluates values; a query visits a limited number of operations.
class Evaluator {
public:
  explicit Evaluator(MLIRContext *context) : context(context) {}

  OptValues evaluate(Value value);

private:
  OptValues visit(Operation *op, unsigned result);
  OptValues visit(ConstantOp op);
  OptValues visit(ShapeOp op);
  OptValues visit(GatherOp op);
  OptValues visit(SliceOp op);
  OptValues visit(SplitOp op, unsigned result);
  OptValues visit(CastOp op);
  OptValues visit(WhereOp op);
  OptValues visit(RangeOp op);
  OptValues visit(ConstantOfShapeOp op);
  OptValues concat(ValueRange values);
  OptValues broadcast(Value value, int64_t size);
  using Function = SizeValue (*)(SizeValue, SizeValue);
  OptValues fold(ValueRange operands, Function function);
  OptValues reduce(Value value, int64_t first, Function function);

  /// The elements if all are constants.
  std::optional<SmallVector<int64_t>> ints(Value value);
  std::optional<int64_t> integer(Value value);
  SizeValue number(int64_t value) {
    return {getAffineConstantExpr(value, context), value >= 0};
  }

  MLIRContext *context;
  unsigned budget = 256;
};

} // namespace

/// Tensors with more elements are not treated as shapes.
static constexpr int64_t kMaxElements = 256;

std::optional<SmallVector<int64_t>> Evaluator::ints(Value value) {
  OptValues values = evaluate(value);
  if (!values)
    return std::nullopt;
  SmallVector<int64_t> result;
  for (SizeValue size : *values) {
    auto number = sym::getConstant(size.expr);
    if (!number)
      return std::nullopt;
    result.push_back(*number);
  }
  return result;
}

std::optional<int64_t> Evaluator::integer(Value value) {
  auto values = ints(value);
  return values && values->size() == 1 ? std::optional(values->front())
                                       : std::nullopt;
}

OptValues Evaluator::evaluate(Value value) {
  auto type =
      dyn_cast_if_present<RankedTensorType>(value ? value.getType() : Type());
  if (!type || !isa<IntegerType>(type.getElementType()) || type.getRank() > 1 ||
      !type.hasStaticShape() || type.getNumElements() > kMaxElements)
    return std::nullopt;
  OptValues result;
  if (Operation *op = value.getDefiningOp(); op && budget > 0) {
    --budget;
    result = visit(op, cast<OpResult>(value).getResultNumber());
  }
  // An unsupported operation yields unknown elements.
  if (!result || int64_t(result->size()) != type.getNumElements())
    result = Values(type.getNumElements());
  return result;
}

OptValues Evaluator::visit(ConstantOp op) {
  auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!elements || !isa<IntegerType>(elements.getElementType()))
    return std::nullopt;
  auto type = cast<IntegerType>(elements.getElementType());
  bool isUnsigned = type.isUnsigned() || type.getWidth() == 1;
  Values values;
  for (APInt element : elements.getValues<APInt>()) {
    if (isUnsigned && element.getActiveBits() > 63)
      return std::nullopt;
    values.push_back(number(isUnsigned ? int64_t(element.getZExtValue())
                                       : element.getSExtValue()));
  }
  return values;
}

OptValues Evaluator::visit(ShapeOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getData().getType());
  if (!type)
    return std::nullopt;
  int64_t rank = type.getRank();
  int64_t start = clampPosition(op.getStart(), rank);
  int64_t end = clampPosition(op.getEnd().value_or(rank), rank);
  Values values;
  SmallVector<AffineExpr> dims = sym::getDims(type);
  for (int64_t i = start; i < end; ++i)
    values.push_back({dims[i], /*nonNegative=*/true});
  return values;
}

OptValues Evaluator::visit(GatherOp op) {
  auto indices = ints(op.getIndices());
  OptValues data = evaluate(op.getData());
  if (!indices || !data ||
      cast<RankedTensorType>(op.getData().getType()).getRank() != 1)
    return std::nullopt;
  Values values;
  for (int64_t index : *indices) {
    index = index < 0 ? index + data->size() : index;
    if (index < 0 || index >= int64_t(data->size()))
      return std::nullopt;
    values.push_back((*data)[index]);
  }
  return values;
}

OptValues Evaluator::visit(SliceOp op) {
  OptValues data = evaluate(op.getData());
  auto start = integer(op.getStarts()), end = integer(op.getEnds());
  std::optional<int64_t> step = 1;
  if (isPresent(op.getSteps()))
    step = integer(op.getSteps());
  if (!data || !start || !end || !step || *step == 0)
    return std::nullopt;
  int64_t size = data->size();
  int64_t count = getSliceSize(size, *start, *end, *step);
  int64_t first = *start < 0 ? *start + size : *start;
  first = std::clamp<int64_t>(first, 0, std::max<int64_t>(size - 1, 0));
  Values values;
  for (int64_t i = 0; i < count; ++i)
    values.push_back((*data)[first + i * *step]);
  return values;
}

OptValues Evaluator::visit(SplitOp op, unsigned result) {
  OptValues data = evaluate(op.getInput());
  if (!data)
    return std::nullopt;
  size_t offset = 0;
  for (unsigned i = 0; i <= result; ++i) {
    auto type = dyn_cast<RankedTensorType>(op.getResult(i).getType());
    if (!type || !type.hasStaticShape())
      return std::nullopt;
    size_t size = type.getNumElements();
    if (offset + size > data->size())
      return std::nullopt;
    if (i == result)
      return Values(ArrayRef<SizeValue>(*data).slice(offset, size));
    offset += size;
  }
  return std::nullopt;
}

OptValues Evaluator::visit(CastOp op) {
  auto from = dyn_cast<RankedTensorType>(op.getInput().getType());
  auto to = dyn_cast<IntegerType>(op.getTo());
  if (!from || !to || !isa<IntegerType>(from.getElementType()))
    return std::nullopt;
  OptValues values = evaluate(op.getInput());
  if (!values)
    return std::nullopt;
  unsigned bits = to.getWidth() - !(to.isUnsigned() || to.getWidth() == 1);
  for (SizeValue &value : *values) {
    auto number = sym::getConstant(value.expr);
    if (to.getWidth() == 1 && number)
      value = this->number(*number != 0);
    else if (number ? (to.isUnsigned() && *number < 0) ||
                          (bits < 63 && (*number >= int64_t(1) << bits ||
                                         *number < -(int64_t(1) << bits)))
                    : to.getWidth() < 32 || to.isUnsigned())
      value = {};
  }
  return values;
}

OptValues Evaluator::visit(WhereOp op) {
  auto condition = ints(op.getCondition());
  auto type = cast<RankedTensorType>(op.getOutput().getType());
  if (!condition || !type.hasStaticShape())
    return std::nullopt;
  int64_t count = type.getNumElements();
  OptValues x = broadcast(op.getX(), count), y = broadcast(op.getY(), count);
  if (!x || !y ||
      (int64_t(condition->size()) != count && condition->size() != 1))
    return std::nullopt;
  Values values;
  for (int64_t i = 0; i < count; ++i)
    values.push_back((*condition)[condition->size() == 1 ? 0 : i] ? (*x)[i]
                                                                  : (*y)[i]);
  return values;
}

OptValues Evaluator::visit(RangeOp op) {
  auto start = integer(op.getStart()), limit = integer(op.getLimit());
  auto delta = integer(op.getDelta());
  if (!start || !limit || !delta || *delta == 0)
    return std::nullopt;
  Values values;
  // The number of elements must be small.
  for (int64_t i = *start; *delta > 0 ? i < *limit : i > *limit;) {
    values.push_back(number(i));
    if (values.size() > size_t(kMaxElements) || llvm::AddOverflow(i, *delta, i))
      return std::nullopt;
  }
  return values;
}

OptValues Evaluator::visit(ConstantOfShapeOp op) {
  auto value = dyn_cast_if_present<DenseElementsAttr>(op.getValueAttr());
  auto type = cast<RankedTensorType>(op.getOutput().getType());
  if (!value || !type.hasStaticShape() || value.getNumElements() != 1 ||
      !isa<IntegerType>(value.getElementType()))
    return std::nullopt;
  auto element = value.getSplatValue<APInt>();
  auto integer = cast<IntegerType>(value.getElementType());
  bool isUnsigned = integer.isUnsigned() || integer.getWidth() == 1;
  if (isUnsigned && element.getActiveBits() > 63)
    return std::nullopt;
  return Values(type.getNumElements(),
                number(isUnsigned ? int64_t(element.getZExtValue())
                                  : element.getSExtValue()));
}

OptValues Evaluator::concat(ValueRange operands) {
  Values values;
  for (Value operand : operands) {
    OptValues piece = evaluate(operand);
    if (!piece)
      return std::nullopt;
    llvm::append_range(values, *piece);
  }
  return values;
}

/// The elements, or the only one repeated `size` times.
OptValues Evaluator::broadcast(Value value, int64_t size) {
  OptValues values = evaluate(value);
  if (values && values->size() == 1 && size != 1)
    return Values(size, values->front());
  return values && int64_t(values->size()) == size ? values : std::nullopt;
}

OptValues Evaluator::fold(ValueRange operands, Function function) {
  OptValues values = evaluate(operands.front());
  for (Value operand : operands.drop_front()) {
    OptValues other = evaluate(operand);
    if (!values || !other)
      return std::nullopt;
    size_t size = values->size() == 1 ? other->size() : values->size();
    if (other->size() != size && other->size() != 1)
      return std::nullopt;
    Values result;
    for (size_t i = 0; i < size; ++i)
      result.push_back(function((*values)[values->size() == 1 ? 0 : i],
                                (*other)[other->size() == 1 ? 0 : i]));
    values = result;
  }
  return values;
}

/// Reduces all elements of a vector to one.
OptValues Evaluator::reduce(Value value, int64_t first, Function function) {
  OptValues values = evaluate(value);
  if (!values || cast<RankedTensorType>(value.getType()).getRank() != 1)
    return std::nullopt;
  SizeValue result = number(first);
  for (SizeValue element : *values)
    result = function(result, element);
  return Values(1, result);
}

static SizeValue addValues(SizeValue a, SizeValue b) {
  return {sym::add(a.expr, b.expr), a.nonNegative && b.nonNegative};
}

static SizeValue subValues(SizeValue a, SizeValue b) {
  AffineExpr expr = sym::sub(a.expr, b.expr);
  auto number = sym::getConstant(expr);
  return {expr, number && *number >= 0};
}

static SizeValue mulValues(SizeValue a, SizeValue b) {
  return {sym::mul(a.expr, b.expr), a.nonNegative && b.nonNegative};
}

/// Rounds towards zero.
static SizeValue divValues(SizeValue a, SizeValue b) {
  if (!a.expr || !b.expr)
    return {};
  auto x = sym::getConstant(a.expr), y = sym::getConstant(b.expr);
  if (y && *y == 0)
    return {};
  if (a.nonNegative && b.nonNegative)
    return {sym::floorDiv(a.expr, b.expr), true};
  if (!x || !y || *y == -1)
    return {};
  return {getAffineConstantExpr(*x / *y, a.expr.getContext()), *x / *y >= 0};
}

static SizeValue modValues(SizeValue a, SizeValue b) {
  if (!a.nonNegative || !b.nonNegative)
    return {};
  return {sym::mod(a.expr, b.expr), true};
}

/// The maximum of equal values or constants.
static SizeValue maxValues(SizeValue a, SizeValue b) {
  if (sym::isKnownEqual(a.expr, b.expr))
    return a;
  auto x = sym::getConstant(a.expr), y = sym::getConstant(b.expr);
  if (x && y)
    return *x > *y ? a : b;
  // max(0, size) is the size.
  if (x && *x <= 0 && b.nonNegative)
    return b;
  if (y && *y <= 0 && a.nonNegative)
    return a;
  return {AffineExpr(), a.nonNegative || b.nonNegative};
}

static SizeValue minValues(SizeValue a, SizeValue b) {
  if (sym::isKnownEqual(a.expr, b.expr))
    return a;
  auto x = sym::getConstant(a.expr), y = sym::getConstant(b.expr);
  if (x && y)
    return *x < *y ? a : b;
  return {AffineExpr(), a.nonNegative && b.nonNegative};
}

static SizeValue equalValues(SizeValue a, SizeValue b) {
  if (!a.expr || !b.expr)
    return {};
  AffineExpr difference = sym::sub(a.expr, b.expr);
  auto number = sym::getConstant(difference);
  // A size is never negative, so it differs from a negative constant.
  bool differ = number && *number != 0;
  for (auto [x, y] : {std::pair(a, b), std::pair(b, a)})
    if (auto constant = sym::getConstant(y.expr))
      differ |= x.nonNegative && *constant < 0;
  if (!differ && !number)
    return {};
  return {getAffineConstantExpr(!differ, a.expr.getContext()), true};
}

OptValues Evaluator::visit(Operation *op, unsigned result) {
  return llvm::TypeSwitch<Operation *, OptValues>(op)
      .Case<ConstantOp, ShapeOp, GatherOp, SliceOp, CastOp, WhereOp, RangeOp,
            ConstantOfShapeOp>([&](auto op) { return visit(op); })
      .Case([&](SplitOp op) { return visit(op, result); })
      .Case([&](SizeOp op) -> OptValues {
        auto type = dyn_cast<RankedTensorType>(op.getData().getType());
        if (!type)
          return std::nullopt;
        return Values{
            {sym::product(sym::getDims(type), context), /*nonNegative=*/true}};
      })
      .Case<SqueezeOp, UnsqueezeOp, ReshapeOp>(
          [&](auto op) { return evaluate(op.getData()); })
      .Case([&](IdentityOp op) { return evaluate(op.getInput()); })
      .Case([&](ExpandOp op) -> OptValues {
        auto type = cast<RankedTensorType>(op.getOutput().getType());
        if (!type.hasStaticShape())
          return std::nullopt;
        return broadcast(op.getData(), type.getNumElements());
      })
      .Case([&](ConcatOp op) { return concat(op.getInputs()); })
      .Case([&](AddOp op) { return fold(op->getOperands(), addValues); })
      .Case([&](SubOp op) { return fold(op->getOperands(), subValues); })
      .Case([&](MulOp op) { return fold(op->getOperands(), mulValues); })
      .Case([&](DivOp op) { return fold(op->getOperands(), divValues); })
      .Case([&](ModOp op) { return fold(op->getOperands(), modValues); })
      .Case([&](MaxOp op) { return fold(op->getOperands(), maxValues); })
      .Case([&](MinOp op) { return fold(op->getOperands(), minValues); })
      .Case([&](EqualOp op) { return fold(op->getOperands(), equalValues); })
      .Case([&](NegOp op) -> OptValues {
        OptValues values = evaluate(op.getX());
        if (values)
          for (SizeValue &value : *values)
            value = subValues(number(0), value);
        return values;
      })
      .Case([&](ReduceSumOp op) { return reduce(op.getData(), 0, addValues); })
      .Case([&](ReduceProdOp op) { return reduce(op.getData(), 1, mulValues); })
      .Default([](Operation *) { return std::nullopt; });
}

std::optional<SmallVector<SizeValue>> onnx::getSizeValues(Value value) {
  if (!value)
    return std::nullopt;
  return Evaluator(value.getContext()).evaluate(value);
}

std::optional<SmallVector<AffineExpr>> onnx::getSizes(Value value) {
  auto values = getSizeValues(value);
  if (!values)
    return std::nullopt;
  SmallVector<AffineExpr> sizes;
  for (SizeValue size : *values)
    sizes.push_back(size.expr);
  return sizes;
}
