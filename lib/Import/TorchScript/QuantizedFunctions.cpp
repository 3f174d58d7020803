//===- QuantizedFunctions.cpp - Functions of torch.ops.quantized ----------===//
//
// A function of `quantized::` is the ATen operator on real numbers, followed by
// the quantization of its result, as most kernels of ATen/native/quantized/cpu
// compute it. The parameters of the result are the last operands, or those of
// the quantized operand.
//
//===----------------------------------------------------------------------===//

#include "QuantizedOps.h"

#include "torch-onnx/Arithmetic/Limits.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using ArgList = SmallVector<std::pair<StringRef, torch::ArgumentSpec>>;

static constexpr StringLiteral kExpectedQuantized =
    "a tensor that is quantized per tensor";

//===----------------------------------------------------------------------===//
// Functions with the arguments of an ATen operator
//===----------------------------------------------------------------------===//

namespace {
/// Where the scale and the zero point of the result are.
enum class Place {
  /// In the last two operands.
  Last,
  /// In operands 1 and 2.
  Second,
  /// In the quantized operand.
  Input
};

/// A function, the ATen operator that computes it, and the arguments of that
/// operator for the operands other than the scale and the zero point. An empty
/// name stands for an operand that does not affect the result.
struct Function {
  StringLiteral name, target;
  Place place;
  SmallVector<StringRef, 8> arguments;
};
} // namespace

static ArrayRef<Function> getFunctions() {
  static const Function functions[] = {
      {"add", "aten.add.Tensor", Place::Last, {"self", "other"}},
      {"mul", "aten.mul.Tensor", Place::Last, {"self", "other"}},
      {"matmul", "aten.matmul.default", Place::Last, {"self", "other"}},
      {"hardswish", "aten.hardswish.default", Place::Last, {"self"}},
      {"sigmoid", "aten.sigmoid.default", Place::Last, {"self"}},
      {"leaky_relu",
       "aten.leaky_relu.default",
       Place::Last,
       {"self", "negative_slope", ""}},
      {"prelu", "aten.prelu.default", Place::Last, {"self", "weight"}},
      {"softmax", "aten.softmax.int", Place::Last, {"self", "dim"}},
      {"elu",
       "aten.elu.default",
       Place::Second,
       {"self", "alpha", "scale", "input_scale"}},
      {"celu", "aten.celu.default", Place::Second, {"self", "alpha"}},
      {"layer_norm",
       "aten.layer_norm.default",
       Place::Last,
       {"input", "normalized_shape", "weight", "bias", "eps"}},
      {"group_norm",
       "aten.group_norm.default",
       Place::Last,
       {"input", "num_groups", "weight", "bias", "eps"}},
      {"instance_norm",
       "aten.instance_norm.default",
       Place::Last,
       {"input", "weight", "bias", "eps"}},
      {"batch_norm",
       "aten.batch_norm.default",
       Place::Last,
       {"input", "weight", "bias", "running_mean", "running_var", "eps"}},
      {"relu6", "aten.relu6.default", Place::Input, {"self", ""}},
      {"clamp", "aten.clamp.default", Place::Input, {"self", "min", "max"}},
      {"threshold",
       "aten.threshold.default",
       Place::Input,
       {"self", "threshold", "value"}},
      {"max_pool1d",
       "aten.max_pool1d.default",
       Place::Input,
       {"self", "kernel_size", "stride", "padding", "dilation", "ceil_mode"}},
      {"max_pool2d",
       "aten.max_pool2d.default",
       Place::Input,
       {"self", "kernel_size", "stride", "padding", "dilation", "ceil_mode"}},
  };
  return functions;
}

/// An operand as the argument of an operator; nothing if it is not a tensor, a
/// number, None or a list of ints.
static std::optional<torch::ArgumentSpec> getArgument(Interpreter &in,
                                                      const Item &item) {
  if (item.isNone())
    return torch::NoneAttr::get(in.ctx);
  if (item.isTensor())
    return item.getValue();
  if (item.isNumber())
    return Interpreter::makeArgument(item);
  std::optional<std::vector<Item>> items = in.getItems(item);
  if (!items || !llvm::all_of(*items, [](const Item &element) {
        return element.isNumber();
      }))
    return std::nullopt;
  SmallVector<OpFoldResult> list;
  for (const Item &element : *items)
    list.push_back(element.getFoldResult());
  return list;
}

