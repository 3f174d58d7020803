//===- DecomposeSpectral.cpp - Orthogonal factors, spectra, norms ---------===//
//
// Operators that are computed by a QR factorization, eigenvalues or singular
// values (Matrices.h), and the exponential and the square root of a matrix.
//
// Source: ATen/native/BatchLinearAlgebra.cpp, LinearAlgebra.cpp.
//
//===----------------------------------------------------------------------===//

#include "Matrices.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Torch/Inference/Linalg.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;
using namespace torch_onnx::torch::matrices;

//===----------------------------------------------------------------------===//
// QR
//===----------------------------------------------------------------------===//

static Value nothingLike(TorchBuilder &b, Value x) {
  return b.newZeros(x, {0});
}

// aten::geqrf(Tensor self) -> (Tensor a, Tensor tau)
static Decomposed geqrf(TorchBuilder &b, const Arguments &args) {
  Reflections q =
      factorQr(b, getMatrices(b, args, "self"), getDeclared(args, 1, -1));
  Value below = b.call("aten.tril.default", {q.vectors, -1});
  return {b.add(q.upper, resize(b, below, -1, sizeOf(q.upper, -1))), q.tau};
}

static Decomposed qr(TorchBuilder &b, const Arguments &args, Value a,
                     StringRef mode) {
  AffineExpr declared =
      mode == "complete" ? AffineExpr() : getDeclared(args, 1, -2);
  Reflections q = factorQr(b, a, declared);
  if (mode == "complete")
    return {applyReflections(b, q.vectors, q.tau, identity(b, a, sizeOf(a, -2)),
                             false),
            q.upper};
  Value r = cut(b, q.upper, -2, declared);
  if (mode == "r")
    return {nothingLike(b, a), r};
  return {
      applyReflections(b, q.vectors, q.tau, identityLike(b, q.vectors), false),
      r};
}

// aten::linalg_qr(Tensor A, str mode="reduced") -> (Tensor Q, Tensor R)
static Decomposed linalgQr(TorchBuilder &b, const Arguments &args) {
  std::optional<StringRef> mode = args.getString("mode");
  if (mode != "reduced" && mode != "complete" && mode != "r")
    return b.refuse(
        "its rule expects 'mode' to be 'reduced', 'complete' or 'r', "
        "found " +
        args.describe("mode"));
  return qr(b, args, getMatrices(b, args, "A"), *mode);
}

// aten::qr(Tensor self, bool some=True) -> (Tensor Q, Tensor R)
static Decomposed oldQr(TorchBuilder &b, const Arguments &args) {
  return qr(b, args, getMatrices(b, args, "self"),
            getFlag(b, args, "some") ? "reduced" : "complete");
}

/// The vectors of reflections, which are below the diagonal of a matrix; `tau`
/// has one element for each.
static Value getVectors(TorchBuilder &b, Value packed, Value tau) {
  // There are at most as many reflections as columns.
  AffineExpr count = sizeOf(tau, -1);
  Value columns = firstOf(b, packed, -1, count, /*declared=*/count);
  Value below = b.call("aten.tril.default", {columns, -1});
  return b.add(below, identityLike(b, below));
}

// aten::linalg_householder_product(Tensor input, Tensor tau) -> Tensor
static Decomposed householderProduct(TorchBuilder &b, const Arguments &args) {
  Value packed = getMatrices(b, args, "input"), tau = args.getValue("tau");
  Value vectors = getVectors(b, packed, tau);
  return applyReflections(b, vectors, tau, identityLike(b, packed), false);
}

// aten::ormqr(Tensor self, Tensor input2, Tensor input3, bool left=True,
//   bool transpose=False) -> Tensor
static Decomposed ormqr(TorchBuilder &b, const Arguments &args) {
  Value packed = getMatrices(b, args, "self"), tau = args.getValue("input2");
  Value x = getMatrices(b, args, "input3");
  bool isLeft = getFlag(b, args, "left");
  bool isAdjoint = getFlag(b, args, "transpose");
  Value vectors = getVectors(b, packed, tau);
  if (isLeft)
    return applyReflections(b, vectors, tau, x, isAdjoint);
  // X Q is the adjoint of Q^H X^H.
  return adjoint(b,
                 applyReflections(b, vectors, tau, adjoint(b, x), !isAdjoint));
}

//===----------------------------------------------------------------------===//
// Eigenvalues
//===----------------------------------------------------------------------===//

