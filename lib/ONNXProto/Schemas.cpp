//===- Schemas.cpp - The onnx schema registry as plain data ---------------===//
//
// Copies OperatorSchema from onnx::OpSchema. Compiled with exceptions, none of
// which leaves this file.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/ONNXProto/ONNXProto.h"

#include "SchemaRegistry.h"

#include <algorithm>
#include <cstdio>

using namespace torch_onnx;
using ::onnx::AttributeProto;
using ::onnx::OpSchema;

static ParameterSchema convert(const OpSchema::FormalParameter &parameter) {
  ParameterSchema result;
  result.name = parameter.GetName();
  result.minArity = parameter.GetMinArity();
  result.typeParameter = parameter.GetTypeStr();
  switch (parameter.GetOption()) {
  case OpSchema::Single:
    result.kind = ParameterKind::Single;
    break;
  case OpSchema::Optional:
    result.kind = ParameterKind::Optional;
    break;
  case OpSchema::Variadic:
    result.kind = ParameterKind::Variadic;
    break;
  }
  for (const std::string *type : parameter.GetTypes())
    result.types.push_back(*type);
  std::sort(result.types.begin(), result.types.end());
  return result;
}

static AttributeKind convert(AttributeProto::AttributeType type) {
  switch (type) {
  case AttributeProto::FLOAT:
    return AttributeKind::Float;
  case AttributeProto::INT:
    return AttributeKind::Int;
  case AttributeProto::STRING:
    return AttributeKind::String;
  case AttributeProto::TENSOR:
    return AttributeKind::Tensor;
  case AttributeProto::GRAPH:
    return AttributeKind::Graph;
  case AttributeProto::SPARSE_TENSOR:
    return AttributeKind::SparseTensor;
  case AttributeProto::TYPE_PROTO:
    return AttributeKind::TypeProto;
  case AttributeProto::FLOATS:
    return AttributeKind::Floats;
  case AttributeProto::INTS:
    return AttributeKind::Ints;
  case AttributeProto::STRINGS:
    return AttributeKind::Strings;
  default:
    return AttributeKind::Other;
  }
}

/// Enough digits to distinguish all floats.
static std::string toText(float value) {
  char buffer[32];
  std::snprintf(buffer, sizeof(buffer), "%.9g", static_cast<double>(value));
  return buffer;
}

/// The default of an attribute as text, for the kinds that have defaults in the
/// standard.
static std::optional<std::string> toText(const AttributeProto &value) {
  if (value.name().empty())
    return std::nullopt;
  std::string list;
  switch (value.type()) {
  case AttributeProto::FLOAT:
    return toText(value.f());
  case AttributeProto::INT:
    return std::to_string(value.i());
  case AttributeProto::STRING:
    return value.s();
  case AttributeProto::INTS:
    for (int64_t element : value.ints())
      list += (list.empty() ? "" : ",") + std::to_string(element);
    return list;
  case AttributeProto::STRINGS:
    for (const std::string &element : value.strings())
      list += (list.empty() ? "" : ",") + element;
    return list;
  default:
    return std::nullopt;
  }
}

static OperatorSchema convert(const OpSchema &schema) {
  OperatorSchema result;
  result.name = schema.Name();
  result.domain = schema.domain();
  result.sinceVersion = schema.since_version();
  result.deprecated = schema.deprecated();
  for (const OpSchema::FormalParameter &input : schema.inputs())
    result.inputs.push_back(convert(input));
  for (const OpSchema::FormalParameter &output : schema.outputs())
    result.outputs.push_back(convert(output));
  for (const auto &[name, attribute] : schema.attributes())
    result.attributes.push_back({name, convert(attribute.type),
                                 attribute.required,
                                 toText(attribute.default_value)});
  std::sort(result.attributes.begin(), result.attributes.end(),
            [](const AttributeSchema &a, const AttributeSchema &b) {
              return a.name < b.name;
            });
  result.minInputs = schema.min_input();
  result.maxInputs = schema.max_input();
  result.minOutputs = schema.min_output();
  result.maxOutputs = schema.max_output();
  return result;
}

std::optional<OperatorSchema>
torch_onnx::getOperatorSchema(llvm::StringRef name, int opset,
                              llvm::StringRef domain) {
  try {
    const OpSchema *schema =
        SchemaRegistry::get().GetSchema(name.str(), opset, domain.str());
    if (!schema)
      return std::nullopt;
    return convert(*schema);
  } catch (...) {
    return std::nullopt;
  }
}

bool torch_onnx::hasOperator(llvm::StringRef name, int opset) {
  try {
    return SchemaRegistry::get().GetSchema(name.str(), opset, "") != nullptr;
  } catch (...) {
    return false;
  }
}

std::vector<OperatorSchema>
torch_onnx::getOperatorSchemas(int opset, llvm::StringRef domain) {
  try {
    std::vector<OperatorSchema> result;
    for (const OpSchema *schema :
         SchemaRegistry::get().getSchemas(opset, domain.str()))
      result.push_back(convert(*schema));
    return result;
  } catch (...) {
    return {};
  }
}
