//===- ProtoWriter.cpp - Protobuf wire format, with holes -----------------===//
//
// See ProtoWriter.h. The format: https://protobuf.dev/programming-guides/
// encoding.
//
//===----------------------------------------------------------------------===//

#include "ProtoWriter.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/JSON.h"

#include <cassert>
#include <cstring>

using namespace mlir;
using namespace torch_onnx::onnx;

namespace {

enum WireType : unsigned { Varint = 0, LengthDelimited = 2, Fixed32 = 5 };

constexpr unsigned kMaxVarint = 10;

/// The longest message that is moved to make room for its length.
constexpr uint64_t kMaxMoved = 4096;

unsigned encodeVarint(uint64_t value, char (&out)[kMaxVarint]) {
  unsigned size = 0;
  for (; value >= 0x80; value >>= 7)
    out[size++] = static_cast<char>(value | 0x80);
  out[size++] = static_cast<char>(value);
  return size;
}

} // namespace

void ProtoWriter::writeVarint(uint64_t value) {
  char bytes[kMaxVarint];
  unsigned size = encodeVarint(value, bytes);
  buffer.insert(buffer.end(), bytes, bytes + size);
}

void ProtoWriter::writeTag(uint32_t field, unsigned wireType) {
  writeVarint(uint64_t(field) << 3 | wireType);
}

void ProtoWriter::writeInt(uint32_t field, int64_t value) {
  writeTag(field, Varint);
  writeVarint(static_cast<uint64_t>(value));
}

void ProtoWriter::writeFloat(uint32_t field, float value) {
  writeTag(field, Fixed32);
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  char bytes[4];
  llvm::support::endian::write32le(bytes, bits);
  buffer.insert(buffer.end(), bytes, bytes + 4);
}

void ProtoWriter::writeText(uint32_t field, StringRef value) {
  if (invalidText.empty() && !llvm::json::isUTF8(value))
    invalidText = value.str();
  writeString(field, value);
}

void ProtoWriter::writeString(uint32_t field, StringRef value) {
  writeTag(field, LengthDelimited);
  writeVarint(value.size());
  buffer.insert(buffer.end(), value.begin(), value.end());
}

void ProtoWriter::writeHole(uint32_t field, uint64_t size, unsigned id) {
  writeTag(field, LengthDelimited);
  writeVarint(size);
  marks.push_back({buffer.size(), size, static_cast<int64_t>(id)});
  outside += size;
}

void ProtoWriter::beginMessage(uint32_t field) {
  writeTag(field, LengthDelimited);
  buffer.push_back(0); // Most messages have a length of one byte.
  open.push_back({buffer.size(), outside});
}

void ProtoWriter::endMessage() {
  assert(!open.empty() && "no message was begun");
  Open message = open.back();
  open.pop_back();
  uint64_t inside = buffer.size() - message.start;
  uint64_t size = inside + (outside - message.outside);
  char length[kMaxVarint];
  unsigned lengthSize = encodeVarint(size, length);
  if (lengthSize == 1) {
    buffer[message.start - 1] = length[0];
    return;
  }
  // Marks hold positions, so a message that contains one is not moved.
  bool hasMark = !marks.empty() && marks.back().position >= message.start;
  if (inside <= kMaxMoved && !hasMark) {
    buffer.resize(buffer.size() + lengthSize - 1);
    char *start = buffer.data() + message.start;
    std::memmove(start + lengthSize - 1, start, inside);
    std::memcpy(start - 1, length, lengthSize);
    return;
  }
  marks.push_back({message.start - 1, size, -1});
  outside += lengthSize - 1;
}

LogicalResult
ProtoWriter::stream(function_ref<void(ArrayRef<char>)> write,
                    function_ref<LogicalResult(unsigned id)> fill) {
  assert(open.empty() && "a message was not ended");
  // A length is recorded at the end of its message, but belongs to the start.
  // Two marks never have the same position, because a tag precedes each.
  llvm::sort(marks, [](const Mark &a, const Mark &b) {
    return a.position < b.position;
  });
  ArrayRef<char> bytes(buffer);
  uint64_t done = 0;
  for (const Mark &mark : marks) {
    write(bytes.slice(done, mark.position - done));
    done = mark.position;
    if (mark.hole >= 0) {
      if (failed(fill(static_cast<unsigned>(mark.hole))))
        return failure();
      continue;
    }
    char length[kMaxVarint];
    unsigned lengthSize = encodeVarint(mark.size, length);
    write(ArrayRef<char>(length, lengthSize));
    ++done; // The byte that is reserved for the length.
  }
  write(bytes.drop_front(done));
  return success();
}

std::vector<char> ProtoWriter::takeBytes() {
  std::vector<char> result;
  result.reserve(size());
  LogicalResult done = stream(
      [&](ArrayRef<char> piece) {
        result.insert(result.end(), piece.begin(), piece.end());
      },
      [](unsigned) -> LogicalResult {
        llvm_unreachable("a writer with holes has no bytes to take");
      });
  (void)done;
  return result;
}
