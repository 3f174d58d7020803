//===- TypeRulesTest.cpp - Which operators have a type rule ---------------===//
//
// What the operator table says of an operator agrees with its schema, with the
// names that torch-canonicalize leaves, and with the lowerings. (That every row
// and every lowering is of an operator that exists, OperatorMap::insert sees
// to.)
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Conversion/TorchToONNX.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Torch/Inference/OperatorTable.h"
#include "torch-onnx/Dialect/Torch/Inference/TypeInference.h"
#include "torch-onnx/Dialect/Torch/Transforms/Canonicalize.h"
#include "torch-onnx/Dialect/Torch/Transforms/Decompose.h"

#include "mlir/IR/Builders.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace torch_onnx;

namespace {

using Names = std::vector<std::string>;

TEST(OperatorTable, KnowsNoOtherNames) {
  Names others;
  for (StringRef name : llvm::concat<const StringRef>(
           torch::getInferredOperators(), getSupportedOperators()))
    if (torch::getCanonicalName(name) != name ||
        torch::getViewOfCopy(name) != name)
      others.push_back(name.str());
  EXPECT_EQ(others, Names());
}

TEST(OperatorTable, KnowsEveryViewThatHasALowering) {
  Names missing;
  for (StringRef name : getSupportedOperators()) {
    const torch::Schema *schema = torch::Schema::lookup(name);
    if (schema->isView() && !schema->isMutable() &&
        torch::getTraits(schema).view == torch::ViewKind::None)
      missing.push_back(name.str());
  }
  // They return their operand or a copy of it, as recorded in the program: what
  // an operator without a kind is taken to do.
  EXPECT_EQ(missing,
            Names({"aten.contiguous.default", "aten.pin_memory.default"}));
}

TEST(OperatorTable, HasViewsOnlyOfOperandsThatAreSeen) {
  for (StringRef name : torch::Schema::allNames()) {
    const torch::Schema *schema = torch::Schema::lookup(name);
    if (torch::getTraits(schema).view == torch::ViewKind::None)
      continue;
    EXPECT_FALSE(schema->isMutable()) << name.str();
    ASSERT_FALSE(schema->getArgs().empty()) << name.str();
    bool isInput = llvm::any_of(schema->getArgs(), [](const auto &arg) {
      return arg.type.kind == torch::ArgKind::Tensor;
    });
    EXPECT_TRUE(isInput) << name.str();
  }
}

TEST(OperatorTable, NamesArgumentsOfTheSchema) {
  for (StringRef name : torch::Schema::allNames()) {
    const torch::Schema *schema = torch::Schema::lookup(name);
    const torch::OperatorTraits &traits = torch::getTraits(schema);
    auto expect = [&](ArrayRef<StringRef> arguments,
                      std::initializer_list<torch::ArgKind> kinds) {
      for (StringRef argument : arguments) {
        std::optional<unsigned> index = schema->findArg(argument);
        ASSERT_TRUE(index) << name.str() << " has no '" << argument.str();
        EXPECT_TRUE(
            llvm::is_contained(kinds, schema->getArgs()[*index].type.kind))
            << name.str() << ", " << argument.str();
      }
    };
    using enum torch::ArgKind;
    expect(torch::getElements(schema), {Tensor, Scalar});
    expect(traits.shapes, {Tensor});
    expect(traits.axes, {Int});
  }
}

TEST(OperatorTable, CarriesAlongAxes) {
  using enum torch::Carry;
  for (StringRef name : torch::Schema::allNames()) {
    const torch::Schema *schema = torch::Schema::lookup(name);
    const torch::OperatorTraits &traits = torch::getTraits(schema);
    torch::Carry carry = torch::getCarry(schema);
    bool isAlong =
        llvm::is_contained({Along, AlongNew, AlongOrAll, Appends}, carry);
    EXPECT_EQ(isAlong, !traits.axes.empty()) << name.str();
    EXPECT_EQ(carry == Permute, traits.order != nullptr) << name.str();
  }
}

TEST(OperatorTable, MovesOnlyWithOperatorsThatHaveALowering) {
  // The parts of complex numbers are moved by the operator itself.
  Names missing;
  for (StringRef name : torch::getInferredOperators())
    if (torch::getElements(torch::Schema::lookup(name)).isGiven() &&
        !hasLowering(name) && !torch::hasDecomposition(name))
      missing.push_back(name.str());
  // Of complex numbers alone, which torch-legalize-complex takes apart by name.
  EXPECT_EQ(missing, Names({"aten.imag.default", "aten.view_as_complex.default",
                            "aten.view_as_real.default"}));
}

TEST(TypeRules, AreThereForEveryLowering) {
  Names missing;
  for (StringRef name : getSupportedOperators())
    if (!torch::hasTypeRule(name))
      missing.push_back(name.str());
  EXPECT_EQ(missing, Names());
}

class BuildInferred : public testing::Test {
protected:
  BuildInferred() : builder(&context) {
    context.loadDialect<torch::TorchDialect, sym::SymDialect>();
    block.addArgument(sym::getTensorType({sym::getSymbol(&context, "n"),
                                          getAffineConstantExpr(4, &context)},
                                         builder.getF32Type()),
                      builder.getUnknownLoc());
    builder.setInsertionPointToStart(&block);
  }

