//===- PythonFile.h - Files of Python programs ------------------*- C++ -*-===//
//
// Programs record the Python call stacks that they came from. This file chooses
// the frame that becomes the location, for all importers.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_IMPORT_PYTHONFILE_H
#define TORCH_ONNX_IMPORT_PYTHONFILE_H

#include "llvm/ADT/StringRef.h"

namespace torch_onnx {

/// Whether a file belongs to PyTorch. The innermost frame outside of it is the
/// user's.
inline bool isInsidePyTorch(llvm::StringRef file) {
  return file.starts_with("torch/") || file.contains("/torch/nn/") ||
         file.contains("/torch/_") || file.contains("/torch/fx/") ||
         file.contains("/torch/jit/") || file.contains("/torch/utils/") ||
         file.contains("/torch/export/") || file.starts_with("<");
}

} // namespace torch_onnx

#endif // TORCH_ONNX_IMPORT_PYTHONFILE_H
