//===- FuseConv.cpp - Convolutions with what is around them ---------------===//
//
// BatchNormalization by constant statistics is a factor and a summand for each
// channel: y = x * s + (beta - mean * s), s = scale / sqrt(var + epsilon).
// After a Conv, ConvTranspose or Gemm they go into its weight and bias. The
// vectors are computed in double precision and rounded once; the weight is an
// expression that is computed when it is written.
//
// A Pad with what the operator itself would pad with goes into its pads.
//
//===----------------------------------------------------------------------===//

#include "SimplifySupport.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

using Vector = SmallVector<double, 0>;

/// The elements of a constant of floats; nothing unless there are `size`.
static std::optional<Vector> getVector(Value value, int64_t size) {
  if (!value || size > kMaxChannels)
    return std::nullopt;
  DenseElementsAttr attr = getSmallConstant(value, kMaxChannels);
  if (!attr || attr.getNumElements() != size ||
      !isa<FloatType>(attr.getElementType()))
    return std::nullopt;
  Vector vector;
  vector.reserve(size);
  bool losesInfo;
  for (APFloat number : attr.getValues<APFloat>()) {
    number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
    vector.push_back(number.convertToDouble());
  }
  return vector;
}

/// `vector`, rounded to the element type; null if something does not fit.
static DenseElementsAttr makeConstant(ArrayRef<double> vector,
                                      RankedTensorType type) {
  const auto &semantics =
      cast<FloatType>(type.getElementType()).getFloatSemantics();
  SmallVector<APFloat, 0> rounded;
  rounded.reserve(vector.size());
  bool losesInfo;
  for (double number : vector) {
    rounded.emplace_back(number);
    rounded.back().convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
    if (!rounded.back().isFinite())
      return {};
  }
  return DenseElementsAttr::get(type, rounded);
}

//===----------------------------------------------------------------------===//
// BatchNormalization
//===----------------------------------------------------------------------===//

namespace {
struct Affine {
  Vector scale, shift;
};
} // namespace

/// y = x * scale + shift of a BatchNormalization by constant statistics.
static std::optional<Affine> getAffine(Operation *norm, int64_t channels) {
  if (getInt(norm, "training_mode", 0) != 0)
    return std::nullopt;
  auto scale = getVector(getInput(norm, 1), channels);
  auto beta = getVector(getInput(norm, 2), channels);
  auto mean = getVector(getInput(norm, 3), channels);
  auto variance = getVector(getInput(norm, 4), channels);
  if (!scale || !beta || !mean || !variance)
    return std::nullopt;
  double epsilon = getFloat(norm, "epsilon", double(1e-5f));
  Affine affine;
  for (int64_t c = 0; c < channels; ++c) {
    double s = (*scale)[c] / std::sqrt((*variance)[c] + epsilon);
    affine.scale.push_back(s);
    affine.shift.push_back((*beta)[c] - (*mean)[c] * s);
  }
  return affine;
}

/// The factors of `scale` in the shape in which they broadcast to the weight.
static std::pair<Vector, SmallVector<int64_t>>
arrangeFactors(Operation *op, ArrayRef<double> scale, RankedTensorType weight) {
  SmallVector<int64_t> shape(weight.getRank(), 1);
  int64_t channels = scale.size();
  if (isOp(op, "Gemm")) {
    shape[getInt(op, "transB", 0) ? 0 : 1] = channels;
    return {Vector(scale), shape};
  }
  int64_t groups = getInt(op, "group", 1);
  if (isOp(op, "Conv") || groups == 1) {
    shape[isOp(op, "Conv") ? 0 : 1] = channels;
    return {Vector(scale), shape};
  }
  // The weight of a ConvTranspose is [in, out / groups, ...]: the output
  // channel follows from the group of the input channel.
  int64_t inputs = weight.getDimSize(0), perGroup = weight.getDimSize(1);
  shape[0] = inputs;
  shape[1] = perGroup;
  Vector factors;
  if (inputs * perGroup <= kMaxChannels && inputs % groups == 0)
    for (int64_t i = 0; i < inputs; ++i)
      for (int64_t j = 0; j < perGroup; ++j)
        factors.push_back(scale[i / (inputs / groups) * perGroup + j]);
  return {factors, shape};
}

/// The number of output channels; nothing if the weight says something odd.
static std::optional<int64_t> getNumChannels(Operation *op,
                                             RankedTensorType weight) {
  if (!weight.hasStaticShape() || weight.getRank() < 2)
    return std::nullopt;
  if (isOp(op, "Gemm"))
    return weight.getDimSize(getInt(op, "transB", 0) ? 0 : 1);
  if (isOp(op, "Conv"))
    return weight.getDimSize(0);
  return weight.getDimSize(1) * getInt(op, "group", 1);
}

