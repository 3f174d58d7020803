//===- OlderArchives.cpp - Archives of PyTorch 2.5 to 2.8 -----------------===//
//
// See OlderArchives.h.
//
//===----------------------------------------------------------------------===//

#include "OlderArchives.h"

#include "torch-onnx/Import/Support/ElementTypes.h"
#include "torch-onnx/Support/StateDict.h"

using namespace mlir;
using namespace torch_onnx;

std::optional<std::string> older::quoteNonFinite(ArrayRef<char> text) {
  constexpr StringRef tokens[] = {"-Infinity", "Infinity", "NaN"};
  StringRef rest(text.data(), text.size());
  std::string result;
  // Most programs have no such number.
  if (!rest.contains("Infinity") && !rest.contains("NaN"))
    return std::nullopt;
  bool inString = false, changed = false;
  while (!rest.empty()) {
    // Skips to the next character that may begin or end a string or a token.
    size_t plain =
        inString ? rest.find_first_of("\"\\") : rest.find_first_of("\"-IN");
    result += rest.take_front(plain);
    rest = rest.drop_front(std::min(plain, rest.size()));
    if (rest.empty())
      break;
    StringRef token;
    for (StringRef candidate : tokens)
      if (!inString && rest.starts_with(candidate))
        token = candidate;
    if (!token.empty()) {
      result += ("\"" + token + "\"").str();
      rest = rest.drop_front(token.size());
      changed = true;
      continue;
    }
    // A backslash escapes the next character.
    size_t count = rest.front() == '\\' ? 2 : 1;
    inString ^= rest.front() == '"';
    result += rest.take_front(count);
    rest = rest.drop_front(std::min(count, rest.size()));
  }
  if (!changed)
    return std::nullopt;
  return result;
}

std::optional<int64_t> older::readBound(Json bound) {
  if (bound.isNull())
    return std::nullopt;
  if (bound.isString())
    if (StringRef text = bound.asString();
        text == "Infinity" || text == "-Infinity")
      return std::nullopt;
  return bound.asInt();
}

llvm::Error older::readTensors(ArrayRef<char> bytes, uint64_t offset,
                               StringRef file, StringRef path, MLIRContext *ctx,
                               llvm::StringMap<StoredTensor> &tensors,
                               StringRef prefix) {
  auto zip = ZipReader::open(bytes, path);
  if (!zip)
    return zip.takeError();
  auto dictionary = readStateDict(*zip);
  if (!dictionary)
    return dictionary.takeError();
  for (const StateDictTensor &entry : *dictionary) {
    StoredTensor &tensor = tensors[(prefix + entry.name).str()];
    tensor.file = entry.isSubclass ? StringRef() : file;
    tensor.isAbsent = entry.isAbsent;
    tensor.isPickled = entry.isSubclass;
    if (entry.isAbsent || entry.isSubclass)
      continue;
    tensor.offset = offset + entry.offset;
    tensor.size = entry.size;
    TensorView &view = tensor.view.emplace();
    view.elementType = getElementType(entry.dtype, ctx);
    view.shape.assign(entry.sizes.begin(), entry.sizes.end());
    view.strides.assign(entry.strides.begin(), entry.strides.end());
    view.offset = entry.storageOffset;
  }
  return llvm::Error::success();
}
