//===- OutlineTest.cpp - What a model is, as plain data -------------------===//
//
// Models are written as protobuf wire bytes by hand, as in CheckerTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/ONNXProto/ONNXProto.h"

#include "gtest/gtest.h"

using namespace torch_onnx;

static std::string varint(size_t value) {
  std::string result;
  for (; value > 127; value >>= 7)
    result += static_cast<char>((value & 127) | 128);
  return result + static_cast<char>(value);
}

/// A varint field.
static std::string number(int field, size_t value) {
  return varint(field << 3) + varint(value);
}

/// A string, bytes or message field.
static std::string bytes(int field, const std::string &value) {
  return varint((field << 3) | 2) + varint(value.size()) + value;
}

/// A model that is one graph.
static std::string getModel(const std::string &graph) {
  std::string opset = bytes(1, "my") + number(2, 3);
  return number(1, /*ir_version*/ 10) + bytes(7, graph) + bytes(8, opset);
}

TEST(Outline, NodesAndValues) {
  std::string axes =
      bytes(1, "axes") + number(20, /*INTS*/ 7) + number(8, 1) + number(8, 2);
  std::string node = bytes(1, "x") + bytes(1, "") + bytes(2, "y") +
                     bytes(3, "/a/Op") + bytes(4, "Op") + bytes(5, axes) +
                     bytes(7, "my") +
                     bytes(6, "File \"m.py\", line 12, in forward");
  std::string shape = bytes(1, number(1, 3)) + bytes(1, bytes(2, "n"));
  std::string type = bytes(1, number(1, /*INT64*/ 7) + bytes(2, shape));
  std::string weight = number(1, 2) + number(2, /*BFLOAT16*/ 16) +
                       bytes(8, "w") +
                       bytes(13, bytes(1, "length") + bytes(2, "4"));
  auto outline =
      readModelOutline(getModel(bytes(1, node) + bytes(5, weight) +
                                bytes(11, bytes(1, "x") + bytes(2, type))));
  ASSERT_TRUE(outline);
  ASSERT_EQ(outline->nodes.size(), 1u);
  const NodeOutline &op = outline->nodes[0];
  EXPECT_EQ(op.name, "/a/Op");
  EXPECT_EQ(op.domain, "my");
  EXPECT_EQ(op.line, "m.py:12");
  EXPECT_EQ(op.inputs, (std::vector<std::string>{"x", ""}));
  EXPECT_EQ(op.attributes, (std::vector<std::pair<std::string, std::string>>{
                               {"axes", "[1, 2]"}}));
  ASSERT_EQ(outline->inputs.size(), 1u);
  EXPECT_EQ(outline->inputs[0].type, "int64[3, n]");
  ASSERT_EQ(outline->weights.size(), 1u);
  EXPECT_EQ(outline->weights[0].type, "bfloat16[2]");
  EXPECT_EQ(outline->weights[0].bytes, 4u);
  EXPECT_EQ(outline->opsets[0], (std::pair<std::string, int64_t>("my", 3)));
}

TEST(Outline, TypesThatAreNotKnown) {
  std::string node = bytes(4, "Op") + bytes(6, "some text");
  std::string type = bytes(1, number(1, 99));
  auto outline = readModelOutline(
      getModel(bytes(1, node) + bytes(11, bytes(1, "x") + bytes(2, type))));
  ASSERT_TRUE(outline);
  EXPECT_EQ(outline->nodes[0].line, "");
  EXPECT_EQ(outline->inputs[0].type, "?");
}

TEST(Outline, Functions) {
  std::string axis =
      bytes(1, "axis") + number(20, /*INT*/ 2) + bytes(21, "of_call");
  std::string node =
      bytes(1, "a") + bytes(2, "b") + bytes(4, "Op") + bytes(5, axis);
  std::string function = bytes(1, "Layer") + bytes(4, "a") + bytes(5, "b") +
                         bytes(7, node) + bytes(10, "pkg") +
                         bytes(12, bytes(1, "b"));
  auto outline = readModelOutline(getModel("") + bytes(25, function));
  ASSERT_TRUE(outline);
  ASSERT_EQ(outline->functions.size(), 1u);
  const FunctionOutline &body = outline->functions[0];
  EXPECT_EQ(body.domain + ":" + body.name, "pkg:Layer");
  EXPECT_EQ(body.inputs, std::vector<std::string>{"a"});
  EXPECT_EQ(body.outputs, std::vector<std::string>{"b"});
  ASSERT_EQ(body.values.size(), 1u);
  ASSERT_EQ(body.nodes.size(), 1u);
  EXPECT_EQ(body.nodes[0].attributes,
            (std::vector<std::pair<std::string, std::string>>{
                {"axis", "attribute of_call of the call"}}));
}

TEST(Outline, NoModel) { EXPECT_FALSE(readModelOutline({"no model", 8})); }
