//===- Run.cpp - Runs a model by the reference evaluator ------------------===//
//
// Converts a program by the pipeline of torch-onnx, unless it is already in the
// onnx dialect. Inputs are arrays in files or random numbers. Outputs are
// printed, written to a file, or compared with arrays in a file.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Tools/Tools.h"

#include "LoadModel.h"
#include "Npy.h"
#include "TorchScriptFlags.h"

#include "torch-onnx/Dialect/ONNX/Evaluate/Evaluator.h"
#include "torch-onnx/Dialect/ONNX/IR/ONNXDialect.h"
#include "torch-onnx/Dialect/ONNX/Transforms/PreparedModule.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Pipelines/Pipelines.h"
#include "torch-onnx/Pipelines/Registration.h"

#include "mlir/IR/AsmState.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"

#include <cmath>
#include <random>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
namespace cl = llvm::cl;
using arithmetic::Tensor;

using Arrays = std::vector<std::pair<std::string, std::string>>;

/// The array with a name; a single unnamed array matches any name.
static const std::string *findArray(const Arrays &arrays, StringRef name,
                                    unsigned index) {
  for (const auto &[known, bytes] : arrays)
    if (known == name || known == "arr_" + std::to_string(index) ||
        (known.empty() && index == 0))
      return &bytes;
  return nullptr;
}

/// The name of an argument or result of the entry function.
static std::string getName(DictionaryAttr attributes, StringRef otherwise,
                           unsigned index) {
  if (attributes)
    if (auto name = attributes.getAs<StringAttr>(kNameAttr))
      return name.str();
  return (otherwise + Twine(index)).str();
}

/// Normally distributed floats, or integers from 0 to 9.
static std::optional<Tensor> makeRandom(RankedTensorType type,
                                        std::mt19937_64 &engine) {
  Tensor numbers(type.getShape(), Float64Type::get(type.getContext()));
  auto uniform = [&] { return static_cast<double>(engine() >> 11) * 0x1p-53; };
  bool isFloat = isa<FloatType>(type.getElementType());
  for (double &number : numbers.reals())
    number = isFloat ? std::sqrt(-2 * std::log(1 - uniform())) *
                           std::cos(2 * M_PI * uniform())
             : type.getElementType().isInteger(1) ? uniform() < 0.5
                                                  : std::floor(10 * uniform());
  return arithmetic::cast(numbers, type.getElementType());
}

/// Prints the type and the first elements on one line.
static void printValue(StringRef name, const RuntimeValue &value,
                       int64_t maxElements, MLIRContext *ctx) {
  llvm::outs() << name << ": ";
  if (const RuntimeValue::Sequence *sequence = value.getSequence()) {
    llvm::outs() << "sequence of " << sequence->size() << "\n";
    for (auto [index, element] : llvm::enumerate(*sequence))
      printValue((name + "[" + Twine(index) + "]").str(), element, maxElements,
                 ctx);
    return;
  }
  const Tensor *tensor = value.getTensor();
  if (!tensor) {
    llvm::outs() << "nothing\n";
    return;
  }
  int64_t count = tensor->getNumElements();
  llvm::outs() << tensor->getType();
  // Attributes of more than a hundred elements are printed as bytes.
  int64_t shown = std::min(std::min<int64_t>(count, maxElements), int64_t(100));
  if (shown > 0) {
    Tensor head =
        *arithmetic::take(Tensor(*tensor).reshaped({count}), 0,
                          llvm::to_vector(llvm::seq<int64_t>(0, shown)));
    llvm::outs() << " ";
    getAttribute(RuntimeValue(std::move(head)), ctx)
        .print(llvm::outs(), /*elideType=*/true);
  }
  llvm::outs() << (shown < count ? " ...\n" : "\n");
}

/// The name in `names` that a result has in the model or in its text.
static std::optional<std::string>
findName(OpResult result, ArrayRef<std::string> names, AsmState &state) {
  SmallVector<std::string, 2> own;
  if (auto given = result.getOwner()->getAttrOfType<ArrayAttr>(kValueNamesAttr);
      given && result.getResultNumber() < given.size())
    own.push_back(cast<StringAttr>(given[result.getResultNumber()]).str());
  std::string printed;
  llvm::raw_string_ostream stream(printed);
  result.printAsOperand(stream, state);
  own.push_back(printed);
  auto found = llvm::find_if(own, [&](const std::string &name) {
    return llvm::is_contained(names, name);
  });
  return found == own.end() ? std::nullopt : std::optional(*found);
}

