//===- torch-onnx-lsp-server.cpp - Language server for our text -----------===//
//
// The upstream MLIR language server with our dialects: completion, hover and
// go-to-definition for .mlir files of this project in an editor.
//
// Upstream's server reads the standard input. A thread puts itself in between,
// by a pipe, and passes on what the parser can take.
//
//===----------------------------------------------------------------------===//

#include "MessageFilter.h"

#include "torch-onnx/Pipelines/Registration.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <thread>
#include <unistd.h>

using namespace torch_onnx;

/// The style of the messages, by the options of upstream's server.
static llvm::lsp::JSONStreamStyle
getStyle(llvm::ArrayRef<const char *> arguments) {
  bool isDelimited = false;
  for (llvm::StringRef argument : arguments) {
    argument = argument.ltrim('-');
    isDelimited |=
        argument == "lit-test" || argument == "input-style=delimited";
  }
  return isDelimited ? llvm::lsp::Delimited : llvm::lsp::Standard;
}

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registerDialects(registry);
  mlir::DialectRegistry serverRegistry;
  registry.appendTo(serverRegistry);
  registerRefusedText(serverRegistry);

  int ends[2];
  std::FILE *source = fdopen(dup(STDIN_FILENO), "rb");
  if (!source || pipe(ends) != 0 || dup2(ends[0], STDIN_FILENO) < 0) {
    llvm::errs() << "torch-onnx-lsp-server: error: cannot read the standard "
                    "input\n";
    return EXIT_FAILURE;
  }
  close(ends[0]);
  std::FILE *target = fdopen(ends[1], "wb");
  // The server may end first; then the write fails.
  std::signal(SIGPIPE, SIG_IGN);
  auto style = getStyle(llvm::ArrayRef(argv, argc));
  std::thread([&registry, style, source, target] {
    MessageFilter(registry, style).run(source, target);
    std::fclose(target);
  }).detach();

  bool failed =
      mlir::failed(mlir::MlirLspServerMain(argc, argv, serverRegistry));
  llvm::outs().flush();
  llvm::sys::RunInterruptHandlers(); // Removes the temporary files.
  // The thread may still wait for a message of the editor, so that nothing that
  // it uses can be destroyed.
  std::_Exit(failed ? EXIT_FAILURE : EXIT_SUCCESS);
}
