//===- Pool.cpp - Lowerings of pooling ------------------------------------===//

#include "Lowering.h"

using namespace mlir;
using namespace torch_onnx;

// aten::max_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[],
//   int[2] padding=0, int[2] dilation=1, bool ceil_mode=False) -> Tensor
static Lowered lowerMaxPool(Lowering &b, int64_t spatial) {
  Value x = b.tensor("self");
  if (b.rankOf(x) != spatial + 2)
    return b.refuse("input without batch dimension");
  SmallVector<int64_t> kernel = b.getInts("kernel_size", spatial);
  SmallVector<int64_t> stride = b.getInts("stride");
  stride = stride.empty() ? kernel : b.getInts("stride", spatial);
  SmallVector<int64_t> pads = b.getInts("padding", spatial);
  pads.append(pads.begin(), pads.begin() + spatial);
  return b.createFirst("MaxPool", b.resultType(), 2, x,
                       {b.attr("kernel_shape", kernel),
                        b.attr("strides", stride), b.attr("pads", pads),
                        b.attr("dilations", b.getInts("dilation", spatial)),
                        b.attr("ceil_mode", int64_t(b.getBool("ceil_mode")))});
}

// aten::adaptive_avg_pool2d(Tensor self, SymInt[2] output_size) -> Tensor
static Lowered lowerAdaptiveAvgPool(Lowering &b, int64_t spatial) {
  Value x = b.tensor("self");
  for (int64_t size : b.getInts("output_size", spatial))
    if (size != 1)
      return b.refuse("output size other than 1");
  int64_t rank = b.rankOf(x);
  return b.ReduceMean(
      x, llvm::to_vector(llvm::seq<int64_t>(rank - spatial, rank)));
}

void torch_onnx::populatePool(LoweringRegistry &r) {
  r.add("aten.max_pool2d.default",
        [](Lowering &b) { return lowerMaxPool(b, 2); });
  r.add("aten.adaptive_avg_pool2d.default",
        [](Lowering &b) { return lowerAdaptiveAvgPool(b, 2); });
}
