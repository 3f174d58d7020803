//===- AutoFunctionalized.h - Custom operators that write -------*- C++ -*-===//
//
// What torch.export makes of custom operators that write to their arguments,
// and back.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_AUTOFUNCTIONALIZED_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_AUTOFUNCTIONALIZED_H

#include "mlir/IR/BuiltinOps.h"

namespace torch_onnx::torch {

/// Replaces `auto_functionalized` and `auto_functionalized_v2` by calls of the
/// operators that they are around, which write to copies. Adds the schemas of
/// these operators to `torch.op_schemas` as far as the program tells them. One
/// that cannot be replaced stays, with the reason.
void revealAutoFunctionalized(mlir::ModuleOp module);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_AUTOFUNCTIONALIZED_H
