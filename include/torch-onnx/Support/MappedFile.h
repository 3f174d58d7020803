//===- MappedFile.h - Memory-mapped input files -----------------*- C++ -*-===//
//
// Models are read in place through a read-only mapping, so a weight that is not
// used is never read from disk or copied. A program that is already in memory
// is read in place in the same way.
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

/// A regular file, mapped read-only during the lifetime of the object.
///
/// The length is fixed when the file is opened. If another process shortens the
/// file later, reading the lost pages raises SIGBUS, as with every mapping (see
/// exitOnLostPages). Growing the file has no effect.
///
/// During the lifetime of the object, the file is an input of the process, and
/// no AtomicFile replaces it.
class MappedFile {
public:
  enum class Symlinks { Follow, Refuse };

  /// Opens and maps `path`. Files that cannot be opened and non-regular files
  /// (directories, devices, pipes) are refused with a message that begins with
  /// the path. `Symlinks::Refuse` is for paths that were read from a file
  /// rather than given by the user; it checks only the last component of the
  /// path.
  static llvm::Expected<std::shared_ptr<const MappedFile>>
  open(llvm::StringRef path, Symlinks symlinks = Symlinks::Follow);

  /// Opens and maps the file `name` below `folder`. `folder` comes from the
  /// user, so symbolic links in it are followed. `name` was read from a file,
  /// so its components are opened one by one, each relative to the descriptor
  /// of the parent, and "..", symbolic links and the root are refused. A
  /// component that another process replaces meanwhile therefore cannot lead
  /// out of the folder. Messages begin with `weight file 'NAME'`.
  static llvm::Expected<std::shared_ptr<const MappedFile>>
  openBelow(llvm::StringRef folder, llvm::StringRef name);

  /// Returns the path of the open MappedFile with the device and inode of
  /// `path`, also through symbolic or hard links. Empty if there is none or if
  /// `path` does not exist.
  static std::string findInput(llvm::StringRef path);

  /// Returns an error that names the first open MappedFile whose size or
  /// modification time has changed since it was opened. A result computed from
  /// such a file may mix two versions of it.
  static llvm::Error checkInputsUnchanged();

  /// Wraps bytes in memory under a name, in place of a file. The caller owns
  /// the bytes, which must outlive the object. No file is protected by it.
  static std::shared_ptr<const MappedFile> wrap(std::string name,
                                                llvm::ArrayRef<char> bytes);

  ~MappedFile();
  MappedFile(const MappedFile &) = delete;
  MappedFile &operator=(const MappedFile &) = delete;

  /// The whole file. Page-aligned; empty for an empty file.
  llvm::ArrayRef<char> bytes() const { return data; }
  /// Copies bytes from `offset` on without mapping the pages around them: for
  /// small parts of a large file. Returns false if they cannot be read any
  /// more.
  bool read(uint64_t offset, llvm::MutableArrayRef<char> out) const;
  /// Releases the pages that were read, so that they no longer count as memory
  /// of this process. The system keeps them in its cache. Call it after reading
  /// much of a file. The mapping and pointers into bytes() stay valid: the next
  /// read fetches the page from the cache again.
  void release() const;
  /// The path as it was given to open(): for messages.
  llvm::StringRef path() const { return name; }
  /// The descriptor, open for reading; owned by this object. Its file position
  /// is unspecified. -1 for wrapped memory.
  int fd() const { return descriptor; }
  /// True for an object made by wrap().
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
  /// Device, inode, size and time when the file was opened; null for memory.
  std::unique_ptr<Identity> identity;
};

/// Installs a SIGBUS handler for reads of mapped pages that no longer exist
/// (the file was shortened, or its disk or network failed). The handler prints
/// an error that begins with `tool` and names the file, removes LLVM's
/// temporary files, and exits with status 1. Call it after llvm::InitLLVM,
/// which installs a handler too.
void exitOnLostPages(llvm::StringRef tool);

} // namespace torch_onnx

#endif // TORCH_ONNX_SUPPORT_MAPPEDFILE_H
