//===- WeightStore.cpp - The files of weights -----------------------------===//
//
// Opens files by name on first use. A name that was not added cannot lead out
// of the folder.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Weight/IR/WeightStore.h"
#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"
#include "torch-onnx/Support/Checksum.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/xxhash.h"

using namespace torch_onnx;
using namespace torch_onnx::weight;

WeightStore &weight::getWeightStore(mlir::MLIRContext *context) {
  return context->getOrLoadDialect<WeightDialect>()->getStore();
}

namespace {
class FolderExtension
    : public mlir::DialectExtension<FolderExtension, WeightDialect> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FolderExtension)

  explicit FolderExtension(llvm::StringRef folder) : folder(folder) {}
  void apply(mlir::MLIRContext *, WeightDialect *dialect) const override {
    dialect->getStore().setFolder(folder);
  }

private:
  std::string folder;
};
} // namespace

void weight::setWeightFolder(mlir::DialectRegistry &registry,
                             llvm::StringRef folder) {
  registry.addExtension(mlir::TypeID::get<FolderExtension>(),
                        std::make_unique<FolderExtension>(folder));
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
  auto file = MappedFile::openBelow(folder, name);
  if (file)
    files.try_emplace(name, *file);
  return file;
}

void WeightStore::addMembers(llvm::StringRef name, const ZipReader &zip) {
  // Without checksums, weights can only be distinguished by their bytes.
  if (!hasChecksums(zip))
    return;
  std::lock_guard<std::mutex> lock(mutex);
  auto &ranges = members[name];
  ranges.reserve(zip.members().size());
  for (const ZipReader::Member &member : zip.members())
    if (member.stored && member.size)
      ranges.try_emplace(member.offset, Range{member.size, member.crc32});

  llvm::SmallVector<uint64_t> facts;
  for (const ZipReader::Member &member : zip.members())
    facts.append({member.offset, member.size, member.crc32});
  digests[name] = llvm::xxh3_64bits(
      llvm::ArrayRef(reinterpret_cast<const uint8_t *>(facts.data()),
                     facts.size() * sizeof(uint64_t)));
}

std::optional<uint64_t> WeightStore::getDigest(llvm::StringRef name) const {
  std::lock_guard<std::mutex> lock(mutex);
  auto it = digests.find(name);
  if (it != digests.end())
    return it->second;
  auto file = files.find(name);
  if (file == files.end() || !file->second->isInMemory())
    return std::nullopt;
  llvm::ArrayRef<char> bytes = file->second->bytes();
  return digests[name] =
             llvm::xxh3_64bits(llvm::StringRef(bytes.data(), bytes.size()));
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
