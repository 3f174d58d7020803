//===- Json.cpp - JSON values that report errors --------------------------===//
//
// Nothing here recurses: simdjson refuses documents deeper than 1024 levels.
//
//===----------------------------------------------------------------------===//

#include "Json.h"

using namespace torch_onnx;

static llvm::StringRef toStringRef(std::string_view text) {
  return llvm::StringRef(text.data(), text.size());
}

static llvm::StringRef getKindName(simdjson::dom::element_type type) {
  using simdjson::dom::element_type;
  switch (type) {
  case element_type::ARRAY:
    return "an array";
  case element_type::OBJECT:
    return "an object";
  case element_type::INT64:
  case element_type::UINT64:
    return "an integer";
  case element_type::DOUBLE:
    return "a number";
  case element_type::STRING:
    return "a string";
  case element_type::BOOL:
    return "a boolean";
  case element_type::NULL_VALUE:
    return "null";
  }
  return "something else";
}

void Json::error(const llvm::Twine &message) const {
  if (document)
    document->error(message);
}

void Json::expected(llvm::StringRef what) const {
  // A missing value was reported when it was looked up.
  if (present)
    error("expected " + what + ", found " + getKindName(element.type()));
}

Json Json::find(llvm::StringRef key) const {
  simdjson::dom::element value;
  if (!present ||
      element.at_key(std::string_view(key.data(), key.size())).get(value))
    return {};
  return Json(document, value);
}

Json Json::operator[](llvm::StringRef key) const {
  if (!present)
    return {};
  if (!element.is_object()) {
    expected("an object with '" + key.str() + "'");
    return {};
  }
  Json value = find(key);
  if (!value.present)
    error("member '" + key + "' is missing");
  return value;
}

llvm::StringRef Json::asString() const {
  std::string_view text;
  if (present && !element.get(text))
    return toStringRef(text);
  expected("a string");
  return {};
}

int64_t Json::asInt() const {
  int64_t value = 0;
  if (present && !element.get(value))
    return value;
  expected("a 64-bit integer");
  return 0;
}

double Json::asDouble() const {
  double value = 0;
  if (present && !element.get(value))
    return value;
  // torch.export.save writes infinities and NaN as strings, because JSON
  // numbers lack them.
  if (isString()) {
    llvm::StringRef text = asString();
    if (text == "Infinity")
      return std::numeric_limits<double>::infinity();
    if (text == "-Infinity")
      return -std::numeric_limits<double>::infinity();
    if (text == "NaN")
      return std::numeric_limits<double>::quiet_NaN();
  }
  expected("a number");
  return 0;
}

bool Json::asBool() const {
  bool value = false;
  if (present && !element.get(value))
    return value;
  expected("a boolean");
  return false;
}

void Json::forEach(llvm::function_ref<void(Json)> visit) const {
  simdjson::dom::array array;
  if (!present || element.get(array))
    return expected("an array");
  for (simdjson::dom::element item : array)
    visit(Json(document, item));
}

void Json::forEachMember(
    llvm::function_ref<void(llvm::StringRef, Json)> visit) const {
  simdjson::dom::object object;
  if (!present || element.get(object))
    return expected("an object");
  for (simdjson::dom::key_value_pair member : object)
    visit(toStringRef(member.key), Json(document, member.value));
}

std::pair<llvm::StringRef, Json> Json::asUnion() const {
  std::pair<llvm::StringRef, Json> arm;
  simdjson::dom::object object;
  if (!present || element.get(object)) {
    expected("an object with one member");
    return arm;
  }
  size_t count = 0;
  for (simdjson::dom::key_value_pair member : object) {
    if (count++ == 0)
      arm = {toStringRef(member.key), Json(document, member.value)};
  }
  if (count != 1) {
    error("expected an object with one member, found " + llvm::Twine(count) +
          " members");
    return {};
  }
  return arm;
}

Json JsonDocument::parse(llvm::ArrayRef<char> text, size_t padding) {
  // Trailing spaces are padding for the parser, which reads beyond the end.
  llvm::StringRef trimmed =
      llvm::StringRef(text.data(), text.size()).rtrim(' ');
  padding += text.size() - trimmed.size();
  // The parser is released here: its index of the text takes a third of the
  // memory.
  simdjson::dom::parser parser;
  simdjson::dom::element root;
  simdjson::error_code code =
      parser
          .parse_into_document(values, trimmed.data(), trimmed.size(),
                               /*realloc_if_needed=*/padding <
                                   simdjson::SIMDJSON_PADDING)
          .get(root);
  if (code) {
    error(llvm::Twine("not valid JSON: ") + simdjson::error_message(code));
    return {};
  }
  return Json(this, root);
}

void JsonDocument::error(const llvm::Twine &message) {
  if (hasError)
    return;
  hasError = true;
  std::string text = name + ": ";
  if (!context.empty())
    text += context + ": ";
  mlir::emitError(loc, getPrintable(text + message));
}
