//===- Checksums.cpp - Verification of weights by checksum ----------------===//
//
// See Checksums.h.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Weight/IR/Checksums.h"
#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"
#include "torch-onnx/Support/Printable.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace torch_onnx;
using namespace torch_onnx::weight;

const Checksums &weight::getChecksums(mlir::MLIRContext *context) {
  mlir::Dialect *dialect = context->getOrLoadDialect<WeightDialect>();
  return *dialect->getRegisteredInterface<Checksums>();
}

void Checksums::add(llvm::StringRef name, const ZipReader &zip) const {
  if (!zip.file() || !hasChecksums(zip))
    return;
  std::lock_guard<std::mutex> lock(mutex);
  auto [it, isNew] = archives.try_emplace(name);
  // The weight store keeps the first file of a name, too.
  if (!isNew)
    return;
  it->second.file = zip.file();
  std::vector<Range> &ranges = it->second.ranges;
  for (const ZipReader::Member &member : zip.members())
    if (member.stored && member.size)
      ranges.push_back({member.offset, member.size, member.crc32,
                        /*isVerified=*/false, member.name});
  llvm::sort(ranges, [](const Range &a, const Range &b) {
    return a.offset < b.offset;
  });
}

void Checksums::keep(std::shared_ptr<const MappedFile> file) const {
  std::lock_guard<std::mutex> lock(mutex);
  kept.push_back(std::move(file));
}

bool Checksums::has(llvm::StringRef name) const {
  std::lock_guard<std::mutex> lock(mutex);
  return archives.contains(name);
}

Checksums::Range *Checksums::findExact(llvm::StringRef name, uint64_t offset,
                                       uint64_t size) const {
  auto archive = archives.find(name);
  if (archive == archives.end())
    return nullptr;
  std::vector<Range> &ranges = archive->second.ranges;
  auto it = llvm::partition_point(
      ranges, [&](const Range &range) { return range.offset < offset; });
  bool isExact = it != ranges.end() && it->offset == offset && it->size == size;
  return isExact ? &*it : nullptr;
}

llvm::Error Checksums::compare(llvm::StringRef name, Range &range,
                               const Checksum &actual) const {
  if (!actual.isComplete)
    return llvm::Error::success();
  range.isVerified = actual.crc32 == range.crc32;
  if (range.isVerified)
    return llvm::Error::success();
  std::string message =
      getPrintable("member '" + range.name + "' of '" + name + "'") +
      " is damaged: its CRC-32 is " + llvm::utohexstr(actual.crc32) + ", not " +
      llvm::utohexstr(range.crc32) + "; copy or export the file again";
  if (damage.empty())
    damage = message;
  return llvm::createStringError(message);
}

llvm::Error Checksums::verify(llvm::StringRef name, const Archive &archive,
                              Range &range) const {
  if (range.isVerified)
    return llvm::Error::success();
  Checksum actual;
  if (!actual.add(*archive.file, range.offset, range.size))
    return llvm::createStringError("cannot read '" + name + "'");
  return compare(name, range, actual);
}

llvm::Error Checksums::verify(llvm::StringRef name, uint64_t offset,
                              uint64_t size) const {
  std::lock_guard<std::mutex> lock(mutex);
  auto archive = archives.find(name);
  if (archive == archives.end())
    return llvm::Error::success();
  std::vector<Range> &ranges = archive->second.ranges;
  auto it = llvm::partition_point(ranges, [&](const Range &range) {
    return range.offset + range.size <= offset;
  });
  for (; it != ranges.end() && it->offset < offset + size; ++it)
    if (llvm::Error error = verify(name, archive->second, *it))
      return error;
  return llvm::Error::success();
}

llvm::Error Checksums::verifyWhile(
    llvm::StringRef name, uint64_t offset, uint64_t size,
    llvm::function_ref<void(Checksum *checksum)> read) const {
  Range *range;
  {
    std::lock_guard<std::mutex> lock(mutex);
    range = findExact(name, offset, size);
  }
  if (!range || range->isVerified) {
    if (llvm::Error error = verify(name, offset, size))
      return error;
    read(nullptr);
    return llvm::Error::success();
  }
  Checksum actual;
  read(&actual);
  std::lock_guard<std::mutex> lock(mutex);
  return compare(name, *range, actual);
}

llvm::Error Checksums::verifyAll() const {
  std::lock_guard<std::mutex> lock(mutex);
  for (auto &archive : archives)
    for (Range &range : archive.second.ranges)
      if (llvm::Error error = verify(archive.getKey(), archive.second, range))
        return error;
  return llvm::Error::success();
}

llvm::Error Checksums::getDamage() const {
  std::lock_guard<std::mutex> lock(mutex);
  return damage.empty() ? llvm::Error::success()
                        : llvm::createStringError(damage);
}
