//===- ArchiveErrors.h - Diagnostics on archives ----------------*- C++ -*-===//
//
// Emits diagnostics on archives, whose location names the file.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_IMPORT_SUPPORT_ARCHIVEERRORS_H
#define TORCH_ONNX_IMPORT_SUPPORT_ARCHIVEERRORS_H

#include "torch-onnx/Support/ZipReader.h"

#include "mlir/IR/Diagnostics.h"

#include <optional>

namespace torch_onnx {

/// The message of an error without the `path` in front, which errors of Support
/// have.
std::string getMessage(llvm::Error error, llvm::StringRef path);

/// Emits an error; names of members in the message are untrusted input.
mlir::LogicalResult emitArchiveError(mlir::Location loc,
                                     const llvm::Twine &message);

} // namespace torch_onnx

#endif // TORCH_ONNX_IMPORT_SUPPORT_ARCHIVEERRORS_H
