//===- Canonicalize.h - One name for each operator --------------*- C++ -*-===//
//
// The table behind torch-canonicalize.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_CANONICALIZE_H
#define TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_CANONICALIZE_H

#include "llvm/ADT/StringRef.h"

namespace torch_onnx::torch {

/// The operator (aten.mul.Tensor) that `target` is another name of
/// (aten.multiply.Tensor), `target` itself for any other.
llvm::StringRef getCanonicalName(llvm::StringRef target);

/// The view (aten.view.default) that `target` is a copy of
/// (aten.view_copy.default), `target` itself for any other operator. The two
/// are the same where nothing is written.
llvm::StringRef getViewOfCopy(llvm::StringRef target);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_CANONICALIZE_H
