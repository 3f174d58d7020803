//===- LegalizeORT.cpp - What ONNX Runtime's CPU provider runs ------------===//
//
// The kernels of ONNX Runtime's CPU provider, generated from its registry, and
// the rewrites for operators that lack one in some type: logic for bool,
// definitions in f64 that lose no digits, gathers for Resize to the nearest.
// Half precision and narrow integers are not here: casts do, LegalizeTypes.cpp.
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Sym/IR/Ranges.h"

#include "mlir/IR/BuiltinOps.h"

#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

namespace {
struct KernelRow {
  StringLiteral op;
  int64_t first, last;
  /// "T=float,int64;T1=bool", of an expansion its floats: "double,float".
  StringLiteral types;
  bool isExpanded;
};
} // namespace

static constexpr KernelRow kKernels[] = {
#define KERNEL(OP, FIRST, LAST, TYPES) {OP, FIRST, LAST, TYPES, false},
#define EXPANDED(OP, FIRST, LAST, FLOATS) {OP, FIRST, LAST, FLOATS, true},
#include "ORTKernels.inc"
#undef KERNEL
#undef EXPANDED
};

/// Whether a list "float,int64" has an entry.
static bool hasEntry(StringRef list, StringRef entry) {
  while (!list.empty()) {
    auto [first, rest] = list.split(',');
    if (first == entry)
      return true;
    list = rest;
  }
  return false;
}

static bool matches(const KernelRow &row, ArrayRef<BoundType> bound,
                    ArrayRef<std::string> names) {
  // What an expansion computes in is known of its floats and half precision.
  if (row.isExpanded)
    return llvm::none_of(names, [&](StringRef name) {
      return (name == "double" && !hasEntry(row.types, name)) ||
             name == "bfloat16" || name.starts_with("complex") ||
             name.starts_with("float8");
    });
  StringRef types = row.types;
  while (!types.empty()) {
    auto [constraint, rest] = types.split(';');
    types = rest;
    auto [key, list] = constraint.split('=');
    for (auto [value, name] : llvm::zip_equal(bound, names))
      if ((value.parameter->typeParameter == key ||
           value.parameter->name == key) &&
          !hasEntry(list, name))
        return false;
  }
  return true;
}

static sym::Ranges getRanges(Value value) {
  return sym::readRanges(value.getParentRegion()->getParentOfType<ModuleOp>());
}

static bool mayBeEmpty(Value value) {
  sym::Ranges ranges = getRanges(value);
  return llvm::any_of(ONNXBuilder::dimsOf(value), [&](AffineExpr dim) {
    return sym::mayBeZero(dim, ranges);
  });
}

/// Kernels that are registered for a type and refuse it when they run, and
/// function bodies of ONNX Runtime that mix types.
static bool isRefused(Operation *op, StringRef name,
                      ArrayRef<std::string> types) {
  auto has = [&](StringRef type) { return llvm::is_contained(types, type); };
  auto getString = [&](StringRef attribute) {
    auto value =
        dyn_cast_or_null<StringAttr>(getNodeAttributes(op).get(attribute));
    return value ? value.getValue() : StringRef();
  };
  if (name == "ScatterElements" || name == "ScatterND") {
    StringRef reduction = getString("reduction");
    bool isExtremum = reduction == "max" || reduction == "min";
    return !reduction.empty() && reduction != "none" &&
           (has("float16") || has("bfloat16") || (has("bool") && isExtremum));
  }
  // Of no elements, extremes of bool are errors; those of ui8 are its limits.
  if (name == "ReduceMax" || name == "ReduceMin")
    return has("bool") && mayBeEmpty(op->getOperand(0));
  if (name == "Resize")
    return getString("mode") == "cubic" &&
           (has("int8") || has("uint8") || has("int32"));
  if (name == "GRU" || name == "LSTM")
    return has("double");
  if (name == "MeanVarianceNormalization")
    return has("float16");
  if (llvm::is_contained({"Attention", "QuantizeLinear", "RMSNormalization"},
                         name))
    return has("float16") && has("float");
  return false;
}

/// Operators whose result type is an attribute or that carry values of any
/// type: ONNX Runtime puts no casts around these.
static bool isTyped(StringRef name) {
  return llvm::is_contained({"BlackmanWindow", "EyeLike", "HammingWindow",
                             "HannWindow", "MelWeightMatrix", "Multinomial",
                             "RandomNormal", "RandomNormalLike",
                             "RandomUniform", "RandomUniformLike"},
                            name);
}

