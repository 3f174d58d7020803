//===- LegalizeWindows.cpp - Convolutions and averages in f64 -------------===//
//
// Operators over windows that ONNX Runtime's CPU provider has no kernel for in
// f64, as products and sums of what is gathered (Windows.h). A kernel of a size
// that only the run knows stays, and so does `auto_pad` of such an image.
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "torch-onnx/Dialect/ONNX/IR/NNOps.h"
#include "torch-onnx/Dialect/ONNX/IR/Window.h"
#include "torch-onnx/Dialect/ONNX/Utils/Windows.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

static bool isDouble(Node &n) { return n.elementTypeOf(n.input(0)).isF64(); }

/// Nothing where a size is not known that has to be.
static std::optional<SmallVector<WindowAxis>>
getAxes(const Window &window, ArrayRef<int64_t> kernel) {
  if (llvm::any_of(kernel, ShapedType::isDynamic))
    return std::nullopt;
  SmallVector<WindowAxis> axes;
  for (auto [i, size] : llvm::enumerate(kernel))
    axes.push_back({size, window.stride(i), window.dilation(i),
                    window.padBegin(i), window.padEnd(i), window.ceilMode});
  if (!areInRange(axes))
    return std::nullopt;
  return axes;
}

/// `total` zeros, of an odd number the larger half at the end or at the begin.
static bool setPads(WindowAxis &axis, int64_t total, bool isLargerAtEnd) {
  int64_t less = total / 2, more = total - less;
  axis.begin = isLargerAtEnd ? less : more;
  axis.end = isLargerAtEnd ? more : less;
  return total >= 0;
}

/// The pads of `auto_pad` SAME_UPPER and SAME_LOWER, by which there is a window
/// for each `stride` elements.
static bool setSamePads(const Window &window, ArrayRef<int64_t> sizes,
                        SmallVectorImpl<WindowAxis> &axes) {
  if (!window.isSame())
    return true;
  for (auto [axis, size] : llvm::zip_equal(axes, sizes)) {
    if (ShapedType::isDynamic(size))
      return false;
    axis.ceilMode = false;
    int64_t last = (llvm::divideCeil(size, axis.stride) - 1) * axis.stride;
    setPads(axis, std::max<int64_t>(last + axis.getSpan() - size, 0),
            window.autoPad == "SAME_UPPER");
  }
  return true;
}

static ArrayRef<int64_t> getSpatialSizes(Value x) {
  return ONNXBuilder::typeOf(x).getShape().drop_front(2);
}

/// Whether the sizes of the weights allow for the groups, and there is
/// something to sum: runtimes leave the product of nothing open.
static bool areWeights(Value weight, int64_t groups, int64_t summedAxis) {
  RankedTensorType type = ONNXBuilder::typeOf(weight);
  if (type.getDimSize(summedAxis) == 0)
    return false;
  return groups == 1 || (groups > 1 && type.hasStaticShape() &&
                         type.getDimSize(0) % groups == 0);
}

static Outcome convolution(Node &n, ConvOp op) {
  if (!isDouble(n))
    return Outcome::Keep;
  if (Value empty = n.emptyResult())
    return n.replace(empty);
  Value x = op.getX(), weight = op.getW();
  Window window(op);
  auto axes = getAxes(window, getSpatialSizes(weight));
  if (!axes || !setSamePads(window, getSpatialSizes(x), *axes) ||
      !areWeights(weight, op.getGroup(), 1))
    return Outcome::Keep;
  return n.replace(buildConvolution(n, *axes, op.getGroup(), x, weight,
                                    n.present(op.getB()), n.resultType()));
}

// The pads follow from `output_shape` and from `auto_pad`; `output_padding` is
// that much less at the end.
static Outcome transposedConvolution(Node &n, ConvTransposeOp op) {
  if (!isDouble(n))
    return Outcome::Keep;
  if (Value empty = n.emptyResult())
    return n.replace(empty);
  Value x = op.getX(), weight = op.getW();
  Window window(op);
  auto axes = getAxes(window, getSpatialSizes(weight));
  if (!axes || !areWeights(weight, op.getGroup(), 0))
    return Outcome::Keep;
  for (auto [i, axis] : llvm::enumerate(*axes)) {
    if (axis.stride > kMaxTransposedStride)
      return Outcome::Keep;
    int64_t added = op.getOutputPadding() ? (*op.getOutputPadding())[i] : 0;
    if (op.getOutputShape() || window.isSame()) {
      int64_t in = getSpatialSizes(x)[i], out = getSpatialSizes(op.getY())[i];
      if (ShapedType::isDynamic(in) || ShapedType::isDynamic(out))
        return Outcome::Keep;
      if (!setPads(axis, (in - 1) * axis.stride + axis.getSpan() + added - out,
                   window.autoPad == "SAME_UPPER"))
        return Outcome::Keep;
    }
    axis.end -= added;
  }
  if (!areInRange(*axes))
    return Outcome::Keep;
  return n.replace(buildTransposedConvolution(n, *axes, op.getGroup(), x,
                                              weight, n.present(op.getB()),
                                              n.resultType()));
}

// What counts of a window that reaches beyond the padding at the end is not the
// same to all.
static Outcome averagePool(Node &n, AveragePoolOp op) {
  if (!isDouble(n))
    return Outcome::Keep;
  if (Value empty = n.emptyResult())
    return n.replace(empty);
  Window window(op);
  window.ceilMode = op.getCeilMode();
  bool countsPadding = op.getCountIncludePad();
  auto axes = getAxes(window, op.getKernelShape());
  if (!axes || !setSamePads(window, getSpatialSizes(op.getX()), *axes) ||
      (window.ceilMode && countsPadding))
    return Outcome::Keep;
  WindowDivisor divisor;
  divisor.countsPadding = countsPadding;
  return n.replace(buildAverages(n, *axes, divisor, op.getX(), n.resultType()));
}

ArrayRef<RewriteRow> onnx::getWindowRewrites() {
  constexpr TargetRuntime ort = TargetRuntime::ORT;
  static const RewriteRow rows[] = {
      row<averagePool>(kNever, ort),
      row<convolution>(kNever, ort),
      row<transposedConvolution>(kNever, ort),
  };
  return rows;
}
