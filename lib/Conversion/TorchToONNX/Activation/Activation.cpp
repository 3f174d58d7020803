//===- Activation.cpp - Lowerings of activation functions -----------------===//
//
// Uses the ONNX operator where it agrees with PyTorch's also at infinities and
// NaN; Shrink and ThresholdedRelu do not. Parameters of ONNX's operators are
// f32 attributes, so f64 is computed by formulas.
//
//===----------------------------------------------------------------------===//

#include "Elementwise/Elementwise.h"
#include "Reduce/Reduce.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;

//===----------------------------------------------------------------------===//
// Piecewise linear
//===----------------------------------------------------------------------===//

// aten::relu(Tensor self) -> Tensor
static Lowered lowerRelu(Lowering &b) {
  Value x = b.tensor("self");
  Type type = b.elementTypeOf(x);
  if (b.isFloat(type))
    return b.Relu(x);
  return type.isUnsignedInteger() ? x : b.Max(x, b.scalar(0, type));
}

// aten::hardtanh(Tensor self, Scalar min_val=-1, Scalar max_val=1) -> Tensor
static Lowered lowerHardTanh(Lowering &b) {
  Value x = b.tensor("self");
  Type type = b.elementTypeOf(x);
  return b.Clip(x, b.number("min_val", type), b.number("max_val", type));
}

static Lowered lowerRelu6(Lowering &b) {
  Value x = b.tensor("self");
  Type type = b.elementTypeOf(x);
  return b.Clip(x, b.scalar(0, type), b.scalar(6, type));
}

static Value buildLeakyRelu(Lowering &b, Value x, Value slope) {
  return b.Where(b.Greater(x, b.scalar(0, b.elementTypeOf(x))), x,
                 b.Mul(x, slope));
}

/// The attribute of LeakyRelu holds the slope in f32, so f64 uses a formula.
static Value buildLeakyRelu(Lowering &b, Value x, double slope) {
  Type type = b.elementTypeOf(x);
  if (!type.isF64())
    return b.unary("LeakyRelu", x, b.attr("alpha", slope));
  return buildLeakyRelu(b, x, b.scalar(slope, type));
}

/// Whether an argument is a dynamic scalar.
static bool isOfRun(Lowering &b, StringRef name) {
  return bool(b.getArguments().getValue(name));
}

// aten::leaky_relu(Tensor self, Scalar negative_slope=0.01) -> Tensor
static Lowered lowerLeakyRelu(Lowering &b) {
  Value x = b.tensor("self");
  if (isOfRun(b, "negative_slope"))
    return buildLeakyRelu(b, x, b.number("negative_slope", b.elementTypeOf(x)));
  return buildLeakyRelu(b, x, b.getFloat("negative_slope"));
}

// aten::rrelu(Tensor self, Scalar lower=0.125, Scalar upper=1/3,
//             bool training=False, Generator? generator=None) -> Tensor
static Lowered lowerRRelu(Lowering &b) {
  double lower = b.getFloat("lower"), upper = b.getFloat("upper");
  if (b.getBool("training", false) && lower != upper) {
    Value x = b.tensor("self");
    Type type = b.elementTypeOf(x);
    Value slopes = b.create("RandomUniformLike", x.getType(), x,
                            {b.attr("low", lower), b.attr("high", upper)});
    return b.Where(b.LessOrEqual(x, b.scalar(0, type)), b.Mul(x, slopes), x);
  }
  return buildLeakyRelu(b, b.tensor("self"), (lower + upper) / 2);
}

// aten::prelu(Tensor self, Tensor weight) -> Tensor
//
// One slope for all channels or one per channel; channels are dimension 1.
static Lowered lowerPRelu(Lowering &b) {
  Value x = b.tensor("self"), weight = b.tensor("weight");
  int64_t rank = b.rankOf(x);
  if (b.rankOf(weight) == 1 && b.constantSize(b.dimsOf(weight)[0]) == 1) {
    if (rank == 0)
      weight = b.Squeeze(weight, 0);
  } else if (b.rankOf(weight) == 1 && rank > 2) {
    Dims dims(rank - 1, b.constantDim(1));
    dims.front() = b.dimsOf(weight)[0];
    weight = b.reshape(weight, dims);
  }
  return b.create("PRelu", x.getType(), {x, weight});
}

