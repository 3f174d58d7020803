//===- ComplexFft.cpp - Fourier transforms on pairs -----------------------===//
//
// Implements the three kernels of PyTorch's transforms. A transform along an
// axis of n elements is one of
//
//   - the product with a matrix of cosines and sines, which is exact to one or
//     two roundings for every n, and the fastest form for some hundreds;
//   - torch.dft, which ONNX Runtime computes well if n is a power of two;
//   - two transforms of the factors of n with a product in between
//     (J. Cooley, J. Tukey, 1965), for large n.
//
// docs/Rationale/Complex.md has the measurements.
//
//===----------------------------------------------------------------------===//

#include "ComplexRules.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/ScopedPrinter.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// A larger table is computed at run time.
static constexpr int64_t maxConstantTable = 4096;
/// A transform of more elements is split if their number has factors.
static constexpr int64_t maxDirect = 1024;
/// The table of a larger prime size is refused.
static constexpr int64_t maxTableSide = 8192;

namespace {

/// The input and output along the axis.
enum class Kind { ComplexToComplex, RealToComplex, ComplexToReal };

class Transform {
public:
  /// The axis is an axis of a tensor of `rank`, not counting the pairs. The
  /// sign is the sign of the exponent: -1 is forward.
  Transform(ComplexBuilder &b, Type type, int64_t rank, int64_t normalization)
      : b(b), type(type), rank(rank), normalization(normalization),
        isByParts(!b.isReadAsPairs()) {}

  Complex complex(const Complex &z, int64_t axis, AffineExpr n, int sign);
  Complex fromReal(Value x, int64_t axis, AffineExpr n, int sign,
                   bool isOneSided);
  Value toReal(const Complex &z, int64_t axis, AffineExpr n);

private:
  /// The scale of one axis; a null expression is not a size.
  double getScale(int64_t n) const;
  Value getScale(AffineExpr n);
  bool usesDft(AffineExpr n) const;
  std::optional<int64_t> findFactor(AffineExpr n) const;

  Complex split(const Complex &z, int64_t axis, int64_t factor, int64_t n,
                int sign, double scale);
  Value dft(Value signal, int64_t axis, AffineExpr size, bool isOneSided);
  Value multiply(Value x, int64_t axis, Kind kind, Value table);
  Complex multiplyParts(const Complex &z, int64_t axis, Kind kind, AffineExpr n,
                        AffineExpr numIn, AffineExpr numOut, int sign);
  Value getTable(Kind kind, AffineExpr n, AffineExpr numIn, AffineExpr numOut,
                 int sign);
  Complex getTables(Kind kind, AffineExpr n, AffineExpr numIn,
                    AffineExpr numOut, int sign, bool isLeft);
  Complex computeTables(Kind kind, AffineExpr n, AffineExpr numIn,
                        AffineExpr numOut, int sign, bool isLeft);
  Value getConstantTable(Kind kind, int64_t n, int64_t numIn, int64_t numOut,
                         int sign);
  Value count(AffineExpr size, bool isHalf = false);
  Value number(AffineExpr size);
  /// Multiplies the two parts by factors.
  Value scaleParts(Value pairs, double re, double im);
  Value weights(int64_t n, int64_t axis);

  ComplexBuilder &b;
  Type type;
  int64_t rank;
  int64_t normalization;
  /// Whether matrix products give parts instead of pairs.
  bool isByParts;
};

} // namespace

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

double Transform::getScale(int64_t n) const {
  switch (normalization) {
  case 1:
    return 1 / std::sqrt(double(n));
  case 2:
    return 1 / double(n);
  default:
    return 1;
  }
}

/// A size as a 0-d i64 tensor.
Value Transform::number(AffineExpr size) {
  if (std::optional<int64_t> constant = sym::getConstant(size))
    return b.scalar(*constant, b.i64());
  return b.call("aten.scalar_tensor.default",
                {b.size(size), {"dtype", b.i64()}});
}

Value Transform::getScale(AffineExpr n) {
  Value size = b.TorchBuilder::cast(number(n), b.f64());
  if (normalization == 1)
    size = b.unary("sqrt", size);
  return b.unary("reciprocal", size);
}

