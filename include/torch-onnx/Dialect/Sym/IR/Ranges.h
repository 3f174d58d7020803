//===- Ranges.h - Bounds of symbols and of sizes ----------------*- C++ -*-===//
//
// What is known about the values of symbols, kept on the module:
//
//   module attributes {sym.ranges = {s0 = array<i64: 2, 9223372036854775807>}}
//
// The two numbers are the least and the greatest value, both possible; the
// least and greatest int64_t mean "not bounded". A symbol without an entry may
// have any value. Functions have the bounds that follow from their operands.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_SYM_IR_RANGES_H
#define TORCH_ONNX_DIALECT_SYM_IR_RANGES_H

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringMap.h"

#include <limits>

namespace torch_onnx::sym {

/// The name of the attribute.
inline constexpr llvm::StringLiteral kRangesAttrName = "sym.ranges";

struct Range {
  int64_t min = std::numeric_limits<int64_t>::min();
  int64_t max = std::numeric_limits<int64_t>::max();

  bool isUnbounded() const { return *this == Range(); }
  bool operator==(const Range &) const = default;
};

/// By the name of the symbol.
using Ranges = llvm::StringMap<Range>;

/// Narrows the range of a symbol. False, and nothing is changed, when no value
/// would be left.
bool narrow(Ranges &ranges, llvm::StringRef symbol, Range range);

/// Malformed entries are left out (the verifier of the dialect reports them).
Ranges readRanges(mlir::Operation *module);
/// Replaces the attribute; removes it when nothing is bounded.
void writeRanges(mlir::Operation *module, const Ranges &ranges);

/// A value that `expr` is never below (above), nothing when none was found.
/// Interval arithmetic over the normal form, with exact floor divisions also
/// estimated by their quotients, so that a - a floordiv 2 >= 1 for a >= 1.
std::optional<int64_t> lowerBound(mlir::AffineExpr expr, const Ranges &ranges);
std::optional<int64_t> upperBound(mlir::AffineExpr expr, const Ranges &ranges);

/// The same for any number (Functions.h); of a float, a bound that is whole.
std::optional<int64_t> lowerBound(mlir::Attribute number, const Ranges &ranges);

/// The size `dim` is nowhere known to be other than zero; so may be one that is
/// not known (null).
bool mayBeZero(mlir::AffineExpr dim, const Ranges &ranges);

} // namespace torch_onnx::sym

#endif // TORCH_ONNX_DIALECT_SYM_IR_RANGES_H
