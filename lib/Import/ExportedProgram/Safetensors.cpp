//===- Safetensors.cpp - Reader for safetensors files ---------------------===//
//
// See Safetensors.h. The rules are those of the format's own library
// (safetensors/src/tensor.rs), which refuses the same files.
//
//===----------------------------------------------------------------------===//

#include "Safetensors.h"

#include "torch-onnx/Arithmetic/Shapes.h"
#include "torch-onnx/Import/Support/ElementTypes.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/Endian.h"

using namespace mlir;
using namespace torch_onnx;

/// The limit of the format's own library.
static constexpr uint64_t largestHeader = 100'000'000;

/// The torch.dtype of a code; empty if PyTorch has none.
static StringRef getDtype(StringRef code) {
  return llvm::StringSwitch<StringRef>(code)
      .Case("BOOL", "bool")
      .Case("U8", "uint8")
      .Case("U16", "uint16")
      .Case("U32", "uint32")
      .Case("U64", "uint64")
      .Case("I8", "int8")
      .Case("I16", "int16")
      .Case("I32", "int32")
      .Case("I64", "int64")
      .Case("F16", "float16")
      .Case("BF16", "bfloat16")
      .Case("F32", "float32")
      .Case("F64", "float64")
      .Case("C64", "complex64")
      .Case("F8_E4M3", "float8_e4m3fn")
      .Case("F8_E5M2", "float8_e5m2")
      .Case("F8_E8M0", "float8_e8m0fnu")
      .Case("F8_E4M3FNUZ", "float8_e4m3fnuz")
      .Case("F8_E5M2FNUZ", "float8_e5m2fnuz")
      .Default("");
}

namespace {
/// The bytes of one tensor, to find overlaps.
struct Extent {
  uint64_t begin, end;
  StringRef name;
};
} // namespace

/// Reads the view of an entry; nothing after an error, or if the dtype is
/// unknown.
static std::optional<TensorView> readView(Json entry, uint64_t size,
                                          MLIRContext *ctx) {
  TensorView view;
  view.elementType = getElementType(getDtype(entry["dtype"].asString()), ctx);
  if (!view.elementType)
    return std::nullopt;
  std::optional<int64_t> bytes =
      arithmetic::getElementByteWidth(view.elementType);
  bool isEmpty = false;
  entry["shape"].forEach([&](Json item) {
    int64_t dim = item.asInt();
    view.shape.push_back(dim);
    isEmpty |= dim == 0;
    if (dim < 0)
      bytes = std::nullopt;
    if (bytes && dim != 0)
      bytes = llvm::checkedMul(*bytes, dim);
  });
  if (!bytes || (isEmpty ? 0 : uint64_t(*bytes)) != size) {
    entry.error("its shape does not have the " + Twine(size) +
                " bytes of its data_offsets");
    return std::nullopt;
  }
  view.strides = arithmetic::getRowMajorStrides(view.shape);
  return view;
}

LogicalResult torch_onnx::readSafetensors(
    const MappedFile &file, StringRef name, Location loc,
    function_ref<LogicalResult(StringRef, StoredTensor)> add) {
  ArrayRef<char> bytes = file.bytes();
  if (bytes.size() < 8)
    return emitError(loc, "not a safetensors file: it has ")
           << bytes.size() << " bytes, fewer than the length of a header";
  uint64_t length = llvm::support::endian::read64le(bytes.data());
  if (length > bytes.size() - 8 && (bytes.size() == 8 || bytes[8] != '{'))
    return emitError(loc, "neither a safetensors file nor an archive of "
                          "torch.save or torch.export.save nor an index "
                          "(.json)");
  if (length > largestHeader || length > bytes.size() - 8)
    return emitError(loc, "not a safetensors file: a header of ")
           << length << " bytes, in a file of " << bytes.size()
           << (length > largestHeader ? " (at most 100000000 are read)" : "");
  ArrayRef<char> header = bytes.slice(8, length);
  if (header.empty() || header.front() != '{')
    return emitError(
        loc, "not a safetensors file: its header does not begin with '{'");
  uint64_t dataBegin = 8 + length, dataSize = bytes.size() - dataBegin;

  bool hasError = false;
  JsonDocument document(loc, "the header", hasError);
  Json root = document.parse(header, dataSize);
  std::vector<Extent> extents;
  llvm::StringSet<> names;
  root.forEachMember([&](StringRef key, Json entry) {
    if (hasError)
      return;
    document.setContext(("'" + key + "'").str());
    if (!names.insert(key).second)
      return document.error("is there twice");
    if (key == "__metadata__")
      return;
    SmallVector<int64_t, 2> offsets;
    entry["data_offsets"].forEach(
        [&](Json item) { offsets.push_back(item.asInt()); });
    if (hasError)
      return;
    if (offsets.size() != 2 || offsets[0] < 0 || offsets[1] < offsets[0] ||
        uint64_t(offsets[1]) > dataSize)
      return entry.error("its data_offsets are not a range of the " +
                         Twine(dataSize) + " bytes behind the header");
    uint64_t begin = offsets[0], end = offsets[1];
    extents.push_back({begin, end, key});
    StoredTensor tensor;
    tensor.file = name;
    tensor.offset = dataBegin + begin;
    tensor.size = end - begin;
    tensor.view = readView(entry, tensor.size, loc.getContext());
    if (!hasError && failed(add(key, std::move(tensor))))
      hasError = true;
  });
  if (hasError)
    return failure();
  document.setContext("");

  llvm::sort(extents, [](const Extent &a, const Extent &b) {
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
  uint64_t end = 0;
  for (const Extent &extent : extents) {
    if (extent.begin != end)
      document.error("'" + extent.name + "' begins at byte " +
                     Twine(extent.begin) +
                     ", where the tensors before it end "
                     "at " +
                     Twine(end));
    end = extent.end;
  }
  if (end != dataSize)
    document.error("the tensors end at byte " + Twine(end) + " of " +
                   Twine(dataSize));
  return failure(hasError);
}
