//===- DecomposeDerivatives.cpp - Derivatives of activations --------------===//
//
// Operators of the backward pass, which occur in training programs. They have
// their own kernels in eager, so LibTorch cannot decompose them. The formulas,
// including NaN and bounds, are those of the CPU kernels
// (ATen/native/cpu/Activation.cpp, BinaryOpsKernel.cpp,
// PointwiseOpsKernel.cpp). Some CPU kernels treat NaN differently in whole
// vectors and in the remainder (elu, hardswish, hardtanh, hardshrink,
// softshrink). The rules follow the remainder, which agrees with other devices.
// Derivatives of layers are in DecomposeLayerDerivatives.cpp.
//
//===----------------------------------------------------------------------===//

#include "Derivatives.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "llvm/Support/ScopedPrinter.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

Value torch::getInOpMath(TorchBuilder &b, Value x) {
  if (!x)
    return x;
  auto type = dyn_cast<FloatType>(b.getType(x).getElementType());
  if (!type || type.getWidth() >= 32)
    return x;
  return b.cast(x, Float32Type::get(x.getContext()));
}

Value torch::getInOpMath(TorchBuilder &b, const Arguments &args,
                         StringRef name) {
  return getInOpMath(b, args.getValue(name));
}

CallArgument torch::getElementCount(TorchBuilder &b, Value x) {
  if (b.isRefused())
    return 1;
  AffineExpr count = getAffineConstantExpr(1, x.getContext());
  for (AffineExpr dim : sym::getDims(b.getType(x))) {
    if (!b.requireKnown(dim))
      return 1;
    count = sym::mul(count, dim);
  }
  return b.size(count);
}

Operands torch::getOperands(TorchBuilder &b, const Arguments &args,
                            StringRef grad, StringRef input) {
  Type type = b.getType(args.getValue(grad)).getElementType();
  Type other = b.getType(args.getValue(input)).getElementType();
  if (!isa<FloatType>(type) || type != other)
    b.refuse("its rule expects '" + grad + "' and '" + input +
             "' to be floats of one dtype, found " + llvm::to_string(type) +
             " and " + llvm::to_string(other));
  // A rule may request the rank of an operand after a refusal.
  if (b.isRefused())
    return {args.getValue(grad), args.getValue(input), type};
  return {getInOpMath(b, args, grad), getInOpMath(b, args, input), type};
}

void torch::requireFloat(TorchBuilder &b, Value x) {
  Type type = b.getType(x).getElementType();
  if (!isa<FloatType>(type))
    b.refuse("its rule expects floats, found " + llvm::to_string(type));
}

Value torch::castLike(TorchBuilder &b, Value x, Value like) {
  return x ? b.cast(x, b.getType(like).getElementType()) : x;
}

double torch::getNumber(TorchBuilder &b, const Arguments &args,
                        StringRef name) {
  if (std::optional<int64_t> integer = args.getInt(name))
    return double(*integer);
  return require(b, args.getFloat(name));
}

bool torch::isWanted(const Arguments &args, unsigned index, StringRef name) {
  std::optional<SmallVector<OpFoldResult>> mask = args.getList(name);
  if (!mask || index >= mask->size())
    return true;
  auto flag =
      dyn_cast_if_present<BoolAttr>(dyn_cast<Attribute>((*mask)[index]));
  return !flag || flag.getValue();
}

Value torch::alongAxis(TorchBuilder &b, Value x, int64_t axis, int64_t rank) {
  SmallVector<int64_t> sizes(std::max<int64_t>(rank - axis, 1), 1);
  sizes.front() = -1;
  return b.view(x, sizes);
}

Value torch::countUp(TorchBuilder &b, AffineExpr size) {
  if (!b.requireKnown(size))
    return Value();
  return b.call("aten.arange.default", {b.size(size)});
}

CallArgument torch::sizesOf(TorchBuilder &b, Value x) {
  SmallVector<OpFoldResult> sizes;
  if (b.isRefused())
    return sizes;
  for (AffineExpr dim : sym::getDims(b.getType(x)))
    sizes.push_back(b.requireKnown(dim) ? b.size(dim) : OpFoldResult());
  return sizes;
}

