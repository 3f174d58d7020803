//===- Registration.cpp - Dialects and passes of all tools ----------------===//
//
// See Registration.h. A new dialect or pass library adds its line here and
// nowhere else.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Pipelines/Registration.h"

#include "torch-onnx/Conversion/OperatorLibrary.h"
#include "torch-onnx/Conversion/TorchToONNX.h"
#include "torch-onnx/Dialect/ONNX/IR/ONNXDialect.h"
#include "torch-onnx/Dialect/ONNX/Transforms/Passes.h"
#include "torch-onnx/Dialect/Sym/IR/SymDialect.h"
#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"
#include "torch-onnx/Dialect/Torch/Transforms/Decompose.h"
#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"
#include "torch-onnx/Pipelines/Pipelines.h"
#include "torch-onnx/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Transforms/Passes.h"

namespace torch_onnx {
#define GEN_PASS_REGISTRATION
#include "torch-onnx/Conversion/Passes.h.inc"
} // namespace torch_onnx

using namespace mlir;

void torch_onnx::registerDialects(DialectRegistry &registry) {
  registry.insert<arith::ArithDialect, func::FuncDialect, math::MathDialect,
                  scf::SCFDialect, tensor::TensorDialect>();
  registry.insert<onnx::ONNXDialect, sym::SymDialect, torch::TorchDialect,
                  weight::WeightDialect>();
  func::registerInlinerExtension(registry);
}

void torch_onnx::registerPasses() {
  registerTransformsPasses();
  registerModelPasses();
  registerConversionPasses();
  onnx::registerONNXPasses();
  // The first registration of a name counts: in the tools, torch-decompose
  // keeps operators that have a lowering.
  registerPass([] { return torch::createDecompose(hasLowering); });
  torch::registerTorchPasses();
  registerPipelines();
}
