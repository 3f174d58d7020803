//===- ComplexReduce.cpp - Reductions of complex numbers -----------------===//
//
// Reductions other than sums of the parts (ComplexPartwise.cpp): norms and
// variances are real, and truth is a property of the whole number.
//
//===----------------------------------------------------------------------===//

#include "ComplexRules.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// Calls the operator with a real tensor in place of `self`.
static Value callOn(ComplexBuilder &b, Value self) {
  SmallVector<CallArgument> call = {self};
  for (const SchemaArg &arg :
       llvm::drop_begin(b.getOp().getSchema()->getArgs()))
    call.push_back(b.asIs(arg.name));
  return b.call(b.getOp().getTarget(), call);
}

/// all, any, count_nonzero, nonzero: called on whether numbers are nonzero.
static Complex ofTruth(ComplexBuilder &b) {
  return callOn(b, b.isNonzero(b.get("self")));
}

/// Norms: called on the moduli.
static Complex ofModulus(ComplexBuilder &b) {
  return callOn(b, b.modulus(b.get("self")));
}

// aten::dist(Tensor self, Tensor other, Scalar p=2) -> Tensor
static Complex dist(ComplexBuilder &b) {
  Complex difference = b.subtraction(b.get("self"), b.get("other"));
  return b.call("aten.linalg_vector_norm.default",
                {b.modulus(difference), b.asIs("p")});
}

// aten::logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor
//
// exp(z) is large if the real part is large (ATen/native/ReduceOps.cpp).
static Complex logSumExp(ComplexBuilder &b) {
  Complex z = b.get("self");
  Complex most(b.call("aten.amax.default", {z.re, b.asIs("dim"), true}));
  Value isFinite = b.unary("isfinite", most.re);
  most.re = b.where(isFinite, most.re, b.scalar(0, b.getPartType()));
  Complex rest = b.subtraction(z, most);
  Value modulus = b.unary("exp", rest.re), angle = b.imaginary(rest);
  auto sum = [&](Value part) {
    return b.call("aten.sum.dim_IntList", {part, b.asIs("dim"), true});
  };
  Complex total = {sum(b.mul(modulus, b.unary("cos", angle))),
                   sum(b.mul(modulus, b.unary("sin", angle)))};
  Complex result = {b.add(b.unary("log", b.modulus(total)), most.re),
                    b.binary("atan2", total.im, total.re)};
  if (b.getBool("keepdim"))
    return result;
  return result.map([&](Value part) {
    return b.call("aten.squeeze.dims", {part, b.asIs("dim")});
  });
}

/// log(e^x + e^y), computed as in the kernel (ATen/native/cpu/LogAddExp.h): the
/// number with the larger real part, plus log(1 + e^(smaller - larger)).
static Complex logAddExp(ComplexBuilder &b, const Complex &x,
                         const Complex &y) {
  if (b.isRefused())
    return {};
  Type type = TorchBuilder::getType(x.re).getElementType();
  auto choose = [&](Value condition, const Complex &yes, const Complex &no) {
    return Complex(b.where(condition, yes.re, no.re),
                   b.where(condition, yes.im, no.im));
  };
  auto exponential = [&](const Complex &z) {
    Value length = b.unary("exp", z.re);
    // The imaginary part of a real infinity is 0, not NaN.
    Value im = b.where(b.compare("eq", z.im, 0), z.im,
                       b.mul(length, b.unary("sin", z.im)));
    return Complex(b.mul(length, b.unary("cos", z.im)), im);
  };
  Value isLess = b.compare("lt", x.re, y.re);
  Complex least = choose(isLess, x, y), most = choose(isLess, y, x);

  Complex ratio = exponential(b.subtraction(least, most));
  Value moved = b.add(ratio.re, 1.0);
  // Away from 0, the logarithm of the modulus has full precision.
  Value square =
      b.add(b.mul(ratio.re, b.add(ratio.re, 2.0)), b.mul(ratio.im, ratio.im));
  Value length = b.where(b.compare("gt", ratio.re, -0.5),
                         b.mul(b.unary("log1p", square), 0.5),
                         b.unary("log", b.modulus({moved, ratio.im})));
  Complex sum = {b.add(most.re, length),
                 b.add(most.im, b.binary("atan2", ratio.im, moved))};

  // The difference of equal infinities is NaN.
  Complex total = b.addition(exponential(least), exponential(most));
  Complex infinite = {b.unary("log", b.modulus(total)),
                      b.binary("atan2", total.im, total.re)};
  Complex ofEqual = choose(b.compare("lt", least.re, 0), least, infinite);
  Value isEqual = b.logicalAnd(b.unary("isinf", least.re),
                               b.compare("eq", least.re, most.re));
  sum = choose(isEqual, ofEqual, sum);
  Value isNaN = b.unary("isnan", x.re);
  for (Value part : {x.im, y.re, y.im})
    isNaN = b.logicalOr(isNaN, b.unary("isnan", part));
  Value nan = b.scalar(std::numeric_limits<double>::quiet_NaN(), type);
  return choose(isNaN, {nan, nan}, sum);
}

