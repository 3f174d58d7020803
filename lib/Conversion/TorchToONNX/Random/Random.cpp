//===- Random.cpp - Lowerings of random numbers ---------------------------===//
//
// A model draws its own numbers, so only their distribution is that of PyTorch.
// ONNX draws only floating-point numbers (RandomUniform and RandomNormal);
// other dtypes are rounded from f32.
//
//===----------------------------------------------------------------------===//

#include "Reduce/Reduce.h"

#include "llvm/ADT/APFloat.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;

/// Draws numbers in the shape of `type`; `op` is RandomUniform or RandomNormal.
static Value draw(Lowering &b, StringRef op, RankedTensorType type,
                  ArrayRef<NamedAttribute> attrs = {}) {
  SmallVector<NamedAttribute> all(attrs);
  all.push_back(b.attr("dtype", type.getElementType()));
  if (type.hasStaticShape()) {
    all.push_back(b.attr("shape", type.getShape()));
    return b.create(op, type, {}, all);
  }
  Value shape = b.full(b.scalar(0, type.getElementType()), type);
  return b.create((op + "Like").str(), type, shape, all);
}

/// The type in which numbers are drawn.
static Type getDrawType(Lowering &b) {
  Type type = b.resultElementType();
  return type.isF64() ? type : Type(b.f32());
}

static RankedTensorType getDrawShape(Lowering &b) {
  return b.resultType().clone(getDrawType(b));
}

static Lowered finish(Lowering &b, Value x) {
  return b.Cast(x, b.resultElementType());
}

/// Numbers in [0, 1). Those of half precision are multiples of 2^-bits, as in
/// eager mode: the numbers below 1 of f32 would be rounded up to it.
static Value drawShare(Lowering &b) {
  Value drawn = draw(b, "RandomUniform", getDrawShape(b));
  auto type = dyn_cast<FloatType>(b.resultElementType());
  if (!type || !b.isNarrowFloat(type))
    return drawn;
  double steps = std::ldexp(
      1.0, int(APFloat::semanticsPrecision(type.getFloatSemantics())));
  Value step = b.Floor(b.Mul(drawn, b.scalar(steps, b.f32())));
  return b.Mul(step, b.scalar(1 / steps, b.f32()));
}

// aten::rand(SymInt[] size, ...) -> Tensor
static Lowered lowerRand(Lowering &b) { return finish(b, drawShare(b)); }

// aten::randn(SymInt[] size, ...) -> Tensor
static Lowered lowerRandN(Lowering &b) {
  return finish(b, draw(b, "RandomNormal", getDrawShape(b)));
}

/// The greatest number of `type` below `end`.
static double getBelow(FloatType type, double end) {
  APFloat number(end);
  bool losesInfo;
  auto convert = [&](const llvm::fltSemantics &format) {
    number.convert(format, APFloat::rmTowardNegative, &losesInfo);
  };
  convert(type.getFloatSemantics());
  if (!losesInfo)
    number.next(/*nextDown=*/true);
  convert(APFloat::IEEEdouble());
  return number.convertToDouble();
}

// aten::uniform(Tensor self, float from=0., float to=1., ...)
static Lowered lowerUniform(Lowering &b) {
  double low = b.getFloat("from"), high = b.getFloat("to");
  auto type = dyn_cast<FloatType>(b.resultElementType());
  if (!type || !b.isNarrowFloat(type))
    return finish(b, draw(b, "RandomUniform", getDrawShape(b),
                          {b.attr("low", low), b.attr("high", high)}));
  auto number = [&](double value) { return b.scalar(value, b.f32()); };
  Value drawn = drawShare(b);
  if (low == 0 && high == 1)
    return finish(b, drawn);
  drawn = b.Add(b.Mul(drawn, number(high - low)), number(low));
  if (double below = getBelow(type, high); below >= low)
    drawn = b.Min(drawn, number(below));
  return finish(b, drawn);
}

/// Integers in [low, high). In f64, no number below the end is rounded up to
/// it, and every integer can occur.
static Lowered lowerIntegers(Lowering &b, double low, double high) {
  Type type = b.getBuilder().getF64Type();
  RankedTensorType drawnType = b.resultType().clone(type);
  auto number = [&](double value) { return b.scalar(value, type); };
  Value drawn;
  // The attributes are f32.
  if (double(float(low)) == low && double(float(high)) == high) {
    drawn = draw(b, "RandomUniform", drawnType,
                 {b.attr("low", low), b.attr("high", high)});
  } else {
    Value share = draw(b, "RandomUniform", drawnType);
    drawn = b.Add(b.Mul(share, number(high - low)), number(low));
  }
  return finish(b, b.Min(b.Floor(drawn), number(high - 1)));
}

