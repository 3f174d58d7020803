//===- ImportTorchScript.cpp - --import-torchscript: a script as text -----===//
//
// The importer maps files itself, including weights, so it gets the name of the
// file in the buffer.
//
//===----------------------------------------------------------------------===//

#include "TorchScriptFlags.h"
#include "Translations.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace torch_onnx;

void torch_onnx::registerImportTorchScriptTranslation() {
  static TorchScriptFlags flags;
  static TranslateToMLIRRegistration registration(
      "import-torchscript", "reads a .pt file of torch.jit.save",
      [](llvm::SourceMgr &sourceMgr,
         MLIRContext *context) -> OwningOpRef<Operation *> {
        StringRef path = sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID())
                             ->getBufferIdentifier();
        auto options = flags.get();
        if (!options) {
          (void)emitError(UnknownLoc::get(context),
                          llvm::toString(options.takeError()));
          return nullptr;
        }
        return importTorchScript(path, context, *options);
      });
}
