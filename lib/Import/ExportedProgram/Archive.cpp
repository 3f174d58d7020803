//===- Archive.cpp - Members of a .pt2 archive ----------------------------===//
//
// Finds the members of one model. Names in the archive are only compared with
// each other; no name becomes a path of the file system.
//
//===----------------------------------------------------------------------===//

#include "Archive.h"
#include "OlderArchives.h"

#include "torch-onnx/Dialect/Weight/IR/Checksums.h"
#include "torch-onnx/Import/Support/ArchiveErrors.h"
#include "torch-onnx/Support/Checksum.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace torch_onnx;

std::unique_ptr<Archive> Archive::open(StringRef path,
                                       const ExportedProgramOptions &options,
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
  std::unique_ptr<Archive> archive(new Archive(std::move(*zip), *file));
  archive->path = path.str();
  if (failed(archive->selectModel(options, loc)))
    return nullptr;
  if (archive->older) {
    if (failed(archive->readOlderTensors(loc)))
      return nullptr;
    return archive;
  }
  if (failed(archive->readTensors("weights", "weights", loc)) ||
      failed(archive->readTensors("constants", "constants", loc)))
    return nullptr;
  return archive;
}

const StoredTensor *Archive::find(StringRef name) const {
  auto it = tensors.find(name);
  return it == tensors.end() ? nullptr : &it->second;
}

/// The member with the weights or the constants of a model in PyTorch 2.8.
static std::string getOlderMember(StringRef root, StringRef kind,
                                  StringRef model) {
  return (root + "/data/" + kind + "/" + model + ".pt").str();
}

LogicalResult Archive::selectModel(const ExportedProgramOptions &options,
                                   Location loc) {
  if (zip->members().empty())
    return emitArchiveError(loc, "the archive is empty");
  if (zip->find(older::kProgramMember)) {
    older = true;
    if (!options.model.empty())
      return emitArchiveError(loc, "holds one model, which has no name");
    return readProgram(older::kProgramMember, loc);
  }
  root = zip->members().front().name.split('/').first.str();
  const ZipReader::Member *format = zip->find(root + "/archive_format");
  if (!format) {
    if (zip->find(root + "/constants.pkl"))
      return emitArchiveError(
          loc, "a TorchScript archive; torch-onnx and "
               "torch-onnx-translate --import-torchscript read it");
    if (zip->find(root + "/data.pkl"))
      return emitArchiveError(
          loc, "a state dictionary or another object of torch.save, "
               "which has no program; load it into its module, "
               "export that with torch.export.export, and write it "
               "with torch.export.save");
    return emitArchiveError(loc, Twine("not an exported program: member '") +
                                     root + "/archive_format' is missing");
  }
  auto bytes = getVerified(*zip, *format);
  if (!bytes)
    return emitArchiveError(loc, getMessage(bytes.takeError(), path));
  if (StringRef(bytes->data(), bytes->size()).trim() != "pt2")
    return emitArchiveError(loc, Twine("member '") + format->name +
                                     "' does not say 'pt2'");

  // Weights are used without a conversion of the byte order.
  if (const ZipReader::Member *order = zip->find(root + "/byteorder")) {
    auto text = getVerified(*zip, *order);
    if (!text)
      return emitArchiveError(loc, getMessage(text.takeError(), path));
    if (StringRef(text->data(), text->size()).trim() != "little")
      return emitArchiveError(loc,
                              Twine("member '") + order->name +
                                  "' does not say 'little': only little-endian "
                                  "weights are read");
  }

  SmallVector<StringRef> models;
  std::string prefix = root + "/models/";
  for (const ZipReader::Member &member : zip->members()) {
    StringRef name = member.name;
    if (name.consume_front(prefix) && name.consume_back(".json"))
      models.push_back(name);
  }
  if (models.empty())
    return emitArchiveError(loc,
                            "holds no exported program (no models/*.json); an "
                            "AOTInductor package cannot be converted");
  if (!options.model.empty()) {
    if (!llvm::is_contained(models, options.model))
      return emitArchiveError(loc,
                              Twine("has no model '") + options.model +
                                  "'; it holds: " + llvm::join(models, ", "));
    model = options.model;
  } else if (models.size() == 1) {
    model = models.front().str();
  } else {
    return emitArchiveError(
        loc, Twine("holds ") + Twine(models.size()) +
                 " models, name one with --model: " + llvm::join(models, ", "));
  }
  older = zip->find(getOlderMember(root, "weights", model)) != nullptr;
  return readProgram(prefix + model + ".json", loc);
}

LogicalResult Archive::readProgram(StringRef member, Location loc) {
  program = parse(*zip->find(member), loc);
  programDocument = documents.back().get();
  return failure(programDocument->failed());
}

LogicalResult Archive::readOlderTensors(Location loc) {
  bool hasRoot = !zip->find(older::kProgramMember);
  for (auto [kind, name] :
       {std::pair<StringRef, StringRef>("weights", older::kWeightsMember),
        {"constants", older::kConstantsMember}}) {
    const ZipReader::Member *member =
        zip->find(hasRoot ? getOlderMember(root, kind, model) : name.str());
    // A program without constants may have none.
    if (!member || member->size == 0)
      continue;
    auto bytes = zip->contents(*member);
    if (!bytes)
      return emitArchiveError(loc, getMessage(bytes.takeError(), path));
    if (llvm::Error failed =
            older::readTensors(*bytes, member->offset, getFileName(),
                               member->name, loc.getContext(), tensors))
      return emitArchiveError(loc, llvm::toString(std::move(failed)));
  }
  return success();
}