// aten::_prelu_kernel(Tensor self, Tensor weight) -> Tensor
static Lowered lowerPReluKernel(Lowering &b) {
  Value x = b.tensor("self");
  return b.create("PRelu", x.getType(), {x, b.tensor("weight")});
}

// aten::hardshrink(Tensor self, Scalar lambd=0.5) -> Tensor
static Lowered lowerHardShrink(Lowering &b) {
  Value x = b.tensor("self");
  Type type = b.elementTypeOf(x);
  return b.Where(b.LessOrEqual(b.Abs(x), b.number("lambd", type)),
                 b.scalar(0, type), x);
}

// aten::softshrink(Tensor self, Scalar lambd=0.5) -> Tensor
//
// The difference is rounded once, unless lambd was rounded before.
static Lowered lowerSoftShrink(Lowering &b) {
  bool isKnown = !isOfRun(b, "lambd");
  b.setInOpMath(false);
  auto narrow = dyn_cast<FloatType>(b.resultElementType());
  b.setInOpMath(narrow && !(isKnown && isHeldBy(narrow, b.getFloat("lambd"))));
  Value x = b.tensor("self"), lambd = b.number("lambd", b.elementTypeOf(x));
  Value negated = isKnown ? b.scalar(-b.getFloat("lambd"), b.elementTypeOf(x))
                          : b.Neg(lambd);
  return b.Sub(x, b.Clip(x, negated, lambd));
}

// aten::threshold(Tensor self, Scalar threshold, Scalar value) -> Tensor
static Lowered lowerThreshold(Lowering &b) {
  Value x = b.tensor("self");
  Type type = b.elementTypeOf(x);
  return b.Where(b.LessOrEqual(x, b.number("threshold", type)),
                 b.number("value", type), x);
}

// aten::hardsigmoid(Tensor self) -> Tensor
//
// An attribute holds 1/6 in single precision.
static Lowered lowerHardSigmoid(Lowering &b) {
  Value x = b.tensor("self");
  Type type = b.elementTypeOf(x);
  if (!type.isF64())
    return b.unary("HardSigmoid", x,
                   {b.attr("alpha", 1.0 / 6), b.attr("beta", 0.5)});
  Value six = b.scalar(6, type);
  return b.Div(b.Clip(b.Add(x, b.scalar(3, type)), b.scalar(0, type), six),
               six);
}

// aten::hardswish(Tensor self) -> Tensor
static Lowered lowerHardSwish(Lowering &b) {
  return b.unary("HardSwish", b.tensor("self"));
}

//===----------------------------------------------------------------------===//
// Exponential
//===----------------------------------------------------------------------===//

/// A factor of `scaleBy`; null for 1.
static Value getFactor(Lowering &b, double number, Type type) {
  return number == 1 ? Value() : b.scalar(number, type);
}

static Value scaleBy(Lowering &b, Value x, Value factor) {
  return factor ? b.Mul(x, factor) : x;
}

/// right * x above zero, else left * (exp(inner * x) - 1). ONNX's Elu, Celu and
/// Selu are not used: runtimes subtract 1 from the exponential, which cancels
/// all digits near zero.
static Value buildElu(Lowering &b, Value x, Value left, Value right,
                      Value inner) {
  Value grown = scaleBy(b, buildExpm1(b, scaleBy(b, x, inner)), left);
  return b.Where(b.Greater(x, b.scalar(0, b.elementTypeOf(x))),
                 scaleBy(b, x, right), grown);
}

/// The same for constant factors; factors of 1 are left out. If `inner` is
/// positive, the exponents are not, and exp(z) - 1 is computed without
/// cancellation as 2 t / (1 - t) with t = tanh(z / 2).
static Value buildElu(Lowering &b, double left, double right, double inner) {
  Value x = b.tensor("self");
  Type type = b.elementTypeOf(x);
  if (inner > 0) {
    Value t = b.Tanh(b.Mul(x, b.scalar(inner / 2, type)));
    Value grown =
        b.Div(b.Mul(t, b.scalar(2 * left, type)), b.Sub(b.scalar(1, type), t));
    return b.Where(b.Greater(x, b.scalar(0, type)),
                   scaleBy(b, x, getFactor(b, right, type)), grown);
  }
  return buildElu(b, x, getFactor(b, left, type), getFactor(b, right, type),
                  getFactor(b, inner, type));
}

