//===- LegalizeForms.cpp - Older forms of operators -----------------------===//
//
// Operators that exist at the opset with another form: attributes instead of
// operands, other names of a value, or a narrower meaning. These rewrites are
// equivalent for all inputs; they refuse where the older form needs a constant
// and the operand is not constant.
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "torch-onnx/Dialect/ONNX/IR/ActivationOps.h"
#include "torch-onnx/Dialect/ONNX/IR/Canonicalization.h"
#include "torch-onnx/Dialect/ONNX/IR/FftOps.h"
#include "torch-onnx/Dialect/ONNX/IR/Identities.h"
#include "torch-onnx/Dialect/ONNX/IR/ImageOps.h"
#include "torch-onnx/Dialect/ONNX/IR/NNOps.h"
#include "torch-onnx/Dialect/ONNX/IR/QuantOps.h"
#include "torch-onnx/Dialect/ONNX/IR/RandomOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ReduceOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/ONNX/IR/Window.h"
#include "torch-onnx/Dialect/Sym/IR/Ranges.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

//===----------------------------------------------------------------------===//
// Operands that were attributes
//===----------------------------------------------------------------------===//

// ReduceSum before 13, the others before 18.
template <typename OpT> static Outcome reduceAxes(Node &n, OpT op) {
  Value x = op.getData(), axes = getPresent(op.getAxes());
  std::optional<SmallVector<int64_t>> values;
  if (axes && !(values = n.getConstantInts(axes)))
    return n.refuseComputed("axes");
  bool isEmpty = !values || values->empty();
  if (isEmpty && op.getNoopWithEmptyAxes()) {
    if (isa<ReduceMaxOp, ReduceMeanOp, ReduceMinOp, ReduceProdOp, ReduceSumOp>(
            n.op))
      return n.replace(x);
    return n.refuse("expected 'noop_with_empty_axes' to be 0, found 1", 18);
  }
  SmallVector<NamedAttribute> attributes =
      n.attributesWithout("noop_with_empty_axes");
  if (!isEmpty)
    attributes.push_back(n.attr("axes", *values));
  return n.replace(n.createOld(n.name(), n.resultType(), x, attributes));
}

// Squeeze and Unsqueeze before 13.
static Outcome squeezeAxes(Node &n) {
  Value axes = n.input(1);
  if (!axes)
    return Outcome::Keep;
  std::optional<SmallVector<int64_t>> values = n.getConstantInts(axes);
  if (!values)
    return n.refuseComputed("axes");
  return n.replace(n.createOld(n.name(), n.resultType(), n.input(0),
                               n.attr("axes", *values)));
}

// Before 18 there was no number of outputs.
static Outcome splitNumOutputs(Node &n, SplitOp op) {
  if (!op.getNumOutputs())
    return Outcome::Keep;
  Value x = op.getInput();
  int64_t count = n.op->getNumResults();
  int64_t axis = normalizeAxis(op.getAxis(), n.rankOf(x));
  if (!n.areAxes(axis, n.rankOf(x)))
    return n.refuseAxes(axis, n.rankOf(x));
  if (count == 0)
    return n.refuse("expected 1 or more results, found 0", kNever);
  SmallVector<Value> operands = {x};
  if (int64_t size = n.typeOf(x).getDimSize(axis);
      !ShapedType::isDynamic(size)) {
    int64_t chunk = (size + count - 1) / count;
    SmallVector<int64_t> sizes(count, chunk);
    sizes.back() = size - chunk * (count - 1);
    if (sizes.back() < 0)
      return n.refuse("expected a size that " + Twine(count) +
                          " parts make up, found " + Twine(size),
                      kNever);
    operands.push_back(n.ints(sizes));
  } else {
    // Split without sizes makes equal parts.
    for (Value result : n.op->getResults())
      if (!sym::isKnownEqual(n.dimsOf(result)[axis],
                             n.dimsOf(n.op->getResult(0))[axis]))
        return n.refuse("expected parts of equal or constant sizes, found "
                        "sizes known only at run time");
    return n.replace(n.createOldOp("Split", n.op->getResultTypes(), operands,
                                   n.attributesWithout("num_outputs")));
  }
  return n.replace(n.createOp("Split", n.op->getResultTypes(), operands,
                              n.attributesWithout("num_outputs")));
}