//===----------------------------------------------------------------------===//
// Derivatives in terms of the result
//===----------------------------------------------------------------------===//

/// Casts the result of a formula in opmath to the dtype of its operands.
static Value likeGradient(TorchBuilder &b, const Arguments &args,
                          Value result) {
  Type grad = b.getType(args.getValue("grad_output")).getElementType();
  Type output = b.getType(args.getValue("output")).getElementType();
  return grad == output ? b.cast(result, grad) : result;
}

// aten::sigmoid_backward(Tensor grad_output, Tensor output) -> Tensor
static Decomposed sigmoidBackward(TorchBuilder &b, const Arguments &args) {
  Value y = getInOpMath(b, args, "output");
  requireReal(b, y);
  Value rest = b.rsub(y, 1);
  Value grad = b.mul(getInOpMath(b, args, "grad_output"), rest);
  return likeGradient(b, args, b.mul(grad, y));
}

// aten::tanh_backward(Tensor grad_output, Tensor output) -> Tensor
static Decomposed tanhBackward(TorchBuilder &b, const Arguments &args) {
  Value y = getInOpMath(b, args, "output");
  requireReal(b, y);
  Value slope = b.rsub(b.mul(y, y), 1);
  Value grad = b.mul(getInOpMath(b, args, "grad_output"), slope);
  return likeGradient(b, args, grad);
}

// aten::_softmax_backward_data(Tensor grad_output, Tensor output, int dim,
//                              ScalarType input_dtype) -> Tensor
static Decomposed softmaxBackward(TorchBuilder &b, const Arguments &args) {
  Value y = getInOpMath(b, args, "output");
  Value grad = b.mul(getInOpMath(b, args, "grad_output"), y);
  Value sum = b.sum(grad, require(b, args.getInt("dim")), /*keepDims=*/true);
  return b.cast(b.sub(grad, b.mul(y, sum)), args.getDtype("input_dtype"));
}

// aten::_log_softmax_backward_data(Tensor grad_output, Tensor output, int dim,
//                                  ScalarType input_dtype) -> Tensor
static Decomposed logSoftmaxBackward(TorchBuilder &b, const Arguments &args) {
  Value grad = getInOpMath(b, args, "grad_output");
  Value sum = b.sum(grad, require(b, args.getInt("dim")), /*keepDims=*/true);
  Value share = b.mul(b.exp(getInOpMath(b, args, "output")), sum);
  return b.cast(b.sub(grad, share), args.getDtype("input_dtype"));
}

// aten::native_dropout_backward(Tensor grad_output, Tensor mask, float scale)
//   -> Tensor
static Decomposed dropoutBackward(TorchBuilder &b, const Arguments &args) {
  Value grad = args.getValue("grad_output");
  Value mask = b.cast(args.getValue("mask"), b.getType(grad).getElementType());
  return b.mul(grad, b.mul(mask, require(b, args.getFloat("scale"))));
}

//===----------------------------------------------------------------------===//
// Piecewise activations
//===----------------------------------------------------------------------===//

// aten::threshold_backward(Tensor grad_output, Tensor self, Scalar threshold)
//   -> Tensor
//
// Also for integers, for which the threshold is truncated to an integer.
static Decomposed thresholdBackward(TorchBuilder &b, const Arguments &args) {
  double threshold = getNumber(b, args, "threshold");
  Value x = args.getValue("self"), grad = args.getValue("grad_output");
  Type type = b.getType(x).getElementType();
  if (!type.isSignlessInteger() || type.isInteger(1) ||
      type != b.getType(grad).getElementType()) {
    Operands of = getOperands(b, args);
    return of.finish(b,
                     b.where(b.compare("le", of.x, threshold), 0.0, of.grad));
  }
  if (!(std::abs(threshold) < 0x1p31))
    return b.refuse("its rule expects 'threshold' to be a number below 2^31, "
                    "found " +
                    llvm::to_string(threshold));
  Value isBelow = b.compare("le", x, int64_t(threshold));
  return b.where(isBelow, 0, grad);
}