// aten::elu(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1)
static Lowered lowerElu(Lowering &b) {
  if (isOfRun(b, "alpha") || isOfRun(b, "scale") || isOfRun(b, "input_scale")) {
    Value x = b.tensor("self");
    Type type = b.elementTypeOf(x);
    Value scale = b.number("scale", type);
    return buildElu(b, x, b.Mul(b.number("alpha", type), scale), scale,
                    b.number("input_scale", type));
  }
  return buildElu(b, b.getFloat("alpha") * b.getFloat("scale"),
                  b.getFloat("scale"), b.getFloat("input_scale"));
}

// aten::celu(Tensor self, Scalar alpha=1.) -> Tensor
static Lowered lowerCelu(Lowering &b) {
  if (isOfRun(b, "alpha")) {
    Value x = b.tensor("self"), alpha = b.number("alpha", b.elementTypeOf(x));
    return buildElu(b, x, alpha, Value(), b.Reciprocal(alpha));
  }
  double alpha = b.getFloat("alpha");
  return buildElu(b, alpha, 1, 1 / alpha);
}

// aten::selu(Tensor self) -> Tensor
static Lowered lowerSelu(Lowering &b) {
  constexpr double alpha = 1.6732632423543772848170429916717;
  constexpr double scale = 1.0507009873554804934193349852946;
  return buildElu(b, alpha * scale, scale, 1);
}

// aten::silu(Tensor self) -> Tensor
static Lowered lowerSilu(Lowering &b) {
  return b.unary("Swish", b.tensor("self", b.resultElementType()));
}

// aten::gelu(Tensor self, *, str approximate="none") -> Tensor
static Lowered lowerGelu(Lowering &b) {
  SmallVector<NamedAttribute> attrs;
  if (StringRef mode = b.getString("approximate"); mode != "none")
    attrs.push_back(b.attr("approximate", mode));
  return b.unary("Gelu", b.tensor("self"), attrs);
}

// aten::mish(Tensor self) -> Tensor
static Lowered lowerMish(Lowering &b) {
  return b.unary("Mish", b.tensor("self"));
}

// aten::softplus(Tensor self, Scalar beta=1, Scalar threshold=20) -> Tensor
//
// Above the threshold PyTorch returns the operand itself. From 20 on both are
// equal in single precision.
static Lowered lowerSoftplus(Lowering &b) {
  Value x = b.tensor("self");
  Type type = b.elementTypeOf(x);
  bool isKnown = !isOfRun(b, "beta") && !isOfRun(b, "threshold");
  Value scale = isOfRun(b, "beta") ? b.number("beta", type)
                                   : getFactor(b, b.getFloat("beta"), type);
  Value scaled = scaleBy(b, x, scale);
  Value result = b.Softplus(scaled);
  if (scale)
    result = b.Div(result, scale);
  if (isKnown && b.getFloat("threshold") >= 20 && b.getFloat("beta") > 0 &&
      !type.isF64())
    return result;
  return b.Where(b.Greater(scaled, b.number("threshold", type)), x, result);
}

/// -softplus(-x), which does not underflow as the logarithm of a sigmoid does.
static Value buildLogSigmoid(Lowering &b) {
  return b.Neg(b.Softplus(b.Neg(b.tensor("self"))));
}

// aten::log_sigmoid_forward(Tensor self) -> (Tensor output, Tensor buffer)
//
// On a CPU the buffer is exp(-|x|); on other devices it is empty.
static Lowered lowerLogSigmoidForward(Lowering &b) {
  Value x = b.tensor("self"), result = buildLogSigmoid(b), buffer;
  if (b.getOp()->getResult(1).use_empty())
    return SmallVector<Value>{result, buffer};
  RankedTensorType type = b.resultType(1);
  if (type.getShape() == ArrayRef<int64_t>(0))
    buffer = b.full(b.scalar(0, type.getElementType()), type);
  else if (b.dimsOf(x) == b.resultDims(1))
    buffer = b.Cast(b.Exp(b.Neg(b.Abs(x))), type.getElementType());
  else
    return b.refuseUseOf(1);
  return SmallVector<Value>{result, buffer};
}

