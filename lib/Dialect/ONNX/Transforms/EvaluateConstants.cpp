//===- EvaluateConstants.cpp - onnx operations on constants ---------------===//
//
// See EvaluateConstants.h. A table leads from the operation to a method that
// calls lib/Arithmetic; the numbers are made there. The result must come out
// with the type of the operation.
//
//===----------------------------------------------------------------------===//

#include "EvaluateConstants.h"

#include "SimplifySupport.h"

#include "torch-onnx/Arithmetic/Tensor.h"
#include "torch-onnx/Dialect/Weight/IR/Reader.h"
#include "torch-onnx/Dialect/Weight/IR/Views.h"

#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;
using arithmetic::BinaryOp;
using arithmetic::ReduceOp;
using arithmetic::Tensor;
using arithmetic::UnaryOp;

/// Multiplications of one product of matrices: some 20 ms.
static constexpr int64_t maxProducts = int64_t(1) << 25;

namespace {
class Evaluator {
public:
  Evaluator(Operation *op, ArrayRef<ElementsAttr> operands, bool exact,
            int64_t maxBytes)
      : op(op), operands(operands), exact(exact), maxBytes(maxBytes),
        type(cast<RankedTensorType>(op->getResult(0).getType())) {}

  using Method = ElementsAttr (Evaluator::*)();
  struct Entry {
    Method method;
    UnaryOp unary = {};
    BinaryOp binary = {};
    ReduceOp reduce = {};
    bool isExact = true;
  };
  static const Entry *find(Operation *op);

  ElementsAttr run(const Entry &found) {
    entry = &found;
    return (this->*found.method)();
  }

  ElementsAttr unary();
  ElementsAttr binary();
  ElementsAttr divide();
  ElementsAttr modulo();
  ElementsAttr power();
  ElementsAttr extreme();
  ElementsAttr castElements();
  ElementsAttr where();
  ElementsAttr reduce();
  ElementsAttr matmul();
  ElementsAttr batchNorm();
  ElementsAttr layerNorm();
  ElementsAttr reshape();
  ElementsAttr transpose();
  ElementsAttr expand();
  ElementsAttr concat();
  ElementsAttr gather();
  ElementsAttr gatherElements();
  ElementsAttr slice();
  ElementsAttr pad();
  ElementsAttr cumSum();

private:
  int64_t getBytes() const { return weight::getByteSize(type); }
  ElementsAttr get(unsigned index) const {
    return index < operands.size() ? operands[index] : ElementsAttr();
  }
  /// The elements of an operand in memory; nothing if they are too many.
  std::optional<Tensor> read(unsigned index) const;
  std::optional<SmallVector<int64_t>> readInts(unsigned index) const;
  std::optional<int64_t> getAxis(int64_t ifAbsent, int64_t rank) const;

  ElementsAttr finish(std::optional<Tensor> result) const;
  /// An element-wise function, as an expression if the result is large.
  ElementsAttr compute(BinaryOp function);
  ElementsAttr makeExpr(weight::ExprKind kind, ArrayRef<ElementsAttr> values,
                        RankedTensorType ofType, int64_t axis = 0) const;
  ElementsAttr makeCast(ElementsAttr value, Type elementType) const;

  Operation *op;
  ArrayRef<ElementsAttr> operands;
  bool exact;
  int64_t maxBytes;
  RankedTensorType type;
  const Entry *entry = nullptr;
};
} // namespace

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

