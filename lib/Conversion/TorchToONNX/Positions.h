//===- Positions.h - Tables of positions ------------------------*- C++ -*-===//
//
// Lowerings that pick elements (windows, diagonals, triangles, strided views)
// need tables of their positions. What can be counted when the model runs is
// counted then, unless it is small: a model does not carry what it can make.
// Tables that only the compiler can make have a limit.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_POSITIONS_H
#define TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_POSITIONS_H

#include "Lowering.h"

namespace torch_onnx {

/// Most elements of a constant that could be computed when the model runs.
inline constexpr int64_t maxTableElements = 4096;

/// Most elements of a constant that could not: the weights of a resampling, the
/// elements of a window function. Larger ones are refused.
inline constexpr int64_t maxConstantElements = 1 << 20;

/// True when a constant of that many elements may be written; refuses
/// otherwise, and names the limit. A size that is less than 0 is refused, too.
bool checkConstantSize(Lowering &b, int64_t numElements);

/// True when a table of these sizes, which are constant, is small, and none of
/// them is large: code may count up to each.
bool isSmallTable(llvm::ArrayRef<int64_t> sizes);

/// The size of a dimension of `x` as a 0-d i64 tensor, also when it is not
/// known before the model runs.
mlir::Value buildSize(Lowering &b, mlir::Value x, int64_t axis);

/// start, start + step, ... : `size` numbers, 1-d i64. Refuses when the size
/// cannot be computed.
mlir::Value buildPositions(Lowering &b, mlir::AffineExpr size,
                           int64_t start = 0, int64_t step = 1);

/// 0, 1, ... : as many as the 0-d `size` says, of which `dim` is the expression
/// when it is known.
mlir::Value buildPositions(Lowering &b, mlir::Value size,
                           mlir::AffineExpr dim = {});

/// 0, 1, ... below the size of the dimension `axis` of `x`.
mlir::Value buildPositionsOf(Lowering &b, mlir::Value x, int64_t axis);

/// A 1-d `vector` as it broadcasts along the dimension `axis` of `rank`.
mlir::Value alongAxis(Lowering &b, mlir::Value vector, int64_t axis,
                      int64_t rank);

/// [i, j] = starts[i] + offsets[j] for two 1-d i64 tensors.
mlir::Value buildGrid(Lowering &b, mlir::Value starts, mlir::Value offsets);

/// Windows of `size` elements, `step` apart, [count, size] i64.
mlir::Value buildWindows(Lowering &b, mlir::AffineExpr count, int64_t size,
                         int64_t step);

/// Positions in the flattened [rows, columns] of the elements of a diagonal of
/// the last two dimensions of `x`, 1-d; `count` is how many there are when that
/// is known.
mlir::Value buildDiagonal(Lowering &b, mlir::Value x, int64_t offset,
                          mlir::AffineExpr count);

/// For each of `size` positions (1-d with one element; `total` is its
/// expression when it is known) how many of `places`, 1-d i64 and at most
/// `size`, are not behind it. Memory is linear in both.
mlir::Value countPlacesUpTo(Lowering &b, mlir::Value places, mlir::Value size,
                            mlir::AffineExpr total);

/// 0 repeated repeats[0] times, 1 repeated repeats[1] times, ... : 1-d i64.
/// Memory is linear in the operand and the result. `total` is the size of the
/// result when it is known.
mlir::Value buildRepeated(Lowering &b, mlir::Value repeats,
                          mlir::AffineExpr total);

/// {rows, columns} in row-major order of the elements of a [rows, columns]
/// matrix (0-d i64) for which column - row >= offset (upper) or <= offset;
/// `count` is how many there are when that is known.
std::pair<mlir::Value, mlir::Value> buildTriangle(Lowering &b, mlir::Value rows,
                                                  mlir::Value columns,
                                                  int64_t offset, bool upper,
                                                  mlir::AffineExpr count);

/// The number of elements of the sorted `sequence` [..., n] before each of
/// `values` [..., m] (with `right` or equal to them), i64; or of values of any
/// shape in one sequence [n]. Both have one dtype. Memory is linear in both.
mlir::Value buildSearch(Lowering &b, mlir::Value sequence, mlir::Value values,
                        bool right);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_POSITIONS_H
