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

//===----------------------------------------------------------------------===//
// Quantized tensors
//===----------------------------------------------------------------------===//

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
  return op && op.getTarget().starts_with(
                   "quantized_decomposed.dequantize_per_")
             ? op
             : nullptr;
}

static torch::ArgumentSpec getArgument(torch::Arguments args, StringRef name) {
  if (Value value = args.getValue(name))
    return value;
  return args.getAttr(name);
}

std::optional<Quantizer> torch_onnx::getAnyQuantizer(const Item &item) {
  torch::OperatorOp op = getDequantize(item);
  if (!op)
    return std::nullopt;
  torch::Arguments args(op);
  auto type = cast<IntegerType>(args.getDtype("dtype"));
  if (op.getTarget().contains("per_channel"))
    return Quantizer{getArgument(args, "scales"),
                     getArgument(args, "zero_points"), type,
                     args.getInt("axis")};
  return Quantizer{getArgument(args, "scale"), getArgument(args, "zero_point"),
                   type, std::nullopt};
}

std::optional<Quantizer> torch_onnx::getQuantizer(const Item &item) {
  std::optional<Quantizer> quantizer = getAnyQuantizer(item);
  return quantizer && !quantizer->axis ? quantizer : std::nullopt;
}

static bool isSameNumber(const torch::ArgumentSpec &x,
                         const torch::ArgumentSpec &y) {
  if (x.index() != y.index())
    return false;
  if (const auto *value = std::get_if<Value>(&x))
    return *value == std::get<Value>(y);
  return std::get<Attribute>(x) == std::get<Attribute>(y);
}

bool torch_onnx::isSame(const Quantizer &x, const Quantizer &y) {
  return x.type == y.type && isSameNumber(x.scale, y.scale) &&
         isSameNumber(x.zeroPoint, y.zeroPoint) && x.axis == y.axis;
}

std::optional<Quantizer> torch_onnx::getResultQuantizer(NodeCall &call,
                                                        size_t index) {
  std::optional<Quantizer> input = getQuantizer(call[0]);
  if (!input || !call[index].isNumber() || !call[index + 1].isNumber())
    return std::nullopt;
  return Quantizer{Interpreter::makeArgument(call[index]),
                   Interpreter::makeArgument(call[index + 1]), input->type,
                   std::nullopt};
}

static bool isTensor(const torch::ArgumentSpec &number) {
  const auto *value = std::get_if<Value>(&number);
  return value && isa<RankedTensorType>(value->getType());
}

/// Builds `quantize` or `dequantize`.
static Value buildLimited(Interpreter &in, Location loc, StringRef function,
                          Value x, const Quantizer &quantizer) {
  auto [least, greatest] = arithmetic::getLimits(quantizer.type);
  SmallVector<std::pair<StringRef, torch::ArgumentSpec>> args = {
      {"input", x},
      {quantizer.axis ? "scales" : "scale", quantizer.scale},
      {quantizer.axis ? "zero_points" : "zero_point", quantizer.zeroPoint},
      {"quant_min", in.b.getI64IntegerAttr(least)},
      {"quant_max", in.b.getI64IntegerAttr(greatest)},
      {"dtype", TypeAttr::get(quantizer.type)}};
  if (quantizer.axis)
    args.push_back({"axis", in.b.getI64IntegerAttr(*quantizer.axis)});
  StringRef overload = quantizer.axis              ? "channel.default"
                       : isTensor(quantizer.scale) ? "tensor.tensor"
                                                   : "tensor.default";
  return in.buildOne(
      loc, ("quantized_decomposed." + function + "_per_" + overload).str(),
      args);
}

Value torch_onnx::buildIntegers(Interpreter &in, Location loc, Value x,
                                const Quantizer &quantizer) {
  return x ? buildLimited(in, loc, "quantize", x, quantizer) : Value();
}

Value torch_onnx::buildReal(Interpreter &in, Location loc, Value integers,
                            const Quantizer &quantizer) {
  return integers ? buildLimited(in, loc, "dequantize", integers, quantizer)
                  : Value();
}

Value torch_onnx::buildQuantized(Interpreter &in, Location loc, Value x,
                                 const Quantizer &quantizer) {
  return buildReal(in, loc, buildIntegers(in, loc, x, quantizer), quantizer);
}

