//===- ZipWriter.h - The smallest zip archives ------------------*- C++ -*-===//
//
// Wraps what a test or a fuzzer made into an archive in memory.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_UNITTESTS_FUZZ_ZIPWRITER_H
#define TORCH_ONNX_UNITTESTS_FUZZ_ZIPWRITER_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CRC.h"

#include <cstdlib>
#include <string>
#include <zlib.h>

namespace torch_onnx {

/// Aborts if a reader breaks a promise.
inline void check(bool promise) {
  if (!promise)
    std::abort();
}

/// A raw stream of RFC 1951, without the header of zlib.
inline std::string deflate(llvm::StringRef content) {
  z_stream stream{};
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8,
               Z_DEFAULT_STRATEGY);
  std::string result(deflateBound(&stream, content.size()), '\0');
  stream.next_in =
      reinterpret_cast<Bytef *>(const_cast<char *>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef *>(result.data());
  stream.avail_out = static_cast<uInt>(result.size());
  ::deflate(&stream, Z_FINISH);
  result.resize(stream.total_out);
  deflateEnd(&stream);
  return result;
}

/// An archive of stored and of compressed members.
class ZipWriter {
public:
  /// What is said of a member's content, truly or not.
  struct Claim {
    uint16_t method = 0;
    uint32_t crc32 = 0, size = 0;
    uint16_t flags = 0;
  };

  /// Without checksums, all of them are 0, and no reader looks at them.
  explicit ZipWriter(bool hasChecksums = false) : hasChecksums(hasChecksums) {}

  void add(llvm::StringRef name, llvm::StringRef content) {
    addPayload(name, content, {0, getCRC(content), uint32_t(content.size())});
  }
  void addDeflated(llvm::StringRef name, llvm::StringRef content) {
    addPayload(name, deflate(content),
               {Z_DEFLATED, getCRC(content), uint32_t(content.size())});
  }
  void addPayload(llvm::StringRef name, llvm::StringRef payload,
                  const Claim &claim) {
    size_t at = file.size();
    put(file, 0x04034b50, 4);
    header(file, name, payload, claim);
    file += name;
    file += payload;
    put(directory, 0x02014b50, 4);
    put(directory, 20, 2);
    header(directory, name, payload, claim);
    put(directory, 0, 10); // Comment, disk, attributes.
    put(directory, at, 4);
    directory += name;
    ++count;
  }

  std::string finish() {
    size_t at = file.size();
    file += directory;
    put(file, 0x06054b50, 4);
    put(file, 0, 4);
    put(file, count, 2);
    put(file, count, 2);
    put(file, directory.size(), 4);
    put(file, at, 4);
    put(file, 0, 2);
    return std::move(file);
  }

private:
  uint32_t getCRC(llvm::StringRef content) const {
    return hasChecksums ? llvm::crc32(llvm::arrayRefFromStringRef(content)) : 0;
  }

  static void put(std::string &text, uint64_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i)
      text += i < 8 ? char(value >> (8 * i)) : '\0';
  }

  /// What both kinds of headers have alike.
  static void header(std::string &text, llvm::StringRef name,
                     llvm::StringRef payload, const Claim &claim) {
    put(text, 20, 2);
    put(text, claim.flags, 2);
    put(text, claim.method, 2);
    put(text, 0, 4); // Time, date.
    put(text, claim.crc32, 4);
    put(text, payload.size(), 4);
    put(text, claim.size, 4);
    put(text, name.size(), 2);
    put(text, 0, 2);
  }

  bool hasChecksums;
  std::string file, directory;
  unsigned count = 0;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_UNITTESTS_FUZZ_ZIPWRITER_H
