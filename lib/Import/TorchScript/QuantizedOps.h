//===- QuantizedOps.h - Layers with packed weights --------------*- C++ -*-===//
//
// What single quantized layers and recurrent ones share. A packed weight is a
// tuple: the weight, the bias, and what a convolution has besides.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_QUANTIZEDOPS_H
#define TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_QUANTIZEDOPS_H

#include "Interpreter.h"

namespace torch_onnx {

/// The `size` parts of a packed weight; nothing for anything else.
std::optional<llvm::ArrayRef<Item>> getPacked(const Item &item, size_t size);

/// x by the weight of a linear layer, in float; null with a failure.
mlir::Value buildPackedLinear(NodeCall &call, mlir::Value x,
                              llvm::ArrayRef<Item> packed);

/// The same of x rounded to steps of its range.
mlir::Value buildDynamicLinear(NodeCall &call, mlir::Value x,
                               llvm::ArrayRef<Item> packed, bool isReduced);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_QUANTIZEDOPS_H
