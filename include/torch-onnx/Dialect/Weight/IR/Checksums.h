//===- Checksums.h - Verification of weights by checksum --------*- C++ -*-===//
//
// Stores the members of the archives that contain weights, and compares the
// members that are read with their CRC-32. There is one for each MLIRContext.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_WEIGHT_IR_CHECKSUMS_H
#define TORCH_ONNX_DIALECT_WEIGHT_IR_CHECKSUMS_H

#include "torch-onnx/Support/Checksum.h"

#include "mlir/IR/DialectInterface.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"

#include <mutex>
#include <string>
#include <vector>

namespace torch_onnx::weight {

/// State of the weight dialect. All functions may be called from any thread.
/// `name` is the file name in the weight store; bytes outside of added members
/// are not checked.
class Checksums : public mlir::DialectInterface::Base<Checksums> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Checksums)

  explicit Checksums(mlir::Dialect *dialect) : Base(dialect) {}

  /// Adds the stored members of an archive. No effect if it has no checksums.
  void add(llvm::StringRef name, const ZipReader &zip) const;

  /// Verifies the members that contain these bytes, before the bytes are used.
  /// Each member is read once.
  llvm::Error verify(llvm::StringRef name, uint64_t offset,
                     uint64_t size) const;
  /// For a reader that can compute the checksum while it reads. Calls `read`
  /// with a checksum if the bytes are exactly one member that is not verified
  /// yet; otherwise verifies the members and calls `read` with null.
  llvm::Error
  verifyWhile(llvm::StringRef name, uint64_t offset, uint64_t size,
              llvm::function_ref<void(Checksum *checksum)> read) const;
  /// Verifies all members.
  llvm::Error verifyAll() const;
  /// Whether the archive of this name was added and has checksums.
  bool has(llvm::StringRef name) const;
  /// The first error of these functions. The writer of a model checks it,
  /// because a pass that cannot read a weight continues without it.
  llvm::Error getDamage() const;

  /// Keeps open a file that is read in addition to the weights (an index, an
  /// operator library), so that no output replaces it.
  void keep(std::shared_ptr<const MappedFile> file) const;

private:
  struct Range {
    uint64_t offset, size;
    uint32_t crc32;
    bool isVerified;
    /// The name of the member, in the mapped file.
    llvm::StringRef name;
  };
  struct Archive {
    std::shared_ptr<const MappedFile> file;
    /// Sorted by offset, without overlaps.
    std::vector<Range> ranges;
  };
  Range *findExact(llvm::StringRef name, uint64_t offset, uint64_t size) const;
  llvm::Error verify(llvm::StringRef name, const Archive &archive,
                     Range &range) const;
  llvm::Error compare(llvm::StringRef name, Range &range,
                      const Checksum &actual) const;

  mutable std::mutex mutex;
  mutable llvm::StringMap<Archive> archives;
  mutable std::string damage;
  mutable std::vector<std::shared_ptr<const MappedFile>> kept;
};

/// The checksums of a context; loads the weight dialect if needed.
const Checksums &getChecksums(mlir::MLIRContext *context);

} // namespace torch_onnx::weight

#endif // TORCH_ONNX_DIALECT_WEIGHT_IR_CHECKSUMS_H
