//===- DecomposeLinalg.cpp - Linear equations and determinants ------------===//
//
// Operators that are computed by a factorization (Matrices.h): inverses,
// solutions, determinants, and the factors themselves.
//
// A singular matrix, for which eager raises an error, is not an error here: the
// results are those of a division by zero (docs/Rationale/LinearAlgebra.md).
//
// Source: ATen/native/BatchLinearAlgebra.cpp, LinearAlgebra.cpp.
//
//===----------------------------------------------------------------------===//

#include "Matrices.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Torch/Inference/Linalg.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;
using namespace torch_onnx::torch::matrices;

/// A flag for which the CPU kernel supports only one value.
static void requirePivoting(TorchBuilder &b, const Arguments &args) {
  if (!getFlag(b, args, "pivot"))
    b.refuse("its rule expects 'pivot' to be true, as on processors, found "
             "false");
}

//===----------------------------------------------------------------------===//
// Solutions
//===----------------------------------------------------------------------===//

static Solution invert(TorchBuilder &b, Value a) {
  return solve(b, a, identityLike(b, a));
}

// aten::linalg_inv(Tensor A) -> Tensor
// aten::inverse(Tensor self) -> Tensor
// aten::linalg_inv_ex(Tensor A, *, bool check_errors=False)
//   -> (Tensor inverse, Tensor info)
static Decomposed inverse(TorchBuilder &b, const Arguments &args) {
  Solution inverse = invert(b, getSquare(b, args));
  if (args.getOp()->getNumResults() == 1)
    return inverse.x;
  return {inverse.x, findZeroPivot(b, inverse.lu.upper)};
}

// aten::linalg_solve(Tensor A, Tensor B, *, bool left=True) -> Tensor
// aten::linalg_solve_ex(Tensor A, Tensor B, *, bool left=True,
//   bool check_errors=False) -> (Tensor result, Tensor info)
// aten::_linalg_solve_ex(Tensor A, Tensor B, *, bool left=True,
//   bool check_errors=False)
//   -> (Tensor result, Tensor LU, Tensor pivots, Tensor info)
static Decomposed solveSides(TorchBuilder &b, const Arguments &args) {
  Value a = getSquare(b, args, "A"), rhs = args.getValue("B");
  bool isLeft = getFlag(b, args, "left");
  bool isVector = !a || !rhs || hasVectors(b.getType(a), b.getType(rhs));
  if (isVector && !isLeft)
    return b.refuse(
        "its rule expects 'left' to be true for vectors, found false");
  if (isVector)
    rhs = b.unsqueeze(rhs, -1);
  Solution solution =
      isLeft ? solve(b, a, rhs) : solve(b, b.transpose(a), b.transpose(rhs));
  if (!isLeft) {
    solution.x = b.transpose(solution.x);
  } else if (isVector) {
    solution.x = b.squeeze(solution.x, -1);
  }
  unsigned count = args.getOp()->getNumResults();
  if (count == 1)
    return solution.x;
  Value info = findZeroPivot(b, solution.lu.upper);
  if (count == 2)
    return {solution.x, info};
  // Eager factors the transposed matrix in this case, which is visible only in
  // its layout.
  if (!isLeft)
    return {solution.x, Value(), Value(), info};
  return {solution.x, packLu(b, solution.lu), toPivots(b, solution.lu.swaps),
          info};
}

/// Reshapes the tensor.
static Value reshape(TorchBuilder &b, Value x, ArrayRef<AffineExpr> dims) {
  return b.reshape(x, b.sizes(dims));
}

