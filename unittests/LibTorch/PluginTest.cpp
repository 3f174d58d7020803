//===- PluginTest.cpp - The plug-in behind its plain interface ------------===//
//
// Tests of the header of the same name.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/LibTorch/Loader.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "gtest/gtest.h"

#include <cstdlib>
#include <string>

using namespace torch_onnx::libtorch;

namespace {

class PluginTest : public ::testing::Test {
protected:
  void SetUp() override {
#ifdef TORCH_ONNX_LIBTORCH_PLUGIN_FILE
    setenv("TORCH_ONNX_LIBTORCH_PLUGIN", TORCH_ONNX_LIBTORCH_PLUGIN_FILE,
           /*overwrite=*/0);
    api = getApi();
    ASSERT_TRUE(api) << getLoadError().str();
#else
    GTEST_SKIP() << "built without LibTorch";
#endif
  }

  bool run(llvm::StringRef name, llvm::ArrayRef<Value> args) {
    error.clear();
    floats.clear();
    ints.clear();
    sizes.clear();
    return api->evaluate(
               name.data(), name.size(), args.data(), args.size(),
               [](void *user, size_t, const Value *result) {
                 static_cast<PluginTest *>(user)->collect(*result);
               },
               [](void *user, const char *text, size_t size) {
                 static_cast<PluginTest *>(user)->error.assign(text, size);
               },
               this) != 0;
  }

  void collect(const Value &value) {
    if (value.tag == Tag::List)
      for (size_t i = 0; i < value.size; ++i)
        collect(value.elements[i]);
    if (value.tag == Tag::Int)
      ints.push_back(value.integer);
    if (value.tag != Tag::Tensor)
      return;
    int64_t count = 1;
    for (uint32_t i = 0; i < value.tensor->rank; ++i)
      count *= value.tensor->sizes[i];
    sizes.push_back(count);
    if (value.tensor->dtype == DType::Float) {
      const auto *data = static_cast<const float *>(value.tensor->data);
      floats.append(data, data + count);
    } else if (value.tensor->dtype == DType::Int64) {
      const auto *data = static_cast<const int64_t *>(value.tensor->data);
      ints.append(data, data + count);
    }
  }

  static Value of(const Tensor &tensor) {
    Value value;
    value.tag = Tag::Tensor;
    value.tensor = &tensor;
    return value;
  }
  static Value ofInt(int64_t integer) {
    Value value;
    value.tag = Tag::Int;
    value.integer = integer;
    return value;
  }
  static Value ofDouble(double real) {
    Value value;
    value.tag = Tag::Double;
    value.real = real;
    return value;
  }
  static Value ofText(Tag tag, llvm::StringRef text) {
    Value value;
    value.tag = tag;
    value.text = text.data();
    value.size = text.size();
    return value;
  }
  static Value ofList(llvm::ArrayRef<Value> elements) {
    Value value;
    value.tag = Tag::List;
    value.elements = elements.data();
    value.size = elements.size();
    return value;
  }

  const Api *api = nullptr;
  std::string error;
  llvm::SmallVector<float> floats;
  llvm::SmallVector<int64_t> ints, sizes;

