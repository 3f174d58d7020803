//===- LoadModel.cpp - Reads a program for a tool -------------------------===//
//
// See LoadModel.h.
//
//===----------------------------------------------------------------------===//

#include "LoadModel.h"

#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"
#include "torch-onnx/Dialect/Weight/IR/WeightStore.h"
#include "torch-onnx/Import/ExportedProgram.h"
#include "torch-onnx/Import/MLIR.h"
#include "torch-onnx/Support/Printable.h"
#include "torch-onnx/Support/ZipReader.h"

#include "mlir/Parser/Parser.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace torch_onnx;

/// Whether a file is an archive of torch.jit.save.
static bool isScript(StringRef path, const ToolInput &input) {
  if (!input.file() || !isZipFile(path))
    return false;
  auto zip = ZipReader::open(input.file()->bytes(), path);
  if (zip)
    return isTorchScript(*zip);
  // The importer reports the error in the archive.
  llvm::consumeError(zip.takeError());
  return false;
}

llvm::Expected<OwningOpRef<ModuleOp>>
torch_onnx::loadModel(StringRef path, StringRef model,
                      const TorchScriptOptions &script, ToolInput &input,
                      const DialectRegistry &registry, MLIRContext &context) {
  context.loadDialect<weight::WeightDialect>();
  weight::getWeightStore(&context).setFolder(input.folder());
  if (isScript(path, input)) {
    if (!model.empty())
      return llvm::createStringError(
          path + ": --model selects a program of torch.export.save; an "
                 "archive of torch.jit.save holds one model");
    return importTorchScript(path, &context, script);
  }
  if (!script.inputTypes.empty())
    return llvm::createStringError(
        path + ": --input-shapes is for programs of torch.jit.save; this "
               "program declares its inputs");
  if (isZipFile(path))
    return importExportedProgram(path, &context, {model.str()});
  auto text = makeSafeText(input.takeBuffer(), registry);
  if (!text)
    return llvm::createStringError(path + ": " +
                                   llvm::toString(text.takeError()));
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(*text), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(*sources, &context, printableErrs());
  return parseSourceFile<ModuleOp>(sources, ParserConfig(&context));
}
