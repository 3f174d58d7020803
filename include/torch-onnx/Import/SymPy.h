//===- SymPy.h - Symbolic sizes of torch.export -----------------*- C++ -*-===//
//
// Parses symbolic numbers of torch.export: sympy's srepr,
//
//   Add(FloorDiv(Symbol('s77', positive=True, integer=True), Integer(2)),
//       Integer(1))
//
// and its plain str, `((s77//2)) + 1`, in any mixture. The functions are those
// of sympy and of torch.utils._sympy.functions.
//
// An expression of sums, products and rounding divisions becomes an exact size
// of the sym dialect. This includes
//  - Max, Min and Abs if the given ranges decide them;
//  - rounding of a quotient (FloorToInt(IntTrueDiv(a, b))) and of a multiple of
//    a short binary fraction (TruncToInt(Mul(Float('1.5'), ToFloat(a)))): exact
//    in floating point, too, for values below 2^37;
//  - PythonMod, which is a - b*(a//b) for all signs;
//  - bitwise_and with 2^k - 1, shifts and powers by constants.
// Any other number is a function of the sym dialect (Functions.h), or an
// unknown function if the dialect does not have it.
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
  /// Facts about its symbols in addition to the given ranges: a symbol that
  /// sympy knows is non-negative.
  sym::Ranges ranges;
};

/// `ranges` must hold for every run of the program. Note that torch.export
/// writes min_val = 2 for every size and accepts 0 and 1 at run time. For the
/// same reason `positive=True` is read as "non-negative" here. An Error gives
/// the reason (possibly that the text is longer than 64 KiB) and the character
/// position.
llvm::Expected<SymPyNumber> parseSymPy(llvm::StringRef text,
                                       mlir::MLIRContext *context,
                                       const sym::Ranges &ranges = {});

} // namespace torch_onnx

#endif // TORCH_ONNX_IMPORT_SYMPY_H
