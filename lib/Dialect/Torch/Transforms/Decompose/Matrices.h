//===- Matrices.h - Algorithms of linear algebra ----------------*- C++ -*-===//
//
// What the decompositions of linear algebra are written in: LAPACK's direct
// methods as loops over the columns of a matrix (torch.scan), for any number of
// batch dimensions in front, sizes that only the run knows, and real and
// complex elements. docs/Rationale/LinearAlgebra.md says why they have this
// form.
//
// An algorithm updates the whole matrix in each step, as the right-looking
// variants do. Rows and columns that are done are masked, not cut off: sizes in
// a loop do not change.
//
// Sizes are those of square matrices unless said otherwise; `[.., m, n]` is a
// tensor with batch dimensions in front. After a refusal everything is null.
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
/// The distance of 1 to the next number.
double getEpsilon(Value x);
/// Whether there are known to be no elements.
bool isEmpty(Value x);
int64_t getRank(Value x);
/// The size of a dimension, which is counted from the end: -1 is the last one.
AffineExpr sizeOf(Value x, int64_t axis);
/// The smaller one of two sizes; null where nobody knows which one it is.
AffineExpr smaller(TorchBuilder &b, AffineExpr x, AffineExpr y);
/// The size that the program declares for a dimension of a result.
AffineExpr getDeclared(const Arguments &args, unsigned result, int64_t axis);
/// Refuses all but matrices of single or double precision, with the batch
/// dimensions in front.
void requireMatrices(TorchBuilder &b, Value x, llvm::StringRef name);
/// A tensor argument of which that holds.
Value getMatrices(TorchBuilder &b, const Arguments &args, llvm::StringRef name);
/// The same of square matrices, where sizes are known.
Value getSquare(TorchBuilder &b, const Arguments &args, llvm::StringRef name);
/// A boolean argument.
bool getFlag(TorchBuilder &b, const Arguments &args, llvm::StringRef name);

//===--- Views ------------------------------------------------------------===//

Value squeeze(TorchBuilder &b, Value x, int64_t axis);
Value unsqueeze(TorchBuilder &b, Value x, int64_t axis);
Value transpose(TorchBuilder &b, Value x);
/// The conjugate; a real tensor itself.
Value conj(TorchBuilder &b, Value x);
Value adjoint(TorchBuilder &b, Value x);
/// The axis that becomes the first one, which scans go over, and back.
Value toFront(TorchBuilder &b, Value x, int64_t axis);
Value fromFront(TorchBuilder &b, Value x, int64_t axis);
Value flip(TorchBuilder &b, Value x, int64_t axis);
/// The elements from `begin` to `end` (null: the last one) along an axis.
Value slice(TorchBuilder &b, Value x, int64_t axis, AffineExpr begin,
            AffineExpr end);
/// The first `end` elements, or all where there are less; the size that this
/// leaves is `declared` where nobody else knows it.
Value firstOf(TorchBuilder &b, Value x, int64_t axis, AffineExpr end,
              AffineExpr declared);
/// The first `size` elements along an axis, with zeros after the last one.
Value resize(TorchBuilder &b, Value x, int64_t axis, AffineExpr size);
/// Element i + 1 in place of element i along an axis with `size` elements, or
/// element i - 1 unless `isNext`; zero where there is no such element. `axis`
/// is negative.
Value shift(TorchBuilder &b, Value x, int64_t axis, AffineExpr size,
            bool isNext);
Value cat(TorchBuilder &b, llvm::ArrayRef<Value> parts, int64_t axis);
/// The same tensor with the batch dimensions of both, but for the last `rank`.
std::pair<Value, Value> broadcastBatches(TorchBuilder &b, Value x,
                                         int64_t xRank, Value y, int64_t yRank);
Value expand(TorchBuilder &b, Value x, llvm::ArrayRef<AffineExpr> dims);

//===--- Elements ---------------------------------------------------------===//

/// 0, 1, ..
Value positions(TorchBuilder &b, AffineExpr size);
/// What a loop over the columns of `[.., m, n]` goes over: the positions 0, 1,
/// .., each a tensor of one element. There are `steps` of them, or as many as
/// the smaller one of `m` and `n` where that is null. Where nobody knows which
/// one is smaller, the program's name of it may be `declared`.
Value getSteps(TorchBuilder &b, AffineExpr steps, AffineExpr n, AffineExpr m,
               AffineExpr declared);
