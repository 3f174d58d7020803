//===- ONNXBuilder.cpp - ONNX operations as expressions -------------------===//
//
// Result types are inferred by the type rules of the dialect.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/Utils/ONNXBuilder.h"

#include "torch-onnx/Dialect/ONNX/IR/ShapeUtils.h"
#include "torch-onnx/Support/DiagnosticCapture.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/ScopedPrinter.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Operations by name, attributes, constants
//===----------------------------------------------------------------------===//

void ONNXBuilder::fail(const Twine &reason) {
  assert(false && "a pass builds an invalid operation");
  if (!failed)
    emitError(loc) << "internal error: " << reason;
  failed = true;
}

void ONNXBuilder::axisOutOfRange(int64_t axis, int64_t rank) {
  fail("expected a dimension in range for rank " + Twine(rank) + ", found " +
       Twine(axis));
}

RankedTensorType ONNXBuilder::checkedType(Value value) {
  if (value)
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      return type;
  fail(value ? "a value is not a tensor" : "a value is missing");
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
      fail("expected all operands of '" + name + "', found a missing one");
  return !failed;
}

/// Attributes outside of the ODS definition would not be written to the model,
/// so they are errors.
bool ONNXBuilder::checkAttributes(OperationName name, Attributes attrs) {
  std::optional<RegisteredOperationName> info = name.getRegisteredInfo();
  if (!info) {
    fail("there is no operation '" + name.getStringRef() + "'");
    return false;
  }
  for (NamedAttribute attr : attrs) {
    // Discardable attributes, whose names have a dialect prefix, are not
    // checked.
    if (attr.getNameDialect())
      continue;
    NamedAttrList one;
    one.push_back(attr);
    if (!llvm::is_contained(info->getAttributeNames(), attr.getName()))
      fail("'" + name.getStringRef() + "' has no attribute '" +
           attr.getName().getValue() + "'");
    else if (mlir::failed(
                 askQuietly(getContext(),
                            [&](function_ref<InFlightDiagnostic()> emitError) {
                              return info->verifyInherentAttrs(one, emitError);
                            })))
      fail("attribute '" + attr.getName().getValue() + "' of '" +
           name.getStringRef() + "' is of the wrong kind");
  }
  return !failed;
}

/// A placeholder for an operation that cannot be built: results of the expected
/// types, which the verifier accepts.
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
  if (!checkOperands(fullName, operands) ||
      !checkAttributes(state.name, attrs) ||
      (numRegions == 0 && !checkTypes(state.name, operands, attrs, results)))
    return createPlaceholder(results, numRegions);
  state.addTypes(results);
  state.addOperands(operands);
  state.addAttributes(attrs);
  for (unsigned i = 0; i < numRegions; ++i)
    state.addRegion();
  return builder.create(state);
}

/// Runs the type rule of an operation that is about to be created.
bool ONNXBuilder::inferTypes(OperationName name, ValueRange operands,
                             Attributes attrs, SmallVectorImpl<Type> &types) {
  auto *interface = name.getInterface<InferTypeOpInterface>();
  if (!interface) {
    fail("'" + name.getStringRef() + "' has no type rule");
    return false;
  }
  DictionaryAttr dictionary = builder.getDictionaryAttr(attrs);
  // The initial types tell the rule the number of results, if known.
  SmallVector<Type> hint(types.begin(), types.end());
  auto infer = [&](std::optional<Location> where) {
    types.assign(hint);
    return interface->inferReturnTypes(getContext(), where, operands,
                                       dictionary, OpaqueProperties(nullptr),
                                       RegionRange(), types);
  };
  if (mlir::failed(infer(std::nullopt))) {
    // Runs the rule again to get the reason.
    DiagnosticCapture capture(getContext());
    (void)infer(loc);
    fail(capture.getMessage());
    return false;
  }
  return !failed;
}

/// Given types may be more or less specific than the inferred ones, but must
/// not contradict them.
bool ONNXBuilder::checkTypes(OperationName name, ValueRange operands,
                             Attributes attrs, TypeRange results) {
  SmallVector<Type> inferred(results);
  if (!name.hasInterface<InferTypeOpInterface>())
    return !failed;
  if (!inferTypes(name, operands, attrs, inferred))
    return false;
  if (inferred.size() != results.size())
    fail("'" + name.getStringRef() + "' has " + Twine(results.size()) +
         " results, expected " + Twine(inferred.size()));
  for (auto [type, result] : llvm::zip(inferred, results)) {
    if (!result || areCompatible(type, result))
      continue;
    fail("'" + name.getStringRef() + "' has a result of type '" +
         llvm::to_string(result) + "', expected '" + llvm::to_string(type) +
         "'");
  }
  return !failed;
}

