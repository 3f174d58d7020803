//===- Layout.h - Memory layouts of tensors ---------------------*- C++ -*-===//
//
// Sizes and strides, properties derived from them, and the layout that eager's
// kernels give a new tensor. The rules are PyTorch's own:
//
//  - computeStride_impl in ATen/TensorUtils.cpp: whether a reshape is a view;
//  - c10/core/Contiguity.h: whether a tensor is contiguous;
//  - reorder_dimensions and allocate_or_resize_outputs in
//    ATen/native/TensorIterator.cpp: what an elementwise operator allocates.
//
// The stride of a dimension of size 1 has no meaning and is never compared.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_LAYOUT_H
#define TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_LAYOUT_H

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>

namespace torch_onnx {

enum class Answer { No, Yes, Unknown };

/// One stride for each size. Strides are not null.
struct Layout {
  llvm::SmallVector<mlir::AffineExpr, 4> sizes, strides;
  mlir::AffineExpr offset;
  std::string device;
};

/// Whether elements are contiguous in the order of `axes`, outermost first.
Answer isInOrder(const Layout &layout, llvm::ArrayRef<int64_t> axes);
Answer isRowMajor(const Layout &layout);

/// Whether a reshape to `sizes` is a view of a tensor with that layout.
Answer isReshapeView(const Layout &from, llvm::ArrayRef<mlir::AffineExpr> to);

/// Whether two tensors of the same sizes have the same strides.
bool haveSameStrides(const Layout &a, const Layout &b);

/// The layout of the new tensor that at::TensorIterator allocates for the
/// result of an elementwise operator. The first operand, in order, that
/// distinguishes two dimensions decides which one is the inner dimension.
/// `result` has the sizes of the result. Nothing if a size or a stride is not
/// constant.
std::optional<Layout>
getElementwiseLayout(llvm::ArrayRef<const Layout *> operands,
                     const Layout &result);

/// Whether the result of an elementwise operator has the strides of all its
/// operands, because these have the same sizes and strides. Operands with one
/// element are ignored.
bool isLaidOutAlike(llvm::ArrayRef<const Layout *> operands,
                    const Layout &result);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_LAYOUT_H
