//===- Passes.h - Passes of the torch dialect -------------------*- C++ -*-===//
//
// See Passes.td for what each pass does.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_PASSES_H
#define TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_PASSES_H

#include "torch-onnx/Support/OptionParsers.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace torch_onnx::torch {

#define GEN_PASS_DECL
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h.inc"

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_PASSES_H
