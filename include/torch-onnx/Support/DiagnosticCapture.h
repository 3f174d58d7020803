//===- DiagnosticCapture.h - Keeps diagnostics back -------------*- C++ -*-===//
//
// For a question whose answer "no" is not an error of the user: whether an
// operation would be valid, whether an expression is within its limits, whether
// a weight can be read at all. The diagnostic is the reason for the answer.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_SUPPORT_DIAGNOSTICCAPTURE_H
#define TORCH_ONNX_SUPPORT_DIAGNOSTICCAPTURE_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "llvm/Support/Threading.h"

#include <string>

namespace torch_onnx {

/// Takes the diagnostics that are emitted in the current thread while it lives.
/// Those of other threads, which may share the context, are reported as ever.
///
/// An inactive InFlightDiagnostic does not serve: text cannot be appended to
/// it, and it converts to success.
class DiagnosticCapture {
public:
  explicit DiagnosticCapture(mlir::MLIRContext *context)
      : thread(llvm::get_threadid()),
        handler(context, [this](mlir::Diagnostic &diagnostic) {
          if (llvm::get_threadid() != thread)
            return mlir::failure();
          // The reason is the first error, or else the first of the others.
          bool isError =
              diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
          if (message.empty() || (isError && !hasError))
            message = diagnostic.str();
          hasError |= isError;
          return mlir::success();
        }) {}

  /// The text of the first error; empty when nothing was emitted.
  const std::string &getMessage() const { return message; }

private:
  uint64_t thread;
  bool hasError = false;
  std::string message;
  mlir::ScopedDiagnosticHandler handler;
};

/// Gives `ask` an emitter whose diagnostics are kept back, and returns its
/// answer. A handler is installed only when something is emitted, so that a
/// question that is answered with "yes" costs nothing.
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
