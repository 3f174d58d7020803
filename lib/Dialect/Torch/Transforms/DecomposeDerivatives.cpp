//===- DecomposeDerivatives.cpp - Derivatives of activations and losses ---===//
//
// Operators of the backward pass, as programs of training have them. They are
// kernels of their own in eager, so that LibTorch does not express them by
// others. The formulas, with what becomes of NaN and of the bounds, are those
// of the CPU kernels (ATen/native/cpu/Activation.cpp, BinaryOpsKernel.cpp,
// PointwiseOpsKernel.cpp, ATen/native/LossNLL.cpp). Where these treat NaN in
// one way in whole vectors and in another in the rest (elu, hardswish,
// hardtanh, hardshrink, softshrink), it is that of the rest, which other
// devices have. Derivatives of layers are in DecomposeLayerDerivatives.cpp.
//
//===----------------------------------------------------------------------===//

#include "DecomposeImpl.h"

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

/// The same of an argument.
static Value getInOpMath(TorchBuilder &b, const Arguments &args,
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
  return b.sizeArgument(count);
}

static Value negate(TorchBuilder &b, Value x) {
  return b.call("aten.neg.default", {x});
}

/// x compared with a number: "le", "lt", "ge", "gt", "eq" or "ne".
static Value compare(TorchBuilder &b, StringRef how, Value x, double number) {
  return b.call(("aten." + how + ".Scalar").str(), {x, number});
}

static Value either(TorchBuilder &b, Value x, Value y) {
  return b.call("aten.logical_or.default", {x, y});
}

/// 0 where the condition holds.
static Value clear(TorchBuilder &b, Value condition, Value x) {
  return b.call("aten.where.ScalarSelf", {condition, 0.0, x});
}

namespace {
/// The gradient and the tensor that its kernel reads beside it, in opmath.
struct Operands {
  Value grad, x;
  Type type;

  /// A result of opmath in the dtype of the operands.
  Value finish(TorchBuilder &b, Value result) const {
    return b.cast(result, type);
  }
};
} // namespace

/// Both must be real floats of one dtype: eager promotes others, or refuses
/// them, differently in each kernel.
static Operands getOperands(TorchBuilder &b, const Arguments &args,
                            StringRef grad = "grad_output",
                            StringRef input = "self") {
  Type type = b.getType(args.getValue(grad)).getElementType();
  Type other = b.getType(args.getValue(input)).getElementType();
  if (!isa<FloatType>(type) || type != other)
    b.refuse("its rule expects '" + grad + "' and '" + input +
             "' to be floats of one dtype, found " + llvm::to_string(type) +
             " and " + llvm::to_string(other));
  return {getInOpMath(b, args, grad), getInOpMath(b, args, input), type};
}

/// A number of the schema, which may be an integer.
static double getNumber(TorchBuilder &b, const Arguments &args,
                        StringRef name) {
  if (std::optional<int64_t> integer = args.getInt(name))
    return double(*integer);
  return require(b, args.getFloat(name));
}

//===----------------------------------------------------------------------===//
// Derivatives that take the result
//===----------------------------------------------------------------------===//

/// The result of a formula in opmath, in the dtype of its operands.
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
  Value rest = b.call("aten.rsub.Scalar", {y, 1});
  Value grad = b.mul(getInOpMath(b, args, "grad_output"), rest);
  return likeGradient(b, args, b.mul(grad, y));
}

// aten::tanh_backward(Tensor grad_output, Tensor output) -> Tensor
static Decomposed tanhBackward(TorchBuilder &b, const Arguments &args) {
  Value y = getInOpMath(b, args, "output");
  requireReal(b, y);
  Value slope = b.call("aten.rsub.Scalar", {b.mul(y, y), 1});
  Value grad = b.mul(getInOpMath(b, args, "grad_output"), slope);
  return likeGradient(b, args, grad);
}

// aten::_softmax_backward_data(Tensor grad_output, Tensor output, int dim,
//                              ScalarType input_dtype) -> Tensor
static Decomposed softmaxBackward(TorchBuilder &b, const Arguments &args) {
  Value y = getInOpMath(b, args, "output");
  Value grad = b.mul(getInOpMath(b, args, "grad_output"), y);
  Value sum = b.sumAlong(grad, require(b, args.getInt("dim")));
  return b.cast(b.sub(grad, b.mul(y, sum)), args.getDtype("input_dtype"));
}