static StringAttr getName(Value constant) {
  return constant.getDefiningOp()->getAttrOfType<StringAttr>("name");
}

static Value makeNamed(ONNXBuilder &b, ElementsAttr value, StringAttr name) {
  SmallVector<NamedAttribute> attrs = {
      b.getBuilder().getNamedAttr("value", value)};
  if (name)
    attrs.push_back(b.getBuilder().getNamedAttr("name", name));
  return b.create("Constant", value.getType(), {}, attrs);
}

static LogicalResult fuseBatchNorm(Operation *norm, PatternRewriter &rewriter,
                                   const Options &options) {
  Value input = norm->getOperand(0);
  Operation *op = input.getDefiningOp();
  if (!options.rewriteWeights || !op || !input.hasOneUse() ||
      !(isOp(op, "Conv") || isOp(op, "ConvTranspose") || isOp(op, "Gemm")) ||
      input.getType() != norm->getResult(0).getType() ||
      llvm::any_of(norm->getResults().drop_front(),
                   [](Value statistics) { return !statistics.use_empty(); }))
    return failure();
  if (isOp(op, "Gemm") &&
      (getFloat(op, "alpha", 1.0) != 1.0 || getFloat(op, "beta", 1.0) != 1.0))
    return failure();
  // A shared weight would be written twice.
  Value weight = op->getOperand(1), bias = getInput(op, 2);
  ElementsAttr weightAttr = getConstant(weight);
  if (!weightAttr || !weight.hasOneUse())
    return failure();
  auto weightType = cast<RankedTensorType>(weightAttr.getType());
  std::optional<int64_t> channels = getNumChannels(op, weightType);
  if (!channels)
    return failure();
  std::optional<Affine> affine = getAffine(norm, *channels);
  if (!affine)
    return failure();
  if (bias) {
    // A column would be one number for each row of a Gemm.
    auto biasType = ONNXBuilder::typeOf(bias);
    if (biasType.getRank() > 1 && biasType.getDimSize(0) != 1)
      return failure();
    std::optional<Vector> values = getVector(bias, *channels);
    if (!values)
      return failure();
    for (int64_t c = 0; c < *channels; ++c)
      affine->shift[c] += (*values)[c] * affine->scale[c];
  }
  auto [factors, shape] = arrangeFactors(op, affine->scale, weightType);
  if (factors.empty())
    return failure();
  Type elementType = weightType.getElementType();
  DenseElementsAttr factorAttr =
      makeConstant(factors, RankedTensorType::get(shape, elementType));
  DenseElementsAttr biasAttr = makeConstant(
      affine->shift, RankedTensorType::get({*channels}, elementType));
  if (!factorAttr || !biasAttr)
    return failure();
  ElementsAttr operands[] = {weightAttr, factorAttr};
  auto scaled = weight::ExprAttr::get(weightType, weight::ExprKind::Mul,
                                      ArrayRef<ElementsAttr>(operands));
  ONNXBuilder b(rewriter, op->getLoc());
  StringAttr biasName = getName(bias ? bias : norm->getOperand(2));
  Value newWeight = makeNamed(b, scaled, getName(weight));
  Value newBias = makeNamed(b, biasAttr, biasName);
  Value fused = b.create(op->getName().getStringRef().drop_front(5),
                         norm->getResult(0).getType(),
                         {op->getOperand(0), newWeight, newBias},
                         llvm::to_vector(op->getAttrDictionary().getValue()));
  // The other results have no users and need no replacement of their own.
  SmallVector<Value> replacements(norm->getNumResults(), Value());
  replacements[0] = fused;
  rewriter.replaceOp(norm, replacements);
  return success();
}

//===----------------------------------------------------------------------===//
// Add
//===----------------------------------------------------------------------===//

