//===- Pickle.cpp - Reader for PyTorch's pickles --------------------------===//
//
// Reads the bytes of a pickle, runs the pickle machine on them, and provides
// the values that it built.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Support/Pickle.h"

#include "Unpickler.h"

#include "torch-onnx/Support/Checksum.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace torch_onnx;
using llvm::StringRef;
using llvm::Twine;

std::string torch_onnx::getArchiveRoot(const ZipReader &zip) {
  return zip.members().empty()
             ? std::string()
             : zip.members().front().name.split('/').first.str();
}

bool torch_onnx::isInStorage(const PickledTensor &tensor, unsigned width) {
  if (tensor.storageOffset < 0 || tensor.sizes.size() != tensor.strides.size())
    return false;
  std::optional<int64_t> end = tensor.storageOffset;
  for (auto [size, stride] : llvm::zip_equal(tensor.sizes, tensor.strides)) {
    if (size < 0 || stride < 0)
      return false;
    if (size == 0)
      return true;
    end = end ? llvm::checkedMulAdd<int64_t>(size - 1, stride, *end) : end;
  }
  end = end ? llvm::checkedAdd<int64_t>(*end, 1) : end;
  end = end ? llvm::checkedMul<int64_t>(*end, width) : end;
  return end && uint64_t(*end) <= tensor.size;
}

