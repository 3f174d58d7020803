//===- DimsTest.cpp - The normal form of sizes ----------------------------===//
//
// Random expressions against their values, the same expression built in many
// ways against itself, and the identities Dims.h promises.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Sym/IR/Linear.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <random>
#include <thread>

using namespace mlir;
using namespace torch_onnx;

namespace {

/// The value of any expression; positions of symbols index `values`.
std::optional<int64_t> valueOf(AffineExpr expr, ArrayRef<int64_t> values) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return values[symbol.getPosition()];
  auto op = cast<AffineBinaryOpExpr>(expr);
  auto lhs = valueOf(op.getLHS(), values), rhs = valueOf(op.getRHS(), values);
  if (!lhs || !rhs)
    return std::nullopt;
  switch (op.getKind()) {
  case AffineExprKind::Add:
    return *lhs + *rhs;
  case AffineExprKind::Mul:
    return *lhs * *rhs;
  default:
    break;
  }
  if (*rhs == 0)
    return std::nullopt;
  int64_t floor = llvm::divideFloorSigned(*lhs, *rhs);
  if (op.getKind() == AffineExprKind::FloorDiv)
    return floor;
  if (op.getKind() == AffineExprKind::Mod)
    return *lhs - *rhs * floor;
  // Not defined for other divisors.
  return *rhs > 0 ? std::optional(llvm::divideCeilSigned(*lhs, *rhs))
                  : std::nullopt;
}

class DimsTest : public testing::Test {
protected:
  AffineExpr parse(StringRef text) {
    FailureOr<AffineExpr> expr = sym::parseExpr(text, &context);
    EXPECT_TRUE(succeeded(expr)) << text.str();
    return succeeded(expr) ? *expr : AffineExpr();
  }
  bool parses(StringRef text) {
    return succeeded(sym::parseExpr(text, &context));
  }
  std::string normal(StringRef text) { return sym::toString(parse(text)); }

  MLIRContext context;
};

TEST_F(DimsTest, Symbols) {
  AffineExpr batch = sym::getSymbol(&context, "batch");
  AffineExpr seq = sym::getSymbol(&context, "seq");
  EXPECT_EQ(batch, sym::getSymbol(&context, "batch"));
  EXPECT_NE(batch, seq);
  EXPECT_EQ(sym::getSymbolName(cast<AffineSymbolExpr>(seq)), "seq");
  EXPECT_EQ(sym::getNumSymbols(&context), 2u);
  auto foreign = cast<AffineSymbolExpr>(getAffineSymbolExpr(7, &context));
  EXPECT_EQ(sym::getSymbolName(foreign), "");
  EXPECT_FALSE(sym::normalize(foreign));
  EXPECT_FALSE(sym::normalize(getAffineDimExpr(0, &context)));
  auto symbols = sym::getSymbols(parse("seq*batch + seq floordiv 2"));
  ASSERT_EQ(symbols.size(), 2u);
  EXPECT_EQ(symbols[0], batch);
  EXPECT_EQ(symbols[1], seq);
}

TEST_F(DimsTest, SymbolsFromManyThreads) {
  context.getOrLoadDialect<sym::SymDialect>();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) {
        AffineExpr s =
            sym::getSymbol(&context, "s" + std::to_string((i + 50 * t) % 100));
        EXPECT_TRUE(sym::normalize(s * s + 1));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(sym::getNumSymbols(&context), 100u);
}

TEST_F(DimsTest, Text) {
  EXPECT_EQ(normal("seq floordiv 2 + batch*2"), "2*batch + seq floordiv 2");
  EXPECT_EQ(normal("-a"), "-a");
  EXPECT_EQ(normal("1 - b*a + 3*a*a"), "3*a*a - a*b + 1");
  EXPECT_EQ(normal("a - a"), "0");
  EXPECT_EQ(normal("-7 + 2"), "-5");
  EXPECT_EQ(normal("-(a floordiv 3)"), "-(a floordiv 3)");
  EXPECT_EQ(normal("b*(a floordiv 3)"), "b*(a floordiv 3)");
  EXPECT_EQ(normal("2*(a mod 3)"), "2*(a mod 3)");
  EXPECT_EQ(normal("4 floordiv a"), "4 floordiv a");
  EXPECT_EQ(normal("(a*b) floordiv c"), "(a*b) floordiv c");
  EXPECT_EQ(normal("\"batch size\" + \"mod\" + \"x\""),
            "\"batch size\" + \"mod\" + x");
  EXPECT_EQ(normal("\"a\\\"\\\\\\0A\""), "\"a\\22\\\\\\0A\"");
  EXPECT_EQ(sym::toString({}), "?");
  for (StringRef text :
       {"", "?", "a +", "a b", "(a", "a)", "2a", "a floordiv", "floordiv",
        "\"\"", "\"a", "\"\\q\"", "a / b", "99999999999999999999", "a - - ",
        "a floordiv 0", "a mod (b - b)", "9223372036854775807*a + a"})
    EXPECT_FALSE(parses(text)) << text.str();
  EXPECT_EQ(normal("9223372036854775806*a + a"), "9223372036854775807*a");
}

