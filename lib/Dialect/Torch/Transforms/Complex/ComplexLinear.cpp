//===- ComplexLinear.cpp - Products of complex matrices and signals ------===//
//
// An operator that is linear in each of two arguments is called for each pair
// of their parts: four times for two complex arguments.
//
//===----------------------------------------------------------------------===//

#include "ComplexRules.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

using Part = ComplexBuilder::Part;

/// An operator that is bilinear in `lhs` and `rhs`. `bias` is added to the
/// result once.
static ComplexFn bilinear(StringRef lhs, StringRef rhs, StringRef bias = "") {
  return [=](ComplexBuilder &b) -> ComplexResults {
    const Schema &schema = *b.getOp().getSchema();
    auto call = [&](Part x, Part y, bool hasBias) {
      SmallVector<CallArgument> args;
      for (const SchemaArg &arg : schema.getArgs()) {
        if (arg.name == lhs)
          args.push_back(b.getPart(arg.name, x));
        else if (arg.name == rhs)
          args.push_back(b.getPart(arg.name, y));
        else if (arg.name == bias && !hasBias)
          args.push_back(
              ArgumentSpec(Attribute(NoneAttr::get(b.getOp().getContext()))));
        else if (arg.name == bias)
          args.push_back(
              b.getPart(arg.name, x == y ? Part::Real : Part::Imaginary));
        else
          args.push_back(b.asIs(arg.name));
      }
      return b.call(schema.getName(), args);
    };
    bool isLhs = b.hasImaginary(lhs), isRhs = b.hasImaginary(rhs);
    bool isBias = !bias.empty() && b.hasImaginary(bias);
    if (isBias && !isLhs) // The bias needs a product to be added to.
      isRhs = true;
    Complex result(call(Part::Real, Part::Real, /*hasBias=*/true));
    if (isLhs && isRhs)
      result.re = b.subParts(
          result.re, call(Part::Imaginary, Part::Imaginary, /*hasBias=*/false));
    // The bias is added to the first product of the imaginary part.
    if (isRhs)
      result.im = call(Part::Real, Part::Imaginary, isBias);
    if (isLhs)
      result.im = b.addParts(
          result.im, call(Part::Imaginary, Part::Real, isBias && !isRhs));
    return {result};
  };
}

/// The product of two arguments by an operator that is bilinear in its first
/// two arguments.
static Complex product(ComplexBuilder &b, StringRef target, const Complex &x,
                       const Complex &y) {
  auto call = [&](Value lhs, Value rhs) {
    return lhs && rhs ? b.call(target, {lhs, rhs}) : Value();
  };
  return {b.subParts(call(x.re, y.re), call(x.im, y.im)),
          b.addParts(call(x.re, y.im), call(x.im, y.re))};
}

/// beta * self + alpha * (lhs product rhs). A `beta` of 0 ignores `self`.
static ComplexFn adding(StringRef target, StringRef lhs, StringRef rhs,
                        bool isSummed = false) {
  return [=](ComplexBuilder &b) -> ComplexResults {
    auto scaled = [&](Complex z, StringRef factor) {
      if (b.getArguments().getFloat(factor) == 1.0)
        return z;
      return b.multiply(z, b.cast(b.get(factor), b.getPartType()));
    };
    Complex result = product(b, target, b.get(lhs), b.get(rhs));
    if (isSummed)
      result = result.map([&](Value part) { return b.sum(part, {0}); });
    result = scaled(result, "alpha");
    if (b.getArguments().getFloat("beta") == 0.0)
      return {result};
    return {b.addition(scaled(b.get("self"), "beta"), result)};
  };
}

// aten::vdot(Tensor self, Tensor other) -> Tensor: of the conjugate
static Complex vdot(ComplexBuilder &b) {
  return product(b, "aten.dot.default", b.conjugate(b.get("self")),
                 b.get("other"));
}

void torch::addComplexLinearRules(ComplexRules &r) {
  r.add({"aten.mm.default", "aten.bmm.default"}, bilinear("self", "mat2"));
  r.add({"aten.cross.default", "aten.inner.default", "aten.kron.default",
         "aten.linalg_cross.default", "aten.matmul.default",
         "aten.tensordot.default"},
        bilinear("self", "other"));
  r.add("aten.mv.default", bilinear("self", "vec"));
  r.add("aten.outer.default", bilinear("self", "vec2"));
  r.add("aten.dot.default", bilinear("self", "tensor"));
  r.add("aten.vdot.default", vdot);
  r.add({"aten.linear.default", "aten.convolution.default",
         "aten.conv1d.default", "aten.conv1d.padding", "aten.conv2d.default",
         "aten.conv2d.padding", "aten.conv3d.default", "aten.conv3d.padding",
         "aten.conv_transpose1d.default", "aten.conv_transpose2d.input",
         "aten.conv_transpose3d.input"},
        bilinear("input", "weight", "bias"));
  r.add({"aten.trapezoid.x", "aten.cumulative_trapezoid.x"},
        bilinear("y", "x"));
  r.add("aten.addmm.default", adding("aten.mm.default", "mat1", "mat2"));
  r.add("aten.addmv.default", adding("aten.mv.default", "mat", "vec"));
  r.add("aten.addr.default", adding("aten.outer.default", "vec1", "vec2"));
  r.add("aten.baddbmm.default", adding("aten.bmm.default", "batch1", "batch2"));
  r.add("aten.addbmm.default",
        adding("aten.bmm.default", "batch1", "batch2", /*isSummed=*/true));
}
