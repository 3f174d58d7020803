//===- FoldConstantsTest.cpp - Native folding against LibTorch ------------===//
//
// Runs every native kernel of constant folding on values that hurt, and on
// random ones, and compares it bit by bit with what LibTorch computes. A kernel
// may decline, but not always, and must decline where LibTorch throws.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/Transforms/FoldConstants.h"

#include "torch-onnx/Dialect/Torch/IR/Arguments.h"
#include "torch-onnx/Dialect/Weight/IR/Reader.h"
#include "torch-onnx/LibTorch/Loader.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "gtest/gtest.h"

#include <cmath>
#include <cstring>
#include <random>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

namespace {

using Args = SmallVector<std::pair<StringRef, ArgumentSpec>>;

class FoldConstantsTest : public ::testing::Test {
protected:
  FoldConstantsTest() : b(&ctx) {
    ctx.loadDialect<TorchDialect, weight::WeightDialect, arith::ArithDialect>();
    module = ModuleOp::create(b.getUnknownLoc());
    b.setInsertionPointToEnd(module->getBody());
  }

  void SetUp() override {
#ifdef TORCH_ONNX_LIBTORCH_PLUGIN_FILE
    setenv("TORCH_ONNX_LIBTORCH_PLUGIN", TORCH_ONNX_LIBTORCH_PLUGIN_FILE,
           /*overwrite=*/0);
#else
    GTEST_SKIP() << "built without LibTorch";
#endif
  }

  SmallVector<Type> intTypes() {
    return {b.getIntegerType(8, /*isSigned=*/false), b.getI8Type(),
            b.getI16Type(), b.getI32Type(), b.getI64Type()};
  }
  SmallVector<Type> floatTypes() {
    return {b.getF16Type(), b.getBF16Type(), b.getF32Type(), b.getF64Type()};
  }
  SmallVector<Type> allTypes() {
    SmallVector<Type> types = {b.getI1Type()};
    types.append(intTypes());
    types.append(floatTypes());
    return types;
  }

  /// An element that hurts, or a random one.
  Attribute makeElement(Type type) {
    if (auto real = dyn_cast<FloatType>(type)) {
      const double hurting[] = {0.0,  -0.0,  1.0,   -1.0,     NAN,
                                1.5,  -2.5,  0.1,   INFINITY, -INFINITY,
                                1e30, 1e-40, 300.7, -7.0,     65519.0,
                                3.0,  -3.0,  2.0,   16777217, 1e300};
      double value = hurting[rng() % std::size(hurting)];
      if (rng() % 3 == 0)
        value = std::uniform_real_distribution<double>(-50, 50)(rng);
      return b.getFloatAttr(real, value);
    }
    unsigned width = type.getIntOrFloatBitWidth();
    const int64_t hurting[] = {0,  1,   -1,        2,         -2,
                               3,  -3,  7,         -7,        INT64_MIN,
                               10, 100, INT64_MAX, INT32_MIN, INT32_MAX,
                               -8, 127, -128,      16777217,  255};
    int64_t value = hurting[rng() % std::size(hurting)];
    if (rng() % 3 == 0)
      value = static_cast<int64_t>(rng() % 41) - 20;
    if (rng() % 8 == 0)
      value = type.isUnsignedInteger() ? -1 : int64_t(1) << (width - 1);
    return IntegerAttr::get(type, APInt(width, static_cast<uint64_t>(value),
                                        /*isSigned=*/false,
                                        /*implicitTrunc=*/true));
  }

  Value makeTensor(Type type, ArrayRef<int64_t> shape) {
    auto tensorType = RankedTensorType::get(shape, type);
    SmallVector<Attribute> elements;
    for (int64_t i = 0, e = tensorType.getNumElements(); i < e; ++i)
      elements.push_back(makeElement(type));
    return makeConstant(DenseElementsAttr::get(tensorType, elements));
  }

