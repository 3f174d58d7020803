//===- Outline.cpp - The contents of a model as plain data ----------------===//
//
// Copies the contents for ModelOutline from a ModelProto. Compiled with
// exceptions, none of which leaves this file.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/ONNXProto/ONNXProto.h"

#include "onnx/onnx_pb.h"

#include <google/protobuf/arena.h>

#include <climits>
#include <cstdio>

using namespace torch_onnx;
using ::onnx::AttributeProto;

/// The number of elements of a list that are shown.
static constexpr int kMaxElements = 16;

/// PyTorch's names, in the order of TensorProto.DataType.
static std::string getElementName(int type) {
  static constexpr const char *kNames[] = {"?",
                                           "float32",
                                           "uint8",
                                           "int8",
                                           "uint16",
                                           "int16",
                                           "int32",
                                           "int64",
                                           "string",
                                           "bool",
                                           "float16",
                                           "float64",
                                           "uint32",
                                           "uint64",
                                           "complex64",
                                           "complex128",
                                           "bfloat16",
                                           "float8e4m3fn",
                                           "float8e4m3fnuz",
                                           "float8e5m2",
                                           "float8e5m2fnuz",
                                           "uint4",
                                           "int4",
                                           "float4e2m1",
                                           "float8e8m0"};
  constexpr int kCount = sizeof(kNames) / sizeof(*kNames);
  return type > 0 && type < kCount ? kNames[type] : kNames[0];
}

static std::string toText(float value) {
  char buffer[32];
  std::snprintf(buffer, sizeof(buffer), "%.9g", static_cast<double>(value));
  return buffer;
}
static std::string toText(int64_t value) { return std::to_string(value); }
static std::string toText(const std::string &value) { return value; }

template <typename ListT> static std::string listToText(const ListT &list) {
  std::string text = "[";
  for (int i = 0; i < list.size() && i < kMaxElements; ++i)
    text += (i ? ", " : "") + toText(list.Get(i));
  return text + (list.size() > kMaxElements ? ", ...]" : "]");
}

static std::string toText(const ::onnx::TypeProto &type) {
  if (!type.has_tensor_type())
    return type.has_sequence_type()   ? "sequence"
           : type.has_optional_type() ? "optional"
                                      : "";
  const auto &tensor = type.tensor_type();
  std::string text = getElementName(tensor.elem_type());
  if (!tensor.has_shape())
    return text;
  text += "[";
  for (int i = 0; i < tensor.shape().dim_size(); ++i) {
    const auto &dim = tensor.shape().dim(i);
    text += i ? ", " : "";
    text += dim.has_dim_value()       ? std::to_string(dim.dim_value())
            : dim.dim_param().empty() ? "?"
                                      : dim.dim_param();
  }
  return text + "]";
}

static std::string getTensorType(const ::onnx::TensorProto &tensor) {
  std::string text = getElementName(tensor.data_type()) + "[";
  for (int i = 0; i < tensor.dims_size(); ++i)
    text += (i ? ", " : "") + std::to_string(tensor.dims(i));
  return text + "]";
}

static std::string toText(const AttributeProto &attribute) {
  if (!attribute.ref_attr_name().empty())
    return "attribute " + attribute.ref_attr_name() + " of the call";
  switch (attribute.type()) {
  case AttributeProto::FLOAT:
    return toText(attribute.f());
  case AttributeProto::INT:
    return toText(attribute.i());
  case AttributeProto::STRING:
    return attribute.s();
  case AttributeProto::FLOATS:
    return listToText(attribute.floats());
  case AttributeProto::INTS:
    return listToText(attribute.ints());
  case AttributeProto::STRINGS:
    return listToText(attribute.strings());
  case AttributeProto::TENSOR:
    return getTensorType(attribute.t());
  case AttributeProto::GRAPH:
    return "a graph of " + std::to_string(attribute.g().node_size()) + " nodes";
  default:
    return "...";
  }
}

/// The size of an initializer, which may be in another file.
static uint64_t getByteSize(const ::onnx::TensorProto &tensor) {
  for (const auto &entry : tensor.external_data())
    if (entry.key() == "length")
      return std::strtoull(entry.value().c_str(), nullptr, 10);
  if (!tensor.raw_data().empty())
    return tensor.raw_data().size();
  return tensor.ByteSizeLong();
}

/// Converts `File "model.py", line 12` to `model.py:12`. Of several lines the
/// last one, which is the innermost, is used.
static std::string getLine(const std::string &trace) {
  size_t begin = trace.rfind("File \"");
  if (begin == std::string::npos)
    return "";
  begin += 6;
  size_t end = trace.find('"', begin);
  size_t line = trace.find(", line ", begin);
  if (end == std::string::npos || line == std::string::npos)
    return "";
  line += 7;
  size_t last = trace.find_first_not_of("0123456789", line);
  return trace.substr(begin, end - begin) + ":" +
         trace.substr(line, last == std::string::npos ? last : last - line);
}

static std::vector<ValueOutline> convert(
    const google::protobuf::RepeatedPtrField<::onnx::ValueInfoProto> &values) {
  std::vector<ValueOutline> result;
  for (const auto &value : values)
    result.push_back({value.name(), toText(value.type())});
  return result;
}

static NodeOutline convert(const ::onnx::NodeProto &node) {
  NodeOutline result;
  result.name = node.name();
  result.domain = node.domain();
  result.op = node.op_type();
  result.inputs.assign(node.input().begin(), node.input().end());
  result.outputs.assign(node.output().begin(), node.output().end());
  for (const AttributeProto &attribute : node.attribute())
    result.attributes.emplace_back(attribute.name(), toText(attribute));
  std::string trace = node.doc_string();
  for (const auto &entry : node.metadata_props())
    if (entry.key() == "pkg.torch.onnx.stack_trace")
      trace = entry.value();
  result.line = getLine(trace);
  return result;
}

static FunctionOutline convert(const ::onnx::FunctionProto &function) {
  FunctionOutline result;
  result.domain = function.domain();
  result.name = function.name();
  result.inputs.assign(function.input().begin(), function.input().end());
  result.outputs.assign(function.output().begin(), function.output().end());
  result.values = convert(function.value_info());
  for (const auto &node : function.node())
    result.nodes.push_back(convert(node));
  return result;
}

static ModelOutline convert(const ::onnx::ModelProto &model) {
  ModelOutline result;
  for (const auto &import : model.opset_import())
    result.opsets.emplace_back(import.domain(), import.version());
  const auto &graph = model.graph();
  result.inputs = convert(graph.input());
  result.outputs = convert(graph.output());
  result.values = convert(graph.value_info());
  for (const auto &tensor : graph.initializer())
    result.weights.push_back(
        {tensor.name(), getTensorType(tensor), getByteSize(tensor)});
  for (const auto &node : graph.node())
    result.nodes.push_back(convert(node));
  for (const auto &function : model.functions())
    result.functions.push_back(convert(function));
  return result;
}

std::optional<ModelOutline>
torch_onnx::readModelOutline(llvm::ArrayRef<char> serializedModel) {
  try {
    google::protobuf::Arena arena;
    auto &model =
        *google::protobuf::Arena::CreateMessage<::onnx::ModelProto>(&arena);
    if (serializedModel.size() > INT_MAX ||
        !model.ParseFromArray(serializedModel.data(),
                              static_cast<int>(serializedModel.size())))
      return std::nullopt;
    return convert(model);
  } catch (...) {
    return std::nullopt;
  }
}