/// 0, 1, ..., size - 1, or only the first half + 1 of them.
Value Transform::count(AffineExpr size, bool isHalf) {
  CallArgument end = b.size(size);
  if (isHalf) {
    // Computed from the whole size, because no tensor may have the half as a
    // size.
    if (auto value = dyn_cast_if_present<Value>(b.size(size))) {
      OpBuilder &builder = b.getBuilder();
      auto number = [&](int64_t constant) -> Value {
        return arith::ConstantOp::create(builder, b.getLoc(),
                                         builder.getI64IntegerAttr(constant));
      };
      Value half =
          arith::FloorDivSIOp::create(builder, b.getLoc(), value, number(2));
      end = Value(arith::AddIOp::create(builder, b.getLoc(), half, number(1)));
    } else if (std::optional<int64_t> constant = sym::getConstant(size)) {
      end = *constant / 2 + 1;
    }
  }
  return b.call("aten.arange.default", {end, {"dtype", b.i64()}});
}

bool Transform::usesDft(AffineExpr n) const {
  std::optional<int64_t> size = sym::getConstant(n);
  if (!type.isF32() && !type.isF64())
    return false;
  switch (b.getDftUse()) {
  case DftUse::Never:
    return false;
  case DftUse::PowersOfTwo:
    return size && llvm::isPowerOf2_64(*size) &&
           4 * *size * *size > maxConstantTable;
  case DftUse::Always:
    return !size || *size > 1;
  }
  llvm_unreachable("all uses");
}

/// The largest factor up to the square root of a size that is split.
std::optional<int64_t> Transform::findFactor(AffineExpr n) const {
  std::optional<int64_t> size = sym::getConstant(n);
  if (!size || *size <= maxDirect)
    return std::nullopt;
  for (int64_t factor = std::sqrt(double(*size)); factor > 1; --factor)
    if (*size % factor == 0)
      return factor;
  if (*size > maxTableSide)
    b.refuse("expected a Fourier transform of at most " + Twine(maxTableSide) +
             " elements where their number is prime, found " + Twine(*size));
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

/// cos and sin of 2 pi k / n; a quarter and a half of the circle are exact.
static std::pair<double, double> getPoint(int64_t k, int64_t n) {
  k %= n;
  if (8 * k > n && 8 * k <= 3 * n) { // Near a quarter turn.
    double angle = 2 * M_PI * double(4 * k - n) / double(4 * n);
    return {-std::sin(angle), std::cos(angle)};
  }
  if (8 * k > 3 * n && 8 * k <= 5 * n) {
    double angle = 2 * M_PI * double(2 * k - n) / double(2 * n);
    return {-std::cos(angle), -std::sin(angle)};
  }
  if (8 * k > 5 * n && 8 * k <= 7 * n) {
    double angle = 2 * M_PI * double(4 * k - 3 * n) / double(4 * n);
    return {std::sin(angle), -std::cos(angle)};
  }
  double angle = 2 * M_PI * double(8 * k > 7 * n ? k - n : k) / double(n);
  return {std::cos(angle), std::sin(angle)};
}

/// Whether a table is a constant of the model.
static bool isConstantTable(AffineExpr n, AffineExpr numIn, AffineExpr numOut) {
  std::optional<int64_t> in = sym::getConstant(numIn),
                         out = sym::getConstant(numOut);
  return sym::getConstant(n) && in && out && 4 * *in * *out <= maxConstantTable;
}

/// What element `in` of n counts for in element `out`, a complex number.
static std::pair<double, double> getEntry(Kind kind, int64_t n, int64_t in,
                                          int64_t out, int sign, double scale) {
  // In half a spectrum, an element also stands for its conjugate in the other
  // half.
  if (kind == Kind::ComplexToReal && (2 * in) % n != 0)
    scale *= 2;
  auto [cosine, sine] = getPoint(in * out, n);
  return {scale * cosine, scale * sign * sine};
}

Value Transform::getConstantTable(Kind kind, int64_t n, int64_t numIn,
                                  int64_t numOut, int sign) {
  bool isFromReal = kind == Kind::RealToComplex;
  bool isToReal = kind == Kind::ComplexToReal;
  int64_t rows = isFromReal ? numIn : 2 * numIn;
  int64_t columns = isToReal ? numOut : 2 * numOut;
  SmallVector<double> table(rows * columns);
  for (int64_t in = 0; in < numIn; ++in) {
    for (int64_t out = 0; out < numOut; ++out) {
      auto [re, im] = getEntry(kind, n, in, out, sign, getScale(n));
      double *row = &table[(isFromReal ? in : 2 * in) * columns];
      if (isToReal) {
        row[out] = re;
        row[columns + out] = -im;
        continue;
      }
      row[2 * out] = re;
      row[2 * out + 1] = im;
      if (!isFromReal) {
        row[columns + 2 * out] = -im;
        row[columns + 2 * out + 1] = re;
      }
    }
  }
  return b.constant({rows, columns}, table, type);
}

/// The parts of the entries of a table that is computed at run time: a row for
/// each element of the signal, or a column if the table is the left factor.
Complex Transform::computeTables(Kind kind, AffineExpr n, AffineExpr numIn,
                                 AffineExpr numOut, int sign, bool isLeft) {
  Value n0 = number(n), in = count(n, numIn != n), out = count(n, numOut != n);
  Value &rows = isLeft ? out : in;
  rows = b.unsqueeze(rows, 1);
  // An f32 table tolerates angles of some thousand turns.
  Value steps = b.mul(in, out);
  if (!type.isF32())
    steps = b.call("aten.remainder.Tensor", {steps, n0});
  Value step = b.div(b.scalar(sign * 2 * M_PI, b.f64()),
                     b.TorchBuilder::cast(n0, b.f64()));
  Value angle = b.mul(b.TorchBuilder::cast(steps, b.f64()), step);
  Value re = b.unary("cos", angle), im = b.unary("sin", angle);
  if (kind == Kind::ComplexToReal) {
    Value edge = b.call("aten.remainder.Tensor", {b.mul(in, 2), n0});
    Value isEdge = b.compare("eq", edge, 0);
    Value weight = b.rsub(b.TorchBuilder::cast(isEdge, b.f64()), 2);
    re = b.mul(re, weight);
    im = b.mul(im, weight);
  }
  if (normalization != 0) {
    Value scale = getScale(n);
    re = b.mul(re, scale);
    im = b.mul(im, scale);
  }
  return {b.TorchBuilder::cast(re, type), b.TorchBuilder::cast(im, type)};
}

/// The parts of a table, as constants if it is small.
Complex Transform::getTables(Kind kind, AffineExpr n, AffineExpr numIn,
                             AffineExpr numOut, int sign, bool isLeft) {
  if (b.isRefused())
    return {};
  if (!isConstantTable(n, numIn, numOut))
    return computeTables(kind, n, numIn, numOut, sign, isLeft);
  int64_t size = *sym::getConstant(n), rows = *sym::getConstant(numIn),
          columns = *sym::getConstant(numOut);
  if (isLeft)
    std::swap(rows, columns);
  SmallVector<double> cosines, sines;
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = 0; column < columns; ++column) {
      auto [re, im] = getEntry(kind, size, isLeft ? column : row,
                               isLeft ? row : column, sign, getScale(size));
      cosines.push_back(re);
      sines.push_back(im);
    }
  return {b.constant({rows, columns}, cosines, type),
          b.constant({rows, columns}, sines, type)};
}

