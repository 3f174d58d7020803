//===- WeightSources.cpp - Weights from other files -----------------------===//
//
// See WeightSources.h. Paths come from the user and may be symbolic links. File
// names in an index are untrusted and stay below its folder.
//
//===----------------------------------------------------------------------===//

#include "WeightSources.h"
#include "OlderArchives.h"
#include "Safetensors.h"

#include "torch-onnx/Dialect/Weight/IR/Checksums.h"
#include "torch-onnx/Support/StateDict.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace torch_onnx;

static LogicalResult error(Location loc, const Twine &message) {
  return emitError(loc, getPrintable(message));
}

/// The location names the file.
static LogicalResult error(Location loc, llvm::Error problem, StringRef path) {
  std::string message = llvm::toString(std::move(problem));
  StringRef text = message;
  if (text.consume_front(path))
    text.consume_front(": ");
  return error(loc, text);
}

std::unique_ptr<WeightSources>
WeightSources::open(const ExportedProgramOptions &options,
                    const Archive &program, MLIRContext *ctx) {
  std::unique_ptr<WeightSources> sources(new WeightSources(options));
  sources->files.try_emplace(program.getFileName());
  for (const std::string &path : options.weightsFrom)
    if (failed(sources->addSource(path, FileLineColLoc::get(ctx, path, 0, 0))))
      return nullptr;
  return sources;
}

LogicalResult WeightSources::addSource(StringRef path, Location loc) {
  auto file = MappedFile::open(path);
  if (!file)
    return error(loc, file.takeError(), path);
  StringRef start((*file)->bytes().data(), (*file)->bytes().size());
  if (start.starts_with("PK\x03\x04"))
    return addArchive(path, *file, loc);
  // An object of torch.save before PyTorch 1.6 is a plain pickle.
  if (start.starts_with("\x80") && start.drop_front().take_front() <= "\x05")
    return error(loc, "a pickle without an archive, as torch.save wrote before "
                      "PyTorch 1.6; load it with torch.load and save it again "
                      "with torch.save or as safetensors");
  if (path.ends_with(".json"))
    return addIndex(path, *file, loc);
  return addSafetensors(llvm::sys::path::filename(path), *file, loc);
}

LogicalResult WeightSources::addArchive(StringRef path,
                                        std::shared_ptr<const MappedFile> file,
                                        Location loc) {
  auto zip = ZipReader::open(file);
  if (!zip)
    return error(loc, zip.takeError(), path);
  auto name = addFile(llvm::sys::path::filename(path), file, loc);
  if (failed(name))
    return failure();
  llvm::StringMap<StoredTensor> found;
  if (isStateDict(*zip)) {
    if (llvm::Error problem = older::readTensors(file->bytes(), 0, *name, path,
                                                 loc.getContext(), found))
      return error(loc, std::move(problem), path);
  } else {
    ExportedProgramOptions of;
    of.model = options.model;
    archives.push_back(Archive::open(path, of, loc));
    if (!archives.back())
      return failure();
    found = archives.back()->getTensors();
  }
  zips.emplace_back(*name, std::move(*zip));
  for (auto &[key, tensor] : found)
    // Entries without bytes are skipped.
    if (!tensor.isPickled && !tensor.isAbsent &&
        failed(addTensor(key, std::move(tensor), loc)))
      return failure();
  return success();
}