  Value makeConstant(ElementsAttr attr) {
    return ConstantOp::create(b, b.getUnknownLoc(), attr.getType(),
                              /*name=*/StringAttr(), attr);
  }

  Attribute makeScalar() {
    switch (rng() % 6) {
    case 0:
      return b.getBoolAttr(rng() % 2);
    case 1:
    case 2: {
      const double values[] = {0.0, -0.5, 2.0, 0.1, -3.0, 1.0, 16777216.5};
      return b.getF64FloatAttr(values[rng() % std::size(values)]);
    }
    default:
      return b.getI64IntegerAttr(static_cast<int64_t>(rng() % 13) - 6);
    }
  }

  SmallVector<char> read(ElementsAttr attr) {
    SmallVector<char> bytes(weight::getByteSize(attr.getShapedType()));
    EXPECT_TRUE(
        succeeded(weight::readElements(attr, 0, attr.getNumElements(), bytes)));
    return bytes;
  }

  /// Bit by bit, but for which NaN it is.
  bool isSame(ElementsAttr a, ElementsAttr b) {
    if (a.getShapedType() != b.getShapedType())
      return false;
    SmallVector<char> x = read(a), y = read(b);
    if (x == y)
      return true;
    auto dense = [](ElementsAttr attr, ArrayRef<char> bytes) {
      return DenseElementsAttr::getFromRawBuffer(attr.getShapedType(), bytes);
    };
    if (!isa<FloatType>(a.getElementType()))
      return false;
    for (auto [p, q] : llvm::zip_equal(dense(a, x).getValues<APFloat>(),
                                       dense(b, y).getValues<APFloat>()))
      if (!p.bitwiseIsEqual(q) && !(p.isNaN() && q.isNaN()))
        return false;
    return true;
  }

  /// Folds one call both ways. True when the native kernel did not decline.
  bool check(StringRef name, const Args &args, unsigned numResults = 1) {
    Type dummy = RankedTensorType::get({}, b.getF32Type());
    OperatorOp op = buildOperator(b, b.getUnknownLoc(), name,
                                  SmallVector<Type>(numResults, dummy), args);
    EXPECT_TRUE(succeeded(verify(op)));
    std::string reason;
    std::optional<FoldResults> expected = evaluateWithLibTorch(op, reason);
    // Printing numbers the whole module: for failures only.
    auto print = [&]() {
      std::string text;
      llvm::raw_string_ostream os(text);
      auto flags = OpPrintingFlags().assumeVerified();
      for (Value operand : op.getInputs())
        if (Operation *constant = operand.getDefiningOp())
          constant->print(os << "\n", flags);
      op->print(os << "\n", flags);
      return text;
    };
    if (!expected) {
      // Whatever type the program claims.
      SmallVector<int64_t> shape;
      if (!op.getInputs().empty())
        shape.append(
            cast<ShapedType>(op.getInputs()[0].getType()).getShape().begin(),
            cast<ShapedType>(op.getInputs()[0].getType()).getShape().end());
      for (Type type : allTypes()) {
        op->getResult(0).setType(RankedTensorType::get(shape, type));
        EXPECT_FALSE(foldNatively(op)) << print() << "\nLibTorch: " << reason;
      }
      return false;
    }
    EXPECT_EQ(expected->size(), op.getNumResults());
    for (auto [result, attr] : llvm::zip(op->getResults(), *expected))
      result.setType(attr.getShapedType());
    std::optional<FoldResults> folded = foldNatively(op);
    if (!folded)
      return false;
    for (auto [got, want] : llvm::zip_equal(*folded, *expected)) {
      if (isSame(got, want))
        continue;
      std::string text;
      llvm::raw_string_ostream(text)
          << "\nnative   " << got << "\nLibTorch " << want;
      ADD_FAILURE() << print() << text;
    }
    return true;
  }

