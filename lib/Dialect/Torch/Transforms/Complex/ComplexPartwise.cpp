//===- ComplexPartwise.cpp - Operators that treat both parts alike -------===//
//
// What moves elements moves real and imaginary parts in the same way, and so
// does what is linear with real coefficients: views, indexing, joining,
// padding, sums. Such an operator is called once for each part.
//
//===----------------------------------------------------------------------===//

#include "ComplexRules.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// The operator on the real parts of the arguments `names`, then on the
/// imaginary ones. Of an argument that is real the imaginary part is zero; of
/// `shapes` only the sizes count.
static ComplexFn partwise(std::initializer_list<StringRef> names,
                          std::initializer_list<StringRef> shapes = {}) {
  return [names = SmallVector<StringRef>(names),
          shapes = SmallVector<StringRef>(shapes)](
             ComplexBuilder &b) -> ComplexResults {
    using Part = ComplexBuilder::Part;
    SmallVector<Value> re = b.callPart(names, Part::Real, shapes), im;
    if (llvm::any_of(names,
                     [&](StringRef name) { return b.hasImaginary(name); }))
      im = b.callPart(names, Part::Imaginary, shapes);
    if (b.isRefused())
      return {};
    ComplexResults results;
    for (auto [index, value] : llvm::enumerate(re))
      results.push_back({value, im.empty() ? Value() : im[index]});
    return results;
  };
}

// aten::tensor_split.tensor_indices_or_sections(Tensor self,
//     Tensor tensor_indices_or_sections, int dim=0) -> Tensor[]
//
// A number in a tensor is as many sections as there are results.
static ComplexResults tensorSplit(ComplexBuilder &b) {
  if (b.rankOf("tensor_indices_or_sections") != 0)
    return partwise({"self"})(b);
  Complex z = b.parts(b.get("self"));
  int64_t dim = b.getInt("dim", 0);
  auto split = [&](Value part) {
    SmallVector<Value> parts =
        b.callAll("aten.tensor_split.sections",
                  {part, int64_t(b.getOp()->getNumResults()), dim});
    // The sizes that the program declares, which may be symbols.
    for (auto [index, value] : llvm::enumerate(parts))
      value.setType(b.getResultType(index).clone(b.getPartType(index)));
    return parts;
  };
  SmallVector<Value> re = split(z.re), im = z.im ? split(z.im) : re;
  if (b.isRefused())
    return {};
  ComplexResults results;
  for (auto [real, imaginary] : llvm::zip(re, im))
    results.push_back({real, z.im ? imaginary : Value()});
  return results;
}

/// What is no part of a number: sizes, and where elements are in memory, which
/// a program may ask for but not use.
static Complex sizeOf(ComplexBuilder &b) {
  SmallVector<Value> size = b.callPart({"self"}, ComplexBuilder::Part::Real);
  return b.isRefused() ? Complex() : Complex(size.front());
}

// aten::scatter.reduce(Tensor self, int dim, Tensor index, Tensor src, *,
//                      str reduce) -> Tensor
static ComplexResults scatterReduce(ComplexBuilder &b) {
  if (b.getArguments().getString("reduce") == "add")
    return partwise({"self", "src"})(b);
  b.refuse("expected 'reduce' to be 'add' of complex numbers, found " +
           b.getArguments().describe("reduce"));
  return {};
}

// aten::dropout(Tensor input, float p, bool train) -> Tensor
static Complex dropout(ComplexBuilder &b) {
  if (b.getBool("train"))
    b.refuse("expected 'train' to be false for complex numbers, found true");
  return b.isRefused() ? Complex() : b.get("input");
}