/// A table that maps pairs or numbers along the rows to pairs or numbers along
/// the columns.
Value Transform::getTable(Kind kind, AffineExpr n, AffineExpr numIn,
                          AffineExpr numOut, int sign) {
  if (b.isRefused())
    return {};
  if (isConstantTable(n, numIn, numOut))
    return getConstantTable(kind, *sym::getConstant(n),
                            *sym::getConstant(numIn), *sym::getConstant(numOut),
                            sign);
  Complex tables =
      computeTables(kind, n, numIn, numOut, sign, /*isLeft=*/false);
  Value re = tables.re, im = tables.im;
  auto stack = [&](Value x, Value y, int64_t axis) {
    return b.stack({x, y}, axis);
  };
  auto flatten = [&](Value x, int64_t first) {
    return b.flatten(x, first, first + 1);
  };
  if (kind == Kind::ComplexToReal)
    return flatten(stack(re, b.neg(im), 1), 0);
  Value table = stack(re, im, -1);
  if (kind == Kind::RealToComplex)
    return flatten(table, 1);
  return flatten(flatten(stack(table, stack(b.neg(im), re, -1), 1), 0), 1);
}

/// Multiplies all rows along the axis by a table.
Value Transform::multiply(Value x, int64_t axis, Kind kind, Value table) {
  bool isLast = axis == rank - 1;
  if (!isLast)
    x = b.transpose(x, axis, rank - 1);
  if (kind != Kind::RealToComplex)
    x = b.flatten(x, -2, -1);
  x = b.matmul(x, table);
  if (kind != Kind::ComplexToReal)
    x = b.call("aten.unflatten.int", {x, -1, ArrayRef<int64_t>({-1, 2})});
  return isLast ? x : b.transpose(x, axis, rank - 1);
}

