//===- LegalizeORTQuantization.cpp - Quantized forms in ONNX Runtime ------===//
//
// Rewrites quantized forms that ONNX Runtime's optimizer or kernels handle
// incorrectly to equivalent other forms.
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "torch-onnx/Dialect/ONNX/IR/ActivationOps.h"
#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LinearOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LogicalOps.h"
#include "torch-onnx/Dialect/ONNX/IR/NNOps.h"
#include "torch-onnx/Dialect/ONNX/IR/QuantOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ShapeUtils.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/Weight/IR/Reader.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

/// A constant of i8 as ui8 with 128 added; the ui8 number 128 for an absent
/// operand. Null if it cannot be read.
static Value toUnsigned(Node &n, Value value) {
  constexpr int64_t maxElements = 1 << 16;
  Type ui8 = IntegerType::get(n.getContext(), 8, IntegerType::Unsigned);
  if (!value)
    return n.scalar(128, ui8);
  auto constant = value.getDefiningOp<ConstantOp>();
  if (!constant || constant.getValue().getNumElements() > maxElements)
    return {};
  int64_t count = constant.getValue().getNumElements();
  SmallVector<char> bytes(count);
  if (llvm::errorToBool(
          weight::tryReadElements(constant.getValue(), 0, count, bytes)))
    return {};
  SmallVector<uint8_t> numbers;
  for (char byte : bytes)
    numbers.push_back(uint8_t(byte) ^ 0x80);
  RankedTensorType type = n.typeOf(value).clone(ui8);
  return n.constant(DenseElementsAttr::get(type, ArrayRef(numbers)));
}

// Quantizing to ui8 instead of i8 and dequantizing gives the same numbers. On
// x86, ONNX Runtime makes this change itself, but from opset 21 on it leaves
// nodes whose type and zero point disagree, so that models with a pair before a
// Reshape or a Transpose do not load. It also matches more integer products in
// ui8.
static Outcome quantizeToUnsigned(Node &n, QuantizeLinearOp op) {
  Value zeroPoint = getPresent(op.getYZeroPoint());
  if (!n.resultType().getElementType().isSignlessInteger(8) || !zeroPoint ||
      op.getOutputDtype() || n.opset < 10)
    return Outcome::Keep;
  // A Clip to a narrower range may be in between; the new values, by operand.
  SmallVector<Value> quantized = {op.getY()};
  SmallVector<std::pair<OpOperand *, Value>> changes;
  // The operands that use a dynamic zero point.
  SmallVector<OpOperand *> chosen;
  bool isChosen =
      !zeroPoint.getDefiningOp<ConstantOp>() && n.rankOf(zeroPoint) == 0;
  auto change = [&](Operation *user, unsigned index) {
    Value value = index < user->getNumOperands()
                      ? getPresent(user->getOperand(index))
                      : Value();
    if (isa<ClipOp>(user) && !value)
      return true;
    if (isChosen && value == zeroPoint) {
      chosen.push_back(&user->getOpOperand(index));
      return true;
    }
    if (!value && n.rankOf(user->getOperand(1)) != 0)
      return false;
    Value changed = toUnsigned(n, value);
    if (changed)
      changes.push_back({&user->getOpOperand(index), changed});
    return bool(changed);
  };
  if (!change(op, 2))
    return Outcome::Keep;
  for (size_t i = 0; i < quantized.size(); ++i)
    for (OpOperand &use : quantized[i].getUses()) {
      Operation *user = use.getOwner();
      if (use.getOperandNumber() != 0 ||
          !isa<ClipOp, DequantizeLinearOp>(user) || !change(user, 2))
        return Outcome::Keep;
      if (!isa<ClipOp>(user))
        continue;
      if (!change(user, 1))
        return Outcome::Keep;
      quantized.push_back(user->getResult(0));
    }
  Type ui8 = IntegerType::get(n.getContext(), 8, IntegerType::Unsigned);
  if (!chosen.empty()) {
    Type i32 = IntegerType::get(n.getContext(), 32);
    Value moved =
        n.Cast(n.Add(n.Cast(zeroPoint, i32), n.scalar(128, i32)), ui8);
    for (OpOperand *operand : chosen)
      operand->set(moved);
  }
  for (auto [operand, value] : changes)
    operand->set(value);
  for (Value value : quantized)
    value.setType(n.typeOf(value).clone(ui8));
  return Outcome::Keep;
}