const Evaluator::Entry *Evaluator::find(Operation *op) {
  static const llvm::StringMap<Entry> table = [] {
    llvm::StringMap<Entry> table;
    auto unary = [&](StringRef name, UnaryOp function) {
      Entry entry{&Evaluator::unary};
      entry.unary = function;
      entry.isExact = arithmetic::isExact(function);
      table[name] = entry;
    };
    unary("Neg", UnaryOp::Neg);
    unary("Abs", UnaryOp::Abs);
    unary("Not", UnaryOp::Not);
    unary("BitwiseNot", UnaryOp::Not);
    unary("Floor", UnaryOp::Floor);
    unary("Ceil", UnaryOp::Ceil);
    unary("Round", UnaryOp::Round);
    unary("Sqrt", UnaryOp::Sqrt);
    unary("Reciprocal", UnaryOp::Reciprocal);
    unary("Relu", UnaryOp::Relu);
    unary("Exp", UnaryOp::Exp);
    unary("Log", UnaryOp::Log);
    unary("Sin", UnaryOp::Sin);
    unary("Cos", UnaryOp::Cos);
    unary("Tanh", UnaryOp::Tanh);
    unary("Erf", UnaryOp::Erf);
    unary("Sigmoid", UnaryOp::Sigmoid);
    unary("Softplus", UnaryOp::Softplus);
    auto binary = [&](StringRef name, BinaryOp function,
                      Method method = &Evaluator::binary) {
      Entry entry{method};
      entry.binary = function;
      entry.isExact = arithmetic::isExact(function);
      table[name] = entry;
    };
    binary("Add", BinaryOp::Add);
    binary("Sub", BinaryOp::Sub);
    binary("Mul", BinaryOp::Mul);
    binary("Div", BinaryOp::Div, &Evaluator::divide);
    binary("Mod", BinaryOp::Remainder, &Evaluator::modulo);
    binary("Pow", BinaryOp::Pow, &Evaluator::power);
    binary("Min", BinaryOp::Min, &Evaluator::extreme);
    binary("Max", BinaryOp::Max, &Evaluator::extreme);
    binary("And", BinaryOp::And);
    binary("Or", BinaryOp::Or);
    binary("Xor", BinaryOp::Xor);
    binary("BitwiseAnd", BinaryOp::And);
    binary("BitwiseOr", BinaryOp::Or);
    binary("BitwiseXor", BinaryOp::Xor);
    binary("Equal", BinaryOp::Equal);
    binary("Less", BinaryOp::Less);
    binary("LessOrEqual", BinaryOp::LessOrEqual);
    binary("Greater", BinaryOp::Greater);
    binary("GreaterOrEqual", BinaryOp::GreaterOrEqual);
    auto reduce = [&](StringRef name, ReduceOp function) {
      // What is exact depends on the type.
      Entry entry{&Evaluator::reduce};
      entry.reduce = function;
      table[name] = entry;
    };
    reduce("ReduceSum", ReduceOp::Sum);
    reduce("ReduceMean", ReduceOp::Mean);
    reduce("ReduceSumSquare", ReduceOp::SumSquare);
    reduce("ReduceL1", ReduceOp::L1);
    reduce("ReduceL2", ReduceOp::L2);
    reduce("ReduceMin", ReduceOp::Min);
    reduce("ReduceMax", ReduceOp::Max);
    auto rounded = [&](StringRef name, Method method) {
      Entry entry{method};
      entry.isExact = false;
      table[name] = entry;
    };
    rounded("MatMul", &Evaluator::matmul);
    rounded("BatchNormalization", &Evaluator::batchNorm);
    rounded("LayerNormalization", &Evaluator::layerNorm);
    table["Cast"] = {&Evaluator::castElements};
    table["Where"] = {&Evaluator::where};
    for (StringRef name : {"Reshape", "Squeeze", "Unsqueeze", "Flatten"})
      table[name] = {&Evaluator::reshape};
    table["Transpose"] = {&Evaluator::transpose};
    table["Expand"] = {&Evaluator::expand};
    table["Concat"] = {&Evaluator::concat};
    table["Gather"] = {&Evaluator::gather};
    table["GatherElements"] = {&Evaluator::gatherElements};
    table["Slice"] = {&Evaluator::slice};
    table["Pad"] = {&Evaluator::pad};
    table["CumSum"] = {&Evaluator::cumSum};
    return table;
  }();
  StringRef name = op->getName().getStringRef();
  if (!name.consume_front("onnx."))
    return nullptr;
  auto it = table.find(name);
  return it == table.end() ? nullptr : &it->second;
}

