//===- ScriptType.h - Types of TorchScript ----------------------*- C++ -*-===//
//
// The types of values in TorchScript's graphs, parsed from their text
// ("Optional[List[Tensor]]"). Most values need no type, because they are
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
    /// A list or a tuple of any elements, as isinstance() takes them ("list",
    /// "tuple").
    AnyList,
    AnyTuple,
    Optional,
    Union,
    Future,
    /// A class, a named tuple, an enumeration or an interface: `name`.
    Named
  };

  Kind kind = Kind::Any;
  std::string name;
  /// The element type of a List, an Optional or a Future; the key and value
  /// types of a Dict.
  std::vector<const ScriptType *> elements;

  bool isA(Kind other) const { return kind == other; }
  /// The text in TorchScript's syntax.
  std::string str() const;
};

/// The types of one archive, uniqued by text.
class ScriptTypes {
public:
  /// An unknown text becomes Any.
  const ScriptType *get(llvm::StringRef text);

private:
  const ScriptType *parse(llvm::StringRef &text, unsigned depth);

  llvm::StringMap<std::unique_ptr<ScriptType>> types;
  std::vector<std::unique_ptr<ScriptType>> parts;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_SCRIPTTYPE_H
