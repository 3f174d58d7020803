//===- QuantizedOps.h - Layers with packed weights --------------*- C++ -*-===//
//
// Shared by single quantized layers and recurrent ones. A packed weight is a
// tuple: the weight, the bias, and the further parameters of a convolution.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_QUANTIZEDOPS_H
#define TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_QUANTIZEDOPS_H

#include "Interpreter.h"

namespace torch_onnx {

/// The `size` parts of a packed weight; nothing for any other item.
std::optional<llvm::ArrayRef<Item>> getPacked(const Item &item, size_t size);

/// Applies the weight of a linear layer to x, in float; null with a failure.
mlir::Value buildPackedLinear(NodeCall &call, mlir::Value x,
                              llvm::ArrayRef<Item> packed);

/// Like buildPackedLinear(), with x quantized by its range.
mlir::Value buildDynamicLinear(NodeCall &call, mlir::Value x,
                               llvm::ArrayRef<Item> packed, bool isReduced);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_QUANTIZEDOPS_H
