//===- Linalg.cpp - Types of factorizations and solutions -----------------===//
//
// Matrices are the last two dimensions, after the batch dimensions. A factor
// has min(m, n) rows or columns, which is unknown if neither size is known to
// be smaller.
//
//===----------------------------------------------------------------------===//

#include "Inference.h"

#include "torch-onnx/Dialect/Torch/Inference/Linalg.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

namespace {
/// The sizes from which result types are built; null after a failure.
struct Matrices {
  RankedTensorType type;
  Dims batch;
  AffineExpr rows, columns;
  /// min(rows, columns).
  AffineExpr count;

  Dims with(ArrayRef<AffineExpr> last) const {
    Dims dims = batch;
    dims.append(last);
    return dims;
  }
};
} // namespace

static AffineExpr smaller(Inference &b, AffineExpr x, AffineExpr y) {
  if (b.isAtLeast(y, x))
    return x;
  return b.isAtLeast(x, y) ? y : AffineExpr();
}

static Matrices getMatrices(Inference &b, StringRef name) {
  Matrices m;
  m.type = b.tensor(name);
  if (m.type.getRank() < 2) {
    b.invalidRank(name, "2 or more dimensions", m.type.getRank());
    return m;
  }
  Dims dims = b.dimsOf(m.type);
  size_t rank = dims.size();
  m.rows = dims[rank - 2];
  m.columns = dims[rank - 1];
  m.batch = dims.drop_back(2);
  m.count = smaller(b, m.rows, m.columns);
  return m;
}

/// The matrices of the first tensor argument.
static Matrices getMatrices(Inference &b) {
  return getMatrices(b, b.getOp().getSchema()->getArgs().front().name);
}

static Matrices getSquare(Inference &b, StringRef name) {
  Matrices m = getMatrices(b, name);
  m.rows = m.columns = m.count = b.unify(m.rows, m.columns);
  return m;
}

static Matrices getSquare(Inference &b) {
  return getSquare(b, b.getOp().getSchema()->getArgs().front().name);
}

static Type getReal(const Matrices &m) {
  return Inference::toReal(m.type.getElementType());
}

static size_t getNumReturns(Inference &b) {
  return b.getOp().getSchema()->getReturns().size();
}

/// Square matrices, and optionally a code for each batch.
static Inferred inferInverse(Inference &b) {
  Matrices m = getSquare(b);
  auto inverse = b.type(m.with({m.rows, m.columns}), m.type.getElementType());
  if (getNumReturns(b) == 1)
    return inverse;
  return {inverse, b.type(m.batch, b.i32())};
}

bool torch::hasVectors(RankedTensorType a, RankedTensorType b) {
  if (b.getRank() == 1)
    return true;
  SmallVector<AffineExpr> dims = sym::getDims(a);
  dims.pop_back();
  return dims == sym::getDims(b);
}

Residuals torch::getResiduals(
    StringRef driver, AffineExpr rows, AffineExpr columns,
    llvm::function_ref<bool(AffineExpr, AffineExpr)> isAtLeast) {
  if (driver == "gelsy")
    return Residuals::None;
  if (!rows || !columns)
    return Residuals::Unknown;
  if (isAtLeast(columns, rows))
    return Residuals::None;
  // 'gelsd' and 'gelss' have residuals only if all matrices have full rank.
  bool isTall = isAtLeast(
      rows, sym::add(columns, getAffineConstantExpr(1, columns.getContext())));
  return driver == "gels" && isTall ? Residuals::All : Residuals::Unknown;
}

/// The solution, with the broadcast batches of both operands, optionally the
/// factors, and optionally a code for each batch.
static Inferred inferSolution(Inference &b) {
  Matrices m = getSquare(b, "A");
  RankedTensorType rhs = b.tensor("B");
  if (b.hasFailed())
    return {};
  Dims dims = b.dimsOf(rhs);
  size_t numLast = hasVectors(m.type, rhs) ? 1 : 2;
  if (dims.size() < numLast)
    return b.invalidRank("B", "1 or more dimensions", dims.size());
  m.batch = b.broadcast(m.batch, dims.drop_back(numLast));
  Type type = m.type.getElementType();
  SmallVector<Type> types = {b.type(m.with(dims.take_back(numLast)), type)};
  if (getNumReturns(b) == 4)
    types.append({b.type(m.with({m.rows, m.columns}), type),
                  b.type(m.with({m.rows}), b.i32())});
  if (getNumReturns(b) != 1)
    types.push_back(b.type(m.batch, b.i32()));
  return types;
}

