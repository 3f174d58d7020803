//===- Reduce.cpp - Sums, extremes and matrix products --------------------===//
//
// See Tensor.h. The order of summation determines the last bit of an f64 sum,
// so it must not depend on block sizes or on the machine: elements are added in
// order, in eight partial sums per run.
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "torch-onnx/Arithmetic/Tensor.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::arithmetic;

std::optional<Tensor> arithmetic::cumulativeSum(const Tensor &x, int64_t axis,
                                                BinaryOp op) {
  Type type = x.getElementType();
  if (!isDefined(op, type) || type.isInteger(1) || axis < 0 ||
      axis >= x.getRank())
    return std::nullopt;
  Tensor result = x;
  AxisSizes sizes = getAxisSizes(x.getShape(), axis);
  int64_t run = sizes.inner * x.getWidth();
  for (int64_t row = 0; row < sizes.outer; ++row)
    for (int64_t i = 1; i < sizes.size; ++i) {
      char *at = result.data() + (row * sizes.size + i) * run;
      compute(op, type, at - run, at, sizes.inner, at);
    }
  return result;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

static bool isExtreme(ReduceOp op) {
  return op == ReduceOp::Min || op == ReduceOp::Max;
}

bool arithmetic::isExact(ReduceOp op, Type type) {
  return isa<IntegerType>(type) || isExtreme(op);
}

bool Reducer::isDefined(ReduceOp op, RankedTensorType type) {
  Type elementType = type.getElementType();
  if (!isComputable(elementType) || !getCheckedByteSize(type) ||
      type.getNumElements() == 0)
    return false;
  if (elementType.isInteger(1) || op >= ReduceOp::Prod)
    return isExtreme(op);
  if (isa<FloatType>(elementType))
    return !elementType.isF64() || isExtreme(op);
  return op == ReduceOp::Sum || isExtreme(op);
}

Reducer::Reducer(ReduceOp op, RankedTensorType type, ArrayRef<int64_t> axes)
    : op(op), type(type) {
  SmallVector<int64_t> shape(type.getShape());
  for (int64_t axis : axes)
    shape[axis] = 1;
  resultType = RankedTensorType::get(shape, type.getElementType());
  SmallVector<int64_t> all = getRowMajorStrides(shape);
  for (auto [dim, size] : llvm::enumerate(type.getShape())) {
    if (size == 1)
      continue;
    bool isReduced = shape[dim] == 1;
    count *= isReduced ? size : 1;
    // Adjacent dimensions of one kind are merged.
    if (!sizes.empty() && (strides.back() == 0) == isReduced) {
      sizes.back() *= size;
      strides.back() = isReduced ? 0 : all[dim];
    } else {
      sizes.push_back(size);
      strides.push_back(isReduced ? 0 : all[dim]);
    }
  }
  if (sizes.empty()) {
    sizes.push_back(1);
    strides.push_back(0);
  }
  Type elementType = type.getElementType();
  int64_t results = resultType.getNumElements();
  if (isa<FloatType>(elementType)) {
    sums.assign(results, op == ReduceOp::Min    ? INFINITY
                         : op == ReduceOp::Max  ? -INFINITY
                         : op == ReduceOp::Prod ? 1.0
                                                : 0.0);
    return;
  }
  // In the compute type of integers.
  bool isBool = elementType.isInteger(1);
  bool isUnsigned = elementType.isUnsignedInteger() || isBool;
  uint64_t least = isUnsigned ? 0 : static_cast<uint64_t>(INT64_MIN);
  uint64_t greatest = isBool ? 1 : isUnsigned ? UINT64_MAX : INT64_MAX;
  integers.assign(results, op == ReduceOp::Min    ? greatest
                           : op == ReduceOp::Max  ? least
                           : op == ReduceOp::Prod ? 1
                                                  : 0);
}

/// The term that one element adds to a sum.
template <typename T> static T getTerm(ReduceOp op, T x) {
  switch (op) {
  case ReduceOp::SumSquare:
  case ReduceOp::L2:
    return x * x;
  case ReduceOp::L1:
    return x < 0 ? -x : x;
  default:
    return x;
  }
}

/// Adds the elements of a contiguous run of the last dimension that starts at
/// `position`. The first element is added to result number `at`.
template <typename Element>
void Reducer::addRun(const char *run, int64_t length, int64_t position,
                     int64_t at) {
  int64_t stride = strides.back();
  at += position * stride;
  if constexpr (!isReal<Element>) {
    using T = typename Element::Compute;
    for (int64_t i = 0; i < length; ++i) {
      T x = loadElement<Element>(run, i);
      uint64_t &to = integers[at + i * stride];
      T old = static_cast<T>(to);
      uint64_t bits = static_cast<uint64_t>(x);
      to = op == ReduceOp::Min    ? static_cast<uint64_t>(std::min(old, x))
           : op == ReduceOp::Max  ? static_cast<uint64_t>(std::max(old, x))
           : op == ReduceOp::Prod ? to * bits
           : op == ReduceOp::L1   ? to + (x < T(0) ? 0 - bits : bits)
           : op == ReduceOp::Sum || op == ReduceOp::Mean ? to + bits
                                                         : to + bits * bits;
    }
  } else if (isExtreme(op)) {
    for (int64_t i = 0; i < length; ++i) {
      double x = loadElement<Element>(run, i);
      double &to = sums[at + i * stride];
      if (x != x || (x == to && std::signbit(x) != std::signbit(to)))
        isUndefined = true;
      if (x != x || to != to)
        to = NAN;
      else
        to = op == ReduceOp::Min ? std::min(to, x) : std::max(to, x);
    }
  } else if (op == ReduceOp::Prod) {
    for (int64_t i = 0; i < length; ++i)
      sums[at + i * stride] *= loadElement<Element>(run, i);
  } else if (stride != 0) {
    for (int64_t i = 0; i < length; ++i)
      sums[at + i] += getTerm<double>(op, loadElement<Element>(run, i));
  } else {
    // With a single partial sum each addition would wait for the previous one.
    for (int64_t i = 0; i < length; ++i)
      partial[(position + i) % 8] +=
          getTerm<double>(op, loadElement<Element>(run, i));
    if (position + length < sizes.back())
      return;
    for (double &part : partial) {
      sums[at] += part;
      part = 0;
    }
  }
}

void Reducer::add(const char *block, int64_t length) {
  int64_t run = sizes.back();
  int64_t width = getElementByteWidth(type.getElementType());
  dispatch(type.getElementType(), [&](auto element) {
    while (length > 0) {
      int64_t row = next / run, position = next % run, at = 0;
      for (size_t i = sizes.size() - 1; i-- > 0; row /= sizes[i])
        at += row % sizes[i] * strides[i];
      int64_t part = std::min(length, run - position);
      addRun<decltype(element)>(block, part, position, at);
      block += part * width;
      length -= part;
      next += part;
    }
  });
}

std::optional<Tensor> Reducer::finish(bool *isDefined) const {
  if (isUndefined && !isDefined)
    return std::nullopt;
  if (isUndefined)
    *isDefined = false;
  Tensor result(resultType);
  MLIRContext *ctx = type.getContext();
  Type elementType = type.getElementType();
  if (!integers.empty()) {
    Type wide = IntegerType::get(ctx, 64,
                                 elementType.isUnsignedInteger()
                                     ? IntegerType::Unsigned
                                     : IntegerType::Signless);
    SmallVector<uint64_t, 0> values(integers);
    for (uint64_t &value : values) {
      if (op == ReduceOp::Mean && count != 0)
        value =
            elementType.isUnsignedInteger()
                ? value / count
                : static_cast<uint64_t>(static_cast<int64_t>(value) / count);
      if (op == ReduceOp::L2)
        value = static_cast<uint64_t>(std::sqrt(static_cast<double>(value)));
    }
    convert(wide, elementType, reinterpret_cast<const char *>(values.data()),
            values.size(), result.data());
    return result;
  }
  SmallVector<double, 0> values(sums);
  for (double &value : values) {
    if (op == ReduceOp::Mean)
      value /= static_cast<double>(count);
    if (op == ReduceOp::L2)
      value = std::sqrt(value);
    if (op == ReduceOp::LogSum)
      value = std::log(value);
    value = canonical(value);
  }
  convert(Float64Type::get(ctx), elementType,
          reinterpret_cast<const char *>(values.data()), values.size(),
          result.data());
  return result;
}

/// log(sum(exp(x))) of f64 without overflow, by exp(x - max).
static std::optional<Tensor> reduceLogSumExp(const Tensor &x,
                                             ArrayRef<int64_t> axes) {
  bool isDefined = true;
  std::optional<Tensor> greatest = reduce(ReduceOp::Max, x, axes, &isDefined);
  for (double &value : greatest->reals())
    value = std::isinf(value) ? 0 : value;
  std::optional<Tensor> shifted = compute(BinaryOp::Sub, x, *greatest);
  for (double &value : shifted->reals())
    value = std::exp(value);
  std::optional<Tensor> sum = reduce(ReduceOp::LogSum, *shifted, axes);
  return compute(BinaryOp::Add, *sum, *greatest);
}

std::optional<Tensor> arithmetic::reduce(ReduceOp op, const Tensor &x,
                                         ArrayRef<int64_t> axes,
                                         bool *isDefined) {
  Type type = x.getElementType();
  if (!isComputable(type))
    return std::nullopt;
  bool isOfLogs = op == ReduceOp::LogSum || op == ReduceOp::LogSumExp;
  if (isOfLogs && !type.isF64()) {
    std::optional<Tensor> wide = toReals(x);
    wide = reduce(op, *wide, axes, isDefined);
    return wide ? convert(*wide, type, isDefined) : wide;
  }
  if (op == ReduceOp::LogSumExp)
    return reduceLogSumExp(x, axes);
  Reducer reducer(op, x.getType(), axes);
  reducer.add(x.data(), x.getNumElements());
  return reducer.finish(isDefined);
}

//===----------------------------------------------------------------------===//
// Products of matrices
//===----------------------------------------------------------------------===//

/// The product of rows x inner and inner x columns, summed in `Sum`.
template <typename Element, typename Sum>
static void multiply(const char *lhs, const char *rhs, int64_t rows,
                     int64_t inner, int64_t columns, char *out) {
  SmallVector<Sum, 0> sums;
  for (int64_t row = 0; row < rows; ++row) {
    sums.assign(columns, Sum(0));
    for (int64_t k = 0; k < inner; ++k) {
      Sum factor = static_cast<Sum>(loadElement<Element>(lhs, row * inner + k));
      for (int64_t column = 0; column < columns; ++column)
        sums[column] +=
            factor *
            static_cast<Sum>(loadElement<Element>(rhs, k * columns + column));
    }
    for (int64_t column = 0; column < columns; ++column)
      storeElement<Element>(
          out, row * columns + column,
          static_cast<typename Element::Compute>(canonical(sums[column])));
  }
}

std::optional<Tensor> arithmetic::matmul(const Tensor &lhs, const Tensor &rhs) {
  Type type = lhs.getElementType();
  int64_t lhsRank = lhs.getRank(), rhsRank = rhs.getRank();
  if (rhs.getElementType() != type || !isComputable(type) ||
      type.isInteger(1) || lhsRank < 2 || rhsRank < 2)
    return std::nullopt;
  int64_t rows = lhs.getShape()[lhsRank - 2];
  int64_t inner = lhs.getShape()[lhsRank - 1];
  int64_t columns = rhs.getShape()[rhsRank - 1];
  ArrayRef<int64_t> lhsOuter = lhs.getShape().drop_back(2);
  ArrayRef<int64_t> rhsOuter = rhs.getShape().drop_back(2);
  auto outer = broadcastShapes({lhsOuter, rhsOuter});
  if (rhs.getShape()[rhsRank - 2] != inner || !outer)
    return std::nullopt;
  SmallVector<int64_t> lhsShape(*outer), rhsShape(*outer), shape(*outer);
  lhsShape.append({rows, inner});
  rhsShape.append({inner, columns});
  shape.append({rows, columns});
  std::optional<Tensor> a = expand(lhs, lhsShape), b = expand(rhs, rhsShape);
  auto resultType = RankedTensorType::get(shape, type);
  if (!a || !b || !getCheckedByteSize(resultType))
    return std::nullopt;
  Tensor result(resultType);
  int64_t width = result.getWidth(), count = *getNumElements(*outer);
  for (int64_t i = 0; i < count; ++i) {
    const char *x = a->data() + i * rows * inner * width;
    const char *y = b->data() + i * inner * columns * width;
    char *to = result.data() + i * rows * columns * width;
    dispatch(type, [&](auto element) {
      using Element = decltype(element);
      if constexpr (isReal<Element>)
        multiply<Element, double>(x, y, rows, inner, columns, to);
      else
        multiply<Element, uint64_t>(x, y, rows, inner, columns, to);
    });
  }
  return result;
}

std::optional<Tensor> arithmetic::softmax(const Tensor &x, int64_t axis) {
  if (!x.getElementType().isF64() || axis < 0 || axis >= x.getRank())
    return std::nullopt;
  AxisSizes sizes = getAxisSizes(x.getShape(), axis);
  Tensor result = x;
  for (int64_t row = 0; row < sizes.outer; ++row)
    for (int64_t column = 0; column < sizes.inner; ++column) {
      int64_t first = row * sizes.size * sizes.inner + column;
      int64_t end = first + sizes.size * sizes.inner;
      double greatest = -INFINITY, sum = 0;
      for (int64_t i = first; i < end; i += sizes.inner)
        greatest = std::max(greatest, x.get<double>(i));
      for (int64_t i = first; i < end; i += sizes.inner) {
        result.set(i, std::exp(x.get<double>(i) - greatest));
        sum += result.get<double>(i);
      }
      for (int64_t i = first; i < end; i += sizes.inner)
        result.set(i, canonical(result.get<double>(i) / sum));
    }
  return result;
}