/// The parts of the product with a table. Nothing is transposed for the last
/// two axes. Both parts are concatenated into one factor, because a difference
/// of two products would be rounded more often.
Complex Transform::multiplyParts(const Complex &z, int64_t axis, Kind kind,
                                 AffineExpr n, AffineExpr numIn,
                                 AffineExpr numOut, int sign) {
  if (b.isRefused())
    return {};
  bool isLeft = axis == rank - 2, isMoved = axis < rank - 2;
  bool isReal = !z.im;
  // A conjugated table, for the subtracted imaginary part.
  Complex table =
      getTables(kind, n, numIn, numOut, isReal ? sign : -sign, isLeft);
  if (b.isRefused())
    return {};
  auto move = [&](Value x) {
    return isMoved && x ? b.transpose(x, axis, rank - 1) : x;
  };
  auto join = [&](Value x, Value y, int64_t along) {
    return b.cat({x, y}, along);
  };
  auto multiply = [&](Value x, Value factor) {
    return isLeft ? b.matmul(factor, x) : b.matmul(x, factor);
  };
  Value x = move(z.re), re = table.re, im = table.im;
  if (!isReal) {
    x = join(x, move(z.im), isLeft ? rank - 2 : rank - 1);
    re = join(table.re, table.im, isLeft ? 1 : 0);
    im = join(b.neg(table.im), table.re, isLeft ? 1 : 0);
  }
  if (b.isRefused())
    return {};
  Complex to(move(multiply(x, re)));
  if (kind != Kind::ComplexToReal)
    to.im = move(multiply(x, im));
  return to;
}

//===----------------------------------------------------------------------===//
// DFT
//===----------------------------------------------------------------------===//

/// The forward transform of pairs, or of numbers with a last dimension of 1.
Value Transform::dft(Value signal, int64_t axis, AffineExpr size,
                     bool isOneSided) {
  if (b.isRefused())
    return {};
  SmallVector<AffineExpr> dims = sym::getDims(b.getType(signal));
  dims[axis] = isOneSided ? sym::add(sym::floorDiv(size, 2), 1) : size;
  dims.back() = getAffineConstantExpr(2, type.getContext());
  OpBuilder &builder = b.getBuilder();
  Value result =
      DftOp::create(builder, b.getLoc(), sym::getTensorType(dims, type), signal,
                    builder.getI64IntegerAttr(axis),
                    isOneSided ? builder.getUnitAttr() : UnitAttr());
  b.useSizesOf(result);
  return result;
}

Value Transform::scaleParts(Value pairs, double re, double im) {
  if (re == 1 && im == 1)
    return pairs;
  return b.mul(pairs,
               re == im ? b.scalar(re, type) : b.constant(2, {re, im}, type));
}

/// The weight of each element of half a spectrum, for itself and its conjugate.
Value Transform::weights(int64_t n, int64_t axis) {
  SmallVector<double> elements;
  for (int64_t k = 0; k < n / 2 + 1; ++k) {
    double weight = (2 * k) % n == 0 ? 1 : 2;
    elements.append({weight, -weight});
  }
  SmallVector<int64_t> shape(rank - axis + 1, 1);
  shape.front() = n / 2 + 1;
  shape.back() = 2;
  return b.constant(shape, elements, type);
}

//===----------------------------------------------------------------------===//
// Transforms
//===----------------------------------------------------------------------===//

