//===- StoredTensor.h - Location of the bytes of a weight -------*- C++ -*-===//
//
// The entry of a tensor in the tables of an archive, a state dictionary or a
// safetensors file.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_STOREDTENSOR_H
#define TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_STOREDTENSOR_H

#include "Json.h"

#include "mlir/IR/Types.h"
#include "llvm/ADT/SmallVector.h"

namespace torch_onnx {

/// A view of stored bytes; strides and the offset count elements.
struct TensorView {
  mlir::Type elementType;
  llvm::SmallVector<int64_t> shape, strides;
  int64_t offset = 0;
};

/// The location of the bytes of one weight, and the view of them under this
/// name.
struct StoredTensor {
  /// The file in the weight store; empty if there is none.
  llvm::StringRef file;
  /// The range of the stored bytes in the file.
  uint64_t offset = 0, size = 0;
  /// The view: either JSON of the schema, which is read on use, or the parsed
  /// view.
  Json meta;
  std::optional<TensorView> view;
  /// An object in place of a tensor. `file`, `offset` and `size` locate its
  /// pickle, if there is one.
  bool isPickled = false;
  /// A tensor of FakeTensorMode or on the meta device. An older archive has
  /// only its name.
  bool isAbsent = false;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_STOREDTENSOR_H