TEST_F(DimsTest, Identities) {
  EXPECT_EQ(normal("(a*b) floordiv b"), "a");
  EXPECT_EQ(normal("(2*a*b) floordiv b"), "2*a");
  EXPECT_EQ(normal("(6*a*b) floordiv (4*b)"), "a + a floordiv 2");
  EXPECT_EQ(normal("(a floordiv 2)*2 + a mod 2"), "a");
  EXPECT_EQ(normal("(a floordiv b)*b + a mod b"), "a");
  EXPECT_EQ(normal("a - 4*(a floordiv 4)"), "a mod 4");
  EXPECT_EQ(normal("(4*a + 2*b + 5) floordiv 4"), "a + b floordiv 2 + 1");
  EXPECT_EQ(normal("(a - 1) floordiv 2 + 1"), "(a + 1) floordiv 2");
  EXPECT_EQ(normal("a ceildiv 2"), "(a + 1) floordiv 2");
  EXPECT_EQ(normal("((a floordiv 2) + 1) floordiv 3"), "(a + 2) floordiv 6");
  EXPECT_EQ(normal("((a - 1) floordiv 2) floordiv 2 + 1"),
            "(a + 3) floordiv 4");
  EXPECT_EQ(normal("(a*b + b) floordiv (a + 1)"), "b");
  EXPECT_EQ(normal("(a*b + c) floordiv b"), "a + c floordiv b");
  EXPECT_EQ(normal("a floordiv (-2)"), "-a + a floordiv 2");
  EXPECT_EQ(normal("a + (-a) mod 8"), "8*((a + 7) floordiv 8)");
  EXPECT_EQ(normal("-((-a) floordiv 3)"), normal("a ceildiv 3"));
  EXPECT_EQ(normal("(3*a) floordiv 4"), "(3*a) floordiv 4");
  EXPECT_EQ(normal("a - (a + 3) floordiv 4"), "(3*a) floordiv 4");
  EXPECT_EQ(normal("a - a floordiv 4"), "(3*a + 3) floordiv 4");
  EXPECT_EQ(normal("c + 2*((3*a*b + 2) floordiv 5)"),
            "c + 2*((3*a*b + 2) floordiv 5)");
  EXPECT_EQ(normal("(5*a + 4*b) floordiv 7"), "(5*a + 4*b) floordiv 7");
  EXPECT_EQ(normal("2*a - (a + 3) floordiv 4"), "2*a - (a + 3) floordiv 4");
  EXPECT_EQ(normal("b - (a + 3) floordiv 4"), "b - (a + 3) floordiv 4");
  // Both forms of a half are kept.
  EXPECT_EQ(normal("a - (a + 1) floordiv 2"), "a - (a + 1) floordiv 2");
  EXPECT_EQ(normal("(a + b)*(a - b)"), "a*a - b*b");
  EXPECT_EQ(normal("(8*a) mod 4"), "0");
  EXPECT_EQ(normal("(5*a + 1) mod 4"), "(a + 1) mod 4");
  EXPECT_EQ(normal("(a mod 4) mod 2"), "a mod 2");
  EXPECT_EQ(normal("b*(a mod c) + 1"), "b*(a mod c) + 1");
}

TEST_F(DimsTest, QuotientsByNumbers) {
  for (int64_t divisor = 2; divisor < 9; ++divisor)
    for (int64_t coef = -divisor; coef <= divisor; ++coef)
      for (int64_t constant = -divisor; constant <= divisor; ++constant) {
        std::string text = llvm::formatv("({0}*a + {1}) floordiv {2}", coef,
                                         constant, divisor);
        AffineExpr size = parse(text);
        EXPECT_EQ(parse(sym::toString(size)), size) << text;
        for (int64_t a = -9; a < 10; ++a)
          EXPECT_EQ(sym::evaluate(size, [&](StringRef) { return a; }),
                    llvm::divideFloorSigned(coef * a + constant, divisor))
              << text;
      }
}

