//===- Device.h - What operators know of devices ----------------*- C++ -*-===//
//
// Types have no device, and hardly any operator asks for it: those whose
// operands have an order that is a matter of the device do.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_IR_DEVICE_H
#define TORCH_ONNX_DIALECT_TORCH_IR_DEVICE_H

#include "llvm/ADT/StringRef.h"

namespace torch_onnx::torch {

/// On an operator for which dependsOnDevice() holds, a string: the device of
/// its operands as PyTorch names it (`cuda`, `cpu`, `mps`, `xpu`), without an
/// index; `rocm` for the `cuda` of a PyTorch that was built for AMD's
/// processors. Absent where the program does not say it.
constexpr llvm::StringLiteral kDeviceAttrName = "torch.device";

/// Whether the bytes of an operand mean another thing on another device.
inline bool dependsOnDevice(llvm::StringRef target) {
  return target == "aten._weight_int4pack_mm.default";
}

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_IR_DEVICE_H
