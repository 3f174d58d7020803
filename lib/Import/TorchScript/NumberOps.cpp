//===- NumberOps.cpp - Arithmetic of TorchScript's numbers ----------------===//
//
// Functions of ints, floats and bools (torch/csrc/jit/runtime/
// register_prim_ops.cpp) are Python's; those on strings, lists and None of the
// same names are here as well, as an operand's kind is what tells them apart.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

#include "llvm/ADT/StringSwitch.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using Kind = Item::Kind;

/// The type of a result; of a "number" that of the operands.
static Type getNumberType(NodeCall &call) {
  Builder &b = call.in.b;
  switch (call.getResultType()->kind) {
  case ScriptType::Kind::Int:
    return b.getI64Type();
  case ScriptType::Kind::Float:
    return b.getF64Type();
  case ScriptType::Kind::Bool:
    return b.getI1Type();
  default:
    break;
  }
  for (size_t i = 0; i < call.size(); ++i)
    if (Type type = call[i].getNumberType(); type && type.isF64())
      return type;
  return b.getI64Type();
}

static StringRef getFunction(StringRef kind) {
  return llvm::StringSwitch<StringRef>(kind)
      .Cases({"aten::add", "aten::add_"}, "_operator.add")
      .Cases({"aten::sub", "aten::sub_"}, "_operator.sub")
      .Cases({"aten::mul", "aten::mul_"}, "_operator.mul")
      .Case("aten::floordiv", "_operator.floordiv")
      .Case("aten::remainder", "_operator.mod")
      .Cases({"aten::div", "aten::truediv"}, "_operator.truediv")
      .Case("aten::pow", "_operator.pow")
      .Case("aten::neg", "_operator.neg")
      .Case("prim::abs", "_operator.abs")
      .Case("prim::max", "torch.sym_max")
      .Case("prim::min", "torch.sym_min")
      .Cases({"aten::eq", "aten::__eq__"}, "_operator.eq")
      .Case("aten::ne", "_operator.ne")
      .Case("aten::lt", "_operator.lt")
      .Case("aten::le", "_operator.le")
      .Case("aten::gt", "_operator.gt")
      .Case("aten::ge", "_operator.ge")
      .Case("aten::__and__", "_operator.and_")
      .Case("aten::__or__", "_operator.or_")
      .Case("aten::__xor__", "_operator.xor")
      .Case("aten::__not__", "_operator.not_")
      .Case("aten::__lshift__", "_operator.lshift")
      .Case("aten::__rshift__", "_operator.rshift")
      .Case("aten::floor", "math.floor")
      .Case("aten::ceil", "math.ceil")
      .Case("aten::sqrt", "math.sqrt")
      .Case("aten::sin", "torch._sym_sin")
      .Case("aten::cos", "torch._sym_cos")
      .Case("aten::tan", "torch._sym_tan")
      .Case("aten::sinh", "torch._sym_sinh")
      .Case("aten::cosh", "torch._sym_cosh")
      .Case("aten::tanh", "torch._sym_tanh")
      .Case("aten::asin", "torch._sym_asin")
      .Case("aten::acos", "torch._sym_acos")
      .Case("aten::atan", "torch._sym_atan")
      .Case("aten::log2", "torch._sym_log2")
      .Default("");
}

static Outcome applyNumber(NodeCall &call, StringRef function,
                           ArrayRef<Item> operands, Type type) {
  for (auto [index, operand] : llvm::enumerate(operands))
    if (!operand.isNumber())
      return call.failOperand(index, "a number");
  // Division by a literal zero raises.
  bool divides = function == "_operator.floordiv" ||
                 function == "_operator.mod" || function == "_operator.truediv";
  if (divides && operands.size() == 2 && operands[1].getFloat() == 0.0)
    return Outcome::Raised;
  std::optional<Item> result =
      call.in.applyNumbers(function, operands, type, call.loc);
  return result ? call.give(*result)
                : call.fail("'" + call.getKind() + "' of " +
                            operands.front().describe() +
                            " has no exact form in ONNX");
}

