//===- Npy.cpp - Arrays of NumPy ------------------------------------------===//
//
// See Npy.h. Files are untrusted: every size is compared with the available
// bytes.
//
//===----------------------------------------------------------------------===//

#include "Npy.h"

#include "torch-onnx/Support/ToolFiles.h"
#include "torch-onnx/Support/ZipReader.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/EndianStream.h"

using namespace mlir;
using namespace torch_onnx;

/// The text after `key` in the dictionary of a header.
static StringRef getEntry(StringRef header, StringRef key) {
  size_t at = header.find(("'" + key + "':").str());
  return at == StringRef::npos ? StringRef()
                               : header.drop_front(at + key.size() + 3).ltrim();
}

/// The element types that NumPy supports, with their descr.
static SmallVector<std::pair<StringRef, Type>> getTypes(MLIRContext *ctx) {
  Builder b(ctx);
  return {{"<f2", b.getF16Type()},
          {"<f4", b.getF32Type()},
          {"<f8", b.getF64Type()},
          {"<c8", ComplexType::get(b.getF32Type())},
          {"<c16", ComplexType::get(b.getF64Type())},
          {"|b1", b.getI1Type()},
          {"|i1", b.getI8Type()},
          {"<i2", b.getI16Type()},
          {"<i4", b.getI32Type()},
          {"<i8", b.getI64Type()},
          {"|u1", b.getIntegerType(8, /*isSigned=*/false)},
          {"<u2", b.getIntegerType(16, /*isSigned=*/false)},
          {"<u4", b.getIntegerType(32, /*isSigned=*/false)},
          {"<u8", b.getIntegerType(64, /*isSigned=*/false)}};
}

/// The type of a descr such as "<f4"; null for a descr that is not in the list.
static Type getType(StringRef descr, MLIRContext *ctx) {
  for (auto [known, type] : getTypes(ctx))
    if (known == descr)
      return type;
  return {};
}

/// The descr of a type; that of raw bytes if NumPy lacks the type.
static std::string getDescr(Type type) {
  for (auto [descr, known] : getTypes(type.getContext()))
    if (known == type)
      return descr.str();
  return "|V" + std::to_string(arithmetic::getStorageWidth(type));
}

llvm::Expected<arithmetic::Tensor> torch_onnx::readNpy(ArrayRef<char> bytes,
                                                       Type elementType,
                                                       MLIRContext *context,
                                                       StringRef name) {
  auto fail = [&](const Twine &what) {
    return llvm::createStringError(name + ": " + what);
  };
  StringRef text(bytes.data(), bytes.size());
  if (!text.consume_front("\x93NUMPY") || text.size() < 6)
    return fail("this is not a NumPy array");
  bool isFirst = text[0] == 1;
  uint64_t length = isFirst ? llvm::support::endian::read16le(text.data() + 2)
                            : llvm::support::endian::read32le(text.data() + 2);
  text = text.drop_front(isFirst ? 4 : 6);
  if (length > text.size())
    return fail("the header is cut off");
  StringRef header = text.take_front(length), data = text.drop_front(length);
  StringRef descr = getEntry(header, "descr");
  descr = descr.drop_front(descr.empty() ? 0 : 1).take_until([](char c) {
    return c == '\'';
  });
  if (!getEntry(header, "fortran_order").starts_with("False"))
    return fail("the array is in column-major order; save its "
                "numpy.ascontiguousarray()");
  SmallVector<int64_t> shape;
  StringRef sizes =
      getEntry(header, "shape").drop_front(1).take_until([](char c) {
        return c == ')';
      });
  for (StringRef size : llvm::split(sizes, ',')) {
    int64_t number;
    if (size.trim().empty())
      continue;
    if (size.trim().getAsInteger(10, number) || number < 0)
      return fail("the shape cannot be read");
    shape.push_back(number);
  }
  Type type = getType(descr, context);
  if (elementType && type != elementType) {
    // Types that NumPy lacks are saved as bytes.
    uint64_t width = 0;
    bool isOfBytes = (descr.starts_with("|V") || descr.starts_with("<V")) &&
                     !descr.drop_front(2).getAsInteger(10, width);
    if (!isOfBytes || static_cast<int64_t>(width) !=
                          arithmetic::getStorageWidth(elementType)) {
      std::string expected;
      llvm::raw_string_ostream(expected) << elementType;
      return fail("the elements are '" + descr + "', expected " + expected);
    }
    type = elementType;
  }
  if (!type)
    return fail("elements of type '" + descr + "' are not supported");
  auto tensorType = RankedTensorType::get(shape, type);
  auto size = arithmetic::getMemorySize(tensorType);
  if (!size || static_cast<uint64_t>(*size) != data.size())
    return fail("the array has " + Twine(data.size()) +
                " bytes, which do not fit its shape");
  arithmetic::Tensor tensor(tensorType);
  if (*size)
    std::memcpy(tensor.data(), data.data(), *size);
  if (type.isInteger(1))
    for (char &byte : tensor.getMutableBytes())
      byte = byte != 0;
  return tensor;
}

