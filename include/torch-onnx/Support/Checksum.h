//===- Checksum.h - CRC-32 of the bytes of archives -------------*- C++ -*-===//
//
// A zip archive stores the CRC-32 of each member. It is the only sign of a bit
// that flipped on a disk or in a copy.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_SUPPORT_CHECKSUM_H
#define TORCH_ONNX_SUPPORT_CHECKSUM_H

#include "torch-onnx/Support/MappedFile.h"
#include "torch-onnx/Support/ZipReader.h"

#include <cstdint>

namespace torch_onnx {

/// The CRC-32 of the bytes that pass through the memory of this process.
struct Checksum {
  void add(llvm::ArrayRef<char> bytes);
  /// Adds bytes of a file. They are read and not mapped, so memory use does not
  /// grow with them. Returns false if they cannot be read.
  bool add(const MappedFile &file, uint64_t offset, uint64_t size);

  uint32_t crc32 = 0;
  /// False if the kernel copied some of the bytes, which the checksum therefore
  /// lacks.
  bool isComplete = true;
};

/// False if the writer left out all checksums, as torch.save does on request
/// (torch.serialization.set_crc32_options): the directory then has 0 for each
/// member. ZipReader::verify() succeeds for such an archive.
bool hasChecksums(const ZipReader &zip);

/// Returns the content of a member after comparing it with its CRC-32. For
/// members that are parsed.
llvm::Expected<llvm::ArrayRef<char>>
getVerified(const ZipReader &zip, const ZipReader::Member &member);

} // namespace torch_onnx

#endif // TORCH_ONNX_SUPPORT_CHECKSUM_H
