//===- Reduce.cpp - Lowerings of reductions -------------------------------===//
//
// Sums, extremes, variances and norms along axes, computed in the dtype of the
// result, which torch.export has recorded: sums of booleans and integers are
// int64.
//
// The reduction of a 0-d tensor is its element. Whether ONNX's reductions apply
// their function to a single element has changed between versions, so they are
// not used then.
//
//===----------------------------------------------------------------------===//

#include "Reduce.h"
#include "Linear/Linear.h"
#include "ModuleLowering.h"

#include "Positions.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;

//===----------------------------------------------------------------------===//
// Shared formulas
//===----------------------------------------------------------------------===//

bool torch_onnx::mayBeZero(Lowering &b, AffineExpr size) {
  return sym::mayBeZero(size, b.getModule().getRanges());
}

bool torch_onnx::mayBeEmpty(Lowering &b, Value x) {
  return llvm::any_of(b.dimsOf(x),
                      [&](AffineExpr size) { return mayBeZero(b, size); });
}

bool torch_onnx::isKnownEmpty(Lowering &b, Value x) {
  return llvm::any_of(
      b.dimsOf(x), [&](AffineExpr size) { return b.constantSize(size) == 0; });
}

/// A compute type that ONNX's reductions support. Maximum and minimum support
/// bytes and booleans, the others do not.
static Type getReducibleType(Lowering &b, Type type, bool isExtreme) {
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.getWidth() >= 32)
    return type;
  if (integer.getWidth() == 16 || !isExtreme)
    return b.getBuilder().getI32Type();
  return type;
}

Value torch_onnx::buildReduce(Lowering &b, StringRef op, Value x,
                              ArrayRef<int64_t> axes, bool keepDims) {
  if (axes.empty())
    return x;
  Type type = b.elementTypeOf(x);
  // A reduction over one element returns the element. ONNX Runtime computes
  // integers in f64, which rounds large ones.
  Dims dims = b.dimsOf(x);
  if (!b.isFloat(type) && llvm::all_of(axes, [&](int64_t axis) {
        return b.constantSize(dims[axis]) == 1;
      }))
    return keepDims ? x : b.Squeeze(x, axes);
  bool isExtreme = op == "ReduceMax" || op == "ReduceMin";
  Value wide = b.Cast(x, getReducibleType(b, type, isExtreme));
  return b.Cast(b.reduce(op, wide, axes, keepDims), type);
}

/// Runtimes ignore NaN in ReduceMax and ReduceMin, but Max, Min and ReduceSum
/// propagate it: min(x, -inf) is NaN or -inf, and so is the sum of all of
/// these, whose Max with the extreme is the result. This takes half the time of
/// IsNaN, its reduction and a Where.
Value torch_onnx::buildExtreme(Lowering &b, StringRef op, Value x,
                               ArrayRef<int64_t> axes, bool keepDims) {
  Type type = b.elementTypeOf(x);
  if (axes.empty() || !b.isFloat(type))
    return buildReduce(b, op, x, axes, keepDims);
  Type wide = b.isNarrowFloat(type) ? Type(b.f32()) : type;
  x = b.Cast(x, wide);
  Value extreme = buildReduce(b, op, x, axes, keepDims);
  bool isMax = op == "ReduceMax";
  Dims dims = b.dimsOf(x);
  if (llvm::any_of(axes,
                   [&](int64_t axis) { return mayBeZero(b, dims[axis]); })) {
    // An empty sum is 0. The comparison gives false for an empty reduction,
    // whose maximum is -inf.
    Value isNaN = b.Cast(b.IsNaN(x), wide), zero = b.scalar(0, wide);
    Value hasNaN = b.Greater(b.ReduceMax(isNaN, axes, keepDims), zero);
    return b.Cast(b.Where(hasNaN, b.scalar(NAN, wide), extreme), type);
  }
  Value limit = b.scalar(isMax ? -INFINITY : INFINITY, wide);
  Value marks = isMax ? b.Min(x, limit) : b.Max(x, limit);
  Value mark = buildReduce(b, "ReduceSum", marks, axes, keepDims);
  return b.Cast(isMax ? b.Max(extreme, mark) : b.Min(extreme, mark), type);
}

