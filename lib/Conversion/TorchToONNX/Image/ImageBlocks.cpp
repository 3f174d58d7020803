//===- ImageBlocks.cpp - Lowerings of blocks of pixels --------------------===//
//
// Moves blocks of pixels into channels and back, and overlapping blocks into
// columns.
//
//===----------------------------------------------------------------------===//

#include "Image.h"
#include "Positions.h"

using namespace mlir;
using namespace torch_onnx;

//===----------------------------------------------------------------------===//
// Blocks that become channels
//===----------------------------------------------------------------------===//

/// Splits the dimensions of `x` into `dims`, permutes them and merges them to
/// the shape of the result.
static Value shuffle(Lowering &b, Value x, ArrayRef<AffineExpr> dims,
                     ArrayRef<int64_t> perm) {
  Value split = b.reshape(x, dims);
  return b.reshape(b.Transpose(split, perm), b.resultType());
}

// aten::pixel_shuffle(Tensor self, int upscale_factor) -> Tensor
static Lowered lowerPixelShuffle(Lowering &b) {
  Value x = b.tensor("self");
  int64_t factor = b.getInt("upscale_factor"), rank = b.rankOf(x);
  Dims dims = b.dimsOf(x);
  if (rank == 4 && b.isFloat(b.elementTypeOf(x)))
    return b.create("DepthToSpace", b.resultType(), x,
                    {b.attr("blocksize", factor), b.attr("mode", "CRD")});
  // [..., C * r * r, H, W] -> [..., C, H, r, W, r]
  Dims split(dims.begin(), dims.end() - 3);
  split.append({b.resultDims()[rank - 3], b.constantDim(factor),
                b.constantDim(factor), dims[rank - 2], dims[rank - 1]});
  SmallVector<int64_t> perm = b.integers(0, rank - 3);
  for (int64_t i : {0, 3, 1, 4, 2})
    perm.push_back(rank - 3 + i);
  return shuffle(b, x, split, perm);
}

// aten::pixel_unshuffle(Tensor self, int downscale_factor) -> Tensor
static Lowered lowerPixelUnshuffle(Lowering &b) {
  Value x = b.tensor("self");
  int64_t factor = b.getInt("downscale_factor"), rank = b.rankOf(x);
  Dims dims = b.dimsOf(x), result = b.resultDims();
  // torch.export declares r as H * r / H, so the number of channels would be
  // computed at run time.
  Dims merged(dims.begin(), dims.end() - 3);
  merged.append({sym::mul(dims[rank - 3], factor * factor), result[rank - 2],
                 result[rank - 1]});
  auto finish = [&](Value blocks) {
    Value y = b.reshape(blocks, merged);
    y.setType(b.resultType());
    return y;
  };
  // SpaceToDepth moves channels last, so each channel is treated as an image.
  if (b.isFloat(b.elementTypeOf(x))) {
    AffineExpr planes = sym::product(dims.drop_back(2), b.getContext());
    Dims from = {planes, b.constantDim(1), dims[rank - 2], dims[rank - 1]};
    Dims to = {planes, b.constantDim(factor * factor), result[rank - 2],
               result[rank - 1]};
    return finish(b.create("SpaceToDepth",
                           sym::getTensorType(to, b.elementTypeOf(x)),
                           b.reshape(x, from), b.attr("blocksize", factor)));
  }
  // [..., C, H * r, W * r] -> [..., C, r, r, H, W]
  Dims split(dims.begin(), dims.end() - 2);
  split.append({result[rank - 2], b.constantDim(factor), result[rank - 1],
                b.constantDim(factor)});
  SmallVector<int64_t> perm = b.integers(0, rank - 2);
  for (int64_t i : {1, 3, 0, 2})
    perm.push_back(rank - 2 + i);
  return finish(b.Transpose(b.reshape(x, split), perm));
}

// aten::channel_shuffle(Tensor self, SymInt groups) -> Tensor
static Lowered lowerChannelShuffle(Lowering &b) {
  Value x = b.tensor("self");
  int64_t groups = b.getInt("groups");
  Dims dims = b.dimsOf(x);
  Dims split = {dims[0], b.constantDim(groups), sym::floorDiv(dims[1], groups)};
  split.append(dims.begin() + 2, dims.end());
  SmallVector<int64_t> perm = b.integers(0, split.size());
  std::swap(perm[1], perm[2]);
  return shuffle(b, x, split, perm);
}

//===----------------------------------------------------------------------===//
// Blocks that overlap
//===----------------------------------------------------------------------===//

namespace {
/// The blocks along one dimension.
struct Blocks {
  int64_t kernel, dilation, padding, stride;

