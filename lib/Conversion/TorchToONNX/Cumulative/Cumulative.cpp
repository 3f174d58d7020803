//===- Cumulative.cpp - Lowerings of running sums and the like ------------===//
//
// ONNX has cumulative sums, and products since opset 26. The other operators
// become a Scan over single elements, as in PyTorch: memory is linear in the
// size, and overflow, NaN and rounding agree.
//
// PyTorch accumulates in a wider type (at::acc_type): f64 for f32, f32 for f16
// and bf16 (ATen/native/cpu/ReduceOpsKernel.cpp).
//
//===----------------------------------------------------------------------===//

#include "Positions.h"
#include "Reduce/Reduce.h"

#include "torch-onnx/Arithmetic/Limits.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;

namespace {
/// One step of a Scan. Maps the position (0-d i64), the carried values and the
/// slice at the position to the next carried values, which are also stacked.
using ScanStep = function_ref<SmallVector<Value>(
    Value position, ValueRange carried, Value slice)>;
} // namespace

/// Runs `step` over the slices of `x` along `axis` and returns the carried
/// values of all steps, stacked along that axis. `initial` are 0-d numbers.
///
/// The axis is moved to the front. Runtimes do this anyway, and ONNX Runtime
/// divides by zero there if another axis is empty. It also refuses an empty
/// scanned axis, so one element is appended where that can happen.
static SmallVector<Value> buildScan(Lowering &b, Value x, ValueRange initial,
                                    int64_t axis, ScanStep step) {
  Dims dims = b.dimsOf(x);
  int64_t rank = dims.size();
  bool mayBeEmpty = !b.constantSize(dims[axis]);
  SmallVector<int64_t> toFront = {axis}, toBack;
  llvm::append_range(toFront, b.getOtherAxes(x, axis));
  for (int64_t i = 0; i < rank; ++i)
    toBack.push_back(i == axis ? 0 : i < axis ? i + 1 : i);
  if (axis != 0)
    x = b.Transpose(x, toFront);
  if (mayBeEmpty) {
    SmallVector<int64_t> pads(2 * rank, 0);
    pads[rank] = 1;
    x = b.Pad(x, pads, Value());
  }
  Dims allDims = b.dimsOf(x), sliceDims(allDims);
  sliceDims.erase(sliceDims.begin());

  // The position is carried as well, but is not a result.
  SmallVector<Value> operands = {b.scalar(0, b.i64())};
  SmallVector<Type> carried = {Lowering::scalarType(b.i64())}, stacked;
  for (Value value : initial) {
    Type elementType = b.elementTypeOf(value);
    RankedTensorType type = sym::getTensorType(sliceDims, elementType);
    operands.push_back(type.hasStaticShape()
                           ? b.full(value, type)
                           : b.Expand(value, b.Shape(x, 1), type));
    carried.push_back(type);
    stacked.push_back(sym::getTensorType(allDims, elementType));
  }
  operands.push_back(x);
  SmallVector<Type> arguments = carried, results = carried;
  arguments.push_back(sym::getTensorType(sliceDims, b.elementTypeOf(x)));
  llvm::append_range(results, stacked);
  Operation *scan =
      b.createOp("Scan", results, operands,
                 b.attr("num_scan_inputs", int64_t(1)), /*numRegions=*/1);
  b.fillBody(scan, arguments, [&](ValueRange values) {
    Value position = values.front();
    SmallVector<Value> next =
        step(position, values.slice(1, initial.size()), values.back());
    SmallVector<Value> yielded = {b.Add(position, b.scalar(1, b.i64()))};
    llvm::append_range(yielded, next);
    // ONNX requires the outputs of a graph to be distinct values.
    for (Value value : next)
      yielded.push_back(b.Identity(value));
    return yielded;
  });
  SmallVector<Value> all;
  for (Value y : scan->getResults().take_back(initial.size())) {
    if (mayBeEmpty)
      y = b.Slice(y, 0, -1, 0);
    if (axis != 0)
      y = b.Transpose(y, toBack);
    y.setType(sym::getTensorType(dims, b.elementTypeOf(y)));
    all.push_back(y);
  }
  return all;
}

/// The type in which PyTorch accumulates numbers of `type`.
static Type getAccumulator(Lowering &b, Type type) {
  if (type.isF32() || type.isF64())
    return b.getBuilder().getF64Type();
  if (b.isFloat(type))
    return b.f32();
  // Wide integers, truncated afterwards, wrap around as narrow ones do.
  return type.getIntOrFloatBitWidth() < 32 ? b.getBuilder().getI32Type() : type;
}

/// Applies `build` along "dim" to the operand cast to the result dtype; it
/// computes in the accumulator type.
static Lowered lowerRunning(Lowering &b,
                            function_ref<Value(Value x, int64_t axis)> build) {
  Type type = b.resultElementType();
  if (b.isComplex(type) || b.isBool(type))
    return b.refuseResult("integer or floating-point elements");
  Value x = b.tensor("self", type);
  if (b.isRefused() || b.rankOf(x) == 0)
    return x;
  int64_t axis = b.getAxis("dim", b.rankOf(x));
  if (b.isRefused() || b.constantSize(b.dimsOf(x)[axis]) == 0)
    return x;
  return b.Cast(build(b.Cast(x, getAccumulator(b, type)), axis), type);
}

