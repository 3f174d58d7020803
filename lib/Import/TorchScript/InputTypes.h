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

  /// The size of a dimension: a number, or where that is -1 a name, or where
  /// that is empty any number under a name of the importer's choice. Equal
  /// names are equal sizes.
  struct Dim {
    int64_t size = -1;
    std::string name;
  };

  Kind kind = Kind::None;
  /// Of a tensor.
  mlir::Type elementType;
  std::vector<Dim> dims;
  /// Of a number or a text: its value where that is fixed.
  std::variant<std::monostate, int64_t, double, bool, std::string> value;
  /// Elements of a tuple or a list, values of a dict.
  std::vector<InputType> elements;
  /// Of a dict, one for each element.
  std::vector<std::string> keys;

  bool isFixed() const {
    return !std::holds_alternative<std::monostate>(value);
  }
  /// Prints what parseInputTypes() reads back as the same.
  void print(llvm::raw_ostream &os) const;
};

/// The inputs, in the order of the program's arguments. An error tells what was
/// expected, and where. At most 32 levels deep. Without a context there are no
/// element types.
llvm::Expected<std::vector<InputType>> parseInputTypes(llvm::StringRef text,
                                                       mlir::MLIRContext *ctx);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_INPUTTYPES_H