bool onnx::hasKernelInORT(Operation *op, int64_t opset,
                          ArrayRef<BoundType> bound) {
  StringRef opType = getOperatorName(op);
  // An initializer.
  if (opType == "Constant")
    return true;
  SmallVector<std::string> names;
  for (const BoundType &value : bound) {
    auto tensor = dyn_cast<TensorType>(value.type);
    names.push_back(getTypeName(tensor ? tensor.getElementType() : value.type));
  }
  if (isRefused(op, opType, names))
    return false;
  auto isThere = [&] {
    const auto *row = llvm::partition_point(
        kKernels, [&](const KernelRow &row) { return row.op < opType; });
    for (; row != std::end(kKernels) && row->op == opType; ++row)
      if (row->first <= opset && opset <= row->last &&
          matches(*row, bound, names))
        return true;
    return false;
  };
  if (isThere())
    return true;
  if (isTyped(opType) || !llvm::is_contained(names, "float16"))
    return false;
  llvm::replace(names, std::string("float16"), std::string("float"));
  return isThere();
}

//===----------------------------------------------------------------------===//
// bool
//===----------------------------------------------------------------------===//

/// The value of a constant whose elements are all the same.
static std::optional<bool> getSplat(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  auto elements =
      constant ? dyn_cast<DenseElementsAttr>(constant.getValue()) : nullptr;
  if (!elements || !elements.isSplat() ||
      !elements.getElementType().isInteger(1))
    return std::nullopt;
  return elements.getSplatValue<bool>();
}

static Outcome whereOfBool(Node &n) {
  if (!n.resultType().getElementType().isInteger(1))
    return Outcome::Keep;
  Value condition = n.input(0), x = n.input(1), y = n.input(2);
  // One operator in place of four where a branch is a constant that adds
  // nothing to the shape.
  std::optional<bool> ifTrue = getSplat(x), ifFalse = getSplat(y);
  if (ifTrue && n.rankOf(x) == 0 && !ifFalse)
    return n.replace(*ifTrue ? n.Or(condition, y) : n.And(n.Not(condition), y));
  if (ifFalse && n.rankOf(y) == 0 && !ifTrue)
    return n.replace(*ifFalse ? n.Or(n.Not(condition), x)
                              : n.And(condition, x));
  return n.replace(n.Or(n.And(condition, x), n.And(n.Not(condition), y)));
}

//===----------------------------------------------------------------------===//
// f64
//===----------------------------------------------------------------------===//

static bool isDouble(Node &n) {
  return n.op->getNumOperands() > 0 && n.input(0) &&
         n.elementTypeOf(n.input(0)).isF64();
}

static Value number(Node &n, double value) {
  return n.scalar(value, Float64Type::get(n.getContext()));
}

/// log(1 + x) for x > -1 that is not infinite, to the last digits: the error of
/// 1 + x is the same in both factors (Kahan).
static Value logOnePlus(Node &n, Value x) {
  Value one = number(n, 1.0), sum = n.Add(x, one);
  Value quotient = n.Div(n.Mul(x, n.Log(sum)), n.Sub(sum, one));
  return n.Where(n.Equal(sum, one), x, quotient);
}

/// The number of the sign of `x`, zeros included.
static Value withSignOf(Node &n, Value magnitude, Value x) {
  return n.Where(n.Greater(x, number(n, 0.0)), magnitude,
                 n.Where(n.Less(x, number(n, 0.0)), n.Neg(magnitude), x));
}

// The kernel gives numbers beside a NaN, and -inf beside an infinity.
static Outcome logSoftmax(Node &n) {
  if (!isDouble(n))
    return Outcome::Keep;
  Value x = n.input(0);
  int64_t axis = n.normalize(n.getInt("axis", -1), n.rankOf(x));
  if (!n.areAxes(axis, n.rankOf(x)))
    return n.refuseAxis();
  Value rest = n.Sub(x, n.ReduceMax(x, axis));
  return n.replace(n.Sub(rest, n.Log(n.ReduceSum(n.Exp(rest), axis))));
}

// The sine and cosine have kernels.
static Outcome tangent(Node &n) {
  if (!isDouble(n))
    return Outcome::Keep;
  Value x = n.input(0);
  return n.replace(n.Div(n.Sin(x), n.Cos(x)));
}