/// The DequantizeLinear of 8-bit numbers that defines a value; null for other
/// values.
static DequantizeLinearOp getDequantize(Value value) {
  auto op = value.getDefiningOp<DequantizeLinearOp>();
  return op && elementTypeOf(op.getX()).isInteger(8) && op.getBlockSize() == 0
             ? op
             : DequantizeLinearOp();
}

// ONNX Runtime uses an integer product for a MatMul whose first operand has a
// dynamic scale, but for a Gemm only if the scale is constant, because it
// quantizes the bias by it. A view keeps MatMul and Add from becoming a Gemm
// again.
static Outcome dynamicGemm(Node &n, GemmOp op) {
  DequantizeLinearOp a = getDequantize(op.getA()), b = getDequantize(op.getB());
  if (!a || !b || a.getXScale().getDefiningOp<ConstantOp>() ||
      !b.getX().getDefiningOp<ConstantOp>() || op.getTransA() ||
      !op.getAlpha().isExactlyValue(1.0) || !op.getBeta().isExactlyValue(1.0))
    return Outcome::Keep;
  Value right = op.getTransB() ? n.transpose(op.getB(), 0, 1) : op.getB();
  Value product = n.create("MatMul", n.resultType(), {op.getA(), right});
  Value bias = getPresent(op.getC());
  return n.replace(bias ? n.Squeeze(n.Add(n.Unsqueeze(product, 0), bias), 0)
                        : product);
}

/// Whether ONNX Runtime makes the constant of an Add the bias of `scaled`, an
/// integer product with the scale `scale`, with a wrong result. A constant with
/// one row is added before scales other than a number or one number per column
/// are applied.
static bool isWrongBias(Node &n, Value scaled, MulOp scale) {
  auto add = getOnlyUser<AddOp>(scaled);
  if (!add || !add.getB().getDefiningOp<ConstantOp>() ||
      n.rankOf(add.getB()) == 0)
    return false;
  auto isOne = [](int64_t size) { return size == 1; };
  ArrayRef<int64_t> sizes = n.typeOf(add.getB()).getShape();
  if (sizes.back() == 1 || !llvm::all_of(sizes.drop_back(), isOne))
    return false;
  return int64_t(sizes.size()) > n.rankOf(scaled) ||
         n.typeOf(scaled).getShape().back() != sizes.back() ||
         !llvm::all_of(n.typeOf(scale.getA()).getShape(), isOne) ||
         n.rankOf(scale.getB()) > 1;
}

// ONNX Runtime fuses an integer product, its cast and a scale that is a product
// itself. It does not check that the type is f32, and assumes that the result
// has the shape of the product.
static Outcome scaledIntegers(Node &n, MulOp op) {
  for (unsigned index : {0, 1}) {
    auto cast = op->getOperand(index).getDefiningOp<CastOp>();
    auto product =
        cast ? cast.getInput().getDefiningOp<MatMulIntegerOp>() : nullptr;
    auto scale = op->getOperand(1 - index).getDefiningOp<MulOp>();
    if (!product || !scale || !product->hasOneUse() || !cast->hasOneUse() ||
        !scale->hasOneUse())
      continue;
    Type type = n.resultType().getElementType();
    bool isFloat = type.isF32() || type.isF16() || type.isBF16();
    if (isFloat && n.dimsOf(op.getC()) == n.dimsOf(product.getY()) &&
        !isWrongBias(n, op.getC(), scale))
      continue;
    SmallVector<Value> operands(op->getOperands());
    operands[index] = n.Squeeze(n.Unsqueeze(operands[index], 0), 0);
    return n.replace(n.create("Mul", n.resultType(), operands));
  }
  return Outcome::Keep;
}