static Eigen eigenOf(TorchBuilder &b, const Arguments &args, Value a,
                     bool wantsVectors) {
  std::optional<StringRef> triangle = args.getString("UPLO");
  if (!triangle || (triangle->upper() != "L" && triangle->upper() != "U"))
    b.refuse("its rule expects 'UPLO' to be 'L' or 'U', found " +
             args.describe("UPLO"));
  if (b.isRefused())
    return {};
  return findEigen(b, triangle->upper() == "U" ? adjoint(b, a) : a,
                   wantsVectors);
}

// aten::linalg_eigh(Tensor self, str UPLO="L")
//   -> (Tensor eigenvalues, Tensor eigenvectors)
// aten::_linalg_eigh(Tensor A, str UPLO="L", bool compute_v=True)
//   -> (Tensor eigenvalues, Tensor eigenvectors)
// aten::linalg_eigvalsh(Tensor self, str UPLO="L") -> Tensor
static Decomposed eigh(TorchBuilder &b, const Arguments &args) {
  Value a = getSquare(b, args);
  bool isPair = args.getOp()->getNumResults() == 2;
  bool hasFlag = args.getOp().getSchema()->findArg("compute_v").has_value();
  bool wantsVectors = hasFlag ? getFlag(b, args, "compute_v") : isPair;
  Eigen eigen = eigenOf(b, args, a, wantsVectors);
  if (!isPair)
    return eigen.values;
  return {eigen.values, wantsVectors ? eigen.vectors : nothingLike(b, a)};
}

//===----------------------------------------------------------------------===//
// Singular values
//===----------------------------------------------------------------------===//

static SingularVectors getWanted(bool isFull) {
  return isFull ? SingularVectors::Full : SingularVectors::Reduced;
}

// aten::linalg_svd(Tensor A, bool full_matrices=True, *, str? driver=None)
//   -> (Tensor U, Tensor S, Tensor Vh)
static Decomposed svd(TorchBuilder &b, const Arguments &args) {
  Value a = getMatrices(b, args, "A");
  Singular s = findSingular(b, a, getWanted(getFlag(b, args, "full_matrices")));
  return {s.left, s.values, s.rightAdjoint};
}

// aten::_linalg_svd(Tensor A, bool full_matrices=False, bool compute_uv=True,
//   *, str? driver=None) -> (Tensor U, Tensor S, Tensor Vh)
static Decomposed svdWithFlag(TorchBuilder &b, const Arguments &args) {
  if (getFlag(b, args, "compute_uv"))
    return svd(b, args);
  Value a = getMatrices(b, args, "A");
  Value values =
      findSingular(b, a, SingularVectors::None, getDeclared(args, 1, -1))
          .values;
  return {nothingLike(b, a), values, nothingLike(b, a)};
}

// aten::svd(Tensor self, bool some=True, bool compute_uv=True)
//   -> (Tensor U, Tensor S, Tensor V)
static Decomposed oldSvd(TorchBuilder &b, const Arguments &args) {
  Value a = getMatrices(b, args, "self");
  if (!getFlag(b, args, "compute_uv")) {
    // Eager returns zeros.
    Value values =
        findSingular(b, a, SingularVectors::None, getDeclared(args, 1, -1))
            .values;
    auto zeros = [&](int64_t axis) {
      Value square = identity(b, a, sizeOf(a, axis));
      return b.unary("zeros_like", square);
    };
    return {zeros(-2), values, zeros(-1)};
  }
  Singular s = findSingular(b, a, getWanted(!getFlag(b, args, "some")),
                            getDeclared(args, 1, -1));
  return {s.left, s.values, adjoint(b, s.rightAdjoint)};
}

// aten::linalg_svdvals(Tensor A, *, str? driver=None) -> Tensor
static Decomposed svdvals(TorchBuilder &b, const Arguments &args) {
  return findSingular(b, getMatrices(b, args, "A"), SingularVectors::None,
                      getDeclared(args, 0, -1))
      .values;
}

