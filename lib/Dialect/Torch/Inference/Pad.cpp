//===- Pad.cpp - Types of padding -----------------------------------------===//
//
// Each dimension grows by the padding before and after it.
//
//===----------------------------------------------------------------------===//

#include "Inference.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// Pairs of (begin, end), starting from the last dimension.
static TypeRule padding(StringRef name) {
  return [name](Inference &b) -> Inferred {
    RankedTensorType x = b.tensor("self");
    Dims dims = b.dimsOf(x), pads = b.exprs(name);
    if (b.hasFailed() || pads.size() % 2 != 0 || pads.size() / 2 > dims.size())
      return b.invalid(
          "expected '" + name + "' to have 2 elements for each of at most " +
          Twine(dims.size()) + " dimensions, found " + Twine(pads.size()));
    for (size_t i = 0; i < pads.size() / 2; ++i) {
      AffineExpr &size = dims[dims.size() - 1 - i];
      size = sym::sum({size, pads[2 * i], pads[2 * i + 1]}, b.getContext());
      if (b.isNegative(size))
        return b.invalid("expected padded sizes of 0 or more, found " +
                         describeSize(size));
    }
    return b.type(dims, x.getElementType());
  };
}

void torch_onnx::torch::populatePadOperators(OperatorTable &r) {
  r.add({"aten._pad_enum.default", "aten.pad.default"}, padding("pad"));
  r.add("aten._pad_circular.default", padding("pad"), {.elements = {"self"}});
  r.add("aten.constant_pad_nd.default", padding("pad"),
        {.elements = {"self", "value"}, .carry = Carry::Last});
  r.add({"aten.reflection_pad1d.default", "aten.reflection_pad2d.default",
         "aten.reflection_pad3d.default", "aten.replication_pad1d.default",
         "aten.replication_pad2d.default", "aten.replication_pad3d.default"},
        padding("padding"), {.elements = {"self"}});
  r.mark({"aten.constant_pad_nd.default"}, &OperatorTraits::recordsStrides);
}
