//===- Cumulative.cpp - Types of running sums -----------------------------===//
//
// Running sums have the shape of the operand; integrals reduce a dimension.
//
//===----------------------------------------------------------------------===//

#include "Inference.h"
#include "Shapes.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// The result has the shape of the operand.
static TypeRule cumulative(Type (*convert)(Inference &b, Type type)) {
  return [convert](Inference &b) -> Inferred {
    RankedTensorType x = b.tensor("self");
    b.axis("dim", x);
    Type dtype = b.getDtype();
    return b.type(x, dtype ? dtype : convert(b, x.getElementType()));
  };
}

static Inferred inferCumulativeExtreme(Inference &b) {
  RankedTensorType x = b.tensor("self");
  return {x, b.type(x, b.i64())};
}

// aten::trapezoid.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor
// aten::cumulative_trapezoid.dx(Tensor y, *, Scalar dx=1, int dim=-1)
//
// The samples are multiplied by differences of x, which broadcast.
static Inferred inferTrapezoid(Inference &b, bool isCumulative) {
  RankedTensorType y = b.tensor("y"), x = b.optionalTensor("x");
  int64_t axis = b.axis("dim", y);
  if (b.hasFailed() || y.getRank() == 0)
    return b.invalidRank("y", "1 or more dimensions", y.getRank());
  Dims dims = b.dimsOf(y);
  int64_t fromEnd = y.getRank() - axis;
  Type type = y.getElementType();
  if (x) {
    Dims other = b.dimsOf(x);
    // One coordinate for each sample along the axis.
    if (other.size() == 1 && y.getRank() != 1) {
      other.append(y.getRank() - axis - 1, b.size(1));
    }
    dims = b.broadcast(dims, other);
    type = b.promote({"y", "x"});
  } else {
    type = b.promote({"y", "dx"});
  }
  if (b.hasFailed() || int64_t(dims.size()) < fromEnd)
    return b.invalidRank("x", "at most " + Twine(y.getRank()) + " dimensions",
                         x ? x.getRank() : 0);
  AffineExpr &size = dims[dims.size() - fromEnd];
  if (!isCumulative) {
    dims.erase(&size);
  } else {
    size = b.isAtLeast(size, b.size(1)) ? sym::add(size, -1) : AffineExpr();
  }
  return b.type(dims, b.toFloat(type));
}

// aten::gradient.scalarint(Tensor self, *, Scalar? spacing=None,
//   int? dim=None, int edge_order=1) -> Tensor[]
//
// One result of the operand's shape for each dimension.
static Inferred inferGradient(Inference &b) {
  RankedTensorType x = b.tensor("self");
  int64_t count = x.getRank();
  if (b.getArguments().getInt("dim"))
    count = 1;
  else if (b.has("dim"))
    count = b.getInts("dim").size();
  if (b.hasFailed() || !b.checkNumResults(count))
    return {};
  Type type = b.type(x, b.toFloat(x.getElementType()));
  return SmallVector<Type>(count, type);
}

void torch_onnx::torch::populateCumulativeOperators(OperatorTable &r) {
  r.add({"aten._logcumsumexp.default", "aten.logcumsumexp.default"},
        cumulative(toFloat), {.axes = {"dim"}});
  r.add("aten.cumprod.default", cumulative(toSum), {.axes = {"dim"}});
  r.add("aten.cumsum.default", cumulative(toSum),
        {.elements = {"self"},
         .sums = true,
         .axes = {"dim"},
         .fold = FoldKind::CumSum});
  r.add({"aten.cummax.default", "aten.cummin.default"}, inferCumulativeExtreme,
        {.axes = {"dim"}});
  const OperatorTraits integral = {.elements = {"y"}, .sums = true};
  const TypeRule ofParts = [](Inference &b) { return inferTrapezoid(b, true); };
  const TypeRule ofWhole = [](Inference &b) {
    return inferTrapezoid(b, false);
  };
  r.add("aten.cumulative_trapezoid.dx", ofParts, integral);
  r.add("aten.cumulative_trapezoid.x", ofParts);
  r.add({"aten.gradient.array", "aten.gradient.scalararray",
         "aten.gradient.scalarint", "aten.gradient.scalarrayarray",
         "aten.gradient.scalarrayint", "aten.gradient.tensorarray",
         "aten.gradient.tensorarrayint"},
        inferGradient);
  r.add({"aten.trapezoid.dx", "aten.trapz.dx"}, ofWhole, integral);
  r.add("aten.trapezoid.x", ofWhole);
  r.mark({"aten.cumsum.default", "aten.cumprod.default"},
         &OperatorTraits::recordsStrides);
}
