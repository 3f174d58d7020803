//===- LoaderTest.cpp - A plug-in for another version of PyTorch ----------===//
//
// Tests of the header of the same name. The loader loads once in a process.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/LibTorch/Loader.h"

#include "gtest/gtest.h"

#include <cstdlib>

using namespace torch_onnx::libtorch;

namespace {

TEST(LoaderTest, PluginForAnotherVersion) {
  setenv("TORCH_ONNX_LIBTORCH_PLUGIN", TORCH_ONNX_OTHER_PLUGIN,
         /*overwrite=*/1);
  EXPECT_FALSE(getPlugin());
  std::string expected = std::string(TORCH_ONNX_OTHER_PLUGIN) +
                         ": is built for PyTorch 2.98, and that of PyTorch "
                         "2.99 is loaded";
  EXPECT_EQ(getPluginError().str(), expected);
  // This LibTorch has no stable functions, either.
  EXPECT_FALSE(getApi());
  EXPECT_EQ(getLoadError(), getPluginError());
  // A host that has PyTorch does not need the plug-in.
  static const Api host = {};
  setHost(&host);
  EXPECT_EQ(getApi(), &host);
  EXPECT_TRUE(getLoadError().empty());
  setHost(nullptr);
}

} // namespace