/// One Slice for each part of a Split whose sizes are computed.
static Outcome splitBySlices(Node &n, Value x, int64_t axis, Value sizes) {
  Value start = n.ints(0);
  SmallVector<Value> parts;
  for (auto [i, result] : llvm::enumerate(n.op->getResults())) {
    Value size = n.Slice(sizes, int64_t(i), int64_t(i) + 1, 0);
    Value end = n.Add(start, size);
    parts.push_back(n.create("Slice", result.getType(),
                             {x, start, end, n.ints(axis), n.none()}));
    start = end;
  }
  return n.replace(parts);
}

// Before 13 the sizes were an attribute.
static Outcome splitSizes(Node &n) {
  Value split = n.input(1);
  if (!split)
    return Outcome::Keep;
  std::optional<SmallVector<int64_t>> sizes = n.getConstantInts(split);
  if (!sizes)
    return splitBySlices(n, n.input(0), cast<SplitOp>(n.op).getAxis(), split);
  return n.replace(n.createOldOp("Split", n.op->getResultTypes(), n.input(0),
                                 n.attributesWith(n.attr("split", *sizes))));
}

// DFT before 20; the axis had another default.
static Outcome dftAxis(Node &n) {
  if (n.opset < 17)
    return Outcome::Keep;
  Value x = n.input(0);
  int64_t rank = n.rankOf(x), axis = rank - 2;
  if (Value operand = n.input(2)) {
    std::optional<SmallVector<int64_t>> value = n.getConstantInts(operand);
    if (!value || value->size() != 1)
      return n.refuseComputed("axis");
    axis = normalizeAxis(value->front(), rank);
  }
  if (!n.areAxes(axis, rank))
    return n.refuseAxes(axis, rank);
  return n.replace(n.createOld("DFT", n.resultType(),
                               n.op->getOperands().take_front(2),
                               n.attributesWith(n.attr("axis", axis))));
}

//===----------------------------------------------------------------------===//
// Operators without axes
//===----------------------------------------------------------------------===//

/// Extends a list with one entry per axis in `axes` to one entry per dimension.
/// The others get `fill`, a 1-d tensor of one element for each dimension.
static Value spread(Node &n, Value list, ArrayRef<int64_t> axes,
                    ArrayRef<Value> fill, int64_t offset = 0) {
  SmallVector<Value> parts;
  for (auto [dim, value] : llvm::enumerate(fill)) {
    auto *position = llvm::find(axes, int64_t(dim));
    if (position == axes.end()) {
      parts.push_back(value);
      continue;
    }
    int64_t index = offset + (position - axes.begin());
    parts.push_back(n.Slice(list, index, index + 1, 0));
  }
  return n.Concat(parts, 0);
}

// Before 18.
static Outcome padAxes(Node &n) {
  Value x = n.input(0), pads = n.input(1), axesOperand = n.input(3);
  if (!axesOperand)
    return Outcome::Keep;
  std::optional<SmallVector<int64_t>> axes = n.getConstantInts(axesOperand);
  if (!axes)
    return n.refuseComputed("axes");
  int64_t rank = n.rankOf(x), count = axes->size();
  for (int64_t &axis : *axes)
    axis = normalizeAxis(axis, rank);
  if (!n.areAxes(*axes, rank))
    return n.refuseAxes(*axes, rank);
  if (std::optional<SmallVector<int64_t>> values = n.getConstantInts(pads)) {
    if (int64_t(values->size()) != 2 * count)
      return n.refuse("expected " + Twine(2 * count) + " pads, found " +
                          Twine(values->size()),
                      kNever);
    SmallVector<int64_t> all(2 * rank, 0);
    for (auto [index, axis] : llvm::enumerate(*axes)) {
      all[axis] = (*values)[index];
      all[rank + axis] = (*values)[count + index];
    }
    pads = n.ints(all);
  } else {
    SmallVector<Value> zeros(rank, n.ints(0));
    Value begins = spread(n, pads, *axes, zeros);
    Value ends = spread(n, pads, *axes, zeros, count);
    pads = n.Concat({begins, ends}, 0);
  }
  return n.replace(n.create("Pad", n.resultType(),
                            {x, pads, n.op->getOperand(2), n.none()},
                            n.attributes()));
}

