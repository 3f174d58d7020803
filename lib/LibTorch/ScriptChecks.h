//===- ScriptChecks.h - Code that LibTorch may compile ----------*- C++ -*-===//
//
// Archives come from strangers, and LibTorch's compiler trusts its input: it
// runs some expressions, it is recursive, and it compares types that are trees
// with shared branches. What is checked here holds for all code that
// torch.jit.save writes, and keeps the compiler from running anything, from
// overflowing the stack and from taking exponential time.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_LIBTORCH_SCRIPTCHECKS_H
#define TORCH_ONNX_LIB_LIBTORCH_SCRIPTCHECKS_H

#include <torch/csrc/jit/frontend/tree.h>

#include <map>
#include <string>
#include <string_view>

namespace torch_onnx::libtorch {

/// A definition of the code.
struct ScriptDefinition {
  enum class Kind { Class, NamedTuple, Function };
  Kind kind = Kind::Class;
  torch::jit::TreeRef tree;
};

/// By qualified names.
using ScriptDefinitions = std::map<std::string, ScriptDefinition>;

/// "a.b.c" of an expression; empty when it is anything else.
std::string getQualifiedName(const torch::jit::TreeRef &tree);

/// Throws when parsing `text` could overflow the stack, or compiling one
/// expression or one block of it.
void checkNesting(std::string_view text);

/// Throws when the definitions cannot be compiled safely. Returns the bytes of
/// stack that are enough to compile all of them within each other.
size_t checkDefinitions(const ScriptDefinitions &definitions);

} // namespace torch_onnx::libtorch

#endif // TORCH_ONNX_LIB_LIBTORCH_SCRIPTCHECKS_H
