//===- Driver.cpp - Converts a program to a model -------------------------===//
//
// Loads, runs the pipeline and exports. Everything that changes the model is a
// pass or a translation; this file defines their order and reports messages.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Driver/Driver.h"

#include "Measure.h"
#include "Stages.h"

#include "torch-onnx/Dialect/ONNX/Transforms/PreparedModule.h"
#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"
#include "torch-onnx/Dialect/Weight/IR/Checksums.h"
#include "torch-onnx/Dialect/Weight/IR/Reader.h"
#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"
#include "torch-onnx/Dialect/Weight/IR/WeightStore.h"
#include "torch-onnx/Import/MLIR.h"
#include "torch-onnx/Import/TorchScript.h"
#include "torch-onnx/Pipelines/Registration.h"
#include "torch-onnx/Support/Printable.h"
#include "torch-onnx/Support/ZipReader.h"

#include "mlir/IR/Action.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace torch_onnx;

#define STRINGIFY_IMPL(x) #x
#define STRINGIFY(x) STRINGIFY_IMPL(x)

StringRef torch_onnx::getVersion() { return STRINGIFY(TORCH_ONNX_VERSION); }

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

namespace {

/// Forwards diagnostics without MLIR's source excerpts, as the lines are those
/// of Python, and stores them for the report.
class DiagnosticListener {
public:
  DiagnosticListener(MLIRContext *context, Report &report,
                     const MessageHandler &onMessage)
      : handler(context, [&](Diagnostic &diagnostic) {
          add(diagnostic, report, onMessage);
          return success();
        }) {}

private:
  static StringRef getSeverity(DiagnosticSeverity severity) {
    switch (severity) {
    case DiagnosticSeverity::Error:
      return "error";
    case DiagnosticSeverity::Warning:
      return "warning";
    case DiagnosticSeverity::Note:
      return "note";
    case DiagnosticSeverity::Remark:
      return "remark";
    }
    return "";
  }

  /// `file.py:12`, with the module path if there is one; the input if the
  /// location is unknown.
  static std::string getPlace(Location location, StringRef input) {
    std::string place = input.str();
    if (auto line = onnx::getSourceLine(location)) {
      place = line->getFilename().str();
      if (line->getLine() != 0)
        place += ":" + std::to_string(line->getLine());
    }
    if (StringRef path = onnx::getModulePath(location); !path.empty())
      place += (" (" + path + ")").str();
    return place;
  }

  static void add(Diagnostic &diagnostic, Report &report,
                  const MessageHandler &onMessage) {
    report.messages.push_back(
        {getSeverity(diagnostic.getSeverity()).str(),
         getPrintable(getPlace(diagnostic.getLocation(), report.input)),
         getPrintableMessage(diagnostic.str())});
    onMessage(report.messages.back());
    for (Diagnostic &note : diagnostic.getNotes())
      add(note, report, onMessage);
  }

  ScopedDiagnosticHandler handler;
};

} // namespace

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

LogicalResult Conversion::refuse(const Twine &message) {
  return mlir::emitError(UnknownLoc::get(context.get()), message);
}

LogicalResult Conversion::refuse(llvm::Error error) {
  return refuse(llvm::toString(std::move(error)));
}

/// The format of a file, by its first bytes, or else by its name.
static StringRef getFormat(StringRef path, ArrayRef<char> bytes) {
  StringRef start(bytes.data(), bytes.size());
  StringRef suffix = llvm::sys::path::extension(path);
  if (start.starts_with("ML\xefR"))
    return "mlirbc";
  if (start.starts_with("PK\x03\x04")) {
    auto zip = ZipReader::open(bytes, path);
    if (zip && isTorchScript(*zip))
      return "torchscript";
    // The importer reports archives with other contents.
    llvm::consumeError(zip.takeError());
    return "pt2";
  }
  // The pickles of torch.save before PyTorch 1.6.
  if (start.starts_with("\x80\x02"))
    return "pickle";
  if (suffix == ".mlir" || suffix == ".onnx")
    return suffix.drop_front();
  return "";
}

static ExportedProgramOptions getImportOptions(const DriverOptions &options,
                                               StopRequest *stop) {
  ExportedProgramOptions result;
  result.model = options.model;
  result.allowAbsentWeights = options.exporter.weights == WeightsMode::None;
  result.weightsFrom = options.weightsFrom;
  result.weightNames = options.weightNames;
  result.stop = stop;
  return result;
}