// ONNX Runtime moves a Transpose across a Pad and then treats the pads as those
// of all axes, even if the operand names some of them.
static Outcome padAllAxes(Node &n) {
  std::optional<SmallVector<int64_t>> axes;
  if (n.input(3))
    axes = n.getConstantInts(n.input(3));
  if (!axes || int64_t(axes->size()) == n.rankOf(n.input(0)))
    return Outcome::Keep;
  return padAxes(n);
}

// Before 19: mode 'wrap' becomes a concatenation of slices from both ends.
static Outcome padWrap(Node &n, PadOp op) {
  if (op.getMode() != "wrap")
    return Outcome::Keep;
  // The result is rewritten again.
  if (getPresent(op.getAxes()))
    return padAxes(n);
  Value x = op.getData();
  std::optional<SmallVector<int64_t>> pads = n.getConstantInts(op.getPads());
  if (!pads)
    return n.refuseComputed("pads");
  int64_t rank = n.rankOf(x);
  if (int64_t(pads->size()) != 2 * rank)
    return n.refuse("expected " + Twine(2 * rank) + " pads, found " +
                        Twine(pads->size()),
                    kNever);
  constexpr int64_t kEnd = std::numeric_limits<int64_t>::max();
  for (int64_t axis = 0; axis < rank; ++axis) {
    int64_t begin = (*pads)[axis], end = (*pads)[rank + axis];
    int64_t size = n.typeOf(x).getDimSize(axis);
    if (begin == 0 && end == 0)
      continue;
    if (begin < 0 || end < 0 || ShapedType::isDynamic(size) ||
        std::max(begin, end) > size)
      return n.refuse("expected pads from 0 to the size of the dimension for "
                      "mode 'wrap', found " +
                      Twine(begin) + " and " + Twine(end));
    SmallVector<Value> parts;
    if (begin)
      parts.push_back(n.Slice(x, -begin, kEnd, axis));
    parts.push_back(x);
    if (end)
      parts.push_back(n.Slice(x, int64_t(0), end, axis));
    x = n.Concat(parts, axis);
  }
  return n.replace(x);
}

// Before 18. ONNX Runtime also moves a Transpose across a Resize with axes as
// if it had scales and sizes for all axes.
static Outcome resizeAxes(Node &n, ResizeOp op) {
  if (!op.getAxes())
    return Outcome::Keep;
  // The ratio is kept over these axes only.
  if (op.getKeepAspectRatioPolicy() != "stretch")
    return n.opset >= 18
               ? Outcome::Keep
               : n.refuse("expected 'keep_aspect_ratio_policy' to be 'stretch' "
                          "where there are axes, found '" +
                          op.getKeepAspectRatioPolicy() + "'");
  Value x = op.getX(), scales = getPresent(op.getScales()),
        sizes = getPresent(op.getSizes());
  if (getPresent(op.getRoi()))
    return n.refuse("expected 'roi' for all axes, found one with 'axes'");
  SmallVector<int64_t> axes(*op.getAxes());
  int64_t rank = n.rankOf(x);
  for (int64_t &axis : axes)
    axis = normalizeAxis(axis, rank);
  if (!n.areAxes(axes, rank))
    return n.refuseAxes(axes, rank);
  if (!scales && !sizes)
    return n.refuse("expected 'scales' or 'sizes', found neither", kNever);
  SmallVector<Value> fill;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (scales)
      fill.push_back(n.Unsqueeze(n.scalar(1.0, n.f32()), 0));
    else if (int64_t size = n.typeOf(x).getDimSize(dim);
             !ShapedType::isDynamic(size))
      fill.push_back(n.ints(size));
    else
      fill.push_back(n.Shape(x, dim, dim + 1));
  }
  if (scales)
    scales = spread(n, scales, axes, fill);
  else
    sizes = spread(n, sizes, axes, fill);
  return n.replace(n.create(
      "Resize", n.resultType(),
      {x, n.none(), scales ? scales : n.none(), sizes ? sizes : n.none()},
      n.attributesWithout("axes")));
}

