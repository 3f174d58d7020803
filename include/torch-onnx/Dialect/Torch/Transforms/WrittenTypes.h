//===- WrittenTypes.h - Types of what an operator writes --------*- C++ -*-===//
//
// The result types of operators in place and of those that write to arguments
// of their own (out=), for whoever builds them before torch-functionalize.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_WRITTENTYPES_H
#define TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_WRITTENTYPES_H

#include "torch-onnx/Dialect/Torch/Inference/TypeInference.h"

namespace torch_onnx::torch {

/// True for an operator that changes the shape of the tensor that it is called
/// on: unsqueeze_, t_, resize_.
bool changesShape(const Schema &schema);

/// Operators whose writes no program can observe, such as record_stream.
bool writesNothing(llvm::StringRef target);

/// The result types of `op`, which is in a block and has a schema that writes.
/// A tensor that is written keeps its type, unless changesShape() says
/// otherwise, or out= is a tensor without elements, which becomes as large as
/// the result. Fails, with the reason, where the new shape is not known, and
/// where it is not known whether out= has the shape of the result.
mlir::FailureOr<llvm::SmallVector<mlir::Type>>
inferWrittenTypes(OperatorOp op, NumberExprs &numbers, std::string &reason);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_WRITTENTYPES_H
