//===- Json.h - JSON values that report errors ------------------*- C++ -*-===//
//
// A thin layer over simdjson for reading data of a known structure from an
// untrusted file. A value of the wrong kind reports one located error and reads
// as empty. Readers therefore need not check each step; they check
// JsonDocument::failed() where it matters.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_JSON_H
#define TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_JSON_H

#include "torch-onnx/Support/Printable.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <simdjson.h>
#include <string>

namespace torch_onnx {

class JsonDocument;

/// One value of a document. An absent value reads as empty.
class Json {
public:
  Json() = default;
  Json(JsonDocument *document, simdjson::dom::element element)
      : document(document), element(element), present(true) {}

  /// Absent or null.
  bool isNull() const { return !present || element.is_null(); }
  bool isPresent() const { return present; }
  bool isString() const { return present && element.is_string(); }
  bool isObject() const { return present && element.is_object(); }

  /// A required member / an optional member. Members are found by a linear
  /// search, so objects should have few fields.
  Json operator[](llvm::StringRef key) const;
  Json find(llvm::StringRef key) const;

  llvm::StringRef asString() const;
  int64_t asInt() const;
  double asDouble() const;
  bool asBool() const;

  void forEach(llvm::function_ref<void(Json)> visit) const;
  void forEachMember(
      llvm::function_ref<void(llvm::StringRef key, Json value)> visit) const;

  /// A union of the schema: an object whose only member is its arm.
  std::pair<llvm::StringRef, Json> asUnion() const;

  /// Reports `message`; only the first error is printed.
  void error(const llvm::Twine &message) const;

private:
  void expected(llvm::StringRef what) const;

  JsonDocument *document = nullptr;
  simdjson::dom::element element;
  bool present = false;
};

/// Owns the parsed form of one file.
class JsonDocument {
public:
  /// Documents that are read together share `hasError`: after an error in one
  /// document, its missing values read as empty, so none of the documents is
  /// valid.
  JsonDocument(mlir::Location loc, llvm::StringRef name, bool &hasError)
      : loc(loc), name(name), hasError(hasError) {}
  JsonDocument(const JsonDocument &) = delete;

  /// Parses `text`. `padding` is the number of readable bytes after it in
  /// memory; enough padding avoids a copy.
  Json parse(llvm::ArrayRef<char> text, size_t padding);

  bool failed() const { return hasError; }
  /// For errors that were reported elsewhere.
  void error(const llvm::Twine &message);
  /// The current position, for messages: "node 12 (conv2d)".
  void setContext(std::string text) { context = std::move(text); }

private:
  simdjson::dom::document values;
  mlir::Location loc;
  std::string name, context;
  bool &hasError;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_JSON_H
