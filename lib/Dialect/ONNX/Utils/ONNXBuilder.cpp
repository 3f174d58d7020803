//===- ONNXBuilder.cpp - ONNX operations as expressions -------------------===//
//
// Types are inferred by the rules of the ONNX operators, on symbolic
// dimensions; a dimension that cannot be told is unknown, never guessed.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/Utils/ONNXBuilder.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

static bool isOne(AffineExpr dim) {
  auto constant = dyn_cast_if_present<AffineConstantExpr>(dim);
  return constant && constant.getValue() == 1;
}

/// Two dimensions that broadcast have one size, or one of them is 1. A static
/// size other than 1 is that size, whatever the other one is.
static AffineExpr broadcastDim(AffineExpr lhs, AffineExpr rhs) {
  if (lhs == rhs || isOne(rhs))
    return lhs;
  if (isOne(lhs))
    return rhs;
  if (isa_and_present<AffineConstantExpr>(lhs))
    return lhs;
  if (isa_and_present<AffineConstantExpr>(rhs))
    return rhs;
  return {};
}

SmallVector<AffineExpr> onnx::broadcastDims(ArrayRef<AffineExpr> lhs,
                                            ArrayRef<AffineExpr> rhs) {
  if (lhs.size() < rhs.size())
    std::swap(lhs, rhs);
  SmallVector<AffineExpr> dims(lhs);
  size_t offset = lhs.size() - rhs.size();
  for (auto [index, dim] : llvm::enumerate(rhs))
    dims[offset + index] = broadcastDim(lhs[offset + index], dim);
  return dims;
}

std::optional<SmallVector<int64_t>>
onnx::getInsertedOnes(ArrayRef<AffineExpr> from, ArrayRef<AffineExpr> to) {
  SmallVector<int64_t> axes;
  for (auto [axis, dim] : llvm::enumerate(to)) {
    if (!from.empty() && sym::isKnownEqual(dim, from.front()))
      from = from.drop_front();
    else if (dim && sym::getConstant(dim) == 1)
      axes.push_back(axis);
    else
      return std::nullopt;
  }
  if (!from.empty())
    return std::nullopt;
  return axes;
}

SmallVector<AffineExpr> ONNXBuilder::dimsOf(Value value) {
  return sym::getDims(typeOf(value));
}

static RankedTensorType withElementType(RankedTensorType type,
                                        Type elementType) {
  return type.clone(elementType);
}

static AffineExpr constantDim(int64_t size, MLIRContext *ctx) {
  return getAffineConstantExpr(size, ctx);
}

//===----------------------------------------------------------------------===//
// Operations by name, attributes, constants
//===----------------------------------------------------------------------===//

void ONNXBuilder::fail(const Twine &reason) {
  assert(false && "a pass builds what cannot be built");
  if (!failed)
    emitError(loc) << "internal error: " << reason;
  failed = true;
}

void ONNXBuilder::axisOutOfRange(int64_t axis, int64_t rank) {
  fail("axis " + Twine(axis) + " is out of range for rank " + Twine(rank));
}

RankedTensorType ONNXBuilder::checkedType(Value value) {
  if (value)
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      return type;
  fail(value ? "a value is no tensor" : "a value is missing");
  return RankedTensorType::get({}, f32());
}

sym::DimList ONNXBuilder::checkedDims(Value value) {
  return sym::DimList(sym::getDims(checkedType(value)), this);
}

bool ONNXBuilder::checkAxes(ArrayRef<int64_t> axes, int64_t rank) {
  for (int64_t axis : axes)
    if (axis < 0 || axis >= rank)
      axisOutOfRange(axis, rank);
  return !failed;
}

bool ONNXBuilder::checkOperands(StringRef name, ValueRange operands) {
  for (Value operand : operands)
    if (!operand)
      fail("an operand of '" + name + "' is missing");
  return !failed;
}

