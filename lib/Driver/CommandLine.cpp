//===- CommandLine.cpp - The command line of torch-onnx -------------------===//
//
// See CommandLine.h. Documentation and tests depend on these options, so they
// must stay stable.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Driver/CommandLine.h"
#include "torch-onnx/Conversion/OperatorMapping.h"

#include "torch-onnx/Dialect/Torch/IR/Schema.h"
#include "torch-onnx/Import/TorchScript.h"
#include "torch-onnx/Pipelines/Registration.h"
#include "torch-onnx/Plugin/Loader.h"
#include "torch-onnx/Support/OptionParsers.h"
#include "torch-onnx/Transforms/Passes.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <mutex>

using namespace torch_onnx;
using llvm::StringRef;
namespace cl = llvm::cl;

namespace {

/// Created when main() runs: global options would slow down every tool that
/// links this file, and their order would depend on the linker.
struct Flags {
  cl::OptionCategory model{"The model"};
  cl::OptionCategory result{"The result"};
  cl::OptionCategory insight{"Looking inside"};

  cl::opt<std::string> input{cl::Positional, cl::cat(model),
                             cl::desc("MODEL (.pt2, .pt, .mlir or .mlirbc)"),
                             cl::value_desc("MODEL")};
  cl::opt<std::string> modelName{
      "model", cl::cat(model),
      cl::desc("Model to convert, if the archive holds several"),
      cl::value_desc("NAME")};
  cl::opt<std::string> inputTypes{
      "input-shapes", cl::cat(model),
      cl::desc("Types of the inputs of a .pt of torch.jit.save, in order:\n"
               "'[1,3,?,?]f32,[batch,2]i64'; see docs/HowTo/Convert.md"),
      cl::value_desc("TYPES")};
  cl::opt<int64_t, false, DecimalParser<int64_t>> unroll{
      "unroll", cl::cat(model), cl::init(0),
      cl::desc("Unroll each loop of a .pt that has at most N iterations, if\n"
               "the number is known (default: 0)"),
      cl::value_desc("N")};
  cl::list<std::string> inputNames{
      "input-names", cl::CommaSeparated, cl::cat(model),
      cl::desc("Names of the inputs, in order (default: the Python names)"),
      cl::value_desc("A,B,...")};
  cl::list<std::string> outputNames{
      "output-names", cl::CommaSeparated, cl::cat(model),
      cl::desc("Names of the outputs, in order"), cl::value_desc("A,B,...")};
  cl::list<std::string> dims{
      "dim", cl::cat(model),
      cl::desc("Fix the size of a symbolic dimension, or rename it. NAME is\n"
               "its symbol, INPUT.AXIS or OUTPUT.AXIS. NEWNAME is a word, an\n"
               "expression over names, or a text in quotes. May be repeated"),
      cl::value_desc("NAME=SIZE|NAME=NEWNAME")};
  cl::list<std::string> weightsFrom{
      "weights-from", cl::cat(model),
      cl::desc("File with weights that the program lacks: a safetensors file,\n"
               "an index of such files (.json), a .pt2, or a state dictionary\n"
               "(.pt). May be repeated"),
      cl::value_desc("FILE")};
  cl::list<std::string> weightNames{
      "weight-name", cl::cat(model),
      cl::desc("Name of a weight in these files, if it differs;\n"
               "'PREFIX*=OTHER*' replaces a prefix of names. May be repeated"),
      cl::value_desc("NAME=OTHER")};
  cl::opt<bool, false, SwitchParser> checkWeights{
      "check-weights", cl::cat(model),
      cl::desc("Verify the checksums of all members of the archives, also of\n"
               "members that are not read")};
  cl::opt<Mutations, false, NameParser<Mutations>> mutations{
      "mutations", cl::cat(model), cl::init(Mutations::Drop),
      cl::desc("How to export updates of buffers and inputs\n"
               "(default: drop)")};
  cl::opt<Unsupported, false, NameParser<Unsupported>> unsupported{
      "unsupported", cl::cat(model), cl::init(Unsupported::Error),
      cl::desc("How to handle operators without a lowering\n"
               "(default: error)")};

  cl::list<std::string> opSchemas{
      "op-schema", cl::cat(model),
      cl::desc("Schema of a custom operator, as for torch.library.define:\n"
               "'my::acc_(Tensor(a!) y, Tensor x) -> ()'. @FILE is a file\n"
               "with one schema in each line. May be repeated"),
      cl::value_desc("SCHEMA|@FILE")};