  float data[6] = {1, 2, 3, 4, 5, 6};
  int64_t shape[2] = {2, 3}, shapeT[2] = {3, 2}, stridesT[2] = {1, 3};
  Tensor matrix = {DType::Float, 2, shape, nullptr, data};
  Tensor transposed = {DType::Float, 2, shapeT, stridesT, data};
};

TEST_F(PluginTest, Version) {
  EXPECT_EQ(api->version, interfaceVersion);
  EXPECT_TRUE(llvm::StringRef(api->libTorchVersion()).starts_with("2."));
}

TEST_F(PluginTest, StridesAndDefaults) {
  ASSERT_TRUE(run("aten.mm.default", {of(matrix), of(transposed)})) << error;
  EXPECT_EQ(floats, (llvm::SmallVector<float>{14, 32, 32, 77}));
  // `alpha` is left at its default.
  ASSERT_TRUE(run("aten.add.Tensor", {of(matrix), ofInt(1)})) << error;
  EXPECT_EQ(floats, (llvm::SmallVector<float>{2, 3, 4, 5, 6, 7}));
}

TEST_F(PluginTest, OptionalTensorList) {
  int64_t rows[] = {1}, one[] = {1};
  Tensor index = {DType::Int64, 1, one, nullptr, rows};
  Value indices[] = {Value(), of(index)};
  ASSERT_TRUE(run("aten.index.Tensor", {of(matrix), ofList(indices)})) << error;
  EXPECT_EQ(floats, (llvm::SmallVector<float>{2, 5}));
}

TEST_F(PluginTest, ListsOfResultsAndNumbers) {
  ASSERT_TRUE(run("aten.split.Tensor", {of(matrix), ofInt(2), ofInt(1)}))
      << error;
  EXPECT_EQ(sizes, (llvm::SmallVector<int64_t>{4, 2}));
  EXPECT_EQ(floats, (llvm::SmallVector<float>{1, 2, 4, 5, 3, 6}));
  ASSERT_TRUE(run("aten.size.int", {of(matrix), ofInt(1)})) << error;
  EXPECT_EQ(ints, (llvm::SmallVector<int64_t>{3}));
}

TEST_F(PluginTest, KeywordKinds) {
  Value size[] = {ofInt(2)};
  Value dtype;
  dtype.tag = Tag::DType;
  dtype.integer = static_cast<int64_t>(DType::Int64);
  ASSERT_TRUE(
      run("aten.full.default",
          {ofList(size), ofInt(7), dtype, ofText(Tag::Layout, "strided"),
           ofText(Tag::Device, "cuda:0"), Value()}))
      << error;
  EXPECT_EQ(ints, (llvm::SmallVector<int64_t>{7, 7}));
  ASSERT_TRUE(
      run("aten.clone.default",
          {of(transposed), ofText(Tag::MemoryFormat, "contiguous_format")}))
      << error;
  EXPECT_EQ(floats, (llvm::SmallVector<float>{1, 4, 2, 5, 3, 6}));
  ASSERT_TRUE(
      run("aten.gelu.default", {of(matrix), ofText(Tag::String, "tanh")}))
      << error;
  EXPECT_EQ(floats.size(), 6u);
}

TEST_F(PluginTest, OneNumberForAList) {
  int64_t shape4[] = {1, 1, 2, 3};
  Tensor image = {DType::Float, 4, shape4, nullptr, data};
  ASSERT_TRUE(run("aten.avg_pool2d.default", {of(image), ofInt(2)})) << error;
  EXPECT_EQ(floats, (llvm::SmallVector<float>{3}));
}

TEST_F(PluginTest, Refusals) {
  Value size[] = {ofInt(2)};
  EXPECT_FALSE(run("aten.rand.default", {ofList(size)}));
  EXPECT_EQ(error, "it draws random numbers");
  EXPECT_FALSE(
      run("aten.dropout.default", {of(matrix), ofDouble(0.5), ofInt(1)}));
  EXPECT_FALSE(run("aten.randint_like.default", {of(matrix), ofInt(5)}));
  EXPECT_FALSE(run("aten.add_.Tensor", {of(matrix), ofInt(1)}));
  EXPECT_EQ(error, "it writes to an argument");
  EXPECT_FALSE(run("aten.empty.memory_format", {ofList(size)}));
  EXPECT_EQ(error, "it returns uninitialized memory");
  EXPECT_EQ(data[0], 1);
  EXPECT_FALSE(
      run("aten.save.default", {of(matrix), ofText(Tag::String, "x")}));
  EXPECT_EQ(error, "it has effects other than its results");
  EXPECT_FALSE(run("prim.rangelist.default", {ofInt(2)}));
}

TEST_F(PluginTest, ErrorsAreText) {
  EXPECT_FALSE(run("aten.no_such_operator.default", {}));
  EXPECT_FALSE(error.empty());
  EXPECT_FALSE(run("nonsense", {}));
  EXPECT_FALSE(error.empty());
  EXPECT_FALSE(run("aten.mm.default", {of(matrix), of(matrix)}));
  EXPECT_NE(error.find("mat1 and mat2"), std::string::npos) << error;
  EXPECT_FALSE(run("aten.mm.default", {of(matrix)}));
  EXPECT_EQ(error, "argument 'mat2' is missing");
  EXPECT_FALSE(run("aten.mm.default", {of(matrix), ofText(Tag::String, "x")}));
  EXPECT_FALSE(run("aten.relu.default", {of(matrix), of(matrix), of(matrix)}));
  EXPECT_FALSE(run("aten.relu.default", {Value()}));
}

TEST_F(PluginTest, EmptyAndZeroDim) {
  int64_t empty[] = {0, 3};
  Tensor none = {DType::Float, 2, empty, nullptr, nullptr};
  ASSERT_TRUE(run("aten.sum.default", {of(none)})) << error;
  EXPECT_EQ(floats, (llvm::SmallVector<float>{0}));
  Tensor scalar = {DType::Float, 0, nullptr, nullptr, data};
  ASSERT_TRUE(run("aten.neg.default", {of(scalar)})) << error;
  EXPECT_EQ(floats, (llvm::SmallVector<float>{-1}));
}

} // namespace