/// Converts a program, unless it is in the onnx dialect.
static LogicalResult convert(ModuleOp module, ArrayRef<std::string> dims) {
  bool isConverted = true;
  module.walk([&](Operation *op) {
    StringRef dialect = op->getName().getDialectNamespace();
    isConverted &=
        dialect == "onnx" || dialect == "func" || dialect == "builtin";
  });
  if (isConverted)
    return success();
  PassManager manager(module.getContext());
  PipelineOptions options;
  for (const std::string &dim : dims)
    options.dims.push_back(dim);
  if (llvm::Error error = buildTorchToONNXPipeline(manager, options))
    return module.emitError(llvm::toString(std::move(error)));
  return manager.run(module);
}

namespace {
/// The command line.
struct RunFlags {
  cl::opt<std::string> inputPath{
      cl::Positional, cl::Required,
      cl::desc("MODEL (.pt2, .pt, .mlir or .mlirbc)"), cl::value_desc("MODEL")};
  cl::opt<std::string> modelName{
      "model", cl::desc("Model to run, if the archive holds several"),
      cl::value_desc("NAME")};
  TorchScriptFlags script;
  cl::opt<std::string> arraysPath{
      "inputs",
      cl::desc("Inputs by name (.npz), or the first input (.npy). All other\n"
               "inputs are random"),
      cl::value_desc("FILE")};
  cl::opt<std::string> expectedPath{
      "expect", cl::desc("Expected outputs by name; they are compared"),
      cl::value_desc("FILE.npz")};
  cl::opt<std::string> savedPath{
      "save", cl::desc("File for the outputs, which are then not printed"),
      cl::value_desc("FILE.npz")};
  cl::list<std::string> printed{
      "print", cl::CommaSeparated,
      cl::desc("Further values to print, by their names in the model or in\n"
               "its MLIR text"),
      cl::value_desc("NAME,...")};
  cl::list<std::string> dims{"dim", cl::CommaSeparated,
                             cl::desc("Sizes of random inputs"),
                             cl::value_desc("NAME=SIZE,...")};
  cl::opt<uint64_t> seed{"seed", cl::init(0),
                         cl::desc("Seed of random inputs and operators"),
                         cl::value_desc("N")};
  cl::opt<int64_t> limit{
      "limit", cl::init(16),
      cl::desc("Number of printed elements of a value (default: 16)"),
      cl::value_desc("N")};
  cl::opt<int64_t, false, DecimalParser<int64_t>> maxIterations{
      "max-iterations", cl::init(EvaluationOptions().maxIterations),
      cl::desc("Maximum number of iterations of a loop (default: a million)"),
      cl::value_desc("N")};
  cl::opt<double> relative{
      "relative", cl::init(0),
      cl::desc("Relative tolerance, at least that of torch.testing")};
  cl::opt<double> absolute{
      "absolute", cl::init(0),
      cl::desc("Absolute tolerance, at least that of torch.testing")};
};
} // namespace

/// The arrays of a file; none without one. Keeps the file open in `inputs`, so
/// that no output overwrites it.
static llvm::Expected<Arrays>
readFile(StringRef path,
         SmallVectorImpl<std::shared_ptr<const MappedFile>> &inputs) {
  if (path.empty())
    return Arrays();
  auto file = MappedFile::open(path);
  if (!file)
    return file.takeError();
  inputs.push_back(*file);
  return readArrays(std::move(*file));
}

/// The arguments of a function: the arrays that are given, else random numbers.
static llvm::Expected<SmallVector<RuntimeValue>>
makeArguments(func::FuncOp function, const Arrays &given, uint64_t seed) {
  std::mt19937_64 engine(seed);
  SmallVector<RuntimeValue> arguments;
  for (BlockArgument argument : function.getArguments()) {
    unsigned index = argument.getArgNumber();
    std::string name = getName(function.getArgAttrDict(index), "arg", index);
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (!type)
      return llvm::createStringError("input '" + name + "' is not a tensor");
    if (const std::string *bytes = findArray(given, name, index)) {
      auto tensor =
          readNpy(*bytes, type.getElementType(), function.getContext(), name);
      if (!tensor)
        return tensor.takeError();
      arguments.push_back(std::move(*tensor));
      continue;
    }
    if (!type.hasStaticShape())
      return llvm::createStringError("input '" + name +
                                     "' has dynamic sizes; pass it with "
                                     "--inputs, or set its sizes with --dim");
    auto tensor = makeRandom(
        RankedTensorType::get(type.getShape(), type.getElementType()), engine);
    if (!tensor)
      return llvm::createStringError("input '" + name +
                                     "' has elements of a type without random "
                                     "values; pass it with --inputs");
    arguments.push_back(std::move(*tensor));
  }
  return arguments;
}

