//===- Arguments.h - From plain data to LibTorch's values -------*- C++ -*-===//
//
// What running an operator and recording its decomposition share: finding it,
// and putting arguments in plain data (Interface.h) on LibTorch's stack.
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

/// Throws what becomes the text of an ErrorCallback.
[[noreturn]] void fail(const std::string &text);

inline std::string_view getText(const Value &value) {
  return {value.text, value.size};
}

/// The operator of a name such as "aten.add.Tensor"; throws when LibTorch does
/// not have it.
c10::OperatorHandle findOperator(std::string_view name);

/// A number where a tensor is expected takes part in type promotion as Python
/// numbers do.
at::Tensor makeWrappedNumber(const Value &value);

/// A tensor of the CPU with the bytes of `tensor`, which nothing may write to.
at::Tensor viewTensor(const Tensor &tensor);

/// Makes arguments for the stack. What a tensor, a device and a symbolic size
/// are depends on what happens to the operator.
class ArgumentMaker {
public:
  virtual ~ArgumentMaker() = default;

  /// All arguments of `op` in order; missing ones take their defaults.
  torch::jit::Stack makeStack(const c10::OperatorHandle &op, const Value *args,
                              size_t numArgs);

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

/// Calls `body`; throws when it has drawn random numbers on the CPU. Not every
/// operator that does so is tagged, but each moves the generator.
void callWithoutDraws(const std::function<void()> &body);

/// Calls `body` and hands the text of what it throws to `onError`; 1 when it
/// throws nothing.
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

/// Api::decompose of Recorder.cpp.
int decompose(const char *name, size_t nameSize, const Value *args,
              size_t numArgs, const DecomposeCallbacks *callbacks,
              ResultCallback onResult, ErrorCallback onError, void *user);

} // namespace torch_onnx::libtorch

#endif // TORCH_ONNX_LIB_LIBTORCH_ARGUMENTS_H