/// With n = factor * rest, t = rest * t1 + t2 and k = k1 + factor * k2:
/// transforms along t1, multiplies by exp(i sign 2 pi t2 k1 / n), and
/// transforms along t2.
Complex Transform::split(const Complex &z, int64_t axis, int64_t factor,
                         int64_t n, int sign, double scale) {
  int64_t rest = n / factor;
  MLIRContext *ctx = type.getContext();
  Complex parts = b.parts(z).map([&](Value x) {
    return b.call("aten.unflatten.int",
                  {x, axis, ArrayRef<int64_t>({factor, rest})});
  });
  Transform inner(b, type, rank + 1, /*normalization=*/0);
  inner.isByParts = true;
  parts = b.parts(
      inner.complex(parts, axis, getAffineConstantExpr(factor, ctx), sign));
  SmallVector<double> cosines, sines;
  for (int64_t k1 = 0; k1 < factor; ++k1)
    for (int64_t t2 = 0; t2 < rest; ++t2) {
      auto [cosine, sine] = getPoint(k1 * t2, n);
      cosines.push_back(scale * cosine);
      sines.push_back(scale * sign * sine);
    }
  SmallVector<int64_t> shape(rank - axis + 1, 1);
  shape[0] = factor;
  shape[1] = rest;
  parts = b.multiply(parts, {b.constant(shape, cosines, type),
                             b.constant(shape, sines, type)});
  parts = b.parts(
      inner.complex(parts, axis + 1, getAffineConstantExpr(rest, ctx), sign));
  return parts.map([&](Value x) {
    x = b.transpose(x, axis, axis + 1);
    return b.flatten(x, axis, axis + 1);
  });
}

Complex Transform::complex(const Complex &z, int64_t axis, AffineExpr n,
                           int sign) {
  if (b.isRefused())
    return {};
  if (!z.pairs && !z.im)
    return fromReal(z.re, axis, n, sign, /*isOneSided=*/false);
  bool isInverse = sign > 0;
  if (usesDft(n)) {
    Value y = b.pairs(z);
    if (isInverse)
      y = scaleParts(y, 1, -1);
    y = dft(y, axis, n, /*isOneSided=*/false);
    std::optional<int64_t> size = sym::getConstant(n);
    double scale = size ? getScale(*size) : 1;
    y = scaleParts(y, scale, isInverse ? -scale : scale);
    if (!size && normalization != 0)
      y = b.mul(y, b.TorchBuilder::cast(getScale(n), type));
    return Complex::fromPairs(y);
  }
  if (std::optional<int64_t> factor = findFactor(n)) {
    int64_t size = *sym::getConstant(n);
    return split(z, axis, *factor, size, sign, getScale(size));
  }
  constexpr Kind kind = Kind::ComplexToComplex;
  if (isByParts && !z.pairs)
    return multiplyParts(z, axis, kind, n, n, n, sign);
  Value table = getTable(kind, n, n, n, sign);
  return Complex::fromPairs(multiply(b.pairs(z), axis, kind, table));
}

Complex Transform::fromReal(Value x, int64_t axis, AffineExpr n, int sign,
                            bool isOneSided) {
  if (b.isRefused())
    return {};
  AffineExpr half = sym::add(sym::floorDiv(n, 2), 1);
  if (usesDft(n)) {
    Value y = dft(b.unsqueeze(x, -1), axis, n, isOneSided);
    std::optional<int64_t> size = sym::getConstant(n);
    double scale = size ? getScale(*size) : 1;
    y = scaleParts(y, scale, sign > 0 ? -scale : scale);
    if (!size && normalization != 0)
      y = b.mul(y, b.TorchBuilder::cast(getScale(n), type));
    return Complex::fromPairs(y);
  }
  if (std::optional<int64_t> factor = findFactor(n)) {
    int64_t size = *sym::getConstant(n);
    Complex all = split(x, axis, *factor, size, sign, getScale(size));
    if (!isOneSided)
      return all;
    auto slice = [&](Value part) {
      return b.slice(part, axis, 0, size / 2 + 1);
    };
    return {slice(all.re), slice(b.imaginary(all))};
  }
  constexpr Kind kind = Kind::RealToComplex;
  AffineExpr numOut = isOneSided ? half : n;
  if (isByParts)
    return multiplyParts(x, axis, kind, n, n, numOut, sign);
  Value table = getTable(kind, n, n, numOut, sign);
  return Complex::fromPairs(multiply(x, axis, kind, table));
}

