//===- SymPyFunctions.h - What sympy's functions mean -----------*- C++ -*-===//
//
// Private to the library. The parser builds numbers with it, bottom-up.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_SYMPY_SYMPYFUNCTIONS_H
#define TORCH_ONNX_LIB_IMPORT_SYMPY_SYMPYFUNCTIONS_H

#include "torch-onnx/Dialect/Sym/IR/Functions.h"

namespace torch_onnx {

class SymPyBuilder {
public:
  SymPyBuilder(mlir::MLIRContext *context, const sym::Ranges &givenRanges)
      : context(context), givenRanges(givenRanges) {}

  mlir::Attribute getSymbol(llvm::StringRef name, bool isFloat,
                            bool isNonNegative);

  /// The value of a function. Null when the function cannot have these
  /// arguments; `error` says why.
  mlir::Attribute call(llvm::StringRef name,
                       llvm::ArrayRef<mlir::Attribute> args);
  /// The same of one that has a name only.
  mlir::Attribute callUnknown(llvm::StringRef name, sym::NumberKind kind,
                              llvm::ArrayRef<mlir::Attribute> args);

  mlir::MLIRContext *context;
  /// Set when a call failed.
  std::string error;
  /// Of the symbols that were met.
  sym::Ranges ranges;

private:
  using Args = llvm::ArrayRef<mlir::Attribute>;

  /// Null when none of the rules for names applies.
  mlir::Attribute callByRule(llvm::StringRef name, Args args);
  mlir::Attribute pow(Args args);
  mlir::Attribute divide(llvm::StringRef name, Args args);

  const sym::Ranges &givenRanges;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_SYMPY_SYMPYFUNCTIONS_H