Value torch_onnx::buildMean(Lowering &b, Value x, ArrayRef<int64_t> axes,
                            bool keepDims) {
  Dims dims = b.dimsOf(x);
  bool mayBeOfNothing = llvm::any_of(
      axes, [&](int64_t axis) { return mayBeZero(b, dims[axis]); });
  if (!mayBeOfNothing)
    return buildReduce(b, "ReduceMean", x, axes, keepDims);
  // A sum of half precision is not rounded before it is divided.
  Type narrow = b.elementTypeOf(x);
  Type type = b.isNarrowFloat(narrow) ? Type(b.f32()) : narrow;
  Value sum = buildReduce(b, "ReduceSum", b.Cast(x, type), axes, keepDims);
  return b.Cast(b.Div(sum, buildCount(b, x, axes, type)), narrow);
}

Value torch_onnx::buildCount(Lowering &b, Value x, ArrayRef<int64_t> axes,
                             Type elementType) {
  Dims sizes;
  Dims dims = b.dimsOf(x);
  for (int64_t axis : axes)
    sizes.push_back(dims[axis]);
  AffineExpr count = sym::product(sizes, b.getContext());
  if (auto constant = b.constantSize(count))
    return b.scalar(*constant, elementType);
  if (count)
    return b.Cast(b.dim0d(count), elementType);
  Value product = b.scalar(1, b.i64());
  for (int64_t axis : axes)
    product = b.Mul(product, b.Squeeze(b.sizeOf(x, axis), 0));
  return b.Cast(product, elementType);
}

/// The sum of the squares along axes.
///
/// Not ReduceSumSquare: ONNX Runtime adds its terms one after the other, so the
/// rounding error grows with their number. ReduceSum adds in several lanes
/// along the last axis, as PyTorch does, and is faster.
static Value buildSumOfSquares(Lowering &b, Value x, ArrayRef<int64_t> axes,
                               bool keepDims) {
  return b.ReduceSum(b.Mul(x, x), axes, keepDims);
}

bool torch_onnx::isReductionOfAtMost(Lowering &b, Value x,
                                     ArrayRef<int64_t> axes, int64_t limit) {
  Dims dims = b.dimsOf(x);
  int64_t count = 1;
  for (int64_t axis : axes) {
    std::optional<int64_t> size = b.constantSize(dims[axis]);
    if (!size || *size > limit)
      return false;
    count *= *size;
    if (count > limit)
      return false;
  }
  return true;
}

Value torch_onnx::buildVectorNorm(Lowering &b, Value x, double p,
                                  ArrayRef<int64_t> axes, bool keepDims) {
  Type type = b.elementTypeOf(x);
  if (p == 0) {
    Value isNonZero = b.Cast(b.Cast(x, b.i1()), type);
    return buildReduce(b, "ReduceSum", isNonZero, axes, keepDims);
  }
  if (axes.empty())
    return b.Abs(x);
  // The norm of one element is its absolute value; a square or a power would
  // underflow.
  Dims dims = b.dimsOf(x);
  if (llvm::all_of(axes, [&](int64_t axis) {
        return b.constantSize(dims[axis]) == 1;
      })) {
    Value magnitude = b.Abs(x);
    return keepDims ? magnitude : b.Squeeze(magnitude, axes);
  }
  if (p == 1)
    return b.reduce("ReduceL1", x, axes, keepDims);
  // The order in which a few elements are added does not matter.
  if (p == 2 && (!type.isF32() || isReductionOfAtMost(b, x, axes, 64)))
    return b.reduce("ReduceL2", x, axes, keepDims);
  if (p == 2)
    return b.Sqrt(buildSumOfSquares(b, x, axes, keepDims));
  if (std::isinf(p))
    return buildExtreme(b, p > 0 ? "ReduceMax" : "ReduceMin", b.Abs(x), axes,
                        keepDims);
  // Even powers need no absolute value.
  Value magnitude = std::fmod(p, 2) == 0 ? x : b.Abs(x);
  Value sum = b.ReduceSum(b.Pow(magnitude, b.scalar(p, type)), axes, keepDims);
  return b.Pow(sum, b.scalar(1 / p, type));
}

