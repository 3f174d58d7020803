//===- Positions.h - Tables of positions ------------------------*- C++ -*-===//
//
// Lowerings that select elements (windows, diagonals, triangles, strided views)
// need tables of positions. Tables that are not small are computed at run time,
// so that the model does not store them. Tables that only the compiler can
// compute have a limit.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_POSITIONS_H
#define TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_POSITIONS_H

#include "Lowering.h"

namespace torch_onnx {

/// The largest constant table that could also be computed at run time.
inline constexpr int64_t maxTableElements = 4096;

/// The largest constant that could not: weights of a resampling, elements of a
/// window function. Larger ones are refused.
inline constexpr int64_t maxConstantElements = 1 << 20;

/// True when a constant of this many elements may be written. Otherwise refuses
/// with the limit; a negative size is refused, too.
bool checkConstantSize(Lowering &b, int64_t numElements);

/// True when a table of these constant sizes is small and each size is small
/// enough to iterate over.
bool isSmallTable(llvm::ArrayRef<int64_t> sizes);

/// The size of a dimension of `x` as a 0-d i64 tensor, also if it is dynamic.
mlir::Value buildSize(Lowering &b, mlir::Value x, int64_t axis);

/// start, start + step, ... : `size` numbers, 1-d i64. Refuses a size that
/// cannot be computed.
mlir::Value buildPositions(Lowering &b, mlir::AffineExpr size,
                           int64_t start = 0, int64_t step = 1);

/// 0, 1, ... below the 0-d `size`; `dim` is its expression if known.
mlir::Value buildPositions(Lowering &b, mlir::Value size,
                           mlir::AffineExpr dim = {});

/// 0, 1, ... below the size of the dimension `axis` of `x`.
mlir::Value buildPositionsOf(Lowering &b, mlir::Value x, int64_t axis);

/// A bound of a slice as a 1-d tensor of one element.
mlir::Value buildBound(Lowering &b, llvm::StringRef name, int64_t ifNone);

/// The step of a slice as a 1-d tensor of one element. Refuses a step that may
/// be negative, for which PyTorch raises an error and ONNX's Slice reads
/// backwards.
mlir::Value buildStep(Lowering &b);

/// Reshapes a 1-d `vector` to broadcast along the dimension `axis` of `rank`.
mlir::Value alongAxis(Lowering &b, mlir::Value vector, int64_t axis,
                      int64_t rank);

/// [i, j] = starts[i] + offsets[j] for two 1-d i64 tensors.
mlir::Value buildGrid(Lowering &b, mlir::Value starts, mlir::Value offsets);

/// Windows of `size` elements, `step` apart, [count, size] i64.
mlir::Value buildWindows(Lowering &b, mlir::AffineExpr count, int64_t size,
                         int64_t step);

/// The 1-d positions in the flattened [rows, columns] of a diagonal of the last
/// two dimensions of `x`; `count` is the number of elements, if known.
mlir::Value buildDiagonal(Lowering &b, mlir::Value x, int64_t offset,
                          mlir::AffineExpr count);

/// For each of `size` positions (1-d with one element; `total` is its
/// expression, if known), the number of `places` (1-d i64, at most `size`) that
/// are not after it. Memory is linear in both.
mlir::Value countPlacesUpTo(Lowering &b, mlir::Value places, mlir::Value size,
                            mlir::AffineExpr total);

/// 0 repeated repeats[0] times, 1 repeated repeats[1] times, ... : 1-d i64.
/// Memory is linear in the operand and the result. `total` is the size of the
/// result, if known.
mlir::Value buildRepeated(Lowering &b, mlir::Value repeats,
                          mlir::AffineExpr total);

/// Returns {rows, columns}, in row-major order, of the elements of a [rows,
/// columns] matrix (0-d i64) for which column - row >= offset (upper) or <=
/// offset. `count` is the number of elements, if known.
std::pair<mlir::Value, mlir::Value> buildTriangle(Lowering &b, mlir::Value rows,
                                                  mlir::Value columns,
                                                  int64_t offset, bool upper,
                                                  mlir::AffineExpr count);

/// For each of `values` [..., m] the number of elements before it in the sorted
/// `sequence` [..., n] (with `right`, or equal to it), i64. A 1-d sequence
/// takes values of any shape. Both have the same dtype. Memory is linear in
/// both.
mlir::Value buildSearch(Lowering &b, mlir::Value sequence, mlir::Value values,
                        bool right);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_POSITIONS_H
