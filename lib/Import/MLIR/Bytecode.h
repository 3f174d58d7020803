//===- Bytecode.h - Bytecode to text, in a child process --------*- C++ -*-===//
//
// See torch-onnx/Import/MLIR.h.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_MLIR_BYTECODE_H
#define TORCH_ONNX_LIB_IMPORT_MLIR_BYTECODE_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <string>

namespace torch_onnx {

/// Reads bytecode in a child process and returns the module as text, in generic
/// form and with locations.
llvm::Expected<std::string>
printBytecode(llvm::MemoryBufferRef bytecode,
              const mlir::DialectRegistry &registry);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_MLIR_BYTECODE_H
