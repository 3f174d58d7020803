//===- Reduce.cpp - Reduces a failing model -------------------------------===//
//
// Reads a model or a module, and reduces it while a test program finds it
// interesting. For the protocol, see docs/HowTo/Reduce.md.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Tools/Tools.h"

#include "LoadModel.h"
#include "Reducer.h"
#include "TorchScriptFlags.h"

#include "torch-onnx/Pipelines/Registration.h"
#include "torch-onnx/Support/ToolFiles.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"

using namespace mlir;
using namespace torch_onnx;
namespace cl = llvm::cl;

namespace {

/// Runs the user's test program on modules.
class TestRunner {
public:
  /// `path` is the file that modules are written to.
  TestRunner(StringRef program, ArrayRef<std::string> arguments, StringRef path,
             unsigned timeout)
      : program(program), path(path), timeout(timeout) {
    words.push_back(this->program);
    llvm::append_range(words, arguments);
    words.push_back(this->path);
  }

  bool operator()(ModuleOp module) {
    auto output = ToolOutput::open(path);
    if (!output)
      return setError(llvm::toString(output.takeError()));
    print(module, **output);
    if (llvm::Error failure = (*output)->commit())
      return setError(llvm::toString(std::move(failure)));
    ++count;
    // The output for hundreds of modules is discarded.
    std::optional<StringRef> nowhere[] = {StringRef(), StringRef(),
                                          StringRef()};
    std::string message;
    bool failedToRun = false;
    status = llvm::sys::ExecuteAndWait(program, words, std::nullopt, nowhere,
                                       timeout, /*MemoryLimit=*/0, &message,
                                       &failedToRun);
    if (failedToRun)
      return setError("cannot run '" + program + "': " + message);
    return status == 0;
  }

  static void print(ModuleOp module, raw_ostream &os) {
    OpPrintingFlags flags;
    bool hasLocations = false;
    module.walk(
        [&](Operation *op) { hasLocations |= !isa<UnknownLoc>(op->getLoc()); });
    if (hasLocations)
      flags.enableDebugInfo();
    module->print(os, flags);
    os << "\n";
  }

  unsigned count = 0;
  int status = 0;
  /// Empty as long as modules can be written and tested.
  std::string error;

private:
  bool setError(std::string message) {
    error = std::move(message);
    return false;
  }

  std::string program;
  std::string path;
  unsigned timeout;
  SmallVector<StringRef> words;
};

} // namespace

int torch_onnx::runReduceTool(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  prepareTool("torch-onnx-reduce");
  hideForeignOptions();
  cl::opt<std::string> inputPath(
      cl::Positional, cl::Required,
      cl::desc("MODEL (.pt2, .pt, .mlir or .mlirbc)"), cl::value_desc("MODEL"));
  cl::opt<std::string> testProgram(
      "test", cl::Required,
      cl::desc(
          "Program that tests a module. Its last argument is the file of "
          "the\nmodule; exit status 0 means that the module is interesting"),
      cl::value_desc("PROGRAM"));
  cl::list<std::string> testArguments(
      "test-arg",
      cl::desc("Argument of the program before the file. May be "
               "repeated"),
      cl::value_desc("TEXT"));
  cl::opt<unsigned> timeout(
      "timeout", cl::init(60),
      cl::desc("Time limit of a test, after which it is stopped and counts\n"
               "as not interesting (default: 60; 0: no limit)"),
      cl::value_desc("SECONDS"));
  cl::opt<std::string> modelName(
      "model", cl::desc("Model to reduce, if the archive holds several"),
      cl::value_desc("NAME"));
  TorchScriptFlags scriptFlags;
  cl::opt<std::string> outputPath("o", cl::init("-"),
                                  cl::desc("File of the reduced module"),
                                  cl::value_desc("FILE.mlir"));
  if (!parseToolOptions(
          ArrayRef(argv, argc),
          "Reduces a model to the part for which a test program still exits "
          "with 0\n"))
    return EXIT_FAILURE;

  auto script = scriptFlags.get();
  if (!script)
    return failTool(script.takeError());
  auto program = llvm::sys::findProgramByName(testProgram);
  if (!program)
    return failTool("cannot find the program '" + testProgram + "'");
  auto input = ToolInput::open(inputPath);
  if (!input)
    return failTool(input.takeError());
  if (outputPath != "-")
    if (llvm::Error error = AtomicFile::check(outputPath))
      return failTool(std::move(error));

  DialectRegistry registry;
  registerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  auto loaded =
      loadModel(inputPath, modelName, *script, *input, registry, context);
  if (!loaded)
    return failTool(loaded.takeError());
  OwningOpRef<ModuleOp> module = std::move(*loaded);
  if (!module)
    return EXIT_FAILURE;

  // Beside the input, where the weights are that the text names.
  SmallString<256> pattern(input->folder()), path;
  llvm::sys::path::append(pattern, "reduce-%%%%%%%%.mlir");
  llvm::sys::fs::createUniquePath(pattern, path, /*MakeAbsolute=*/true);
  llvm::sys::RemoveFileOnSignal(path);
  llvm::FileRemover remover(path);
  TestRunner test(*program, testArguments, path, timeout);
  unsigned before = getReducibleOps(*module).size();
  bool isInteresting = test(*module);
  if (!test.error.empty())
    return failTool(test.error);
  if (!isInteresting)
    return failTool("the input is not interesting: the test has exit status " +
                    Twine(test.status) + ", expected 0");

  Reducer reducer(std::move(module),
                  [&](ModuleOp candidate) { return test(candidate); });
  reducer.run();
  if (!test.error.empty())
    return failTool(test.error);
  auto output = ToolOutput::open(outputPath);
  if (!output)
    return failTool(output.takeError());
  TestRunner::print(reducer.getModule(), **output);
  if (llvm::Error error = (*output)->commit())
    return failTool(std::move(error));
  llvm::errs() << before << " operations before, "
               << getReducibleOps(reducer.getModule()).size() << " after "
               << test.count << " tests\n";
  return EXIT_SUCCESS;
}
