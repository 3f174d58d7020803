//===- Factory.cpp - Lowerings of operators that make tensors -------------===//
//
// Tensors made from sizes and numbers alone. Small tensors of static size
// become constants; large or dynamic ones are filled at run time to keep the
// model small.
//
//===----------------------------------------------------------------------===//

#include "ModuleLowering.h"
#include "Positions.h"

#include "torch-onnx/Dialect/Torch/IR/Advice.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;

/// Lowers zeros, ones, full, empty and their new_* and *_like forms.
static Lowered lowerFull(Lowering &b, Value value) {
  return b.full(value, b.resultType());
}

static Lowered lowerFullOf(Lowering &b, int64_t value) {
  return lowerFull(b, b.scalar(value, b.resultElementType()));
}

// aten::full(SymInt[] size, Scalar fill_value, ...) -> Tensor
static Lowered lowerFullOfArgument(Lowering &b, StringRef name) {
  return lowerFull(b, b.number(name, b.resultElementType()));
}

//===----------------------------------------------------------------------===//
// Sequences
//===----------------------------------------------------------------------===//

/// A 1-d constant computed in f64, as PyTorch does on the CPU.
static Value buildSequence(Lowering &b, int64_t count,
                           function_ref<double(int64_t)> element) {
  if (b.isComplex(b.resultElementType())) {
    b.refuseResult("real elements");
    return b.ints(0);
  }
  SmallVector<double> values;
  for (int64_t i = 0; i < count; ++i)
    values.push_back(element(i));
  return b.numbers(count, values, b.resultElementType());
}

/// A 1-d constant of integers.
static Value buildIntegers(Lowering &b, int64_t count,
                           function_ref<int64_t(int64_t)> element) {
  auto type = RankedTensorType::get({count}, b.resultElementType());
  unsigned width = type.getElementType().getIntOrFloatBitWidth();
  SmallVector<APInt> values;
  for (int64_t i = 0; i < count; ++i)
    values.push_back(
        width == 1 ? APInt(1, element(i) != 0)
                   : APInt(64, element(i), /*isSigned=*/true).trunc(width));
  return b.constant(DenseElementsAttr::get(type, values));
}

// aten::arange.start_step(Scalar start, Scalar end, Scalar step=1, ...)
// aten::range.step(Scalar start, Scalar end, Scalar step=1, ...)
//
// Element i is start + i * step. The sequence of aten::range includes its end.
// The result is a constant if all arguments are.
//
// In an integer dtype, start and step are truncated to integers and no element
// is computed in floating point (ATen/native/RangeFactories.cpp). Only the
// number of elements is computed from the original numbers.
static Lowered lowerArange(Lowering &b, bool isInclusive) {
  const torch::Arguments &args = b.getArguments();
  auto getLiteral = [&](StringRef name, double ifNone) {
    return b.has(name) ? args.getFloat(name) : ifNone;
  };
  std::optional<double> start = getLiteral("start", 0);
  std::optional<double> step = getLiteral("step", 1);
  AffineExpr size = b.resultDims()[0];
  std::optional<int64_t> count = b.constantSize(size);
  Type type = b.resultElementType();
  bool isIntegral = b.isInt(type) || b.isBool(type);
  if (start && step && count && isSmallTable(*count) && isIntegral) {
    auto getInteger = [&](StringRef name, int64_t ifNone) {
      if (!b.has(name) || args.getInt(name))
        return args.getInt(name).value_or(ifNone);
      double number = *args.getFloat(name);
      if (!(std::fabs(number) < 9e18)) {
        b.refuseArgument(name, "an integer of 64 bits");
        return ifNone;
      }
      return int64_t(number);
    };
    uint64_t first = getInteger("start", 0), by = getInteger("step", 1);
    return buildIntegers(b, *count, [&](int64_t i) {
      return int64_t(first + by * uint64_t(i)); // Wraps around as in eager.
    });
  }
  if (start && step && count && isSmallTable(*count))
    return buildSequence(b, *count,
                         [&](int64_t i) { return *start + *step * i; });

  auto isIntegerArgument = [&](StringRef name) {
    Value value = args.getValue(name);
    return value ? isa<IntegerType>(value.getType())
                 : !b.has(name) || args.getInt(name);
  };
  bool hasIntegers = llvm::all_of(ArrayRef<StringRef>{"start", "end", "step"},
                                  isIntegerArgument);
  // The number of elements is not an expression of sizes, so it is computed
  // from the arguments.
  bool isCounted =
      !isInclusive && !(size && b.getModule().getSymbols().canCompute(size));
  auto number = [&](StringRef name, int64_t ifNone, Type numberType) {
    return b.has(name) ? b.number(name, numberType)
                       : b.scalar(ifNone, numberType);
  };
  if (b.isComplex(type))
    return b.refuseResult("real elements");
  // For a result of 64 bits, eager mode of the pinned version, which reads
  // programs of TorchScript, truncates float arguments first. For other
  // integers, it counts the elements before truncation. Other versions differ.
  if (isIntegral && !hasIntegers && isCounted && !torch::isScripted(b.getOp()))
    b.dim0d(size); // Refused, with the reason.
  bool isTruncated = hasIntegers || (isCounted && type.isInteger(64));
  if (!isInclusive && isTruncated && (isIntegral || isCounted))
    return b.Cast(b.Range(number("start", 0, b.i64()), b.number("end", b.i64()),
                          number("step", 1, b.i64()), size),
                  type);
  // Counting in integers keeps the number of elements exact. Eager mode
  // computes it in f64 unless all arguments are integers.
  Value length;
  if (isCounted) {
    Type f64 = Float64Type::get(b.getContext());
    Value distance = b.Sub(b.number("end", f64), number("start", 0, f64));
    length = b.Cast(b.Ceil(b.Div(distance, number("step", 1, f64))), b.i64());
  } else {
    length = b.dim0d(size);
  }
  Value indices =
      b.Range(b.scalar(0, b.i64()), length, b.scalar(1, b.i64()), size);
  Value result = b.Cast(indices, type);
  if (!step || *step != 1)
    result = b.Mul(result, b.number("step", type));
  if (!start || *start != 0)
    result = b.Add(result, b.number("start", type));
  return result;
}