/// The right-hand sides, with the broadcast batches of both operands.
static TypeRule substitution(StringRef matrices, StringRef sides) {
  return [=](Inference &b) -> Inferred {
    Matrices m = getSquare(b, matrices), rhs = getMatrices(b, sides);
    m.batch = b.broadcast(m.batch, rhs.batch);
    auto x = b.type(m.with({rhs.rows, rhs.columns}), m.type.getElementType());
    if (getNumReturns(b) == 1)
      return x;
    return {x, b.type(m.with({m.rows, m.columns}), m.type.getElementType())};
  };
}

/// Factors in one matrix, their pivots, and optionally a code.
static Inferred inferPacked(Inference &b, const Matrices &m) {
  SmallVector<Type> types = {m.type, b.type(m.with({m.count}), b.i32())};
  if (getNumReturns(b) == 3)
    types.push_back(b.type(m.batch, b.i32()));
  return types;
}

static Inferred inferPackedLu(Inference &b) {
  return inferPacked(b, getMatrices(b));
}

// aten::linalg_ldl_factor_ex(Tensor self, *, bool hermitian=False,
//   bool check_errors=False) -> (Tensor LD, Tensor pivots, Tensor info)
// aten::linalg_ldl_factor(Tensor self, *, bool hermitian=False)
//   -> (Tensor LD, Tensor pivots)
static Inferred inferPackedLdl(Inference &b) {
  return inferPacked(b, getSquare(b));
}

static Inferred inferLuFactors(Inference &b, bool hasP, bool hasData) {
  Matrices m = getMatrices(b);
  Type type = m.type.getElementType();
  RankedTensorType nothing = b.type({b.size(0)}, type);
  return {hasP ? b.type(m.with({m.rows, m.rows}), type) : nothing,
          hasData ? b.type(m.with({m.rows, m.count}), type) : nothing,
          hasData ? b.type(m.with({m.count, m.columns}), type) : nothing};
}

// aten::linalg_lu(Tensor A, *, bool pivot=True)
//   -> (Tensor P, Tensor L, Tensor U)
static Inferred inferLu(Inference &b) {
  return inferLuFactors(b, b.getBool("pivot", true), /*hasData=*/true);
}

// aten::lu_unpack(Tensor LU_data, Tensor LU_pivots, bool unpack_data=True,
//   bool unpack_pivots=True) -> (Tensor P, Tensor L, Tensor U)
static Inferred inferLuUnpack(Inference &b) {
  return inferLuFactors(b, b.getBool("unpack_pivots", true),
                        b.getBool("unpack_data", true));
}

/// A determinant and the factors that it was computed from.
static Inferred inferDetWithFactors(Inference &b) {
  Matrices m = getSquare(b);
  Type type = m.type.getElementType();
  SmallVector<Type> types = {b.type(m.batch, type)};
  if (getNumReturns(b) == 4)
    types.push_back(b.type(m.batch, getReal(m)));
  types.push_back(b.type(m.with({m.rows, m.columns}), type));
  types.push_back(b.type(m.with({m.rows}), b.i32()));
  return types;
}

//===----------------------------------------------------------------------===//
// Orthogonal factors
//===----------------------------------------------------------------------===//

// aten::geqrf(Tensor self) -> (Tensor a, Tensor tau)
static Inferred inferGeqrf(Inference &b) {
  Matrices m = getMatrices(b);
  Type type = m.type.getElementType();
  return {b.type(m.with({m.rows, m.columns}), type),
          b.type(m.with({m.count}), type)};
}

