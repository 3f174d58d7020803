//===- FuzzZip.cpp - The zip reader on any bytes --------------------------===//
//
// Opens the input as an archive. Beyond not crashing, what was opened must keep
// the promises of ZipReader.h.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Support/ZipReader.h"

#include <algorithm>
#include <cstdlib>

using namespace torch_onnx;

static void check(bool promise) {
  if (!promise)
    std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::ArrayRef<char> bytes(reinterpret_cast<const char *>(data), size);
  llvm::Expected<ZipReader> zip = ZipReader::open(bytes, "input");
  if (!zip) {
    check(!llvm::toString(zip.takeError()).empty());
    return 0;
  }
  std::vector<std::pair<uint64_t, uint64_t>> ranges;
  for (const ZipReader::Member &member : zip->members()) {
    check(member.offset <= size && member.size <= size - member.offset);
    check(zip->find(member.name) == &member);
    ranges.emplace_back(member.offset, member.offset + member.size);
    llvm::Expected<llvm::ArrayRef<char>> content = zip->contents(member);
    check(bool(content) == member.stored);
    if (content)
      check(content->size() == member.size);
    else
      llvm::consumeError(content.takeError());
    llvm::consumeError(zip->verify(member));
    constexpr uint64_t limit = 1 << 20;
    llvm::Expected<std::string> inflated = zip->inflate(member, limit);
    if (inflated)
      check(inflated->size() == member.contentSize &&
            inflated->size() <= limit);
    else
      check(!llvm::toString(inflated.takeError()).empty());
  }
  std::sort(ranges.begin(), ranges.end());
  for (size_t i = 1; i < ranges.size(); ++i)
    check(ranges[i - 1].second <= ranges[i].first);
  return 0;
}
