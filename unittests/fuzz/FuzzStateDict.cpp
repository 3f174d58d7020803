//===- FuzzStateDict.cpp - The reader of pickles on any bytes -------------===//
//
// The input is the pickle of a state dictionary, in an archive with a few
// storages. Beyond not crashing, what was read must keep the promises of
// StateDict.h.
//
//===----------------------------------------------------------------------===//

#include "ZipWriter.h"

#include "torch-onnx/Support/StateDict.h"

using namespace torch_onnx;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > (size_t(1) << 24))
    return 0;
  ZipWriter writer;
  writer.add("a/data.pkl",
             llvm::StringRef(reinterpret_cast<const char *>(data), size));
  for (unsigned i = 0; i < 4; ++i)
    writer.add("a/data/" + std::to_string(i), std::string(16 << i, '?'));
  std::string file = writer.finish();
  auto zip = ZipReader::open(llvm::ArrayRef(file.data(), file.size()), "a.pt");
  check(bool(zip));
  auto tensors = readStateDict(*zip);
  if (!tensors) {
    check(!llvm::toString(tensors.takeError()).empty());
    return 0;
  }
  for (const StateDictTensor &tensor : *tensors) {
    check(tensor.isAbsent == tensor.dtype.empty());
    check(tensor.offset <= file.size() &&
          tensor.size <= file.size() - tensor.offset);
  }
  return 0;
}