static TorchScriptOptions getScriptOptions(const DriverOptions &options,
                                           StopRequest *stop) {
  TorchScriptOptions result;
  result.inputTypes = options.inputTypes;
  result.unroll = options.unroll;
  result.stop = stop;
  for (const std::string &schema : options.pipeline.opSchemas)
    result.opSchemas.push_back(schema);
  return result;
}

LogicalResult Conversion::checkFormat() {
  if (report.format == "torchscript") {
    if (!options.weightsFrom.empty())
      return refuse("--weights-from is for programs of torch.export.save; a "
                    "program of torch.jit.save contains its weights");
    if (!options.model.empty())
      return refuse("--model is for archives that hold several programs; an "
                    "archive of torch.jit.save holds one");
    return success();
  }
  if (!options.inputTypes.empty())
    return refuse(
        "--input-shapes is for programs of torch.jit.save; this program "
        "declares its inputs (--dim fixes the size of a dynamic dimension)");
  if (options.unroll != 0)
    return refuse("--unroll is for programs of torch.jit.save; torch.export "
                  "has unrolled the loops of Python");
  return success();
}

OwningOpRef<ModuleOp> Conversion::loadFile(StopRequest *stop) {
  ArrayRef<char> bytes = input->file()->bytes();
  report.inputBytes = bytes.size();
  report.format = getFormat(options.input, bytes);
  if (failed(checkFormat()))
    return nullptr;

  if (report.format == "mlir" || report.format == "mlirbc") {
    if (!options.weightsFrom.empty()) {
      (void)refuse("--weights-from is for programs of torch.export.save; MLIR "
                   "text names the files of its weights");
      return nullptr;
    }
    // Weights that the text names are in its folder.
    weight::getWeightStore(context.get()).setFolder(input->folder());
    auto text =
        makeSafeText(input->takeBuffer(), context->getDialectRegistry());
    if (!text) {
      (void)refuse(text.takeError());
      return nullptr;
    }
    auto sourceMgr = std::make_shared<llvm::SourceMgr>();
    sourceMgr->AddNewSourceBuffer(std::move(*text), llvm::SMLoc());
    return parseSourceFile<ModuleOp>(sourceMgr, ParserConfig(context.get()));
  }
  if (report.format == "pt2")
    return importExportedProgram(options.input, context.get(),
                                 getImportOptions(options, stop));
  if (report.format == "torchscript")
    return importTorchScript(options.input, context.get(),
                             getScriptOptions(options, stop));
  if (report.format == "pickle")
    (void)refuse(
        "a pickle of torch.save, such as a state dictionary, contains no "
        "program; load it into its module, export the module with "
        "torch.export.export, and save the result with torch.export.save");
  else if (report.format == "onnx")
    (void)refuse("ONNX models cannot be read yet");
  else
    (void)refuse("neither a .pt2 or .pt archive nor MLIR");
  return nullptr;
}

OwningOpRef<ModuleOp> Conversion::load(StopRequest *stop) {
  StageTimer timer(report, "read");
  if (!program)
    return loadFile(stop);
  report.inputBytes = program->program.size();
  report.format = "memory";
  if (failed(checkFormat()))
    return nullptr;
  return importExportedProgram(*program, context.get(),
                               getImportOptions(options, stop));
}

//===----------------------------------------------------------------------===//
// Converting
//===----------------------------------------------------------------------===//

/// Moves the conditions that the model does not check into the report, because
/// they are about the program.
static void takeUnchecked(ModuleOp module, Report &report) {
  StringRef name = torch::TorchDialect::getUncheckedAttrName();
  if (auto unchecked = module->getAttrOfType<ArrayAttr>(name))
    for (auto condition : unchecked.getAsRange<StringAttr>())
      report.unchecked.push_back(condition.str());
  module->removeAttr(name);
}

std::vector<int64_t> torch_onnx::getBestOpsets(TargetRuntime target) {
  // ONNX Runtime supports Attention from 23 on and runs 24 faster. Random
  // numbers have kernels up to 21.
  if (target == TargetRuntime::ORT)
    return {24, 21};
  return {21};
}

