//===- ModelFiles.h - A model and its data, replaced together ---*- C++ -*-===//
//
// A model may have its weights in a data file beside it. Two files cannot be
// renamed at once, so this file orders the steps and takes them back when one
// fails. docs/Rationale/Output.md has the guarantees.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_TARGET_ONNX_MODELFILES_H
#define TORCH_ONNX_LIB_TARGET_ONNX_MODELFILES_H

#include "torch-onnx/Support/AtomicFile.h"
#include "torch-onnx/Target/ONNX/DataName.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>

namespace torch_onnx::onnx {

/// Key of the model's metadata: the hash with which its data file ends.
inline constexpr llvm::StringLiteral kDataHashKey = "torch_onnx.data_hash";

/// 16 hexadecimal digits.
std::string getHashText(uint64_t hash);

/// `MODEL.data` or `MODEL.HASH.data`.
std::string getDataFileName(llvm::StringRef modelName, DataName name,
                            llvm::StringRef hash);

/// The text that ends a data file whose contents have this hash. Its length is
/// the same for all hashes.
std::string getDataStamp(llvm::StringRef hash);

/// Gives both files their names, the data file (which may be null) first, and
/// then removes the data files of earlier versions of the model that are not
/// inputs of this process. Where a data file of other contents is replaced, the
/// model has no file between the two steps, so that a process that is killed
/// never leaves one model with the weights of another. Fails, with both files
/// as they were before, if one cannot be completed or if an input was changed
/// while it was read.
llvm::Error publishModel(AtomicFile &model, AtomicFile *data,
                         llvm::StringRef dataHash);

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_LIB_TARGET_ONNX_MODELFILES_H