Outcome torch_onnx::giveQuantized(NodeCall &call, Value x,
                                  const Quantizer &quantizer) {
  return call.giveTensor(buildQuantized(call.in, call.loc, x, quantizer));
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
  auto isFloat = [](const Item &part) {
    return isa<FloatType>(getElementTypeOrSelf(part.getValue()));
  };
  if (isPerChannel && isFloat(parts[2]))
    return refuse("has zero points of floats; expected integers");
  // All weights precede the weight that was loaded first.
  b.setInsertionPointAfter(lowestWeight);
  Location loc = NameLoc::get(nameAttr, main.getLoc());
  Quantizer quantizer{b.getF64FloatAttr(tensor.scale),
                      b.getI64IntegerAttr(tensor.zeroPoint), type,
                      std::nullopt};
  if (isPerChannel) {
    Value scales = buildOne(loc, "aten.to.dtype",
                            {{"self", parts[1].getValue()},
                             {"dtype", TypeAttr::get(b.getF32Type())}});
    quantizer = {scales, parts[2].getValue(), type, tensor.axis};
  }
  Value real =
      buildLimited(*this, loc, "dequantize", parts[0].getValue(), quantizer);
  if (!real)
    return refuse("cannot be dequantized");
  // From now on, the name belongs to the real numbers.
  weights[nameAttr] = real;
  return Item::tensor(real);
}

bool Interpreter::isQuantized(const Item &item) {
  return static_cast<bool>(getDequantize(item));
}

