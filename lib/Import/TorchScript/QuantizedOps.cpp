//===- QuantizedOps.cpp - Operators on quantized tensors of torch.ao ------===//
//
// A quantized tensor is represented by its real numbers: a float tensor that is
// the result of quantized_decomposed.dequantize_per_tensor, as in a PT2E
// program. `quantized::linear(x, packed, scale, zero_point)` becomes the linear
// layer of such a tensor, followed by the quantization of its result. Runtimes
// match operators between such pairs and compute them with integers. A sum of
// products of integers is exact in both forms; the rounding may differ for a
// number halfway between two steps.
//
// Packed weights are a tuple: the weight, the bias and, for a convolution, the
// stride, the padding, the dilation and the groups.
//
//===----------------------------------------------------------------------===//

#include "QuantizedOps.h"

#include "torch-onnx/Arithmetic/Limits.h"
#include "torch-onnx/Dialect/Torch/IR/Arguments.h"

using namespace mlir;
using namespace torch_onnx;
using Kind = Item::Kind;
using Args = ArrayRef<std::pair<StringRef, torch::ArgumentSpec>>;

static constexpr StringLiteral kQuantize =
    "quantized_decomposed.quantize_per_tensor.default";
static constexpr StringLiteral kDequantize =
    "quantized_decomposed.dequantize_per_tensor.default";

//===----------------------------------------------------------------------===//
// Quantized tensors
//===----------------------------------------------------------------------===//

namespace {
/// The quantization parameters of a tensor.
struct Quantizer {
  torch::ArgumentSpec scale, zeroPoint;
  /// The type of the integers: ui8, i8 or i32.
  IntegerType type;
};
} // namespace

namespace {
/// A quantized dtype and the type of its integers.
struct QuantizedDtype {
  StringLiteral name;
  int64_t number;
  unsigned width;
  IntegerType::SignednessSemantics signedness;
};
} // namespace

static constexpr QuantizedDtype kQuantizedDtypes[] = {
    {"qint8", 12, 8, IntegerType::Signless},
    {"quint8", 13, 8, IntegerType::Unsigned},
    {"qint32", 14, 32, IntegerType::Signless},
};

/// The integer type of the quantized dtype that `matches`; null if there is
/// none.
static IntegerType
getStorageType(MLIRContext *ctx,
               llvm::function_ref<bool(const QuantizedDtype &)> matches) {
  const auto *dtype = llvm::find_if(kQuantizedDtypes, matches);
  return dtype == std::end(kQuantizedDtypes)
             ? IntegerType()
             : IntegerType::get(ctx, dtype->width, dtype->signedness);
}
static IntegerType getStorageType(Interpreter &in, StringRef name) {
  return getStorageType(
      in.ctx, [&](const QuantizedDtype &dtype) { return dtype.name == name; });
}
static IntegerType getStorageType(Interpreter &in,
                                  std::optional<int64_t> number) {
  return getStorageType(in.ctx, [&](const QuantizedDtype &dtype) {
    return dtype.number == number;
  });
}

/// The operation that defines a quantized tensor; null for other tensors.
static torch::OperatorOp getDequantize(const Item &item) {
  auto op = item.isTensor() ? item.getValue().getDefiningOp<torch::OperatorOp>()
                            : nullptr;
  return op && op.getTarget() == kDequantize ? op : nullptr;
}

static torch::ArgumentSpec getArgument(torch::Arguments args, StringRef name) {
  if (Value value = args.getValue(name))
    return value;
  return args.getAttr(name);
}

static std::optional<Quantizer> getQuantizer(const Item &item) {
  torch::OperatorOp op = getDequantize(item);
  if (!op)
    return std::nullopt;
  torch::Arguments args(op);
  return Quantizer{getArgument(args, "scale"), getArgument(args, "zero_point"),
                   cast<IntegerType>(args.getDtype("dtype"))};
}

/// The scale and zero point in the last two operands of most operators, with
/// the dtype of operand 0.
static std::optional<Quantizer> getResultQuantizer(NodeCall &call,
                                                   size_t index) {
  std::optional<Quantizer> input = getQuantizer(call[0]);
  if (!input || !call[index].isNumber() || !call[index + 1].isNumber())
    return std::nullopt;
  return Quantizer{Interpreter::makeArgument(call[index]),
                   Interpreter::makeArgument(call[index + 1]), input->type};
}

