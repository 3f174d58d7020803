//===- ZipReader.h - Members of a zip archive in memory ---------*- C++ -*-===//
//
// Both .pt2 and .pt are zip archives whose tensors are stored, not compressed,
// so that they can be used where they lie. This reader finds the members, and
// decompresses one only on request: the code of a TorchScript .pt is
// compressed.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_SUPPORT_ZIPREADER_H
#define TORCH_ONNX_SUPPORT_ZIPREADER_H

#include "torch-onnx/Support/MappedFile.h"

#include <cstdint>
#include <string>
#include <vector>

namespace torch_onnx {

/// The directory of a zip archive (APPNOTE 6.3, with ZIP64).
///
/// Archives come from strangers. After a successful open():
/// - the payload of every member lies inside the file, in front of the central
///   directory, and no two members share a byte;
/// - names are unique, and the same in the local headers and in the directory;
/// - the central directory holds exactly the members it announces.
/// Everything else is an error that names the file, the member and the bytes
/// in question. Time is O(n log n) in the number of members.
class ZipReader {
public:
  struct Member {
    /// As in the archive; a view into it. Any bytes: see `unsafeName`.
    llvm::StringRef name;
    /// First byte of the payload, counted from the start of the file.
    uint64_t offset = 0;
    /// Bytes of the payload as they are in the file.
    uint64_t size = 0;
    /// Bytes of the content as the directory states them; inflate() checks
    /// them. The same as `size` for a stored member.
    uint64_t contentSize = 0;
    /// CRC-32 of the content as the directory states it; verify() checks it.
    uint32_t crc32 = 0;
    /// True when the payload is the content: neither compressed nor encrypted.
    bool stored = false;
    bool encrypted = false;
    /// The compression method of the directory; 0 is "stored", 8 "deflated".
    uint16_t method = 0;
    /// The name is empty, absolute, has a ".." component, a backslash or a NUL.
    /// Such a member can be read, but its name must not become a path.
    bool unsafeName = false;
  };

  /// Reads the directory of `file`, which the reader keeps alive.
  static llvm::Expected<ZipReader> open(std::shared_ptr<const MappedFile> file);
  /// The same for an archive in memory (a member of another archive, a test).
  /// `bytes` must outlive the reader; offsets count from its beginning, `path`
  /// is for messages.
  static llvm::Expected<ZipReader> open(llvm::ArrayRef<char> bytes,
                                        llvm::StringRef path);

  /// The members in the order of the central directory.
  llvm::ArrayRef<Member> members() const { return table; }
  /// The member of this very name, or null.
  const Member *find(llvm::StringRef name) const;
  /// A view of the content. An error when it is compressed or encrypted.
  llvm::Expected<llvm::ArrayRef<char>> contents(const Member &member) const;
  /// Compares the content with its CRC-32; reads all of it.
  llvm::Error verify(const Member &member) const;
  /// A copy of the content of a member that is stored or deflated, compared
  /// with its CRC-32. An error, before memory is allocated, when the content
  /// has more than `limit` bytes, or when it is so much larger than the payload
  /// that no text of a program is compressed so well.
  llvm::Expected<std::string> inflate(const Member &member,
                                      uint64_t limit) const;

  /// The file, null when the archive was opened from memory.
  const std::shared_ptr<const MappedFile> &file() const { return mapped; }
  llvm::StringRef path() const { return name; }

private:
  ZipReader(std::shared_ptr<const MappedFile> mapped,
            llvm::ArrayRef<char> bytes, llvm::StringRef name)
      : mapped(std::move(mapped)), bytes(bytes), name(name) {}

  struct Directory;
  llvm::Expected<Directory> findDirectory() const;
  llvm::Error readDirectory(const Directory &directory);
  llvm::Error readLocalHeader(const Directory &directory, Member &member,
                              uint64_t header) const;
  llvm::Error checkNames();
  llvm::Error error(const llvm::Twine &message) const;

  std::shared_ptr<const MappedFile> mapped;
  llvm::ArrayRef<char> bytes;
  std::string name;
  std::vector<Member> table;
  /// Indices into `table`, sorted by name: lookup without a hash that a
  /// stranger could flood.
  std::vector<uint32_t> byName;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_SUPPORT_ZIPREADER_H
