//===- Limits.h - Lowest and greatest number of a type ----------*- C++ -*-===//
//
// Limits of integer and finite floating-point types.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_ARITHMETIC_LIMITS_H
#define TORCH_ONNX_ARITHMETIC_LIMITS_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APInt.h"

#include <cstdint>
#include <utility>

namespace torch_onnx::arithmetic {

/// The results have the width of the type.
llvm::APInt getLeast(mlir::IntegerType type);
llvm::APInt getGreatest(mlir::IntegerType type);

/// Both limits as i64, which represents those of all integer types except ui64;
/// its greatest number becomes that of i64.
std::pair<int64_t, int64_t> getLimits(mlir::IntegerType type);

/// The greatest finite number.
double getGreatest(mlir::FloatType type);

} // namespace torch_onnx::arithmetic

#endif // TORCH_ONNX_ARITHMETIC_LIMITS_H