/// One step of Newton's method from the angle y in single precision is exact to
/// all digits: atan(x) = y + atan((x - tan(y)) / (1 + x tan(y))), where the
/// second one is of 1e-7 at most, and so its own tangent.
static Value arcTangent(Node &n, Value x) {
  Type f64 = n.elementTypeOf(x);
  Value size = n.Abs(x);
  // An infinity has no difference to a tangent; 1e300 is as good.
  Value isLarge = n.Greater(size, number(n, 1e300));
  Value finite = n.Where(isLarge, n.Mul(n.Sign(x), number(n, 1e300)), x);
  Value angle = n.Cast(n.Atan(n.Cast(finite, n.f32())), f64);
  Value sine = n.Sin(angle), cosine = n.Cos(angle);
  Value rest = n.Div(n.Sub(n.Mul(finite, cosine), sine),
                     n.Add(cosine, n.Mul(finite, sine)));
  // Keeps the sign of a zero, which ONNX Runtime loses in a first branch.
  return n.Where(n.Greater(size, number(n, 0.0)), n.Add(angle, rest), x);
}

static Outcome inverseTangent(Node &n) {
  if (!isDouble(n))
    return Outcome::Keep;
  return n.replace(arcTangent(n, n.input(0)));
}

// asin(x) = atan(x / sqrt((1 - x)(1 + x)))
static Outcome inverseSine(Node &n) {
  if (!isDouble(n))
    return Outcome::Keep;
  Value x = n.input(0), one = number(n, 1.0);
  Value root = n.Sqrt(n.Mul(n.Sub(one, x), n.Add(one, x)));
  return n.replace(arcTangent(n, n.Div(x, root)));
}

// acos(x) = 2 atan(sqrt((1 - x) / (1 + x)))
static Outcome inverseCosine(Node &n) {
  if (!isDouble(n))
    return Outcome::Keep;
  Value x = n.input(0), one = number(n, 1.0);
  Value root = n.Sqrt(n.Div(n.Sub(one, x), n.Add(one, x)));
  return n.replace(n.Mul(arcTangent(n, root), number(n, 2.0)));
}

// Halves of the exponent, lest the power overflow before its half does.
static Outcome hyperbolicCosine(Node &n) {
  if (!isDouble(n))
    return Outcome::Keep;
  Value half = number(n, 0.5);
  Value root = n.Exp(n.Mul(n.Abs(n.input(0)), half));
  Value large = n.Mul(n.Mul(root, half), root);
  return n.replace(n.Add(large, n.Div(half, n.Mul(root, root))));
}

// With e = exp(x) - 1: sinh(x) = (e + e / (e + 1)) / 2 for small x, where
// exp(x) - exp(-x) has no digits left. Kahan's e is exact: x (u - 1) / log(u).
static Outcome hyperbolicSine(Node &n) {
  if (!isDouble(n))
    return Outcome::Keep;
  Value x = n.input(0), size = n.Abs(x);
  Value half = number(n, 0.5), one = number(n, 1.0);
  Value root = n.Exp(n.Mul(size, half));
  Value large =
      n.Sub(n.Mul(n.Mul(root, half), root), n.Div(half, n.Mul(root, root)));
  Value near = n.Where(n.Less(size, one), size, one);
  Value power = n.Exp(near);
  Value less = n.Where(n.Equal(power, one), near,
                       n.Div(n.Mul(near, n.Sub(power, one)), n.Log(power)));
  Value small = n.Mul(n.Add(less, n.Div(less, n.Add(less, one))), half);
  return n.replace(withSignOf(n, n.Where(n.Less(size, one), small, large), x));
}

/// Beyond this, the square of a number has all digits of 1 plus the square.
static constexpr double kLarge = 1e10;

// asinh(x) = log(1 + x + x^2 / (1 + sqrt(1 + x^2))), log(2 x) for large x.
static Outcome inverseHyperbolicSine(Node &n) {
  if (!isDouble(n))
    return Outcome::Keep;
  Value x = n.input(0), size = n.Abs(x), one = number(n, 1.0);
  Value isLarge = n.Greater(size, number(n, kLarge));
  Value near = n.Where(isLarge, one, size);
  Value square = n.Mul(near, near);
  Value small = logOnePlus(
      n, n.Add(near, n.Div(square, n.Add(n.Sqrt(n.Add(square, one)), one))));
  Value large = n.Add(n.Log(size), number(n, M_LN2));
  return n.replace(withSignOf(n, n.Where(isLarge, large, small), x));
}