// aten::hardtanh_backward(Tensor grad_output, Tensor self, Scalar min_val,
//                         Scalar max_val) -> Tensor
static Decomposed hardtanhBackward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args);
  Value isCut =
      b.logicalOr(b.compare("le", of.x, getNumber(b, args, "min_val")),
                  b.compare("ge", of.x, getNumber(b, args, "max_val")));
  return of.finish(b, b.where(isCut, 0.0, of.grad));
}

// aten::hardsigmoid_backward(Tensor grad_output, Tensor self) -> Tensor
static Decomposed hardsigmoidBackward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args);
  Value isSlope =
      b.logicalAnd(b.compare("gt", of.x, -3.0), b.compare("lt", of.x, 3.0));
  Value flat = b.logicalNot(isSlope);
  return of.finish(b, b.where(flat, 0.0, b.mul(of.grad, 1.0 / 6)));
}

// aten::hardswish_backward(Tensor grad_output, Tensor self) -> Tensor
static Decomposed hardswishBackward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args);
  Value slope = b.mul(of.grad, b.add(b.div(of.x, 3.0), 0.5));
  Value isCurve = b.compare("lt", of.x, 3.0);
  Value upper = b.where(isCurve, slope, of.grad);
  return of.finish(b, b.where(b.compare("le", of.x, -3.0), 0.0, upper));
}

// aten::{hard,soft}shrink_backward(Tensor grad, Tensor self, Scalar lambd)
//   -> Tensor
//
// Half-precision values are compared in their own dtype.
static DecomposeFn shrinkBackward(StringRef grad) {
  return [grad](TorchBuilder &b, const Arguments &args) {
    double bound = getNumber(b, args, "lambd");
    getOperands(b, args, grad);
    Value x = args.getValue("self");
    Value isSmall =
        b.logicalAnd(b.compare("ge", x, -bound), b.compare("le", x, bound));
    return b.where(isSmall, 0.0, args.getValue(grad));
  };
}

/// The derivative of leaky_relu, which is the same for its input and its
/// result.
static Value lineBackward(TorchBuilder &b, const Operands &of, double slope) {
  Value isPositive = b.compare("gt", of.x, 0.0);
  return of.finish(b, b.where(isPositive, of.grad, b.mul(of.grad, slope)));
}

// aten::leaky_relu_backward(Tensor grad_output, Tensor self,
//                           Scalar negative_slope, bool self_is_result)
//   -> Tensor
static Decomposed leakyReluBackward(TorchBuilder &b, const Arguments &args) {
  return lineBackward(b, getOperands(b, args),
                      getNumber(b, args, "negative_slope"));
}

// aten::rrelu_with_noise_backward(Tensor grad_output, Tensor self,
//   Tensor noise, Scalar lower, Scalar upper, bool training,
//   bool self_is_result) -> Tensor
static Decomposed rreluBackward(TorchBuilder &b, const Arguments &args) {
  double lower = getNumber(b, args, "lower");
  double upper = getNumber(b, args, "upper");
  if (require(b, args.getBool("training")) && upper - lower > 1e-6)
    return b.mul(args.getValue("grad_output"), args.getValue("noise"));
  return lineBackward(b, getOperands(b, args), (lower + upper) / 2);
}

// aten::elu_backward(Tensor grad_output, Scalar alpha, Scalar scale,
//                    Scalar input_scale, bool is_result,
//                    Tensor self_or_result) -> Tensor
static Decomposed eluBackward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args, "grad_output", "self_or_result");
  double scale = getNumber(b, args, "scale");
  double factor = getNumber(b, args, "alpha") * scale;
  double inputScale = getNumber(b, args, "input_scale");
  Value slope = require(b, args.getBool("is_result"))
                    ? b.mul(b.mul(of.grad, inputScale), b.add(of.x, factor))
                    : b.mul(b.mul(of.grad, inputScale * factor),
                            b.exp(b.mul(of.x, inputScale)));
  Value isCurve = b.compare("le", of.x, 0.0);
  return of.finish(b, b.where(isCurve, slope, b.mul(of.grad, scale)));
}

