//===- Arithmetic.h - Element-wise arithmetic on raw elements ---*- C++ -*-===//
//
// Private to the library: the kernels of weight expressions, on packed blocks.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_WEIGHT_IR_ARITHMETIC_H
#define TORCH_ONNX_LIB_DIALECT_WEIGHT_IR_ARITHMETIC_H

#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"

namespace torch_onnx::weight {

/// Computes `count` elements of `type` from two packed blocks; `out` may be one
/// of them. Kind and type are as ExprAttr's verifier allows.
void computeBinary(ExprKind kind, mlir::Type type, const char *lhs,
                   const char *rhs, int64_t count, char *out);

/// Converts `count` packed elements. The index of the first element that `to`
/// cannot hold (a float outside of an integer's range, or a NaN), or -1: what
/// eager PyTorch makes of it depends on the processor.
int64_t convert(mlir::Type from, mlir::Type to, const char *in, int64_t count,
                char *out);

/// Rounds to nearest even; overflow is infinity, a NaN is the quiet NaN.
uint16_t floatToHalf(float value);
uint16_t floatToBFloat16(float value);
float halfToFloat(uint16_t bits);
float bfloat16ToFloat(uint16_t bits);

} // namespace torch_onnx::weight

#endif // TORCH_ONNX_LIB_DIALECT_WEIGHT_IR_ARITHMETIC_H