/// The number of steps of linspace or logspace, whose factors become constants.
/// Refuses a dynamic or too large number.
static std::optional<int64_t> getStepCount(Lowering &b) {
  std::optional<int64_t> count = b.constantSize(b.resultDims()[0]);
  if (!count)
    b.refuse("expected a constant number of steps, found " +
             b.describe(b.resultDims()[0]));
  return count && checkConstantSize(b, *count) ? count : std::nullopt;
}

/// The integers between two integral ends, as PyTorch computes them from both
/// ends: a multiple of an f64 step is added to an end with one rounding and
/// then truncated.
///
/// The step is split into two parts whose products with a position are exact.
/// Adding the first product to the end gives a sum and its rounding error;
/// adding the error plus the second product rounds once. This is exact if the
/// ends are less than 2^53 steps away from 0.
static Value buildIntegersBetween(Lowering &b, int64_t count, Type type) {
  Type work = b.getBuilder().getF64Type();
  auto getEnd = [&](StringRef name) {
    return b.reshape(b.Cast(b.tensor(name, type), work), b.constantDim(1));
  };
  Value start = getEnd("start");
  if (count <= 1) // Only the start, or nothing.
    return b.Cast(b.Gather(start, b.ints(SmallVector<int64_t>(count, 0)), 0),
                  type);
  Value end = getEnd("end");
  SmallVector<double> positions;
  SmallVector<int64_t> sides;
  for (int64_t i = 0; i < count; ++i) {
    bool isFront = i < count / 2;
    positions.push_back(double(isFront ? i : i + 1 - count));
    sides.push_back(isFront ? 0 : 1);
  }
  Value position = b.numbers(count, positions, work);
  Value step = b.Div(b.Sub(end, start), b.scalar(double(count - 1), work));
  Value scaled = b.Mul(step, b.scalar(0x1p27 + 1, work));
  Value high = b.Sub(scaled, b.Sub(scaled, step));
  Value from = b.Gather(b.Concat({start, end}, 0), b.ints(sides), 0);
  Value first = b.Mul(high, position);
  Value second = b.Mul(b.Sub(step, high), position);
  Value sum = b.Add(from, first);
  Value part = b.Sub(sum, from);
  Value error = b.Add(b.Sub(from, b.Sub(sum, part)), b.Sub(first, part));
  return b.Cast(b.Add(sum, b.Add(error, second)), type);
}

