//===- CheckerTest.cpp - The onnx checker behind plain data ---------------===//
//
// Models are written as protobuf wire bytes by hand: this test sees no protobuf
// headers either. Field numbers are those of onnx.proto.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/ONNXProto/ONNXProto.h"

#include "gtest/gtest.h"

#include <filesystem>
#include <fstream>

#include <unistd.h>

using namespace torch_onnx;

/// A varint field of one byte.
static std::string number(int field, int value) {
  return {static_cast<char>(field << 3), static_cast<char>(value)};
}

/// A string, bytes or message field of less than 128 bytes.
static std::string bytes(int field, const std::string &value) {
  return std::string{static_cast<char>((field << 3) | 2),
                     static_cast<char>(value.size())} +
         value;
}

/// TensorProto.DataType.
enum ElementType { FLOAT = 1, INT64 = 7 };

/// ValueInfoProto of a tensor with one dimension.
static std::string valueInfo(const std::string &name, int extent,
                             ElementType type = FLOAT) {
  std::string shape = bytes(1, number(1, extent));
  std::string tensorType = number(1, type) + bytes(2, shape);
  return bytes(1, name) + bytes(2, bytes(1, tensorType));
}

/// A model of one node, `y = op(x)`, with x of three f32 and y of the given
/// type.
static std::string getModel(const std::string &op, int outputExtent,
                            ElementType outputType = FLOAT) {
  std::string node = bytes(1, "x") + bytes(2, "y") + bytes(4, op);
  std::string graph = bytes(1, node) + bytes(2, "graph") +
                      bytes(11, valueInfo("x", 3)) +
                      bytes(12, valueInfo("y", outputExtent, outputType));
  std::string opset = bytes(1, "") + number(2, 21);
  return number(1, /*ir_version*/ 10) + bytes(7, graph) + bytes(8, opset);
}

TEST(Checker, ValidModel) {
  std::string error;
  EXPECT_TRUE(checkModel(getModel("Relu", 3), /*full=*/true, error)) << error;
  EXPECT_EQ(error, "");
}

TEST(Checker, NoSuchOperator) {
  std::string error;
  EXPECT_FALSE(checkModel(getModel("Rellu", 3), /*full=*/false, error));
  EXPECT_NE(error.find("Rellu"), std::string::npos) << error;
}

TEST(Checker, OnlyTheFullCheckInfersShapes) {
  std::string model = getModel("Relu", 4), error;
  EXPECT_TRUE(checkModel(model, /*full=*/false, error)) << error;
  EXPECT_FALSE(checkModel(model, /*full=*/true, error));
  EXPECT_NE(error.find("4"), std::string::npos) << error;
}

TEST(Checker, NotAModel) {
  std::string error;
  EXPECT_FALSE(
      checkModel(llvm::StringRef("\xff\xff\xff", 3), /*full=*/true, error));
  EXPECT_EQ(error, "the bytes are not a ModelProto");
  EXPECT_FALSE(checkModel(llvm::ArrayRef<char>(), /*full=*/true, error));
  EXPECT_NE(error.find("ir_version"), std::string::npos) << error;
}

/// A file in the folder for temporary ones, as long as the object lives.
class TemporaryFile {
public:
  explicit TemporaryFile(const std::string &contents)
      : path(std::filesystem::temp_directory_path() /
             ("torch-onnx-checker-" + std::to_string(::getpid()) + ".onnx")) {
    std::ofstream(path, std::ios::binary) << contents;
  }
  ~TemporaryFile() { std::filesystem::remove(path); }

  const std::filesystem::path path;
};

TEST(Checker, File) {
  std::string error, path;
  {
    TemporaryFile file(getModel("Relu", 3));
    path = file.path.string();
    EXPECT_TRUE(checkModelFile(path, /*full=*/true, error)) << error;
  }
  EXPECT_FALSE(checkModelFile(path, /*full=*/true, error));
  EXPECT_NE(error, "");
}

// checkModel() calls both halves of the full check itself; checkModelFile()
// leaves it to the checker.
TEST(Checker, FullChecksAreTheSame) {
  for (const std::string &model : {
           getModel("Relu", 3),
           getModel("Rellu", 3),
           // Another shape, another type, and an operator that refuses its
           // input while it infers.
           getModel("Relu", 4),
           getModel("Relu", 3, INT64),
           getModel("Det", 1),
       }) {
    TemporaryFile file(model);
    std::string error, expected;
    bool valid = checkModelFile(file.path.string(), /*full=*/true, expected);
    EXPECT_EQ(checkModel(model, /*full=*/true, error), valid) << error;
    EXPECT_EQ(error, expected);
    EXPECT_EQ(valid, model == getModel("Relu", 3));
  }
}
