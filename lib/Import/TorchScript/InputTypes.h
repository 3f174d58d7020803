//===- InputTypes.h - Types of inputs as a user writes them -----*- C++ -*-===//
//
// The text of --input-shapes: what a scripted module is called with, which its
// archive does not tell.
//
//   inputs ::= input (',' input)*
//   input  ::= '[' [dim (',' dim)*] ']' dtype      a tensor
//            | 'int' | 'float' | 'bool'            a number of the run
//            | 'none'                              an optional that is absent
//            | '(' inputs ')'                      a tuple
//            | 'list' '(' [inputs] ')'
//            | '{' key ':' input (',' key ':' input)* '}'
//   dim    ::= integer | '?' | name
//   dtype  ::= f32 | f64 | f16 | bf16 | i1 | i8 | ... | ui8 | complex<f32> ...
//
// Dimensions of one name are equal; each '?' is a size of its own.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_INPUTTYPES_H
#define TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_INPUTTYPES_H

#include "mlir/IR/Types.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace torch_onnx {

struct InputType {
  enum class Kind { Tensor, Int, Float, Bool, None, Tuple, List, Dict };
  /// A size; a dynamic one has a name, which is empty for '?'.
  struct Dim {
    int64_t size = -1;
    std::string name;
  };

  Kind kind = Kind::None;
  mlir::Type elementType;
  std::vector<Dim> dims;
  std::vector<InputType> elements;
  /// Of a dictionary.
  std::vector<std::string> keys;
};

/// Errors say what was expected, and where in the text.
llvm::Expected<std::vector<InputType>> parseInputTypes(llvm::StringRef text,
                                                       mlir::MLIRContext *ctx);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_INPUTTYPES_H