LogicalResult Conversion::lower(int64_t opset, StopRequest *stop) {
  report.opset = opset;
  PipelineOptions pipeline;
  pipeline.copyOptionValuesFrom(options.pipeline);
  pipeline.opset = opset;
  PassManager manager(context.get());
  if (llvm::Error error = buildTorchToONNXPipeline(manager, pipeline))
    return refuse(std::move(error));
  manager.addInstrumentation(createReportInstrumentation(report, options));
  return manager.run(*module);
}

LogicalResult Conversion::lower(StopRequest *stop) {
  ArrayRef<int64_t> opsets = options.opsets;
  // If one opset cannot express the program, another one may. Only the messages
  // of the last attempt are kept.
  while (opsets.size() > 1) {
    OwningOpRef<ModuleOp> program(module->clone());
    size_t stages = report.stages.size();
    std::vector<Diagnostic> messages;
    LogicalResult result = success();
    {
      ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &message) {
        messages.push_back(std::move(message));
        return success();
      });
      result = lower(opsets.front(), stop);
    }
    if (succeeded(result) || (stop && stop->isRequested())) {
      for (Diagnostic &message : messages)
        context->getDiagEngine().emit(std::move(message));
      return result;
    }
    module = std::move(program);
    report.stages.resize(stages);
    opsets = opsets.drop_front();
  }
  int64_t opset =
      opsets.empty() ? int64_t(options.pipeline.opset) : opsets.front();
  if (succeeded(lower(opset, stop)))
    return success();
  // Our passes report the reason; a pass of a plug-in may not.
  bool isExplained = llvm::any_of(report.messages, [](const auto &message) {
    return message.severity == "error";
  });
  if (isExplained || report.stages.empty() || (stop && stop->isRequested()))
    return failure();
  return refuse("the pass '" + report.stages.back().name +
                "' failed without an error message");
}

LogicalResult Conversion::checkWeights() {
  const weight::Checksums &checksums = weight::getChecksums(context.get());
  if (llvm::Error damage = checksums.verifyAll())
    return refuse(std::move(damage));
  llvm::SetVector<StringRef> unchecked;
  AttrTypeWalker walker;
  walker.addWalk([&](weight::FileAttr attr) {
    if (!checksums.has(attr.getFile()))
      unchecked.insert(attr.getFile());
  });
  (*module)->walk([&](Operation *op) {
    for (NamedAttribute attr : op->getAttrs())
      walker.walk(attr.getValue());
  });
  if (!unchecked.empty())
    mlir::emitWarning(UnknownLoc::get(context.get()),
                      "--check-weights: the weights are not checked, because "
                      "there are no checksums in ")
        << (program ? "the program in memory"
                    : "'" + llvm::join(unchecked, "', '") + "'");
  return success();
}

LogicalResult Conversion::convert(StopRequest *stop) {
  // Checked first, before time is spent on the conversion.
  if (!options.output.empty())
    if (llvm::Error error = AtomicFile::check(options.output))
      return refuse(std::move(error));
  bool savesStages = !options.stagesPath.empty();
  if (savesStages)
    if (llvm::Error error = prepareStages(options))
      return refuse(std::move(error));

  auto refuseStopped = [&] { return refuse("the conversion was stopped"); };
  module = load(stop);
  if (stop && stop->isRequested())
    return refuseStopped();
  if (!module)
    return failure();
  if (options.checkWeights && failed(checkWeights()))
    return failure();
  report.before = countOperators(*module);
  if (savesStages)
    if (llvm::Error error = linkWeights(options, *module))
      return refuse(std::move(error));
  recordModule(report, options, *module);

  Builder builder(context.get());
  if (!(*module)->hasAttr(onnx::kProducerNameAttr)) {
    (*module)->setAttr(onnx::kProducerNameAttr,
                       builder.getStringAttr("torch-onnx"));
    (*module)->setAttr(onnx::kProducerVersionAttr,
                       builder.getStringAttr(getVersion()));
  }

  LogicalResult lowered = lower(stop);
  takeUnchecked(*module, report);
  if (stop && stop->isRequested())
    return refuseStopped();
  if (failed(lowered))
    return failure();
  report.after = countOperators(*module);
  if (!report.stagesError.empty())
    return refuse(report.stagesError);
  isConverted = true;
  if (options.output.empty())
    return success();
  onnx::ExportOptions exporter = options.exporter;
  exporter.stop = stop;
  return write(options.output, exporter);
}

