//===- ZipReader.h - Reader for zip archives in memory ----------*- C++ -*-===//
//
// Both .pt2 and .pt are zip archives whose tensors are stored without
// compression, so they can be used in place. This reader finds the members, and
// decompresses a member only on request: the code of a TorchScript .pt is
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
/// Archives are untrusted. After a successful open():
/// - the payload of every member is in the file, before the central directory,
///   and no two members share a byte;
/// - names are unique, and the same in the local headers and in the directory;
/// - the central directory contains exactly the stated number of members.
/// All other archives are errors that name the file, the member and the bytes.
/// Time is O(n log n) in the number of members.
class ZipReader {
public:
  struct Member {
    /// A view into the archive. It may contain any bytes: see `unsafeName`.
    llvm::StringRef name;
    /// First byte of the payload, counted from the start of the file.
    uint64_t offset = 0;
    /// The number of bytes of the payload in the file.
    uint64_t size = 0;
    /// The size of the content as stated in the directory; inflate() checks it.
    /// Equal to `size` for a stored member.
    uint64_t contentSize = 0;
    /// The CRC-32 of the content as stated in the directory; verify() checks
    /// it.
    uint32_t crc32 = 0;
    /// True if the payload is neither compressed nor encrypted.
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
  /// Reads the directory of an archive in memory (a member of another archive,
  /// a test). `bytes` must outlive the reader; offsets count from its
  /// beginning, `path` is for messages.
  static llvm::Expected<ZipReader> open(llvm::ArrayRef<char> bytes,
                                        llvm::StringRef path);

  /// The members in the order of the central directory.
  llvm::ArrayRef<Member> members() const { return table; }
  /// The member of this exact name, or null.
  const Member *find(llvm::StringRef name) const;
  /// A view of the content. An error if it is compressed or encrypted.
  llvm::Expected<llvm::ArrayRef<char>> contents(const Member &member) const;
  /// Compares the content with its CRC-32; reads all of it.
  llvm::Error verify(const Member &member) const;
  /// Returns a copy of the content of a stored or deflated member after
  /// comparing it with its CRC-32. Before memory is allocated, content of more
  /// than `limit` bytes is refused, and content with a compression ratio that
  /// is implausible for program text.
  llvm::Expected<std::string> inflate(const Member &member,
                                      uint64_t limit) const;

  /// The file; null if the archive was opened from memory.
  const std::shared_ptr<const MappedFile> &file() const { return mapped; }
  llvm::StringRef path() const { return name; }

private:
  ZipReader(std::shared_ptr<const MappedFile> mapped,
            llvm::ArrayRef<char> bytes, llvm::StringRef name)
      : mapped(std::move(mapped)), bytes(bytes), name(name) {}

  struct Directory;
  struct Place;
  llvm::Expected<uint64_t> findEndRecord() const;
  /// Replaces `directory` by what the ZIP64 end record states.
  llvm::Error readZip64End(uint64_t locatorAt, Directory &directory) const;
  llvm::Expected<Directory> findDirectory() const;
  llvm::Error readDirectory(const Directory &directory);
  /// Adds a member to the table.
  llvm::Expected<Place> readEntry(const Directory &directory,
                                  const char *entry);
  /// Members must fill the file up to the directory without overlaps.
  llvm::Error checkPlaces(const Directory &directory,
                          std::vector<Place> &places) const;
  llvm::Error readLocalHeader(const Directory &directory, Member &member,
                              uint64_t header) const;
  llvm::Error checkNames();
  llvm::Error error(const llvm::Twine &message) const;
  llvm::Error memberError(const Member &member,
                          const llvm::Twine &message) const;

  std::shared_ptr<const MappedFile> mapped;
  llvm::ArrayRef<char> bytes;
  std::string name;
  std::vector<Member> table;
  /// Indices into `table`, sorted by name. Unlike a hash table, this cannot be
  /// attacked with colliding names.
  std::vector<uint32_t> byName;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_SUPPORT_ZIPREADER_H