// aten::cumsum(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor
static Lowered lowerCumSum(Lowering &b) {
  return lowerRunning(b,
                      [&](Value x, int64_t axis) { return b.CumSum(x, axis); });
}

// aten::cumprod(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor
//
// Without CumProd, its legalization would multiply in another order: products
// that overflow before a 0 would be 0 instead of NaN. So a Scan multiplies in
// PyTorch's order.
static Lowered lowerCumProd(Lowering &b) {
  return lowerRunning(b, [&](Value x, int64_t axis) {
    if (b.hasOperator("CumProd"))
      return b.create("CumProd", {x, b.scalar(axis, b.i64())});
    auto step = [&](Value, ValueRange carried, Value slice) {
      return SmallVector<Value>{b.Mul(carried[0], slice)};
    };
    return buildScan(b, x, b.scalar(1, b.elementTypeOf(x)), axis, step)[0];
  });
}

// aten::logcumsumexp(Tensor self, int dim) -> Tensor
//
// log(e^a + e^b) is the maximum plus log(1 + e^-|a - b|), where the distance of
// equal infinities is 0. NaN propagates through the distance.
static Lowered lowerLogCumSumExp(Lowering &b) {
  return lowerRunning(b, [&](Value x, int64_t axis) {
    Type type = b.elementTypeOf(x);
    auto step = [&](Value, ValueRange carried, Value slice) {
      Value sum = carried[0], next = slice;
      Value distance = b.Where(b.Equal(sum, next), b.scalar(0, type),
                               b.Abs(b.Sub(sum, next)));
      Value larger = b.Where(b.Greater(sum, next), sum, next);
      return SmallVector<Value>{b.Add(
          larger, b.Log(b.Add(b.Exp(b.Neg(distance)), b.scalar(1, type))))};
    };
    return buildScan(b, x, b.scalar(-INFINITY, type), axis, step)[0];
  });
}

// aten::cummax(Tensor self, int dim) -> (Tensor values, Tensor indices)
//
// The position is that of the last of equal elements. After a NaN the maximum
// is NaN and the position that of the last NaN.
static Lowered lowerCumExtreme(Lowering &b, bool largest) {
  Value x = b.tensor("self");
  if (b.isRefused() || b.rankOf(x) == 0)
    return std::pair(x, b.scalar(0, b.i64()));
  int64_t axis = b.getAxis("dim", b.rankOf(x));
  Type type = b.elementTypeOf(x);
  if (!b.isFloat(type) && !b.isInt(type) && !b.isBool(type))
    return b.refuseElements("self", "real elements", type);
  Dims dims = b.dimsOf(x);
  AffineExpr size = dims[axis];
  if (b.constantSize(size) == 0)
    return std::pair(
        x, b.full(b.scalar(0, b.i64()), sym::getTensorType(dims, b.i64())));
  // A dtype for which all runtimes have comparisons.
  bool isFloat = b.isFloat(type);
  Type wide = type.getIntOrFloatBitWidth() >= 32 ? type
              : isFloat ? b.f32()
                        : Type(b.getBuilder().getI32Type());
  Value first;
  if (isFloat) {
    first = b.scalar(largest ? -INFINITY : INFINITY, wide);
  } else {
    auto integer = cast<IntegerType>(wide);
    APInt limit = largest ? arithmetic::getLeast(integer)
                          : arithmetic::getGreatest(integer);
    first =
        b.constant(DenseElementsAttr::get(Lowering::scalarType(wide), limit));
  }
  auto step = [&](Value position, ValueRange carried, Value slice) {
    Value value = carried[0];
    // The next element replaces the carried one unless the carried one is
    // better.
    Value stays = largest ? b.Greater(value, slice) : b.Less(value, slice);
    if (isFloat)
      stays = b.Or(stays, b.And(b.IsNaN(value), b.Not(b.IsNaN(slice))));
    return SmallVector<Value>{b.Where(stays, value, slice),
                              b.Where(stays, carried[1], position)};
  };
  SmallVector<Value> results =
      buildScan(b, b.Cast(x, wide), {first, b.scalar(0, b.i64())}, axis, step);
  return std::pair(b.Cast(results[0], type), results[1]);
}

//===----------------------------------------------------------------------===//
// Integrals
//===----------------------------------------------------------------------===//

/// Returns {all elements but the last, all but the first} along an axis.
static std::pair<Value, Value> buildNeighbours(Lowering &b, Value x,
                                               int64_t axis) {
  Dims dims = b.dimsOf(x);
  dims[axis] = sym::add(dims[axis], -1);
  RankedTensorType type = sym::getTensorType(dims, b.elementTypeOf(x));
  constexpr int64_t end = std::numeric_limits<int64_t>::max();
  Value left = b.Slice(x, 0, -1, axis), right = b.Slice(x, 1, end, axis);
  left.setType(type);
  right.setType(type);
  return {left, right};
}

