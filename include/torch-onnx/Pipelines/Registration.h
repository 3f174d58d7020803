//===- Registration.h - Dialects and passes of all tools --------*- C++ -*-===//
//
// One list for all tools, so that each tool can read the text that another one
// prints. Only dialects that our modules use are registered: all of MLIR would
// increase start-up and link time.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_PIPELINES_REGISTRATION_H
#define TORCH_ONNX_PIPELINES_REGISTRATION_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace torch_onnx {

/// Adds our dialects and the upstream ones that appear in our text (func,
/// arith, scf, tensor).
void registerDialects(mlir::DialectRegistry &registry);

/// Registers our passes, upstream passes that are useful in torch-onnx-opt
/// (canonicalize, cse, inline, ...) and the named pipelines. Call it once.
void registerPasses();

} // namespace torch_onnx

#endif // TORCH_ONNX_PIPELINES_REGISTRATION_H
