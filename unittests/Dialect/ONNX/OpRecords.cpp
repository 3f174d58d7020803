//===- OpRecords.cpp - The definitions of the onnx operators --------------===//
//
// Reads TableGen's records from JSON. A record is an object; a reference to one
// is {"def": name}; a dag has "args", a list of [reference, name].
//
//===----------------------------------------------------------------------===//

#include "OpRecords.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

#include <set>

using namespace torch_onnx;
using llvm::StringRef;
namespace json = llvm::json;

namespace {

class Reader {
public:
  explicit Reader(const json::Object &root) : root(root) {}

  std::map<std::string, OpRecord> read() {
    std::map<std::string, OpRecord> ops;
    const json::Array *names =
        root.getObject("!instanceof")->getArray("ONNX_Op");
    for (const json::Value &name : *names) {
      const json::Object &record = get(*name.getAsString());
      ops[record.getString("opName")->str()] = readOp(record);
    }
    return ops;
  }

private:
  const json::Object &get(StringRef name) const {
    return *root.getObject(name);
  }

  const json::Object &follow(const json::Value &reference) const {
    return get(*reference.getAsObject()->getString("def"));
  }

  static bool isA(const json::Object &record, StringRef superclass) {
    for (const json::Value &name : *record.getArray("!superclasses"))
      if (name.getAsString() == superclass)
        return true;
    return false;
  }

  static StringRef nameOf(const json::Object &record) {
    return *record.getString("!name");
  }

  OpRecord readOp(const json::Object &record) const {
    OpRecord op;
    op.definition = nameOf(record).str();
    for (auto [value, name] : readDag(record, "arguments")) {
      if (isA(*value, "Attr"))
        op.attributes[name] = readAttribute(*value, name);
      else
        op.operands.push_back(readParameter(*value, name));
    }
    for (auto [value, name] : readDag(record, "results"))
      op.results.push_back(readParameter(*value, name));
    for (auto [value, name] : readDag(record, "regions"))
      op.attributes[name] = {false, {name, AttributeKind::Graph, true, {}}};
    return op;
  }

  std::vector<std::pair<const json::Object *, std::string>>
  readDag(const json::Object &record, StringRef field) const {
    std::vector<std::pair<const json::Object *, std::string>> result;
    for (const json::Value &arg : *record.getObject(field)->getArray("args")) {
      const json::Object *value = &follow((*arg.getAsArray())[0]);
      // Res<>: a result with effects.
      if (isA(*value, "OpVariable"))
        value = &follow(*value->get("constraint"));
      result.emplace_back(value, (*arg.getAsArray())[1].getAsString()->str());
    }
    return result;
  }

  //===--- Operands and results -------------------------------------------===//

  ParameterSchema readParameter(const json::Object &record,
                                std::string name) const {
    ParameterSchema parameter;
    parameter.name = std::move(name);
    if (isA(record, "Variadic"))
      parameter.kind = ParameterKind::Variadic;
    else if (isA(record, "ONNX_OrNone"))
      parameter.kind = ParameterKind::Optional;
    std::set<std::string> types;
    addTypes(record, types);
    parameter.types.assign(types.begin(), types.end());
    return parameter;
  }

  void addTypes(const json::Object &type, std::set<std::string> &types) const {
    if (isA(type, "Variadic")) {
      addTypes(follow(*type.get("baseType")), types);
    } else if (isA(type, "AnyTypeOf")) {
      for (const json::Value &allowed : *type.getArray("allowedTypes"))
        addTypes(follow(allowed), types);
    } else if (isA(type, "ONNX_TensorOf")) {
      for (const json::Value &element : *type.getArray("elementTypes"))
        types.insert("tensor(" + getElementType(follow(element)) + ")");
    } else if (nameOf(type) == "ONNX_Sequence") {
      types.insert("seq");
    } else if (nameOf(type) == "ONNX_Optional") {
      types.insert("optional");
    }
  }

  std::string getElementType(const json::Object &type) const {
    if (isA(type, "I")) {
      int64_t width = *type.getInteger("bitwidth");
      return width == 1 ? "bool" : "int" + std::to_string(width);
    }
    if (isA(type, "UI"))
      return "uint" + std::to_string(*type.getInteger("bitwidth"));
    if (isA(type, "Complex"))
      return getElementType(follow(*type.get("elementType"))) == "float"
                 ? "complex64"
                 : "complex128";
    return llvm::StringSwitch<std::string>(nameOf(type))
        .Case("F16", "float16")
        .Case("BF16", "bfloat16")
        .Case("F32", "float")
        .Case("F64", "double")
        .Case("F8E4M3FN", "float8e4m3fn")
        .Case("F8E4M3FNUZ", "float8e4m3fnuz")
        .Case("F8E5M2", "float8e5m2")
        .Case("F8E5M2FNUZ", "float8e5m2fnuz")
        .Case("F8E8M0FNU", "float8e8m0")
        .Case("F4E2M1FN", "float4e2m1")
        .Case("ONNX_Str", "string")
        .Default("unknown " + nameOf(type).str());
  }

  //===--- Attributes -----------------------------------------------------===//

  AttributeRecord readAttribute(const json::Object &record,
                                std::string name) const {
    AttributeRecord attribute;
    attribute.schema.name = std::move(name);
    const json::Object *base = &record;
    if (isA(record, "OptionalAttr") || isA(record, "DefaultValuedOptionalAttr"))
      base = &follow(*record.get("baseAttr"));
    attribute.schema.required = base == &record;
    attribute.isType = nameOf(*base) == "TypeAttr";
    attribute.schema.kind =
        llvm::StringSwitch<AttributeKind>(nameOf(*base))
            .Cases({"I64Attr", "TypeAttr"}, AttributeKind::Int)
            .Case("F32Attr", AttributeKind::Float)
            .Case("StrAttr", AttributeKind::String)
            .Case("ElementsAttr", AttributeKind::Tensor)
            .Case("DenseI64ArrayAttr", AttributeKind::Ints)
            .Case("DenseF32ArrayAttr", AttributeKind::Floats)
            .Case("StrArrayAttr", AttributeKind::Strings)
            .Default(AttributeKind::Other);
    if (isA(record, "DefaultValuedOptionalAttr"))
      attribute.schema.defaultValue =
          cleanDefault(*record.getString("defaultValue"));
    return attribute;
  }

  /// From C++ to the text of AttributeSchema: no quotes, braces and spaces.
  static std::string cleanDefault(StringRef text) {
    std::string result;
    for (char c : text)
      if (!StringRef("\"{} ").contains(c))
        result += c;
    return result;
  }

  const json::Object &root;
};

} // namespace

llvm::Expected<std::map<std::string, OpRecord>>
torch_onnx::readOpRecords(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return llvm::errorCodeToError(buffer.getError());
  auto value = json::parse((*buffer)->getBuffer());
  if (!value)
    return value.takeError();
  return Reader(*value->getAsObject()).read();
}
