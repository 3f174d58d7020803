//===- LegalizeORTIntegers.cpp - Comparing kernels of i64 in ONNX Runtime -===//
//
// The kernels of Max, Min, Clip, Sign, ReduceMax and ReduceMin for i64 compare
// the lower halves of two numbers with a sign if their upper halves are equal.
// (On x86 they use Eigen's vectors of two numbers without SSE 4.2.) The larger
// of 0 and 2^31 is then 0. Comparisons and TopK are right. The kernels stay
// where all numbers are known to fit in 32 bits, such as sizes and indices.
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"
#include "Simplify/IntegerRanges.h"

#include "torch-onnx/Dialect/ONNX/IR/ActivationOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ReduceOps.h"
#include "torch-onnx/Dialect/Sym/IR/Ranges.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

/// Whether the kernel may compare numbers of more than 32 bits.
static bool isWide(Node &n, ValueRange values) {
  if (!n.resultType().getElementType().isSignlessInteger(64))
    return false;
  return llvm::any_of(values, [](Value value) {
    ConstantIntRanges range = getIntegerRange(value);
    return isa<TensorType>(value.getType()) &&
           !(range.smin().isSignedIntN(32) && range.smax().isSignedIntN(32));
  });
}

static Value maxOf(Node &n, Value x, Value y) {
  return n.Where(n.Less(x, y), y, x);
}
static Value minOf(Node &n, Value x, Value y) {
  return n.Where(n.Greater(x, y), y, x);
}

template <Value extremum(Node &, Value, Value)>
static Outcome extremumOfWide(Node &n) {
  if (!isWide(n, n.op->getOperands()))
    return Outcome::Keep;
  Value result = n.input(0);
  for (Value operand : n.op->getOperands().drop_front())
    result = extremum(n, result, operand);
  return n.replace(result);
}

static Outcome clipWide(Node &n, ClipOp op) {
  if (!isWide(n, op->getOperands()))
    return Outcome::Keep;
  Value result = op.getInput();
  if (Value min = getPresent(op.getMin()))
    result = maxOf(n, result, min);
  if (Value max = getPresent(op.getMax()))
    result = minOf(n, result, max);
  return n.replace(result);
}

// (0 < x) - (x < 0)
static Outcome signOfWide(Node &n) {
  Value x = n.input(0);
  if (!isWide(n, x))
    return Outcome::Keep;
  Value zero = n.scalar(0, n.i64());
  return n.replace(n.Sub(n.Cast(n.Less(zero, x), n.i64()),
                         n.Cast(n.Less(x, zero), n.i64())));
}

/// The extremum of the upper halves, and that of the lower halves of the
/// numbers that have it. Both are reduced as i32: the lower half is less 2^31.
static Value reduceByHalves(Node &n, Value x, ArrayRef<int64_t> axes,
                            bool isMax, bool keepDims) {
  StringRef name = isMax ? "ReduceMax" : "ReduceMin";
  Type half = n.getBuilder().getI32Type();
  Value power = n.scalar(int64_t(1) << 32, n.i64());
  Value offset = n.scalar(int64_t(1) << 31, n.i64());
  Value rest = n.Mod(x, power);
  Value high = n.Cast(n.Div(n.Sub(x, rest), power), half);
  Value low = n.Cast(n.Sub(rest, offset), half);
  Value highest = n.reduce(name, high, axes, /*keepDims=*/true);
  using Limits = std::numeric_limits<int32_t>;
  Value least = n.scalar(int64_t(isMax ? Limits::min() : Limits::max()), half);
  Value lowest = n.reduce(name, n.Where(n.Equal(high, highest), low, least),
                          axes, /*keepDims=*/true);
  Value result = n.Add(n.Mul(n.Cast(highest, n.i64()), power),
                       n.Add(n.Cast(lowest, n.i64()), offset));
  return keepDims ? result : n.Squeeze(result, axes);
}

// One TopK of one element for each axis; before opset 11, which has no TopK of
// integers, two reductions.
template <typename OpT> static Outcome reduceWide(Node &n, OpT op) {
  Value x = op.getData(), axes = getPresent(op.getAxes());
  int64_t rank = n.rankOf(x);
  if (rank == 0 || !isWide(n, x))
    return Outcome::Keep;
  SmallVector<int64_t> list;
  if (axes) {
    std::optional<SmallVector<int64_t>> constant = n.getConstantInts(axes);
    if (!constant)
      return Outcome::Keep;
    list = *constant;
  }
  if (list.empty() && op.getNoopWithEmptyAxes())
    return n.replace(x);
  if (list.empty())
    list = n.integers(0, rank);
  for (int64_t &axis : list)
    axis = normalizeAxis(axis, rank);
  if (!n.areAxes(list, rank))
    return n.refuseAxes(list, rank);
  bool isMax = isa<ReduceMaxOp>(op);
  if (n.opset < 11)
    return n.replace(reduceByHalves(n, x, list, isMax, op.getKeepdims()));
  using Limits = std::numeric_limits<int64_t>;
  sym::Ranges ranges = getRanges(x);
  for (int64_t axis : list) {
    // Of nothing, the kernels give the limit of the type, but TopK fails.
    if (sym::mayBeZero(n.dimsOf(x)[axis], ranges)) {
      SmallVector<int64_t> pads(2 * rank, 0);
      pads[rank + axis] = 1;
      x = n.Pad(x, pads,
                n.scalar(isMax ? Limits::min() : Limits::max(), n.i64()));
    }
    x = n.TopK(x, n.ints(1), axis, /*largest=*/isMax, /*sorted=*/true,
               getAffineConstantExpr(1, n.getContext()))
            .first;
  }
  return n.replace(op.getKeepdims() ? x : n.Squeeze(x, list));
}

void onnx::populateORTIntegers(RewriteTable &table) {
  table.addForORT<clipWide>();
  table.addForORT<extremumOfWide<maxOf>, MaxOp>();
  table.addForORT<extremumOfWide<minOf>, MinOp>();
  table.addForORT<signOfWide, SignOp>();
  table.addForORT<reduceWide<ReduceMaxOp>>();
  table.addForORT<reduceWide<ReduceMinOp>>();
}
