//===- ScriptGraph.h - TorchScript's graphs as plain data -------*- C++ -*-===//
//
// Converts LibTorch's graphs, types and constants to the plain data of
// Interface.h.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_LIBTORCH_SCRIPTGRAPH_H
#define TORCH_ONNX_LIB_LIBTORCH_SCRIPTGRAPH_H

#include "ScriptSources.h"

#include <torch/csrc/jit/ir/ir.h>

#include <cstring>
#include <memory_resource>
#include <type_traits>

namespace torch_onnx::libtorch {

/// Owns the data that results of one Script point to.
class ScriptArena {
public:
  template <typename T> const T *copy(const std::vector<T> &elements) {
    static_assert(std::is_trivially_destructible_v<T>);
    return copyArray(elements.data(), elements.size());
  }
  const int64_t *copy(c10::IntArrayRef numbers) {
    return copyArray(numbers.data(), numbers.size());
  }
  Text copy(std::string_view text) {
    return {copyArray(text.data(), text.size()), text.size()};
  }
  template <typename T> T *make() {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (memory.allocate(sizeof(T), alignof(T))) T();
  }
  /// Keeps the bytes of a tensor.
  void keep(const at::Tensor &tensor) { tensors.push_back(tensor); }

private:
  template <typename T> T *copyArray(const T *elements, size_t size) {
    if (size == 0)
      return nullptr;
    auto *result =
        static_cast<T *>(memory.allocate(size * sizeof(T), alignof(T)));
    std::memcpy(static_cast<void *>(result), elements, size * sizeof(T));
    return result;
  }

  std::pmr::monotonic_buffer_resource memory;
  std::vector<at::Tensor> tensors;
};

class ScriptTranslator {
public:
  ScriptTranslator(ScriptArena &arena, const ScriptSources &sources)
      : arena(arena), sources(sources) {}

  /// Throws if a constant of the graph has no plain form.
  ScriptGraph translate(const torch::jit::Graph &graph);
  Text translate(const c10::TypePtr &type);
  /// Returns false if the value has no plain form.
  bool translate(const c10::IValue &value, Value &result);

private:
  struct GraphState {
    std::unordered_map<const torch::jit::Value *, uint32_t> numbers;
    std::vector<ScriptValue> values;
  };

  const uint32_t *translate(GraphState &state,
                            at::ArrayRef<const torch::jit::Value *> values);
  ScriptBlock translate(GraphState &state, const torch::jit::Block &block);
  ScriptNode translate(GraphState &state, const torch::jit::Node &node);
  ScriptAttribute translateAttribute(const torch::jit::Node &node,
                                     c10::Symbol name);
  ScriptAttribute translateConstant(const torch::jit::Node &node);
  bool translateTensor(const at::Tensor &tensor, Value &result);

  ScriptArena &arena;
  const ScriptSources &sources;
  /// Types are kept alive, so that their addresses are not reused.
  std::unordered_map<const c10::Type *, std::pair<c10::TypePtr, Text>> types;
};

} // namespace torch_onnx::libtorch

#endif // TORCH_ONNX_LIB_LIBTORCH_SCRIPTGRAPH_H
