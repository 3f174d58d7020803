//===- LegalizeORT.cpp - Kernels of ONNX Runtime's CPU provider -----------===//
//
// The kernels of ONNX Runtime's CPU provider, generated from its registry, and
// rewrites for operators that lack a kernel for some type: logic for bool,
// generators in f32, gathers for nearest-neighbour Resize. LegalizeDouble.cpp
// has formulas for f64. Half precision and narrow integers get casts
// (LegalizeTypes.cpp).
//
// Kernels are looked up by operator names, which the table and the forms of
// older opsets (onnx.Custom) have.
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/IR/FftOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ImageOps.h"
#include "torch-onnx/Dialect/ONNX/IR/IndexOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LogicalOps.h"
#include "torch-onnx/Dialect/ONNX/IR/RandomOps.h"
#include "torch-onnx/Dialect/ONNX/IR/RecurrentOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

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
  /// "T=float,int64;T1=bool"; for an expansion only its floats: "double,float".
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

/// Whether a list like "float,int64" contains an entry.
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
  // For an expansion, only its floats and half precision are known.
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

sym::Ranges onnx::getRanges(Value value) {
  return sym::readRanges(value.getParentRegion()->getParentOfType<ModuleOp>());
}

bool onnx::mayBeEmpty(Value value, int64_t first) {
  sym::Ranges ranges = getRanges(value);
  return llvm::any_of(
      llvm::drop_begin(dimsOf(value), first),
      [&](AffineExpr dim) { return sym::mayBeZero(dim, ranges); });
}

/// Whether the kernel is registered for a type but refuses it at run time, or a
/// function body of ONNX Runtime mixes types.
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
  // For an empty operand, the kernels of ReduceMax and ReduceMin fail for bool
  // and give the limits for ui8.
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

/// Whether ONNX Runtime inserts no casts around an operator: an attribute is
/// its result type, or it carries values of any type.
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
  // It becomes an initializer.
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

/// The value of a boolean splat constant.
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
  // A constant branch that does not broadcast saves three of four operators.
  std::optional<bool> ifTrue = getSplat(x), ifFalse = getSplat(y);
  if (ifTrue && n.rankOf(x) == 0 && !ifFalse)
    return n.replace(*ifTrue ? n.Or(condition, y) : n.And(n.Not(condition), y));
  if (ifFalse && n.rankOf(y) == 0 && !ifTrue)
    return n.replace(*ifFalse ? n.Or(n.Not(condition), x)
                              : n.And(condition, x));
  return n.replace(n.Or(n.And(condition, x), n.And(n.Not(condition), y)));
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

// The positions of nonzero elements.
static Outcome nonZero(Node &n) {
  Type type = n.elementTypeOf(n.input(0));
  if (!(type.isF64() || (type.isUnsignedInteger(64) && n.opset >= 11)))
    return Outcome::Keep;
  Value isZero = n.Equal(n.input(0), n.scalar(0, type));
  return n.replace(n.create("NonZero", n.resultType(), n.Not(isZero)));
}

static bool isWindow(Operation *op) {
  return isa<BlackmanWindowOp, HammingWindowOp, HannWindowOp>(op);
}

static bool isHalf(Type type) { return type.isF16() || type.isBF16(); }

// Casts an operand of half precision to f32. A result of half precision is
// drawn in f32, too.
static Outcome drawnInSingle(Node &n) {
  Value x = n.input(0);
  Type type = n.resultType().getElementType();
  if (!isHalf(n.elementTypeOf(x)))
    return Outcome::Keep;
  Type made = isHalf(type) ? n.f32() : type;
  Value drawn =
      n.create(n.name(), n.resultType().clone(made), n.Cast(x, n.f32()),
               n.attributesWith(n.attr("dtype", made)));
  return n.replace(n.Cast(drawn, type));
}

