//===- Inflate.cpp - Decompression of archive members ---------------------===//
//
// Decompresses a member of a zip archive (APPNOTE 4.4.5, method 8: a raw stream
// of RFC 1951). The directory states the size of the content, and the stream
// must end exactly there, so the buffer never grows.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Support/Checksum.h"
#include "torch-onnx/Support/Printable.h"
#include "torch-onnx/Support/ZipReader.h"

#include "llvm/ADT/StringExtras.h"

#include <zlib.h>

using namespace torch_onnx;
using llvm::Twine;

/// Deflate reaches a ratio of 1032. Code and its line tables reach 3 to 20.
static bool isBomb(uint64_t size, uint64_t contentSize) {
  constexpr uint64_t harmless = uint64_t(1) << 20;
  constexpr uint64_t highestRatio = 200;
  return contentSize > harmless && contentSize / highestRatio > size;
}

llvm::Expected<std::string> ZipReader::inflate(const Member &member,
                                               uint64_t limit) const {
  auto memberError = [&](const Twine &message) {
    return error("zip member '" + getPrintable(member.name.take_front(200)) +
                 (member.name.size() > 200 ? "...' " : "' ") + message);
  };
  constexpr uint64_t mostOfZlib = 0xffffffff;
  limit = std::min(limit, mostOfZlib);
  if (member.contentSize > limit)
    return memberError("has a content of " + Twine(member.contentSize) +
                       " bytes, more than the " + Twine(limit) +
                       " that are read");
  if (member.encrypted || member.method != Z_DEFLATED) {
    // Also reports members that cannot be read.
    auto content = getVerified(*this, member);
    if (!content)
      return content.takeError();
    return std::string(content->data(), content->size());
  }
  if (member.size > mostOfZlib || isBomb(member.size, member.contentSize))
    return memberError(
        "states " + Twine(member.contentSize) + " bytes of content for " +
        Twine(member.size) +
        " compressed bytes, which is implausible for the text of a program");

  std::string content(member.contentSize, '\0');
  z_stream stream{};
  // Negative: a raw stream without a zlib header.
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
    return memberError("cannot be decompressed: out of memory");
  // zlib does not write to it: its interface predates const.
  stream.next_in = reinterpret_cast<Bytef *>(
      const_cast<char *>(bytes.data() + member.offset));
  stream.avail_in = static_cast<uInt>(member.size);
  // zlib needs a non-null output pointer even for an empty stream.
  Bytef nothing;
  stream.next_out =
      content.empty() ? &nothing : reinterpret_cast<Bytef *>(content.data());
  stream.avail_out = static_cast<uInt>(content.size());
  int status = ::inflate(&stream, Z_FINISH);
  bool isWhole =
      status == Z_STREAM_END && stream.avail_in == 0 && stream.avail_out == 0;
  inflateEnd(&stream);
  if (!isWhole)
    return memberError("is damaged: its " + Twine(member.size) +
                       " compressed bytes do not give the " +
                       Twine(member.contentSize) + " bytes that it states");
  Checksum actual;
  actual.add(llvm::ArrayRef(content.data(), content.size()));
  if (actual.crc32 != member.crc32)
    return memberError("is damaged: its CRC-32 is " +
                       llvm::utohexstr(actual.crc32) + ", not " +
                       llvm::utohexstr(member.crc32));
  return content;
}