JsonDocument &Archive::addDocument(StringRef name, Location loc) {
  documents.push_back(std::make_unique<JsonDocument>(loc, name, hasError));
  return *documents.back();
}

Json Archive::parse(const ZipReader::Member &member, Location loc) {
  JsonDocument &document = addDocument(member.name, loc);
  auto bytes = getVerified(*zip, member);
  if (!bytes) {
    document.error(getMessage(bytes.takeError(), path));
    return {};
  }
  size_t end = member.offset + member.size;
  std::optional<std::string> quoted;
  if (older)
    quoted = older::quoteNonFinite(*bytes);
  Json parsed = quoted ? document.parse(*quoted, 0)
                       : document.parse(*bytes, file->bytes().size() - end);
  // The parsed form has its own copy of the text, so release the pages.
  file->release();
  return parsed;
}

LogicalResult
Archive::readTable(Json table, JsonDocument &document,
                   function_ref<bool(StringRef name, StoredTensor &)> place) {
  table["config"].forEachMember([&](StringRef name, Json payload) {
    StoredTensor &tensor = tensors[name];
    Json meta = payload["tensor_meta"];
    Json usePickle = payload["use_pickle"];
    StringRef pathName = payload["path_name"].asString();
    // A script object or a tensor subclass. Uses report an error, or read its
    // parts.
    if (meta.isNull() || (usePickle.isPresent() && usePickle.asBool())) {
      tensor.isPickled = true;
      if (!pathName.empty() && !meta.isNull())
        place(pathName, tensor);
      return;
    }
    tensor.meta = meta;
    if (!place(pathName, tensor) && !document.failed())
      document.error("'" + name + "' is stored in '" + pathName +
                     "', which is not there");
  });
  return failure(document.failed());
}

LogicalResult Archive::readTensors(StringRef folder, StringRef kind,
                                   Location loc) {
  std::string prefix = root + "/data/" + folder.str() + "/";
  const ZipReader::Member *member =
      zip->find(prefix + model + "_" + kind.str() + "_config.json");
  if (!member)
    return success(); // A program without weights may have none.
  Json table = parse(*member, loc);
  JsonDocument &document = *documents.back();
  return readTable(table, document, [&](StringRef name, StoredTensor &tensor) {
    const ZipReader::Member *bytes = zip->find(prefix + name.str());
    if (!bytes)
      return false;
    if (auto contents = zip->contents(*bytes); !contents)
      document.error(getMessage(contents.takeError(), path));
    tensor.file = getFileName();
    tensor.offset = bytes->offset;
    tensor.size = bytes->size;
    return true;
  });
}

std::unique_ptr<Archive> Archive::wrap(const ProgramInMemory &parts,
                                       Location loc) {
  std::unique_ptr<Archive> archive(new Archive);
  archive->path = parts.name;
  for (const ProgramInMemory::Storage &storage : parts.storages)
    archive->storages.try_emplace(
        storage.name, MappedFile::wrap(storage.name, storage.bytes));

  archive->programDocument = &archive->addDocument("the program", loc);
  archive->program = archive->programDocument->parse(parts.program, 0);
  if (!archive->hasError) {
    Json version = archive->program["schema_version"];
    archive->older = version["major"].asInt() == older::kLastMajor &&
                     version["minor"].asInt() <= older::kLastMinor;
  }
  auto place = [&](StringRef name, StoredTensor &tensor) {
    auto it = archive->storages.find(name);
    if (it == archive->storages.end())
      return false;
    tensor.file = it->getKey();
    tensor.size = it->second->bytes().size();
    return true;
  };
  for (auto [name, text] : {std::pair("the weights", parts.weights),
                            {"the constants", parts.constants}}) {
    if (text.empty() || archive->hasError)
      continue;
    JsonDocument &document = archive->addDocument(name, loc);
    if (failed(archive->readTable(document.parse(text, 0), document, place)))
      return nullptr;
  }
  return archive->hasError ? nullptr : std::move(archive);
}

const StoredTensor *Archive::findPart(StringRef name, StringRef attribute,
                                      MLIRContext *ctx) {
  std::string part = (name + "." + attribute).str();
  auto it = tensors.find(name);
  if (it != tensors.end() && it->second.isPickled && !it->second.file.empty()) {
    StoredTensor &pickle = it->second;
    pickle.file = ""; // Each pickle is read only once.
    ArrayRef<char> bytes = file->bytes().slice(pickle.offset, pickle.size);
    if (llvm::Error failed =
            older::readTensors(bytes, pickle.offset, getFileName(), path, ctx,
                               tensors, (name + ".").str()))
      programDocument->error(llvm::toString(std::move(failed)));
  }
  return find(part);
}

void Archive::addFiles(MLIRContext *ctx) const {
  weight::WeightStore &store = weight::getWeightStore(ctx);
  if (file) {
    store.add(getFileName(), file);
    store.addMembers(getFileName(), *zip);
    weight::getChecksums(ctx).add(getFileName(), *zip);
  }
  for (const auto &storage : storages)
    store.add(storage.getKey(), storage.second);
}
