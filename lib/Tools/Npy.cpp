//===- Npy.cpp - Arrays of NumPy ------------------------------------------===//
//
// See Npy.h. Files are untrusted: every size is compared with the available
// bytes.
//
//===----------------------------------------------------------------------===//

#include "Npy.h"

#include "torch-onnx/Support/MappedFile.h"
#include "torch-onnx/Support/ZipReader.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Endian.h"

using namespace mlir;
using namespace torch_onnx;

/// The text after `key` in the dictionary of a header.
static StringRef getEntry(StringRef header, StringRef key) {
  size_t at = header.find(("'" + key + "':").str());
  return at == StringRef::npos ? StringRef()
                               : header.drop_front(at + key.size() + 3).ltrim();
}

/// The type of a descr such as "<f4"; null unless it is a number or a bool.
static Type getType(StringRef descr, MLIRContext *ctx) {
  Builder b(ctx);
  return llvm::StringSwitch<Type>(descr)
      .Case("<f2", b.getF16Type())
      .Case("<f4", b.getF32Type())
      .Case("<f8", b.getF64Type())
      .Case("<c8", ComplexType::get(b.getF32Type()))
      .Case("<c16", ComplexType::get(b.getF64Type()))
      .Case("|b1", b.getI1Type())
      .Case("|i1", b.getI8Type())
      .Case("<i2", b.getI16Type())
      .Case("<i4", b.getI32Type())
      .Case("<i8", b.getI64Type())
      .Case("|u1", b.getIntegerType(8, /*isSigned=*/false))
      .Case("<u2", b.getIntegerType(16, /*isSigned=*/false))
      .Case("<u4", b.getIntegerType(32, /*isSigned=*/false))
      .Case("<u8", b.getIntegerType(64, /*isSigned=*/false))
      .Default(Type());
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
    return fail("this is no array of NumPy");
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
    return fail("the array is in column-major order; save "
                "numpy.ascontiguousarray() of it");
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
torch_onnx::readArrays(StringRef path) {
  auto file = MappedFile::open(path);
  if (!file)
    return file.takeError();
  std::vector<std::pair<std::string, std::string>> arrays;
  ArrayRef<char> bytes = (*file)->bytes();
  if (!StringRef(bytes.data(), bytes.size()).starts_with("PK")) {
    arrays.emplace_back("", std::string(bytes.begin(), bytes.end()));
    return arrays;
  }
  auto archive = ZipReader::open(*file);
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
