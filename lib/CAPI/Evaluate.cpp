//===- Evaluate.cpp - Evaluation of a converted model ---------------------===//
//
// See Evaluate.h.
//
//===----------------------------------------------------------------------===//

#include "Evaluate.h"

#include "torch-onnx/Dialect/ONNX/Evaluate/Evaluator.h"
#include "torch-onnx/Dialect/Torch/Transforms/LibTorchTypes.h"

#include <cstring>
#include <deque>

using namespace mlir;
using namespace torch_onnx;
using onnx::RuntimeValue;

/// Copies a tensor of the caller to an input of the evaluator.
static llvm::Expected<RuntimeValue> readInput(const TorchOnnxTensor &input,
                                              MLIRContext *context) {
  Type type =
      torch::getElementType(static_cast<libtorch::DType>(input.dtype), context);
  if (!type)
    return llvm::createStringError("has the unknown dtype " +
                                   Twine(input.dtype));
  if (input.strides || input.isSymbolic || (input.rank && !input.sizes))
    return llvm::createStringError(
        "is not row-major, or its sizes are not numbers");
  ArrayRef<int64_t> sizes(input.sizes, input.rank);
  if (llvm::any_of(sizes, [](int64_t size) { return size < 0; }))
    return llvm::createStringError("has a negative size");
  auto tensorType = RankedTensorType::get(sizes, type);
  std::optional<int64_t> size = arithmetic::getMemorySize(tensorType);
  if (!size)
    return llvm::createStringError("is too large");
  if (*size && !input.data)
    return llvm::createStringError("has no data");
  arithmetic::Tensor tensor(tensorType);
  if (*size)
    std::memcpy(tensor.data(), input.data, *size);
  return RuntimeValue(std::move(tensor));
}

namespace {
/// C values that point to the elements of evaluator values. This object owns
/// everything else that they point to.
class Outputs {
public:
  /// Returns nullopt if PyTorch lacks the element type.
  std::optional<TorchOnnxValue> make(const RuntimeValue &value);

private:
  // In a deque, references to elements stay valid.
  std::deque<TorchOnnxTensor> tensors;
  std::deque<std::vector<TorchOnnxValue>> lists;
};
} // namespace

std::optional<TorchOnnxValue> Outputs::make(const RuntimeValue &value) {
  TorchOnnxValue result = {};
  result.tag = TORCH_ONNX_NONE;
  if (const arithmetic::Tensor *tensor = value.getTensor()) {
    auto dtype = torch::getDType(tensor->getElementType());
    if (!dtype)
      return std::nullopt;
    TorchOnnxTensor &made = tensors.emplace_back();
    made.dtype = static_cast<int32_t>(*dtype);
    made.rank = tensor->getRank();
    made.sizes = tensor->getShape().data();
    made.data = tensor->data();
    result.tag = TORCH_ONNX_TENSOR;
    result.tensor = &made;
  } else if (const RuntimeValue::Sequence *sequence = value.getSequence()) {
    std::vector<TorchOnnxValue> &elements = lists.emplace_back();
    for (const RuntimeValue &element : *sequence) {
      std::optional<TorchOnnxValue> made = make(element);
      if (!made)
        return std::nullopt;
      elements.push_back(*made);
    }
    result.tag = TORCH_ONNX_LIST;
    result.elements = elements.data();
    result.size = elements.size();
  }
  return result;
}

llvm::Expected<bool> torch_onnx::evaluateModel(Conversion &conversion,
                                               ArrayRef<TorchOnnxTensor> inputs,
                                               StopRequest &stop,
                                               TorchOnnxOnResult onOutput,
                                               void *user) {
  std::vector<RuntimeValue> arguments;
  for (auto [index, input] : llvm::enumerate(inputs)) {
    auto value = readInput(input, conversion.getContext());
    if (!value)
      return llvm::createStringError("input " + Twine(index) + " " +
                                     llvm::toString(value.takeError()));
    arguments.push_back(std::move(*value));
  }
  auto results = conversion.evaluate(std::move(arguments), stop);
  if (!results)
    return false;
  Outputs outputs;
  std::vector<TorchOnnxValue> values;
  for (auto [index, result] : llvm::enumerate(*results)) {
    std::optional<TorchOnnxValue> value = outputs.make(result);
    if (!value)
      return llvm::createStringError(
          "output " + Twine(index) +
          " has elements of a type that PyTorch does not have");
    values.push_back(*value);
  }
  for (auto [index, value] : llvm::enumerate(values))
    onOutput(user, index, &value);
  return true;
}
