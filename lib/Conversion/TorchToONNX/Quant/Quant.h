//===- Quant.h - Quantization with scales and zero points -------*- C++ -*-===//
//
// Declarations that the lowerings of quantized_decomposed and torchao share. A
// quantized number q stands for (q - zero point) * scale. A Grid maps elements
// to their parameters.
//
// Runtimes recognize QuantizeLinear and DequantizeLinear: ONNX Runtime fuses
// DequantizeLinear, an operator and QuantizeLinear into an operator on
// integers. Formulas that these cannot express exactly become arithmetic in
// PyTorch's dtypes (docs/Rationale/Quantization.md).
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_QUANT_H
#define TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_QUANT_H

#include "Lowering.h"

namespace torch_onnx {

/// The layout of the parameters of a tensor: one for the whole tensor; one per
/// index of an axis; or one per `block` elements along an axis and index of the
/// other axes.
struct Grid {
  enum Kind { Tensor, Axis, Blocks };
  Kind kind = Tensor;
  int64_t axis = 0;
  int64_t block = 0;
};

/// The parameters in the shape of their grid: [], [C], or that of the tensor
/// with the axis divided by the block size.
struct Parameters {
  mlir::Value scale;
  /// Null if it is 0.
  mlir::Value zeroPoint;
  Grid grid;
  /// 1 / scale as PyTorch rounds it; null to compute it by Reciprocal in the
  /// dtype of the scale.
  mlir::Value inverse = {};
};

/// `scale` and `zero_point` of the overloads that take numbers or tensors of
/// one element.
struct TensorParameters : Parameters {
  explicit TensorParameters(Lowering &b);

  /// 1 / scale, computed in f64 and rounded to f32.
  mlir::Value getInverse(Lowering &b) const;
  /// The same for a scale that is first rounded to f32.
  mlir::Value getSingleInverse(Lowering &b) const;

  /// The scale, if it is a literal.
  std::optional<double> number;
};

/// The minimum and maximum of integers of any dtype: of a constant, or the
/// constant bounds of a Clip. Returns nullopt for other values and if they are
/// not integers.
std::optional<std::pair<int64_t, int64_t>> getBounds(mlir::Value integers);

/// Whether a value is a constant, up to casts and reshapes.
bool isConstant(mlir::Value value);

/// A parameter in a shape that broadcasts with the result of splitBlocks().
mlir::Value spread(Lowering &b, mlir::Value parameter, const Grid &grid,
                   int64_t rank);
/// Splits the axis of the blocks into two: blocks, and the elements of a block.
mlir::Value splitBlocks(Lowering &b, mlir::Value x, const Grid &grid);

/// QuantizeLinear of an f32 tensor to `type`, followed by a Clip if the range
/// is narrower than that of the type. Preceded by a Mul where that changes
/// results and prevents no fusion. Null if QuantizeLinear does not support the
/// type, range, grid or zero point.
mlir::Value tryQuantizeLinear(Lowering &b, mlir::Value x,
                              const Parameters &parameters, int64_t min,
                              int64_t max, mlir::Type type);

/// clip(round(x) + zeroPoint), computed in the dtype of `x` and cast to `type`.
/// The zero point may be null; the bounds are 0-d tensors.
mlir::Value roundToType(Lowering &b, mlir::Value x, mlir::Value zeroPoint,
                        mlir::Value min, mlir::Value max, mlir::Type type);

/// Dequantizes a tensor to f32 by DequantizeLinear; null if that does not
/// support the type, grid or zero point.
mlir::Value tryDequantizeLinear(Lowering &b, mlir::Value x,
                                const Parameters &parameters);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_QUANT_H