// With t = x - 1: acosh(x) = log(1 + t + sqrt(t) sqrt(t + 2)), log(2 x) for
// large x.
static Outcome inverseHyperbolicCosine(Node &n) {
  if (!isDouble(n))
    return Outcome::Keep;
  Value x = n.input(0), one = number(n, 1.0);
  Value isLarge = n.Greater(x, number(n, kLarge));
  Value t = n.Sub(n.Where(isLarge, one, x), one);
  Value small = logOnePlus(
      n, n.Add(t, n.Mul(n.Sqrt(t), n.Sqrt(n.Add(t, number(n, 2.0))))));
  Value large = n.Add(n.Log(x), number(n, M_LN2));
  return n.replace(n.Where(isLarge, large, small));
}

// atanh(x) = log(1 + 2 x / (1 - x)) / 2 of the size of x.
static Outcome inverseHyperbolicTangent(Node &n) {
  if (!isDouble(n))
    return Outcome::Keep;
  Value x = n.input(0), size = n.Abs(x), one = number(n, 1.0);
  Value isOne = n.Equal(size, one);
  Value inside = n.Where(isOne, number(n, 0.0), size);
  Value ratio = n.Div(n.Mul(inside, number(n, 2.0)), n.Sub(one, inside));
  Value half = n.Mul(logOnePlus(n, ratio), number(n, 0.5));
  return n.replace(withSignOf(n, n.Where(isOne, number(n, INFINITY), half), x));
}

// log(1 + exp(x)) = max(x, 0) + log(1 + exp(-|x|)).
static Value softplusOf(Node &n, Value x) {
  Value rest = logOnePlus(n, n.Exp(n.Neg(n.Abs(x))));
  return n.Add(n.Where(n.Less(x, number(n, 0.0)), number(n, 0.0), x), rest);
}

static Outcome softplus(Node &n) {
  return isDouble(n) ? n.replace(softplusOf(n, n.input(0))) : Outcome::Keep;
}

static Outcome mish(Node &n) {
  if (!isDouble(n))
    return Outcome::Keep;
  Value x = n.input(0);
  return n.replace(n.Mul(x, n.Tanh(softplusOf(n, x))));
}

/// The coefficient of the highest power first.
static Value polynomial(Node &n, Value x, ArrayRef<double> coefficients) {
  Value result = number(n, coefficients.front());
  for (double coefficient : coefficients.drop_front())
    result = n.Add(n.Mul(result, x), number(n, coefficient));
  return result;
}

// The rational approximations of Cephes (S. Moshier, ndtr.c): x T(x^2) / U(x^2)
// up to 1, 1 - exp(-x^2) P(x) / Q(x) beyond; from 6 on, 1 is all that fits.
static Outcome errorFunction(Node &n) {
  if (!isDouble(n))
    return Outcome::Keep;
  static const double t[] = {9.60497373987051638749e0, 9.00260197203842689217e1,
                             2.23200534594684319226e3, 7.00332514112805075473e3,
                             5.55923013010394962768e4};
  static const double u[] = {1.0,
                             3.35617141647503099647e1,
                             5.21357949780152679795e2,
                             4.59432382970980127987e3,
                             2.26290000613890934246e4,
                             4.92673942608635921086e4};
  static const double p[] = {
      2.46196981473530512524e-10, 5.64189564831068821977e-1,
      7.46321056442269912687e0,   4.86371970985681366614e1,
      1.96520832956077098242e2,   5.26445194995477358631e2,
      9.34528527171957607540e2,   1.02755188689515710272e3,
      5.57535335369399327526e2};
  static const double q[] = {1.0,
                             1.32281951154744992508e1,
                             8.67072140885989742329e1,
                             3.54937778887819891062e2,
                             9.75708501743205489753e2,
                             1.82390916687909736289e3,
                             2.24633760818710981792e3,
                             1.65666309194161350182e3,
                             5.57535340817727675546e2};
  Value x = n.input(0), size = n.Abs(x), one = number(n, 1.0);
  Value isNear = n.Less(size, one);
  // Each formula sees numbers that are its own; NaN goes to the second one.
  Value near = n.Where(isNear, size, one);
  Value square = n.Mul(near, near);
  Value small =
      n.Mul(near, n.Div(polynomial(n, square, t), polynomial(n, square, u)));
  Value far =
      n.Where(isNear, one,
              n.Where(n.Greater(size, number(n, 6.0)), number(n, 6.0), size));
  Value tail = n.Mul(n.Exp(n.Neg(n.Mul(far, far))),
                     n.Div(polynomial(n, far, p), polynomial(n, far, q)));
  return n.replace(withSignOf(n, n.Where(isNear, small, n.Sub(one, tail)), x));
}