  cl::list<std::string> mapOps{
      "map-op", cl::cat(model),
      cl::desc("Convert an operator to a node with this domain, name and\n"
               "version of the domain. May be repeated"),
      cl::value_desc("NS::OP=DOMAIN:NAME[:VERSION]")};

  cl::list<std::string> opsLibraries{
      "ops-library", cl::cat(model),
      cl::desc("File with definitions of operators in MLIR text, see\n"
               "docs/HowTo/OperatorLibrary.md. May be repeated"),
      cl::value_desc("FILE.mlir")};
  cl::list<std::string> opsLibraryTexts{
      "ops-library-text", cl::cat(model), cl::ReallyHidden,
      cl::desc("Definitions as text, for callers of the library"),
      cl::value_desc("TEXT")};

  cl::list<std::string> passPlugins{
      "load-pass-plugin", cl::cat(model),
      cl::desc("Shared library with passes for --passes-at, see\n"
               "docs/HowTo/PassPlugin.md. May be repeated"),
      cl::value_desc("FILE.so")};
  cl::list<std::string> passesAt{
      "passes-at", cl::cat(model),
      cl::desc("Additional passes, as an MLIR pass pipeline. May be repeated.\n"
               "The points are:\n"
               "import  after the import\n"
               "torch   before the conversion\n"
               "onnx    after the conversion, before simplification\n"
               "final   before the model is written"),
      cl::value_desc("POINT:PIPELINE")};

  cl::opt<std::string> output{"o", cl::cat(result),
                              cl::desc("File of the model"),
                              cl::value_desc("MODEL.onnx")};
  cl::opt<std::string> opset{
      "opset", cl::cat(result), cl::init("21"),
      cl::desc("Version of ai.onnx, 9 to 26 (default: 21), or auto: the best\n"
               "version for the target"),
      cl::value_desc("N|auto")};
  cl::opt<TargetRuntime, false, NameParser<TargetRuntime>> target{
      "target", cl::cat(result), cl::init(TargetRuntime::ORT),
      cl::desc("Runtime that the model is for (default: ort)")};
  cl::opt<WeightsMode, false, NameParser<WeightsMode>> weights{
      "weights", cl::cat(result), cl::init(WeightsMode::Auto),
      cl::desc("Where to store the weights (default: auto)")};
  cl::opt<DataName, false, NameParser<DataName>> dataName{
      "data-name", cl::cat(result), cl::init(DataName::Model),
      cl::desc("Name of the file of external weights (default: model)")};
  cl::opt<uint64_t, false, DecimalParser<uint64_t>> threshold{
      "external-threshold", cl::cat(result),
      cl::init(onnx::ExportOptions().externalThreshold),
      cl::desc("Always store tensors of at most this size in the model\n"
               "(default: 1024)"),
      cl::value_desc("BYTES")};
  cl::opt<unsigned, false, DecimalParser<unsigned>> optLevel{
      "O",
      cl::Prefix,
      cl::cat(result),
      cl::init(2),
      cl::desc("Optimizations (default: -O2)\n"
               "  -O0  none\n"
               "  -O1  rewrites that keep every bit of the results\n"
               "  -O2  also fusions that change the rounding\n"
               "  -O3  also constants that only LibTorch can compute"),
      cl::value_desc("LEVEL")};
  cl::opt<bool, false, SwitchParser> stackTraces{
      "stack-traces", cl::cat(result),
      cl::desc("Write the Python lines of nodes into the model")};
  cl::opt<bool, false, SwitchParser> moduleScopes{
      "module-scopes", cl::cat(result),
      cl::desc("Write the modules of nodes and their classes into the model,\n"
               "as torch.onnx does (from opset 18 on)")};
  cl::opt<FunctionsMode, false, NameParser<FunctionsMode>> functions{
      "functions", cl::cat(result), cl::init(FunctionsMode::None),
      cl::desc("Parts that become functions of the model (default: none)")};
  cl::list<std::string> functionClasses{
      "function-class", cl::cat(result),
      cl::desc("Only modules of this class become functions. The full name,\n"
               "as in torch.nn.modules.linear.Linear. May be repeated"),
      cl::value_desc("CLASS")};
  cl::opt<bool, false, SwitchParser> initializersAsInputs{
      "keep-initializers-as-inputs", cl::cat(result),
      cl::desc("Make parameters and buffers inputs with default values;\n"
               "nothing is folded into them")};
  cl::opt<bool, false, SwitchParser> noCheck{
      "no-check", cl::cat(result), cl::desc("Do not run the onnx checker")};

