//===- Import.cpp - --import-pt2, --import-torchscript --------------------===//
//
// The importers map files themselves, including weights, so they get the name
// of the file in the buffer.
//
//===----------------------------------------------------------------------===//

#include "TorchScriptFlags.h"
#include "Translations.h"

#include "torch-onnx/Import/ExportedProgram.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace torch_onnx;

static StringRef getPath(const llvm::SourceMgr &sources) {
  return sources.getMemoryBuffer(sources.getMainFileID())
      ->getBufferIdentifier();
}

void torch_onnx::registerImportTranslations() {
  static llvm::cl::opt<std::string> model(
      "model", llvm::cl::desc("Model to import, if the .pt2 holds several"),
      llvm::cl::value_desc("NAME"));
  static TranslateToMLIRRegistration exportedProgram(
      "import-pt2", "reads a .pt2 file of torch.export.save",
      [](llvm::SourceMgr &sources,
         MLIRContext *context) -> OwningOpRef<Operation *> {
        return importExportedProgram(getPath(sources), context, {model});
      });
  static TorchScriptFlags flags;
  static TranslateToMLIRRegistration script(
      "import-torchscript", "reads a .pt file of torch.jit.save",
      [](llvm::SourceMgr &sources,
         MLIRContext *context) -> OwningOpRef<Operation *> {
        auto options = flags.get();
        if (!options) {
          (void)emitError(UnknownLoc::get(context),
                          llvm::toString(options.takeError()));
          return nullptr;
        }
        return importTorchScript(getPath(sources), context, *options);
      });
}