// The result type is an attribute, and the operator uses only the shape or size
// of its operand: ones, zeros, windows and random numbers are generated in f32.
static Outcome madeInSingle(Node &n) {
  Type type = n.resultType().getElementType();
  bool isEye = isa<EyeLikeOp>(n.op);
  bool hasKernel =
      type.isF32() || type.isF64() ||
      (isEye && (type.isSignlessInteger(32) || type.isSignlessInteger(64))) ||
      (isWindow(n.op) && !isHalf(type));
  SmallVector<Value> operands(n.op->getOperands());
  bool isLike = isa<EyeLikeOp, RandomNormalLikeOp, RandomUniformLikeOp>(n.op);
  bool hasOperand = !isLike || n.elementTypeOf(operands[0]).isF32();
  if (hasKernel &&
      (hasOperand || !(isEye || isHalf(n.elementTypeOf(operands[0])))))
    return Outcome::Keep;
  if (!hasOperand)
    operands[0] = n.Cast(operands[0], n.f32());
  Type made = hasKernel ? type : n.f32();
  StringRef name = isWindow(n.op) ? "output_datatype" : "dtype";
  Value result = n.create(n.name(), n.resultType().clone(made), operands,
                          n.attributesWith(n.attr(name, made)));
  return n.replace(n.Cast(result, type));
}

// Few combinations of types have kernels; a mask selects between the values.
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
  std::optional<SmallVector<double>> floats = n.getConstantFloats(values);
  bool isZeroOrOne =
      floats == SmallVector<double>{0.0, 1.0} && !std::signbit(floats->front());
  if (isZeroOrOne || n.getConstantInts(values) == SmallVector<int64_t>{0, 1})
    return n.replace(n.Cast(hot, type));
  Value off = n.Squeeze(n.Slice(values, int64_t(0), 1, 0), 0);
  Value on = n.Squeeze(n.Slice(values, int64_t(1), 2, 0), 0);
  return n.replace(n.Where(n.Cast(hot, n.i1()), on, off));
}

// The positions of the nearest neighbours are a Resize of 0, 1, 2, ...
static Outcome resizeToNearest(Node &n, ResizeOp op) {
  Value x = op.getX(), scales = getPresent(op.getScales()),
        sizes = getPresent(op.getSizes());
  Type type = n.elementTypeOf(x);
  // These types have a kernel or are cast to one that has.
  if (type.isF32() || type.isF16() || type.isBF16() ||
      type.isSignlessInteger(32) || (type.isInteger(8) && n.opset >= 10) ||
      op.getMode() != "nearest" || n.opset < 11)
    return Outcome::Keep;
  if (op.getCoordinateTransformationMode() == "tf_crop_and_resize" ||
      op.getKeepAspectRatioPolicy() != "stretch" || !(scales || sizes))
    return Outcome::Keep;
  int64_t rank = n.rankOf(x);
  SmallVector<int64_t> axes = n.integers(0, rank);
  if (op.getAxes())
    axes = llvm::to_vector(*op.getAxes());
  for (int64_t &axis : axes)
    axis = normalizeAxis(axis, rank);
  if (!n.areAxes(axes, rank))
    return n.refuseAxes(axes, rank);
  Type i32 = IntegerType::get(n.getContext(), 32);
  SmallVector<NamedAttribute> attributes = n.attributesWithout("axes");
  SmallVector<AffineExpr> dims = n.dimsOf(op.getY());
  std::optional<SmallVector<double>> factors;
  if (scales)
    factors = n.getConstantFloats(scales);
  for (auto [position, axis] : llvm::enumerate(axes)) {
    AffineExpr in = n.dimsOf(x)[axis];
    // An axis whose size does not change must keep every element. A scale does
    // not tell this unless it is 1.
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

// ONNX Runtime also expands it to a cast, but not at every opset.
static Outcome castLike(Node &n) {
  NamedAttribute to = n.attr("to", n.resultType().getElementType());
  return n.replace(
      n.create("Cast", n.resultType(), n.input(0), n.attributesWith(to)));
}

void onnx::populateORT(RewriteTable &table) {
  table.addForORT<madeInSingle, BlackmanWindowOp, EyeLikeOp, HammingWindowOp,
                  HannWindowOp, RandomNormalOp, RandomNormalLikeOp,
                  RandomUniformOp, RandomUniformLikeOp>();
  table.addForORT<castLike, CastLikeOp>();
  table.addForORT<drawnInSingle, MultinomialOp>();
  table.addForORT<nonZero, NonZeroOp>();
  table.addForORT<oneHot, OneHotOp>();
  table.addForORT<resizeToNearest>();
  table.addForORT<whereOfBool, WhereOp>();
}
