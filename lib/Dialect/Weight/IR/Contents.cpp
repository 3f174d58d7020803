//===- Contents.cpp - Finding equal weights -------------------------------===//
//
// Attributes are uniqued, so the same position in the same file is the same
// attribute. Equal bytes at different positions are found by the CRC-32 in the
// archive, and then compared.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Weight/IR/Reader.h"
#include "torch-onnx/Dialect/Weight/IR/WeightStore.h"
#include "torch-onnx/Support/DiagnosticCapture.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <cstring>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::weight;

/// The CRC-32 of the elements, if it has been computed already.
static std::optional<uint32_t> findCRC(ElementsAttr attr) {
  auto file = dyn_cast<FileAttr>(attr);
  if (!file || !file.isContiguous() || file.getExtent() == 0)
    return std::nullopt;
  return getWeightStore(attr.getContext())
      .findCRC(file.getFile(), file.getOffset(), file.getExtent());
}

uint64_t weight::getContentKey(ElementsAttr attr) {
  if (std::optional<uint32_t> crc = findCRC(attr))
    return llvm::hash_combine(attr.getShapedType(), *crc);
  return llvm::hash_value(attr.getAsOpaquePointer());
}

static uint64_t hashBytes(StringRef bytes) { return llvm::xxh3_64bits(bytes); }

/// A hash of the bytes.
static llvm::Expected<uint64_t> hashElements(ElementsAttr attr) {
  uint64_t hash = 0;
  DiagnosticCapture capture(attr.getContext());
  LogicalResult result = weight::forEachBlock(attr, [&](ArrayRef<char> block) {
    uint64_t pair[] = {hash, hashBytes(StringRef(block.data(), block.size()))};
    hash = hashBytes(
        StringRef(reinterpret_cast<const char *>(pair), sizeof(pair)));
    return success();
  });
  if (failed(result))
    return llvm::createStringError(capture.getMessage());
  return hash;
}

llvm::Expected<uint64_t> weight::getContentDigest(ElementsAttr attr) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << attr.getShapedType();
  auto file = dyn_cast<FileAttr>(attr);
  std::optional<uint64_t> archive;
  if (file)
    archive = getWeightStore(attr.getContext()).getDigest(file.getFile());
  if (archive) {
    os << " file " << *archive << " " << file.getOffset();
    for (int64_t stride : file.getStrides())
      os << " " << stride;
  } else if (auto expr = dyn_cast<ExprAttr>(attr)) {
    os << " expr " << static_cast<int>(expr.getKind()) << " " << expr.getAxis();
    for (ElementsAttr operand : expr.getOperands()) {
      auto digest = getContentDigest(operand);
      if (!digest)
        return digest;
      os << " " << *digest;
    }
  } else {
    auto hash = hashElements(attr);
    if (!hash)
      return hash;
    os << " bytes " << *hash;
  }
  return hashBytes(text);
}

bool weight::equalContents(ElementsAttr a, ElementsAttr b) {
  if (a == b)
    return true;
  if (a.getShapedType() != b.getShapedType())
    return false;
  // Constants in memory and expressions are equal only if they are the same
  // attribute. Comparing their elements costs more than removing the few
  // duplicates saves.
  if (!isa<FileAttr>(a) || !isa<FileAttr>(b))
    return false;
  std::optional<uint32_t> crcA = findCRC(a), crcB = findCRC(b);
  if (crcA && crcB && *crcA != *crcB)
    return false;
  FileRange rangeA, rangeB;
  if (isContiguousFile(a, rangeA) && isContiguousFile(b, rangeB))
    return rangeA.bytes() == rangeB.bytes();

  // Errors are ignored here: the writer of the weights reports them.
  auto read = [](ElementsAttr attr, int64_t first, int64_t count,
                 MutableArrayRef<char> out) {
    llvm::Error error = tryReadElements(attr, first, count, out);
    bool ok = !error;
    llvm::consumeError(std::move(error));
    return ok;
  };
  int64_t count = a.getShapedType().getNumElements();
  int64_t width = getElementByteWidth(a.getShapedType().getElementType());
  int64_t block = std::min<int64_t>(count, (int64_t(4) << 20) / width);
  SmallVector<char, 0> bytesA(block * width), bytesB(block * width);
  for (int64_t first = 0; first < count; first += block) {
    int64_t part = std::min(block, count - first);
    MutableArrayRef<char> outA(bytesA.data(), part * width);
    MutableArrayRef<char> outB(bytesB.data(), part * width);
    if (!read(a, first, part, outA) || !read(b, first, part, outB) ||
        outA != outB)
      return false;
  }
  return true;
}
