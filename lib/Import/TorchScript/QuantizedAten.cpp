//===- QuantizedAten.cpp - ATen operators on quantized tensors ------------===//
//
// A quantized tensor is represented by its real numbers, so an operator of ATen
// is applied to these. Its result is rounded as by the kernels of PyTorch,
// which also decide what operators there are.
//
//===----------------------------------------------------------------------===//

#include "QuantizedOps.h"

#include "torch-onnx/Arithmetic/Limits.h"
#include "torch-onnx/Dialect/Torch/Inference/OperatorTable.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace torch_onnx;
using Kind = Item::Kind;

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

namespace {
enum class Rule {
  /// PyTorch has no kernel.
  None,
  /// The result is quantized like the operand. All of its numbers are numbers
  /// of the operand, or zero.
  Moved,
  /// The result is quantized like the operand, which rounds it.
  Rounded,
  /// As Rounded, of integers without the scale: kernels round numbers halfway
  /// between two integers exactly.
  Integers,
  /// The parameters of the result follow from the range of the function.
  Range,
  /// The result is the operand itself.
  Same,
  /// The result is not quantized.
  Real
};
} // namespace

/// The rule of an operator ("relu"), also for its in-place form.
static Rule getRule(StringRef name) {
  using Names = std::initializer_list<StringLiteral>;
  static const llvm::StringMap<Rule> rules = [] {
    llvm::StringMap<Rule> rules;
    auto add = [&](Rule rule, Names names) {
      for (StringRef name : names)
        rules[name] = rule;
    };
    add(Rule::Moved, {"adjoint",
                      "alias",
                      "as_strided",
                      "broadcast_to",
                      "channel_shuffle",
                      "chunk",
                      "clone",
                      "contiguous",
                      "detach",
                      "diagonal",
                      "dsplit",
                      "expand",
                      "expand_as",
                      "flatten",
                      "flip",
                      "fliplr",
                      "flipud",
                      "hsplit",
                      "index",
                      "index_select",
                      "mH",
                      "mT",
                      "matrix_H",
                      "max",
                      "max_pool1d",
                      "max_pool2d",
                      "max_pool3d",
                      "min",
                      "moveaxis",
                      "movedim",
                      "narrow",
                      "numpy_T",
                      "permute",
                      "pixel_shuffle",
                      "quantized_max_pool1d",
                      "quantized_max_pool2d",
                      "quantized_max_pool3d",
                      "ravel",
                      "reflection_pad1d",
                      "reflection_pad2d",
                      "relu",
                      "repeat",
                      "repeat_interleave",
                      "reshape",
                      "reshape_as",
                      "rot90",
                      "select",
                      "slice",
                      "sort",
                      "split",
                      "split_with_sizes",
                      "squeeze",
                      "swapaxes",
                      "swapdims",
                      "t",
                      "tensor_split",
                      "tile",
                      "topk",
                      "transpose",
                      "unbind",
                      "unflatten",
                      "unfold",
                      "unsafe_chunk",
                      "unsafe_split",
                      "unsafe_split_with_sizes",
                      "unsqueeze",
                      "upsample_nearest2d",
                      "upsample_nearest3d",
                      "_upsample_nearest_exact2d",
                      "_upsample_nearest_exact3d",
                      "view",
                      "view_as",
                      "vsplit"});
    add(Rule::Rounded, {"_adaptive_avg_pool2d",
                        "_adaptive_avg_pool3d",
                        "_index_put_impl",
                        "adaptive_avg_pool1d",
                        "adaptive_avg_pool2d",
                        "adaptive_avg_pool3d",
                        "avg_pool1d",
                        "avg_pool2d",
                        "avg_pool3d",
                        "cat",
                        "clamp",
                        "clip",
                        "column_stack",
                        "concat",
                        "concatenate",
                        "constant_pad_nd",
                        "copy",
                        "dstack",
                        "fill",
                        "gelu",
                        "hardtanh",
                        "hstack",
                        "index_put",
                        "leaky_relu",
                        "masked_fill",
                        "mean",
                        "pad",
                        "relu6",
                        "row_stack",
                        "stack",
                        "std",
                        "threshold",
                        "vstack"});
    add(Rule::Integers,
        {"grid_sampler", "grid_sampler_2d", "upsample_bilinear2d"});
    add(Rule::Range, {"hardsigmoid", "sigmoid", "tanh"});
    add(Rule::Same, {"cpu", "cuda", "dropout", "feature_dropout", "to"});
    add(Rule::Real, {"dequantize", "int_repr"});
    return rules;
  }();
  auto it = rules.find(name.rtrim('_'));
  return it == rules.end() ? Rule::None : it->second;
}

