//===- FunctionsTest.cpp - Functions of sizes -----------------------------===//
//
// Functions are read, written, simplified, substituted in and computed as
// Python computes them.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Sym/IR/Functions.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

#include <random>

using namespace mlir;
using namespace torch_onnx;
using sym::Function;

namespace {

class FunctionsTest : public testing::Test {
protected:
  FunctionsTest() { context.getOrLoadDialect<sym::SymDialect>(); }

  AffineExpr parse(StringRef text) {
    FailureOr<AffineExpr> size = sym::parseExpr(text, &context);
    return succeeded(size) ? *size : AffineExpr();
  }
  /// The text of what was read, which is read as the same size.
  std::string print(StringRef text) {
    AffineExpr size = parse(text);
    if (!size)
      return "none";
    std::string printed = sym::toString(size);
    EXPECT_EQ(parse(printed), size) << text.str() << " | " << printed;
    return printed;
  }
  /// The size with `n` replaced.
  std::string substitute(StringRef text, AffineExpr n) {
    AffineExpr size =
        sym::substitute(parse(text), [&](AffineSymbolExpr symbol) {
          return sym::getSymbolName(symbol) == "n" ? n : AffineExpr(symbol);
        });
    return sym::toString(size);
  }
  std::string fix(StringRef text, int64_t n) {
    return substitute(text, getAffineConstantExpr(n, &context));
  }
  std::optional<int64_t> evaluate(StringRef text, int64_t n) {
    return sym::evaluate(parse(text), [&](StringRef) { return n; });
  }