/// The tolerance below which a singular value counts as zero: the maximum of an
/// absolute tolerance and of a relative tolerance times the largest value, both
/// [.., 1]. (ATen/native/LinearAlgebra.cpp get_atol_rtol)
static Value getTolerance(TorchBuilder &b, const Arguments &args, Value a,
                          Value values) {
  Type type = getRealType(a);
  double epsilon = getEpsilon(a);
  // Values are in descending order, except those of Hermitian matrices.
  Value largest =
      b.call("aten.amax.default", {values, ArrayRef<int64_t>(-1), true});
  bool isOld = args.getOp().getSchema()->findArg("rcond").has_value();
  StringRef relativeName = isOld ? "rcond" : "rtol";
  bool hasAbsolute = !isOld && args.has("atol");
  auto read = [&](StringRef name) -> Value {
    Value given = args.getValue(name);
    if (!given) {
      std::optional<double> number = args.getFloat(name);
      if (!number)
        return b.refuse("its rule expects '" + name +
                        "' to be a tensor or a constant, found " +
                        args.describe(name));
      return b.call("aten.full_like.default", {largest, *number});
    }
    given = b.cast(given, type);
    return getRank(given) ? b.unsqueeze(given, -1) : given;
  };
  auto getDefault = [&]() -> Value {
    Value unit = b.call("aten.full_like.default", {largest, epsilon});
    auto times = [&](int64_t axis) {
      return b.mul(unit, b.size(sizeOf(a, axis)));
    };
    return b.binary("maximum", times(-2), times(-1));
  };
  Value absolute = hasAbsolute ? read("atol") : Value();
  Value relative;
  if (args.has(relativeName)) {
    relative = read(relativeName);
  } else {
    relative = getDefault();
    // An absolute tolerance replaces the default.
    if (absolute && !b.isRefused())
      relative = b.where(b.compare("gt", absolute, 0), 0, relative);
  }
  Value tolerance = b.mul(relative, largest);
  return absolute ? b.binary("maximum", absolute, tolerance) : tolerance;
}

static bool isHermitian(TorchBuilder &b, const Arguments &args) {
  return args.getOp().getSchema()->findArg("hermitian") &&
         getFlag(b, args, "hermitian");
}

// aten::linalg_pinv.atol_rtol_tensor(Tensor self, *, Tensor? atol=None,
//   Tensor? rtol=None, bool hermitian=False) -> Tensor
// aten::linalg_pinv(Tensor self, float rcond, bool hermitian=False) -> Tensor
// aten::pinverse(Tensor self, float rcond=1e-15) -> Tensor
static Decomposed pinv(TorchBuilder &b, const Arguments &args) {
  Value a = getMatrices(b, args, "self");
  bool hermitian = isHermitian(b, args);
  if (isEmpty(a))
    return b.unary("clone", b.transpose(a));
  Value left, right, values;
  if (hermitian) {
    Eigen eigen = findEigen(b, a, /*wantsVectors=*/true);
    left = eigen.vectors;
    values = eigen.values;
  } else {
    Singular s = findSingular(b, a, SingularVectors::Reduced);
    left = s.left;
    values = s.values;
    right = adjoint(b, s.rightAdjoint);
  }
  Value sizes = hermitian ? b.unary("abs", values) : values;
  Value isLarge = b.compare("gt", sizes, getTolerance(b, args, a, sizes));
  Value inverse = b.where(isLarge, b.unary("reciprocal", values), 0);
  Value scaled = b.mul(hermitian ? left : right, b.unsqueeze(inverse, -2));
  return b.matmul(scaled, adjoint(b, left));
}

// aten::linalg_matrix_rank.atol_rtol_tensor(Tensor input, *,
//   Tensor? atol=None, Tensor? rtol=None, bool hermitian=False) -> Tensor
static Decomposed matrixRank(TorchBuilder &b, const Arguments &args) {
  Value a = getMatrices(b, args);
  bool hermitian = isHermitian(b, args);
  if (isEmpty(a)) {
    Value zeros = b.sum(b.sum(b.cast(a, b.getBuilder().getI64Type()), -1), -1);
    return b.unary("zeros_like", zeros);
  }
  Value values =
      hermitian ? b.unary("abs", findEigen(b, a, /*wantsVectors=*/false).values)
                : findSingular(b, a, SingularVectors::None).values;
  return b.sum(b.compare("gt", values, getTolerance(b, args, a, values)), -1);
}

