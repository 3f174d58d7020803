//===- ElementTypes.h - Names of dtypes -------------------------*- C++ -*-===//
//
// The dtypes of PyTorch as its files spell them.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_IMPORT_SUPPORT_ELEMENTTYPES_H
#define TORCH_ONNX_IMPORT_SUPPORT_ELEMENTTYPES_H

#include "mlir/IR/Types.h"

namespace torch_onnx {

/// The element type that torch.dtype `name` ("float32") is; null if there is
/// none.
mlir::Type getElementType(llvm::StringRef name, mlir::MLIRContext *ctx);

} // namespace torch_onnx

#endif // TORCH_ONNX_IMPORT_SUPPORT_ELEMENTTYPES_H