/// The bytes of a constant of one element; empty for an absent operand.
static std::optional<SmallVector<char, 8>> getElement(Value value) {
  SmallVector<char, 8> bytes;
  if (!getPresent(value))
    return bytes;
  auto constant = value.getDefiningOp<ConstantOp>();
  Type type = elementTypeOf(value);
  if (!constant || constant.getValue().getNumElements() != 1 ||
      type.getIntOrFloatBitWidth() % 8 != 0)
    return std::nullopt;
  bytes.resize(type.getIntOrFloatBitWidth() / 8);
  if (llvm::errorToBool(
          weight::tryReadElements(constant.getValue(), 0, 1, bytes)))
    return std::nullopt;
  return bytes;
}

// ONNX Runtime merges two consecutive pairs of QuantizeLinear and
// DequantizeLinear to one with another scale, which changes numbers. It only
// matches one scale for all elements, so the first pair gets the same scale for
// each index of a dimension. If no dimension is static, views separate the
// pairs.
static Outcome quantizedTwice(Node &n, QuantizeLinearOp op) {
  auto dequantize = op.getX().getDefiningOp<DequantizeLinearOp>();
  auto quantize = dequantize
                      ? dequantize.getX().getDefiningOp<QuantizeLinearOp>()
                      : QuantizeLinearOp();
  if (!quantize || !dequantize->hasOneUse() || !quantize->hasOneUse() ||
      !getOnlyUser<DequantizeLinearOp>(op.getY()))
    return Outcome::Keep;
  bool isSame = true;
  for (unsigned index : {1, 2}) {
    auto first = getElement(quantize->getOperand(index));
    auto second = getElement(op->getOperand(index));
    if (!first || !second || first != getElement(dequantize->getOperand(index)))
      return Outcome::Keep;
    isSame &= first == second;
  }
  if (isSame)
    return Outcome::Keep;
  ArrayRef<int64_t> sizes = n.typeOf(op.getX()).getShape();
  auto isBetter = [&](size_t axis, std::optional<size_t> other) {
    return !ShapedType::isDynamic(sizes[axis]) && sizes[axis] > 1 &&
           (!other || sizes[axis] < sizes[*other]);
  };
  std::optional<size_t> axis;
  for (size_t i = 0; i < sizes.size() && n.opset >= 13; ++i)
    if (isBetter(i, axis))
      axis = i;
  if (!axis) {
    op->setOperand(0, n.Squeeze(n.Unsqueeze(op.getX(), 0), 0));
    return Outcome::Keep;
  }
  OpBuilder::InsertionGuard guard(n.getBuilder());
  n.getBuilder().setInsertionPoint(quantize);
  NamedAttribute axisAttr = n.attr("axis", int64_t(*axis));
  for (unsigned index : {1, 2}) {
    auto element = getElement(quantize->getOperand(index));
    if (element->empty())
      continue;
    SmallVector<char> bytes;
    for (int64_t i = 0; i < sizes[*axis]; ++i)
      bytes.append(element->begin(), element->end());
    auto type = RankedTensorType::get(
        {sizes[*axis]}, n.elementTypeOf(quantize->getOperand(index)));
    Value values = n.constant(DenseElementsAttr::getFromRawBuffer(type, bytes));
    quantize->setOperand(index, values);
    dequantize->setOperand(index, values);
  }
  quantize->setAttr(axisAttr.getName(), axisAttr.getValue());
  dequantize->setAttr(axisAttr.getName(), axisAttr.getValue());
  return Outcome::Keep;
}

/// Whether ONNX Runtime computes `op` on integers: its operands except
/// conditions are dequantized, and except for matrix products, the result,
/// possibly clipped, is quantized.
static bool isComputedOnIntegers(Operation *op) {
  if (!isa<AddOp, AveragePoolOp, ConcatOp, ConvOp, GemmOp, GlobalAveragePoolOp,
           LeakyReluOp, MatMulOp, MulOp, SigmoidOp, SoftmaxOp, WhereOp>(op))
    return false;
  for (Value x : op->getOperands())
    if (getPresent(x) && !elementTypeOf(x).isInteger(1) &&
        !x.getDefiningOp<DequantizeLinearOp>())
      return false;
  Value result = op->getResult(0);
  if (result.hasOneUse() && isa<ReluOp, ClipOp>(*result.user_begin()))
    result = result.user_begin()->getResult(0);
  return isa<GemmOp, MatMulOp>(op) || getOnlyUser<QuantizeLinearOp>(result);
}

