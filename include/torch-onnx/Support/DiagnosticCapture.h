//===- DiagnosticCapture.h - Capturing diagnostics --------------*- C++ -*-===//
//
// For queries whose answer "no" is not a user error: whether an operation would
// be valid, whether an expression is within its limits, whether a weight can be
// read. The captured diagnostic is the reason for the answer.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_SUPPORT_DIAGNOSTICCAPTURE_H
#define TORCH_ONNX_SUPPORT_DIAGNOSTICCAPTURE_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "llvm/Support/Threading.h"

#include <string>

namespace torch_onnx {

/// Captures the diagnostics of the current thread during its lifetime.
/// Diagnostics of other threads, which may share the context, are reported as
/// usual.
///
/// An inactive InFlightDiagnostic is not enough: text cannot be appended to it,
/// and it converts to success.
class DiagnosticCapture {
public:
  explicit DiagnosticCapture(mlir::MLIRContext *context)
      : thread(llvm::get_threadid()),
        handler(context, [this](mlir::Diagnostic &diagnostic) {
          if (llvm::get_threadid() != thread)
            return mlir::failure();
          // The reason is the first error, or else the first other diagnostic.
          bool isError =
              diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
          if (message.empty() || (isError && !hasError))
            message = diagnostic.str();
          hasError |= isError;
          return mlir::success();
        }) {}

  /// The text of the first error; empty if nothing was emitted.
  const std::string &getMessage() const { return message; }

private:
  uint64_t thread;
  bool hasError = false;
  std::string message;
  mlir::ScopedDiagnosticHandler handler;
};

/// Passes an emitter to `ask` whose diagnostics are captured, and returns the
/// answer of `ask`. The handler is installed on the first emission only, so the
/// answer "yes" costs nothing.
template <typename FnT> auto askQuietly(mlir::MLIRContext *context, FnT &&ask) {
  std::optional<DiagnosticCapture> capture;
  return ask([&]() -> mlir::InFlightDiagnostic {
    if (!capture)
      capture.emplace(context);
    return mlir::emitError(mlir::UnknownLoc::get(context));
  });
}

} // namespace torch_onnx

#endif // TORCH_ONNX_SUPPORT_DIAGNOSTICCAPTURE_H