// Before 13, empty tensors stood for absent operands.
static Outcome resizeOperands(Node &n) {
  auto empty = [&] {
    return n.constant(DenseElementsAttr::get(
        RankedTensorType::get({0}, n.f32()), ArrayRef<float>()));
  };
  SmallVector<Value> operands(n.op->getOperands());
  for (unsigned index : {1, 2})
    if (!n.input(index))
      operands[index] = empty();
  return n.replace(
      n.createOld("Resize", n.resultType(), operands, n.attributes()));
}

//===----------------------------------------------------------------------===//
// Changed semantics
//===----------------------------------------------------------------------===//

// Softmax and similar operators before 13 reduced all dimensions from the axis
// on.
template <typename OpT> static Outcome coercedSoftmax(Node &n, OpT op) {
  Value x = op.getX();
  int64_t rank = n.rankOf(x), last = rank - 1;
  int64_t axis = normalizeAxis(op.getAxis(), rank);
  if (!n.areAxes(axis, rank))
    return n.refuseAxes(axis, rank);
  Value moved = n.transpose(x, axis, last);
  Value result =
      n.createOld(n.name(), moved.getType(), moved, n.attr("axis", last));
  return n.replace(n.transpose(result, axis, last));
}

// Before 14, further results were those of training.
static Outcome batchNormalization(Node &n, BatchNormalizationOp op) {
  if (op.getTrainingMode() || !op.getRunningMean().use_empty() ||
      !op.getRunningVar().use_empty())
    return n.refuse("expected 'training_mode' to be 0, found 1");
  return n.replace(
      {n.createOld("BatchNormalization", n.resultType(), n.op->getOperands(),
                   n.attributesWithout("training_mode")),
       Value(), Value()});
}

// Before 12, an attribute of the runtime decided whether a model was trained,
// and no runtime for inference drops elements. The mask of a model that always
// does is computed from uniform numbers, in f32 at least, as a number that is
// rounded to half precision may be 1.
static Outcome dropout(Node &n, DropoutOp op) {
  Value x = op.getData(), training = getPresent(op.getTrainingMode());
  if (!training) {
    if (n.isUsed(1))
      return n.refuse("expected no mask without 'training_mode'");
    return n.replace({x, Value()});
  }
  if (ConstantReader().getSplat(training).value_or(0) == 0)
    return n.refuse("expected 'training_mode' to be the constant true");
  Type type = n.elementTypeOf(x), wide = type.isF64() ? type : n.f32();
  SmallVector<NamedAttribute> attributes = {n.attr("dtype", wide)};
  if (op.getSeed())
    attributes.push_back(n.attr("seed", double(*op.getSeed())));
  Value uniform =
      n.create("RandomUniformLike", n.typeOf(x).clone(wide), x, attributes);
  Value ratio = getPresent(op.getRatio());
  ratio = ratio ? n.Cast(ratio, wide) : n.scalar(0.5, wide);
  Value mask = n.Not(n.Less(uniform, ratio));
  Value one = n.scalar(1, wide);
  Value scale = n.Cast(n.Div(one, n.Sub(one, ratio)), type);
  // NaN and infinities are not dropped, as in eager mode.
  return n.replace({n.Mul(x, n.Mul(n.Cast(mask, type), scale)),
                    n.isUsed(1) ? mask : Value()});
}

/// Whether a result is nonempty for all inputs.
static bool hasElements(Node &n, Value result) {
  sym::Ranges ranges = getRanges(result);
  return llvm::all_of(n.dimsOf(result), [&](AffineExpr size) {
    return size && sym::lowerBound(size, ranges).value_or(0) > 0;
  });
}

