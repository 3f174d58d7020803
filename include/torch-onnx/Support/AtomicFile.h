//===- AtomicFile.h - Atomic creation of output files -----------*- C++ -*-===//
//
// Output goes to an unnamed file, which is linked to its path after the last
// write. After any failure, including SIGKILL, the target is the complete old
// file or the complete new file, and no temporary file remains. On file systems
// without unnamed files, a file with a temporary name is used.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_SUPPORT_ATOMICFILE_H
#define TORCH_ONNX_SUPPORT_ATOMICFILE_H

#include "torch-onnx/Support/MappedFile.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/FileSystem.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace torch_onnx {

struct Checksum;

/// A file under construction.
///
/// Errors are sticky: after the first error (for example a full disk) every
/// write is a no-op and commit() returns the error. Writers need not check
/// after each call. Not thread-safe.
class AtomicFile {
public:
  /// The page size of the system's file cache.
  static constexpr size_t pageSize = 4096;

  /// Creates the file in the folder of `path`. Symlinks in `path` are followed:
  /// the file they point to is replaced or created, not the link. A character
  /// device or a pipe (/dev/null) is written to directly, because no file can
  /// be renamed onto it. It is an error if the file at `path` (by device and
  /// inode) is an open MappedFile or is executed by this process (the program,
  /// a library, a plug-in). All tools rely on this check to never replace a
  /// file that they read or run.
  static llvm::Expected<std::unique_ptr<AtomicFile>>
  create(llvm::StringRef path);

  /// Returns the final target of the symbolic links at `path`, whether it
  /// exists or not; `path` itself if it is not a link. An error if the links
  /// form a cycle.
  static llvm::Expected<std::string> followLinks(llvm::StringRef path);

  /// Checks whether create() would succeed now, so that all outputs can be
  /// checked before work starts. Leaves no file behind.
  static llvm::Error check(llvm::StringRef path);

  /// Discards the file unless commit() or publish() was called. The end of the
  /// process discards it too, except for a file with a temporary name after
  /// SIGKILL.
  ~AtomicFile();
  AtomicFile(const AtomicFile &) = delete;
  AtomicFile &operator=(const AtomicFile &) = delete;

  /// Reserves about `size` bytes, so that the file system can allocate them at
  /// once. This halves the cost of writing on ext4. It is only a hint: bytes
  /// that cannot be reserved are allocated on write.
  void reserve(uint64_t size);
  /// Appends bytes. Small pieces are buffered. Large pieces are written in
  /// place, which is cheapest if their address is congruent to tell() modulo
  /// pageSize.
  void write(llvm::ArrayRef<char> data);
  void write(llvm::StringRef data) {
    write(llvm::ArrayRef<char>(data.data(), data.size()));
  }
  /// Appends `length` bytes of `source` starting at `offset`. If the offsets in
  /// both files are congruent modulo pageSize, the kernel copies the bytes, and
  /// some file systems then share blocks. Otherwise the bytes go through the
  /// buffer, which is twice as fast in that case. Neither way touches the
  /// mapping. Out of bounds is an error. The bytes are added to `checksum`,
  /// which may be null.
  void copyRange(const MappedFile &source, uint64_t offset, uint64_t length,
                 Checksum *checksum = nullptr);

  /// Bytes appended so far, whether still buffered or not.
  uint64_t tell() const { return position; }
  /// True after an error; commit() returns the error.
  bool failed() const { return !message.empty(); }
  /// False if the target is a device or a pipe.
  bool isFile() const { return isUnpublished; }
  /// The target, as given to create().
  llvm::StringRef path() const { return name; }
  /// The target with symbolic links resolved: the file that is replaced.
  llvm::StringRef targetPath() const { return target; }

  /// Finishes the file and links it to its path. Call it once. There is no
  /// fsync: after a power failure the file may be incomplete, as with cp.
  llvm::Error commit();

  /// The two halves of commit(), for files that belong together. finish() can
  /// fail for lack of space. publish() links the file, and fails only if the
  /// folder has changed.
  llvm::Error finish();
  llvm::Error publish();

private:
  AtomicFile();
  llvm::Error makeError(const llvm::Twine &message) const;
  /// Marks the file as failed; the first reason counts.
  void fail(const llvm::Twine &reason);
  llvm::Error open(std::optional<mode_t> mode);
  llvm::Error linkUnnamed();
  /// Writes the buffered bytes to the descriptor.
  void flush();
  void writeThrough(llvm::ArrayRef<char> data);
  bool copyInKernel(const MappedFile &source, uint64_t &offset, uint64_t end);
  void copyBuffered(const MappedFile &source, uint64_t offset, uint64_t end,
                    Checksum *checksum);
  /// Fails the file unless `size` is within the limit of the process.
  bool fits(uint64_t size);
  /// The place of the next byte in the buffer. It is congruent to its place in
  /// the file modulo the page size.
  char *bufferEnd() { return buffer.get() + flushed % pageSize + buffered; }

  std::string name;
  /// `name` with symlinks resolved.
  std::string target;
  /// The file is new, rather than the device or pipe at the target. It is
  /// unnamed unless `temporary` is set.
  bool isUnpublished = false;
  std::optional<llvm::sys::fs::TempFile> temporary;
  int descriptor = -1;
  uint64_t position = 0;
  /// The maximum file size of the process.
  uint64_t largest = UINT64_MAX;
  /// The size passed to fallocate().
  uint64_t reserved = 0;
  /// `buffered` bytes, which start at byte `flushed` of the file.
  std::unique_ptr<char, void (*)(void *)> buffer;
  uint64_t flushed = 0;
  size_t buffered = 0;
  /// The first error; empty if there was none.
  std::string message;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_SUPPORT_ATOMICFILE_H
