//===- Polynomial.h - The normal form of a size -----------------*- C++ -*-===//
//
// Private to the library. Sizes are computed and compared as polynomials with
// integer coefficients, and stored as AffineExpr. Dims.h lists the identities.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_SYM_IR_POLYNOMIAL_H
#define TORCH_ONNX_LIB_DIALECT_SYM_IR_POLYNOMIAL_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Attributes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <optional>
#include <utility>

namespace torch_onnx::sym {

class Symbols;

/// A monomial: a coefficient times a product of atoms. An atom is a symbol or a
/// floor division (and, in display() only, a remainder), as an AffineExpr.
struct Term {
  /// Sorted by Arithmetic::compare; repeated for powers.
  llvm::SmallVector<mlir::AffineExpr, 2> factors;
  /// Never 0 and never the least int64_t, so it can be negated.
  int64_t coef = 1;

  bool isConstant() const { return factors.empty(); }
};

/// Terms with different factors, in descending graded lexicographic order: by
/// degree, then by factors. The constant is last. Empty is 0.
///
/// The order is a monomial order, as division by a polynomial requires: it is
/// total, and multiplication by a monomial preserves it.
using Poly = llvm::SmallVector<Term, 2>;

/// Nothing if a limit was exceeded (see Dims.h) or a divisor is 0.
using MaybePoly = std::optional<Poly>;

/// The operations. An object serves one computation: it counts the steps and
/// caches the parts of the atoms it has seen. Its polynomials must not be used
/// with another object.
class Arithmetic {
public:
  explicit Arithmetic(mlir::MLIRContext *context);

  mlir::MLIRContext *getContext() const { return context; }

  /// Nothing also if there are dimensions or unnamed symbols.
  MaybePoly read(mlir::AffineExpr expr) { return read(expr, /*depth=*/0); }
  /// Depends on the value of `poly` only. Null for a polynomial that is too
  /// big.
  mlir::AffineExpr write(const Poly &poly);

  static Poly constant(int64_t value);
  /// Sorts and adds up terms in any order and with any coefficients.
  MaybePoly collect(llvm::SmallVector<Term> terms);
  MaybePoly add(const Poly &lhs, const Poly &rhs);
  MaybePoly scale(Poly poly, int64_t factor);
  MaybePoly mul(const Poly &lhs, const Poly &rhs);
  MaybePoly floorDiv(const Poly &lhs, const Poly &rhs) {
    return floorDiv(lhs, rhs, /*depth=*/0);
  }
  MaybePoly ceilDiv(const Poly &lhs, const Poly &rhs);
  MaybePoly mod(const Poly &lhs, const Poly &rhs);

  /// The terms as printed: terms that form a remainder or a quotient are
  /// merged.
  Poly display(const Poly &poly);
  /// Dividend and divisor of an atom that is not a symbol.
  const std::pair<Poly, Poly> &getParts(mlir::AffineExpr atom) const;

  /// Negative, zero or positive. Compares structure and names of symbols, so
  /// the order does not depend on the order of their creation.
  int compare(mlir::AffineExpr lhs, mlir::AffineExpr rhs);
  /// The same comparison for names, functions and their operands.
  int compare(mlir::Attribute lhs, mlir::Attribute rhs);
  /// The name or the function; null for a symbol that is not in the table.
  mlir::Attribute getSymbol(mlir::AffineSymbolExpr symbol);

private:
  /// Takes `count` from `steps`, which limits the whole computation.
  bool spend(uint64_t count);

  MaybePoly read(mlir::AffineExpr expr, unsigned depth);
  MaybePoly readProduct(mlir::AffineExpr expr, unsigned depth);
  MaybePoly floorDiv(Poly lhs, Poly rhs, unsigned depth);
  /// The atom lhs floordiv rhs, which must be reduced.
  MaybePoly makeQuotient(Poly lhs, Poly rhs, unsigned depth);
  mlir::AffineExpr build(const Poly &poly);
  uint64_t countNodes(const Poly &poly) const;

  int compareFactors(llvm::ArrayRef<mlir::AffineExpr> lhs,
                     llvm::ArrayRef<mlir::AffineExpr> rhs);
  /// `factors` without the factors of `divisor`; nothing if one is missing.
  std::optional<llvm::SmallVector<mlir::AffineExpr, 2>>
  divideFactors(llvm::ArrayRef<mlir::AffineExpr> factors,
                llvm::ArrayRef<mlir::AffineExpr> divisor);
  llvm::SmallVector<mlir::AffineExpr, 2>
  mulFactors(llvm::ArrayRef<mlir::AffineExpr> lhs,
             llvm::ArrayRef<mlir::AffineExpr> rhs);
  llvm::SmallVector<mlir::AffineExpr, 2>
  commonFactors(llvm::ArrayRef<mlir::AffineExpr> lhs,
                llvm::ArrayRef<mlir::AffineExpr> rhs);

  /// Moves the multiples of the single term `divisor` from `poly` to
  /// `quotient`, multiplied by `sign`.
  bool divideByTerm(Poly &poly, const Term &divisor, int64_t sign,
                    llvm::SmallVectorImpl<Term> &quotient);
  /// Returns `result` such that poly = divisor * result; nothing if there is
  /// none.
  MaybePoly divideExactly(Poly poly, const Poly &divisor);
  /// Divides both by their greatest common monomial. Returns true if it was not
  /// 1.
  bool cancel(Poly &lhs, Poly &rhs);
  /// ((x floordiv d1) + r) floordiv d = (x + d1*r) floordiv (d*d1), if exactly
  /// one term has that form. Returns true if `lhs` and `rhs` were changed.
  bool flattenNested(Poly &lhs, Poly &rhs);
  /// Removes k*m*lhs - k*m*rhs*(lhs floordiv rhs) from the terms and returns
  /// k*m*(lhs mod rhs), where the quotient is a factor of terms[index]. Removed
  /// terms get the coefficient 0. The last term must be the constant.
  std::optional<Term> foldRemainder(Poly &terms, unsigned index);
  /// Removes c*m - c*((k*m + r) floordiv d), where c*((k*m + r) floordiv d) is
  /// terms[index], and returns c*(((d - k)*m + d - 1 - r) floordiv d). Removed
  /// terms get the coefficient 0.
  std::optional<Term> foldMirrored(Poly &terms, unsigned index);

  mlir::MLIRContext *context;
  Symbols &symbols;
  uint64_t steps = 0;
  llvm::DenseMap<unsigned, mlir::Attribute> seenSymbols;
  llvm::DenseMap<mlir::AffineExpr, MaybePoly> quotients;
  struct Atom {
    std::pair<Poly, Poly> parts;
    uint64_t nodes;
  };
  llvm::DenseMap<mlir::AffineExpr, std::unique_ptr<Atom>> atoms;
};

} // namespace torch_onnx::sym

#endif // TORCH_ONNX_LIB_DIALECT_SYM_IR_POLYNOMIAL_H
