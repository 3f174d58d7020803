//===- ImageOps.cpp - onnx: resampling, boxes, pixels ---------------------===//
//
// Registers the operators of ImageOps.td and holds their hand-written methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/ImageOps.h"

#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"
#include "torch-onnx/Dialect/ONNX/IR/Window.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

void ONNXDialect::registerImageOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/ImageOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/ImageOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Resampling
//===----------------------------------------------------------------------===//

void AffineGridOp::inferTypes(Adaptor op, TypeInference &types) {
  if (!types.expectRank(op.getTheta(), 3, "theta"))
    return;
  Type element = types.element(op.getTheta());
  sym::DimList theta = types.dims(op.getTheta());
  auto count = types.length(op.getSize(), "size");
  if (!count) {
    // The matrices determine the number of spatial axes.
    auto rows = sym::getConstant(theta[1]);
    if (!rows)
      return types.addUnranked(element);
    count = *rows + 2;
  }
  if (*count != 4 && *count != 5)
    return types.fail("has " + Twine(*count) + " sizes, expected 4 or 5");
  SmallVector<AffineExpr> size =
      types.sizes(op.getSize()).value_or(SmallVector<AffineExpr>(*count));
  sym::DimList dims = {types.same(size[0], theta[0], "the batch")};
  dims.append(ArrayRef<AffineExpr>(size).drop_front(2));
  dims.push_back(types.constant(*count - 2));
  types.add(dims, element);
}

void GridSampleOp::inferTypes(Adaptor op, TypeInference &types) {
  if (!types.expectRankAtLeast(op.getX(), 3, "X") ||
      !types.expectRank(op.getGrid(), types.rank(op.getX()), "grid"))
    return;
  types.expectOneOf(op.getPaddingMode(), "padding_mode",
                    {"zeros", "border", "reflection"});
  sym::DimList x = types.dims(op.getX()), grid = types.dims(op.getGrid());
  sym::DimList dims = {types.same(x[0], grid[0], "the batch"), x[1]};
  dims.append(grid.slice(1, grid.size() - 1));
  types.add(dims, types.element(op.getX()));
}

/// floor(size * scale), as ONNX Runtime computes it.
static AffineExpr scale(AffineExpr size, double factor, TypeInference &types) {
  // An integer factor scales dynamic sizes, too.
  if (factor == std::floor(factor) && factor >= 0 && factor < 1 << 20)
    return sym::mul(size, int64_t(factor));
  auto number = sym::getConstant(size);
  if (!number || !(factor >= 0 && factor < 1 << 20))
    return {};
  return types.constant(int64_t(std::floor(float(*number) * float(factor))));
}

