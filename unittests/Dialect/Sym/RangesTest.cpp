//===- RangesTest.cpp - Bounds of symbols and of sizes --------------------===//
//
// The module attribute, and bounds against the values of random expressions.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Sym/IR/Ranges.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "gtest/gtest.h"

#include <random>

using namespace mlir;
using namespace torch_onnx;

namespace {

class RangesTest : public testing::Test {
protected:
  AffineExpr parse(StringRef text) {
    FailureOr<AffineExpr> expr = sym::parseExpr(text, &context);
    EXPECT_TRUE(succeeded(expr)) << text.str();
    return succeeded(expr) ? *expr : AffineExpr();
  }
  std::optional<int64_t> lower(StringRef text) {
    return sym::lowerBound(parse(text), ranges);
  }
  std::optional<int64_t> upper(StringRef text) {
    return sym::upperBound(parse(text), ranges);
  }

  MLIRContext context;
  sym::Ranges ranges;
};

TEST_F(RangesTest, Attribute) {
  context.getOrLoadDialect<sym::SymDialect>();
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
  EXPECT_TRUE(sym::readRanges(*module).empty());
  EXPECT_TRUE(sym::narrow(ranges, "s0", {.min = 2}));
  EXPECT_TRUE(sym::narrow(ranges, "s0", {.max = 7}));
  EXPECT_FALSE(sym::narrow(ranges, "s0", {.min = 8}));
  EXPECT_TRUE(sym::narrow(ranges, "batch size", {.min = 0}));
  EXPECT_TRUE(sym::narrow(ranges, "free", {}));
  sym::writeRanges(*module, ranges);
  EXPECT_TRUE(succeeded(verify(*module)));
  sym::Ranges read = sym::readRanges(*module);
  EXPECT_EQ(read.size(), 2u);
  EXPECT_EQ(read["s0"], (sym::Range{2, 7}));
  EXPECT_EQ(read["batch size"], sym::Range{.min = 0});
  sym::writeRanges(*module, {});
  EXPECT_FALSE(module->getOperation()->hasAttr(sym::kRangesAttrName));
}

TEST_F(RangesTest, Bounds) {
  ranges["a"] = {1, 100};
  ranges["b"].min = 2;
  EXPECT_EQ(lower("3"), 3);
  EXPECT_EQ(lower("a"), 1);
  EXPECT_EQ(upper("a"), 100);
  EXPECT_EQ(lower("b"), 2);
  EXPECT_EQ(upper("b"), std::nullopt);
  EXPECT_EQ(lower("c"), std::nullopt);
  EXPECT_EQ(lower("2*a*b - 1"), 3);
  EXPECT_EQ(upper("5 - a*b"), 3);
  EXPECT_EQ(lower("-a"), -100);
  EXPECT_EQ(lower("b floordiv 2"), 1);
  EXPECT_EQ(upper("a floordiv b"), 50);
  EXPECT_EQ(lower("a floordiv b"), 0);
  EXPECT_EQ(lower("a - a floordiv 2"), 1);
  EXPECT_EQ(lower("b - (b + 1) floordiv 2"), 1);
  EXPECT_EQ(lower("c mod 4"), 0);
  EXPECT_EQ(upper("c mod 4"), 3);
  EXPECT_EQ(upper("c mod a"), 99);
  EXPECT_EQ(lower("(c floordiv 4) mod 3"), 0);
  EXPECT_EQ(upper("(c floordiv 4) mod 3"), 2);
  EXPECT_EQ(lower("c floordiv c"), 1);
  EXPECT_EQ(sym::lowerBound(AffineExpr(), ranges), std::nullopt);
  ranges["a"].max = std::numeric_limits<int64_t>::max() - 1;
  EXPECT_EQ(upper("a*a"), std::nullopt);
  EXPECT_EQ(lower("a*a"), 1);
}

TEST_F(RangesTest, BoundsHold) {
  std::mt19937 random(5);
  auto pick = [&](int n) { return int(random() % n); };
  const char *names[] = {"x", "y", "z"};
  auto make = [&](auto self, int depth) -> std::string {
    if (depth == 0)
      return pick(4) == 0 ? std::to_string(pick(9)) : names[pick(3)];
    std::string lhs = "(" + self(self, depth - 1) + ")";
    std::string rhs = "(" + self(self, depth - 1) + ")";
    switch (pick(6)) {
    case 0:
      return lhs + " + " + rhs;
    case 1:
      return lhs + " - " + rhs;
    case 2:
      return lhs + " * " + rhs;
    case 3:
      return lhs + " floordiv " + (pick(2) ? rhs : std::to_string(1 + pick(6)));
    case 4:
      return lhs + " mod " + (pick(2) ? rhs : std::to_string(1 + pick(6)));
    default:
      return lhs + " - " + std::to_string(pick(20));
    }
  };
  int bounded = 0;
  for (int i = 0; i < 2000; ++i) {
    FailureOr<AffineExpr> expr = sym::parseExpr(make(make, 3), &context);
    if (failed(expr))
      continue;
    for (const char *name : names) {
      int64_t min = pick(12) - 4;
      ranges[name] = {min, min + pick(10)};
      if (pick(3) == 0)
        ranges[name].max = std::numeric_limits<int64_t>::max();
    }
    auto low = sym::lowerBound(*expr, ranges);
    auto high = sym::upperBound(*expr, ranges);
    for (int j = 0; j < 10; ++j) {
      llvm::StringMap<int64_t> values;
      for (const char *name : names) {
        sym::Range range = ranges.lookup(name);
        int64_t max = std::min<int64_t>(range.max, 50);
        values[name] = range.min + pick(max - range.min + 1);
      }
      auto value =
          sym::evaluate(*expr, [&](StringRef name) -> std::optional<int64_t> {
            return values.lookup(name);
          });
      if (!value)
        continue;
      bounded += low || high;
      if (low) {
        EXPECT_LE(*low, *value) << sym::toString(*expr);
      }
      if (high) {
        EXPECT_GE(*high, *value) << sym::toString(*expr);
      }
    }
  }
  EXPECT_GT(bounded, 3000);
}

} // namespace
