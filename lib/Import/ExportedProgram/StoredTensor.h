//===- StoredTensor.h - Where the bytes of a weight are ---------*- C++ -*-===//
//
// What the tables of an archive, of a state dictionary and of a safetensors
// file say of a tensor.
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

/// Where the bytes of one weight are, and the view of them that this name has.
struct StoredTensor {
  /// The file in the weight store; empty if there is none.
  llvm::StringRef file;
  /// Of the stored bytes in it.
  uint64_t offset = 0, size = 0;
  /// The view: as JSON of the schema, which is read when the tensor is used, or
  /// as it is.
  Json meta;
  std::optional<TensorView> view;
  /// An object in the place of a tensor. `file`, `offset` and `size` are those
  /// of a pickle of it, if there is one.
  bool isPickled = false;
  /// A tensor of FakeTensorMode or on the meta device, of which an older
  /// archive has nothing but the name.
  bool isAbsent = false;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_STOREDTENSOR_H
