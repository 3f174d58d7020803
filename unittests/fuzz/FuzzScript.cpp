//===- FuzzScript.cpp - The reader of TorchScript's pickles on any bytes --===//
//
// The input is a pickle of TorchScript, in an archive with a few storages.
// Beyond not crashing, what was read must keep the promises of Pickle.h.
//
//===----------------------------------------------------------------------===//

#include "ZipWriter.h"

#include "torch-onnx/Support/Pickle.h"

#include "llvm/ADT/DenseSet.h"

using namespace torch_onnx;

using Kind = PickleValue::Kind;

namespace {
/// Walks as an importer does: tuples are copied, what can be changed is not.
class Walk {
public:
  explicit Walk(uint64_t fileSize) : fileSize(fileSize) {}

  void visit(PickleValue value, unsigned depth) {
    check(depth <= Pickle::kDeepest);
    check(value.isA(Kind::Text) || value.getText().empty());
    switch (value.getKind()) {
    case Kind::Tuple:
      ++tuples;
      break;
    case Kind::List:
    case Kind::Dict:
    case Kind::Object:
      if (!seen.insert(value.getId()).second)
        return;
      break;
    case Kind::Tensor:
      visitTensor(value);
      return;
    case Kind::Global:
      check(!value.getName().empty());
      return;
    default:
      return;
    }
    for (size_t i = 0; i < value.size(); ++i)
      visit(value[i], depth + 1);
    for (auto [key, entry] : value.getEntries()) {
      visit(key, depth + 1);
      visit(entry, depth + 1);
    }
    if (value.isA(Kind::Object)) {
      check(value.getName().starts_with("__torch__.") ||
            value.getName().ends_with("Storage"));
      visit(value.getState(), depth + 1);
    }
  }

  uint64_t tuples = 0;

private:
  void visitTensor(PickleValue value) {
    PickledTensor tensor = value.getTensor();
    check(!tensor.dtype.empty());
    check(tensor.sizes.size() == tensor.strides.size());
    check(tensor.offset <= fileSize && tensor.size <= fileSize - tensor.offset);
    check(!tensor.isAbsent || tensor.size == 0);
    check(tensor.isQuantized || tensor.axis == -1);
    check(value.getScales().isA(Kind::Tensor) ==
          value.getZeroPoints().isA(Kind::Tensor));
  }

  uint64_t fileSize;
  llvm::DenseSet<uint32_t> seen;
};
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > (size_t(1) << 24))
    return 0;
  ZipWriter writer;
  writer.add("a/data.pkl",
             llvm::StringRef(reinterpret_cast<const char *>(data), size));
  for (unsigned i = 0; i < 16; ++i)
    writer.add("a/data/" + std::to_string(i), std::string(1024, '?'));
  writer.add("a/data/16", "");
  std::string file = writer.finish();
  auto zip = ZipReader::open(llvm::ArrayRef(file.data(), file.size()), "a.pt");
  check(bool(zip));
  Pickle::Options options;
  options.storages = "a/data";
  options.hasNoBytes = size % 2;
  auto pickle = Pickle::read(*zip, *zip->find("a/data.pkl"), options);
  if (!pickle) {
    check(!llvm::toString(pickle.takeError()).empty());
    return 0;
  }
  Walk walk(file.size());
  walk.visit((*pickle)->getRoot(), 1);
  check(walk.tuples <= (size_t(1) << 20) + 32 * size);
  return 0;
}
