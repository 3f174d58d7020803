//===- FoldConstantArithmetic.cpp - Computes with small constants ---------===//
//
// Only operations whose result every runtime has to agree on: integers modulo
// 2^n, floats where IEEE 754 says how to round (never exp or tanh), in the
// element type. What is an error or not defined at run time (division by zero,
// casts out of range) is left to the run time.
//
//===----------------------------------------------------------------------===//

#include "SimplifySupport.h"

#include "llvm/ADT/APSInt.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;

/// Floats that runtimes compute with in their own type, or through f32 and
/// rounded, which is the same for one operation.
static bool isIEEE(Type type) {
  return type.isF16() || type.isBF16() || type.isF32() || type.isF64();
}

static bool isSignedInt(Type type) {
  return type.isSignlessInteger() && !type.isInteger(1);
}

//===----------------------------------------------------------------------===//
// One operation on two numbers
//===----------------------------------------------------------------------===//

static std::optional<APFloat> compute(StringRef name, const APFloat &a,
                                      const APFloat &b) {
  APFloat result = a;
  constexpr auto mode = APFloat::rmNearestTiesToEven;
  if (name == "Add")
    result.add(b, mode);
  else if (name == "Sub")
    result.subtract(b, mode);
  else if (name == "Mul")
    result.multiply(b, mode);
  else if (name == "Div")
    result.divide(b, mode);
  else
    return std::nullopt;
  // Which NaN it is differs between machines.
  if (result.isNaN())
    return std::nullopt;
  return result;
}

static std::optional<APInt> compute(StringRef name, const APSInt &a,
                                    const APSInt &b) {
  if (name == "Add")
    return a + b;
  if (name == "Sub")
    return a - b;
  if (name == "Mul")
    return a * b;
  if (name == "Div" && b != 0 &&
      !(a.isSigned() && a.isMinSignedValue() && b.isAllOnes()))
    return a / b;
  if (name == "Min" || name == "Max")
    return (a < b) == (name == "Min") ? a : b;
  if (name == "And" || name == "BitwiseAnd")
    return a & b;
  if (name == "Or" || name == "BitwiseOr")
    return a | b;
  if (name == "Xor" || name == "BitwiseXor")
    return a ^ b;
  return std::nullopt;
}

