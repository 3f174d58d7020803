//===- Canonicalize.h - Canonical names of operators ------------*- C++ -*-===//
//
// The table of torch-canonicalize.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_CANONICALIZE_H
#define TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_CANONICALIZE_H

#include "llvm/ADT/StringRef.h"

namespace torch_onnx::torch {

/// The canonical operator (aten.mul.Tensor) of an alias (aten.multiply.Tensor);
/// `target` itself for any other operator.
llvm::StringRef getCanonicalName(llvm::StringRef target);

/// The view (aten.view.default) of a copying variant (aten.view_copy.default);
/// `target` itself for any other operator. The two are equivalent if nothing is
/// written.
llvm::StringRef getViewOfCopy(llvm::StringRef target);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_CANONICALIZE_H
