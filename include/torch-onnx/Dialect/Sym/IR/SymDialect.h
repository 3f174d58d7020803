//===- SymDialect.h - Symbolic dimensions -----------------------*- C++ -*-===//
//
// The generated classes of the sym dialect. Code that works with sizes includes
// Dims.h instead; Functions.h has Max, floor and other functions of sizes.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_SYM_IR_SYMDIALECT_H
#define TORCH_ONNX_DIALECT_SYM_IR_SYMDIALECT_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Attributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/TensorEncoding.h"

#include <memory>

namespace torch_onnx::sym {
/// Private to the library; see lib/Dialect/Sym/IR/Symbols.h.
class Symbols;

/// The kind of a number (Functions.h).
enum class NumberKind { Integer, Float, Boolean };

/// The functions of numbers. Functions.cpp defines their operands, results and
/// names.
enum class Function {
  /// A function known by its name only.
  Unknown,
  /// The exact fraction of two integers: a real number, unlike a float.
  Ratio,
  // clang-format off
  Abs, Add, And, BitAnd, BitOr, BitXor, Ceil, Div, Eq, Floor, IntPow, Less,
  LessEq, Max, Min, Mul, Not, Or, Pow, Round, Select, Sqrt, ToFloat, Trunc,
  // clang-format on
};
} // namespace torch_onnx::sym

#include "torch-onnx/Dialect/Sym/IR/SymDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "torch-onnx/Dialect/Sym/IR/SymAttrs.h.inc"

#endif // TORCH_ONNX_DIALECT_SYM_IR_SYMDIALECT_H
