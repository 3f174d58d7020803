//===- Limits.h - The least and the greatest number of a type ---*- C++ -*-===//
//
// Of integers and of finite floats.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_ARITHMETIC_LIMITS_H
#define TORCH_ONNX_ARITHMETIC_LIMITS_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APInt.h"

#include <cstdint>
#include <utility>

namespace torch_onnx::arithmetic {

/// The numbers have the width of the type.
llvm::APInt getLeast(mlir::IntegerType type);
llvm::APInt getGreatest(mlir::IntegerType type);

/// Both as i64, which holds those of all integer types but ui64: its greatest
/// number becomes that of i64.
std::pair<int64_t, int64_t> getLimits(mlir::IntegerType type);

/// The greatest finite number.
double getGreatest(mlir::FloatType type);

} // namespace torch_onnx::arithmetic

#endif // TORCH_ONNX_ARITHMETIC_LIMITS_H
