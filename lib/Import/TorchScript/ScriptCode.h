//===- ScriptCode.h - The code of a TorchScript archive ---------*- C++ -*-===//
//
// The functions and classes of an archive as graphs. LibTorch compiles them
// from the text of the archive, in the plug-in; no code runs.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_SCRIPTCODE_H
#define TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_SCRIPTCODE_H

#include "ScriptArchive.h"

#include "torch-onnx/LibTorch/Interface.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace torch_onnx {

inline llvm::StringRef getText(libtorch::Text text) {
  return llvm::StringRef(text.data, text.size);
}

class ScriptCode {
public:
  /// Loads LibTorch. `archive` must outlive the code. `schemas` declare
  /// operators missing from LibTorch.
  static llvm::Expected<std::unique_ptr<ScriptCode>>
  open(const ScriptArchive &archive, llvm::ArrayRef<std::string> schemas);
  ~ScriptCode();
  ScriptCode(const ScriptCode &) = delete;
  ScriptCode &operator=(const ScriptCode &) = delete;

  /// "__torch__.Model.forward"; lives as long as the code.
  llvm::Expected<const libtorch::ScriptFunction *>
  getFunction(llvm::StringRef name);
  llvm::Expected<const libtorch::ScriptClass *> getClass(llvm::StringRef name);

  /// Runs an operator ("aten.upper.default") on literals. Fails if it throws an
  /// exception.
  llvm::Error
  evaluate(llvm::StringRef name, llvm::ArrayRef<libtorch::Value> arguments,
           llvm::function_ref<void(const libtorch::Value &)> onResult);

private:
  ScriptCode() = default;

  const libtorch::Api *api = nullptr;
  libtorch::Script *script = nullptr;
  std::vector<libtorch::ScriptSource> sources;
  /// The storage of a constant.
  struct Constant {
    llvm::SmallVector<int64_t> sizes, strides;
    libtorch::Tensor tensor;
    /// The elements, unless they are those in the archive.
    std::vector<char> elements;
  };
  std::vector<std::unique_ptr<Constant>> constants;
  std::vector<libtorch::Value> constantValues;
  llvm::StringMap<const libtorch::ScriptFunction *> functions;
  llvm::StringMap<const libtorch::ScriptClass *> classes;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_SCRIPTCODE_H
