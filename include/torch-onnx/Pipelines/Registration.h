//===- Registration.h - What every tool knows -------------------*- C++ -*-===//
//
// One list for all tools, so that a text which one tool prints can be read by
// every other. Kept short on purpose: registering everything MLIR has costs
// start-up time and link time, and no graph of ours holds those dialects.
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

/// Registers our passes, the upstream passes worth having in torch-onnx-opt
/// (canonicalize, cse, inline, ...) and the named pipelines. Call it once.
void registerPasses();

} // namespace torch_onnx

#endif // TORCH_ONNX_PIPELINES_REGISTRATION_H
