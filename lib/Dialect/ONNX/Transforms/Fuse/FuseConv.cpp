//===- FuseConv.cpp - Fusions to convolutions -----------------------------===//
//
// BatchNormalization with constant statistics applies a factor and a summand to
// each channel; a product with a constant applies a factor. After a Conv,
// ConvTranspose or Gemm they are fused into its weight and bias. The vectors
// are computed in f64 and rounded once; the weight becomes an expression that
// is computed when it is written.
//
// A Pad is fused into the pads of an operator that pads with the same value.
//
//===----------------------------------------------------------------------===//

#include "Fold/EvaluateConstants.h"
#include "Simplify/SimplifySupport.h"

#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LinearOps.h"
#include "torch-onnx/Dialect/ONNX/IR/NNOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"

#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;
using arithmetic::BinaryOp;
using arithmetic::Tensor;

//===----------------------------------------------------------------------===//
// Linear operators
//===----------------------------------------------------------------------===//

namespace {
/// `x` times a weight plus a bias per output channel, which may be null.
struct Linear {
  Value x, weight, bias;
};
} // namespace

/// The operands of a Conv, a ConvTranspose, or a Gemm without scales.
static std::optional<Linear> getLinear(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<Linear>>(op)
      .Case<ConvOp, ConvTransposeOp>([](auto op) {
        return Linear{op.getX(), op.getW(), getPresent(op.getB())};
      })
      .Case([](GemmOp op) -> std::optional<Linear> {
        if (!op.getAlpha().isExactlyValue(1.0) ||
            !op.getBeta().isExactlyValue(1.0))
          return std::nullopt;
        return Linear{op.getA(), op.getB(), getPresent(op.getC())};
      })
      .Default([](Operation *) { return std::nullopt; });
}

/// The number of output channels; nullopt if the weight does not have the
/// expected form.
static std::optional<int64_t> getNumChannels(Operation *op,
                                             RankedTensorType weight) {
  if (!weight.hasStaticShape() || weight.getRank() < 2)
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, int64_t>(op)
      .Case(
          [&](GemmOp op) { return weight.getDimSize(op.getTransB() ? 0 : 1); })
      .Case([&](ConvTransposeOp op) {
        return weight.getDimSize(1) * int64_t(op.getGroup());
      })
      .Default([&](Operation *) { return weight.getDimSize(0); });
}

/// Reshapes factors of channels that the second dimension of the weight divides
/// into groups, [total, channels / groups, ...]: the group follows from the
/// position in the first dimension.
static std::optional<Tensor> spreadOverGroups(Tensor factors, int64_t groups,
                                              RankedTensorType weight) {
  int64_t total = weight.getDimSize(0), perGroup = weight.getDimSize(1);
  if (groups < 1 || total % groups != 0 || total * perGroup > kMaxChannels ||
      perGroup * groups != factors.getNumElements())
    return std::nullopt;
  SmallVector<int64_t> shape(weight.getRank(), 1);
  shape[0] = total;
  shape[1] = perGroup;
  std::optional<Tensor> result =
      arithmetic::expand(std::move(factors).reshaped({groups, 1, perGroup}),
                         {groups, total / groups, perGroup});
  return result ? std::move(*result).reshaped(shape) : result;
}

/// Reshapes the factors of the output channels to broadcast to the weight.
static std::optional<Tensor> arrangeFactors(Operation *op, const Tensor &scale,
                                            RankedTensorType weight) {
  SmallVector<int64_t> shape(weight.getRank(), 1);
  auto transposed = dyn_cast<ConvTransposeOp>(op);
  // The weight of a ConvTranspose is [in, out / groups, ...].
  if (transposed && transposed.getGroup() != 1)
    return spreadOverGroups(scale, transposed.getGroup(), weight);
  auto gemm = dyn_cast<GemmOp>(op);
  bool isFirst = gemm ? gemm.getTransB() : !transposed;
  shape[isFirst ? 0 : 1] = scale.getNumElements();
  return Tensor(scale).reshaped(shape);
}

/// `numbers` of f64, rounded to the element type; null if one overflows or is
/// NaN.
static ElementsAttr roundTo(Type elementType, const Tensor &numbers) {
  std::optional<Tensor> rounded = arithmetic::convert(numbers, elementType);
  std::optional<Tensor> wide =
      rounded ? arithmetic::convert(*rounded, numbers.getElementType())
              : std::nullopt;
  if (!wide)
    return {};
  for (int64_t i = 0, e = wide->getNumElements(); i < e; ++i)
    if (!std::isfinite(wide->get<double>(i)))
      return {};
  return rounded->toAttr();
}

