//===- Readable.cpp - Sizes as people write them --------------------------===//
//
// Prints the functions of sizes that torch.export writes as sympy's functions
// in infix notation:
//
//   FloorToInt(Mul(0.7, ToFloat((height)/(1))))  ->  floor(0.7*height)
//
// The result is for people and is not parsed again.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Sym/IR/Opaque.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <charconv>

using namespace mlir;
using namespace torch_onnx;
using sym::OpaqueExpr;
using Kind = sym::OpaqueExpr::Kind;

/// Opaque symbols in opaque symbols.
static constexpr unsigned kMaxNesting = 64;

/// The shortest text that reads back as `number`.
std::string sym::toString(double number) {
  char digits[32];
  auto end = std::to_chars(digits, digits + sizeof(digits), number).ptr;
  std::string text(digits, end);
  // A float that is whole is no size.
  if (StringRef(text).find_first_not_of("-0123456789") == StringRef::npos)
    text += ".0";
  return text;
}

namespace {
class ReadablePrinter {
public:
  std::string print(AffineExpr size) {
    return sym::toString(size, [&](AffineSymbolExpr symbol) {
      std::optional<OpaqueExpr> call =
          nesting < kMaxNesting ? sym::parseOpaque(sym::getSymbolName(symbol),
                                                   symbol.getContext())
                                : std::nullopt;
      if (!call)
        return sym::toString(symbol);
      ++nesting;
      std::string text = print(*call).atLeast(Level::Atom);
      --nesting;
      return text;
    });
  }

  /// How tightly a text holds together: an operand of lower level than its
  /// operator needs parentheses.
  enum class Level { Comparison, Sum, Product, Atom };
  struct Text {
    std::string text;
    Level level = Level::Atom;

    std::string atLeast(Level wanted) const {
      return level < wanted ? "(" + text + ")" : text;
    }
  };

  Text print(const OpaqueExpr &expr) {
    switch (expr.kind) {
    case Kind::Size:
      return {print(expr.size),
              isa<AffineSymbolExpr, AffineConstantExpr>(expr.size)
                  ? Level::Atom
                  : Level::Sum};
    case Kind::Float: {
      std::string text = sym::toString(expr.number);
      return {text, expr.number < 0 ? Level::Sum : Level::Atom};
    }
    case Kind::Boolean:
      return {expr.isTrue ? "True" : "False"};
    case Kind::Call:
      return printCall(expr);
    }
    llvm_unreachable("all kinds are handled");
  }

private:
  Text printCall(const OpaqueExpr &call) {
    StringRef f = call.function;
    size_t count = call.args.size();
    if (count == 1 && (f == "ToFloat" || f == "Identity"))
      return print(call.args[0]);
    if (count == 2 && f == "/" && sym::getConstant(call.args[1].size) == 1)
      return print(call.args[0]);
    if (count == 2)
      if (StringRef op = getComparison(f); !op.empty())
        return join(call, op, Level::Comparison);
    if (count == 2 && (f == "/" || f == "IntTrueDiv" || f == "FloatTrueDiv"))
      return join(call, "/", Level::Product);
    if (count == 2 && (f == "FloatPow" || f == "PowByNatural"))
      return {print(call.args[0]).atLeast(Level::Atom) + "**" +
                  print(call.args[1]).atLeast(Level::Atom),
              Level::Product};
    if (count >= 2 && (f == "Mul" || f == "Add"))
      return f == "Mul" ? join(call, "*", Level::Product)
                        : join(call, " + ", Level::Sum);
    std::string text = getFunctionName(call).str() + "(";
    llvm::interleave(
        call.args, [&](const OpaqueExpr &arg) { text += print(arg).text; },
        [&] { text += ", "; });
    return {text + ")"};
  }

  /// The first operand needs parentheses below the level of the operator, the
  /// others at it, too: a/(b/c).
  Text join(const OpaqueExpr &call, StringRef op, Level level) {
    std::string text;
    bool isAssociative = op == "*" || op == " + ";
    for (const OpaqueExpr &arg : call.args) {
      bool isFirst = text.empty();
      Level least = isFirst || isAssociative
                        ? level
                        : Level(std::min(int(level) + 1, int(Level::Atom)));
      if (!isFirst)
        text += op;
      text += print(arg).atLeast(least);
    }
    return {text, level};
  }

  static StringRef getComparison(StringRef function) {
    return llvm::StringSwitch<StringRef>(function)
        .Cases({"Eq", "Equality"}, " == ")
        .Cases({"Ne", "Unequality"}, " != ")
        .Cases({"Lt", "StrictLessThan"}, " < ")
        .Cases({"Le", "LessThan"}, " <= ")
        .Cases({"Gt", "StrictGreaterThan"}, " > ")
        .Cases({"Ge", "GreaterThan"}, " >= ")
        .Default("");
  }

  StringRef getFunctionName(const OpaqueExpr &call) {
    StringRef f = call.function;
    f.consume_front("OpaqueUnaryFn_");
    return llvm::StringSwitch<StringRef>(f)
        .Case("FloorToInt", "floor")
        .Cases({"CeilToInt", "ceiling"}, "ceil")
        .Case("RoundToInt", "round")
        .Case("TruncToInt", "trunc")
        .Default(f);
  }

  unsigned nesting = 0;
};
} // namespace

std::string sym::toReadable(AffineExpr size) {
  return size ? ReadablePrinter().print(size) : "?";
}

std::string sym::toReadable(const OpaqueExpr &expr) {
  return ReadablePrinter().print(expr).text;
}
