//===- AtomicFile.h - Output that appears whole or not at all ---*- C++ -*-===//
//
// Output goes to a file without a name, which gets its name when all of it has
// been written. Whatever goes wrong, SIGKILL included, the target is the old
// file or the new one, never half a file, and nothing else is left. Where the
// file system has no files without a name, a temporary name stands in.
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
/// Errors stick: after the first one (a full disk, say) every write is a no-op
/// and commit() returns it, so that writers need no check after every call.
/// Not thread-safe.
class AtomicFile {
public:
  /// Of the system's cache of files.
  static constexpr size_t pageSize = 4096;

  /// Creates the file in the folder of `path`. Symlinks in `path` are followed:
  /// the file they point to is replaced or created, not the link. A character
  /// device or a pipe (/dev/null) is written to directly, as nothing could be
  /// renamed onto it. It is an error if the very file at `path` (device and
  /// inode) is an open MappedFile, or if this process executes it (the program,
  /// a library, a plug-in): this is where all tools refuse to replace what they
  /// read or run.
  static llvm::Expected<std::unique_ptr<AtomicFile>>
  create(llvm::StringRef path);

  /// The path that the symbolic links at `path` lead to in the end, whether a
  /// file is there or not; `path` itself if it is no link. An error if they
  /// lead in a circle.
  static llvm::Expected<std::string> followLinks(llvm::StringRef path);

  /// Whether create() would succeed now: for checking all outputs before work
  /// starts. Leaves nothing behind.
  static llvm::Error check(llvm::StringRef path);

  /// Discards the file unless commit() or publish() was called. So does the end
  /// of the process; a file with a temporary name outlives SIGKILL only.
  ~AtomicFile();
  AtomicFile(const AtomicFile &) = delete;
  AtomicFile &operator=(const AtomicFile &) = delete;

  /// Says that the file will have about `size` bytes, so that the file system
  /// can allocate them at once: half of the cost of writing them on ext4. Only
  /// a hint; what cannot be reserved is allocated while it is written.
  void reserve(uint64_t size);
  /// Appends bytes. Small pieces are gathered in a buffer. Large ones are
  /// written in place, which is cheapest when their address is congruent to
  /// tell() modulo pageSize.
  void write(llvm::ArrayRef<char> data);
  void write(llvm::StringRef data) {
    write(llvm::ArrayRef<char>(data.data(), data.size()));
  }
  /// Appends zeros until tell() is a multiple of `alignment` (not 0).
  void padTo(uint64_t alignment);
  /// Appends `length` bytes of `source` from `offset` on. Where both files are
  /// at the same place of a page the kernel does it, which shares blocks on
  /// some file systems; otherwise the bytes go through the buffer, which is
  /// twice as fast. Neither touches the mapping. Out of bounds is an error. The
  /// bytes are added to `checksum`, which may be null.
  void copyRange(const MappedFile &source, uint64_t offset, uint64_t length,
                 Checksum *checksum = nullptr);

  /// Bytes appended so far, whether still buffered or not.
  uint64_t tell() const { return position; }
  /// True when something went wrong already; commit() will tell what.
  bool failed() const { return !message.empty(); }
  /// Marks the file as failed, for a caller that cannot go on.
  void fail(const llvm::Twine &reason);

  /// Writes what is buffered to the descriptor. Needed before using fd().
  void flush();
  /// The descriptor of the temporary file. What is written through it does not
  /// count in tell().
  int fd() const { return descriptor; }
  /// False when the target is a device or a pipe.
  bool isFile() const { return isUnpublished; }
  /// The target, as given to create().
  llvm::StringRef path() const { return name; }
  /// The target with symbolic links resolved: the file that is replaced.
  llvm::StringRef targetPath() const { return target; }

  /// Finishes the file and gives it its name. To be called once. There is no
  /// fsync: after a power cut the file may be incomplete, like one from cp.
  llvm::Error commit();

  /// The two halves of commit(), for files that belong together: finish() can
  /// fail for want of space, publish() gives the name and fails only if the
  /// folder has changed.
  llvm::Error finish();
  llvm::Error publish();

private:
  AtomicFile();
  llvm::Error makeError(const llvm::Twine &message) const;
  llvm::Error open(std::optional<mode_t> mode);
  llvm::Error linkUnnamed();
  void writeThrough(llvm::ArrayRef<char> data);
  bool copyInKernel(const MappedFile &source, uint64_t &offset, uint64_t end);
  void copyBuffered(const MappedFile &source, uint64_t offset, uint64_t end,
                    Checksum *checksum);
  /// Whether a file of this size is within the limit of the process; else
  /// fails.
  bool fits(uint64_t size);
  /// Where the next byte goes in the buffer: at the same place of a page as in
  /// the file.
  char *bufferEnd() { return buffer.get() + flushed % pageSize + buffered; }

  std::string name;
  /// Where it goes in the end: `name` with symlinks resolved.
  std::string target;
  /// The file is new and not the target itself; it is without a name unless
  /// `temporary` is there.
  bool isUnpublished = false;
  std::optional<llvm::sys::fs::TempFile> temporary;
  int descriptor = -1;
  uint64_t position = 0;
  /// The limit of the process for the size of a file.
  uint64_t largest = UINT64_MAX;
  /// What fallocate() was asked for.
  uint64_t reserved = 0;
  /// `buffered` bytes, which belong to the file from byte `flushed` on.
  std::unique_ptr<char, void (*)(void *)> buffer;
  uint64_t flushed = 0;
  size_t buffered = 0;
  /// The first error; empty when there was none.
  std::string message;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_SUPPORT_ATOMICFILE_H
