//===- ScriptGraph.cpp - TorchScript's graphs as plain data ---------------===//
//
// See ScriptGraph.h. Recursive in the nesting of blocks, which checkNesting()
// bounds.
//
//===----------------------------------------------------------------------===//

#include "ScriptGraph.h"

#include "Arguments.h"

#include <ATen/core/enum_type.h>
#include <ATen/core/function.h>

using namespace torch_onnx::libtorch;
namespace jit = torch::jit;

/// Returns the text of types that LibTorch would print like another type.
static std::optional<std::string> printSpecialType(const c10::Type &type) {
  // The name of the function.
  if (type.kind() == c10::TypeKind::FunctionType)
    return "Function";
  return std::nullopt;
}

Text ScriptTranslator::translate(const c10::TypePtr &type) {
  auto [it, isNew] = types.try_emplace(type.get());
  if (isNew) {
    Text text = arena.copy(type->annotation_str(printSpecialType));
    it->second = {type, text};
  }
  return it->second.second;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static bool isPlainDType(c10::ScalarType dtype) {
  auto number = static_cast<int32_t>(dtype);
  return number <= static_cast<int32_t>(DType::Bool) ||
         number == static_cast<int32_t>(DType::BFloat16) ||
         (number >= static_cast<int32_t>(DType::Float8E5M2) &&
          number <= static_cast<int32_t>(DType::UInt64));
}

bool ScriptTranslator::translateTensor(const at::Tensor &given, Value &result) {
  result.tag = Tag::None;
  if (!given.defined())
    return true;
  if (given.layout() != at::kStrided || !given.device().is_cpu() ||
      given.is_quantized() || !isPlainDType(given.scalar_type()))
    return false;
  at::Tensor tensor = given.resolve_conj().resolve_neg().contiguous();
  arena.keep(tensor);
  auto *plain = arena.make<Tensor>();
  plain->dtype = static_cast<DType>(tensor.scalar_type());
  plain->rank = static_cast<uint32_t>(tensor.dim());
  plain->sizes = arena.copy(tensor.sizes());
  plain->data = tensor.const_data_ptr();
  result.tag = Tag::Tensor;
  result.tensor = plain;
  return true;
}

bool ScriptTranslator::translate(const c10::IValue &value, Value &result) {
  auto setText = [&](Tag tag, std::string_view given) {
    Text text = arena.copy(given);
    result.tag = tag;
    result.text = text.data;
    result.size = text.size;
  };
  auto setElements = [&](const std::vector<Value> &elements) {
    result.tag = Tag::List;
    result.elements = arena.copy(elements);
    result.size = elements.size();
  };
  if (value.isNone()) {
    result.tag = Tag::None;
  } else if (value.isTensor()) {
    return translateTensor(value.toTensor(), result);
  } else if (value.isInt()) {
    result.tag = Tag::Int;
    result.integer = value.toInt();
  } else if (value.isDouble()) {
    result.tag = Tag::Double;
    result.real = value.toDouble();
  } else if (value.isBool()) {
    result.tag = Tag::Bool;
    result.integer = value.toBool();
  } else if (value.isComplexDouble()) {
    result.tag = Tag::Complex;
    result.real = value.toComplexDouble().real();
    result.imaginary = value.toComplexDouble().imag();
  } else if (value.isString()) {
    setText(Tag::String, value.toStringRef());
  } else if (value.isDevice()) {
    setText(Tag::Device, value.toDevice().str());
  } else if (value.isEnum()) {
    const c10::ivalue::EnumHolder &member = *value.toEnumHolder();
    setText(Tag::Enum, member.qualifiedClassName() + "." + member.name());
  } else if (value.isList()) {
    std::vector<Value> elements;
    for (const c10::IValue &element : value.toListRef())
      if (!translate(element, elements.emplace_back()))
        return false;
    setElements(elements);
  } else if (value.isTuple()) {
    std::vector<Value> elements;
    for (const c10::IValue &element : value.toTupleRef().elements())
      if (!translate(element, elements.emplace_back()))
        return false;
    setElements(elements);
  } else if (value.isGenericDict()) {
    std::vector<Value> elements;
    for (const auto &entry : value.toGenericDict())
      if (!translate(entry.key(), elements.emplace_back()) ||
          !translate(entry.value(), elements.emplace_back()))
        return false;
    setElements(elements);
  } else {
    return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

/// Returns the value of a literal attribute.
static c10::IValue getLiteral(const jit::Node &node, c10::Symbol name) {
  switch (node.kindOf(name)) {
  case jit::AttributeKind::f:
    return node.f(name);
  case jit::AttributeKind::fs:
    return node.fs(name);
  case jit::AttributeKind::c:
    return node.c(name);
  case jit::AttributeKind::cs:
    return node.cs(name);
  case jit::AttributeKind::i:
    return node.i(name);
  case jit::AttributeKind::is:
    return node.is(name);
  case jit::AttributeKind::s:
    return node.s(name);
  case jit::AttributeKind::ss:
    return node.ss(name);
  case jit::AttributeKind::t:
    return node.t(name);
  case jit::AttributeKind::ts:
    return node.ts(name);
  case jit::AttributeKind::ival:
    return node.ival(name);
  default:
    fail(std::string("attribute '") + name.toUnqualString() + "' of " +
         node.kind().toQualString() + " is not supported");
  }
}

ScriptAttribute ScriptTranslator::translateConstant(const jit::Node &node) {
  ScriptAttribute result;
  result.name = arena.copy("value");
  const c10::TypePtr &type = node.output()->type();
  if (auto functionType = type->cast<c10::FunctionType>()) {
    result.kind = ScriptAttribute::Kind::Function;
    result.texts = arena.copy(std::vector<Text>{
        arena.copy(functionType->function()->qualname().qualifiedName())});
    result.numTexts = 1;
    return result;
  }
  // None has no attribute.
  if (!node.hasAttribute(c10::attr::value))
    return result;
  c10::IValue value = getLiteral(node, c10::attr::value);
  if (value.isEnum()) {
    const auto &member = *value.toEnumHolder();
    result.kind = ScriptAttribute::Kind::Enum;
    result.texts = arena.copy(std::vector<Text>{
        arena.copy(member.qualifiedClassName()), arena.copy(member.name())});
    result.numTexts = 2;
    return result;
  }
  if (!translate(value, result.value))
    fail("a constant of type " + type->annotation_str() + " is not supported");
  // LibTorch stores both types in attributes of other types.
  if (type->kind() == c10::TypeKind::BoolType)
    result.value.tag = Tag::Bool;
  else if (type->kind() == c10::TypeKind::DeviceObjType)
    result.value.tag = Tag::Device;
  return result;
}

ScriptAttribute ScriptTranslator::translateAttribute(const jit::Node &node,
                                                     c10::Symbol name) {
  ScriptAttribute result;
  result.name = arena.copy(name.toUnqualString());
  jit::AttributeKind kind = node.kindOf(name);
  if (kind == jit::AttributeKind::ty || kind == jit::AttributeKind::tys) {
    std::vector<Text> texts;
    if (kind == jit::AttributeKind::ty)
      texts.push_back(translate(node.ty(name)));
    else
      for (const c10::TypePtr &type : node.tys(name))
        texts.push_back(translate(type));
    result.kind = ScriptAttribute::Kind::Types;
    result.texts = arena.copy(texts);
    result.numTexts = texts.size();
    return result;
  }
  if (!translate(getLiteral(node, name), result.value))
    fail(std::string("attribute '") + name.toUnqualString() + "' of " +
         node.kind().toQualString() + " is not supported");
  return result;
}

const uint32_t *
ScriptTranslator::translate(GraphState &state,
                            at::ArrayRef<const jit::Value *> values) {
  std::vector<uint32_t> numbers;
  for (const jit::Value *value : values) {
    auto [it, isNew] = state.numbers.try_emplace(
        value, static_cast<uint32_t>(state.values.size()));
    if (isNew) {
      ScriptValue &result = state.values.emplace_back();
      if (value->hasDebugName())
        result.name = arena.copy(value->debugNameBase());
      result.type = translate(value->type());
    }
    numbers.push_back(it->second);
  }
  return arena.copy(numbers);
}

ScriptNode ScriptTranslator::translate(GraphState &state,
                                       const jit::Node &node) {
  ScriptNode result;
  result.kind = arena.copy(node.kind().toQualString());
  if (const c10::FunctionSchema *schema = node.maybeSchema())
    result.overload = arena.copy(schema->overload_name());
  else if (!node.kind().is_prim())
    fail(std::string("no overload of ") + node.kind().toQualString() +
         " takes its arguments");
  result.inputs = translate(state, node.inputs());
  result.numInputs = node.inputs().size();
  result.outputs = translate(state, node.outputs());
  result.numOutputs = node.outputs().size();

  std::vector<ScriptAttribute> attributes;
  if (node.kind() == c10::prim::Constant) {
    attributes.push_back(translateConstant(node));
  } else {
    for (c10::Symbol name : node.attributeNames()) {
      if (node.kindOf(name) == jit::AttributeKind::g) {
        auto *subgraph = arena.make<ScriptGraph>();
        *subgraph = translate(*node.g(name));
        result.subgraph = subgraph;
      } else {
        attributes.push_back(translateAttribute(node, name));
      }
    }
  }
  result.attributes = arena.copy(attributes);
  result.numAttributes = attributes.size();

  std::vector<ScriptBlock> blocks;
  for (const jit::Block *block : node.blocks())
    blocks.push_back(translate(state, *block));
  result.blocks = arena.copy(blocks);
  result.numBlocks = blocks.size();

  jit::SourceRange range = node.sourceRange();
  result.source = sources.getNumber(range.source().get());
  result.sourceOffset = result.source < 0 ? 0 : range.start();
  return result;
}

ScriptBlock ScriptTranslator::translate(GraphState &state,
                                        const jit::Block &block) {
  ScriptBlock result;
  result.inputs = translate(state, block.inputs());
  result.numInputs = block.inputs().size();
  std::vector<ScriptNode> nodes;
  for (const jit::Node *node : block.nodes())
    nodes.push_back(translate(state, *node));
  result.nodes = arena.copy(nodes);
  result.numNodes = nodes.size();
  result.outputs = translate(state, block.outputs());
  result.numOutputs = block.outputs().size();
  return result;
}

ScriptGraph ScriptTranslator::translate(const jit::Graph &graph) {
  GraphState state;
  ScriptGraph result;
  result.block = translate(state, *graph.block());
  result.values = arena.copy(state.values);
  result.numValues = state.values.size();
  return result;
}