/// The result `residuals` of linalg_lstsq: the squared lengths of the columns
/// of A X - B, or nothing if they are not computed.
static Value getResiduals(TorchBuilder &b, const Arguments &args,
                          StringRef driver, Value a, Value x, Value rhs) {
  OperatorOp op = args.getOp();
  if (op->getResult(1).use_empty())
    return {};
  auto isAtLeast = [&](AffineExpr lhs, AffineExpr rhs) {
    return b.getNumbers().lowerBound(sym::sub(lhs, rhs)).value_or(-1) >= 0;
  };
  // Those of empty matrices are not known.
  Residuals which =
      getResiduals(driver, isEmpty(a) ? AffineExpr() : sizeOf(a, -2),
                   sizeOf(a, -1), isAtLeast);
  if (which == Residuals::None)
    return nothingLike(b, realOf(b, a));
  if (which == Residuals::Unknown)
    return b.refuse("its rule expects 'residuals' not to be used if there are "
                    "none for some matrices, found the driver '" +
                    driver + "' for a matrix of unknown rank or size");
  Value lengths = b.unary("abs", b.sub(b.matmul(a, x), rhs));
  return b.sum(b.mul(lengths, lengths), -2);
}

// aten::linalg_lstsq(Tensor self, Tensor b, float? rcond=None, *,
//   str? driver=None) -> (Tensor solution, Tensor residuals, Tensor rank,
//   Tensor singular_values)
//
// The solution of least length. The drivers of LAPACK agree on it if the
// discarded singular values are rounding errors. 'gelsy' discards columns
// instead of singular values, so a given 'rcond' changes its results in another
// way.
static Decomposed leastSquares(TorchBuilder &b, const Arguments &args) {
  Value a = getMatrices(b, args, "self"), rhs = args.getValue("b");
  std::optional<StringRef> driver = args.getString("driver");
  if (!args.has("driver"))
    driver = "gelsy";
  if (driver != "gels" && driver != "gelsy" && driver != "gelsd" &&
      driver != "gelss")
    b.refuse("its rule expects 'driver' to be a driver for processors, found " +
             args.describe("driver"));
  std::optional<double> given = args.getFloat("rcond");
  if (args.has("rcond") && driver != "gels" &&
      (driver == "gelsy" || !given || *given <= 0 || *given >= 1))
    b.refuse("its rule expects 'rcond' to be None or, for the drivers 'gelsd' "
             "and 'gelss', between 0 and 1, found " +
             args.describe("rcond"));
  if (b.isRefused())
    return Value();
  bool isVector = hasVectors(b.getType(a), b.getType(rhs));
  if (!isVector && getRank(a) != getRank(rhs))
    return b.refuse("its rule expects 'b' to have as many dimensions as "
                    "'self', found ranks " +
                    Twine(getRank(rhs)) + " and " + Twine(getRank(a)));
  if (isVector)
    rhs = b.unsqueeze(rhs, -1);
  Value x, rank, values;
  if (isEmpty(a)) {
    x = b.matmul(adjoint(b, a), rhs);
    Value zeros = b.sum(b.sum(b.compare("ne", a, 0.0), -1), -1);
    rank = b.unary("zeros_like", zeros);
  } else {
    Singular s = findSingular(b, a, SingularVectors::Reduced);
    values = s.values;
    Value inverse = b.unary("reciprocal", values);
    if (driver != "gels") {
      Value isLarge = b.compare("gt", values, getTolerance(b, args, a, values));
      inverse = b.call("aten.where.ScalarOther", {isLarge, inverse, 0});
      rank = b.sum(isLarge, -1);
    }
    x = b.matmul(adjoint(b, s.left), rhs);
    x = b.matmul(adjoint(b, s.rightAdjoint),
                 b.mul(x, b.unsqueeze(inverse, -1)));
  }
  Value residuals = getResiduals(b, args, *driver, a, x, rhs);
  if (driver == "gels")
    rank = b.cast(nothingLike(b, a), b.getBuilder().getI64Type());
  if (driver == "gels" || driver == "gelsy")
    values = nothingLike(b, realOf(b, a));
  return {isVector ? b.squeeze(x, -1) : x, residuals, rank, values};
}

//===----------------------------------------------------------------------===//
// Norms
//===----------------------------------------------------------------------===//

/// The largest singular value; 0 for an empty matrix.
static Value largestOf(TorchBuilder &b, Value values) {
  AffineExpr count = sizeOf(values, -1);
  if (!count || b.getNumbers().lowerBound(count).value_or(0) < 1)
    values = b.pad(values, {0, 1});
  return b.call("aten.amax.default", {values, ArrayRef<int64_t>(-1)});
}