bool simplify::isEvaluable(Operation *op, bool exact) {
  if (op->getNumResults() == 0 || op->getNumOperands() == 0 ||
      op->getNumRegions() != 0)
    return false;
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type || !weight::getCheckedByteSize(type) ||
      llvm::any_of(op->getResults().drop_front(),
                   [](Value other) { return !other.use_empty(); }))
    return false;
  const Evaluator::Entry *entry = Evaluator::find(op);
  return entry && (entry->isExact || !exact);
}

ElementsAttr simplify::evaluate(Operation *op, ArrayRef<ElementsAttr> operands,
                                bool exact, int64_t maxBytes) {
  return Evaluator(op, operands, exact, maxBytes).run(*Evaluator::find(op));
}

//===----------------------------------------------------------------------===//
// Operands and results
//===----------------------------------------------------------------------===//

std::optional<Tensor> Evaluator::read(unsigned index) const {
  ElementsAttr value = get(index);
  if (!value || weight::getByteSize(value.getShapedType()) >
                    std::max(maxBytes, weight::maxComputedBytes))
    return std::nullopt;
  return weight::readTensor(value);
}

std::optional<SmallVector<int64_t>> Evaluator::readInts(unsigned index) const {
  std::optional<Tensor> value = read(index);
  return value ? arithmetic::getIntegers(*value) : std::nullopt;
}

std::optional<int64_t> Evaluator::getAxis(int64_t ifAbsent,
                                          int64_t rank) const {
  int64_t axis = getInt(op, "axis", ifAbsent);
  axis = axis < 0 ? axis + rank : axis;
  return axis >= 0 && axis < rank ? std::optional(axis) : std::nullopt;
}

ElementsAttr Evaluator::finish(std::optional<Tensor> result) const {
  if (!result || result->getElementType() != type.getElementType() ||
      result->getShape() != type.getShape())
    return {};
  return result->toAttr();
}

ElementsAttr Evaluator::makeExpr(weight::ExprKind kind,
                                 ArrayRef<ElementsAttr> values,
                                 RankedTensorType ofType, int64_t axis) const {
  for (ElementsAttr value : values)
    if (!value)
      return {};
  // An expression has limits.
  auto quiet = [] { return InFlightDiagnostic(); };
  return weight::ExprAttr::getChecked(
      quiet, RankedTensorType::get(ofType.getShape(), ofType.getElementType()),
      kind, values, axis);
}

ElementsAttr Evaluator::makeCast(ElementsAttr value, Type elementType) const {
  return makeExpr(
      weight::ExprKind::Cast, value,
      RankedTensorType::get(value.getShapedType().getShape(), elementType));
}

//===----------------------------------------------------------------------===//
// Element-wise
//===----------------------------------------------------------------------===//

ElementsAttr Evaluator::unary() {
  if (getBytes() > maxBytes)
    return {};
  std::optional<Tensor> x = read(0);
  return x ? finish(arithmetic::compute(entry->unary, *x)) : ElementsAttr();
}

ElementsAttr Evaluator::compute(BinaryOp function) {
  if (getBytes() > weight::maxComputedBytes) {
    std::optional<weight::ExprKind> kind;
    if (function == BinaryOp::Add)
      kind = weight::ExprKind::Add;
    else if (function == BinaryOp::Sub)
      kind = weight::ExprKind::Sub;
    else if (function == BinaryOp::Mul)
      kind = weight::ExprKind::Mul;
    else if (function == BinaryOp::Div)
      kind = weight::ExprKind::Div;
    if (kind)
      return makeExpr(*kind, operands, type);
  }
  if (getBytes() > maxBytes)
    return {};
  std::optional<Tensor> x = read(0), y = read(1);
  return x && y ? finish(arithmetic::compute(function, *x, *y))
                : ElementsAttr();
}

ElementsAttr Evaluator::binary() {
  return operands.size() == 2 ? compute(entry->binary) : ElementsAttr();
}

