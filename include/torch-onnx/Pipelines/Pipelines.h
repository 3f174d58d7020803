//===- Pipelines.h - Pipelines of passes ------------------------*- C++ -*-===//
//
// The pipelines behind the tools. A tool adds no passes of its own, so
// torch-onnx-opt can reproduce torch-onnx pass by pass.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_PIPELINES_PIPELINES_H
#define TORCH_ONNX_PIPELINES_PIPELINES_H

#include "torch-onnx/Support/OptionParsers.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "llvm/Support/Error.h"

namespace torch_onnx {

/// Options for the command line of torch-onnx and for the text
/// `--torch-to-onnx-pipeline='opset=21 target=ort'`.
struct PipelineOptions : mlir::PassPipelineOptions<PipelineOptions> {
  ListOption<std::string> inputNames{
      *this, "input-names", llvm::cl::desc("Names of the first inputs")};
  ListOption<std::string> outputNames{
      *this, "output-names", llvm::cl::desc("Names of the first outputs")};
  ListOption<std::string> dims{
      *this, "dims",
      llvm::cl::desc("Dimensions, NAME=SIZE or NAME=NEWNAME: see bind-dims")};
  ListOption<std::string> opSchemas{
      *this, "op-schemas", llvm::cl::desc("Schemas of custom operators")};
  ListOption<std::string> mapOps{
      *this, "map-ops",
      llvm::cl::desc("Operators that become nodes: see convert-torch-to-onnx")};
  ListOption<std::string> opsLibraries{
      *this, "ops-library",
      llvm::cl::desc("Files with definitions of operators: see "
                     "apply-operator-library")};
  ListOption<std::string> opsLibraryTexts{
      *this, "ops-library-text",
      llvm::cl::desc("Definitions of operators as text")};
  ListOption<std::string> passesAt{
      *this, "passes-at",
      llvm::cl::desc("Additional passes, 'POINT:PIPELINE'; the points are "
                     "import, torch, onnx and final")};
  Option<int64_t, DecimalParser<int64_t>> opset{
      *this, "opset", llvm::cl::desc("Version of ai.onnx to produce"),
      llvm::cl::init(21)};
  Option<TargetRuntime> target{*this, "target",
                               llvm::cl::desc("Runtime that the model is for"),
                               llvm::cl::init(TargetRuntime::ORT)};
  Option<WeightsMode> weights{*this, "weights",
                              llvm::cl::desc("Where to store the weights"),
                              llvm::cl::init(WeightsMode::Auto)};
  Option<FunctionsMode> functions{
      *this, "functions",
      llvm::cl::desc("Parts that become functions of the model"),
      llvm::cl::init(FunctionsMode::None)};
  ListOption<std::string> functionClasses{
      *this, "function-classes",
      llvm::cl::desc("Classes of the modules that become functions (default: "
                     "all)")};
  Option<bool> initializersAsInputs{
      *this, "keep-initializers-as-inputs",
      llvm::cl::desc("Make parameters and buffers inputs with default values"),
      llvm::cl::init(false)};
  Option<bool> nodeMetadata{
      *this, "node-metadata",
      llvm::cl::desc("Use a file format in which nodes have metadata"),
      llvm::cl::init(false)};
  Option<Mutations> mutations{
      *this, "mutations",
      llvm::cl::desc("How to export updates of buffers and inputs"),
      llvm::cl::init(Mutations::Drop)};
  Option<Unsupported> unsupported{
      *this, "unsupported",
      llvm::cl::desc("How to handle operators without a lowering"),
      llvm::cl::init(Unsupported::Error)};
  Option<int> optLevel{
      *this, "opt-level",
      llvm::cl::desc("Optimizations: 0 none, 1 exact rewrites, 2 "
                     "also fusions that change the rounding, "
                     "3 also constants by LibTorch"),
      llvm::cl::init(2)};
};

/// Checks the text of an element of PipelineOptions::passesAt, whose passes
/// must be registered.
llvm::Error checkPassesAt(llvm::StringRef text);

/// Builds the pipeline from an imported module (torch or onnx dialect) to a
/// module that can be exported (PreparedModule.h). Fails where checkPassesAt()
/// does.
llvm::Error buildTorchToONNXPipeline(mlir::OpPassManager &manager,
                                     const PipelineOptions &options);

/// Registers `torch-to-onnx-pipeline`.
void registerPipelines();

} // namespace torch_onnx

#endif // TORCH_ONNX_PIPELINES_PIPELINES_H
