//===- Views.h - Other views of a weight in a file --------------*- C++ -*-===//
//
// Transposing, slicing, expanding and often reshaping a weight only changes its
// offset and strides; of an expression over weights, those of its operands.
// Every function fails where its arguments make no sense
// for the weight, or where no strides can say it.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_WEIGHT_IR_VIEWS_H
#define TORCH_ONNX_DIALECT_WEIGHT_IR_VIEWS_H

#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"

namespace torch_onnx::weight {

/// Dimension `i` of the result is dimension `permutation[i]` of `attr`.
llvm::FailureOr<FileAttr> transposeFile(FileAttr attr,
                                        llvm::ArrayRef<int64_t> permutation);

/// The elements in row-major order under another shape. Fails when the new
/// shape would need a copy (torch.Tensor.view's rule), or when the element type
/// or the number of elements differs.
llvm::FailureOr<FileAttr> reshapeFile(FileAttr attr,
                                      mlir::RankedTensorType type);

/// The expression of `kind`, of which `type` and `axis` are as ExprAttr has
/// them. Fails for what is no valid expression, and at the limits of
/// expressions; nothing is reported.
llvm::FailureOr<mlir::ElementsAttr>
makeExpr(mlir::RankedTensorType type, ExprKind kind,
         llvm::ArrayRef<mlir::ElementsAttr> operands, int64_t axis = 0);

/// reshapeFile() of any attribute: another view of a file, elements in memory,
/// a concatenation of reshaped operands, else a `reshape` expression. Fails
/// when the element type or the number of elements differs, and at the limits
/// of expressions.
llvm::FailureOr<mlir::ElementsAttr>
reshapeElements(mlir::ElementsAttr attr, mlir::RankedTensorType type);

/// transposeFile() of any attribute: of an expression, its operands are
/// transposed. Fails for elements in memory of more than `maxComputedBytes`,
/// and at the limits of expressions.
llvm::FailureOr<mlir::ElementsAttr>
transposeElements(mlir::ElementsAttr attr, llvm::ArrayRef<int64_t> permutation);
inline constexpr int64_t maxComputedBytes = 65536;

/// `sizes[i]` elements of dimension `i`, every `steps[i]`-th from `starts[i]`
/// on. Steps are positive, and everything lies inside of `attr`.
llvm::FailureOr<FileAttr> sliceFile(FileAttr attr,
                                    llvm::ArrayRef<int64_t> starts,
                                    llvm::ArrayRef<int64_t> sizes,
                                    llvm::ArrayRef<int64_t> steps);

/// Broadcasts to `shape` by numpy's rule.
llvm::FailureOr<FileAttr> expandFile(FileAttr attr,
                                     llvm::ArrayRef<int64_t> shape);

} // namespace torch_onnx::weight

#endif // TORCH_ONNX_DIALECT_WEIGHT_IR_VIEWS_H
