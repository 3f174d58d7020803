//===- StateDict.cpp - Reader for tensors of torch.save -------------------===//
//
// Collects the tensors of the dictionary in a pickle.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Support/StateDict.h"

#include "torch-onnx/Support/Checksum.h"
#include "torch-onnx/Support/Pickle.h"

#include "Unpickler.h"

#include "llvm/ADT/StringSet.h"

using namespace torch_onnx;
using llvm::StringRef;
using llvm::Twine;

namespace {
class Collector {
public:
  explicit Collector(Pickle &pickle) : pickle(pickle) {}

  /// Adds the tensors of a dictionary and of the tensor subclasses in it.
  llvm::Error add(PickleValue dictionary, const Twine &prefix, unsigned depth);

  std::vector<StateDictTensor> result;

private:
  Pickle &pickle;
  llvm::StringSet<> names;
};
} // namespace

static bool isSubclass(PickleValue value) {
  return value.isA(PickleValue::Kind::Object) &&
         value.getName() == Pickle::kSubclass &&
         value.getState().isA(PickleValue::Kind::Dict);
}

llvm::Error Collector::add(PickleValue dictionary, const Twine &prefix,
                           unsigned depth) {
  // Any number of subclasses can share one subclass as an attribute. The budget
  // limits the resulting entries.
  constexpr unsigned deepest = 4;
  auto entries = dictionary.getEntries();
  if (llvm::Error error = pickle.use(entries.size() * sizeof(entries[0])))
    return error;
  for (auto [name, value] : entries) {
    if (!name.isA(PickleValue::Kind::Text) ||
        (!isSubclass(value) && !value.isA(PickleValue::Kind::Tensor)))
      continue;
    std::string key = (prefix + name.getText()).str();
    if (!names.insert(key).second)
      return pickle.error("two tensors are called " + quoteText(key));
    StateDictTensor &entry = result.emplace_back();
    entry.name = key;
    entry.isSubclass = isSubclass(value);
    if (!entry.isSubclass) {
      PickledTensor tensor = value.getTensor();
      entry.isAbsent = tensor.isAbsent;
      entry.dtype = tensor.dtype.str();
      entry.sizes = std::move(tensor.sizes);
      entry.strides = std::move(tensor.strides);
      entry.storageOffset = tensor.storageOffset;
      entry.offset = tensor.offset;
      entry.size = tensor.size;
    }
    if (llvm::Error error = pickle.use(
            sizeof(entry) + 2 * key.size() +
            (entry.sizes.size() + entry.strides.size()) * sizeof(int64_t)))
      return error;
    if (!entry.isSubclass)
      continue;
    if (depth == deepest)
      return pickle.error("tensor subclasses inside of each other");
    if (llvm::Error error = add(value.getState(), key + ".", depth + 1))
      return error;
  }
  return llvm::Error::success();
}

bool torch_onnx::isStateDict(const ZipReader &zip) {
  std::string root = getArchiveRoot(zip);
  return zip.find(root + "/data.pkl") && !zip.find(root + "/constants.pkl");
}

llvm::Expected<std::vector<StateDictTensor>>
torch_onnx::readStateDict(const ZipReader &zip) {
  std::string root = getArchiveRoot(zip);
  const ZipReader::Member *pickle = zip.find(root + "/data.pkl");
  if (!pickle)
    return llvm::createStringError(
        zip.path() +
        ": not a file of torch.save: member 'data.pkl' is missing");
  if (const ZipReader::Member *order = zip.find(root + "/byteorder")) {
    auto text = getVerified(zip, *order);
    if (!text)
      return text.takeError();
    if (StringRef(text->data(), text->size()).trim() != "little")
      return llvm::createStringError(
          zip.path() + ": member " + quoteText(order->name) +
          " does not say 'little': only little-endian weights are read");
  }
  Pickle::Options options;
  options.dialect = Pickle::Dialect::StateDict;
  options.storages = root + "/data";
  auto values = Pickle::read(zip, *pickle, options);
  if (!values)
    return values.takeError();
  PickleValue value = (*values)->getRoot();
  Collector collector(**values);
  if (llvm::Error error = collector.add(
          isSubclass(value) ? value.getState() : value, "", /*depth=*/0))
    return error;
  return std::move(collector.result);
}
