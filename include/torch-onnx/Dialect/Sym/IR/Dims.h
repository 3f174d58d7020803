//===- Dims.h - Arithmetic on symbolic sizes --------------------*- C++ -*-===//
//
// Sizes are `AffineExpr`s over symbols, including semi-affine expressions
// (products and quotients of symbols). A symbol has a name or is a function of
// other sizes (Functions.h). A null AffineExpr is an unknown size. Every
// function here accepts it, and the result is then unknown.
//
// All functions return normal forms: two sizes that are equal as polynomials
// are the same pointer. An atom of a polynomial is a symbol or a floor division
// of two polynomials. The normal form replaces `mod` and `ceildiv` (a mod b = a
// - b*(a floordiv b), a ceildiv b = (a + b - 1) floordiv b); a result with the
// form of a remainder is returned as `mod`.
//
// Exact identities of floor division that hold in the normal form:
//
//   divisible terms are extracted
//     (4*a + 2*b + 5) floordiv 4     = a + b floordiv 2 + 1
//     (a*b + c) floordiv b           = a + c floordiv b
//     (a*b + b) floordiv (a + 1)     = b
//   coefficients of a dividend are reduced modulo a constant divisor
//     (a - 1) floordiv 2 + 1         = (a + 1) floordiv 2
//   common factors cancel
//     (2*a + 1) floordiv 4           = a floordiv 2
//   constant divisors nest
//     (a floordiv 2 + 1) floordiv 3  = (a + 2) floordiv 6
//   of x floordiv d and -((d - 1 - x) floordiv d), the form with the smaller
//   coefficients is kept
//     a + (-a) mod 8                 = 8*((a + 7) floordiv 8)
//
// An identity that does not hold in the normal form: a - a floordiv 2 and (a +
// 1) floordiv 2 stay different.
//
// The divisor of a division must not be zero, as in the program it came from.
// Division rounds down for all signs (Python's //); only ceildiv by a symbolic
// divisor requires a positive divisor.
//
// These sizes are unknown too: a division by the constant 0, a coefficient that
// does not fit in int64_t, and an expression whose normal form is too big (1024
// terms, 64 factors in a term, 64 nested divisions, 2^13 symbols in all, or
// 2^17 steps to compute it; products of sums grow exponentially). This is
// sound, because an unknown size is not equal to anything. Expressions with
// AffineDimExprs or with symbols that getSymbol() did not make are unknown as
// well.
//
// Thread-safe, like all uniqued objects of an MLIRContext.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_SYM_IR_DIMS_H
#define TORCH_ONNX_DIALECT_SYM_IR_DIMS_H

#include "torch-onnx/Dialect/Sym/IR/SymDialect.h"

#include "mlir/IR/BuiltinTypes.h"

#include <optional>
#include <string>