/// Only what is written in the definition of the operation reaches the model;
/// anything else would vanish without a word.
bool ONNXBuilder::checkAttributes(OperationName name, Attributes attrs) {
  std::optional<RegisteredOperationName> info = name.getRegisteredInfo();
  if (!info) {
    fail("there is no operation '" + name.getStringRef() + "'");
    return false;
  }
  for (NamedAttribute attr : attrs) {
    // Names with a dialect are for whoever put them there.
    if (attr.getNameDialect())
      continue;
    NamedAttrList one;
    one.push_back(attr);
    if (!llvm::is_contained(info->getAttributeNames(), attr.getName()))
      fail("'" + name.getStringRef() + "' has no attribute '" +
           attr.getName().getValue() + "'");
    else if (mlir::failed(info->verifyInherentAttrs(
                 one, [] { return InFlightDiagnostic(); })))
      fail("attribute '" + attr.getName().getValue() + "' of '" +
           name.getStringRef() + "' is of the wrong kind");
  }
  return !failed;
}

/// Stands for an operation that cannot be built: results of the types that it
/// would have, and nothing that a verifier could object to.
Operation *ONNXBuilder::createPlaceholder(TypeRange results,
                                          unsigned numRegions) {
  OperationState state(loc, UnrealizedConversionCastOp::getOperationName());
  for (Type type : results)
    state.addTypes(type ? type : Type(RankedTensorType::get({}, f32())));
  for (unsigned i = 0; i < numRegions; ++i)
    state.addRegion();
  return builder.create(state);
}

Operation *ONNXBuilder::createOp(StringRef name, TypeRange results,
                                 ValueRange operands, Attributes attrs,
                                 unsigned numRegions) {
  SmallString<32> fullName("onnx.");
  fullName += name;
  OperationState state(loc, fullName);
  if (!checkOperands(fullName, operands) || !checkAttributes(state.name, attrs))
    return createPlaceholder(results, numRegions);
  state.addTypes(results);
  state.addOperands(operands);
  state.addAttributes(attrs);
  for (unsigned i = 0; i < numRegions; ++i)
    state.addRegion();
  return builder.create(state);
}

Value ONNXBuilder::create(StringRef name, Type result, ValueRange operands,
                          Attributes attrs) {
  return createOp(name, result, operands, attrs)->getResult(0);
}

Value ONNXBuilder::createFirst(StringRef name, Type result, unsigned numResults,
                               ValueRange operands, Attributes attrs) {
  SmallVector<Type> types(numResults, builder.getNoneType());
  types[0] = result;
  return createOp(name, types, operands, attrs)->getResult(0);
}

NamedAttribute ONNXBuilder::attr(StringRef name, int64_t value) {
  return builder.getNamedAttr(name, builder.getI64IntegerAttr(value));
}
NamedAttribute ONNXBuilder::attr(StringRef name, double value) {
  return builder.getNamedAttr(name, builder.getF32FloatAttr(value));
}
NamedAttribute ONNXBuilder::attr(StringRef name, StringRef value) {
  return builder.getNamedAttr(name, builder.getStringAttr(value));
}
NamedAttribute ONNXBuilder::attr(StringRef name, ArrayRef<int64_t> value) {
  return builder.getNamedAttr(name, builder.getDenseI64ArrayAttr(value));
}
NamedAttribute ONNXBuilder::attr(StringRef name, Type value) {
  if (!value) {
    fail("a dtype is missing");
    value = f32();
  }
  return builder.getNamedAttr(name, TypeAttr::get(value));
}

Value ONNXBuilder::constant(ElementsAttr value) {
  return create("Constant", value.getType(), {},
                builder.getNamedAttr("value", value));
}