/// The truncated powers of `base` whose exponents lie between two integral
/// ends. Eager computes them in f64, from the start in the first half and from
/// the end in the second.
static Value buildIntegerPowers(Lowering &b, int64_t count, Type type) {
  Type work = b.getBuilder().getF64Type();
  auto getEnd = [&](StringRef name) {
    return b.reshape(b.Cast(b.tensor(name, type), work), b.constantDim(1));
  };
  Value start = getEnd("start"), end = getEnd("end");
  SmallVector<double> positions;
  SmallVector<int64_t> sides;
  for (int64_t i = 0; i < count; ++i) {
    bool isFront = i < count / 2 || count == 1;
    positions.push_back(double(isFront ? i : i + 1 - count));
    sides.push_back(isFront ? 0 : 1);
  }
  double last = std::max<double>(count - 1, 1);
  Value step = b.Div(b.Sub(end, start), b.scalar(last, work));
  Value from = b.Gather(b.Concat({start, end}, 0), b.ints(sides), 0);
  Value exponent = b.Add(from, b.Mul(step, b.numbers(count, positions, work)));
  return b.Cast(b.Pow(b.number("base", work), exponent), type);
}

/// A linspace with a dynamic number of steps: multiples of the rounded step are
/// added to the start in the first half and to the end in the second, and
/// rounded once.
static Value buildLinspace(Lowering &b, FloatType type) {
  AffineExpr size = b.resultDims()[0];
  Type work = b.getBuilder().getF64Type();
  Value start = b.tensor("start", type), end = b.tensor("end", type);
  Value count = b.dim0d(size), one = b.scalar(1, b.i64());
  Value last = b.Sub(count, one);
  // A sequence of one element is the start.
  Value step = b.Div(b.Sub(end, start), b.Cast(b.Max(last, one), type));
  Value half = b.Max(b.Div(count, b.scalar(2, b.i64())), one);
  Value index = b.Range(b.scalar(0, b.i64()), count, one, size);
  Value isFront = b.Less(index, half);
  Value steps = b.Where(isFront, index, b.Sub(index, last));
  Value from = b.Where(isFront, b.Cast(start, work), b.Cast(end, work));
  Value result = b.Add(from, b.Mul(b.Cast(step, work), b.Cast(steps, work)));
  return b.Cast(result, type);
}

/// The dtype of a linspace whose number of steps is dynamic; null if the number
/// is constant or for other dtypes.
static FloatType getDynamicLinspaceType(Lowering &b, bool logarithmic) {
  Type type = b.resultElementType();
  bool isDynamic = !logarithmic && !b.constantSize(b.resultDims()[0]);
  return isDynamic && (type.isF32() || type.isF64()) ? cast<FloatType>(type)
                                                     : FloatType();
}

// aten::linspace.Tensor_Tensor(Tensor start, Tensor end, int steps, ...)
//
// Lowers linspace and logspace with dynamic ends.
static Lowered lowerLinspaceOf(Lowering &b, bool logarithmic) {
  if (FloatType type = getDynamicLinspaceType(b, logarithmic))
    return buildLinspace(b, type);
  Type type = b.resultElementType();
  std::optional<int64_t> count = getStepCount(b);
  if (!count)
    return Lowered::refused();
  if (b.isComplex(type))
    return b.refuseResult("real elements");
  if (b.isInt(type))
    return logarithmic ? buildIntegerPowers(b, *count, type)
                       : buildIntegersBetween(b, *count, type);
  Type work = type.isF64() ? type : Type(b.f32());
  Value start = b.tensor("start", work), end = b.tensor("end", work);
  auto getFractions = [&](bool fromEnd) {
    SmallVector<double> values;
    for (int64_t i = 0; i < *count; ++i) {
      double weight = *count == 1 ? 0 : double(i) / double(*count - 1);
      values.push_back(fromEnd ? weight : 1 - weight);
    }
    return b.numbers(*count, values, work);
  };
  // The formula is exact at both ends.
  Value result = b.Add(b.Mul(start, getFractions(/*fromEnd=*/false)),
                       b.Mul(end, getFractions(/*fromEnd=*/true)));
  if (logarithmic)
    result = b.Pow(b.number("base", work), result);
  if (!b.isFloat(type))
    return b.refuseResult("floating-point elements");
  return b.Cast(result, type);
}

