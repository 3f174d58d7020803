//===- Checker.cpp - The onnx checker behind plain data -------------------===//
//
// Runs the onnx checker. Built with exceptions; none leaves this file.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/ONNXProto/ONNXProto.h"

#include "SchemaRegistry.h"

#include "onnx/checker.h"
#include "onnx/onnx_pb.h"
#include "onnx/shape_inference/implementation.h"

#include <google/protobuf/arena.h>

#include <algorithm>
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

/// onnx::checker::check_model() with the registry of the project, for which it
/// has no parameter. The IR version and opset imports of the model are set, as
/// the emitter does.
static void checkGraphs(const ::onnx::ModelProto &model) {
  using namespace ::onnx::checker;
  if (model.ir_version() < 3 ||
      model.ir_version() > ::onnx::Version::IR_VERSION)
    fail_check("The ir_version of the model is ", model.ir_version(),
               ", which the checker does not know.");
  if (model.opset_import().empty())
    fail_check("The model imports no opset.");
  std::unordered_map<std::string, int> opsets;
  for (const auto &opset : model.opset_import())
    opsets[opset.domain()] = static_cast<int>(
        std::clamp<int64_t>(opset.version(), INT_MIN, INT_MAX));
  CheckerContext context;
  context.set_schema_registry(&SchemaRegistry::get());
  context.set_ir_version(static_cast<int>(model.ir_version()));
  context.set_opset_imports(opsets);
  LexicalScopeContext scope;
  check_graph(model.graph(), context, scope);
  check_model_local_functions(model, context, scope);
}

bool torch_onnx::checkModel(llvm::ArrayRef<char> serializedModel, bool full,
                            std::string &error) {
  return catchErrors(error, [&] {
    // This is also the limit of protobuf, which counts in int.
    if (serializedModel.size() > INT_MAX)
      throw std::runtime_error("the model is larger than 2 GiB");
    // One allocation and one release for many small messages.
    google::protobuf::Arena arena;
    auto &model =
        *google::protobuf::Arena::CreateMessage<::onnx::ModelProto>(&arena);
    if (!model.ParseFromArray(serializedModel.data(),
                              static_cast<int>(serializedModel.size())))
      throw std::runtime_error("the bytes are not a ModelProto");
    checkGraphs(model);
    // The second half of a full check, in place, because check_model would copy
    // the ModelProto.
    if (full)
      ::onnx::shape_inference::InferShapes(
          model, &SchemaRegistry::get(),
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
