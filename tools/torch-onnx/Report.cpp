//===- Report.cpp - What a conversion did ---------------------------------===//
//
// See Report.h.
//
//===----------------------------------------------------------------------===//

#include "Report.h"
#include "Stages.h"

#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"
#include "torch-onnx/Support/AtomicFile.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <sys/resource.h>

using namespace mlir;
using namespace torch_onnx;

//===----------------------------------------------------------------------===//
// Measuring
//===----------------------------------------------------------------------===//

Report::Histogram torch_onnx::countOperators(ModuleOp module) {
  llvm::StringMap<uint64_t> counts;
  module.walk([&](Operation *op) {
    bool isNone =
        op->getNumResults() == 1 && isa<NoneType>(op->getResult(0).getType());
    if (isa<ModuleOp, func::FuncOp>(op) || isNone ||
        op->hasTrait<OpTrait::IsTerminator>() ||
        op->hasTrait<OpTrait::ConstantLike>())
      return;
    // An operator of torch is counted by its own name: aten.add.Tensor.
    auto torchOp = dyn_cast<torch::OperatorOp>(op);
    ++counts[torchOp ? torchOp.getTarget() : op->getName().getStringRef()];
  });
  Report::Histogram histogram;
  for (auto &entry : counts)
    histogram[entry.getKey().str()] = entry.getValue();
  return histogram;
}

uint64_t torch_onnx::getPeakMemory() {
  // Linux's ru_maxrss survives exec: it starts at the memory of the process
  // that started this one.
  if (auto status = llvm::MemoryBuffer::getFileAsStream("/proc/self/status")) {
    StringRef text = (*status)->getBuffer().split("\nVmHWM:").second.ltrim();
    uint64_t kibibytes;
    if (!text.consumeInteger(10, kibibytes))
      return kibibytes * 1024;
  }
  rusage usage;
  if (getrusage(RUSAGE_SELF, &usage))
    return 0;
  return static_cast<uint64_t>(usage.ru_maxrss) * 1024;
}

StageTimer::StageTimer(Report &report, StringRef name)
    : report(report), name(name), start(std::chrono::steady_clock::now()) {}

StageTimer::~StageTimer() {
  std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  report.stages.push_back({name, time.count(), getPeakMemory(), std::nullopt});
}

static uint64_t getTotal(const Report::Histogram &histogram) {
  uint64_t total = 0;
  for (const auto &[name, count] : histogram)
    total += count;
  return total;
}

void torch_onnx::recordModule(Report &report, const DriverOptions &options,
                              ModuleOp module) {
  Report::Stage &stage = report.stages.back();
  if (!options.reportPath.empty())
    stage.operators = getTotal(countOperators(module));
  if (options.stagesPath.empty())
    return;
  if (llvm::Error error =
          saveStage(options, report.stages.size(), stage.name, module))
    if (std::string message = llvm::toString(std::move(error));
        report.stagesError.empty())
      report.stagesError = message;
}

namespace {

class ReportInstrumentation : public PassInstrumentation {
public:
  ReportInstrumentation(Report &report, const DriverOptions &options)
      : report(report), options(options),
        showProgress(!options.verbose &&
                     llvm::sys::Process::StandardErrIsDisplayed()) {}
  ~ReportInstrumentation() override {
    if (showProgress)
      llvm::errs() << "\r\033[K";
  }

  void runBeforePass(Pass *pass, Operation *op) override {
    // Passes inside of others (on functions, say) are part of their time.
    if (depth++)
      return;
    StringRef name = getName(pass);
    if (showProgress)
      llvm::errs() << "\r\033[K" << name;
    timer = std::make_unique<StageTimer>(report, name);
  }
  void runAfterPass(Pass *pass, Operation *op) override {
    if (--depth)
      return;
    timer.reset();
    const Report::Stage &stage = report.stages.back();
    if (options.verbose)
      llvm::errs() << llvm::format("%8.1f ms  ", stage.seconds * 1e3)
                   << stage.name << "\n";
    if (auto module = dyn_cast<ModuleOp>(op))
      recordModule(report, options, module);
  }
  void runAfterPassFailed(Pass *pass, Operation *op) override {
    runAfterPass(pass, op);
  }

private:
  static StringRef getName(Pass *pass) {
    StringRef argument = pass->getArgument();
    return argument.empty() ? pass->getName() : argument;
  }

  Report &report;
  const DriverOptions &options;
  bool showProgress;
  unsigned depth = 0;
  std::unique_ptr<StageTimer> timer;
};

} // namespace

