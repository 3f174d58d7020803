//===- ScriptType.h - Types of TorchScript ----------------------*- C++ -*-===//
//
// The types that TorchScript gives to the values of its graphs, read from their
// text ("Optional[List[Tensor]]"). Most values need none, because they are
// interpreted; inputs, empty containers and `isinstance` do.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_SCRIPTTYPE_H
#define TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_SCRIPTTYPE_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <memory>
#include <string>
#include <vector>

namespace torch_onnx {

struct ScriptType {
  enum class Kind {
    Any,
    None,
    Tensor,
    Int,
    Float,
    Complex,
    Bool,
    /// int, float or complex ("Scalar", "number").
    Number,
    String,
    Device,
    Generator,
    List,
    Tuple,
    Dict,
    Optional,
    Union,
    Future,
    /// A class, a named tuple, an enumeration or an interface: `name`.
    Named
  };

  Kind kind = Kind::Any;
  std::string name;
  /// Of a List, an Optional and a Future one, of a Dict key and value.
  std::vector<const ScriptType *> elements;

  bool isA(Kind other) const { return kind == other; }
  /// As TorchScript writes it.
  std::string str() const;
};

/// The types of one archive, each text once.
class ScriptTypes {
public:
  /// A text that is not understood is Any.
  const ScriptType *get(llvm::StringRef text);

private:
  const ScriptType *parse(llvm::StringRef &text, unsigned depth);

  llvm::StringMap<std::unique_ptr<ScriptType>> types;
  std::vector<std::unique_ptr<ScriptType>> parts;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_SCRIPTTYPE_H
