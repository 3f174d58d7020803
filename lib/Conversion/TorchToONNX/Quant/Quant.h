//===- Quant.h - Quantization with scales and zero points -------*- C++ -*-===//
//
// What the lowerings of quantized_decomposed and of torchao share. A quantized
// number q stands for (q - zero point) * scale; where the parameters of an
// element are is said by a Grid.
//
// QuantizeLinear and DequantizeLinear are what runtimes look for: ONNX Runtime
// makes an operator on integers of DequantizeLinear, an operator on numbers and
// QuantizeLinear. What they cannot say exactly is spelled out as arithmetic in
// the dtypes that PyTorch computes in (docs/Rationale/Quantization.md).
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_QUANT_H
#define TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_QUANT_H

#include "Lowering.h"

namespace torch_onnx {

/// How parameters lie over a tensor: one for all of it; one for each index of
/// an axis; one for each `block` elements along an axis and each index of the
/// other axes.
struct Grid {
  enum Kind { Tensor, Axis, Blocks };
  Kind kind = Tensor;
  int64_t axis = 0;
  int64_t block = 0;
};

/// The parameters in the shape that their grid has: [], [C], or that of the
/// tensor with the axis divided by the size of a block.
struct Parameters {
  mlir::Value scale;
  /// Null where it is 0.
  mlir::Value zeroPoint;
  Grid grid;
  /// 1 / scale as PyTorch rounds it; null for the Reciprocal in the dtype of
  /// the scale.
  mlir::Value inverse = {};
};

/// `scale` and `zero_point` of the overloads that have numbers for them, and of
/// those that have tensors of one element.
struct TensorParameters : Parameters {
  explicit TensorParameters(Lowering &b);

  /// 1 / scale, computed in double precision and rounded to f32.
  mlir::Value getInverse(Lowering &b) const;
  /// The same of a scale that is rounded to f32 before.
  mlir::Value getSingleInverse(Lowering &b) const;

  /// The scale, if it is a literal.
  std::optional<double> number;
};

/// The least and the greatest of some integers, in whatever dtype: those of a
/// constant, or of what has been clipped to constant bounds. Nothing where the
/// run alone knows, and where they are no integers.
std::optional<std::pair<int64_t, int64_t>> getBounds(mlir::Value integers);

/// Whether a value is a constant but for its dtype and shape.
bool isConstant(mlir::Value value);

/// A parameter in a shape that broadcasts with the tensor, once splitBlocks()
/// has had the tensor.
mlir::Value spread(Lowering &b, mlir::Value parameter, const Grid &grid,
                   int64_t rank);
/// The axis of the blocks as two: blocks, and the elements of a block.
mlir::Value splitBlocks(Lowering &b, mlir::Value x, const Grid &grid);

/// QuantizeLinear of an f32 tensor to `type`, then a Clip if the range is
/// narrower than the type's, before it a Mul where that makes a difference and
/// costs no fused kernel; null where QuantizeLinear does not have the type, the
/// range, the grid or the zero point.
mlir::Value tryQuantizeLinear(Lowering &b, mlir::Value x,
                              const Parameters &parameters, int64_t min,
                              int64_t max, mlir::Type type);

/// `x` to the nearest integers, in its own dtype: clip(round(x) + zeroPoint),
/// in `type`. The zero point may be null, the bounds are 0-d tensors.
mlir::Value roundToType(Lowering &b, mlir::Value x, mlir::Value zeroPoint,
                        mlir::Value min, mlir::Value max, mlir::Type type);

/// The numbers of a quantized tensor in f32, by DequantizeLinear; null where it
/// does not have the type, the grid or the zero point.
mlir::Value tryDequantizeLinear(Lowering &b, mlir::Value x,
                                const Parameters &parameters);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_QUANT_H
