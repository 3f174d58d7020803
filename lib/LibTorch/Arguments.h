//===- Arguments.h - Conversion to LibTorch's values ------------*- C++ -*-===//
//
// Shared by the evaluation of operators and the recording of decompositions:
// finding an operator, and converting plain arguments (Interface.h) to
// LibTorch's stack.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_LIBTORCH_ARGUMENTS_H
#define TORCH_ONNX_LIB_LIBTORCH_ARGUMENTS_H

#include "torch-onnx/LibTorch/Interface.h"

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>

#include <functional>
#include <string>
#include <string_view>

namespace torch_onnx::libtorch {

/// Throws an error whose text is passed to the ErrorCallback.
[[noreturn]] void fail(const std::string &text);

inline std::string_view getText(const Value &value) {
  return {value.text, value.size};
}

/// Splits a name such as "aten.add.Tensor".
c10::OperatorName readName(std::string_view name);

/// Returns the operator of such a name. Throws if LibTorch does not have it.
c10::OperatorHandle findOperator(std::string_view name);

/// Makes the tensor for a number that is passed as a tensor argument. In type
/// promotion it counts as a Python number.
at::Tensor makeWrappedNumber(const Value &value);

/// A CPU tensor over the bytes of `tensor`, which must not be written to.
at::Tensor viewTensor(const Tensor &tensor);

/// Makes arguments for the stack. Subclasses define how tensors, devices and
/// symbolic sizes are represented.
class ArgumentMaker {
public:
  virtual ~ArgumentMaker() = default;

  /// Returns all arguments in the order of the schema. Omitted arguments take
  /// their defaults.
  torch::jit::Stack makeStack(const c10::FunctionSchema &schema,
                              const Value *args, size_t numArgs);

protected:
  virtual at::Tensor makeTensor(const Value &value) = 0;
  virtual c10::Device makeDevice(std::string_view text) = 0;
  virtual c10::SymInt makeSymInt(int64_t number);

private:
  c10::IValue make(const Value &value, const c10::TypePtr &type,
                   int64_t fixedSize);
  c10::IValue makeList(const Value &value, const c10::TypePtr &elementType,
                       int64_t fixedSize);
};

/// Calls `body`, and throws if it drew random numbers on the CPU. The state of
/// the generator shows that, while PyTorch does not tag every random operator.
void callWithoutDraws(const std::function<void()> &body);

/// Calls `body`. Returns 1, or 0 after passing the text of an exception to
/// `onError`.
template <typename Body>
int reportErrors(ErrorCallback onError, void *user, const Body &body) {
  std::string error;
  try {
    body();
    return 1;
  } catch (const c10::Error &exception) {
    error = exception.what_without_backtrace();
  } catch (const std::exception &exception) {
    error = exception.what();
  } catch (...) {
    error = "unknown exception";
  }
  onError(user, error.data(), error.size());
  return 0;
}

/// Api::decompose, defined in Recorder.cpp.
int decompose(const char *name, size_t nameSize, const Value *args,
              size_t numArgs, const DecomposeCallbacks *callbacks,
              ResultCallback onResult, ErrorCallback onError, void *user);

} // namespace torch_onnx::libtorch

#endif // TORCH_ONNX_LIB_LIBTORCH_ARGUMENTS_H