static Outcome mean(Node &n) {
  if (!isDouble(n))
    return Outcome::Keep;
  Value sum = n.create("Sum", n.resultType(), n.op->getOperands());
  return n.replace(n.Div(sum, number(n, double(n.op->getNumOperands()))));
}

static Outcome instanceNormalization(Node &n) {
  if (!isDouble(n))
    return Outcome::Keep;
  Value x = n.input(0);
  int64_t rank = n.rankOf(x);
  if (rank < 3)
    return n.refuse("it has no spatial dimension", kNever);
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(2, rank));
  SmallVector<int64_t> spatial =
      llvm::to_vector(llvm::seq<int64_t>(1, rank - 1));
  Value centered = n.Sub(x, n.ReduceMean(x, axes));
  Value variance = n.ReduceMean(n.Mul(centered, centered), axes);
  Value root = n.Sqrt(n.Add(variance, number(n, n.getFloat("epsilon", 1e-5f))));
  Value y = n.Mul(n.Div(centered, root), n.Unsqueeze(n.input(1), spatial));
  return n.replace(n.Add(y, n.Unsqueeze(n.input(2), spatial)));
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

// Positions of what is not zero.
static Outcome nonZero(Node &n) {
  Type type = n.elementTypeOf(n.input(0));
  if (n.opset < 11 || !(type.isF64() || type.isUnsignedInteger(64)))
    return Outcome::Keep;
  Value isZero = n.Equal(n.input(0), n.scalar(0, type));
  return n.replace(n.create("NonZero", n.resultType(), n.Not(isZero)));
}

/// The attribute of the type of the result.
static StringRef getTypeAttribute(Node &n) {
  return n.name().ends_with("Window") ? "output_datatype" : "dtype";
}

static bool isHalf(Type type) { return type.isF16() || type.isBF16(); }

// Half precision of the operand, if the result has a type of its own: numbers
// are drawn in f32.
static Outcome drawnInSingle(Node &n) {
  Value x = n.input(0);
  Type type = n.resultType().getElementType();
  if (!isHalf(n.elementTypeOf(x)))
    return Outcome::Keep;
  SmallVector<NamedAttribute> attributes = n.attributesWithout("dtype");
  attributes.push_back(n.attr("dtype", isHalf(type) ? n.f32() : type));
  Value drawn =
      n.create(n.name(), n.resultType().clone(isHalf(type) ? n.f32() : type),
               n.Cast(x, n.f32()), attributes);
  return n.replace(n.Cast(drawn, type));
}

// The type of the result is an attribute, and of the operand, if there is one,
// the shape alone matters or the size: ones, zeros, windows and random numbers
// are made in f32.
static Outcome madeInSingle(Node &n) {
  Type type = n.resultType().getElementType();
  bool isEye = n.name() == "EyeLike", isWindow = n.name().ends_with("Window");
  bool hasKernel =
      type.isF32() || type.isF64() ||
      (isEye && (type.isSignlessInteger(32) || type.isSignlessInteger(64))) ||
      (isWindow && !isHalf(type));
  SmallVector<Value> operands(n.op->getOperands());
  bool isLike = n.name().ends_with("Like");
  bool hasOperand = !isLike || n.elementTypeOf(operands[0]).isF32();
  if (hasKernel &&
      (hasOperand || !(isEye || isHalf(n.elementTypeOf(operands[0])))))
    return Outcome::Keep;
  if (!hasOperand)
    operands[0] = n.Cast(operands[0], n.f32());
  Type made = hasKernel ? type : n.f32();
  StringRef name = getTypeAttribute(n);
  SmallVector<NamedAttribute> attributes = n.attributesWithout(name);
  attributes.push_back(n.attr(name, made));
  Value result =
      n.create(n.name(), n.resultType().clone(made), operands, attributes);
  return n.replace(n.Cast(result, type));
}

