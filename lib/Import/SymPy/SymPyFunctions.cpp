//===- SymPyFunctions.cpp - What sympy's functions mean -------------------===//
//
// The functions of sympy and of torch/utils/_sympy/functions.py in terms of
// those of the sym dialect.
//
//===----------------------------------------------------------------------===//

#include "SymPyFunctions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace torch_onnx;
using sym::Function;
using sym::NumberKind;

Attribute SymPyBuilder::getSymbol(StringRef name, bool isFloat,
                                  bool isNonNegative) {
  if (isFloat)
    return callUnknown(name, NumberKind::Float, {});
  sym::narrow(ranges, name, givenRanges.lookup(name));
  if (isNonNegative)
    sym::narrow(ranges, name, {.min = 0});
  return sym::getNumber(sym::getSymbol(context, name));
}

Attribute SymPyBuilder::callUnknown(StringRef name, NumberKind kind,
                                    Args args) {
  Attribute number = sym::callUnknown(name, kind, args, context);
  if (!number)
    error = "expression is too big";
  return number;
}

/// Powers by constants are products and quotients.
Attribute SymPyBuilder::pow(Args args) {
  std::optional<int64_t> exponent = sym::getConstant(sym::getSize(args[1]));
  if (exponent && *exponent >= -63 && *exponent <= 63) {
    Attribute one = sym::getNumber(int64_t(1), context);
    SmallVector<Attribute> factors(std::abs(*exponent), args[0]);
    Attribute power = factors.empty() ? one : sym::call(Function::Mul, factors);
    if (*exponent < 0 && sym::getSize(power))
      power = sym::call(Function::Ratio, {one, power});
    else if (*exponent < 0)
      power = {};
    if (power)
      return power;
  }
  AffineExpr size = sym::getSize(args[1]);
  bool isInteger = sym::getSize(args[0]) && size &&
                   sym::lowerBound(size, ranges).value_or(-1) >= 0;
  return isInteger ? sym::call(Function::IntPow, args) : Attribute();
}

/// The divisions whose result is an integer; operands may be fractions.
Attribute SymPyBuilder::divide(StringRef name, Args args) {
  AffineExpr x = sym::getSize(args[0]), y = sym::getSize(args[1]);
  if (name == "Mod" || name == "PythonMod")
    return sym::getNumber(sym::mod(x, y));
  if (name == "CeilDiv")
    return sym::getNumber(sym::ceilDiv(x, y));
  if (name == "ModularIndexing")
    return sym::getNumber(sym::mod(sym::floorDiv(x, y), sym::getSize(args[2])));
  if (x && y)
    return sym::getNumber(sym::floorDiv(x, y));
  Attribute one = sym::getNumber(int64_t(1), context);
  Attribute inverse =
      y ? sym::call(Function::Ratio, {one, args[1]}) : Attribute();
  return sym::call(Function::Floor,
                   sym::call(Function::Mul, {args[0], inverse}));
}

Attribute SymPyBuilder::callByRule(StringRef name, Args args) {
  auto negate = [&](Attribute number) {
    return sym::call(Function::Not, number);
  };
  if (args.size() == 1) {
    if (name == "Identity")
      return args[0];
    if (name == "TruncToFloat")
      return sym::call(Function::ToFloat,
                       sym::call(Function::Trunc, args, ranges));
  }
  if (name == "ModularIndexing" && args.size() == 3)
    return divide(name, args);
  if (args.size() != 2)
    return {};
  if (name == "Pow")
    return pow(args);
  if (name == "Unequality" || name == "Ne")
    return negate(sym::call(Function::Eq, args));
  if (name == "GreaterThan" || name == "Ge")
    return sym::call(Function::LessEq, {args[1], args[0]});
  if (name == "StrictGreaterThan" || name == "Gt")
    return sym::call(Function::Less, {args[1], args[0]});
  if (name == "Xor")
    return sym::call(Function::Select, {args[0], negate(args[1]), args[1]});
  if (name == "LShift" || name == "RShift") {
    Attribute two = sym::getNumber(int64_t(2), context);
    Attribute power = sym::call(Function::IntPow, {two, args[1]});
    AffineExpr x = sym::getSize(args[0]), times = sym::getSize(power);
    return sym::getNumber(name == "LShift" ? sym::mul(x, times)
                                           : sym::floorDiv(x, times));
  }
  return divide(name, args);
}

