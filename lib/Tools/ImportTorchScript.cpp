//===- ImportTorchScript.cpp - --import-torchscript: a script as text -----===//
//
// The importer maps files itself, including weights, so it gets the name of the
// file in the buffer.
//
//===----------------------------------------------------------------------===//

#include "Translations.h"

#include "torch-onnx/Import/TorchScript.h"
#include "torch-onnx/Support/OptionParsers.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace torch_onnx;
namespace cl = llvm::cl;

void torch_onnx::registerImportTorchScriptTranslation() {
  static cl::opt<std::string> inputTypes(
      "input-shapes",
      cl::desc("What a .pt is called with, as in '[1,3,?,?]f32,[batch,2]i64'"),
      cl::value_desc("TYPES"));
  static cl::opt<int64_t, false, DecimalParser<int64_t>> unroll(
      "unroll",
      cl::desc("Unroll the loops of a .pt that have at most N iterations"),
      cl::value_desc("N"), cl::init(0));
  static cl::list<std::string> opSchemas(
      "op-schema",
      cl::desc("Schema of an operator that LibTorch does not have"),
      cl::value_desc("SCHEMA"));
  static TranslateToMLIRRegistration registration(
      "import-torchscript", "reads a .pt file of torch.jit.save",
      [](llvm::SourceMgr &sourceMgr,
         MLIRContext *context) -> OwningOpRef<Operation *> {
        StringRef path = sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID())
                             ->getBufferIdentifier();
        if (inputTypes.getNumOccurrences())
          if (llvm::Error error = checkInputTypes(inputTypes)) {
            (void)emitError(UnknownLoc::get(context),
                            "--input-shapes: " +
                                llvm::toString(std::move(error)));
            return nullptr;
          }
        TorchScriptOptions options;
        options.inputTypes = inputTypes;
        options.unroll = unroll;
        options.opSchemas.assign(opSchemas.begin(), opSchemas.end());
        return importTorchScript(path, context, options);
      });
}