// aten::randint.low(SymInt low, SymInt high, SymInt[] size, ...) -> Tensor
static Lowered lowerRandInt(Lowering &b) {
  double low = b.has("low") ? double(b.getWideInt("low")) : 0;
  return lowerIntegers(b, low, double(b.getWideInt("high")));
}

// aten::random.from(Tensor self, int from, int? to, ...) -> Tensor
static Lowered lowerRandom(Lowering &b) {
  if (!b.has("to"))
    return b.refuseArgument("to", "an integer");
  double low = b.has("from") ? double(b.getInt("from")) : 0;
  return lowerIntegers(b, low, double(b.getInt("to")));
}

// aten::randperm(SymInt n, ...) -> Tensor
//
// A random permutation is the order of random numbers.
static Lowered lowerRandPerm(Lowering &b) {
  Value keys = draw(b, "RandomUniform", b.resultType().clone(b.f32()));
  AffineExpr size = b.resultDims()[0];
  return finish(b, b.TopK(keys, b.dim1d(size), 0, /*largest=*/true,
                          /*sorted=*/true, size)
                       .second);
}

/// A number or a tensor, to be broadcast with the drawn numbers.
static Value getParameter(Lowering &b, StringRef name, Type type) {
  return b.getArguments().getValue(name) ? b.tensor(name, type)
                                         : b.number(name, type);
}

// aten::normal.Tensor_Tensor(Tensor mean, Tensor std, ...) -> Tensor
static Lowered lowerNormal(Lowering &b) {
  const torch::Arguments &args = b.getArguments();
  std::optional<double> mean = args.getFloat("mean"),
                        std = args.getFloat("std");
  if (mean && std)
    return finish(b, draw(b, "RandomNormal", getDrawShape(b),
                          {b.attr("mean", *mean), b.attr("scale", *std)}));
  Type type = getDrawType(b);
  Value drawn = draw(b, "RandomNormal", getDrawShape(b));
  Value scaled = b.Mul(drawn, getParameter(b, "std", type));
  return finish(b, b.Add(scaled, getParameter(b, "mean", type)));
}

// aten::log_normal(Tensor self, float mean=1., float std=2., ...)
static Lowered lowerLogNormal(Lowering &b) {
  return finish(b, b.Exp(draw(b, "RandomNormal", getDrawShape(b),
                              {b.attr("mean", b.getFloat("mean")),
                               b.attr("scale", b.getFloat("std"))})));
}

/// Numbers in (0, 1], whose logarithm is finite.
static Value drawPositive(Lowering &b) {
  Value drawn = draw(b, "RandomUniform", getDrawShape(b));
  return b.Sub(b.scalar(1, getDrawType(b)), drawn);
}

// aten::exponential(Tensor self, float lambd=1., ...) -> Tensor
static Lowered lowerExponential(Lowering &b) {
  Value factor = b.scalar(-1 / b.getFloat("lambd"), getDrawType(b));
  return finish(b, b.Mul(b.Log(drawPositive(b)), factor));
}

// aten::geometric(Tensor self, float p, ...) -> Tensor
static Lowered lowerGeometric(Lowering &b) {
  Value factor = b.scalar(1 / std::log1p(-b.getFloat("p")), getDrawType(b));
  Value trials = b.Ceil(b.Mul(b.Log(drawPositive(b)), factor));
  return finish(b, b.Max(trials, b.scalar(1, getDrawType(b))));
}

// aten::cauchy(Tensor self, float median=0., float sigma=1., ...) -> Tensor
static Lowered lowerCauchy(Lowering &b) {
  Type type = getDrawType(b);
  Value angle = draw(b, "RandomUniform", getDrawShape(b),
                     {b.attr("low", -M_PI / 2), b.attr("high", M_PI / 2)});
  Value scaled = b.Mul(b.Tan(angle), b.scalar(b.getFloat("sigma"), type));
  return finish(b, b.Add(scaled, b.scalar(b.getFloat("median"), type)));
}

