//===- Matrices.h - Algorithms of linear algebra ----------------*- C++ -*-===//
//
// The building blocks of decompositions in linear algebra: LAPACK's direct
// methods as loops over the columns of a matrix (torch.scan), for any number of
// leading batch dimensions, dynamic sizes, and real and complex elements.
// docs/Rationale/LinearAlgebra.md explains this form.
//
// Each step of an algorithm updates the whole matrix (the right-looking
// variant). Finished rows and columns are masked instead of sliced off, because
// sizes in a loop must not change.
//
// Matrices are square unless stated otherwise; `[.., m, n]` is a tensor with
// leading batch dimensions. After a refusal, all functions return null.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_MATRICES_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_MATRICES_H

#include "DecomposeImpl.h"

namespace torch_onnx::torch::matrices {

using mlir::AffineExpr;
using mlir::Value;

//===--- Elements and sizes -----------------------------------------------===//

bool isComplex(Value x);
/// The type of the real parts; null after a refusal.
mlir::Type getRealType(Value x);
bool isSingle(Value x);
/// The distance from 1 to the next larger number.
double getEpsilon(Value x);
/// Whether a tensor is statically known to be empty.
bool isEmpty(Value x);
int64_t getRank(Value x);
/// The size of a dimension; -1 is the last dimension.
AffineExpr sizeOf(Value x, int64_t axis);
/// The smaller of two sizes; null if it is not statically known.
AffineExpr smaller(TorchBuilder &b, AffineExpr x, AffineExpr y);
/// The declared size of a dimension of a result.
AffineExpr getDeclared(const Arguments &args, unsigned result, int64_t axis);
/// Refuses tensors other than (batches of) matrices in single or double
/// precision.
void requireMatrices(TorchBuilder &b, Value x, llvm::StringRef name);
/// A tensor argument, by default the first one, checked by requireMatrices().
Value getMatrices(TorchBuilder &b, const Arguments &args,
                  llvm::StringRef name = {});
/// As getMatrices(), and refuses matrices that are known not to be square.
Value getSquare(TorchBuilder &b, const Arguments &args,
                llvm::StringRef name = {});
/// A boolean argument.
bool getFlag(TorchBuilder &b, const Arguments &args, llvm::StringRef name);

//===--- Views ------------------------------------------------------------===//

/// The conjugate; the operand itself if it is real.
Value conj(TorchBuilder &b, Value x);
Value adjoint(TorchBuilder &b, Value x);
/// The elements from `begin` to `end` along an axis; null is the end of the
/// axis.
Value slice(TorchBuilder &b, Value x, int64_t axis, AffineExpr begin,
            AffineExpr end);
/// The first `end` elements along an axis, or all if there are fewer.
/// `declared` is the resulting size if it is not statically known.
Value firstOf(TorchBuilder &b, Value x, int64_t axis, AffineExpr end,
              AffineExpr declared);
/// The first `size` elements along an axis, padded with zeros.
Value resize(TorchBuilder &b, Value x, int64_t axis, AffineExpr size);
/// Shifts elements along an axis with `size` elements: element i of the result
/// is element i + 1 if `isNext`, otherwise element i - 1, or zero if there is
/// no such element. `axis` is negative.
Value shift(TorchBuilder &b, Value x, int64_t axis, AffineExpr size,
            bool isNext);
/// Broadcasts the batch dimensions of both tensors, which are all but the last
/// `xRank` or `yRank` dimensions.
std::pair<Value, Value> broadcastBatches(TorchBuilder &b, Value x,
                                         int64_t xRank, Value y, int64_t yRank);
Value expand(TorchBuilder &b, Value x, llvm::ArrayRef<AffineExpr> dims);

//===--- Elements ---------------------------------------------------------===//

/// 0, 1, ..
Value positions(TorchBuilder &b, AffineExpr size);
/// The operand of a scan over the columns of `[.., m, n]`: the positions 0, 1,
/// .., each a tensor of one element. There are `steps` positions, or min(m, n)
/// if `steps` is null. `declared` is this minimum if it is not statically
/// known.
Value getSteps(TorchBuilder &b, AffineExpr steps, AffineExpr n, AffineExpr m,
               AffineExpr declared);
/// The slices at `indices`, which differ between batches and have the rank of
/// `x`.
Value takeAlong(TorchBuilder &b, Value x, int64_t axis, Value indices);
/// The rows in the order `[.., m]` of each batch.
Value takeRows(TorchBuilder &b, Value x, Value order);
/// The outer product of vectors: `[.., m]` and `[.., n]` to `[.., m, n]`.
Value outer(TorchBuilder &b, Value x, Value y);
Value diagonal(TorchBuilder &b, Value x);
/// Ones on the diagonal, in the shape of `x`.
Value identityLike(TorchBuilder &b, Value x);
/// The symmetric or Hermitian matrix of a lower triangle; for a Hermitian
/// matrix, only the real part of the diagonal is used.
Value fromLower(TorchBuilder &b, Value a, bool isHermitian);
/// The permutation matrix whose column j is 1 in row `order[j]`.
Value permutation(TorchBuilder &b, Value order, mlir::Type type);
/// The real parts.
Value realOf(TorchBuilder &b, Value x);
/// For each batch, 1 + the first index along the last axis at which `holds` is
/// true, or 0 if there is none.
Value firstPlace(TorchBuilder &b, Value holds);

//===--- Factorizations ---------------------------------------------------===//

/// P^T A = L U of `[.., m, n]` with K = min(m, n) steps.
struct Lu {
  /// `[.., m, K]`, zero on the diagonal and above, rows as in the result.
  Value lower;
  /// `[.., K, n]`, zero below the diagonal.
  Value upper;
  /// `[.., m]`, the row of A that is row i of P^T A.
  Value order;
  /// `[.., K]`, the row that was swapped with row i in step i.
  Value swaps;
};

/// LAPACK's getrf: partial pivoting, which takes the first of equal candidates.
/// If `steps` is given, only the first `steps` columns are eliminated, and
/// `upper` has `steps` rows. `declared` is K if it is not statically known.
Lu factorLu(TorchBuilder &b, Value a, AffineExpr steps = {},
            AffineExpr declared = {});
/// L without its diagonal and U in one matrix, `[.., m, n]`.
Value packLu(TorchBuilder &b, const Lu &lu);
/// LAPACK's pivots: `swaps` counted from 1, in 32 bits.
Value toPivots(TorchBuilder &b, Value swaps);
/// The `order` of `m` rows from LAPACK's pivots.
Value toOrder(TorchBuilder &b, Value pivots, AffineExpr m);
/// 1 + the first zero on the diagonal of U, or 0.
Value findZeroPivot(TorchBuilder &b, Value upper);
/// The determinant of the permutation, 1 or -1, in the type of U.
Value parity(TorchBuilder &b, const Lu &lu);

struct Triangle {
  bool isUpper = false;
  /// The diagonal is assumed to be 1.
  bool isUnit = false;
};
/// X of A X = B by substitution; the other triangle of A is not read.
Value solveTriangular(TorchBuilder &b, Value a, Value rhs, Triangle triangle);

struct Solution {
  Value x;
  Lu lu;
};
/// X of A X = B, B `[.., n, k]`. Batches broadcast.
Solution solve(TorchBuilder &b, Value a, Value rhs);

/// L of A = L L^H. Only the lower triangle of A is read. `info` is the order of
/// the first leading minor that is not positive, or 0.
struct Cholesky {
  Value lower, info;
};
Cholesky factorCholesky(TorchBuilder &b, Value a);
/// X of L L^H X = B.
Value solveCholesky(TorchBuilder &b, Value lower, Value rhs);

/// P^T A P = L D L^T (or L^H) with blocks of one or two rows in D
/// (MatricesIndefinite.cpp).
struct Ldl {
  /// L below the diagonal blocks of D, as LAPACK packs them.
  Value packed;
  /// LAPACK's pivots, in 32 bits: negative for both rows of a block of two.
  Value pivots;
  /// 1 + the first column without a pivot, or 0.
  Value info;
};
/// LAPACK's sytrf and hetrf of a lower triangle (Bunch and Kaufman).
Ldl factorLdl(TorchBuilder &b, Value a, bool isHermitian);
/// X of A X = B (LAPACK's sytrs and hetrs).
Value solveLdl(TorchBuilder &b, Value packed, Value pivots, Value rhs,
               bool isHermitian);
/// The size by which pivots are compared: |re| + |im| for complex numbers
/// (LAPACK's icamax).
Value getPivotSize(TorchBuilder &b, Value x);

//===--- Orthogonal factors (MatricesOrthogonal.cpp) ----------------------===//

/// Householder's reflections H_k = I - tau_k v_k v_k^H of `[.., m, n]`, whose
/// product is Q of A = Q R.
struct Reflections {
  /// `[.., m, K]`, ones on the diagonal and zeros above.
  Value vectors;
  /// `[.., K]`
  Value tau;
  /// `[.., m, n]`, zero below the diagonal, which is real.
  Value upper;
};

/// LAPACK's geqrf, with its signs. `declared` is K if it is not statically
/// known.
Reflections factorQr(TorchBuilder &b, Value a, AffineExpr declared = {});
/// Q X, or Q^H X.
Value applyReflections(TorchBuilder &b, Value vectors, Value tau, Value x,
                       bool isAdjoint);
/// The identity of `size` rows with the batches and the dtype of `like`.
Value identity(TorchBuilder &b, Value like, AffineExpr size);
/// The first min(m, n) rows (axis -2) or columns (-1). `declared` is this
/// minimum if it is not statically known.
Value cut(TorchBuilder &b, Value x, int64_t axis, AffineExpr declared = {});

//===--- Spectra (MatricesSpectral.cpp) -----------------------------------===//

/// A = V diag(values) V^H of Hermitian matrices, values in ascending order.
struct Eigen {
  Value values, vectors;
};
/// The largest modulus of each matrix, [.., 1, 1]; 0 if it is empty.
Value largestModulus(TorchBuilder &b, Value x);
/// The divisor of matrices that keeps squares of elements in range: the largest
/// element if it is very large or small, else 1.
Value getScale(TorchBuilder &b, Value largest);
/// Jacobi's method. Only the lower triangle is read.
Eigen findEigen(TorchBuilder &b, Value a, bool wantsVectors);

/// A = U diag(values) V^H of `[.., m, n]`, values in descending order.
struct Singular {
  Value left, values, rightAdjoint;
};
enum class SingularVectors { None, Reduced, Full };
/// Jacobi's method on the columns of A (Hestenes).
/// `declared` is the number of values if it is not statically known.
Singular findSingular(TorchBuilder &b, Value a, SingularVectors wanted,
                      AffineExpr declared = {});

//===--- Spectra of general matrices (MatricesEigen.cpp) ------------------===//

/// A V = V diag(values) of real or complex matrices; V and values are complex.
/// The values are not ordered. Vectors have length 1, and their largest element
/// is real.
struct GeneralEigen {
  Value values, vectors;
};
/// The QR algorithm with shifts, in double precision.
GeneralEigen findGeneralEigen(TorchBuilder &b, Value a, bool wantsVectors);

} // namespace torch_onnx::torch::matrices

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_MATRICES_H
