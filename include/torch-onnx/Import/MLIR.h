//===- MLIR.h - Files of MLIR that come from strangers ----------*- C++ -*-===//
//
// Upstream's reader of bytecode and its parser of text were written for files
// that a compiler has written. All tools pass files of MLIR through here before
// upstream's code sees them.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_IMPORT_MLIR_H
#define TORCH_ONNX_IMPORT_MLIR_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace torch_onnx {

/// The contents of a file of MLIR as text that can be parsed in this process.
///
/// Text is returned as it is, or refused with its line: for control characters,
/// for `array<index: ...>` and `array<!alias: ...>` (upstream takes the width
/// of a type that has none), and where it is nested so deeply that the parser's
/// recursion could exceed the stack.
///
/// Bytecode is parsed and printed by a child process, which can do nothing but
/// compute and write to this one where the kernel has seccomp. Time, memory and
/// text are limited in proportion to the file. The end of the child, whatever
/// its cause, is an error here. Locations and unverified operations are kept:
/// whoever parses the text verifies it.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
makeSafeText(std::unique_ptr<llvm::MemoryBuffer> buffer,
             const mlir::DialectRegistry &registry);

} // namespace torch_onnx

#endif // TORCH_ONNX_IMPORT_MLIR_H