namespace torch_onnx::sym {

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

/// Returns the symbol with that name in the context, and creates it if it is
/// new. Loads the dialect if needed, which is not allowed inside a pass: passes
/// that create symbols list SymDialect as a dependent dialect.
mlir::AffineExpr getSymbol(mlir::MLIRContext *context, llvm::StringRef name);

/// The name of a symbol, which lives as long as the context. Empty for other
/// sizes and for symbols that getSymbol did not make.
llvm::StringRef getSymbolName(mlir::AffineExpr size);

/// The number of symbols in the context. Their positions are 0 .. number - 1,
/// so it is the symbol count of an AffineMap over them.
unsigned getNumSymbols(mlir::MLIRContext *context);

/// The distinct named symbols in `expr`, including those in functions
/// (Functions.h), sorted by name. Empty for an unknown size.
llvm::SmallVector<mlir::AffineSymbolExpr> getSymbols(mlir::AffineExpr expr);

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

mlir::AffineExpr normalize(mlir::AffineExpr expr);

/// True if both are known and equal for all values of the symbols.
bool isKnownEqual(mlir::AffineExpr lhs, mlir::AffineExpr rhs);

/// The value of a size that is the same for all values of the symbols.
std::optional<int64_t> getConstant(mlir::AffineExpr expr);

mlir::AffineExpr add(mlir::AffineExpr lhs, mlir::AffineExpr rhs);
mlir::AffineExpr add(mlir::AffineExpr lhs, int64_t rhs);
mlir::AffineExpr sub(mlir::AffineExpr lhs, mlir::AffineExpr rhs);
mlir::AffineExpr mul(mlir::AffineExpr lhs, mlir::AffineExpr rhs);
mlir::AffineExpr mul(mlir::AffineExpr lhs, int64_t rhs);
mlir::AffineExpr floorDiv(mlir::AffineExpr lhs, mlir::AffineExpr rhs);
mlir::AffineExpr floorDiv(mlir::AffineExpr lhs, int64_t rhs);
mlir::AffineExpr ceilDiv(mlir::AffineExpr lhs, mlir::AffineExpr rhs);
mlir::AffineExpr ceilDiv(mlir::AffineExpr lhs, int64_t rhs);
/// lhs - rhs*(lhs floordiv rhs): it has the sign of the divisor.
mlir::AffineExpr mod(mlir::AffineExpr lhs, mlir::AffineExpr rhs);
mlir::AffineExpr mod(mlir::AffineExpr lhs, int64_t rhs);

/// The empty sum is 0, the empty product is 1. Adding n terms takes n log n
/// steps, where a chain of add() takes n^2.
mlir::AffineExpr sum(llvm::ArrayRef<mlir::AffineExpr> terms,
                     mlir::MLIRContext *context);
mlir::AffineExpr product(llvm::ArrayRef<mlir::AffineExpr> factors,
                         mlir::MLIRContext *context);

/// Replaces each named symbol in `expr` by the result of `replacement`
/// (possibly the same symbol; null makes the result unknown). Functions with
/// constant operands are then computed.
mlir::AffineExpr substitute(
    mlir::AffineExpr expr,
    llvm::function_ref<mlir::AffineExpr(mlir::AffineSymbolExpr)> replacement);

/// The value for given values of the symbols. Nothing if a symbol has no value,
/// a divisor is 0, or a number does not fit.
std::optional<int64_t>
evaluate(mlir::AffineExpr expr,
         llvm::function_ref<std::optional<int64_t>(llvm::StringRef)> value);

//===----------------------------------------------------------------------===//
// Text
//
//   expr    ::= term (('+' | '-') term)*
//   term    ::= operand (('*' | '/' | 'floordiv' | 'ceildiv' | 'mod') operand)*
//   operand ::= '-' operand | atom ['**' operand]
//   atom    ::= integer | float | 'true' | 'false' | name | '(' expr ')'
//             | [kind] word '(' expr (',' expr)* ')' | kind word
//   name    ::= word | string
//   kind    ::= 'int' | 'float' | 'bool'
//
// All operators of a term have the same precedence and associate to the left,
// as in affine maps. A name that is not [A-Za-z_][A-Za-z_0-9]*, or that is the
// word of an operator or a constant, is written as a string with MLIR's
// escapes.
//
// A number with a fraction, and '/', make floats. If a float operator or
// function has one integer operand, its conversion to float is implicit: 0.7*n.
// A kind is written if the name of an unknown function does not imply it.
//===----------------------------------------------------------------------===//

/// Terms and factors are sorted by name, not by the order in which symbols were
/// created: `2*batch + seq floordiv 2`. Null, and an expression without a
/// normal form, print as `?`.
std::string toString(mlir::AffineExpr expr);

/// Parses any expression of the grammar. Fails on all other text, on a number
/// that is not a size, and on an expression without a normal form. Never
/// accepts `?`.
mlir::FailureOr<mlir::AffineExpr> parseExpr(llvm::StringRef text,
                                            mlir::MLIRContext *context);

/// Parses the sizes in `dims<...>`, null for `?`. Reports errors.
mlir::FailureOr<llvm::SmallVector<mlir::AffineExpr>>
parseDims(mlir::DialectAsmParser &parser);

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// One entry for each dimension: a constant, an expression, or null. Dynamic
/// dimensions are unknown if the type has no encoding, an encoding of another
/// dialect, or an encoding that does not fit the shape.
llvm::SmallVector<mlir::AffineExpr> getDims(mlir::RankedTensorType type);

/// The inverse of getDims(). Normalizes the sizes. A constant becomes a static
/// dimension; a negative constant makes the dimension unknown. No encoding is
/// set if no dynamic dimension is known.
mlir::RankedTensorType getTensorType(llvm::ArrayRef<mlir::AffineExpr> dims,
                                     mlir::Type elementType);

/// The shape of a value that has one of two shapes of equal rank: a size is
/// unknown if the shapes differ in it.
llvm::SmallVector<mlir::AffineExpr>
joinDims(llvm::ArrayRef<mlir::AffineExpr> a,
         llvm::ArrayRef<mlir::AffineExpr> b);

} // namespace torch_onnx::sym

#endif // TORCH_ONNX_DIALECT_SYM_IR_DIMS_H