/// The norms based on singular values: 2, -2 and 'nuc'.
static Value spectralNorm(TorchBuilder &b, const Arguments &args) {
  Value x = args.getValue("self");
  if (b.isRefused())
    return {};
  if (Type dtype = args.getDtype("dtype"))
    x = b.cast(x, dtype);
  int64_t rank = getRank(x);
  SmallVector<int64_t> axes =
      args.getInts("dim").value_or(SmallVector<int64_t>());
  if (axes.empty() && rank == 2)
    axes = {0, 1};
  for (int64_t &axis : axes)
    axis += axis < 0 ? rank : 0;
  if (axes.size() != 2 || axes[0] == axes[1] ||
      llvm::any_of(axes,
                   [&](int64_t axis) { return axis < 0 || axis >= rank; }))
    return b.refuse("its rule expects two dimensions, found " +
                    args.describe("dim"));
  SmallVector<int64_t> last = {-2, -1};
  x = b.call("aten.movedim.intlist",
             {x, ArrayRef<int64_t>(axes), ArrayRef<int64_t>(last)});
  requireMatrices(b, x, "self");
  Value values = findSingular(b, x, SingularVectors::None).values;
  std::optional<double> order = args.getFloat("ord");
  ArrayRef<int64_t> axis(last[1]);
  Value norm = !order       ? b.sum(values, -1)
               : *order > 0 ? largestOf(b, values)
                            : b.call("aten.amin.default", {values, axis});
  if (args.getBool("keepdim") == true) {
    llvm::sort(axes);
    for (int64_t axis : axes)
      norm = b.unsqueeze(norm, axis);
  }
  return norm;
}

/// Whether a norm is based on singular values. With one axis, which linalg_norm
/// may have, it is a vector norm.
static bool isSpectralNorm(OperatorOp op) {
  Arguments args(op);
  std::optional<SmallVector<int64_t>> axes = args.getInts("dim");
  auto type = op->getNumOperands() == 0
                  ? RankedTensorType()
                  : dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  size_t numAxes = axes                 ? axes->size()
                   : args.getInt("dim") ? 1
                   : type               ? type.getRank()
                                        : 0;
  if (numAxes != 2)
    return false;
  if (std::optional<StringRef> name = args.getString("ord"))
    return *name == "nuc";
  std::optional<double> order = args.getFloat("ord");
  return order && std::abs(*order) == 2;
}

// aten::linalg_matrix_norm(Tensor self, Scalar ord, int[] dim=[-2, -1],
//   bool keepdim=False, *, ScalarType? dtype=None) -> Tensor
// aten::linalg_norm(Tensor self, Scalar? ord=None, int[1]? dim=None, ...)
static Decomposed norm(TorchBuilder &b, const Arguments &args) {
  Value x = args.getValue("self");
  OperatorOp op = args.getOp();
  if (isSpectralNorm(op))
    return spectralNorm(b, args);
  // For complex numbers, the norm of the moduli.
  if (!isComplex(x))
    return b.refuse("its rule expects an order of singular values, found " +
                    args.describe("ord"));
  Value moduli = b.unary("abs", x);
  SmallVector<CallArgument> call;
  for (const SchemaArg &arg : op.getSchema()->getArgs()) {
    if (arg.name == "self") {
      call.push_back(moduli);
    } else if (arg.name == "dtype") {
      Type type = args.getDtype("dtype");
      auto complex = dyn_cast_if_present<ComplexType>(type);
      if (type)
        call.push_back({"dtype", complex ? complex.getElementType() : type});
    } else {
      call.push_back({arg.name, args.getSpec(arg.name)});
    }
  }
  return b.call(op.getTarget(), call);
}

// aten::linalg_cond(Tensor self, Scalar? p=None) -> Tensor
// aten::linalg_cond.p_str(Tensor self, str p) -> Tensor
static Decomposed cond(TorchBuilder &b, const Arguments &args) {
  Value a = getMatrices(b, args, "self");
  std::optional<double> order = args.getFloat("p");
  if (!args.has("p") || (order && std::abs(*order) == 2)) {
    Value values = findSingular(b, a, SingularVectors::None).values;
    const int64_t last = -1;
    ArrayRef<int64_t> axis(last);
    Value most = largestOf(b, values);
    Value least = b.call("aten.amin.default", {values, axis});
    return order.value_or(2) > 0 ? b.div(most, least) : b.div(least, most);
  }
  // Infinite for a singular matrix.
  SmallVector<Value> inverse = b.callAll("aten.linalg_inv_ex.default", {a});
  if (b.isRefused())
    return Value();
  auto normOf = [&](Value x) {
    return b.call(order ? "aten.linalg_matrix_norm.default"
                        : "aten.linalg_matrix_norm.str_ord",
                  {x, ArgumentSpec(args.getAttr("p"))});
  };
  Value product = b.mul(normOf(a), normOf(inverse[0]));
  Value isSingular = b.compare("ne", inverse[1], 0);
  return b.where(isSingular, std::numeric_limits<double>::infinity(), product);
}

