//===- ModelFiles.h - A model and its data, replaced together ---*- C++ -*-===//
//
// A model may have its weights in a data file beside it. Two files cannot be
// replaced at once, so the data file has a name of its own for each contents,
// and what replaces a model with its data is the renaming of the model alone.
// docs/Rationale/Output.md has the guarantees.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_TARGET_ONNX_MODELFILES_H
#define TORCH_ONNX_LIB_TARGET_ONNX_MODELFILES_H

#include "torch-onnx/Support/AtomicFile.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>

namespace torch_onnx::onnx {

/// `MODEL.HASH.data`, where the hash has 16 hexadecimal digits.
std::string getDataFileName(llvm::StringRef modelName, uint64_t hash);

/// Whether `name` is that of a data file of the model `modelName`.
bool isDataFileName(llvm::StringRef name, llvm::StringRef modelName);

/// Gives both files their names, the data file (which may be null) first, and
/// then removes the data files of earlier versions of the model, those aside
/// that this process reads. Fails, with both as they were before, if one cannot
/// be completed or if an input was changed while it was read.
llvm::Error publishModel(AtomicFile &model, AtomicFile *data);

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_LIB_TARGET_ONNX_MODELFILES_H