// Before 14, a 0 always copied the size of the operand. For a 1-d operand this
// is right for the first size, and a run-time error for the others.
static Outcome reshapeZero(Node &n, ReshapeOp op) {
  if (!op.getAllowzero())
    return Outcome::Keep;
  if (Value empty = n.emptyResult())
    return n.replace(empty);
  Value x = op.getData(), shape = op.getShape();
  // An empty tensor does not depend on its operand. `shape` has no -1 here:
  // ONNX forbids it where a 0 is a size.
  if (RankedTensorType result = n.resultType();
      llvm::is_contained(result.getShape(), 0))
    return n.replace(
        n.Cast(n.create("ConstantOfShape", result.clone(n.f32()), shape),
               result.getElementType()));
  RankedTensorType type = n.typeOf(x);
  if (std::optional<SmallVector<int64_t>> sizes = n.getConstantInts(shape)) {
    for (auto [index, size] : llvm::enumerate(*sizes))
      if (size == 0 &&
          (int64_t(index) >= type.getRank() || type.getDimSize(index) != 0))
        return n.refuse(
            "expected a shape without 0 where 'allowzero' is 1, found a 0");
  } else if (type.getRank() > 1 && !hasElements(n, op.getOutput())) {
    AffineExpr count = sym::product(n.dimsOf(x), n.getContext());
    x = n.Reshape(x, n.ints(-1),
                  sym::getTensorType(count, type.getElementType()));
  }
  return n.replace(n.create("Reshape", n.resultType(), {x, shape},
                            n.attributesWithout("allowzero")));
}

// Before 15.
static Outcome shapeRange(Node &n, ShapeOp op) {
  if (!op.getStartAttr() && !op.getEnd())
    return Outcome::Keep;
  Value x = op.getData();
  int64_t rank = n.rankOf(x);
  int64_t start = clampPosition(op.getStart(), rank);
  int64_t end = clampPosition(op.getEnd().value_or(rank), rank);
  return n.replace(n.Slice(n.Shape(x), start, end, 0));
}

// In 16 to 19, modes had other names and only images were supported.
static Outcome gridSampleMode(Node &n, GridSampleOp op) {
  if (n.opset < 16)
    return Outcome::Keep;
  if (n.rankOf(op.getX()) != 4)
    return n.refuse("expected 4 dimensions, found " +
                    Twine(n.rankOf(n.input(0))));
  StringRef mode = op.getMode();
  StringRef old = mode == "linear"  ? "bilinear"
                  : mode == "cubic" ? "bicubic"
                                    : mode;
  return n.replace(n.createOld("GridSample", n.resultType(),
                               n.op->getOperands(),
                               n.attributesWith(n.attr("mode", old))));
}

// Before 16 there was one mode, which is not today's default.
static Outcome roiAlignMode(Node &n, RoiAlignOp op) {
  if (op.getCoordinateTransformationMode() != "output_half_pixel")
    return n.refuse("expected 'coordinate_transformation_mode' to be "
                    "'output_half_pixel', found 'half_pixel'");
  return n.replace(
      n.createOld("RoiAlign", n.resultType(), n.op->getOperands(),
                  n.attributesWithout("coordinate_transformation_mode")));
}

// Before 21, the zero point determined the type.
static Outcome quantizeType(Node &n, QuantizeLinearOp op) {
  if (!op.getOutputDtype())
    return Outcome::Keep;
  Type type = n.resultType().getElementType();
  SmallVector<Value> operands(n.op->getOperands());
  RankedTensorType scale = n.typeOf(operands[1]);
  if (!n.input(2) && !type.isUnsignedInteger(8)) {
    if (!scale.hasStaticShape())
      return n.refuse("expected a zero point of constant shape for "
                      "'output_dtype', found one known only at run time");
    RankedTensorType zeroType = RankedTensorType::get(scale.getShape(), type);
    mlir::Attribute zero = Builder(n.getContext()).getZeroAttr(type);
    operands[2] = n.constant(DenseElementsAttr::get(zeroType, zero));
  }
  return n.replace(n.create("QuantizeLinear", n.resultType(), operands,
                            n.attributesWithout("output_dtype")));
}

// Before 23, the scale determined the type.
static Outcome dequantizeType(Node &n, DequantizeLinearOp op) {
  if (!op.getOutputDtype() ||
      *op.getOutputDtype() != n.elementTypeOf(op.getXScale()))
    return Outcome::Keep;
  return n.replace(n.create("DequantizeLinear", n.resultType(),
                            n.op->getOperands(),
                            n.attributesWithout("output_dtype")));
}