// aten::linalg_tensorinv(Tensor self, int ind=2) -> Tensor
static Decomposed tensorInverse(TorchBuilder &b, const Arguments &args) {
  Value x = args.getValue("self");
  SmallVector<AffineExpr> dims = sym::getDims(b.getType(x));
  std::optional<int64_t> count = args.getInt("ind");
  if (!count || *count < 1 || *count > int64_t(dims.size()))
    return b.refuse(
        "its rule expects 'ind' to be a positive constant in range for "
        "rank " +
        Twine(dims.size()) + ", found " + args.describe("ind"));
  ArrayRef<AffineExpr> first = ArrayRef(dims).take_front(*count),
                       last = ArrayRef(dims).drop_front(*count);
  AffineExpr size = sym::product(last, x.getContext());
  x = reshape(b, x, {size, size});
  requireMatrices(b, x, "self");
  SmallVector<AffineExpr> result(last);
  llvm::append_range(result, first);
  return reshape(b, invert(b, x).x, result);
}

// aten::linalg_tensorsolve(Tensor self, Tensor other, int[]? dims=None)
//   -> Tensor
static Decomposed tensorSolve(TorchBuilder &b, const Arguments &args) {
  Value a = args.getValue("self"), rhs = args.getValue("other");
  int64_t rank = getRank(a);
  if (args.has("dims")) {
    std::optional<SmallVector<int64_t>> axes = args.getInts("dims");
    if (!axes)
      return b.refuse("its rule expects 'dims' to be constants, found " +
                      args.describe("dims"));
    SmallVector<int64_t> last;
    for (size_t i = 0; i < axes->size(); ++i)
      last.push_back(rank - int64_t(axes->size()) + i);
    a = b.call("aten.movedim.intlist",
               {a, ArrayRef<int64_t>(*axes), ArrayRef<int64_t>(last)});
  }
  if (b.isRefused() || rank < getRank(rhs))
    return b.refuse(
        "its rule expects 'self' to have as many dimensions as 'other' or "
        "more, found " +
        Twine(rank));
  SmallVector<AffineExpr> dims = sym::getDims(b.getType(a));
  ArrayRef<AffineExpr> result = ArrayRef(dims).drop_front(getRank(rhs));
  AffineExpr size = sym::product(result, a.getContext()),
             one = getAffineConstantExpr(1, a.getContext());
  a = reshape(b, a, {size, size});
  requireMatrices(b, a, "self");
  return reshape(b, solve(b, a, reshape(b, rhs, {size, one})).x, result);
}

// aten::linalg_solve_triangular(Tensor self, Tensor B, *, bool upper,
//   bool left=True, bool unitriangular=False) -> Tensor
static Decomposed solveTriangularSides(TorchBuilder &b, const Arguments &args) {
  Value a = getSquare(b, args, "self"), rhs = getMatrices(b, args, "B");
  Triangle triangle = {getFlag(b, args, "upper"),
                       getFlag(b, args, "unitriangular")};
  if (getFlag(b, args, "left"))
    return solveTriangular(b, a, rhs, triangle);
  triangle.isUpper = !triangle.isUpper;
  return b.transpose(
      solveTriangular(b, b.transpose(a), b.transpose(rhs), triangle));
}

// aten::triangular_solve(Tensor self, Tensor A, bool upper=True,
//   bool transpose=False, bool unitriangular=False)
//   -> (Tensor solution, Tensor cloned_coefficient)
static Decomposed triangularSolve(TorchBuilder &b, const Arguments &args) {
  Value rhs = getMatrices(b, args, "self"), a = getSquare(b, args, "A");
  std::tie(a, rhs) = broadcastBatches(b, a, 2, rhs, 2);
  Triangle triangle = {getFlag(b, args, "upper"),
                       getFlag(b, args, "unitriangular")};
  Value clone = b.unary("clone", a);
  if (getFlag(b, args, "transpose")) {
    a = b.transpose(a);
    triangle.isUpper = !triangle.isUpper;
  }
  return {solveTriangular(b, a, rhs, triangle), clone};
}

//===----------------------------------------------------------------------===//
// LU
//===----------------------------------------------------------------------===//

