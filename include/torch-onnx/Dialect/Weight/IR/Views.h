//===- Views.h - Views of a weight in a file --------------------*- C++ -*-===//
//
// Transposing, slicing, expanding and often reshaping a weight only changes its
// offset and strides. For an expression over weights, the operands change.
// Every function fails if its arguments are not valid for the weight, or if no
// strides express the result.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_WEIGHT_IR_VIEWS_H
#define TORCH_ONNX_DIALECT_WEIGHT_IR_VIEWS_H

#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"

namespace torch_onnx::weight {

/// Dimension `i` of the result is dimension `permutation[i]` of `attr`.
llvm::FailureOr<FileAttr> transposeFile(FileAttr attr,
                                        llvm::ArrayRef<int64_t> permutation);

/// Reshapes the elements in row-major order. Fails if the new shape would need
/// a copy (torch.Tensor.view's rule), or if the element type or the number of
/// elements differs.
llvm::FailureOr<FileAttr> reshapeFile(FileAttr attr,
                                      mlir::RankedTensorType type);

/// Builds the expression of `kind`; `type` and `axis` are those of ExprAttr.
/// Fails without a diagnostic if the expression is invalid or exceeds the
/// limits of expressions.
llvm::FailureOr<mlir::ElementsAttr>
makeExpr(mlir::RankedTensorType type, ExprKind kind,
         llvm::ArrayRef<mlir::ElementsAttr> operands, int64_t axis = 0);

/// Like reshapeFile(), for any attribute. The result is another view of a file,
/// elements in memory, a concatenation of reshaped operands, or else a
/// `reshape` expression. Fails if the element type or the number of elements
/// differs, and at the limits of expressions.
llvm::FailureOr<mlir::ElementsAttr>
reshapeElements(mlir::ElementsAttr attr, mlir::RankedTensorType type);

/// Like transposeFile(), for any attribute: the operands of an expression are
/// transposed. Fails for elements in memory of more than `maxComputedBytes`,
/// and at the limits of expressions.
llvm::FailureOr<mlir::ElementsAttr>
transposeElements(mlir::ElementsAttr attr, llvm::ArrayRef<int64_t> permutation);
inline constexpr int64_t maxComputedBytes = 65536;

/// Slices each dimension `i`: `sizes[i]` elements from `starts[i]` on with step
/// `steps[i]`. Steps are positive, and all elements are within `attr`.
llvm::FailureOr<FileAttr> sliceFile(FileAttr attr,
                                    llvm::ArrayRef<int64_t> starts,
                                    llvm::ArrayRef<int64_t> sizes,
                                    llvm::ArrayRef<int64_t> steps);

} // namespace torch_onnx::weight

#endif // TORCH_ONNX_DIALECT_WEIGHT_IR_VIEWS_H
