//===- Measure.cpp - Counts, times and memory of a report -----------------===//
//
// See Measure.h.
//
//===----------------------------------------------------------------------===//

#include "Measure.h"
#include "Stages.h"

#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"

#include <sys/resource.h>

using namespace mlir;
using namespace torch_onnx;

Report::Histogram torch_onnx::countOperators(ModuleOp module) {
  llvm::StringMap<uint64_t> counts;
  module.walk([&](Operation *op) {
    bool isNone =
        op->getNumResults() == 1 && isa<NoneType>(op->getResult(0).getType());
    if (isa<ModuleOp, func::FuncOp>(op) || isNone ||
        op->hasTrait<OpTrait::IsTerminator>() ||
        op->hasTrait<OpTrait::ConstantLike>())
      return;
    // A torch operator is counted by its own name: aten.add.Tensor.
    auto torchOp = dyn_cast<torch::OperatorOp>(op);
    ++counts[torchOp ? torchOp.getTarget() : op->getName().getStringRef()];
  });
  Report::Histogram histogram;
  for (auto &entry : counts)
    histogram[entry.getKey().str()] = entry.getValue();
  return histogram;
}

uint64_t torch_onnx::getPeakMemory() {
  // Not ru_maxrss: on Linux it survives exec, so it starts at the memory of the
  // parent process.
  if (auto status = llvm::MemoryBuffer::getFileAsStream("/proc/self/status")) {
    StringRef text = (*status)->getBuffer().split("\nVmHWM:").second.ltrim();
    uint64_t kibibytes;
    if (!text.consumeInteger(10, kibibytes))
      return kibibytes * 1024;
  }
  rusage usage;
  if (getrusage(RUSAGE_SELF, &usage))
    return 0;
  // In bytes on macOS, in kibibytes elsewhere.
#if defined(__APPLE__)
  return static_cast<uint64_t>(usage.ru_maxrss);
#else
  return static_cast<uint64_t>(usage.ru_maxrss) * 1024;
#endif
}

StageTimer::StageTimer(Report &report, StringRef name)
    : report(report), name(name), start(std::chrono::steady_clock::now()) {}

StageTimer::~StageTimer() {
  std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  report.stages.push_back({name, time.count(), getPeakMemory(), std::nullopt});
}

void torch_onnx::recordModule(Report &report, const DriverOptions &options,
                              ModuleOp module) {
  Report::Stage &stage = report.stages.back();
  if (!options.reportPath.empty())
    stage.operators = Report::getTotal(countOperators(module));
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
    // Nested passes, such as those on functions, are part of the outer pass.
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