// aten::_log_softmax_backward_data(Tensor grad_output, Tensor output, int dim,
//                                  ScalarType input_dtype) -> Tensor
static Decomposed logSoftmaxBackward(TorchBuilder &b, const Arguments &args) {
  Value grad = getInOpMath(b, args, "grad_output");
  Value sum = b.sumAlong(grad, require(b, args.getInt("dim")));
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
// Activations that are cut into pieces
//===----------------------------------------------------------------------===//

// aten::threshold_backward(Tensor grad_output, Tensor self, Scalar threshold)
//   -> Tensor
//
// Also of integers, whose threshold is cut to one.
static Decomposed thresholdBackward(TorchBuilder &b, const Arguments &args) {
  double threshold = getNumber(b, args, "threshold");
  Value x = args.getValue("self"), grad = args.getValue("grad_output");
  Type type = b.getType(x).getElementType();
  if (!type.isSignlessInteger() || type.isInteger(1) ||
      type != b.getType(grad).getElementType()) {
    Operands of = getOperands(b, args);
    return of.finish(b, clear(b, compare(b, "le", of.x, threshold), of.grad));
  }
  if (!(std::abs(threshold) < 0x1p31))
    return b.refuse("its rule expects 'threshold' to be a number below 2^31, "
                    "found " +
                    llvm::to_string(threshold)),
           Value();
  Value isBelow = b.call("aten.le.Scalar", {x, int64_t(threshold)});
  return b.call("aten.where.ScalarSelf", {isBelow, 0, grad});
}

// aten::hardtanh_backward(Tensor grad_output, Tensor self, Scalar min_val,
//                         Scalar max_val) -> Tensor
static Decomposed hardtanhBackward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args);
  Value isCut = either(b, compare(b, "le", of.x, getNumber(b, args, "min_val")),
                       compare(b, "ge", of.x, getNumber(b, args, "max_val")));
  return of.finish(b, clear(b, isCut, of.grad));
}

// aten::hardsigmoid_backward(Tensor grad_output, Tensor self) -> Tensor
static Decomposed hardsigmoidBackward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args);
  Value isSlope =
      b.logicalAnd(compare(b, "gt", of.x, -3), compare(b, "lt", of.x, 3));
  Value flat = b.call("aten.logical_not.default", {isSlope});
  return of.finish(b, clear(b, flat, b.mul(of.grad, 1.0 / 6)));
}

// aten::hardswish_backward(Tensor grad_output, Tensor self) -> Tensor
static Decomposed hardswishBackward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args);
  Value slope = b.mul(of.grad, b.add(b.div(of.x, 3.0), 0.5));
  Value isCurve = compare(b, "lt", of.x, 3);
  Value upper = b.where(isCurve, slope, of.grad);
  return of.finish(b, clear(b, compare(b, "le", of.x, -3), upper));
}

// aten::{hard,soft}shrink_backward(Tensor grad, Tensor self, Scalar lambd)
//   -> Tensor
//
// Halves are compared in their own dtype.
static Value shrinkBackward(TorchBuilder &b, const Arguments &args,
                            StringRef grad) {
  double bound = getNumber(b, args, "lambd");
  getOperands(b, args, grad);
  Value x = args.getValue("self");
  Value isSmall =
      b.logicalAnd(compare(b, "ge", x, -bound), compare(b, "le", x, bound));
  return clear(b, isSmall, args.getValue(grad));
}

static Decomposed hardshrinkBackward(TorchBuilder &b, const Arguments &args) {
  return shrinkBackward(b, args, "grad_out");
}

static Decomposed softshrinkBackward(TorchBuilder &b, const Arguments &args) {
  return shrinkBackward(b, args, "grad_output");
}

/// The derivative of leaky_relu, which is the same for its input and its
/// result.
static Value leakyReluBackward(TorchBuilder &b, const Operands &of,
                               double slope) {
  Value isPositive = compare(b, "gt", of.x, 0);
  return of.finish(b, b.where(isPositive, of.grad, b.mul(of.grad, slope)));
}

