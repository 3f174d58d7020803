//===- Windows.cpp - Convolutions and averages as products ----------------===//
//
// See Windows.h. The elements of all windows are gathered, one spatial
// dimension after the other. The weight is the second operand of a product
// whose rows are windows of the whole batch, which avoids broadcasting:
// runtimes fail to broadcast to an empty batch.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/Utils/Windows.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include <numeric>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

/// The largest table of positions that is a constant; larger ones are computed
/// at run time.
static constexpr int64_t kMaxTable = 4096;

static bool isSmallTable(int64_t rows, int64_t columns) {
  return rows >= 0 && columns >= 0 && rows <= kMaxTable &&
         columns <= kMaxTable && rows * columns <= kMaxTable;
}

bool onnx::areInRange(ArrayRef<WindowAxis> axes, RankedTensorType operand,
                      RankedTensorType result) {
  constexpr int64_t limit = int64_t(1) << 31;
  auto isInRange = [](int64_t number) {
    return number >= -limit && number <= limit;
  };
  auto isSizeInRange = [&](int64_t size) {
    return ShapedType::isDynamic(size) || isInRange(size);
  };
  return llvm::all_of(operand.getShape(), isSizeInRange) &&
         llvm::all_of(result.getShape(), isSizeInRange) &&
         llvm::all_of(axes, [&](const WindowAxis &axis) {
           for (int64_t number : {axis.kernel, axis.stride, axis.dilation})
             if (number < 1 || number > limit)
               return false;
           return isInRange(axis.begin) && isInRange(axis.end);
         });
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

namespace {
/// A product of constant and dynamic sizes.
struct Size {
  int64_t number = 1;
  SmallVector<std::pair<Value, int64_t>, 2> dims;
  /// Null if unknown.
  AffineExpr expr;

  bool isConstant() const { return dims.empty(); }
};
} // namespace

static Size getSize(ONNXBuilder &b, int64_t number) {
  return {number, {}, getAffineConstantExpr(number, b.getContext())};
}

static Size getSize(ONNXBuilder &b, Value x, int64_t axis) {
  AffineExpr expr = b.checkedDims(x)[axis];
  if (std::optional<int64_t> number = sym::getConstant(expr))
    return getSize(b, *number);
  return {1, {{x, axis}}, expr};
}

static Size multiply(const Size &a, const Size &b) {
  // Impossible sizes wrap around.
  int64_t number = int64_t(uint64_t(a.number) * uint64_t(b.number));
  Size result = {number, a.dims, sym::mul(a.expr, b.expr)};
  result.dims.append(b.dims.begin(), b.dims.end());
  return result;
}

/// The size as a 1-d i64 of one element.
static Value build(ONNXBuilder &b, const Size &size) {
  Value result;
  for (auto [x, axis] : size.dims) {
    Value dim = b.Shape(x, axis, axis + 1);
    result = result ? b.Mul(result, dim) : dim;
  }
  if (!result)
    return b.ints(size.number);
  return size.number == 1 ? result : b.Mul(result, b.ints(size.number));
}

/// The size as a 0-d i64.
static Value build0d(ONNXBuilder &b, const Size &size) {
  return size.isConstant() ? b.scalar(size.number, b.i64())
                           : b.Squeeze(build(b, size), 0);
}

static Value reshape(ONNXBuilder &b, Value x, ArrayRef<Size> sizes) {
  SmallVector<AffineExpr> dims;
  SmallVector<int64_t> numbers;
  int64_t numUnknown = 0;
  bool hasZero = false;
  for (const Size &size : sizes) {
    dims.push_back(size.expr);
    numbers.push_back(size.isConstant() ? size.number : -1);
    numUnknown += !size.isConstant();
    hasZero |= size.number == 0;
  }
  RankedTensorType type = sym::getTensorType(dims, b.checkedElement(x));
  if (type == x.getType() && type.hasStaticShape())
    return x;
  // One size can be inferred, unless another one is 0.
  if (numUnknown == 0 || (numUnknown == 1 && !hasZero))
    return b.Reshape(x, b.ints(numbers), type, /*allowZero=*/hasZero);
  SmallVector<Value> parts;
  for (const Size &size : sizes)
    parts.push_back(build(b, size));
  return b.Reshape(x, b.Concat(parts, 0), type, /*allowZero=*/true);
}

//===----------------------------------------------------------------------===//
// Tables of positions
//===----------------------------------------------------------------------===//

static Value buildTable(ONNXBuilder &b, int64_t rows, int64_t columns,
                        ArrayRef<int64_t> positions) {
  SmallVector<int64_t> shape = {columns};
  if (rows != 1)
    shape.insert(shape.begin(), rows);
  return b.constant(
      DenseElementsAttr::get(RankedTensorType::get(shape, b.i64()), positions));
}

/// [rows, columns] = row * step + columns[column]; `columns` has one row.
static Value addRows(ONNXBuilder &b, Value columns, int64_t rows,
                     int64_t step) {
  if (rows == 1)
    return columns;
  Value offsets;
  if (rows <= kMaxTable) {
    SmallVector<int64_t> multiples;
    for (int64_t i = 0; i < rows; ++i)
      multiples.push_back(i * step);
    offsets = b.ints(multiples);
  } else {
    offsets = b.Range(b.scalar(0, b.i64()), b.scalar(rows * step, b.i64()),
                      b.scalar(step, b.i64()),
                      getAffineConstantExpr(rows, b.getContext()));
  }
  return b.Add(b.Unsqueeze(offsets, 1), columns);
}

/// Pads the last dimensions with zeros up to the ends of the windows.
static Value padWindows(ONNXBuilder &b, Value x, ArrayRef<WindowAxis> axes) {
  int64_t rank = b.checkedType(x).getRank(), lead = rank - axes.size();
  SmallVector<int64_t> pads(2 * rank, 0);
  for (auto [i, axis] : llvm::enumerate(axes)) {
    pads[lead + i] = axis.begin;
    pads[rank + lead + i] = axis.end + (axis.ceilMode ? axis.stride - 1 : 0);
  }
  if (llvm::all_of(pads, [](int64_t pad) { return pad == 0; }))
    return x;
  return b.Pad(x, pads, Value());
}

/// The positions of the elements of all windows along a padded dimension:
/// [kernel, windows], or [windows] if they have one element. `count` is the
/// number of windows, if known.
static Value buildPositions(ONNXBuilder &b, Value padded, int64_t dim,
                            const WindowAxis &axis, AffineExpr count) {
  std::optional<int64_t> number = sym::getConstant(count);
  if (number && isSmallTable(axis.kernel, *number)) {
    SmallVector<int64_t> positions;
    for (int64_t k = 0; k < axis.kernel; ++k)
      for (int64_t i = 0; i < *number; ++i)
        positions.push_back(i * axis.stride + k * axis.dilation);
    return buildTable(b, axis.kernel, *number, positions);
  }
  Value limit;
  if (number) {
    limit = b.scalar(*number * axis.stride, b.i64());
  } else {
    Value size = build0d(b, getSize(b, padded, dim));
    limit = b.Sub(size, b.scalar(axis.getSpan() - 1, b.i64()));
    // The last window must begin before the padding at the end.
    if (axis.ceilMode)
      limit = b.Min(limit,
                    b.Sub(size, b.scalar(axis.end + axis.stride - 1, b.i64())));
  }
  Value begins = b.Range(b.scalar(0, b.i64()), limit,
                         b.scalar(axis.stride, b.i64()), count);
  return addRows(b, begins, axis.kernel, axis.dilation);
}

/// Whether the windows are the elements in order.
static bool isTrivial(const WindowAxis &axis) {
  return axis.kernel == 1 && axis.stride == 1;
}

/// Sums along the dimension `dim` and drops it. Runtimes sum integers in
/// floating point, but multiply them exactly.
static Value sumAlong(ONNXBuilder &b, Value x, int64_t dim, int64_t size) {
  Type type = b.checkedElement(x);
  if (isa<FloatType>(type))
    return b.ReduceSum(x, dim, /*keepDims=*/false);
  int64_t rank = b.checkedType(x).getRank();
  SmallVector<int64_t> order = b.integers(0, rank);
  order.erase(order.begin() + dim);
  order.push_back(dim);
  if (dim != rank - 1)
    x = b.Transpose(x, order);
  // A matrix, because a vector would be broadcast to the batch.
  auto ones = RankedTensorType::get({size, 1}, type);
  Value sum = b.MatMul(x, b.Expand(b.scalar(1, type), b.ints({size, 1}), ones));
  return b.Squeeze(sum, rank - 1);
}

/// Checks the number of dimensions and that the sizes of the weight are known.
static bool checkOperands(ONNXBuilder &b, ArrayRef<WindowAxis> axes,
                          int64_t groups, Value x, Value weight,
                          RankedTensorType result) {
  int64_t rank = axes.size() + 2;
  if (b.checkedType(x).getRank() != rank ||
      b.checkedType(weight).getRank() != rank || result.getRank() != rank)
    b.fail("expected operands and a result of rank " + Twine(rank));
  else if (groups < 1 ||
           (groups > 1 && !b.checkedType(weight).hasStaticShape()))
    b.fail("expected one group, or constant sizes of the weights");
  return !b.hasFailed();
}

static Value addBias(ONNXBuilder &b, Value y, Value bias, int64_t numAxes,
                     RankedTensorType result) {
  if (bias && numAxes > 0)
    bias = b.Unsqueeze(bias, b.integers(1, numAxes + 1));
  if (bias)
    y = b.Add(y, bias);
  y.setType(result);
  return y;
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

Value onnx::buildConvolution(ONNXBuilder &b, ArrayRef<WindowAxis> axes,
                             int64_t groups, Value x, Value weight, Value bias,
                             RankedTensorType result) {
  if (!checkOperands(b, axes, groups, x, weight, result))
    return x;
  int64_t numAxes = axes.size();
  Size batch = getSize(b, x, 0), outputs = getSize(b, weight, 0);
  Size members = getSize(b, weight, 1), perGroup = outputs;
  SmallVector<AffineExpr> counts = sym::getDims(result);
  x = padWindows(b, x, axes);
  bool isGrouped = groups > 1;
  // [batch, groups, channels of a group, ...]
  if (isGrouped) {
    perGroup.number /= groups;
    perGroup.expr = sym::floorDiv(perGroup.expr, groups);
    SmallVector<Size> sizes = {batch, getSize(b, groups), members};
    for (int64_t i = 0; i < numAxes; ++i)
      sizes.push_back(getSize(b, x, 2 + i));
    x = reshape(b, x, sizes);
  }
  // Each axis becomes its kernel and its windows.
  int64_t lead = isGrouped ? 3 : 2;
  for (int64_t i = numAxes; i-- > 0;)
    if (!isTrivial(axes[i]))
      x = b.Gather(x, buildPositions(b, x, lead + i, axes[i], counts[2 + i]),
                   lead + i);
  // [groups, batch, windows, channels, kernel]
  SmallVector<int64_t> order, kernels;
  if (isGrouped)
    order.push_back(1);
  order.push_back(0);
  SmallVector<Size> windows;
  int64_t next = lead;
  for (const WindowAxis &axis : axes) {
    if (axis.kernel != 1) {
      kernels.push_back(next++);
      members = multiply(members, getSize(b, axis.kernel));
    }
    windows.push_back(getSize(b, x, next));
    order.push_back(next++);
  }
  order.push_back(lead - 1);
  order.append(kernels);
  x = b.Transpose(x, order);

  Size rows = batch;
  for (const Size &size : windows)
    rows = multiply(rows, size);
  SmallVector<Size> groupSize;
  if (isGrouped)
    groupSize.push_back(getSize(b, groups));
  auto inGroups = [&](ArrayRef<Size> sizes) {
    SmallVector<Size> all = groupSize;
    all.append(sizes.begin(), sizes.end());
    return all;
  };
  x = reshape(b, x, inGroups({rows, members}));
  weight = reshape(b, weight, inGroups({perGroup, members}));
  Value y = b.MatMul(x, b.transpose(weight, -1, -2));

  // [groups, batch, windows, outputs], then the outputs are moved to the front.
  SmallVector<Size> sizes = {batch};
  sizes.append(windows);
  sizes.push_back(perGroup);
  y = reshape(b, y, inGroups(sizes));
  SmallVector<int64_t> back;
  int64_t first = isGrouped ? 1 : 0;
  back.push_back(first);
  if (isGrouped)
    back.push_back(0);
  back.push_back(first + 1 + numAxes);
  for (int64_t i = 0; i < numAxes; ++i)
    back.push_back(first + 1 + i);
  y = b.Transpose(y, back);
  if (isGrouped) {
    SmallVector<Size> all = {batch, outputs};
    all.append(windows);
    y = reshape(b, y, all);
  }
  return addBias(b, y, bias, numAxes, result);
}

namespace {
/// The products whose sum is an element of a transposed convolution, along one
/// axis: [terms, out] positions in the flattened [kernel, in]. Elements with
/// fewer terms refer to a zero after the last position.
struct TermTable {
  Value positions;
  int64_t terms;
  bool hasZeros = true;
};
} // namespace

/// Element p is the sum of the products (k, i) with i * stride + k * dilation =
/// p + begin. Only every `period`-th k has the same remainder.
static TermTable buildTerms(ONNXBuilder &b, const WindowAxis &axis,
                            const Size &in, AffineExpr outDim) {
  int64_t period = axis.stride / std::gcd(axis.stride, axis.dilation);
  TermTable table;
  table.terms = llvm::divideCeil(axis.kernel, period);
  // The first k for each remainder of p + begin; some remainders have none.
  SmallVector<int64_t> first(axis.stride, axis.kernel);
  for (int64_t k = std::min(period, axis.kernel); k-- > 0;)
    first[k * axis.dilation % axis.stride] = k;

  std::optional<int64_t> out = sym::getConstant(outDim);
  if (in.isConstant() && out && isSmallTable(table.terms, *out)) {
    SmallVector<int64_t> positions;
    table.hasZeros = false;
    for (int64_t term = 0; term < table.terms; ++term)
      for (int64_t p = axis.begin; p < axis.begin + *out; ++p) {
        int64_t remainder = p % axis.stride;
        if (remainder < 0)
          remainder += axis.stride;
        int64_t k = first[remainder] + term * period;
        int64_t begin = p - k * axis.dilation;
        bool isThere =
            k < axis.kernel && begin >= 0 && begin / axis.stride < in.number;
        positions.push_back(isThere ? k * in.number + begin / axis.stride
                                    : axis.kernel * in.number);
        table.hasZeros |= !isThere;
      }
    table.positions = buildTable(b, table.terms, *out, positions);
    return table;
  }

  auto number = [&](int64_t value) { return b.scalar(value, b.i64()); };
  Value size = build0d(b, in), limit;
  if (out) {
    limit = number(axis.begin + *out);
  } else {
    Value last = b.Sub(size, number(1));
    if (axis.stride != 1)
      last = b.Mul(last, number(axis.stride));
    limit = b.Add(last, number(axis.getSpan() - axis.end));
  }
  Value p = b.Range(number(axis.begin), limit, number(1), outDim);
  Value k = number(0);
  if (axis.stride != 1)
    k = b.Gather(b.ints(first), b.Mod(p, number(axis.stride)), 0);
  k = addRows(b, k, table.terms, period);
  Value begin =
      b.Sub(p, axis.dilation == 1 ? k : b.Mul(k, number(axis.dilation)));
  Value i = axis.stride == 1 ? begin : b.Div(begin, number(axis.stride));
  Value isThere = b.And(b.GreaterOrEqual(begin, number(0)), b.Less(i, size));
  if (axis.stride != 1)
    isThere = b.And(isThere, b.Less(k, number(axis.kernel)));
  Value behind = b.Mul(size, number(axis.kernel));
  table.positions = b.Where(isThere, b.Add(b.Mul(k, size), i), behind);
  return table;
}

Value onnx::buildTransposedConvolution(ONNXBuilder &b,
                                       ArrayRef<WindowAxis> axes,
                                       int64_t groups, Value x, Value weight,
                                       Value bias, RankedTensorType result) {
  if (!checkOperands(b, axes, groups, x, weight, result))
    return x;
  int64_t numAxes = axes.size();
  SmallVector<AffineExpr> outDims = sym::getDims(result);
  Size batch = getSize(b, x, 0), channels = getSize(b, weight, 0);
  Size perGroup = getSize(b, weight, 1), all = getSize(b, groups);
  Size outputs = multiply(perGroup, all), columns = perGroup, rows = batch;
  SmallVector<Size> in;
  for (auto [i, axis] : llvm::enumerate(axes)) {
    in.push_back(getSize(b, x, 2 + i));
    rows = multiply(rows, in.back());
    columns = multiply(columns, getSize(b, axis.kernel));
  }
  bool isGrouped = groups > 1;
  int64_t lead = isGrouped ? 3 : 2;
  SmallVector<Size> groupSize;
  if (isGrouped) {
    channels.number /= groups;
    channels.expr = sym::floorDiv(channels.expr, groups);
    groupSize.push_back(all);
    SmallVector<Size> sizes = {batch, all, channels};
    sizes.append(in);
    x = reshape(b, x, sizes);
  }
  auto inGroups = [&](ArrayRef<Size> sizes) {
    SmallVector<Size> list = groupSize;
    list.append(sizes.begin(), sizes.end());
    return list;
  };
  // [groups, batch, elements, channels] times [groups, channels, outputs,
  // kernel]
  SmallVector<int64_t> order;
  if (isGrouped)
    order.push_back(1);
  order.push_back(0);
  llvm::append_range(order, b.integers(lead, lead + numAxes));
  order.push_back(lead - 1);
  x = reshape(b, b.Transpose(x, order), inGroups({rows, channels}));
  weight = reshape(b, weight, inGroups({channels, columns}));
  Value y = b.MatMul(x, weight);

  // [batch, outputs], followed by kernel and elements of each axis.
  SmallVector<Size> sizes = {batch};
  sizes.append(in);
  sizes.push_back(perGroup);
  for (const WindowAxis &axis : axes)
    sizes.push_back(getSize(b, axis.kernel));
  y = reshape(b, y, inGroups(sizes));
  int64_t first = isGrouped ? 1 : 0;
  SmallVector<int64_t> back = {first};
  if (isGrouped)
    back.push_back(0);
  back.push_back(first + 1 + numAxes);
  SmallVector<Size> flat = {batch, outputs};
  for (int64_t i = 0; i < numAxes; ++i) {
    back.append({first + 2 + numAxes + i, first + 1 + i});
    flat.push_back(multiply(getSize(b, axes[i].kernel), in[i]));
  }
  y = reshape(b, b.Transpose(y, back), flat);

  SmallVector<std::optional<TermTable>> tables;
  SmallVector<int64_t> pads(2 * (numAxes + 2), 0);
  bool hasZeros = false;
  for (int64_t i = 0; i < numAxes; ++i) {
    const WindowAxis &axis = axes[i];
    tables.emplace_back();
    if (isTrivial(axis) && axis.begin == 0 && axis.end == 0)
      continue;
    tables.back() = buildTerms(b, axis, in[i], outDims[2 + i]);
    pads[numAxes + 4 + i] = tables.back()->hasZeros;
    hasZeros |= tables.back()->hasZeros;
  }
  if (hasZeros)
    y = b.Pad(y, pads, Value());
  for (int64_t i = numAxes; i-- > 0;) {
    if (!tables[i])
      continue;
    y = b.Gather(y, tables[i]->positions, 2 + i);
    if (tables[i]->terms != 1)
      y = sumAlong(b, y, 2 + i, tables[i]->terms);
  }
  return addBias(b, y, bias, numAxes, result);
}

//===----------------------------------------------------------------------===//
// Averages
//===----------------------------------------------------------------------===//

namespace {
/// The divisors of the sums of windows along one axis: a number, or a 1-d
/// tensor with one per window.
struct Counts {
  int64_t number = 1;
  Value each;
};
} // namespace

/// Counts the elements of each window. `in` is the size without padding.
static Counts countMembers(ONNXBuilder &b, const WindowAxis &axis,
                           bool countsPadding, const Size &in, AffineExpr count,
                           Value positions, Type type) {
  int64_t first = countsPadding ? 0 : axis.begin;
  int64_t beyond = axis.begin + (countsPadding ? axis.end : 0);
  std::optional<int64_t> number = sym::getConstant(count);
  if (in.isConstant() && number && isSmallTable(axis.kernel, *number)) {
    SmallVector<double> counts;
    for (int64_t i = 0; i < *number; ++i) {
      int64_t members = 0;
      for (int64_t k = 0; k < axis.kernel; ++k) {
        int64_t position = i * axis.stride + k * axis.dilation;
        members += position >= first && position < beyond + in.number;
      }
      counts.push_back(double(members));
    }
    if (llvm::all_equal(counts))
      return {counts.empty() ? 1 : int64_t(counts.front()), {}};
    return {1, b.numbers(*number, counts, type)};
  }
  if (!axis.ceilMode && (countsPadding || (axis.begin <= 0 && axis.end <= 0)))
    return {axis.kernel, {}};
  Value end = b.Add(build0d(b, in), b.scalar(beyond, b.i64()));
  Value isCounted = b.And(b.GreaterOrEqual(positions, b.scalar(first, b.i64())),
                          b.Less(positions, end));
  Value counts = b.Cast(isCounted, b.i64());
  if (axis.kernel != 1)
    counts = b.ReduceSum(counts, 0, /*keepDims=*/false);
  return {1, b.Cast(counts, type)};
}

Value onnx::buildAverages(ONNXBuilder &b, ArrayRef<WindowAxis> axes,
                          const WindowDivisor &divisor, Value x,
                          RankedTensorType result) {
  int64_t numAxes = axes.size(), lead = b.checkedType(x).getRank() - numAxes;
  if (lead < 0 || result.getRank() != lead + numAxes)
    b.fail("expected an operand and a result of one rank, " + Twine(numAxes) +
           " or more");
  if (b.hasFailed())
    return x;
  Type type = b.checkedElement(x);
  SmallVector<AffineExpr> dims = sym::getDims(result);
  Value y = padWindows(b, x, axes);
  int64_t number = divisor.number.value_or(1);
  Value each;
  for (int64_t i = numAxes; i-- > 0;) {
    const WindowAxis &axis = axes[i];
    int64_t dim = lead + i;
    bool isPlain = isTrivial(axis) && !axis.ceilMode;
    if (isPlain && axis.begin <= 0 && axis.end <= 0)
      continue;
    Value positions = buildPositions(b, y, dim, axis, dims[dim]);
    if (!isPlain) {
      y = b.Gather(y, positions, dim);
      if (axis.kernel != 1)
        y = sumAlong(b, y, dim, axis.kernel);
    }
    if (divisor.number)
      continue;
    Counts counts =
        countMembers(b, axis, divisor.countsPadding, getSize(b, x, dim),
                     dims[dim], positions, type);
    number *= counts.number;
    if (!counts.each)
      continue;
    if (i != numAxes - 1)
      counts.each = b.Unsqueeze(counts.each, b.integers(1, numAxes - i));
    each = each ? b.Mul(each, counts.each) : counts.each;
  }
  if (each)
    y = b.Div(y, number == 1 ? each : b.Mul(each, b.scalar(number, type)));
  else if (number != 1)
    y = b.Div(y, b.scalar(number, type));
  y.setType(result);
  return y;
}
