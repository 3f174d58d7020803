//===- Device.h - Devices of operators --------------------------*- C++ -*-===//
//
// Types have no device, because few operators depend on it: only operators with
// an operand whose layout differs between devices.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_IR_DEVICE_H
#define TORCH_ONNX_DIALECT_TORCH_IR_DEVICE_H

#include "llvm/ADT/StringRef.h"

namespace torch_onnx::torch {

/// A string attribute on an operator for which dependsOnDevice() holds: the
/// device of its operands as PyTorch names it (`cuda`, `cpu`, `mps`, `xpu`),
/// without an index; `rocm` for the `cuda` of a PyTorch built for AMD GPUs.
/// Absent if the program does not name the device.
constexpr llvm::StringLiteral kDeviceAttrName = "torch.device";

/// Whether the meaning of the bytes of an operand depends on the device.
inline bool dependsOnDevice(llvm::StringRef target) {
  return target == "aten._weight_int4pack_mm.default";
}

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_IR_DEVICE_H