void ResizeOp::inferTypes(Adaptor op, TypeInference &types) {
  types.expectOneOf(op.getMode(), "mode", {"nearest", "linear", "cubic"});
  types.expectOneOf(op.getKeepAspectRatioPolicy(), "keep_aspect_ratio_policy",
                    {"stretch", "not_larger", "not_smaller"});
  sym::DimList dims = types.dims(op.getX());
  Type element = types.element(op.getX());
  int64_t rank = dims.size();
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (op.getAxes())
    axes = types.axes(*op.getAxes(), rank);
  bool hasSizes = isPresent(op.getSizes());
  Value operand = hasSizes ? op.getSizes() : op.getScales();
  if (!isPresent(operand))
    return types.fail("has neither scales nor sizes, expected one of them");
  if (auto length = types.length(operand, hasSizes ? "sizes" : "scales");
      length && *length != int64_t(axes.size()))
    return types.fail("has " + Twine(*length) + " scales or sizes, expected " +
                      Twine(axes.size()));
  // With a kept ratio the sizes are computed at run time from the given ones.
  bool keepsRatio = op.getKeepAspectRatioPolicy() != "stretch";
  if (hasSizes) {
    auto sizes = types.sizes(operand);
    auto numbers = types.ints(operand);
    if (keepsRatio && numbers) {
      SmallVector<int64_t> original;
      for (int64_t axis : axes)
        original.push_back(sym::getConstant(dims[axis]).value_or(0));
      if (llvm::is_contained(original, 0)) {
        sizes.reset();
      } else {
        bool isLarger = op.getKeepAspectRatioPolicy() == "not_larger";
        float factor = 0;
        for (auto [index, size] : llvm::enumerate(*numbers)) {
          float ratio = float(size) / float(original[index]);
          factor = index == 0 ? ratio
                              : (isLarger ? std::min(factor, ratio)
                                          : std::max(factor, ratio));
        }
        for (auto [index, size] : llvm::enumerate(original))
          (*sizes)[index] =
              types.constant(int64_t(std::round(factor * float(size))));
      }
    } else if (keepsRatio) {
      sizes.reset();
    }
    for (auto [index, axis] : llvm::enumerate(axes))
      dims[axis] = sizes ? (*sizes)[index] : AffineExpr();
    return types.add(dims, element);
  }
  auto scales = types.numbers(operand);
  for (auto [index, axis] : llvm::enumerate(axes))
    dims[axis] =
        scales ? scale(dims[axis], (*scales)[index], types) : AffineExpr();
  types.add(dims, element);
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

void MaxRoiPoolOp::inferTypes(Adaptor op, TypeInference &types) {
  if (!types.expectRank(op.getX(), 4, "X") ||
      !types.expectRank(op.getRois(), 2, "rois"))
    return;
  sym::DimList dims = {types.dims(op.getRois())[0], types.dims(op.getX())[1]};
  types.expectLength(op.getPooledShape(), 2, "pooled_shape");
  for (int64_t size : op.getPooledShape())
    dims.push_back(types.constant(size));
  types.add(dims, types.element(op.getX()));
}

void NonMaxSuppressionOp::inferTypes(Adaptor op, TypeInference &types) {
  types.expectRank(op.getBoxes(), 3, "boxes");
  types.expectRank(op.getScores(), 3, "scores");
  types.add({AffineExpr(), types.constant(3)},
            IntegerType::get(types.getContext(), 64));
}

void RoiAlignOp::inferTypes(Adaptor op, TypeInference &types) {
  if (!types.expectRank(op.getX(), 4, "X") ||
      !types.expectRank(op.getRois(), 2, "rois") ||
      !types.expectRank(op.getBatchIndices(), 1, "batch_indices"))
    return;
  types.expectOneOf(op.getMode(), "mode", {"avg", "max"});
  AffineExpr count =
      types.same(types.dims(op.getRois())[0],
                 types.dims(op.getBatchIndices())[0], "the regions");
  types.add({count, types.dims(op.getX())[1],
             types.constant(op.getOutputHeight()),
             types.constant(op.getOutputWidth())},
            types.element(op.getX()));
}

//===----------------------------------------------------------------------===//
// Pixels
//===----------------------------------------------------------------------===//

void CenterCropPadOp::inferTypes(Adaptor op, TypeInference &types) {
  sym::DimList dims = types.dims(op.getInputData());
  int64_t rank = dims.size();
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (op.getAxes())
    axes = types.axes(*op.getAxes(), rank);
  if (auto length = types.length(op.getShape(), "shape");
      length && *length != int64_t(axes.size()))
    return types.fail("has " + Twine(*length) + " sizes, expected " +
                      Twine(axes.size()));
  auto shape = types.sizes(op.getShape());
  for (auto [index, axis] : llvm::enumerate(axes))
    dims[axis] = shape ? (*shape)[index] : AffineExpr();
  types.add(dims, types.element(op.getInputData()));
}

void Col2ImOp::inferTypes(Adaptor op, TypeInference &types) {
  if (!types.expectRank(op.getInput(), 3, "input"))
    return;
  sym::DimList input = types.dims(op.getInput());
  Type element = types.element(op.getInput());
  auto count = types.length(op.getImageShape(), "image_shape");
  if (!count)
    count = types.length(op.getBlockShape(), "block_shape");
  if (!count)
    return types.addUnranked(element);
  Window window(op);
  if (!window.check(*count, types))
    return;
  auto image = types.sizes(op.getImageShape());
  auto block = types.sizes(op.getBlockShape());
  AffineExpr channels;
  if (block)
    channels =
        sym::floorDiv(input[1], sym::product(*block, types.getContext()));
  sym::DimList dims = {input[0], channels};
  dims.append(image ? *image : SmallVector<AffineExpr>(*count));
  types.add(dims, element);
}

void ImageDecoderOp::inferTypes(Adaptor op, TypeInference &types) {
  types.expectRank(op.getEncodedStream(), 1, "encoded_stream");
  types.expectOneOf(op.getPixelFormat(), "pixel_format",
                    {"RGB", "BGR", "Grayscale"});
  int64_t channels = op.getPixelFormat() == "Grayscale" ? 1 : 3;
  types.add({AffineExpr(), AffineExpr(), types.constant(channels)},
            IntegerType::get(types.getContext(), 8, IntegerType::Unsigned));
}