/// sigmoid, tanh and hardsigmoid derive the quantization parameters from the
/// range of the function (ATen/native/quantized/cpu).
static void chooseByRange(Interpreter &in, StringRef name, Quantizer &result) {
  bool isTanh = name == "tanh";
  auto [least, greatest] = arithmetic::getLimits(result.type);
  double range = static_cast<double>(greatest - least) + 1;
  result.scale = in.b.getF64FloatAttr((isTanh ? 2 : 1) / range);
  result.zeroPoint =
      in.b.getI64IntegerAttr(isTanh ? (least + greatest + 1) / 2 : least);
}

//===----------------------------------------------------------------------===//
// Operands and results
//===----------------------------------------------------------------------===//

/// The quantized tensors among the operands and, for an operator that makes
/// tensors, among the elements of lists.
static SmallVector<Item> findQuantized(NodeCall &call, Rule rule) {
  SmallVector<Item> found;
  for (size_t i = 0; i < call.size(); ++i) {
    if (Interpreter::isQuantized(call[i]))
      found.push_back(call[i]);
    if (rule == Rule::None || !call[i].isA(Kind::List))
      continue;
    if (std::optional<std::vector<Item>> items = call.in.getItems(call[i]))
      for (const Item &item : *items)
        if (Interpreter::isQuantized(item))
          found.push_back(item);
  }
  return found;
}

static Outcome failUnsupported(NodeCall &call, const Twine &what) {
  return call.fail("'" + call.getKind() + "' of " + what +
                   " is not supported; expected its dequantize()");
}

/// Whether operators of PyTorch accept these operands: one quantized tensor, a
/// list of them, or one whose sizes only are read.
static Outcome checkOperands(NodeCall &call, ArrayRef<Item> operands) {
  bool isPerChannel = llvm::any_of(
      operands, [](const Item &item) { return !getQuantizer(item); });
  StringRef kind = call.getKind();
  bool isCopy = kind == "aten::clone" || kind == "aten::detach";
  if (isPerChannel && !isCopy)
    return failUnsupported(call, "a tensor that is quantized per channel");
  bool isList = false;
  for (size_t i = 0; i < call.size(); ++i) {
    std::optional<std::vector<Item>> items =
        call[i].isA(Kind::List) ? call.in.getItems(call[i]) : std::nullopt;
    if (!items || !llvm::any_of(*items, Interpreter::isQuantized))
      continue;
    isList = true;
    for (const Item &item : *items)
      if (getQuantizedDtype(item) != getQuantizedDtype(operands.front()))
        return call.failOperand(i, "a list of quantized tensors of one dtype");
  }
  // A copy of another quantized tensor replaces the scale and the zero point.
  if (kind == "aten::copy_" && operands.size() == 2)
    return isSame(*getQuantizer(operands[0]), *getQuantizer(operands[1]))
               ? Outcome::Done
               : call.failOperand(1,
                                  "a float tensor, or a tensor with the same "
                                  "scale and zero point");
  if (operands.size() > 1 && !isList && !kind.ends_with("_as"))
    return call.fail("'" + kind +
                     "' of two quantized tensors is not supported; expected "
                     "one of torch.ops.quantized");
  return Outcome::Done;
}

/// Quantizes the float tensors among the results.
static bool quantizeResult(NodeCall &call, Item &item, Rule rule,
                           const Quantizer &quantizer) {
  Interpreter &in = call.in;
  if (item.isA(Kind::List)) {
    const Cell &cell = in.getCell(item);
    auto type = cell.stacked
                    ? dyn_cast<RankedTensorType>(cell.stacked.getType())
                    : nullptr;
    std::vector<Item> items = cell.items;
    if (type && isa<FloatType>(type.getElementType())) {
      std::optional<std::vector<Item>> expanded =
          in.expandItems(item, call.loc);
      if (!expanded) {
        (void)failUnsupported(call,
                              "a quantized tensor, with a list of dynamic "
                              "length as its result,");
        return false;
      }
      items = *expanded;
    }
    for (Item &element : items)
      if (!quantizeResult(call, element, rule, quantizer))
        return false;
    if (items == cell.items)
      return true;
    Cell quantized;
    quantized.elementType = cell.elementType;
    quantized.items = std::move(items);
    in.heap.write(item.getIndex()) = std::move(quantized);
    return true;
  }
  if (!item.isTensor() || Interpreter::isQuantized(item))
    return true;
  auto type = dyn_cast<RankedTensorType>(item.getValue().getType());
  if (type && !isa<FloatType>(type.getElementType()))
    return true;
  if (!type || rule == Rule::None) {
    if (checkOperands(call, findQuantized(call, rule)) == Outcome::Done)
      (void)failUnsupported(call, "a quantized tensor");
    return false;
  }
  Value value = buildQuantized(in, call.loc, item.getValue(), quantizer);
  if (value)
    item = Item::tensor(value);
  return static_cast<bool>(value);
}

