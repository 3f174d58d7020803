//===- Kernels.h - Element-wise kernels on packed blocks --------*- C++ -*-===//
//
// Element-wise functions over blocks of packed elements in memory, in the
// format of ONNX's raw_data: little-endian, a bool is a byte, 0 or 1. All
// constant folding and all expressions over weights compute with these, so
// that there is one answer to what a sum of two halves or a cast to int8 is.
//
// Functions are of two kinds (`isExact`):
//
// - Exact ones have one result on every machine: integers modulo 2^n, what
//   IEEE 754 rounds in one way, comparisons, logic and conversions. Half
//   precision is computed in f32 and rounded once, as PyTorch does
//   (ATen/OpMathType.h) and as runtimes do.
// - The others (exp, tanh, ...) are computed in f64, those of f64 in
//   `long double`, and rounded once. That is at least as near to the function
//   as what PyTorch or a runtime computes in the type itself, but not bit by
//   bit the same.
//
// A NaN that is computed is the positive quiet one: which NaN a processor
// makes is not part of a result, and files must not depend on it.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_ARITHMETIC_KERNELS_H
#define TORCH_ONNX_ARITHMETIC_KERNELS_H

#include "mlir/IR/BuiltinTypes.h"

#include <cstdint>

namespace torch_onnx::arithmetic {

//===--- Half precision ---------------------------------------------------===//

/// Rounds to nearest even; overflow is infinity, a NaN is a quiet NaN (of f16
/// with its sign, as c10::Half makes it; of bf16 the positive one, as
/// c10::BFloat16 does).
uint16_t floatToHalf(float value);
uint16_t floatToBFloat16(float value);
float halfToFloat(uint16_t bits);
float bfloat16ToFloat(uint16_t bits);

//===--- Functions --------------------------------------------------------===//

enum class UnaryOp {
  // Exact.
  Neg,
  Abs,
  /// Of a bool the logical negation, of integers all bits.
  Not,
  /// Of any type; the result is a bool.
  LogicalNot,
  Floor,
  Ceil,
  /// To nearest, ties to even.
  Round,
  Sqrt,
  Reciprocal,
  /// -1, 0 or 1. Not defined for NaN, which stays, and -0.0, which becomes 0.0:
  /// runtimes differ.
  Sign,
  // Rounded.
  /// -0.0 becomes either zero, so this is not exact.
  Relu,
  Exp,
  Log,
  Sin,
  Cos,
  Tanh,
  Erf,
  Sigmoid,
  Softplus,
};

enum class BinaryOp {
  // Exact.
  /// Of bools: or.
  Add,
  /// Not of bools.
  Sub,
  /// Of bools: and.
  Mul,
  /// Of floats.
  Div,
  /// Of integers: rounded to zero, to minus infinity, and the rest that has the
  /// sign of the divisor. Not defined by zero, which gives 0, nor for the least
  /// number by -1, which stays.
  TruncDiv,
  FloorDiv,
  Remainder,
  /// Of floats: C's fmod.
  FMod,
  /// Not defined for NaN, which is the result, nor for zeros of different
  /// signs.
  Min,
  Max,
  // Of bools and integers.
  And,
  Or,
  Xor,
  // Any two of a type; the result is a bool.
  Equal,
  NotEqual,
  Less,
  LessOrEqual,
  Greater,
  GreaterOrEqual,
  LogicalAnd,
  LogicalOr,
  LogicalXor,
  // Rounded.
  Pow,
};

/// True for element types that kernels compute with: i1, integers of 8 to 64
/// bits (signless are signed), f16, bf16, f32 and f64.
bool isComputable(mlir::Type elementType);

/// True when the function exists for operands of this element type.
bool isDefined(UnaryOp op, mlir::Type elementType);
bool isDefined(BinaryOp op, mlir::Type elementType);

/// True when every machine computes the same bits.
bool isExact(UnaryOp op);
bool isExact(BinaryOp op);

/// The element type of the result, for operands of this element type.
mlir::Type getResultType(UnaryOp op, mlir::Type elementType);
mlir::Type getResultType(BinaryOp op, mlir::Type elementType);

/// Computes `count` elements; `out` may be an operand if the element width
/// stays. The function is defined for the type. Returns the index of the first
/// element whose result is not defined, or -1. Such an element gets the result
/// that the function says, or that NumPy gives.
int64_t compute(UnaryOp op, mlir::Type elementType, const char *in,
                int64_t count, char *out);
int64_t compute(BinaryOp op, mlir::Type elementType, const char *lhs,
                const char *rhs, int64_t count, char *out);

/// Converts by the rules of Tensor.to and of ONNX's Cast: integers wrap, floats
/// round to nearest even (through f32 to the 16-bit ones), everything but zero
/// is true. From 8-bit floats as well, but not to them. Returns the index of
/// the first element that `to` cannot hold (a float outside of an integer's
/// range, or a NaN), or -1: what eager PyTorch makes of it depends on the
/// processor. Such an element becomes the nearest integer, a NaN 0.
int64_t convert(mlir::Type from, mlir::Type to, const char *in, int64_t count,
                char *out);

/// `condition ? lhs : rhs` of elements of `width` bytes.
void select(int64_t width, const char *condition, const char *lhs,
            const char *rhs, int64_t count, char *out);

} // namespace torch_onnx::arithmetic

#endif // TORCH_ONNX_ARITHMETIC_KERNELS_H