// aten::linalg_qr(Tensor A, str mode="reduced") -> (Tensor Q, Tensor R)
// aten::qr(Tensor self, bool some=True) -> (Tensor Q, Tensor R)
static Inferred inferQr(Inference &b) {
  Matrices m = getMatrices(b);
  bool isOld = b.getOp().getTarget() == "aten.qr.default";
  StringRef mode = !isOld                    ? b.getString("mode", "reduced")
                   : b.getBool("some", true) ? "reduced"
                                             : "complete";
  Type type = m.type.getElementType();
  AffineExpr size = mode == "complete" ? m.rows : m.count;
  auto r = b.type(m.with({size, m.columns}), type);
  if (mode == "r")
    return {b.type({b.size(0)}, type), r};
  return {b.type(m.with({m.rows, size}), type), r};
}

//===----------------------------------------------------------------------===//
// Eigenvalues and singular values
//===----------------------------------------------------------------------===//

// aten::linalg_eigh(Tensor self, str UPLO="L")
//   -> (Tensor eigenvalues, Tensor eigenvectors)
static Inferred inferEigh(Inference &b) {
  Matrices m = getSquare(b);
  auto values = b.type(m.with({m.rows}), getReal(m));
  if (getNumReturns(b) == 1)
    return values;
  if (!b.getBool("compute_v", true))
    return {values, b.type({b.size(0)}, m.type.getElementType())};
  return {values, b.type(m.with({m.rows, m.columns}), m.type.getElementType())};
}

// aten::linalg_eig(Tensor self) -> (Tensor eigenvalues, Tensor eigenvectors)
// aten::linalg_eigvals(Tensor self) -> Tensor
static Inferred inferEig(Inference &b) {
  Matrices m = getSquare(b);
  Type type = ComplexType::get(getReal(m));
  auto values = b.type(m.with({m.rows}), type);
  if (getNumReturns(b) == 1)
    return values;
  return {values, b.type(m.with({m.rows, m.columns}), type)};
}

// aten::linalg_svd(Tensor A, bool full_matrices=True, *, str? driver=None)
//   -> (Tensor U, Tensor S, Tensor Vh)
static Inferred inferSvd(Inference &b) {
  Matrices m = getMatrices(b);
  bool isOld = b.getOp().getTarget() == "aten.svd.default";
  bool isFull =
      isOld ? !b.getBool("some", true) : b.getBool("full_matrices", false);
  Type type = m.type.getElementType();
  auto values = b.type(m.with({m.count}), getReal(m));
  AffineExpr left = isFull ? m.rows : m.count;
  AffineExpr right = isFull ? m.columns : m.count;
  if (isOld)
    return {b.type(m.with({m.rows, left}), type), values,
            b.type(m.with({m.columns, right}), type)};
  if (!b.getBool("compute_uv", true)) {
    auto nothing = b.type({b.size(0)}, type);
    return {nothing, values, nothing};
  }
  return {b.type(m.with({m.rows, left}), type), values,
          b.type(m.with({right, m.columns}), type)};
}

// aten::linalg_svdvals(Tensor A, *, str? driver=None) -> Tensor
static Inferred inferSvdVals(Inference &b) {
  Matrices m = getMatrices(b);
  return b.type(m.with({m.count}), getReal(m));
}

// aten::linalg_polar(Tensor A) -> (Tensor U, Tensor H)
static Inferred inferPolar(Inference &b) {
  Matrices m = getMatrices(b);
  auto rows = dyn_cast_or_null<AffineConstantExpr>(m.rows);
  auto columns = dyn_cast_or_null<AffineConstantExpr>(m.columns);
  if (rows && columns && rows.getValue() < columns.getValue())
    return b.invalid("expected 'A' to have at least as many rows as columns, "
                     "found " +
                     Twine(rows.getValue()) + " rows and " +
                     Twine(columns.getValue()) + " columns");
  Type type = m.type.getElementType();
  return {b.type(m.with({m.rows, m.columns}), type),
          b.type(m.with({m.columns, m.columns}), type)};
}

/// The batch dimensions, broadcast with tolerances that are tensors.
static Dims withTolerances(Inference &b, const Matrices &m) {
  Dims batch = m.batch;
  for (StringRef name : {"atol", "rtol", "rcond"}) {
    const Schema &schema = *b.getOp().getSchema();
    std::optional<unsigned> index = schema.findArg(name);
    if (index && schema.getArgs()[*index].type.kind == ArgKind::Tensor)
      if (RankedTensorType type = b.optionalTensor(name))
        batch = b.broadcast(batch, b.dimsOf(type));
  }
  return batch;
}