TEST_F(DimsTest, UnknownInUnknownOut) {
  AffineExpr a = parse("a"), none;
  EXPECT_FALSE(sym::add(a, none));
  EXPECT_FALSE(sym::mul(none, 0));
  EXPECT_FALSE(sym::floorDiv(none, none));
  EXPECT_FALSE(sym::normalize(none));
  EXPECT_FALSE(sym::product({a, none}, &context));
  EXPECT_FALSE(sym::sum({a, none}, &context));
  EXPECT_FALSE(sym::isKnownEqual(none, none));
  EXPECT_FALSE(sym::isKnownEqual(a, none));
  EXPECT_TRUE(sym::isKnownEqual(a + a, a * 2));
  EXPECT_FALSE(sym::getConstant(none));
  EXPECT_EQ(sym::getConstant(sym::product({}, &context)), 1);
  EXPECT_EQ(sym::getConstant(sym::sum({}, &context)), 0);
  EXPECT_EQ(sym::getConstant(sym::sub(a, a)), 0);
  EXPECT_FALSE(sym::floorDiv(a, 0));
}

TEST_F(DimsTest, LinearSizes) {
  AffineExpr a = parse("a");
  auto expectLinear = [&](StringRef text, int64_t scale, int64_t offset) {
    std::optional<sym::LinearSize> size = sym::matchLinear(parse(text));
    ASSERT_TRUE(size) << text.str();
    EXPECT_EQ(size->symbol, a);
    EXPECT_EQ(size->scale, scale);
    EXPECT_EQ(size->offset, offset);
    EXPECT_EQ(size->isPlain(), scale == 1 && offset == 0);
  };
  expectLinear("a", 1, 0);
  expectLinear("a - 4", 1, -4);
  expectLinear("2*a + 6", 2, 6);
  expectLinear("3 - a", -1, 3);
  for (StringRef text : {"5", "a + b", "a*b", "a*a", "a floordiv 2",
                         "a + a floordiv 2", "2*b + 3*a + 1"})
    EXPECT_FALSE(sym::matchLinear(parse(text))) << text.str();
}

TEST_F(DimsTest, SubstituteAndEvaluate) {
  AffineExpr expr = parse("(a*b + 1) floordiv 2");
  AffineExpr result = sym::substitute(expr, [&](AffineSymbolExpr symbol) {
    return sym::getSymbolName(symbol) == "a" ? parse("2*b") : symbol;
  });
  EXPECT_EQ(sym::toString(result), "b*b");
  auto value = [](StringRef name) -> std::optional<int64_t> {
    return name == "a" ? 3 : 5;
  };
  EXPECT_EQ(sym::evaluate(expr, value), 8);
  EXPECT_EQ(sym::evaluate(parse("-a floordiv 2"), value), -2);
  EXPECT_FALSE(sym::evaluate(parse("a floordiv (b - 5)"), value));
}

TEST_F(DimsTest, Limits) {
  // Exponential in the number of factors.
  AffineExpr product = getAffineConstantExpr(1, &context);
  for (int i = 0; i < 40; ++i)
    product = product * (sym::getSymbol(&context, "x" + std::to_string(i)) + 1);
  EXPECT_FALSE(sym::normalize(product));
  EXPECT_EQ(sym::toString(product), "?");
  // A graph that is small and a tree that is not.
  AffineExpr shared = parse("a"), b = parse("b");
  for (int i = 0; i < 100; ++i)
    shared = sym::floorDiv(sym::add(sym::mul(shared, shared), 1), b);
  EXPECT_FALSE(shared);
  shared = parse("a");
  for (int i = 0; i < 60; ++i)
    shared = sym::add(sym::mod(sym::add(shared, b), 7 + i),
                      sym::floorDiv(sym::mul(shared, b), b + i));
  EXPECT_FALSE(shared);
  // Nested text.
  std::string deep(100000, '(');
  EXPECT_FALSE(parses(deep));
  EXPECT_FALSE(parses(std::string(100000, '-')));
  std::string mods = "a";
  for (int i = 2; i < 60; ++i)
    mods = "(" + mods + "*5 + 1) mod " + std::to_string(2 * i + 1);
  (void)parses(mods);
  // Long sums are fine.
  std::vector<AffineExpr> terms;
  for (int i = 0; i < 1000; ++i)
    terms.push_back(sym::getSymbol(&context, "s" + std::to_string(i)));
  AffineExpr sum = sym::sum(terms, &context);
  ASSERT_TRUE(sum);
  AffineExpr chain = getAffineConstantExpr(0, &context);
  std::shuffle(terms.begin(), terms.end(), std::mt19937(1));
  for (AffineExpr term : terms)
    chain = term + chain;
  EXPECT_EQ(sym::normalize(chain), sum);
  EXPECT_EQ(parse(sym::toString(sum)), sum);
}