// aten::linspace(Scalar start, Scalar end, SymInt steps, ...) -> Tensor
//
// PyTorch counts from both ends, so both are exact.
static Lowered lowerLinspace(Lowering &b, bool logarithmic) {
  if (b.getArguments().getValue("start") || b.getArguments().getValue("end"))
    return lowerLinspaceOf(b, logarithmic);
  if (FloatType type = getDynamicLinspaceType(b, logarithmic))
    return buildLinspace(b, type);
  double start = b.getFloat("start"), end = b.getFloat("end");
  double base = logarithmic ? b.getFloat("base") : 0;
  std::optional<int64_t> count = getStepCount(b);
  if (!count)
    return Lowered::refused();
  // Integral results have integral ends and a real step; floating-point ends
  // are rounded first.
  auto type = dyn_cast<FloatType>(b.resultElementType());
  auto round = [&](double value) {
    return type ? FloatAttr::get(type, value).getValueAsDouble() : value;
  };
  if (*count > 1) { // A sequence of one element is the start, not truncated.
    start = type ? round(start) : std::trunc(start);
    end = type ? round(end) : std::trunc(end);
  }
  // Eager mode computes linspace in the dtype of the result. In half precision
  // it rounds every operand and result, in other dtypes only the sum. Logspace
  // is computed in f64 except for the difference of the ends.
  bool isHalf = type && type.getWidth() == 16 && !logarithmic;
  auto roundHalf = [&](double value) { return isHalf ? round(value) : value; };
  double step = 0;
  if (*count > 1)
    step = round(end - start) / roundHalf(double(*count - 1));
  if (!logarithmic)
    step = round(step);
  return buildSequence(b, *count, [&](int64_t i) {
    // Counts from the nearer end.
    bool isFront = i < *count / 2 || *count == 1;
    double from = isFront ? start : end,
           steps = roundHalf(double(isFront ? i : i + 1 - *count));
    if (isHalf)
      return round(from + round(step * steps));
    return logarithmic ? std::pow(base, from + step * steps)
                       : std::fma(step, steps, from);
  });
}

// aten::eye.m(SymInt n, SymInt m, ...) -> Tensor
static Lowered lowerEye(Lowering &b) {
  Dims dims = b.resultDims();
  Value zero = b.scalar(0, b.i64()), one = b.scalar(1, b.i64());
  Value rows = b.Range(zero, b.dim0d(dims[0]), one, dims[0]);
  Value columns = b.Range(zero, b.dim0d(dims[1]), one, dims[1]);
  return b.Cast(b.Equal(b.Unsqueeze(rows, 1), columns), b.resultElementType());
}

//===----------------------------------------------------------------------===//
// Triangles
//===----------------------------------------------------------------------===//

// aten::tril(Tensor self, SymInt diagonal=0) -> Tensor
static Lowered lowerTriangle(Lowering &b, bool upper) {
  Value x = b.tensor("self");
  Type type = b.elementTypeOf(x);
  // Few types have kernels. Computing in a wider type does not change values.
  Value wide = b.isInt(type) ? b.Cast(x, b.i64()) : x;
  Value diagonal = b.getArguments().getInt("diagonal") == 0
                       ? b.none()
                       : b.number("diagonal", b.i64());
  return b.Cast(b.Trilu(wide, diagonal, upper), type);
}

void torch_onnx::populateFactory(LoweringRegistry &r) {
  // Uninitialized memory may have any contents; zeros are used.
  r.add({"aten.zeros.default", "aten.new_zeros.default",
         "aten.zeros_like.default", "aten.empty.memory_format",
         "aten.empty_like.default", "aten.new_empty.default",
         "aten.empty_strided.default", "aten.new_empty_strided.default",
         "aten.empty_permuted.default", "aten.zero.default"},
        lowerFullOf, 0);
  r.add(
      {"aten.ones.default", "aten.new_ones.default", "aten.ones_like.default"},
      lowerFullOf, 1);
  r.add(
      {"aten.full.default", "aten.new_full.default", "aten.full_like.default"},
      lowerFullOfArgument, "fill_value");
  r.add({"aten.fill.Scalar", "aten.fill.Tensor"}, lowerFullOfArgument, "value");
  r.add("aten.scalar_tensor.default", lowerFullOfArgument, "s");
  r.add({"aten.arange.default", "aten.arange.start", "aten.arange.start_step"},
        lowerArange, /*isInclusive=*/false);
  r.add({"aten.range.default", "aten.range.step"}, lowerArange,
        /*isInclusive=*/true);
  r.add("aten.linspace.default", lowerLinspace, /*logarithmic=*/false);
  r.add({"aten.linspace.Tensor_Tensor", "aten.linspace.Tensor_Scalar",
         "aten.linspace.Scalar_Tensor"},
        lowerLinspaceOf, /*logarithmic=*/false);
  r.add({"aten.logspace.Tensor_Tensor", "aten.logspace.Tensor_Scalar",
         "aten.logspace.Scalar_Tensor"},
        lowerLinspaceOf, /*logarithmic=*/true);
  r.add("aten.logspace.default", lowerLinspace, /*logarithmic=*/true);
  r.add({"aten.eye.default", "aten.eye.m"}, lowerEye);
  r.add("aten.tril.default", lowerTriangle, /*upper=*/false);
  r.add("aten.triu.default", lowerTriangle, /*upper=*/true);
}
