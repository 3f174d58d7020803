//===- Checker.cpp - The onnx checker behind plain data -------------------===//
//
// Runs the onnx checker. Built with exceptions; none leaves this file.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/ONNXProto/ONNXProto.h"

#include "onnx/checker.h"
#include "onnx/onnx_pb.h"
#include "onnx/shape_inference/implementation.h"

#include <google/protobuf/arena.h>

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
    // One allocation for many small messages, and one release.
    google::protobuf::Arena arena;
    auto &model =
        *google::protobuf::Arena::CreateMessage<::onnx::ModelProto>(&arena);
    if (!model.ParseFromArray(serializedModel.data(),
                              static_cast<int>(serializedModel.size())))
      throw std::runtime_error("the bytes are not a ModelProto");
    ::onnx::checker::check_model(model, /*full_check=*/false);
    // The second half of a full check, in place: the overload of check_model
    // for a ModelProto would copy the model first.
    if (full)
      ::onnx::shape_inference::InferShapes(
          model, ::onnx::OpSchemaRegistry::Instance(),
          ::onnx::ShapeInferenceOptions(/*check_type_val=*/true,
                                        /*strict_mode_val=*/1,
                                        /*data_prop_val=*/false));
  });
}

bool torch_onnx::checkModelFile(llvm::StringRef path, bool full,
                                std::string &error) {
  return catchErrors(error,
                     [&] { ::onnx::checker::check_model(path.str(), full); });
}