llvm::Expected<std::vector<std::pair<std::string, std::string>>>
torch_onnx::readArrays(std::shared_ptr<const MappedFile> file) {
  std::vector<std::pair<std::string, std::string>> arrays;
  ArrayRef<char> bytes = file->bytes();
  if (!StringRef(bytes.data(), bytes.size()).starts_with("PK")) {
    arrays.emplace_back("", std::string(bytes.begin(), bytes.end()));
    return arrays;
  }
  auto archive = ZipReader::open(std::move(file));
  if (!archive)
    return archive.takeError();
  for (const ZipReader::Member &member : archive->members()) {
    auto content = archive->inflate(member, uint64_t(1) << 32);
    if (!content)
      return content.takeError();
    StringRef name = member.name;
    name.consume_back(".npy");
    arrays.emplace_back(name.str(), std::move(*content));
  }
  return arrays;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// The header of a .npy file, padded to a multiple of 64 bytes.
static std::string makeNpyHeader(const arithmetic::Tensor &tensor) {
  std::string shape;
  for (int64_t size : tensor.getShape())
    shape += std::to_string(size) + ",";
  std::string entries = "{'descr': '" + getDescr(tensor.getElementType()) +
                        "', 'fortran_order': False, 'shape': (" + shape +
                        "), }";
  constexpr size_t start = 10;
  size_t length = llvm::alignTo(start + entries.size() + 1, 64) - start;
  entries.append(length - 1 - entries.size(), ' ');
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(length & 0xff);
  header += static_cast<char>(length >> 8);
  return header + entries + "\n";
}

/// The fields that the two headers of a member of a zip archive share. Nothing
/// is compressed.
static void writeZipFields(llvm::support::endian::Writer &writer, uint32_t crc,
                           uint32_t size, StringRef name) {
  constexpr uint16_t version = 20, isUtf8 = 0x800, firstDay = 0x21;
  for (uint16_t field : {version, isUtf8, uint16_t(0), uint16_t(0), firstDay})
    writer.write<uint16_t>(field);
  for (uint32_t field : {crc, size, size})
    writer.write<uint32_t>(field);
  writer.write<uint16_t>(name.size());
  writer.write<uint16_t>(0);
}

llvm::Error torch_onnx::writeArrays(
    StringRef path,
    ArrayRef<std::pair<std::string, arithmetic::Tensor>> tensors) {
  auto output = ToolOutput::open(path);
  if (!output)
    return output.takeError();
  std::string directory;
  llvm::raw_string_ostream entries(directory);
  llvm::support::endian::Writer file(**output, llvm::endianness::little);
  llvm::support::endian::Writer central(entries, llvm::endianness::little);
  uint64_t offset = 0;
  for (const auto &[plain, tensor] : tensors) {
    std::string name = plain + ".npy", header = makeNpyHeader(tensor);
    ArrayRef<char> bytes = tensor.getBytes();
    uint64_t size = header.size() + bytes.size();
    uint64_t next = offset + 30 + name.size() + size;
    if (next > UINT32_MAX || name.size() > UINT16_MAX ||
        header.size() > UINT16_MAX)
      return llvm::createStringError("'" + plain + "' does not fit into '" +
                                     path + "', which has at most 4 GB in all");
    uint32_t crc = llvm::crc32(llvm::arrayRefFromStringRef(header));
    crc = llvm::crc32(crc, llvm::arrayRefFromStringRef(
                               StringRef(bytes.data(), bytes.size())));
    file.write<uint32_t>(0x04034b50);
    writeZipFields(file, crc, size, name);
    **output << name << header << StringRef(bytes.data(), bytes.size());
    central.write<uint32_t>(0x02014b50);
    central.write<uint16_t>(20); // The version that has written it.
    writeZipFields(central, crc, size, name);
    for (int field = 0; field < 3; ++field)
      central.write<uint16_t>(0);
    central.write<uint32_t>(0);
    central.write<uint32_t>(offset);
    entries << name;
    offset = next;
  }
  **output << directory;
  file.write<uint32_t>(0x06054b50);
  for (uint16_t field : {size_t(0), size_t(0), tensors.size(), tensors.size()})
    file.write<uint16_t>(field);
  file.write<uint32_t>(directory.size());
  file.write<uint32_t>(offset);
  file.write<uint16_t>(0);
  return (*output)->commit();
}