  AffineExpr count(AffineExpr size) const {
    int64_t reach = dilation * (kernel - 1) + 1;
    return sym::add(sym::floorDiv(sym::add(size, 2 * padding - reach), stride),
                    1);
  }
};
} // namespace

static SmallVector<Blocks> getBlocks(Lowering &b) {
  SmallVector<int64_t> kernel = b.getInts("kernel_size", 2);
  SmallVector<int64_t> dilation = b.getInts("dilation", 2);
  SmallVector<int64_t> padding = b.getInts("padding", 2);
  SmallVector<int64_t> stride = b.getInts("stride", 2);
  SmallVector<Blocks> blocks;
  for (int i = 0; i < 2; ++i)
    blocks.push_back({kernel[i], dilation[i], padding[i], stride[i]});
  return blocks;
}

/// Positions in the padded dimension, [kernel, count].
static Value getBlockIndices(Lowering &b, const Blocks &blocks,
                             AffineExpr count) {
  if (auto size = b.constantSize(count);
      size && isSmallTable({blocks.kernel, *size})) {
    SmallVector<int64_t> indices;
    for (int64_t member = 0; member < blocks.kernel; ++member)
      for (int64_t i = 0; i < *size; ++i)
        indices.push_back(member * blocks.dilation + i * blocks.stride);
    auto type = RankedTensorType::get({blocks.kernel, *size}, b.i64());
    return b.constant(DenseElementsAttr::get(type, ArrayRef(indices)));
  }
  Value starts = buildPositions(b, count, 0, blocks.stride);
  return buildGrid(
      b, buildPositions(b, b.constantDim(blocks.kernel), 0, blocks.dilation),
      starts);
}

// aten::im2col(Tensor self, int[2] kernel_size, int[2] dilation,
//              int[2] padding, int[2] stride) -> Tensor
static Lowered lowerIm2Col(Lowering &b) {
  Value x = b.tensor("self");
  SmallVector<Blocks> blocks = getBlocks(b);
  if (b.isRefused())
    return Lowered::refused();
  int64_t axis = b.rankOf(x) - 2;
  Dims dims = b.dimsOf(x);
  Value rows = getBlockIndices(b, blocks[0], blocks[0].count(dims[axis]));
  Value columns =
      getBlockIndices(b, blocks[1], blocks[1].count(dims[axis + 1]));
  if (blocks[0].padding != 0 || blocks[1].padding != 0) {
    SmallVector<int64_t> pads(2 * b.rankOf(x), 0);
    for (int i = 0; i < 2; ++i)
      pads[axis + i] = pads[b.rankOf(x) + axis + i] = blocks[i].padding;
    x = b.Pad(x, pads, {});
  }
  // [N, C, H, W] -> [N, C, kh, oh, kw, ow] -> [N, C, kh, kw, oh, ow]
  x = b.Gather(b.Gather(x, rows, axis), columns, axis + 2);
  return b.reshape(b.transpose(x, axis + 1, axis + 2), b.resultType());
}

// aten::col2im(Tensor self, SymInt[2] output_size, int[2] kernel_size,
//              int[2] dilation, int[2] padding, int[2] stride) -> Tensor
static Lowered lowerCol2Im(Lowering &b) {
  Value x = b.tensor("self");
  SmallVector<Blocks> blocks = getBlocks(b);
  if (b.isRefused())
    return Lowered::refused();
  bool batched = b.rankOf(x) == 3;
  if (!batched)
    x = b.Unsqueeze(x, 0);
  Dims dims = b.resultDims();
  if (!batched)
    dims.insert(dims.begin(), b.constantDim(1));
  SmallVector<NamedAttribute> attrs = {
      b.attr("dilations", {blocks[0].dilation, blocks[1].dilation}),
      b.attr("pads", {blocks[0].padding, blocks[1].padding, blocks[0].padding,
                      blocks[1].padding}),
      b.attr("strides", {blocks[0].stride, blocks[1].stride})};
  Value image = b.create("Col2Im", sym::getTensorType(dims, b.elementTypeOf(x)),
                         {x, b.intTensor("output_size"),
                          b.ints({blocks[0].kernel, blocks[1].kernel})},
                         attrs);
  return batched ? image : b.Squeeze(image, 0);
}

void torch_onnx::populateImageBlocks(LoweringRegistry &r) {
  r.add({"aten.channel_shuffle.default", "aten.native_channel_shuffle.default"},
        lowerChannelShuffle);
  r.add("aten.col2im.default", lowerCol2Im);
  r.add("aten.im2col.default", lowerIm2Col);
  r.add("aten.pixel_shuffle.default", lowerPixelShuffle);
  r.add("aten.pixel_unshuffle.default", lowerPixelUnshuffle);
}