// aten::linalg_pinv.atol_rtol_float(Tensor self, *, float? atol=None, ...)
static Inferred inferPinv(Inference &b) {
  Matrices m = getMatrices(b);
  m.batch = withTolerances(b, m);
  return b.type(m.with({m.columns, m.rows}), m.type.getElementType());
}

// aten::linalg_lstsq(Tensor self, Tensor b, float? rcond=None, *,
//   str? driver=None) -> (Tensor solution, Tensor residuals, Tensor rank,
//   Tensor singular_values)
//
// Results that a driver does not compute have no elements.
static Inferred inferLstsq(Inference &b) {
  Matrices m = getMatrices(b, "self");
  RankedTensorType rhs = b.tensor("b");
  StringRef driver = b.getString("driver", "gelsy");
  if (b.hasFailed())
    return {};
  Dims dims = b.dimsOf(rhs);
  bool isVector = hasVectors(m.type, rhs);
  if (isVector)
    dims.push_back(b.size(1));
  if (int64_t(dims.size()) != m.type.getRank())
    return b.unknown("expected 'b' to have as many dimensions as 'self', found "
                     "ranks " +
                     Twine(rhs.getRank()) + " and " + Twine(m.type.getRank()));
  AffineExpr count = dims.back();
  Dims batch = b.broadcast(m.batch, dims.drop_back(2)), residuals = batch;
  Dims solution = batch;
  solution.push_back(m.columns);
  if (!isVector)
    solution.push_back(count);
  residuals.push_back(count);
  bool isSpectral = driver == "gelsd" || driver == "gelss";
  Type real = getReal(m);
  RankedTensorType nothing = b.type({b.size(0)}, real), rest;
  switch (
      getResiduals(driver, m.rows, m.columns, [&](AffineExpr x, AffineExpr y) {
        return b.isAtLeast(x, y);
      })) {
  case Residuals::None:
    rest = nothing;
    break;
  case Residuals::All:
    rest = b.type(residuals, real);
    break;
  case Residuals::Unknown:
    if (!batch.empty())
      return b.unknown("the rank of the result 'residuals' depends on the "
                       "values of the matrices");
    rest = b.type({AffineExpr()}, real); // [0] or [count]
    break;
  }
  return {b.type(solution, m.type.getElementType()), rest,
          b.type(driver == "gels" ? Dims{b.size(0)} : m.batch, b.i64()),
          isSpectral ? b.type(m.with({m.count}), real) : nothing};
}

// aten::linalg_cond(Tensor self, Scalar? p=None) -> Tensor
static Inferred inferCond(Inference &b) {
  Matrices m = getMatrices(b);
  return b.type(m.batch, getReal(m));
}

// aten::linalg_matrix_rank.atol_rtol_float(Tensor self, *, float? atol=None,
//   float? rtol=None, bool hermitian=False) -> Tensor
static Inferred inferMatrixRank(Inference &b) {
  Matrices m = getMatrices(b);
  return b.type(withTolerances(b, m), b.i64());
}

// aten::linalg_tensorinv(Tensor self, int ind=2) -> Tensor
static Inferred inferTensorInverse(Inference &b) {
  RankedTensorType x = b.tensor("self");
  int64_t count = b.getInt("ind");
  if (b.hasFailed())
    return {};
  if (count < 1 || count > x.getRank())
    return b.invalidArgument("ind", "positive and in range for rank " +
                                        Twine(x.getRank()));
  Dims dims = b.dimsOf(x);
  std::rotate(dims.begin(), dims.begin() + count, dims.end());
  return b.type(dims, x.getElementType());
}

