//===- Reduce.cpp - Lowerings of reductions -------------------------------===//

#include "Lowering.h"

using namespace mlir;
using namespace torch_onnx;

// aten::mean.dim(Tensor self, int[1]? dim, bool keepdim=False, *,
//                ScalarType? dtype=None) -> Tensor
static Lowered lowerMean(Lowering &b) {
  Value x = b.tensor("self", b.resultElementType());
  return b.ReduceMean(x, b.getAxes("dim", b.rankOf(x)),
                      b.getBool("keepdim", false));
}

// aten::sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *,
//                       ScalarType? dtype=None) -> Tensor
static Lowered lowerSum(Lowering &b) {
  Value x = b.tensor("self", b.resultElementType());
  return b.ReduceSum(x, b.getAxes("dim", b.rankOf(x)),
                     b.getBool("keepdim", false));
}

void torch_onnx::populateReduce(LoweringRegistry &r) {
  r.add({"aten.mean.default", "aten.mean.dim"}, lowerMean);
  r.add({"aten.sum.default", "aten.sum.dim_IntList"}, lowerSum);
}
