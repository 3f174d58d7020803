//===- Checksum.cpp - CRC-32 of the bytes of archives ---------------------===//
//
// See Checksum.h. zlib's CRC-32 takes most of the time of copying a weight (2
// to 6 GB in a second). x86-64 therefore has its own implementation with
// carry-less products: "Fast CRC Computation for Generic Polynomials Using
// PCLMULQDQ Instruction" (Gopal et al., Intel, 2009).
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Support/Checksum.h"

#include "llvm/Support/CRC.h"

#include <algorithm>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace torch_onnx;

#if defined(__x86_64__)
#define FOLDING __attribute__((target("pclmul,sse4.1")))

FOLDING static __m128i load(const char *bytes) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i *>(bytes));
}

/// Shifts a 128-bit sum by a distance, and adds `there`.
FOLDING static __m128i move(__m128i sum, __m128i distance, __m128i there) {
  __m128i low = _mm_clmulepi64_si128(sum, distance, 0x00);
  __m128i high = _mm_clmulepi64_si128(sum, distance, 0x11);
  return _mm_xor_si128(_mm_xor_si128(low, high), there);
}

/// Folds `size` bytes (a multiple of 16, at least 64) into the state of a
/// CRC-32, which is its complement. The constants are powers of x modulo the
/// reflected polynomial, and the reduction is Barrett's, as in the paper.
FOLDING static uint32_t fold(const char *bytes, size_t size, uint32_t state) {
  const __m128i by64 = _mm_set_epi64x(0x1c6e41596, 0x154442bd4);
  const __m128i by16 = _mm_set_epi64x(0x0ccaa009e, 0x1751997d0);
  __m128i sums[4] = {load(bytes), load(bytes + 16), load(bytes + 32),
                     load(bytes + 48)};
  sums[0] = _mm_xor_si128(sums[0], _mm_cvtsi32_si128(static_cast<int>(state)));
  size_t at = 64;
  for (; size - at >= 64; at += 64)
    for (int i = 0; i < 4; ++i)
      sums[i] = move(sums[i], by64, load(bytes + at + 16 * i));
  __m128i sum = sums[0];
  for (int i = 1; i < 4; ++i)
    sum = move(sum, by16, sums[i]);
  for (; size - at >= 16; at += 16)
    sum = move(sum, by16, load(bytes + at));

  // Reduces 128 bits to 64, then to 32.
  const __m128i words = _mm_setr_epi32(-1, 0, -1, 0);
  sum = _mm_xor_si128(_mm_srli_si128(sum, 8),
                      _mm_clmulepi64_si128(sum, by16, 0x10));
  sum =
      _mm_xor_si128(_mm_srli_si128(sum, 4),
                    _mm_clmulepi64_si128(_mm_and_si128(sum, words),
                                         _mm_set_epi64x(0, 0x163cd6124), 0x00));
  const __m128i reduction = _mm_set_epi64x(0x1f7011641, 0x1db710641);
  __m128i quotient =
      _mm_clmulepi64_si128(_mm_and_si128(sum, words), reduction, 0x10);
  __m128i product =
      _mm_clmulepi64_si128(_mm_and_si128(quotient, words), reduction, 0x00);
  return static_cast<uint32_t>(
      _mm_extract_epi32(_mm_xor_si128(sum, product), 1));
}

static bool canFold() {
  static const bool result =
      __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1");
  return result;
}
#endif

void Checksum::add(llvm::ArrayRef<char> bytes) {
#if defined(__x86_64__)
  if (size_t whole = bytes.size() / 16 * 16; whole >= 64 && canFold()) {
    crc32 = ~fold(bytes.data(), whole, ~crc32);
    bytes = bytes.drop_front(whole);
  }
#endif
  crc32 = llvm::crc32(
      crc32, llvm::ArrayRef(reinterpret_cast<const uint8_t *>(bytes.data()),
                            bytes.size()));
}

bool Checksum::add(const MappedFile &file, uint64_t offset, uint64_t size) {
  // A block of this size stays in the L2 cache.
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