std::optional<int64_t> torch_onnx::getQuantizedDtype(const Item &item) {
  std::optional<Quantizer> quantizer = getAnyQuantizer(item);
  if (!quantizer)
    return std::nullopt;
  for (const QuantizedDtype &dtype : kQuantizedDtypes)
    if (dtype.width == quantizer->type.getWidth() &&
        dtype.signedness == quantizer->type.getSignedness())
      return dtype.number;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// A scale or a zero point. A tensor whose number is not known at import stays
/// a tensor, with no dimensions.
static std::optional<torch::ArgumentSpec> readParameter(NodeCall &call,
                                                        size_t index) {
  std::optional<Item> number = call[index].isNumber()
                                   ? std::optional(call[index])
                                   : call.in.getNumberOf(call[index]);
  if (number)
    return Interpreter::makeArgument(*number);
  if (!call[index].isTensor())
    return std::nullopt;
  Value scalar = call.in.buildOne(
      call.loc, "aten.view.default",
      {{"self", call[index].getValue()}, {"size", call.in.makeInts({})}});
  return scalar ? std::optional<torch::ArgumentSpec>(scalar) : std::nullopt;
}

/// The type of the dtype at operand `index`; null with a failure.
static IntegerType readQuantizedDtype(NodeCall &call, size_t index) {
  IntegerType type = getStorageType(call.in, call[index].getInt());
  if (!type)
    (void)call.failOperand(index, "torch.qint8, torch.quint8 or torch.qint32");
  return type;
}

static bool isFloatTensor(const Item &item) {
  auto type = item.isTensor()
                  ? dyn_cast<RankedTensorType>(item.getValue().getType())
                  : nullptr;
  return type && isa<FloatType>(type.getElementType()) &&
         !Interpreter::isQuantized(item);
}

static Outcome runQuantize(NodeCall &call) {
  if (!isFloatTensor(call[0]))
    return call.failOperand(0, "a float tensor");
  IntegerType type = readQuantizedDtype(call, 3);
  if (!type)
    return Outcome::Failed;
  std::optional<torch::ArgumentSpec> parameters[2];
  for (size_t i : {1, 2})
    if (!(parameters[i - 1] = readParameter(call, i)))
      return call.failOperand(i, "a number");
  // Both are numbers, or both are tensors.
  bool hasTensor = isTensor(*parameters[0]) || isTensor(*parameters[1]);
  for (size_t i : {0, 1}) {
    if (!hasTensor || isTensor(*parameters[i]))
      continue;
    Type dtype = i == 0 ? Type(call.in.b.getF64Type()) : call.in.b.getI64Type();
    Value scalar = call.in.buildOne(
        call.loc, "aten.scalar_tensor.default",
        {{"s", *parameters[i]}, {"dtype", TypeAttr::get(dtype)}});
    if (!scalar)
      return Outcome::Failed;
    parameters[i] = scalar;
  }
  return giveQuantized(call, call[0].getValue(),
                       {*parameters[0], *parameters[1], type, std::nullopt});
}

/// quantize_per_channel(x, scales, zero_points, axis, dtype).
static Outcome runQuantizePerChannel(NodeCall &call) {
  Interpreter &in = call.in;
  if (!isFloatTensor(call[0]))
    return call.failOperand(0, "a float tensor");
  if (!isFloatTensor(call[1]))
    return call.failOperand(1, "a float tensor");
  auto zeroPoints =
      call[2].isTensor()
          ? dyn_cast<RankedTensorType>(call[2].getValue().getType())
          : nullptr;
  // Zero points of floats belong to another scheme, which rounds differently.
  if (!zeroPoints || !zeroPoints.getElementType().isIntOrIndex())
    return call.failOperand(2, "a tensor of integers");
  std::optional<int64_t> axis = call.readInt(3);
  IntegerType type = axis ? readQuantizedDtype(call, 4) : nullptr;
  if (!type)
    return Outcome::Failed;
  Value scales = in.buildOne(call.loc, "aten.to.dtype",
                             {{"self", call[1].getValue()},
                              {"dtype", TypeAttr::get(in.b.getF32Type())}});
  Value zeros = in.buildOne(call.loc, "aten.to.dtype",
                            {{"self", call[2].getValue()},
                             {"dtype", TypeAttr::get(in.b.getI64Type())}});
  if (!scales || !zeros)
    return Outcome::Failed;
  return giveQuantized(call, call[0].getValue(), {scales, zeros, type, axis});
}

/// Parameters that depend on the range of x, as ChooseQuantizationParams()
/// computes them, also for a range that is empty or so small that the scale has
/// a lower bound (ATen/native/quantized/cpu/QuantUtils.h). Nothing after a
/// failure.
static std::optional<Quantizer>
chooseQuantizer(NodeCall &call, Value x, IntegerType type, bool isReduced) {
  Interpreter &in = call.in;
  using Args = ArrayRef<std::pair<StringRef, torch::ArgumentSpec>>;
  auto build = [&](StringRef target, Args args) {
    return in.buildOne(call.loc, target, args);
  };
  auto number = [&](double value) { return in.b.getF64FloatAttr(value); };
  auto scalar = [&](double value, FloatType dtype) {
    return build("aten.scalar_tensor.default",
                 {{"s", number(value)}, {"dtype", TypeAttr::get(dtype)}});
  };
  auto cast = [&](Value value, Type dtype) {
    return build("aten.to.dtype",
                 {{"self", value}, {"dtype", TypeAttr::get(dtype)}});
  };
  auto binary = [&](StringRef name, Value self, Value other) {
    return build(("aten." + name + ".Tensor").str(),
                 {{"self", self}, {"other", other}});
  };
  auto compare = [&](StringRef name, Value self, double other) {
    return build(("aten." + name + ".Scalar").str(),
                 {{"self", self}, {"other", number(other)}});
  };
  auto select = [&](Value condition, Value self, Value other) {
    return build("aten.where.self",
                 {{"condition", condition}, {"self", self}, {"other", other}});
  };
  FloatType f32 = in.b.getF32Type(), f64 = in.b.getF64Type();
  constexpr float smallScale = 6.1e-5F;
  auto [least, greatest] = arithmetic::getLimits(type);
  double low = static_cast<double>(least / (isReduced ? 2 : 1));
  double high = static_cast<double>(greatest / (isReduced ? 2 : 1));

  // The range includes zero.
  Value min = build(
      "aten.clamp.default",
      {{"self", build("aten.min.default", {{"self", x}})}, {"max", number(0)}});
  Value max = build(
      "aten.clamp.default",
      {{"self", build("aten.max.default", {{"self", x}})}, {"min", number(0)}});
  Value scale = binary("div", binary("sub", cast(max, f64), cast(min, f64)),
                       scalar(high - low, f64));
  // A scale whose reciprocal is not finite in f32.
  scale = select(compare("le", scale, 0x1p-128), scalar(0.1, f64), scale);
  Value isSmall = compare("lt", scale, smallScale);
  Value factor = binary("div", scalar(smallScale, f32), cast(scale, f32));
  auto bound = static_cast<float>(smallScale * (high - low));
  Value isFromZero = compare("eq", min, 0), isToZero = compare("eq", max, 0);
  Value smallMin =
      select(isToZero, scalar(-bound, f32), binary("mul", min, factor));
  Value smallMax =
      select(isFromZero, scalar(bound, f32), binary("mul", max, factor));
  min = select(isSmall, smallMin, min);
  max = select(isSmall, smallMax, max);
  scale = select(isSmall, scalar(smallScale, f64), scale);

  // The zero point follows from the end of the range with the smaller error.
  Value fromMin = binary("div", cast(min, f64), scale);
  Value fromMax = binary("div", cast(max, f64), scale);
  auto error = [&](double limit, Value steps) {
    return binary("sub", scalar(std::abs(limit), f64),
                  build("aten.abs.default", {{"self", steps}}));
  };
  Value isMin = binary("lt", error(low, fromMin), error(high, fromMax));
  Value zeroPoint = select(isMin, binary("sub", scalar(low, f64), fromMin),
                           binary("sub", scalar(high, f64), fromMax));
  zeroPoint =
      build("aten.clamp.default",
            {{"self", zeroPoint}, {"min", number(low)}, {"max", number(high)}});
  zeroPoint = cast(build("aten.round.default", {{"self", zeroPoint}}),
                   in.b.getI64Type());
  if (!zeroPoint)
    return std::nullopt;
  return Quantizer{scale, zeroPoint, type, std::nullopt};
}

/// quantize_per_tensor_dynamic(x, dtype, reduce_range).
static Outcome runQuantizeDynamic(NodeCall &call) {
  auto tensor = call[0].isTensor()
                    ? dyn_cast<RankedTensorType>(call[0].getValue().getType())
                    : nullptr;
  if (!tensor || !tensor.getElementType().isF32() ||
      Interpreter::isQuantized(call[0]))
    return call.failOperand(0, "a tensor of float32");
  IntegerType type = getStorageType(call.in, call[1].getInt());
  if (!type || type.getWidth() != 8)
    return call.failOperand(1, "torch.qint8 or torch.quint8");
  std::optional<bool> isReduced = call.readBool(2);
  if (!isReduced)
    return Outcome::Failed;
  Value x = call[0].getValue();
  std::optional<Quantizer> quantizer =
      chooseQuantizer(call, x, type, *isReduced);
  return quantizer ? giveQuantized(call, x, *quantizer) : Outcome::Failed;
}

/// Returns a copy of the tensor. The defining operation of the copy does not
/// mark it as quantized.
static Outcome runDequantize(NodeCall &call) {
  if (!call.in.isQuantized(call[0]))
    return call.failOperand(0, "a quantized tensor, made in the same block or "
                               "before it");
  Value copy = call.in.buildOne(call.loc, "aten.clone.default",
                                {{"self", call[0].getValue()}});
  return call.giveTensor(copy);
}

static Outcome runIntegers(NodeCall &call) {
  std::optional<Quantizer> quantizer = getAnyQuantizer(call[0]);
  if (!quantizer)
    return call.failOperand(0, "a quantized tensor");
  return call.giveTensor(
      buildIntegers(call.in, call.loc, call[0].getValue(), *quantizer));
}

static Outcome giveNumber(NodeCall &call, bool isScale) {
  std::optional<Quantizer> quantizer = getQuantizer(call[0]);
  if (!quantizer)
    return call.failOperand(0, "a tensor that is quantized per tensor");
  const torch::ArgumentSpec &number =
      isScale ? quantizer->scale : quantizer->zeroPoint;
  if (isTensor(number))
    return call.give(call.in.readNumber(std::get<Value>(number), call.loc));
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

/// The numbers of parts of packed weights.
static constexpr size_t kLinearSize = 2, kConvSize = 6, kTransposedSize = 7;

/// Applies a packed weight to `x`, in float; null with a failure.
static Value buildLayer(NodeCall &call, Value x, ArrayRef<Item> packed,
                        StringRef target) {
  Interpreter &in = call.in;
  SmallVector<std::pair<StringRef, torch::ArgumentSpec>> args = {
      {"input", x}, {"weight", packed[0].getValue()}};
  if (packed[1].isTensor())
    args.push_back({"bias", packed[1].getValue()});
  bool isTransposed = packed.size() == kTransposedSize;
  SmallVector<StringRef> names = {"stride", "padding", "dilation"};
  if (isTransposed)
    names.insert(names.begin() + 2, "output_padding");
  for (size_t i = 2; i + 1 < packed.size(); ++i) {
    std::optional<SmallVector<int64_t>> numbers = in.getInts(packed[i]);
    if (!numbers) {
      (void)call.fail("the " + names[i - 2] + " of a packed weight is " +
                      packed[i].describe() + ", expected a list of ints");
      return {};
    }
    args.push_back({names[i - 2], in.makeInts(*numbers)});
  }
  if (packed.size() > kLinearSize)
    args.push_back({"groups", Interpreter::makeArgument(packed.back())});
  return in.buildOne(call.loc, target, args);
}

Value torch_onnx::buildRelu(NodeCall &call, Value x) {
  return call.in.buildOne(call.loc, "aten.relu.default", {{"self", x}});
}

/// quantized::linear, conv1d, conv2d and conv3d (x, packed, scale, zero_point),
/// with or without a relu, and conv_transpose1d, 2d and 3d.
static Outcome runLayer(NodeCall &call) {
  StringRef name = call.getKind().split("::").second;
  bool hasRelu = name.consume_back("_relu");
  bool isTransposed = name.starts_with("conv_transpose");
  std::optional<Quantizer> quantizer = getResultQuantizer(call, 2);
  if (!quantizer)
    return call.failOperand(0, "a quantized tensor, with a scale and a zero "
                               "point for the result");
  auto packed = getPacked(call[1], isTransposed       ? kTransposedSize
                                   : name == "linear" ? kLinearSize
                                                      : kConvSize);
  if (!packed)
    return call.failOperand(1, "a packed weight");
  StringRef overload =
      isTransposed && name != "conv_transpose1d" ? ".input" : ".default";
  Value result = buildLayer(call, call[0].getValue(), *packed,
                            ("aten." + name + overload).str());
  if (hasRelu)
    result = buildRelu(call, result);
  return giveQuantized(call, result, *quantizer);
}

/// In each run, x is quantized by the range of its elements, in 255 steps (127
/// with reduce_range). Zero is exact.
Value torch_onnx::buildDynamicLinear(NodeCall &call, Value x,
                                     ArrayRef<Item> packed, bool isReduced) {
  Interpreter &in = call.in;
  auto type = in.b.getIntegerType(8, /*isSigned=*/false);
  auto [least, greatest] = arithmetic::getLimits(type);
  torch::OperatorOp chosen = in.build(
      call.loc, "quantized_decomposed.choose_qparams.tensor",
      {{"input", x},
       {"quant_min", in.b.getI64IntegerAttr(least)},
       {"quant_max", in.b.getI64IntegerAttr(isReduced ? 127 : greatest)},
       // SMALL_SCALE_THRESHOLD of ATen/native/quantized/cpu/QuantUtils.h.
       {"eps", in.b.getF64FloatAttr(6.1e-5F)},
       {"dtype", TypeAttr::get(type)}});
  if (!chosen)
    return {};
  Quantizer quantizer{Value(chosen->getResult(0)), Value(chosen->getResult(1)),
                      type, std::nullopt};
  x = buildQuantized(call.in, call.loc, x, quantizer);
  return x ? buildPackedLinear(call, x, packed) : Value();
}

Value torch_onnx::buildPackedLinear(NodeCall &call, Value x,
                                    ArrayRef<Item> packed) {
  return buildLayer(call, x, packed, "aten.linear.default");
}

/// quantized::linear_dynamic(x, packed, reduce_range), or
/// linear_dynamic_fp16(x, packed) with f16 weights, with or without a relu.
static Outcome runDynamicLinear(NodeCall &call) {
  StringRef name = call.getKind().split("::").second;
  auto packed = getPacked(call[1], kLinearSize);
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

/// Packs the operands unchanged: quantized::linear_prepack(weight, bias),
/// conv2d_prepack(weight, bias, stride, padding, dilation, groups) and
/// conv_transpose2d_prepack(weight, bias, stride, padding, output_padding,
/// dilation, groups).
static Outcome runPack(NodeCall &call) {
  std::vector<Item> packed = call.getOperands();
  return call.give(Item::tuple(std::move(packed)));
}

void torch_onnx::addQuantizedHandlers(HandlerTable &table) {
  auto add = [&](std::initializer_list<StringRef> kinds,
                 Interpreter::Handler handler) {
    for (StringRef kind : kinds)
      table.addAlways(kind, handler);
  };
  add({"aten::quantize_per_tensor"}, runQuantize);
  add({"aten::quantize_per_channel"}, runQuantizePerChannel);
  add({"aten::quantize_per_tensor_dynamic"}, runQuantizeDynamic);
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
       "quantized::conv3d", "quantized::conv3d_relu",
       "quantized::conv_transpose1d", "quantized::conv_transpose2d",
       "quantized::conv_transpose3d"},
      runLayer);
  add({"quantized::linear_dynamic", "quantized::linear_relu_dynamic",
       "quantized::linear_dynamic_fp16", "quantized::linear_relu_dynamic_fp16"},
      runDynamicLinear);
  add({"quantized::linear_prepack", "quantized::conv1d_prepack",
       "quantized::conv2d_prepack", "quantized::conv3d_prepack",
       "quantized::conv_transpose1d_prepack",
       "quantized::conv_transpose2d_prepack",
       "quantized::conv_transpose3d_prepack"},
      runPack);
}