Attribute SymPyBuilder::call(StringRef name, Args args) {
  static constexpr unsigned kAny = 0;
  struct Entry {
    StringLiteral name;
    unsigned numArgs;
    /// Unknown: there is a rule for the name.
    Function function = Function::Unknown;
  };
  static constexpr Entry entries[] = {
      {"Add", kAny, Function::Add},
      {"Mul", kAny, Function::Mul},
      {"Abs", 1, Function::Abs},
      {"Max", kAny, Function::Max},
      {"Min", kAny, Function::Min},
      {"FloatPow", 2, Function::Pow},
      {"PowByNatural", 2, Function::IntPow},
      {"IntTrueDiv", 2, Function::Div},
      {"FloatTrueDiv", 2, Function::Div},
      {"OpaqueUnaryFn_sqrt", 1, Function::Sqrt},
      {"sqrt", 1, Function::Sqrt},
      {"ToFloat", 1, Function::ToFloat},
      {"TruncToInt", 1, Function::Trunc},
      {"FloorToInt", 1, Function::Floor},
      {"floor", 1, Function::Floor},
      {"CeilToInt", 1, Function::Ceil},
      {"ceiling", 1, Function::Ceil},
      {"RoundToInt", 1, Function::Round},
      {"BitwiseFn_bitwise_and", 2, Function::BitAnd},
      {"BitwiseFn_bitwise_or", 2, Function::BitOr},
      {"BitwiseFn_bitwise_xor", 2, Function::BitXor},
      {"And", kAny, Function::And},
      {"Or", kAny, Function::Or},
      {"Not", 1, Function::Not},
      {"Where", 3, Function::Select},
      {"ITE", 3, Function::Select},
      {"Equality", 2, Function::Eq},
      {"Eq", 2, Function::Eq},
      {"LessThan", 2, Function::LessEq},
      {"Le", 2, Function::LessEq},
      {"StrictLessThan", 2, Function::Less},
      {"Lt", 2, Function::Less},
      {"Unequality", 2},
      {"Ne", 2},
      {"GreaterThan", 2},
      {"Ge", 2},
      {"StrictGreaterThan", 2},
      {"Gt", 2},
      {"Xor", 2},
      {"Pow", 2},
      {"FloorDiv", 2},
      {"CleanDiv", 2},
      {"CeilDiv", 2},
      {"Mod", 2},
      {"PythonMod", 2},
      {"ModularIndexing", 3},
      {"LShift", 2},
      {"RShift", 2},
      {"Identity", 1},
      {"TruncToFloat", 1},
  };
  const Entry *entry = llvm::find_if(
      entries, [&](const Entry &entry) { return entry.name == name; });
  // Most functions added by a newer SymPy are integers.
  if (entry == std::end(entries)) {
    name.consume_front("OpaqueUnaryFn_");
    return callUnknown(name, sym::getUnknownKind(name), args);
  }
  if (entry->numArgs == kAny ? args.empty() : args.size() != entry->numArgs) {
    error = "wrong number of arguments for " + name.str();
    return {};
  }
  Attribute number = entry->function == Function::Unknown
                         ? callByRule(name, args)
                         : sym::call(entry->function, args, ranges);
  if (number)
    return number;
  // Such as a division by zero, or a sum that is too long to be computed with.
  auto isBoolean = [](Attribute arg) {
    return sym::getKind(arg) == NumberKind::Boolean;
  };
  if (llvm::none_of(args, isBoolean))
    return callUnknown(name, sym::getUnknownKind(name), args);
  error = "wrong kind of argument for " + name.str();
  return {};
}
