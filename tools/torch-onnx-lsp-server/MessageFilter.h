//===- MessageFilter.h - Scans what the editor sends ------------*- C++ -*-===//
//
// Upstream's language server hands the text of every document to the parser,
// and bytecode to the reader of bytecode. The filter stands between the editor
// and the server, so that both see only what makeSafeText() lets through, as in
// the other tools (torch-onnx/Import/MLIR.h).
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_TOOLS_LSP_SERVER_MESSAGE_FILTER_H
#define TORCH_ONNX_TOOLS_LSP_SERVER_MESSAGE_FILTER_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/LSP/Transport.h"

#include <cstdio>
#include <string>

namespace torch_onnx {

/// Registers the dialect of the text that stands for a refused document. Its
/// only attribute holds the reason, and its parser reports the reason.
void registerRefusedText(mlir::DialectRegistry &registry);

class MessageFilter {
public:
  MessageFilter(const mlir::DialectRegistry &registry,
                llvm::lsp::JSONStreamStyle style)
      : registry(registry), style(style) {}

  /// Copies messages from `source` to `target` until one of the two ends. Its
  /// temporary files are removed by llvm::sys::RunInterruptHandlers().
  void run(std::FILE *source, std::FILE *target);

private:
  /// Makes a message safe. Returns false for one that must not be passed on.
  bool filter(llvm::json::Value &message);
  bool filterOpen(llvm::json::Object &params);
  bool filterChange(llvm::json::Object &params);
  bool filterBytecode(llvm::json::Object &params);
  std::string makeSafe(llvm::StringRef text) const;

  const mlir::DialectRegistry &registry;
  llvm::lsp::JSONStreamStyle style;
  /// The documents as the editor has them, by their URI. A change may consist
  /// of edits, and only the whole text can be scanned.
  llvm::StringMap<std::string> documents;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_TOOLS_LSP_SERVER_MESSAGE_FILTER_H
