//===- ImportTorchScript.cpp - --import-torchscript -----------------------===//
//
// A TorchScript archive as text. The importer maps files itself, so it is given
// the name that the buffer was read from.
//
//===----------------------------------------------------------------------===//

#include "Translations.h"

#include "torch-onnx/Import/TorchScript.h"

#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

void torch_onnx::registerImportTorchScriptTranslation() {
  static llvm::cl::opt<std::string> inputShapes(
      "input-shapes",
      llvm::cl::desc("Types of the inputs of a TorchScript module: "
                     "'[1,3,?,?]f32,[2]i64'"),
      llvm::cl::value_desc("TYPES"));
  static llvm::cl::opt<int64_t> unroll(
      "unroll",
      llvm::cl::desc("Unroll loops of TorchScript of at most N iterations"),
      llvm::cl::value_desc("N"));
  static TranslateToMLIRRegistration registration(
      "import-torchscript", "reads a .pt file of torch.jit.save",
      [](llvm::SourceMgr &sourceMgr,
         MLIRContext *context) -> OwningOpRef<Operation *> {
        StringRef path = sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID())
                             ->getBufferIdentifier();
        return importTorchScript(path, context, {inputShapes, unroll});
      });
}