/// Expressions as trees, which can be built in different ways.
struct Tree {
  char op;
  int64_t value = 0;
  std::vector<Tree> operands;
};

Tree makeTree(std::mt19937 &random, int depth) {
  auto pick = [&](int n) { return int(random() % n); };
  if (depth == 0 || pick(5) == 0) {
    if (pick(3) == 0)
      return {'c', pick(13) - 4, {}};
    return {'s', pick(4), {}};
  }
  char op = "++**/%^/"[pick(8)];
  Tree tree{op, 0, {}};
  int arity = op == '+' ? 2 + pick(3) : 2;
  for (int i = 0; i < arity; ++i)
    tree.operands.push_back(makeTree(random, depth - 1));
  if (op == '/' || op == '%' || op == '^')
    if (pick(4))
      tree.operands[1] = {'c', 1 + pick(7), {}};
  return tree;
}

/// `raw` by AffineExpr's own operators, else by those of Dims.h; operands of
/// sums and products in a random order.
AffineExpr buildTree(const Tree &tree, ArrayRef<AffineExpr> symbols, bool raw,
                     std::mt19937 &random) {
  if (tree.op == 'c')
    return getAffineConstantExpr(tree.value, symbols[0].getContext());
  if (tree.op == 's')
    return symbols[tree.value];
  std::vector<AffineExpr> operands;
  for (const Tree &operand : tree.operands)
    operands.push_back(buildTree(operand, symbols, raw, random));
  if (tree.op == '+' || tree.op == '*')
    std::shuffle(operands.begin(), operands.end(), random);
  AffineExpr result = operands[0];
  for (AffineExpr operand : ArrayRef(operands).drop_front()) {
    // Raw expressions divide by constants below one in AffineExpr's own way.
    if (!result)
      return {};
    switch (tree.op) {
    case '+':
      result = raw ? result + operand : sym::add(result, operand);
      break;
    case '*':
      result = raw ? result * operand : sym::mul(result, operand);
      break;
    case '/':
      result = raw ? result.floorDiv(operand) : sym::floorDiv(result, operand);
      break;
    case '^':
      result = raw ? result.ceilDiv(operand) : sym::ceilDiv(result, operand);
      break;
    default:
      result = raw ? result % operand : sym::mod(result, operand);
    }
  }
  return result;
}

TEST_F(DimsTest, RandomExpressions) {
  std::mt19937 random(20240607);
  SmallVector<AffineExpr> symbols;
  for (StringRef name : {"d", "a", "c", "b"})
    symbols.push_back(sym::getSymbol(&context, name));
  int known = 0, compared = 0;
  for (int i = 0; i < 1500; ++i) {
    Tree tree = makeTree(random, 4);
    AffineExpr raw = buildTree(tree, symbols, /*raw=*/true, random);
    AffineExpr normal = sym::normalize(raw);
    if (!normal)
      continue;
    ++known;
    std::string text = sym::toString(normal);
    EXPECT_EQ(sym::normalize(normal), normal) << text;
    EXPECT_EQ(sym::add(normal, 0), normal) << text;
    EXPECT_EQ(parse(text), normal) << text;
    EXPECT_EQ(sym::toString(raw), text);
    for (bool isRaw : {true, false, false})
      if (AffineExpr other = buildTree(tree, symbols, isRaw, random)) {
        EXPECT_EQ(sym::toString(other), text);
      }
    for (int j = 0; j < 8; ++j) {
      SmallVector<int64_t> values;
      for (int k = 0; k < 4; ++k)
        values.push_back(1 + random() % 9);
      auto expected = valueOf(raw, values), actual = valueOf(normal, values);
      if (!expected || !actual || std::abs(*expected) > 1000000000)
        continue;
      ++compared;
      EXPECT_EQ(*expected, *actual) << text;
    }
  }
  EXPECT_GT(known, 1000);
  EXPECT_GT(compared, 4000);
}

