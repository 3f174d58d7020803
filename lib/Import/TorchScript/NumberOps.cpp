//===- NumberOps.cpp - Arithmetic of TorchScript's numbers ----------------===//
//
// Functions of ints, floats and bools have Python's semantics
// (torch/csrc/jit/runtime/register_prim_ops.cpp). Functions of the same names
// on strings, lists and None are here as well, because only the kind of an
// operand distinguishes them.
//
//===----------------------------------------------------------------------===//

#include "ContainerOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cmath>
#include <numeric>

using namespace mlir;
using namespace torch_onnx;
using Kind = Item::Kind;

/// The type of a result. A "number" has the type of the operands.
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

namespace {
/// The function of Python that an operator on numbers computes.
struct NumberRow {
  llvm::StringLiteral kind, function;
};
} // namespace

static constexpr NumberRow numberRows[] = {
    {"aten::add", "_operator.add"},
    {"aten::add_", "_operator.add"},
    {"aten::sub", "_operator.sub"},
    {"aten::sub_", "_operator.sub"},
    {"aten::mul", "_operator.mul"},
    {"aten::mul_", "_operator.mul"},
    {"aten::floordiv", "_operator.floordiv"},
    {"aten::remainder", "_operator.mod"},
    {"aten::div", "_operator.truediv"},
    {"aten::truediv", "_operator.truediv"},
    {"aten::neg", "_operator.neg"},
    {"prim::abs", "_operator.abs"},
    {"prim::max", "torch.sym_max"},
    {"prim::min", "torch.sym_min"},
    {"aten::lt", "_operator.lt"},
    {"aten::le", "_operator.le"},
    {"aten::gt", "_operator.gt"},
    {"aten::ge", "_operator.ge"},
    {"aten::__and__", "_operator.and_"},
    {"aten::__or__", "_operator.or_"},
    {"aten::__xor__", "_operator.xor"},
    {"aten::__not__", "_operator.not_"},
    {"aten::__lshift__", "_operator.lshift"},
    {"aten::__rshift__", "_operator.rshift"},
    {"aten::floor", "math.floor"},
    {"aten::ceil", "math.ceil"},
    {"aten::sqrt", "math.sqrt"},
    {"aten::sin", "torch._sym_sin"},
    {"aten::cos", "torch._sym_cos"},
    {"aten::tan", "torch._sym_tan"},
    {"aten::sinh", "torch._sym_sinh"},
    {"aten::cosh", "torch._sym_cosh"},
    {"aten::tanh", "torch._sym_tanh"},
    {"aten::asin", "torch._sym_asin"},
    {"aten::acos", "torch._sym_acos"},
    {"aten::atan", "torch._sym_atan"},
    {"aten::log2", "torch._sym_log2"},
};