/// The arguments of ATen's normalizations that the quantized ones lack.
static void addNormArguments(Interpreter &in, StringRef name, ArgList &args) {
  auto literal = [&](bool value) { return in.b.getBoolAttr(value); };
  if (name != "instance_norm" && name != "batch_norm")
    return;
  if (name == "instance_norm") {
    args.push_back({"running_mean", torch::NoneAttr::get(in.ctx)});
    args.push_back({"running_var", torch::NoneAttr::get(in.ctx)});
    args.push_back({"use_input_stats", literal(true)});
  } else {
    args.push_back({"training", literal(false)});
  }
  args.push_back({"momentum", in.b.getF64FloatAttr(0)});
  args.push_back({"cudnn_enabled", literal(false)});
}

/// The name of a function without "_relu" at its end, which is common to
/// several functions, and without the rank of a batch norm.
static StringRef getBaseName(StringRef kind, bool &hasRelu) {
  StringRef name = kind.split("::").second;
  if (name == "leaky_relu")
    return name;
  hasRelu = name.consume_back("_relu");
  return name.starts_with("batch_norm") ? "batch_norm" : name;
}

static Outcome runFunction(NodeCall &call) {
  Interpreter &in = call.in;
  bool hasRelu = false;
  StringRef base = getBaseName(call.getKind(), hasRelu);
  const Function &function = *llvm::find_if(
      getFunctions(), [&](const Function &f) { return f.name == base; });
  size_t numOwn = function.place == Place::Input ? 0 : 2;
  size_t first = function.place == Place::Second ? 1 : call.size() - numOwn;
  if (call.size() != function.arguments.size() + numOwn)
    return call.fail("'" + call.getKind() + "' takes " +
                     Twine(function.arguments.size() + numOwn) +
                     " arguments, found " + Twine(call.size()));
  if (!getQuantizer(call[0]))
    return call.failOperand(0, kExpectedQuantized);
  std::optional<Quantizer> quantizer = function.place == Place::Input
                                           ? getQuantizer(call[0])
                                           : getResultQuantizer(call, first);
  if (!quantizer)
    return call.failOperand(call[first].isNumber() ? first + 1 : first,
                            "a number");
  ArgList args;
  for (auto [index, name] : llvm::enumerate(function.arguments)) {
    size_t operand = index < first ? index : index + numOwn;
    if (name.empty())
      continue;
    if (name == "other" && !getQuantizer(call[operand]))
      return call.failOperand(operand, kExpectedQuantized);
    std::optional<torch::ArgumentSpec> argument =
        getArgument(in, call[operand]);
    if (!argument)
      return call.failOperand(operand, "a tensor, a number or a list of ints");
    args.push_back({name, *argument});
  }
  addNormArguments(in, function.name, args);
  Value result = in.buildOne(call.loc, function.target, args);
  if (hasRelu)
    result = buildRelu(call, result);
  return giveQuantized(call, result, *quantizer);
}

//===----------------------------------------------------------------------===//
// Other functions
//===----------------------------------------------------------------------===//

