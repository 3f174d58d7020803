//===- ComplexPartwise.cpp - Operators that treat both parts alike -------===//
//
// Operators that move elements treat real and imaginary parts alike, and so do
// operators that are linear with real coefficients: views, indexing, joining,
// padding, sums. Such an operator is called once for each part. The operator
// table lists them (getElements()).
//
//===----------------------------------------------------------------------===//

#include "ComplexRules.h"

#include "torch-onnx/Dialect/Torch/Inference/OperatorTable.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// Calls the operator on the real parts of the arguments with elements, then on
/// the imaginary parts. The imaginary part of a real argument is zero.
static ComplexResults partwise(ComplexBuilder &b) {
  using Part = ComplexBuilder::Part;
  ArgNames names = getElements(b.getOp().getSchema());
  if (!names.isGiven()) {
    b.refuse("expected real numbers, found complex ones; its row does not say "
             "which arguments have elements");
    return {};
  }
  SmallVector<Value> re = b.callPart(Part::Real), im;
  if (llvm::any_of(names, [&](StringRef name) { return b.hasImaginary(name); }))
    im = b.callPart(Part::Imaginary);
  if (b.isRefused())
    return {};
  ComplexResults results;
  for (auto [index, value] : llvm::enumerate(re))
    results.push_back({value, im.empty() ? Value() : im[index]});
  return results;
}

