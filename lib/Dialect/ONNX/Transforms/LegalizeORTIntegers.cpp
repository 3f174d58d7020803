//===- LegalizeORTIntegers.cpp - Extrema of i64 in ONNX Runtime -----------===//
//
// The kernels of Max, Min, Clip, ReduceMax and ReduceMin for i64 compare the
// lower halves of two numbers with a sign if their upper halves are equal. (On
// x86 they use Eigen's vectors of two numbers without SSE 4.2.) The larger of 0
// and 2^31 is then 0. Comparisons and TopK are right. The kernels stay where
// all numbers are known to fit in 32 bits, such as sizes and indices.
//
//===----------------------------------------------------------------------===//

#include "IntegerRanges.h"
#include "Legalize.h"

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

// One TopK of one element for each axis. TopK has i64 from opset 11 on.
template <typename OpT> static Outcome reduceWide(Node &n, OpT op) {
  Value x = op.getData(), axes = getPresent(op.getAxes());
  int64_t rank = n.rankOf(x);
  if (n.opset < 11 || rank == 0 || !isWide(n, x))
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
  table.addForORT<reduceWide<ReduceMaxOp>>();
  table.addForORT<reduceWide<ReduceMinOp>>();
}