//===----------------------------------------------------------------------===//
// Exponential
//===----------------------------------------------------------------------===//

/// n! for n up to 18, which is exact; std::tgamma has a rounding error with
/// some compilers.
static double factorial(int n) {
  double product = 1;
  for (int i = 2; i <= n; ++i)
    product *= i;
  return product;
}

// aten::linalg_matrix_exp(Tensor self) -> Tensor
//
// Scaling and squaring with the Taylor polynomial of degree 18, the highest
// degree of ATen, which is also exact for small norms (ATen chooses a degree by
// the norm, to save products). Computed in double precision, because each
// squaring doubles the previous rounding errors.
static Decomposed matrixExp(TorchBuilder &b, const Arguments &args) {
  Value x = args.getValue("self");
  Type type = b.getType(x).getElementType();
  if (type.isF16() || type.isBF16() || type.isF32())
    x = b.cast(x, b.getBuilder().getF64Type());
  else if (isSingle(x))
    x = b.cast(x, ComplexType::get(b.getBuilder().getF64Type()));
  requireMatrices(b, x, "self");
  // The largest norm for which the polynomial is exact.
  double bound = 1.090863719290036;
  Value sums = b.sum(b.unary("abs", x), -2);
  Value norm =
      b.call("aten.amax.default", {b.pad(sums, {0, 1}), ArrayRef<int64_t>(-1)});
  // The number of squarings of the result, for each batch. No number in range
  // needs more than 1100; NaN needs none.
  Value ratio = b.clamp(b.div(norm, bound), 1, 1e308);
  Value isNumber = b.compare("eq", ratio, ratio);
  Value exponent = b.unary("ceil", b.unary("log2", ratio));
  exponent = b.where(isNumber, exponent, 0);
  Value factor = b.unary("exp2", b.unary("neg", exponent));
  Value scaled = b.mul(x, b.unsqueeze(b.unsqueeze(factor, -1), -1));
  // Paterson and Stockmeyer: a polynomial of degree 3 in A^6, whose
  // coefficients are polynomials of degree 5 in A.
  SmallVector<Value> powers = {identityLike(b, scaled), scaled};
  for (int i = 2; i <= 6; ++i)
    powers.push_back(b.matmul(powers[i / 2], powers[i - i / 2]));
  auto block = [&](int first) {
    Value total;
    for (int i = 0; i < 6; ++i) {
      Value term = b.mul(powers[i], 1 / factorial(first + i));
      total = total ? b.add(total, term) : term;
    }
    return total;
  };
  Value result = b.mul(powers[0], 1 / factorial(18));
  for (int first : {12, 6, 0})
    result = b.add(b.matmul(powers[6], result), block(first));
  Value step = b.call("aten.full.default",
                      {ArrayRef<int64_t>(), 0.0, {"dtype", getRealType(x)}});
  Value times = b.unsqueeze(b.unsqueeze(exponent, -1), -1);
  SmallVector<Value> results = b.loop(
      {result, step},
      [&](ValueRange args) -> SmallVector<Value> {
        Value isLeft = b.compare("lt", args[1], exponent);
        return {b.unary("any", isLeft)};
      },
      [&](ValueRange args) -> SmallVector<Value> {
        Value square = b.matmul(args[0], args[0]);
        Value isLeft = b.compare("lt", args[1], times);
        return {b.where(isLeft, square, args[0]), b.add(args[1], 1)};
      });
  return b.unary("clone", b.cast(results[0], type));
}

//===----------------------------------------------------------------------===//
// Roots and polar factors
//===----------------------------------------------------------------------===//

/// V diag(values) V^H, Hermitian to the last bit.
static Value composeHermitian(TorchBuilder &b, Value vectors, Value values) {
  Value product =
      b.matmul(b.mul(vectors, b.unsqueeze(values, -2)), adjoint(b, vectors));
  return b.mul(b.add(product, adjoint(b, product)), 0.5);
}