// aten::tensor_split.tensor_indices_or_sections(Tensor self,
//     Tensor tensor_indices_or_sections, int dim=0) -> Tensor[]
//
// A number of sections in a tensor equals the number of results.
static ComplexResults tensorSplit(ComplexBuilder &b) {
  if (b.rankOf("tensor_indices_or_sections") != 0)
    return partwise(b);
  Complex z = b.parts(b.get("self"));
  int64_t dim = b.getInt("dim", 0);
  auto split = [&](Value part) {
    SmallVector<Value> parts =
        b.callAll("aten.tensor_split.sections",
                  {part, int64_t(b.getOp()->getNumResults()), dim});
    // The declared sizes, which may be symbols.
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

// aten::scatter.reduce(Tensor self, int dim, Tensor index, Tensor src, *,
//                      str reduce) -> Tensor
static ComplexResults scatterReduce(ComplexBuilder &b) {
  if (b.getArguments().getString("reduce") == "add")
    return partwise(b);
  b.refuse("expected 'reduce' to be 'add' of complex numbers, found " +
           b.getArguments().describe("reduce"));
  return {};
}

/// Operators that return their operand, or a copy of it.
static Complex same(ComplexBuilder &b) {
  b.expectEvaluation();
  return b.get(getElements(b.getOp().getSchema()).front());
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// Converts a number to another dtype. A real dtype keeps the real part, for
/// which PyTorch warns; for bool, the result is whether the number is nonzero.
static Complex convert(ComplexBuilder &b, Complex z, Type type) {
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
  return source.map(
      [&](Value part) { return b.binary("expand_as", part, shape); });
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
// Between a complex dtype and the dtype of its parts, which are adjacent in
// memory.
static Complex viewDtype(ComplexBuilder &b) {
  Type from = b.getType(b.getArguments().getValue("self")).getElementType();
  Type to = b.getResultType().getElementType();
  if (from == to)
    return b.get("self");
  if (ComplexBuilder::toReal(from) == to)
    return b.flatten(b.getPairs("self"), -2, -1);
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
  SmallVector<Value> parts = b.callAll("aten.broadcast_tensors.default",
                                       {CallArgument::list({re, im})});
  return parts.size() == 2 ? Complex(parts[0], parts[1]) : Complex();
}

// aten::polar(Tensor abs, Tensor angle) -> Tensor
static Complex polar(ComplexBuilder &b) {
  Value modulus = b.get("abs").re, angle = b.get("angle").re;
  return {b.mul(modulus, b.unary("cos", angle)),
          b.mul(modulus, b.unary("sin", angle))};
}

//===----------------------------------------------------------------------===//
// Views that are not of parts
//===----------------------------------------------------------------------===//

/// adjoint, mH: the conjugate transpose.
static Complex adjoint(ComplexBuilder &b) {
  ComplexResults results = partwise(b);
  return results.empty() ? Complex() : b.conjugate(results.front());
}

// aten::conj(Tensor(a) self) -> Tensor(a), lazy or not
static Complex conj(ComplexBuilder &b) { return b.conjugate(b.get("self")); }

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

/// Draws the parts independently.
static ComplexFn drawing(double scale) {
  return [scale](ComplexBuilder &b) -> ComplexResults {
    SmallVector<Value> re = b.callPart(ComplexBuilder::Part::Real);
    SmallVector<Value> im = b.callPart(ComplexBuilder::Part::Real);
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
// Both parts have half of the variance (ATen/native/DistributionTemplates.h
// normal_impl_).
static Complex normal(ComplexBuilder &b) {
  std::optional<double> mean = b.getArguments().getFloat("mean");
  std::optional<double> deviation = b.getArguments().getFloat("std");
  if (!mean || !deviation)
    return b.refuse("expected 'mean' and 'std' to be constants");
  Value self = b.get("self").re;
  auto draw = [&] {
    return b.call("aten.normal_functional.default",
                  {self, *mean, *deviation * 0.70710678118654752440});
  };
  Value re = draw();
  return {re, draw()};
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

/// Whether an operator moves the elements of one tensor and computes nothing.
static bool movesOneTensor(const Schema *schema) {
  ArgNames elements = getElements(schema);
  if (elements.size() != 1 || getTraits(schema).sums)
    return false;
  std::optional<unsigned> index = schema->findArg(elements.front());
  return index && !schema->getArgs()[*index].type.isList;
}

const ComplexRule *torch::findPartwiseComplexRule(const Schema *schema) {
  static const ComplexRule ofParts = {partwise, Reads::Parts},
                           ofMoved = {partwise, Reads::AsItsUsers},
                           ofSame = {same, Reads::AsItsUsers},
                           ofConversion = {toDtype, Reads::Parts},
                           ofAdjoint = {adjoint, Reads::Parts};
  const OperatorTraits &traits = getTraits(schema);
  if (traits.fold == FoldKind::Identity || traits.view == ViewKind::Resolve ||
      traits.view == ViewKind::SameInEvaluation)
    return &ofSame;
  if (traits.fold == FoldKind::Cast)
    return &ofConversion;
  if (traits.view == ViewKind::Adjoint)
    return &ofAdjoint;
  // torch-decompose replaces the views that have no type rule.
  if (!getElements(schema).isGiven() || !hasTypeRule(schema))
    return nullptr;
  return movesOneTensor(schema) ? &ofMoved : &ofParts;
}

void torch::addComplexPartwiseRules(ComplexRules &r) {
  r.add("aten.copy.default", copy);

  r.add("aten.view_as_complex.default", viewAsComplex);
  r.add("aten.view_as_real.default", viewAsReal, Reads::Pairs);
  r.add("aten.view.dtype", viewDtype, Reads::Pairs);
  r.add("aten.real.default", real);
  r.add("aten.imag.default", imag);
  r.add("aten.complex.default", complex);
  r.add("aten.polar.default", polar);
  r.add({"aten._conj.default", "aten._conj_physical.default",
         "aten.conj.default", "aten.conj_physical.default"},
        conj);

  r.add("aten.scatter.reduce", scatterReduce);
  r.add("aten.tensor_split.tensor_indices_or_sections", tensorSplit);
  r.add({"aten.rand.default", "aten.rand_like.default", "aten.uniform.default"},
        drawing(1));
  r.add("aten.normal_functional.default", normal);
  // The variance of a complex number is 1.
  r.add({"aten.randn.default", "aten.randn_like.default"},
        drawing(0.70710678118654752440));
}