/// A constant for each channel, added to a convolution that has no bias yet.
static LogicalResult fuseBias(Operation *op, PatternRewriter &rewriter,
                              const Options &) {
  for (int index : {0, 1}) {
    Value result = op->getOperand(index), bias = op->getOperand(1 - index);
    Operation *conv = getProducer(result, "Conv");
    if (!conv)
      conv = getProducer(result, "ConvTranspose");
    ElementsAttr value = getConstant(bias);
    if (!conv || !value || !result.hasOneUse() || getInput(conv, 2) ||
        result.getType() != op->getResult(0).getType())
      continue;
    auto type = ONNXBuilder::typeOf(result);
    std::optional<int64_t> channels =
        getNumChannels(conv, ONNXBuilder::typeOf(conv->getOperand(1)));
    // [C, 1, 1], perhaps with a 1 for the batch before.
    auto biasType = cast<RankedTensorType>(value.getType());
    ArrayRef<int64_t> shape = biasType.getShape();
    if (int64_t(shape.size()) == type.getRank() && shape.front() == 1)
      shape = shape.drop_front();
    if (!channels || int64_t(shape.size()) != type.getRank() - 1 ||
        shape.front() != *channels ||
        llvm::any_of(shape.drop_front(), [](int64_t s) { return s != 1; }))
      continue;
    ONNXBuilder b(rewriter, conv->getLoc());
    Value flat = b.Reshape(
        bias, b.ints(*channels),
        RankedTensorType::get({*channels}, biasType.getElementType()));
    rewriter.replaceOp(
        op, b.create(conv->getName().getStringRef().drop_front(5), type,
                     {conv->getOperand(0), conv->getOperand(1), flat},
                     llvm::to_vector(conv->getAttrDictionary().getValue())));
    return success();
  }
  return failure();
}

//===----------------------------------------------------------------------===//
// Pad
//===----------------------------------------------------------------------===//

/// All begins, then all ends, of the spatial axes; nothing if the Pad does
/// anything else, or crops.
static std::optional<SmallVector<int64_t>> getSpatialPads(Operation *pad) {
  auto mode = pad->getAttrOfType<StringAttr>("mode");
  int64_t rank = ONNXBuilder::rankOf(pad->getOperand(0));
  auto pads = getInts(pad->getOperand(1));
  if ((mode && mode.getValue() != "constant") || !pads || rank < 3)
    return std::nullopt;
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (Value given = getInput(pad, 3)) {
    auto values = getAxes(given, rank);
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

static LogicalResult fusePad(Operation *op, PatternRewriter &rewriter,
                             const Options &) {
  Operation *pad = getProducer(op->getOperand(0), "Pad");
  auto autoPad = op->getAttrOfType<StringAttr>("auto_pad");
  if (!pad || !op->getOperand(0).hasOneUse() ||
      (autoPad && autoPad.getValue() != "NOTSET"))
    return failure();
  std::optional<SmallVector<int64_t>> pads = getSpatialPads(pad);
  if (!pads)
    return failure();
  double filler = 0.0;
  if (Value value = getInput(pad, 2)) {
    std::optional<double> splat = getSplat(value);
    if (!splat)
      return failure();
    filler = *splat;
  }
  SmallVector<int64_t> own(pads->size(), 0);
  if (auto given = getIntArray(op, "pads"))
    own = *given;
  if (own.size() != pads->size() ||
      llvm::any_of(own, [](int64_t v) { return v < 0; }))
    return failure();
  bool isPadded = llvm::any_of(own, [](int64_t v) { return v != 0; });
  SmallVector<int64_t> sum;
  for (auto [a, b] : llvm::zip_equal(own, *pads))
    sum.push_back(a + b);

  if (isOp(op, "Conv")) {
    if (filler != 0.0)
      return failure();
  } else {
    // Pools refuse windows that are all padding; with ceil_mode the last window
    // depends on what is padding.
    auto kernel = getIntArray(op, "kernel_shape");
    auto dilations = getIntArray(op, "dilations");
    if (!kernel || kernel->size() * 2 != sum.size() ||
        getInt(op, "ceil_mode", 0) != 0 ||
        (dilations &&
         llvm::any_of(*dilations, [](int64_t v) { return v != 1; })))
      return failure();
    for (auto [index, size] : llvm::enumerate(sum))
      if (size >= (*kernel)[index % kernel->size()])
        return failure();
    if (isOp(op, "MaxPool")) {
      bool wantsIndices =
          op->getNumResults() > 1 && !op->getResult(1).use_empty();
      if (wantsIndices || !(std::isinf(filler) && filler < 0))
        return failure();
    } else if (filler != 0.0 ||
               (isPadded && getInt(op, "count_include_pad", 0) == 0)) {
      return failure();
    }
  }
  rewriter.modifyOpInPlace(op, [&] {
    op->setOperand(0, pad->getOperand(0));
    op->setAttr("pads", rewriter.getDenseI64ArrayAttr(sum));
    if (isOp(op, "AveragePool"))
      op->setAttr("count_include_pad", rewriter.getI64IntegerAttr(1));
  });
  return success();
}

void simplify::populateConv(Rewrites &rewrites) {
  rewrites.add("fuse-batch-norm", {"BatchNormalization"}, fuseBatchNorm);
  rewrites.add("fuse-conv-bias", {"Add"}, fuseBias, 1);
  rewrites.add("fuse-pad", {"Conv", "AveragePool", "MaxPool"}, fusePad);
}
