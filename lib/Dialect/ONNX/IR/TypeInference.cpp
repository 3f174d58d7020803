//===- TypeInference.cpp - Interface of onnx type rules -------------------===//
//
// Compatible, refined and joined types, and the accessors of type rules.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"
#include "torch-onnx/Support/DiagnosticCapture.h"

#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ONNXDialect.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Sym/IR/Ranges.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

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

/// Two broadcast dimensions have the same size, or one of them is 1. A static
/// size other than 1 is therefore the result.
AffineExpr onnx::broadcastDim(AffineExpr lhs, AffineExpr rhs) {
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

int64_t onnx::getSliceSize(int64_t size, int64_t start, int64_t end,
                           int64_t step) {
  auto clamp = [&](int64_t value, int64_t low, int64_t high) {
    if (value < 0)
      value = value < -size ? low : value + size;
    return std::clamp(value, low, high);
  };
  if (step > 0) {
    start = clamp(start, 0, size);
    end = clamp(end, 0, size);
    return start < end ? 1 + (end - start - 1) / step : 0;
  }
  if (step == 0 || size == 0)
    return 0;
  start = clamp(start, 0, size - 1);
  end = end == std::numeric_limits<int64_t>::min() ? -1
                                                   : clamp(end, -1, size - 1);
  // The lowest step has no negative.
  return start > end ? 1 - (start - end - 1) / std::max(step, -size - 1) : 0;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// The element type of a sequence or optional; null for other types.
static Type getContained(Type type) {
  if (auto sequence = dyn_cast<SequenceType>(type))
    return sequence.getElementType();
  if (auto optional = dyn_cast<OptionalType>(type))
    return optional.getElementType();
  return {};
}

static Type getContainer(Type like, Type contained) {
  return isa<SequenceType>(like) ? Type(SequenceType::get(contained))
                                 : Type(OptionalType::get(contained));
}

/// True if both are sequences or both are optionals.
static bool areContainers(Type a, Type b) {
  return getContained(a) && a.getTypeID() == b.getTypeID();
}

static bool isSizeCompatible(AffineExpr a, AffineExpr b) {
  return a == b || !isa_and_present<AffineConstantExpr>(a) ||
         !isa_and_present<AffineConstantExpr>(b);
}

bool onnx::areCompatible(Type inferred, Type declared) {
  if (inferred == declared || isa<NoneType>(declared))
    return true;
  auto a = dyn_cast<TensorType>(inferred), b = dyn_cast<TensorType>(declared);
  if (a && b) {
    if (a.getElementType() != b.getElementType())
      return false;
    return !a.hasRank() || !b.hasRank() ||
           (a.getRank() == b.getRank() &&
            llvm::all_of(llvm::zip(a.getShape(), b.getShape()), [](auto pair) {
              auto [x, y] = pair;
              return x == y || ShapedType::isDynamic(x) ||
                     ShapedType::isDynamic(y);
            }));
  }
  return areContainers(inferred, declared) &&
         areCompatible(getContained(inferred), getContained(declared));
}

bool onnx::areCompatible(TypeRange inferred, TypeRange declared) {
  return inferred.size() == declared.size() &&
         llvm::all_of(llvm::zip(inferred, declared), [](auto pair) {
           return areCompatible(std::get<0>(pair), std::get<1>(pair));
         });
}

Type onnx::refineType(Type declared, Type inferred) {
  if (declared == inferred)
    return declared;
  auto a = dyn_cast<RankedTensorType>(declared);
  auto b = dyn_cast<RankedTensorType>(inferred);
  if (!a || !b) {
    if (areContainers(declared, inferred))
      return getContainer(
          declared, refineType(getContained(declared), getContained(inferred)));
    return isa<UnrankedTensorType>(declared) && b ? inferred : declared;
  }
  SmallVector<AffineExpr> dims = sym::getDims(a);
  bool changed = false;
  for (auto [dim, other] : llvm::zip(dims, sym::getDims(b))) {
    if (dim ? !isa<AffineConstantExpr>(dim) &&
                  isa_and_present<AffineConstantExpr>(other)
            : bool(other)) {
      dim = other;
      changed = true;
    }
  }
  return changed ? Type(sym::getTensorType(dims, a.getElementType()))
                 : declared;
}

Type onnx::joinTypes(Type a, Type b) {
  if (a == b)
    return a;
  auto x = dyn_cast<TensorType>(a), y = dyn_cast<TensorType>(b);
  if (x && y && x.getElementType() == y.getElementType()) {
    if (!x.hasRank() || !y.hasRank() || x.getRank() != y.getRank())
      return UnrankedTensorType::get(x.getElementType());
    return sym::getTensorType(
        sym::joinDims(sym::getDims(cast<RankedTensorType>(a)),
                      sym::getDims(cast<RankedTensorType>(b))),
        x.getElementType());
  }
  if (!areContainers(a, b))
    return {};
  Type contained = joinTypes(getContained(a), getContained(b));
  return contained ? getContainer(a, contained) : Type();
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

RankedTensorType TypeInference::tensor(Value value) {
  if (value)
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      return type;
  fail("has an operand that is not a ranked tensor");
  return RankedTensorType::get({}, Float32Type::get(context));
}

sym::DimList TypeInference::dims(Value value) {
  return sym::DimList(sym::getDims(tensor(value)), this);
}

std::optional<int64_t> TypeInference::length(Value value, StringRef operand) {
  RankedTensorType type = tensor(value);
  if (!expectRank(value, 1, operand) || type.isDynamicDim(0))
    return std::nullopt;
  return type.getDimSize(0);
}

Type TypeInference::sequenceElement(Value value) {
  if (auto type = dyn_cast<SequenceType>(value.getType()))
    return type.getElementType();
  fail("has an operand that is not a sequence");
  return UnrankedTensorType::get(Float32Type::get(context));
}

Operation *TypeInference::yield(Region &region, int64_t atLeast) {
  Operation *yield = region.empty() || !region.front().mightHaveTerminator()
                         ? nullptr
                         : region.front().getTerminator();
  if (yield && int64_t(yield->getNumOperands()) >= atLeast)
    return yield;
  fail("has a region that yields fewer than " + Twine(atLeast) +
       " values, or nothing yet");
  return nullptr;
}

std::optional<SmallVector<AffineExpr>> TypeInference::sizes(Value value) {
  if (look == Look::Types || hasFailed())
    return std::nullopt;
  return getSizes(value);
}

std::optional<SmallVector<SizeValue>> TypeInference::sizeValues(Value value) {
  if (look == Look::Types || hasFailed())
    return std::nullopt;
  return getSizeValues(value);
}

std::optional<SmallVector<int64_t>> TypeInference::ints(Value value) {
  auto sizes = this->sizes(value);
  if (!sizes)
    return std::nullopt;
  SmallVector<int64_t> numbers;
  for (AffineExpr size : *sizes) {
    auto number = sym::getConstant(size);
    if (!number)
      return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

AffineExpr TypeInference::size(Value value) {
  auto sizes = this->sizes(value);
  return sizes && sizes->size() == 1 ? sizes->front() : AffineExpr();
}

std::optional<SmallVector<double>> TypeInference::numbers(Value value) {
  if (look == Look::Types)
    return std::nullopt;
  auto constant = value ? value.getDefiningOp<ConstantOp>() : ConstantOp();
  auto elements =
      constant ? dyn_cast<DenseElementsAttr>(constant.getValue()) : nullptr;
  constexpr int64_t limit = 64;
  if (!elements || elements.getNumElements() > limit)
    return std::nullopt;
  if (isa<FloatType>(elements.getElementType()))
    return llvm::map_to_vector(
        elements.getValues<APFloat>(),
        [](const APFloat &number) { return number.convertToDouble(); });
  auto ints = this->ints(value);
  if (!ints)
    return std::nullopt;
  return SmallVector<double>(ints->begin(), ints->end());
}

bool TypeInference::isAtLeast(AffineExpr dim, int64_t bound, Value value) {
  if (!dim)
    return false;
  if (auto number = sym::getConstant(dim))
    return *number >= bound;
  if (look == Look::Types || !value.getParentRegion())
    return false;
  auto module = value.getParentRegion()->getParentOfType<ModuleOp>();
  if (!module)
    return false;
  auto lower = sym::lowerBound(dim, sym::readRanges(module));
  return lower && *lower >= bound;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

void TypeInference::fail(const Twine &reason) {
  if (message.empty())
    message = reason.str();
}

void TypeInference::axisOutOfRange(int64_t axis, int64_t rank) {
  fail("has an operand of rank " + Twine(rank) + " where dimension " +
       Twine(axis) + " is needed");
}

int64_t TypeInference::axis(int64_t axis, int64_t rank, StringRef name) {
  if (axis >= -rank && axis < rank)
    return axis < 0 ? axis + rank : axis;
  // A scalar has no axes, although some ONNX operators accept axis 0.
  if (rank == 0)
    fail("'" + name + "' is " + Twine(axis) +
         ", but the operand is a scalar and has no axes");
  else
    fail("'" + name + "' is " + Twine(axis) + ", expected in [" + Twine(-rank) +
         ", " + Twine(rank - 1) + "]");
  return 0;
}

SmallVector<int64_t> TypeInference::axes(ArrayRef<int64_t> axes, int64_t rank,
                                         StringRef name) {
  SmallVector<int64_t> result;
  for (int64_t axis : axes) {
    int64_t normal = this->axis(axis, rank, name);
    if (llvm::is_contained(result, normal))
      fail("'" + name + "' has " + Twine(axis) + " twice");
    result.push_back(normal);
  }
  if (hasFailed())
    result.clear();
  return result;
}

bool TypeInference::expectRank(Value value, int64_t rank, StringRef operand) {
  int64_t got = this->rank(value);
  if (got != rank)
    fail("operand '" + operand + "' has rank " + Twine(got) + ", expected " +
         Twine(rank));
  return !hasFailed();
}

bool TypeInference::expectRankAtLeast(Value value, int64_t rank,
                                      StringRef operand) {
  int64_t got = this->rank(value);
  if (got < rank)
    fail("operand '" + operand + "' has rank " + Twine(got) +
         ", expected at least " + Twine(rank));
  return !hasFailed();
}

bool TypeInference::expectOneOf(StringRef value, StringRef attribute,
                                ArrayRef<StringRef> expected) {
  if (!llvm::is_contained(expected, value))
    fail("attribute '" + attribute + "' is \"" + value + "\", expected " +
         llvm::join(expected.drop_back(), ", ") + " or " + expected.back());
  return !hasFailed();
}

void TypeInference::expectFlag(int64_t value, StringRef attribute) {
  if (value != 0 && value != 1)
    fail("attribute '" + attribute + "' is " + Twine(value) +
         ", expected 0 or 1");
}

void TypeInference::expectLength(std::optional<ArrayRef<int64_t>> list,
                                 size_t length, StringRef attribute) {
  if (list && list->size() != length)
    fail("attribute '" + attribute + "' has " + Twine(list->size()) +
         " numbers, expected " + Twine(length));
}

void TypeInference::expectSingle(Value value, StringRef operand) {
  for (AffineExpr dim : dims(value))
    if (auto number = sym::getConstant(dim); number && *number != 1)
      fail("operand '" + operand + "' has a dimension of " + Twine(*number) +
           ", expected one element");
}

void TypeInference::expectBroadcastable(Value value, ArrayRef<AffineExpr> dims,
                                        StringRef operand) {
  sym::DimList own = this->dims(value);
  if (own.size() > dims.size())
    return fail("operand '" + operand + "' has rank " + Twine(own.size()) +
                ", expected at most " + Twine(dims.size()));
  for (auto [size, dim] : llvm::zip(own, dims.take_back(own.size())))
    if (!isOne(size) && !isSizeCompatible(size, dim))
      fail("operand '" + operand + "' has a dimension of " +
           sym::toString(size) + ", expected 1 or " + sym::toString(dim));
}

void TypeInference::expectChannels(Value value, Value x, StringRef operand) {
  if (expectRankAtLeast(x, 2, "X") && expectRank(value, 1, operand))
    same(dims(x)[1], dims(value)[0], "the channels");
}

AffineExpr TypeInference::same(AffineExpr a, AffineExpr b, const Twine &what) {
  if (!isSizeCompatible(a, b))
    fail("has different sizes of " + what + ", " + sym::toString(a) + " and " +
         sym::toString(b));
  return !a || isa_and_present<AffineConstantExpr>(b) ? b : a;
}

AffineExpr TypeInference::constant(int64_t value) const {
  return getAffineConstantExpr(value, context);
}

bool TypeInference::checkNumOperands(size_t number, int64_t expected) {
  if (expected >= 0 && number != size_t(expected))
    fail("has " + Twine(number) + " operands, expected " + Twine(expected));
  return !hasFailed();
}

bool TypeInference::check(function_ref<LogicalResult(Location)> verify) {
  DiagnosticCapture capture(context);
  if (failed(verify(UnknownLoc::get(context))))
    fail(capture.getMessage());
  return !hasFailed();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

void TypeInference::add(ArrayRef<AffineExpr> dims, Type element) {
  results.push_back({Type(), sym::DimList(dims), element});
}

void TypeInference::add(Type type) { results.push_back({type, {}, Type()}); }

void TypeInference::addUnranked(Type element) {
  add(UnrankedTensorType::get(element));
}

void TypeInference::addSequence(Type element) {
  if (!isa<TensorType, SequenceType, OptionalType>(element))
    return fail("has a value that no sequence can hold");
  add(SequenceType::get(element));
}

void TypeInference::addLike(Value value, Type element) {
  add(tensor(value).clone(element));
}

sym::DimList TypeInference::broadcast(ArrayRef<AffineExpr> lhs,
                                      ArrayRef<AffineExpr> rhs) {
  for (size_t i = 1; i <= std::min(lhs.size(), rhs.size()); ++i) {
    AffineExpr a = lhs[lhs.size() - i], b = rhs[rhs.size() - i];
    if (!isSizeCompatible(a, b) && !isOne(a) && !isOne(b))
      fail("cannot broadcast " + sym::toString(a) + " and " + sym::toString(b) +
           " in dimension -" + Twine(i) + ", expected equal sizes or 1");
  }
  return sym::DimList(broadcastDims(lhs, rhs), this);
}

void TypeInference::addBroadcast(ValueRange operands, Type element) {
  if (operands.empty())
    return fail("has no operands, expected at least 1");
  if (!element)
    element = this->element(operands.front());
  RankedTensorType first = tensor(operands.front());
  // Types are mostly equal and need no comparison of dimensions.
  if (first.hasStaticShape() && llvm::all_of(operands, [&](Value value) {
        return value.getType() == first;
      }))
    return addLike(operands.front(), element);
  sym::DimList dims = this->dims(operands.front());
  for (Value operand : operands.drop_front())
    dims = broadcast(dims, this->dims(operand));
  add(dims, element);
}

sym::DimList onnx::inferMatMulDims(Value a, Value b, TypeInference &types) {
  sym::DimList lhs = types.dims(a), rhs = types.dims(b);
  if (!types.expectRankAtLeast(a, 1, "A") ||
      !types.expectRankAtLeast(b, 1, "B"))
    return {};
  // A vector is a row on the left and a column on the right; the result lacks
  // that dimension.
  bool rowVector = lhs.size() == 1, columnVector = rhs.size() == 1;
  types.same(lhs.back(), columnVector ? rhs.back() : rhs[rhs.size() - 2],
             "the inner dimension");
  sym::DimList dims =
      types.broadcast(lhs.drop_back(std::min<size_t>(2, lhs.size())),
                      rhs.drop_back(std::min<size_t>(2, rhs.size())));
  if (!rowVector)
    dims.push_back(lhs[lhs.size() - 2]);
  if (!columnVector)
    dims.push_back(rhs.back());
  return dims;
}

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

Type TypeInference::getType(const Result &result) const {
  return result.type ? result.type
                     : sym::getTensorType(result.dims, result.element);
}

bool TypeInference::isCompatible(const Result &result, Type declared) {
  if (result.type)
    return areCompatible(result.type, declared);
  if (isa<NoneType>(declared))
    return true;
  auto type = dyn_cast<TensorType>(declared);
  if (!type || type.getElementType() != result.element)
    return false;
  if (!type.hasRank())
    return true;
  if (type.getRank() != int64_t(result.dims.size()))
    return false;
  return llvm::all_of(llvm::zip(type.getShape(), result.dims), [](auto pair) {
    auto [size, dim] = pair;
    auto number = dyn_cast_if_present<AffineConstantExpr>(dim);
    return !number || ShapedType::isDynamic(size) || number.getValue() == size;
  });
}

LogicalResult TypeInference::report(std::optional<Location> location) {
  return emitOptionalError(location, "'", name, "' op ", message);
}

LogicalResult TypeInference::finish(std::optional<Location> location,
                                    SmallVectorImpl<Type> &types) {
  if (hasFailed())
    return report(location);
  for (const Result &result : results)
    types.push_back(getType(result));
  return success();
}

LogicalResult TypeInference::refine(std::optional<Location> location,
                                    SmallVectorImpl<Type> &types) {
  if (hasFailed())
    return report(location);
  if (results.size() != types.size()) {
    fail("has " + Twine(types.size()) + " results, expected " +
         Twine(results.size()));
    return report(location);
  }
  for (auto [index, result] : llvm::enumerate(results)) {
    if (!isCompatible(result, types[index])) {
      llvm::raw_string_ostream stream(message);
      stream << "has result " << index << " of type '" << types[index]
             << "', expected '" << getType(result) << "'";
      return report(location);
    }
  }
  return success();
}