/// True when the reduction is known to be empty.
static bool isOfNothing(Lowering &b, Value x, ArrayRef<int64_t> axes) {
  Dims dims = b.dimsOf(x);
  return llvm::any_of(
      axes, [&](int64_t axis) { return b.constantSize(dims[axis]) == 0; });
}

//===----------------------------------------------------------------------===//
// Sums and products
//===----------------------------------------------------------------------===//

/// The reduction of a tensor in the dtype of the result.
static Lowered reduce(Lowering &b, StringRef op, Value x,
                      ArrayRef<int64_t> axes, bool keepDims) {
  Type type = b.resultElementType();
  if (b.isComplex(type))
    return b.refuseResult("real elements");
  // Booleans add up to "any" and multiply to "all".
  if (b.isBool(type) && op == "ReduceSum")
    op = "ReduceMax";
  if (b.isBool(type) && op == "ReduceProd")
    op = "ReduceMin";
  // ONNX does not define the mean of an empty tensor.
  if (op == "ReduceMean" && isOfNothing(b, x, axes))
    return b.full(b.scalar(NAN, type), b.resultType());
  if (op == "ReduceMean")
    return buildMean(b, x, axes, keepDims);
  if (op == "ReduceMax" || op == "ReduceMin")
    return buildExtreme(b, op, x, axes, keepDims);
  return buildReduce(b, op, x, axes, keepDims);
}

// aten::sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *,
//                       ScalarType? dtype=None) -> Tensor
static Lowered lowerReduce(Lowering &b, StringRef op) {
  Value x = b.tensor("self", b.resultElementType());
  return reduce(b, op, x, b.getAxes("dim", b.rankOf(x)),
                b.getBool("keepdim", false));
}

// prims::sum(Tensor inp, int[]? dims, *, ScalarType? output_dtype=None)
//     -> Tensor
//
// An empty list, unlike None, reduces no dimension. torch.export records it
// this way, whereas the kernels, except that of prod, reduce all dimensions
// (torch/_prims/__init__.py).
static Lowered lowerPrimReduce(Lowering &b, StringRef op) {
  Value x = b.tensor("inp", b.resultElementType());
  bool isEmptyList = b.has("dims") && b.getInts("dims").empty();
  if (isEmptyList && b.rankOf(x) > 0 && op != "ReduceProd")
    return b.refuse("expected 'dims' to be None or to name a dimension, found "
                    "an empty list, for which PyTorch has two meanings");
  SmallVector<int64_t> axes;
  if (!isEmptyList)
    axes = b.getAxes("dims", b.rankOf(x));
  return reduce(b, op, x, axes, /*keepDims=*/false);
}

// aten::sum_to_size(Tensor self, SymInt[] size) -> Tensor
//
// The sum over the dimensions that broadcasting has expanded.
static Lowered lowerSumToSize(Lowering &b) {
  Value x = b.tensor("self", b.resultElementType());
  Dims source = b.dimsOf(x), target = b.resultDims();
  int64_t missing = source.size() - target.size();
  SmallVector<int64_t> axes = b.integers(0, missing);
  for (auto [index, size] : llvm::enumerate(target))
    if (b.constantSize(size) == 1 &&
        b.constantSize(source[missing + index]) != 1)
      axes.push_back(missing + index);
  return b.reshape(buildReduce(b, "ReduceSum", x, axes, /*keepDims=*/true),
                   b.resultType());
}

