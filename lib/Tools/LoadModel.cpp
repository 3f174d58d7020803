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

#include "mlir/Parser/Parser.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace torch_onnx;

llvm::Expected<OwningOpRef<ModuleOp>>
torch_onnx::loadModel(StringRef path, StringRef model, ToolInput &input,
                      const DialectRegistry &registry, MLIRContext &context) {
  context.loadDialect<weight::WeightDialect>();
  weight::getWeightStore(&context).setFolder(input.folder());
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
