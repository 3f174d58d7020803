//===- View.cpp - Lowerings of shape changes ------------------------------===//

#include "Lowering.h"

using namespace mlir;
using namespace torch_onnx;

/// Everything that only renames dimensions: the shape of the result says all.
static Lowered lowerReshape(Lowering &b) {
  return b.reshape(b.tensor("self"), b.resultType());
}

// aten::permute(Tensor self, int[] dims) -> Tensor
static Lowered lowerPermute(Lowering &b) {
  Value x = b.tensor("self");
  SmallVector<int64_t> perm = b.getInts("dims");
  for (int64_t &dim : perm)
    dim = dim < 0 ? dim + b.rankOf(x) : dim;
  return b.Transpose(x, perm);
}

// aten::transpose.int(Tensor self, int dim0, int dim1) -> Tensor
static Lowered lowerTranspose(Lowering &b) {
  Value x = b.tensor("self");
  if (b.rankOf(x) < 2)
    return x;
  return b.transpose(x, b.getAxis("dim0", b.rankOf(x)),
                     b.getAxis("dim1", b.rankOf(x)));
}

// aten::expand(Tensor self, SymInt[] size, *, bool implicit=False) -> Tensor
static Lowered lowerExpand(Lowering &b) {
  return b.expand(b.tensor("self"), b.resultType());
}

// aten::cat(Tensor[] tensors, int dim=0) -> Tensor
static Lowered lowerCat(Lowering &b) {
  SmallVector<Value> tensors;
  int64_t rank = b.resultType().getRank();
  // An empty tensor of one dimension fits in anywhere.
  for (Value tensor : b.tensors("tensors"))
    if (b.rankOf(tensor) == rank)
      tensors.push_back(b.Cast(tensor, b.resultElementType()));
  if (tensors.empty())
    return b.refuse("nothing to concatenate");
  return b.Concat(tensors, b.getAxis("dim", rank));
}

/// Results are functional, so a copy is its source.
static Lowered lowerCopy(Lowering &b) {
  return b.Cast(b.tensor("self"), b.resultElementType());
}

void torch_onnx::populateView(LoweringRegistry &r) {
  r.add({"aten.view.default", "aten.reshape.default",
         "aten._unsafe_view.default", "aten.flatten.using_ints",
         "aten.unflatten.int", "aten.unsqueeze.default", "aten.squeeze.default",
         "aten.squeeze.dim", "aten.squeeze.dims"},
        lowerReshape);
  r.add("aten.permute.default", lowerPermute);
  r.add("aten.transpose.int", lowerTranspose);
  r.add("aten.expand.default", lowerExpand);
  r.add("aten.cat.default", lowerCat);
  r.add({"aten.clone.default", "aten.contiguous.default", "aten.detach.default",
         "aten.alias.default", "aten.lift_fresh_copy.default"},
        lowerCopy);
}
