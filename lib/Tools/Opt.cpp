//===- Opt.cpp - Runs passes over MLIR text -------------------------------===//
//
// mlir-opt with our dialects, passes and pipelines. Upstream's main is taken
// apart for three reasons: the output must not replace an input and appears
// whole or not at all, weights are found beside the input, and --help lists no
// option of LLVM's code generators.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Tools/Tools.h"

#include "torch-onnx/Dialect/Weight/IR/WeightStore.h"
#include "torch-onnx/Pipelines/Registration.h"
#include "torch-onnx/Support/ToolFiles.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"

using namespace torch_onnx;

static int fail(llvm::Error error) {
  llvm::WithColor::error(llvm::errs(), "torch-onnx-opt")
      << llvm::toString(std::move(error)) << "\n";
  return EXIT_FAILURE;
}

int torch_onnx::runOptTool(int argc, char **argv) {
  hideForeignOptions();
  mlir::DialectRegistry registry;
  registerDialects(registry);
  registerPasses();
  auto [inputPath, outputPath] = mlir::registerAndParseCLIOptions(
      argc, argv, "Runs passes over programs in the dialects of Torch-ONNX\n",
      registry);
  llvm::InitLLVM init(argc, argv);
  exitOnLostPages("torch-onnx-opt");
  auto config = mlir::MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects()) {
    for (llvm::StringRef name : registry.getDialectNames())
      llvm::outs() << name << "\n";
    return EXIT_SUCCESS;
  }
  if (config.shouldListPasses()) {
    mlir::printRegisteredPasses();
    return EXIT_SUCCESS;
  }

  auto input = ToolInput::open(inputPath);
  if (!input)
    return fail(input.takeError());
  auto output = ToolOutput::open(outputPath);
  if (!output)
    return fail(output.takeError());
  weight::setWeightFolder(registry, input->folder());
  if (mlir::failed(
          mlir::MlirOptMain(**output, input->takeBuffer(), registry, config)))
    return EXIT_FAILURE;
  if (llvm::Error error = (*output)->commit())
    return fail(std::move(error));
  return EXIT_SUCCESS;
}
