//===- LegalizeORTOptimizer.cpp - Forms that ONNX Runtime mishandles ------===//
//
// Rewrites forms that ONNX Runtime's optimizer or a kernel handles incorrectly
// to equivalent other forms.
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "torch-onnx/Dialect/ONNX/IR/ActivationOps.h"
#include "torch-onnx/Dialect/ONNX/IR/AttentionOps.h"
#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"
#include "torch-onnx/Dialect/ONNX/IR/IndexOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LinearOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LogicalOps.h"
#include "torch-onnx/Dialect/ONNX/IR/NNOps.h"
#include "torch-onnx/Dialect/ONNX/IR/QuantOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ReduceOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ShapeUtils.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Sym/IR/Ranges.h"
#include "torch-onnx/Dialect/Weight/IR/Reader.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

static sym::Ranges getRanges(Value value) {
  return sym::readRanges(value.getParentRegion()->getParentOfType<ModuleOp>());
}

//===----------------------------------------------------------------------===//
// Products of matrices
//===----------------------------------------------------------------------===//

// For an empty inner dimension, MatMul's kernel does not initialize its result.
static Outcome emptyProduct(Node &n) {
  Value x = n.input(0), y = n.input(1);
  RankedTensorType result = n.resultType();
  if (n.rankOf(x) == 0 || n.typeOf(x).getShape().back() != 0)
    return Outcome::Keep;
  if (result.hasStaticShape())
    return n.replace(n.Expand(n.scalar(0, result.getElementType()),
                              n.ints(result.getShape()), result));
  if (n.rankOf(x) < 2 || n.rankOf(y) < 2)
    return Outcome::Keep;
  // Zeros in the shape of the result, as sums over the empty dimension of
  // either operand.
  return n.replace(
      n.Add(n.ReduceSum(x, n.rankOf(x) - 1), n.ReduceSum(y, n.rankOf(y) - 2)));
}

/// The index of the operand by which a product or quotient scales, if it is a
/// constant of one element.
static std::optional<unsigned> getScale(Operation *op) {
  if (!isa<MulOp, DivOp>(op))
    return std::nullopt;
  for (unsigned index : {1, 0}) {
    auto constant = op->getOperand(index).getDefiningOp<ConstantOp>();
    if (constant && constant.getValue().getNumElements() == 1)
      return index;
    if (isa<DivOp>(op))
      break;
  }
  return std::nullopt;
}

/// Whether a matrix product uses the value, directly or transposed. Attention
/// becomes products.
static bool isReadByMatMul(Value value, bool isTransposed = false) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    return isa<MatMulOp, AttentionOp>(user) ||
           (isa<TransposeOp>(user) && !isTransposed &&
            isReadByMatMul(user->getResult(0), /*isTransposed=*/true));
  });
}

// ONNX Runtime moves scales of the operands of a MatMul to the product. If one
// product uses a scale and another one uses the scaled value scaled again, as
// in attention with scaled keys, it removes the first scale and then fails to
// load the model. It does not match a scale with one number per column.
static Outcome scaleOfScale(Node &n) {
  Value y = n.op->getResult(0);
  std::optional<unsigned> index = getScale(n.op);
  Type type = n.elementTypeOf(y);
  if (!index || y.hasOneUse() || !(type.isF32() || type.isF64()))
    return Outcome::Keep;
  bool isScaled = llvm::any_of(y.getUsers(), [](Operation *user) {
    return isa<AttentionOp>(user) ||
           (getScale(user) && isReadByMatMul(user->getResult(0)));
  });
  Value x = n.input(1 - *index);
  if (!isScaled || !isReadByMatMul(y) || n.rankOf(x) == 0 ||
      n.typeOf(x) != n.typeOf(y))
    return Outcome::Keep;
  int64_t last = n.rankOf(x) - 1;
  AffineExpr columns = n.dimsOf(x)[last];
  std::optional<int64_t> size =
      columns ? sym::getConstant(columns) : std::optional<int64_t>();
  if (size == 1)
    return Outcome::Keep;
  auto numbers = n.getConstantFloats(n.input(*index));
  if (!numbers)
    return Outcome::Keep;
  SmallVector<Value> operands = {x, x};
  if (size)
    operands[*index] = n.constant(DenseElementsAttr::get(
        RankedTensorType::get({*size}, type),
        Attribute(FloatAttr::get(type, numbers->front()))));
  else
    operands[*index] = n.Expand(n.scalar(numbers->front(), type),
                                n.Unsqueeze(n.sizeOf(x, last), 0),
                                sym::getTensorType(columns, type));
  return n.replace(
      n.create(n.name(), n.resultType(), operands, n.attributes()));
}