// aten::glu(Tensor self, int dim=-1) -> Tensor
static Lowered lowerGlu(Lowering &b) {
  Value x = b.tensor("self");
  int64_t axis = b.getAxis("dim", b.rankOf(x));
  Type half = b.resultType();
  SmallVector<NamedAttribute> attrs = {b.attr("axis", axis)};
  Value sizes = b.none();
  // ONNX Runtime refuses to split an empty dimension into equal parts.
  if (b.isRefused() || !mayBeZero(b, b.dimsOf(x)[axis])) {
    attrs.push_back(b.attr("num_outputs", int64_t(2)));
  } else {
    Value size = b.dim1d(b.resultDims()[axis]);
    sizes = b.Concat({size, size}, 0);
  }
  Operation *split = b.createOp("Split", {half, half}, {x, sizes}, attrs);
  return b.Mul(split->getResult(0), b.Sigmoid(split->getResult(1)));
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

/// Lowers softmax.int, _softmax and their logarithms.
static Lowered lowerSoftmax(Lowering &b, bool logarithm) {
  Value x = b.tensor("self", b.resultElementType());
  int64_t rank = b.rankOf(x), axis = b.getAxis("dim", rank);
  if (rank == 0) { // The softmax of one number, which may be NaN or infinite.
    x = b.Unsqueeze(x, 0);
    return b.Squeeze(logarithm ? b.LogSoftmax(x, 0) : b.Softmax(x, 0), 0);
  }
  return logarithm ? b.LogSoftmax(x, axis) : b.Softmax(x, axis);
}

// aten::_safe_softmax(Tensor self, int dim, ScalarType? dtype=None) -> Tensor
//
// Gives zeros instead of NaN where all elements are -inf. Runtimes ignore NaN
// in ReduceMax, but propagate it in the sum, which is -inf if all elements are.
static Lowered lowerSafeSoftmax(Lowering &b) {
  Type type = b.resultElementType();
  Value x = b.tensor("self", type);
  int64_t rank = b.rankOf(x), axis = b.getAxis("dim", rank);
  if (rank == 0)
    return b.refuseRank("self", "1 or more dimensions", rank);
  Value sum = b.ReduceSum(x, axis), greatest = b.Max(b.ReduceMax(x, axis), sum);
  Value isMasked = b.Equal(greatest, b.scalar(-INFINITY, type));
  return b.Where(isMasked, b.scalar(0, type), b.Softmax(x, axis));
}

//===----------------------------------------------------------------------===//
// Dropout
//===----------------------------------------------------------------------===//

/// Returns {x with elements dropped with probability p < 1 and the others
/// scaled, the mask of the kept elements}.
static std::pair<Value, Value> buildDropout(Lowering &b, Value x, double p) {
  auto maskType = b.typeOf(x).clone(b.i1());
  Operation *op = b.createOp("Dropout", {x.getType(), maskType},
                             {x, b.scalar(p, b.f32()), b.scalar(1, b.i1())});
  return {op->getResult(0), op->getResult(1)};
}

/// Dropout with p = 1, which ONNX's Dropout does not accept: all elements
/// become zero, NaN stays NaN.
static Value dropAll(Lowering &b, Value x) {
  return b.Mul(x, b.scalar(0, b.elementTypeOf(x)));
}

Value torch_onnx::buildTrainingDropout(Lowering &b, Value x, double p) {
  return p == 1 ? dropAll(b, x) : buildDropout(b, x, p).first;
}

/// A tensor of ones that dropout is applied to: one element per channel and
/// sample, or one per element of `x`.
static Value buildOnes(Lowering &b, Value x, bool perFeature) {
  Dims dims = b.dimsOf(x);
  if (perFeature && dims.size() < 2)
    b.refuseRank("input", "2 or more dimensions", dims.size());
  for (size_t i = 2; perFeature && i < dims.size(); ++i)
    dims[i] = b.constantDim(1);
  Type type = b.elementTypeOf(x);
  return b.full(b.scalar(1, type), sym::getTensorType(dims, type));
}

static bool isDropping(Lowering &b, bool ifNone) {
  return b.getBool("train", ifNone) && b.getFloat("p") != 0;
}

// aten::dropout(Tensor input, float p, bool train) -> Tensor
// aten::feature_dropout(Tensor input, float p, bool train) -> Tensor
static Lowered lowerDropout(Lowering &b, bool perFeature) {
  Value x = b.tensor("input");
  if (!isDropping(b, false))
    return x;
  double p = b.getFloat("p");
  if (p == 1 || !perFeature)
    return buildTrainingDropout(b, x, p);
  return b.Mul(x, buildDropout(b, buildOnes(b, x, perFeature), p).first);
}

// aten::alpha_dropout(Tensor input, float p, bool train) -> Tensor
// aten::feature_alpha_dropout(Tensor input, float p, bool train) -> Tensor
//
// A dropped element becomes the limit of SELU at -inf, so that mean and
// variance are preserved (ATen/native/Dropout.cpp).
static Lowered lowerAlphaDropout(Lowering &b, bool perFeature) {
  constexpr double limit = 1.7580993408473766;
  Value x = b.tensor("input");
  if (!isDropping(b, false))
    return x;
  Type type = b.elementTypeOf(x);
  double p = b.getFloat("p");
  if (p == 1)
    return dropAll(b, x);
  double scale = 1 / std::sqrt((limit * limit * p + 1) * (1 - p));
  Value isKept = buildDropout(b, buildOnes(b, x, perFeature), p).second;
  Value kept = b.Where(isKept, b.Mul(x, b.scalar(scale, type)),
                       b.scalar(-limit * scale, type));
  return b.Add(kept, b.scalar(limit * scale * p, type));
}

// aten::native_dropout(Tensor input, float p, bool? train) -> (Tensor, Tensor)
static Lowered lowerNativeDropout(Lowering &b) {
  Value x = b.tensor("input");
  double p = b.getFloat("p");
  bool drops = isDropping(b, true);
  if (drops && p != 1)
    return buildDropout(b, x, p);
  return std::pair(drops ? dropAll(b, x) : x,
                   b.full(b.scalar(drops ? 0 : 1, b.i1()), b.resultType(1)));
}

void torch_onnx::populateActivation(LoweringRegistry &registry) {
  WrappedLowerings r(registry, ofReals), wide(registry, ofRealsInOpMath);
  r.add({"aten._log_softmax.default", "aten.log_softmax.int",
         "aten.special_log_softmax.default"},
        lowerSoftmax, /*logarithm=*/true);
  r.add({"aten._softmax.default", "aten.softmax.int"}, lowerSoftmax,
        /*logarithm=*/false);
  r.add("aten._prelu_kernel.default", lowerPReluKernel);
  wide.add("aten._safe_softmax.default", lowerSafeSoftmax);
  r.add("aten.alpha_dropout.default", lowerAlphaDropout, /*perFeature=*/false);
  r.add("aten.dropout.default", lowerDropout, /*perFeature=*/false);
  r.add("aten.feature_alpha_dropout.default", lowerAlphaDropout,
        /*perFeature=*/true);
  r.add("aten.feature_dropout.default", lowerDropout, /*perFeature=*/true);
  wide.add("aten.celu.default", lowerCelu);
  wide.add("aten.elu.default", lowerElu);
  wide.add("aten.gelu.default", lowerGelu);
  wide.add("aten.glu.default", lowerGlu);
  r.add("aten.hardshrink.default", lowerHardShrink);
  wide.add("aten.hardsigmoid.default", lowerHardSigmoid);
  wide.add("aten.hardswish.default", lowerHardSwish);
  r.add("aten.hardtanh.default", lowerHardTanh);
  wide.add("aten.leaky_relu.default", lowerLeakyRelu);
  wide.add("aten.log_sigmoid.default",
           [](Lowering &b) -> Lowered { return buildLogSigmoid(b); });
  wide.add("aten.log_sigmoid_forward.default", lowerLogSigmoidForward);
  wide.add("aten.mish.default", lowerMish);
  r.add("aten.native_dropout.default", lowerNativeDropout);
  r.add("aten.prelu.default", lowerPRelu);
  r.add("aten.relu.default", lowerRelu);
  r.add("aten.relu6.default", lowerRelu6);
  wide.add("aten.rrelu.default", lowerRRelu);
  wide.add("aten.selu.default", lowerSelu);
  wide.add("aten.silu.default", lowerSilu);
  wide.add("aten.softplus.default", lowerSoftplus);
  wide.add("aten.softshrink.default", lowerSoftShrink);
  r.add("aten.threshold.default", lowerThreshold);
}
