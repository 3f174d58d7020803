//===- Pipelines.h - Orders of passes ---------------------------*- C++ -*-===//
//
// The pipelines behind the tools. A tool adds no pass of its own, so that
// whatever torch-onnx does can be done with torch-onnx-opt, pass by pass.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_PIPELINES_PIPELINES_H
#define TORCH_ONNX_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

#include <string>

namespace torch_onnx {

/// The same for the command line of torch-onnx and for the text
/// `--torch-to-onnx-pipeline='opset=21 target=ort'`.
struct PipelineOptions : mlir::PassPipelineOptions<PipelineOptions> {
  Option<int64_t> opset{*this, "opset",
                        llvm::cl::desc("Version of ai.onnx to produce"),
                        llvm::cl::init(21)};
  Option<std::string> target{
      *this, "target",
      llvm::cl::desc("What the model is to run on: ort (ONNX Runtime's CPU "
                     "provider) or onnx (every kernel of the standard)"),
      llvm::cl::init("ort")};
  Option<std::string> weights{
      *this, "weights",
      llvm::cl::desc("Where weights go: auto, inline, external, reference or "
                     "none"),
      llvm::cl::init("auto")};
  Option<bool> initializersAsInputs{
      *this, "keep-initializers-as-inputs",
      llvm::cl::desc("Make parameters and buffers inputs that have a value"),
      llvm::cl::init(false)};
  Option<std::string> mutations{
      *this, "mutations",
      llvm::cl::desc("What becomes of updates to buffers and inputs: drop, "
                     "outputs or error"),
      llvm::cl::init("drop")};
  Option<std::string> unsupported{
      *this, "unsupported",
      llvm::cl::desc("What becomes of operators without a lowering: error or "
                     "keep"),
      llvm::cl::init("error")};
  Option<int> optLevel{*this, "opt-level",
                       llvm::cl::desc("How much to optimize: 0 nothing; 1 what "
                                      "keeps every bit; 2 fusions that round "
                                      "in other places; 3 all constants"),
                       llvm::cl::init(2)};
};

/// From whatever was read (torch or onnx dialect) to a module that can be
/// exported: see PreparedModule.h.
void buildTorchToONNXPipeline(mlir::OpPassManager &manager,
                              const PipelineOptions &options);

/// Registers `torch-to-onnx-pipeline`.
void registerPipelines();

} // namespace torch_onnx

#endif // TORCH_ONNX_PIPELINES_PIPELINES_H
