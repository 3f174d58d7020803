//===- Conv.cpp - Types of convolutions -----------------------------------===//
//
// The formulas of torch.nn.Conv2d and ConvTranspose2d, for each spatial
// dimension. The batch dimension is optional.
//
//===----------------------------------------------------------------------===//

#include "Inference.h"

#include "torch-onnx/Dialect/Torch/Inference/RequiredSizes.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// A convolution of the input `name`. The weight is [out, in / groups,
/// kernel...], or for a transposed convolution [in, out / groups, kernel...].
static Inferred inferConv(Inference &b, StringRef name, bool transposed) {
  RankedTensorType x = b.tensor(name), w = b.tensor("weight");
  Dims dims = b.dimsOf(x), weight = b.dimsOf(w);
  int64_t spatial = int64_t(weight.size()) - 2;
  int64_t first = int64_t(dims.size()) - spatial;
  if (spatial < 1)
    return b.invalidRank("weight", "3 or more dimensions", weight.size());
  if (first < 1 || first > 2)
    return b.invalidRank(
        name, Twine(spatial + 1) + " or " + Twine(spatial + 2) + " dimensions",
        dims.size());
  Dims stride = b.exprs("stride", spatial);
  Dims dilation = b.has("dilation") ? b.exprs("dilation", spatial)
                                    : Dims(spatial, b.size(1));
  StringRef mode = b.getArguments().getString("padding").value_or("");
  Dims padding(spatial, b.size(0)), added(spatial, b.size(0));
  if (mode.empty())
    padding = b.exprs("padding", spatial);
  else if (mode != "valid" && mode != "same")
    return b.invalidArgument("padding",
                             "'valid', 'same' or a list of integers");
  if (transposed)
    added = b.exprs("output_padding", spatial);
  if (b.hasFailed())
    return {};
  // An input without channels gives an output without channels
  // (calc_output_size).
  bool isEmpty = dims[first - 1] && sym::getConstant(dims[first - 1]) == 0;
  dims[first - 1] = isEmpty           ? b.size(0)
                    : !transposed     ? weight[0]
                    : b.has("groups") ? sym::mul(weight[1], b.getExpr("groups"))
                                      : weight[1];
  for (int64_t i = 0; i < spatial; ++i) {
    AffineExpr &size = dims[first + i];
    if (mode == "same")
      continue;
    AffineExpr reach = sym::mul(dilation[i], sym::add(weight[2 + i], -1));
    AffineExpr border = sym::mul(padding[i], 2);
    if (transposed) {
      size = sym::sum({sym::mul(sym::add(size, -1), stride[i]),
                       sym::mul(border, -1), reach, added[i], b.size(1)},
                      b.getContext());
    } else {
      AffineExpr room = sym::sum(
          {size, border, sym::mul(reach, -1), b.size(-1)}, b.getContext());
      RequiredSizes::addNonNegative(room);
      size = sym::add(sym::floorDiv(room, stride[i]), 1);
    }
    if (b.isNegative(size))
      return b.invalid("expected a kernel that fits into the padded input, "
                       "found a larger one");
  }
  return b.type(dims, x.getElementType());
}

// aten::conv_tbc(Tensor self, Tensor weight, Tensor bias, int pad=0) -> Tensor
//
// Time, batch, channels; the weight is [kernel, in, out].
static Inferred inferConvTbc(Inference &b) {
  RankedTensorType x = b.tensor("self"), w = b.tensor("weight");
  int64_t pad = b.getInt("pad");
  if (b.hasFailed() || x.getRank() != 3 || w.getRank() != 3)
    return b.invalidRanks("self", "weight", "3 dimensions", x, w);
  Dims dims = b.dimsOf(x), weight = b.dimsOf(w);
  dims[0] = sym::add(sym::sub(dims[0], weight[0]), 2 * pad + 1);
  dims[2] = weight[2];
  return b.type(dims, x.getElementType());
}

void torch_onnx::torch::populateConvOperators(OperatorTable &r) {
  r.add({"aten._convolution_mode.default", "aten.conv1d.default",
         "aten.conv1d.padding", "aten.conv2d.default", "aten.conv2d.padding",
         "aten.conv3d.default", "aten.conv3d.padding"},
        [](Inference &b) { return inferConv(b, "input", false); });
  r.add({"aten.conv_transpose1d.default", "aten.conv_transpose2d.input",
         "aten.conv_transpose3d.input"},
        [](Inference &b) { return inferConv(b, "input", true); });
  r.add({"aten._convolution.default", "aten._convolution.deprecated",
         "aten.convolution.default", "aten.convolution_overrideable.default"},
        [](Inference &b) {
          return inferConv(b, "input", b.getBool("transposed"));
        });
  r.add({"aten.slow_conv_transpose2d.default",
         "aten.slow_conv_transpose3d.default"},
        [](Inference &b) { return inferConv(b, "self", true); });
  r.add({"aten._conv_depthwise2d.default", "aten._slow_conv2d_forward.default",
         "aten.conv_depthwise3d.default", "aten.slow_conv3d.default",
         "aten.slow_conv3d_forward.default", "aten.slow_conv_dilated2d.default",
         "aten.slow_conv_dilated3d.default", "aten.thnn_conv2d.default"},
        [](Inference &b) { return inferConv(b, "self", false); });
  r.add("aten.conv_tbc.default", inferConvTbc);
  r.mark({"aten.conv1d.default", "aten.conv1d.padding", "aten.conv2d.default",
          "aten.conv2d.padding", "aten.conv3d.default", "aten.conv3d.padding",
          "aten.conv_transpose1d.default", "aten.conv_transpose2d.input",
          "aten.conv_transpose3d.input"},
         &OperatorTraits::recordsStrides);
}