// aten::leaky_relu_backward(Tensor grad_output, Tensor self,
//                           Scalar negative_slope, bool self_is_result)
//   -> Tensor
static Decomposed leakyReluBackward(TorchBuilder &b, const Arguments &args) {
  return leakyReluBackward(b, getOperands(b, args),
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
  return leakyReluBackward(b, getOperands(b, args), (lower + upper) / 2);
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
  Value isCurve = compare(b, "le", of.x, 0);
  return of.finish(b, b.where(isCurve, slope, b.mul(of.grad, scale)));
}

// aten::_prelu_kernel_backward(Tensor grad_output, Tensor self, Tensor weight)
//   -> (Tensor, Tensor)
static Decomposed preluBackward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args);
  Value isPositive = compare(b, "gt", of.x, 0);
  Value ofInput = b.mul(getInOpMath(b, args, "weight"), of.grad);
  return {of.finish(b, b.where(isPositive, of.grad, ofInput)),
          of.finish(b, clear(b, isPositive, b.mul(of.x, of.grad)))};
}

// aten::rrelu_with_noise_functional(Tensor self, Tensor noise,
//   Scalar lower=0.125, Scalar upper=0.3333333333333333, bool training=False,
//   Generator? generator=None) -> (Tensor, Tensor noise_out)
//
// Not a derivative, but what makes the noise of one: the slope of each element.
static Decomposed rreluWithNoise(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args, "noise", "self");
  double lower = getNumber(b, args, "lower");
  double upper = getNumber(b, args, "upper");
  Value x = args.getValue("self"), noise = args.getValue("noise");
  if (!require(b, args.getBool("training")))
    return {b.call("aten.leaky_relu.default", {x, (lower + upper) / 2}), noise};
  Value slope = b.call("aten.uniform.default", {noise, lower, upper});
  Value isCurve = compare(b, "le", of.x, 0);
  return {b.where(isCurve, b.mul(x, slope), x),
          b.call("aten.where.ScalarOther", {isCurve, slope, 1.0})};
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
  Value isLine = compare(b, "gt", scaled, getNumber(b, args, "threshold"));
  return of.finish(b, b.where(isLine, of.grad, slope));
}

/// The derivative of x * normal_cdf(x).
static Value geluSlope(TorchBuilder &b, Value x) {
  Value erf = b.call("aten.erf.default", {b.mul(x, M_SQRT1_2)});
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
  Value ofTanh = b.call("aten.rsub.Scalar", {b.mul(tanh, tanh), 1});
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
                    approximate + "'"),
           Value();
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
               "its rule expects 'dim' to be a dimension of 'grad_output'"),
           Value();
  AffineExpr size = sym::getDims(b.getType(args.getValue("grad_output")))[dim];
  if (!b.requireKnown(size))
    return Value();
  auto slice = [&](int64_t half) {
    return b.call("aten.slice.Tensor",
                  {args.getValue("self"), dim,
                   b.sizeArgument(sym::mul(size, half)),
                   b.sizeArgument(sym::mul(size, half + 1))});
  };
  Value halves[] = {slice(0), slice(1)};
  Value sigmoid = of.finish(b, b.sigmoid(getInOpMath(b, halves[1])));
  Value first = b.mul(sigmoid, args.getValue("grad_output"));
  Value s = getInOpMath(b, sigmoid), x = getInOpMath(b, halves[0]);
  Value rest = b.call("aten.rsub.Scalar", {s, 1});
  Value second = b.mul(b.mul(b.mul(rest, s), x), of.grad);
  return b.call("aten.cat.default",
                {CallArgument::list({first, of.finish(b, second)}), dim});
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
                : b.exp(negate(b, b.call("aten.abs.default", {of.x})));
  Value share = b.div(z, b.add(z, 1.0));
  Value slope = b.where(compare(b, "lt", of.x, 0),
                        b.call("aten.rsub.Scalar", {share, 1}), share);
  return of.finish(b, b.mul(slope, of.grad));
}

