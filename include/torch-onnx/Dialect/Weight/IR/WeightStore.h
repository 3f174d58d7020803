//===- WeightStore.h - The files of weights ---------------------*- C++ -*-===//
//
// Maps the file names in #weight.file attributes to mapped files. There is one
// store for each MLIRContext, owned by the weight dialect.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_WEIGHT_IR_WEIGHTSTORE_H
#define TORCH_ONNX_DIALECT_WEIGHT_IR_WEIGHTSTORE_H

#include "torch-onnx/Support/MappedFile.h"
#include "torch-onnx/Support/ZipReader.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <mutex>
#include <optional>

namespace mlir {
class DialectRegistry;
class MLIRContext;
} // namespace mlir

namespace torch_onnx::weight {

/// All functions may be called from any thread.
///
/// A name is resolved in this order:
/// 1. A file that was added under exactly this name. Importers add the files
///    that the user named.
/// 2. A file in the folder of setFolder(), which contains the text that has the
///    name. Such a name is untrusted: an absolute path, a path with "..", and a
///    path through a symbolic link are refused.
class WeightStore {
public:
  WeightStore() = default;
  WeightStore(const WeightStore &) = delete;
  WeightStore &operator=(const WeightStore &) = delete;

  /// Registers `file` as `name`. No effect if the name is registered already,
  /// because attributes may have been resolved with the first file.
  void add(llvm::StringRef name, std::shared_ptr<const MappedFile> file);
  /// Registers a file under the path it was opened with.
  void add(std::shared_ptr<const MappedFile> file) {
    llvm::StringRef path = file->path();
    add(path, std::move(file));
  }

  /// The folder that names are relative to; the current folder if not set.
  void setFolder(llvm::StringRef folder);

  /// The file of this name, opened on first use. The error begins with the
  /// name.
  llvm::Expected<std::shared_ptr<const MappedFile>> open(llvm::StringRef name);

  /// Records the size and the CRC-32 of each stored member of an archive. They
  /// identify equal weights whose bytes are not read.
  void addMembers(llvm::StringRef name, const ZipReader &zip);
  /// The CRC-32 of these bytes if they are exactly one added member.
  std::optional<uint32_t> findCRC(llvm::StringRef name, uint64_t offset,
                                  uint64_t size) const;
  /// A hash of the offsets, sizes and checksums of all members that were added
  /// for this name. It identifies a version of an archive without reading its
  /// bytes, and is the same in every process. For memory (MappedFile::wrap) it
  /// is a hash of all bytes, because one read in order costs less than a read
  /// of each view.
  std::optional<uint64_t> getDigest(llvm::StringRef name) const;

private:
  struct Range {
    uint64_t size;
    uint32_t crc32;
  };
  mutable std::mutex mutex;
  llvm::StringMap<std::shared_ptr<const MappedFile>> files;
  /// For each file, the ranges by offset.
  llvm::StringMap<llvm::DenseMap<uint64_t, Range>> members;
  mutable llvm::StringMap<uint64_t> digests;
  std::string folder;
};

/// The store of a context; loads the weight dialect if needed.
WeightStore &getWeightStore(mlir::MLIRContext *context);

/// Calls WeightStore::setFolder() in each context of `registry` that loads the
/// weight dialect, for tools whose context is created by upstream code.
void setWeightFolder(mlir::DialectRegistry &registry, llvm::StringRef folder);

} // namespace torch_onnx::weight

#endif // TORCH_ONNX_DIALECT_WEIGHT_IR_WEIGHTSTORE_H
