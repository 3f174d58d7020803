//===- SymbolicNumbers.h - Python on symbolic numbers -----------*- C++ -*-===//
//
// The arithmetic of SymInt, SymFloat and SymBool in a graph of torch.export,
// which is that of the numbers of TorchScript.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_IMPORT_SUPPORT_SYMBOLICNUMBERS_H
#define TORCH_ONNX_IMPORT_SUPPORT_SYMBOLICNUMBERS_H

#include "mlir/IR/Builders.h"

namespace torch_onnx {

/// True for a function of numbers, such as `_operator.mod`.
bool isSymbolicOperator(llvm::StringRef target);

/// Its value, of type i64, f64 or i1, or null where there is no exact form.
/// Operands are numbers. A value that is returned may be one of them.
mlir::Value buildSymbolicOperator(mlir::OpBuilder &b, mlir::Location loc,
                                  llvm::StringRef target,
                                  mlir::ValueRange operands, mlir::Type type);

} // namespace torch_onnx

#endif // TORCH_ONNX_IMPORT_SUPPORT_SYMBOLICNUMBERS_H
