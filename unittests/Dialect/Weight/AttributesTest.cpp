//===- AttributesTest.cpp - #weight.file and #weight.expr -----------------===//
//
// Building and uniquing. Text, bytecode and messages: test/Dialect/Weight.
//
//===----------------------------------------------------------------------===//

#include "WeightTest.h"

#include "mlir/AsmParser/AsmParser.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::weight;

using AttributesTest = WeightTest;

static std::string print(Attribute attr) {
  std::string text;
  llvm::raw_string_ostream(text) << attr;
  return text;
}

TEST_F(AttributesTest, ByteSizes) {
  EXPECT_EQ(getElementByteWidth(b.getI1Type()), 1);
  EXPECT_EQ(getElementByteWidth(b.getIntegerType(8, false)), 1);
  EXPECT_EQ(getElementByteWidth(b.getBF16Type()), 2);
  EXPECT_EQ(getElementByteWidth(Float8E4M3FNType::get(&context)), 1);
  EXPECT_EQ(getElementByteWidth(ComplexType::get(b.getF64Type())), 16);
  EXPECT_EQ(getElementByteWidth(b.getIndexType()), 0);
  EXPECT_EQ(getElementByteWidth(b.getIntegerType(4)), 0);
  EXPECT_EQ(getElementByteWidth(Float4E2M1FNType::get(&context)), 0);
  EXPECT_EQ(getElementByteWidth(NoneType::get(&context)), 0);

  EXPECT_EQ(getByteSize(f32({2, 3})), 24);
  EXPECT_EQ(getByteSize(f32({})), 4);
  EXPECT_EQ(getByteSize(f32({0, INT64_MAX, 5})), 0);
  EXPECT_EQ(getCheckedByteSize(f32({INT64_MAX})), std::nullopt);
  EXPECT_EQ(getCheckedByteSize(f32({int64_t(1) << 32, int64_t(1) << 32})),
            std::nullopt);
  EXPECT_EQ(getCheckedByteSize(f32({2, ShapedType::kDynamic})), std::nullopt);
  EXPECT_EQ(getByteSize(f32({INT64_MAX})), INT64_MAX);
}

TEST_F(AttributesTest, StridesThatMatterToNobodyAreCanonical) {
  FileAttr plain = FileAttr::get(f32({4, 1, 3}), "m", 8);
  EXPECT_TRUE(plain.isContiguous());
  EXPECT_EQ(plain.getStrides(), ArrayRef<int64_t>({3, 3, 1}));
  EXPECT_EQ(FileAttr::get(f32({4, 1, 3}), "m", 8, {3, 77, 1}), plain);
  EXPECT_NE(FileAttr::get(f32({4, 1, 3}), "m", 8, {4, 3, 1}), plain);
  EXPECT_EQ(plain.getExtent(), 48);

  EXPECT_EQ(FileAttr::get(f32({0, 5}), "m", 8, {1, 99}),
            FileAttr::get(f32({0, 5}), "m", 8));
  EXPECT_EQ(FileAttr::get(f32({0, 5}), "m", 8).getExtent(), 0);
  EXPECT_TRUE(FileAttr::get(f32({}), "m", 0).isContiguous());
  EXPECT_EQ(FileAttr::get(f32({}), "m", 0).getExtent(), 4);

  FileAttr transposed = FileAttr::get(f32({64, 3}), "m", 0, {1, 64});
  EXPECT_FALSE(transposed.isContiguous());
  EXPECT_EQ(transposed.getExtent(), 64 * 3 * 4);
  FileAttr expanded = FileAttr::get(f32({1000, 3}), "m", 0, {0, 1});
  EXPECT_FALSE(expanded.isContiguous());
  EXPECT_EQ(expanded.getExtent(), 12);
}

TEST_F(AttributesTest, IsAnElementsAttrWithoutValues) {
  ElementsAttr attr = FileAttr::get(f32({1}), "m", 0);
  EXPECT_FALSE(attr.isSplat());
  EXPECT_EQ(attr.getNumElements(), 1);
  EXPECT_EQ(attr.getElementType(), b.getF32Type());
  EXPECT_FALSE(attr.tryGetValues<float>().has_value());
  EXPECT_FALSE(attr.tryGetValues<Attribute>().has_value());
}

TEST_F(AttributesTest, VerifierKnowsTheEndOfNumbers) {
  auto isValid = [&](RankedTensorType type, int64_t offset,
                     ArrayRef<int64_t> strides) {
    FileAttr attr =
        FileAttr::getChecked([&] { return emitError(b.getUnknownLoc()); }, type,
                             "m", offset, strides);
    EXPECT_EQ(!attr, !takeMessage().empty());
    return static_cast<bool>(attr);
  };
  constexpr int64_t max = INT64_MAX;
  EXPECT_TRUE(isValid(f32({1}), max - 4, {}));
  EXPECT_FALSE(isValid(f32({1}), max - 3, {}));
  EXPECT_FALSE(isValid(f32({2}), 0, {max}));
  EXPECT_FALSE(isValid(f32({2}), 0, {max / 4}));
  EXPECT_TRUE(isValid(f32({2}), 0, {max / 4 - 1}));
  EXPECT_FALSE(isValid(f32({max / 4, 2}), 0, {0, 0}));
  EXPECT_FALSE(isValid(f32({max, max}), 0, {}));
  EXPECT_FALSE(isValid(f32({2, 2}), 0, {max / 8 + 1, max / 8 + 1}));
  EXPECT_FALSE(isValid(f32({2}), -1, {}));
  EXPECT_FALSE(isValid(f32({2, 2}), 0, {1}));
  EXPECT_FALSE(isValid(f32({ShapedType::kDynamic}), 0, {}));
  EXPECT_TRUE(isValid(f32({0, max, max}), 0, {max, max, max}));
}

TEST_F(AttributesTest, RoundTripsOddNames) {
  FileAttr attr = FileAttr::get(f32({2}), "a \"b\"\n\xc3\xa9\x01", 3);
  EXPECT_EQ(parseAttribute(print(attr), &context), attr) << print(attr);
}

TEST_F(AttributesTest, ExpressionsAreLimited) {
  ElementsAttr leaf = FileAttr::get(f32({2}), "m", 0);
  auto build = [&](unsigned depth) {
    ElementsAttr attr = leaf;
    for (unsigned i = 0; i < depth && attr; ++i) {
      ElementsAttr operand = attr;
      attr = ExprAttr::getChecked([&] { return emitError(b.getUnknownLoc()); },
                                  f32({2}), ExprKind::Add,
                                  ArrayRef<ElementsAttr>{operand, operand}, 0);
    }
    return attr;
  };
  EXPECT_TRUE(build(10));
  // 2^40 additions if anybody evaluated it.
  EXPECT_FALSE(build(40));
  EXPECT_EQ(takeMessage(), "the expression has more than 4096 nodes, or more "
                           "than 32 levels of them");
}
