//===- Window.h - onnx: how a window moves over spatial axes ----*- C++ -*-===//
//
// The attributes that convolutions and pools share, with their defaults.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_WINDOW_H
#define TORCH_ONNX_DIALECT_ONNX_IR_WINDOW_H

#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

namespace torch_onnx::onnx {

/// A window over the spatial axes, which are numbered from 0. Absent lists mean
/// strides and dilations of 1 and no padding.
struct Window {
  llvm::StringRef autoPad = "NOTSET";
  std::optional<llvm::ArrayRef<int64_t>> dilations, pads, strides;
  bool ceilMode = false;

  /// The windows of an operator, which may lack some of the attributes.
  template <typename AdaptorT>
  explicit Window(AdaptorT op) : pads(op.getPads()), strides(op.getStrides()) {
    if constexpr (requires { op.getAutoPad(); })
      autoPad = op.getAutoPad();
    if constexpr (requires { op.getDilations(); })
      dilations = op.getDilations();
    if constexpr (requires { op.getCeilMode(); })
      ceilMode = op.getCeilMode();
  }

  /// Whether the lists have one number per axis and strides and dilations are
  /// positive. The verifiers of the operations call this.
  bool check(size_t numAxes, TypeInference &types) const;
  /// The size of the result along an axis of size `dim`; `kernel` may be null.
  mlir::AffineExpr apply(mlir::AffineExpr dim, mlir::AffineExpr kernel,
                         size_t axis, TypeInference &types) const;

  bool isSame() const { return autoPad.starts_with("SAME"); }
  int64_t dilation(size_t axis) const {
    return dilations ? (*dilations)[axis] : 1;
  }
  int64_t stride(size_t axis) const { return strides ? (*strides)[axis] : 1; }
  int64_t padBegin(size_t axis) const {
    return pads && autoPad != "VALID" ? (*pads)[axis] : 0;
  }
  int64_t padEnd(size_t axis) const {
    return pads && autoPad != "VALID" ? (*pads)[pads->size() / 2 + axis] : 0;
  }
  /// In the order of the attribute: the begins of all axes, then the ends.
  llvm::SmallVector<int64_t> getPads(size_t numAxes) const;
  /// The length of a kernel including the gaps of its dilation.
  int64_t extent(int64_t kernel, size_t axis) const {
    return (kernel - 1) * dilation(axis) + 1;
  }
  mlir::AffineExpr extent(mlir::AffineExpr kernel, size_t axis) const {
    return sym::add(sym::mul(sym::add(kernel, -1), dilation(axis)), 1);
  }
};

/// The dimensions of a convolution.
sym::DimList inferConvDims(mlir::Value x, mlir::Value w, int64_t group,
                           std::optional<llvm::ArrayRef<int64_t>> kernelShape,
                           const Window &window, TypeInference &types);
template <typename AdaptorT>
sym::DimList inferConvDims(AdaptorT op, TypeInference &types) {
  return inferConvDims(op.getX(), op.getW(), op.getGroup(), op.getKernelShape(),
                       Window(op), types);
}

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_DIALECT_ONNX_IR_WINDOW_H
