//===- ScriptChecks.h - Safety checks of TorchScript code -------*- C++ -*-===//
//
// Archives are untrusted, but LibTorch's compiler trusts its input: it
// evaluates some expressions, it is recursive, and it compares types that are
// trees with shared branches. All code that torch.jit.save writes passes these
// checks. They keep the compiler from running code, from overflowing the stack
// and from taking exponential time.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_LIBTORCH_SCRIPTCHECKS_H
#define TORCH_ONNX_LIB_LIBTORCH_SCRIPTCHECKS_H

#include <torch/csrc/jit/frontend/tree.h>

#include <map>
#include <string>
#include <string_view>

namespace torch_onnx::libtorch {

/// A definition in the code.
struct ScriptDefinition {
  enum class Kind { Class, NamedTuple, Function };
  Kind kind = Kind::Class;
  torch::jit::TreeRef tree;
};

/// Definitions by qualified name.
using ScriptDefinitions = std::map<std::string, ScriptDefinition>;

/// Returns "a.b.c" for such an expression, and an empty text for any other
/// expression.
std::string getQualifiedName(const torch::jit::TreeRef &tree);

/// Throws if parsing `text`, or compiling one of its expressions or blocks,
/// could overflow the stack.
void checkNesting(std::string_view text);

/// Throws if the definitions cannot be compiled safely. Returns a stack size in
/// bytes that is enough to compile all of them nested in each other.
size_t checkDefinitions(const ScriptDefinitions &definitions);

} // namespace torch_onnx::libtorch

#endif // TORCH_ONNX_LIB_LIBTORCH_SCRIPTCHECKS_H
