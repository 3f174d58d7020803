//===- ModelFiles.h - A model and its data, replaced together ---*- C++ -*-===//
//
// A model may have its weights in a data file beside it. Two files cannot be
// renamed atomically, so this code orders the steps and undoes them if one
// fails. For the guarantees, see docs/Rationale/Output.md.
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

/// The metadata key of the model for the hash at the end of its data file.
inline constexpr llvm::StringLiteral kDataHashKey = "torch_onnx.data_hash";

/// The hash as 16 hexadecimal digits.
std::string getHashText(uint64_t hash);

/// `MODEL.data` or `MODEL.HASH.data`.
std::string getDataFileName(llvm::StringRef modelName, DataName name,
                            llvm::StringRef hash);

/// The text at the end of a data file whose contents have this hash. Its length
/// does not depend on the hash.
std::string getDataStamp(llvm::StringRef hash);

/// Gives both files their names, the data file (which may be null) first, and
/// then removes the data files of earlier versions of the model that are not
/// inputs of this process. If a data file with other contents is replaced, the
/// model does not exist between the two steps, so that a killed process never
/// leaves a model with the weights of another one. If a file cannot be
/// completed, or an input was changed while it was read, fails and leaves both
/// files as they were.
llvm::Error publishModel(AtomicFile &model, AtomicFile *data,
                         llvm::StringRef dataHash);

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_LIB_TARGET_ONNX_MODELFILES_H
