//===- Positions.cpp - Tables of positions --------------------------------===//
//
// Small tables are constants, others are arithmetic on Range. Each takes at
// most a few times the memory of the elements that it selects.
//
//===----------------------------------------------------------------------===//

#include "Positions.h"

#include "ModuleLowering.h"

using namespace mlir;
using namespace torch_onnx;

bool torch_onnx::checkConstantSize(Lowering &b, int64_t numElements) {
  if (numElements >= 0 && numElements <= maxConstantElements)
    return true;
  b.refuse("expected a constant of at most " + Twine(maxConstantElements) +
           " elements, found " + Twine(numElements));
  return false;
}

bool torch_onnx::isSmallTable(ArrayRef<int64_t> sizes) {
  int64_t count = 1;
  for (int64_t size : sizes)
    if (llvm::MulOverflow(count, std::max<int64_t>(size, 1), count))
      return false;
  return count <= maxTableElements;
}

Value torch_onnx::buildSize(Lowering &b, Value x, int64_t axis) {
  if (auto size = b.constantSize(b.dimsOf(x)[axis]))
    return b.scalar(*size, b.i64());
  return b.Squeeze(b.sizeOf(x, axis), 0);
}

Value torch_onnx::buildPositions(Lowering &b, Value size, AffineExpr dim) {
  return b.Range(b.scalar(0, b.i64()), size, b.scalar(1, b.i64()), dim);
}

Value torch_onnx::buildPositions(Lowering &b, AffineExpr size, int64_t start,
                                 int64_t step) {
  std::optional<int64_t> count = b.constantSize(size);
  if (count && isSmallTable(*count)) {
    SmallVector<int64_t> positions;
    for (int64_t i = 0; i < *count; ++i)
      positions.push_back(start + i * step);
    return b.ints(positions);
  }
  Value positions = buildPositions(b, b.dim0d(size), size);
  if (step != 1)
    positions = b.Mul(positions, b.scalar(step, b.i64()));
  if (start != 0)
    positions = b.Add(positions, b.scalar(start, b.i64()));
  return positions;
}

Value torch_onnx::buildPositionsOf(Lowering &b, Value x, int64_t axis) {
  AffineExpr dim = b.dimsOf(x)[axis];
  return b.constantSize(dim) ? buildPositions(b, dim)
                             : buildPositions(b, buildSize(b, x, axis), dim);
}

Value torch_onnx::buildBound(Lowering &b, StringRef name, int64_t ifNone) {
  if (!b.getArguments().getValue(name))
    return b.ints(b.getWideInt(name, ifNone));
  if (auto size = b.constantSize(b.getExpr(name)))
    return b.ints(*size);
  return b.Unsqueeze(b.number(name, b.i64()), 0);
}

Value torch_onnx::buildStep(Lowering &b) {
  AffineExpr step = b.getExpr("step");
  torch::NumberExprs &numbers = b.getModule().getNumberExprs();
  if (numbers.upperBound(step).value_or(1) <= 0)
    b.refuseArgument("step", "positive");
  Value bound = buildBound(b, "step", 1);
  // PyTorch raises an exception for a step that is not positive. Slice has
  // negative steps, but none of 0.
  return numbers.lowerBound(step).value_or(-1) < 0 ? b.Max(bound, b.ints(0))
                                                   : bound;
}

Value torch_onnx::alongAxis(Lowering &b, Value vector, int64_t axis,
                            int64_t rank) {
  SmallVector<int64_t> behind;
  for (int64_t i = axis + 1; i < rank; ++i)
    behind.push_back(i - axis);
  return behind.empty() ? vector : b.Unsqueeze(vector, behind);
}

Value torch_onnx::buildGrid(Lowering &b, Value starts, Value offsets) {
  return b.Add(b.Unsqueeze(starts, 1), offsets);
}