// aten::linalg_lu_factor(Tensor A, *, bool pivot=True)
//   -> (Tensor LU, Tensor pivots)
// aten::linalg_lu_factor_ex(Tensor A, *, bool pivot=True,
//   bool check_errors=False) -> (Tensor LU, Tensor pivots, Tensor info)
// aten::_lu_with_info(Tensor self, bool pivot=True, bool check_errors=True)
//   -> (Tensor LU, Tensor pivots, Tensor info)
static Decomposed luFactor(TorchBuilder &b, const Arguments &args) {
  requirePivoting(b, args);
  Lu lu = factorLu(b, getMatrices(b, args), {}, getDeclared(args, 1, -1));
  Value packed = packLu(b, lu), pivots = toPivots(b, lu.swaps);
  if (args.getOp()->getNumResults() == 2)
    return {packed, pivots};
  return {packed, pivots, findZeroPivot(b, lu.upper)};
}

/// L with its diagonal.
static Value withOnes(TorchBuilder &b, Value lower) {
  return b.add(lower, identityLike(b, lower));
}

// aten::linalg_lu(Tensor A, *, bool pivot=True)
//   -> (Tensor P, Tensor L, Tensor U)
static Decomposed luFactors(TorchBuilder &b, const Arguments &args) {
  requirePivoting(b, args);
  Value a = getMatrices(b, args, "A");
  if (b.isRefused())
    return Value();
  Lu lu = factorLu(b, a, {}, getDeclared(args, 1, -1));
  return {permutation(b, lu.order, b.getType(a).getElementType()),
          withOnes(b, lu.lower), lu.upper};
}

// aten::lu_unpack(Tensor LU_data, Tensor LU_pivots, bool unpack_data=True,
//   bool unpack_pivots=True) -> (Tensor P, Tensor L, Tensor U)
static Decomposed luUnpack(TorchBuilder &b, const Arguments &args) {
  Value packed = getMatrices(b, args, "LU_data");
  if (b.isRefused())
    return Value();
  Value p, l, u;
  auto nothing = [&] { return b.newZeros(packed, {0}); };
  if (getFlag(b, args, "unpack_pivots"))
    p = permutation(b,
                    toOrder(b, args.getValue("LU_pivots"), sizeOf(packed, -2)),
                    b.getType(packed).getElementType());
  else
    p = nothing();
  if (!getFlag(b, args, "unpack_data"))
    return {p, nothing(), nothing()};
  l = withOnes(b, b.call("aten.tril.default",
                         {cut(b, packed, -1, getDeclared(args, 1, -1)), -1}));
  u = b.unary("triu", cut(b, packed, -2, getDeclared(args, 2, -2)));
  return {p, l, u};
}

/// op(A) X = B of a packed LU, where op transposes or conjugates.
static Value solveByLu(TorchBuilder &b, Value packed, Value pivots, Value rhs,
                       bool isTransposed, bool isConjugate) {
  std::tie(packed, rhs) = broadcastBatches(b, packed, 2, rhs, 2);
  Value order = toOrder(b, pivots, sizeOf(packed, -1));
  std::tie(order, rhs) = broadcastBatches(b, order, 1, rhs, 2);
  if (isConjugate)
    packed = conj(b, packed);
  if (!isTransposed) {
    Value y = solveTriangular(b, packed, takeRows(b, rhs, order),
                              {.isUpper = false, .isUnit = true});
    return solveTriangular(b, packed, y, {.isUpper = true});
  }
  packed = b.transpose(packed);
  Value y = solveTriangular(b, packed, rhs, {.isUpper = false});
  y = solveTriangular(b, packed, y, {.isUpper = true, .isUnit = true});
  return takeRows(b, y, b.call("aten.argsort.default", {order, -1}));
}

