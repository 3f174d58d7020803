//===- ModelAttributes.h - Attributes that make a model ---------*- C++ -*-===//
//
// The names of the discardable attributes by which importers and passes of all
// dialects tell the exporter what the model is called and what it has: names of
// inputs and outputs, defaults, versions. One list, because a name that two
// parts spell differently is lost without a word.
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

/// Key of the metadata: a JSON object from the inputs that hold state to the
/// outputs that are their values for the next run.
inline constexpr llvm::StringLiteral kStateKey = "torch_onnx.state";
/// Dictionary: path of a module of the program, behind `self`, -> string, its
/// class: `self.encoder.layer.0` -> `transformers...BertLayer`.
inline constexpr llvm::StringLiteral kModulesAttr = "onnx.modules";
/// Dictionary: symbol of sizes -> string, what the model calls it.
inline constexpr llvm::StringLiteral kDimTextsAttr = "onnx.dim_texts";
/// String: GraphProto.name.
inline constexpr llvm::StringLiteral kGraphNameAttr = "onnx.graph_name";

//===--- On functions -----------------------------------------------------===//

/// String, on an argument or result: its name in the model.
inline constexpr llvm::StringLiteral kNameAttr = "onnx.name";
/// Array of strings, on a result of the entry function: what the model calls
/// its dimensions there; "" is a dimension without a name of its own.
inline constexpr llvm::StringLiteral kDimNamesAttr = "onnx.dim_names";
/// ElementsAttr, on an argument of the entry function before the pass: what its
/// value is if none is given. The pass makes a constant of it.
inline constexpr llvm::StringLiteral kDefaultAttr = "onnx.default";
/// On an argument and on a result: what onnx-evaluate takes and compares with.
/// Elements are a tensor, an array is a sequence, a unit is nothing.
inline constexpr llvm::StringLiteral kValueAttr = "onnx.value";
inline constexpr llvm::StringLiteral kExpectedAttr = "onnx.expected";
/// String, on a func.func: makes it a model-local function of that domain.
inline constexpr llvm::StringLiteral kDomainAttr = "onnx.domain";
/// Dictionary, on a model-local function: its attributes, with the values of
/// one call, which tell their types. Every call has a value for each.
inline constexpr llvm::StringLiteral kAttributesAttr = "onnx.attributes";
/// Name of the func.func that becomes the graph.
inline constexpr llvm::StringLiteral kEntryName = "main";

//===--- On nodes ---------------------------------------------------------===//

inline constexpr llvm::StringLiteral kNodeNameAttr = "onnx.node_name";
inline constexpr llvm::StringLiteral kValueNamesAttr = "onnx.value_names";
inline constexpr llvm::StringLiteral kGraphNamesAttr = "onnx.graph_names";
inline constexpr llvm::StringLiteral kArgNamesAttr = "onnx.arg_names";
/// Unit, on an onnx.Constant of the entry function: an initializer that is an
/// input of the graph as well, so that another value can be given.
inline constexpr llvm::StringLiteral kIsInputAttr = "onnx.is_input";

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_SUPPORT_MODELATTRIBUTES_H
