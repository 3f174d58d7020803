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
// Any other number is a function of the sym dialect (Functions.h), an unknown
// one where the dialect does not have it.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_IMPORT_SYMPY_H
#define TORCH_ONNX_IMPORT_SYMPY_H

#include "torch-onnx/Dialect/Sym/IR/Functions.h"

#include "llvm/Support/Error.h"

namespace torch_onnx {

struct SymPyNumber {
  /// An integer, a float or a truth value.
  mlir::Attribute number;
  /// What was learned about the symbols in it, beside the ranges given: those
  /// that sympy knows are not negative.
  sym::Ranges ranges;
};

/// `ranges` must hold for every run of the program. Take care: torch.export
/// writes min_val = 2 for every size and lets 0 and 1 through at run time. For
/// the same reason `positive=True` is read as "not negative" here.
/// An Error says what is wrong with the text (or that it is longer than 64
/// KiB), and at which character.
llvm::Expected<SymPyNumber> parseSymPy(llvm::StringRef text,
                                       mlir::MLIRContext *context,
                                       const sym::Ranges &ranges = {});

} // namespace torch_onnx

#endif // TORCH_ONNX_IMPORT_SYMPY_H