// aten::logit_backward(Tensor grad_output, Tensor self, float? eps=None)
//   -> Tensor
static Decomposed logitBackward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args);
  double eps = args.getFloat("eps").value_or(-1);
  double low = std::max(eps, 0.0);
  Value isOut =
      either(b, compare(b, "lt", of.x, low), compare(b, "gt", of.x, 1 - low));
  Value product = b.mul(of.x, b.call("aten.rsub.Scalar", {of.x, 1}));
  Value slope = b.div(of.grad, product);
  double outside = eps < 0 ? std::nan("") : 0;
  return of.finish(b, b.call("aten.where.ScalarSelf", {isOut, outside, slope}));
}

//===----------------------------------------------------------------------===//
// Losses
//===----------------------------------------------------------------------===//

namespace {
enum Reduction : int64_t { None, Mean, Sum };
} // namespace

/// The share of each element in the loss; the mean is of all elements.
static Value getShare(TorchBuilder &b, const Arguments &args, Value grad,
                      Value x) {
  if (require(b, args.getInt("reduction")) != Mean)
    return grad;
  return b.div(grad, getElementCount(b, x));
}

// aten::mse_loss_backward(Tensor grad_output, Tensor self, Tensor target,
//                         int reduction) -> Tensor
static Decomposed mseBackward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args);
  Value error = b.sub(of.x, getInOpMath(b, args, "target"));
  Value grad = b.mul(b.mul(error, 2.0), of.grad);
  return of.finish(b, getShare(b, args, grad, of.x));
}

/// A loss that is `curve` where the error is small and linear elsewhere.
static Value lineBackward(TorchBuilder &b, const Arguments &args,
                          const Operands &of, Value error, double bound,
                          Value line, Value curve) {
  Value upper = b.where(compare(b, "ge", error, bound), line, curve);
  Value result =
      b.where(compare(b, "le", error, -bound), negate(b, line), upper);
  return of.finish(b, getShare(b, args, result, of.x));
}

// aten::smooth_l1_loss_backward(Tensor grad_output, Tensor self,
//                               Tensor target, int reduction, float beta)
//   -> Tensor
static Decomposed smoothL1Backward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args);
  double beta = require(b, args.getFloat("beta"));
  Value error = b.sub(of.x, getInOpMath(b, args, "target"));
  Value curve = b.div(b.mul(error, of.grad), beta);
  return lineBackward(b, args, of, error, beta, of.grad, curve);
}

// aten::huber_loss_backward(Tensor grad_output, Tensor self, Tensor target,
//                           int reduction, float delta) -> Tensor
static Decomposed huberBackward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args);
  double delta = require(b, args.getFloat("delta"));
  Value error = b.sub(of.x, getInOpMath(b, args, "target"));
  return lineBackward(b, args, of, error, delta, b.mul(of.grad, delta),
                      b.mul(error, of.grad));
}

// aten::binary_cross_entropy_backward(Tensor grad_output, Tensor self,
//   Tensor target, Tensor? weight=None, int reduction=1) -> Tensor
static Decomposed bceBackward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args);
  Value error = b.sub(of.x, getInOpMath(b, args, "target"));
  Value product = b.mul(b.call("aten.rsub.Scalar", {of.x, 1}), of.x);
  Value divisor = b.call("aten.clamp.default", {product, {"min", 1e-12}});
  Value grad = b.div(b.mul(of.grad, error), divisor);
  if (Value weight = args.getValue("weight"))
    grad = b.mul(grad, getInOpMath(b, weight));
  return of.finish(b, getShare(b, args, grad, of.x));
}

// aten::soft_margin_loss_backward(Tensor grad_output, Tensor self,
//                                 Tensor target, int reduction) -> Tensor
static Decomposed softMarginBackward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args);
  Value target = getInOpMath(b, args, "target");
  Value z = b.exp(b.mul(negate(b, target), of.x));
  Value grad = b.mul(b.mul(b.mul(z, target), -1.0), of.grad);
  return of.finish(b, getShare(b, args, b.div(grad, b.add(z, 1.0)), of.x));
}

