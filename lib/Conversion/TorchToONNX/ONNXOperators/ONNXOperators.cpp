//===- ONNXOperators.cpp - Lowerings of torch.onnx.ops --------------------===//
//
// Operators that stand for an ONNX operator: torch.onnx.ops.symbolic, which
// takes its name, and PyTorch operators with a kernel of their own, such as
// torch.onnx.ops.attention.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "ModuleLowering.h"

using namespace mlir;
using namespace torch_onnx;

//===----------------------------------------------------------------------===//
// By name
//===----------------------------------------------------------------------===//

static std::optional<SmallVector<StringRef>> getStrings(Lowering &b,
                                                        StringRef name) {
  auto list = dyn_cast_if_present<ArrayAttr>(b.getArguments().getAttr(name));
  SmallVector<StringRef> strings;
  for (Attribute element : list ? list.getValue() : ArrayRef<Attribute>()) {
    auto text = dyn_cast<StringAttr>(element);
    if (!text)
      return std::nullopt;
    strings.push_back(text.getValue());
  }
  return list ? std::optional(strings) : std::nullopt;
}

/// One attribute: elements [first, last) of the list of its kind; null if out
/// of range. `kind` is i, f, s, is, fs or ss.
static Attribute decode(Lowering &b, StringRef kind, int64_t first,
                        int64_t last) {
  Builder &builder = b.getBuilder();
  bool isList = kind.size() == 2 && kind[1] == 's';
  auto cut = [&](auto &&list) {
    using List = std::decay_t<decltype(*list)>;
    if (!list || first < 0 || last > int64_t(list->size()) || first >= last ||
        (!isList && last != first + 1))
      return List();
    return List(list->begin() + first, list->begin() + last);
  };
  if (kind == "i" || kind == "is") {
    SmallVector<int64_t> part = cut(b.getArguments().getInts("attr_ints"));
    if (part.empty())
      return {};
    return isList ? Attribute(builder.getDenseI64ArrayAttr(part))
                  : builder.getI64IntegerAttr(part.front());
  }
  if (kind == "f" || kind == "fs") {
    SmallVector<double> part = cut(b.getArguments().getFloats("attr_floats"));
    if (part.empty())
      return {};
    SmallVector<float> numbers(
        llvm::map_range(part, [](double x) { return float(x); }));
    return isList ? Attribute(builder.getDenseF32ArrayAttr(numbers))
                  : builder.getF32FloatAttr(numbers.front());
  }
  if (kind != "s" && kind != "ss")
    return {};
  SmallVector<StringRef> part = cut(getStrings(b, "attr_strs"));
  if (part.empty())
    return {};
  return isList ? Attribute(builder.getStrArrayAttr(part))
                : builder.getStringAttr(part.front());
}

/// The attributes, which are encoded as keys, kinds, positions and lists.
static std::optional<NamedAttrList> getAttributes(Lowering &b) {
  auto keys = getStrings(b, "attr_keys"), kinds = getStrings(b, "attr_types");
  auto positions =
      dyn_cast_if_present<ArrayAttr>(b.getArguments().getAttr("attr_pos"));
  if (!keys || !kinds || !positions || keys->size() != kinds->size() ||
      keys->size() != positions.size())
    return std::nullopt;
  NamedAttrList attributes;
  for (auto [key, kind, position] : llvm::zip_equal(*keys, *kinds, positions)) {
    auto pair = dyn_cast<ArrayAttr>(position);
    if (!pair || pair.size() != 2 ||
        !llvm::all_of(pair, llvm::IsaPred<IntegerAttr>))
      return std::nullopt;
    Attribute value = decode(b, kind, cast<IntegerAttr>(pair[0]).getInt(),
                             cast<IntegerAttr>(pair[1]).getInt());
    if (!value || key.empty())
      return std::nullopt;
    attributes.set(key, value);
  }
  return attributes;
}

// onnx_symbolic::_symbolic(Tensor?[] inputs, str op_type, int onnx_dtype, *,
//   SymInt[] shape, str[] attr_keys, str[] attr_types, int[][] attr_pos,
//   int[] attr_ints, float[] attr_floats, str[] attr_strs, ...,
//   str domain="", int? version=None) -> Tensor
static Lowered lowerSymbolic(Lowering &b) {
  StringRef name = b.getString("op_type"), domain = b.getString("domain");
  if (domain == "ai.onnx")
    domain = "";
  std::optional<NamedAttrList> attributes = getAttributes(b);
  if (!attributes)
    return b.refuse("expected attributes as torch.onnx.ops.symbolic encodes "
                    "them, found others");
  if (name.empty())
    return b.refuseArgument("op_type", "the name of an operator");
  SmallVector<Value> inputs;
  for (Value input : b.tensors("inputs"))
    inputs.push_back(input ? input : b.none());
  SmallVector<Type> types;
  for (unsigned i = 0; i < b.getNumResults(); ++i)
    types.push_back(b.resultType(i));
  if (b.isRefused())
    return Lowered::refused();
  auto module = b.getOp()->getParentOfType<ModuleOp>();
  if (auto reason =
          b.getModule().importDomain(module, domain, b.getInt("version", 0)))
    return b.refuse(*reason);
  Operation *node = b.createOp(
      "Custom", types, inputs,
      {b.attr("domain", domain), b.attr("op_type", name),
       b.getBuilder().getNamedAttr("node_attributes",
                                   attributes->getDictionary(b.getContext()))});
  return ValueRange(node->getResults());
}