Value Transform::toReal(const Complex &z, int64_t axis, AffineExpr n) {
  if (b.isRefused())
    return {};
  std::optional<int64_t> size = sym::getConstant(n);
  bool isDft = size && usesDft(n);
  std::optional<int64_t> factor = isDft ? std::nullopt : findFactor(n);
  AffineExpr half = sym::add(sym::floorDiv(n, 2), 1);
  if (isDft || factor) {
    Value y = b.mul(b.pairs(z), weights(*size, axis));
    // As pairs, each axis after this one is one further from the end.
    SmallVector<int64_t> pad(2 * (rank - axis + 1), 0);
    pad.back() = *size - (*size / 2 + 1);
    y = b.pad(y, pad);
    if (b.isRefused())
      return {};
    if (factor)
      return split(Complex::fromPairs(y), axis, *factor, *size, /*sign=*/-1,
                   getScale(*size))
          .re;
    y = b.select(dft(y, axis, n, /*isOneSided=*/false), -1, 0);
    double scale = getScale(*size);
    return scale == 1 ? y : b.mul(y, b.scalar(scale, type));
  }
  constexpr Kind kind = Kind::ComplexToReal;
  if (!z.pairs)
    return multiplyParts(z, axis, kind, n, half, n, /*sign=*/1).re;
  Value table = getTable(kind, n, half, n, /*sign=*/1);
  return multiply(b.pairs(z), axis, kind, table);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

static bool checkFloat(ComplexBuilder &b, Type type) {
  if (isa<FloatType>(type))
    return true;
  b.refuse("expected 'self' to have floating-point elements, found " +
           llvm::to_string(type));
  return false;
}

// aten::_fft_c2c(Tensor self, SymInt[] dim, int normalization, bool forward)
//   -> Tensor
static Complex fftComplex(ComplexBuilder &b) {
  SmallVector<AffineExpr> sizes = b.sizesOf("self");
  Complex z = b.getForms("self");
  int sign = b.getBool("forward") ? -1 : 1;
  Transform transform(b, b.getPartType(), sizes.size(),
                      b.getInt("normalization"));
  SmallVector<int64_t> axes = b.getGivenAxes("dim", sizes.size());
  for (int64_t axis : llvm::reverse(axes))
    z = transform.complex(z, axis, sizes[axis], sign);
  return z;
}

// aten::_fft_r2c(Tensor self, int[] dim, int normalization, bool onesided)
//   -> Tensor
//
// Starts with the last axis, which is the halved one.
static Complex fftFromReal(ComplexBuilder &b) {
  SmallVector<AffineExpr> sizes = b.sizesOf("self");
  SmallVector<int64_t> axes = b.getGivenAxes("dim", sizes.size());
  Value x = b.get("self").re;
  if (b.isRefused() || !checkFloat(b, b.getType(x).getElementType()))
    return {};
  Transform transform(b, b.getPartType(), sizes.size(),
                      b.getInt("normalization"));
  if (axes.empty())
    return x;
  int64_t last = axes.pop_back_val();
  Complex z = transform.fromReal(x, last, sizes[last], /*sign=*/-1,
                                 b.getBool("onesided"));
  for (int64_t axis : llvm::reverse(axes))
    z = transform.complex(z, axis, sizes[axis], /*sign=*/-1);
  return z;
}

// aten::_fft_c2r(Tensor self, int[] dim, int normalization,
//                SymInt last_dim_size) -> Tensor
static Complex fftToReal(ComplexBuilder &b) {
  SmallVector<AffineExpr> sizes = b.sizesOf("self");
  SmallVector<int64_t> axes = b.getGivenAxes("dim", sizes.size());
  AffineExpr n = b.getNumbers().get(b.getArguments(), "last_dim_size");
  if (!b.isRefused() && (!n || axes.empty()))
    b.refuse("expected 'last_dim_size' to be a size and 'dim' not to be empty, "
             "found " +
             b.getArguments().describe("last_dim_size") + " and " +
             b.getArguments().describe("dim"));
  Complex z = b.getForms("self");
  if (b.isRefused())
    return {};
  int64_t last = axes.pop_back_val();
  // Elements of the spectrum beyond the size of the signal are not read.
  AffineExpr half = sym::add(sym::floorDiv(n, 2), 1);
  if (sizes[last] != half)
    return b.refuse("expected 'self' to have the size " + sym::toString(half) +
                    " along the last of 'dim', found " +
                    sym::toString(sizes[last]));
  Transform transform(b, b.getPartType(), sizes.size(),
                      b.getInt("normalization"));
  for (int64_t axis : axes)
    z = transform.complex(z, axis, sizes[axis], /*sign=*/1);
  return transform.toReal(z, last, n);
}

void torch::addComplexFftRules(ComplexRules &r) {
  r.add("aten._fft_c2c.default", fftComplex, Reads::Pairs);
  r.add("aten._fft_r2c.default", fftFromReal);
  r.add("aten._fft_c2r.default", fftToReal, Reads::Pairs);
}
