//===- UniqueNames.h - Names of nodes and values ----------------*- C++ -*-===//
//
// Assigns names for onnx-prepare-for-export: to every node, value, subgraph and
// argument of a function, as attributes (PreparedModule.h). The names depend
// only on the function.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_UNIQUENAMES_H
#define TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_UNIQUENAMES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace torch_onnx::onnx {

/// Names everything in `function` and its subgraphs. Precedence in a conflict:
/// inputs, outputs, named initializers, values with names in the captured
/// program (Origin.h), then the rest in order. Losers get a suffix `_1`, `_2`,
/// ...; an unnamed value gets the name of its operator.
mlir::LogicalResult nameFunction(mlir::func::FuncOp function);

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_UNIQUENAMES_H