ElementsAttr Evaluator::divide() {
  bool isInteger = isa<IntegerType>(type.getElementType());
  return compute(isInteger ? BinaryOp::TruncDiv : BinaryOp::Div);
}

ElementsAttr Evaluator::modulo() {
  bool isInteger = isa<IntegerType>(type.getElementType());
  // Of integers, fmod has the sign of the dividend.
  if (getInt(op, "fmod", 0) != 0)
    return isInteger ? ElementsAttr() : compute(BinaryOp::FMod);
  return isInteger ? compute(BinaryOp::Remainder) : ElementsAttr();
}

ElementsAttr Evaluator::power() {
  if (getBytes() > maxBytes)
    return {};
  std::optional<Tensor> x = read(0), y = read(1);
  if (x && y)
    y = arithmetic::convert(*y, x->getElementType());
  return x && y ? finish(arithmetic::compute(BinaryOp::Pow, *x, *y))
                : ElementsAttr();
}

ElementsAttr Evaluator::extreme() {
  if (getBytes() > maxBytes)
    return {};
  std::optional<Tensor> result = read(0);
  for (unsigned i = 1; result && i < operands.size(); ++i) {
    std::optional<Tensor> other = read(i);
    result =
        other ? arithmetic::compute(entry->binary, *result, *other) : other;
  }
  return finish(result);
}

ElementsAttr Evaluator::castElements() {
  if (getBytes() > weight::maxComputedBytes) {
    // What does not fit would only be seen while the model is written.
    Type from = get(0).getElementType(), to = type.getElementType();
    bool mayFail =
        isa<FloatType>(from) && isa<IntegerType>(to) && !to.isInteger(1);
    return arithmetic::isComputable(to) && !mayFail
               ? makeExpr(weight::ExprKind::Cast, get(0), type)
               : ElementsAttr();
  }
  std::optional<Tensor> x = read(0);
  return x ? finish(arithmetic::convert(*x, type.getElementType()))
           : ElementsAttr();
}