// aten::linalg_matrix_sqrth(Tensor self) -> Tensor
//
// The lower triangle is read, and negative eigenvalues count as zero.
static Decomposed matrixSqrth(TorchBuilder &b, const Arguments &args) {
  Value a = getSquare(b, args, "self");
  if (isEmpty(a))
    return b.unary("clone", a);
  Eigen eigen = findEigen(b, a, /*wantsVectors=*/true);
  Value roots =
      b.unary("sqrt", b.call("aten.clamp_min.default", {eigen.values, 0}));
  return composeHermitian(b, eigen.vectors, roots);
}

// aten::linalg_polar(Tensor A) -> (Tensor U, Tensor H)
//
// A = W diag(s) V^H, so U = W V^H and H = V diag(s) V^H.
static Decomposed polar(TorchBuilder &b, const Arguments &args) {
  Value a = getMatrices(b, args, "A");
  AffineExpr declared = getDeclared(args, 1, -1);
  Singular s = findSingular(b, a, SingularVectors::Reduced, declared);
  return {b.matmul(s.left, s.rightAdjoint),
          composeHermitian(b, adjoint(b, s.rightAdjoint), s.values)};
}

//===----------------------------------------------------------------------===//
// Eigenvalues of general matrices
//===----------------------------------------------------------------------===//

// aten::linalg_eig(Tensor self) -> (Tensor eigenvalues, Tensor eigenvectors)
// aten::linalg_eigvals(Tensor self) -> Tensor
static Decomposed eig(TorchBuilder &b, const Arguments &args) {
  Value a = getSquare(b, args);
  bool wantsVectors = args.getOp()->getNumResults() == 2;
  GeneralEigen eigen;
  if (b.isRefused() || !isEmpty(a)) {
    eigen = findGeneralEigen(b, a, wantsVectors);
  } else {
    Value none = b.cast(a, ComplexType::get(getRealType(a)));
    eigen = {b.unary("clone", diagonal(b, none)), b.unary("clone", none)};
  }
  if (!wantsVectors)
    return eigen.values;
  return {eigen.values, eigen.vectors};
}

void torch::addSpectralDecompositions(Decompositions &r) {
  r.insert("aten.geqrf.default", geqrf);
  r.insert("aten.linalg_qr.default", linalgQr);
  r.insert("aten.qr.default", oldQr);
  r.insert("aten.linalg_householder_product.default", householderProduct);
  r.insert("aten.ormqr.default", ormqr);
  r.insert("aten.linalg_eigh.default", eigh);
  r.insert("aten._linalg_eigh.default", eigh);
  r.insert("aten.linalg_eigvalsh.default", eigh);
  r.insert("aten.linalg_eig.default", eig);
  r.insert("aten.linalg_eigvals.default", eig);
  r.insert("aten._linalg_eigvals.default", eig);
  r.insert("aten.linalg_svd.default", svd);
  r.insert("aten._linalg_svd.default", svdWithFlag);
  r.insert("aten.svd.default", oldSvd);
  r.insert("aten.linalg_svdvals.default", svdvals);
  r.insert("aten.linalg_matrix_sqrth.default", matrixSqrth);
  r.insert("aten.linalg_polar.default", polar);
  for (StringRef name :
       {"aten.linalg_pinv.atol_rtol_float", "aten.linalg_pinv.atol_rtol_tensor",
        "aten.linalg_pinv.default", "aten.linalg_pinv.rcond_tensor",
        "aten.pinverse.default"})
    r.insert(name, pinv);
  r.insert("aten.linalg_lstsq.default", leastSquares);
  r.insert("aten.linalg_matrix_rank.atol_rtol_float", matrixRank);
  r.insert("aten.linalg_matrix_rank.atol_rtol_tensor", matrixRank);
  for (StringRef name :
       {"aten.linalg_matrix_norm.default", "aten.linalg_matrix_norm.str_ord",
        "aten.linalg_norm.default", "aten.linalg_norm.ord_str"})
    r.insert(name, Decomposition(norm).insteadOfLowering(isSpectralNorm));
  r.insert("aten.linalg_cond.default", cond);
  r.insert("aten.linalg_cond.p_str", cond);
  r.insert("aten.linalg_matrix_exp.default", matrixExp);
  r.insert("aten.matrix_exp.default", matrixExp);
}
