//===- LegalizeWindows.cpp - Convolutions and averages in f64 -------------===//
//
// Operators over windows for which ONNX Runtime's CPU provider has no f64
// kernel, as products and sums of gathered elements (Windows.h). Kernels of
// dynamic size are not rewritten, and neither is `auto_pad` for images of
// dynamic size.
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "torch-onnx/Dialect/ONNX/IR/NNOps.h"
#include "torch-onnx/Dialect/ONNX/IR/Window.h"
#include "torch-onnx/Dialect/ONNX/Utils/Windows.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

/// nullopt if a required size is dynamic or sizes are too large.
static std::optional<SmallVector<WindowAxis>>
getAxes(Node &n, const Window &window, ArrayRef<int64_t> kernel) {
  if (llvm::any_of(kernel, ShapedType::isDynamic))
    return std::nullopt;
  SmallVector<WindowAxis> axes;
  for (auto [i, size] : llvm::enumerate(kernel))
    axes.push_back({size, window.stride(i), window.dilation(i),
                    window.padBegin(i), window.padEnd(i), window.ceilMode});
  if (!areInRange(axes, n.typeOf(n.input(0)), n.resultType()))
    return std::nullopt;
  return axes;
}

/// Distributes `total` zeros, the larger half at the end or at the begin. A
/// negative number is cropped at the end.
static void setPads(WindowAxis &axis, int64_t total, bool isLargerAtEnd) {
  int64_t less = std::max<int64_t>(total, 0) / 2, more = total - less;
  axis.begin = isLargerAtEnd || total < 0 ? less : more;
  axis.end = isLargerAtEnd || total < 0 ? more : less;
}

/// Sets the pads of `auto_pad` SAME_UPPER and SAME_LOWER, which give one window
/// per `stride` elements.
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
  return typeOf(x).getShape().drop_front(2);
}

/// Whether the sizes of the weights fit the groups, and the sums are not empty:
/// runtimes do not define empty products.
static bool areWeights(Value weight, int64_t groups, int64_t summedAxis) {
  RankedTensorType type = typeOf(weight);
  if (type.getDimSize(summedAxis) == 0)
    return false;
  return groups == 1 || (groups > 1 && type.hasStaticShape() &&
                         type.getDimSize(0) % groups == 0);
}

/// The axes of a convolution, or nullopt; its weight is summed along
/// `summedAxis`.
template <typename OpT>
static std::optional<SmallVector<WindowAxis>>
getAxesOfWeight(Node &n, OpT op, const Window &window, int64_t summedAxis) {
  if (!areWeights(op.getW(), op.getGroup(), summedAxis))
    return std::nullopt;
  return getAxes(n, window, getSpatialSizes(op.getW()));
}

// The other rewrites are for nonempty results.
static Outcome emptyWindows(Node &n) {
  Value empty = n.emptyResult();
  return empty ? n.replace(empty) : Outcome::Keep;
}

static Outcome convolution(Node &n, ConvOp op) {
  Value x = op.getX(), weight = op.getW();
  Window window(op);
  auto axes = getAxesOfWeight(n, op, window, 1);
  if (!axes || !setSamePads(window, getSpatialSizes(x), *axes))
    return Outcome::Keep;
  return n.replace(buildConvolution(n, *axes, op.getGroup(), x, weight,
                                    getPresent(op.getB()), n.resultType()));
}

// The pads follow from `output_shape` or `auto_pad`; `output_padding` reduces
// the pads at the end.
static Outcome transposedConvolution(Node &n, ConvTransposeOp op) {
  Value x = op.getX(), weight = op.getW();
  Window window(op);
  auto axes = getAxesOfWeight(n, op, window, 0);
  if (!axes)
    return Outcome::Keep;
  for (auto [i, axis] : llvm::enumerate(*axes)) {
    if (axis.stride > kMaxTransposedStride)
      return Outcome::Keep;
    int64_t added = op.getOutputPadding() ? (*op.getOutputPadding())[i] : 0;
    if (op.getOutputShape() || window.isSame()) {
      int64_t in = getSpatialSizes(x)[i];
      if (ShapedType::isDynamic(in))
        return Outcome::Keep;
      int64_t out =
          op.getOutputShape() ? (*op.getOutputShape())[i] : in * axis.stride;
      setPads(axis, (in - 1) * axis.stride + axis.getSpan() + added - out,
              window.autoPad == "SAME_UPPER");
    }
    axis.end -= added;
  }
  if (!areInRange(*axes, n.typeOf(x), n.resultType()))
    return Outcome::Keep;
  return n.replace(buildTransposedConvolution(n, *axes, op.getGroup(), x,
                                              weight, getPresent(op.getB()),
                                              n.resultType()));
}

// Runtimes differ in the divisor of a window that reaches beyond the padding at
// the end.
static Outcome averagePool(Node &n, AveragePoolOp op) {
  Window window(op);
  bool countsPadding = op.getCountIncludePad();
  auto axes = getAxes(n, window, op.getKernelShape());
  if (!axes || !setSamePads(window, getSpatialSizes(op.getX()), *axes) ||
      (window.ceilMode && countsPadding))
    return Outcome::Keep;
  WindowDivisor divisor;
  divisor.countsPadding = countsPadding;
  return n.replace(buildAverages(n, *axes, divisor, op.getX(), n.resultType()));
}

void onnx::populateWindows(RewriteTable &table) {
  table.addForDouble<emptyWindows, AveragePoolOp, ConvOp, ConvTransposeOp>();
  table.addForDouble<averagePool>();
  table.addForDouble<convolution>();
  table.addForDouble<transposedConvolution>();
}
