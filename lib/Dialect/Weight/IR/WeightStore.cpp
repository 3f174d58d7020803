//===- WeightStore.cpp - The files that weights are in --------------------===//
//
// Files by name, opened when they are first needed. A name that nobody added
// cannot lead out of the folder, however it is spelled.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Weight/IR/WeightStore.h"
#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace torch_onnx;
using namespace torch_onnx::weight;
namespace path = llvm::sys::path;

WeightStore &weight::getWeightStore(mlir::MLIRContext *context) {
  return context->getOrLoadDialect<WeightDialect>()->getStore();
}

void WeightStore::add(llvm::StringRef name,
                      std::shared_ptr<const MappedFile> file) {
  std::lock_guard<std::mutex> lock(mutex);
  files.try_emplace(name, std::move(file));
}

void WeightStore::setFolder(llvm::StringRef newFolder) {
  std::lock_guard<std::mutex> lock(mutex);
  folder = newFolder.str();
}

llvm::Expected<std::shared_ptr<const MappedFile>>
WeightStore::open(llvm::StringRef name) {
  std::lock_guard<std::mutex> lock(mutex);
  auto it = files.find(name);
  if (it != files.end())
    return it->second;
  auto file = openInFolder(name);
  if (file)
    files.try_emplace(name, *file);
  return file;
}

llvm::Expected<std::shared_ptr<const MappedFile>>
WeightStore::openInFolder(llvm::StringRef name) const {
  auto refuse = [&](const llvm::Twine &reason) {
    return llvm::createStringError("weight file '" +
                                   llvm::StringRef(name).take_front(200) +
                                   "' " + reason);
  };
  if (name.empty() || name.contains('\0') || path::is_absolute(name) ||
      llvm::is_contained(llvm::make_range(path::begin(name), path::end(name)),
                         ".."))
    return refuse("is not in the folder of the model");

  // Resolve all symbolic links of the folder, which is the user's, and none
  // below it.
  llvm::SmallString<256> root, real;
  if (std::error_code code =
          llvm::sys::fs::real_path(folder.empty() ? "." : folder, root))
    return refuse("is in a folder that cannot be resolved: " + code.message());
  llvm::SmallString<256> full = root;
  path::append(full, name);
  path::remove_dots(full);
  if (std::error_code code = llvm::sys::fs::real_path(full, real))
    return refuse("cannot be opened: " + code.message());
  if (real != full)
    return refuse("is behind a symbolic link, which is not followed");
  return MappedFile::open(full, MappedFile::Symlinks::Refuse);
}

void WeightStore::addMembers(llvm::StringRef name, const ZipReader &zip) {
  std::lock_guard<std::mutex> lock(mutex);
  auto &ranges = members[name];
  ranges.reserve(zip.members().size());
  for (const ZipReader::Member &member : zip.members())
    if (member.stored && member.size)
      ranges.try_emplace(member.offset, Range{member.size, member.crc32});
}

std::optional<uint32_t> WeightStore::findCRC(llvm::StringRef name,
                                             uint64_t offset,
                                             uint64_t size) const {
  std::lock_guard<std::mutex> lock(mutex);
  auto ranges = members.find(name);
  if (ranges == members.end())
    return std::nullopt;
  auto range = ranges->second.find(offset);
  if (range == ranges->second.end() || range->second.size != size)
    return std::nullopt;
  return range->second.crc32;
}