LogicalResult Conversion::write(StringRef path,
                                const onnx::ExportOptions &exporter) {
  StageTimer timer(report, "write");
  report.output = path.str();
  return onnx::exportToFile(*module, path, exporter, &report.exported);
}

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

Conversion::Conversion(const DriverOptions &options, MessageHandler onMessage,
                       const ProgramInMemory *program)
    : options(options), program(program), onMessage(std::move(onMessage)) {
  report.input = program ? program->name : options.input;
  report.opset = options.pipeline.opset;
}

Conversion::~Conversion() = default;

bool Conversion::withMessages(llvm::function_ref<LogicalResult()> action) {
  DiagnosticListener listener(context.get(), report, onMessage);
  return succeeded(action());
}

bool Conversion::run(StopRequest *stop) {
  DialectRegistry registry;
  registerDialects(registry);
  // Single-threaded, because threads would cost more than they gain.
  context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  // The op of an error may be the whole model.
  context->printOpOnDiagnostic(false);
  // This is the only way to stop a pass manager before its last pass.
  if (stop)
    context->registerActionHandler(
        [stop](function_ref<void()> run, const tracing::Action &action) {
          if (!isa<PassExecutionAction>(action) || !stop->isRequested())
            run();
        });

  // An error without a location in the model is attributed to the tool.
  auto fail = [&](llvm::Error error) {
    report.messages.push_back(
        {"error", "torch-onnx",
         getPrintableMessage(llvm::toString(std::move(error)))});
    onMessage(report.messages.back());
    return false;
  };
  // Opened first, so that no report replaces it.
  llvm::Error unreadable = llvm::Error::success();
  if (!program) {
    if (auto opened = ToolInput::open(options.input))
      input.emplace(std::move(*opened));
    else
      unreadable = opened.takeError();
  }
  if (!options.reportPath.empty())
    if (llvm::Error error = AtomicFile::check(options.reportPath)) {
      llvm::consumeError(std::move(unreadable));
      return fail(std::move(error));
    }
  report.succeeded = withMessages([&] {
    if (unreadable)
      return refuse(std::move(unreadable));
    return convert(stop);
  });
  if (!options.reportPath.empty())
    if (llvm::Error error =
            report.write(options.reportPath, options, getModelForReport()))
      return fail(std::move(error));
  return report.succeeded;
}

std::string Conversion::getModelForReport() {
  std::string model;
  if (!isConverted || !StringRef(options.reportPath).ends_with(".html"))
    return model;
  onnx::ExportOptions exporter;
  exporter.weights = WeightsMode::Reference;
  exporter.namesComputed = true;
  exporter.check = false;
  exporter.stackTraces = true;
  llvm::raw_string_ostream stream(model);
  bool isWritten = withMessages(
      [&] { return onnx::exportToStream(*module, stream, exporter); });
  return isWritten ? model : "";
}

ElementsAttr Conversion::findComputed(StringRef location) {
  if (!isConverted)
    return {};
  if (!initializers)
    initializers = onnx::getInitializerValues(*module);
  size_t index;
  if (!location.consume_front("computed:") ||
      location.getAsInteger(10, index) || index >= initializers->size())
    return {};
  return (*initializers)[index];
}

std::optional<uint64_t> Conversion::getComputedSize(StringRef location) {
  ElementsAttr value = findComputed(location);
  if (!value)
    return std::nullopt;
  return weight::getStoredByteSize(value.getShapedType());
}

bool Conversion::writeComputed(StringRef location, llvm::raw_ostream &stream) {
  return withMessages([&] {
    return onnx::writeInitializer(*module, findComputed(location), stream);
  });
}

void Conversion::print(llvm::raw_ostream &os) const {
  ModuleOp op = *module;
  op->print(os, OpPrintingFlags().enableDebugInfo().useLocalScope());
  os << "\n";
}

bool Conversion::save(StringRef path, const onnx::ExportOptions &exporter) {
  return withMessages([&] { return write(path, exporter); });
}

bool Conversion::save(llvm::raw_ostream &stream,
                      const onnx::ExportOptions &exporter) {
  return withMessages([&] {
    StageTimer timer(report, "write");
    report.output = "";
    return onnx::exportToStream(*module, stream, exporter, &report.exported);
  });
}
