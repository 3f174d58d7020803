//===- Kernels.h - Element-wise kernels on packed blocks --------*- C++ -*-===//
//
// Element-wise functions over blocks of packed elements in memory, in the
// format of ONNX's raw_data: little-endian, with a bool as a byte 0 or 1. All
// constant folding and all expressions over weights use these kernels, so that
// results are consistent.
//
// There are two kinds of functions (`isExact`):
//
// - Exact functions have the same result on every machine: integers modulo 2^n,
//   functions whose rounding IEEE 754 defines, comparisons, logic and
//   conversions. Half precision is computed in f32 and rounded once, as in
//   PyTorch (ATen/OpMathType.h) and runtimes.
// - The others (exp, tanh, ...) are computed in f64, those of f64 in
//   `long double`, and rounded once. The result is at least as accurate as one
//   computed in the type itself by PyTorch or a runtime, but may differ in the
//   last bits.
//
// A computed NaN is the positive quiet one, because the NaN that a processor
// computes varies and files must not depend on it.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_ARITHMETIC_KERNELS_H
#define TORCH_ONNX_ARITHMETIC_KERNELS_H

#include "mlir/IR/BuiltinTypes.h"

#include <cstdint>

namespace torch_onnx::arithmetic {

//===--- Half precision ---------------------------------------------------===//

/// Rounds to nearest even; overflow gives infinity. A NaN becomes a quiet NaN:
/// in f16 with its sign, as in c10::Half, in bf16 the positive one, as in
/// c10::BFloat16.
uint16_t floatToHalf(float value);
uint16_t floatToBFloat16(float value);
float halfToFloat(uint16_t bits);
float bfloat16ToFloat(uint16_t bits);

//===--- Functions --------------------------------------------------------===//

enum class UnaryOp {
  // Exact.
  Neg,
  Abs,
  /// Logical negation of a bool, all bits of an integer.
  Not,
  /// For any type; the result is a bool.
  LogicalNot,
  Floor,
  Ceil,
  /// Rounds to nearest, ties to even.
  Round,
  Sqrt,
  Reciprocal,
  /// -1, 0 or 1. A NaN gives NaN and -0.0 gives 0.0; both count as undefined,
  /// because runtimes differ.
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
  /// The logical or of bools.
  Add,
  /// Not for bools.
  Sub,
  /// The logical and of bools.
  Mul,
  /// For floats.
  Div,
  /// Integer division rounded towards zero, rounded down, and the remainder
  /// with the sign of the divisor. Undefined for a divisor of 0, which gives 0,
  /// and for the lowest number by -1, which gives the lowest number.
  TruncDiv,
  FloorDiv,
  Remainder,
  /// C's fmod, for floats.
  FMod,
  /// Undefined for NaN, which gives NaN, and for zeros of different signs.
  Min,
  Max,
  // For bools and integers.
  And,
  Or,
  Xor,
  // For two operands of any one type; the result is a bool.
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

/// True for element types that kernels support: i1, integers of 8 to 64 bits
/// (signless are signed), f16, bf16, f32 and f64.
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

/// Computes `count` elements; `out` may be an operand of the same element
/// width. The function must be defined for the type. Returns the index of the
/// first element whose result is undefined, or -1. An undefined element gets
/// the result that the function documents, or else that of NumPy.
int64_t compute(UnaryOp op, mlir::Type elementType, const char *in,
                int64_t count, char *out);
int64_t compute(BinaryOp op, mlir::Type elementType, const char *lhs,
                const char *rhs, int64_t count, char *out);

/// Converts by the rules of Tensor.to and ONNX's Cast: integers wrap around,
/// floats round to nearest even (through f32 to 16-bit floats), and all nonzero
/// numbers are true. Also converts from 8-bit floats, but not to them. Returns
/// the index of the first element that `to` cannot represent (a float out of an
/// integer's range, or a NaN), or -1: the result of eager PyTorch then depends
/// on the processor. Such an element becomes the nearest integer, and a NaN 0.
int64_t convert(mlir::Type from, mlir::Type to, const char *in, int64_t count,
                char *out);

/// `condition ? lhs : rhs` of elements of `width` bytes.
void select(int64_t width, const char *condition, const char *lhs,
            const char *rhs, int64_t count, char *out);

} // namespace torch_onnx::arithmetic

#endif // TORCH_ONNX_ARITHMETIC_KERNELS_H