/// Compares an output with the array of its name. Returns how it differs.
static llvm::Expected<std::string> compareOutput(const RuntimeValue &result,
                                                 StringRef name, unsigned index,
                                                 const Arrays &expected,
                                                 const RunFlags &flags,
                                                 MLIRContext *context) {
  const std::string *bytes = findArray(expected, name, index);
  if (!bytes || !result.getTensor())
    return llvm::createStringError("output '" + name + "' is not in " +
                                   flags.expectedPath);
  auto tensor =
      readNpy(*bytes, result.getTensor()->getElementType(), context, name);
  if (!tensor)
    return tensor.takeError();
  return compareValues(result, std::move(*tensor),
                       {flags.relative, flags.absolute});
}

/// The tensors of an output: those of a sequence are called NAME[0], ...
static void
collectTensors(StringRef name, const RuntimeValue &value,
               std::vector<std::pair<std::string, Tensor>> &tensors) {
  if (const Tensor *tensor = value.getTensor())
    tensors.emplace_back(name, *tensor);
  if (const RuntimeValue::Sequence *sequence = value.getSequence())
    for (auto [index, element] : llvm::enumerate(*sequence))
      collectTensors((name + "[" + Twine(index) + "]").str(), element, tensors);
}

/// Prints, compares and writes the outputs, as the flags say. Returns the exit
/// status.
static int handleResults(func::FuncOp function, ArrayRef<RuntimeValue> results,
                         const Arrays &expected, const RunFlags &flags) {
  bool isEqual = true;
  std::vector<std::pair<std::string, Tensor>> tensors;
  for (auto [index, result] : llvm::enumerate(results)) {
    std::string name =
        getName(function.getResultAttrDict(index), "result", index);
    if (!flags.savedPath.empty())
      collectTensors(name, result, tensors);
    else if (flags.expectedPath.empty())
      printValue(name, result, flags.limit, function.getContext());
    if (flags.expectedPath.empty())
      continue;
    auto difference = compareOutput(result, name, index, expected, flags,
                                    function.getContext());
    if (!difference)
      return failTool(difference.takeError());
    if (!difference->empty())
      failTool("output '" + name + "': " + *difference);
    isEqual &= difference->empty();
  }
  if (!flags.savedPath.empty())
    if (llvm::Error error = writeArrays(flags.savedPath, tensors))
      return failTool(std::move(error));
  return isEqual ? EXIT_SUCCESS : EXIT_FAILURE;
}

int torch_onnx::runRunTool(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  prepareTool("torch-onnx-run");
  hideForeignOptions();
  RunFlags flags;
  if (!parseToolOptions(ArrayRef(argv, argc),
                        "Runs a model with the reference evaluator\n"))
    return EXIT_FAILURE;

  auto script = flags.script.get();
  if (!script)
    return failTool(script.takeError());
  auto input = ToolInput::open(flags.inputPath);
  if (!input)
    return failTool(input.takeError());
  SmallVector<std::shared_ptr<const MappedFile>, 2> inputs;
  auto given = readFile(flags.arraysPath, inputs);
  if (!given)
    return failTool(given.takeError());
  auto expected = readFile(flags.expectedPath, inputs);
  if (!expected)
    return failTool(expected.takeError());
  DialectRegistry registry;
  registerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  auto module = loadModel(flags.inputPath, flags.modelName, *script, *input,
                          registry, context);
  if (!module)
    return failTool(module.takeError());
  if (!*module || failed(convert(**module, flags.dims)))
    return EXIT_FAILURE;
  auto function = (*module)->lookupSymbol<func::FuncOp>(kEntryName);
  if (!function || function.isExternal())
    return failTool(flags.inputPath + ": expected a function @" + kEntryName);

  auto arguments = makeArguments(function, *given, flags.seed);
  if (!arguments)
    return failTool(arguments.takeError());
  AsmState state(function);
  EvaluationOptions options;
  options.seed = flags.seed;
  options.maxIterations = flags.maxIterations;
  if (!flags.printed.empty())
    options.observe = [&](Operation *op, ArrayRef<RuntimeValue> values) {
      for (auto [result, value] : llvm::zip_equal(op->getResults(), values))
        if (std::optional<std::string> name =
                findName(result, flags.printed, state))
          printValue(*name, value, flags.limit, &context);
    };
  auto results = evaluateFunction(function, *arguments, options);
  if (failed(results))
    return EXIT_FAILURE;
  return handleResults(function, *results, *expected, flags);
}
