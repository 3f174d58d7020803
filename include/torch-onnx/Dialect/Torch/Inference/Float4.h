//===- Float4.h - What operators do with pairs of f4E2M1FN ------*- C++ -*-===//
//
// torch.float4_e2m1fn_x2 has two numbers in a byte, which PyTorch counts as one
// element (arithmetic::isFloat4Pair). It computes nothing with them; some
// operators move them. Which ones, and in what way, is told here, for the type
// rules and for torch-legalize-float4.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_INFERENCE_FLOAT4_H
#define TORCH_ONNX_DIALECT_TORCH_INFERENCE_FLOAT4_H

#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"

namespace torch_onnx::torch {

/// What an operator does with the pairs of its operands.
enum class Float4Kind {
  /// Nothing that is known: its type rule is not asked either.
  None,
  /// It returns them.
  Same,
  /// It keeps their order in memory: view, squeeze.
  Reshape,
  /// Another order of the dimensions.
  Permute,
  Expand,
  /// It selects or joins along the dimension 'dim'.
  Along,
  /// The same, and the dimension 'dim' is a new one.
  AlongNew,
  /// The same along each of the dimensions 'dims'.
  AlongEach,
  /// A view that has one more, last dimension: unfold; or that moves what it
  /// reads there: diagonal.
  Appends,
  /// It repeats the whole.
  Repeat,
  /// It looks rows up.
  Rows,
  Where,
  /// The second operand, expanded to the first.
  Assign,
  /// Other elements in the same bytes.
  Bitcast,
  /// It makes zeros, or what has no value.
  Fill,
  /// It tells the size of 'dim', or the number of elements.
  Size,
  NumElements
};

Float4Kind getFloat4Kind(const Schema *schema);

/// Whether a value is a tensor of pairs.
bool isFloat4PairTensor(mlir::Type type);
/// Whether an operand or a result is.
bool hasFloat4Pairs(mlir::Operation *op);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_INFERENCE_FLOAT4_H
