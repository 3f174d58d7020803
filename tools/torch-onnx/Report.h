//===- Report.h - What a conversion did, for people and programs *- C++ -*-===//
//
// Gathered while the driver runs, written at its end, on failure too: a report
// that says what is missing is worth most then.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_TOOLS_TORCH_ONNX_REPORT_H
#define TORCH_ONNX_TOOLS_TORCH_ONNX_REPORT_H

#include "Options.h"

#include "torch-onnx/Target/ONNX/Export.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassInstrumentation.h"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace torch_onnx {

struct Report {
  using Histogram = std::map<std::string, uint64_t>;

  struct Stage {
    std::string name;
    double seconds = 0;
    /// Peak memory of the process when the stage ended.
    uint64_t peakBytes = 0;
    /// Operators in the module after it; nothing if nobody wants to know.
    std::optional<uint64_t> operators;
  };
  struct Message {
    std::string severity, location, text;
  };

  std::string input, format;
  uint64_t inputBytes = 0;
  Histogram before, after;
  std::vector<Stage> stages;
  std::vector<Message> messages;
  /// What the program checks when it runs and the model does not.
  std::vector<std::string> unchecked;
  onnx::ExportResult exported;
  bool succeeded = false;
  /// Why the stages are not there; empty if they are.
  std::string stagesError;

  /// Writes Markdown or JSON, by the ending of `path`.
  llvm::Error write(llvm::StringRef path, const DriverOptions &options) const;

private:
  void writeMarkdown(llvm::raw_ostream &os, const DriverOptions &options) const;
  void writeJSON(llvm::raw_ostream &os, const DriverOptions &options) const;
};

/// Operators of a module by name; functions, terminators and constants are not
/// operators of a model.
Report::Histogram countOperators(mlir::ModuleOp module);

/// Most memory that the process has had so far, in bytes: VmHWM, as getrusage()
/// also counts the process that this one was forked from.
uint64_t getPeakMemory();

/// Measures from its construction to its end.
class StageTimer {
public:
  StageTimer(Report &report, llvm::StringRef name);
  ~StageTimer();

private:
  Report &report;
  std::string name;
  std::chrono::steady_clock::time_point start;
};

/// For the report and --save-stages: what the module is after the last stage.
void recordModule(Report &report, const DriverOptions &options,
                  mlir::ModuleOp module);

/// Time and memory of each pass on the module, progress on a terminal, and the
/// module's text after each pass under `stagesPath`.
std::unique_ptr<mlir::PassInstrumentation>
createReportInstrumentation(Report &report, const DriverOptions &options);

} // namespace torch_onnx

#endif // TORCH_ONNX_TOOLS_TORCH_ONNX_REPORT_H