// aten::nansum(Tensor self, int[1]? dim=None, bool keepdim=False, *,
//              ScalarType? dtype=None) -> Tensor
static Lowered lowerNanSum(Lowering &b) {
  Value x = b.tensor("self");
  if (b.isComplex(b.elementTypeOf(x)))
    return b.refuseElements("self", "real elements", b.elementTypeOf(x));
  if (b.isFloat(b.elementTypeOf(x)))
    x = b.Where(b.IsNaN(x), b.scalar(0, b.elementTypeOf(x)), x);
  return buildReduce(b, "ReduceSum", b.Cast(x, b.resultElementType()),
                     b.getAxes("dim", b.rankOf(x)),
                     b.getBool("keepdim", false));
}

// aten::nanmean(Tensor self, int[1]? dim=None, bool keepdim=False, *,
//               ScalarType? dtype=None) -> Tensor
static Lowered lowerNanMean(Lowering &b) {
  Type type = b.resultElementType();
  if (b.isComplex(type))
    return b.refuseResult("real elements");
  Value x = b.tensor("self", type), isNaN = b.IsNaN(x);
  SmallVector<int64_t> axes = b.getAxes("dim", b.rankOf(x));
  bool keepDims = b.getBool("keepdim", false);
  Value sum = buildReduce(b, "ReduceSum", b.Where(isNaN, b.scalar(0, type), x),
                          axes, keepDims);
  Value count =
      buildReduce(b, "ReduceSum", b.Cast(b.Not(isNaN), type), axes, keepDims);
  return b.Div(sum, count);
}

// aten::count_nonzero.dim_IntList(Tensor self, int[] dim) -> Tensor
static Lowered lowerCountNonZero(Lowering &b) {
  Value x = b.tensor("self");
  if (b.isComplex(b.elementTypeOf(x)))
    return b.refuseElements("self", "real elements", b.elementTypeOf(x));
  Value isNonZero = b.Cast(b.Cast(x, b.i1()), b.i64());
  return buildReduce(b, "ReduceSum", isNonZero, b.getAxes("dim", b.rankOf(x)),
                     /*keepDims=*/false);
}

// aten::logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor
static Lowered lowerLogSumExp(Lowering &b) {
  if (b.isComplex(b.resultElementType()))
    return b.refuseResult("real elements");
  Value x = b.tensor("self", b.resultElementType());
  return buildReduce(b, "ReduceLogSumExp", x, b.getAxes("dim", b.rankOf(x)),
                     b.getBool("keepdim", false));
}

// aten::trace(Tensor self) -> Tensor
static Lowered lowerTrace(Lowering &b) {
  Type type = b.resultElementType();
  if (b.isComplex(type))
    return b.refuseResult("real elements");
  Value x = b.tensor("self", type);
  Dims dims = b.dimsOf(x);
  // Einsum requires a square matrix. Zeros outside of it do not change the sum.
  if (dims[0] != dims[1] || !dims[0]) {
    auto rows = b.constantSize(dims[0]), columns = b.constantSize(dims[1]);
    if (!rows || !columns) {
      Value positions = buildDiagonal(b, x, /*offset=*/0, AffineExpr());
      Value elements = b.reshape(x, sym::mul(dims[0], dims[1]));
      return b.ReduceSum(b.Gather(elements, positions, 0), 0,
                         /*keepDims=*/false);
    }
    x = b.Slice(x, {0, 0},
                {std::min(*rows, *columns), std::min(*rows, *columns)}, {0, 1});
  }
  return buildEinsum(b, x, "ii->");
}

//===----------------------------------------------------------------------===//
// Extremes, any and all
//===----------------------------------------------------------------------===//

// aten::aminmax(Tensor self, *, int? dim=None, bool keepdim=False)
//   -> (Tensor min, Tensor max)
static Lowered lowerAMinMax(Lowering &b) {
  Value x = b.tensor("self");
  SmallVector<int64_t> axes = b.getAxes("dim", b.rankOf(x));
  bool keepDims = b.getBool("keepdim", false);
  return std::pair(buildExtreme(b, "ReduceMin", x, axes, keepDims),
                   buildExtreme(b, "ReduceMax", x, axes, keepDims));
}