//===----------------------------------------------------------------------===//
// Operators with a kernel in PyTorch
//===----------------------------------------------------------------------===//

// onnx::RotaryEmbedding.opset23(Tensor x, Tensor cos_cache, Tensor sin_cache,
//   Tensor? position_ids=None, *, bool interleaved=False, SymInt num_heads=0,
//   SymInt rotary_embedding_dim=0) -> Tensor
static Lowered lowerRotaryEmbedding(Lowering &b) {
  Value positions = b.optionalTensor("position_ids");
  SmallVector<NamedAttribute> attributes = {
      b.attr("interleaved", int64_t(b.getBool("interleaved"))),
      b.attr("rotary_embedding_dim", b.getInt("rotary_embedding_dim"))};
  if (int64_t heads = b.getInt("num_heads"))
    attributes.push_back(b.attr("num_heads", heads));
  return b.create("RotaryEmbedding",
                  {b.tensor("x"), b.tensor("cos_cache"), b.tensor("sin_cache"),
                   positions ? positions : b.none()},
                  attributes);
}

/// A dtype by its number in ONNX (TensorProto.DataType).
static Type getPrecision(Lowering &b, int64_t number) {
  Builder &builder = b.getBuilder();
  switch (number) {
  case 1:
    return builder.getF32Type();
  case 10:
    return builder.getF16Type();
  case 11:
    return builder.getF64Type();
  case 16:
    return builder.getBF16Type();
  default:
    b.refuseArgument("softmax_precision", "1, 10, 11 or 16");
    return builder.getF32Type();
  }
}

// onnx::Attention.opset23(Tensor Q, Tensor K, Tensor V,
//   Tensor? attn_mask=None, Tensor? past_key=None, Tensor? past_value=None, *,
//   bool is_causal=False, SymInt kv_num_heads=0, SymInt q_num_heads=0,
//   SymInt qk_matmul_output_mode=0, float? scale=None, float softcap=0.,
//   SymInt? softmax_precision=None) -> (Tensor, Tensor, Tensor, Tensor)
//
// PyTorch's function applies `softcap` after masks, and aligns a causal mask
// with the first key; ONNX applies it before masks, and aligns with the first
// key after the past.
static Lowered lowerAttention(Lowering &b) {
  bool isCausal = b.getBool("is_causal"), hasPast = b.has("past_key");
  if (isCausal && hasPast)
    return b.refuseArgument("is_causal", "False beside 'past_key'");
  if (b.getFloat("softcap") > 0 && (isCausal || b.has("attn_mask")))
    return b.refuseArgument("softcap", "0 beside a mask");
  if (b.getNumResults() == 4 && !b.getOp()->getResult(3).use_empty() &&
      b.getInt("qk_matmul_output_mode") != 0)
    return b.refuseArgument("qk_matmul_output_mode",
                            "0 where that result is used");
  SmallVector<Value> operands = {b.tensor("Q"), b.tensor("K"), b.tensor("V")};
  for (StringRef name : {"attn_mask", "past_key", "past_value"}) {
    Value value = b.optionalTensor(name);
    operands.push_back(value ? value : b.none());
  }
  operands.push_back(b.none());
  SmallVector<NamedAttribute> attributes = {
      b.attr("is_causal", int64_t(isCausal)),
      b.attr("softcap", b.getFloat("softcap")),
      b.attr("qk_matmul_output_mode", b.getInt("qk_matmul_output_mode"))};
  for (StringRef name : {"q_num_heads", "kv_num_heads"})
    if (int64_t heads = b.getInt(name))
      attributes.push_back(b.attr(name, heads));
  if (b.has("scale"))
    attributes.push_back(b.attr("scale", b.getFloat("scale")));
  if (b.has("softmax_precision"))
    attributes.push_back(b.attr(
        "softmax_precision", getPrecision(b, b.getInt("softmax_precision"))));
  SmallVector<Type> types;
  for (unsigned i = 0; i < b.getNumResults(); ++i) {
    // ONNX Runtime takes a past only where the present is an output.
    bool isPresent = hasPast && (i == 1 || i == 2);
    bool isUsed = i == 0 || isPresent || !b.getOp()->getResult(i).use_empty();
    types.push_back(isUsed ? Type(b.resultType(i))
                           : Type(NoneType::get(b.getContext())));
  }
  if (b.isRefused() || types.size() != 4)
    return Lowered::refused();
  Operation *node = b.createOp("Attention", types, operands, attributes);
  SmallVector<Value> results;
  for (Value result : node->getResults())
    results.push_back(isa<NoneType>(result.getType()) ? Value() : result);
  return results;
}

void torch_onnx::populateONNXOperators(LoweringRegistry &r) {
  r.add({"onnx_symbolic._symbolic.default",
         "onnx_symbolic._symbolic_multi_out.default"},
        lowerSymbolic);
  r.add("onnx.RotaryEmbedding.opset23", lowerRotaryEmbedding);
  r.add("onnx.Attention.opset23", lowerAttention);
}
