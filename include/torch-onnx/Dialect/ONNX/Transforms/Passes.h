//===- Passes.h - Passes over the onnx dialect ------------------*- C++ -*-===//
//
// See Passes.td for what each pass does and what holds after it.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_TRANSFORMS_PASSES_H
#define TORCH_ONNX_DIALECT_ONNX_TRANSFORMS_PASSES_H

#include "torch-onnx/Support/OptionParsers.h"

#include "mlir/Pass/Pass.h"

#include <memory>
#include <string>

namespace torch_onnx::onnx {

#define GEN_PASS_DECL
#include "torch-onnx/Dialect/ONNX/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "torch-onnx/Dialect/ONNX/Transforms/Passes.h.inc"

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_DIALECT_ONNX_TRANSFORMS_PASSES_H
