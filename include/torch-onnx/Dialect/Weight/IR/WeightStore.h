//===- WeightStore.h - The files that weights are in ------------*- C++ -*-===//
//
// Maps the file names in #weight.file attributes to mapped files. One store
// for each MLIRContext, owned by the weight dialect.
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
/// 1. a file that was added under this very name: whoever reads a model adds
///    the file the user named;
/// 2. a file in the folder of setFolder(), as in a text that was read from
///    there. Such a name comes from a stranger: an absolute path, one with
///    "..", and one that goes through a symbolic link are refused.
class WeightStore {
public:
  WeightStore() = default;
  WeightStore(const WeightStore &) = delete;
  WeightStore &operator=(const WeightStore &) = delete;

  /// Makes `file` known as `name`. A name that is known already keeps its
  /// first file: attributes may have been resolved with it.
  void add(llvm::StringRef name, std::shared_ptr<const MappedFile> file);
  /// The same under the path the file was opened with.
  void add(std::shared_ptr<const MappedFile> file) {
    llvm::StringRef path = file->path();
    add(path, std::move(file));
  }

  /// The folder that names are resolved in; the current one if not set.
  void setFolder(llvm::StringRef folder);

  /// The file of this name, opened on first use. The error begins with the
  /// name.
  llvm::Expected<std::shared_ptr<const MappedFile>> open(llvm::StringRef name);

  /// Remembers size and CRC-32 of the stored members of an archive, by which
  /// equal weights are found without reading them.
  void addMembers(llvm::StringRef name, const ZipReader &zip);
  /// The CRC-32 of exactly these bytes, if a member that was added covers just
  /// them.
  std::optional<uint32_t> findCRC(llvm::StringRef name, uint64_t offset,
                                  uint64_t size) const;
  /// A hash of the places, sizes and checksums of all members that were added
  /// for this name: it tells versions of an archive apart without reading their
  /// bytes, and is the same in every process. Of memory (MappedFile::wrap) a
  /// hash of its bytes: to read these in order once costs less than to read
  /// views of them.
  std::optional<uint64_t> getDigest(llvm::StringRef name) const;

private:
  struct Range {
    uint64_t size;
    uint32_t crc32;
  };
  mutable std::mutex mutex;
  llvm::StringMap<std::shared_ptr<const MappedFile>> files;
  /// For each file the ranges by offset.
  llvm::StringMap<llvm::DenseMap<uint64_t, Range>> members;
  mutable llvm::StringMap<uint64_t> digests;
  std::string folder;
};

/// The store of a context; loads the weight dialect if need be.
WeightStore &getWeightStore(mlir::MLIRContext *context);

/// Calls WeightStore::setFolder() in each context that is made with `registry`
/// when it loads the weight dialect: for tools whose context upstream makes.
void setWeightFolder(mlir::DialectRegistry &registry, llvm::StringRef folder);

} // namespace torch_onnx::weight

#endif // TORCH_ONNX_DIALECT_WEIGHT_IR_WEIGHTSTORE_H