// aten::_prelu_kernel_backward(Tensor grad_output, Tensor self, Tensor weight)
//   -> (Tensor, Tensor)
static Decomposed preluBackward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args);
  Value isPositive = b.compare("gt", of.x, 0.0);
  Value ofInput = b.mul(getInOpMath(b, args, "weight"), of.grad);
  return {of.finish(b, b.where(isPositive, of.grad, ofInput)),
          of.finish(b, b.where(isPositive, 0.0, b.mul(of.x, of.grad)))};
}

// aten::rrelu_with_noise_functional(Tensor self, Tensor noise,
//   Scalar lower=0.125, Scalar upper=0.3333333333333333, bool training=False,
//   Generator? generator=None) -> (Tensor, Tensor noise_out)
//
// Computes the noise for the derivative: the slope of each element.
static Decomposed rreluWithNoise(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args, "noise", "self");
  double lower = getNumber(b, args, "lower");
  double upper = getNumber(b, args, "upper");
  Value x = args.getValue("self"), noise = args.getValue("noise");
  if (!require(b, args.getBool("training")))
    return {b.call("aten.leaky_relu.default", {x, (lower + upper) / 2}), noise};
  Value slope = b.call("aten.uniform.default", {noise, lower, upper});
  Value isCurve = b.compare("le", of.x, 0.0);
  return {b.where(isCurve, b.mul(x, slope), x), b.where(isCurve, slope, 1.0)};
}

//===----------------------------------------------------------------------===//
// Smooth activations
//===----------------------------------------------------------------------===//

// aten::softplus_backward(Tensor grad_output, Tensor self, Scalar beta,
//                         Scalar threshold) -> Tensor
static Decomposed softplusBackward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args);
  Value scaled = b.mul(of.x, getNumber(b, args, "beta"));
  Value z = b.exp(scaled);
  Value slope = b.div(b.mul(of.grad, z), b.add(z, 1.0));
  Value isLine = b.compare("gt", scaled, getNumber(b, args, "threshold"));
  return of.finish(b, b.where(isLine, of.grad, slope));
}

/// The derivative of x * normal_cdf(x).
static Value geluSlope(TorchBuilder &b, Value x) {
  Value erf = b.unary("erf", b.mul(x, M_SQRT1_2));
  Value cdf = b.mul(b.add(erf, 1.0), 0.5);
  Value density =
      b.mul(b.exp(b.mul(b.mul(x, x), -0.5)), M_2_SQRTPI * M_SQRT1_2 * 0.5);
  return b.add(cdf, b.mul(x, density));
}

static Value geluTanhSlope(TorchBuilder &b, Value x) {
  constexpr double factor = M_SQRT2 * M_2_SQRTPI * 0.5, cubic = 0.044715;
  Value square = b.mul(x, x);
  Value inner = b.mul(b.add(x, b.mul(b.mul(square, x), cubic)), factor);
  Value tanh = b.tanh(inner);
  Value ofTanh = b.rsub(b.mul(tanh, tanh), 1);
  Value ofInner = b.mul(b.add(b.mul(square, 3 * cubic), 1.0), factor);
  Value left = b.mul(b.add(tanh, 1.0), 0.5);
  return b.add(left, b.mul(b.mul(b.mul(x, 0.5), ofTanh), ofInner));
}

// aten::gelu_backward(Tensor grad_output, Tensor self, *,
//                     str approximate="none") -> Tensor
static Decomposed geluBackward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args);
  StringRef approximate = require(b, args.getString("approximate"));
  if (approximate != "none" && approximate != "tanh")
    return b.refuse("its rule expects 'approximate' to be none or tanh, found "
                    "'" +
                    approximate + "'");
  Value slope =
      approximate == "tanh" ? geluTanhSlope(b, of.x) : geluSlope(b, of.x);
  return of.finish(b, b.mul(of.grad, slope));
}

