//===- Measure.h - What a report is made from -------------------*- C++ -*-===//
//
// Counts, times and memory, taken while the driver runs.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DRIVER_MEASURE_H
#define TORCH_ONNX_LIB_DRIVER_MEASURE_H

#include "torch-onnx/Driver/Driver.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassInstrumentation.h"

#include <chrono>
#include <memory>

namespace torch_onnx {

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

#endif // TORCH_ONNX_LIB_DRIVER_MEASURE_H