// aten::logcumsumexp(Tensor self, int dim) -> Tensor
static Complex logCumSumExp(ComplexBuilder &b) {
  Complex z = b.get("self");
  int64_t rank = b.rankOf("self");
  if (b.isRefused() || rank == 0)
    return z;
  int64_t axis = b.getAxis("dim", rank);
  Value re = b.movedim(z.re, axis, 0);
  Value im = b.movedim(b.imaginary(z), axis, 0);
  Value slice = b.sum(re, {0});
  auto fill = [&](double number) {
    return b.call("aten.full_like.default", {slice, number});
  };
  Value none = fill(-std::numeric_limits<double>::infinity()), zero = fill(0);
  SmallVector<Value> results =
      b.scan({none, zero}, {re, im}, /*numStacked=*/2,
             [&](ValueRange values) -> SmallVector<Value> {
               Complex sum =
                   logAddExp(b, {values[2], values[3]}, {values[0], values[1]});
               return {sum.re, sum.im, sum.re, sum.im};
             });
  return {b.movedim(results[2], 0, axis), b.movedim(results[3], 0, axis)};
}

/// The mean of |z - mean|^2 is the sum of the variances of the parts.
static Value variance(ComplexBuilder &b, Complex z) {
  const Arguments &args = b.getArguments();
  SmallVector<CallArgument> rest = {{"dim", b.asIs("dim")},
                                    {"keepdim", b.getBool("keepdim")}};
  if (args.has("correction"))
    rest.push_back({"correction", b.asIs("correction")});
  auto ofPart = [&](Value part) {
    SmallVector<CallArgument> call = {part};
    call.append(rest);
    return b.call("aten.var.correction", call);
  };
  Value re = ofPart(z.re);
  return z.im ? b.add(re, ofPart(z.im)) : re;
}

// aten::var.correction(Tensor self, int[1]? dim=None, *,
//                      Scalar? correction=None, bool keepdim=False) -> Tensor
static Complex var(ComplexBuilder &b) { return variance(b, b.get("self")); }

static Complex deviation(ComplexBuilder &b) {
  return b.unary("sqrt", variance(b, b.get("self")));
}