static SmallVector<Item> getOperands(NodeCall &call) {
  SmallVector<Item> operands;
  for (size_t i = 0; i < call.size(); ++i)
    operands.push_back(call[i]);
  return operands;
}

Outcome torch_onnx::runNumber(NodeCall &call) {
  return applyNumber(call, getFunction(call.getKind()), getOperands(call),
                     getNumberType(call));
}

/// Whether two items are equal, as Python compares them; nothing where only the
/// run knows.
static std::optional<Item> areEqual(NodeCall &call, const Item &x,
                                    const Item &y) {
  Interpreter &in = call.in;
  Type boolType = in.b.getI1Type();
  if (x.isNumber() && y.isNumber())
    return in.applyNumbers("_operator.eq", {x, y}, boolType, call.loc);
  std::optional<std::vector<Item>> a = in.getItems(x), b = in.getItems(y);
  if (a && b) {
    if (a->size() != b->size())
      return in.makeBool(false);
    Item all = in.makeBool(true);
    for (auto [item, other] : llvm::zip_equal(*a, *b)) {
      std::optional<Item> equal = areEqual(call, item, other);
      if (!equal || equal->getBool() == false)
        return equal;
      std::optional<Item> both =
          in.applyNumbers("_operator.and_", {all, *equal}, boolType, call.loc);
      if (!both)
        return both;
      all = *both;
    }
    return all;
  }
  auto isOpen = [](const Item &item) {
    return item.isTensor() || item.isA(Kind::Maybe) || item.isA(Kind::Object) ||
           item.isA(Kind::Dict) || item.isA(Kind::List);
  };
  if (isOpen(x) || isOpen(y))
    return std::nullopt;
  return in.makeBool(x.getKind() == y.getKind() &&
                     x.getAttribute() == y.getAttribute());
}

static Outcome runEqual(NodeCall &call) {
  bool isNot = call.getKind() == "aten::ne";
  std::optional<Item> equal = areEqual(call, call[0], call[1]);
  if (equal && isNot)
    equal = call.in.applyNumbers("_operator.not_", *equal,
                                 call.in.b.getI1Type(), call.loc);
  return equal ? call.give(*equal)
               : call.fail("cannot compare " + call[0].describe() + " and " +
                           call[1].describe());
}

static Outcome runPower(NodeCall &call) {
  Type type = getNumberType(call);
  std::optional<Item> result =
      call.in.applyNumbers("_operator.pow", {call[0], call[1]}, type, call.loc);
  // The result of ints is a float where the schema has one.
  if (!result && type.isF64()) {
    result = call.in.applyNumbers("_operator.pow", {call[0], call[1]},
                                  call.in.b.getI64Type(), call.loc);
    if (result)
      result = call.in.applyNumbers("torch.sym_float", *result, type, call.loc);
  }
  return result ? call.give(*result)
                : call.fail("a power of " + call[0].describe() +
                            " has no exact form in ONNX");
}

/// round() of TorchScript gives a float.
static Outcome runRound(NodeCall &call) {
  Type type = getNumberType(call);
  if (type.isInteger(64))
    return applyNumber(call, "builtins.round", getOperands(call), type);
  std::optional<Item> number = call.in.applyNumbers(
      "torch.sym_float", call[0], call.in.b.getF64Type(), call.loc);
  if (!number)
    return call.failOperand(0, "a number");
  return applyNumber(call, "builtins.round", {*number, call.in.makeInt(0)},
                     call.in.b.getF64Type());
}

