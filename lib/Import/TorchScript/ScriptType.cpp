//===- ScriptType.cpp - Types of TorchScript ------------------------------===//
//
// See ScriptType.h.
//
//===----------------------------------------------------------------------===//

#include "ScriptType.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace torch_onnx;
using llvm::StringRef;
using Kind = ScriptType::Kind;

/// The limit of nested types, which come from untrusted files.
static constexpr unsigned maxDepth = 64;

std::string ScriptType::str() const {
  auto list = [&](StringRef head) {
    std::string text = head.str() + "[";
    llvm::interleave(
        elements, [&](const ScriptType *element) { text += element->str(); },
        [&] { text += ", "; });
    return text + "]";
  };
  switch (kind) {
  case Kind::Any:
    return "Any";
  case Kind::None:
    return "NoneType";
  case Kind::Tensor:
    return "Tensor";
  case Kind::Int:
    return "int";
  case Kind::Float:
    return "float";
  case Kind::Complex:
    return "complex";
  case Kind::Bool:
    return "bool";
  case Kind::Number:
    return "number";
  case Kind::String:
    return "str";
  case Kind::Device:
    return "Device";
  case Kind::Generator:
    return "Generator";
  case Kind::List:
    return list("List");
  case Kind::Tuple:
    return list("Tuple");
  case Kind::Dict:
    return list("Dict");
  case Kind::AnyList:
    return "list";
  case Kind::AnyTuple:
    return "tuple";
  case Kind::Optional:
    return list("Optional");
  case Kind::Union:
    return list("Union");
  case Kind::Future:
    return list("Future");
  case Kind::Named:
    return name;
  }
  llvm_unreachable("all kinds");
}

const ScriptType *ScriptTypes::get(StringRef text) {
  auto [it, isNew] = types.try_emplace(text);
  if (!isNew)
    return it->second.get();
  StringRef rest = text;
  const ScriptType *type = parse(rest, 0);
  auto made = std::make_unique<ScriptType>();
  if (type && rest.trim().empty())
    *made = *type;
  // Parsing may have added types and rehashed the table.
  return (types[text] = std::move(made)).get();
}

/// Parses a type from the start of `text`; null if there is none.
const ScriptType *ScriptTypes::parse(StringRef &text, unsigned depth) {
  if (depth == maxDepth)
    return nullptr;
  text = text.ltrim();
  size_t end = text.find_if([](char c) {
    return c == '[' || c == ']' || c == ',' || c == '(' || c == ')' || c == ' ';
  });
  StringRef word = text.take_front(end);
  text = text.drop_front(word.size());
  auto type = std::make_unique<ScriptType>();
  type->kind = llvm::StringSwitch<Kind>(word)
                   .Case("Any", Kind::Any)
                   .Cases({"NoneType", "None"}, Kind::None)
                   .Case("Tensor", Kind::Tensor)
                   .Case("int", Kind::Int)
                   .Case("float", Kind::Float)
                   .Case("complex", Kind::Complex)
                   .Case("bool", Kind::Bool)
                   .Cases({"number", "Scalar"}, Kind::Number)
                   .Case("str", Kind::String)
                   .Cases({"Device", "device"}, Kind::Device)
                   .Case("Generator", Kind::Generator)
                   .Case("List", Kind::List)
                   .Case("Tuple", Kind::Tuple)
                   .Case("Dict", Kind::Dict)
                   .Case("list", Kind::AnyList)
                   .Case("tuple", Kind::AnyTuple)
                   .Case("Optional", Kind::Optional)
                   .Case("Union", Kind::Union)
                   .Case("Future", Kind::Future)
                   .Default(Kind::Named);
  if (type->isA(Kind::Named)) {
    if (word.empty())
      return nullptr;
    type->name = word.str();
  }
  if (text.consume_front("[")) {
    while (!text.consume_front("]")) {
      // The empty tuple is "Tuple[()]".
      if (text.consume_front("()"))
        continue;
      const ScriptType *element = parse(text, depth + 1);
      if (!element)
        return nullptr;
      type->elements.push_back(element);
      text = text.ltrim();
      if (!text.consume_front(",") && !text.starts_with("]"))
        return nullptr;
      text = text.ltrim();
    }
  }
  size_t expected = llvm::StringSwitch<size_t>(word)
                        .Cases({"List", "Optional", "Future"}, 1)
                        .Case("Dict", 2)
                        .Default(0);
  if (type->elements.size() < expected)
    return nullptr;
  parts.push_back(std::move(type));
  return parts.back().get();
}