//===----------------------------------------------------------------------===//
// Factors and summands of channels
//===----------------------------------------------------------------------===//

/// The shift of the channels after a bias, which is scaled, too.
static std::optional<Tensor> addBias(Value bias, const Affine &affine) {
  // A column would be one number per row of a Gemm.
  auto type = typeOf(bias);
  if (type.getRank() > 1 && type.getDimSize(0) != 1)
    return std::nullopt;
  std::optional<Tensor> numbers = readDoubles(getConstant(bias));
  if (!numbers || numbers->getNumElements() != affine.scale.getNumElements())
    return std::nullopt;
  Tensor flat = std::move(*numbers).reshaped(affine.scale.getShape());
  std::optional<Tensor> scaled =
      arithmetic::compute(BinaryOp::Mul, flat, affine.scale);
  return scaled ? arithmetic::compute(BinaryOp::Add, affine.shift, *scaled)
                : scaled;
}

/// The weight of a linear operator if a rewrite may change it: the result and
/// the weight must have no other uses, as a shared weight would be written
/// twice. Null otherwise.
static ElementsAttr getOwnWeight(Value result, const std::optional<Linear> &op,
                                 const Options &options) {
  return options.rewriteWeights && op && result.hasOneUse() &&
                 op->weight.hasOneUse()
             ? getConstant(op->weight)
             : ElementsAttr();
}

/// The weight of a linear operator times `factor`, as a new constant.
static Value scaleWeight(Value weight, ElementsAttr factor, Location loc,
                         PatternRewriter &rewriter) {
  ElementsAttr operands[] = {getConstant(weight), factor};
  auto type = cast<RankedTensorType>(operands[0].getType());
  auto scaled = weight::ExprAttr::get(type, weight::ExprKind::Mul,
                                      ArrayRef<ElementsAttr>(operands));
  return createConstant(rewriter, loc, scaled, getConstantName(weight));
}

/// `op` with the scale of `affine` in its weight; its new bias is the shift
/// plus the scaled old bias. Null if a number does not fit. Without `hasShift`
/// the shift is zero.
static Value applyAffine(Operation *op, const Linear &linear,
                         ElementsAttr weight, const Affine &affine,
                         bool hasShift, StringAttr name, Type type,
                         PatternRewriter &rewriter) {
  auto weightType = cast<RankedTensorType>(weight.getType());
  Type elementType = weightType.getElementType();
  std::optional<Tensor> factors = arrangeFactors(op, affine.scale, weightType);
  ElementsAttr factor = factors ? roundTo(elementType, *factors) : nullptr;
  if (!factor)
    return {};
  ONNXBuilder b(rewriter, op->getLoc());
  Value newBias;
  if (linear.bias || hasShift) {
    std::optional<Tensor> shift = linear.bias ? addBias(linear.bias, affine)
                                              : std::optional(affine.shift);
    ElementsAttr bias = shift ? roundTo(elementType, *shift) : nullptr;
    if (!bias)
      return {};
    newBias = createConstant(rewriter, op->getLoc(), bias, name);
  } else {
    newBias = b.none();
  }
  Value newWeight = scaleWeight(linear.weight, factor, op->getLoc(), rewriter);
  return b.create(op->getName().stripDialect(), type,
                  {linear.x, newWeight, newBias},
                  llvm::to_vector(op->getAttrDictionary().getValue()));
}

static LogicalResult fuseBatchNorm(BatchNormalizationOp norm,
                                   PatternRewriter &rewriter,
                                   const Options &options) {
  Operation *op = norm.getX().getDefiningOp();
  auto linear = op ? getLinear(op) : std::nullopt;
  ElementsAttr weight = getOwnWeight(norm.getX(), linear, options);
  if (!weight || norm.getX().getType() != norm.getY().getType() ||
      llvm::any_of(norm->getResults().drop_front(),
                   [](Value statistics) { return !statistics.use_empty(); }))
    return failure();
  std::optional<int64_t> channels =
      getNumChannels(op, cast<RankedTensorType>(weight.getType()));
  if (!channels || *channels > kMaxChannels)
    return failure();
  std::optional<Affine> affine = getAffine(
      norm, getConstant(norm.getScale()), getConstant(norm.getB()),
      getConstant(norm.getInputMean()), getConstant(norm.getInputVar()));
  if (!affine || affine->scale.getNumElements() != *channels)
    return failure();
  Value fused =
      applyAffine(op, *linear, weight, *affine, /*hasShift=*/true,
                  getConstantName(linear->bias ? linear->bias : norm.getB()),
                  norm.getY().getType(), rewriter);
  if (!fused)
    return failure();
  // The other results are unused and need no replacement.
  SmallVector<Value> replacements(norm->getNumResults(), Value());
  replacements[0] = fused;
  rewriter.replaceOp(norm, replacements);
  return success();
}