// Kernels are for few combinations of types: a mask chooses of the values.
static Outcome oneHot(Node &n) {
  Type type = n.resultType().getElementType(), i64 = n.i64();
  Value indices = n.input(0), depth = n.input(1), values = n.input(2);
  bool hasKernel = n.elementTypeOf(indices) == i64 &&
                   n.elementTypeOf(depth) == i64 &&
                   (type == i64 || type.isF32());
  if (hasKernel || !isa<IntegerType>(n.elementTypeOf(indices)) ||
      !isa<IntegerType>(n.elementTypeOf(depth)))
    return Outcome::Keep;
  Value hot =
      n.create("OneHot", n.resultType().clone(i64),
               {n.Cast(indices, i64), n.Cast(depth, i64), n.ints({0, 1})},
               n.attributes());
  if (type == i64 && n.getConstantInts(values) == SmallVector<int64_t>{0, 1})
    return n.replace(hot);
  Value off = n.Squeeze(n.Slice(values, int64_t(0), 1, 0), 0);
  Value on = n.Squeeze(n.Slice(values, int64_t(1), 2, 0), 0);
  return n.replace(n.Where(n.Cast(hot, n.i1()), on, off));
}

// To the nearest: the positions are those of a Resize of 0, 1, 2, ...
static Outcome resizeToNearest(Node &n) {
  Value x = n.input(0), scales = n.input(2), sizes = n.input(3);
  Type type = n.elementTypeOf(x);
  // Types that have a kernel, and those that are cast to one.
  if (type.isF32() || type.isF16() || type.isBF16() ||
      type.isSignlessInteger(32) || (type.isInteger(8) && n.opset >= 10) ||
      n.getString("mode", "nearest") != "nearest" || n.opset < 11)
    return Outcome::Keep;
  if (n.getString("coordinate_transformation_mode", "half_pixel") ==
          "tf_crop_and_resize" ||
      n.getString("keep_aspect_ratio_policy", "stretch") != "stretch" ||
      !(scales || sizes))
    return Outcome::Keep;
  int64_t rank = n.rankOf(x);
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (auto list = n.op->getAttrOfType<DenseI64ArrayAttr>("axes"))
    axes.assign(list.asArrayRef().begin(), list.asArrayRef().end());
  for (int64_t &axis : axes)
    axis = n.normalize(axis, rank);
  if (!n.areAxes(axes, rank))
    return n.refuseAxis();
  Type i32 = IntegerType::get(n.getContext(), 32);
  SmallVector<NamedAttribute> attributes = n.attributesWithout("axes");
  SmallVector<AffineExpr> dims = n.dimsOf(n.op->getResult(0));
  std::optional<SmallVector<double>> factors;
  if (scales)
    factors = n.getConstantFloats(scales);
  for (auto [position, axis] : llvm::enumerate(axes)) {
    AffineExpr in = n.dimsOf(x)[axis];
    // Sizes that stay keep every element; a factor does not tell so.
    if (scales
            ? factors && position < factors->size() && (*factors)[position] == 1
            : in && in == dims[axis])
      continue;
    Value count = n.Cast(n.sizeOf(x, axis), i32);
    Value range = n.Range(n.scalar(0, i32), count, n.scalar(1, i32), in);
    int64_t first = position;
    Value list = n.Slice(scales ? scales : sizes, first, first + 1, 0);
    Value index = n.create(
        "Resize", sym::getTensorType(dims[axis], i32),
        {range, n.none(), scales ? list : n.none(), scales ? n.none() : list},
        attributes);
    x = n.Gather(x, index, axis);
  }
  return n.replace(x);
}

// A sum of no products: the kernel of MatMul leaves what was in the memory.
static Outcome emptyProduct(Node &n) {
  Value x = n.input(0), y = n.input(1);
  RankedTensorType result = n.resultType();
  if (n.rankOf(x) == 0 || n.typeOf(x).getShape().back() != 0)
    return Outcome::Keep;
  if (result.hasStaticShape())
    return n.replace(n.Expand(n.scalar(0, result.getElementType()),
                              n.ints(result.getShape()), result));
  if (n.rankOf(x) < 2 || n.rankOf(y) < 2)
    return Outcome::Keep;
  // The zeros that each side's own sums of nothing are.
  return n.replace(
      n.Add(n.ReduceSum(x, n.rankOf(x) - 1), n.ReduceSum(y, n.rankOf(y) - 2)));
}

// ONNX Runtime expands it to a cast as well, but not at every opset.
static Outcome castLike(Node &n) {
  return n.replace(n.Cast(n.input(0), n.resultType().getElementType()));
}

/// The operand that a product or a quotient scales by, if that is a constant
/// with one element: its number.
static std::optional<unsigned> getScale(Operation *op) {
  StringRef name = getOperatorName(op);
  if (name != "Mul" && name != "Div")
    return std::nullopt;
  for (unsigned index : {1, 0}) {
    auto constant = op->getOperand(index).getDefiningOp<ConstantOp>();
    if (constant && constant.getValue().getNumElements() == 1)
      return index;
    if (name == "Div")
      break;
  }
  return std::nullopt;
}

