//===- DecomposePrims.cpp - Decompositions of prims into ATen -------------===//
//
// Operators of prims that are a call of ATen with other arguments. Those with
// the same arguments are aliases (Aliases.inc), and those that ATen does not
// have are lowered. They run after functionalization, so that what is a copy
// may be a view here.
//
// Source: torch/_prims/__init__.py.
//
//===----------------------------------------------------------------------===//

#include "DecomposeImpl.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// The call of an operator whose first arguments are those of the names.
template <typename... Names>
static Value callWith(TorchBuilder &b, const Arguments &args, StringRef target,
                      Names... names) {
  return b.call(target, {passArgument(args, names)...});
}

// prims::div(Tensor self, Tensor other) -> Tensor
static Decomposed div(TorchBuilder &b, const Arguments &args) {
  Value x = args.getValue("self"), y = args.getValue("other");
  if (!x || !y)
    return b.refuse("its rule expects 'self' and 'other' to be tensors, found "
                    "a number"),
           Value();
  if (!b.getType(x).getElementType().isInteger())
    return b.div(x, y);
  Attribute trunc = b.getBuilder().getStringAttr("trunc");
  return b.call("aten.div.Tensor_mode",
                {x, y, {"rounding_mode", ArgumentSpec(trunc)}});
}

// prims::var(Tensor inp, int[]? dims, float? correction=1, *,
//            ScalarType? output_dtype=None) -> Tensor
static Decomposed var(TorchBuilder &b, const Arguments &args) {
  Value variance = b.call("aten.var.correction",
                          {passArgument(args, "inp"),
                           passArgument(args, "dims"),
                           {"correction", passArgument(args, "correction")}});
  Type dtype = args.getDtype("output_dtype");
  return dtype ? b.cast(variance, dtype) : variance;
}

// prims::reshape(Tensor a, SymInt[] shape) -> Tensor
static Decomposed reshape(TorchBuilder &b, const Arguments &args) {
  return callWith(b, args, "aten.reshape.default", "a", "shape");
}

// prims::collapse(Tensor a, int start, int end) -> Tensor
//
// `end` is the last of the dimensions.
static Decomposed collapse(TorchBuilder &b, const Arguments &args) {
  return callWith(b, args, "aten.flatten.using_ints", "a", "start", "end");
}

// prims::split_dim(Tensor(a) a, int dim, SymInt outer_length) -> Tensor(a)
static Decomposed splitDim(TorchBuilder &b, const Arguments &args) {
  OpFoldResult outer = args.getAttr("outer_length");
  if (Value value = args.getValue("outer_length"))
    outer = value;
  OpFoldResult inner = b.getBuilder().getI64IntegerAttr(-1);
  ArgumentSpec sizes = SmallVector<OpFoldResult>{outer, inner};
  return b.call("aten.unflatten.int",
                {passArgument(args, "a"), passArgument(args, "dim"), sizes});
}

// prims::convert_element_type(Tensor a, ScalarType dtype) -> Tensor
static Decomposed convertElementType(TorchBuilder &b, const Arguments &args) {
  return b.cast(args.getValue("a"), args.getDtype("dtype"));
}

// prims::device_put(Tensor a, Device device, bool non_blocking=False) -> Tensor
static Decomposed devicePut(TorchBuilder &b, const Arguments &args) {
  return callWith(b, args, "aten.clone.default", "a");
}

// prims::iota(SymInt length, *, SymInt start, SymInt step, ScalarType dtype,
//             Device device, bool requires_grad) -> Tensor
//
// In integers, whose products are exact.
static Decomposed iota(TorchBuilder &b, const Arguments &args) {
  Value count = callWith(b, args, "aten.arange.default", "length");
  Value steps = b.mul(count, passArgument(args, "step"));
  return b.cast(b.add(steps, passArgument(args, "start")),
                args.getDtype("dtype"));
}

// prims::full(SymInt[] shape, Scalar fill_value, *, ScalarType dtype,
//             Device device, bool requires_grad) -> Tensor
static Decomposed full(TorchBuilder &b, const Arguments &args) {
  return b.call("aten.full.default", {passArgument(args, "shape"),
                                      passArgument(args, "fill_value"),
                                      {"dtype", args.getDtype("dtype")}});
}

// prims::full_like(Tensor a, Scalar fill_value, *, ScalarType dtype,
//                  Device device, bool requires_grad) -> Tensor
static Decomposed fullLike(TorchBuilder &b, const Arguments &args) {
  return b.call("aten.full_like.default", {passArgument(args, "a"),
                                           passArgument(args, "fill_value"),
                                           {"dtype", args.getDtype("dtype")}});
}

// prims::scalar_tensor(Scalar s, *, ScalarType? dtype=None,
//                      Device? device=None) -> Tensor
static Decomposed scalarTensor(TorchBuilder &b, const Arguments &args) {
  return b.call(
      "aten.scalar_tensor.default",
      {passArgument(args, "s"), {"dtype", passArgument(args, "dtype")}});
}

// prims::view_of(Tensor(a) a) -> Tensor(a)
static Decomposed viewOf(TorchBuilder &b, const Arguments &args) {
  return callWith(b, args, "aten.alias.default", "a");
}

void torch::addPrimDecompositions(OperatorMap<DecomposeFn> &r) {
  r.insert("prims.collapse.default", collapse);
  r.insert("prims.collapse_view.default", collapse);
  r.insert("prims.convert_element_type.default", convertElementType);
  r.insert("prims.device_put.default", devicePut);
  r.insert("prims.div.default", div);
  r.insert("prims.full.default", full);
  r.insert("prims.full_like.default", fullLike);
  r.insert("prims.iota.default", iota);
  r.insert("prims.reshape.default", reshape);
  r.insert("prims.scalar_tensor.default", scalarTensor);
  r.insert("prims.split_dim.default", splitDim);
  r.insert("prims.var.default", var);
  r.insert("prims.view_of.default", viewOf);
}
