//===- QuantizedOps.h - Quantized tensors and packed weights ----*- C++ -*-===//
//
// A quantized tensor is a float tensor that a dequantization makes. A packed
// weight is a tuple: the weight, the bias, and the further parameters of a
// convolution.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_QUANTIZEDOPS_H
#define TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_QUANTIZEDOPS_H

#include "Interpreter.h"

#include "torch-onnx/Dialect/Torch/IR/Arguments.h"

namespace torch_onnx {

//===----------------------------------------------------------------------===//
// Quantized tensors (QuantizedOps.cpp)
//===----------------------------------------------------------------------===//

/// The quantization parameters of a tensor: numbers, or tensors without
/// dimensions. With an axis, they are 1-d tensors.
struct Quantizer {
  torch::ArgumentSpec scale, zeroPoint;
  /// The type of the integers: ui8, i8 or i32.
  mlir::IntegerType type;
  /// For a tensor that is quantized per channel, the dimension of the channels.
  std::optional<int64_t> axis;

  /// Whether the numbers are known at import.
  bool isStatic() const {
    return std::holds_alternative<mlir::Attribute>(scale) &&
           std::holds_alternative<mlir::Attribute>(zeroPoint);
  }
};

/// Whether the parameters are the same numbers or values.
bool isSame(const Quantizer &x, const Quantizer &y);

/// The parameters of a quantized tensor; nothing for other items.
std::optional<Quantizer> getAnyQuantizer(const Item &item);
/// The same for tensors that are quantized per tensor only.
std::optional<Quantizer> getQuantizer(const Item &item);
/// The number of torch.quint8, qint8 or qint32 in TorchScript; nothing for
/// items that are not quantized.
std::optional<int64_t> getQuantizedDtype(const Item &item);

/// The scale and zero point in two operands, with the dtype of operand 0.
/// Nothing if operand 0 is not quantized per tensor.
std::optional<Quantizer> getResultQuantizer(NodeCall &call, size_t index);
/// The integers of a quantized tensor. For this and the next functions, null
/// stands for a failure that was recorded.
mlir::Value buildIntegers(Interpreter &in, mlir::Location loc, mlir::Value x,
                          const Quantizer &quantizer);
/// Quantizes a float tensor.
mlir::Value buildQuantized(Interpreter &in, mlir::Location loc, mlir::Value x,
                           const Quantizer &quantizer);
/// The real numbers of integers.
mlir::Value buildReal(Interpreter &in, mlir::Location loc, mlir::Value integers,
                      const Quantizer &quantizer);
mlir::Value buildRelu(NodeCall &call, mlir::Value x);
/// Quantizes a float tensor, and sets it as the result.
Outcome giveQuantized(NodeCall &call, mlir::Value x,
                      const Quantizer &quantizer);

//===----------------------------------------------------------------------===//
// Packed weights (QuantizedOps.cpp)
//===----------------------------------------------------------------------===//

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