// aten::linalg_lu_solve(Tensor LU, Tensor pivots, Tensor B, *, bool left=True,
//   bool adjoint=False) -> Tensor
static Decomposed luSolve(TorchBuilder &b, const Arguments &args) {
  Value packed = getSquare(b, args, "LU"), rhs = getMatrices(b, args, "B");
  bool isLeft = getFlag(b, args, "left");
  bool isAdjoint = getFlag(b, args, "adjoint");
  // X A = B is A^T X^T = B^T.
  Value x = solveByLu(b, packed, args.getValue("pivots"),
                      isLeft ? rhs : b.transpose(rhs),
                      /*isTransposed=*/isLeft == isAdjoint, isAdjoint);
  return isLeft ? x : b.transpose(x);
}

// aten::lu_solve(Tensor self, Tensor LU_data, Tensor LU_pivots) -> Tensor
static Decomposed luSolveOld(TorchBuilder &b, const Arguments &args) {
  return solveByLu(b, getSquare(b, args, "LU_data"), args.getValue("LU_pivots"),
                   getMatrices(b, args, "self"),
                   /*isTransposed=*/false, /*isConjugate=*/false);
}

//===----------------------------------------------------------------------===//
// LDL
//===----------------------------------------------------------------------===//

// aten::linalg_ldl_factor(Tensor self, *, bool hermitian=False)
//   -> (Tensor LD, Tensor pivots)
// aten::linalg_ldl_factor_ex(Tensor self, *, bool hermitian=False,
//   bool check_errors=False) -> (Tensor LD, Tensor pivots, Tensor info)
static Decomposed ldlFactor(TorchBuilder &b, const Arguments &args) {
  Value a = getSquare(b, args, "self");
  Ldl ldl = factorLdl(b, a, getFlag(b, args, "hermitian"));
  if (args.getOp()->getNumResults() == 2)
    return {ldl.packed, ldl.pivots};
  return {ldl.packed, ldl.pivots, ldl.info};
}

// aten::linalg_ldl_solve(Tensor LD, Tensor pivots, Tensor B, *,
//   bool hermitian=False) -> Tensor
static Decomposed ldlSolve(TorchBuilder &b, const Arguments &args) {
  return solveLdl(b, getSquare(b, args, "LD"), args.getValue("pivots"),
                  getMatrices(b, args, "B"), getFlag(b, args, "hermitian"));
}

//===----------------------------------------------------------------------===//
// Determinants
//===----------------------------------------------------------------------===//

static Value productOf(TorchBuilder &b, Value x) {
  return b.call("aten.prod.dim_int", {x, -1});
}

static std::pair<Value, Value> logDeterminant(TorchBuilder &b, const Lu &lu) {
  Value pivots = diagonal(b, lu.upper);
  Value sign = productOf(b, b.unary("sgn", pivots));
  Value logs = b.unary("log", b.unary("abs", pivots));
  return {b.mul(sign, parity(b, lu)), b.sum(logs, -1)};
}

// aten::linalg_det(Tensor A) -> Tensor
// aten::_linalg_det(Tensor A) -> (Tensor result, Tensor LU, Tensor pivots)
static Decomposed det(TorchBuilder &b, const Arguments &args) {
  Lu lu = factorLu(b, getSquare(b, args));
  Value determinant = b.mul(productOf(b, diagonal(b, lu.upper)), parity(b, lu));
  if (args.getOp()->getNumResults() == 1)
    return determinant;
  return {determinant, packLu(b, lu), toPivots(b, lu.swaps)};
}

// aten::linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet)
// aten::_linalg_slogdet(Tensor A)
//   -> (Tensor sign, Tensor logabsdet, Tensor LU, Tensor pivots)
static Decomposed slogdet(TorchBuilder &b, const Arguments &args) {
  Lu lu = factorLu(b, getSquare(b, args));
  auto [sign, logarithm] = logDeterminant(b, lu);
  if (args.getOp()->getNumResults() == 2)
    return {sign, logarithm};
  return {sign, logarithm, packLu(b, lu), toPivots(b, lu.swaps)};
}