static Value buildLimited(Interpreter &in, Location loc, StringRef target,
                          Value x, const Quantizer &quantizer) {
  auto [least, greatest] = arithmetic::getLimits(quantizer.type);
  return in.buildOne(loc, target,
                     {{"input", x},
                      {"scale", quantizer.scale},
                      {"zero_point", quantizer.zeroPoint},
                      {"quant_min", in.b.getI64IntegerAttr(least)},
                      {"quant_max", in.b.getI64IntegerAttr(greatest)},
                      {"dtype", TypeAttr::get(quantizer.type)}});
}

/// Quantizes a float tensor, and sets it as the result.
static Outcome giveQuantized(NodeCall &call, Value x,
                             const Quantizer &quantizer) {
  if (x)
    x = buildLimited(call.in, call.loc, kQuantize, x, quantizer);
  if (x)
    x = buildLimited(call.in, call.loc, kDequantize, x, quantizer);
  return call.giveTensor(x);
}

Item Interpreter::loadQuantized(PickleValue value, const std::string &name) {
  StringAttr nameAttr = b.getStringAttr(name);
  if (Value known = weights.lookup(nameAttr))
    return Item::tensor(known);
  PickledTensor tensor = value.getTensor();
  auto refuse = [&](const Twine &why) {
    return Item::conflict(
        b.getStringAttr("the quantized tensor '" + name + "' " + why));
  };
  IntegerType type = getStorageType(*this, tensor.dtype);
  if (!type)
    return refuse("has the dtype '" + tensor.dtype +
                  "'; expected qint8, quint8 or qint32");
  OpBuilder::InsertionGuard guard(b);
  std::vector<Item> parts = {loadTensor(value, name, type)};
  bool isPerChannel = tensor.axis >= 0;
  if (isPerChannel) {
    parts.push_back(load(value.getScales(), name + ".scale"));
    parts.push_back(load(value.getZeroPoints(), name + ".zero_point"));
  }
  for (const Item &part : parts)
    if (!part.isTensor())
      return part;
  // All weights precede the weight that was loaded first.
  b.setInsertionPointAfter(lowestWeight);
  Location loc = NameLoc::get(nameAttr, main.getLoc());
  Value integers = parts[0].getValue(), real;
  auto [least, greatest] = arithmetic::getLimits(type);
  if (!isPerChannel)
    real = buildLimited(*this, loc, kDequantize, integers,
                        {b.getF64FloatAttr(tensor.scale),
                         b.getI64IntegerAttr(tensor.zeroPoint), type});
  else if (Value scales = buildOne(loc, "aten.to.dtype",
                                   {{"self", parts[1].getValue()},
                                    {"dtype", TypeAttr::get(b.getF32Type())}}))
    real = buildOne(loc, "quantized_decomposed.dequantize_per_channel.default",
                    {{"input", integers},
                     {"scales", scales},
                     {"zero_points", parts[2].getValue()},
                     {"axis", b.getI64IntegerAttr(tensor.axis)},
                     {"quant_min", b.getI64IntegerAttr(least)},
                     {"quant_max", b.getI64IntegerAttr(greatest)},
                     {"dtype", TypeAttr::get(type)}});
  if (!real)
    return refuse("cannot be dequantized");
  // From now on, the name belongs to the real numbers.
  weights[nameAttr] = real;
  return Item::tensor(real);
}

bool Interpreter::isQuantized(const Item &item) {
  return static_cast<bool>(getDequantize(item));
}

/// sigmoid, tanh and hardsigmoid derive the quantization parameters from the
/// range of the function (ATen/native/quantized/cpu).
static void chooseByRange(Interpreter &in, StringRef kind, Quantizer &result) {
  bool isTanh = kind == "aten::tanh";
  if (!isTanh && kind != "aten::sigmoid" && kind != "aten::hardsigmoid")
    return;
  auto [least, greatest] = arithmetic::getLimits(result.type);
  double range = static_cast<double>(greatest - least) + 1;
  result.scale = in.b.getF64FloatAttr((isTanh ? 2 : 1) / range);
  result.zeroPoint =
      in.b.getI64IntegerAttr(isTanh ? (least + greatest + 1) / 2 : least);
}