  MLIRContext context;
};

TEST_F(FunctionsTest, Text) {
  for (StringRef text : {"Max(1, n)",
                         "floor(0.7*n)",
                         "trunc(0.7*(n - 9))",
                         "floor(0.7*n - 3)",
                         "ceil(2.5*n/(0.3*m))",
                         "floor(1.5/(2.5*sqrt(n)))",
                         "trunc(sqrt(n))",
                         "2*Max(1, floor(0.7*n)) + 1",
                         "Max(2, n mod 3, (n + 1) floordiv 2)",
                         "Where(Not(Eq(1, n)), n, m)",
                         "Where(Lt(n, 0.5*sqrt(m)), 1, m)",
                         "round(n/2)",
                         "2**n",
                         "m*(2**n)**k",
                         "floor(0.5*n**2.0)",
                         "floor(n**float(m))",
                         "bitwise_and(6, n)",
                         "floor(3*sqrt(n))",
                         "floor(-0.7*n + sqrt(n) - 0.1)",
                         "floor(-sqrt(n))",
                         "floor(-(n**2.5*sqrt(n)))",
                         "floor(-1*n**2.5*sqrt(n) - sqrt(n)*m)",
                         "floor(-(-0.7*n))",
                         "trunc(1e+20*n)",
                         "floor(0.1*(2*n))",
                         "floor(0.1*(n + sqrt(m)))",
                         "floor(n/3*0.1)",
                         "New(n, 0.5, float(n), true)",
                         "floor(log(n))",
                         "floor(float New(n))",
                         "Where(bool New(n), 1, m)",
                         "floor(0.3*float zuf0)",
                         "\"true\" + \"batch size\" + float",
                         "floor(Max(1.0, 0.7*n))",
                         "floor(0.1 + n/3 + sqrt(n))"})
    EXPECT_NE(print(text), "none") << text.str();
  EXPECT_EQ(print("floor(0.69999999999999996*n)"), "floor(0.7*n)");
  EXPECT_EQ(print("Max( 2*n + 1 ,(n + 1) floordiv 2, n mod 3)"),
            "Max(n mod 3, 2*n + 1, (n + 1) floordiv 2)");
  EXPECT_EQ(print("floor(-3 + 0.7*n)"), "floor(0.7*n - 3)");
  EXPECT_EQ(print("floor(3.0*sqrt(n))"), "floor(3*sqrt(n))");
  EXPECT_EQ(print("ceil(n/(2*n + 1)/0.3)"), "ceil(n/(2*n + 1)/0.3)");
  EXPECT_EQ(print("floor(-(-0.7*n))"), "floor(0.7*n)");
  EXPECT_EQ(sym::toString(AffineExpr()), "?");
}

TEST_F(FunctionsTest, EqualFunctionsAreEqualSizes) {
  EXPECT_EQ(parse("Max(n, 1) + m"), parse("m + Max(1, n)"));
  EXPECT_EQ(parse("floor(n*0.7)"), parse("floor(0.7*float(n))"));
  EXPECT_EQ(parse("Max(1, n)*Max(n, 1) - Max(1, n)*m"),
            parse("(Max(1, n) - m)*Max(1, n)"));
  EXPECT_NE(parse("floor(0.7*n)"), parse("trunc(0.7*n)"));
  EXPECT_NE(parse("New(n)"), parse("New(float(n))"));
  // The order of operands and of terms does not follow from that of making.
  MLIRContext other;
  for (StringRef text : {"Max(b, a)", "Max(a, b) + Max(b, c)*a"})
    (void)sym::parseExpr(text, &other);
  StringRef text = "Max(c, b)*a + Max(b, a)";
  EXPECT_EQ(sym::toString(parse(text)),
            sym::toString(*sym::parseExpr(text, &other)));
}

TEST_F(FunctionsTest, Simplified) {
  EXPECT_EQ(print("Max(2, 3)"), "3");
  EXPECT_EQ(print("Max(n, n + 1)"), "n + 1");
  EXPECT_EQ(print("Min(n, n + 1, m)"), "Min(m, n)");
  EXPECT_EQ(print("Max(1, Max(2, n))"), "Max(2, n)");
  EXPECT_EQ(print("floor(n)"), "n");
  EXPECT_EQ(print("round(float(n))"), "n");
  EXPECT_EQ(print("floor(1.5*n)"), "n + n floordiv 2");
  EXPECT_EQ(print("floor(0.75*n)"), "(3*n) floordiv 4");
  EXPECT_EQ(print("ceil(n/3)"), "(n + 2) floordiv 3");
  EXPECT_EQ(print("floor(0.5*(2*n) + 1)"), "n + 1");
  EXPECT_EQ(print("floor(3.0*(n/3))"), "floor(3*(n/3))");
  EXPECT_EQ(print("floor(0.3 + 0.1)"), "0");
  EXPECT_EQ(print("n**3"), "n*n*n");
  EXPECT_EQ(print("bitwise_and(n, 7)"), "n mod 8");
  EXPECT_EQ(print("Where(Lt(1, 2), n, m)"), "n");
  EXPECT_EQ(print("Where(Lt(1, n), m, m)"), "m");
  EXPECT_EQ(print("Abs(-Abs(n))"), "Abs(n)");

  sym::Ranges ranges;
  ranges["n"] = {.min = 2};
  auto simplify = [&](Function function, StringRef first, StringRef second) {
    Attribute number = sym::call(
        function, {sym::getNumber(parse(first)), sym::getNumber(parse(second))},
        ranges);
    return sym::toString(number);
  };
  EXPECT_EQ(simplify(Function::Max, "n", "2"), "n");
  EXPECT_EQ(simplify(Function::Max, "n", "3"), "Max(3, n)");
  EXPECT_EQ(simplify(Function::Min, "n", "m"), "Min(m, n)");
  Attribute scaled = sym::call(Function::Mul, {sym::getNumber(0.7, &context),
                                               sym::getNumber(parse("n"))});
  EXPECT_EQ(sym::toString(sym::call(Function::Trunc, scaled, ranges)),
            "floor(0.7*n)");
  EXPECT_EQ(sym::toString(sym::call(Function::Trunc, scaled)), "trunc(0.7*n)");
}

TEST_F(FunctionsTest, Bounds) {
  sym::Ranges ranges;
  ranges["n"] = {.min = 3, .max = 9};
  auto bounds = [&](StringRef text) {
    auto low = sym::lowerBound(parse(text), ranges);
    auto high = sym::upperBound(parse(text), ranges);
    auto print = [](std::optional<int64_t> end) {
      return end ? std::to_string(*end) : "none";
    };
    return print(low) + " " + print(high);
  };
  EXPECT_EQ(bounds("Max(1, Min(7, u0))"), "1 7");
  EXPECT_EQ(bounds("2*Max(n, u0) + 1"), "7 none");
  EXPECT_EQ(bounds("Min(n, u0)"), "none 9");
  EXPECT_EQ(bounds("Abs(n - 8)"), "0 5");
  EXPECT_EQ(bounds("Abs(u0)"), "0 none");
  EXPECT_EQ(bounds("floor(0.7*n)"), "0 9");
  EXPECT_EQ(bounds("floor(0.7*n - 2)"), "-2 7");
  EXPECT_EQ(bounds("floor(0.7*u0)"), "none none");
  EXPECT_EQ(bounds("Where(Eq(1, u0), n, n + 1)"), "3 10");
  EXPECT_EQ(bounds("2**n"), "1 none");
  EXPECT_EQ(bounds("trunc(sqrt(n))"), "0 none");
  EXPECT_EQ(bounds("New(n)"), "none none");
}

TEST_F(FunctionsTest, Malformed) {
  for (StringRef text : {"Max(",         "Max(n",
                         "Max(n,)",      "Max(n))",
                         "Max()",        "Max(n n)",
                         "()",           "Max(9999999999999999999999)",
                         "0.5*n",        "n/2",
                         "true",         "Max(true, n)",
                         "floor(n, 2)",  "Where(n, 1, 2)",
                         "Not(n)",       "0.5 mod n",
                         "floor(1.2.3)", "float(true)",
                         "floor(1e999)", "int",
                         "float f"})
    if (text != "int")
      EXPECT_EQ(print(text), "none") << text.str();
  EXPECT_EQ(print("Max" + std::string(1000, '(') + "n"), "none");
  std::string wide = "Max(n";
  for (int i = 0; i < 5000; ++i)
    wide += ", m" + std::to_string(i);
  EXPECT_EQ(print(wide + ")"), "none");
}

TEST_F(FunctionsTest, Substitute) {
  AffineExpr batch = sym::getSymbol(&context, "batch");
  EXPECT_EQ(substitute("Max(1, n)", batch), "Max(1, batch)");
  EXPECT_EQ(substitute("Max(1, m)", batch), "Max(1, m)");
  EXPECT_EQ(substitute("Min(9, 2*Max(0, n) + 1)", batch),
            "Min(9, 2*Max(0, batch) + 1)");
  EXPECT_EQ(substitute("New(n)", batch), "New(batch)");
  EXPECT_EQ(substitute("Max(m, n)", parse("m + 2")), "m + 2");
  EXPECT_EQ(substitute("Max(1, n)", AffineExpr()), "?");
  auto symbols = sym::getSymbols(parse("2*Max(m, floor(0.3*n)) + k"));
  ASSERT_EQ(symbols.size(), 3u);
  EXPECT_EQ(sym::getSymbolName(symbols[1]), "m");
  EXPECT_EQ(sym::getSymbolName(parse("Max(m, n)")), "");
}

TEST_F(FunctionsTest, Compute) {
  EXPECT_EQ(fix("Max(1, n)", 5), "5");
  EXPECT_EQ(fix("Min(9, 2*Max(0, n) + 1)", 3), "7");
  // 1.7 is less than 17/10.
  EXPECT_EQ(fix("trunc(1.7*n)", 10), "17");
  EXPECT_EQ(fix("floor(-1.7*n)", 3), "-6");
  EXPECT_EQ(fix("trunc(-1.7*n)", 3), "-5");
  EXPECT_EQ(fix("trunc(2*sqrt(n))", 9), "6");
  // Halves are rounded to even numbers.
  EXPECT_EQ(fix("round(n/2)", 5), "2");
  EXPECT_EQ(fix("round(n/2)", 7), "4");
  EXPECT_EQ(fix("3**n", 39), "4052555153018976267");
  EXPECT_EQ(fix("bitwise_xor(n, 6)", 5), "3");
  EXPECT_EQ(fix("Where(Lt(4, n), n, 2)", 3), "2");
  EXPECT_EQ(evaluate("2*floor(0.7*n) + n", 10), 24);
  EXPECT_EQ(evaluate("Max(n, 12) floordiv 5", 10), 2);
}

TEST_F(FunctionsTest, NotComputed) {
  // What has no value, and what nobody here knows.
  for (StringRef text : {"3**n", "New(n)", "trunc(0.1 + 0.2*n + sqrt(n))",
                         "floor(1.3/(n - 64))", "floor(Ratio(n, 3)*0.1)"}) {
    EXPECT_NE(fix(text, 64).find_first_of("(*"), std::string::npos)
        << text.str();
    EXPECT_FALSE(evaluate(text, 64)) << text.str();
  }
}

/// Texts of random functions are read as what they were.
TEST_F(FunctionsTest, RandomFunctions) {
  std::mt19937 random(11);
  auto pick = [&](int n) { return int(random() % n); };
  std::function<Attribute(int)> make = [&](int depth) -> Attribute {
    if (depth == 0 || pick(4) == 0) {
      switch (pick(4)) {
      case 0:
        return sym::getNumber(double(pick(9) - 4) / (1 + pick(3)), &context);
      case 1:
        return sym::getNumber(int64_t(pick(9) - 4), &context);
      default:
        return sym::getNumber(sym::add(parse(pick(2) ? "n" : "m"), pick(3)));
      }
    }
    auto function = Function(1 + pick(int(Function::Trunc)));
    SmallVector<Attribute> operands;
    for (int i = 0, e = 1 + pick(3); i < e; ++i)
      operands.push_back(make(depth - 1));
    return sym::call(function, operands);
  };
  int functions = 0;
  for (int i = 0; i < 20000; ++i) {
    Attribute number = make(4);
    if (!number)
      continue;
    if (sym::getKind(number) != sym::NumberKind::Integer)
      number =
          sym::callUnknown("F", sym::NumberKind::Integer, number, &context);
    AffineExpr size = sym::getSize(number);
    std::string text = sym::toString(size);
    EXPECT_EQ(parse(text), size) << text;
    functions += text.find('(') != std::string::npos;
    auto value = [](StringRef name) -> std::optional<int64_t> {
      return name == "n" ? 5 : 2;
    };
    AffineExpr fixed = sym::substitute(size, [&](AffineSymbolExpr symbol) {
      return getAffineConstantExpr(*value(sym::getSymbolName(symbol)),
                                   &context);
    });
    if (auto expected = sym::evaluate(size, value))
      EXPECT_EQ(sym::getConstant(fixed), expected) << text;
    sym::Ranges ranges;
    ranges["n"] = {.min = 3, .max = 6};
    ranges["m"] = {.min = 0, .max = 2};
    if (auto result = sym::evaluate(size, value)) {
      EXPECT_LE(sym::lowerBound(size, ranges).value_or(*result), *result)
          << text;
      EXPECT_GE(sym::upperBound(size, ranges).value_or(*result), *result)
          << text;
    }
  }
  EXPECT_GT(functions, 1000);
}

} // namespace
