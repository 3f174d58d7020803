//===- ArgumentsTest.cpp - Reading and building arguments by name ---------===//
//
// Tests of the header of the same name.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/IR/Arguments.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace torch_onnx::torch;

namespace {

class ArgumentsTest : public ::testing::Test {
protected:
  ArgumentsTest() : b(&ctx) {
    ctx.loadDialect<TorchDialect>();
    module = ModuleOp::create(b.getUnknownLoc());
    b.setInsertionPointToStart(module->getBody());
    type = RankedTensorType::get({4}, b.getF32Type());
  }

  Value makeTensor() {
    return ConstantOp::create(b, b.getUnknownLoc(), type, StringAttr(),
                              DenseElementsAttr::get(type, 1.0f));
  }

  MLIRContext ctx;
  OpBuilder b;
  OwningOpRef<ModuleOp> module;
  RankedTensorType type;
};

TEST_F(ArgumentsTest, DefaultsAreFilledIn) {
  Value x = makeTensor(), y = makeTensor();
  OperatorOp op = buildOperator(b, b.getUnknownLoc(), "aten.add.Tensor", type,
                                {{"self", x}, {"other", y}});
  Arguments args(op);
  EXPECT_EQ(args.getValue("self"), x);
  EXPECT_EQ(args.getValue("other"), y);
  EXPECT_EQ(args.getInt("alpha"), 1);
  // An int is a float where one is asked for.
  EXPECT_EQ(args.getFloat("alpha"), 1.0);
  EXPECT_FALSE(args.getAttr("self"));
  EXPECT_FALSE(args.getValue("alpha"));
  EXPECT_FALSE(args.has("no_such_argument"));
  EXPECT_TRUE(succeeded(op.verify()));
}

TEST_F(ArgumentsTest, ListsMixLiteralsValuesAndNone) {
  Value x = makeTensor(), i = makeTensor();
  OperatorOp op = buildOperator(
      b, b.getUnknownLoc(), "aten.index.Tensor", type,
      {{"self", x}, {"indices", SmallVector<OpFoldResult>{OpFoldResult(), i}}});
  Arguments args(op);
  SmallVector<Value> indices = args.getValues("indices");
  ASSERT_EQ(indices.size(), 2u);
  EXPECT_FALSE(indices[0]);
  EXPECT_EQ(indices[1], i);
  EXPECT_FALSE(args.getInts("indices"));
  EXPECT_EQ(op.getInputs().size(), 2u);

  OperatorOp view =
      buildOperator(b, b.getUnknownLoc(), "aten.view.default", type,
                    {{"self", x}, {"size", b.getI64ArrayAttr({2, -1})}});
  EXPECT_EQ(Arguments(view).getInts("size"), (SmallVector<int64_t>{2, -1}));
}

TEST_F(ArgumentsTest, NoneIsNoValue) {
  Value x = makeTensor();
  OperatorOp op = buildOperator(b, b.getUnknownLoc(), "aten.linear.default",
                                type, {{"input", x}, {"weight", x}});
  Arguments args(op);
  EXPECT_FALSE(args.has("bias"));
  EXPECT_FALSE(args.getValue("bias"));
  EXPECT_FALSE(args.getAttr("bias"));
  EXPECT_TRUE(args.has("weight"));
}

} // namespace