// aten::logdet(Tensor self) -> Tensor
static Decomposed logdet(TorchBuilder &b, const Arguments &args) {
  auto [sign, logarithm] = logDeterminant(b, factorLu(b, getSquare(b, args)));
  if (isComplex(sign))
    return b.add(b.unary("log", sign), logarithm);
  return b.where(b.compare("eq", sign, -1),
                 std::numeric_limits<double>::quiet_NaN(), logarithm);
}

//===----------------------------------------------------------------------===//
// Cholesky
//===----------------------------------------------------------------------===//

/// The factor that 'upper' selects, computed from the triangle that it selects.
static Cholesky choleskyOf(TorchBuilder &b, const Arguments &args) {
  Value a = getMatrices(b, args, "self");
  bool isUpper = getFlag(b, args, "upper");
  // Eager does not require square matrices if they are empty.
  if (isEmpty(a)) {
    Value info =
        b.sum(b.sum(b.cast(realOf(b, a), b.getBuilder().getI32Type()), -1), -1);
    info = b.cast(info, b.getBuilder().getI32Type());
    return {b.unary("clone", a), b.unary("zeros_like", info)};
  }
  a = getSquare(b, args, "self");
  Cholesky result = factorCholesky(b, isUpper ? adjoint(b, a) : a);
  if (isUpper)
    result.lower = adjoint(b, result.lower);
  return result;
}

// aten::linalg_cholesky(Tensor self, *, bool upper=False) -> Tensor
// aten::cholesky(Tensor self, bool upper=False) -> Tensor
// aten::linalg_cholesky_ex(Tensor self, *, bool upper=False,
//   bool check_errors=False) -> (Tensor L, Tensor info)
static Decomposed cholesky(TorchBuilder &b, const Arguments &args) {
  Cholesky result = choleskyOf(b, args);
  if (args.getOp()->getNumResults() == 1)
    return result.lower;
  return {result.lower, result.info};
}

/// L of a factor.
static Value getLower(TorchBuilder &b, const Arguments &args, StringRef name) {
  Value factor = getSquare(b, args, name);
  return getFlag(b, args, "upper") ? adjoint(b, factor) : factor;
}

// aten::cholesky_inverse(Tensor self, bool upper=False) -> Tensor
static Decomposed choleskyInverse(TorchBuilder &b, const Arguments &args) {
  Value lower = getLower(b, args, "self");
  return solveCholesky(b, lower, identityLike(b, lower));
}

// aten::cholesky_solve(Tensor self, Tensor input2, bool upper=False) -> Tensor
static Decomposed choleskySolve(TorchBuilder &b, const Arguments &args) {
  return solveCholesky(b, getLower(b, args, "input2"),
                       getMatrices(b, args, "self"));
}

// aten::_cholesky_solve_helper(Tensor self, Tensor A, bool upper) -> Tensor
static Decomposed choleskySolveHelper(TorchBuilder &b, const Arguments &args) {
  return solveCholesky(b, getLower(b, args, "A"), getMatrices(b, args, "self"));
}

//===----------------------------------------------------------------------===//
// Powers
//===----------------------------------------------------------------------===//

