//===- Linear.h - Sizes that are linear in a symbol -------------*- C++ -*-===//
//
// A tensor of 2*n + 1 elements determines n. If no dimension is a symbol
// itself, a dimension that is linear in the symbol is used.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_SYM_IR_LINEAR_H
#define TORCH_ONNX_DIALECT_SYM_IR_LINEAR_H

#include "mlir/IR/AffineExpr.h"

#include <optional>

namespace torch_onnx::sym {

/// `scale * symbol + offset` with a nonzero scale.
struct LinearSize {
  mlir::AffineExpr symbol;
  int64_t scale = 1;
  int64_t offset = 0;

  /// The size is the symbol itself.
  bool isPlain() const { return scale == 1 && offset == 0; }
};

/// The parts of an expression in normal form; nothing if it is not linear in
/// one symbol.
std::optional<LinearSize> matchLinear(mlir::AffineExpr expr);

} // namespace torch_onnx::sym

#endif // TORCH_ONNX_DIALECT_SYM_IR_LINEAR_H