static bool isOneNumber(Value scale) {
  auto type = cast<RankedTensorType>(scale.getType());
  return type.hasStaticShape() && type.getNumElements() == 1;
}

/// Whether the integer kernel supports the scales of an operand: one per column
/// for a matrix or convolution kernel, and the products of the other scales for
/// a bias.
static bool isRightScale(Node &n, OpOperand &operand, DequantizeLinearOp op) {
  Operation *user = operand.getOwner();
  unsigned index = operand.getOperandNumber();
  auto gemm = dyn_cast<GemmOp>(user);
  if (index == 2 && (gemm || isa<ConvOp>(user))) {
    auto getScales = [&](Value x) {
      return n.getConstantFloats(x.getDefiningOp()->getOperand(1));
    };
    auto xs = getScales(user->getOperand(0)),
         ys = getScales(user->getOperand(1));
    auto given = n.getConstantFloats(op.getXScale());
    Value zero = getPresent(op.getXZeroPoint());
    auto zeros = n.getConstantInts(zero ? zero : n.ints({0}));
    if (!xs || !ys || !given || !zeros || xs->size() != 1 ||
        !llvm::all_equal(*zeros) || zeros->front() != 0)
      return false;
    for (size_t i = 0; i < std::max(ys->size(), given->size()); ++i) {
      double product = xs->front() * (*ys)[ys->size() == 1 ? 0 : i];
      if (std::abs((*given)[given->size() == 1 ? 0 : i] / product - 1) > 1e-6)
        return false;
    }
    return true;
  }
  if (isOneNumber(op.getXScale()))
    return true;
  if (index != 1 || op.getBlockSize() != 0)
    return false;
  int64_t axis = normalizeAxis(op.getAxis(), n.rankOf(op.getY()));
  return gemm                  ? axis == (gemm.getTransB() ? 0 : 1)
         : isa<MatMulOp>(user) ? axis == 1 && n.rankOf(op.getY()) == 2
                               : isa<ConvOp>(user) && axis == 0;
}

// For other scales ONNX Runtime builds integer kernels that fail to load or
// give wrong numbers. Views prevent this; both operands of a product need them.
static Outcome dequantizedForKernel(Node &n, DequantizeLinearOp op) {
  auto uses = llvm::to_vector(llvm::make_pointer_range(op.getY().getUses()));
  for (OpOperand *use : uses) {
    Operation *user = use->getOwner();
    if (!isComputedOnIntegers(user) || isRightScale(n, *use, op))
      continue;
    OpBuilder::InsertionGuard guard(n.getBuilder());
    n.getBuilder().setInsertionPoint(user);
    bool isProduct = isa<MatMulOp, GemmOp>(user);
    for (OpOperand &x : user->getOpOperands())
      if (&x == use ||
          (isProduct && x.get().getDefiningOp<DequantizeLinearOp>()))
        x.set(n.Squeeze(n.Unsqueeze(x.get(), 0), 0));
  }
  return Outcome::Keep;
}

static Outcome quantizedByKernel(Node &n, QuantizeLinearOp op) {
  Operation *source = op.getX().getDefiningOp();
  if (isa_and_present<ReluOp, ClipOp>(source))
    source = source->getOperand(0).getDefiningOp();
  if (!isOneNumber(op.getYScale()) && source && isComputedOnIntegers(source))
    op->setOperand(0, n.Squeeze(n.Unsqueeze(op.getX(), 0), 0));
  return Outcome::Keep;
}

void onnx::populateORTQuantization(RewriteTable &table) {
  table.addForORT<dequantizedForKernel>();
  table.addForORT<dynamicGemm>();
  table.addForORT<quantizedByKernel>();
  table.addForORT<quantizedTwice>();
  table.addForORT<scaledIntegers>();
  table.addForORT<quantizeToUnsigned>();
}
