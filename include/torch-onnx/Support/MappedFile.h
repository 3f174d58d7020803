//===- MappedFile.h - A file read through a mapping -------------*- C++ -*-===//
//
// Models are read in place: the bytes of a file are a read-only mapping, so a
// weight that nobody looks at is never read from disk, let alone copied.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_SUPPORT_MAPPEDFILE_H
#define TORCH_ONNX_SUPPORT_MAPPEDFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace torch_onnx {

/// A regular file, mapped read-only for as long as the object lives.
///
/// The length is that of the moment of opening. Should another process shorten
/// the file meanwhile, reading the lost pages raises SIGBUS, as with every
/// mapping; growing it changes nothing here.
class MappedFile {
public:
  enum class Symlinks { Follow, Refuse };

  /// Opens and maps `path`. Refused with a message that begins with the path:
  /// what cannot be opened, and everything that is no regular file
  /// (directories, devices, pipes). `Symlinks::Refuse` is for paths that were
  /// read from a file rather than given by the user; it looks at the last
  /// component of the path only.
  static llvm::Expected<std::shared_ptr<const MappedFile>>
  open(llvm::StringRef path, Symlinks symlinks = Symlinks::Follow);

  ~MappedFile();
  MappedFile(const MappedFile &) = delete;
  MappedFile &operator=(const MappedFile &) = delete;

  /// The whole file. Page-aligned; empty for an empty file.
  llvm::ArrayRef<char> bytes() const { return data; }
  /// Copies bytes from `offset` on without mapping the pages around them: for
  /// little of a large file. False when they cannot be read any more.
  bool read(uint64_t offset, llvm::MutableArrayRef<char> out) const;
  /// Gives the pages that were read back to the system, which keeps them in its
  /// cache: they count as memory of this process no longer. For after a walk
  /// over much of a file. The mapping stays, so pointers into bytes() stay
  /// valid: the next read through one fetches its page from the cache again.
  void release() const;
  /// The path as it was given to open(): for messages.
  llvm::StringRef path() const { return name; }
  /// The descriptor, open for reading; belongs to this object. Its file
  /// position means nothing and must not be relied on.
  int fd() const { return descriptor; }

private:
  MappedFile(std::string name, int descriptor, llvm::ArrayRef<char> data)
      : name(std::move(name)), descriptor(descriptor), data(data) {}

  std::string name;
  int descriptor;
  llvm::ArrayRef<char> data;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_SUPPORT_MAPPEDFILE_H
