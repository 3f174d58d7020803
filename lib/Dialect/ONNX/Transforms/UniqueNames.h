//===- UniqueNames.h - Names of nodes and values ----------------*- C++ -*-===//
//
// The naming half of onnx-prepare-for-export: gives every node, value, subgraph
// and argument of one function a name and writes the names down as attributes
// (PreparedModule.h). The names depend on nothing but the function.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_UNIQUENAMES_H
#define TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_UNIQUENAMES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace torch_onnx::onnx {

/// Names everything in `function`, in its subgraphs too. Precedence on a clash:
/// inputs, outputs, initializers by their own names, values of the captured
/// program's nodes by theirs (Origin.h), then the rest in order; the loser gets
/// the suffix `_1`, `_2`, ..., and the value of a node the name of the operator
/// that makes it.
mlir::LogicalResult nameFunction(mlir::func::FuncOp function);

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_UNIQUENAMES_H
