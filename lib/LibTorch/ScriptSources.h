//===- ScriptSources.h - The code of a TorchScript archive ------*- C++ -*-===//
//
// The source files of one archive: found by the names that the code uses,
// checked before LibTorch's compiler sees them, and searched for what they
// define.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_LIBTORCH_SCRIPTSOURCES_H
#define TORCH_ONNX_LIB_LIBTORCH_SCRIPTSOURCES_H

#include "torch-onnx/LibTorch/Interface.h"

#include <torch/csrc/jit/frontend/tree.h>

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace torch_onnx::libtorch {

inline std::string_view getText(const Text &text) {
  return {text.data, text.size};
}

/// Throws when compiling `text` could overflow the stack: LibTorch's parser and
/// compiler are recursive in the nesting of expressions, branches and loops.
void checkNesting(std::string_view text);

class ScriptSources {
public:
  enum class Definition { None, Class, NamedTuple, Function };

  ScriptSources(const ScriptSource *sources, size_t numSources);

  /// The source of a qualifier: "__torch__.torch.nn" is the file
  /// "__torch__/torch/nn.py". Null when there is none; throws when it is
  /// malformed, or would run code while it is compiled.
  std::shared_ptr<torch::jit::Source> load(const std::string &qualifier);

  /// What the code defines under a qualified name. Throws as load() does.
  Definition getDefinition(const std::string &name);

  /// Adds a source for load(). `text` has to outlive this object.
  void add(const std::string &qualifier, std::string_view text);

  /// The number of the source, -1 when it is not one of the archive's.
  int32_t getNumber(const torch::jit::Source *source) const;

private:
  struct File {
    std::string name;
    std::string_view text;
    int32_t number = -1;
    /// Null until the file is parsed.
    std::shared_ptr<torch::jit::Source> source;
    std::unordered_map<std::string, Definition> definitions;
    /// The definitions that are not checked yet.
    std::vector<torch::jit::TreeRef> trees;
  };

  /// Parses the file, once; null when there is none.
  File *find(const std::string &qualifier);
  void parse(File &file);
  void checkDefaults(const torch::jit::TreeRef &tree);
  void checkLiteral(const torch::jit::TreeRef &tree);

  std::unordered_map<std::string, File> files;
  std::unordered_map<const torch::jit::Source *, int32_t> numbers;
};

} // namespace torch_onnx::libtorch

#endif // TORCH_ONNX_LIB_LIBTORCH_SCRIPTSOURCES_H