/// Whether a matrix product reads the value, as it is or transposed.
/// Attention becomes products.
static bool isReadByMatMul(Value value, bool isTransposed = false) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    StringRef name = getOperatorName(user);
    return name == "MatMul" || name == "Attention" ||
           (name == "Transpose" && !isTransposed &&
            isReadByMatMul(user->getResult(0), /*isTransposed=*/true));
  });
}

// ONNX Runtime makes scales of the operands of a MatMul one number of the
// product. It removes a scale that one product reads and another one reads
// scaled once more, as the queries of an attention over keys that were scaled,
// and then does not load the model. A number for each column is none that it
// looks for.
static Outcome scaleOfScale(Node &n) {
  Value y = n.op->getResult(0);
  std::optional<unsigned> index = getScale(n.op);
  Type type = n.elementTypeOf(y);
  if (!index || y.hasOneUse() || !(type.isF32() || type.isF64()))
    return Outcome::Keep;
  bool isScaled = llvm::any_of(y.getUsers(), [](Operation *user) {
    return getOperatorName(user) == "Attention" ||
           (getScale(user) && isReadByMatMul(user->getResult(0)));
  });
  Value x = n.input(1 - *index);
  if (!isScaled || !isReadByMatMul(y) || n.rankOf(x) == 0 ||
      n.typeOf(x) != n.typeOf(y))
    return Outcome::Keep;
  int64_t last = n.rankOf(x) - 1;
  AffineExpr columns = n.dimsOf(x)[last];
  std::optional<int64_t> size =
      columns ? sym::getConstant(columns) : std::optional<int64_t>();
  if (size == 1)
    return Outcome::Keep;
  auto numbers = n.getConstantFloats(n.input(*index));
  if (!numbers)
    return Outcome::Keep;
  SmallVector<Value> operands = {x, x};
  if (size)
    operands[*index] = n.constant(DenseElementsAttr::get(
        RankedTensorType::get({*size}, type),
        Attribute(FloatAttr::get(type, numbers->front()))));
  else
    operands[*index] = n.Expand(n.scalar(numbers->front(), type),
                                n.Unsqueeze(n.sizeOf(x, last), 0),
                                sym::getTensorType(columns, type));
  return n.replace(
      n.create(n.name(), n.resultType(), operands, n.attributes()));
}

/// Whether ONNX Runtime's optimizer makes one operator of a product and the
/// transpose of this operand, and that ends the process: where the first
/// dimension becomes one of the matrices and may have no elements, and where
/// the elements are cast between the two. They may be scaled as well.
static bool isUnsafeTranspose(Value value) {
  int64_t rank = ONNXBuilder::rankOf(value);
  SmallVector<int64_t> source = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  // There is no product of half precision: runtime and compiler cast.
  Type type = ONNXBuilder::elementTypeOf(value);
  bool isCast = type.isF16() || type.isBF16();
  constexpr int maxSteps = 8;
  for (int step = 0; step < maxSteps; ++step) {
    Operation *op = value.getDefiningOp();
    StringRef name = op ? getOperatorName(op) : "";
    if (std::optional<unsigned> scale = op ? getScale(op) : std::nullopt) {
      value = op->getOperand(1 - *scale);
    } else if (name == "Cast") {
      value = op->getOperand(0);
      isCast = true;
    } else if (name == "Transpose") {
      auto perm = op->getAttrOfType<DenseI64ArrayAttr>("perm");
      if (!perm || perm.size() != rank)
        return false;
      for (int64_t &axis : source)
        axis = perm[axis];
      value = op->getOperand(0);
    } else {
      break;
    }
  }
  if (rank < 3 || ONNXBuilder::rankOf(value) != rank ||
      !llvm::is_contained(ArrayRef(source).take_back(2), 0))
    return false;
  bool isBatch = llvm::equal(ArrayRef(source).drop_back(2),
                             llvm::seq<int64_t>(1, rank - 1));
  return (isCast && isBatch) ||
         sym::mayBeZero(ONNXBuilder::dimsOf(value)[0], getRanges(value));
}

