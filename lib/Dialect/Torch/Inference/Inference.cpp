//===- Inference.cpp - Helpers of type rules ------------------------------===//
//
// Reading of arguments and arithmetic on shapes, for the type rules of all
// families. Everything that depends on an untyped operand is unknown.
//
//===----------------------------------------------------------------------===//

#include "Inference.h"

#include "torch-onnx/Dialect/Sym/IR/Functions.h"
#include "torch-onnx/Dialect/Torch/Inference/RequiredSizes.h"

#include "llvm/Support/MathExtras.h"
#include "llvm/Support/ScopedPrinter.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

Inferred Inference::invalid(const Twine &why) {
  if (reason.empty()) {
    reason = why.str();
    wrong = true;
  }
  return {};
}

Inferred Inference::invalidElements(StringRef name, const Twine &expected,
                                    Type found) {
  return invalid("expected '" + name + "' to have " + expected + ", found " +
                 llvm::to_string(found));
}

Inferred Inference::unknown(const Twine &why) {
  if (reason.empty())
    reason = why.str();
  return {};
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

RankedTensorType Inference::fromValue(Value value, StringRef name) {
  if (auto type = dyn_cast<RankedTensorType>(value.getType()))
    return type;
  if (value.getType().isIntOrFloat())
    return scalar(isa<FloatType>(value.getType()) ? f32() : value.getType());
  unknown("expected '" + name + "' to have a known type, found " +
          args.describe(name));
  return scalar(f32());
}

RankedTensorType Inference::fromLiteral(Attribute literal) {
  if (auto number = dyn_cast_if_present<IntegerAttr>(literal))
    return scalar(number.getType());
  if (isa_and_present<FloatAttr>(literal))
    return scalar(f32());
  if (isa_and_present<ElementsAttr>(literal))
    return scalar(ComplexType::get(f32()));
  return {};
}

RankedTensorType Inference::optionalTensor(StringRef name) {
  if (Value value = args.getValue(name))
    return fromValue(value, name);
  return fromLiteral(args.getAttr(name));
}

RankedTensorType Inference::tensor(StringRef name) {
  if (RankedTensorType type = optionalTensor(name))
    return type;
  invalidArgument(name, "a tensor");
  return scalar(f32());
}

RankedTensorType Inference::firstTensor() {
  if (const Schema *schema = op.getSchema())
    for (const SchemaArg &arg : schema->getArgs())
      if (arg.type.kind == ArgKind::Tensor && !arg.type.isList)
        return tensor(arg.name);
  if (!op.getInputs().empty())
    return fromValue(op.getInputs().front(), "0");
  unknown("expected the operator to take a tensor, found none");
  return scalar(f32());
}

SmallVector<RankedTensorType> Inference::tensors(StringRef name) {
  SmallVector<RankedTensorType> types;
  for (Value value : args.getValues(name))
    types.push_back(value ? fromValue(value, name) : RankedTensorType());
  return types;
}

SmallVector<int64_t> Inference::axes(StringRef name, int64_t rank) {
  SmallVector<int64_t> values = getGivenAxes(name, rank);
  if (values.empty())
    values = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  return values;
}

Dims Inference::exprs(StringRef name) {
  Dims result;
  if (auto list = args.getList(name)) {
    for (OpFoldResult element : *list)
      result.push_back(getExpr(element));
    return result;
  }
  if (has(name))
    unknown("expected '" + name + "' to be a list of integers, found " +
            args.describe(name));
  else
    invalidArgument(name, "a list of integers");
  return result;
}

Dims Inference::exprs(StringRef name, size_t count) {
  Dims values = args.getInt(name) ? Dims{getExpr(name)} : exprs(name);
  if (values.size() == 1)
    values.assign(count, values.front());
  if (values.size() != count) {
    invalid("expected '" + name + "' to have " + Twine(count) +
            " elements, found " + Twine(values.size()));
    values.assign(count, AffineExpr());
  }
  return values;
}

//===----------------------------------------------------------------------===//
// Types and sizes
//===----------------------------------------------------------------------===//

RankedTensorType Inference::type(ArrayRef<AffineExpr> dims, Type elementType) {
  int64_t count = 1;
  bool isEmpty = false, isCounted = true;
  for (AffineExpr dim : dims) {
    std::optional<int64_t> size = constantSize(dim);
    if (size && *size < 0)
      invalid("expected the sizes of the result to be 0 or more, found " +
              Twine(*size));
    isEmpty |= size == 0;
    if (size && llvm::MulOverflow(count, *size, count))
      isCounted = false;
  }
  if (!isCounted && !isEmpty)
    invalid("expected the result to have fewer than 2^63 elements, found more");
  if (!elementType) {
    unknown("expected a known dtype, found none");
    elementType = f32();
  }
  return sym::getTensorType(dims, elementType);
}

RankedTensorType Inference::type(RankedTensorType shape, Type elementType) {
  if (elementType)
    return shape.clone(elementType);
  unknown("expected a known dtype, found none");
  return shape;
}

Type Inference::toReal(Type type) {
  auto complex = dyn_cast<ComplexType>(type);
  return complex ? complex.getElementType() : type;
}

Type Inference::promote(ArrayRef<StringRef> names) {
  Promotion promotion;
  for (StringRef name : names)
    promotion.addArgument(args, name);
  Type result = promotion.get();
  return result ? result : f32();
}

/// The sizes that selectNotOne() combined; others are appended as they are.
static void addAlternatives(AffineExpr size,
                            SmallVectorImpl<AffineExpr> &alternatives) {
  for (;;) {
    sym::CallAttr select = sym::getCall(size);
    if (!select || select.getFunction() != sym::Function::Select)
      break;
    ArrayRef<Attribute> operands = select.getOperands();
    auto test = dyn_cast<sym::CallAttr>(operands[0]);
    Attribute one = sym::getNumber(int64_t(1), size.getContext());
    if (!test || test.getFunction() != sym::Function::Eq ||
        test.getOperands().size() != 2 ||
        !llvm::is_contained(test.getOperands(), one) ||
        !llvm::is_contained(test.getOperands(), operands[2]))
      break;
    alternatives.push_back(sym::getSize(operands[2]));
    size = sym::getSize(operands[1]);
  }
  alternatives.push_back(size);
}

/// Of sizes that are equal or 1, one that is not 1, if there is one. The order
/// of the operands and repetitions do not matter, so the sums x + y and y + x +
/// y have one type.
static AffineExpr selectNotOne(AffineExpr lhs, AffineExpr rhs,
                               const sym::Ranges &ranges) {
  constexpr size_t limit = 8;
  if (!lhs || !rhs)
    return {};
  SmallVector<AffineExpr> sizes;
  addAlternatives(lhs, sizes);
  addAlternatives(rhs, sizes);
  SmallVector<std::pair<std::string, AffineExpr>> sorted;
  for (AffineExpr size : sizes)
    sorted.push_back({sym::toString(size), size});
  llvm::sort(sorted, llvm::less_first());
  sorted.erase(llvm::unique(sorted), sorted.end());
  if (sorted.size() > limit)
    return {};
  Attribute one = sym::getNumber(int64_t(1), lhs.getContext());
  Attribute result = sym::getNumber(sorted.back().second);
  for (auto &[text, size] : llvm::reverse(llvm::drop_end(sorted))) {
    Attribute number = sym::getNumber(size);
    Attribute isOne = sym::call(sym::Function::Eq, {number, one}, ranges);
    result = sym::call(sym::Function::Select, {isOne, result, number}, ranges);
  }
  return sym::getSize(result);
}

// A program whose sizes do not broadcast never ran, so a size that is known not
// to be 1 is the size of the result.
AffineExpr Inference::broadcast(AffineExpr lhs, AffineExpr rhs) {
  if (lhs == rhs)
    return lhs;
  std::optional<int64_t> x = constantSize(lhs), y = constantSize(rhs);
  if (x == 1)
    return rhs;
  if (y == 1)
    return lhs;
  if (x && y) {
    invalid("expected sizes that broadcast, found " + Twine(*x) + " and " +
            Twine(*y));
    return lhs;
  }
  if (x || y)
    return x ? lhs : rhs;
  if (lowerBound(lhs) >= 2)
    return lhs;
  if (lowerBound(rhs) >= 2)
    return rhs;
  return selectNotOne(lhs, rhs, numbers.getRanges());
}

Dims Inference::broadcast(ArrayRef<AffineExpr> lhs, ArrayRef<AffineExpr> rhs) {
  if (lhs.size() < rhs.size())
    std::swap(lhs, rhs);
  Dims result(lhs);
  size_t offset = lhs.size() - rhs.size();
  for (auto [index, dim] : llvm::enumerate(rhs))
    result[offset + index] = broadcast(lhs[offset + index], dim);
  return result;
}

Dims Inference::broadcast(ArrayRef<StringRef> names) {
  Dims result;
  for (StringRef name : names)
    if (RankedTensorType type = optionalTensor(name))
      result = broadcast(result, dimsOf(type));
  return result;
}

bool Inference::checkNumResults(int64_t count) {
  constexpr int64_t limit = 1 << 16;
  int64_t declared = op->getNumResults();
  if (declared != 0 && declared != count)
    invalid("expected " + Twine(count) + " results, found " + Twine(declared));
  else if (count > limit)
    unknown("expected at most " + Twine(limit) + " results, found " +
            Twine(count));
  return !hasFailed();
}

static thread_local RequiredSizes *requiredSizes = nullptr;

RequiredSizes::RequiredSizes() : outer(requiredSizes) { requiredSizes = this; }
RequiredSizes::~RequiredSizes() { requiredSizes = outer; }

void RequiredSizes::addEqual(AffineExpr lhs, AffineExpr rhs) {
  if (requiredSizes)
    requiredSizes->equal.push_back({lhs, rhs});
}

void RequiredSizes::addNonNegative(AffineExpr expr) {
  if (requiredSizes && expr)
    requiredSizes->nonNegative.push_back(expr);
}

AffineExpr Inference::unify(AffineExpr lhs, AffineExpr rhs) {
  std::optional<int64_t> x = constantSize(lhs), y = constantSize(rhs);
  if (x && y && *x != *y)
    invalid("expected equal sizes, found " + Twine(*x) + " and " + Twine(*y));
  if (lhs && rhs && lhs != rhs)
    RequiredSizes::addEqual(lhs, rhs);
  if (x || !rhs)
    return lhs;
  return y || !lhs ? rhs : lhs;
}

Dims Inference::reduce(RankedTensorType x, ArrayRef<int64_t> axes,
                       bool keepDims) {
  Dims result;
  for (auto [index, dim] : llvm::enumerate(dimsOf(x))) {
    if (!llvm::is_contained(axes, int64_t(index)))
      result.push_back(dim);
    else if (keepDims)
      result.push_back(size(1));
  }
  return result;
}
