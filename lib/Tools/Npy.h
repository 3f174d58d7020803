//===- Npy.h - Arrays of NumPy ----------------------------------*- C++ -*-===//
//
// Private to the library: the files of numpy.save and numpy.savez (NEP 1).
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_TOOLS_NPY_H
#define TORCH_ONNX_LIB_TOOLS_NPY_H

#include "torch-onnx/Arithmetic/Tensor.h"
#include "torch-onnx/Support/MappedFile.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace torch_onnx {

/// Reads an array in row-major order, as elements of `elementType` if given: a
/// type of the same width, either the one in the file or one that NumPy lacks.
/// `name` is for messages.
llvm::Expected<arithmetic::Tensor> readNpy(llvm::ArrayRef<char> bytes,
                                           mlir::Type elementType,
                                           mlir::MLIRContext *context,
                                           llvm::StringRef name);

/// Writes a .npz with one array for each tensor, in the given order. Elements
/// of types that NumPy does not have are written as bytes.
llvm::Error
writeArrays(llvm::StringRef path,
            llvm::ArrayRef<std::pair<std::string, arithmetic::Tensor>> tensors);

/// The bytes of each array of a .npz by its name, or of a .npy by "".
llvm::Expected<std::vector<std::pair<std::string, std::string>>>
readArrays(std::shared_ptr<const MappedFile> file);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_TOOLS_NPY_H
