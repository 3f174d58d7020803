//===- FactoryMatrix.cpp - Lowerings of matrices and windows --------------===//
//
// Matrices made from a vector (diag_embed, vander), index grids and window
// functions. Results that depend only on static sizes are constants.
//
//===----------------------------------------------------------------------===//

#include "Positions.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;

//===----------------------------------------------------------------------===//
// Diagonals
//===----------------------------------------------------------------------===//

/// [size, size], true on the diagonal `offset`.
static Value getDiagonalMask(Lowering &b, AffineExpr size, int64_t offset) {
  if (auto constant = b.constantSize(size);
      constant && isSmallTable({*constant, *constant})) {
    SmallVector<bool> bits;
    for (int64_t i = 0; i < *constant; ++i)
      for (int64_t j = 0; j < *constant; ++j)
        bits.push_back(j - i == offset);
    return b.constant(DenseElementsAttr::get(
        RankedTensorType::get({*constant, *constant}, b.i1()), ArrayRef(bits)));
  }
  Value columns = buildPositions(b, size);
  Value rows = b.Unsqueeze(columns, 1);
  if (offset != 0)
    rows = b.Add(rows, b.scalar(offset, b.i64()));
  return b.Equal(rows, columns);
}

/// Matrices in the last two dimensions with `x` on the diagonal.
static Value embedDiagonal(Lowering &b, Value x, int64_t offset) {
  int64_t rank = b.rankOf(x);
  // The column of the element in row i is i + offset: the vector is moved there
  // and broadcast over all rows.
  if (offset != 0) {
    SmallVector<int64_t> pads(2 * rank, 0);
    pads[offset > 0 ? rank - 1 : 2 * rank - 1] = std::abs(offset);
    if (b.isBool(b.elementTypeOf(x)))
      x = b.Cast(b.Pad(b.Cast(x, b.getBuilder().getI32Type()), pads, {}),
                 b.i1());
    else
      x = b.Pad(x, pads, {});
  }
  AffineExpr size = b.dimsOf(x)[rank - 1];
  return b.Where(getDiagonalMask(b, size, offset), b.Unsqueeze(x, rank - 1),
                 b.scalar(0, b.elementTypeOf(x)));
}

// aten::diag_embed(Tensor self, int offset=0, int dim1=-2, int dim2=-1)
static Lowered lowerDiagEmbed(Lowering &b) {
  Value matrices = embedDiagonal(b, b.tensor("self"), b.getInt("offset"));
  int64_t rank = b.rankOf(matrices);
  int64_t dim1 = b.getAxis("dim1", rank), dim2 = b.getAxis("dim2", rank);
  SmallVector<int64_t> perm;
  for (int64_t i = 0, next = 0; i < rank; ++i)
    perm.push_back(i == dim1 ? rank - 2 : i == dim2 ? rank - 1 : next++);
  return b.Transpose(matrices, perm);
}

// aten::diag(Tensor self, int diagonal=0) -> Tensor
static Lowered lowerDiag(Lowering &b) {
  Value x = b.tensor("self");
  int64_t offset = b.getInt("diagonal");
  if (b.rankOf(x) == 1)
    return embedDiagonal(b, x, offset);
  Value positions = buildDiagonal(b, x, offset, b.resultDims()[0]);
  return b.Gather(b.flatten(x), positions, 0);
}

// aten::diagflat(Tensor self, int offset=0) -> Tensor
static Lowered lowerDiagFlat(Lowering &b) {
  Value x = b.tensor("self");
  return embedDiagonal(b, b.flatten(x), b.getInt("offset"));
}

//===----------------------------------------------------------------------===//
// Powers
//===----------------------------------------------------------------------===//

/// The largest number of powers of integers; each power is a product.
static constexpr int64_t maxIntegerPowers = 64;