Outcome Interpreter::requantize(NodeCall &call) {
  std::optional<Quantizer> quantizer;
  for (size_t i = 0; i < call.size(); ++i) {
    std::optional<Quantizer> found = getQuantizer(call[i]);
    if (found && quantizer)
      return call.fail("'" + call.getKind() +
                       "' of two quantized tensors is "
                       "not supported; expected one of torch.ops.quantized");
    if (found)
      quantizer = found;
  }
  if (!quantizer || call.getNumResults() != 1)
    return Outcome::Done;
  Item &result = call.frame.values[call.node.outputs[0]];
  auto type = result.isTensor()
                  ? dyn_cast<RankedTensorType>(result.getValue().getType())
                  : nullptr;
  if (!type || !isa<FloatType>(type.getElementType()))
    return Outcome::Done;
  chooseByRange(*this, call.getKind(), *quantizer);
  return giveQuantized(call, result.getValue(), *quantizer);
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

static Outcome runQuantize(NodeCall &call) {
  Interpreter &in = call.in;
  IntegerType type = getStorageType(in, call[3].getInt());
  if (!call[0].isTensor() || in.isQuantized(call[0]))
    return call.failOperand(0, "a float tensor");
  if (!type)
    return call.failOperand(3, "torch.qint8, torch.quint8 or torch.qint32");
  Quantizer quantizer{{}, {}, type};
  for (size_t i : {1, 2}) {
    std::optional<Item> number =
        call[i].isNumber() ? std::optional(call[i]) : in.getNumberOf(call[i]);
    if (!number)
      return call.failOperand(i, "a number");
    (i == 1 ? quantizer.scale : quantizer.zeroPoint) =
        Interpreter::makeArgument(*number);
  }
  return giveQuantized(call, call[0].getValue(), quantizer);
}

/// Returns an alias of the tensor. The defining operation of the alias does not
/// mark it as quantized.
static Outcome runDequantize(NodeCall &call) {
  if (!call.in.isQuantized(call[0]))
    return call.failOperand(0, "a quantized tensor, made in the same block or "
                               "before it");
  Value alias = call.in.buildOne(call.loc, "aten.alias.default",
                                 {{"self", call[0].getValue()}});
  return call.giveTensor(alias);
}

static Outcome runIntegers(NodeCall &call) {
  std::optional<Quantizer> quantizer = getQuantizer(call[0]);
  if (!quantizer)
    return call.failOperand(0, "a quantized tensor");
  Value integers = buildLimited(call.in, call.loc, kQuantize,
                                call[0].getValue(), *quantizer);
  return call.giveTensor(integers);
}

static Outcome giveNumber(NodeCall &call, bool isScale) {
  std::optional<Quantizer> quantizer = getQuantizer(call[0]);
  if (!quantizer)
    return call.failOperand(0, "a quantized tensor");
  const torch::ArgumentSpec &number =
      isScale ? quantizer->scale : quantizer->zeroPoint;
  if (const auto *value = std::get_if<Value>(&number))
    return call.give(Item::number(*value));
  return call.give(Item::number(std::get<Attribute>(number)));
}

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

std::optional<ArrayRef<Item>> torch_onnx::getPacked(const Item &item,
                                                    size_t size) {
  if (!item.isA(Kind::Tuple) || item.getElements().size() != size ||
      !item.getElements()[0].isTensor() ||
      !(item.getElements()[1].isTensor() || item.getElements()[1].isNone()))
    return std::nullopt;
  return ArrayRef<Item>(item.getElements());
}

/// Applies a packed weight to `x`, in float; null with a failure.
static Value buildLayer(NodeCall &call, Value x, ArrayRef<Item> packed,
                        StringRef target) {
  Interpreter &in = call.in;
  SmallVector<std::pair<StringRef, torch::ArgumentSpec>> args = {
      {"input", x}, {"weight", packed[0].getValue()}};
  if (packed[1].isTensor())
    args.push_back({"bias", packed[1].getValue()});
  StringRef names[] = {"stride", "padding", "dilation"};
  for (size_t i = 2; i + 1 < packed.size(); ++i) {
    std::optional<SmallVector<int64_t>> numbers = in.getInts(packed[i]);
    if (!numbers) {
      (void)call.fail("the " + names[i - 2] + " of a packed weight is " +
                      packed[i].describe() + ", expected a list of ints");
      return {};
    }
    args.push_back({names[i - 2], in.makeInts(*numbers)});
  }
  if (packed.size() == 6)
    args.push_back({"groups", Interpreter::makeArgument(packed[5])});
  return in.buildOne(call.loc, target, args);
}

static Value buildRelu(NodeCall &call, Value x) {
  return call.in.buildOne(call.loc, "aten.relu.default", {{"self", x}});
}

/// quantized::linear, conv1d, conv2d and conv3d (x, packed, scale, zero_point),
/// with or without a relu.
static Outcome runLayer(NodeCall &call) {
  StringRef name = call.getKind().split("::").second;
  bool hasRelu = name.consume_back("_relu"), isLinear = name == "linear";
  std::optional<Quantizer> quantizer = getResultQuantizer(call, 2);
  if (!quantizer)
    return call.failOperand(0, "a quantized tensor, with a scale and a zero "
                               "point for the result");
  auto packed = getPacked(call[1], isLinear ? 2 : 6);
  if (!packed)
    return call.failOperand(1, "a packed weight");
  Value result = buildLayer(call, call[0].getValue(), *packed,
                            ("aten." + name + ".default").str());
  if (hasRelu)
    result = buildRelu(call, result);
  return giveQuantized(call, result, *quantizer);
}

/// In each run, x is quantized by the range of its elements, in 255 steps (127
/// with reduce_range). Zero is exact.
Value torch_onnx::buildDynamicLinear(NodeCall &call, Value x,
                                     ArrayRef<Item> packed, bool isReduced) {
  Interpreter &in = call.in;
  Attribute least = in.b.getI64IntegerAttr(0);
  Attribute greatest = in.b.getI64IntegerAttr(255);
  auto type = TypeAttr::get(in.b.getIntegerType(8, /*isSigned=*/false));
  torch::OperatorOp chosen = in.build(
      call.loc, "quantized_decomposed.choose_qparams.tensor",
      {{"input", x},
       {"quant_min", least},
       {"quant_max", in.b.getI64IntegerAttr(isReduced ? 127 : 255)},
       // SMALL_SCALE_THRESHOLD of ATen/native/quantized/cpu/QuantUtils.h.
       {"eps", in.b.getF64FloatAttr(6.1e-5F)},
       {"dtype", type}});
  for (StringRef target : {"quantized_decomposed.quantize_per_tensor.tensor",
                           "quantized_decomposed.dequantize_per_tensor.tensor"})
    if (chosen && x)
      x = in.buildOne(call.loc, target,
                      {{"input", x},
                       {"scale", Value(chosen->getResult(0))},
                       {"zero_point", Value(chosen->getResult(1))},
                       {"quant_min", least},
                       {"quant_max", greatest},
                       {"dtype", type}});
  return chosen && x ? buildPackedLinear(call, x, packed) : Value();
}

Value torch_onnx::buildPackedLinear(NodeCall &call, Value x,
                                    ArrayRef<Item> packed) {
  return buildLayer(call, x, packed, "aten.linear.default");
}

/// quantized::linear_dynamic(x, packed, reduce_range), or
/// linear_dynamic_fp16(x, packed) with f16 weights, with or without a relu.
static Outcome runDynamicLinear(NodeCall &call) {
  StringRef name = call.getKind().split("::").second;
  auto packed = getPacked(call[1], 2);
  if (!call[0].isTensor())
    return call.failOperand(0, "a tensor");
  if (!packed)
    return call.failOperand(1, "a packed weight");
  Value result;
  if (name.consume_back("_fp16")) {
    result = buildPackedLinear(call, call[0].getValue(), *packed);
  } else {
    std::optional<bool> isReduced = call.readBool(2);
    if (!isReduced)
      return Outcome::Failed;
    result = buildDynamicLinear(call, call[0].getValue(), *packed, *isReduced);
  }
  if (name.starts_with("linear_relu"))
    result = buildRelu(call, result);
  return call.giveTensor(result);
}

/// Packs the operands unchanged: quantized::linear_prepack(weight, bias) and
/// conv2d_prepack(weight, bias, stride, padding, dilation, groups).
static Outcome runPack(NodeCall &call) {
  std::vector<Item> packed = call.getOperands();
  return call.give(Item::tuple(std::move(packed)));
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// quantized::add and mul (a, b, scale, zero_point), with or without a relu.
static Outcome runBinary(NodeCall &call) {
  StringRef name = call.getKind().split("::").second;
  bool hasRelu = name.consume_back("_relu");
  std::optional<Quantizer> quantizer = getResultQuantizer(call, 2);
  if (!quantizer || !call.in.isQuantized(call[1]))
    return call.failOperand(quantizer ? 1 : 0, "a quantized tensor");
  Value result = call.in.buildOne(
      call.loc, ("aten." + name + ".Tensor").str(),
      {{"self", call[0].getValue()}, {"other", call[1].getValue()}});
  if (hasRelu)
    result = buildRelu(call, result);
  return giveQuantized(call, result, *quantizer);
}

/// quantized::cat(tensors, dim, scale, zero_point). None for the scale or the
/// zero point selects those of the first tensor.
static Outcome runCat(NodeCall &call) {
  std::optional<std::vector<Item>> items = call.in.getItems(call[0]);
  std::optional<Quantizer> quantizer =
      items && !items->empty() ? getQuantizer(items->front()) : std::nullopt;
  SmallVector<OpFoldResult> tensors;
  if (quantizer)
    for (const Item &item : *items)
      if (call.in.isQuantized(item))
        tensors.push_back(item.getValue());
  if (!quantizer || tensors.size() != items->size())
    return call.failOperand(0, "a list of quantized tensors");
  if (call[2].isNumber())
    quantizer->scale = Interpreter::makeArgument(call[2]);
  if (call[3].isNumber())
    quantizer->zeroPoint = Interpreter::makeArgument(call[3]);
  Value result = call.in.buildOne(
      call.loc, "aten.cat.default",
      {{"tensors", tensors}, {"dim", Interpreter::makeArgument(call[1])}});
  if (call.getKind() == "quantized::cat_relu")
    result = buildRelu(call, result);
  return giveQuantized(call, result, *quantizer);
}

/// quantized::hardswish, sigmoid and leaky_relu: the ATen operator of that
/// name, followed by a scale and a zero point.
static Outcome runFunction(NodeCall &call) {
  StringRef name = call.getKind().split("::").second;
  std::optional<Quantizer> quantizer =
      getResultQuantizer(call, call.size() - 2);
  if (!quantizer)
    return call.failOperand(0, "a quantized tensor");
  SmallVector<std::pair<StringRef, torch::ArgumentSpec>> args = {
      {"self", call[0].getValue()}};
  if (name == "leaky_relu")
    args.push_back({"negative_slope", Interpreter::makeArgument(call[1])});
  Value result =
      call.in.buildOne(call.loc, ("aten." + name + ".default").str(), args);
  return giveQuantized(call, result, *quantizer);
}

void torch_onnx::addQuantizedHandlers(HandlerTable &table) {
  auto add = [&](std::initializer_list<StringRef> kinds,
                 Interpreter::Handler handler) {
    for (StringRef kind : kinds)
      table.add(kind, handler, /*isAlways=*/true);
  };
  add({"aten::quantize_per_tensor"}, runQuantize);
  add({"aten::dequantize"}, runDequantize);
  add({"aten::int_repr"}, runIntegers);
  add({"aten::q_scale"}, [](NodeCall &call) { return giveNumber(call, true); });
  add({"aten::q_zero_point"},
      [](NodeCall &call) { return giveNumber(call, false); });
  add({"prim::is_quantized"}, [](NodeCall &call) {
    return call.give(call.in.makeBool(call.in.isQuantized(call[0])));
  });
  add({"quantized::linear", "quantized::linear_relu", "quantized::conv1d",
       "quantized::conv1d_relu", "quantized::conv2d", "quantized::conv2d_relu",
       "quantized::conv3d", "quantized::conv3d_relu"},
      runLayer);
  add({"quantized::linear_dynamic", "quantized::linear_relu_dynamic",
       "quantized::linear_dynamic_fp16", "quantized::linear_relu_dynamic_fp16"},
      runDynamicLinear);
  add({"quantized::linear_prepack", "quantized::conv1d_prepack",
       "quantized::conv2d_prepack", "quantized::conv3d_prepack"},
      runPack);
  add({"quantized::add", "quantized::add_relu", "quantized::mul",
       "quantized::mul_relu"},
      runBinary);
  add({"quantized::cat", "quantized::cat_relu"}, runCat);
  add({"quantized::hardswish", "quantized::sigmoid", "quantized::leaky_relu"},
      runFunction);
}