LogicalResult WeightSources::addIndex(StringRef path,
                                      std::shared_ptr<const MappedFile> file,
                                      Location loc) {
  indices.push_back(file);
  bool hasError = false;
  JsonDocument document(loc, "the index", hasError);
  Json map = document.parse(file->bytes(), 0)["weight_map"];
  // The distinct files in the order of the index.
  SmallVector<StringRef> shards;
  llvm::StringMap<StringRef> expected;
  llvm::StringSet<> seen;
  map.forEachMember([&](StringRef name, Json shard) {
    StringRef shardName = shard.asString();
    expected[name] = shardName;
    if (seen.insert(shardName).second)
      shards.push_back(shardName);
  });
  if (hasError)
    return failure();
  StringRef folder = llvm::sys::path::parent_path(path);
  for (StringRef shard : shards) {
    auto opened = MappedFile::openBelow(folder.empty() ? "." : folder, shard);
    if (!opened) {
      return error(
          loc,
          llvm::toString(opened.takeError()) +
              "; name a file in another folder directly with --weights-from");
    }
    SmallString<256> full(folder);
    llvm::sys::path::append(full, shard);
    if (failed(addSafetensors(
            shard, *opened, FileLineColLoc::get(loc.getContext(), full, 0, 0))))
      return failure();
  }
  for (const auto &[name, shard] : expected) {
    auto it = tensors.find(name);
    if (it == tensors.end() || it->second.file != shard)
      return error(loc, "'" + name + "' is not in '" + shard +
                            "', although the index says so");
  }
  return success();
}

LogicalResult WeightSources::addSafetensors(
    StringRef name, std::shared_ptr<const MappedFile> file, Location loc) {
  const MappedFile &mapped = *file;
  auto kept = addFile(name, std::move(file), loc);
  if (failed(kept))
    return failure();
  return readSafetensors(mapped, *kept, loc,
                         [&](StringRef tensorName, StoredTensor tensor) {
                           return addTensor(tensorName, std::move(tensor), loc);
                         });
}

FailureOr<StringRef>
WeightSources::addFile(StringRef name, std::shared_ptr<const MappedFile> file,
                       Location loc) {
  auto [it, isNew] = files.try_emplace(name, std::move(file));
  if (isNew)
    return it->getKey();
  // The store and the text of the program identify a file by its name.
  return error(loc, "two files with weights have the name '" + name +
                        "'; rename one of them");
}

LogicalResult WeightSources::addTensor(StringRef name, StoredTensor tensor,
                                       Location loc) {
  StringRef file = tensor.file;
  auto [it, isNew] = tensors.try_emplace(name, std::move(tensor));
  if (isNew)
    return success();
  return error(loc, "'" + name + "' is in '" + it->second.file + "' and in '" +
                        file + "'");
}

std::string WeightSources::getNameInFiles(StringRef name) const {
  // The longest renamed prefix wins; a whole name is longer than any prefix.
  size_t longest = 0;
  std::string result = name.str();
  for (const auto &[from, to] : options.weightNames) {
    StringRef prefix = from, replacement = to;
    if (prefix == name)
      return to;
    if (!prefix.consume_back("*") || !name.starts_with(prefix) ||
        prefix.size() + 1 <= longest)
      continue;
    replacement.consume_back("*");
    longest = prefix.size() + 1;
    result = (replacement + name.drop_front(prefix.size())).str();
  }
  return result;
}

const StoredTensor *WeightSources::find(StringRef name) const {
  auto it = tensors.find(getNameInFiles(name));
  return it == tensors.end() ? nullptr : &it->second;
}

SmallVector<StringRef> WeightSources::findAlike(RankedTensorType type) const {
  SmallVector<StringRef> names;
  for (const auto &[name, tensor] : tensors)
    if (tensor.view && tensor.view->elementType == type.getElementType() &&
        ArrayRef<int64_t>(tensor.view->shape) == type.getShape())
      names.push_back(name);
  // The table is unordered.
  llvm::sort(names);
  names.resize(std::min<size_t>(names.size(), 3));
  return names;
}

std::string WeightSources::describe() const {
  return llvm::join(options.weightsFrom, ", ");
}

void WeightSources::addFiles(MLIRContext *ctx) const {
  weight::WeightStore &store = weight::getWeightStore(ctx);
  for (const auto &[name, file] : files)
    if (file)
      store.add(name, file);
  for (const auto &[name, zip] : zips) {
    store.addMembers(name, zip);
    weight::getChecksums(ctx).add(name, zip);
  }
  for (const auto &file : indices)
    weight::getChecksums(ctx).keep(file);
}
