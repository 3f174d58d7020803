//===- Conditions.h - Conditions that always hold ---------------*- C++ -*-===//
//
// Attention masks are conjunctions of conditions, some of which hold for every
// element: positions counted from 0 are not negative.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_CONDITIONS_H
#define TORCH_ONNX_DIALECT_ONNX_IR_CONDITIONS_H

#include "torch-onnx/Dialect/ONNX/IR/Identities.h"

#include "mlir/IR/Operation.h"

namespace torch_onnx::onnx {

/// The operand that `op` takes all or some of its elements from; null if `op`
/// computes its elements.
mlir::Value getSourceOfElements(mlir::Operation *op);

/// Whether all elements of a boolean tensor are known to be true.
bool isAlwaysTrue(mlir::Value value, const ConstantReader &constants);

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_DIALECT_ONNX_IR_CONDITIONS_H
