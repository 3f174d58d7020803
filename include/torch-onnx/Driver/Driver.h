//===- Driver.h - From a program to a model, as one call --------*- C++ -*-===//
//
// Reads a program, runs the pipeline, writes the model. The tool torch-onnx and
// the C library (torch-onnx-c/TorchONNX.h) are two ways to call it.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DRIVER_DRIVER_H
#define TORCH_ONNX_DRIVER_DRIVER_H

#include "torch-onnx/Driver/Report.h"
#include "torch-onnx/Pipelines/Pipelines.h"
#include "torch-onnx/Target/ONNX/Export.h"

#include "mlir/IR/MLIRContext.h"

#include <functional>
#include <memory>
#include <string>

namespace torch_onnx {

struct DriverOptions {
  std::string input, output;
  /// Which model of the archive; empty when it holds only one.
  std::string model;
  PipelineOptions pipeline;
  onnx::ExportOptions exporter;
  /// Where to write the report (.md or .json); empty for nowhere.
  std::string reportPath;
  /// A folder for the program after each pass; empty for none.
  std::string stagesPath;
  bool verbose = false;
};

/// Is told of each diagnostic when it is emitted.
using MessageHandler = std::function<void(const Report::Message &)>;

/// One conversion of `options.input` to `options.output`. Conversions share
/// nothing, so that threads may each run their own.
class Conversion {
public:
  /// The options have to outlive it.
  Conversion(const DriverOptions &options, MessageHandler onMessage);
  ~Conversion();

  /// Returns whether the model was written. The report has what was done, after
  /// a failure, too, and all messages; that it could not be written to
  /// `options.reportPath` is a failure. To be called once.
  bool run();

  const Report &getReport() const { return report; }

private:
  const DriverOptions &options;
  MessageHandler onMessage;
  Report report;
  /// Lives to the end of the conversion: to take the tables of all operators
  /// apart takes time, which a process that ends need not spend.
  std::unique_ptr<mlir::MLIRContext> context;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_DRIVER_DRIVER_H
