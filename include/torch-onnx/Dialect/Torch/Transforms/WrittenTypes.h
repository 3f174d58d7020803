//===- WrittenTypes.h - Result types of operators that write ----*- C++ -*-===//
//
// The result types of in-place operators and of operators with written
// arguments (out=), for code that builds them before torch-functionalize.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_WRITTENTYPES_H
#define TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_WRITTENTYPES_H

#include "torch-onnx/Dialect/Torch/Inference/TypeInference.h"

namespace torch_onnx::torch {

/// True for an operator that changes the shape of its first argument:
/// unsqueeze_, t_, resize_.
bool changesShape(const Schema &schema);

/// True for an operator whose writes have no effect that a program can observe,
/// such as record_stream.
bool writesNothing(llvm::StringRef target);

/// Returns the result types of `op`, which must be in a block. Its schema must
/// have a written argument. A written tensor keeps its type, with two
/// exceptions: if changesShape() holds, and if out= is an empty tensor, which
/// is resized to the result. Fails with a reason if the new shape is unknown,
/// or if out= may not have the shape of the result.
mlir::FailureOr<llvm::SmallVector<mlir::Type>>
inferWrittenTypes(OperatorOp op, NumberExprs &numbers, std::string &reason);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_WRITTENTYPES_H
