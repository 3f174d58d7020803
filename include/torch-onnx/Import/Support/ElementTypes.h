//===- ElementTypes.h - Names of dtypes -------------------------*- C++ -*-===//
//
// PyTorch's dtypes as spelled in its files.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_IMPORT_SUPPORT_ELEMENTTYPES_H
#define TORCH_ONNX_IMPORT_SUPPORT_ELEMENTTYPES_H

#include "mlir/IR/Types.h"

namespace torch_onnx {

/// The element type of torch.dtype `name` ("float32"); null if there is none.
mlir::Type getElementType(llvm::StringRef name, mlir::MLIRContext *ctx);

} // namespace torch_onnx

#endif // TORCH_ONNX_IMPORT_SUPPORT_ELEMENTTYPES_H
