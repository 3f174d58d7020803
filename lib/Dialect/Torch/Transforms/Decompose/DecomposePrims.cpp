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

/// Calls an operator whose first arguments are the named arguments.
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
// `end` is the last dimension, inclusive.
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
// Computed in integers, whose products are exact.
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

// prims::empty(SymInt[] shape, *, ScalarType dtype, Device device,
//              bool requires_grad) -> Tensor
// prims::empty_permuted(SymInt[] shape, int[] physical_layout, ...) -> Tensor
// prims::empty_strided(SymInt[] shape, SymInt[] strides, ...) -> Tensor
//
// A model has no strides.
static Decomposed empty(TorchBuilder &b, const Arguments &args) {
  return b.call(
      "aten.empty.memory_format",
      {passArgument(args, "shape"), {"dtype", args.getDtype("dtype")}});
}

// prims::copy_strided(Tensor a, SymInt[] stride) -> Tensor
static Decomposed copyStrided(TorchBuilder &b, const Arguments &args) {
  return callWith(b, args, "aten.clone.default", "a");
}

// prims::uniform(SymInt[] shape, *, Scalar low, Scalar high, ScalarType dtype,
//   Device device, SymInt[] stride, Generator? generator=None) -> Tensor
static Decomposed uniform(TorchBuilder &b, const Arguments &args) {
  return b.call("aten.uniform.default", {empty(b, args).getValues().front(),
                                         {"from", passArgument(args, "low")},
                                         {"to", passArgument(args, "high")}});
}

// prims::normal(SymInt[] shape, *, Scalar mean, Scalar std, ScalarType dtype,
//   Device device, bool requires_grad, Generator? generator=None) -> Tensor
static Decomposed normal(TorchBuilder &b, const Arguments &args) {
  return b.call("aten.normal_functional.default",
                {empty(b, args).getValues().front(),
                 {"mean", passArgument(args, "mean")},
                 {"std", passArgument(args, "std")}});
}

// prims::svd(Tensor A, *, bool full_matrices)
//   -> (Tensor U, Tensor S, Tensor Vh)
static Decomposed svd(TorchBuilder &b, const Arguments &args) {
  SmallVector<Value> factors =
      b.callAll("aten.linalg_svd.default",
                {passArgument(args, "A"), passArgument(args, "full_matrices")});
  if (b.isRefused())
    return Value();
  return {factors[0], factors[1], factors[2]};
}

// prims::fft_c2c(Tensor self, *, int[] dim, bool forward) -> Tensor
// prims::fft_r2c(Tensor self, *, int[] dim, bool onesided) -> Tensor
// prims::fft_c2r(Tensor self, *, int[] dim, SymInt last_dim_size) -> Tensor
//
// Without a normalization (0).
static Decomposed transform(TorchBuilder &b, const Arguments &args,
                            StringRef target, StringRef last) {
  return b.call(target, {passArgument(args, "self"), passArgument(args, "dim"),
                         0, passArgument(args, last)});
}

static Decomposed fftC2C(TorchBuilder &b, const Arguments &args) {
  return transform(b, args, "aten._fft_c2c.default", "forward");
}

static Decomposed fftR2C(TorchBuilder &b, const Arguments &args) {
  return transform(b, args, "aten._fft_r2c.default", "onesided");
}

static Decomposed fftC2R(TorchBuilder &b, const Arguments &args) {
  return transform(b, args, "aten._fft_c2r.default", "last_dim_size");
}

void torch::addPrimDecompositions(Decompositions &r) {
  r.insert("prims.collapse.default", collapse);
  r.insert("prims.collapse_view.default", collapse);
  r.insert("prims.convert_element_type.default", convertElementType);
  r.insert("prims.copy_strided.default", copyStrided);
  r.insert("prims.device_put.default", devicePut);
  r.insert("prims.div.default", div);
  for (StringRef name : {"prims.empty.default", "prims.empty_permuted.default",
                         "prims.empty_strided.default"})
    r.insert(name, empty);
  r.insert("prims.fft_c2c.default", fftC2C);
  r.insert("prims.fft_c2r.default", fftC2R);
  r.insert("prims.fft_r2c.default", fftR2C);
  r.insert("prims.full.default", full);
  r.insert("prims.full_like.default", fullLike);
  r.insert("prims.iota.default", iota);
  r.insert("prims.normal.default", normal);
  r.insert("prims.reshape.default", reshape);
  r.insert("prims.scalar_tensor.default", scalarTensor);
  r.insert("prims.split_dim.default", splitDim);
  r.insert("prims.svd.default", svd);
  r.insert("prims.uniform.default", uniform);
  r.insert("prims.var.default", var);
  r.insert("prims.view_of.default", viewOf);
}