Value ONNXBuilder::scalar(double value, Type elementType) {
  if (!elementType) {
    fail("a dtype is missing");
    elementType = f32();
  }
  auto type = RankedTensorType::get({}, elementType);
  if (auto floatType = dyn_cast<FloatType>(elementType)) {
    APFloat rounded(value);
    bool losesInfo;
    rounded.convert(floatType.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                    &losesInfo);
    return constant(DenseElementsAttr::get(type, rounded));
  }
  if (isa<ComplexType>(elementType)) {
    auto part =
        cast<FloatType>(cast<ComplexType>(elementType).getElementType());
    APFloat real(value), imag(0.0);
    bool losesInfo;
    real.convert(part.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
    imag.convert(part.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
    return constant(
        DenseElementsAttr::get(type, std::complex<APFloat>(real, imag)));
  }
  if (elementType.isInteger(1))
    return scalar(int64_t(value != 0), elementType);
  constexpr double limit = 9223372036854775808.0; // 2^63
  if (!(value >= -limit && value < limit)) {
    fail("a number is no integer");
    value = 0;
  }
  return scalar(int64_t(value), elementType);
}

Value ONNXBuilder::scalar(int64_t value, Type elementType) {
  auto integer = dyn_cast_if_present<IntegerType>(elementType);
  if (!integer)
    return scalar(double(value), elementType);
  if (integer.getWidth() == 1)
    value = value != 0;
  APInt bits(64, value, /*isSigned=*/true);
  return constant(DenseElementsAttr::get(RankedTensorType::get({}, elementType),
                                         bits.sextOrTrunc(integer.getWidth())));
}

Value ONNXBuilder::ints(ArrayRef<int64_t> values) {
  auto type = RankedTensorType::get({int64_t(values.size())}, i64());
  return constant(DenseElementsAttr::get(type, values));
}

Value ONNXBuilder::numbers(ArrayRef<int64_t> shape, ArrayRef<double> elements,
                           Type elementType) {
  int64_t count = 1;
  bool isShape = llvm::all_of(shape, [&](int64_t size) {
    return size >= 0 && !llvm::MulOverflow(count, size, count);
  });
  if (!isShape || count != int64_t(elements.size())) {
    fail(Twine(elements.size()) + " elements do not fit their shape");
    return scalar(0, f32());
  }
  if (!isa_and_present<FloatType, IntegerType>(elementType)) {
    fail("a constant of numbers that are neither floats nor integers");
    return scalar(0, f32());
  }
  auto type = RankedTensorType::get(shape, elementType);
  constexpr double limit = 9223372036854775808.0; // 2^63
  SmallVector<Attribute> values;
  for (double element : elements) {
    if (isa<FloatType>(elementType)) {
      values.push_back(FloatAttr::get(elementType, element));
      continue;
    }
    if (!(element >= -limit && element < limit)) {
      fail("a number is no integer");
      element = 0;
    }
    unsigned width = elementType.getIntOrFloatBitWidth();
    APInt bits(64, int64_t(element), /*isSigned=*/true);
    values.push_back(
        IntegerAttr::get(elementType, width == 1 ? APInt(1, element != 0)
                                                 : bits.sextOrTrunc(width)));
  }
  return constant(DenseElementsAttr::get(type, values));
}

SmallVector<int64_t> ONNXBuilder::integers(int64_t first, int64_t last) {
  constexpr int64_t maxCount = 1 << 20;
  int64_t count;
  if (llvm::SubOverflow(last, first, count) || count < 0 || count > maxCount) {
    fail("the integers from " + Twine(first) + " up to " + Twine(last));
    return {};
  }
  return llvm::to_vector(llvm::seq<int64_t>(first, last));
}

Value ONNXBuilder::none() {
  return create("NoValue", builder.getNoneType(), {});
}

//===----------------------------------------------------------------------===//
// Element-wise
//===----------------------------------------------------------------------===//

Value ONNXBuilder::unary(StringRef op, Value x, Attributes attrs) {
  return create(op, checkedType(x), x, attrs);
}

Value ONNXBuilder::binary(StringRef op, Value x, Value y, Attributes attrs) {
  return create(
      op,
      sym::getTensorType(broadcastDims(checkedDims(x), checkedDims(y)),
                         checkedElement(x)),
      {x, y}, attrs);
}

Value ONNXBuilder::compare(StringRef op, Value x, Value y) {
  return create(
      op,
      sym::getTensorType(broadcastDims(checkedDims(x), checkedDims(y)), i1()),
      {x, y});
}

Value ONNXBuilder::Mod(Value x, Value y, bool fmod) {
  SmallVector<NamedAttribute> attrs;
  if (fmod)
    attrs.push_back(attr("fmod", int64_t(1)));
  return binary("Mod", x, y, attrs);
}

Value ONNXBuilder::IsNaN(Value x) {
  return create("IsNaN", withElementType(checkedType(x), i1()), x);
}

Value ONNXBuilder::IsInf(Value x) {
  return create("IsInf", withElementType(checkedType(x), i1()), x);
}

Value ONNXBuilder::Where(Value condition, Value x, Value y) {
  auto dims = broadcastDims(broadcastDims(checkedDims(x), checkedDims(y)),
                            checkedDims(condition));
  return create("Where", sym::getTensorType(dims, checkedElement(x)),
                {condition, x, y});
}

Value ONNXBuilder::Cast(Value x, Type elementType) {
  if (!elementType)
    fail("a dtype is missing");
  if (!elementType || checkedElement(x) == elementType)
    return x;
  SmallVector<NamedAttribute> attrs = {attr("to", elementType)};
  // PyTorch saturates in one type of 8 bits, in others too large numbers are
  // infinite or NaN.
  if (isa<Float8E5M2Type, Float8E4M3FNUZType, Float8E5M2FNUZType>(elementType))
    attrs.push_back(attr("saturate", int64_t(0)));
  return create("Cast", withElementType(checkedType(x), elementType), x, attrs);
}

Value ONNXBuilder::Clip(Value x, Value min, Value max) {
  return create("Clip", checkedType(x),
                {x, min ? min : none(), max ? max : none()});
}

Value ONNXBuilder::Softmax(Value x, int64_t axis) {
  return create("Softmax", checkedType(x), x, attr("axis", axis));
}

Value ONNXBuilder::LogSoftmax(Value x, int64_t axis) {
  return create("LogSoftmax", checkedType(x), x, attr("axis", axis));
}

//===----------------------------------------------------------------------===//
// Linear algebra
//===----------------------------------------------------------------------===//

Value ONNXBuilder::MatMul(Value a, Value b) {
  sym::DimList lhs = checkedDims(a), rhs = checkedDims(b);
  // Not what a well-formed program has; the checks of opset and types say so.
  if (lhs.empty() || rhs.empty())
    return create("MatMul", checkedType(a), {a, b});
  // A vector on the left is a row, one on the right a column; that dimension
  // is not in the result.
  bool rowVector = lhs.size() == 1, columnVector = rhs.size() == 1;
  SmallVector<AffineExpr> dims =
      broadcastDims(lhs.drop_back(std::min<size_t>(2, lhs.size())),
                    rhs.drop_back(std::min<size_t>(2, rhs.size())));
  if (!rowVector)
    dims.push_back(lhs[lhs.size() - 2]);
  if (!columnVector)
    dims.push_back(rhs.back());
  return create("MatMul", sym::getTensorType(dims, checkedElement(a)), {a, b});
}

Value ONNXBuilder::Gemm(Value a, Value b, Value c, bool transA, bool transB,
                        double alpha, double beta) {
  SmallVector<AffineExpr> dims(2);
  if (checkedType(a).getRank() == 2 && checkedType(b).getRank() == 2)
    dims = {checkedDims(a)[transA ? 1 : 0], checkedDims(b)[transB ? 0 : 1]};
  SmallVector<NamedAttribute> attrs;
  if (alpha != 1.0)
    attrs.push_back(attr("alpha", alpha));
  if (beta != 1.0)
    attrs.push_back(attr("beta", beta));
  if (transA)
    attrs.push_back(attr("transA", int64_t(1)));
  if (transB)
    attrs.push_back(attr("transB", int64_t(1)));
  return create("Gemm", sym::getTensorType(dims, checkedElement(a)),
                {a, b, c ? c : none()}, attrs);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

static sym::DimList reduceDims(sym::DimList dims, ArrayRef<int64_t> axes,
                               bool keepDims, MLIRContext *ctx) {
  for (int64_t axis : axes)
    dims[axis] = constantDim(1, ctx);
  if (keepDims)
    return dims;
  sym::DimList kept;
  for (auto [index, dim] : llvm::enumerate(dims))
    if (!llvm::is_contained(axes, int64_t(index)))
      kept.push_back(dim);
  return kept;
}

Value ONNXBuilder::reduce(StringRef op, Value x, ArrayRef<int64_t> axes,
                          bool keepDims) {
  checkAxes(axes, checkedType(x).getRank());
  auto type = sym::getTensorType(
      reduceDims(checkedDims(x), axes, keepDims, getContext()),
      checkedElement(x));
  SmallVector<NamedAttribute> attrs;
  if (!keepDims)
    attrs.push_back(attr("keepdims", int64_t(0)));
  if (axes.empty())
    attrs.push_back(attr("noop_with_empty_axes", int64_t(1)));
  return create(op, type, {x, ints(axes)}, attrs);
}

static Value argReduce(ONNXBuilder &b, StringRef op, Value x, int64_t axis,
                       bool keepDims) {
  auto type = sym::getTensorType(
      reduceDims(b.checkedDims(x), axis, keepDims, b.getContext()), b.i64());
  return b.create(
      op, type, x,
      {b.attr("axis", axis), b.attr("keepdims", int64_t(keepDims))});
}

Value ONNXBuilder::ArgMax(Value x, int64_t axis, bool keepDims) {
  return argReduce(*this, "ArgMax", x, axis, keepDims);
}

Value ONNXBuilder::ArgMin(Value x, int64_t axis, bool keepDims) {
  return argReduce(*this, "ArgMin", x, axis, keepDims);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

Value ONNXBuilder::Transpose(Value x, ArrayRef<int64_t> perm) {
  int64_t rank = checkedType(x).getRank();
  if (int64_t(perm.size()) != rank || !checkAxes(perm, rank)) {
    fail("a permutation of " + Twine(perm.size()) + " axes for rank " +
         Twine(rank));
    return x;
  }
  if (llvm::all_of(llvm::enumerate(perm), [](auto pair) {
        return int64_t(pair.index()) == pair.value();
      }))
    return x;
  sym::DimList dims = checkedDims(x), permuted;
  for (int64_t axis : perm)
    permuted.push_back(dims[axis]);
  return create("Transpose", sym::getTensorType(permuted, checkedElement(x)), x,
                attr("perm", perm));
}

Value ONNXBuilder::transpose(Value x, int64_t dim0, int64_t dim1) {
  int64_t rank = checkedType(x).getRank();
  dim0 += dim0 < 0 ? rank : 0;
  dim1 += dim1 < 0 ? rank : 0;
  if (!checkAxes({dim0, dim1}, rank))
    return x;
  SmallVector<int64_t> perm = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  std::swap(perm[dim0], perm[dim1]);
  return Transpose(x, perm);
}

Value ONNXBuilder::Unsqueeze(Value x, ArrayRef<int64_t> axes) {
  if (axes.empty())
    return x;
  sym::DimList source = checkedDims(x), dims;
  int64_t next = 0, rank = source.size() + axes.size();
  if (!checkAxes(axes, rank))
    return x;
  for (int64_t i = 0; i < rank; ++i)
    dims.push_back(llvm::is_contained(axes, i) ? constantDim(1, getContext())
                                               : source[next++]);
  return create("Unsqueeze", sym::getTensorType(dims, checkedElement(x)),
                {x, ints(axes)});
}

Value ONNXBuilder::Squeeze(Value x, ArrayRef<int64_t> axes) {
  if (axes.empty() || !checkAxes(axes, checkedType(x).getRank()))
    return x;
  sym::DimList dims;
  for (auto [index, dim] : llvm::enumerate(checkedDims(x)))
    if (!llvm::is_contained(axes, int64_t(index)))
      dims.push_back(dim);
  return create("Squeeze", sym::getTensorType(dims, checkedElement(x)),
                {x, ints(axes)});
}

Value ONNXBuilder::Concat(ValueRange values, int64_t axis) {
  if (values.empty())
    fail("nothing to concatenate");
  if (values.size() <= 1)
    return values.empty() ? scalar(0, f32()) : values.front();
  sym::DimList dims = checkedDims(values.front());
  checkAxes(axis, dims.size());
  for (Value value : values.drop_front())
    for (auto [index, dim] : llvm::enumerate(checkedDims(value))) {
      if (int64_t(index) == axis)
        dims[index] = sym::add(dims[index], dim);
      else if (!dims[index] || isa_and_present<AffineConstantExpr>(dim))
        dims[index] = dim;
    }
  return create("Concat", sym::getTensorType(dims, checkedElement(values[0])),
                values, attr("axis", axis));
}

Value ONNXBuilder::Reshape(Value x, Value shape, RankedTensorType result,
                           bool allowZero) {
  SmallVector<NamedAttribute> attrs;
  if (allowZero)
    attrs.push_back(attr("allowzero", int64_t(1)));
  return create("Reshape", result, {x, shape}, attrs);
}

Value ONNXBuilder::Expand(Value x, Value shape, RankedTensorType result) {
  return create("Expand", result, {x, shape});
}

/// Size of a slice of a dimension of static size (numpy's rules).
static int64_t sliceSize(int64_t size, int64_t start, int64_t end,
                         int64_t step) {
  auto clamp = [&](int64_t v, int64_t low, int64_t high) {
    if (v < 0)
      v = v < -size ? low : v + size;
    return std::clamp(v, low, high);
  };
  if (step > 0) {
    start = clamp(start, 0, size);
    end = clamp(end, 0, size);
    return start < end ? 1 + (end - start - 1) / step : 0;
  }
  start = clamp(start, -1, size - 1);
  end = end == std::numeric_limits<int64_t>::min() ? -1
                                                   : clamp(end, -1, size - 1);
  // The smallest step has no negative.
  return start > end ? 1 - (start - end - 1) / std::max(step, -size - 1) : 0;
}

Value ONNXBuilder::Slice(Value x, ArrayRef<int64_t> starts,
                         ArrayRef<int64_t> ends, ArrayRef<int64_t> axes,
                         ArrayRef<int64_t> steps) {
  sym::DimList dims = checkedDims(x);
  constexpr int64_t limit = std::numeric_limits<int64_t>::max();
  if (!checkAxes(axes, dims.size()) || starts.size() != axes.size() ||
      ends.size() != axes.size() ||
      (!steps.empty() && steps.size() != axes.size()) ||
      llvm::is_contained(steps, 0)) {
    fail("starts, ends, axes and steps of a slice do not fit");
    return x;
  }
  for (auto [index, axis] : llvm::enumerate(axes)) {
    int64_t start = starts[index], end = ends[index];
    int64_t step = steps.empty() ? 1 : steps[index];
    AffineExpr &dim = dims[axis];
    if (auto size = dyn_cast_if_present<AffineConstantExpr>(dim))
      dim = constantDim(sliceSize(size.getValue(), start, end, step),
                        getContext());
    else if (!(start == 0 && end == limit && step == 1))
      dim = AffineExpr();
  }
  SmallVector<Value> operands = {x, ints(starts), ints(ends), ints(axes)};
  operands.push_back(steps.empty() ? none() : ints(steps));
  return create("Slice", sym::getTensorType(dims, checkedElement(x)), operands);
}

Value ONNXBuilder::Gather(Value x, Value indices, int64_t axis) {
  sym::DimList source = checkedDims(x);
  if (!checkAxes(axis, source.size()))
    return x;
  sym::DimList dims = source.take_front(axis);
  dims.append(checkedDims(indices));
  dims.append(source.drop_front(axis + 1));
  SmallVector<NamedAttribute> attrs;
  if (axis != 0)
    attrs.push_back(attr("axis", axis));
  return create("Gather", sym::getTensorType(dims, checkedElement(x)),
                {x, indices}, attrs);
}

Value ONNXBuilder::GatherElements(Value x, Value indices, int64_t axis) {
  return create("GatherElements",
                withElementType(checkedType(indices), checkedElement(x)),
                {x, indices}, attr("axis", axis));
}

Value ONNXBuilder::ScatterElements(Value x, Value indices, Value updates,
                                   int64_t axis, StringRef reduction) {
  SmallVector<NamedAttribute> attrs = {attr("axis", axis)};
  if (reduction != "none")
    attrs.push_back(attr("reduction", reduction));
  return create("ScatterElements", checkedType(x), {x, indices, updates},
                attrs);
}

Value ONNXBuilder::GatherND(Value x, Value indices, RankedTensorType result,
                            int64_t batchDims) {
  SmallVector<NamedAttribute> attrs;
  if (batchDims != 0)
    attrs.push_back(attr("batch_dims", batchDims));
  return create("GatherND", result, {x, indices}, attrs);
}

Value ONNXBuilder::ScatterND(Value x, Value indices, Value updates,
                             StringRef reduction) {
  SmallVector<NamedAttribute> attrs;
  if (reduction != "none")
    attrs.push_back(attr("reduction", reduction));
  return create("ScatterND", checkedType(x), {x, indices, updates}, attrs);
}

Value ONNXBuilder::Shape(Value x, int64_t start, std::optional<int64_t> end) {
  int64_t rank = checkedType(x).getRank();
  int64_t stop = end.value_or(rank);
  if (start < 0 || stop > rank || start > stop) {
    axisOutOfRange(start < 0 ? start : stop, rank);
    start = stop = 0;
  }
  SmallVector<NamedAttribute> attrs;
  if (start != 0)
    attrs.push_back(attr("start", start));
  if (stop != rank)
    attrs.push_back(attr("end", stop));
  return create("Shape", RankedTensorType::get({stop - start}, i64()), x,
                attrs);
}

Value ONNXBuilder::Range(Value start, Value limit, Value delta,
                         AffineExpr size) {
  return create("Range", sym::getTensorType(size, checkedElement(start)),
                {start, limit, delta});
}

Value ONNXBuilder::CumSum(Value x, int64_t axis) {
  return create("CumSum", checkedType(x), {x, scalar(axis, i64())});
}

Value ONNXBuilder::Trilu(Value x, Value k, bool upper) {
  SmallVector<NamedAttribute> attrs;
  if (!upper)
    attrs.push_back(attr("upper", int64_t(0)));
  return create("Trilu", checkedType(x), {x, k}, attrs);
}

std::pair<Value, Value> ONNXBuilder::TopK(Value x, Value k, int64_t axis,
                                          bool largest, bool sorted,
                                          AffineExpr size) {
  sym::DimList dims = checkedDims(x);
  dims[axis] = size;
  Operation *op =
      createOp("TopK",
               {sym::getTensorType(dims, checkedElement(x)),
                sym::getTensorType(dims, i64())},
               {x, k},
               {attr("axis", axis), attr("largest", int64_t(largest)),
                attr("sorted", int64_t(sorted))});
  return {op->getResult(0), op->getResult(1)};
}

Value ONNXBuilder::Pad(Value x, ArrayRef<int64_t> pads, Value value,
                       StringRef mode) {
  sym::DimList dims = checkedDims(x);
  if (pads.size() != 2 * dims.size())
    fail("padding of " + Twine(pads.size()) + " numbers for rank " +
         Twine(dims.size()));
  else
    for (auto [index, dim] : llvm::enumerate(dims))
      dim = sym::add(sym::add(dim, pads[index]), pads[index + dims.size()]);
  SmallVector<NamedAttribute> attrs;
  if (mode != "constant")
    attrs.push_back(attr("mode", mode));
  return create("Pad", sym::getTensorType(dims, checkedElement(x)),
                {x, ints(pads), value ? value : none(), none()}, attrs);
}