/// Whether a constant of this shape has one number per channel of `value`, or
/// one for all channels.
static bool isOfChannels(Value value, ArrayRef<int64_t> shape,
                         int64_t channels) {
  constexpr int64_t kChannelAxis = 1;
  int64_t missing = rankOf(value) - int64_t(shape.size());
  for (auto [index, size] : llvm::enumerate(shape))
    if (size != 1 &&
        (int64_t(index) + missing != kChannelAxis || size != channels))
      return false;
  return missing >= 0;
}

/// Fuses a product with a constant per channel or for all channels.
static LogicalResult fuseScale(MulOp op, PatternRewriter &rewriter,
                               const Options &options) {
  for (auto [result, factor] : inBothOrders(op)) {
    Operation *producer = result.getDefiningOp();
    auto linear = producer ? getLinear(producer) : std::nullopt;
    ElementsAttr weight = getOwnWeight(result, linear, options);
    ElementsAttr value = weight ? getConstant(factor) : ElementsAttr();
    if (!value || result.getType() != op.getType())
      continue;
    std::optional<int64_t> channels =
        getNumChannels(producer, cast<RankedTensorType>(weight.getType()));
    if (!channels || *channels > kMaxChannels ||
        !isOfChannels(result, value.getShapedType().getShape(), *channels))
      continue;
    std::optional<Tensor> scale = readDoubles(value);
    if (!scale)
      continue;
    int64_t count = scale->getNumElements();
    scale =
        arithmetic::expand(std::move(*scale).reshaped({count}), {*channels});
    if (!scale)
      continue;
    Tensor zeros(scale->getType());
    Value scaled =
        applyAffine(producer, *linear, weight, Affine{std::move(*scale), zeros},
                    /*hasShift=*/false,
                    linear->bias ? getConstantName(linear->bias) : StringAttr(),
                    op.getType(), rewriter);
    if (!scaled)
      continue;
    rewriter.replaceOp(op, scaled);
    return success();
  }
  return failure();
}

/// Numbers per input channel, or one for all, reshaped to broadcast to the
/// weight.
static std::optional<Tensor> arrangeInputFactors(Operation *op, Tensor numbers,
                                                 RankedTensorType weight) {
  int64_t count = numbers.getNumElements();
  SmallVector<int64_t> shape(weight.getRank(), 1);
  if (count == 1)
    return std::move(numbers).reshaped(shape);
  auto conv = dyn_cast<ConvOp>(op);
  // The weight of a Conv is [out, in / groups, ...].
  if (conv && conv.getGroup() != 1)
    return spreadOverGroups(std::move(numbers), conv.getGroup(), weight);
  auto gemm = dyn_cast<GemmOp>(op);
  bool isFirst = gemm ? !gemm.getTransB() : isa<ConvTransposeOp>(op);
  int64_t axis = isFirst ? 0 : 1;
  if ((gemm && gemm.getTransA()) || weight.getDimSize(axis) != count)
    return std::nullopt;
  shape[axis] = count;
  return std::move(numbers).reshaped(shape);
}

/// The elements of a constant if there are few and all are moderate.
static std::optional<Tensor> readFactors(Value value) {
  ElementsAttr elements = getConstant(value);
  if (!elements || !getSmallSize(elements.getType(), kMaxChannels))
    return std::nullopt;
  std::optional<Tensor> numbers = readDoubles(elements);
  for (int64_t i = 0, end = numbers ? numbers->getNumElements() : 0; i < end;
       ++i)
    if (!isModerate(numbers->get<double>(i)))
      return std::nullopt;
  return numbers;
}

/// `x` and the constant of x * constant, with one number per channel or one for
/// all.
static std::optional<std::pair<Value, Tensor>> getScaled(MulOp op) {
  for (auto [x, factors] : inBothOrders(op)) {
    auto type = dyn_cast<RankedTensorType>(factors.getType());
    if (x.getType() != op.getType() || !type || !type.hasStaticShape() ||
        !isOfChannels(x, type.getShape(), type.getNumElements()))
      continue;
    if (std::optional<Tensor> numbers = readFactors(factors))
      return std::pair(x, std::move(*numbers));
  }
  return std::nullopt;
}