ElementsAttr Evaluator::where() {
  if (getBytes() > maxBytes)
    return {};
  std::optional<Tensor> condition = read(0), x = read(1), y = read(2);
  return condition && x && y ? finish(arithmetic::select(*condition, *x, *y))
                             : ElementsAttr();
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

ElementsAttr Evaluator::reduce() {
  ElementsAttr value = get(0);
  auto from = RankedTensorType::get(value.getShapedType().getShape(),
                                    value.getElementType());
  if (getBytes() > maxBytes ||
      !arithmetic::Reducer::isDefined(entry->reduce, from) ||
      (exact && !arithmetic::isExact(entry->reduce, from.getElementType())))
    return {};
  SmallVector<int64_t> axes;
  if (get(1)) {
    auto values = readInts(1);
    if (!values)
      return {};
    axes = *values;
  } else if (auto values = getIntArray(op, "axes")) {
    axes = *values;
  }
  if (axes.empty()) {
    if (getInt(op, "noop_with_empty_axes", 0) != 0)
      return {};
    axes = llvm::to_vector(llvm::seq<int64_t>(0, from.getRank()));
  }
  for (int64_t &axis : axes) {
    axis = axis < 0 ? axis + from.getRank() : axis;
    if (axis < 0 || axis >= from.getRank())
      return {};
  }
  arithmetic::Reducer reducer(entry->reduce, from, axes);
  int64_t width = weight::getElementByteWidth(from.getElementType());
  // Whoever writes the constant reports that it cannot be read.
  ScopedDiagnosticHandler quiet(op->getContext(),
                                [](Diagnostic &) { return success(); });
  if (failed(weight::forEachBlock(value, [&](ArrayRef<char> block) {
        reducer.add(block.data(), block.size() / width);
        return success();
      })))
    return {};
  if (weight::getByteSize(from) > maxBytes)
    weight::releasePages(value);
  std::optional<Tensor> result = reducer.finish();
  if (!result || result->getNumElements() != type.getNumElements())
    return {};
  return finish(std::move(*result).reshaped(type.getShape()));
}

ElementsAttr Evaluator::matmul() {
  std::optional<Tensor> x = read(0), y = read(1);
  if (getBytes() > maxBytes || !x || !y || x->getRank() == 0 ||
      y->getRank() == 0 ||
      type.getNumElements() >
          maxProducts / std::max<int64_t>(1, x->getShape().back()))
    return {};
  // A vector is a row on the left and a column on the right.
  if (x->getRank() == 1)
    x = std::move(*x).reshaped({1, x->getNumElements()});
  if (y->getRank() == 1)
    y = std::move(*y).reshaped({y->getNumElements(), 1});
  std::optional<Tensor> product = arithmetic::matmul(*x, *y);
  if (!product || product->getNumElements() != type.getNumElements())
    return {};
  return finish(std::move(*product).reshaped(type.getShape()));
}

/// Reads a vector of floats in double precision.
static std::optional<SmallVector<double>>
getDoubles(const std::optional<Tensor> &x) {
  if (!x || !isa<FloatType>(x->getElementType()))
    return std::nullopt;
  std::optional<Tensor> wide =
      arithmetic::convert(*x, Float64Type::get(x->getType().getContext()));
  if (!wide)
    return std::nullopt;
  SmallVector<double> result;
  for (int64_t i = 0; i < wide->getNumElements(); ++i)
    result.push_back(wide->get<double>(i));
  return result;
}

static ElementsAttr makeDoubles(ArrayRef<int64_t> shape,
                                ArrayRef<double> values, MLIRContext *ctx) {
  return DenseElementsAttr::get(
      RankedTensorType::get(shape, Float64Type::get(ctx)), values);
}

/// (x - mean) / sqrt(var + epsilon) * scale + bias, of statistics that are
/// given, in double precision and rounded once.
ElementsAttr Evaluator::batchNorm() {
  auto scale = getDoubles(read(1)), bias = getDoubles(read(2)),
       mean = getDoubles(read(3)), variance = getDoubles(read(4));
  if (getInt(op, "training_mode", 0) != 0 || !scale || !bias || !mean ||
      !variance || type.getRank() < 2 || type.getElementType().isF64() ||
      scale->size() != static_cast<size_t>(type.getDimSize(1)))
    return {};
  double epsilon = getFloat(op, "epsilon", double(1e-5f));
  SmallVector<double> factors, summands;
  for (auto [s, b, m, v] : llvm::zip_equal(*scale, *bias, *mean, *variance)) {
    factors.push_back(s / std::sqrt(v + epsilon));
    summands.push_back(b - m * factors.back());
  }
  SmallVector<int64_t> shape(type.getRank() - 1, 1);
  shape[0] = scale->size();
  MLIRContext *ctx = op->getContext();
  auto wide = RankedTensorType::get(type.getShape(), Float64Type::get(ctx));
  ElementsAttr product = makeExpr(weight::ExprKind::Mul,
                                  {makeCast(get(0), wide.getElementType()),
                                   makeDoubles(shape, factors, ctx)},
                                  wide);
  ElementsAttr sum =
      makeExpr(weight::ExprKind::Add,
               {product, makeDoubles(shape, summands, ctx)}, wide);
  ElementsAttr result = makeExpr(weight::ExprKind::Cast, sum, type);
  if (!result || getBytes() > weight::maxComputedBytes)
    return result;
  return finish(weight::readTensor(result));
}

/// Of rows of the dimensions from `axis` on, in double precision.
ElementsAttr Evaluator::layerNorm() {
  std::optional<int64_t> axis = getAxis(-1, type.getRank());
  std::optional<Tensor> x = read(0);
  auto values = getDoubles(x), scale = getDoubles(read(1));
  if (!axis || !values || !scale || getBytes() > maxBytes ||
      type.getElementType().isF64())
    return {};
  SmallVector<double> bias(scale->size(), 0.0);
  if (get(2)) {
    auto given = getDoubles(read(2));
    if (!given)
      return {};
    bias.assign(given->begin(), given->end());
  }
  int64_t size = 1;
  for (int64_t dim : type.getShape().drop_front(*axis))
    size *= dim;
  if (size == 0 || scale->size() != static_cast<size_t>(size) ||
      bias.size() != static_cast<size_t>(size))
    return {};
  double epsilon = getFloat(op, "epsilon", double(1e-5f));
  MLIRContext *ctx = op->getContext();
  Tensor result(type.getShape(), Float64Type::get(ctx));
  for (int64_t row = 0; row < type.getNumElements(); row += size) {
    double mean = 0, variance = 0;
    for (int64_t i = 0; i < size; ++i)
      mean += (*values)[row + i] / size;
    for (int64_t i = 0; i < size; ++i)
      variance +=
          ((*values)[row + i] - mean) * ((*values)[row + i] - mean) / size;
    double factor = 1 / std::sqrt(variance + epsilon);
    for (int64_t i = 0; i < size; ++i)
      result.set(row + i,
                 ((*values)[row + i] - mean) * factor * (*scale)[i] + bias[i]);
  }
  return finish(arithmetic::convert(result, type.getElementType()));
}

ElementsAttr Evaluator::cumSum() {
  auto axis = readInts(1);
  std::optional<Tensor> x = read(0);
  if (getBytes() > maxBytes || !x || !axis || axis->size() != 1 ||
      getInt(op, "exclusive", 0) != 0 || getInt(op, "reverse", 0) != 0 ||
      (exact && isa<FloatType>(type.getElementType())))
    return {};
  int64_t dim = axis->front();
  return finish(
      arithmetic::cumulativeSum(*x, dim < 0 ? dim + type.getRank() : dim));
}

//===----------------------------------------------------------------------===//
// Data movement
//===----------------------------------------------------------------------===//

ElementsAttr Evaluator::reshape() {
  auto view = weight::reshapeElements(
      get(0), RankedTensorType::get(type.getShape(), type.getElementType()));
  return failed(view) ? ElementsAttr() : *view;
}

ElementsAttr Evaluator::transpose() {
  SmallVector<int64_t> permutation = getPermutation(op);
  auto view = weight::transposeElements(get(0), permutation);
  if (succeeded(view))
    return *view;
  std::optional<Tensor> x = read(0);
  if (getBytes() > maxBytes || !x)
    return {};
  return finish(arithmetic::transpose(*x, permutation));
}

ElementsAttr Evaluator::expand() {
  std::optional<Tensor> x = read(0);
  if (getBytes() > maxBytes || !x)
    return {};
  return finish(arithmetic::expand(*x, type.getShape()));
}

ElementsAttr Evaluator::concat() {
  std::optional<int64_t> axis = getAxis(0, type.getRank());
  if (!axis)
    return {};
  if (getBytes() > weight::maxComputedBytes)
    return makeExpr(weight::ExprKind::Concat, operands, type, *axis);
  SmallVector<Tensor> parts;
  for (unsigned i = 0; i < operands.size(); ++i) {
    std::optional<Tensor> part = read(i);
    if (!part)
      return {};
    parts.push_back(std::move(*part));
  }
  SmallVector<const Tensor *> pointers;
  for (const Tensor &part : parts)
    pointers.push_back(&part);
  return finish(arithmetic::concat(pointers, *axis));
}

ElementsAttr Evaluator::gather() {
  std::optional<Tensor> x = read(0), indices = read(1);
  if (getBytes() > maxBytes || !x || !indices)
    return {};
  std::optional<int64_t> axis = getAxis(0, x->getRank());
  return axis ? finish(arithmetic::gather(*x, *indices, *axis))
              : ElementsAttr();
}

ElementsAttr Evaluator::gatherElements() {
  std::optional<Tensor> x = read(0), indices = read(1);
  if (getBytes() > maxBytes || !x || !indices)
    return {};
  std::optional<int64_t> axis = getAxis(0, x->getRank());
  return axis ? finish(arithmetic::gatherElements(*x, *indices, *axis))
              : ElementsAttr();
}

/// Forward steps only.
ElementsAttr Evaluator::slice() {
  ElementsAttr value = get(0);
  auto starts = readInts(1), ends = readInts(2);
  if (!starts || !ends || starts->size() != ends->size())
    return {};
  ArrayRef<int64_t> shape = value.getShapedType().getShape();
  int64_t rank = shape.size();
  SmallVector<int64_t> axes =
      llvm::to_vector(llvm::seq<int64_t>(0, starts->size()));
  SmallVector<int64_t> steps(starts->size(), 1);
  if (get(3)) {
    auto given = readInts(3);
    if (!given || given->size() != starts->size())
      return {};
    axes = *given;
  }
  if (get(4)) {
    auto given = readInts(4);
    if (!given || given->size() != starts->size())
      return {};
    steps = *given;
  }
  SmallVector<int64_t> from(rank, 0), sizes(shape), by(rank, 1);
  for (auto [start, end, axis, step] :
       llvm::zip_equal(*starts, *ends, axes, steps)) {
    int64_t dim = axis < 0 ? axis + rank : axis;
    if (dim < 0 || dim >= rank || step <= 0)
      return {};
    auto clamp = [&](int64_t at) {
      return std::clamp<int64_t>(at < 0 ? at + shape[dim] : at, 0, shape[dim]);
    };
    from[dim] = clamp(start);
    sizes[dim] = std::max<int64_t>(clamp(end) - from[dim], 0);
    sizes[dim] = sizes[dim] / step + (sizes[dim] % step != 0);
    by[dim] = step;
  }
  if (ArrayRef<int64_t>(sizes) != type.getShape())
    return {};
  if (auto file = dyn_cast<weight::FileAttr>(value);
      file && getBytes() > weight::maxComputedBytes) {
    auto view = weight::sliceFile(file, from, sizes, by);
    return failed(view) ? ElementsAttr() : ElementsAttr(*view);
  }
  std::optional<Tensor> x = read(0);
  if (getBytes() > maxBytes || !x)
    return {};
  SmallVector<int64_t> strides = arithmetic::getRowMajorStrides(shape);
  int64_t offset = 0;
  for (int64_t i = 0; i < rank; ++i) {
    offset += from[i] * strides[i];
    strides[i] *= by[i];
  }
  return finish(arithmetic::view(*x, sizes, offset, strides));
}

/// With one number, and nothing cut off: pieces of it around the operand.
ElementsAttr Evaluator::pad() {
  auto mode = op->getAttrOfType<StringAttr>("mode");
  std::optional<Tensor> x = read(0);
  auto pads = readInts(1);
  if ((mode && mode.getValue() != "constant") || !x || !pads ||
      getBytes() > maxBytes)
    return {};
  int64_t rank = x->getRank();
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (get(3)) {
    auto given = readInts(3);
    if (!given)
      return {};
    axes = *given;
  }
  std::optional<Tensor> filler =
      get(2) ? read(2)
             : Tensor::fill(RankedTensorType::get({}, x->getElementType()),
                            int64_t(0));
  if (!filler || filler->getNumElements() != 1 ||
      pads->size() != 2 * axes.size())
    return {};
  Tensor number = std::move(*filler).reshaped({});
  for (auto [index, axis] : llvm::enumerate(axes)) {
    int64_t dim = axis < 0 ? axis + rank : axis;
    int64_t before = (*pads)[index], after = (*pads)[index + axes.size()];
    if (dim < 0 || dim >= rank || before < 0 || after < 0)
      return {};
    SmallVector<int64_t> front(x->getShape()), back(x->getShape());
    front[dim] = before;
    back[dim] = after;
    std::optional<Tensor> a = arithmetic::expand(number, front),
                          c = arithmetic::expand(number, back);
    if (!a || !c)
      return {};
    x = arithmetic::concat({&*a, &*x, &*c}, dim);
    if (!x)
      return {};
  }
  return finish(std::move(x));
}
