//===- Driver.cpp - From a program to a model, as one call ----------------===//
//
// Load, run the pipeline, export. Everything that changes the model is a pass
// or a translation; here is only their order and what is said of it.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Driver/Driver.h"

#include "Measure.h"
#include "Stages.h"

#include "torch-onnx/Dialect/ONNX/Transforms/PreparedModule.h"
#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"
#include "torch-onnx/Dialect/Weight/IR/WeightStore.h"
#include "torch-onnx/Import/ExportedProgram.h"
#include "torch-onnx/Pipelines/Registration.h"
#include "torch-onnx/Support/ToolFiles.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace torch_onnx;

#define STRINGIFY_IMPL(x) #x
#define STRINGIFY(x) STRINGIFY_IMPL(x)

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

namespace {

/// Hands diagnostics on without MLIR's source excerpts (the lines are Python's)
/// and keeps them for the report.
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

  /// `file.py:12`, with the module path if there is one; the input where
  /// nothing is known.
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
    report.messages.push_back({getSeverity(diagnostic.getSeverity()).str(),
                               getPlace(diagnostic.getLocation(), report.input),
                               diagnostic.str()});
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

static LogicalResult refuse(MLIRContext *context, const Twine &message) {
  return mlir::emitError(UnknownLoc::get(context), message);
}

/// What a file is; by its first bytes where these tell, else by its name.
static StringRef getFormat(StringRef path, ArrayRef<char> bytes) {
  StringRef start(bytes.data(), bytes.size());
  StringRef suffix = llvm::sys::path::extension(path);
  if (start.starts_with("ML\xefR"))
    return "mlirbc";
  // What an archive holds is for the importer to say.
  if (start.starts_with("PK\x03\x04"))
    return "pt2";
  // The pickles of torch.save before PyTorch 1.6.
  if (start.starts_with("\x80\x02"))
    return "pickle";
  if (suffix == ".mlir" || suffix == ".onnx")
    return suffix.drop_front();
  return "";
}

static LogicalResult refuse(MLIRContext *context, llvm::Error error) {
  return refuse(context, llvm::toString(std::move(error)));
}

static OwningOpRef<ModuleOp> load(MLIRContext *context,
                                  const DriverOptions &options,
                                  ToolInput &input, Report &report) {
  StageTimer timer(report, "read");
  ArrayRef<char> bytes = input.file()->bytes();
  report.inputBytes = bytes.size();
  report.format = getFormat(options.input, bytes);

  if (report.format == "mlir" || report.format == "mlirbc") {
    // Weights that a text names are beside it.
    weight::getWeightStore(context).setFolder(input.folder());
    auto sourceMgr = std::make_shared<llvm::SourceMgr>();
    sourceMgr->AddNewSourceBuffer(input.takeBuffer(), llvm::SMLoc());
    return parseSourceFile<ModuleOp>(sourceMgr, ParserConfig(context));
  }
  if (report.format == "pt2")
    return importExportedProgram(
        options.input, context,
        {options.model, options.exporter.weights == WeightsMode::None});
  if (report.format == "pickle")
    (void)refuse(context,
                 "a pickle of torch.save, most often a state dictionary, which "
                 "has no program; load it into its module, export that with "
                 "torch.export.export, and write it with torch.export.save");
  else if (report.format == "onnx")
    (void)refuse(context, "ONNX models cannot be read yet");
  else
    (void)refuse(context, "neither a .pt2 archive nor MLIR");
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Converting
//===----------------------------------------------------------------------===//

static LogicalResult convert(MLIRContext *context, const DriverOptions &options,
                             llvm::Expected<ToolInput> &input, Report &report) {
  if (!input)
    return refuse(context, input.takeError());
  // Before any work: its time would be lost.
  if (llvm::Error error = AtomicFile::check(options.output))
    return refuse(context, std::move(error));
  bool savesStages = !options.stagesPath.empty();
  if (savesStages)
    if (llvm::Error error = prepareStages(options))
      return refuse(context, std::move(error));

  OwningOpRef<ModuleOp> module = load(context, options, *input, report);
  if (!module)
    return failure();
  report.before = countOperators(*module);
  if (savesStages)
    if (llvm::Error error = linkWeights(options, *module))
      return refuse(context, std::move(error));
  StringRef uncheckedName = torch::TorchDialect::getUncheckedAttrName();
  if (auto unchecked = (*module)->getAttrOfType<ArrayAttr>(uncheckedName))
    for (auto condition : unchecked.getAsRange<StringAttr>())
      report.unchecked.push_back(condition.str());
  // What it says is about the program, not the model.
  (*module)->removeAttr(uncheckedName);
  recordModule(report, options, *module);

  Builder builder(context);
  if (!(*module)->hasAttr(onnx::kProducerNameAttr)) {
    (*module)->setAttr(onnx::kProducerNameAttr,
                       builder.getStringAttr("torch-onnx"));
    (*module)->setAttr(onnx::kProducerVersionAttr,
                       builder.getStringAttr(STRINGIFY(TORCH_ONNX_VERSION)));
  }

  {
    PassManager manager(context);
    buildTorchToONNXPipeline(manager, options.pipeline);
    manager.addInstrumentation(createReportInstrumentation(report, options));
    if (failed(manager.run(*module)))
      return failure();
  }
  report.after = countOperators(*module);
  if (!report.stagesError.empty())
    return refuse(context, report.stagesError);

  StageTimer timer(report, "write");
  return onnx::exportToFile(*module, options.output, options.exporter,
                            &report.exported);
}

Conversion::Conversion(const DriverOptions &options, MessageHandler onMessage)
    : options(options), onMessage(std::move(onMessage)) {
  report.input = options.input;
}

Conversion::~Conversion() = default;

bool Conversion::run() {
  // What has no place in the model is said of the tool.
  auto fail = [&](llvm::Error error) {
    report.messages.push_back(
        {"error", "torch-onnx", llvm::toString(std::move(error))});
    onMessage(report.messages.back());
    return false;
  };
  // Open to the end: what is open is not overwritten.
  llvm::Expected<ToolInput> input = ToolInput::open(options.input);
  if (!options.reportPath.empty())
    if (llvm::Error error = AtomicFile::check(options.reportPath)) {
      if (!input)
        llvm::consumeError(input.takeError());
      return fail(std::move(error));
    }

  DialectRegistry registry;
  registerDialects(registry);
  // One function after the other: threads would cost more than they bring.
  context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  // The op behind an error may be the whole model.
  context->printOpOnDiagnostic(false);
  DiagnosticListener listener(context.get(), report, onMessage);
  report.succeeded =
      succeeded(::convert(context.get(), options, input, report));

  if (!options.reportPath.empty())
    if (llvm::Error error = report.write(options.reportPath, options))
      return fail(std::move(error));
  return report.succeeded;
}
