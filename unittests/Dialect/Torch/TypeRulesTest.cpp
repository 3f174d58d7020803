//===- TypeRulesTest.cpp - Which operators have a type rule ---------------===//
//
// A rule is found by the name of its operator, so a name with a slip is a rule
// that never runs; and an operator with a lowering but without a rule is one
// that a decomposition cannot build.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Conversion/TorchToONNX.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Torch/Inference/TypeInference.h"

#include "mlir/IR/Builders.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace torch_onnx;

namespace {

using Names = std::vector<std::string>;

TEST(TypeRules, AreOfOperatorsThatExist) {
  Names unknown;
  for (StringRef name : torch::getInferredOperators())
    if (!torch::Schema::lookup(name))
      unknown.push_back(name.str());
  // Not in the schemas of LibTorch.
  EXPECT_EQ(unknown, Names({"aten.float.default"}));
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
  EXPECT_EQ(reason, "the number of pieces depends on a symbolic size");
  // No operand for it.
  EXPECT_TRUE(failed(build("aten.dot.default", {{"self", getArgument()},
                                                {"tensor", getArgument()}})));
  EXPECT_EQ(reason, "ranks 2 and 2, expected 1 and 1");
  EXPECT_TRUE(
      failed(build("aten.cholesky.default", {{"self", getArgument()}})));
  EXPECT_EQ(reason, "no type rule");
  EXPECT_TRUE(block.empty());
}

} // namespace