/// The mean and a function of the variance.
static ComplexFn withMean(bool isRoot) {
  return [isRoot](ComplexBuilder &b) -> ComplexResults {
    Complex z = b.get("self");
    Value spread = variance(b, z);
    if (isRoot)
      spread = b.unary("sqrt", spread);
    Complex mean = z.map([&](Value part) {
      return b.call("aten.mean.dim",
                    {part, b.asIs("dim"), b.getBool("keepdim")});
    });
    return {spread, mean};
  };
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Longer products are refused, because each step adds nodes.
static constexpr int64_t maxProduct = 1024;

/// The size of an axis of a product; refuses a size that is not constant.
static int64_t getProductSize(ComplexBuilder &b, const Complex &z,
                              int64_t axis) {
  if (b.isRefused() || b.getType(z.re).getRank() == 0)
    return 1;
  int64_t size = b.getType(z.re).getDimSize(axis);
  if (!ShapedType::isDynamic(size) && size <= maxProduct)
    return size;
  b.refuse("expected a product of at most " + Twine(maxProduct) +
           " complex numbers, found " +
           (ShapedType::isDynamic(size)
                ? std::string("a number of them known only at run time")
                : std::to_string(size)));
  return 1;
}

/// The elements [begin, end) of an axis.
static Complex slice(ComplexBuilder &b, const Complex &z, int64_t axis,
                     int64_t begin, int64_t end) {
  return z.map([&](Value part) { return b.slice(part, axis, begin, end); });
}

static Complex join(ComplexBuilder &b, const Complex &x, const Complex &y,
                    int64_t axis) {
  Value re = b.cat({x.re, y.re}, axis);
  if (!x.im && !y.im)
    return re;
  return {re, b.cat({b.imaginary(x), b.imaginary(y)}, axis)};
}

/// The product along an axis, which is kept with size 1. Halves are multiplied.
static Complex productAlong(ComplexBuilder &b, Complex z, int64_t axis) {
  int64_t size = getProductSize(b, z, axis);
  if (size == 0)
    return b.call("aten.prod.dim_int", {z.re, axis, true});
  while (size > 1 && !b.isRefused()) {
    int64_t half = size / 2;
    Complex product = b.multiply(slice(b, z, axis, 0, half),
                                 slice(b, z, axis, half, 2 * half));
    // If the size is odd, the last element is kept for the next round.
    if (size % 2 && !b.isRefused())
      product = join(b, product, slice(b, z, axis, size - 1, size), axis);
    z = product;
    size -= half;
  }
  return z;
}

// aten::prod(Tensor self, *, ScalarType? dtype=None) -> Tensor
static Complex prod(ComplexBuilder &b) {
  Complex z = b.cast(b.get("self"), b.getPartType());
  auto reshape = [&](ArrayRef<int64_t> shape) {
    return z.map([&](Value part) { return b.view(part, shape); });
  };
  z = productAlong(b, reshape(-1), 0);
  return reshape({});
}

// aten::prod.dim_int(Tensor self, int dim, bool keepdim=False, *,
//                    ScalarType? dtype=None) -> Tensor
static Complex prodAlong(ComplexBuilder &b) {
  Complex z = b.cast(b.get("self"), b.getPartType());
  int64_t axis = b.getAxis("dim", b.rankOf("self"));
  z = productAlong(b, z, axis);
  if (b.getBool("keepdim"))
    return z;
  return z.map([&](Value part) { return b.squeeze(part, axis); });
}

// aten::cumprod(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor
//
// After a step of width d each element is the product of the last 2d elements.
static Complex cumprod(ComplexBuilder &b) {
  Complex z = b.cast(b.get("self"), b.getPartType());
  int64_t axis = b.getAxis("dim", b.rankOf("self"));
  int64_t size = getProductSize(b, z, axis);
  for (int64_t step = 1; step < size && !b.isRefused(); step *= 2) {
    Complex later = b.multiply(slice(b, z, axis, step, size),
                               slice(b, z, axis, 0, size - step));
    z = join(b, slice(b, z, axis, 0, step), later, axis);
  }
  return z;
}

// aten::renorm(Tensor self, Scalar p, int dim, Scalar maxnorm) -> Tensor
//
// Slices along `dim` are scaled if their norm exceeds `maxnorm`
// (ATen/native/Normalization.cpp).
static Complex renorm(ComplexBuilder &b) {
  Complex z = b.get("self");
  int64_t rank = b.rankOf("self");
  int64_t axis = b.getAxis("dim", rank);
  std::optional<double> order = b.getArguments().getFloat("p");
  std::optional<double> most = b.getArguments().getFloat("maxnorm");
  if (!order || !most)
    return b.refuse("expected 'p' and 'maxnorm' to be real constants");
  SmallVector<int64_t> others;
  for (int64_t i = 0; i < rank; ++i)
    if (i != axis)
      others.push_back(i);
  Value norm = b.call("aten.linalg_vector_norm.default",
                      {b.modulus(z), *order, ArrayRef<int64_t>(others), true});
  Value factor = b.mul(b.unary("reciprocal", b.add(norm, 1e-7)), *most);
  Value isLarge = b.compare("gt", norm, *most);
  return b.scale(z, b.where(isLarge, factor, 1));
}

void torch::addComplexReduceRules(ComplexRules &r) {
  r.add({"aten.all.default", "aten.all.dim", "aten.all.dims",
         "aten.any.default", "aten.any.dim", "aten.any.dims",
         "aten.count_nonzero.default", "aten.count_nonzero.dim_IntList",
         "aten.nonzero.default", "aten.nonzero_static.default"},
        ofTruth);
  r.add({"aten.linalg_vector_norm.default", "aten.norm.Scalar",
         "aten.norm.ScalarOpt_dim", "aten.norm.ScalarOpt_dim_dtype",
         "aten.norm.ScalarOpt_dtype"},
        ofModulus);
  r.add("aten.dist.default", dist);
  r.add({"aten._logcumsumexp.default", "aten.logcumsumexp.default"},
        logCumSumExp);
  r.add("aten.logsumexp.default", logSumExp);
  r.add("aten.prod.default", prod);
  r.add("aten.prod.dim_int", prodAlong);
  r.add("aten.cumprod.default", cumprod);
  r.add("aten.renorm.default", renorm);
  r.add("aten.var.correction", var);
  r.add("aten.std.correction", deviation);
  r.add("aten.var_mean.correction", withMean(/*isRoot=*/false));
  r.add("aten.std_mean.correction", withMean(/*isRoot=*/true));
}