  cl::opt<std::string> report{
      "report", cl::cat(insight),
      cl::desc("Write a report: operators, passes, time, memory. An .html\n"
               "report also shows the model as a graph"),
      cl::value_desc("FILE.md|FILE.json|FILE.html")};
  cl::opt<std::string> stages{"save-stages", cl::cat(insight),
                              cl::desc("Folder for the module after each pass"),
                              cl::value_desc("DIR")};
  cl::opt<std::string> ops{
      "ops", cl::cat(insight), cl::ValueOptional,
      cl::desc("Print a table of the supported operators and their lowest\n"
               "opsets, and exit. PART selects operators by a part of their\n"
               "names. 'torchscript' prints the nodes that the importer of\n"
               ".pt files interprets"),
      cl::value_desc("PART|torchscript")};
  cl::opt<bool, false, SwitchParser> verbose{
      "v", cl::cat(insight), cl::desc("Print progress on stderr")};
};

} // namespace

static llvm::Error usageError(const llvm::Twine &message) {
  return llvm::createStringError(message);
}

/// Adds the schemas of one --op-schema. A file with schemas is added to
/// `inputs`.
static llvm::Error readOpSchemas(StringRef text,
                                 llvm::SmallVectorImpl<std::string> &schemas,
                                 std::vector<ToolInput> &inputs) {
  std::unique_ptr<llvm::MemoryBuffer> file;
  llvm::SmallVector<StringRef> lines = {text};
  if (text.consume_front("@")) {
    auto input = ToolInput::open(text);
    if (!input)
      return input.takeError();
    file = input->takeBuffer();
    inputs.push_back(std::move(*input));
    lines.clear();
    file->getBuffer().split(lines, '\n');
  }
  for (StringRef line : lines) {
    line = line.trim();
    if (line.empty() || line.starts_with("#"))
      continue;
    if (auto schema = torch::Schema::parse(line); !schema)
      return schema.takeError();
    schemas.push_back(line.str());
  }
  return llvm::Error::success();
}

static bool hasDuplicates(llvm::ArrayRef<std::string> names) {
  llvm::SmallVector<StringRef> sorted(names.begin(), names.end());
  llvm::sort(sorted);
  return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
}

/// Whether both paths denote the same file, which need not exist.
static bool isSamePlace(StringRef a, StringRef b) {
  auto getRealPath = [](StringRef path) {
    llvm::SmallString<256> real, parent(path);
    // An output that cannot be written is refused when it is opened.
    if (auto target = AtomicFile::followLinks(path))
      parent = *target;
    else
      llvm::consumeError(target.takeError());
    StringRef name = llvm::sys::path::filename(parent);
    std::string last = name.str();
    (void)llvm::sys::fs::make_absolute(parent);
    (void)llvm::sys::fs::real_path(llvm::sys::path::parent_path(parent), real);
    llvm::sys::path::append(real, last);
    return real;
  };
  return getRealPath(a) == getRealPath(b);
}

/// Checks option values beyond the checks of llvm::cl.
static llvm::Error check(const Flags &flags, CommandLineUse use) {
  if (use == CommandLineUse::LibraryWithProgram) {
    if (!flags.input.empty() || !flags.modelName.empty())
      return usageError(
          "a MODEL is given in addition to the program in memory");
  } else if (flags.input.empty()) {
    return usageError("no MODEL is given; --help lists the options");
  }
  if (flags.inputTypes.getNumOccurrences())
    if (llvm::Error error = checkInputTypes(flags.inputTypes))
      return usageError("--input-shapes: " + llvm::toString(std::move(error)));
  if (flags.unroll < 0)
    return usageError("--unroll needs a number of iterations, 0 or more");
  if (use == CommandLineUse::Tool && flags.output.empty())
    return usageError("-o MODEL.onnx is missing");
  int64_t opset;
  if (flags.opset != "auto" &&
      (StringRef(flags.opset).getAsInteger(10, opset) || opset < kOldestOpset ||
       opset > kNewestOpset))
    return usageError("--opset must be auto or a number from " +
                      llvm::Twine(kOldestOpset) + " to " +
                      llvm::Twine(kNewestOpset));
  if (flags.initializersAsInputs && flags.weights == WeightsMode::None)
    return usageError("--keep-initializers-as-inputs needs the values, which "
                      "--weights=none leaves out");
  if (!flags.functionClasses.empty() &&
      flags.functions != FunctionsMode::Modules)
    return usageError("--function-class is for --functions=modules");
  if (flags.optLevel > 3)
    return usageError("-O must be -O0, -O1, -O2 or -O3");
  if (!flags.weightsFrom.empty() && flags.weights == WeightsMode::None)
    return usageError("--weights-from gives values, which --weights=none "
                      "leaves out");
  if (!flags.weightNames.empty() && flags.weightsFrom.empty())
    return usageError("--weight-name is for the files of --weights-from");
  if (flags.output == "-")
    return usageError("-o needs a file");
  StringRef report = flags.report;
  if (!report.empty() && !report.ends_with(".md") &&
      !report.ends_with(".json") && !report.ends_with(".html"))
    return usageError("--report needs a file FILE.md, FILE.json or FILE.html");
  if (flags.input == "-")
    return usageError("MODEL must be a file");
  if (!report.empty() && !flags.output.empty() &&
      isSamePlace(report, flags.output))
    return usageError("-o and --report name the same file");
  for (auto [option, names] :
       {std::pair<StringRef, llvm::ArrayRef<std::string>>("--input-names",
                                                          flags.inputNames),
        {"--output-names", flags.outputNames}}) {
    if (llvm::is_contained(names, ""))
      return usageError("an empty name in " + option);
    if (hasDuplicates(names))
      return usageError("a name is given twice in " + option);
  }
  return llvm::Error::success();
}

