//===- InputTypesTest.cpp - Types of a program's inputs as text -----------===//
//
// Tests of the header of the same name.
//
//===----------------------------------------------------------------------===//

#include "InputTypes.h"

#include "torch-onnx/Import/TorchScript.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace torch_onnx;
using Kind = InputType::Kind;

namespace {

/// What is read, printed; or the error.
std::string read(llvm::StringRef text) {
  auto types = parseInputTypes(text);
  if (!types)
    return "error: " + llvm::toString(types.takeError());
  std::string result;
  llvm::raw_string_ostream os(result);
  llvm::interleave(
      *types, os, [&](const InputType &type) { type.print(os); }, ", ");
  return result;
}

std::vector<InputType> parse(llvm::StringRef text) {
  auto types = parseInputTypes(text);
  if (types)
    return *types;
  ADD_FAILURE() << llvm::toString(types.takeError());
  return {};
}

TEST(InputTypesTest, Tensors) {
  std::vector<InputType> types = parse("[1,3,?,seq]f32, [] i64,[ batch , 2 ]"
                                       "ui8");
  ASSERT_EQ(types.size(), 3u);
  EXPECT_EQ(types[0].kind, Kind::Tensor);
  EXPECT_EQ(types[0].elementType, "f32");
  ASSERT_EQ(types[0].dims.size(), 4u);
  EXPECT_EQ(types[0].dims[1].size, 3);
  EXPECT_FALSE(types[0].dims[2].size);
  EXPECT_EQ(types[0].dims[2].name, "");
  EXPECT_FALSE(types[0].dims[3].size);
  EXPECT_EQ(types[0].dims[3].name, "seq");
  EXPECT_TRUE(types[1].dims.empty());
  EXPECT_EQ(types[1].offset, 16u);
  EXPECT_EQ(types[2].elementType, "ui8");
  EXPECT_EQ(read("[1,3,?,seq]f32,[]i64"), "[1,3,?,seq]f32, []i64");
  EXPECT_EQ(read("[0]f32,"), "[0]f32");
  EXPECT_EQ(read("[2,]f32"), "[2]f32");
}

TEST(InputTypesTest, ExampleSizes) {
  std::vector<InputType> types = parse("[2,? = 4,seq=1]f32");
  ASSERT_EQ(types.size(), 1u);
  ASSERT_EQ(types[0].dims.size(), 3u);
  EXPECT_FALSE(types[0].dims[0].example);
  EXPECT_EQ(types[0].dims[1].example, 4);
  EXPECT_FALSE(types[0].dims[1].size);
  EXPECT_EQ(types[0].dims[2].example, 1);
  EXPECT_EQ(types[0].dims[2].name, "seq");
  EXPECT_EQ(read("[2,? = 4,seq=1]f32"), "[2,?=4,seq=1]f32");
  EXPECT_EQ(read("[n=m]f32"),
            "error: expected a size, found 'm' at character 4 of '[n=m]f32'");
  EXPECT_EQ(read("[2=2]f32"), "error: expected ',' or ']', found '=' at "
                              "character 3 of '[2=2]f32'");
}

TEST(InputTypesTest, ElementTypes) {
  mlir::MLIRContext context;
  for (llvm::StringRef name :
       {"f16", "bf16", "f32", "f64", "f8E4M3FN", "f8E4M3FNUZ", "f8E5M2",
        "f8E5M2FNUZ", "i1", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32",
        "ui64", "complex<f32>", "complex<f64>"}) {
    std::string printed;
    llvm::raw_string_ostream os(printed);
    parse(("[]" + name).str()).front().getElementType(&context).print(os);
    EXPECT_EQ(printed, name);
  }
}

TEST(InputTypesTest, Numbers) {
  std::vector<InputType> types = parse("int, float, bool, -3, 2.5, true, "
                                       "\"a, \\\"b\\\"\", none, default");
  ASSERT_EQ(types.size(), 9u);
  constexpr Kind kinds[] = {Kind::Int,    Kind::Float, Kind::Bool,
                            Kind::Int,    Kind::Float, Kind::Bool,
                            Kind::String, Kind::None,  Kind::Default};
  for (auto [type, kind] : llvm::zip(types, kinds))
    EXPECT_EQ(type.kind, kind);
  for (size_t i = 0; i < types.size(); ++i)
    EXPECT_EQ(types[i].isFixed(), i >= 3 && i <= 6) << i;
  EXPECT_EQ(std::get<int64_t>(types[3].value), -3);
  EXPECT_EQ(std::get<double>(types[4].value), 2.5);
  EXPECT_EQ(std::get<bool>(types[5].value), true);
  EXPECT_EQ(std::get<std::string>(types[6].value), "a, \"b\"");
  EXPECT_EQ(read("1.0, -0.0, 1e30, 1e-5, inf, -inf, nan, 0.1, 4, false"),
            "1.0, -0.0, 1e+30, 1e-05, inf, -inf, nan, 0.1, 4, false");
  EXPECT_EQ(read("\"a\\\\\\\"\""), "\"a\\\\\\\"\"");
}

TEST(InputTypesTest, Structures) {
  std::vector<InputType> types = parse(
      "([1]f32, (int,)), list(), {\"a b\": [?]f32, c: list(none), 3: ()}");
  ASSERT_EQ(types.size(), 3u);
  EXPECT_EQ(types[0].kind, Kind::Tuple);
  ASSERT_EQ(types[0].children.size(), 2u);
  EXPECT_EQ(types[0].children[1].kind, Kind::Tuple);
  EXPECT_EQ(types[0].children[1].children.size(), 1u);
  EXPECT_EQ(types[1].kind, Kind::List);
  EXPECT_TRUE(types[1].children.empty());
  EXPECT_EQ(types[2].kind, Kind::Dict);
  EXPECT_EQ(types[2].keys, (std::vector<std::string>{"a b", "c", "3"}));
  EXPECT_EQ(types[2].children.size(), 3u);
  llvm::StringRef text = "([1]f32, (int)), list(), {\"a b\": [?]f32, \"c\": "
                         "list(none)}, {}, ()";
  EXPECT_EQ(read(text), text);
}

TEST(InputTypesTest, Errors) {
  auto check = [](llvm::StringRef text, llvm::StringRef message) {
    EXPECT_TRUE(
        llvm::StringRef(read(text)).starts_with("error: " + message.str()))
        << read(text);
    llvm::Error error = checkInputTypes(text);
    EXPECT_TRUE(bool(error));
    llvm::consumeError(std::move(error));
  };
  check("", "expected an input, found the end at character 1 of ''");
  check("[1,3", "expected ',' or ']', found the end at character 5");
  check("[1 3]f32", "expected ',' or ']', found '3' at character 4");
  check("[1,,3]f32",
        "expected a size, a name or '?', found ',' at character 4");
  check("[-1]f32", "expected a size, a name or '?', found '-' at character 2");
  check("[1x]f32", "'1x' is not a size at character 2");
  check("[99999999999999999999]f32", "'99999999999999999999' is not a size");
  check("[1,3]", "no element type (f16, bf16, f32, ");
  check("[1,3]float32", "'float32' is not an element type (f16, ");
  check("[1,3]f32x", "'f32x' is not an element type");
  check("[1]f32 [2]f32", "expected ',' or the end, found '[' at character 8");
  check("[1]f32,,", "expected an input such as ");
  check("tensor", "expected a type such as [1,3]f32, int, none, (...), "
                  "list(...) or {...}, found 'tensor' at character 1");
  check("list", "expected a type such as");
  check("(int", "expected ',' or ')', found the end");
  check("list(int]", "expected ',' or ')', found ']' at character 9");
  check("{a int}", "expected ':', found 'i' at character 4");
  check("{a: int", "expected ',' or '}', found the end");
  check("{a: int, a: int}", "the key 'a' is there twice at character 10");
  check("{: int}", "expected a key, found ':'");
  check("\"text", "expected '\"' after the text that begins at character 1");
  check("\"text\\", "expected '\"' after the text that begins at character 1");
  check("1e999", "'1e999' is out of range");
  check("99999999999999999999", "'99999999999999999999' is out of range");
  check("1..2", "'1..2' is not a number");
  check("-", "'-' is not a number");
  check(std::string(100000, '('), "the inputs are nested too deeply");
  check(std::string(40, '(') + "int", "the inputs are nested too deeply");
  std::string rank = "[";
  for (int i = 0; i < 65; ++i)
    rank += "1,";
  check(rank + "]f32", "a tensor has too many dimensions");
}

} // namespace
