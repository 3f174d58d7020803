//===- Pipelines.cpp - Orders of passes -----------------------------------===//
//
// See Pipelines.h.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Pipelines/Pipelines.h"

#include "torch-onnx/Conversion/TorchToONNX.h"
#include "torch-onnx/Dialect/ONNX/Transforms/Passes.h"
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h"

#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace torch_onnx;

void torch_onnx::buildTorchToONNXPipeline(OpPassManager &manager,
                                          const PipelineOptions &options) {
  manager.addPass(torch::createInlineRegions());
  manager.addPass(torch::createFunctionalize());
  manager.addPass(createCSEPass());
  ConvertTorchToONNXOptions convert;
  convert.opset = options.opset;
  convert.unsupported = options.unsupported;
  manager.addPass(createConvertTorchToONNX(convert));
  if (options.optLevel > 0) {
    onnx::SimplifyOptions simplify;
    simplify.weightsMode = options.weights;
    manager.addPass(createCSEPass());
    manager.addPass(onnx::createDeduplicate());
    manager.addPass(onnx::createSimplify(simplify));
    manager.addPass(createCSEPass());
    manager.addPass(onnx::createDeduplicate());
  }
  onnx::PrepareForExportOptions prepare;
  prepare.weightsMode = options.weights;
  prepare.opset = options.opset;
  manager.addPass(onnx::createPrepareForExport(prepare));
}

void torch_onnx::registerPipelines() {
  PassPipelineRegistration<PipelineOptions>(
      "torch-to-onnx-pipeline",
      "what torch-onnx does between import and export",
      buildTorchToONNXPipeline);
}
