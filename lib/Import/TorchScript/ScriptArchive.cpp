//===- ScriptArchive.cpp - Members of a TorchScript archive ---------------===//
//
// Finds and reads the members of an archive of torch.jit.save. Names in the
// archive are only compared with each other; no name becomes a path of the file
// system.
//
//===----------------------------------------------------------------------===//

#include "ScriptArchive.h"

#include "torch-onnx/Import/Support/ArchiveErrors.h"
#include "torch-onnx/Import/TorchScript.h"
#include "torch-onnx/Support/Checksum.h"
#include "torch-onnx/Support/Printable.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace torch_onnx;

/// The newest format (kMaxSupportedFileFormatVersion of
/// caffe2/serialize/versions.h).
static constexpr uint64_t kNewestVersion = 10;

/// The first format stored the module as JSON.
static bool isLegacy(const ZipReader &zip, StringRef root) {
  return zip.find((root + "/model.json").str()) &&
         !zip.find((root + "/archive_format").str());
}

bool torch_onnx::isTorchScript(const ZipReader &zip) {
  std::string root = getArchiveRoot(zip);
  return zip.find(root + "/constants.pkl") || isLegacy(zip, root);
}

std::unique_ptr<ScriptArchive> ScriptArchive::open(StringRef path,
                                                   Location loc) {
  auto file = MappedFile::open(path);
  if (!file) {
    (void)emitArchiveError(loc, getMessage(file.takeError(), path));
    return nullptr;
  }
  auto zip = ZipReader::open(*file);
  if (!zip) {
    (void)emitArchiveError(loc, getMessage(zip.takeError(), path));
    return nullptr;
  }
  std::unique_ptr<ScriptArchive> archive(new ScriptArchive(std::move(*zip)));
  if (failed(archive->readHeader(loc)) || failed(archive->readSources(loc)) ||
      failed(archive->readPickles(loc)))
    return nullptr;
  return archive;
}

LogicalResult ScriptArchive::readHeader(Location loc) {
  root = getArchiveRoot(zip);
  if (isLegacy(zip, root))
    return emitArchiveError(
        loc, "a TorchScript archive of the first format (member "
             "'model.json'), which is not supported; load it with "
             "torch.jit.load of a newer PyTorch and write it again "
             "with torch.jit.save");
  for (StringRef name : {"constants.pkl", "data.pkl"})
    if (!zip.find(root + "/" + name.str()))
      return emitArchiveError(loc,
                              Twine("not a TorchScript archive: member '") +
                                  root + "/" + name + "' is missing");

  // Reads a member of a few characters, and compares it with its checksum.
  auto readText = [&](const ZipReader::Member &member, std::string &text) {
    constexpr uint64_t longest = 100;
    auto content = zip.inflate(member, longest);
    if (!content)
      return emitArchiveError(loc, getMessage(content.takeError(), zip.path()));
    text = StringRef(*content).trim().str();
    return success();
  };
  // Weights are used without a conversion of the byte order.
  std::string text;
  if (const ZipReader::Member *order = zip.find(root + "/byteorder")) {
    if (failed(readText(*order, text)))
      return failure();
    if (text != "little")
      return emitArchiveError(
          loc, Twine("member '") + order->name +
                   "' does not say 'little': only little-endian "
                   "weights are read; load the archive with "
                   "torch.jit.load on a little-endian machine and "
                   "write it again with torch.jit.save");
  }
  const ZipReader::Member *member = zip.find(root + "/version");
  if (!member)
    member = zip.find(root + "/.data/version");
  if (!member)
    return emitArchiveError(loc, Twine("not a TorchScript archive: member '") +
                                     root + "/version' is missing");
  if (failed(readText(*member, text)))
    return failure();
  if (StringRef(text).getAsInteger(10, version) || version == 0)
    return emitArchiveError(loc, Twine("member '") + member->name + "' has '" +
                                     text +
                                     "', expected the number of a version");
  if (version > kNewestVersion)
    return emitArchiveError(
        loc, Twine("a TorchScript archive of version ") + Twine(version) +
                 ", expected at most version " + Twine(kNewestVersion));
  return success();
}

LogicalResult ScriptArchive::readSources(Location loc) {
  // The total size of all sources. The code of models is below 10 MB.
  uint64_t budget = uint64_t(256) << 20;
  std::string prefix = root + "/code/";
  for (const ZipReader::Member &member : zip.members()) {
    StringRef name = member.name;
    if (!name.consume_front(prefix) || !name.ends_with(".py"))
      continue;
    auto text = zip.inflate(member, budget);
    if (!text)
      return emitArchiveError(loc, getMessage(text.takeError(), zip.path()));
    budget -= text->size();
    sources.push_back({name.str(), std::move(*text)});
  }
  ranges.resize(sources.size());
  return success();
}

LogicalResult ScriptArchive::readPickles(Location loc) {
  auto read = [&](const ZipReader::Member &member, StringRef storages,
                  bool hasNoBytes = false) {
    Pickle::Options options;
    options.storages = root + "/" + storages.str();
    options.hasNoBytes = hasNoBytes;
    return Pickle::read(zip, member, options);
  };
  auto data = read(*zip.find(root + "/data.pkl"), "data");
  if (!data)
    return emitArchiveError(loc, getMessage(data.takeError(), zip.path()));
  module = std::move(*data);
  if (!getModule().isA(PickleValue::Kind::Object) ||
      !getModule().getName().starts_with("__torch__."))
    return emitArchiveError(loc, Twine("member '") + root +
                                     "/data.pkl' holds no object of a module");

  auto table = read(*zip.find(root + "/constants.pkl"), "constants");
  if (!table)
    return emitArchiveError(loc, getMessage(table.takeError(), zip.path()));
  constants = std::move(*table);
  if (!constants->getRoot().isA(PickleValue::Kind::Tuple))
    return emitArchiveError(loc, Twine("member '") + root +
                                     "/constants.pkl' holds no tuple");

  // Optional, because the user can also give the types of the inputs.
  const ZipReader::Member *inputs = zip.find(root + "/traced_inputs.pkl");
  if (!inputs)
    return success();
  auto traced = read(*inputs, "traced_inputs", /*hasNoBytes=*/true);
  if (traced)
    tracedInputs = std::move(*traced);
  else
    emitWarning(
        loc, getPrintable("the inputs that the module was traced with are not "
                          "read: " +
                          getMessage(traced.takeError(), zip.path())));
  return success();
}

std::vector<PickleValue> ScriptArchive::getConstants() const {
  PickleValue table = constants->getRoot();
  std::vector<PickleValue> result;
  result.reserve(table.size());
  for (size_t i = 0; i < table.size(); ++i)
    result.push_back(table[i]);
  return result;
}

std::optional<PickleValue>
ScriptArchive::getTracedInputs(StringRef method) const {
  if (!tracedInputs)
    return std::nullopt;
  // Keyed by the name of the method (Module::store_traced_inputs).
  for (auto [name, inputs] : tracedInputs->getRoot().getEntries())
    if (name.isA(PickleValue::Kind::Text) && name.getText() == method &&
        (inputs.isA(PickleValue::Kind::List) ||
         inputs.isA(PickleValue::Kind::Tuple)))
      return inputs;
  return std::nullopt;
}