namespace {

/// Searches for transposes before an operand of a product.
///
/// ONNX Runtime's optimizer moves a transpose across elementwise operators to
/// the product and fuses them. It crashes if the first dimension becomes one of
/// the matrices and may be empty, and if the elements are cast in between.
class UnsafeTransposes {
public:
  /// Whether there is one before `operand`.
  static bool isBefore(Value operand) {
    int64_t rank = ONNXBuilder::rankOf(operand);
    if (rank < 3)
      return false;
    // Half precision has no product kernel: the runtime and the compiler insert
    // casts.
    Type type = ONNXBuilder::elementTypeOf(operand);
    UnsafeTransposes search;
    return search.isUnsafe(operand,
                           llvm::to_vector(llvm::seq<int64_t>(0, rank)),
                           type.isF16() || type.isBF16());
  }

private:
  /// For each dimension of the product's operand, `source` has the dimension of
  /// `value` that it is.
  bool isUnsafe(Value value, SmallVector<int64_t> source, bool isCast) {
    Operation *op = value.getDefiningOp();
    if (!op || ++steps > kMaxSteps)
      return false;
    if (auto transpose = dyn_cast<TransposeOp>(op)) {
      SmallVector<int64_t> perm = transpose.getPermutation();
      if (perm.size() != source.size())
        return false;
      for (int64_t &axis : source)
        axis = perm[axis];
      return isMovedBatch(transpose.getData(), source, isCast) ||
             isUnsafe(transpose.getData(), source, isCast);
    }
    if (isa<ConcatOp>(op)) {
      // If a transpose is moved across a Concat with a repeated operand, its
      // removal from one use also affects the other use.
      llvm::SmallDenseSet<Value> distinct(op->operand_begin(),
                                          op->operand_end());
      return isCast && distinct.size() < op->getNumOperands();
    }
    isCast |= isa<CastOp>(op);
    return llvm::any_of(op->getOperands(), [&](Value operand) {
      return isa<RankedTensorType>(operand.getType()) &&
             ONNXBuilder::dimsOf(operand) == ONNXBuilder::dimsOf(value) &&
             isUnsafe(operand, source, isCast);
    });
  }

  static bool isMovedBatch(Value value, ArrayRef<int64_t> source, bool isCast) {
    if (!llvm::is_contained(source.take_back(2), 0))
      return false;
    bool isBatch = llvm::equal(source.drop_back(2),
                               llvm::seq<int64_t>(1, source.size() - 1));
    return (isCast && isBatch) ||
           sym::mayBeZero(ONNXBuilder::dimsOf(value)[0], getRanges(value));
  }

  static constexpr int kMaxSteps = 32;
  int steps = 0;
};

} // namespace

// ONNX Runtime's optimizer fuses a product with the transposes of its operands.
// It does not look through views.
static Outcome productOfTransposed(Node &n) {
  SmallVector<Value> operands;
  bool isChanged = false;
  for (Value operand : n.op->getOperands()) {
    if (UnsafeTransposes::isBefore(operand)) {
      operand = n.Squeeze(n.Unsqueeze(operand, 0), 0);
      isChanged = true;
    }
    operands.push_back(operand);
  }
  if (!isChanged)
    return Outcome::Keep;
  return n.replace(n.create("MatMul", n.resultType(), operands));
}