// aten::linalg_matrix_power(Tensor self, int n) -> Tensor
static Decomposed matrixPower(TorchBuilder &b, const Arguments &args) {
  Value x = args.getValue("self");
  std::optional<int64_t> given = args.getInt("n");
  if (!given || *given == std::numeric_limits<int64_t>::min())
    b.refuse("its rule expects 'n' to be a constant integer, found " +
             args.describe("n"));
  if (b.isRefused())
    return Value();
  int64_t exponent = *given;
  if (exponent == 0)
    return identityLike(b, x);
  if (exponent < 0) {
    x = invert(b, getSquare(b, args, "self")).x;
    exponent = -exponent;
  }
  Value result;
  for (Value power = x;; power = b.matmul(power, power)) {
    if (exponent & 1)
      result = result ? b.matmul(result, power) : power;
    exponent >>= 1;
    if (exponent == 0)
      break;
  }
  // The operand itself is not a result of a decomposition.
  return result == args.getValue("self") ? b.unary("clone", result) : result;
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

/// The operand of a determinant; null if it is not a matrix.
static RankedTensorType getMatrix(OperatorOp op) {
  auto type = op->getNumOperands() == 0
                  ? RankedTensorType()
                  : dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  return type && type.getRank() >= 2 ? type : RankedTensorType();
}

/// Runtimes lack Det in double precision.
static bool isDouble(OperatorOp op) {
  RankedTensorType type = getMatrix(op);
  return type && type.getElementType().isF64();
}

/// The product of many rows overflows or underflows.
static bool isDoubleOrLarge(OperatorOp op) {
  constexpr int64_t maxRows = 128;
  RankedTensorType type = getMatrix(op);
  return type && (type.getElementType().isF64() ||
                  type.getDimSize(type.getRank() - 1) > maxRows);
}

static bool isZerothOrInverse(OperatorOp op) {
  return Arguments(op).getInt("n").value_or(1) <= 0;
}

void torch::addLinalgDecompositions(Decompositions &r) {
  constexpr StringRef invertible = "an invertible matrix",
                      positive = "a positive definite matrix";
  r.insert("aten.linalg_inv.default",
           Decomposition(inverse).expecting(invertible));
  r.insert("aten.inverse.default",
           Decomposition(inverse).expecting(invertible));
  r.insert("aten.linalg_inv_ex.default", inverse);
  r.insert("aten.linalg_solve.default",
           Decomposition(solveSides).expecting(invertible));
  r.insert("aten.linalg_solve_ex.default", solveSides);
  r.insert("aten._linalg_solve_ex.default", solveSides);
  r.insert("aten.linalg_tensorinv.default",
           Decomposition(tensorInverse).expecting(invertible));
  r.insert("aten.linalg_tensorsolve.default",
           Decomposition(tensorSolve).expecting(invertible));
  r.insert("aten.linalg_solve_triangular.default", solveTriangularSides);
  r.insert("aten.triangular_solve.default", triangularSolve);
  r.insert("aten.linalg_lu_factor.default", luFactor);
  r.insert("aten.linalg_lu_factor_ex.default", luFactor);
  r.insert("aten._lu_with_info.default", luFactor);
  r.insert("aten.linalg_lu.default", luFactors);
  r.insert("aten.lu_unpack.default", luUnpack);
  r.insert("aten.linalg_lu_solve.default", luSolve);
  r.insert("aten.lu_solve.default", luSolveOld);
  r.insert("aten.linalg_ldl_factor.default", ldlFactor);
  r.insert("aten.linalg_ldl_factor_ex.default", ldlFactor);
  r.insert("aten.linalg_ldl_solve.default", ldlSolve);
  r.insert("aten.linalg_det.default",
           Decomposition(det).insteadOfLowering(isDouble));
  r.insert("aten._linalg_det.default", det);
  r.insert("aten.linalg_slogdet.default",
           Decomposition(slogdet).insteadOfLowering(isDoubleOrLarge));
  r.insert("aten._linalg_slogdet.default", slogdet);
  r.insert("aten.logdet.default",
           Decomposition(logdet).insteadOfLowering(isDoubleOrLarge));
  r.insert("aten.linalg_cholesky.default",
           Decomposition(cholesky).expecting(positive));
  r.insert("aten.cholesky.default",
           Decomposition(cholesky).expecting(positive));
  r.insert("aten.linalg_cholesky_ex.default", cholesky);
  r.insert("aten.cholesky_inverse.default", choleskyInverse);
  r.insert("aten.cholesky_solve.default", choleskySolve);
  r.insert("aten._cholesky_solve_helper.default", choleskySolveHelper);
  r.insert("aten.linalg_matrix_power.default",
           Decomposition(matrixPower)
               .insteadOfLowering(isZerothOrInverse)
               .expecting(invertible));
}