Value torch_onnx::buildWindows(Lowering &b, AffineExpr count, int64_t size,
                               int64_t step) {
  std::optional<int64_t> constant = b.constantSize(count);
  if (!constant || !isSmallTable({*constant, size}))
    return buildGrid(b, buildPositions(b, count, 0, step),
                     buildPositions(b, b.constantDim(size)));
  SmallVector<int64_t> positions;
  for (int64_t window = 0; window < *constant; ++window)
    for (int64_t i = 0; i < size; ++i)
      positions.push_back(window * step + i);
  return b.constant(DenseElementsAttr::get(
      RankedTensorType::get({*constant, size}, b.i64()), ArrayRef(positions)));
}

Value torch_onnx::buildDiagonal(Lowering &b, Value x, int64_t offset,
                                AffineExpr count) {
  int64_t rank = b.rankOf(x);
  int64_t row = std::max<int64_t>(-offset, 0),
          column = std::max<int64_t>(offset, 0);
  Dims dims = b.dimsOf(x);
  auto rows = b.constantSize(dims[rank - 2]);
  auto columns = b.constantSize(dims[rank - 1]);
  if (rows && columns) {
    int64_t length =
        std::max<int64_t>(std::min(*rows - row, *columns - column), 0);
    return buildPositions(b, b.constantDim(length), row * *columns + column,
                          *columns + 1);
  }
  Value zero = b.scalar(0, b.i64()), width = buildSize(b, x, rank - 1);
  Value length =
      b.Max(b.Min(b.Sub(buildSize(b, x, rank - 2), b.scalar(row, b.i64())),
                  b.Sub(width, b.scalar(column, b.i64()))),
            zero);
  Value positions = b.Mul(buildPositions(b, length, count),
                          b.Add(width, b.scalar(1, b.i64())));
  if (row != 0)
    return b.Add(positions, b.Mul(width, b.scalar(row, b.i64())));
  return column != 0 ? b.Add(positions, b.scalar(column, b.i64())) : positions;
}

// Adds a mark at each position; marks after the last position are cut off.
Value torch_onnx::countPlacesUpTo(Lowering &b, Value places, Value size,
                                  AffineExpr total) {
  Value one = b.scalar(1, b.i64()), zero = b.scalar(0, b.i64());
  Value empty = b.Expand(zero, b.Add(size, one),
                         sym::getTensorType(sym::add(total, 1), b.i64()));
  Value marks = b.ScatterElements(
      empty, places, b.Expand(one, b.Shape(places), b.typeOf(places)), 0,
      "add");
  Value counts = b.Slice(b.CumSum(marks, 0), 0, -1, 0);
  counts.setType(sym::getTensorType(total, b.i64()));
  return counts;
}

// The group of an element is the number of groups that end at or before it.
// Empty groups end where the previous group ends, and the last group ends at
// the end of the result.
Value torch_onnx::buildRepeated(Lowering &b, Value repeats, AffineExpr total) {
  repeats = b.Cast(repeats, b.i64());
  Value size = b.constantSize(total) ? b.ints(*b.constantSize(total))
                                     : b.ReduceSum(repeats, 0);
  return countPlacesUpTo(b, b.CumSum(repeats, 0), size, total);
}

std::pair<Value, Value> torch_onnx::buildTriangle(Lowering &b, Value rows,
                                                  Value columns, int64_t offset,
                                                  bool upper,
                                                  AffineExpr count) {
  Value zero = b.scalar(0, b.i64());
  Value all = buildPositions(b, rows);
  // Row i ends at column i + offset + 1, or begins at i + offset.
  Value bound = b.Add(all, b.scalar(upper ? offset : offset + 1, b.i64()));
  bound = b.Min(b.Max(bound, zero), columns);
  Value lengths = upper ? b.Sub(columns, bound) : bound;
  Value row = buildRepeated(b, lengths, count);
  // The elements before the first one of a row, and the elements of other rows.
  Value before = b.Sub(b.CumSum(lengths, 0), lengths);
  if (upper)
    before = b.Sub(before, bound);
  Value ordinal = buildPositions(b, buildSize(b, row, 0), count);
  Value column = b.Sub(ordinal, b.Gather(before, row, 0));
  column.setType(row.getType());
  return {row, column};
}