template <typename T>
static std::optional<bool> compare(StringRef name, const T &a, const T &b) {
  if (name == "Equal")
    return a == b;
  if (name == "Less")
    return a < b;
  if (name == "LessOrEqual")
    return a <= b;
  if (name == "Greater")
    return a > b;
  if (name == "GreaterOrEqual")
    return a >= b;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

static SmallVector<APSInt> getSInts(DenseElementsAttr attr) {
  SmallVector<APSInt> result;
  bool isSigned = isSignedInt(attr.getElementType());
  for (const APInt &value : attr.getValues<APInt>())
    result.emplace_back(value, !isSigned);
  return result;
}

/// `function` of the elements of both, broadcast to `type`.
template <typename Result, typename T, typename F>
static DenseElementsAttr combine(ArrayRef<T> lhs, ArrayRef<int64_t> lhsShape,
                                 ArrayRef<T> rhs, ArrayRef<int64_t> rhsShape,
                                 RankedTensorType type, F function) {
  SmallVector<int64_t> a = broadcastIndices(lhsShape, type.getShape());
  SmallVector<int64_t> b = broadcastIndices(rhsShape, type.getShape());
  SmallVector<Result> results;
  for (auto [i, j] : llvm::zip_equal(a, b)) {
    auto result = function(lhs[i], rhs[j]);
    if (!result)
      return {};
    results.push_back(*result);
  }
  return DenseElementsAttr::get(type, ArrayRef<Result>(results));
}

static LogicalResult foldBinary(Operation *op, PatternRewriter &rewriter,
                                const Options &) {
  if (op->getNumOperands() != 2 || !getSmallSize(op->getResult(0).getType()))
    return failure();
  DenseElementsAttr lhs = getSmallConstant(op->getOperand(0));
  DenseElementsAttr rhs = lhs ? getSmallConstant(op->getOperand(1)) : lhs;
  if (!lhs || !rhs)
    return failure();
  StringRef name = op->getName().getStringRef().drop_front(5);
  Type elementType = lhs.getElementType();
  auto type = ONNXBuilder::typeOf(op->getResult(0));
  ArrayRef<int64_t> lhsShape = lhs.getType().getShape();
  ArrayRef<int64_t> rhsShape = rhs.getType().getShape();
  bool isComparison = type.getElementType() != elementType ||
                      llvm::is_contained({"Equal"}, name);
  DenseElementsAttr result;
  if (isIEEE(elementType)) {
    auto a = llvm::to_vector(lhs.getValues<APFloat>());
    auto b = llvm::to_vector(rhs.getValues<APFloat>());
    if (isComparison)
      result = combine<bool, APFloat>(
          a, lhsShape, b, rhsShape, type,
          [&](auto &x, auto &y) { return compare(name, x, y); });
    else
      result = combine<APFloat, APFloat>(
          a, lhsShape, b, rhsShape, type,
          [&](auto &x, auto &y) { return compute(name, x, y); });
  } else if (isa<IntegerType>(elementType)) {
    SmallVector<APSInt> a = getSInts(lhs), b = getSInts(rhs);
    if (isComparison)
      result = combine<bool, APSInt>(
          a, lhsShape, b, rhsShape, type,
          [&](auto &x, auto &y) { return compare(name, x, y); });
    else
      result = combine<APInt, APSInt>(
          a, lhsShape, b, rhsShape, type,
          [&](auto &x, auto &y) { return compute(name, x, y); });
  }
  return replaceByConstant(rewriter, op, result);
}

template <typename T, typename F>
static DenseElementsAttr map(DenseElementsAttr value, F function) {
  SmallVector<T> results;
  for (T element : value.getValues<T>()) {
    std::optional<T> result = function(element);
    if (!result)
      return {};
    results.push_back(*result);
  }
  return DenseElementsAttr::get(value.getType(), ArrayRef<T>(results));
}

static std::optional<APFloat> compute(StringRef name, APFloat x) {
  if (x.isNaN())
    return std::nullopt;
  if (name == "Neg") {
    x.changeSign();
  } else if (name == "Abs") {
    x.clearSign();
  } else if (name == "Floor") {
    x.roundToIntegral(APFloat::rmTowardNegative);
  } else if (name == "Ceil") {
    x.roundToIntegral(APFloat::rmTowardPositive);
  } else if (name == "Round") {
    x.roundToIntegral(APFloat::rmNearestTiesToEven);
  } else if (name == "Sqrt" && !x.isNegative()) {
    // Correctly rounded in both types.
    if (&x.getSemantics() == &APFloat::IEEEsingle())
      return APFloat(std::sqrt(x.convertToFloat()));
    if (&x.getSemantics() == &APFloat::IEEEdouble())
      return APFloat(std::sqrt(x.convertToDouble()));
    return std::nullopt;
  } else {
    return std::nullopt;
  }
  return x;
}

static LogicalResult foldUnary(Operation *op, PatternRewriter &rewriter,
                               const Options &) {
  DenseElementsAttr value = getSmallConstant(op->getOperand(0));
  if (!value)
    return failure();
  StringRef name = op->getName().getStringRef().drop_front(5);
  Type elementType = value.getElementType();
  DenseElementsAttr result;
  if (isIEEE(elementType))
    result =
        map<APFloat>(value, [&](const APFloat &x) { return compute(name, x); });
  else if (isa<IntegerType>(elementType))
    result = map<APInt>(value, [&](APInt x) -> std::optional<APInt> {
      if (name == "Not" || name == "BitwiseNot")
        return ~x;
      if (name == "Neg")
        return -x;
      if (name == "Abs" && isSignedInt(elementType))
        return x.isMinSignedValue() ? x : x.abs();
      return std::nullopt;
    });
  return replaceByConstant(rewriter, op, result);
}

//===----------------------------------------------------------------------===//
// Cast, Where
//===----------------------------------------------------------------------===//

static std::optional<APInt> castToInt(const APFloat &x, IntegerType to) {
  if (to.getWidth() == 1)
    return APInt(1, !x.isZero());
  APSInt result(to.getWidth(), /*isUnsigned=*/!isSignedInt(to));
  bool isExact;
  if (x.convertToInteger(result, APFloat::rmTowardZero, &isExact) ==
      APFloat::opInvalidOp)
    return std::nullopt;
  return result;
}

static std::optional<APInt> castToInt(const APSInt &x, IntegerType to) {
  if (to.getWidth() == 1)
    return APInt(1, x != 0);
  // Out of range is not defined by ONNX.
  APSInt result = x.extOrTrunc(to.getWidth());
  result.setIsSigned(isSignedInt(to));
  if (APSInt::compareValues(result, x) != 0)
    return std::nullopt;
  return result;
}

static std::optional<APFloat> castToFloat(APFloat x, FloatType to) {
  bool losesInfo;
  bool isWide = &x.getSemantics() == &APFloat::IEEEdouble();
  if (x.isNaN())
    return std::nullopt;
  x.convert(to.getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
  // Some go through f32 on the way, and round twice.
  if (losesInfo && isWide && !to.isF32())
    return std::nullopt;
  return x;
}

static std::optional<APFloat> castToFloat(const APSInt &x, FloatType to) {
  APFloat result(to.getFloatSemantics());
  auto status =
      result.convertFromAPInt(x, x.isSigned(), APFloat::rmNearestTiesToEven);
  if (status != APFloat::opOK && !to.isF32() && !to.isF64())
    return std::nullopt;
  return result;
}

template <typename T>
static DenseElementsAttr castAll(ArrayRef<T> values, RankedTensorType type) {
  if (auto to = dyn_cast<IntegerType>(type.getElementType())) {
    SmallVector<APInt> results;
    for (const T &value : values) {
      std::optional<APInt> result = castToInt(value, to);
      if (!result)
        return {};
      results.push_back(*result);
    }
    return DenseElementsAttr::get(type, results);
  }
  if (!isIEEE(type.getElementType()))
    return {};
  SmallVector<APFloat> results;
  for (const T &value : values) {
    auto result = castToFloat(value, cast<FloatType>(type.getElementType()));
    if (!result)
      return {};
    results.push_back(*result);
  }
  return DenseElementsAttr::get(type, results);
}

static LogicalResult foldCast(Operation *op, PatternRewriter &rewriter,
                              const Options &) {
  auto type = ONNXBuilder::typeOf(op->getResult(0));
  DenseElementsAttr value = getSmallConstant(op->getOperand(0));
  if (!value || !getSmallSize(type))
    return failure();
  DenseElementsAttr result;
  if (isIEEE(value.getElementType()))
    result =
        castAll<APFloat>(llvm::to_vector(value.getValues<APFloat>()), type);
  else if (isa<IntegerType>(value.getElementType()))
    result = castAll<APSInt>(getSInts(value), type);
  return replaceByConstant(rewriter, op, result);
}

static LogicalResult foldWhere(Operation *op, PatternRewriter &rewriter,
                               const Options &) {
  if (!getSmallSize(op->getResult(0).getType()))
    return failure();
  auto type = ONNXBuilder::typeOf(op->getResult(0));
  SmallVector<DenseElementsAttr> values;
  for (Value operand : op->getOperands()) {
    values.push_back(getSmallConstant(operand));
    if (!values.back())
      return failure();
  }
  SmallVector<SmallVector<int64_t>> indices;
  for (DenseElementsAttr value : values)
    indices.push_back(
        broadcastIndices(value.getType().getShape(), type.getShape()));
  auto choose = [&](auto condition, auto x, auto y, auto &results) {
    for (size_t i = 0; i < indices[0].size(); ++i)
      if (condition[indices[0][i]])
        results.push_back(x[indices[1][i]]);
      else
        results.push_back(y[indices[2][i]]);
  };
  if (isa<FloatType>(type.getElementType())) {
    SmallVector<APFloat> results;
    choose(values[0].getValues<bool>(), values[1].getValues<APFloat>(),
           values[2].getValues<APFloat>(), results);
    return replaceByConstant(rewriter, op,
                             DenseElementsAttr::get(type, results));
  }
  if (!isa<IntegerType>(type.getElementType()))
    return failure();
  SmallVector<APInt> results;
  choose(values[0].getValues<bool>(), values[1].getValues<APInt>(),
         values[2].getValues<APInt>(), results);
  return replaceByConstant(rewriter, op, DenseElementsAttr::get(type, results));
}

//===----------------------------------------------------------------------===//
// Range
//===----------------------------------------------------------------------===//

static LogicalResult foldRange(Operation *op, PatternRewriter &rewriter,
                               const Options &) {
  auto type = ONNXBuilder::typeOf(op->getResult(0));
  auto start = getInts(op->getOperand(0)), limit = getInts(op->getOperand(1)),
       delta = getInts(op->getOperand(2));
  if (!start || !limit || !delta || !type.getElementType().isInteger(64) ||
      !getSmallSize(type) || delta->front() == 0)
    return failure();
  SmallVector<int64_t> values;
  int64_t value = start->front();
  for (int64_t i = 0; i < type.getNumElements(); ++i) {
    values.push_back(value);
    if (llvm::AddOverflow(value, delta->front(), value))
      return failure();
  }
  return replaceByConstant(
      rewriter, op, DenseElementsAttr::get(type, ArrayRef<int64_t>(values)));
}

//===----------------------------------------------------------------------===//
// Chains of integers with constants
//===----------------------------------------------------------------------===//

/// (x + a) + b = x + (a + b), exactly, modulo 2^n; the same for Mul. Floats
/// round after each step and stay.
static LogicalResult reassociate(Operation *op, PatternRewriter &rewriter,
                                 const Options &) {
  auto findConstant = [](Operation *binary) -> int {
    for (int index : {0, 1})
      if (getSmallConstant(binary->getOperand(index), 1))
        return index;
    return -1;
  };
  auto type = ONNXBuilder::typeOf(op->getResult(0));
  if (!isa<IntegerType>(type.getElementType()))
    return failure();
  int outer = findConstant(op);
  if (outer < 0)
    return failure();
  Operation *inner = op->getOperand(1 - outer).getDefiningOp();
  if (!inner || inner->getName() != op->getName() || !inner->hasOneUse() ||
      inner->getResult(0).getType() != type)
    return failure();
  int nested = findConstant(inner);
  if (nested < 0 || inner->getOperand(1 - nested).getType() != type)
    return failure();
  DenseElementsAttr a = getSmallConstant(inner->getOperand(nested), 1);
  DenseElementsAttr c = getSmallConstant(op->getOperand(outer), 1);
  APInt x = *a.getValues<APInt>().begin(), y = *c.getValues<APInt>().begin();
  ONNXBuilder b(rewriter, op->getLoc());
  Value merged = b.constant(
      DenseElementsAttr::get(RankedTensorType::get({}, type.getElementType()),
                             isOp(op, "Add") ? x + y : x * y));
  rewriter.modifyOpInPlace(
      op, [&] { op->setOperands({inner->getOperand(1 - nested), merged}); });
  return success();
}

void simplify::populateConstantArithmetic(Rewrites &rewrites) {
  rewrites.add({"Add", "Sub", "Mul", "Div", "Min", "Max", "And", "Or", "Xor",
                "BitwiseAnd", "BitwiseOr", "BitwiseXor", "Equal", "Less",
                "LessOrEqual", "Greater", "GreaterOrEqual"},
               foldBinary, 4);
  rewrites.add(
      {"Neg", "Abs", "Not", "BitwiseNot", "Sqrt", "Floor", "Ceil", "Round"},
      foldUnary, 4);
  rewrites.add({"Cast"}, foldCast, 4);
  rewrites.add({"Where"}, foldWhere, 4);
  rewrites.add({"Range"}, foldRange, 4);
  rewrites.add({"Add", "Mul"}, reassociate, 1);
}
