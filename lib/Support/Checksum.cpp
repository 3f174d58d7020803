//===- Checksum.cpp - CRC-32 of bytes of archives -------------------------===//
//
// See Checksum.h. zlib computes it, at some 3 GB/s.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Support/Checksum.h"

#include "llvm/Support/CRC.h"

#include <algorithm>
#include <vector>

using namespace torch_onnx;

void Checksum::add(llvm::ArrayRef<char> bytes) {
  crc32 = llvm::crc32(
      crc32, llvm::ArrayRef(reinterpret_cast<const uint8_t *>(bytes.data()),
                            bytes.size()));
}

bool Checksum::add(const MappedFile &file, uint64_t offset, uint64_t size) {
  // It stays in the second level of the cache.
  constexpr uint64_t most = uint64_t(1) << 18;
  std::vector<char> buffer(std::min(size, most));
  while (size > 0) {
    llvm::MutableArrayRef<char> part(buffer.data(), std::min(size, most));
    if (!file.read(offset, part))
      return false;
    add(part);
    offset += part.size();
    size -= part.size();
  }
  return true;
}
