//===- InputTypes.h - Textual types of inputs -------------------*- C++ -*-===//
//
// The value of --input-shapes, which describes the inputs of a scripted
// program:
//
//   [1,3,?,?]f32, [batch,2]i64                  tensors
//   [batch=4,?=2]f32                            the same, with example sizes
//   (A, B)   list(A, B)   {"key": A, word: B}   containers
//   int  float  bool                            numbers that are model inputs
//   3  2.5  true  "text"                        fixed values, not model inputs
//   none  default                               None; the declared default
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_INPUTTYPES_H
#define TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_INPUTTYPES_H

#include "mlir/IR/Types.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace torch_onnx {

struct InputType {
  enum class Kind {
    Tensor,
    Int,
    Float,
    Bool,
    String, // always has a value
    None,
    Default,
    Tuple,
    List,
    Dict
  };

  /// The size of a dimension: a number, a name, or neither for a dynamic size
  /// that the importer names. Equal names are equal sizes.
  struct Dim {
    std::optional<int64_t> size;
    std::string name;
    /// For a dynamic size: its value in the example, if there is one.
    std::optional<int64_t> example = std::nullopt;
  };

  Kind kind = Kind::None;
  /// For a tensor: the element type in MLIR's syntax, and the sizes.
  std::string elementType;
  std::vector<Dim> dims;
  /// For a number or a text: the value if it is fixed.
  std::variant<std::monostate, int64_t, double, bool, std::string> value;
  /// The elements of a tuple or a list, the values of a dict.
  std::vector<InputType> children;
  /// For a dict, one key for each child.
  std::vector<std::string> keys;
  /// The position in the text.
  size_t offset = 0;

  bool isFixed() const {
    return !std::holds_alternative<std::monostate>(value);
  }
  /// For a tensor.
  mlir::Type getElementType(mlir::MLIRContext *ctx) const;
  /// Prints text that parseInputTypes() parses to an equal type.
  void print(llvm::raw_ostream &os) const;
};

/// Parses the inputs in argument order. An error has the expected text and the
/// position. At most 32 levels deep.
llvm::Expected<std::vector<InputType>> parseInputTypes(llvm::StringRef text);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_INPUTTYPES_H
