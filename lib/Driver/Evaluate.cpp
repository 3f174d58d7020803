//===- Evaluate.cpp - Evaluation of a converted model ---------------------===//
//
// See Driver.h. Evaluates the module after the preparation for the export.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Driver/Driver.h"

#include "torch-onnx/Dialect/ONNX/Evaluate/Evaluator.h"
#include "torch-onnx/Support/ModelAttributes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace torch_onnx;

/// Appends the initializers of omitted trailing inputs. Fails if an omitted
/// input has none.
static LogicalResult addDefaults(func::FuncOp function,
                                 std::vector<onnx::RuntimeValue> &arguments) {
  size_t given = arguments.size(), all = function.getNumArguments();
  for (size_t index = given; index < all; ++index) {
    Attribute attr = function.getArgAttr(index, onnx::kDefaultAttr);
    if (!attr)
      break;
    FailureOr<onnx::RuntimeValue> value = onnx::readValue(attr);
    if (failed(value))
      return failure();
    arguments.push_back(std::move(*value));
  }
  if (arguments.size() == all)
    return success();
  return function.emitError("the model has ")
         << all << " inputs, and " << given << " are given";
}

std::optional<std::vector<onnx::RuntimeValue>>
Conversion::evaluate(std::vector<onnx::RuntimeValue> arguments,
                     StopRequest &stop) {
  std::vector<onnx::RuntimeValue> values;
  bool isEvaluated = withMessages([&]() -> LogicalResult {
    auto function = module->lookupSymbol<func::FuncOp>(onnx::kEntryName);
    if (!function || function.isExternal())
      return refuse("the model has no function @" + onnx::kEntryName);
    if (failed(addDefaults(function, arguments)))
      return failure();
    onnx::EvaluationOptions options;
    options.stop = &stop;
    auto results = onnx::evaluateFunction(function, arguments, options);
    if (failed(results))
      return failure();
    llvm::append_range(values, *results);
    return success();
  });
  return isEvaluated ? std::optional(std::move(values)) : std::nullopt;
}
