//===- OpaqueTest.cpp - Sizes that no polynomial says ---------------------===//
//
// Names are read, written, substituted in and computed as Python computes them.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Sym/IR/Opaque.h"

#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace torch_onnx;

namespace {

class OpaqueTest : public testing::Test {
protected:
  OpaqueTest() { context.getOrLoadDialect<sym::SymDialect>(); }

  std::string print(StringRef name) {
    auto expr = sym::parseOpaque(name, &context);
    return expr ? sym::toString(*expr) : "none";
  }
  /// The symbol of that name with `n` replaced.
  std::string substitute(StringRef name, AffineExpr n) {
    AffineExpr size = sym::substituteOpaque(
        sym::getSymbol(&context, name), [&](AffineSymbolExpr symbol) {
          return sym::getSymbolName(symbol) == "n" ? n : AffineExpr(symbol);
        });
    return sym::toString(size);
  }
  std::string fix(StringRef name, int64_t n) {
    return substitute(name, getAffineConstantExpr(n, &context));
  }

  MLIRContext context;
};

TEST_F(OpaqueTest, Text) {
  EXPECT_EQ(print("Max(1, n)"), "Max(1, n)");
  EXPECT_EQ(print("Max( 2*n + 1 ,(n + 1) floordiv 2, n mod 3)"),
            "Max(2*n + 1, (n + 1) floordiv 2, n mod 3)");
  EXPECT_EQ(print("TruncToInt(Mul(1.7, ToFloat((n)/(1))))"),
            "TruncToInt(Mul(1.7, ToFloat((n)/(1))))");
  EXPECT_EQ(print("Mul(2.0, -1e+20, ToFloat(n))"),
            "Mul(2.0, -1e+20, ToFloat(n))");
  EXPECT_EQ(print("Piecewise(ExprCondPair(n, Equality(n, 1)), "
                  "ExprCondPair(2, true))"),
            "Piecewise(ExprCondPair(n, Equality(n, 1)), "
            "ExprCondPair(2, true))");
  // A function in the arithmetic of sizes is a symbol.
  EXPECT_EQ(print("Min(9, 2*Max(0, n) + 1)"), "Min(9, 2*Max(0, n) + 1)");
}

TEST_F(OpaqueTest, Readable) {
  auto read = [&](StringRef name) {
    return sym::toReadable(sym::getSymbol(&context, name));
  };
  EXPECT_EQ(read("FloorToInt(Mul(0.69999999999999996, ToFloat((n)/(1))))"),
            "floor(0.7*n)");
  EXPECT_EQ(read("TruncToInt(Mul(0.7, ToFloat((n - 9)/(1))))"),
            "trunc(0.7*(n - 9))");
  EXPECT_EQ(read("TruncToInt(Mul(0.7, ToFloat(u0)))"), "trunc(0.7*u0)");
  EXPECT_EQ(read("CeilToInt(IntTrueDiv(n, 2*n + 1))"), "ceil(n/(2*n + 1))");
  EXPECT_EQ(read("FloorToInt(FloatTrueDiv(1.5, Mul(2.5, ToFloat(n))))"),
            "floor(1.5/(2.5*n))");
  EXPECT_EQ(read("TruncToInt(OpaqueUnaryFn_sqrt(n))"), "trunc(sqrt(n))");
  EXPECT_EQ(read("Where(Ne(n, 1), n, Max(1, n))"),
            "Where(n != 1, n, Max(1, n))");
  // Functions in the arithmetic of sizes, and in functions.
  AffineExpr half = sym::getSymbol(&context, "FloorToInt(Mul(0.5, n))");
  EXPECT_EQ(sym::toReadable(sym::add(sym::mul(half, 2), 1)),
            "2*floor(0.5*n) + 1");
  EXPECT_EQ(read("Max(2, FloorToInt(Mul(0.5, n)))"), "Max(2, floor(0.5*n))");
  // Another name stays as it is, quotes included.
  EXPECT_EQ(read("n"), "n");
  EXPECT_EQ(read("batch size"), "\"batch size\"");
  EXPECT_EQ(sym::toReadable(AffineExpr()), "?");
}

TEST_F(OpaqueTest, Malformed) {
  for (StringRef name :
       {"n", "batch size", "Max(", "Max(n", "Max(n,)x", "Max(n))", "2*Max(n)",
        "Max(n + 1.5)", "Max(n n)", "()", "Max(9999999999999999999999)"})
    EXPECT_EQ(print(name), "none") << name.str();
  std::string deep(1000, '(');
  EXPECT_EQ(print("Max" + deep + "n"), "none");
}

TEST_F(OpaqueTest, Rename) {
  AffineExpr batch = sym::getSymbol(&context, "batch");
  EXPECT_EQ(substitute("Max(1, n)", batch), "\"Max(1, batch)\"");
  EXPECT_EQ(substitute("Max(1, m)", batch), "\"Max(1, m)\"");
  EXPECT_EQ(substitute("Min(9, 2*Max(0, n) + 1)", batch),
            "\"Min(9, 2*Max(0, batch) + 1)\"");
  EXPECT_EQ(substitute("Max(1, n)", AffineExpr()), "?");
  // A name that says nothing stays.
  EXPECT_EQ(substitute("Max(1, n", batch), "\"Max(1, n\"");
}

TEST_F(OpaqueTest, Compute) {
  EXPECT_EQ(fix("Max(1, n)", 5), "5");
  EXPECT_EQ(fix("Min(9, 2*Max(0, n) + 1)", 3), "7");
  // 1.7 is less than 17/10.
  EXPECT_EQ(fix("TruncToInt(Mul(1.7, ToFloat((n)/(1))))", 10), "17");
  EXPECT_EQ(fix("FloorToInt(Mul(-1.5, ToFloat(n)))", 3), "-5");
  EXPECT_EQ(fix("TruncToInt(Mul(-1.5, ToFloat(n)))", 3), "-4");
  EXPECT_EQ(fix("CeilToInt(IntTrueDiv(n, 4))", 9), "3");
  EXPECT_EQ(fix("TruncToInt(Mul(2, OpaqueUnaryFn_sqrt(n)))", 9), "6");
  // Halves are rounded to even numbers.
  EXPECT_EQ(fix("RoundToInt(ToFloat((n)/(2)))", 5), "2");
  EXPECT_EQ(fix("RoundToInt(ToFloat((n)/(2)))", 7), "4");
  EXPECT_EQ(fix("PythonMod(-n, 3)", 4), "2");
  EXPECT_EQ(fix("FloorDiv(-n, 3)", 4), "-2");
  EXPECT_EQ(fix("PowByNatural(3, n)", 39), "4052555153018976267");
  EXPECT_EQ(fix("RShift(-n, 1)", 5), "-3");
  EXPECT_EQ(fix("BitwiseFn_bitwise_xor(n, 6)", 5), "3");
  EXPECT_EQ(fix("Piecewise(ExprCondPair(n, StrictGreaterThan(n, 4)), "
                "ExprCondPair(2, true))",
                3),
            "2");
}

TEST_F(OpaqueTest, NotComputed) {
  // What has no value, and what nobody here knows.
  for (StringRef name :
       {"FloorDiv(n, 0)", "PowByNatural(3, n)", "LShift(1, n)", "Unknown(n)",
        "Max(n, 1.5)", "TruncToInt(Add(n, 0.1, 0.2))"})
    EXPECT_EQ(fix(name, 64).front(), '"') << name.str();
}

} // namespace
