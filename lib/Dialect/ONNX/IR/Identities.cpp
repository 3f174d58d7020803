//===- Identities.cpp - Operations that return an operand -----------------===//
//
// See Identities.h. Unknown dimensions are not assumed to be equal: two values
// of type tensor<?xf32> may have different shapes.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/Identities.h"

#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LogicalOps.h"
#include "torch-onnx/Dialect/ONNX/IR/RandomOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

//===----------------------------------------------------------------------===//
// Constants and types
//===----------------------------------------------------------------------===//

DenseElementsAttr ConstantReader::getElements(Value value) const {
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant ? dyn_cast<DenseElementsAttr>(constant.getValue()) : nullptr;
}

std::optional<SmallVector<int64_t>> ConstantReader::getInts(Value value) const {
  constexpr int64_t limit = 4096;
  DenseElementsAttr elements = getElements(value);
  if (!elements || !elements.getElementType().isSignlessInteger() ||
      elements.getNumElements() > limit)
    return std::nullopt;
  SmallVector<int64_t> ints;
  for (const APInt &element : elements.getValues<APInt>())
    ints.push_back(element.getSExtValue());
  return ints;
}

std::optional<SmallVector<int64_t>>
ConstantReader::getAxes(Value value, int64_t rank) const {
  std::optional<SmallVector<int64_t>> axes = getInts(value);
  if (!axes)
    return std::nullopt;
  for (int64_t &axis : *axes) {
    axis = normalizeAxis(axis, rank);
    if (axis < 0 || axis >= rank)
      return std::nullopt;
  }
  return axes;
}

std::optional<double> onnx::getSplatNumber(DenseElementsAttr elements) {
  if (!elements.isSplat())
    return std::nullopt;
  if (isa<FloatType>(elements.getElementType()))
    return elements.getSplatValue<APFloat>().convertToDouble();
  auto integer = dyn_cast<IntegerType>(elements.getElementType());
  if (!integer)
    return std::nullopt;
  APInt bits = elements.getSplatValue<APInt>();
  bool isSigned = integer.isSignless() && integer.getWidth() > 1;
  if ((isSigned ? bits.getSignificantBits() : bits.getActiveBits()) > 53)
    return std::nullopt;
  return bits.roundToDouble(isSigned);
}

std::optional<double> ConstantReader::getSplat(Value value) const {
  DenseElementsAttr elements = getElements(value);
  return elements ? getSplatNumber(elements) : std::nullopt;
}

bool onnx::hasKnownDims(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && (tensor.hasStaticShape() ||
                    llvm::all_of(sym::getDims(tensor),
                                 [](AffineExpr dim) { return bool(dim); }));
}

bool onnx::isSameKnownType(Type a, Type b) { return a == b && hasKnownDims(a); }

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// True if all elements of a constant list are `number`.
static bool areAll(Value list, int64_t number,
                   const ConstantReader &constants) {
  auto values = constants.getInts(list);
  return values && llvm::all_equal(*values) &&
         (values->empty() || values->front() == number);
}

/// For operators that keep the order of the elements if the result has the
/// shape of the operand.
static Value getSameShape(Operation *op) {
  Value operand = op->getOperand(0);
  return isSameKnownType(operand.getType(), op->getResult(0).getType())
             ? operand
             : Value();
}

/// A forward slice of the full size is the identity.
static Value getWhole(SliceOp op, const ConstantReader &constants) {
  if (isPresent(op.getSteps())) {
    auto steps = constants.getInts(op.getSteps());
    if (!steps || llvm::any_of(*steps, [](int64_t step) { return step <= 0; }))
      return {};
  }
  return getSameShape(op);
}

/// An Expand to ones keeps the shape, even if it is unknown.
static Value getUnexpanded(ExpandOp op, const ConstantReader &constants) {
  auto shape = constants.getInts(op.getShape());
  if (shape && llvm::all_of(*shape, [](int64_t size) { return size == 1; }) &&
      int64_t(shape->size()) <= rankOf(op.getData()))
    return op.getData();
  return getSameShape(op);
}

//===----------------------------------------------------------------------===//
// Neutral elements
//===----------------------------------------------------------------------===//

/// True if all elements of `value` are `number`; -0.0 and 0.0 differ.
static bool isAll(Value value, double number, const ConstantReader &constants) {
  std::optional<double> splat = constants.getSplat(value);
  return splat && *splat == number &&
         std::signbit(*splat) == std::signbit(number);
}