/// Fuses factors of the operand into the weight. (Padding is zero with and
/// without the factor.)
static LogicalResult fuseFactor(Operation *op, PatternRewriter &rewriter,
                                const Options &options) {
  std::optional<Linear> linear = getLinear(op);
  ElementsAttr weight =
      linear && options.rewriteWeights && linear->weight.hasOneUse()
          ? getConstant(linear->weight)
          : ElementsAttr();
  if (!weight)
    return failure();
  auto type = cast<RankedTensorType>(weight.getType());
  if (!type.hasStaticShape() ||
      (!type.getElementType().isF32() && !type.getElementType().isF64()))
    return failure();
  // A norm without a bias ends in a product.
  auto norm = getSingleUseProducer<GroupNormalizationOp>(linear->x);
  std::optional<std::pair<Value, Tensor>> scaled;
  if (auto mul = getSingleUseProducer<MulOp>(linear->x)) {
    scaled = getScaled(mul);
  } else if (norm && getFill(norm.getBias()) == 0.0 &&
             getFill(norm.getScale()) != 1.0) {
    if (std::optional<Tensor> numbers = readFactors(norm.getScale()))
      scaled = {linear->x, std::move(*numbers)};
  }
  std::optional<Tensor> factors =
      scaled ? arrangeInputFactors(op, std::move(scaled->second), type)
             : std::nullopt;
  ElementsAttr factor =
      factors ? roundTo(type.getElementType(), *factors) : nullptr;
  if (!factor)
    return failure();
  Value constant = scaleWeight(linear->weight, factor, op->getLoc(), rewriter);
  if (norm) {
    auto scaleType = typeOf(norm.getScale());
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(norm);
    Value ones = createConstant(
        rewriter, norm.getLoc(),
        DenseElementsAttr::get(
            scaleType, rewriter.getFloatAttr(scaleType.getElementType(), 1.0)));
    rewriter.modifyOpInPlace(norm,
                             [&] { norm.getScaleMutable().assign(ones); });
  }
  rewriter.modifyOpInPlace(op, [&] {
    op->setOperand(0, scaled->first);
    op->setOperand(1, constant);
  });
  return success();
}

//===----------------------------------------------------------------------===//
// Add
//===----------------------------------------------------------------------===//

/// The bias of a linear operator plus `summand`, which has one number per
/// channel or one for all; null if a number does not fit.
static Value addToBias(const Linear &linear, Value summand, int64_t channels,
                       ONNXBuilder &b, const Options &options) {
  auto type = typeOf(summand);
  Type elementType = type.getElementType();
  int64_t count = type.getNumElements();
  if (!linear.bias && count == channels)
    return b.Reshape(summand, b.ints(channels),
                     RankedTensorType::get({channels}, elementType));
  if (!options.rewriteWeights || !isa<FloatType>(elementType))
    return {};
  std::optional<Tensor> shift = readDoubles(getConstant(summand));
  if (shift)
    shift = arithmetic::expand(std::move(*shift).reshaped({count}), {channels});
  if (shift && linear.bias) {
    Tensor ones = *Tensor::fill(shift->getType(), 1.0);
    shift = addBias(linear.bias, Affine{std::move(ones), std::move(*shift)});
  }
  ElementsAttr bias = shift ? roundTo(elementType, *shift) : nullptr;
  return bias ? createConstant(
                    b.getBuilder(), b.getLoc(), bias,
                    getConstantName(linear.bias ? linear.bias : summand))
              : Value();
}

/// Fuses the addition of a constant per channel, or for all channels, into the
/// bias.
static LogicalResult fuseBias(AddOp op, PatternRewriter &rewriter,
                              const Options &options) {
  for (auto [result, summand] : inBothOrders(op)) {
    Operation *producer = result.getDefiningOp();
    auto linear = producer ? getLinear(producer) : std::nullopt;
    ElementsAttr value = linear ? getConstant(summand) : ElementsAttr();
    if (!value || !result.hasOneUse() || result.getType() != op.getType())
      continue;
    std::optional<int64_t> channels =
        getNumChannels(producer, typeOf(linear->weight));
    if (!channels || *channels > kMaxChannels ||
        !isOfChannels(result, value.getShapedType().getShape(), *channels))
      continue;
    ONNXBuilder b(rewriter, producer->getLoc());
    Value bias = addToBias(*linear, summand, *channels, b, options);
    if (!bias)
      continue;
    rewriter.replaceOp(
        op,
        b.create(producer->getName().stripDialect(), op.getType(),
                 {linear->x, linear->weight, bias},
                 llvm::to_vector(producer->getAttrDictionary().getValue())));
    return success();
  }
  return failure();
}

