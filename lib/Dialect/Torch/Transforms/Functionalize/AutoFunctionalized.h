//===- AutoFunctionalized.h - Custom operators that write -------*- C++ -*-===//
//
// Handles torch.export's representation of custom operators that write to their
// arguments.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_AUTOFUNCTIONALIZED_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_AUTOFUNCTIONALIZED_H

#include "mlir/IR/BuiltinOps.h"

namespace torch_onnx::torch {

/// Replaces `auto_functionalized` and `auto_functionalized_v2` by calls of the
/// wrapped operators, which write to copies. Adds the schemas of these
/// operators to `torch.op_schemas` as far as the program determines them. A
/// call that cannot be replaced is kept, with the reason.
void revealAutoFunctionalized(mlir::ModuleOp module);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_AUTOFUNCTIONALIZED_H
