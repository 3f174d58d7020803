//===- MappedFile.h - A file read through a mapping -------------*- C++ -*-===//
//
// Models are read in place: the bytes of a file are a read-only mapping, so a
// weight that nobody looks at is never read from disk, let alone copied. A
// program that is in memory already is read where it is, as if it were a file.
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
/// mapping (see exitOnLostPages); growing it changes nothing here.
///
/// While the object lives, the file is an input of the process, which no
/// AtomicFile replaces.
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

  /// Opens and maps the file `name` below `folder`. The folder is the user's,
  /// and symbolic links in its own path are followed. The name was read from a
  /// file: it is opened one component after the other, each relative to the
  /// descriptor of the one before, and a component that is "..", a symbolic
  /// link or the root is refused. A component that another process replaces
  /// meanwhile can therefore not lead out of the folder. Messages begin with
  /// `weight file 'NAME'`.
  static llvm::Expected<std::shared_ptr<const MappedFile>>
  openBelow(llvm::StringRef folder, llvm::StringRef name);

  /// The path of an open MappedFile that is the very file (device and inode) of
  /// `path`, whatever symbolic or hard links lead to it; empty if there is none
  /// or if nothing is at `path`.
  static std::string findInput(llvm::StringRef path);

  /// An error that names the first open MappedFile whose size or modification
  /// time is not that of the moment when it was opened. What was computed from
  /// such a file may be a mixture of two versions.
  static llvm::Error checkInputsUnchanged();

  /// Bytes in the memory of this process under a name: what its caller has in
  /// place of a file. They belong to the caller and have to stay while the
  /// object lives. No file is protected by it.
  static std::shared_ptr<const MappedFile> wrap(std::string name,
                                                llvm::ArrayRef<char> bytes);

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
  /// position means nothing and must not be relied on. -1 for wrapped memory.
  int fd() const { return descriptor; }
  /// Bytes that wrap() was given.
  bool isInMemory() const { return !identity; }

private:
  struct Identity;
  MappedFile(std::string name, int descriptor, llvm::ArrayRef<char> data,
             std::unique_ptr<Identity> identity);
  static llvm::Expected<std::shared_ptr<const MappedFile>> map(std::string name,
                                                               int descriptor);

  std::string name;
  int descriptor;
  llvm::ArrayRef<char> data;
  /// Device, inode, size and time at the moment of opening; null for memory.
  std::unique_ptr<Identity> identity;
};

/// From now on a read of a mapped page that is not there any more (the file was
/// shortened, or its disk or network failed) ends the process: it prints an
/// error that begins with `tool` and names the file, removes the temporary
/// files that LLVM knows of, and exits with status 1. To be called by main()
/// after llvm::InitLLVM, which installs a handler of its own.
void exitOnLostPages(llvm::StringRef tool);

} // namespace torch_onnx

#endif // TORCH_ONNX_SUPPORT_MAPPEDFILE_H
