//===- InputTypes.h - Types of a program's inputs as text -------*- C++ -*-===//
//
// The value of --input-shapes, which tells what a scripted program is called
// with:
//
//   [1,3,?,?]f32, [batch,2]i64      tensors, one after the other
//   (A, B)   list(A, B)   {"key": A, word: B}      what holds others
//   int  float  bool                numbers that each run is given
//   3  2.5  true  "text"            values that are fixed, and so no inputs
//   none  default                   None; the value that the code declares
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

  /// The size of a dimension: a number, a name, or, where it has neither, any
  /// number under a name of the importer's choice. Equal names are equal sizes.
  struct Dim {
    std::optional<int64_t> size;
    std::string name;
  };

  Kind kind = Kind::None;
  /// Of a tensor: an element type as MLIR spells it, and the sizes.
  std::string elementType;
  std::vector<Dim> dims;
  /// Of a number or a text: its value where that is fixed.
  std::variant<std::monostate, int64_t, double, bool, std::string> value;
  /// Elements of a tuple or a list, values of a dict.
  std::vector<InputType> children;
  /// Of a dict, one for each child.
  std::vector<std::string> keys;
  /// Where in the text it begins.
  size_t offset = 0;

  bool isFixed() const {
    return !std::holds_alternative<std::monostate>(value);
  }
  /// Of a tensor.
  mlir::Type getElementType(mlir::MLIRContext *ctx) const;
  /// Prints what parseInputTypes() reads back as the same.
  void print(llvm::raw_ostream &os) const;
};

/// The inputs, in the order of the program's arguments. An error tells what was
/// expected, and where. At most 32 levels deep.
llvm::Expected<std::vector<InputType>> parseInputTypes(llvm::StringRef text);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_INPUTTYPES_H
