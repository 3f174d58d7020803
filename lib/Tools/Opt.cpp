//===- Opt.cpp - Runs passes over MLIR text -------------------------------===//
//
// mlir-opt with our dialects, passes and pipelines. It does not use upstream's
// main, for four reasons: the output must not replace an input and appears
// completely or not at all, weights are found beside the input, --help does not
// list options of LLVM's code generators, and plug-ins are checked.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Tools/Tools.h"

#include "torch-onnx/Dialect/Weight/IR/WeightStore.h"
#include "torch-onnx/Import/MLIR.h"
#include "torch-onnx/Pipelines/Registration.h"
#include "torch-onnx/Plugin/Loader.h"
#include "torch-onnx/Support/ToolFiles.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/StringSaver.h"

using namespace torch_onnx;

/// Loads the plug-ins of --load-pass-plugin and --load-dialect-plugin, and
/// removes these options from the arguments. Upstream's parser ignores plug-ins
/// that it cannot load, checks nothing, and offers no options for passes that
/// are registered while it runs.
static llvm::Error loadPlugins(llvm::SmallVectorImpl<const char *> &arguments,
                               mlir::DialectRegistry &registry) {
  llvm::SmallVector<const char *> rest;
  for (size_t i = 0; i < arguments.size(); ++i) {
    llvm::StringRef text = arguments[i];
    if (text == "--") {
      rest.append(arguments.begin() + i, arguments.end());
      break;
    }
    bool isOption = i > 0 && text.starts_with("-");
    auto [name, path] = text.ltrim('-').split('=');
    if (!isOption ||
        (name != "load-pass-plugin" && name != "load-dialect-plugin")) {
      rest.push_back(arguments[i]);
      continue;
    }
    if (!text.contains('=') && i + 1 < arguments.size())
      path = arguments[++i];
    if (path.empty())
      return llvm::createStringError("--" + name + " needs a file");
    if (llvm::Error error = name == "load-pass-plugin"
                                ? loadPassPlugin(path)
                                : loadDialectPlugin(path, registry))
      return error;
  }
  arguments = std::move(rest);
  return llvm::Error::success();
}

/// Upstream's parseCLIOptions() with escaped messages.
static bool parseOptions(llvm::ArrayRef<const char *> arguments,
                         llvm::StringRef header, std::string &inputPath,
                         std::string &outputPath) {
  llvm::cl::opt<std::string, true> input(
      llvm::cl::Positional, llvm::cl::desc("<input file>"),
      llvm::cl::location(inputPath), llvm::cl::init("-"));
  llvm::cl::opt<std::string, true> output(
      "o", llvm::cl::desc("Output filename"), llvm::cl::value_desc("filename"),
      llvm::cl::location(outputPath), llvm::cl::init("-"));
  return parseToolOptions(arguments, header);
}

int torch_onnx::runOptTool(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  prepareTool("torch-onnx-opt");
  hideForeignOptions();
  mlir::DialectRegistry registry;
  registerDialects(registry);
  registerPasses();
  llvm::SmallVector<const char *> arguments(argv, argv + argc);
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::cl::ExpandResponseFiles(saver, llvm::cl::TokenizeGNUCommandLine,
                                arguments);
  if (llvm::Error error = loadPlugins(arguments, registry))
    return failTool(std::move(error));
  std::string header = mlir::registerCLIOptions(
      "Runs passes over programs in the dialects of Torch-ONNX\n", registry);
  std::string inputPath, outputPath;
  if (!parseOptions(arguments, header, inputPath, outputPath))
    return EXIT_FAILURE;
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
    return failTool(input.takeError());
  auto output = ToolOutput::open(outputPath);
  if (!output)
    return failTool(output.takeError());
  auto text = makeSafeText(input->takeBuffer(), registry);
  if (!text)
    return failTool(inputPath + ": " + llvm::toString(text.takeError()));
  weight::setWeightFolder(registry, input->folder());
  if (mlir::failed(
          mlir::MlirOptMain(**output, std::move(*text), registry, config)))
    return EXIT_FAILURE;
  if (llvm::Error error = (*output)->commit())
    return failTool(std::move(error));
  return EXIT_SUCCESS;
}