// aten::any.dims(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor
//
// Bytes stay bytes. An empty list means no dimension here.
static Lowered lowerAny(Lowering &b, StringRef op) {
  Value x = b.tensor("self");
  if (b.isComplex(b.elementTypeOf(x)))
    return b.refuseElements("self", "real elements", b.elementTypeOf(x));
  x = b.Cast(x, b.i1());
  SmallVector<int64_t> axes;
  if (!b.has("dim") || b.getArguments().getInt("dim") ||
      !b.getInts("dim").empty())
    axes = b.getAxes("dim", b.rankOf(x));
  if (isOfNothing(b, x, axes))
    return b.full(b.scalar(op == "ReduceMin", b.resultElementType()),
                  b.resultType());
  return b.Cast(buildReduce(b, op, x, axes, b.getBool("keepdim", false)),
                b.resultElementType());
}

//===----------------------------------------------------------------------===//
// Variances
//===----------------------------------------------------------------------===//

/// max(N - correction, 0), and 0 for an empty reduction.
static Value buildDegreesOfFreedom(Lowering &b, Value x, ArrayRef<int64_t> axes,
                                   double correction) {
  Type type = b.elementTypeOf(x);
  Dims dims = b.dimsOf(x);
  int64_t count = 1;
  bool isConstant = true;
  for (int64_t axis : axes) {
    std::optional<int64_t> size = b.constantSize(dims[axis]);
    isConstant &= size.has_value();
    count *= size.value_or(1);
  }
  if (isConstant)
    return b.scalar(std::max(0.0, double(count) - correction), type);
  Value freedom = buildCount(b, x, axes, type);
  if (correction == 0)
    return freedom;
  Value zero = b.scalar(0, type);
  Value corrected = b.Max(b.Sub(freedom, b.scalar(correction, type)), zero);
  bool mayBeNothing = llvm::any_of(
      axes, [&](int64_t axis) { return mayBeZero(b, dims[axis]); });
  if (correction > 0 || !mayBeNothing)
    return corrected;
  // The variance of an empty tensor is NaN for any correction.
  return b.Where(b.Equal(freedom, zero), zero, corrected);
}

/// Lowers var, std, var_mean, std_mean. `unbiased` is a correction of 1.
static Lowered lowerVariance(Lowering &b, bool isRoot, bool withMean) {
  Type type = b.resultElementType();
  Value x = b.tensor("self");
  if (b.isComplex(b.elementTypeOf(x)))
    return b.refuseElements("self", "real elements", b.elementTypeOf(x));
  x = b.Cast(x, type);
  double correction = b.has("unbiased") ? double(b.getBool("unbiased"))
                                        : b.getFloat("correction", 1);
  bool keepDims = b.getBool("keepdim", false);
  if (b.rankOf(x) == 0) {
    // The deviation of one element is zero.
    Value zero = b.Sub(x, x);
    Value variance = correction < 1 ? zero : b.Div(zero, b.scalar(0, type));
    return withMean ? Lowered(std::pair(variance, x)) : Lowered(variance);
  }
  SmallVector<int64_t> axes = b.getAxes("dim", b.rankOf(x));
  if (isOfNothing(b, x, axes)) {
    SmallVector<Value> nan;
    for (unsigned i = 0; i < b.getNumResults(); ++i)
      nan.push_back(b.full(b.scalar(NAN, type), b.resultType(i)));
    return nan;
  }
  Value mean = buildMean(b, x, axes, /*keepDims=*/true);
  Value deviation = b.Sub(x, mean);
  Value result;
  if (correction == 0)
    result = buildMean(b, b.Mul(deviation, deviation), axes, keepDims);
  else
    result = b.Div(buildSumOfSquares(b, deviation, axes, keepDims),
                   buildDegreesOfFreedom(b, x, axes, correction));
  if (isRoot)
    result = b.Sqrt(result);
  if (!withMean)
    return result;
  return std::pair(result, keepDims ? mean : b.Squeeze(mean, axes));
}

//===----------------------------------------------------------------------===//
// Norms
//===----------------------------------------------------------------------===//

