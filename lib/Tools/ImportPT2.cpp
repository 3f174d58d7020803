//===- ImportPT2.cpp - --import-pt2: an exported program as text ----------===//
//
// The importer maps files itself, including weights, so it gets the name of the
// file in the buffer.
//
//===----------------------------------------------------------------------===//

#include "Translations.h"

#include "torch-onnx/Import/ExportedProgram.h"

#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

void torch_onnx::registerImportPT2Translation() {
  static llvm::cl::opt<std::string> model(
      "model", llvm::cl::desc("Model to import, if the .pt2 holds several"),
      llvm::cl::value_desc("NAME"));
  static TranslateToMLIRRegistration registration(
      "import-pt2", "reads a .pt2 file of torch.export.save",
      [](llvm::SourceMgr &sourceMgr,
         MLIRContext *context) -> OwningOpRef<Operation *> {
        StringRef path = sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID())
                             ->getBufferIdentifier();
        return importExportedProgram(path, context, {model});
      });
}