//===----------------------------------------------------------------------===//
// Pad
//===----------------------------------------------------------------------===//

/// All begins, then all ends, of the spatial axes; nullopt if the Pad crops or
/// pads in another way.
static std::optional<SmallVector<int64_t>> getSpatialPads(PadOp pad) {
  int64_t rank = rankOf(pad.getData());
  auto pads = getInts(pad.getPads());
  if (pad.getMode() != "constant" || !pads || rank < 3)
    return std::nullopt;
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (isPresent(pad.getAxes())) {
    auto values = getAxes(pad.getAxes(), rank);
    if (!values)
      return std::nullopt;
    axes = *values;
  }
  if (pads->size() != 2 * axes.size())
    return std::nullopt;
  SmallVector<int64_t> spatial(2 * (rank - 2), 0);
  for (auto [index, axis] : llvm::enumerate(axes)) {
    int64_t begin = (*pads)[index], end = (*pads)[index + axes.size()];
    if (begin < 0 || end < 0 || (axis < 2 && (begin != 0 || end != 0)))
      return std::nullopt;
    if (axis < 2)
      continue;
    spatial[axis - 2] = begin;
    spatial[axis - 2 + rank - 2] = end;
  }
  return spatial;
}

// Whether `op` with these total pads is equivalent to `op` after a Pad with
// `filler`.

static bool takesPads(ConvOp, ArrayRef<int64_t>, double filler, bool) {
  return filler == 0.0;
}

/// Pools refuse windows that lie in the padding; in ceil_mode the last window
/// depends on what is padding.
template <typename OpT>
static bool areWindowsInside(OpT pool, ArrayRef<int64_t> pads) {
  ArrayRef<int64_t> kernel = pool.getKernelShape();
  if (kernel.size() * 2 != pads.size() || pool.getCeilMode() != 0 ||
      (pool.getDilations() &&
       llvm::any_of(*pool.getDilations(), [](int64_t v) { return v != 1; })))
    return false;
  return llvm::all_of(llvm::enumerate(pads), [&](auto pad) {
    return pad.value() < kernel[pad.index() % kernel.size()];
  });
}

static bool takesPads(MaxPoolOp op, ArrayRef<int64_t> pads, double filler,
                      bool) {
  return areWindowsInside(op, pads) && op.getIndices().use_empty() &&
         std::isinf(filler) && filler < 0;
}

static bool takesPads(AveragePoolOp op, ArrayRef<int64_t> pads, double filler,
                      bool isPadded) {
  return areWindowsInside(op, pads) && filler == 0.0 &&
         !(isPadded && op.getCountIncludePad() == 0);
}

template <typename OpT>
static LogicalResult fusePad(OpT op, PatternRewriter &rewriter,
                             const Options &) {
  auto pad = getSingleUseProducer<PadOp>(op.getX());
  if (!pad || op.getAutoPad() != "NOTSET")
    return failure();
  std::optional<SmallVector<int64_t>> pads = getSpatialPads(pad);
  if (!pads)
    return failure();
  double filler = 0.0;
  if (isPresent(pad.getConstantValue())) {
    std::optional<double> splat = getSplat(pad.getConstantValue());
    if (!splat)
      return failure();
    filler = *splat;
  }
  SmallVector<int64_t> own(pads->size(), 0);
  if (op.getPads())
    own = llvm::to_vector(*op.getPads());
  if (own.size() != pads->size() ||
      llvm::any_of(own, [](int64_t v) { return v < 0; }))
    return failure();
  bool isPadded = llvm::any_of(own, [](int64_t v) { return v != 0; });
  for (auto [sum, more] : llvm::zip_equal(own, *pads))
    sum += more;
  if (!takesPads(op, own, filler, isPadded))
    return failure();
  rewriter.modifyOpInPlace(op, [&] {
    op.getXMutable().assign(pad.getData());
    op.setPads(own);
    if constexpr (std::is_same_v<OpT, AveragePoolOp>)
      op.setCountIncludePad(1);
  });
  return success();
}

void simplify::populateConv(Rewrites &rewrites) {
  rewrites.add("fuse-batch-norm", fuseBatchNorm);
  rewrites.add("fuse-scale", fuseScale);
  rewrites.addFor<ConvOp, ConvTransposeOp, GemmOp>("fuse-factor", fuseFactor);
  rewrites.add("fuse-bias", fuseBias);
  rewrites.add<ConvOp>("fuse-pad", fusePad);
  rewrites.add<AveragePoolOp>("fuse-pad", fusePad);
  rewrites.add<MaxPoolOp>("fuse-pad", fusePad);
}