/// A function of floats that the arith and math dialects do not have: that of
/// tensors, which computes the same.
static Outcome applyTensor(NodeCall &call, StringRef target) {
  Interpreter &in = call.in;
  std::optional<Item> number = call[0];
  if (call[0].isNumber() && !call[0].getNumberType().isF64())
    number = in.applyNumbers("torch.sym_float", call[0], in.b.getF64Type(),
                             call.loc);
  Value scalar = number ? in.getNumber(*number, call.loc) : Value();
  if (!scalar)
    return call.failOperand(0, "a number");
  Value tensor =
      in.buildOne(call.loc, "aten.scalar_tensor.default",
                  {{"s", scalar}, {"dtype", TypeAttr::get(in.b.getF64Type())}});
  Value result =
      tensor ? in.buildOne(call.loc, target, {{"self", tensor}}) : Value();
  Value element =
      result ? in.buildOne(call.loc, "aten.item.default", {{"self", result}})
             : Value();
  return element ? call.give(in.simplifyNumber(element)) : Outcome::Failed;
}

template <double (*function)(double)> static Outcome runFloat(NodeCall &call) {
  if (std::optional<double> number = call[0].getFloat())
    return call.give(call.in.makeFloat(function(*number)));
  std::string target = call.getKind().split("::").second.str();
  return applyTensor(call, "aten." + target + ".default");
}

template <bool (*predicate)(double)>
static Outcome runPredicate(NodeCall &call) {
  if (std::optional<double> number = call[0].getFloat())
    return call.give(call.in.makeBool(predicate(*number)));
  std::string target = call.getKind().split("::").second.str();
  return applyTensor(call, "aten." + target + ".default");
}

static bool isNaN(double number) { return std::isnan(number); }
static bool isInfinite(double number) { return std::isinf(number); }
static bool isFinite(double number) { return std::isfinite(number); }

