//===- SymPyTest.cpp - Symbolic sizes of torch.export ---------------------===//
//
// Texts from files that torch.export wrote (PyTorch 2.13), texts of every
// function, and texts nobody wrote.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Import/SymPy.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

#include <random>

using namespace mlir;
using namespace torch_onnx;

namespace {

class SymPyTest : public testing::Test {
protected:
  /// The size as text; "float ...", "boolean ..." or "error ..." else.
  std::string read(StringRef text) {
    llvm::Expected<SymPyNumber> result = parseSymPy(text, &context, ranges);
    if (!result)
      return "error " + llvm::toString(result.takeError());
    std::string number = sym::toString(result->number);
    switch (sym::getKind(result->number)) {
    case sym::NumberKind::Integer:
      return number;
    case sym::NumberKind::Float:
      return "float " + number;
    case sym::NumberKind::Boolean:
      return "boolean " + number;
    }
    llvm_unreachable("all kinds are handled");
  }

  MLIRContext context;
  sym::Ranges ranges;
};

#define S17 "Symbol('s17', positive=True, integer=True)"
#define S27 "Symbol('s27', positive=True, integer=True)"
#define S77 "Symbol('s77', positive=True, integer=True)"
#define U0 "Symbol('u0', integer=True)"

TEST_F(SymPyTest, WrittenByTorchExport) {
  EXPECT_EQ(read(S77), "s77");
  EXPECT_EQ(read("Mul(" S27 ", " S77 ")"), "s27*s77");
  EXPECT_EQ(read("FloorDiv(" S77 ", Integer(2))"), "s77 floordiv 2");
  EXPECT_EQ(read("FloorDiv(Add(" S77 ", Integer(1)), Integer(2))"),
            "(s77 + 1) floordiv 2");
  EXPECT_EQ(read("Add(Mod(" S77 ", Integer(4)), Integer(1))"), "s77 mod 4 + 1");
  EXPECT_EQ(read("Mod(" S17 ", Add(" S27 ", Integer(-1)))"),
            "s17 mod (s27 - 1)");
  EXPECT_EQ(read("Add(FloorDiv(Add(" S27 ", Integer(-1)), Integer(3)), "
                 "Integer(1))"),
            "(s27 + 2) floordiv 3");
  EXPECT_EQ(read("Add(" S27 ", Mul(Integer(-1), FloorDiv(Add(" S27
                 ", Integer(1)), Integer(2))))"),
            "s27 - (s27 + 1) floordiv 2");
  EXPECT_EQ(read("Add(Pow(" S77 ", Integer(2)), " S77 ")"), "s77*s77 + s77");
  EXPECT_EQ(
      read("Mul(Integer(-1), FloorDiv(Mul(Integer(-1), " S77 "), " S17 "))"),
      "-((-s77) floordiv s17)");
  EXPECT_EQ(read("Mul(" S27 ", Add(" S77 ", Integer(1)))"), "s27*s77 + s27");
  EXPECT_EQ(
      read("Add(" S17 ", PythonMod(Mul(Integer(-1), " S17 "), Integer(8)))"),
      "8*((s17 + 7) floordiv 8)");
  EXPECT_EQ(read("PythonMod(Add(" S17 ", Integer(-20)), Integer(7))"),
            "(s17 + 1) mod 7");
  EXPECT_EQ(read("BitwiseFn_bitwise_and(" S77 ", Integer(7))"), "s77 mod 8");
  EXPECT_EQ(read("Max(" S17 ", " S77 ")"), "Max(s17, s77)");
  EXPECT_EQ(read("Max(" S77 ", " S17 ")"), "Max(s17, s77)");
  EXPECT_EQ(read("Add(Min(" S17 ", " S77 "), Integer(2))"),
            "Min(s17, s77) + 2");
  EXPECT_EQ(read("Max(Integer(1), " U0 ")"), "Max(1, u0)");
  EXPECT_EQ(read("Min(" U0 ", FloorDiv(" U0 ", Integer(2)))"),
            "Min(u0, u0 floordiv 2)");
  EXPECT_EQ(read("PowByNatural(Integer(2), " S17 ")"), "2**s17");
  EXPECT_EQ(read("GreaterThan(" U0 ", Integer(0))"), "boolean Le(0, u0)");
  EXPECT_EQ(read("StrictGreaterThan(Symbol('zuf0'), Float('3.0', "
                 "precision=53))"),
            "boolean Lt(3, float zuf0)");
  EXPECT_EQ(read("Piecewise(ExprCondPair(" S77
                 ", StrictGreaterThan(Symbol('zuf0'), "
                 "Float('3.0', precision=53))), ExprCondPair(" S17 ", true))"),
            "Where(Lt(3, float zuf0), s77, s17)");
  EXPECT_EQ(
      read("TruncToInt(Mul(Float('1.7', precision=53), ToFloat(" S27 ")))"),
      "floor(1.7*s27)");
  // Truncation of a number that may be negative is another function.
  EXPECT_EQ(
      read("TruncToInt(Mul(Float('1.7', precision=53), ToFloat(" S27 " - 9)))"),
      "trunc(1.7*(s27 - 9))");
  EXPECT_EQ(
      read("TruncToInt(Mul(Float('0.5', precision=53), ToFloat(" S27 ")))"),
      "s27 floordiv 2");
}

TEST_F(SymPyTest, RangesDecideExtrema) {
  const char *text = "Max(Integer(1), TruncToInt(Mul(Float('0.5', "
                     "precision=53), ToFloat(" S77 "))))";
  EXPECT_EQ(read(text), "Max(1, s77 floordiv 2)");
  ranges["s77"].min = 2;
  EXPECT_EQ(read(text), "s77 floordiv 2");
  EXPECT_EQ(read("Min(1, s77)"), "1");
  EXPECT_EQ(read("Max(0, " S17 ", " S17 " - 1)"), "s17");
  EXPECT_EQ(read("Max(3, 5, 4)"), "5");
  EXPECT_EQ(read("Abs(" S17 ")"), "s17");
  EXPECT_EQ(read("Abs(Mul(Integer(-1), " S17 "))"), "s17");
  EXPECT_EQ(read("Abs(u0)"), "Abs(u0)");
  EXPECT_EQ(read("Max(1, Max(2, u0))"), "Max(2, u0)");
  EXPECT_EQ(read("Max(0, Abs(u0))"), "Abs(u0)");

  llvm::Expected<SymPyNumber> result =
      parseSymPy("Max(1, Min(7, u0)) + " S17, &context);
  ASSERT_TRUE(bool(result));
  EXPECT_EQ(result->ranges["s17"].min, 0);
}

TEST_F(SymPyTest, PlainText) {
  EXPECT_EQ(read("s0 + 1"), "s0 + 1");
  EXPECT_EQ(read("((s0 + s77)//2)"), "(s0 + s77) floordiv 2");
  EXPECT_EQ(read("2*s0"), "2*s0");
  EXPECT_EQ(read("Max(1, s0)"), "Max(1, s0)");
  EXPECT_EQ(read("-s0**2 + s0*(s0 - 3)"), "-3*s0");
  EXPECT_EQ(read("s0 - s1 - s2"), "s0 - s1 - s2");
  EXPECT_EQ(read("s0 % 4"), "s0 mod 4");
  EXPECT_EQ(read("s0//2//3"), "s0 floordiv 6");
  EXPECT_EQ(read("2*s0//5"), "(2*s0) floordiv 5");
  EXPECT_EQ(read("floor(s0/2)"), "s0 floordiv 2");
  EXPECT_EQ(read("floor(s0/2 + 1/2)"), "(s0 + 1) floordiv 2");
  EXPECT_EQ(read("ceiling(s0/3)"), "(s0 + 2) floordiv 3");
  EXPECT_EQ(read("4*s0/2"), "2*s0");
  EXPECT_EQ(read("s0*s1/s1"), "s0");
  EXPECT_EQ(read("s0/2"), "float Ratio(s0, 2)");
  EXPECT_EQ(read("(Mod(s0, 4)) > 2"), "boolean Lt(2, s0 mod 4)");
  EXPECT_EQ(read("(s0 > 3) & ~(s1 <= 2) | True"),
            "boolean Or(true, And(Lt(3, s0), Not(Le(s1, 2))))");
  EXPECT_EQ(read("s0 > 3 and not s1 != 2"),
            "boolean And(Eq(2, s1), Lt(3, s0))");
  EXPECT_EQ(read("2**s0"), "float Pow(2, s0)");
  EXPECT_EQ(read("1e3"), "float 1000.0");
  EXPECT_EQ(read("-(-3)"), "3");
  EXPECT_EQ(read("int_oo"), "float float int_oo");
}

TEST_F(SymPyTest, Functions) {
  EXPECT_EQ(read("CeilDiv(s0, 4)"), "(s0 + 3) floordiv 4");
  EXPECT_EQ(read("CleanDiv(s0*s1, s1)"), "s0");
  EXPECT_EQ(read("ModularIndexing(s0, 4, 3)"),
            "s0 floordiv 4 - 3*(s0 floordiv 12)");
  EXPECT_EQ(read("LShift(s0, 3) + RShift(s0, 1)"), "8*s0 + s0 floordiv 2");
  EXPECT_EQ(read("LShift(s0, s1)"), "2**s1*s0");
  EXPECT_EQ(read("PowByNatural(s0, 3)"), "s0*s0*s0");
  EXPECT_EQ(read("Identity(s0)"), "s0");
  EXPECT_EQ(read("Mul(Rational(1, 2), Mul(Integer(2), s0))"), "s0");
  EXPECT_EQ(read("FloorToInt(IntTrueDiv(s0, s1))"), "s0 floordiv s1");
  EXPECT_EQ(read("CeilToInt(IntTrueDiv(s0, 3))"), "(s0 + 2) floordiv 3");
  EXPECT_EQ(read("FloorToInt(Mul(3.0, IntTrueDiv(s0, 3)))"), "floor(3*(s0/3))");
  EXPECT_EQ(read("FloorToInt(Mul(3.0, IntTrueDiv(s0, 8)))"),
            "(3*s0) floordiv 8");
  EXPECT_EQ(read("TruncToInt(IntTrueDiv(u0, 2))"), "trunc(u0/2)");
  EXPECT_EQ(read("RoundToInt(IntTrueDiv(s0, 2))"), "round(s0/2)");
  EXPECT_EQ(read("OpaqueUnaryFn_sqrt(ToFloat(s0))"), "float sqrt(s0)");
  EXPECT_EQ(read("TruncToInt(OpaqueUnaryFn_sqrt(s0))"), "floor(sqrt(s0))");
  EXPECT_EQ(read("NewFunction(s0, 1) + 1"), "NewFunction(s0, 1) + 1");
  EXPECT_EQ(read("Where(s0 > 1, s1, s1)"), "s1");
  EXPECT_EQ(read("Symbol('zf1', real=True)"), "float float zf1");
  EXPECT_EQ(read("Add(Symbol('zf1', real=True), Integer(1))"),
            "float float zf1 + 1");
  EXPECT_EQ(read("FloorDiv(s0, 0)"), "FloorDiv(s0, 0)");
}

TEST_F(SymPyTest, MoreFunctions) {
  EXPECT_EQ(read("RShift(s0, s1)"), "s0 floordiv 2**s1");
  EXPECT_EQ(read("BitwiseFn_bitwise_or(s0, 6)"), "bitwise_or(6, s0)");
  EXPECT_EQ(read("TruncToFloat(Mul(Float('0.7'), ToFloat(s0)))"),
            "float float(trunc(0.7*s0))");
  EXPECT_EQ(read("FloorToInt(Max(1.0, Mul(0.7, ToFloat(s0))))"),
            "floor(Max(1, 0.7*s0))");
  EXPECT_EQ(read("FloorDiv(s0/2 + 1/2, 3)"), "(s0 + 1) floordiv 6");
  EXPECT_EQ(read("Xor(s0 > 1, s1 > 1)"),
            "boolean Not(Eq(Lt(1, s0), Lt(1, s1)))");
  EXPECT_EQ(read("Equality(s0 > 1, s1 < 5)"),
            "boolean Eq(Lt(1, s0), Lt(s1, 5))");
  EXPECT_EQ(read("TruncToInt(OpaqueUnaryFn_log2(ToFloat(s0)))"),
            "trunc(log2(float(s0)))");
  EXPECT_EQ(read("Piecewise((s0, s1 > 3), (1, s1 > 2), (s1, True))"),
            "Where(Lt(3, s1), s0, Where(Lt(2, s1), 1, s1))");
  EXPECT_EQ(read("Piecewise((s0, s1 > 3))"), "Piecewise(s0, Lt(3, s1))");
  EXPECT_EQ(read("Max(s0, Min(s1, 3) + 1)*2 - 1"),
            "2*Max(Min(3, s1) + 1, s0) - 1");
}

TEST_F(SymPyTest, Malformed) {
  EXPECT_EQ(read("s0 +"),
            "error symbolic expression, character 4: expected an expression");
  for (StringRef text : {"",
                         " ",
                         "(",
                         ")",
                         "s0 s1",
                         "s0)",
                         "(s0",
                         "Integer(",
                         "Integer()",
                         "Integer(1.5)",
                         "Integer(s0)",
                         "Integer('1')",
                         "Symbol()",
                         "Symbol(s0)",
                         "Symbol('s0'",
                         "Symbol('s0', integer)",
                         "Symbol('s0', =True)",
                         "Symbol('')",
                         "Symbol('a\\'b')",
                         "Float('x')",
                         "Float(1.5)",
                         "Rational(1)",
                         "Rational(1, 0)",
                         "FloorDiv(s0)",
                         "Mod(1, 2, 3)",
                         "Add(true, 1)",
                         "Add(s0,, s1)",
                         "Max()",
                         "s0 = 1",
                         "99999999999999999999",
                         "Integer(9223372036854775808)",
                         "1.2.3",
                         "lambda x: x",
                         "[s0]",
                         "'s0'",
                         "L['x'].size()[0]",
                         "ExprCondPair(s0, true)",
                         "Add(evaluate=False)",
                         "and",
                         "s0 and",
                         "\xff\xfe"})
    EXPECT_TRUE(StringRef(read(text)).starts_with("error")) << text.str();
}

TEST_F(SymPyTest, Hostile) {
  auto repeat = [](StringRef text, int count) {
    std::string result;
    for (int i = 0; i < count; ++i)
      result += text;
    return result;
  };
  for (StringRef text : {"(", "-", "~", "Add(", "not ", "2**", "Max(1,"})
    EXPECT_TRUE(StringRef(read(repeat(text, 100000))).starts_with("error"));
  // Within the depth that is allowed, but with big results.
  std::string nested = "s0";
  for (int i = 0; i < 150; ++i)
    nested = "Max(" + nested + "*s1 + 1, u" + std::to_string(i) + ")";
  read(nested);
  nested = "s0";
  for (int i = 0; i < 60; ++i)
    nested = "FloorDiv(" + nested + "*5 + s1, " + std::to_string(i + 2) + ")";
  read(nested);
  EXPECT_NE(read("(s0 + s1 + s2 + s3)**63"), "?");
  EXPECT_NE(read(repeat("(s0 + s1 + 1)*", 500) + "1"), "?");
  EXPECT_NE(read(repeat("9223372036854775807*", 50) + "s0"), "?");
  // Long is not hostile.
  std::string longSum = "s0";
  for (int i = 0; i < 5000; ++i)
    longSum += " + s" + std::to_string(i % 50);
  EXPECT_TRUE(StringRef(read(longSum)).starts_with("101*s0 + 100*s1 + "));
  EXPECT_TRUE(
      StringRef(read(repeat("s0 + ", 100000) + "1")).starts_with("error"));
  // Pieces of valid text in any order: no crash.
  const char *pieces[] = {"s0",  "(",   ")",        ",",      "+",    "-",
                          "*",   "**",  "//",       "/",      "%",    "Max(",
                          "2",   "1.5", "Integer(", "Mod(",   "'s0'", "<",
                          "and", "=",   "Symbol(",  "Float(", "true", "Pow("};
  std::mt19937 random(3);
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (int j = 0, e = 1 + random() % 12; j < e; ++j)
      text += pieces[random() % std::size(pieces)];
    read(text);
  }
}