/// The slices at an index, a tensor of one element.
Value at(TorchBuilder &b, Value x, int64_t axis, Value index);
/// The slices at indices of each batch, which have the rank of `x`.
Value takeAlong(TorchBuilder &b, Value x, int64_t axis, Value indices);
/// The rows in an order of each batch, `[.., m]`.
Value takeRows(TorchBuilder &b, Value x, Value order);
/// `x` where a condition does not hold, else zero.
Value zeroWhere(TorchBuilder &b, Value condition, Value x);
Value multiply(TorchBuilder &b, Value x, Value y);
/// The outer product of vectors: `[.., m]` and `[.., n]` to `[.., m, n]`.
Value outer(TorchBuilder &b, Value x, Value y);
Value diagonal(TorchBuilder &b, Value x);
/// Ones on the diagonal, in the shape of `x`.
Value identityLike(TorchBuilder &b, Value x);
/// The permutation whose column j has its one in row `order[j]`.
Value permutation(TorchBuilder &b, Value order, mlir::Type type);
Value sum(TorchBuilder &b, Value x, int64_t axis, bool keepDim = false);
Value modulus(TorchBuilder &b, Value x);
/// The real parts.
Value realOf(TorchBuilder &b, Value x);
/// For each batch 1 + the first place that holds along the last axis, or 0.
Value firstPlace(TorchBuilder &b, Value holds);

//===--- Factorizations ---------------------------------------------------===//

/// P^T A = L U of `[.., m, n]` with K = min(m, n) steps.
struct Lu {
  /// `[.., m, K]`, zero on the diagonal and above, rows as in the result.
  Value lower;
  /// `[.., K, n]`, zero below the diagonal.
  Value upper;
  /// `[.., m]`, the row of A that has become row i.
  Value order;
  /// `[.., K]`, the row that was swapped with row i in step i.
  Value swaps;
};

/// LAPACK's getrf: partial pivoting; of equal candidates the first one. With
/// `steps` only the first columns are eliminated, and `upper` has as many
/// rows. `declared` is what the program calls K.
Lu factorLu(TorchBuilder &b, Value a, AffineExpr steps = {},
            AffineExpr declared = {});
/// L without its diagonal and U in one matrix, `[.., m, n]`.
Value packLu(TorchBuilder &b, const Lu &lu);
/// LAPACK's pivots: `swaps` counted from 1, in 32 bits.
Value toPivots(TorchBuilder &b, Value swaps);
/// The `order` of `m` rows that pivots give.
Value toOrder(TorchBuilder &b, Value pivots, AffineExpr m);
/// 1 + the first zero on the diagonal of U, or 0.
Value findZeroPivot(TorchBuilder &b, Value upper);
/// The determinant of the permutation, 1 or -1, in the type of U.
Value parity(TorchBuilder &b, const Lu &lu);

struct Triangle {
  bool isUpper = false;
  /// The diagonal is taken to be 1.
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

/// L of A = L L^H, of which only the lower triangle is read; `info` is the
/// order of the first leading minor that is not positive, or 0.
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
/// What pivots are compared by: the sum of both parts of a complex number
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

/// LAPACK's geqrf, with its signs. `declared` is what the program calls K.
Reflections factorQr(TorchBuilder &b, Value a, AffineExpr declared = {});
/// Q X, or Q^H X.
Value applyReflections(TorchBuilder &b, Value vectors, Value tau, Value x,
                       bool isAdjoint);
/// The identity of `size` rows with the batches and the dtype of `like`.
Value identity(TorchBuilder &b, Value like, AffineExpr size);
/// The first rows (-2) or columns (-1), as many as the smaller size of both.
/// `declared` is what the program calls that one.
Value cut(TorchBuilder &b, Value x, int64_t axis, AffineExpr declared = {});

//===--- Spectra (MatricesSpectral.cpp) -----------------------------------===//

/// A = V diag(values) V^H of Hermitian matrices, values in ascending order.
struct Eigen {
  Value values, vectors;
};
/// Jacobi's method. Only the lower triangle is read.
Eigen findEigen(TorchBuilder &b, Value a, bool wantsVectors);

/// A = U diag(values) V^H of `[.., m, n]`, values in descending order.
struct Singular {
  Value left, values, rightAdjoint;
};
enum class SingularVectors { None, Reduced, Full };
/// Jacobi's method on the columns of A (Hestenes).
/// `declared` is what the program calls the number of values.
Singular findSingular(TorchBuilder &b, Value a, SingularVectors wanted,
                      AffineExpr declared = {});

//===--- Spectra of general matrices (MatricesEigen.cpp) ------------------===//

/// A V = V diag(values), complex, of real or complex matrices. The values are
/// in no order; vectors have length 1 and a largest element that is real.
struct GeneralEigen {
  Value values, vectors;
};
/// The QR algorithm with shifts, in double precision.
GeneralEigen findGeneralEigen(TorchBuilder &b, Value a, bool wantsVectors);

} // namespace torch_onnx::torch::matrices

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_MATRICES_H
