//===- Driver.h - From a program to a model, as one call --------*- C++ -*-===//
//
// Reads a program, runs the pipeline, writes the model. The tool torch-onnx and
// the C library (torch-onnx-c/TorchONNX.h) are two ways to call it.
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

namespace torch_onnx {

struct DriverOptions {
  std::string input;
  /// Where run() writes the model; empty for nowhere.
  std::string output;
  /// Which model of the archive; empty when it holds only one.
  std::string model;
  /// Files of weights that the program lacks, and their names there
  /// (ExportedProgramOptions).
  std::vector<std::string> weightsFrom;
  std::vector<std::pair<std::string, std::string>> weightNames;
  /// What a program of torch.jit.save is called with, and how many iterations
  /// of a loop are unrolled (TorchScriptOptions).
  std::string inputTypes;
  int64_t unroll = 0;
  PipelineOptions pipeline;
  /// Opsets in the order in which they are tried; `pipeline.opset` alone if it
  /// is empty.
  std::vector<int64_t> opsets;
  onnx::ExportOptions exporter;
  /// Where to write the report (.md or .json); empty for nowhere.
  std::string reportPath;
  /// A folder for the program after each pass; empty for none.
  std::string stagesPath;
  /// Compare all weights with their checksums, not only those that are read.
  bool checkWeights = false;
  bool verbose = false;
};

/// The opsets that `--opset=auto` tries, the best one first: see
/// docs/Rationale/Opsets.md.
std::vector<int64_t> getBestOpsets(TargetRuntime target);

/// Is told of each diagnostic when it is emitted.
using MessageHandler = std::function<void(const Report::Message &)>;

/// One conversion of the program at `options.input`, or of a program in memory.
/// Conversions share nothing, so that threads may each run their own.
class Conversion {
public:
  /// The options have to outlive it. So does `program`, which is converted in
  /// place of `options.input` if it is there, and the bytes of its storages.
  Conversion(const DriverOptions &options, MessageHandler onMessage,
             const ProgramInMemory *program = nullptr);
  ~Conversion();

  /// Converts, and writes the model to `options.output` unless that is empty.
  /// Returns whether all of it is done. The report has what was done, after a
  /// failure, too, and all messages; that it could not be written to
  /// `options.reportPath` is a failure. To be called once. Where there is a
  /// request to stop (may be null), it fails before the next pass.
  bool run(StopRequest *stop = nullptr);

  /// Writes the model to a file, or to a stream that has no file beside it.
  /// For after a run that succeeded; any number of times.
  bool save(llvm::StringRef path, const onnx::ExportOptions &exporter);
  bool save(llvm::raw_ostream &stream, const onnx::ExportOptions &exporter);

  /// Whether a run has converted the program, though it may not have been able
  /// to write the model.
  bool hasModel() const { return isConverted; }
  /// Bytes of a weight that is external data at `computed:N` (ExportOptions::
  /// namesComputed); nothing if there is no such one.
  std::optional<uint64_t> getComputedSize(llvm::StringRef location);
  /// Writes them. The location is one that has a size.
  bool writeComputed(llvm::StringRef location, llvm::raw_ostream &stream);
  /// The model as MLIR, with locations.
  void print(llvm::raw_ostream &os) const;

  const Report &getReport() const { return report; }
  /// Adds an error to the messages: a call of a user of the library was wrong.
  void addError(llvm::StringRef text) {
    report.messages.push_back({"error", "torch-onnx", text.str()});
  }

private:
  /// The bytes of the model without its weights, if the report shows it.
  std::string getModelForReport();
  mlir::ElementsAttr findComputed(llvm::StringRef location);
  bool withMessages(llvm::function_ref<mlir::LogicalResult()> action);
  mlir::LogicalResult convert(StopRequest *stop);
  /// Runs the pipeline on the module with the first opset that it takes.
  mlir::LogicalResult lower(StopRequest *stop);
  mlir::LogicalResult lower(int64_t opset, StopRequest *stop);
  mlir::OwningOpRef<mlir::ModuleOp> load(StopRequest *stop);
  mlir::OwningOpRef<mlir::ModuleOp> loadFile(StopRequest *stop);
  /// Refuses options that are for programs of another format.
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
  /// Open to the end: what is open is not overwritten.
  std::optional<ToolInput> input;
  /// Lives to the end of the conversion: to take the tables of all operators
  /// apart takes time, which a process that ends need not spend.
  std::unique_ptr<mlir::MLIRContext> context;
  /// The converted model.
  mlir::OwningOpRef<mlir::ModuleOp> module;
  bool isConverted = false;
  /// Its initializers, once one of them is asked for.
  std::optional<mlir::SmallVector<mlir::ElementsAttr>> initializers;
};

/// The version of the compiler, as in "0.1.0".
llvm::StringRef getVersion();

} // namespace torch_onnx

#endif // TORCH_ONNX_DRIVER_DRIVER_H
