//===- Elementwise.h - Shared element-wise formulas -------------*- C++ -*-===//
//
// Declarations that the files of element-wise lowerings share.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_ELEMENTWISE_H
#define TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_ELEMENTWISE_H

#include "Lowering.h"

namespace torch_onnx {

/// Wraps a lowering so that it accepts only real numbers; the second one also
/// computes in opmath.
LoweringFn ofReals(LoweringFn lowering);
LoweringFn ofRealsInOpMath(LoweringFn lowering);

/// Builds expressions in double precision.
class Wide {
public:
  explicit Wide(Lowering &b) : b(b) {}

  mlir::Value number(double value) {
    return b.scalar(value, b.getBuilder().getF64Type());
  }
  mlir::Value scale(mlir::Value x, double factor) {
    return b.Mul(x, number(factor));
  }
  mlir::Value shift(mlir::Value x, double offset) {
    return b.Add(x, number(offset));
  }
  mlir::Value less(mlir::Value x, double bound) {
    return b.Less(x, number(bound));
  }
  /// numerator / x
  mlir::Value over(double numerator, mlir::Value x) {
    return b.Div(number(numerator), x);
  }
  mlir::Value square(mlir::Value x) { return b.Mul(x, x); }

private:
  Lowering &b;
};

/// Training dropout: each element is zeroed with probability `p`, in (0, 1],
/// and otherwise scaled by 1 / (1 - p).
mlir::Value buildTrainingDropout(Lowering &b, mlir::Value x, double p);

/// True when any element of `x` is true, as a 0-d tensor; false for an empty
/// tensor.
mlir::Value isAnyTrue(Lowering &b, mlir::Value x);

/// The difference of two arguments in the dtype of the result. Integers are
/// subtracted in their own dtype, where the difference may wrap around, and
/// then promoted as in PyTorch.
mlir::Value buildOwnDifference(Lowering &b, llvm::StringRef x,
                               llvm::StringRef y);

/// The value of a literal argument, else nullopt.
std::optional<double> getLiteral(Lowering &b, llvm::StringRef name);

/// The type in which PyTorch computes functions of `type`: narrow floats are
/// computed in a wider type and rounded once at the end.
mlir::Type getComputeType(Lowering &b, mlir::Type type);

/// The dtype in eager mode of a floating-point function of argument `name`,
/// even while the lowering computes in opmath.
mlir::Type getOwnFloatType(Lowering &b, llvm::StringRef name);

/// True when `type` represents `number` exactly.
bool isHeldBy(mlir::FloatType type, double number);

/// The largest finite number of a floating-point type.
double getLargest(mlir::FloatType type);

/// Where, also for booleans, for which ONNX Runtime has no kernel.
mlir::Value buildWhere(Lowering &b, mlir::Value condition, mlir::Value x,
                       mlir::Value y);

/// Rounds towards zero; NaN and infinities stay.
mlir::Value buildTrunc(Lowering &b, mlir::Value x);

/// True where the sign bit is set: negative numbers and -0.0.
mlir::Value buildSignBit(Lowering &b, mlir::Value x);

/// x * log(y), or x * log(1 + y); 0 where x is 0, unless y is NaN.
mlir::Value buildXLogY(Lowering &b, mlir::Value x, mlir::Value y,
                       bool plusOne = false);

/// exp(x) - 1 and log(1 + x) in f32 or f64, with a relative error of a few
/// roundings, also near zero.
mlir::Value buildExpm1(Lowering &b, mlir::Value x);
mlir::Value buildLog1p(Lowering &b, mlir::Value x);

/// 1 - erf(x), accurate also where that is small.
mlir::Value buildErfc(Lowering &b, mlir::Value x);

/// Evaluates a polynomial; the coefficient of the highest power comes first.
mlir::Value buildHorner(Lowering &b, mlir::Value x,
                        llvm::ArrayRef<double> coefficients);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_ELEMENTWISE_H