TEST_F(SymPyTest, ExactSizesHaveTheirValues) {
  struct Case {
    const char *text;
    int64_t (*value)(int64_t, int64_t);
  };
  const Case cases[] = {
      {"TruncToInt(Mul(Float('1.5', precision=53), ToFloat(" S77 ")))",
       [](int64_t a, int64_t) { return int64_t(1.5 * double(a)); }},
      {"CeilToInt(IntTrueDiv(" S77 ", " S17 "))",
       [](int64_t a, int64_t b) {
         return int64_t(std::ceil(double(a) / double(b)));
       }},
      {"FloorToInt(IntTrueDiv(" S77 ", Integer(7)))",
       [](int64_t a, int64_t) { return int64_t(std::floor(double(a) / 7.0)); }},
      {"TruncToInt(FloatTrueDiv(ToFloat(" S77 "), Float('0.75')))",
       [](int64_t a, int64_t) { return int64_t(double(a) / 0.75); }},
      {"PythonMod(Mul(Integer(-1), " S77 "), Integer(-5))",
       [](int64_t a, int64_t) { return -a % 5; }},
      {"PythonMod(-(" S77 "), " S17 ") + RShift(" S17 ", 2)",
       [](int64_t a, int64_t b) { return (b - a % b) % b + (b >> 2); }},
  };
  std::mt19937 random(11);
  for (const Case &test : cases) {
    llvm::Expected<SymPyNumber> result = parseSymPy(test.text, &context);
    ASSERT_TRUE(bool(result)) << test.text;
    AffineExpr size = sym::getSize(result->number);
    size.walk([&](AffineExpr part) {
      EXPECT_FALSE(sym::getCall(part)) << sym::toString(size);
    });
    for (int i = 0; i < 200; ++i) {
      int64_t s77 = random() % 100000, s17 = 1 + random() % 1000;
      auto value =
          sym::evaluate(size, [&](StringRef name) -> std::optional<int64_t> {
            return name == "s77" ? s77 : s17;
          });
      EXPECT_EQ(value, test.value(s77, s17)) << test.text << " " << s77;
    }
  }
}

} // namespace