//===----------------------------------------------------------------------===//
// Writes
//===----------------------------------------------------------------------===//

static bool isView(torch::OperatorOp op) {
  const torch::Schema *schema = op.getSchema();
  return schema && !schema->isMutable() &&
         (schema->isView() ||
          torch::getTraits(op).view != torch::ViewKind::None);
}

/// The float tensor that a quantization rounds to `quantized`.
static Value getUnrounded(Value quantized) {
  for (size_t i = 0; i < 2 && quantized; ++i) {
    auto op = quantized.getDefiningOp<torch::OperatorOp>();
    quantized = op && op.getTarget().starts_with("quantized_decomposed.") &&
                        !op.getInputs().empty()
                    ? op.getInputs().front()
                    : Value();
  }
  return quantized;
}

/// If `quantized` is the rounded form of a view of a quantized tensor: the view
/// and that tensor.
static std::pair<Value, Value> getView(Value quantized) {
  Value view = getUnrounded(quantized);
  auto op = view ? view.getDefiningOp<torch::OperatorOp>() : nullptr;
  if (!op || !isView(op) || op.getInputs().empty() ||
      !Interpreter::isQuantized(Item::tensor(op.getInputs().front())))
    return {};
  return {view, op.getInputs().front()};
}

/// The rounded forms of all views of a quantized tensor.
static SmallVector<Value> getViews(Value quantized) {
  SmallVector<Value> views;
  for (Operation *user : quantized.getUsers()) {
    auto op = dyn_cast<torch::OperatorOp>(user);
    if (!op || !isView(op))
      continue;
    for (Value view : op->getResults())
      for (Operation *quantize : view.getUsers())
        for (Value integers : quantize->getResults())
          for (Operation *dequantize : integers.getUsers())
            for (Value result : dequantize->getResults())
              if (getView(result) == std::pair(view, quantized))
                views.push_back(result);
  }
  return views;
}

/// Writes the numbers of `written` to all quantized tensors that share its
/// memory. Views are quantized again, so later passes do not see that they
/// share it.
static Outcome writeViews(NodeCall &call, Value written) {
  auto copy = [&](Value self, Value src) {
    return static_cast<bool>(call.in.buildOne(call.loc, "aten.copy_.default",
                                              {{"self", self}, {"src", src}}));
  };
  llvm::SetVector<Value> done;
  for (Value value = written; value;) {
    done.insert(value);
    auto [view, viewed] = getView(value);
    if (view && !copy(view, value))
      return Outcome::Failed;
    value = viewed;
  }
  for (size_t i = 0; i < done.size(); ++i)
    for (Value view : getViews(done[i]))
      if (done.insert(view) && !copy(view, getUnrounded(view)))
        return Outcome::Failed;
  return Outcome::Done;
}

