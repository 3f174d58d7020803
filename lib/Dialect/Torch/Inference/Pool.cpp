//===- Pool.cpp - Types of pooling ----------------------------------------===//
//
// Windows (ATen/native/Pool.h pooling_output_shape), and given output sizes.
//
//===----------------------------------------------------------------------===//

#include "Inference.h"
#include "Shapes.h"

#include "torch-onnx/Dialect/Sym/IR/Functions.h"
#include "torch-onnx/Dialect/Torch/Inference/RequiredSizes.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// The number of windows along one dimension. With ceil mode the last window
/// may extend past the end, but must not start there.
AffineExpr torch_onnx::torch::countWindows(Inference &b, AffineExpr size,
                                           int64_t kernel, int64_t stride,
                                           int64_t padding, int64_t dilation,
                                           bool ceilMode) {
  int64_t reach = dilation * (kernel - 1) + 1;
  AffineExpr room = sym::add(size, 2 * padding - reach);
  if (!ceilMode)
    return sym::add(sym::floorDiv(room, stride), 1);
  AffineExpr count = sym::add(sym::ceilDiv(room, stride), 1);
  AffineExpr end = sym::add(size, padding);
  AffineExpr lastStart = sym::mul(sym::add(count, -1), stride);
  if (b.isAtLeast(lastStart, end))
    return sym::add(count, -1);
  if (b.isAtLeast(end, sym::add(lastStart, 1)))
    return count;
  AffineExpr starts = sym::add(sym::floorDiv(sym::add(end, -1), stride), 1);
  return sym::getSize(sym::call(sym::Function::Min,
                                {sym::getNumber(count), sym::getNumber(starts)},
                                b.getNumbers().getRanges()));
}

/// Checks PyTorch's constraints on windows (ATen/native/Pool.h
/// pool2d_shape_check, im2col_shape_check.h).
void torch_onnx::torch::checkWindow(Inference &b, int64_t kernel,
                                    int64_t stride, int64_t padding,
                                    int64_t dilation) {
  if (kernel < 1 || stride < 1 || dilation < 1)
    b.invalid("expected a positive kernel, stride and dilation, found " +
              Twine(kernel) + ", " + Twine(stride) + " and " + Twine(dilation));
  if (padding < 0)
    b.invalid("expected a padding of 0 or more, found " + Twine(padding));
}

static Inferred inferPool(Inference &b, int64_t spatial) {
  RankedTensorType x = b.tensor("self");
  SmallVector<int64_t> kernel = b.getInts("kernel_size", spatial);
  SmallVector<int64_t> stride =
      b.getInts("stride").empty() ? kernel : b.getInts("stride", spatial);
  SmallVector<int64_t> padding = b.getInts("padding", spatial);
  SmallVector<int64_t> dilation = b.has("dilation")
                                      ? b.getInts("dilation", spatial)
                                      : SmallVector<int64_t>(spatial, 1);
  bool ceilMode = b.getBool("ceil_mode");
  Dims dims = b.dimsOf(x);
  int64_t first = int64_t(dims.size()) - spatial;
  if (b.hasFailed() || first < 1)
    return b.invalid("expected an input of " + Twine(spatial + 1) +
                     " or more dimensions, found " + Twine(dims.size()));
  for (int64_t i = 0; i < spatial; ++i) {
    checkWindow(b, kernel[i], stride[i], padding[i], dilation[i]);
    if (b.hasFailed())
      return {};
    // The last window of ceil mode is shorter.
    if (!ceilMode)
      RequiredSizes::addNonNegative(sym::add(
          dims[first + i], 2 * padding[i] - dilation[i] * (kernel[i] - 1) - 1));
    dims[first + i] = countWindows(b, dims[first + i], kernel[i], stride[i],
                                   padding[i], dilation[i], ceilMode);
  }
  RankedTensorType type = b.type(dims, x.getElementType());
  bool hasIndices = b.getOp().getTarget().contains("_with_indices");
  return hasIndices ? Inferred{type, b.type(type, b.i64())} : Inferred(type);
}

/// The result has the given spatial sizes.
Inferred torch_onnx::torch::inferSized(Inference &b, int64_t spatial,
                                       StringRef name) {
  RankedTensorType x = b.firstTensor();
  Dims dims = b.dimsOf(x), sizes = b.exprs(name, spatial);
  int64_t first = int64_t(dims.size()) - spatial;
  if (b.hasFailed() || first < 1)
    return b.invalid("expected an input of " + Twine(spatial + 1) +
                     " or more dimensions, found " + Twine(dims.size()));
  llvm::copy(sizes, dims.begin() + first);
  return b.type(dims, x.getElementType());
}

// The gradient is the first tensor of a backward operator.
static Inferred inferTypeOfSelf(Inference &b) { return b.tensor("self"); }

static TypeRule adaptivePool(int64_t spatial, bool hasIndices) {
  return [=](Inference &b) -> Inferred {
    Inferred result = inferSized(b, spatial, "output_size");
    if (!hasIndices || b.hasFailed())
      return result;
    auto type = cast<RankedTensorType>(result.getTypes()[0]);
    return {type, b.type(type, b.i64())};
  };
}

/// For a dynamic size, torch.export declares the number of windows with the
/// last one or without it, as in the example, and adds a guard.
static bool countsExampleWindows(const Arguments &args) {
  auto type = dyn_cast_or_null<RankedTensorType>(
      args.getValue("self") ? args.getValue("self").getType() : Type());
  return type && !type.hasStaticShape() && args.getBool("ceil_mode") == true;
}

void torch_onnx::torch::populatePoolOperators(OperatorTable &r) {
  for (int64_t spatial : {1, 2, 3}) {
    std::string suffix = "pool" + std::to_string(spatial) + "d";
    auto pool = [spatial](Inference &b) { return inferPool(b, spatial); };
    r.add({"aten.avg_" + suffix + ".default", "aten.max_" + suffix + ".default",
           "aten.max_" + suffix + "_with_indices.default"},
          pool, {.isMisdeclared = countsExampleWindows});
    r.add("aten.adaptive_avg_" + suffix + ".default",
          adaptivePool(spatial, /*hasIndices=*/false));
    r.add("aten.adaptive_max_" + suffix + ".default",
          adaptivePool(spatial, /*hasIndices=*/true));
  }
  for (int64_t spatial : {2, 3}) {
    std::string suffix = "pool" + std::to_string(spatial) + "d";
    r.add("aten._adaptive_avg_" + suffix + ".default",
          adaptivePool(spatial, /*hasIndices=*/false));
    r.add("aten.adaptive_max_" + suffix + "_backward.default", inferTypeOfSelf);
    r.add("aten.fractional_max_" + suffix + ".default",
          adaptivePool(spatial, /*hasIndices=*/true));
    r.add("aten.fractional_max_" + suffix + "_backward.default",
          inferTypeOfSelf);
    r.add("aten.max_" + suffix + "_with_indices_backward.default",
          inferTypeOfSelf);
    r.add("aten.max_un" + suffix + ".default",
          adaptivePool(spatial, /*hasIndices=*/false));
  }
  r.mark({"aten.avg_pool1d.default", "aten.avg_pool2d.default",
          "aten.max_pool2d.default", "aten.adaptive_avg_pool1d.default",
          "aten.adaptive_avg_pool2d.default"},
         &OperatorTraits::recordsStrides);
}
