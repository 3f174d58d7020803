//===- Loader.h - Loads plug-ins with passes and dialects -------*- C++ -*-===//
//
// What is refused is refused before code of the plug-in runs: what is no
// plug-in of this build, what needs a function that the tool lacks, what brings
// a second MLIR. See docs/Rationale/Plugins.md.
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
/// the tool have to be registered before: a name that both have ends the
/// process, as MLIR knows no other answer, with a message that names the file.
/// Once for each file is enough; again does no harm.
llvm::Error loadPassPlugin(llvm::StringRef path);

/// The same for dialects, which are added to the registry.
llvm::Error loadDialectPlugin(llvm::StringRef path,
                              mlir::DialectRegistry &registry);

} // namespace torch_onnx

#endif // TORCH_ONNX_PLUGIN_LOADER_H