// aten::vander(Tensor x, int? N=None, bool increasing=False) -> Tensor
// aten::linalg_vander(Tensor x, *, SymInt? N=None) -> Tensor
static Lowered lowerVander(Lowering &b, bool isLinalg) {
  Type type = b.resultElementType();
  Value x = b.tensor("x", type);
  if (b.isComplex(type))
    return b.refuseResult("real elements");
  bool increasing = isLinalg || b.getBool("increasing");
  Type work = b.isInt(type) ? Type(b.i64()) : type;
  AffineExpr count = b.resultDims().back();
  if (b.isInt(type)) {
    // Products wrap around; runtimes compute Pow of integers in floating point.
    std::optional<int64_t> constant = b.constantSize(count);
    if (!constant || *constant > maxIntegerPowers)
      return b.refuse("expected at most " + Twine(maxIntegerPowers) +
                      " powers of integers, found " + b.describe(count));
    Value column = b.Unsqueeze(b.Cast(x, work), b.rankOf(x));
    SmallVector<Value> columns;
    for (int64_t i = 0; i < *constant; ++i)
      columns.push_back(i == 0   ? b.full(b.scalar(1, work), b.typeOf(column))
                        : i == 1 ? column
                                 : b.Mul(columns.back(), column));
    if (!increasing)
      std::reverse(columns.begin(), columns.end());
    if (columns.empty())
      return b.full(b.scalar(0, type), b.resultType());
    Value all = b.Concat(columns, b.rankOf(column) - 1);
    return b.reshape(b.Cast(all, type), b.resultType());
  }
  Value powers;
  if (std::optional<int64_t> constant = b.constantSize(count);
      constant && isSmallTable(*constant)) {
    SmallVector<double> exponents;
    for (int64_t i = 0; i < *constant; ++i)
      exponents.push_back(double(increasing ? i : *constant - 1 - i));
    powers = b.numbers(*constant, exponents, work);
  } else {
    powers = buildPositions(b, count);
    if (!increasing)
      powers = b.Sub(b.Sub(b.dim0d(count), b.scalar(1, b.i64())), powers);
    powers = b.Cast(powers, work);
  }
  Value columns = b.Pow(b.Unsqueeze(b.Cast(x, work), b.rankOf(x)), powers);
  // A 0-d operand counts as a vector of one element.
  return b.reshape(b.Cast(columns, type), b.resultType());
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

// aten::tril_indices(int row, int col, int offset=0, ...) -> Tensor
static Lowered lowerTriangleIndices(Lowering &b, bool upper) {
  int64_t rows = b.getInt("row"), columns = b.getInt("col");
  int64_t offset = b.getInt("offset");
  Type type = b.resultElementType();
  if (!isSmallTable({rows, columns})) {
    auto [row, column] =
        buildTriangle(b, b.scalar(rows, b.i64()), b.scalar(columns, b.i64()),
                      offset, upper, b.resultDims()[1]);
    return b.Cast(b.Concat({b.Unsqueeze(row, 0), b.Unsqueeze(column, 0)}, 0),
                  type);
  }
  SmallVector<double> rowIndices, columnIndices;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j)
      if (upper ? j - i >= offset : j - i <= offset) {
        rowIndices.push_back(double(i));
        columnIndices.push_back(double(j));
      }
  int64_t count = rowIndices.size();
  llvm::append_range(rowIndices, columnIndices);
  return b.numbers({2, count}, rowIndices, type);
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

/// The modified Bessel function of order 0.
static double besselI0(double x) {
  double sum = 1, term = 1;
  for (int k = 1; k < 500 && term > sum * 1e-18; ++k) {
    term *= (x / (2 * k)) * (x / (2 * k));
    sum += term;
  }
  return sum;
}

/// By default a window is periodic: it is the window with one more element,
/// without the last one. `shape(t)` with t from 0 to 1 gives the elements.
static Lowered lowerWindow(Lowering &b, function_ref<double(double)> shape) {
  Type type = b.resultElementType();
  int64_t length = b.getInt("window_length");
  bool periodic = b.getBool("periodic", true);
  if (b.isRefused() || !b.isFloat(type))
    return b.refuseResult("floating-point elements");
  if (!checkConstantSize(b, length))
    return Lowered::refused();
  SmallVector<double> values;
  double steps = double(periodic ? length : length - 1);
  for (int64_t i = 0; i < length; ++i)
    values.push_back(length == 1 ? 1.0 : shape(double(i) / steps));
  return b.numbers(length, values, type);
}

// aten::bartlett_window.periodic(int window_length, bool periodic, ...)
static Lowered lowerBartlett(Lowering &b) {
  return lowerWindow(b, [](double t) { return 1 - std::abs(2 * t - 1); });
}

// aten::blackman_window.periodic(int window_length, bool periodic, ...)
static Lowered lowerBlackman(Lowering &b) {
  return lowerWindow(b, [](double t) {
    return 0.42 - 0.5 * std::cos(2 * M_PI * t) + 0.08 * std::cos(4 * M_PI * t);
  });
}

// aten::hamming_window.periodic_alpha_beta(int window_length, bool periodic,
//                                          float alpha, float beta, ...)
static Lowered lowerHamming(Lowering &b) {
  double alpha = b.getFloat("alpha", 0.54), beta = b.getFloat("beta", 0.46);
  return lowerWindow(
      b, [=](double t) { return alpha - beta * std::cos(2 * M_PI * t); });
}

// aten::hann_window.periodic(int window_length, bool periodic, ...)
static Lowered lowerHann(Lowering &b) {
  return lowerWindow(
      b, [](double t) { return 0.5 - 0.5 * std::cos(2 * M_PI * t); });
}

// aten::kaiser_window.beta(int window_length, bool periodic, float beta, ...)
static Lowered lowerKaiser(Lowering &b) {
  double beta = b.getFloat("beta", 12.0);
  return lowerWindow(b, [=](double t) {
    double position = 2 * t - 1;
    return besselI0(beta * std::sqrt(std::max(0.0, 1 - position * position))) /
           besselI0(beta);
  });
}

//===----------------------------------------------------------------------===//
// Integrals of samples
//===----------------------------------------------------------------------===//

void torch_onnx::populateFactoryMatrix(LoweringRegistry &r) {
  r.add({"aten.bartlett_window.default", "aten.bartlett_window.periodic"},
        lowerBartlett);
  r.add({"aten.blackman_window.default", "aten.blackman_window.periodic"},
        lowerBlackman);
  r.add("aten.diag.default", lowerDiag);
  r.add("aten.diag_embed.default", lowerDiagEmbed);
  r.add("aten.diagflat.default", lowerDiagFlat);
  r.add({"aten.hamming_window.default", "aten.hamming_window.periodic",
         "aten.hamming_window.periodic_alpha",
         "aten.hamming_window.periodic_alpha_beta"},
        lowerHamming);
  r.add({"aten.hann_window.default", "aten.hann_window.periodic"}, lowerHann);
  r.add({"aten.kaiser_window.default", "aten.kaiser_window.periodic",
         "aten.kaiser_window.beta"},
        lowerKaiser);
  r.add("aten.linalg_vander.default", lowerVander, /*isLinalg=*/true);
  r.add("aten.tril_indices.default", lowerTriangleIndices, /*upper=*/false);
  r.add("aten.triu_indices.default", lowerTriangleIndices, /*upper=*/true);
  r.add("aten.vander.default", lowerVander, /*isLinalg=*/false);
}
