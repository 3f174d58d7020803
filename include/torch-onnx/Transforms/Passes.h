//===- Passes.h - Passes over modules of any dialect ------------*- C++ -*-===//
//
// See Passes.td for what each pass does and what holds after it.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_TRANSFORMS_PASSES_H
#define TORCH_ONNX_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace torch_onnx {

#define GEN_PASS_DECL
#include "torch-onnx/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "torch-onnx/Transforms/Passes.h.inc"

/// One element of the option `dims` of bind-dims.
struct DimBinding {
  /// A symbol, INPUT.AXIS or OUTPUT.AXIS.
  std::string name;
  /// A non-negative size, or text: the new name of the symbol, a quoted name
  /// that is not an identifier, or an expression over names.
  std::variant<int64_t, std::string> value;

  /// Parses NAME=SIZE, NAME=NEWNAME, NAME="NEW NAME" or NAME=EXPRESSION;
  /// nullopt for any other text. The expression itself is not parsed here.
  static std::optional<DimBinding> parse(llvm::StringRef text);
};

} // namespace torch_onnx

#endif // TORCH_ONNX_TRANSFORMS_PASSES_H