/// The argument in the dtype in which the norm is computed.
static Value getNormed(Lowering &b, StringRef name = "self") {
  Value x = b.tensor(name);
  if (b.isComplex(b.elementTypeOf(x)))
    b.refuseElements(name, "real elements", b.elementTypeOf(x));
  return b.Cast(x, b.resultElementType());
}

// aten::linalg_vector_norm(Tensor self, Scalar ord=2, int[1]? dim=None,
//   bool keepdim=False, *, ScalarType? dtype=None) -> Tensor
// aten::norm.ScalarOpt_dim(Tensor self, Scalar? p, int[1] dim,
//                          bool keepdim=False) -> Tensor
static Lowered lowerVectorNorm(Lowering &b, StringRef order) {
  Value x = getNormed(b);
  if (b.isRefused())
    return Lowered::refused();
  return buildVectorNorm(b, x, b.getFloat(order, 2),
                         b.getAxes("dim", b.rankOf(x)),
                         b.getBool("keepdim", false));
}

/// The norm of the matrices in two dimensions, `row` and `column`, in any
/// order.
static Lowered buildMatrixNorm(Lowering &b, Value x, double order, int64_t row,
                               int64_t column, bool keepDims) {
  bool isLargest = order > 0;
  if (std::abs(order) != 1 && !std::isinf(order))
    return b.refuseArgument("ord", "1, -1, inf, -inf or 'fro' for matrices");
  // The maximum or minimum of the sums of columns (1) or rows (inf).
  int64_t summed = std::isinf(order) ? column : row;
  int64_t compared = std::isinf(order) ? row : column;
  Value sums = b.reduce("ReduceL1", x, summed, keepDims);
  bool mayBeOfNothing = isLargest && mayBeZero(b, b.dimsOf(x)[compared]);
  if (!keepDims && compared > summed)
    --compared;
  Value norm = buildExtreme(b, isLargest ? "ReduceMax" : "ReduceMin", sums,
                            compared, keepDims);
  // The norm of an empty matrix is 0, but ReduceMax of no elements is -inf.
  return mayBeOfNothing ? b.Max(norm, b.scalar(0, b.elementTypeOf(norm)))
                        : norm;
}

// aten::linalg_norm(Tensor self, Scalar? ord=None, int[1]? dim=None,
//   bool keepdim=False, *, ScalarType? dtype=None) -> Tensor
// aten::linalg_matrix_norm(Tensor self, Scalar ord, int[] dim=[-2, -1],
//   bool keepdim=False, *, ScalarType? dtype=None) -> Tensor
// aten::linalg_matrix_norm.str_ord(Tensor self, str ord="fro", ...) -> Tensor
//
// A matrix norm if the order is given and there are two dimensions.
static Lowered lowerLinalgNorm(Lowering &b) {
  Value x = getNormed(b);
  if (b.isRefused())
    return Lowered::refused();
  int64_t rank = b.rankOf(x);
  bool keepDims = b.getBool("keepdim");
  SmallVector<int64_t> dims = b.getInts("dim");
  for (int64_t &dim : dims)
    dim = dim < 0 ? dim + rank : dim;
  std::optional<StringRef> name = b.getArguments().getString("ord");
  bool isFrobenius = name == StringRef("fro");
  if (name && !isFrobenius)
    return b.refuseArgument("ord", "a number or 'fro'");
  if (!b.has("ord") || isFrobenius)
    return buildVectorNorm(b, x, 2, b.getAxes("dim", rank), keepDims);
  if (dims.empty())
    dims = b.integers(0, rank);
  if (dims.size() == 2)
    return buildMatrixNorm(b, x, b.getFloat("ord"), dims[0], dims[1], keepDims);
  return buildVectorNorm(b, x, b.getFloat("ord"), dims, keepDims);
}

// aten::dist(Tensor self, Tensor other, Scalar p=2) -> Tensor
static Lowered lowerDist(Lowering &b) {
  Value x = getNormed(b), y = getNormed(b, "other");
  if (b.isRefused())
    return Lowered::refused();
  Value difference = b.Sub(x, y);
  return buildVectorNorm(b, difference, b.getFloat("p"),
                         b.getOtherAxes(difference, -1), /*keepDims=*/false);
}

