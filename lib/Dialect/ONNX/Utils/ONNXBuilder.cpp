//===- ONNXBuilder.cpp - ONNX operations as expressions -------------------===//
//
// Types are inferred by the rules of the ONNX operators, on symbolic
// dimensions; a dimension that cannot be told is unknown, never guessed.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/Utils/ONNXBuilder.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"

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

Operation *ONNXBuilder::createOp(StringRef name, TypeRange results,
                                 ValueRange operands, Attributes attrs,
                                 unsigned numRegions) {
  SmallString<32> fullName("onnx.");
  fullName += name;
  OperationState state(loc, fullName);
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
  return builder.getNamedAttr(name, TypeAttr::get(value));
}

Value ONNXBuilder::constant(ElementsAttr value) {
  return create("Constant", value.getType(), {},
                builder.getNamedAttr("value", value));
}

Value ONNXBuilder::scalar(double value, Type elementType) {
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
  return scalar(int64_t(value), elementType);
}

Value ONNXBuilder::scalar(int64_t value, Type elementType) {
  auto integer = dyn_cast<IntegerType>(elementType);
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

Value ONNXBuilder::none() {
  return create("NoValue", builder.getNoneType(), {});
}

//===----------------------------------------------------------------------===//
// Element-wise
//===----------------------------------------------------------------------===//

Value ONNXBuilder::unary(StringRef op, Value x, Attributes attrs) {
  return create(op, x.getType(), x, attrs);
}

Value ONNXBuilder::binary(StringRef op, Value x, Value y) {
  return create(
      op,
      sym::getTensorType(broadcastDims(dimsOf(x), dimsOf(y)), elementTypeOf(x)),
      {x, y});
}

Value ONNXBuilder::compare(StringRef op, Value x, Value y) {
  return create(op,
                sym::getTensorType(broadcastDims(dimsOf(x), dimsOf(y)), i1()),
                {x, y});
}

Value ONNXBuilder::Mod(Value x, Value y, bool fmod) {
  Value result = binary("Mod", x, y);
  if (fmod)
    result.getDefiningOp()->setAttr("fmod", builder.getI64IntegerAttr(1));
  return result;
}

Value ONNXBuilder::IsNaN(Value x) {
  return create("IsNaN", withElementType(typeOf(x), i1()), x);
}

Value ONNXBuilder::IsInf(Value x) {
  return create("IsInf", withElementType(typeOf(x), i1()), x);
}

Value ONNXBuilder::Where(Value condition, Value x, Value y) {
  auto dims =
      broadcastDims(broadcastDims(dimsOf(x), dimsOf(y)), dimsOf(condition));
  return create("Where", sym::getTensorType(dims, elementTypeOf(x)),
                {condition, x, y});
}

Value ONNXBuilder::Cast(Value x, Type elementType) {
  if (elementTypeOf(x) == elementType)
    return x;
  SmallVector<NamedAttribute> attrs = {attr("to", elementType)};
  // PyTorch saturates in one type of 8 bits, in others too large numbers are
  // infinite or NaN.
  if (isa<Float8E5M2Type, Float8E4M3FNUZType, Float8E5M2FNUZType>(elementType))
    attrs.push_back(attr("saturate", int64_t(0)));
  return create("Cast", withElementType(typeOf(x), elementType), x, attrs);
}

Value ONNXBuilder::Clip(Value x, Value min, Value max) {
  return create("Clip", x.getType(),
                {x, min ? min : none(), max ? max : none()});
}

Value ONNXBuilder::Softmax(Value x, int64_t axis) {
  return create("Softmax", x.getType(), x, attr("axis", axis));
}

Value ONNXBuilder::LogSoftmax(Value x, int64_t axis) {
  return create("LogSoftmax", x.getType(), x, attr("axis", axis));
}

//===----------------------------------------------------------------------===//
// Linear algebra
//===----------------------------------------------------------------------===//

Value ONNXBuilder::MatMul(Value a, Value b) {
  SmallVector<AffineExpr> lhs = dimsOf(a), rhs = dimsOf(b);
  // Not what a well-formed program has; the checks of opset and types say so.
  if (lhs.empty() || rhs.empty())
    return create("MatMul", a.getType(), {a, b});
  // A vector on the left is a row, one on the right a column; that dimension
  // is not in the result.
  bool rowVector = lhs.size() == 1, columnVector = rhs.size() == 1;
  SmallVector<AffineExpr> dims =
      broadcastDims(ArrayRef(lhs).drop_back(std::min<size_t>(2, lhs.size())),
                    ArrayRef(rhs).drop_back(std::min<size_t>(2, rhs.size())));
  if (!rowVector)
    dims.push_back(lhs[lhs.size() - 2]);
  if (!columnVector)
    dims.push_back(rhs.back());
  return create("MatMul", sym::getTensorType(dims, elementTypeOf(a)), {a, b});
}

Value ONNXBuilder::Gemm(Value a, Value b, Value c, bool transA, bool transB,
                        double alpha, double beta) {
  SmallVector<AffineExpr> dims(2);
  if (rankOf(a) == 2 && rankOf(b) == 2)
    dims = {dimsOf(a)[transA ? 1 : 0], dimsOf(b)[transB ? 0 : 1]};
  SmallVector<NamedAttribute> attrs;
  if (alpha != 1.0)
    attrs.push_back(attr("alpha", alpha));
  if (beta != 1.0)
    attrs.push_back(attr("beta", beta));
  if (transA)
    attrs.push_back(attr("transA", int64_t(1)));
  if (transB)
    attrs.push_back(attr("transB", int64_t(1)));
  return create("Gemm", sym::getTensorType(dims, elementTypeOf(a)),
                {a, b, c ? c : none()}, attrs);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

static SmallVector<AffineExpr> reduceDims(SmallVector<AffineExpr> dims,
                                          ArrayRef<int64_t> axes, bool keepDims,
                                          MLIRContext *ctx) {
  for (int64_t axis : axes)
    dims[axis] = constantDim(1, ctx);
  if (keepDims)
    return dims;
  SmallVector<AffineExpr> kept;
  for (auto [index, dim] : llvm::enumerate(dims))
    if (!llvm::is_contained(axes, int64_t(index)))
      kept.push_back(dim);
  return kept;
}

Value ONNXBuilder::reduce(StringRef op, Value x, ArrayRef<int64_t> axes,
                          bool keepDims) {
  auto type = sym::getTensorType(
      reduceDims(dimsOf(x), axes, keepDims, getContext()), elementTypeOf(x));
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
      reduceDims(b.dimsOf(x), axis, keepDims, b.getContext()), b.i64());
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
  if (llvm::all_of(llvm::enumerate(perm), [](auto pair) {
        return int64_t(pair.index()) == pair.value();
      }))
    return x;
  SmallVector<AffineExpr> dims = dimsOf(x), permuted;
  for (int64_t axis : perm)
    permuted.push_back(dims[axis]);
  return create("Transpose", sym::getTensorType(permuted, elementTypeOf(x)), x,
                attr("perm", perm));
}

Value ONNXBuilder::transpose(Value x, int64_t dim0, int64_t dim1) {
  int64_t rank = rankOf(x);
  SmallVector<int64_t> perm = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  std::swap(perm[(dim0 + rank) % rank], perm[(dim1 + rank) % rank]);
  return Transpose(x, perm);
}

Value ONNXBuilder::Unsqueeze(Value x, ArrayRef<int64_t> axes) {
  if (axes.empty())
    return x;
  SmallVector<AffineExpr> source = dimsOf(x), dims;
  auto next = source.begin();
  for (int64_t i = 0, e = source.size() + axes.size(); i < e; ++i)
    dims.push_back(llvm::is_contained(axes, i) ? constantDim(1, getContext())
                                               : *next++);
  return create("Unsqueeze", sym::getTensorType(dims, elementTypeOf(x)),
                {x, ints(axes)});
}

Value ONNXBuilder::Squeeze(Value x, ArrayRef<int64_t> axes) {
  if (axes.empty())
    return x;
  SmallVector<AffineExpr> dims;
  for (auto [index, dim] : llvm::enumerate(dimsOf(x)))
    if (!llvm::is_contained(axes, int64_t(index)))
      dims.push_back(dim);
  return create("Squeeze", sym::getTensorType(dims, elementTypeOf(x)),
                {x, ints(axes)});
}

Value ONNXBuilder::Concat(ValueRange values, int64_t axis) {
  if (values.size() == 1)
    return values.front();
  SmallVector<AffineExpr> dims = dimsOf(values.front());
  for (Value value : values.drop_front())
    for (auto [index, dim] : llvm::enumerate(dimsOf(value))) {
      if (int64_t(index) == axis)
        dims[index] = dims[index] && dim ? dims[index] + dim : AffineExpr();
      else if (!dims[index] || isa_and_present<AffineConstantExpr>(dim))
        dims[index] = dim;
    }
  return create("Concat", sym::getTensorType(dims, elementTypeOf(values[0])),
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
    return std::max<int64_t>(0, (end - start + step - 1) / step);
  }
  start = clamp(start, -1, size - 1);
  end = end == std::numeric_limits<int64_t>::min() ? -1
                                                   : clamp(end, -1, size - 1);
  return std::max<int64_t>(0, (start - end - step - 1) / -step);
}

Value ONNXBuilder::Slice(Value x, ArrayRef<int64_t> starts,
                         ArrayRef<int64_t> ends, ArrayRef<int64_t> axes,
                         ArrayRef<int64_t> steps) {
  SmallVector<AffineExpr> dims = dimsOf(x);
  constexpr int64_t limit = std::numeric_limits<int64_t>::max();
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
  return create("Slice", sym::getTensorType(dims, elementTypeOf(x)), operands);
}

Value ONNXBuilder::Gather(Value x, Value indices, int64_t axis) {
  SmallVector<AffineExpr> source = dimsOf(x);
  if (axis >= int64_t(source.size())) // Refused by the checks that follow.
    return create("Gather", x.getType(), {x, indices}, attr("axis", axis));
  SmallVector<AffineExpr> dims(source.begin(), source.begin() + axis);
  llvm::append_range(dims, dimsOf(indices));
  dims.append(source.begin() + axis + 1, source.end());
  SmallVector<NamedAttribute> attrs;
  if (axis != 0)
    attrs.push_back(attr("axis", axis));
  return create("Gather", sym::getTensorType(dims, elementTypeOf(x)),
                {x, indices}, attrs);
}

Value ONNXBuilder::GatherElements(Value x, Value indices, int64_t axis) {
  return create("GatherElements",
                withElementType(typeOf(indices), elementTypeOf(x)),
                {x, indices}, attr("axis", axis));
}

Value ONNXBuilder::ScatterElements(Value x, Value indices, Value updates,
                                   int64_t axis, StringRef reduction) {
  SmallVector<NamedAttribute> attrs = {attr("axis", axis)};
  if (reduction != "none")
    attrs.push_back(attr("reduction", reduction));
  return create("ScatterElements", x.getType(), {x, indices, updates}, attrs);
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
  return create("ScatterND", x.getType(), {x, indices, updates}, attrs);
}

Value ONNXBuilder::Shape(Value x, int64_t start, std::optional<int64_t> end) {
  int64_t rank = rankOf(x);
  int64_t stop = end.value_or(rank);
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
  return create("Range", sym::getTensorType(size, elementTypeOf(start)),
                {start, limit, delta});
}

Value ONNXBuilder::CumSum(Value x, int64_t axis) {
  return create("CumSum", x.getType(), {x, scalar(axis, i64())});
}

Value ONNXBuilder::Trilu(Value x, Value k, bool upper) {
  SmallVector<NamedAttribute> attrs;
  if (!upper)
    attrs.push_back(attr("upper", int64_t(0)));
  return create("Trilu", x.getType(), {x, k}, attrs);
}

std::pair<Value, Value> ONNXBuilder::TopK(Value x, Value k, int64_t axis,
                                          bool largest, bool sorted,
                                          AffineExpr size) {
  SmallVector<AffineExpr> dims = dimsOf(x);
  dims[axis] = size;
  Operation *op =
      createOp("TopK",
               {sym::getTensorType(dims, elementTypeOf(x)),
                sym::getTensorType(dims, i64())},
               {x, k},
               {attr("axis", axis), attr("largest", int64_t(largest)),
                attr("sorted", int64_t(sorted))});
  return {op->getResult(0), op->getResult(1)};
}

Value ONNXBuilder::Pad(Value x, ArrayRef<int64_t> pads, Value value,
                       StringRef mode) {
  SmallVector<AffineExpr> dims = dimsOf(x);
  for (auto [index, dim] : llvm::enumerate(dims))
    if (dim)
      dim = dim + (pads[index] + pads[index + dims.size()]);
  SmallVector<NamedAttribute> attrs;
  if (mode != "constant")
    attrs.push_back(attr("mode", mode));
  return create("Pad", sym::getTensorType(dims, elementTypeOf(x)),
                {x, ints(pads), value ? value : none(), none()}, attrs);
}