/// Checks for mistakes that LLVM's parser prints without failing, and for empty
/// values, which it accepts.
static llvm::Error checkForm(llvm::ArrayRef<const char *> arguments) {
  const auto &options = cl::getRegisteredOptions();
  llvm::StringMap<unsigned> seen;
  for (size_t i = 1; i < arguments.size(); ++i) {
    StringRef text = arguments[i];
    if (text == "--")
      break;
    auto [name, value] = text.ltrim('-').split('=');
    // The only option whose value follows without a sign: -O3.
    if (name.starts_with("O") && text.starts_with("-O"))
      name = "O";
    auto it = options.find(name);
    if (!text.starts_with("-") || it == options.end())
      continue;
    const cl::Option &option = *it->second;
    if (option.getNumOccurrencesFlag() == cl::Optional && seen[name]++ > 0)
      return usageError((name.size() == 1 ? "-" : "--") + name +
                        " is given more than once");
    bool hasValue = text.contains('=') || name == "O";
    if (option.getValueExpectedFlag() != cl::ValueRequired)
      continue;
    if (!hasValue && i + 1 < arguments.size()) {
      value = arguments[++i];
      hasValue = true;
    }
    if (value.empty() && name != "O")
      return usageError(
          (name.size() == 1 ? "-" : "--") + name +
          (hasValue ? " is given an empty value" : " needs a value"));
  }
  return llvm::Error::success();
}

/// Refuses options of LLVM such as --help, which print and exit.
static llvm::Error refuseForeign(llvm::ArrayRef<const char *> arguments,
                                 const Flags &flags) {
  const auto &options = cl::getRegisteredOptions();
  for (const char *argument : arguments.drop_front()) {
    StringRef text = argument;
    if (!text.starts_with("-"))
      continue;
    auto it = options.find(text.ltrim('-').split('=').first);
    if (it == options.end())
      continue; // -O3, or unknown.
    const auto &categories = it->second->Categories;
    bool isOurs =
        llvm::any_of(categories, [&](const cl::OptionCategory *category) {
          return category == &flags.model || category == &flags.result ||
                 category == &flags.insight;
        });
    if (!isOurs || it->second == &flags.ops)
      return usageError("'" + text +
                        "' is for the command line; expected the arguments of "
                        "a conversion");
  }
  return llvm::Error::success();
}

/// Loads plug-ins and checks the points at which their passes run.
static llvm::Error addPasses(const Flags &flags, PipelineOptions &options) {
  if (flags.passesAt.empty()) {
    if (flags.passPlugins.empty())
      return llvm::Error::success();
    return usageError(
        "--load-pass-plugin without --passes-at, which says where "
        "its passes run");
  }
  static std::once_flag registered;
  std::call_once(registered, registerPasses);
  for (StringRef path : flags.passPlugins)
    if (llvm::Error error = loadPassPlugin(path))
      return usageError("--load-pass-plugin: " +
                        llvm::toString(std::move(error)));
  for (const std::string &text : flags.passesAt) {
    if (llvm::Error error = checkPassesAt(text))
      return usageError("--passes-at: " + llvm::toString(std::move(error)));
    options.passesAt.push_back(text);
  }
  return llvm::Error::success();
}