// aten::bernoulli(Tensor self, *, Generator? generator=None) -> Tensor
static Lowered lowerBernoulli(Lowering &b, StringRef probabilities) {
  Type type = b.resultElementType();
  Value p;
  if (b.getArguments().getValue(probabilities)) {
    p = b.tensor(probabilities);
    if (!b.isFloat(b.elementTypeOf(p)))
      p = b.Cast(p, b.f32());
    p = b.expand(p, b.resultType());
  } else {
    p = b.full(b.number(probabilities, b.f32()), b.resultType());
  }
  return b.create("Bernoulli", b.resultType(), p, b.attr("dtype", type));
}

// aten::multinomial(Tensor self, SymInt num_samples, bool replacement=False)
//
// Without replacement: the largest values of log(p) plus Gumbel noise.
static Lowered lowerMultinomial(Lowering &b) {
  Value x = b.tensor("self");
  int64_t rank = b.rankOf(x);
  AffineExpr count = b.getExpr("num_samples");
  std::optional<int64_t> known = b.constantSize(count);
  if (!b.elementTypeOf(x).isF32())
    x = b.Cast(x, b.f32());
  Value logs = b.Log(x);
  if (b.getBool("replacement") || known == 1) {
    int64_t samples = b.getInt("num_samples");
    if (rank == 1)
      logs = b.Unsqueeze(logs, 0);
    // Runtimes refuse empty operands. If the operand may be empty, a row is
    // prepended and an element that is never drawn is appended.
    bool mayBeNothing = mayBeEmpty(b, logs);
    if (mayBeNothing) {
      logs = b.Pad(logs, {0, 0, 0, 1}, b.scalar(-INFINITY, b.f32()));
      logs = b.Pad(logs, {1, 0, 0, 0}, b.scalar(0, b.f32()));
    }
    Dims dims = b.dimsOf(logs);
    dims[1] = b.constantDim(samples);
    Value drawn =
        b.create("Multinomial", sym::getTensorType(dims, b.i64()), logs,
                 {b.attr("dtype", b.i64()), b.attr("sample_size", samples)});
    if (mayBeNothing) {
      constexpr int64_t end = std::numeric_limits<int64_t>::max();
      drawn = b.Slice(drawn, 1, end, 0);
      dims[0] = rank == 1 ? b.constantDim(1) : b.resultDims()[0];
      drawn.setType(sym::getTensorType(dims, b.i64()));
    }
    return rank == 1 ? b.Squeeze(drawn, 0) : drawn;
  }
  Value uniform = draw(b, "RandomUniform", b.typeOf(logs));
  Value noise = b.Neg(b.Log(b.Neg(b.Log(uniform))));
  Value samples =
      known ? b.ints(*known) : b.Unsqueeze(b.number("num_samples", b.i64()), 0);
  return b
      .TopK(b.Add(logs, noise), samples, rank - 1,
            /*largest=*/true, /*sorted=*/true, count)
      .second;
}

void torch_onnx::populateRandom(LoweringRegistry &r) {
  r.add("aten.bernoulli.default", lowerBernoulli, "self");
  r.add({"aten.bernoulli.p", "aten.bernoulli.Tensor"}, lowerBernoulli, "p");
  r.add("aten.cauchy.default", lowerCauchy);
  r.add("aten.exponential.default", lowerExponential);
  r.add("aten.geometric.default", lowerGeometric);
  r.add("aten.log_normal.default", lowerLogNormal);
  r.add("aten.multinomial.default", lowerMultinomial);
  r.add({"aten.normal.Tensor_Tensor", "aten.normal.Tensor_float",
         "aten.normal.float_Tensor", "aten.normal.float_float",
         "aten.normal_functional.default"},
        lowerNormal);
  r.add({"aten.rand.default", "aten.rand.generator", "aten.rand_like.default",
         "aten.rand_like.generator"},
        lowerRand);
  r.add({"aten.randint.default", "aten.randint.generator", "aten.randint.low",
         "aten.randint.low_generator", "aten.randint_like.default",
         "aten.randint_like.generator", "aten.randint_like.low_dtype",
         "aten.randint_like.low_generator_dtype"},
        lowerRandInt);
  r.add({"aten.randn.default", "aten.randn.generator",
         "aten.randn_like.default", "aten.randn_like.generator"},
        lowerRandN);
  r.add({"aten.random.from", "aten.random.to"}, lowerRandom);
  r.add({"aten.randperm.default", "aten.randperm.generator"}, lowerRandPerm);
  r.add("aten.uniform.default", lowerUniform);
}
