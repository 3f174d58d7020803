//===- Safetensors.h - Reader for safetensors files -------------*- C++ -*-===//
//
// A safetensors file is the length of a header (8 bytes), the header as JSON,
// and the bytes of the tensors: {"NAME": {"dtype": "F32", "shape": [2, 3],
// "data_offsets": [0, 24]}, ...}. Only the header is read.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_SAFETENSORS_H
#define TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_SAFETENSORS_H

#include "StoredTensor.h"

#include "torch-onnx/Support/MappedFile.h"

#include "llvm/ADT/StringMap.h"

namespace torch_onnx {

/// Calls `add` for each tensor of `file`, which is called `name` in the weight
/// store. A header that the format's own library refuses is an error at `loc`:
/// tensors that overlap, that leave gaps, that exceed the file, whose number of
/// bytes does not match their shape, or whose names are not unique. A tensor
/// without an element type here has no view.
mlir::LogicalResult readSafetensors(
    const MappedFile &file, llvm::StringRef name, mlir::Location loc,
    llvm::function_ref<mlir::LogicalResult(llvm::StringRef, StoredTensor)> add);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_SAFETENSORS_H
