//===- Translate.cpp - Translates between files and MLIR text -------------===//
//
// Runs one translation, without passes. Translations are in upstream's
// registry. The tool is our own because the output must not replace an input
// and appears completely or not at all.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Tools/Tools.h"

#include "Translations.h"

#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"
#include "torch-onnx/Dialect/Weight/IR/WeightStore.h"
#include "torch-onnx/Support/Printable.h"
#include "torch-onnx/Support/ToolFiles.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Support/ToolUtilities.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace torch_onnx;
namespace cl = llvm::cl;

static std::string outputPath = "-";

int torch_onnx::runTranslateTool(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  prepareTool("torch-onnx-translate");
  hideForeignOptions();
  registerImportTranslations();
  registerToONNXTranslation([]() -> StringRef { return outputPath; });
  cl::opt<std::string> inputPath(cl::Positional, cl::desc("<input file>"),
                                 cl::init("-"));
  cl::opt<std::string, true> output("o", cl::desc("Output file"),
                                    cl::value_desc("filename"),
                                    cl::location(outputPath), cl::init("-"));
  cl::list<const Translation *, bool, TranslationParser> requested(
      "", cl::desc("Translation to perform"), cl::Required);
  cl::opt<bool> splitInput(
      "split-input-file",
      cl::desc("Process the parts of the input between lines '// -----' one "
               "by one"));
  cl::opt<bool> verifyDiagnostics(
      "verify-diagnostics",
      cl::desc("Compare diagnostics with the 'expected-*' comments of the "
               "input"));
  registerAsmPrinterCLOptions();
  if (!parseToolOptions(ArrayRef(argv, argc),
                        "Translates between files and MLIR, one step at a "
                        "time\n"))
    return EXIT_FAILURE;
  if (requested.size() != 1)
    return failTool("one translation at a time");

  auto input = ToolInput::open(inputPath);
  if (!input)
    return failTool(input.takeError());
  auto stream = ToolOutput::open(outputPath);
  if (!stream)
    return failTool(stream.takeError());

  auto process = [&](std::unique_ptr<llvm::MemoryBuffer> buffer,
                     raw_ostream &os) -> LogicalResult {
    MLIRContext context(MLIRContext::Threading::DISABLED);
    context.printOpOnDiagnostic(false);
    context.loadDialect<weight::WeightDialect>();
    weight::getWeightStore(&context).setFolder(input->folder());
    auto sourceMgr = std::make_shared<llvm::SourceMgr>();
    sourceMgr->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
    if (verifyDiagnostics) {
      SourceMgrDiagnosticVerifierHandler handler(*sourceMgr, &context);
      (void)(*requested[0])(sourceMgr, os, &context);
      return handler.verify();
    }
    SourceMgrDiagnosticHandler handler(*sourceMgr, &context, printableErrs());
    return (*requested[0])(sourceMgr, os, &context);
  };
  if (failed(splitAndProcessBuffer(input->takeBuffer(), process, **stream,
                                   splitInput ? kDefaultSplitMarker : "")))
    return EXIT_FAILURE;
  if (hasWrittenModel())
    return EXIT_SUCCESS;
  if (llvm::Error error = (*stream)->commit())
    return failTool(std::move(error));
  return EXIT_SUCCESS;
}
