//===- DecomposePrims.cpp - Decompositions of prims into ATen -------------===//
//
// Prims that are a call of ATen with other arguments. Prims with the same
// arguments are aliases (Aliases.inc), and prims without a counterpart in ATen
// are lowered. The rules run after functionalization, so a copy may become a
// view.
//
// Source: torch/_prims/__init__.py.
//
//===----------------------------------------------------------------------===//

#include "DecomposeImpl.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// A call of an operator of ATen with these arguments, then with those of
/// keywords, whose names are equal.
static DecomposeFn calling(StringRef target,
                           std::initializer_list<StringRef> names,
                           std::initializer_list<StringRef> keywords = {}) {
  return [target, names = SmallVector<StringRef>(names),
          keywords = SmallVector<StringRef>(keywords)](
             TorchBuilder &b, const Arguments &args) -> Decomposed {
    SmallVector<CallArgument> call = passArguments(args, names);
    for (StringRef keyword : keywords)
      call.emplace_back(keyword, args.getSpec(keyword));
    return b.callAll(target, call);
  };
}

// prims::div(Tensor self, Tensor other) -> Tensor
static Decomposed divide(TorchBuilder &b, const Arguments &args) {
  Value x = args.getValue("self"), y = args.getValue("other");
  if (!x || !y)
    return b.refuse("its rule expects 'self' and 'other' to be tensors, found "
                    "a number");
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
                          {args.getSpec("inp"),
                           args.getSpec("dims"),
                           {"correction", args.getSpec("correction")}});
  Type dtype = args.getDtype("output_dtype");
  return dtype ? b.cast(variance, dtype) : variance;
}

// prims::split_dim(Tensor(a) a, int dim, SymInt outer_length) -> Tensor(a)
static Decomposed splitDim(TorchBuilder &b, const Arguments &args) {
  OpFoldResult outer = args.getAttr("outer_length");
  if (Value value = args.getValue("outer_length"))
    outer = value;
  OpFoldResult inner = b.getBuilder().getI64IntegerAttr(-1);
  ArgumentSpec sizes = SmallVector<OpFoldResult>{outer, inner};
  return b.call("aten.unflatten.int",
                {args.getSpec("a"), args.getSpec("dim"), sizes});
}

// prims::convert_element_type(Tensor a, ScalarType dtype) -> Tensor
static Decomposed convertElementType(TorchBuilder &b, const Arguments &args) {
  return b.cast(args.getValue("a"), args.getDtype("dtype"));
}

// prims::iota(SymInt length, *, SymInt start, SymInt step, ScalarType dtype,
//             Device device, bool requires_grad) -> Tensor
//
// Computed in integers, whose products are exact.
static Decomposed iota(TorchBuilder &b, const Arguments &args) {
  Value count = b.call("aten.arange.default", {args.getSpec("length")});
  Value steps = b.mul(count, args.getSpec("step"));
  return b.cast(b.add(steps, args.getSpec("start")), args.getDtype("dtype"));
}

/// A new tensor for random numbers.
static Value empty(TorchBuilder &b, const Arguments &args) {
  return b.call("aten.empty.memory_format",
                {args.getSpec("shape"), {"dtype", args.getDtype("dtype")}});
}

// prims::uniform(SymInt[] shape, *, Scalar low, Scalar high, ScalarType dtype,
//   Device device, SymInt[] stride, Generator? generator=None) -> Tensor
static Decomposed uniform(TorchBuilder &b, const Arguments &args) {
  return b.call("aten.uniform.default", {empty(b, args),
                                         {"from", args.getSpec("low")},
                                         {"to", args.getSpec("high")}});
}

// prims::normal(SymInt[] shape, *, Scalar mean, Scalar std, ScalarType dtype,
//   Device device, bool requires_grad, Generator? generator=None) -> Tensor
static Decomposed normal(TorchBuilder &b, const Arguments &args) {
  return b.call("aten.normal_functional.default",
                {empty(b, args),
                 {"mean", args.getSpec("mean")},
                 {"std", args.getSpec("std")}});
}

// prims::fft_c2c(Tensor self, *, int[] dim, bool forward) -> Tensor
// prims::fft_r2c(Tensor self, *, int[] dim, bool onesided) -> Tensor
// prims::fft_c2r(Tensor self, *, int[] dim, SymInt last_dim_size) -> Tensor
//
// Without a normalization (0).
static DecomposeFn transform(StringRef target, StringRef last) {
  return [target, last](TorchBuilder &b, const Arguments &args) {
    return b.call(target, {args.getSpec("self"), args.getSpec("dim"), 0,
                           args.getSpec(last)});
  };
}

void torch::addPrimDecompositions(Decompositions &r) {
  r.insert("prims.convert_element_type.default", convertElementType);
  r.insert("prims.div.default", divide);
  r.insert("prims.iota.default", iota);
  r.insert("prims.normal.default", normal);
  r.insert("prims.split_dim.default", splitDim);
  r.insert("prims.uniform.default", uniform);
  r.insert("prims.var.default", var);
  r.insert("prims.fft_c2c.default",
           transform("aten._fft_c2c.default", "forward"));
  r.insert("prims.fft_c2r.default",
           transform("aten._fft_c2r.default", "last_dim_size"));
  r.insert("prims.fft_r2c.default",
           transform("aten._fft_r2c.default", "onesided"));
  // `end` is the last dimension, inclusive.
  for (StringRef name :
       {"prims.collapse.default", "prims.collapse_view.default"})
    r.insert(name, calling("aten.flatten.using_ints", {"a", "start", "end"}));
  // A model has neither strides nor devices.
  for (StringRef name :
       {"prims.copy_strided.default", "prims.device_put.default"})
    r.insert(name, calling("aten.clone.default", {"a"}));
  for (StringRef name : {"prims.empty.default", "prims.empty_permuted.default",
                         "prims.empty_strided.default"})
    r.insert(name, calling("aten.empty.memory_format", {"shape"}, {"dtype"}));
  r.insert("prims.full.default",
           calling("aten.full.default", {"shape", "fill_value"}, {"dtype"}));
  r.insert("prims.full_like.default",
           calling("aten.full_like.default", {"a", "fill_value"}, {"dtype"}));
  r.insert("prims.reshape.default",
           calling("aten.reshape.default", {"a", "shape"}));
  r.insert("prims.scalar_tensor.default",
           calling("aten.scalar_tensor.default", {"s"}, {"dtype"}));
  r.insert("prims.svd.default",
           calling("aten.linalg_svd.default", {"A", "full_matrices"}));
  r.insert("prims.view_of.default", calling("aten.alias.default", {"a"}));
}