  FailureOr<torch::OperatorOp>
  build(StringRef target,
        ArrayRef<std::pair<StringRef, torch::ArgumentSpec>> args) {
    return torch::buildInferred(builder, builder.getUnknownLoc(), target, args,
                                numbers, reason);
  }
  Value getArgument() { return block.getArgument(0); }

  MLIRContext context;
  OpBuilder builder;
  Block block;
  torch::NumberExprs numbers;
  std::string reason;
};

TEST_F(BuildInferred, GivesResultsTheirTypes) {
  auto op = build("aten.sum.dim_IntList",
                  {{"self", getArgument()},
                   {"dim", builder.getI64ArrayAttr({1})},
                   {"dtype", TypeAttr::get(builder.getF64Type())}});
  ASSERT_TRUE(succeeded(op)) << reason;
  EXPECT_EQ((*op)->getResultTypes(),
            ArrayRef<Type>(sym::getTensorType(sym::getSymbol(&context, "n"),
                                              builder.getF64Type())));
  EXPECT_EQ((*op)->getBlock(), &block);
}

TEST_F(BuildInferred, CountsResults) {
  auto op =
      build("aten.split.Tensor", {{"self", getArgument()},
                                  {"split_size", builder.getI64IntegerAttr(3)},
                                  {"dim", builder.getI64IntegerAttr(1)}});
  ASSERT_TRUE(succeeded(op)) << reason;
  EXPECT_EQ((*op)->getNumResults(), 2u);
}

TEST_F(BuildInferred, BuildsNothingThatHasNoType) {
  // As many results as a symbolic size says.
  EXPECT_TRUE(failed(build("aten.unbind.int", {{"self", getArgument()}})));
  EXPECT_TRUE(failed(build("aten.split.Tensor",
                           {{"self", getArgument()},
                            {"split_size", builder.getI64IntegerAttr(3)}})));
  EXPECT_EQ(reason,
            "expected a constant number of pieces, found a dimension of "
            "size n");
  // No operand for it.
  EXPECT_TRUE(failed(build("aten.dot.default", {{"self", getArgument()},
                                                {"tensor", getArgument()}})));
  EXPECT_EQ(reason, "expected 'self' to have 1 dimensions, found 2");
  EXPECT_TRUE(failed(build("aten.poisson.default", {{"self", getArgument()}})));
  EXPECT_EQ(reason, "no type rule");
  EXPECT_TRUE(block.empty());
}

} // namespace