// aten::trapezoid.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor
// aten::cumulative_trapezoid.dx(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor
static Lowered lowerTrapezoid(Lowering &b, bool isCumulative) {
  Type type = b.resultElementType();
  if (!b.isFloat(type))
    return b.refuseResult("floating-point elements");
  // Integers are added and multiplied in their own dtype and may wrap around;
  // halving gives a float.
  Value y = b.tensor("y");
  bool isReal = b.isFloat(b.elementTypeOf(y));
  if (b.isComplex(b.elementTypeOf(y)))
    return b.refuseElements("y", "real elements", b.elementTypeOf(y));
  if (isReal)
    y = b.Cast(y, type);
  auto add = [&](Value lhs, Value rhs) {
    return b.isBool(b.elementTypeOf(y)) ? b.Or(lhs, rhs) : b.Add(lhs, rhs);
  };
  int64_t rank = b.rankOf(y), axis = b.getAxis("dim", rank);
  std::optional<int64_t> size =
      rank ? b.constantSize(b.dimsOf(y)[axis]) : std::nullopt;
  if (b.isRefused() || rank == 0 || size == 0)
    return b.refuse("expected 'y' to have elements along 'dim', found none");
  Value half = b.scalar(0.5, type), areas;
  if (!b.has("x") && !isCumulative) {
    // The sum minus half of both ends, as in eager mode: this is NaN for an
    // infinite end, where a sum of areas would be infinite. The ends are sums
    // of slices because the axis may be empty.
    constexpr int64_t last = std::numeric_limits<int64_t>::max();
    Type summed = isReal ? type : b.i64();
    auto sum = [&](Value part) {
      return b.ReduceSum(b.Cast(part, summed), axis, /*keepDims=*/false);
    };
    // Integers wrap around in the dtype of `y`.
    Value ends =
        b.Cast(add(b.Cast(sum(b.Slice(y, 0, 1, axis)), b.elementTypeOf(y)),
                   b.Cast(sum(b.Slice(y, -1, last, axis)), b.elementTypeOf(y))),
               type);
    Value whole = b.Cast(sum(y), type);
    return b.Mul(b.Sub(whole, b.Mul(ends, half)), b.number("dx", type));
  }
  auto [left, right] = buildNeighbours(b, y, axis);
  if (b.has("x")) {
    Value x = b.tensor("x");
    Type product = b.promote({"y", "x"});
    if (b.isBool(b.elementTypeOf(x)) || b.isComplex(b.elementTypeOf(x)))
      return b.refuseElements("x", "integer or floating-point elements",
                              b.elementTypeOf(x));
    if (b.isFloat(product))
      product = type;
    if (b.isFloat(b.elementTypeOf(x)))
      x = b.Cast(x, type);
    // Sample positions are given along the axis, or for all elements.
    if (b.rankOf(x) == 1)
      x = alongAxis(b, x, axis, rank);
    int64_t missing = rank - b.rankOf(x);
    if (missing > axis || missing < 0)
      return b.refuseRank(
          "x", "1 to " + Twine(rank) + " dimensions, 'dim' among them",
          b.rankOf(x));
    auto [from, to] = buildNeighbours(b, x, axis - missing);
    areas = b.Mul(b.Cast(b.Sub(to, from), product),
                  b.Cast(add(left, right), product));
    // Integers are summed in int64 and halved at the end.
    if (!b.isFloat(product)) {
      areas = b.Cast(areas, b.i64());
      Value sum = isCumulative ? b.CumSum(areas, axis)
                               : b.ReduceSum(areas, axis, /*keepDims=*/false);
      return b.Mul(b.Cast(sum, type), half);
    }
    areas = b.Mul(areas, half);
  } else {
    areas = b.Mul(b.Cast(add(left, right), type),
                  b.Mul(b.number("dx", type), half));
  }
  if (isCumulative)
    return b.Cast(b.CumSum(b.Cast(areas, getAccumulator(b, type)), axis), type);
  return b.ReduceSum(areas, axis, /*keepDims=*/false);
}

void torch_onnx::populateCumulative(LoweringRegistry &r) {
  r.add("aten.cummax.default", lowerCumExtreme, true);
  r.add("aten.cummin.default", lowerCumExtreme, false);
  r.add("aten.cumprod.default", lowerCumProd);
  r.add("aten.cumsum.default", lowerCumSum);
  r.add({"aten._logcumsumexp.default", "aten.logcumsumexp.default"},
        lowerLogCumSumExp);
  r.add({"aten.cumulative_trapezoid.dx", "aten.cumulative_trapezoid.x"},
        lowerTrapezoid, /*isCumulative=*/true);
  r.add({"aten.trapezoid.dx", "aten.trapezoid.x", "aten.trapz.dx"},
        lowerTrapezoid, /*isCumulative=*/false);
}
