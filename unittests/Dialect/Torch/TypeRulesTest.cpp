//===- TypeRulesTest.cpp - Which operators have a type rule ---------------===//
//
// A rule is found by the name of its operator, so a name with a slip is a rule
// that never runs; and an operator with a lowering but without a rule is one
// that a decomposition cannot build.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Conversion/TorchToONNX.h"
#include "torch-onnx/Dialect/Torch/Inference/TypeInference.h"

#include "gtest/gtest.h"

using namespace torch_onnx;

namespace {

using Names = std::vector<std::string>;

TEST(TypeRules, AreOfOperatorsThatExist) {
  Names unknown;
  for (llvm::StringRef name : torch::getInferredOperators())
    if (!torch::Schema::lookup(name))
      unknown.push_back(name.str());
  // Neither is in the schemas of a LibTorch for CPUs.
  EXPECT_EQ(unknown,
            Names({"aten._fused_rms_norm.default", "aten.float.default"}));
}

TEST(TypeRules, AreThereForEveryLowering) {
  Names missing;
  for (llvm::StringRef name : getSupportedOperators())
    if (!torch::hasTypeRule(name))
      missing.push_back(name.str());
  EXPECT_EQ(missing, Names());
}

} // namespace