// ONNX Runtime's optimizer fuses transposed matrices, possibly with casts
// between, times a vector, with wrong results. The vector times the matrices is
// equivalent.
static Outcome transposedByVector(Node &n) {
  if (n.rankOf(n.input(1)) != 1)
    return Outcome::Keep;
  SmallVector<Type> casts;
  Value matrix = n.input(0);
  while (auto cast = matrix.getDefiningOp<CastOp>()) {
    casts.push_back(n.elementTypeOf(matrix));
    matrix = cast.getInput();
  }
  auto transpose = matrix.getDefiningOp<TransposeOp>();
  if (!transpose || n.rankOf(matrix) < 2)
    return Outcome::Keep;
  SmallVector<int64_t> perm = transpose.getPermutation(), swap;
  swap = llvm::to_vector(llvm::seq<int64_t>(0, perm.size()));
  std::swap(swap[swap.size() - 2], swap.back());
  if (perm != swap)
    return Outcome::Keep;
  matrix = transpose.getData();
  for (Type type : llvm::reverse(casts))
    matrix = n.Cast(matrix, type);
  return n.replace(n.create("MatMul", n.resultType(), {n.input(1), matrix}));
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

// ONNX Runtime rewrites 1 / x * y to y / x, also for integers, where the
// quotient is rounded first, and for a 1 with more axes than x and y. It does
// not match -1.
static Outcome reciprocal(Node &n, DivOp op) {
  Type type = n.resultType().getElementType();
  bool isInteger = type.isSignlessInteger(32) || type.isSignlessInteger(64);
  Value one = op.getA();
  if (!(isInteger || n.rankOf(one) > n.rankOf(op.getB())) ||
      !llvm::any_of(op.getC().getUsers(), llvm::IsaPred<MulOp>))
    return Outcome::Keep;
  auto integers = n.getConstantInts(one);
  auto floats = n.getConstantFloats(one);
  if (!(integers && integers->size() == 1 && integers->front() == 1) &&
      !(floats && floats->size() == 1 && floats->front() == 1.0))
    return Outcome::Keep;
  OpBuilder &builder = n.getBuilder();
  Attribute minusOne = isInteger ? Attribute(builder.getIntegerAttr(type, -1))
                                 : builder.getFloatAttr(type, -1.0);
  Value quotient = n.Div(
      n.constant(DenseElementsAttr::get(n.typeOf(one), minusOne)), op.getB());
  return n.replace(n.Neg(quotient));
}

/// Whether ONNX Runtime would fuse a Pad with the result `padded` into a pool,
/// with another result or with invalid pads. The pool may read the padded
/// elements through a cast.
static bool isPadOfPool(Value padded, ArrayRef<int64_t> pads) {
  return llvm::any_of(padded.getUsers(), [&](Operation *user) {
    if (isa<CastOp>(user))
      return isPadOfPool(user->getResult(0), pads);
    auto average = dyn_cast<AveragePoolOp>(user);
    if (!average)
      return isa<MaxPoolOp>(user);
    // The pads of an average must be smaller than its window.
    ArrayRef<int64_t> window = average.getKernelShape();
    if (pads.size() != 2 * (window.size() + 2))
      return false;
    std::optional<ArrayRef<int64_t>> own = average.getPads();
    for (size_t i = 0; i < 2 * window.size(); ++i) {
      size_t axis = i % window.size();
      int64_t pad =
          pads[i < window.size() ? axis + 2 : window.size() + axis + 4];
      if (pad + (own && i < own->size() ? (*own)[i] : 0) >= window[axis])
        return true;
    }
    return false;
  });
}

// ONNX Runtime fuses a Pad with zeros into the pads of a pool. The pads of a
// MaxPool are below all numbers, and those of an AveragePool must be smaller
// than its window. It does not match a Pad with axes. Before 18, which lacks
// axes, one more element is padded at the end and sliced off.
static Outcome padOfPool(Node &n, PadOp op) {
  std::optional<SmallVector<int64_t>> pads = n.getConstantInts(op.getPads());
  if (n.present(op.getAxes()) || op.getMode() != "constant" ||
      !isPadOfPool(op.getOutput(), pads.value_or(SmallVector<int64_t>())))
    return Outcome::Keep;
  int64_t rank = n.rankOf(op.getData());
  if (n.opset >= 18)
    return n.replace(
        n.create("Pad", n.resultType(),
                 {op.getData(), op.getPads(), op.getConstantValue(),
                  n.ints(n.integers(0, rank))},
                 n.attributes()));
  if (!pads || int64_t(pads->size()) != 2 * rank || rank == 0)
    return Outcome::Keep;
  ++pads->back();
  auto dims = n.dimsOf(op.getData());
  for (int64_t axis = 0; axis < rank; ++axis)
    dims[axis] = sym::add(dims[axis], (*pads)[axis] + (*pads)[rank + axis]);
  Value padded =
      n.create("Pad", sym::getTensorType(dims, n.elementTypeOf(op.getData())),
               {op.getData(), n.ints(*pads), op.getConstantValue(), n.none()},
               n.attributes());
  return n.replace(n.create(
      "Slice", n.resultType(),
      {padded, n.ints(0), n.ints(-1), n.ints(rank - 1), n.none()}, {}));
}

// ONNX Runtime replaces a Gather whose indices are a Range by a Slice. A
// negative bound, such as the end of a Range that counts down to 0, then counts
// from the end of the dimension. Counting from 0 and subtracting is safe
// (adding to 0 would be removed), and so is a Range that counts up from 0 or
// more.
static Outcome gatherOfRange(Node &n, GatherOp op) {
  auto range = op.getIndices().getDefiningOp<RangeOp>();
  if (!range || !range->hasOneUse())
    return Outcome::Keep;
  auto isNonNegative = [&](Value value) {
    auto number = getSizeValues(value);
    return number && number->size() == 1 &&
           (number->front().nonNegative ||
            (number->front().expr &&
             sym::lowerBound(number->front().expr, getRanges(value))
                     .value_or(-1) >= 0));
  };
  auto delta = n.getConstantInts(range.getDelta());
  if (isNonNegative(range.getStart()) &&
      ((delta && delta->front() > 0) || isNonNegative(range.getLimit())))
    return Outcome::Keep;
  Value start = range.getStart();
  Type type = n.elementTypeOf(start);
  Value step =
      delta ? n.scalar(-delta->front(), type) : n.Neg(range.getDelta());
  Value counted =
      n.create("Range", range.getType(),
               {n.scalar(0, type), n.Sub(start, range.getLimit()), step});
  return n.replace(n.create("Gather", n.resultType(),
                            {op.getData(), n.Sub(start, counted)},
                            n.attributes()));
}

// ONNX Runtime removes an Expand whose constant sizes are at most 1, even if
// one is 0 and the size of the operand is 1. An empty Slice is used first.
static Outcome expandToNothing(Node &n, ExpandOp op) {
  Value x = op.getData();
  std::optional<SmallVector<int64_t>> sizes = n.getConstantInts(op.getShape());
  int64_t rank = n.rankOf(x);
  if (!sizes || int64_t(sizes->size()) > rank)
    return Outcome::Keep;
  int64_t first = rank - int64_t(sizes->size());
  for (auto [index, size] : llvm::enumerate(*sizes))
    if (size == 0 && n.typeOf(x).getDimSize(first + index) != 0)
      x = n.Slice(x, int64_t(0), int64_t(0), first + int64_t(index));
  if (x == op.getData())
    return Outcome::Keep;
  if (n.typeOf(x) == n.resultType())
    return n.replace(x);
  return n.replace(n.create("Expand", n.resultType(), {x, op.getShape()}));
}

/// The only user of a value, if it is an OpT.
template <typename OpT> static OpT getOnlyUser(Value value) {
  return value.hasOneUse() ? dyn_cast<OpT>(*value.user_begin()) : OpT();
}

/// Whether `value` is x - mean(x).
static bool isCentred(Value value) {
  auto sub = value.getDefiningOp<SubOp>();
  auto mean = sub ? sub.getB().getDefiningOp<ReduceMeanOp>() : ReduceMeanOp();
  return mean && mean.getData() == sub.getA();
}

// ONNX Runtime fuses x / Sqrt(ReduceMean(Pow(x, y)) + e) to a normalization,
// also where it is none: it ignores the exponent, the operand order of a Sub or
// a Div, and whether e is f64, not constant, or the first operand. It does not
// match a Sub of -e.
static Outcome meanOfPower(Node &n, AddOp op) {
  bool isFirst = bool(op.getA().getDefiningOp<ReduceMeanOp>());
  Value variance = isFirst ? op.getA() : op.getB();
  Value epsilon = isFirst ? op.getB() : op.getA();
  auto mean = variance.getDefiningOp<ReduceMeanOp>();
  auto pow = mean ? mean.getData().getDefiningOp<PowOp>() : PowOp();
  auto sqrt = getOnlyUser<SqrtOp>(op.getC());
  auto div = sqrt ? getOnlyUser<DivOp>(sqrt.getY()) : DivOp();
  if (!pow || !div || !variance.hasOneUse())
    return Outcome::Keep;
  Value base = pow.getA();
  Type type = n.resultType().getElementType();
  auto exponent = n.getConstantFloats(pow.getB());
  auto constant = n.getConstantFloats(epsilon);
  bool isCentredTwice = isCentred(base) && isCentred(div.getA()) &&
                        base.getDefiningOp()->getOperands() ==
                            div.getA().getDefiningOp()->getOperands();
  if (isFirst && constant && (type.isF32() || type.isF16()) && exponent &&
      exponent->size() == 1 && exponent->front() == 2.0 &&
      div.getB() == sqrt.getY() &&
      (isCentredTwice || (div.getA() == base &&
                          (isCentred(base) || !base.getDefiningOp<SubOp>()))))
    return Outcome::Keep;
  Value minus = constant && constant->size() == 1
                    ? n.scalar(-constant->front(), type)
                    : n.Neg(epsilon);
  return n.replace(n.Sub(variance, minus));
}

// ONNX Runtime merges two casts if it considers the first one wider. A cast of
// a float to a 64-bit integer and then to a narrower one gives the lowest bits;
// the direct cast does not.
static Outcome castOfCast(Node &n, CastOp op) {
  auto first = op.getInput().getDefiningOp<CastOp>();
  auto to = dyn_cast<IntegerType>(n.resultType().getElementType());
  if (!first || !to || to.getWidth() == 1)
    return Outcome::Keep;
  Type from = n.elementTypeOf(first.getInput());
  auto middle = dyn_cast<IntegerType>(n.elementTypeOf(op.getInput()));
  bool isWide = middle && (middle.getWidth() == 64 ||
                           (middle.getWidth() == 32 && middle.isUnsigned()));
  if (!isWide || to.getWidth() >= middle.getWidth() ||
      !(from.isF32() || from.isF64() || from.isBF16()) ||
      !llvm::all_of(first->getUsers(), llvm::IsaPred<CastOp>))
    return Outcome::Keep;
  return n.replace(n.Cast(n.Squeeze(n.Unsqueeze(op.getInput(), 0), 0), to));
}

// ONNX Runtime merges a Relu into the Clip that uses it, and fails to load the
// model if the lower bound is neither f32 nor f16.
static Outcome clipOfRelu(Node &n, ClipOp op) {
  auto relu = op.getInput().getDefiningOp<ReluOp>();
  Type type = n.resultType().getElementType();
  Value min = n.present(op.getMin());
  auto bound = min ? n.getConstantFloats(min) : std::nullopt;
  if (!relu || !bound || bound->size() != 1 || type.isF32() || type.isF16())
    return Outcome::Keep;
  bool isAboveZero = bound->front() > 0;
  return n.replace(n.create("Clip", n.resultType(),
                            {isAboveZero ? relu.getX() : op.getInput(),
                             isAboveZero ? min : n.none(), op.getMax()},
                            n.attributes()));
}

//===----------------------------------------------------------------------===//
// Quantization
//===----------------------------------------------------------------------===//

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
  if (llvm::Error error =
          weight::tryReadElements(constant.getValue(), 0, count, bytes)) {
    llvm::consumeError(std::move(error));
    return {};
  }
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
  Value zeroPoint = n.present(op.getYZeroPoint());
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
                      ? Node::present(user->getOperand(index))
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
  return op && ONNXBuilder::elementTypeOf(op.getX()).isInteger(8) &&
                 op.getBlockSize() == 0
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
  Value bias = n.present(op.getC());
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
  if (!Node::present(value))
    return bytes;
  auto constant = value.getDefiningOp<ConstantOp>();
  Type type = ONNXBuilder::elementTypeOf(value);
  if (!constant || constant.getValue().getNumElements() != 1 ||
      type.getIntOrFloatBitWidth() % 8 != 0)
    return std::nullopt;
  bytes.resize(type.getIntOrFloatBitWidth() / 8);
  if (llvm::Error error =
          weight::tryReadElements(constant.getValue(), 0, 1, bytes)) {
    llvm::consumeError(std::move(error));
    return std::nullopt;
  }
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
    if (Node::present(x) && !ONNXBuilder::elementTypeOf(x).isInteger(1) &&
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
    Value zero = Node::present(op.getXZeroPoint());
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
  int64_t axis = Node::normalize(op.getAxis(), n.rankOf(op.getY()));
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

ArrayRef<RewriteRow> onnx::getORTOptimizerRewrites() {
  constexpr TargetRuntime ort = TargetRuntime::ORT;
  static const RewriteRow rows[] = {
      {"Div", kNever, scaleOfScale, ort},
      {"MatMul", kNever, emptyProduct, ort},
      {"MatMul", kNever, productOfTransposed, ort},
      {"MatMul", kNever, transposedByVector, ort},
      {"Mul", kNever, scaleOfScale, ort},
      row<castOfCast>(kNever, ort),
      row<clipOfRelu>(kNever, ort),
      row<expandToNothing>(kNever, ort),
      row<gatherOfRange>(kNever, ort),
      row<meanOfPower>(kNever, ort),
      row<padOfPool>(kNever, ort),
      row<reciprocal>(kNever, ort),
      row<dequantizedForKernel>(kNever, ort),
      row<dynamicGemm>(kNever, ort),
      row<quantizedByKernel>(kNever, ort),
      row<quantizedTwice>(kNever, ort),
      row<scaledIntegers>(kNever, ort),
      row<quantizeToUnsigned>(kNever, ort),
  };
  return rows;
}
