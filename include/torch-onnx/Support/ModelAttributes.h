//===- ModelAttributes.h - Attributes of the model --------------*- C++ -*-===//
//
// The names of the discardable attributes by which importers and passes of all
// dialects describe the model to the exporter: names of inputs and outputs,
// defaults, versions. They are declared once, because a misspelled name would
// be ignored silently.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_SUPPORT_MODELATTRIBUTES_H
#define TORCH_ONNX_SUPPORT_MODELATTRIBUTES_H

#include "llvm/ADT/StringRef.h"

namespace torch_onnx::onnx {

//===--- On the module ----------------------------------------------------===//

/// I64: version of ai.onnx, the default domain.
inline constexpr llvm::StringLiteral kOpsetAttr = "onnx.opset";
/// I64: version of the file format.
inline constexpr llvm::StringLiteral kIrVersionAttr = "onnx.ir_version";
/// Dictionary: domain -> I64 version, without the default domain.
inline constexpr llvm::StringLiteral kOpsetImportsAttr = "onnx.opset_imports";
inline constexpr llvm::StringLiteral kProducerNameAttr = "onnx.producer_name";
inline constexpr llvm::StringLiteral kProducerVersionAttr =
    "onnx.producer_version";
/// Dictionary: key -> string; becomes ModelProto.metadata_props.
inline constexpr llvm::StringLiteral kMetadataAttr = "onnx.metadata";

/// Metadata key: a JSON object that maps each input with state to the output
/// with its value for the next run.
inline constexpr llvm::StringLiteral kStateKey = "torch_onnx.state";
/// Dictionary: path of a module below `self` -> string, its class:
/// `self.encoder.layer.0` -> `transformers...BertLayer`.
inline constexpr llvm::StringLiteral kModulesAttr = "onnx.modules";
/// Dictionary: size symbol -> string, its name in the model.
inline constexpr llvm::StringLiteral kDimTextsAttr = "onnx.dim_texts";
/// String: GraphProto.name.
inline constexpr llvm::StringLiteral kGraphNameAttr = "onnx.graph_name";

//===--- On functions -----------------------------------------------------===//

/// String, on an argument or result: its name in the model.
inline constexpr llvm::StringLiteral kNameAttr = "onnx.name";
/// Array of strings, on a result of the entry function: the names of its
/// dimensions in the model; "" is a dimension without a name.
inline constexpr llvm::StringLiteral kDimNamesAttr = "onnx.dim_names";
/// ElementsAttr, on an argument of the entry function before the pass: the
/// default value. The pass turns it into a constant.
inline constexpr llvm::StringLiteral kDefaultAttr = "onnx.default";
/// On an argument and on a result: the input values of onnx-evaluate and the
/// expected results. Elements are a tensor, an array is a sequence, a unit is
/// an absent optional value.
inline constexpr llvm::StringLiteral kValueAttr = "onnx.value";
inline constexpr llvm::StringLiteral kExpectedAttr = "onnx.expected";
/// String, on a func.func: makes it a model-local function of that domain.
inline constexpr llvm::StringLiteral kDomainAttr = "onnx.domain";
/// Dictionary, on a model-local function: its attributes with the values of one
/// call, which give their types. Every call has a value for each attribute.
inline constexpr llvm::StringLiteral kAttributesAttr = "onnx.attributes";
/// Name of the func.func that becomes the graph.
inline constexpr llvm::StringLiteral kEntryName = "main";

//===--- On nodes ---------------------------------------------------------===//

inline constexpr llvm::StringLiteral kNodeNameAttr = "onnx.node_name";
inline constexpr llvm::StringLiteral kValueNamesAttr = "onnx.value_names";
inline constexpr llvm::StringLiteral kGraphNamesAttr = "onnx.graph_names";
inline constexpr llvm::StringLiteral kArgNamesAttr = "onnx.arg_names";
/// Unit, on an onnx.Constant of the entry function: the initializer is also a
/// graph input, so that another value can be passed.
inline constexpr llvm::StringLiteral kIsInputAttr = "onnx.is_input";

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_SUPPORT_MODELATTRIBUTES_H
