//===- MLIR.h - Untrusted MLIR files ----------------------------*- C++ -*-===//
//
// Upstream's bytecode reader and text parser trust their input. All tools check
// MLIR files here before upstream code reads them.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_IMPORT_MLIR_H
#define TORCH_ONNX_IMPORT_MLIR_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace torch_onnx {

/// Returns the contents of an MLIR file as text that is safe to parse in this
/// process.
///
/// Text is returned unchanged or refused with its line. It is refused for
/// control characters, for `array<index: ...>` and `array<!alias: ...>`
/// (upstream requests the width of a type that has none), and if its nesting
/// could overflow the stack of the recursive parser.
///
/// Bytecode is parsed and printed by a child process. With seccomp, the child
/// can only compute and write to its parent. Time, memory and text size are
/// limited in proportion to the file. Any abnormal end of the child is an error
/// here. Locations and unverified operations are kept: the caller verifies the
/// text when it parses it.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
makeSafeText(std::unique_ptr<llvm::MemoryBuffer> buffer,
             const mlir::DialectRegistry &registry);

} // namespace torch_onnx

#endif // TORCH_ONNX_IMPORT_MLIR_H
