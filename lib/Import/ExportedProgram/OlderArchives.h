//===- OlderArchives.h - Archives of PyTorch 2.5 to 2.8 ---------*- C++ -*-===//
//
// The format of torch.export.save has changed:
//
//   PyTorch   schema      program                            weights
//   2.5       7.3         serialized_exported_program.json   pickles
//   2.6, 2.7  8.2, 8.7    the same                           pickles
//   2.8       8.8         ROOT/models/NAME.json              pickles
//   2.9, ...  8.14, ...   ROOT/models/NAME.json              raw storages
//
// The importer's knowledge about the first three formats is in this file:
//
//  - weights and constants are in archives of torch.save inside the archive;
//  - numbers that JSON lacks are written in Python's syntax, Infinity,
//    -Infinity and NaN (2.5, 2.6), also as bounds of symbols (2.5);
//  - every tensor has the storage offset 0, which is meaningless.
//
// The graphs of 2.5 (schema 7) have only two further differences, which the
// importer accepts anyway: None is `[]` instead of `true`, and sizes are plain
// sympy text.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_OLDERARCHIVES_H
#define TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_OLDERARCHIVES_H

#include "Json.h"
#include "StoredTensor.h"

#include "torch-onnx/Support/ZipReader.h"

#include "llvm/ADT/StringMap.h"

namespace torch_onnx::older {

/// Members of the archives up to 2.7.
inline constexpr llvm::StringLiteral kProgramMember =
    "serialized_exported_program.json";
inline constexpr llvm::StringLiteral kWeightsMember =
    "serialized_state_dict.pt";
inline constexpr llvm::StringLiteral kConstantsMember =
    "serialized_constants.pt";

/// The major version of the schema of PyTorch 2.5.
inline constexpr int64_t kMajor = 7;
/// The schema version of PyTorch 2.8, the last older format.
inline constexpr int64_t kLastMajor = 8, kLastMinor = 8;

/// Quotes Infinity, -Infinity and NaN in JSON, so that Json::asDouble reads
/// them; nothing if the text contains none.
std::optional<std::string> quoteNonFinite(llvm::ArrayRef<char> text);

/// The bound of a symbol; nothing if it has none (null in newer archives).
std::optional<int64_t> readBound(Json bound);

/// Adds the tensors of an archive of torch.save to `tensors`, with `prefix`
/// before their names. The archive is at `offset` of the file that the weight
/// store calls `file`; offsets of tensors count from the beginning of that
/// file. `path` is for messages.
llvm::Error readTensors(llvm::ArrayRef<char> bytes, uint64_t offset,
                        llvm::StringRef file, llvm::StringRef path,
                        mlir::MLIRContext *ctx,
                        llvm::StringMap<StoredTensor> &tensors,
                        llvm::StringRef prefix = "");

} // namespace torch_onnx::older

#endif // TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_OLDERARCHIVES_H
