//===- LastError.h - The text of torchOnnxGetLastError() --------*- C++ -*-===//
//
// Private to the library: each function of the interface clears the error when
// it is called, and stores the one that it finds in its arguments.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_CAPI_LASTERROR_H
#define TORCH_ONNX_LIB_CAPI_LASTERROR_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

namespace torch_onnx {

void clearLastError();

/// Stores the error in the arguments of a call of `function`.
void setLastError(llvm::StringRef function, const llvm::Twine &reason);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_CAPI_LASTERROR_H
