//===- Image.cpp - Types of operators on images ---------------------------===//
//
// Resampling to sizes or by factors, sampling at the positions of a grid, and
// blocks of images.
//
//===----------------------------------------------------------------------===//

#include "Inference.h"
#include "Shapes.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// `size` times a factor, rounded down. A symbolic size is scaled only if the
/// product is exact for all its values: by a multiple of a power of two.
static AffineExpr scaleSize(Inference &b, AffineExpr size, double factor) {
  if (std::optional<int64_t> value = b.constantSize(size))
    return b.size(int64_t(std::floor(double(*value) * factor)));
  constexpr int64_t limit = 1 << 16;
  double numerator = factor * limit;
  if (!(factor > 0 && factor < limit) || numerator != std::floor(numerator))
    return {};
  return sym::floorDiv(sym::mul(size, int64_t(numerator)), limit);
}

// aten::upsample_bilinear2d(Tensor self, SymInt[2] output_size, ...)
// aten::upsample_bilinear2d.vec(Tensor input, SymInt[]? output_size,
//   bool align_corners, float[]? scale_factors) -> Tensor
static TypeRule upsample(int64_t spatial) {
  return [spatial](Inference &b) -> Inferred {
    if (b.has("output_size"))
      return inferSized(b, spatial, "output_size");
    RankedTensorType x = b.firstTensor();
    Dims dims = b.dimsOf(x);
    auto factors = b.getArguments().getFloats("scale_factors");
    int64_t first = int64_t(dims.size()) - spatial;
    if (b.hasFailed() || first < 1)
      return b.invalid("expected an input of " + Twine(spatial + 1) +
                       " or more dimensions, found " + Twine(dims.size()));
    if (!factors || int64_t(factors->size()) != spatial)
      return b.invalidArgument("scale_factors",
                               "a list of " + Twine(spatial) + " numbers");
    for (auto [index, factor] : llvm::enumerate(*factors))
      dims[first + index] = scaleSize(b, dims[first + index], factor);
    return b.type(dims, x.getElementType());
  };
}

// aten::grid_sampler(Tensor input, Tensor grid, ...) -> Tensor
//
// Samples [N, C, ...] at the positions of a grid [N, out..., rank].
static Inferred inferGridSampler(Inference &b) {
  RankedTensorType x = b.tensor("input"), grid = b.tensor("grid");
  Dims dims = b.dimsOf(x), positions = b.dimsOf(grid);
  if (b.hasFailed() || dims.size() < 3 || positions.size() != dims.size())
    return b.invalidRanks("input", "grid", "one rank of 3 or more", x, grid);
  std::copy(positions.begin() + 1, positions.end() - 1, dims.begin() + 2);
  return b.type(dims, x.getElementType());
}

// aten::affine_grid_generator(Tensor theta, SymInt[] size, bool align_corners)
//
// size is [N, C, out...].
static Inferred inferAffineGrid(Inference &b) {
  RankedTensorType theta = b.tensor("theta");
  Dims size = b.exprs("size");
  if (b.hasFailed() || size.size() < 4)
    return b.invalid("expected 'size' to have 4 or 5 elements, found " +
                     Twine(size.size()));
  Dims dims = {size[0]};
  dims.append(size.begin() + 2, size.end());
  dims.push_back(b.size(int64_t(size.size()) - 2));
  return b.type(dims, theta.getElementType());
}

// aten::pixel_shuffle(Tensor self, int upscale_factor) -> Tensor
// aten::pixel_unshuffle(Tensor self, int downscale_factor) -> Tensor
static Inferred inferPixelShuffle(Inference &b, bool isInverse) {
  RankedTensorType x = b.tensor("self");
  int64_t factor = b.getInt(isInverse ? "downscale_factor" : "upscale_factor");
  Dims dims = b.dimsOf(x);
  size_t rank = dims.size();
  if (b.hasFailed() || rank < 3)
    return b.invalidRank("self", "3 or more dimensions", rank);
  if (factor < 1 || factor > (1 << 20))
    return b.invalid("expected a factor from 1 to 2^20, found " +
                     Twine(factor));
  auto enlarge = [&](AffineExpr &dim, int64_t by) { dim = sym::mul(dim, by); };
  auto shrink = [&](AffineExpr &dim, int64_t by) {
    dim = sym::floorDiv(dim, by);
  };
  for (size_t i : {rank - 2, rank - 1}) {
    if (isInverse)
      shrink(dims[i], factor);
    else
      enlarge(dims[i], factor);
  }
  if (isInverse)
    enlarge(dims[rank - 3], factor * factor);
  else
    shrink(dims[rank - 3], factor * factor);
  return b.type(dims, x.getElementType());
}

