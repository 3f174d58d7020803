//===- Measure.h - Counts, times and memory of a report ---------*- C++ -*-===//
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

/// The number of operators in a module by name. Functions, terminators and
/// constants do not count.
Report::Histogram countOperators(mlir::ModuleOp module);

/// The peak memory of the process so far, in bytes: VmHWM, because getrusage()
/// includes the parent process.
uint64_t getPeakMemory();

/// Measures a stage from its construction to its destruction.
class StageTimer {
public:
  StageTimer(Report &report, llvm::StringRef name);
  ~StageTimer();

private:
  Report &report;
  std::string name;
  std::chrono::steady_clock::time_point start;
};

/// Records the module after the last stage, for the report and --save-stages.
void recordModule(Report &report, const DriverOptions &options,
                  mlir::ModuleOp module);

/// Records time and memory of each pass on the module, shows progress on a
/// terminal, and saves the module after each pass to `stagesPath`.
std::unique_ptr<mlir::PassInstrumentation>
createReportInstrumentation(Report &report, const DriverOptions &options);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_DRIVER_MEASURE_H
