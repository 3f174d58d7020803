//===- ScriptSources.h - The code of a TorchScript archive ------*- C++ -*-===//
//
// The source files of one archive. They are checked before LibTorch's compiler
// sees them, and found by the names in the code.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_LIBTORCH_SCRIPTSOURCES_H
#define TORCH_ONNX_LIB_LIBTORCH_SCRIPTSOURCES_H

#include "ScriptChecks.h"
#include "torch-onnx/LibTorch/Interface.h"

#include <memory>
#include <optional>
#include <unordered_map>

namespace torch_onnx::libtorch {

inline std::string_view getText(const Text &text) {
  return {text.data, text.size};
}

class ScriptSources {
public:
  /// Parses and checks all sources. Throws if a source is malformed or cannot
  /// be compiled safely.
  ScriptSources(const ScriptSource *sources, size_t numSources);

  /// Returns the source of a qualifier: "__torch__.torch.nn" is the file
  /// "__torch__/torch/nn.py". Null if there is none.
  std::shared_ptr<torch::jit::Source> load(const std::string &qualifier) const;

  /// The kind of the definition with a qualified name.
  std::optional<ScriptDefinition::Kind>
  getDefinition(const std::string &name) const;

  /// Adds a source that needs no check. `text` must outlive this object.
  void add(const std::string &qualifier, std::string_view text);

  /// The number of the source; -1 if it does not belong to the archive.
  int32_t getNumber(const torch::jit::Source *source) const;

  /// The maximum stack size in bytes that compilation takes.
  size_t getStackSize() const { return stackSize; }

private:
  void parse(const std::string &qualifier,
             const std::shared_ptr<torch::jit::Source> &source,
             ScriptDefinitions &definitions) const;

  std::unordered_map<std::string, std::shared_ptr<torch::jit::Source>> files;
  std::unordered_map<std::string, ScriptDefinition::Kind> kinds;
  std::unordered_map<const torch::jit::Source *, int32_t> numbers;
  size_t stackSize = 0;
};

} // namespace torch_onnx::libtorch

#endif // TORCH_ONNX_LIB_LIBTORCH_SCRIPTSOURCES_H