// aten::renorm(Tensor self, Scalar p, int dim, Scalar maxnorm) -> Tensor
//
// The small number is the one that PyTorch uses.
static Lowered lowerRenorm(Lowering &b) {
  Value x = getNormed(b);
  if (b.isRefused())
    return Lowered::refused();
  Type type = b.elementTypeOf(x);
  SmallVector<int64_t> axes = b.getOtherAxes(x, b.getAxis("dim", b.rankOf(x)));
  Value norm = buildVectorNorm(b, x, b.getFloat("p"), axes, /*keepDims=*/true);
  Value limit = b.number("maxnorm", type);
  Value scale = b.Div(limit, b.Add(norm, b.scalar(1e-7, type)));
  Value factor = b.Where(b.Greater(norm, limit), scale, b.scalar(1, type));
  return b.Mul(x, factor);
}

void torch_onnx::populateReduce(LoweringRegistry &r) {
  // A sum by a single operation is rounded once in any dtype.
  WrappedLowerings wide(r, inOpMath);
  r.add({"aten._is_all_true.default", "aten.all.default", "aten.all.dim",
         "aten.all.dims"},
        lowerAny, "ReduceMin");
  r.add({"aten.amax.default", "aten.max.default"}, lowerReduce, "ReduceMax");
  r.add({"aten.amin.default", "aten.min.default"}, lowerReduce, "ReduceMin");
  r.add({"aten._aminmax.default", "aten._aminmax.dim", "aten.aminmax.default"},
        lowerAMinMax);
  r.add({"aten._is_any_true.default", "aten.any.default", "aten.any.dim",
         "aten.any.dims"},
        lowerAny, "ReduceMax");
  r.add({"aten.count_nonzero.default", "aten.count_nonzero.dim_IntList"},
        lowerCountNonZero);
  wide.add("aten.dist.default", lowerDist);
  wide.add({"aten.linalg_matrix_norm.default",
            "aten.linalg_matrix_norm.str_ord", "aten.linalg_norm.default",
            "aten.linalg_norm.ord_str"},
           lowerLinalgNorm);
  wide.add("aten.linalg_vector_norm.default", lowerVectorNorm, "ord");
  wide.add("aten.logsumexp.default", lowerLogSumExp);
  r.add({"aten.mean.default", "aten.mean.dim"}, lowerReduce, "ReduceMean");
  wide.add("aten.nanmean.default", lowerNanMean);
  r.add("aten.nansum.default", lowerNanSum);
  wide.add({"aten.frobenius_norm.dim", "aten.norm.Scalar",
            "aten.norm.ScalarOpt_dim", "aten.norm.ScalarOpt_dim_dtype",
            "aten.norm.ScalarOpt_dtype"},
           lowerVectorNorm, "p");
  r.add("prims.amax.default", lowerPrimReduce, "ReduceMax");
  r.add("prims.amin.default", lowerPrimReduce, "ReduceMin");
  r.add("prims.prod.default", lowerPrimReduce, "ReduceProd");
  r.add("prims.sum.default", lowerPrimReduce, "ReduceSum");
  r.add({"aten.prod.default", "aten.prod.dim_int"}, lowerReduce, "ReduceProd");
  wide.add("aten.renorm.default", lowerRenorm);
  for (bool isRoot : {false, true})
    for (bool withMean : {false, true})
      for (StringRef overload : {"correction", "default", "dim"})
        wide.add(("aten." + Twine(isRoot ? "std" : "var") +
                  (withMean ? "_mean." : ".") + overload)
                     .str(),
                 lowerVariance, isRoot, withMean);
  r.add({"aten.sum.default", "aten.sum.dim_IntList"}, lowerReduce, "ReduceSum");
  r.add("aten.sum_to_size.default", lowerSumToSize);
  r.add("aten.trace.default", lowerTrace);
}