llvm::Error torch_onnx::parseCommandLine(llvm::ArrayRef<const char *> arguments,
                                         CommandLine &result,
                                         CommandLineUse use) {
  // The options and LLVM's parser are global state of the process.
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  static Flags flags;
  if (use != CommandLineUse::Tool)
    if (llvm::Error error = refuseForeign(arguments, flags))
      return error;
  if (llvm::Error error = checkForm(arguments))
    return error;
  cl::ResetAllOptionOccurrences();
  cl::HideUnrelatedOptions({&flags.model, &flags.result, &flags.insight});
  cl::SetVersionPrinter([](llvm::raw_ostream &os) {
    os << "torch-onnx " << getVersion() << "\n";
  });
  // With a stream for errors, LLVM returns wrong usage to us. Otherwise it
  // exits with 1, which has another meaning here.
  std::string wrong;
  llvm::raw_string_ostream errors(wrong);
  OptionErrors values;
  if (!cl::ParseCommandLineOptions(
          arguments.size(), arguments.data(),
          "Converts a PyTorch program to an ONNX model\n\n"
          "Exit status: 0 if the model was written and passes the checker, 1 "
          "if nothing was\nwritten, 2 on wrong usage.\n",
          &errors)) {
    // LLVM prefixes the program name, which the caller does, too.
    StringRef message = StringRef(wrong).trim();
    message.consume_front(llvm::sys::path::filename(arguments.front()));
    message.consume_front(": ");
    if (message.empty())
      message = values.message;
    return usageError(message.empty() ? "the arguments are wrong" : message);
  }
  if (flags.ops.getNumOccurrences()) {
    result.operators = flags.ops;
    return llvm::Error::success();
  }
  if (llvm::Error error = check(flags, use))
    return error;

  DriverOptions &options = result.driver;
  for (StringRef text : flags.dims) {
    if (!DimBinding::parse(text))
      return usageError("--dim=" + text +
                        " is neither NAME=SIZE nor NAME=NEWNAME");
    options.pipeline.dims.push_back(text.str());
  }
  for (StringRef text : flags.mapOps) {
    if (auto mapping = OperatorMapping::parse(text); !mapping)
      return usageError("--map-op: " + llvm::toString(mapping.takeError()));
    options.pipeline.mapOps.push_back(text.str());
  }
  if (llvm::Error error = addPasses(flags, options.pipeline))
    return error;
  options.pipeline.opsLibraries = flags.opsLibraries;
  options.pipeline.opsLibraryTexts = flags.opsLibraryTexts;
  llvm::SmallVector<std::string> schemas;
  for (StringRef text : flags.opSchemas)
    if (llvm::Error error = readOpSchemas(text, schemas, result.inputs))
      return usageError("--op-schema: " + llvm::toString(std::move(error)));
  options.pipeline.opSchemas = llvm::ArrayRef(schemas);
  for (StringRef text : flags.weightNames) {
    auto [name, other] = text.split('=');
    if (name.empty() || other.empty() ||
        name.ends_with("*") != other.ends_with("*"))
      return usageError("--weight-name=" + text +
                        " is neither NAME=OTHER nor PREFIX*=OTHER*");
    options.weightNames.emplace_back(name.str(), other.str());
  }
  options.weightsFrom.assign(flags.weightsFrom.begin(),
                             flags.weightsFrom.end());
  options.input = flags.input;
  options.output = flags.output;
  options.model = flags.modelName;
  options.inputTypes = flags.inputTypes;
  options.unroll = flags.unroll;
  options.pipeline.inputNames = flags.inputNames;
  options.pipeline.outputNames = flags.outputNames;
  options.reportPath = flags.report;
  options.stagesPath = flags.stages;
  options.verbose = flags.verbose;

  int64_t opset;
  options.opsets = StringRef(flags.opset).getAsInteger(10, opset)
                       ? getBestOpsets(flags.target)
                       : std::vector<int64_t>{opset};
  options.pipeline.opset = options.opsets.front();
  options.pipeline.target = flags.target;
  options.pipeline.weights = flags.weights;
  options.pipeline.mutations = flags.mutations;
  options.pipeline.unsupported = flags.unsupported;
  options.pipeline.initializersAsInputs = flags.initializersAsInputs;
  options.pipeline.nodeMetadata = flags.moduleScopes;
  options.pipeline.optLevel = flags.optLevel;
  options.pipeline.functions = flags.functions;
  options.pipeline.functionClasses = flags.functionClasses;

  options.checkWeights = flags.checkWeights;
  options.exporter.weights = flags.weights;
  options.exporter.dataName = flags.dataName;
  options.exporter.externalThreshold = flags.threshold;
  options.exporter.check = !flags.noCheck;
  options.exporter.stackTraces = flags.stackTraces;
  options.exporter.moduleScopes = flags.moduleScopes;
  return llvm::Error::success();
}
