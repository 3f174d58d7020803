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

template <double (*function)(double)> static Outcome runFloat(NodeCall &call) {
  if (std::optional<double> number = call[0].getFloat())
    return call.give(call.in.makeFloat(function(*number)));
  std::string target = call.getKind().split("::").second.str();
  return applyTensor(call, "aten." + target + ".default", {{"self", 0}},
                     call.in.b.getF64Type());
}

static Outcome runGamma(NodeCall &call) {
  std::optional<double> number = call[0].getFloat();
  if (!number)
    return call.failOperand(0, "a number that is known at import");
  return call.give(call.in.makeFloat(std::tgamma(*number)));
}

/// log of a number, optionally with a base.
static Outcome runLog(NodeCall &call) {
  if (call.size() == 1)
    return runFloat<std::log>(call);
  std::optional<double> x = call[0].getFloat(), base = call[1].getFloat();
  if (x && base)
    return call.give(call.in.makeFloat(std::log(*x) / std::log(*base)));
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

/// A function of two floats; `name` is the second argument of the equivalent
/// function of tensors, empty if there is none.
template <double (*function)(double, double)>
static Outcome runFloats(NodeCall &call, StringRef target) {
  std::optional<double> x = call[0].getFloat(), y = call[1].getFloat();
  if (x && y)
    return call.give(call.in.makeFloat(function(*x, *y)));
  if (target.empty())
    return call.fail(
        "'" + call.getKind() +
        "' of numbers that are known only at run time has no exact "
        "form in ONNX");
  return applyTensor(call, target, {{"self", 0}, {"other", 1}},
                     call.in.b.getF64Type());
}

static Outcome runATan2(NodeCall &call) {
  return runFloats<std::atan2>(call, "aten.atan2.default");
}
static Outcome runCopySign(NodeCall &call) {
  return runFloats<std::copysign>(call, "aten.copysign.Tensor");
}
/// The remainder with the sign of the dividend.
static Outcome runFMod(NodeCall &call) {
  if (call[1].getFloat() == 0.0)
    return Outcome::Raised;
  return runFloats<std::fmod>(call, "aten.fmod.Tensor");
}
/// The difference to the nearest multiple.
static Outcome runRemainder(NodeCall &call) {
  if (call[1].getFloat() == 0.0)
    return Outcome::Raised;
  return runFloats<std::remainder>(call, "");
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

/// 0 for positive numbers, pi for negative numbers.
static Outcome runAngle(NodeCall &call) {
  if (std::optional<double> x = call[0].getFloat())
    return call.give(call.in.makeFloat(std::isnan(*x) ? *x
                                       : *x < 0       ? M_PI
                                                      : 0.0));
  return applyTensor(call, "aten.angle.default", {{"self", 0}},
                     call.in.b.getF64Type());
}

static Outcome runFactorial(NodeCall &call) {
  std::optional<int64_t> n = call[0].getInt();
  if (!n)
    return call.failOperand(0, "an int that is known at import");
  if (*n < 0)
    return Outcome::Raised;
  uint64_t product = 1;
  for (int64_t i = 2; i <= std::min<int64_t>(*n, 66); ++i)
    product *= i;
  // The factorial of a larger number has 64 factors of 2, so it is 0 modulo
  // 2^64.
  return call.give(call.in.makeInt(*n > 65 ? 0 : int64_t(product)));
}

static Outcome runGCD(NodeCall &call) {
  std::optional<int64_t> x = call[0].getInt(), y = call[1].getInt();
  if (x && y)
    return call.give(call.in.makeInt(std::gcd(*x, *y)));
  return applyTensor(call, "aten.gcd.default", {{"self", 0}, {"other", 1}},
                     call.in.b.getI64Type());
}

/// x * 2^i
static Outcome runLdExp(NodeCall &call) {
  std::optional<double> x = call[0].getFloat();
  std::optional<int64_t> exponent = call[1].getInt();
  if (!x || !exponent)
    return call.failOperand(x ? 1 : 0, "a number that is known at import");
  return call.give(call.in.makeFloat(
      std::ldexp(*x, std::clamp<int64_t>(*exponent, -5000, 5000))));
}

static Outcome runFrExp(NodeCall &call) {
  std::optional<double> x = call[0].getFloat();
  if (!x)
    return call.failOperand(0, "a number that is known at import");
  int exponent = 0;
  double mantissa = std::frexp(*x, &exponent);
  return call.giveAll({call.in.makeFloat(mantissa), call.in.makeInt(exponent)});
}

/// The fractional part and the integral part.
static Outcome runModF(NodeCall &call) {
  Interpreter &in = call.in;
  if (std::optional<double> x = call[0].getFloat()) {
    double whole = 0;
    double fraction = std::modf(*x, &whole);
    return call.giveAll({in.makeFloat(fraction), in.makeFloat(whole)});
  }
  return call.failOperand(0, "a number that is known at import");
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

/// Compares two strings by bytes.
static Outcome runCompare(NodeCall &call) {
  if (!call[0].isA(Kind::String) || !call[1].isA(Kind::String))
    return runNumber(call);
  int order = call[0].getText().compare(call[1].getText());
  StringRef kind = call.getKind();
  return call.give(call.in.makeBool(kind == "aten::lt"   ? order < 0
                                    : kind == "aten::le" ? order <= 0
                                    : kind == "aten::gt" ? order > 0
                                                         : order >= 0));
}

template <bool (*predicate)(double)>
static Outcome runPredicate(NodeCall &call) {
  if (std::optional<double> number = call[0].getFloat())
    return call.give(call.in.makeBool(predicate(*number)));
  std::string target = call.getKind().split("::").second.str();
  return applyTensor(call, "aten." + target + ".default", {{"self", 0}},
                     call.in.b.getF64Type());
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
  return tensor.isTensor() ? in.readNumber(tensor.getValue(), call.loc)
                           : std::nullopt;
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
  table.add("aten::exp", runFloat<std::exp>);
  table.add("aten::expm1", runFloat<std::expm1>);
  table.add("aten::log", runLog);
  table.add("aten::log10", runFloat<std::log10>);
  table.add("aten::log1p", runFloat<std::log1p>);
  table.add("aten::erf", runFloat<std::erf>);
  table.add("aten::erfc", runFloat<std::erfc>);
  table.add("aten::lgamma", runFloat<std::lgamma>);
  table.add("aten::gamma", runGamma);
  table.add("aten::atan2", runATan2);
  table.add("aten::copysign", runCopySign);
  table.add("aten::fmod", runFMod);
  table.add("aten::mathremainder", runRemainder);
  table.add("aten::degrees", runAngleUnit<true>);
  table.add("aten::radians", runAngleUnit<false>);
  table.add("aten::fabs", runFAbs);
  table.add("aten::angle", runAngle);
  table.add("aten::factorial", runFactorial);
  table.add("aten::gcd", runGCD);
  table.add("aten::ldexp", runLdExp);
  table.add("aten::frexp", runFrExp);
  table.add("aten::modf", runModF);
  table.add("aten::__round_to_zero_floordiv", runDivideTowardsZero);
  table.add("aten::asinh", runFloat<std::asinh>);
  table.add("aten::acosh", runFloat<std::acosh>);
  table.add("aten::atanh", runFloat<std::atanh>);
  table.add("aten::isnan", runPredicate<isNaN>);
  table.add("aten::isinf", runPredicate<isInfinite>);
  table.add("aten::isfinite", runPredicate<isFinite>);
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