// aten::nll_loss_backward(Tensor grad_output, Tensor self, Tensor target,
//   Tensor? weight, int reduction, SymInt ignore_index, Tensor total_weight)
//   -> Tensor
//
// Each sample has a derivative at its class only; the classes are compared, so
// that a target that is ignored need not be one. nll_loss2d_backward has
// samples of more dimensions.
static Decomposed nllBackward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args);
  Value target = args.getValue("target");
  RankedTensorType type = b.getType(args.getValue("self"));
  int64_t rank = type.getRank(), axis = rank > 1 ? 1 : 0;
  if (rank < 1)
    return b.refuse("its rule expects 'self' to have a dimension of classes, "
                    "found none"),
           Value();
  int64_t reduction = require(b, args.getInt("reduction"));
  auto alongClasses = [&](Value x) {
    SmallVector<int64_t> sizes(std::max<int64_t>(rank - axis, 1), 1);
    sizes.front() = -1;
    return b.call("aten.view.default", {x, ArrayRef<int64_t>(sizes)});
  };
  AffineExpr count = sym::getDims(type)[axis];
  if (!b.requireKnown(count))
    return Value();
  Value classes =
      alongClasses(b.call("aten.arange.default", {b.sizeArgument(count)}));
  if (axis == 1)
    target = b.call("aten.unsqueeze.default", {target, 1});
  Value isIgnored = b.call("aten.eq.Scalar",
                           {target, require(b, args.getInt("ignore_index"))});
  Value isOther =
      either(b, b.call("aten.ne.Tensor", {classes, target}), isIgnored);

  Value grad = of.grad;
  if (reduction == Mean)
    grad = b.div(grad, getInOpMath(b, args, "total_weight"));
  else if (reduction == None && axis == 1)
    grad = b.call("aten.unsqueeze.default", {grad, 1});
  grad = negate(b, grad);
  if (Value weight = args.getValue("weight"))
    grad = b.mul(grad, alongClasses(getInOpMath(b, weight)));
  return of.finish(b, clear(b, isOther, grad));
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

void torch::addDerivativeDecompositions(OperatorMap<DecomposeFn> &r) {
  r.insert("aten._log_softmax_backward_data.default", logSoftmaxBackward);
  r.insert("aten._prelu_kernel_backward.default", preluBackward);
  r.insert("aten._softmax_backward_data.default", softmaxBackward);
  r.insert("aten.binary_cross_entropy_backward.default", bceBackward);
  r.insert("aten.elu_backward.default", eluBackward);
  r.insert("aten.gelu_backward.default", geluBackward);
  r.insert("aten.glu_backward.default", gluBackward);
  r.insert("aten.hardshrink_backward.default", hardshrinkBackward);
  r.insert("aten.hardsigmoid_backward.default", hardsigmoidBackward);
  r.insert("aten.hardswish_backward.default", hardswishBackward);
  r.insert("aten.hardtanh_backward.default", hardtanhBackward);
  r.insert("aten.huber_loss_backward.default", huberBackward);
  r.insert("aten.leaky_relu_backward.default", leakyReluBackward);
  r.insert("aten.log_sigmoid_backward.default", logSigmoidBackward);
  r.insert("aten.logit_backward.default", logitBackward);
  r.insert("aten.mse_loss_backward.default", mseBackward);
  r.insert("aten.native_dropout_backward.default", dropoutBackward);
  r.insert("aten.nll_loss2d_backward.default", nllBackward);
  r.insert("aten.nll_loss_backward.default", nllBackward);
  r.insert("aten.rrelu_with_noise_backward.default", rreluBackward);
  r.insert("aten.rrelu_with_noise_functional.default", rreluWithNoise);
  r.insert("aten.sigmoid_backward.default", sigmoidBackward);
  r.insert("aten.smooth_l1_loss_backward.default", smoothL1Backward);
  r.insert("aten.soft_margin_loss_backward.default", softMarginBackward);
  r.insert("aten.softplus_backward.default", softplusBackward);
  r.insert("aten.softshrink_backward.default", softshrinkBackward);
  r.insert("aten.tanh_backward.default", tanhBackward);
  r.insert("aten.threshold_backward.default", thresholdBackward);
}
