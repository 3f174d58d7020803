//===- StableTest.cpp - Tests of PyTorch's stable functions ---------------===//
//
// Tests of the header of the same name with CountingTorch.cpp in the place of
// PyTorch. The loader loads once in a process.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/LibTorch/Interface.h"
#include "torch-onnx/LibTorch/Loader.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <dlfcn.h>

using namespace torch_onnx::libtorch;

namespace {

class StableTest : public testing::Test {
protected:
  void SetUp() override {
    setenv("TORCH_ONNX_LIBTORCH_PLUGIN", TORCH_ONNX_COUNTING_TORCH,
           /*overwrite=*/1);
    api = getApi();
    ASSERT_TRUE(api);
    void *library = dlopen(TORCH_ONNX_COUNTING_TORCH, RTLD_NOW);
    countLive =
        reinterpret_cast<int (*)()>(dlsym(library, "countingTorchLive"));
    ASSERT_TRUE(countLive);
    tensor.tag = Tag::Tensor;
    tensor.tensor = &plain;
    number.tag = Tag::Int;
    flag.tag = Tag::Bool;
    text.tag = Tag::String;
    text.text = "left";
    text.size = 4;
  }

  /// The reason why `name` is refused.
  std::string evaluate(llvm::StringRef name, llvm::ArrayRef<Value> args) {
    std::string reason;
    auto onError = [](void *user, const char *text, size_t size) {
      static_cast<std::string *>(user)->assign(text, size);
    };
    auto onResult = [](void *, size_t, const Value *) {};
    EXPECT_FALSE(api->evaluate(name.data(), name.size(), args.data(),
                               args.size(), onResult, onError, &reason));
    return reason;
  }

  const Api *api = nullptr;
  int (*countLive)() = nullptr;
  Tensor plain = {DType::Float, 0, nullptr, nullptr, nullptr};
  Value tensor, number, flag, text;
};

TEST_F(StableTest, FreesArgumentsIfALaterOneIsRefused) {
  // Two tensors, an optional text, and a number in the place of a tensor.
  EXPECT_EQ(evaluate("aten.searchsorted.Tensor",
                     {tensor, tensor, flag, flag, text, number}),
            "a tensor is expected");
  EXPECT_EQ(countLive(), 0);
}

TEST_F(StableTest, FreesElementsOfARefusedList) {
  Value elements[] = {tensor, tensor, number};
  Value list;
  list.tag = Tag::List;
  list.elements = elements;
  list.size = 3;
  EXPECT_EQ(evaluate("aten.index.Tensor", {tensor, list}),
            "a tensor is expected");
  EXPECT_EQ(countLive(), 0);
}

TEST_F(StableTest, CompleteArgumentsBelongToPyTorch) {
  EXPECT_EQ(evaluate("aten.mul.Tensor", {tensor, tensor}),
            "PyTorch 2.10 refuses it");
  // The dispatcher of CountingTorch.cpp never frees its arguments.
  EXPECT_EQ(countLive(), 2);
}

// The operators whose schema in 2.10 is another one (utils/stable_abi.py).
// LibTorch would read the arguments by its own schema, and would not notice.
TEST_F(StableTest, RefusesOperatorsWithAnotherSchema) {
  for (const char *name :
       {"aten._flash_attention_forward.default",
        "aten._scaled_dot_product_attention_math_for_mps.default"})
    EXPECT_EQ(evaluate(name, {}), "it draws random numbers");
}

} // namespace