static StringRef getFunction(StringRef kind) {
  const NumberRow *row = llvm::find_if(
      numberRows, [&](const NumberRow &row) { return row.kind == kind; });
  return row == std::end(numberRows) ? StringRef() : StringRef(row->function);
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

Outcome torch_onnx::runNumber(NodeCall &call) {
  return applyNumber(call, getFunction(call.getKind()), call.getOperands(),
                     getNumberType(call));
}

std::optional<Item> torch_onnx::areEqual(NodeCall &call, const Item &x,
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
    return item.isTensor() || item.isA(Kind::Maybe) || item.isCell() ||
           item.isA(Kind::Conflict);
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
  // A result of ints is a float if the schema declares a float.
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

/// round() of TorchScript returns a float.
static Outcome runRound(NodeCall &call) {
  Type type = getNumberType(call);
  if (type.isInteger(64))
    return applyNumber(call, "builtins.round", call.getOperands(), type);
  std::optional<Item> number = call.in.applyNumbers(
      "torch.sym_float", call[0], call.in.b.getF64Type(), call.loc);
  if (!number)
    return call.failOperand(0, "a number");
  return applyNumber(call, "builtins.round", {*number, call.in.makeInt(0)},
                     call.in.b.getF64Type());
}

//===----------------------------------------------------------------------===//
// Functions that the arith and math dialects do not have
//===----------------------------------------------------------------------===//

/// Converts a number to `type`; null with a failure for any other item.
static Value getNumberAs(NodeCall &call, size_t index, Type type) {
  Interpreter &in = call.in;
  std::optional<Item> number = call[index];
  if (!number->isNumber()) {
    (void)call.failOperand(index, "a number");
    return {};
  }
  if (number->getNumberType() != type)
    number = in.applyNumbers(type.isF64() ? "torch.sym_float" : "torch.sym_int",
                             *number, type, call.loc);
  Value value = number ? in.getNumber(*number, call.loc) : Value();
  if (!value)
    (void)call.failOperand(index, "a number");
  return value;
}

/// Builds the equivalent function of tensors; `names` are its arguments.
/// Nothing, with a failure, if it cannot be built.
static std::optional<Item>
buildFunction(NodeCall &call, StringRef target,
              ArrayRef<std::pair<StringRef, size_t>> names, Type type) {
  Interpreter &in = call.in;
  SmallVector<std::pair<StringRef, torch::ArgumentSpec>> arguments;
  for (auto [name, index] : names) {
    Value tensor = in.buildOne(call.loc, "aten.scalar_tensor.default",
                               {{"s", getNumberAs(call, index, type)},
                                {"dtype", TypeAttr::get(type)}});
    if (!tensor)
      return std::nullopt;
    arguments.push_back({name, tensor});
  }
  return in.readNumber(in.buildOne(call.loc, target, arguments), call.loc);
}

static Outcome applyTensor(NodeCall &call, StringRef target,
                           ArrayRef<std::pair<StringRef, size_t>> names,
                           Type type) {
  return call.give(buildFunction(call, target, names, type));
}

/// A function of a float that a function of tensors computes, too.
static Outcome runFloat(NodeCall &call) {
  if (std::optional<Outcome> known = runIfLiterals(call))
    return *known;
  std::string target = call.getKind().split("::").second.str();
  return applyTensor(call, "aten." + target + ".default", {{"self", 0}},
                     call.in.b.getF64Type());
}

/// log of a number, optionally with a base.
static Outcome runLog(NodeCall &call) {
  if (call.size() == 1)
    return runFloat(call);
  if (std::optional<Outcome> known = runIfLiterals(call))
    return *known;
  Type type = call.in.b.getF64Type();
  std::optional<Item> numerator =
      buildFunction(call, "aten.log.default", {{"self", 0}}, type);
  std::optional<Item> denominator =
      numerator ? buildFunction(call, "aten.log.default", {{"self", 1}}, type)
                : std::nullopt;
  return denominator ? applyNumber(call, "_operator.truediv",
                                   {*numerator, *denominator}, type)
                     : Outcome::Failed;
}

/// A function of two floats; `target` is the equivalent function of tensors,
/// empty if there is none.
static Outcome runFloats(NodeCall &call, StringRef target) {
  if (std::optional<Outcome> known = runIfLiterals(call))
    return *known;
  if (target.empty())
    return call.fail(
        "'" + call.getKind() +
        "' of numbers that are known only at run time has no exact "
        "form in ONNX");
  return applyTensor(call, target, {{"self", 0}, {"other", 1}},
                     call.in.b.getF64Type());
}

static Outcome runATan2(NodeCall &call) {
  return runFloats(call, "aten.atan2.default");
}
static Outcome runCopySign(NodeCall &call) {
  return runFloats(call, "aten.copysign.Tensor");
}
/// The remainder with the sign of the dividend.
static Outcome runFMod(NodeCall &call) {
  if (call[1].getFloat() == 0.0)
    return Outcome::Raised;
  return runFloats(call, "aten.fmod.Tensor");
}
/// The difference to the nearest multiple.
static Outcome runRemainder(NodeCall &call) {
  if (call[1].getFloat() == 0.0)
    return Outcome::Raised;
  return runFloats(call, "");
}

/// The product with a constant: degrees and radians.
template <bool toDegrees> static Outcome runAngleUnit(NodeCall &call) {
  Interpreter &in = call.in;
  double factor = toDegrees ? 180.0 / M_PI : M_PI / 180.0;
  return applyNumber(call, "_operator.mul", {call[0], in.makeFloat(factor)},
                     in.b.getF64Type());
}

static Outcome runFAbs(NodeCall &call) {
  Value number = getNumberAs(call, 0, call.in.b.getF64Type());
  return number ? applyNumber(call, "_operator.abs",
                              call.in.simplifyNumber(number),
                              call.in.b.getF64Type())
                : Outcome::Failed;
}

static Outcome runGCD(NodeCall &call) {
  std::optional<int64_t> x = call[0].getInt(), y = call[1].getInt();
  if (x && y)
    return call.give(call.in.makeInt(std::gcd(*x, *y)));
  return applyTensor(call, "aten.gcd.default", {{"self", 0}, {"other", 1}},
                     call.in.b.getI64Type());
}

/// Integer division that rounds towards zero.
static Outcome runDivideTowardsZero(NodeCall &call) {
  Interpreter &in = call.in;
  std::optional<int64_t> x = call[0].getInt(), y = call[1].getInt();
  if (y == 0)
    return Outcome::Raised;
  if (x && y && !(*x == std::numeric_limits<int64_t>::min() && *y == -1))
    return call.give(in.makeInt(*x / *y));
  Value a = getNumberAs(call, 0, in.b.getI64Type());
  Value c = a ? getNumberAs(call, 1, in.b.getI64Type()) : Value();
  if (!c)
    return Outcome::Failed;
  return call.give(
      in.simplifyNumber(arith::DivSIOp::create(in.b, call.loc, a, c)));
}

/// Compares numbers or strings.
static Outcome runCompare(NodeCall &call) {
  return call[0].isA(Kind::String) ? runLiterals(call) : runNumber(call);
}

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
  return tensor.isTensor() ? in.readNumber(tensor.getValue(), call.loc)
                           : std::nullopt;
}

static Outcome runItem(NodeCall &call) {
  std::optional<Item> element = getElement(call, call[0]);
  return element ? call.give(*element)
                 : call.failOperand(0, "a tensor of one element");
}

static Outcome convert(NodeCall &call, StringRef function, Type type) {
  if (call[0].isA(Kind::String))
    return runLiterals(call);
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

/// A number as a 0-d tensor. The number is recorded, because traced programs
/// compute sizes with such tensors.
static Outcome runNumToTensor(NodeCall &call) {
  Interpreter &in = call.in;
  const Item &number = call[0];
  if (!number.isNumber())
    return call.failOperand(0, "a number");
  Type type = number.getNumberType();
  // Floats become the default dtype.
  if (type.isF64())
    type = in.b.getF32Type();
  Value tensor = in.buildOne(
      call.loc, "aten.scalar_tensor.default",
      {{"s", in.makeArgument(number)}, {"dtype", TypeAttr::get(type)}});
  if (!tensor)
    return Outcome::Failed;
  in.setNumberOf(tensor, number);
  return call.give(Item::tensor(tensor));
}

void torch_onnx::addNumberHandlers(HandlerTable &table) {
  // Handlers of lists and strings with these names replace some of them.
  for (const NumberRow &row : numberRows)
    table.add(row.kind, runNumber);
  for (StringRef kind : {"aten::lt", "aten::le", "aten::gt", "aten::ge"})
    table.add(kind, runCompare);
  table.add("aten::eq", runEqual);
  table.add("aten::ne", runEqual);
  table.add("aten::pow", runPower);
  table.add("aten::round", runRound);
  table.add("aten::exp", runFloat);
  table.add("aten::expm1", runFloat);
  table.add("aten::log", runLog);
  table.add("aten::log10", runFloat);
  table.add("aten::log1p", runFloat);
  table.add("aten::erf", runFloat);
  table.add("aten::erfc", runFloat);
  table.add("aten::lgamma", runFloat);
  table.add("aten::gamma", runLiterals);
  table.add("aten::atan2", runATan2);
  table.add("aten::copysign", runCopySign);
  table.add("aten::fmod", runFMod);
  table.add("aten::mathremainder", runRemainder);
  table.add("aten::degrees", runAngleUnit<true>);
  table.add("aten::radians", runAngleUnit<false>);
  table.add("aten::fabs", runFAbs);
  table.add("aten::angle", runFloat);
  table.add("aten::factorial", runBounded<0, 1 << 20>);
  table.add("aten::gcd", runGCD);
  table.add("aten::ldexp", runLiterals);
  table.add("aten::frexp", runLiterals);
  table.add("aten::modf", runLiterals);
  table.add("aten::__round_to_zero_floordiv", runDivideTowardsZero);
  table.add("aten::asinh", runFloat);
  table.add("aten::acosh", runFloat);
  table.add("aten::atanh", runFloat);
  table.add("aten::isnan", runFloat);
  table.add("aten::isinf", runFloat);
  table.add("aten::isfinite", runFloat);
  table.add("aten::divmod", runDivMod);
  table.addAlways("aten::Int", runInt);
  table.addAlways("aten::IntImplicit", runInt);
  table.addAlways("aten::Float", runToFloat);
  table.addAlways("aten::FloatImplicit", runToFloat);
  table.addAlways("aten::Bool", runBool);
  table.addAlways("aten::ScalarImplicit", runItem);
  table.addAlways("aten::item", runItem);
  table.addAlways("aten::_local_scalar_dense", runItem);
  table.addAlways("prim::NumToTensor", runNumToTensor);
  table.addAlways("aten::is_nonzero", runBool);
}