// ONNX Runtime's optimizer makes one operator of a product and the transposes
// of its operands. It does not look behind views.
static Outcome productOfTransposed(Node &n) {
  SmallVector<Value> operands;
  bool isChanged = false;
  for (Value operand : n.op->getOperands()) {
    if (isUnsafeTranspose(operand)) {
      operand = n.Squeeze(n.Unsqueeze(operand, 0), 0);
      isChanged = true;
    }
    operands.push_back(operand);
  }
  if (!isChanged)
    return Outcome::Keep;
  return n.replace(n.create("MatMul", n.resultType(), operands));
}

static bool isReadByMaxPool(Operation *op) {
  return llvm::any_of(op->getUsers(), [](Operation *user) {
    return getOperatorName(user) == "MaxPool";
  });
}

// ONNX Runtime takes zeros that are put around the operand of a MaxPool for the
// pads of the pool, which are less than any number; not where axes are named.
// Before 18, where they cannot be, the last element is put there twice and
// sliced off.
static Outcome padOfMaxPool(Node &n) {
  if (n.input(3) || n.getString("mode", "constant") != "constant" ||
      !isReadByMaxPool(n.op))
    return Outcome::Keep;
  int64_t rank = n.rankOf(n.input(0));
  if (n.opset >= 18)
    return n.replace(n.create("Pad", n.resultType(),
                              {n.input(0), n.input(1), n.op->getOperand(2),
                               n.ints(n.integers(0, rank))},
                              n.attributes()));
  std::optional<SmallVector<int64_t>> pads = n.getConstantInts(n.input(1));
  if (!pads || int64_t(pads->size()) != 2 * rank || rank == 0)
    return Outcome::Keep;
  ++pads->back();
  auto dims = n.dimsOf(n.input(0));
  for (int64_t axis = 0; axis < rank; ++axis)
    dims[axis] = sym::add(dims[axis], (*pads)[axis] + (*pads)[rank + axis]);
  Value padded =
      n.create("Pad", sym::getTensorType(dims, n.elementTypeOf(n.input(0))),
               {n.input(0), n.ints(*pads), n.op->getOperand(2), n.none()},
               n.attributes());
  return n.replace(n.create(
      "Slice", n.resultType(),
      {padded, n.ints(0), n.ints(-1), n.ints(rank - 1), n.none()}, {}));
}

ArrayRef<RewriteRow> onnx::getORTRewrites() {
  constexpr TargetRuntime ort = TargetRuntime::ORT;
  static const RewriteRow rows[] = {
      {"Acos", kNever, inverseCosine, ort},
      {"Acosh", kNever, inverseHyperbolicCosine, ort},
      {"Asin", kNever, inverseSine, ort},
      {"Asinh", kNever, inverseHyperbolicSine, ort},
      {"Atan", kNever, inverseTangent, ort},
      {"Atanh", kNever, inverseHyperbolicTangent, ort},
      {"Bernoulli", kNever, drawnInSingle, ort},
      {"BlackmanWindow", kNever, madeInSingle, ort},
      {"CastLike", kNever, castLike, ort},
      {"Cosh", kNever, hyperbolicCosine, ort},
      {"Erf", kNever, errorFunction, ort},
      {"Div", kNever, scaleOfScale, ort},
      {"EyeLike", kNever, madeInSingle, ort},
      {"HammingWindow", kNever, madeInSingle, ort},
      {"HannWindow", kNever, madeInSingle, ort},
      {"InstanceNormalization", kNever, instanceNormalization, ort},
      {"LogSoftmax", kNever, logSoftmax, ort},
      {"MatMul", kNever, emptyProduct, ort},
      {"MatMul", kNever, productOfTransposed, ort},
      {"Mean", kNever, mean, ort},
      {"Mish", kNever, mish, ort},
      {"Mul", kNever, scaleOfScale, ort},
      {"Multinomial", kNever, drawnInSingle, ort},
      {"NonZero", kNever, nonZero, ort},
      {"OneHot", kNever, oneHot, ort},
      {"Pad", kNever, padOfMaxPool, ort},
      {"RandomNormal", kNever, madeInSingle, ort},
      {"RandomNormalLike", kNever, madeInSingle, ort},
      {"RandomUniform", kNever, madeInSingle, ort},
      {"RandomUniformLike", kNever, madeInSingle, ort},
      {"Resize", kNever, resizeToNearest, ort},
      {"Sinh", kNever, hyperbolicSine, ort},
      {"Softplus", kNever, softplus, ort},
      {"Tan", kNever, tangent, ort},
      {"Where", kNever, whereOfBool, ort},
  };
  return rows;
}