  MLIRContext ctx;
  OwningOpRef<ModuleOp> module;
  OpBuilder b;
  std::mt19937 rng{20261121};
  const SmallVector<SmallVector<int64_t>> shapes = {
      {}, {0}, {1}, {3}, {2, 3}, {1, 3}, {2, 1}, {0, 3}, {17}};
};

TEST_F(FoldConstantsTest, Binary) {
  const StringRef names[] = {
      "aten.add.Tensor",          "aten.sub.Tensor",
      "aten.mul.Tensor",          "aten.div.Tensor",
      "aten.rsub.Tensor",         "aten.floor_divide.default",
      "aten.remainder.Tensor",    "aten.eq.Tensor",
      "aten.ne.Tensor",           "aten.lt.Tensor",
      "aten.le.Tensor",           "aten.gt.Tensor",
      "aten.ge.Tensor",           "aten.bitwise_and.Tensor",
      "aten.bitwise_or.Tensor",   "aten.bitwise_xor.Tensor",
      "aten.logical_and.default", "aten.logical_or.default",
      "aten.logical_xor.default", "aten.maximum.default",
      "aten.minimum.default"};
  for (StringRef name : names) {
    unsigned folded = 0;
    for (Type a : allTypes())
      for (Type c : allTypes())
        for (int i = 0; i < 3; ++i)
          folded += check(
              name, {{"self", makeTensor(a, shapes[rng() % shapes.size()])},
                     {"other", makeTensor(c, shapes[rng() % shapes.size()])}});
    EXPECT_GT(folded, 10u) << name.str();
  }
}

TEST_F(FoldConstantsTest, BinaryWithNumber) {
  const StringRef names[] = {
      "aten.add.Tensor",         "aten.add.Scalar",
      "aten.sub.Tensor",         "aten.sub.Scalar",
      "aten.mul.Tensor",         "aten.mul.Scalar",
      "aten.div.Tensor",         "aten.div.Scalar",
      "aten.rsub.Scalar",        "aten.remainder.Scalar",
      "aten.eq.Scalar",          "aten.ne.Scalar",
      "aten.lt.Scalar",          "aten.le.Scalar",
      "aten.gt.Scalar",          "aten.ge.Scalar",
      "aten.bitwise_and.Scalar", "aten.floor_divide.default",
      "aten.floor_divide.Scalar"};
  for (StringRef name : names) {
    unsigned folded = 0;
    for (Type a : allTypes())
      for (int i = 0; i < 12; ++i)
        folded +=
            check(name, {{"self", makeTensor(a, shapes[rng() % shapes.size()])},
                         {"other", makeScalar()}});
    EXPECT_GT(folded, 10u) << name.str();
  }
}

TEST_F(FoldConstantsTest, RoundingModes) {
  unsigned folded = 0;
  for (Type a : allTypes())
    for (Type c : intTypes())
      for (StringRef mode : {"floor", "trunc"})
        for (int i = 0; i < 4; ++i)
          folded += check("aten.div.Tensor_mode",
                          {{"self", makeTensor(a, {5})},
                           {"other", makeTensor(c, {2, 1})},
                           {"rounding_mode", b.getStringAttr(mode)}});
  EXPECT_GT(folded, 10u);
  EXPECT_TRUE(check("aten.div.Tensor_mode",
                    {{"self", makeTensor(b.getI64Type(), {5})},
                     {"other", makeTensor(b.getF32Type(), {5})}}));
}

TEST_F(FoldConstantsTest, Alpha) {
  EXPECT_TRUE(
      check("aten.add.Tensor", {{"self", makeTensor(b.getI64Type(), {3})},
                                {"other", makeTensor(b.getI64Type(), {3})},
                                {"alpha", b.getI64IntegerAttr(1)}}));
  EXPECT_FALSE(
      check("aten.add.Tensor", {{"self", makeTensor(b.getI64Type(), {3})},
                                {"other", makeTensor(b.getI64Type(), {3})},
                                {"alpha", b.getI64IntegerAttr(2)}}));
}

TEST_F(FoldConstantsTest, Unary) {
  for (StringRef name :
       {"aten.neg.default", "aten.abs.default", "aten.bitwise_not.default",
        "aten.logical_not.default"}) {
    unsigned folded = 0;
    for (Type type : allTypes())
      for (ArrayRef<int64_t> shape : shapes)
        folded += check(name, {{"self", makeTensor(type, shape)}});
    EXPECT_GT(folded, 20u) << name.str();
  }
}

TEST_F(FoldConstantsTest, Casts) {
  unsigned folded = 0;
  for (Type from : allTypes())
    for (Type to : allTypes())
      for (ArrayRef<int64_t> shape : shapes) {
        folded +=
            check("aten._to_copy.default", {{"self", makeTensor(from, shape)},
                                            {"dtype", TypeAttr::get(to)}});
        folded += check("aten.to.dtype", {{"self", makeTensor(from, shape)},
                                          {"dtype", TypeAttr::get(to)}});
      }
  EXPECT_GT(folded, 800u);
}

TEST_F(FoldConstantsTest, Fills) {
  unsigned folded = 0;
  Attribute size = b.getArrayAttr({b.getI64IntegerAttr(2)});
  const Attribute values[] = {b.getI64IntegerAttr(0),
                              b.getI64IntegerAttr(-1),
                              b.getI64IntegerAttr(300),
                              b.getI64IntegerAttr(70000),
                              b.getI64IntegerAttr(16777217),
                              b.getI64IntegerAttr(INT64_MAX),
                              b.getF64FloatAttr(0.1),
                              b.getF64FloatAttr(-0.0),
                              b.getF64FloatAttr(2.0),
                              b.getF64FloatAttr(INFINITY),
                              b.getF64FloatAttr(NAN),
                              b.getF64FloatAttr(1e300),
                              b.getF64FloatAttr(65519),
                              b.getF64FloatAttr(-3.4028234663852886e38),
                              b.getF64FloatAttr(3.3895313892515355e38),
                              b.getBoolAttr(true),
                              b.getBoolAttr(false)};
  for (Attribute value : values) {
    folded +=
        check("aten.full.default", {{"size", size}, {"fill_value", value}});
    folded += check("aten.scalar_tensor.default", {{"s", value}});
    for (Type type : allTypes()) {
      folded += check("aten.full.default", {{"size", size},
                                            {"fill_value", value},
                                            {"dtype", TypeAttr::get(type)}});
      folded += check("aten.scalar_tensor.default",
                      {{"s", value}, {"dtype", TypeAttr::get(type)}});
      folded +=
          check("aten.full_like.default",
                {{"self", makeTensor(type, {2, 3})}, {"fill_value", value}});
      folded += check("aten.fill.Scalar",
                      {{"self", makeTensor(type, {2, 3})}, {"value", value}});
    }
  }
  for (Type type : allTypes())
    for (StringRef name : {"aten.zeros.default", "aten.ones.default"})
      EXPECT_TRUE(
          check(name, {{"size", size}, {"dtype", TypeAttr::get(type)}}));
  EXPECT_TRUE(check("aten.ones.default", {{"size", b.getArrayAttr({})}}));
  EXPECT_GT(folded, 400u);
}

TEST_F(FoldConstantsTest, Arange) {
  unsigned folded = 0;
  for (int i = 0; i < 300; ++i) {
    auto number = [&]() -> Attribute {
      int64_t value = static_cast<int64_t>(rng() % 60) - 30;
      if (rng() % 4 == 0)
        return b.getF64FloatAttr(value + (rng() % 2 ? 0.5 : 0.0));
      return b.getI64IntegerAttr(value);
    };
    Attribute dtype = NoneAttr::get(&ctx);
    if (rng() % 2)
      dtype = TypeAttr::get(allTypes()[rng() % 10]);
    folded +=
        check("aten.arange.default", {{"end", number()}, {"dtype", dtype}});
    folded += check("aten.arange.start",
                    {{"start", number()}, {"end", number()}, {"dtype", dtype}});
    folded += check("aten.arange.start_step", {{"start", number()},
                                               {"end", number()},
                                               {"step", number()},
                                               {"dtype", dtype}});
  }
  EXPECT_GT(folded, 150u);
}

TEST_F(FoldConstantsTest, Where) {
  unsigned folded = 0;
  for (Type a : allTypes())
    for (Type c : allTypes()) {
      Value condition = makeTensor(b.getI1Type(), shapes[rng() % 7]);
      Value x = makeTensor(a, shapes[rng() % 7]);
      Value y = makeTensor(c, shapes[rng() % 7]);
      folded += check("aten.where.self",
                      {{"condition", condition}, {"self", x}, {"other", y}});
      folded += check(
          "aten.where.ScalarSelf",
          {{"condition", condition}, {"self", makeScalar()}, {"other", y}});
      folded += check(
          "aten.where.ScalarOther",
          {{"condition", condition}, {"self", x}, {"other", makeScalar()}});
      folded += check("aten.where.Scalar", {{"condition", condition},
                                            {"self", makeScalar()},
                                            {"other", makeScalar()}});
    }
  EXPECT_GT(folded, 150u);
}

TEST_F(FoldConstantsTest, CatStackCumSum) {
  for (Type type : allTypes()) {
    auto list = [&](ArrayRef<Value> values) {
      return SmallVector<OpFoldResult>(values.begin(), values.end());
    };
    Value a = makeTensor(type, {2, 3}), c = makeTensor(type, {2, 1}),
          d = makeTensor(type, {2, 3}), empty = makeTensor(type, {2, 0});
    EXPECT_TRUE(check("aten.cat.default", {{"tensors", list({a, c, empty})},
                                           {"dim", b.getI64IntegerAttr(-1)}}));
    EXPECT_TRUE(check("aten.cat.default", {{"tensors", list({a, d})}}));
    for (int64_t dim : {0, 1, 2, -1})
      EXPECT_TRUE(
          check("aten.stack.default", {{"tensors", list({a, d})},
                                       {"dim", b.getI64IntegerAttr(dim)}}));
    check("aten.cat.default", {{"tensors", list({a, c})}});
    if (isa<FloatType>(type))
      continue;
    for (int64_t dim : {0, 1, -2})
      EXPECT_TRUE(check("aten.cumsum.default",
                        {{"self", a}, {"dim", b.getI64IntegerAttr(dim)}}));
  }
}

TEST_F(FoldConstantsTest, Views) {
  auto ints = [&](ArrayRef<int64_t> values) -> Attribute {
    SmallVector<Attribute> attrs;
    for (int64_t value : values)
      attrs.push_back(b.getI64IntegerAttr(value));
    return b.getArrayAttr(attrs);
  };
  auto integer = [&](int64_t value) -> Attribute {
    return b.getI64IntegerAttr(value);
  };
  for (Type type : allTypes()) {
    Value x = makeTensor(type, {2, 3, 4}), one = makeTensor(type, {2, 1, 3}),
          empty = makeTensor(type, {0, 3, 2}), scalar = makeTensor(type, {});
    for (Value v : {x, one, empty}) {
      EXPECT_TRUE(
          check("aten.transpose.int",
                {{"self", v}, {"dim0", integer(0)}, {"dim1", integer(-1)}}));
      EXPECT_TRUE(check("aten.permute.default",
                        {{"self", v}, {"dims", ints({1, -1, 0})}}));
      EXPECT_TRUE(
          check("aten.unsqueeze.default", {{"self", v}, {"dim", integer(-2)}}));
      EXPECT_TRUE(check("aten.squeeze.default", {{"self", v}}));
      EXPECT_TRUE(
          check("aten.squeeze.dim", {{"self", v}, {"dim", integer(1)}}));
      EXPECT_TRUE(check("aten.flatten.using_ints", {{"self", v}}));
      EXPECT_TRUE(check("aten.numpy_T.default", {{"self", v}}));
      EXPECT_TRUE(check("aten.mT.default", {{"self", v}}));
      EXPECT_TRUE(check("aten.clone.default", {{"self", v}}));
      EXPECT_TRUE(check("aten.contiguous.default", {{"self", v}}));
      for (int64_t dim : {0, 1, 2, -1})
        for (int64_t index : {0, 1, -1, -2, 5})
          check(
              "aten.select.int",
              {{"self", v}, {"dim", integer(dim)}, {"index", integer(index)}});
      for (int i = 0; i < 20; ++i) {
        auto bound = [&]() -> Attribute {
          if (rng() % 5 == 0)
            return NoneAttr::get(&ctx);
          if (rng() % 7 == 0)
            return integer(INT64_MAX);
          return integer(static_cast<int64_t>(rng() % 14) - 7);
        };
        EXPECT_TRUE(
            check("aten.slice.Tensor", {{"self", v},
                                        {"dim", integer(rng() % 3)},
                                        {"start", bound()},
                                        {"end", bound()},
                                        {"step", integer(1 + rng() % 3)}}));
        check("aten.narrow.default",
              {{"self", v},
               {"dim", integer(rng() % 3)},
               {"start", integer(static_cast<int64_t>(rng() % 9) - 4)},
               {"length", integer(rng() % 4)}});
      }
    }
    EXPECT_TRUE(
        check("aten.view.default", {{"self", x}, {"size", ints({4, -1, 2})}}));
    EXPECT_TRUE(check("aten.expand.default",
                      {{"self", one}, {"size", ints({5, -1, 4, 3})}}));
    EXPECT_TRUE(check("aten.expand.default",
                      {{"self", scalar}, {"size", ints({2, 2})}}));
    EXPECT_TRUE(
        check("aten.transpose.int",
              {{"self", scalar}, {"dim0", integer(0)}, {"dim1", integer(-1)}}));
    EXPECT_TRUE(check(
        "aten.split.Tensor",
        {{"self", x}, {"split_size", integer(3)}, {"dim", integer(2)}}, 2));
    EXPECT_TRUE(check(
        "aten.split_with_sizes.default",
        {{"self", x}, {"split_sizes", ints({0, 1, 2})}, {"dim", integer(-2)}},
        3));
    EXPECT_TRUE(
        check("aten.chunk.default",
              {{"self", x}, {"chunks", integer(3)}, {"dim", integer(2)}}, 2));
    EXPECT_TRUE(
        check("aten.unbind.int", {{"self", x}, {"dim", integer(1)}}, 3));
  }
}

/// A result that is too large for a dense attribute reads back the same.
TEST_F(FoldConstantsTest, LargeResults) {
  for (Type type : allTypes())
    EXPECT_TRUE(
        check("aten.transpose.int", {{"self", makeTensor(type, {60, 50})},
                                     {"dim0", b.getI64IntegerAttr(0)},
                                     {"dim1", b.getI64IntegerAttr(1)}}));
  EXPECT_TRUE(
      check("aten.arange.default", {{"end", b.getI64IntegerAttr(4096)}}));
  EXPECT_FALSE(
      check("aten.arange.default", {{"end", b.getI64IntegerAttr(4097)}}));
}

/// Constant numbers (arith.constant) are arguments like literals.
TEST_F(FoldConstantsTest, ConstantNumbers) {
  Value five =
      arith::ConstantOp::create(b, b.getUnknownLoc(), b.getI64IntegerAttr(5));
  EXPECT_TRUE(check("aten.arange.default", {{"end", five}}));
  EXPECT_TRUE(
      check("aten.select.int", {{"self", makeTensor(b.getI8Type(), {3, 7})},
                                {"dim", b.getI64IntegerAttr(1)},
                                {"index", five}}));
}

} // namespace
