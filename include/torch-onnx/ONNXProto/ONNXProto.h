//===- ONNXProto.h - The onnx library behind plain data ---------*- C++ -*-===//
//
// The interface to the onnx C++ library: checks models and looks up operators
// in the standard. Only lib/ONNXProto includes headers of onnx and protobuf,
// which throw exceptions and are large; this header exposes none of them. No
// function throws.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_ONNXPROTO_ONNXPROTO_H
#define TORCH_ONNX_ONNXPROTO_ONNXPROTO_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace torch_onnx {

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

/// Checks the bytes of a ModelProto as onnx.checker does; `full` adds strict
/// shape inference, which compares inferred with declared types and shapes.
/// Returns whether the model is valid; otherwise `error` has the reason.
/// External data is resolved relative to the working directory, so models with
/// external data are checked by file. At most 2 GiB.
bool checkModel(llvm::ArrayRef<char> serializedModel, bool full,
                std::string &error);

/// The same for a file. External data is resolved relative to it and must
/// exist.
bool checkModelFile(llvm::StringRef path, bool full, std::string &error);

/// A value of a graph, or a weight.
struct ValueOutline {
  std::string name;
  /// "float32[batch, 3]"; empty if it is not in the model.
  std::string type;
  /// The size of a weight.
  uint64_t bytes = 0;
};

struct NodeOutline {
  std::string name, domain, op;
  /// The Python line of the node, "model.py:12"; empty if unknown.
  std::string line;
  std::vector<std::string> inputs, outputs;
  /// Names and values as text, in order; long values are shortened.
  std::vector<std::pair<std::string, std::string>> attributes;
};

/// A model-local function. Its values have types only where the model says so.
struct FunctionOutline {
  std::string domain, name;
  std::vector<std::string> inputs, outputs;
  std::vector<ValueOutline> values;
  std::vector<NodeOutline> nodes;
};

/// The contents of a model, without the bytes of its weights.
struct ModelOutline {
  std::vector<std::pair<std::string, int64_t>> opsets;
  std::vector<ValueOutline> inputs, outputs, weights, values;
  /// The nodes of the main graph.
  std::vector<NodeOutline> nodes;
  std::vector<FunctionOutline> functions;
};

/// Reads the bytes of a ModelProto; nullopt if they are invalid.
std::optional<ModelOutline>
readModelOutline(llvm::ArrayRef<char> serializedModel);

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

enum class ParameterKind { Single, Optional, Variadic };

/// An input or output of an operator.
struct ParameterSchema {
  std::string name;
  ParameterKind kind = ParameterKind::Single;
  /// The minimum number of values of a variadic parameter.
  int minArity = 1;
  /// The type parameter ("T1"), or a fixed type ("tensor(int64)").
  std::string typeParameter;
  /// The allowed types as ONNX writes them: "tensor(float)",
  /// "seq(tensor(int64))".
  std::vector<std::string> types;
};

enum class AttributeKind {
  Float,
  Int,
  String,
  Tensor,
  Graph,
  SparseTensor,
  TypeProto,
  Floats,
  Ints,
  Strings,
  /// Lists of other kinds, which no operator has.
  Other,
};

struct AttributeSchema {
  std::string name;
  AttributeKind kind = AttributeKind::Other;
  bool required = false;
  /// The default as text, if there is one: "1", "0.01", "NOTSET", "0,2,3".
  std::optional<std::string> defaultValue;
};

struct OperatorSchema {
  std::string name;
  std::string domain;
  /// The opset that introduced this version of the operator.
  int sinceVersion = 0;
  bool deprecated = false;
  std::vector<ParameterSchema> inputs;
  std::vector<ParameterSchema> outputs;
  /// Sorted by name.
  std::vector<AttributeSchema> attributes;
  /// The numbers of inputs and outputs of a node; INT_MAX if unbounded.
  int minInputs = 0, maxInputs = 0, minOutputs = 0, maxOutputs = 0;
};

/// The newest version of an operator that is at most `opset`; the domain "" is
/// ai.onnx.
std::optional<OperatorSchema> getOperatorSchema(llvm::StringRef name, int opset,
                                                llvm::StringRef domain = "");

/// Whether an opset of ai.onnx has an operator, deprecated or not.
bool hasOperator(llvm::StringRef name, int opset);

/// All operators of an opset, sorted by name, deprecated ones too.
std::vector<OperatorSchema> getOperatorSchemas(int opset,
                                               llvm::StringRef domain = "");

} // namespace torch_onnx

#endif // TORCH_ONNX_ONNXPROTO_ONNXPROTO_H