/// quantized::cat(tensors, dim, scale, zero_point). None for the scale or the
/// zero point selects those of the first tensor.
static Outcome runCat(NodeCall &call) {
  std::optional<std::vector<Item>> items = call.in.getItems(call[0]);
  std::optional<Quantizer> quantizer =
      items && !items->empty() ? getQuantizer(items->front()) : std::nullopt;
  SmallVector<OpFoldResult> tensors;
  if (quantizer)
    for (const Item &item : *items)
      if (getQuantizer(item))
        tensors.push_back(item.getValue());
  if (!quantizer || tensors.size() != items->size())
    return call.failOperand(0, "a list of tensors that are quantized per "
                               "tensor");
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

namespace {
/// A scale and a zero point that are known at import, the limits of the
/// integers, and the number at the other operand.
struct Scaled {
  double scale, number;
  int64_t zeroPoint, least, greatest;
};
} // namespace

/// The parts of a sum or a product of a quantized tensor and a number; nothing
/// after a failure.
static std::optional<Scaled> readScaled(NodeCall &call, size_t tensor) {
  Interpreter &in = call.in;
  std::optional<Quantizer> quantizer = getQuantizer(call[tensor]);
  if (!quantizer) {
    (void)call.failOperand(tensor, kExpectedQuantized);
    return std::nullopt;
  }
  const auto *scale = std::get_if<Attribute>(&quantizer->scale);
  const auto *zeroPoint = std::get_if<Attribute>(&quantizer->zeroPoint);
  auto scaleAttr = scale ? dyn_cast_if_present<FloatAttr>(*scale) : FloatAttr();
  auto zeroAttr =
      zeroPoint ? dyn_cast_if_present<IntegerAttr>(*zeroPoint) : IntegerAttr();
  if (!scaleAttr || !zeroAttr) {
    (void)call.failOperand(tensor, "a quantized tensor whose scale and zero "
                                   "point are known at import");
    return std::nullopt;
  }
  const Item &other = call[1 - tensor];
  std::optional<double> number = other.getFloat();
  if (std::optional<Item> known = in.getNumberOf(other))
    number = known->getFloat();
  if (!number) {
    (void)call.failOperand(1 - tensor, "a number that is known at import");
    return std::nullopt;
  }
  auto [least, greatest] = arithmetic::getLimits(quantizer->type);
  return Scaled{scaleAttr.getValueAsDouble(), *number, zeroAttr.getInt(), least,
                greatest};
}

/// The operand that is a tensor: `1 + x` has the number first.
static size_t getTensorOperand(NodeCall &call) {
  return call[0].isTensor() && Interpreter::isQuantized(call[0]) ? 0 : 1;
}

static Outcome giveScaled(NodeCall &call, Value result, bool hasRelu,
                          double scale, int64_t zeroPoint, IntegerType type) {
  if (hasRelu)
    result = buildRelu(call, result);
  return giveQuantized(call, result,
                       {call.in.b.getF64FloatAttr(scale),
                        call.in.b.getI64IntegerAttr(zeroPoint), type,
                        std::nullopt});
}

/// quantized::add(x, number): the number is rounded to the scale of x, and
/// moves the zero point. The scale grows only if the zero point would not fit
/// (add_scalar_out of ATen/native/quantized/cpu/BinaryOps.cpp).
static Outcome runAddNumber(NodeCall &call) {
  size_t tensor = getTensorOperand(call);
  std::optional<Scaled> x = readScaled(call, tensor);
  if (!x)
    return Outcome::Failed;
  double steps = std::nearbyint(x->number / x->scale);
  if (!(std::abs(steps) < 0x1p30))
    return call.failOperand(1 - tensor, "a number below 2^30 steps");
  int64_t zeroPoint = x->zeroPoint - static_cast<int64_t>(steps);
  double scale = x->scale;
  auto range = static_cast<float>(x->greatest) - static_cast<float>(x->least);
  if (zeroPoint < x->least) {
    scale *= static_cast<float>(x->greatest - zeroPoint) / range;
    zeroPoint = x->least;
  } else if (zeroPoint > x->greatest) {
    scale *= static_cast<float>(zeroPoint - x->least) / range;
    zeroPoint = x->greatest;
  }
  Value result = call.in.buildOne(
      call.loc, "aten.add.Scalar",
      {{"self", call[tensor].getValue()},
       {"other", call.in.b.getF64FloatAttr(steps * x->scale)}});
  return giveScaled(call, result, call.getKind().ends_with("_relu"), scale,
                    zeroPoint, getQuantizer(call[tensor])->type);
}

/// quantized::mul(x, number) changes the scale of x, and negates its integers
/// for a negative number (mul_scalar_out).
static Outcome runMultiplyNumber(NodeCall &call) {
  size_t tensor = getTensorOperand(call);
  std::optional<Scaled> x = readScaled(call, tensor);
  if (!x)
    return Outcome::Failed;
  double scale = std::abs(x->number) * x->scale;
  int64_t zeroPoint = x->zeroPoint;
  if (x->number < 0) {
    zeroPoint = x->greatest + x->least - zeroPoint;
  } else if (x->number == 0) {
    scale = 1;
    zeroPoint = 0;
  }
  Value result =
      call.in.buildOne(call.loc, "aten.mul.Scalar",
                       {{"self", call[tensor].getValue()},
                        {"other", call.in.b.getF64FloatAttr(x->number)}});
  return giveScaled(call, result, call.getKind().ends_with("_relu"), scale,
                    zeroPoint, getQuantizer(call[tensor])->type);
}

/// quantized::add, add_relu, mul and mul_relu, whose overloads accept a number.
static Outcome runBinary(NodeCall &call) {
  if (!call.getOverload().starts_with("Scalar"))
    return runFunction(call);
  return call.getKind().starts_with("quantized::add") ? runAddNumber(call)
                                                      : runMultiplyNumber(call);
}

void torch_onnx::addQuantizedFunctionHandlers(HandlerTable &table) {
  auto add = [&](std::initializer_list<std::string> names,
                 Interpreter::Handler handler) {
    for (const std::string &name : names)
      table.addAlways("quantized::" + name, handler);
  };
  for (const Function &function : getFunctions())
    add({function.name.str()}, runFunction);
  for (StringRef rank : {"", "1d", "2d", "3d"}) {
    std::string name = ("batch_norm" + rank).str();
    add({name, name + "_relu"}, runFunction);
  }
  add({"add", "add_relu", "mul", "mul_relu"}, runBinary);
  add({"add_scalar", "add_scalar_relu"}, runAddNumber);
  add({"mul_scalar", "mul_scalar_relu"}, runMultiplyNumber);
  add({"cat", "cat_relu"}, runCat);
}