Operation *ONNXBuilder::createOp(StringRef name, ValueRange operands,
                                 Attributes attrs, unsigned numResults) {
  SmallString<32> fullName("onnx.");
  fullName += name;
  OperationState state(loc, fullName);
  SmallVector<Type> types;
  if (!checkOperands(fullName, operands) ||
      !checkAttributes(state.name, attrs) ||
      !inferTypes(state.name, operands, attrs, types))
    return createPlaceholder(SmallVector<Type>(numResults), 0);
  for (Type type : types)
    if (isa<UnrankedTensorType>(type))
      fail("the rank of a result of '" + state.name.getStringRef() +
           "' does not follow from its operands");
  if (failed)
    return createPlaceholder(SmallVector<Type>(numResults), 0);
  state.addTypes(types);
  state.addOperands(operands);
  state.addAttributes(attrs);
  return builder.create(state);
}

Value ONNXBuilder::create(StringRef name, ValueRange operands,
                          Attributes attrs) {
  return createOp(name, operands, attrs)->getResult(0);
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
    fail("expected a dtype, found none");
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
    fail("expected a dtype, found none");
    elementType = f32();
  }
  auto type = RankedTensorType::get({}, elementType);
  // FloatAttr rounds to nearest, ties to even.
  if (isa<FloatType>(elementType))
    return constant(DenseElementsAttr::get(
        type, FloatAttr::get(elementType, value).getValue()));
  if (auto complex = dyn_cast<ComplexType>(elementType)) {
    APFloat real = FloatAttr::get(complex.getElementType(), value).getValue();
    APFloat imag = APFloat::getZero(real.getSemantics());
    return constant(
        DenseElementsAttr::get(type, std::complex<APFloat>(real, imag)));
  }
  if (elementType.isInteger(1))
    return scalar(int64_t(value != 0), elementType);
  constexpr double limit = 9223372036854775808.0; // 2^63
  if (!(value >= -limit && value < limit)) {
    fail("expected an integer of 64 bits, found " + std::to_string(value));
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
    fail("expected as many elements as the shape has, found " +
         Twine(elements.size()));
    return scalar(0, f32());
  }
  if (!isa_and_present<FloatType, IntegerType>(elementType)) {
    fail("expected a constant of integers or floating-point numbers, found one "
         "of another type");
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
      fail("expected an integer of 64 bits, found " + std::to_string(element));
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
    fail("expected a range of 0 to " + Twine(maxCount) +
         " integers, found one from " + Twine(first) + " to " + Twine(last));
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

/// An attribute that is only written if it does not have its default value.
static SmallVector<NamedAttribute, 1> onlyIf(bool isGiven,
                                             NamedAttribute attribute) {
  return SmallVector<NamedAttribute, 1>(isGiven ? 1 : 0, attribute);
}

Value ONNXBuilder::unary(StringRef op, Value x, Attributes attrs) {
  return create(op, x, attrs);
}

Value ONNXBuilder::binary(StringRef op, Value x, Value y, Attributes attrs) {
  return create(op, {x, y}, attrs);
}

Value ONNXBuilder::compare(StringRef op, Value x, Value y) {
  return create(op, {x, y});
}

Value ONNXBuilder::Mod(Value x, Value y, bool fmod) {
  return binary("Mod", x, y, onlyIf(fmod, attr("fmod", int64_t(1))));
}

Value ONNXBuilder::floorDiv(Value x, Value y) {
  auto isNonNegative = [](Value value) {
    auto numbers = getSizeValues(value);
    return numbers && llvm::all_of(*numbers, [](const SizeValue &number) {
             return number.nonNegative;
           });
  };
  // Div rounds towards zero, but Mod has the sign of the divisor.
  return isNonNegative(x) && isNonNegative(y) ? Div(x, y)
                                              : Div(Sub(x, Mod(x, y)), y);
}

Value ONNXBuilder::IsNaN(Value x) { return create("IsNaN", x); }

Value ONNXBuilder::IsInf(Value x) { return create("IsInf", x); }

Value ONNXBuilder::Where(Value condition, Value x, Value y) {
  return create("Where", {condition, x, y});
}

Value ONNXBuilder::Cast(Value x, Type elementType) {
  if (!elementType)
    fail("expected a dtype, found none");
  if (!elementType || checkedElement(x) == elementType)
    return x;
  if (isa<ComplexType>(elementType) || isa<ComplexType>(checkedElement(x)))
    fail("expected real elements to cast, found complex ones");
  SmallVector<NamedAttribute> attrs = {attr("to", elementType)};
  // PyTorch saturates for one 8-bit type; for others, too large numbers become
  // infinite or NaN.
  if (isa<Float8E5M2Type, Float8E4M3FNUZType, Float8E5M2FNUZType>(elementType))
    attrs.push_back(attr("saturate", int64_t(0)));
  return create("Cast", x, attrs);
}

Value ONNXBuilder::Clip(Value x, Value min, Value max) {
  return create("Clip", {x, min ? min : none(), max ? max : none()});
}

Value ONNXBuilder::Softmax(Value x, int64_t axis) {
  return create("Softmax", x, attr("axis", axis));
}

Value ONNXBuilder::LogSoftmax(Value x, int64_t axis) {
  return create("LogSoftmax", x, attr("axis", axis));
}

//===----------------------------------------------------------------------===//
// Linear algebra
//===----------------------------------------------------------------------===//

Value ONNXBuilder::MatMul(Value a, Value b) { return create("MatMul", {a, b}); }

Value ONNXBuilder::Gemm(Value a, Value b, Value c, bool transA, bool transB,
                        double alpha, double beta) {
  SmallVector<NamedAttribute> attrs;
  if (alpha != 1.0)
    attrs.push_back(attr("alpha", alpha));
  if (beta != 1.0)
    attrs.push_back(attr("beta", beta));
  if (transA)
    attrs.push_back(attr("transA", int64_t(1)));
  if (transB)
    attrs.push_back(attr("transB", int64_t(1)));
  return create("Gemm", {a, b, c ? c : none()}, attrs);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

Value ONNXBuilder::reduce(StringRef op, Value x, ArrayRef<int64_t> axes,
                          bool keepDims) {
  checkAxes(axes, checkedType(x).getRank());
  SmallVector<NamedAttribute> attrs;
  if (!keepDims)
    attrs.push_back(attr("keepdims", int64_t(0)));
  if (axes.empty())
    attrs.push_back(attr("noop_with_empty_axes", int64_t(1)));
  Value list = ints(axes);
  return create(op, {x, list}, attrs);
}

static Value argReduce(ONNXBuilder &b, StringRef op, Value x, int64_t axis,
                       bool keepDims) {
  return b.create(
      op, x, {b.attr("axis", axis), b.attr("keepdims", int64_t(keepDims))});
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
    fail("expected a permutation of " + Twine(rank) +
         " dimensions, found one of " + Twine(perm.size()));
    return x;
  }
  if (llvm::all_of(llvm::enumerate(perm), [](auto pair) {
        return int64_t(pair.index()) == pair.value();
      }))
    return x;
  return create("Transpose", x, attr("perm", perm));
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
  if (axes.empty() ||
      !checkAxes(axes, checkedType(x).getRank() + int64_t(axes.size())))
    return x;
  return create("Unsqueeze", {x, ints(axes)});
}

Value ONNXBuilder::Squeeze(Value x, ArrayRef<int64_t> axes) {
  if (axes.empty() || !checkAxes(axes, checkedType(x).getRank()))
    return x;
  return create("Squeeze", {x, ints(axes)});
}

Value ONNXBuilder::Concat(ValueRange values, int64_t axis) {
  if (values.empty())
    fail("expected one or more tensors to concatenate, found none");
  if (values.size() <= 1)
    return values.empty() ? scalar(0, f32()) : values.front();
  checkAxes(axis, checkedType(values.front()).getRank());
  return create("Concat", values, attr("axis", axis));
}

Value ONNXBuilder::Reshape(Value x, Value shape, RankedTensorType result,
                           bool allowZero) {
  return create("Reshape", result, {x, shape},
                onlyIf(allowZero, attr("allowzero", int64_t(1))));
}

Value ONNXBuilder::Expand(Value x, Value shape, RankedTensorType result) {
  return create("Expand", result, {x, shape});
}

Value ONNXBuilder::Slice(Value x, ArrayRef<int64_t> starts,
                         ArrayRef<int64_t> ends, ArrayRef<int64_t> axes,
                         ArrayRef<int64_t> steps) {
  if (!checkAxes(axes, checkedType(x).getRank()))
    return x;
  for (auto [list, what] :
       {std::pair(starts, "starts"), std::pair(ends, "ends"),
        std::pair(steps.empty() ? axes : steps, "steps")})
    if (list.size() != axes.size()) {
      fail("expected " + Twine(axes.size()) + " " + what +
           ", one for each sliced dimension, found " + Twine(list.size()));
      return x;
    }
  if (llvm::is_contained(steps, 0)) {
    fail("expected steps other than 0, found 0");
    return x;
  }
  SmallVector<Value> operands = {x, ints(starts), ints(ends), ints(axes)};
  operands.push_back(steps.empty() ? none() : ints(steps));
  return create("Slice", operands);
}

Value ONNXBuilder::Gather(Value x, Value indices, int64_t axis) {
  if (!checkAxes(axis, checkedType(x).getRank()))
    return x;
  return create("Gather", {x, indices}, onlyIf(axis != 0, attr("axis", axis)));
}

Value ONNXBuilder::GatherElements(Value x, Value indices, int64_t axis) {
  return create("GatherElements", {x, indices}, attr("axis", axis));
}

Value ONNXBuilder::ScatterElements(Value x, Value indices, Value updates,
                                   int64_t axis, StringRef reduction) {
  SmallVector<NamedAttribute> attrs = {attr("axis", axis)};
  if (reduction != "none")
    attrs.push_back(attr("reduction", reduction));
  return create("ScatterElements", {x, indices, updates}, attrs);
}

Value ONNXBuilder::GatherND(Value x, Value indices, RankedTensorType result,
                            int64_t batchDims) {
  return create("GatherND", result, {x, indices},
                onlyIf(batchDims != 0, attr("batch_dims", batchDims)));
}

Value ONNXBuilder::ScatterND(Value x, Value indices, Value updates,
                             StringRef reduction) {
  return create("ScatterND", {x, indices, updates},
                onlyIf(reduction != "none", attr("reduction", reduction)));
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
  return create("Shape", x, attrs);
}

Value ONNXBuilder::Range(Value start, Value limit, Value delta,
                         AffineExpr size) {
  if (!size)
    return create("Range", {start, limit, delta});
  return create("Range", sym::getTensorType(size, checkedElement(start)),
                {start, limit, delta});
}

Value ONNXBuilder::CumSum(Value x, int64_t axis) {
  return create("CumSum", {x, scalar(axis, i64())});
}

Value ONNXBuilder::Trilu(Value x, Value k, bool upper) {
  return create("Trilu", {x, k}, onlyIf(!upper, attr("upper", int64_t(0))));
}

std::pair<Value, Value> ONNXBuilder::TopK(Value x, Value k, int64_t axis,
                                          bool largest, bool sorted,
                                          AffineExpr size) {
  SmallVector<NamedAttribute> attrs = {attr("axis", axis),
                                       attr("largest", int64_t(largest)),
                                       attr("sorted", int64_t(sorted))};
  Operation *op;
  if (size) {
    sym::DimList dims = checkedDims(x);
    dims[axis] = size;
    op = createOp("TopK",
                  {sym::getTensorType(dims, checkedElement(x)),
                   sym::getTensorType(dims, i64())},
                  {x, k}, attrs);
  } else {
    op = createOp("TopK", {x, k}, attrs, /*numResults=*/2);
  }
  return {op->getResult(0), op->getResult(1)};
}

Value ONNXBuilder::Pad(Value x, ArrayRef<int64_t> pads, Value value,
                       StringRef mode) {
  int64_t rank = checkedType(x).getRank();
  if (int64_t(pads.size()) != 2 * rank)
    fail("expected " + Twine(2 * rank) + " pads, found " + Twine(pads.size()));
  Value list = ints(pads), fill = value ? value : none();
  return create("Pad", {x, list, fill, none()},
                onlyIf(mode != "constant", attr("mode", mode)));
}
