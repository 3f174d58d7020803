//===- Ranges.h - Bounds of symbols and of sizes ----------------*- C++ -*-===//
//
// The known ranges of the values of symbols, stored on the module:
//
//   module attributes {sym.ranges = {s0 = array<i64: 2, 9223372036854775807>}}
//
// The two numbers are the least and the greatest possible value, inclusive; the
// least and greatest int64_t mean "not bounded". A symbol without an entry may
// have any value. The bounds of functions follow from their operands.
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

/// Ranges by the names of symbols.
using Ranges = llvm::StringMap<Range>;

/// Narrows the range of a symbol. Returns false without a change if the range
/// would be empty.
bool narrow(Ranges &ranges, llvm::StringRef symbol, Range range);

/// Malformed entries are skipped (the verifier of the dialect reports them).
Ranges readRanges(mlir::Operation *module);
/// Replaces the attribute, or removes it if no symbol is bounded.
void writeRanges(mlir::Operation *module, const Ranges &ranges);

/// A lower (upper) bound of `expr`; nothing if none was found. Uses
/// interval arithmetic over the normal form, and also replaces floor divisions
/// by their exact quotients, so that a - a floordiv 2 >= 1 for a >= 1.
std::optional<int64_t> lowerBound(mlir::AffineExpr expr, const Ranges &ranges);
std::optional<int64_t> upperBound(mlir::AffineExpr expr, const Ranges &ranges);

/// The same for any number (Functions.h). The bound of a float is an integer.
std::optional<int64_t> lowerBound(mlir::Attribute number, const Ranges &ranges);

/// True unless the size `dim` is known to be nonzero. True for an unknown size
/// (null).
bool mayBeZero(mlir::AffineExpr dim, const Ranges &ranges);

} // namespace torch_onnx::sym

#endif // TORCH_ONNX_DIALECT_SYM_IR_RANGES_H