std::optional<std::vector<char>>
torch_onnx::resolveSigns(const PickledTensor &tensor, unsigned width,
                         llvm::ArrayRef<char> archive) {
  size_t rank = tensor.sizes.size();
  uint64_t count = llvm::is_contained(tensor.sizes, 0) ? 0 : 1;
  for (int64_t size : tensor.sizes) {
    // A stride of 0 could repeat an element any number of times.
    if (count != 0 && uint64_t(size) > tensor.size / width / count)
      return std::nullopt;
    count *= size;
  }
  std::vector<char> elements(count * width);
  const char *storage = archive.data() + tensor.offset;
  llvm::SmallVector<int64_t> index(rank);
  bool isComplex = StringRef(tensor.dtype).starts_with("complex");
  unsigned part = isComplex ? width / 2 : width;
  for (size_t element = 0; element < count; ++element) {
    int64_t place = tensor.storageOffset;
    for (size_t axis = 0; axis < rank; ++axis)
      place += index[axis] * tensor.strides[axis];
    char *into = elements.data() + element * width;
    std::copy_n(storage + place * width, width, into);
    // The highest bit of the last byte is the sign.
    constexpr char sign = char(0x80);
    if (tensor.isNegative)
      for (unsigned end = part; end <= width; end += part)
        into[end - 1] ^= sign;
    if (tensor.isConjugate && isComplex)
      into[width - 1] ^= sign;
    for (size_t axis = rank; axis-- > 0;) {
      if (++index[axis] < tensor.sizes[axis])
        break;
      index[axis] = 0;
    }
  }
  return elements;
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

Pickle::Tables::Tables(StringRef path, StringRef member, const Options &options)
    : path(path), member(member), options(options) {
  for (Value value :
       {Value{Kind::None}, {Kind::Bool, 0, 0}, {Kind::Bool, 0, 1}})
    add(value);
}

llvm::Error Pickle::Tables::error(const Twine &message) const {
  return llvm::createStringError(path + ": member " + quoteText(member) +
                                 ": byte " + Twine(opcodeAt) + ": " + message);
}

llvm::Error Pickle::Tables::overBudget() const {
  return error("the pickle takes more than " + Twine(budget) +
               " bytes of memory, far more than PyTorch's pickles of " +
               Twine(bytes.size()) + " bytes do");
}

Pickle::Tables::Index Pickle::Tables::intern(StringRef name) {
  auto [it, isNew] = nameNumbers.try_emplace(name, names.size());
  if (isNew) {
    used += name.size() + 64;
    names.push_back(it->getKey());
  }
  return it->second;
}

StringRef Pickle::Tables::getName(Index index) const {
  int64_t number = values[index].number;
  switch (values[index].kind) {
  case Kind::Global:
    return names[number];
  case Kind::Object:
    return names[uint64_t(number) >> 32];
  case kStorage:
    return names[storages[number].name];
  default:
    return "";
  }
}

bool Pickle::Tables::readInts(Index index,
                              llvm::SmallVectorImpl<int64_t> &numbers) const {
  // Any number of tensors can share one sequence of sizes.
  constexpr size_t mostDimensions = 64;
  if (!isSequence(index) || getItems(index).size() > mostDimensions)
    return false;
  for (Index item : getItems(index)) {
    if (!isA(item, Kind::Int))
      return false;
    numbers.push_back(getNumber(item));
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Pickle
//===----------------------------------------------------------------------===//

Pickle::Pickle(std::unique_ptr<Tables> tables) : tables(std::move(tables)) {}
Pickle::~Pickle() = default;

llvm::Expected<std::unique_ptr<Pickle>>
Pickle::read(const ZipReader &zip, const ZipReader::Member &member,
             const Options &options) {
  auto tables = std::make_unique<Tables>(zip.path(), member.name, options);
  // An entry of a dictionary takes about 150 bytes here, whatever the size of
  // the tensor.
  constexpr size_t largest = size_t(64) << 20;
  if (member.contentSize > largest)
    return tables->error("the pickle is larger than 64 MB");
  if (member.stored) {
    auto bytes = getVerified(zip, member);
    if (!bytes)
      return bytes.takeError();
    tables->bytes = *bytes;
  } else {
    auto bytes = zip.inflate(member, largest);
    if (!bytes)
      return bytes.takeError();
    tables->inflated = std::move(*bytes);
    tables->bytes =
        llvm::ArrayRef<char>(tables->inflated.data(), tables->inflated.size());
  }
  tables->budget = (size_t(1) << 20) + 32 * tables->bytes.size();
  if (llvm::Error error = Unpickler(zip, *tables).run())
    return error;
  return std::unique_ptr<Pickle>(new Pickle(std::move(tables)));
}

PickleValue Pickle::getRoot() const { return PickleValue(this, tables->root); }

llvm::Error Pickle::error(const Twine &message) const {
  return tables->error(message);
}

llvm::Error Pickle::use(size_t bytes) {
  tables->used += bytes;
  if (tables->used > tables->budget)
    return tables->overBudget();
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// PickleValue
//===----------------------------------------------------------------------===//

PickleValue::Kind PickleValue::getKind() const {
  Kind kind = pickle->tables->values[index].kind;
  return kind == Pickle::Tables::kStorage ? Kind::Object : kind;
}

int64_t PickleValue::getInt() const {
  return isA(Kind::Int) || isA(Kind::Bool) ? pickle->tables->getNumber(index)
                                           : 0;
}

double PickleValue::getFloat() const {
  const Pickle::Tables &tables = *pickle->tables;
  if (isA(Kind::Float))
    return llvm::bit_cast<double>(tables.getNumber(index));
  if (isA(Kind::Complex))
    return PickleValue(pickle, tables.getItems(index)[0]).getFloat();
  return 0;
}

double PickleValue::getImaginary() const {
  if (!isA(Kind::Complex))
    return 0;
  return PickleValue(pickle, pickle->tables->getItems(index)[1]).getFloat();
}

StringRef PickleValue::getText() const {
  return isA(Kind::Text) ? pickle->tables->getText(index) : StringRef();
}

StringRef PickleValue::getName() const {
  return pickle->tables->getName(index);
}

size_t PickleValue::size() const {
  return pickle->tables->isSequence(index)
             ? pickle->tables->getItems(index).size()
             : 0;
}

PickleValue PickleValue::operator[](size_t item) const {
  return PickleValue(pickle, item < size()
                                 ? pickle->tables->getItems(index)[item]
                                 : Pickle::Tables::Index());
}

std::vector<std::pair<PickleValue, PickleValue>>
PickleValue::getEntries() const {
  std::vector<std::pair<PickleValue, PickleValue>> entries;
  if (!isA(Kind::Dict))
    return entries;
  // Keys and values alternate.
  llvm::ArrayRef<Pickle::Tables::Index> items = pickle->tables->getItems(index);
  entries.reserve(items.size() / 2);
  for (size_t i = 0; i + 1 < items.size(); i += 2)
    entries.emplace_back(PickleValue(pickle, items[i]),
                         PickleValue(pickle, items[i + 1]));
  return entries;
}

StringRef PickleValue::getTypeTag() const {
  uint32_t tag = isA(Kind::List) || isA(Kind::Dict)
                     ? pickle->tables->values[index].tag
                     : 0;
  return tag == 0 ? StringRef() : pickle->tables->names[tag - 1];
}

PickleValue PickleValue::getState() const {
  const Pickle::Tables &tables = *pickle->tables;
  return PickleValue(pickle, tables.isA(index, Kind::Object)
                                 ? tables.getState(index)
                                 : Pickle::Tables::Index());
}

PickledTensor PickleValue::getTensor() const {
  const Pickle::Tables &tables = *pickle->tables;
  PickledTensor result;
  if (!isA(Kind::Tensor))
    return result;
  const auto &tensor = tables.tensors[tables.getNumber(index)];
  if (!tensor.hasStorage) {
    result.isAbsent = true;
    return result;
  }
  const auto &storage = tables.storages[tensor.storage];
  result.dtype = tensor.dtype;
  // The pickle machine has checked that these are integers.
  tables.readInts(tensor.sizes, result.sizes);
  tables.readInts(tensor.strides, result.strides);
  result.storageOffset = tensor.storageOffset;
  result.isAbsent = storage.isAbsent;
  result.isConjugate = tensor.isConjugate;
  result.isNegative = tensor.isNegative;
  if (!storage.isAbsent) {
    result.offset = storage.offset;
    result.size = storage.size;
  }
  PickleValue quantizer = getQuantizer();
  if (quantizer.isA(Kind::None))
    return result;
  result.isQuantized = true;
  if (quantizer.size() == 4) {
    result.axis = quantizer[3].getInt();
  } else {
    result.scale = quantizer[1].getFloat();
    result.zeroPoint = quantizer[2].getInt();
  }
  return result;
}

PickleValue PickleValue::getQuantizer() const {
  const Pickle::Tables &tables = *pickle->tables;
  return PickleValue(pickle,
                     isA(Kind::Tensor)
                         ? tables.tensors[tables.getNumber(index)].quantizer
                         : Pickle::Tables::Index());
}

PickleValue PickleValue::getScales() const {
  PickleValue quantizer = getQuantizer();
  return quantizer[quantizer.size() == 4 ? 1 : 4];
}

PickleValue PickleValue::getZeroPoints() const {
  PickleValue quantizer = getQuantizer();
  return quantizer[quantizer.size() == 4 ? 2 : 4];
}
