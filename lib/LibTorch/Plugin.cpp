//===- Plugin.cpp - Runs one ATen operator through LibTorch ---------------===//
//
// The entry point of the plug-in. Only the plug-in includes LibTorch: it is
// built with exceptions and RTTI, and its interface is plain data
// (Interface.h). Operators run boxed, on the CPU, on one thread, in inference
// mode, so the numbers are those of eager mode.
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "Script.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <c10/core/InferenceMode.h>
#include <torch/csrc/jit/runtime/operator.h>
#include <torch/headeronly/version.h>

#include <string>
#include <string_view>
#include <vector>

using namespace torch_onnx::libtorch;

namespace {

/// Tensors in host memory, on the CPU.
class CpuArguments final : public ArgumentMaker {
  at::Tensor makeTensor(const Value &value) override {
    // The tensor is read-only, because operators that write are refused.
    return viewTensor(*value.tensor);
  }

  c10::Device makeDevice(std::string_view text) override {
    // Constants are in host memory whatever device the program was exported
    // for, and only CPU kernels run here.
    if (text == "meta")
      fail("the meta device has no values");
    return c10::kCPU;
  }
};

void refuseWrites(const c10::FunctionSchema &schema) {
  if (schema.is_mutable())
    fail("it writes to an argument");
  for (const c10::Argument &result : schema.returns())
    if (result.alias_info() && result.alias_info()->isWrite())
      fail("it writes to an argument");
}

void refuseUnfoldable(const c10::OperatorHandle &op) {
  const c10::FunctionSchema &schema = op.schema();
  refuseWrites(schema);
  if (op.hasTag(at::Tag::nondeterministic_seeded))
    fail("it draws random numbers");
  // The operators that return uninitialized memory have no common tag:
  // aten::empty, empty_like, new_empty, empty_strided, ...
  if (schema.name().find("empty") != std::string::npos)
    fail("it returns uninitialized memory");
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// A result in plain data; owns what `value` points to.
struct Result {
  at::Tensor storage;
  Tensor tensor = {};
  std::string text;
  std::vector<Result> elements;
  std::vector<Value> elementValues;
  Value value;
};

void setResult(Result &result, const c10::IValue &value) {
  if (value.isNone())
    return;
  if (value.isTensor()) {
    const at::Tensor &given = value.toTensor();
    if (!given.defined())
      return;
    if (given.layout() != at::kStrided || !given.device().is_cpu() ||
        given.is_quantized())
      fail("it has a result that is not a dense tensor");
    result.storage = given.resolve_conj().resolve_neg().contiguous();
    result.tensor.dtype = static_cast<DType>(result.storage.scalar_type());
    result.tensor.rank = result.storage.dim();
    result.tensor.sizes = result.storage.sizes().data();
    result.tensor.data = result.storage.const_data_ptr();
    result.value.tag = Tag::Tensor;
    result.value.tensor = &result.tensor;
  } else if (value.isInt()) {
    result.value.tag = Tag::Int;
    result.value.integer = value.toInt();
  } else if (value.isDouble()) {
    result.value.tag = Tag::Double;
    result.value.real = value.toDouble();
  } else if (value.isBool()) {
    result.value.tag = Tag::Bool;
    result.value.integer = value.toBool();
  } else if (value.isString()) {
    result.text = value.toStringRef();
    result.value.tag = Tag::String;
    result.value.text = result.text.data();
    result.value.size = result.text.size();
  } else if (value.isList()) {
    c10::List<c10::IValue> list = value.toList();
    result.elements.resize(list.size());
    for (size_t i = 0; i < list.size(); ++i) {
      setResult(result.elements[i], list.get(i));
      result.elementValues.push_back(result.elements[i].value);
    }
    result.value.tag = Tag::List;
    result.value.elements = result.elementValues.data();
    result.value.size = result.elementValues.size();
  } else {
    fail("it has a result of type " + value.type()->str());
  }
}

/// Limits LibTorch to one thread, so that the order of summation does not
/// depend on the machine. The destructor restores the number of threads, which
/// a Python program may share.
struct OneThread {
  OneThread() : before(at::get_num_threads()) { at::set_num_threads(1); }
  ~OneThread() { at::set_num_threads(before); }
  int before;
};

void evaluateOrThrow(std::string_view name, const Value *args, size_t numArgs,
                     ResultCallback onResult, void *user) {
  c10::OperatorName full = readName(name);
  std::optional<c10::OperatorHandle> op =
      c10::Dispatcher::singleton().findSchema(full);
  // Some operators exist only in TorchScript.
  std::shared_ptr<torch::jit::Operator> scripted;
  if (!op)
    scripted = torch::jit::findOperatorFor(full);
  c10::InferenceMode guard;
  OneThread oneThread;
  torch::jit::Stack stack;
  if (scripted) {
    // "aten::save" and "aten::warn" return nothing.
    if (!name.starts_with("aten.") || scripted->schema().returns().empty())
      fail("it has effects other than its results");
    refuseWrites(scripted->schema());
    stack = CpuArguments().makeStack(scripted->schema(), args, numArgs);
    scripted->getOperation()(stack);
  } else {
    if (!op)
      op = findOperator(name); // Throws.
    refuseUnfoldable(*op);
    stack = CpuArguments().makeStack(op->schema(), args, numArgs);
    callWithoutDraws([&] { op->callBoxed(stack); });
  }

  // All results are converted first: no failure may follow a ResultCallback.
  std::vector<Result> results(stack.size());
  for (size_t i = 0; i < stack.size(); ++i)
    setResult(results[i], stack[i]);
  for (size_t i = 0; i < stack.size(); ++i)
    onResult(user, i, &results[i].value);
}

int evaluate(const char *name, size_t nameSize, const Value *args,
             size_t numArgs, ResultCallback onResult, ErrorCallback onError,
             void *user) {
  return reportErrors(onError, user, [&] {
    evaluateOrThrow({name, nameSize}, args, numArgs, onResult, user);
  });
}

const char *libTorchVersion() { return TORCH_VERSION; }

} // namespace

extern "C" __attribute__((visibility("default"))) const Api *
torch_onnx::libtorch::torchOnnxLibTorchGetApi(uint32_t version) {
  static const Api api = {
      interfaceVersion, evaluate,    decompose,
      libTorchVersion,  openScript,  getScriptFunction,
      getScriptClass,   closeScript, declareScriptOperators};
  return version == interfaceVersion ? &api : nullptr;
}
