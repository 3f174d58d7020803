//===- Driver.h - Converts a program to a model -----------------*- C++ -*-===//
//
// Reads a program, runs the pipeline and writes the model. Used by the tool
// torch-onnx and the C library (torch-onnx-c/TorchONNX.h).
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DRIVER_DRIVER_H
#define TORCH_ONNX_DRIVER_DRIVER_H

#include "torch-onnx/Driver/Report.h"
#include "torch-onnx/Import/ExportedProgram.h"
#include "torch-onnx/Pipelines/Pipelines.h"
#include "torch-onnx/Support/StopRequest.h"
#include "torch-onnx/Support/ToolFiles.h"
#include "torch-onnx/Target/ONNX/Export.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace torch_onnx {

namespace onnx {
class RuntimeValue;
} // namespace onnx

struct DriverOptions {
  std::string input;
  /// The path to which run() writes the model; empty to write none.
  std::string output;
  /// The name of the model in the archive; empty if there is only one.
  std::string model;
  /// Files with weights that the program lacks, and the names of the weights
  /// there (ExportedProgramOptions).
  std::vector<std::string> weightsFrom;
  std::vector<std::pair<std::string, std::string>> weightNames;
  /// The input types of a torch.jit.save program, and the number of loop
  /// iterations that are unrolled (TorchScriptOptions).
  std::string inputTypes;
  int64_t unroll = 0;
  PipelineOptions pipeline;
  /// Opsets in the order in which they are tried; if empty, only
  /// `pipeline.opset`.
  std::vector<int64_t> opsets;
  onnx::ExportOptions exporter;
  /// The path of the report (.md or .json); empty to write none.
  std::string reportPath;
  /// The folder for the program after each pass; empty to write none.
  std::string stagesPath;
  /// Verify the checksums of all weights, not only of those that are read.
  bool checkWeights = false;
  bool verbose = false;
};

/// The opsets that `--opset=auto` tries, best first; see
/// docs/Rationale/Opsets.md.
std::vector<int64_t> getBestOpsets(TargetRuntime target);

/// Called for each diagnostic when it is emitted.
using MessageHandler = std::function<void(const Report::Message &)>;

/// The conversion of the program at `options.input`, or of a program in memory.
/// Conversions share no state, so threads may run them in parallel.
class Conversion {
public:
  /// The options must outlive this object, and so must `program` and the bytes
  /// of its storages. If `program` is given, it is converted instead of
  /// `options.input`.
  Conversion(const DriverOptions &options, MessageHandler onMessage,
             const ProgramInMemory *program = nullptr);
  ~Conversion();

  /// Converts, and writes the model to `options.output` unless that is empty.
  /// Returns whether everything succeeded. The report is also complete after a
  /// failure; a report that cannot be written to `options.reportPath` is a
  /// failure. May be called once. If `stop` (which may be null) requests a
  /// stop, fails before the next pass.
  bool run(StopRequest *stop = nullptr);

  /// Writes the model to a file, or to a stream without files beside it. May be
  /// called repeatedly after a successful run.
  bool save(llvm::StringRef path, const onnx::ExportOptions &exporter);
  bool save(llvm::raw_ostream &stream, const onnx::ExportOptions &exporter);

  /// Whether run() has converted the program, even if the model could not be
  /// written.
  bool hasModel() const { return isConverted; }
  /// The number of bytes of a weight that is external data at `computed:N`
  /// (ExportOptions::namesComputed); nullopt if there is none.
  std::optional<uint64_t> getComputedSize(llvm::StringRef location);
  /// Writes these bytes. The location must have a size.
  bool writeComputed(llvm::StringRef location, llvm::raw_ostream &stream);
  /// Evaluates the model with the reference evaluator and returns its outputs.
  /// Trailing inputs that have initializers may be omitted. May be called
  /// repeatedly after a successful run. Returns nullopt after a failure, which
  /// adds a message to the report.
  std::optional<std::vector<onnx::RuntimeValue>>
  evaluate(std::vector<onnx::RuntimeValue> arguments, StopRequest &stop);
  mlir::MLIRContext *getContext() { return context.get(); }
  /// The model as MLIR, with locations.
  void print(llvm::raw_ostream &os) const;

  const Report &getReport() const { return report; }
  /// Adds an error about wrong usage of the library to the messages.
  void addError(llvm::StringRef text) {
    report.messages.push_back({"error", "torch-onnx", text.str()});
  }

private:
  /// The bytes of the model without its weights, if the report shows it.
  std::string getModelForReport();
  mlir::ElementsAttr findComputed(llvm::StringRef location);
  bool withMessages(llvm::function_ref<mlir::LogicalResult()> action);
  mlir::LogicalResult convert(StopRequest *stop);
  /// Runs the pipeline on the module with the first opset that succeeds.
  mlir::LogicalResult lower(StopRequest *stop);
  mlir::LogicalResult lower(int64_t opset, StopRequest *stop);
  mlir::OwningOpRef<mlir::ModuleOp> load(StopRequest *stop);
  mlir::OwningOpRef<mlir::ModuleOp> loadFile(StopRequest *stop);
  /// Refuses options for programs of another format.
  mlir::LogicalResult checkFormat();
  mlir::LogicalResult write(llvm::StringRef path,
                            const onnx::ExportOptions &exporter);
  mlir::LogicalResult checkWeights();
  mlir::LogicalResult refuse(const llvm::Twine &message);
  mlir::LogicalResult refuse(llvm::Error error);

  const DriverOptions &options;
  const ProgramInMemory *program;
  MessageHandler onMessage;
  Report report;
  /// Stays open, because open files are not overwritten.
  std::optional<ToolInput> input;
  /// Lives to the end of the conversion: destroying the operator tables takes
  /// time, which a process that ends can save.
  std::unique_ptr<mlir::MLIRContext> context;
  /// The converted model.
  mlir::OwningOpRef<mlir::ModuleOp> module;
  bool isConverted = false;
  /// The initializers, after the first request for one.
  std::optional<mlir::SmallVector<mlir::ElementsAttr>> initializers;
};

/// The version of the compiler, as in "0.1.0".
llvm::StringRef getVersion();

} // namespace torch_onnx

#endif // TORCH_ONNX_DRIVER_DRIVER_H
