//===- SymbolicNumbers.h - Arithmetic on symbolic numbers -------*- C++ -*-===//
//
// Implements Python's arithmetic on SymInt, SymFloat and SymBool in a graph of
// torch.export. TorchScript's numbers behave in the same way.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_IMPORT_SUPPORT_SYMBOLICNUMBERS_H
#define TORCH_ONNX_IMPORT_SUPPORT_SYMBOLICNUMBERS_H

#include "mlir/IR/Builders.h"

namespace torch_onnx {

/// True for a function of numbers, such as `_operator.mod`.
bool isSymbolicOperator(llvm::StringRef target);

/// Builds the value of a function of numbers, of type i64, f64 or i1. Null if
/// there is no exact form. The result may be one of the operands.
mlir::Value buildSymbolicOperator(mlir::OpBuilder &b, mlir::Location loc,
                                  llvm::StringRef target,
                                  mlir::ValueRange operands, mlir::Type type);

} // namespace torch_onnx

#endif // TORCH_ONNX_IMPORT_SUPPORT_SYMBOLICNUMBERS_H