Value onnx::getUnlessNeutral(Operation *op, unsigned kept,
                             function_ref<bool(Value)> isNeutral) {
  Value value = op->getOperand(kept), other = op->getOperand(1 - kept);
  if (value.getType() != op->getResult(0).getType())
    return {};
  // A static shape of ones broadcasts nothing. Nothing is broadcast either if
  // the result is known to have the shape of the operand.
  RankedTensorType type = typeOf(other);
  bool isUnit =
      type.getRank() <= rankOf(value) &&
      llvm::all_of(type.getShape(), [](int64_t size) { return size == 1; });
  if (!isUnit && !hasKnownDims(value.getType()))
    return {};
  return isNeutral(other) ? value : Value();
}

static Value getUnlessNeutral(Operation *op, double number, bool isCommutative,
                              const ConstantReader &constants) {
  auto isNeutral = [&](Value value) { return isAll(value, number, constants); };
  Value value = getUnlessNeutral(op, 0, isNeutral);
  return value || !isCommutative ? value : getUnlessNeutral(op, 1, isNeutral);
}

//===----------------------------------------------------------------------===//
// Where
//===----------------------------------------------------------------------===//

static bool isUnit(Value value) {
  RankedTensorType type = typeOf(value);
  return type.hasStaticShape() && type.getNumElements() == 1;
}

static Value getChosen(WhereOp op, const ConstantReader &constants) {
  Type type = op.getOutput().getType();
  if (auto splat = constants.getSplat(op.getCondition())) {
    Value chosen = *splat != 0 ? op.getX() : op.getY();
    Value other = *splat != 0 ? op.getY() : op.getX();
    // Neither the condition nor the other operand may broadcast the chosen one.
    int64_t rank = rankOf(chosen);
    bool keepsShape = isUnit(op.getCondition()) && isUnit(other) &&
                      rankOf(op.getCondition()) <= rank &&
                      rankOf(other) <= rank;
    if (chosen.getType() == type && (keepsShape || hasKnownDims(type)))
      return chosen;
  }
  if (op.getX() == op.getY() && isSameKnownType(op.getX().getType(), type))
    return op.getX();
  return {};
}

//===----------------------------------------------------------------------===//
// All operators
//===----------------------------------------------------------------------===//

static Value findIdentity(Operation *op, const ConstantReader &constants) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([](IdentityOp op) { return op.getInput(); })
      .Case([](CastOp op) { return op.getInput(); })
      .Case<ReshapeOp, FlattenOp, SqueezeOp, UnsqueezeOp>(
          [](Operation *op) { return getSameShape(op); })
      .Case([&](SliceOp op) { return getWhole(op, constants); })
      .Case([&](ExpandOp op) { return getUnexpanded(op, constants); })
      // Holds for all modes and shapes.
      .Case([&](PadOp op) -> Value {
        return areAll(op.getPads(), 0, constants) ? op.getData() : Value();
      })
      .Case([&](TileOp op) -> Value {
        return areAll(op.getRepeats(), 1, constants) ? op.getData() : Value();
      })
      .Case<ConcatOp, SumOp, MaxOp, MinOp, MeanOp>([](Operation *op) -> Value {
        return op->getNumOperands() == 1 ? op->getOperand(0) : Value();
      })
      // Without training_mode, Dropout is the identity.
      .Case([&](DropoutOp op) -> Value {
        bool isTraining = isPresent(op.getTrainingMode()) &&
                          constants.getSplat(op.getTrainingMode()) != 0.0;
        return isTraining ? Value() : op.getData();
      })
      .Case([&](AddOp op) {
        bool isFloat = isa<FloatType>(typeOf(op.getA()).getElementType());
        return getUnlessNeutral(op, isFloat ? -0.0 : 0.0, true, constants);
      })
      .Case<SubOp>([&](Operation *op) {
        return getUnlessNeutral(op, 0.0, false, constants);
      })
      .Case<MulOp, AndOp>([&](Operation *op) {
        return getUnlessNeutral(op, 1.0, true, constants);
      })
      .Case<DivOp, PowOp>([&](Operation *op) {
        return getUnlessNeutral(op, 1.0, false, constants);
      })
      .Case<OrOp, XorOp>([&](Operation *op) {
        return getUnlessNeutral(op, 0.0, true, constants);
      })
      .Case([&](WhereOp op) { return getChosen(op, constants); })
      .Default([](Operation *) { return Value(); });
}

Value onnx::getIdentity(Operation *op, const ConstantReader &constants) {
  Value value = findIdentity(op, constants);
  return value && value.getType() == op->getResult(0).getType() ? value
                                                                : Value();
}