// aten::linalg_tensorsolve(Tensor self, Tensor other, int[]? dims=None)
//   -> Tensor
static Inferred inferTensorSolve(Inference &b) {
  RankedTensorType a = b.tensor("self"), rhs = b.tensor("other");
  SmallVector<int64_t> last = b.getGivenAxes("dims", a.getRank());
  if (b.hasFailed())
    return {};
  if (a.getRank() < rhs.getRank())
    return b.invalidRanks("self", "other",
                          "ranks of which the first one is "
                          "not smaller",
                          a, rhs);
  // The given dimensions move to the end.
  Dims dims = b.dimsOf(a), order;
  for (int64_t axis = 0; axis < a.getRank(); ++axis)
    if (!llvm::is_contained(last, axis))
      order.push_back(dims[axis]);
  for (int64_t axis : last)
    order.push_back(dims[axis]);
  Dims result;
  for (int64_t axis = rhs.getRank(); axis < int64_t(order.size()); ++axis)
    result.push_back(order[axis]);
  return b.type(result, a.getElementType());
}

void torch_onnx::torch::populateLinalgOperators(OperatorTable &r) {
  r.add({"aten.linalg_inv.default", "aten.inverse.default",
         "aten.linalg_cholesky.default", "aten.cholesky.default",
         "aten.cholesky_inverse.default", "aten.matrix_exp.default",
         "aten.linalg_matrix_exp.default", "aten.linalg_matrix_sqrth.default",
         "aten.linalg_inv_ex.default", "aten.linalg_cholesky_ex.default"},
        inferInverse);
  r.add({"aten.linalg_solve.default", "aten.linalg_solve_ex.default",
         "aten._linalg_solve_ex.default"},
        inferSolution);
  r.add("aten.linalg_solve_triangular.default", substitution("self", "B"));
  r.add("aten.triangular_solve.default", substitution("A", "self"));
  r.add("aten.cholesky_solve.default", substitution("input2", "self"));
  r.add("aten._cholesky_solve_helper.default", substitution("A", "self"));
  r.add("aten.linalg_lu_solve.default", substitution("LU", "B"));
  r.add("aten.lu_solve.default", substitution("LU_data", "self"));
  r.add({"aten.linalg_lu_factor.default", "aten.linalg_lu_factor_ex.default",
         "aten._lu_with_info.default"},
        inferPackedLu);
  r.add({"aten.linalg_ldl_factor.default", "aten.linalg_ldl_factor_ex.default"},
        inferPackedLdl);
  r.add("aten.linalg_ldl_solve.default", substitution("LD", "B"));
  r.add("aten.linalg_lu.default", inferLu);
  r.add("aten.lu_unpack.default", inferLuUnpack);
  r.add({"aten._linalg_det.default", "aten._linalg_slogdet.default"},
        inferDetWithFactors);
  r.add("aten.geqrf.default", inferGeqrf);
  r.add("aten.linalg_householder_product.default", inferSame);
  r.add("aten.ormqr.default",
        [](Inference &b) -> Inferred { return b.tensor("input3"); });
  r.add({"aten.linalg_qr.default", "aten.qr.default"}, inferQr);
  r.add({"aten.linalg_eigh.default", "aten._linalg_eigh.default",
         "aten.linalg_eigvalsh.default"},
        inferEigh);
  r.add({"aten.linalg_eig.default", "aten.linalg_eigvals.default",
         "aten._linalg_eigvals.default"},
        inferEig);
  r.add({"aten.linalg_svd.default", "aten._linalg_svd.default",
         "aten.svd.default"},
        inferSvd);
  r.add("aten.linalg_svdvals.default", inferSvdVals);
  r.add("aten.linalg_polar.default", inferPolar);
  r.add({"aten.linalg_pinv.atol_rtol_float",
         "aten.linalg_pinv.atol_rtol_tensor", "aten.linalg_pinv.default",
         "aten.linalg_pinv.rcond_tensor", "aten.pinverse.default"},
        inferPinv);
  r.add("aten.linalg_lstsq.default", inferLstsq);
  r.add("aten.linalg_tensorinv.default", inferTensorInverse);
  r.add("aten.linalg_tensorsolve.default", inferTensorSolve);
  r.add({"aten.linalg_cond.default", "aten.linalg_cond.p_str"}, inferCond);
  r.add({"aten.linalg_matrix_rank.atol_rtol_float",
         "aten.linalg_matrix_rank.atol_rtol_tensor"},
        inferMatrixRank);
}
