//===- Loader.h - Loads plug-ins with passes and dialects -------*- C++ -*-===//
//
// The loader checks a file before any of its code runs. It refuses a file that
// is not a plug-in of this build, needs a function that the tool lacks, or
// brings a second MLIR. See docs/Rationale/Plugins.md.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_PLUGIN_LOADER_H
#define TORCH_ONNX_PLUGIN_LOADER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace torch_onnx {

/// Loads the plug-in and registers its passes. It stays loaded. All passes of
/// the tool must be registered before: if a pass name is registered twice, MLIR
/// can only end the process, with a message that names the file. Loading a file
/// again has no effect.
llvm::Error loadPassPlugin(llvm::StringRef path);

/// Loads a plug-in with dialects and adds them to the registry.
llvm::Error loadDialectPlugin(llvm::StringRef path,
                              mlir::DialectRegistry &registry);

} // namespace torch_onnx

#endif // TORCH_ONNX_PLUGIN_LOADER_H