/// Runs an in-place operator on a quantized tensor, rounds the result, and
/// copies it to the other tensors that share the memory.
static Outcome runWrite(NodeCall &call, Rule rule, Quantizer quantizer) {
  Interpreter &in = call.in;
  Value self = call[0].getValue();
  if (rule == Rule::Range) {
    // The tensor gets other parameters.
    if (getView(self).first || !getViews(self).empty())
      return failUnsupported(call, "a quantized tensor that has views");
    StringRef name = call.getKind().split("::").second.drop_back();
    chooseByRange(in, name, quantizer);
    Value value = in.buildOne(call.loc, ("aten." + name + ".default").str(),
                              {{"self", self}});
    value = buildQuantized(in, call.loc, value, quantizer);
    if (!value)
      return Outcome::Failed;
    Outcome outcome = in.rebind(call, self, value);
    return outcome == Outcome::Done ? call.giveTensor(value) : outcome;
  }
  if (Outcome outcome = in.dispatch(call); outcome != Outcome::Done)
    return outcome;
  Item result = call.getNumResults() == 1
                    ? call.frame.values[call.node.outputs[0]]
                    : call[0];
  if (!result.isTensor())
    return Outcome::Done;
  if (result.getValue() != self) {
    // The tensor has another shape.
    Value value = buildQuantized(in, call.loc, result.getValue(), quantizer);
    if (!value)
      return Outcome::Failed;
    Outcome outcome = in.rebind(call, result.getValue(), value);
    return outcome == Outcome::Done ? call.giveTensor(value) : outcome;
  }
  if (rule == Rule::Rounded) {
    Value rounded = buildQuantized(in, call.loc, self, quantizer);
    if (!in.buildOne(call.loc, "aten.copy_.default",
                     {{"self", self}, {"src", rounded}}))
      return Outcome::Failed;
  }
  return writeViews(call, self);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

bool Interpreter::takesQuantized(NodeCall &call) {
  StringRef name = call.getKind();
  return name.consume_front("aten::") &&
         !findQuantized(call, getRule(name)).empty();
}

/// Applies an operator to the integers, without the scale. Of two integers that
/// are equally near, kernels choose the even one, after adding the zero point.
static Outcome runOnIntegers(NodeCall &call, const Quantizer &quantizer) {
  Interpreter &in = call.in;
  Quantizer unit = quantizer, sum = quantizer;
  unit.scale = sum.scale = in.b.getF64FloatAttr(1);
  sum.zeroPoint = in.b.getI64IntegerAttr(0);
  Value integers = buildIntegers(in, call.loc, call[0].getValue(), quantizer);
  Value numbers = buildReal(in, call.loc, integers, unit);
  if (!numbers)
    return Outcome::Failed;
  Item &operand = call.frame.values[call.node.inputs[0]];
  Item saved = std::exchange(operand, Item::tensor(numbers));
  Outcome outcome = in.dispatch(call);
  call.frame.values[call.node.inputs[0]] = std::move(saved);
  if (outcome != Outcome::Done)
    return outcome;
  Value result = call.frame.values[call.node.outputs[0]].getValue();
  result = in.buildOne(call.loc, "aten.add.Scalar",
                       {{"self", result}, {"other", quantizer.zeroPoint}});
  integers = buildIntegers(in, call.loc, result, sum);
  return call.giveTensor(buildReal(in, call.loc, integers, quantizer));
}

/// Conversions to the own dtype, and dropouts that do nothing.
static Outcome runSame(NodeCall &call, const Quantizer &quantizer) {
  StringRef name = call.getKind().split("::").second;
  bool isCopy = false;
  if (name.contains("dropout")) {
    std::optional<bool> isTraining = call.readBool(2);
    if (!isTraining)
      return Outcome::Failed;
    if (*isTraining)
      return failUnsupported(call, "a quantized tensor in training");
  } else if (name == "to") {
    StringRef overload = call.getOverload();
    size_t dtype = overload == "device" || overload == "prim_Device" ? 2 : 1;
    bool isKept = overload != "prim_other" && overload != "other" &&
                  (call[dtype].isNone() ||
                   call[dtype].getInt() == getQuantizedDtype(call[0]));
    if (!isKept && overload != "prim_other")
      return failUnsupported(call, "a quantized tensor to another dtype");
    for (size_t i = dtype + 1; i < call.size(); ++i)
      isCopy |= call[i].getBool().value_or(false);
  }
  if (!isCopy)
    return call.give(call[0]);
  Value copy = call.in.buildOne(call.loc, "aten.clone.default",
                                {{"self", call[0].getValue()}});
  return giveQuantized(call, copy, quantizer);
}

Outcome Interpreter::runQuantized(NodeCall &call) {
  StringRef name = call.getKind().split("::").second;
  Rule rule = getRule(name);
  if (rule == Rule::Real)
    return dispatch(call);
  SmallVector<Item> operands = findQuantized(call, rule);
  Quantizer quantizer = *getAnyQuantizer(operands.front());
  bool isWritten =
      name.ends_with("_") && !name.ends_with("__") && name != "requires_grad_";
  bool isUnknown =
      rule == Rule::None || (rule == Rule::Range && name != "hardsigmoid_");
  const torch::Schema *schema = torch::Schema::lookup(call.getTarget());
  bool hasOut = schema && schema->isMutable() && !isWritten;
  if ((isWritten && isUnknown) || hasOut)
    return failUnsupported(call, "a quantized tensor");
  if (rule != Rule::None)
    if (Outcome outcome = checkOperands(call, operands);
        outcome != Outcome::Done)
      return outcome;
  if (rule == Rule::Same)
    return runSame(call, quantizer);
  if (rule == Rule::Integers && quantizer.isStatic())
    return runOnIntegers(call, quantizer);
  if (isWritten && operands.front() != call[0])
    return call.failOperand(0, "a quantized tensor");
  if (isWritten)
    return runWrite(call, rule, quantizer);
  if (rule == Rule::Range)
    chooseByRange(*this, name, quantizer);
  // The kernel stores its scale as a float.
  if (name == "gelu")
    if (const auto *scale = std::get_if<Attribute>(&quantizer.scale))
      if (auto literal = dyn_cast_if_present<FloatAttr>(*scale))
        quantizer.scale =
            b.getF64FloatAttr(static_cast<float>(literal.getValueAsDouble()));
  if (Outcome outcome = dispatch(call); outcome != Outcome::Done)
    return outcome;
  for (size_t i = 0; i < call.getNumResults(); ++i) {
    Item result = call.frame.values[call.node.outputs[i]];
    if (!quantizeResult(call, result, rule, quantizer))
      return Outcome::Failed;
    call.frame.values[call.node.outputs[i]] = std::move(result);
  }
  return Outcome::Done;
}
