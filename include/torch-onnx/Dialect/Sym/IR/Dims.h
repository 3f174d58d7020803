//===- Dims.h - Arithmetic on symbolic sizes --------------------*- C++ -*-===//
//
// Sizes are `AffineExpr`s over symbols (semi-affine ones too: products and
// quotients of symbols). A symbol has a name, or it is a function of other
// sizes (Functions.h). A null AffineExpr is an unknown size, and every function
// here that takes a size takes it: unknown in, unknown out.
//
// All functions return normal forms: two sizes that are equal as polynomials
// are the same pointer. An atom of a polynomial is a symbol or a floor division
// of two polynomials. `mod` and `ceildiv` are gone from it
// (a mod b = a - b*(a floordiv b), a ceildiv b = (a + b - 1) floordiv b); a
// result that has the shape of a remainder is given back as `mod`.
//
// Exact identities of floor division that hold in the normal form:
//
//   what is divisible comes out
//     (4*a + 2*b + 5) floordiv 4     = a + b floordiv 2 + 1
//     (a*b + c) floordiv b           = a + c floordiv b
//     (a*b + b) floordiv (a + 1)     = b
//   coefficients of a dividend by a constant d are in [0, d)
//     (a - 1) floordiv 2 + 1         = (a + 1) floordiv 2
//   common factors cancel
//     (2*a + 1) floordiv 4           = a floordiv 2
//   constant divisors nest
//     (a floordiv 2 + 1) floordiv 3  = (a + 2) floordiv 6
//   of x floordiv d and -((d - 1 - x) floordiv d), the one with the smaller
//   coefficients is kept
//     a + (-a) mod 8                 = 8*((a + 7) floordiv 8)
//
// One that does not: a - a floordiv 2 and (a + 1) floordiv 2 stay different.
//
// A division presupposes a divisor that is not zero, as the program it came
// from does. It rounds down whatever the signs are (Python's //); only ceildiv
// by a symbolic divisor presupposes that this is positive.
//
// Unknown are also: a division by the constant 0, a coefficient that does not
// fit in int64_t, and an expression whose normal form is too big (1024 terms,
// 64 factors in a term, 64 nested divisions, 2^13 symbols in all, or 2^17 steps
// to compute it; products of sums grow exponentially). All are sound: unknown
// is never equal to anything. Expressions with AffineDimExprs or with symbols
// of somebody else are unknown, too.
//
// Thread-safe, like everything that is uniqued in an MLIRContext.
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

/// The symbol of that name in the context; made when it is new. Loads the
/// dialect when it is not loaded, which is not allowed inside a pass: passes
/// that make symbols list SymDialect as a dependent dialect.
mlir::AffineExpr getSymbol(mlir::MLIRContext *context, llvm::StringRef name);

/// The name of a symbol; it lives as long as the context. Empty for other sizes
/// and for symbols that getSymbol did not make.
llvm::StringRef getSymbolName(mlir::AffineExpr size);

/// The number of symbols in the context. Their positions are 0 .. number - 1,
/// which is what an AffineMap over them needs to know.
unsigned getNumSymbols(mlir::MLIRContext *context);

/// The symbols that have a name, in `expr` and in the functions in it
/// (Functions.h), each once and sorted by name. None when it is unknown.
llvm::SmallVector<mlir::AffineSymbolExpr> getSymbols(mlir::AffineExpr expr);

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

mlir::AffineExpr normalize(mlir::AffineExpr expr);

/// Both known, and equal whatever the values of the symbols are.
bool isKnownEqual(mlir::AffineExpr lhs, mlir::AffineExpr rhs);

/// The value, when it is the same whatever the values of the symbols are.
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

/// `expr` with each symbol that has a name replaced by what `replacement`
/// returns for it (possibly the same symbol; null makes the result unknown).
/// Functions of what is constant then are computed.
mlir::AffineExpr substitute(
    mlir::AffineExpr expr,
    llvm::function_ref<mlir::AffineExpr(mlir::AffineSymbolExpr)> replacement);

/// The value for given values of the symbols; nothing when one has no value,
/// when a divisor is 0, or when a number does not fit.
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
// A number with a fraction, and '/', make floats. One integer among the
// operands of a float operator or function is a float without saying so: 0.7*n.
// A kind is written where the name of an unknown function does not tell it.
//===----------------------------------------------------------------------===//

/// Terms and factors sorted by name, whatever the order was in which symbols
/// were made: `2*batch + seq floordiv 2`. Null, and an expression that has no
/// normal form, is `?`.
std::string toString(mlir::AffineExpr expr);

/// Reads what toString writes, and any other expression of the grammar.
/// Fails on anything else, on a number that is no size, and on an expression
/// that has no normal form. Never reads `?`.
mlir::FailureOr<mlir::AffineExpr> parseExpr(llvm::StringRef text,
                                            mlir::MLIRContext *context);

/// The sizes in `dims<...>`, null for `?`; reports errors.
mlir::FailureOr<llvm::SmallVector<mlir::AffineExpr>>
parseDims(mlir::DialectAsmParser &parser);

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// One entry for each dimension: a constant, an expression, or null. Dynamic
/// dimensions of a type with no encoding, with one of another dialect, or with
/// one that does not fit the shape are unknown.
llvm::SmallVector<mlir::AffineExpr> getDims(mlir::RankedTensorType type);

/// The inverse. Normalizes; a constant is a static dimension (a negative one
/// is no size and makes the dimension unknown), no encoding is set when no
/// dynamic dimension is known.
mlir::RankedTensorType getTensorType(llvm::ArrayRef<mlir::AffineExpr> dims,
                                     mlir::Type elementType);

/// What two shapes of one rank have in common, as the shape of a value has that
/// is one or the other: a size is unknown where they differ.
llvm::SmallVector<mlir::AffineExpr>
joinDims(llvm::ArrayRef<mlir::AffineExpr> a,
         llvm::ArrayRef<mlir::AffineExpr> b);

} // namespace torch_onnx::sym

#endif // TORCH_ONNX_DIALECT_SYM_IR_DIMS_H
