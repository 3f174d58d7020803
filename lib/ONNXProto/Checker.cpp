//===- Checker.cpp - The onnx checker behind plain data -------------------===//
//
// Runs the onnx checker. Built with exceptions; none leaves this file.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/ONNXProto/ONNXProto.h"

#include "onnx/checker.h"
#include "onnx/onnx_pb.h"

#include <climits>

using namespace torch_onnx;

/// Runs `check`, which throws if the model is not valid.
template <typename CheckT>
static bool catchErrors(std::string &error, CheckT check) {
  try {
    check();
    return true;
  } catch (const std::exception &exception) {
    error = exception.what();
  } catch (...) {
    error = "unknown error in the onnx checker";
  }
  return false;
}

bool torch_onnx::checkModel(llvm::ArrayRef<char> serializedModel, bool full,
                            std::string &error) {
  return catchErrors(error, [&] {
    // Also the limit of protobuf, which counts in int.
    if (serializedModel.size() > INT_MAX)
      throw std::runtime_error("the model is larger than 2 GiB");
    ::onnx::ModelProto model;
    if (!model.ParseFromArray(serializedModel.data(),
                              static_cast<int>(serializedModel.size())))
      throw std::runtime_error("the bytes are not a ModelProto");
    ::onnx::checker::check_model(model, full);
  });
}

bool torch_onnx::checkModelFile(llvm::StringRef path, bool full,
                                std::string &error) {
  return catchErrors(error,
                     [&] { ::onnx::checker::check_model(path.str(), full); });
}
