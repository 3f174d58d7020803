//===- EvaluateTest.cpp - What converted models compute -------------------===//
//
// torchOnnxConversionEvaluate() by nothing but the C interface.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx-c/TorchEvaluate.h"

#include "gtest/gtest.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace {

constexpr const char *kProgram = R"(
module {
  func.func @main(%x: tensor<2xf32>, %flag: tensor<i1>) -> (tensor<2xf32>, !onnx.seq<tensor<2xf32>>, tensor<i1>) {
    %0 = onnx.Relu(%x) : (tensor<2xf32>) -> tensor<2xf32>
    %1 = onnx.SequenceConstruct(%0, %x) : (tensor<2xf32>, tensor<2xf32>) -> !onnx.seq<tensor<2xf32>>
    %2 = onnx.Not(%flag) : (tensor<i1>) -> tensor<i1>
    return %0, %1, %2 : tensor<2xf32>, !onnx.seq<tensor<2xf32>>, tensor<i1>
  }
}
)";

/// Numbers of c10/core/ScalarType.h.
constexpr int32_t kFloat = 6, kBool = 11;

class Evaluate : public testing::Test {
protected:
  Evaluate() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "torch-onnx-XXXXXX").string();
    folder = mkdtemp(pattern.data());
    std::string path = (folder / "program.mlir").string();
    std::ofstream(path) << kProgram;
    const char *arguments[] = {path.c_str()};
    conversion = torchOnnxConversionCreate(arguments, 1);
  }
  ~Evaluate() override {
    torchOnnxConversionDestroy(conversion);
    std::filesystem::remove_all(folder);
  }

  TorchOnnxStatus evaluate(const std::vector<TorchOnnxTensor> &inputs) {
    return torchOnnxConversionEvaluate(
        conversion, inputs.data(), inputs.size(),
        [](void *user, size_t index, const TorchOnnxValue *value) {
          auto *texts = static_cast<std::vector<std::string> *>(user);
          EXPECT_EQ(index, texts->size());
          texts->push_back(print(*value));
        },
        &texts);
  }

  static std::string print(const TorchOnnxValue &value) {
    std::string text;
    if (value.tag == TORCH_ONNX_LIST)
      for (size_t i = 0; i < value.size; ++i)
        text += "(" + print(value.elements[i]) + ")";
    if (value.tag != TORCH_ONNX_TENSOR)
      return text;
    const TorchOnnxTensor &tensor = *value.tensor;
    if (tensor.dtype == kBool)
      return *static_cast<const char *>(tensor.data) ? "true" : "false";
    EXPECT_EQ(tensor.dtype, kFloat);
    EXPECT_EQ(tensor.rank, 1u);
    for (int64_t i = 0; i < tensor.sizes[0]; ++i)
      text += std::to_string(static_cast<int>(
                  static_cast<const float *>(tensor.data)[i])) +
              " ";
    return text;
  }

  std::string lastMessage() {
    size_t count = torchOnnxConversionGetNumMessages(conversion);
    return count ? torchOnnxConversionGetMessage(conversion, count - 1).text
                 : "";
  }

  std::filesystem::path folder;
  TorchOnnxConversion *conversion;
  std::vector<std::string> texts;
  float numbers[2] = {-1, 2};
  char flag = 1;
  int64_t two = 2;
  TorchOnnxTensor x = {kFloat, 1, &two, nullptr, numbers, nullptr};
  TorchOnnxTensor isOn = {kBool, 0, nullptr, nullptr, &flag, nullptr};
};

TEST_F(Evaluate, givesTensorsAndSequences) {
  ASSERT_EQ(torchOnnxConversionRun(conversion, nullptr, nullptr),
            TORCH_ONNX_WRITTEN);
  for (int time = 0; time < 2; ++time) {
    texts.clear();
    EXPECT_EQ(evaluate({x, isOn}), TORCH_ONNX_WRITTEN) << lastMessage();
    EXPECT_EQ(texts,
              (std::vector<std::string>{"0 2 ", "(0 2 )(-1 2 )", "false"}));
  }
}

TEST_F(Evaluate, refusesOtherInputs) {
  EXPECT_EQ(evaluate({x, isOn}), TORCH_ONNX_FAILED); // It has not run.
  ASSERT_EQ(torchOnnxConversionRun(conversion, nullptr, nullptr),
            TORCH_ONNX_WRITTEN);
  auto expectFailure = [&](const std::vector<TorchOnnxTensor> &inputs,
                           const char *reason) {
    EXPECT_EQ(evaluate(inputs), TORCH_ONNX_FAILED);
    EXPECT_NE(lastMessage().find(reason), std::string::npos) << lastMessage();
  };
  expectFailure({x}, "has 2 inputs, and 1 are given");
  expectFailure({isOn, x}, "argument 0 is tensor<i1>, expected");
  TorchOnnxTensor wrong = x;
  wrong.dtype = 99;
  expectFailure({wrong, isOn}, "input 0 has the unknown dtype 99");
  wrong = x;
  wrong.strides = &two;
  expectFailure({wrong, isOn}, "is not row-major");
  wrong = x;
  wrong.data = nullptr;
  expectFailure({wrong, isOn}, "has no data");
  int64_t negative = -1;
  wrong = x;
  wrong.sizes = &negative;
  expectFailure({wrong, isOn}, "has a negative size");
  EXPECT_EQ(torchOnnxConversionEvaluate(conversion, &x, 1, nullptr, nullptr),
            TORCH_ONNX_FAILED);
  EXPECT_TRUE(texts.empty());
}

TEST_F(Evaluate, stops) {
  ASSERT_EQ(torchOnnxConversionRun(conversion, nullptr, nullptr),
            TORCH_ONNX_WRITTEN);
  torchOnnxConversionSetPoll(conversion, [](void *) { return 1; }, nullptr);
  EXPECT_EQ(evaluate({x, isOn}), TORCH_ONNX_FAILED);
  EXPECT_NE(lastMessage().find("was stopped"), std::string::npos);
}

} // namespace
