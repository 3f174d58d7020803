//===- FoldConstantsImpl.h - Shared by the constant evaluators --*- C++ -*-===//
//
// Shared by the files of constant folding.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_FOLDCONSTANTSIMPL_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_FOLDCONSTANTSIMPL_H

#include "torch-onnx/Dialect/Torch/IR/Arguments.h"
#include "torch-onnx/Dialect/Torch/Transforms/FoldConstants.h"

namespace torch_onnx::torch {

/// A static ranked tensor whose elements have bytes.
bool isFoldableType(mlir::Type type);

/// A view whose elements are elements of its operand: transpose, slice, view.
bool isViewOperator(OperatorOp op);

/// Folds view.dtype of a weight in a file, between types of equal width.
std::optional<FoldResults> foldFileBitcast(OperatorOp op);

/// foldNatively() for views.
std::optional<FoldResults> foldMemoryView(OperatorOp op);

/// A Python number.
struct Number {
  bool isReal = false, isBool = false;
  int64_t integer = 0;
  double real = 0;
};

/// A literal argument; nothing if it is not a real number.
std::optional<Number> getNumber(mlir::Attribute literal);

/// The attribute of an argument that is a literal or a constant i64, f64 or i1
/// value; null for other arguments.
mlir::Attribute getNumberArgument(const Arguments &args, llvm::StringRef name);
std::optional<int64_t> getIntArgument(const Arguments &args,
                                      llvm::StringRef name);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_FOLDCONSTANTSIMPL_H
