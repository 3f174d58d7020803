//===- Checksums.h - Weights compared with their checksums ------*- C++ -*-===//
//
// Knows the members of the archives that weights are in, and compares those
// that are read with their CRC-32. One for each MLIRContext.
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
/// `name` is what the weight store calls a file; bytes outside of members that
/// were added are not checked.
class Checksums : public mlir::DialectInterface::Base<Checksums> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Checksums)

  explicit Checksums(mlir::Dialect *dialect) : Base(dialect) {}

  /// Adds the stored members of an archive. Nothing if it has no checksums.
  void add(llvm::StringRef name, const ZipReader &zip) const;

  /// Compares the members that these bytes are in with their checksums, before
  /// the bytes are used. Each member is read once.
  llvm::Error verify(llvm::StringRef name, uint64_t offset,
                     uint64_t size) const;
  /// The same for a reader that can compute the checksum while it reads: calls
  /// `read` with a checksum if the bytes are just one member that was not
  /// verified yet; else verifies them and calls `read` with null.
  llvm::Error
  verifyWhile(llvm::StringRef name, uint64_t offset, uint64_t size,
              llvm::function_ref<void(Checksum *checksum)> read) const;
  /// Verifies all members.
  llvm::Error verifyAll() const;
  /// Whether the archive of this name was added and has checksums.
  bool has(llvm::StringRef name) const;
  /// The first error of these functions: for the writer of a model, as a pass
  /// that cannot read a weight goes on without it.
  llvm::Error getDamage() const;

  /// Keeps a file open that is read beside the weights (an index, a library of
  /// operators), so that no output replaces it.
  void keep(std::shared_ptr<const MappedFile> file) const;

private:
  struct Range {
    uint64_t offset, size;
    uint32_t crc32;
    bool isVerified;
    /// Of the member, in the mapped file.
    llvm::StringRef name;
  };
  struct Archive {
    std::shared_ptr<const MappedFile> file;
    /// By offset; none overlap.
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

/// Those of a context; loads the weight dialect if need be.
const Checksums &getChecksums(mlir::MLIRContext *context);

} // namespace torch_onnx::weight

#endif // TORCH_ONNX_DIALECT_WEIGHT_IR_CHECKSUMS_H
