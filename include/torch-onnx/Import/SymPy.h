//===- SymPy.h - Symbolic sizes of torch.export -----------------*- C++ -*-===//
//
// Reads the text in which torch.export keeps symbolic numbers: sympy's srepr,
//
//   Add(FloorDiv(Symbol('s77', positive=True, integer=True), Integer(2)),
//       Integer(1))
//
// and its plain str, `((s77//2)) + 1`, in any mixture. Functions are those of
// sympy and of torch.utils._sympy.functions.
//
// What sums, products and rounding divisions can say becomes an exact size of
// the sym dialect. That includes
//  - Max, Min and Abs where the given ranges decide them;
//  - rounding of a quotient (FloorToInt(IntTrueDiv(a, b))) and of a multiple of
//    a short binary fraction (TruncToInt(Mul(Float('1.5'), ToFloat(a)))): exact
//    in floating point, too, as long as values stay below 2^37;
//  - PythonMod, which is a - b*(a//b) whatever the signs are;
//  - bitwise_and with 2^k - 1, shifts and powers by constants.
// Any other integer is opaque: the caller gives a symbol for its text.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_IMPORT_SYMPY_H
#define TORCH_ONNX_IMPORT_SYMPY_H

#include "torch-onnx/Dialect/Sym/IR/Ranges.h"

#include "llvm/Support/Error.h"

#include <string>

namespace torch_onnx {

struct SymPyExpr {
  enum class Kind { Integer, Float, Boolean };

  Kind kind = Kind::Integer;
  /// The size, in normal form, of an integer; null only when the callback gave
  /// null for a part of it. Null for the other kinds.
  mlir::AffineExpr expr;
  /// Of a float and of a boolean, in the canonical form the callback gets.
  std::string text;
  /// What was learned about the symbols in `expr`, beside the ranges given:
  /// bounds of opaque symbols, and of those that sympy knows are not negative.
  sym::Ranges ranges;
};

/// Gives a size for an integer that has no exact one, by its canonical text:
/// `Max(1, Min(s0, 3) + 1)`. Equal texts are equal numbers. Arguments of
/// symmetric functions are sorted; sizes inside are written as in the sym
/// dialect, with the texts of opaque parts in place.
/// The function may return null (unknown); it is called inside out.
using SymPyOpaque = llvm::function_ref<mlir::AffineExpr(llvm::StringRef text)>;

/// `ranges` must hold for every run of the program. Take care: torch.export
/// writes min_val = 2 for every size and lets 0 and 1 through at run time. For
/// the same reason `positive=True` is read as "not negative" here.
/// Without `opaque`, the symbol of an opaque integer has its text as name.
/// An Error says what is wrong with the text (or that it is longer than 64
/// KiB), and at which character.
llvm::Expected<SymPyExpr> parseSymPy(llvm::StringRef text,
                                     mlir::MLIRContext *context,
                                     const sym::Ranges &ranges = {},
                                     SymPyOpaque opaque = {});

} // namespace torch_onnx

#endif // TORCH_ONNX_IMPORT_SYMPY_H