static Outcome runDivMod(NodeCall &call) {
  Interpreter &in = call.in;
  bool isFloat =
      call[0].getNumberType() && call[1].getNumberType() &&
      (call[0].getNumberType().isF64() || call[1].getNumberType().isF64());
  Type type = isFloat ? Type(in.b.getF64Type()) : Type(in.b.getI64Type());
  if (call[1].getFloat() == 0.0)
    return Outcome::Raised;
  std::optional<Item> quotient =
                          in.applyNumbers("_operator.floordiv",
                                          {call[0], call[1]}, type, call.loc),
                      rest = in.applyNumbers(
                          "_operator.mod", {call[0], call[1]}, type, call.loc);
  return quotient && rest ? call.giveAll({*quotient, *rest})
                          : call.failOperand(0, "a number");
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// The element of a tensor, as a number.
static std::optional<Item> getElement(NodeCall &call, const Item &tensor) {
  Interpreter &in = call.in;
  if (std::optional<Item> number = in.getNumberOf(tensor))
    return number;
  if (tensor.isNumber())
    return tensor;
  Value value = tensor.isTensor() ? in.buildOne(call.loc, "aten.item.default",
                                                {{"self", tensor.getValue()}})
                                  : Value();
  return value ? std::optional(in.simplifyNumber(value)) : std::nullopt;
}

static Outcome runItem(NodeCall &call) {
  std::optional<Item> element = getElement(call, call[0]);
  return element ? call.give(*element)
                 : call.failOperand(0, "a tensor of one element");
}

static Outcome convert(NodeCall &call, StringRef function, Type type) {
  if (call[0].isA(Kind::String)) {
    StringRef text = call[0].getText().trim();
    int64_t integer;
    double real;
    if (type.isInteger(64) && !text.getAsInteger(10, integer))
      return call.give(call.in.makeInt(integer));
    if (type.isF64() && !text.getAsDouble(real))
      return call.give(call.in.makeFloat(real));
    return Outcome::Raised;
  }
  std::optional<Item> element = getElement(call, call[0]);
  if (!element)
    return call.failOperand(0, "a number or a tensor of one element");
  if (type.isInteger(1) && !element->getNumberType().isInteger(1))
    return applyNumber(call, "_operator.ne", {*element, call.in.makeInt(0)},
                       type);
  if (element->getNumberType() == type)
    return call.give(*element);
  return applyNumber(call, function, *element, type);
}

static Outcome runInt(NodeCall &call) {
  return convert(call, "torch.sym_int", call.in.b.getI64Type());
}
static Outcome runToFloat(NodeCall &call) {
  return convert(call, "torch.sym_float", call.in.b.getF64Type());
}
static Outcome runBool(NodeCall &call) {
  return convert(call, "", call.in.b.getI1Type());
}

/// A number as a 0-d tensor; what it was is remembered, as traced programs
/// compute sizes so.
static Outcome runNumToTensor(NodeCall &call) {
  Interpreter &in = call.in;
  const Item &number = call[0];
  if (!number.isNumber())
    return call.failOperand(0, "a number");
  Type type = number.getNumberType();
  torch::ArgumentSpec scalar = number.getValue()
                                   ? torch::ArgumentSpec(number.getValue())
                                   : torch::ArgumentSpec(number.getLiteral());
  // The dtype of a float is the default one.
  if (type.isF64())
    type = in.b.getF32Type();
  Value tensor = in.buildOne(call.loc, "aten.scalar_tensor.default",
                             {{"s", scalar}, {"dtype", TypeAttr::get(type)}});
  if (!tensor)
    return Outcome::Failed;
  in.setNumberOf(tensor, number);
  return call.give(Item::tensor(tensor));
}

void torch_onnx::addNumberHandlers(HandlerTable &table) {
  for (StringRef kind :
       {"aten::sub",        "aten::floordiv",   "aten::remainder",
        "aten::div",        "aten::truediv",    "aten::neg",
        "prim::abs",        "aten::lt",         "aten::le",
        "aten::gt",         "aten::ge",         "aten::__and__",
        "aten::__or__",     "aten::__xor__",    "aten::__not__",
        "aten::__lshift__", "aten::__rshift__", "aten::floor",
        "aten::ceil",       "aten::sqrt",       "aten::sin",
        "aten::cos",        "aten::tan",        "aten::sinh",
        "aten::cosh",       "aten::tanh",       "aten::asin",
        "aten::acos",       "aten::atan",       "aten::log2",
        "aten::sub_",       "aten::mul_"})
    table.add(kind, runNumber);
  table.add("aten::eq", runEqual);
  table.add("aten::ne", runEqual);
  table.add("aten::pow", runPower);
  table.add("aten::round", runRound);
  table.add("aten::exp", runFloat<std::exp>);
  table.add("aten::expm1", runFloat<std::expm1>);
  table.add("aten::log", runFloat<std::log>);
  table.add("aten::log10", runFloat<std::log10>);
  table.add("aten::log1p", runFloat<std::log1p>);
  table.add("aten::erf", runFloat<std::erf>);
  table.add("aten::erfc", runFloat<std::erfc>);
  table.add("aten::lgamma", runFloat<std::lgamma>);
  table.add("aten::asinh", runFloat<std::asinh>);
  table.add("aten::acosh", runFloat<std::acosh>);
  table.add("aten::atanh", runFloat<std::atanh>);
  table.add("aten::isnan", runPredicate<isNaN>);
  table.add("aten::isinf", runPredicate<isInfinite>);
  table.add("aten::isfinite", runPredicate<isFinite>);
  table.add("aten::divmod", runDivMod);
  auto always = [&](StringRef kind, Interpreter::Handler handler) {
    table.add(kind, handler, /*isAlways=*/true);
  };
  always("aten::Int", runInt);
  always("aten::IntImplicit", runInt);
  always("aten::Float", runToFloat);
  always("aten::FloatImplicit", runToFloat);
  always("aten::Bool", runBool);
  always("aten::ScalarImplicit", runItem);
  always("aten::item", runItem);
  always("aten::_local_scalar_dense", runItem);
  always("prim::NumToTensor", runNumToTensor);
  always("aten::is_nonzero", runBool);
}
