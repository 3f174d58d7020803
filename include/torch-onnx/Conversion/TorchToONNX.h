//===- TorchToONNX.h - From the torch to the onnx dialect -------*- C++ -*-===//
//
// The pass that lowers torch to onnx, and the operators that it supports.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_CONVERSION_TORCHTOONNX_H
#define TORCH_ONNX_CONVERSION_TORCHTOONNX_H

#include "torch-onnx/Support/OptionParsers.h"

#include "mlir/Pass/Pass.h"

namespace torch_onnx {

#define GEN_PASS_DECL_CONVERTTORCHTOONNX
#include "torch-onnx/Conversion/Passes.h.inc"

/// True if an operator, such as aten.add.Tensor, has a lowering. A hash lookup.
bool hasLowering(llvm::StringRef target);

/// Names of all operators that have a lowering, sorted.
llvm::SmallVector<llvm::StringRef> getSupportedOperators();

} // namespace torch_onnx

#endif // TORCH_ONNX_CONVERSION_TORCHTOONNX_H
