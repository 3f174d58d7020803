//===- SchemasTest.cpp - What the standard says about operators -----------===//
//
// Spot checks that the schemas arrive as ONNX documents them.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/ONNXProto/ONNXProto.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <climits>

using namespace torch_onnx;

TEST(Schemas, NewestVersionOfTheOpset) {
  EXPECT_EQ(getOperatorSchema("Softmax", 12)->sinceVersion, 11);
  EXPECT_EQ(getOperatorSchema("Softmax", 13)->sinceVersion, 13);
  EXPECT_EQ(getOperatorSchema("Softmax", 26)->sinceVersion, 13);
  EXPECT_FALSE(getOperatorSchema("Gelu", 19).has_value());
  EXPECT_TRUE(getOperatorSchema("Gelu", 20).has_value());
  EXPECT_FALSE(getOperatorSchema("NoSuchOperator", 20).has_value());
}

TEST(Schemas, Parameters) {
  auto clip = getOperatorSchema("Clip", 26);
  ASSERT_TRUE(clip.has_value());
  ASSERT_EQ(clip->inputs.size(), 3u);
  EXPECT_EQ(clip->inputs[0].kind, ParameterKind::Single);
  EXPECT_EQ(clip->inputs[1].kind, ParameterKind::Optional);
  EXPECT_EQ(clip->inputs[1].name, "min");
  EXPECT_TRUE(llvm::is_contained(clip->inputs[0].types, "tensor(bfloat16)"));
  EXPECT_EQ(clip->minInputs, 1);
  EXPECT_EQ(clip->maxInputs, 3);

  auto concat = getOperatorSchema("Concat", 26);
  ASSERT_TRUE(concat.has_value());
  EXPECT_EQ(concat->inputs[0].kind, ParameterKind::Variadic);
  EXPECT_EQ(concat->inputs[0].minArity, 1);
  EXPECT_EQ(concat->maxInputs, INT_MAX);
}

TEST(Schemas, Attributes) {
  auto norm = getOperatorSchema("MeanVarianceNormalization", 26);
  ASSERT_TRUE(norm.has_value());
  ASSERT_EQ(norm->attributes.size(), 1u);
  EXPECT_EQ(norm->attributes[0].name, "axes");
  EXPECT_EQ(norm->attributes[0].kind, AttributeKind::Ints);
  EXPECT_EQ(norm->attributes[0].defaultValue, "0,2,3");

  auto concat = getOperatorSchema("Concat", 26);
  ASSERT_TRUE(concat.has_value());
  EXPECT_TRUE(concat->attributes[0].required);
  EXPECT_EQ(concat->attributes[0].kind, AttributeKind::Int);
  EXPECT_FALSE(concat->attributes[0].defaultValue.has_value());
}

TEST(Schemas, OperatorsOfAnOpset) {
  auto schemas = getOperatorSchemas(26);
  EXPECT_GT(schemas.size(), 190u);
  for (const OperatorSchema &schema : schemas) {
    EXPECT_LE(schema.sinceVersion, 26);
    EXPECT_EQ(schema.deprecated,
              schema.name == "Scatter" || schema.name == "Upsample");
  }
  EXPECT_FALSE(getOperatorSchemas(5, "ai.onnx.ml").empty());
}