// aten::glu_backward(Tensor grad_output, Tensor self, int dim) -> Tensor
//
// The kernel rounds the sigmoid to the dtype of the input.
static Decomposed gluBackward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args);
  int64_t dim = require(b, args.getInt("dim"));
  int64_t rank = b.getType(args.getValue("grad_output")).getRank();
  dim = dim < 0 ? dim + rank : dim;
  if (dim < 0 || dim >= rank)
    return b.refuse(
        "its rule expects 'dim' to be a dimension of 'grad_output'");
  AffineExpr size = sym::getDims(b.getType(args.getValue("grad_output")))[dim];
  if (!b.requireKnown(size))
    return Value();
  auto slice = [&](int64_t half) {
    return b.slice(args.getValue("self"), dim, b.size(sym::mul(size, half)),
                   b.size(sym::mul(size, half + 1)));
  };
  Value halves[] = {slice(0), slice(1)};
  Value sigmoid = of.finish(b, b.sigmoid(getInOpMath(b, halves[1])));
  Value first = b.mul(sigmoid, args.getValue("grad_output"));
  Value s = getInOpMath(b, sigmoid), x = getInOpMath(b, halves[0]);
  Value rest = b.rsub(s, 1);
  Value second = b.mul(b.mul(b.mul(rest, s), x), of.grad);
  return b.cat({first, of.finish(b, second)}, dim);
}

// aten::log_sigmoid_backward(Tensor grad_output, Tensor self, Tensor buffer)
//   -> Tensor
//
// On a CPU the buffer is exp(-|x|); other devices have none.
static Decomposed logSigmoidBackward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args);
  Value buffer = args.getValue("buffer");
  if (b.isRefused())
    return Value();
  Value z = b.getType(buffer).getShape() == b.getType(of.x).getShape()
                ? getInOpMath(b, buffer)
                : b.exp(b.unary("neg", b.unary("abs", of.x)));
  Value share = b.div(z, b.add(z, 1.0));
  Value slope = b.where(b.compare("lt", of.x, 0.0), b.rsub(share, 1), share);
  return of.finish(b, b.mul(slope, of.grad));
}

// aten::logit_backward(Tensor grad_output, Tensor self, float? eps=None)
//   -> Tensor
static Decomposed logitBackward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args);
  double eps = args.getFloat("eps").value_or(-1);
  double low = std::max(eps, 0.0);
  Value isOut =
      b.logicalOr(b.compare("lt", of.x, low), b.compare("gt", of.x, 1 - low));
  Value product = b.mul(of.x, b.rsub(of.x, 1));
  Value slope = b.div(of.grad, product);
  double outside = eps < 0 ? std::nan("") : 0;
  return of.finish(b, b.where(isOut, outside, slope));
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

void torch::addDerivativeDecompositions(Decompositions &r) {
  r.insert("aten._log_softmax_backward_data.default", logSoftmaxBackward);
  r.insert("aten._prelu_kernel_backward.default", preluBackward);
  r.insert("aten._softmax_backward_data.default", softmaxBackward);
  r.insert("aten.elu_backward.default", eluBackward);
  r.insert("aten.gelu_backward.default", geluBackward);
  r.insert("aten.glu_backward.default", gluBackward);
  r.insert("aten.hardshrink_backward.default", shrinkBackward("grad_out"));
  r.insert("aten.hardsigmoid_backward.default", hardsigmoidBackward);
  r.insert("aten.hardswish_backward.default", hardswishBackward);
  r.insert("aten.hardtanh_backward.default", hardtanhBackward);
  r.insert("aten.leaky_relu_backward.default", leakyReluBackward);
  r.insert("aten.log_sigmoid_backward.default", logSigmoidBackward);
  r.insert("aten.logit_backward.default", logitBackward);
  r.insert("aten.native_dropout_backward.default", dropoutBackward);
  r.insert("aten.rrelu_with_noise_backward.default", rreluBackward);
  r.insert("aten.rrelu_with_noise_functional.default", rreluWithNoise);
  r.insert("aten.sigmoid_backward.default", sigmoidBackward);
  r.insert("aten.softplus_backward.default", softplusBackward);
  r.insert("aten.softshrink_backward.default", shrinkBackward("grad_output"));
  r.insert("aten.tanh_backward.default", tanhBackward);
  r.insert("aten.threshold_backward.default", thresholdBackward);
}
