//===- LegalizeORTOptimizer.cpp - Forms that ONNX Runtime mishandles ------===//
//
// Rewrites forms that ONNX Runtime's optimizer handles incorrectly to
// equivalent other forms. Products and quantization have files of their own
// (LegalizeORTProducts.cpp, LegalizeORTQuantization.cpp).
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"
#include "Simplify/IntegerRanges.h"

#include "torch-onnx/Dialect/ONNX/IR/ActivationOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"
#include "torch-onnx/Dialect/ONNX/IR/IndexOps.h"
#include "torch-onnx/Dialect/ONNX/IR/NNOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ReduceOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

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
  if (getPresent(op.getAxes()) || op.getMode() != "constant" ||
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
  Value min = getPresent(op.getMin());
  auto bound = min ? n.getConstantFloats(min) : std::nullopt;
  if (!relu || !bound || bound->size() != 1 || type.isF32() || type.isF16())
    return Outcome::Keep;
  bool isAboveZero = bound->front() > 0;
  return n.replace(n.create("Clip", n.resultType(),
                            {isAboveZero ? relu.getX() : op.getInput(),
                             isAboveZero ? min : n.none(), op.getMax()},
                            n.attributes()));
}

void onnx::populateORTOptimizer(RewriteTable &table) {
  table.addForORT<castOfCast>();
  table.addForORT<clipOfRelu>();
  table.addForORT<expandToNothing>();
  table.addForORT<gatherOfRange>();
  table.addForORT<meanOfPower>();
  table.addForORT<padOfPool>();
  table.addForORT<reciprocal>();
}