std::unique_ptr<PassInstrumentation>
torch_onnx::createReportInstrumentation(Report &report,
                                        const DriverOptions &options) {
  return std::make_unique<ReportInstrumentation>(report, options);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// What a table cell cannot hold as it is.
static std::string escapeCell(StringRef text) {
  std::string result;
  for (char c : text) {
    if (c == '|')
      result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result;
}

static void writeHistogram(llvm::raw_ostream &os, StringRef title,
                           const Report::Histogram &histogram) {
  if (histogram.empty())
    return;
  os << "\n## " << title << "\n\n| operator | count |\n| --- | ---: |\n";
  for (const auto &[name, count] : histogram)
    os << "| `" << name << "` | " << count << " |\n";
  os << "| total | " << getTotal(histogram) << " |\n";
}

void Report::writeMarkdown(llvm::raw_ostream &os,
                           const DriverOptions &options) const {
  os << "# Conversion of " << escapeCell(input) << "\n\n";
  os << "| what | value |\n| --- | --- |\n";
  os << "| result | " << (succeeded ? "written" : "failed, nothing written")
     << " |\n";
  os << "| format read | " << format << " |\n";
  os << "| bytes read | " << inputBytes << " |\n";
  os << "| opset | " << int64_t(options.pipeline.opset) << " |\n";
  os << "| target | " << getChoiceName<TargetRuntime>(options.pipeline.target)
     << " |\n";
  os << "| weights | " << getChoiceName<WeightsMode>(options.pipeline.weights)
     << " |\n";
  if (succeeded) {
    os << "| checker | " << (exported.checked ? "passed" : "not run") << " |\n";
    os << "| model | " << escapeCell(options.output) << ", "
       << exported.modelBytes << " bytes |\n";
    if (!exported.dataPath.empty())
      os << "| data | " << escapeCell(exported.dataPath) << ", "
         << exported.dataBytes << " bytes |\n";
    os << "| initializers | " << exported.initializers << " |\n";
    os << "| bytes of weights inside | " << exported.inlineBytes << " |\n";
    os << "| bytes of weights referenced | " << exported.referencedBytes
       << " |\n";
  }
  if (!messages.empty()) {
    os << "\n## Messages\n\n| severity | where | what |\n| --- | --- | --- |\n";
    for (const Message &message : messages)
      os << "| " << message.severity << " | " << escapeCell(message.location)
         << " | " << escapeCell(message.text) << " |\n";
  }
  if (!unchecked.empty()) {
    os << "\n## Not checked by the model\n\nThe program stops where one of "
          "these does not hold; ONNX has no operator that does.\n\n";
    for (const std::string &condition : unchecked)
      os << "- " << condition << "\n";
  }
  os << "\n## Stages\n\n| stage | time (ms) | peak memory (MB) | operators "
        "after |"
        "\n| --- | ---: | ---: | ---: |\n";
  for (const Stage &stage : stages)
    os << "| " << stage.name << " | "
       << llvm::format("%.1f", stage.seconds * 1e3) << " | "
       << llvm::format("%.1f", stage.peakBytes / 1e6) << " | "
       << (stage.operators ? llvm::utostr(*stage.operators) : "") << " |\n";
  writeHistogram(os, "Operators read", before);
  writeHistogram(os, "Operators written", after);
}

void Report::writeJSON(llvm::raw_ostream &os,
                       const DriverOptions &options) const {
  llvm::json::OStream json(os, 2);
  auto writeCounts = [&](StringRef key, const Histogram &histogram) {
    json.attributeObject(key, [&] {
      for (const auto &[name, count] : histogram)
        json.attribute(name, static_cast<int64_t>(count));
    });
  };
  json.object([&] {
    json.attribute("succeeded", succeeded);
    json.attributeObject("input", [&] {
      json.attribute("path", input);
      json.attribute("format", format);
      json.attribute("bytes", static_cast<int64_t>(inputBytes));
    });
    json.attributeObject("options", [&] {
      json.attribute("opset", int64_t(options.pipeline.opset));
      json.attribute("target",
                     getChoiceName<TargetRuntime>(options.pipeline.target));
      json.attribute("weights",
                     getChoiceName<WeightsMode>(options.pipeline.weights));
    });
    if (succeeded)
      json.attributeObject("output", [&] {
        json.attribute("path", options.output);
        json.attribute("bytes", static_cast<int64_t>(exported.modelBytes));
        json.attribute("data_path", exported.dataPath);
        json.attribute("data_bytes", static_cast<int64_t>(exported.dataBytes));
        json.attribute("initializers",
                       static_cast<int64_t>(exported.initializers));
        json.attribute("inline_weight_bytes",
                       static_cast<int64_t>(exported.inlineBytes));
        json.attribute("referenced_weight_bytes",
                       static_cast<int64_t>(exported.referencedBytes));
        json.attribute("checker", exported.checked ? "passed" : "not run");
      });
    json.attributeArray("messages", [&] {
      for (const Message &message : messages)
        json.object([&] {
          json.attribute("severity", message.severity);
          json.attribute("location", message.location);
          json.attribute("text", message.text);
        });
    });
    json.attributeArray("not_checked", [&] {
      for (const std::string &condition : unchecked)
        json.value(condition);
    });
    json.attributeArray("stages", [&] {
      for (const Stage &stage : stages)
        json.object([&] {
          json.attribute("name", stage.name);
          json.attribute("seconds", stage.seconds);
          json.attribute("peak_bytes", static_cast<int64_t>(stage.peakBytes));
          if (stage.operators)
            json.attribute("operators", static_cast<int64_t>(*stage.operators));
        });
    });
    writeCounts("operators_read", before);
    writeCounts("operators_written", after);
  });
  os << "\n";
}

llvm::Error Report::write(StringRef path, const DriverOptions &options) const {
  auto file = AtomicFile::create(path);
  if (!file)
    return file.takeError();
  std::string text;
  llvm::raw_string_ostream os(text);
  if (path.ends_with(".json"))
    writeJSON(os, options);
  else
    writeMarkdown(os, options);
  (*file)->write(StringRef(text));
  return (*file)->commit();
}