// Before 22, ceil_mode counted a window that begins after the end. The unread
// elements and the padding after them are cropped, so that there is no such
// window.
template <typename OpT> static Outcome cutUnreadEnd(Node &n, OpT op) {
  if (!op.getCeilMode() || op.getAutoPad() != "NOTSET")
    return Outcome::Keep;
  RankedTensorType x = n.typeOf(op.getX()), y = n.resultType();
  Window window(op);
  ArrayRef<int64_t> kernel = op.getKernelShape();
  SmallVector<int64_t> pads = window.getPads(kernel.size()), axes, ends;
  for (auto [i, size] : llvm::enumerate(kernel)) {
    int64_t in = x.getDimSize(2 + i), out = y.getDimSize(2 + i);
    if (ShapedType::isDynamic(in) || ShapedType::isDynamic(out))
      continue;
    int64_t read = (out - 1) * window.stride(i) + window.extent(size, i) -
                   window.padBegin(i);
    if (out == 0 || read >= in)
      continue;
    axes.push_back(2 + i);
    ends.push_back(read);
    pads[kernel.size() + i] = 0;
  }
  if (axes.empty())
    return Outcome::Keep;
  if (n.isUsed(1))
    return n.refuse("expected unused positions if windows with ceil_mode leave "
                    "elements out, found a use");
  SmallVector<Value> operands(n.op->getOperands());
  operands[0] =
      n.Slice(op.getX(), SmallVector<int64_t>(axes.size(), 0), ends, axes);
  return n.replace(n.createOp(n.name(), n.op->getResultTypes(), operands,
                              n.attributesWith(n.attr("pads", pads))));
}

// Before 20, bf16 was not supported; only the attribute and the result show the
// type.
static Outcome constantOfShape(Node &n, ConstantOfShapeOp op) {
  Type type = n.resultType().getElementType();
  auto value = dyn_cast_if_present<DenseElementsAttr>(op.getValueAttr());
  if (!type.isBF16() || !value || value.getNumElements() != 1)
    return Outcome::Keep;
  APFloat element = *value.value_begin<APFloat>();
  bool losesInfo;
  element.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
  auto wide = DenseElementsAttr::get(RankedTensorType::get({1}, n.f32()),
                                     ArrayRef<APFloat>(element));
  NamedAttribute attribute(StringAttr::get(n.getContext(), "value"), wide);
  Value result = n.create("ConstantOfShape", n.resultType().clone(n.f32()),
                          n.input(0), attribute);
  return n.replace(n.Cast(result, type));
}

void onnx::populateForms(RewriteTable &table) {
  table.add<dropout>(12);
  table.add<coercedSoftmax<HardmaxOp>>(13);
  table.add<coercedSoftmax<LogSoftmaxOp>>(13);
  table.add<reduceAxes<ReduceSumOp>>(13);
  table.add<coercedSoftmax<SoftmaxOp>>(13);
  table.add<squeezeAxes, SqueezeOp, UnsqueezeOp>(13);
  table.add<batchNormalization>(14);
  table.add<reshapeZero>(14);
  table.add<shapeRange>(15);
  table.add<roiAlignMode>(16);
  table.add<padAxes, PadOp>(18);
  table.addForORT<padAllAxes, PadOp>();
  table.add<reduceAxes<ReduceL1Op>>(18);
  table.add<reduceAxes<ReduceL2Op>>(18);
  table.add<reduceAxes<ReduceLogSumOp>>(18);
  table.add<reduceAxes<ReduceLogSumExpOp>>(18);
  table.add<reduceAxes<ReduceMaxOp>>(18);
  table.add<reduceAxes<ReduceMeanOp>>(18);
  table.add<reduceAxes<ReduceMinOp>>(18);
  table.add<reduceAxes<ReduceProdOp>>(18);
  table.add<reduceAxes<ReduceSumSquareOp>>(18);
  table.add<resizeAxes>(18);
  table.addForORT<resizeAxes>();
  table.add<resizeOperands, ResizeOp>(13);
  table.add<splitNumOutputs>(18);
  table.add<splitSizes, SplitOp>(13);
  table.add<padWrap>(19);
  table.add<constantOfShape>(20);
  table.add<dftAxis, DFTOp>(20);
  table.add<gridSampleMode>(20);
  table.add<quantizeType>(21);
  table.add<cutUnreadEnd<AveragePoolOp>>(22);
  table.add<cutUnreadEnd<LpPoolOp>>(22);
  table.add<cutUnreadEnd<MaxPoolOp>>(22);
  table.add<dequantizeType>(23);
}