/// Operators that return their operand, or a copy of it.
static Complex same(ComplexBuilder &b) {
  return b.isRefused() ? Complex() : b.get("self");
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// The number in another dtype. A real dtype keeps the real part, as PyTorch
/// does, which warns; a boolean tells whether a number is not zero.
static Complex convert(ComplexBuilder &b, Complex z, Type type) {
  if (b.isRefused())
    return {};
  if (type.isInteger(1))
    return b.isNonzero(z);
  if (isa<ComplexType>(type))
    return b.cast(z, ComplexBuilder::toReal(type));
  return b.cast(z.re, type);
}

// aten::_to_copy(Tensor self, *, ScalarType? dtype=None, ...) -> Tensor
static Complex toDtype(ComplexBuilder &b) {
  return convert(b, b.get("self"), b.getResultType().getElementType());
}

// aten::copy(Tensor self, Tensor src, bool non_blocking=False) -> Tensor
static Complex copy(ComplexBuilder &b) {
  Complex source = convert(b, b.get("src"), b.getResultType().getElementType());
  Value shape = b.get("self").re;
  if (b.isRefused())
    return {};
  auto expand = [&](Value part) {
    return part ? b.call("aten.expand_as.default", {part, shape}) : Value();
  };
  return {expand(source.re), expand(source.im)};
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

// aten::view_as_complex(Tensor(a) self) -> Tensor(a)
static Complex viewAsComplex(ComplexBuilder &b) {
  return Complex::fromPairs(b.getArguments().getValue("self"));
}

// aten::view_as_real(Tensor(a) self) -> Tensor(a)
static Complex viewAsReal(ComplexBuilder &b) { return b.getPairs("self"); }

// aten::view.dtype(Tensor(a) self, ScalarType dtype) -> Tensor(a)
//
// Between a complex dtype and that of its parts, which are neighbours in
// memory.
static Complex viewDtype(ComplexBuilder &b) {
  Type from = b.getType(b.getArguments().getValue("self")).getElementType();
  Type to = b.getResultType().getElementType();
  if (from == to)
    return b.get("self");
  if (ComplexBuilder::toReal(from) == to)
    return b.call("aten.flatten.using_ints", {b.getPairs("self"), -2, -1});
  if (ComplexBuilder::toReal(to) == from)
    return Complex::fromPairs(
        b.call("aten.unflatten.int", {b.getArguments().getValue("self"), -1,
                                      ArrayRef<int64_t>({-1, 2})}));
  b.refuse("expected 'dtype' to be that of the parts of complex numbers, found "
           "another one");
  return {};
}

// aten::real(Tensor(a) self) -> Tensor(a)
static Complex real(ComplexBuilder &b) { return b.get("self").re; }

// aten::imag(Tensor(a) self) -> Tensor(a)
static Complex imag(ComplexBuilder &b) { return b.imaginary(b.get("self")); }

// aten::complex(Tensor real, Tensor imag) -> Tensor
static Complex complex(ComplexBuilder &b) {
  Value re = b.get("real").re, im = b.get("imag").re;
  if (b.isRefused())
    return {};
  SmallVector<Value> parts = b.callAll("aten.broadcast_tensors.default",
                                       {CallArgument::list({re, im})});
  return parts.size() == 2 ? Complex(parts[0], parts[1]) : Complex();
}

// aten::polar(Tensor abs, Tensor angle) -> Tensor
static Complex polar(ComplexBuilder &b) {
  Value modulus = b.get("abs").re, angle = b.get("angle").re;
  if (b.isRefused())
    return {};
  return {b.mul(modulus, b.unary("cos", angle)),
          b.mul(modulus, b.unary("sin", angle))};
}

//===----------------------------------------------------------------------===//
// Views that are not of parts
//===----------------------------------------------------------------------===//

// aten::adjoint(Tensor(a) self) -> Tensor(a): transposed and conjugated
static Complex adjoint(ComplexBuilder &b) {
  SmallVector<Value> re = b.callPart({"self"}, ComplexBuilder::Part::Real), im;
  if (b.hasImaginary("self"))
    im = b.callPart({"self"}, ComplexBuilder::Part::Imaginary);
  if (b.isRefused())
    return {};
  return {re.front(), im.empty() ? Value() : b.neg(im.front())};
}

// aten::conj(Tensor(a) self) -> Tensor(a), lazy or not
static Complex conj(ComplexBuilder &b) { return b.conjugate(b.get("self")); }

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

/// Parts that are drawn independently.
static ComplexFn drawing(double scale) {
  return [scale](ComplexBuilder &b) -> ComplexResults {
    SmallVector<Value> re = b.callPart({"self"}, ComplexBuilder::Part::Real);
    SmallVector<Value> im = b.callPart({"self"}, ComplexBuilder::Part::Real);
    if (b.isRefused())
      return {};
    Complex z(re.front(), im.front());
    if (scale != 1)
      z = b.scale(z, b.scalar(scale, b.getPartType()));
    return {z};
  };
}

// aten::normal_functional(Tensor self, float mean=0., float std=1., *,
//                         Generator? generator=None) -> Tensor
//
// Both parts have the mean and half of the variance
// (ATen/native/DistributionTemplates.h normal_impl_).
static Complex normal(ComplexBuilder &b) {
  std::optional<double> mean = b.getArguments().getFloat("mean");
  std::optional<double> deviation = b.getArguments().getFloat("std");
  if (!mean || !deviation)
    b.refuse("expected 'mean' and 'std' to be constants");
  Value self = b.get("self").re;
  if (b.isRefused())
    return {};
  auto draw = [&] {
    return b.call("aten.normal_functional.default",
                  {self, *mean, *deviation * 0.70710678118654752440});
  };
  Value re = draw();
  return {re, draw()};
}

void torch::addComplexPartwiseRules(ComplexRules &r) {
  r.add({"aten.alias.default", "aten.clone.default", "aten.contiguous.default",
         "aten.detach.default", "aten.lift.default", "aten.lift_fresh.default",
         "aten.pin_memory.default", "aten._lazy_clone.default",
         "aten.positive.default", "aten.resolve_conj.default",
         "aten.resolve_neg.default"},
        same, Reads::AsItsUsers);
  r.add({"aten._to_copy.default", "aten.to.device", "aten.to.dtype",
         "aten.to.dtype_layout", "aten.to.other", "aten.type_as.default"},
        toDtype);
  r.add("aten.copy.default", copy);

  r.add("aten.view_as_complex.default", viewAsComplex);
  r.add("aten.view_as_real.default", viewAsReal, Reads::Pairs);
  r.add("aten.view.dtype", viewDtype, Reads::Pairs);
  r.add("aten.real.default", real);
  r.add("aten.imag.default", imag);
  r.add("aten.complex.default", complex);
  r.add("aten.polar.default", polar);
  r.add({"aten.adjoint.default", "aten.mH.default", "aten.matrix_H.default"},
        adjoint);
  r.add({"aten._conj.default", "aten._conj_physical.default",
         "aten.conj.default", "aten.conj_physical.default"},
        conj);

  // Of one tensor.
  r.add({"aten._neg_view.default",
         "aten._reshape_alias.default",
         "aten._reshape_copy.default",
         "aten._unsafe_view.default",
         "aten.as_strided.default",
         "aten.atleast_1d.default",
         "aten.atleast_2d.default",
         "aten.atleast_3d.default",
         "aten.broadcast_to.default",
         "aten.channel_shuffle.default",
         "aten.chunk.default",
         "aten.col2im.default",
         "aten.diag.default",
         "aten.diag_embed.default",
         "aten.diagflat.default",
         "aten.diagonal.default",
         "aten.dsplit.array",
         "aten.dsplit.int",
         "aten.expand.default",
         "aten.flatten.using_ints",
         "aten.flip.default",
         "aten.fliplr.default",
         "aten.flipud.default",
         "aten.gather.default",
         "aten.hsplit.array",
         "aten.hsplit.int",
         "aten.im2col.default",
         "aten.index.Tensor",
         "aten._unsafe_index.Tensor",
         "aten.index_select.default",
         "aten.mT.default",
         "aten.masked_select.default",
         "aten.movedim.int",
         "aten.movedim.intlist",
         "aten.narrow.Tensor",
         "aten.narrow.default",
         "aten.native_channel_shuffle.default",
         "aten.neg.default",
         "aten.numpy_T.default",
         "aten.permute.default",
         "aten.pixel_shuffle.default",
         "aten.pixel_unshuffle.default",
         "aten.ravel.default",
         "aten.reflection_pad1d.default",
         "aten.reflection_pad2d.default",
         "aten.reflection_pad3d.default",
         "aten.repeat.default",
         "aten.repeat_interleave.self_Tensor",
         "aten.repeat_interleave.self_int",
         "aten.replication_pad1d.default",
         "aten.replication_pad2d.default",
         "aten.replication_pad3d.default",
         "aten._pad_circular.default",
         "aten.reshape.default",
         "aten.resize.default",
         "aten.roll.default",
         "aten.rot90.default",
         "aten.select.int",
         "aten.slice.Tensor",
         "aten.split.Tensor",
         "aten.split.sizes",
         "aten.split_with_sizes.default",
         "aten.squeeze.default",
         "aten.squeeze.dim",
         "aten.squeeze.dims",
         "aten.sum_to_size.default",
         "aten.t.default",
         "aten.take.default",
         "aten.take_along_dim.default",
         "aten.tensor_split.indices",
         "aten.tensor_split.sections",
         "aten.tile.default",
         "aten.trace.default",
         "aten.transpose.int",
         "aten.tril.default",
         "aten.triu.default",
         "aten.unbind.int",
         "aten.unflatten.int",
         "aten.unfold.default",
         "aten.unsafe_chunk.default",
         "aten.unsafe_split.Tensor",
         "aten.unsafe_split_with_sizes.default",
         "aten.unsqueeze.default",
         "aten.view.default",
         "aten.vsplit.array",
         "aten.vsplit.int",
         "aten.zero.default"},
        partwise({"self"}), Reads::AsItsUsers);
  r.add("aten.diff.default", partwise({"self", "prepend", "append"}));
  r.add("aten.linalg_diagonal.default", partwise({"A"}));
  // In the shape of another tensor.
  r.add({"aten.expand_as.default", "aten.reshape_as.default",
         "aten.view_as.default"},
        partwise({"self"}, {"other"}));
  r.add("aten.resize_as.default", partwise({"self"}, {"the_template"}));
  // Numbers.
  r.add({"aten.sym_numel.default", "aten.sym_size.int",
         "aten.sym_storage_offset.default", "aten.sym_stride.int"},
        sizeOf);
  // Sums.
  r.add({"aten.cumsum.default", "aten.mean.default", "aten.mean.dim",
         "aten.sum.default", "aten.sum.dim_IntList"},
        partwise({"self"}));
  // Lists of tensors.
  r.add({"aten._chunk_cat.default", "aten.atleast_1d.Sequence",
         "aten.atleast_2d.Sequence", "aten.block_diag.default",
         "aten.broadcast_tensors.default", "aten.cartesian_prod.default",
         "aten.cat.default", "aten.column_stack.default", "aten.dstack.default",
         "aten.hstack.default", "aten.meshgrid.default",
         "aten.meshgrid.indexing", "aten.stack.default", "aten.vstack.default"},
        partwise({"tensors"}));
  // Several arguments with elements.
  r.add({"aten.constant_pad_nd.default", "aten.fill.Scalar", "aten.fill.Tensor",
         "aten.index_fill.int_Scalar", "aten.index_fill.int_Tensor",
         "aten.masked_fill.Scalar", "aten.masked_fill.Tensor",
         "aten.scatter.value"},
        partwise({"self", "value"}));
  r.add({"aten.as_strided_scatter.default", "aten.diagonal_scatter.default",
         "aten.scatter.src", "aten.scatter_add.default",
         "aten.select_scatter.default", "aten.slice_scatter.default"},
        partwise({"self", "src"}));
  r.add("aten.index_add.default", partwise({"self", "source"}));
  r.add({"aten.cumulative_trapezoid.dx", "aten.trapezoid.dx"}, partwise({"y"}));
  r.add({"aten.index_copy.default", "aten.masked_scatter.default",
         "aten.put.default"},
        partwise({"self", "source"}));
  r.add({"aten.index_put.default", "aten._index_put_impl.default",
         "aten._unsafe_index_put.default",
         "aten._unsafe_masked_index_put_accumulate.default"},
        partwise({"self", "values"}));
  r.add("aten.scatter.reduce", ComplexFn(scatterReduce));
  r.add("aten.tensor_split.tensor_indices_or_sections", ComplexFn(tensorSplit));
  r.add({"aten.alpha_dropout.default", "aten.dropout.default",
         "aten.feature_alpha_dropout.default", "aten.feature_dropout.default"},
        dropout);
  r.add("aten._unsafe_masked_index.default", partwise({"self", "fill"}));
  r.add({"aten.where.Scalar", "aten.where.ScalarOther", "aten.where.ScalarSelf",
         "aten.where.self"},
        partwise({"self", "other"}));
  // New tensors. No element of `self` is read.
  r.add(
      {"aten.full.default", "aten.full_like.default", "aten.new_full.default"},
      partwise({"fill_value"}, {"self"}));
  r.add({"aten.empty.memory_format", "aten.empty_like.default",
         "aten.empty_permuted.default", "aten.empty_strided.default",
         "aten.eye.default", "aten.eye.m", "aten.new_empty.default",
         "aten.new_empty_strided.default", "aten.new_ones.default",
         "aten.new_zeros.default", "aten.ones.default",
         "aten.ones_like.default", "aten.zeros.default",
         "aten.zeros_like.default"},
        partwise({}, {"self"}));
  r.add("aten.scalar_tensor.default", partwise({"s"}));
  r.add({"aten.linspace.default", "aten.linspace.Scalar_Tensor",
         "aten.linspace.Tensor_Scalar", "aten.linspace.Tensor_Tensor"},
        partwise({"start", "end"}));
  r.add({"aten.rand.default", "aten.rand_like.default", "aten.uniform.default"},
        drawing(1));
  r.add("aten.normal_functional.default", normal);
  // The variance of a complex number is 1.
  r.add({"aten.randn.default", "aten.randn_like.default"},
        drawing(0.70710678118654752440));
}