// aten::im2col(Tensor self, int[2] kernel_size, int[2] dilation,
//   int[2] padding, int[2] stride) -> Tensor
//
// [N, C, H, W] -> [N, C * kernel, windows].
static Inferred inferIm2Col(Inference &b) {
  RankedTensorType x = b.tensor("self");
  SmallVector<int64_t> kernel = b.getInts("kernel_size", 2);
  SmallVector<int64_t> dilation = b.getInts("dilation", 2);
  SmallVector<int64_t> padding = b.getInts("padding", 2);
  SmallVector<int64_t> stride = b.getInts("stride", 2);
  Dims dims = b.dimsOf(x);
  if (b.hasFailed() || dims.size() < 3)
    return b.invalidRank("self", "3 or more dimensions", dims.size());
  for (size_t i = 0; i < 2; ++i)
    checkWindow(b, kernel[i], stride[i], padding[i], dilation[i]);
  if (b.hasFailed())
    return {};
  size_t first = dims.size() - 2;
  Dims windows;
  for (size_t i = 0; i < 2; ++i)
    windows.push_back(countWindows(b, dims[first + i], kernel[i], stride[i],
                                   padding[i], dilation[i],
                                   /*ceilMode=*/false));
  for (AffineExpr count : windows)
    if (b.upperBound(count).value_or(1) < 1)
      return b.invalid(
          "expected blocks that fit into the padded image, found larger ones");
  dims = dims.drop_back(2);
  dims.back() = sym::mul(dims.back(), kernel[0] * kernel[1]);
  dims.push_back(b.product(windows));
  return b.type(dims, x.getElementType());
}

// aten::col2im(Tensor self, SymInt[2] output_size, int[2] kernel_size, ...)
//
// [N, C * kernel, windows] -> [N, C, H, W].
static Inferred inferCol2Im(Inference &b) {
  RankedTensorType x = b.tensor("self");
  SmallVector<int64_t> kernel = b.getInts("kernel_size", 2);
  Dims size = b.exprs("output_size", 2), dims = b.dimsOf(x);
  if (b.hasFailed() || dims.size() < 2)
    return b.invalidRank("self", "2 or more dimensions", dims.size());
  if (kernel[0] < 1 || kernel[1] < 1)
    return b.invalidArgument("kernel_size", "positive");
  dims.pop_back();
  dims.back() = sym::floorDiv(dims.back(), kernel[0] * kernel[1]);
  llvm::append_range(dims, size);
  return b.type(dims, x.getElementType());
}

void torch_onnx::torch::populateImageOperators(OperatorTable &r) {
  auto addUpsample = [&](int64_t spatial, ArrayRef<StringRef> names) {
    for (StringRef name : names)
      for (StringRef overload : {"default", "vec"})
        r.add(("aten." + name + "." + overload).str(), upsample(spatial));
  };
  addUpsample(1, {"_upsample_nearest_exact1d", "upsample_linear1d",
                  "upsample_nearest1d"});
  addUpsample(2, {"_upsample_bicubic2d_aa", "_upsample_bilinear2d_aa",
                  "_upsample_lanczos2d_aa", "_upsample_nearest_exact2d",
                  "upsample_bicubic2d", "upsample_bilinear2d",
                  "upsample_nearest2d"});
  addUpsample(3, {"_upsample_nearest_exact3d", "upsample_nearest3d",
                  "upsample_trilinear3d"});
  r.add({"aten.grid_sampler.default", "aten.grid_sampler_2d.default",
         "aten.grid_sampler_3d.default"},
        inferGridSampler);
  r.add("aten.affine_grid_generator.default", inferAffineGrid);
  r.add({"aten.channel_shuffle.default", "aten.native_channel_shuffle.default"},
        inferSame, {.elements = {"self"}});
  const OperatorTraits ofPlanes = {.elements = {"self"}, .carry = Carry::Last};
  r.add(
      "aten.pixel_shuffle.default",
      [](Inference &b) { return inferPixelShuffle(b, false); }, ofPlanes);
  r.add(
      "aten.pixel_unshuffle.default",
      [](Inference &b) { return inferPixelShuffle(b, true); }, ofPlanes);
  r.add("aten.im2col.default", inferIm2Col, {.elements = {"self"}});
  r.add("aten.col2im.default", inferCol2Im,
        {.elements = {"self"}, .sums = true});
}