TEST_F(DimsTest, PolynomialsHaveOneForm) {
  std::mt19937 random(7);
  SmallVector<AffineExpr> symbols;
  for (StringRef name : {"z", "y", "x"})
    symbols.push_back(sym::getSymbol(&context, name));
  for (int i = 0; i < 500; ++i) {
    // (p + q) * r and p*r + q*r, each in random order.
    Tree p = makeTree(random, 2), q = makeTree(random, 2),
         r = makeTree(random, 2);
    auto clamp = [](auto self, Tree &tree) -> void {
      if (tree.op == 's')
        tree.value %= 3;
      for (Tree &operand : tree.operands)
        self(self, operand);
    };
    for (Tree *tree : {&p, &q, &r})
      clamp(clamp, *tree);
    Tree factored{'*', 0, {Tree{'+', 0, {p, q}}, r}};
    Tree expanded{'+', 0, {Tree{'*', 0, {r, p}}, Tree{'*', 0, {q, r}}}};
    AffineExpr lhs = buildTree(factored, symbols, true, random);
    AffineExpr rhs = buildTree(expanded, symbols, true, random);
    lhs = sym::normalize(lhs);
    rhs = sym::normalize(rhs);
    EXPECT_EQ(lhs, rhs) << sym::toString(lhs) << " | " << sym::toString(rhs);
    auto type = [&](AffineExpr dim) {
      return sym::getTensorType({dim, AffineExpr(), symbols[0]},
                                Float32Type::get(&context));
    };
    EXPECT_EQ(type(lhs), type(rhs));
  }
}

TEST_F(DimsTest, TextDoesNotDependOnInterningOrder) {
  MLIRContext other;
  sym::getSymbol(&context, "a");
  sym::getSymbol(&context, "b");
  sym::getSymbol(&other, "b");
  sym::getSymbol(&other, "a");
  for (StringRef text :
       {"b*a + (a + b) floordiv 2 + (b + a*2) mod 5", "(b floordiv a)*a + b"}) {
    FailureOr<AffineExpr> here = sym::parseExpr(text, &context);
    FailureOr<AffineExpr> there = sym::parseExpr(text, &other);
    ASSERT_TRUE(succeeded(here) && succeeded(there));
    EXPECT_EQ(sym::toString(*here), sym::toString(*there));
  }
}

TEST_F(DimsTest, Types) {
  Type f32 = Float32Type::get(&context);
  AffineExpr a = parse("a");
  auto type = sym::getTensorType(
      {a * 2 - a, getAffineConstantExpr(768, &context), AffineExpr()}, f32);
  EXPECT_EQ(type.getShape(), ArrayRef<int64_t>({ShapedType::kDynamic, 768,
                                                ShapedType::kDynamic}));
  SmallVector<AffineExpr> dims = sym::getDims(type);
  EXPECT_EQ(dims[0], a);
  EXPECT_EQ(sym::getConstant(dims[1]), 768);
  EXPECT_FALSE(dims[2]);
  EXPECT_EQ(sym::getTensorType(dims, f32), type);

  // No encoding when nothing is known; a negative size is not one.
  auto unknown = sym::getTensorType(
      {AffineExpr(), getAffineConstantExpr(-1, &context)}, f32);
  EXPECT_FALSE(unknown.getEncoding());
  EXPECT_EQ(unknown.getNumDynamicDims(), 2);
  EXPECT_EQ(sym::getTensorType({}, f32).getRank(), 0);

  // Encodings of others.
  auto foreign = RankedTensorType::get({ShapedType::kDynamic}, f32,
                                       StringAttr::get(&context, "blocked"));
  ASSERT_EQ(sym::getDims(foreign).size(), 1u);
  EXPECT_FALSE(sym::getDims(foreign)[0]);
}

TEST_F(DimsTest, VerifyAttribute) {
  AffineExpr a = parse("a");
  Location loc = UnknownLoc::get(&context);
  std::string message;
  ScopedDiagnosticHandler handler(
      &context, [&](Diagnostic &diagnostic) { message = diagnostic.str(); });
  auto getError = [&](ArrayRef<AffineExpr> dims) {
    message.clear();
    sym::DimsAttr::getChecked(loc, &context, dims);
    return message;
  };
  EXPECT_EQ(getError({a, AffineExpr()}), "");
  EXPECT_EQ(getError({AffineExpr()}), "no known size: leave out the encoding");
  EXPECT_EQ(getError({getAffineConstantExpr(3, &context)}),
            "size of a dynamic dimension is the constant 3");
  EXPECT_EQ(getError({a * (a + 1)}), "size is not in normal form: a*a + a");
  auto dims = sym::DimsAttr::get(&context, {a});
  message.clear();
  RankedTensorType::getChecked(loc, ArrayRef<int64_t>({2, 3}),
                               Float32Type::get(&context), dims);
  EXPECT_EQ(message, "encoding has 1 sizes, the type has 0 dynamic dimensions");
}

} // namespace
