//===- Tensor.cpp - Evaluates movement of elements -----------------------===//
//
// See Evaluation.h. Operators of TensorOps.td. Movements along axes are lists
// of positions for each axis.
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"

#include "torch-onnx/Dialect/ONNX/IR/Canonicalization.h"
#include "torch-onnx/Dialect/ONNX/IR/ShapeUtils.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"

#include "llvm/Support/Format.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::evaluate;

/// `x` in another shape; nullopt if the number of elements differs.
static std::optional<Tensor> reshape(Tensor x, ArrayRef<int64_t> shape) {
  if (llvm::any_of(shape, [](int64_t size) { return size < 0; }) ||
      arithmetic::getNumElements(shape) != x.getNumElements())
    return std::nullopt;
  return std::move(x).reshaped(shape);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

static Outcome evaluateReshape(ReshapeOp op, Evaluation &e) {
  const Tensor &x = e[op.getData()];
  SmallVector<int64_t> shape = e.ints(op.getShape());
  int64_t known = 1, *unknown = nullptr;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    if (size == 0 && op.getAllowzero() == 0) {
      if (static_cast<int64_t>(dim) >= x.getRank())
        return std::nullopt;
      size = x.getShape()[dim];
    }
    if (size < 0)
      unknown = &size;
    else
      known *= size;
  }
  if (unknown && known != 0)
    *unknown = x.getNumElements() / known;
  else if (unknown)
    return std::nullopt;
  return reshape(x, shape);
}

static Outcome evaluateFlatten(FlattenOp op, Evaluation &e) {
  const Tensor &x = e[op.getData()];
  int64_t axis = op.getAxis();
  axis = axis < 0 ? axis + x.getRank() : axis;
  if (axis < 0 || axis > x.getRank())
    return std::nullopt;
  return reshape(x,
                 {*arithmetic::getNumElements(x.getShape().take_front(axis)),
                  *arithmetic::getNumElements(x.getShape().drop_front(axis))});
}

static Outcome evaluateSqueeze(SqueezeOp op, Evaluation &e) {
  const Tensor &x = e[op.getData()];
  SmallVector<int64_t> given, shape;
  if (e.find(op.getAxes()))
    given = e.ints(op.getAxes());
  else
    for (auto [dim, size] : llvm::enumerate(x.getShape()))
      if (size == 1)
        given.push_back(dim);
  auto axes = getAxes(given, x.getRank());
  if (!axes)
    return std::nullopt;
  for (auto [dim, size] : llvm::enumerate(x.getShape()))
    if (!llvm::is_contained(*axes, static_cast<int64_t>(dim)))
      shape.push_back(size);
  return reshape(x, shape);
}

static Outcome evaluateUnsqueeze(UnsqueezeOp op, Evaluation &e) {
  const Tensor &x = e[op.getData()];
  SmallVector<int64_t> given = e.ints(op.getAxes()), shape(x.getShape());
  auto axes = getAxes(given, x.getRank() + given.size());
  if (!axes)
    return std::nullopt;
  llvm::sort(*axes);
  if (std::adjacent_find(axes->begin(), axes->end()) != axes->end())
    return std::nullopt;
  for (int64_t axis : *axes)
    shape.insert(shape.begin() + axis, 1);
  return reshape(x, shape);
}

static Outcome evaluateShape(ShapeOp op, Evaluation &e) {
  ArrayRef<int64_t> shape = e[op.getData()].getShape();
  int64_t rank = shape.size(), start = clampPosition(op.getStart(), rank);
  int64_t end = clampPosition(op.getEnd().value_or(rank), rank);
  return makeInts(shape.slice(start, std::max<int64_t>(end - start, 0)),
                  e.getContext());
}

//===----------------------------------------------------------------------===//
// Positions along axes
//===----------------------------------------------------------------------===//

static Outcome evaluateSlice(SliceOp op, Evaluation &e) {
  std::optional<Tensor> x = e[op.getData()];
  SmallVector<int64_t> starts = e.ints(op.getStarts()),
                       ends = e.ints(op.getEnds());
  SmallVector<int64_t> steps =
      e.ints(op.getSteps(), SmallVector<int64_t>(starts.size(), 1));
  auto axes =
      getAxes(e.ints(op.getAxes(), getRange(0, starts.size())), x->getRank());
  if (!axes || axes->size() != starts.size() || ends.size() != starts.size() ||
      steps.size() != starts.size() || llvm::is_contained(steps, 0))
    return std::nullopt;
  for (auto [start, end, axis, step] :
       llvm::zip_equal(starts, ends, *axes, steps)) {
    int64_t size = x->getShape()[axis];
    int64_t first = start < 0 ? std::max(start, -size) + size : start;
    first = std::min(first, step < 0 ? size - 1 : size);
    SmallVector<int64_t> positions;
    for (int64_t i = 0, count = getSliceSize(size, start, end, step); i < count;
         ++i)
      positions.push_back(first + i * step);
    x = arithmetic::take(*x, axis, positions);
    if (!x)
      return x;
  }
  return x;
}

/// The lengths of the pieces are `split`, or equal except for the last one.
static Outcome evaluateSplit(SplitOp op, Evaluation &e) {
  const Tensor &x = e[op.getInput()];
  std::optional<int64_t> axis = getAxis(op.getAxis(), x.getRank());
  if (!axis)
    return std::nullopt;
  int64_t size = x.getShape()[*axis], count = op->getNumResults(), start = 0;
  SmallVector<int64_t> lengths = e.ints(op.getSplit());
  if (!e.find(op.getSplit()))
    for (int64_t i = 0, piece = (size + count - 1) / count; i < count; ++i)
      lengths.push_back(std::clamp<int64_t>(size - i * piece, 0, piece));
  SmallVector<RuntimeValue> pieces;
  for (int64_t length : lengths) {
    if (length < 0 || length > size - start)
      return Outcome::fail("has pieces of another size than the operand");
    pieces.push_back(
        *arithmetic::take(x, *axis, getRange(start, start + length)));
    start += length;
  }
  if (start != size)
    return Outcome::fail("has pieces of another size than the operand");
  return pieces;
}

/// The source position of element `at` of a padded axis; -1 for none.
static int64_t getPadSource(int64_t at, int64_t size, StringRef mode) {
  if (at >= 0 && at < size)
    return at;
  if (mode == "constant" || size == 0)
    return -1;
  if (mode == "edge")
    return at < 0 ? 0 : size - 1;
  if (mode == "wrap")
    return ((at % size) + size) % size;
  // Reflects back and forth without repeating the ends.
  int64_t period = std::max<int64_t>(2 * (size - 1), 1);
  at = ((at % period) + period) % period;
  return at < size ? at : period - at;
}

static Outcome evaluatePad(PadOp op, Evaluation &e) {
  std::optional<Tensor> x = e[op.getData()];
  const Tensor *filler = e.find(op.getConstantValue());
  SmallVector<int64_t> pads = e.ints(op.getPads());
  auto axes =
      getAxes(e.ints(op.getAxes(), getRange(0, x->getRank())), x->getRank());
  if (!axes || pads.size() != 2 * axes->size() ||
      (filler && filler->getNumElements() != 1))
    return std::nullopt;
  for (auto [index, axis] : llvm::enumerate(*axes)) {
    int64_t size = x->getShape()[axis];
    int64_t before = pads[index], after = pads[index + axes->size()];
    // Cropping comes before padding at the other end.
    int64_t crop = std::max<int64_t>(-before, 0);
    int64_t rest = size - crop - std::max<int64_t>(-after, 0);
    if (rest < 0)
      return std::nullopt;
    SmallVector<int64_t> positions;
    for (int64_t at = std::min<int64_t>(-before, 0),
                 end = rest + std::max<int64_t>(after, 0);
         at < end; ++at) {
      int64_t source = getPadSource(at, rest, op.getMode());
      positions.push_back(source < 0 ? source : source + crop);
    }
    x = arithmetic::take(*x, axis, positions, filler);
    if (!x)
      return x;
  }
  return x;
}

static Outcome evaluateReverseSequence(ReverseSequenceOp op, Evaluation &e) {
  const Tensor &x = e[op.getData()];
  SmallVector<int64_t> lengths = e.ints(op.getSequenceLens());
  auto batch = getAxis(op.getBatchAxis(), x.getRank()),
       time = getAxis(op.getTimeAxis(), x.getRank());
  if (!batch || !time || *batch == *time ||
      static_cast<int64_t>(lengths.size()) != x.getShape()[*batch])
    return std::nullopt;
  SmallVector<Tensor> rows;
  for (auto [index, length] : llvm::enumerate(lengths)) {
    int64_t size = x.getShape()[*time];
    if (length < 0 || length > size)
      return std::nullopt;
    SmallVector<int64_t> positions = getRange(0, size);
    std::reverse(positions.begin(), positions.begin() + length);
    Tensor row = *arithmetic::take(x, *batch, static_cast<int64_t>(index));
    rows.push_back(*arithmetic::take(row, *time, positions));
  }
  SmallVector<const Tensor *> pointers;
  for (const Tensor &row : rows)
    pointers.push_back(&row);
  if (rows.empty())
    return x;
  return arithmetic::concat(pointers, *batch);
}

//===----------------------------------------------------------------------===//
// Movement
//===----------------------------------------------------------------------===//

static Outcome evaluateExpand(ExpandOp op, Evaluation &e) {
  const Tensor &x = e[op.getData()];
  SmallVector<int64_t> shape = e.ints(op.getShape());
  auto common = arithmetic::broadcastShapes({x.getShape(), shape});
  return common ? Outcome(arithmetic::expand(x, *common))
                : Outcome(std::nullopt);
}

static Outcome evaluateConcat(ConcatOp op, Evaluation &e) {
  SmallVector<const Tensor *> parts;
  for (Value input : op.getInputs())
    parts.push_back(&e[input]);
  auto axis = getAxis(op.getAxis(), parts.front()->getRank());
  return axis ? Outcome(arithmetic::concat(parts, *axis))
              : Outcome(std::nullopt);
}

/// Moves blocks of [batch, channels, rows, columns]: splits the dimensions into
/// `shape`, permutes them and joins them to `result`.
static std::optional<Tensor> moveBlocks(const Tensor &x,
                                        ArrayRef<int64_t> shape,
                                        ArrayRef<int64_t> permutation,
                                        ArrayRef<int64_t> result) {
  std::optional<Tensor> blocks = reshape(x, shape);
  if (!blocks)
    return blocks;
  return reshape(arithmetic::transpose(*blocks, permutation), result);
}

static Outcome evaluateDepthToSpace(DepthToSpaceOp op, Evaluation &e) {
  const Tensor &x = e[op.getData()];
  int64_t size = op.getBlocksize();
  if (x.getRank() != 4 || size < 1)
    return std::nullopt;
  ArrayRef<int64_t> s = x.getShape();
  int64_t depth = s[1] / (size * size);
  SmallVector<int64_t> result = {s[0], depth, s[2] * size, s[3] * size};
  return op.getMode() == "CRD"
             ? moveBlocks(x, {s[0], depth, size, size, s[2], s[3]},
                          {0, 1, 4, 2, 5, 3}, result)
             : moveBlocks(x, {s[0], size, size, depth, s[2], s[3]},
                          {0, 3, 4, 1, 5, 2}, result);
}

static Outcome evaluateSpaceToDepth(SpaceToDepthOp op, Evaluation &e) {
  const Tensor &x = e[op.getData()];
  int64_t size = op.getBlocksize();
  if (x.getRank() != 4 || size < 1)
    return std::nullopt;
  ArrayRef<int64_t> s = x.getShape();
  return moveBlocks(x, {s[0], s[1], s[2] / size, size, s[3] / size, size},
                    {0, 3, 5, 1, 2, 4},
                    {s[0], s[1] * size * size, s[2] / size, s[3] / size});
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

static std::string print(double number, bool isF32) {
  if (std::isnan(number))
    return "NaN";
  if (std::isinf(number))
    return number < 0 ? "-INF" : "INF";
  // The shortest text that reads as the same number.
  for (int digits = 1;; ++digits) {
    std::string text;
    llvm::raw_string_ostream(text) << llvm::format("%.*g", digits, number);
    double read = std::strtod(text.c_str(), nullptr);
    if (digits == 17 || (isF32 ? static_cast<float>(read) : read) == number)
      return text;
  }
}

/// A type of 64 bits that has all integers of a type.
static Type getWidest(IntegerType type) {
  return IntegerType::get(type.getContext(), 64,
                          type.isUnsigned() ? IntegerType::Unsigned
                                            : IntegerType::Signless);
}

static std::optional<Tensor> castToStrings(const Tensor &x, Type type) {
  // Doubles do not have all integers of 64 bits.
  auto integer = dyn_cast<IntegerType>(x.getElementType());
  std::optional<Tensor> numbers = integer
                                      ? arithmetic::cast(x, getWidest(integer))
                                      : arithmetic::toReals(x);
  if (!numbers)
    return numbers;
  Tensor result(x.getShape(), type);
  for (int64_t i = 0, e = x.getNumElements(); i < e; ++i) {
    std::string text =
        !integer ? print(numbers->get<double>(i), x.getElementType().isF32())
        : integer.isUnsigned() ? std::to_string(numbers->get<uint64_t>(i))
                               : std::to_string(numbers->get<int64_t>(i));
    result.set(i,
               StringAttr::get(type.getContext(), text).getAsOpaquePointer());
  }
  return result;
}

/// The integers in decimal digits; nullopt if a text is none.
static std::optional<Tensor> readIntegers(const Tensor &x, IntegerType type) {
  Tensor numbers(x.getShape(), getWidest(type));
  for (int64_t i = 0, e = x.getNumElements(); i < e; ++i) {
    StringRef text = StringAttr::getFromOpaquePointer(x.get<const void *>(i))
                         .getValue()
                         .trim();
    uint64_t positive = 0;
    int64_t number = 0;
    if (type.isUnsigned() ? text.getAsInteger(10, positive)
                          : text.getAsInteger(10, number))
      return std::nullopt;
    numbers.set(i,
                type.isUnsigned() ? positive : static_cast<uint64_t>(number));
  }
  return numbers;
}

static std::optional<Tensor> castFromStrings(const Tensor &x, Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    if (std::optional<Tensor> whole = readIntegers(x, integer))
      return arithmetic::cast(*whole, type);
  Tensor numbers(x.getShape(), Float64Type::get(type.getContext()));
  for (auto [index, number] : llvm::enumerate(numbers.reals())) {
    StringRef text =
        StringAttr::getFromOpaquePointer(x.get<const void *>(index)).getValue();
    std::string digits = text.trim().str();
    char *end;
    number = std::strtod(digits.c_str(), &end);
    if (digits.empty() || *end)
      return std::nullopt;
  }
  return arithmetic::cast(numbers, type);
}

template <typename OpT> static Outcome evaluateCast(OpT op, Evaluation &e) {
  const Tensor &x = e[op.getInput()];
  Type from = x.getElementType(), to = e.elementType();
  if (from == to)
    return x;
  if (isa<StringType>(to))
    return castToStrings(x, to);
  if (isa<StringType>(from))
    return castFromStrings(x, to);
  return arithmetic::cast(x, to, {op.getSaturate() != 0, op.getRoundMode()},
                          e.defined());
}

/// Numbers narrower than 8 bits are packed from the low bits upwards.
static Outcome evaluateBitCast(BitCastOp op, Evaluation &e) {
  Tensor x = e[op.getInput()];
  Type to = e.elementType();
  if (arithmetic::getStorageWidth(to) != x.getWidth())
    return std::nullopt;
  return std::move(x).withElementType(to);
}

//===----------------------------------------------------------------------===//
// Generators
//===----------------------------------------------------------------------===//

static Outcome evaluateConstantOfShape(ConstantOfShapeOp op, Evaluation &e) {
  SmallVector<int64_t> shape = e.ints(op.getInput());
  if (llvm::any_of(shape, [](int64_t size) { return size < 0; }) ||
      !arithmetic::getMemorySize(RankedTensorType::get(shape, e.elementType())))
    return std::nullopt;
  Tensor number({}, e.elementType());
  if (op.getValueAttr()) {
    FailureOr<RuntimeValue> value = readValue(op.getValueAttr());
    if (failed(value) || value->getTensor()->getNumElements() != 1)
      return std::nullopt;
    number = Tensor(*value->getTensor()).reshaped({});
  }
  return arithmetic::expand(number, shape);
}

static Outcome evaluateEyeLike(EyeLikeOp op, Evaluation &e) {
  const Tensor &x = e[op.getInput()];
  if (x.getRank() != 2)
    return std::nullopt;
  Tensor result(x.getShape(), Float64Type::get(e.getContext()));
  int64_t columns = x.getShape()[1];
  for (int64_t row = 0; row < x.getShape()[0]; ++row)
    if (int64_t column = row + op.getK(); column >= 0 && column < columns)
      result.reals()[row * columns + column] = 1;
  return e.round(result);
}

/// start + i * delta, in integers of 64 bits.
static Outcome evaluateIntegerRange(RangeOp op, Evaluation &e) {
  int64_t start = e.integer(op.getStart()), limit = e.integer(op.getLimit());
  int64_t delta = e.integer(op.getDelta());
  if (delta == 0)
    return std::nullopt;
  // 64 bits have all distances, but doubles do not.
  bool isUp = delta > 0;
  uint64_t first = start, length = 0, step = isUp ? delta : 0 - uint64_t(delta);
  if (isUp ? start < limit : start > limit)
    length = isUp ? uint64_t(limit) - first : first - uint64_t(limit);
  uint64_t count = length / step + (length % step != 0);
  if (count >= uint64_t(1) << 40)
    return std::nullopt;
  Tensor steps({int64_t(count)}, IntegerType::get(e.getContext(), 64));
  for (uint64_t i = 0; i < count; ++i)
    steps.set(int64_t(i), first + i * uint64_t(delta));
  return arithmetic::convert(steps, e.elementType());
}

static Outcome evaluateRange(RangeOp op, Evaluation &e) {
  Type type = e.elementType();
  if (!isa<FloatType>(type))
    return evaluateIntegerRange(op, e);
  double start = e.number(op.getStart()), limit = e.number(op.getLimit()),
         delta = e.number(op.getDelta());
  double count = std::max(std::ceil((limit - start) / delta), 0.0);
  // Also false for a NaN.
  if (!(count < 0x1p40))
    return std::nullopt;
  Tensor steps({static_cast<int64_t>(count)}, Float64Type::get(e.getContext()));
  for (int64_t i = 0; i < steps.getNumElements(); ++i)
    steps.reals()[i] = start + static_cast<double>(i) * delta;
  return arithmetic::convert(steps, type);
}

void evaluate::populateTensor(Evaluators &rows) {
  rows.add<ConcatOp>(evaluateConcat, agreeOnBits);
  rows.add<ExpandOp>(evaluateExpand, agreeOnBits);
  rows.add<FlattenOp>(evaluateFlatten, agreeOnBits);
  rows.add<PadOp>(evaluatePad, agreeOnBits);
  rows.add<ReshapeOp>(evaluateReshape, agreeOnBits);
  rows.add<SliceOp>(evaluateSlice, agreeOnBits);
  rows.add<SplitOp>(evaluateSplit, agreeOnBits);
  rows.add<SqueezeOp>(evaluateSqueeze, agreeOnBits);
  rows.add<UnsqueezeOp>(evaluateUnsqueeze, agreeOnBits);
  rows.add<DepthToSpaceOp>(evaluateDepthToSpace);
  rows.add<ReverseSequenceOp>(evaluateReverseSequence);
  rows.add<ShapeOp>(evaluateShape);
  rows.add<SpaceToDepthOp>(evaluateSpaceToDepth);
  rows.add<SizeOp>([](SizeOp op, Evaluation &e) -> Outcome {
    return makeInts(e[op.getData()].getNumElements(), e.getContext())
        .reshaped({});
  });
  rows.add<TileOp>(
      [](TileOp op, Evaluation &e) -> Outcome {
        return arithmetic::tile(e[op.getData()], e.ints(op.getRepeats()));
      },
      agreeOnBits);
  rows.add<TransposeOp>(
      [](TransposeOp op, Evaluation &e) -> Outcome {
        return arithmetic::transpose(e[op.getData()], op.getPermutation());
      },
      agreeOnBits);
  rows.add<TriluOp>(
      [](TriluOp op, Evaluation &e) -> Outcome {
        return arithmetic::triangle(e[op.getData()], e.integer(op.getK()),
                                    op.getUpper() != 0);
      },
      agreeOnBits);

  rows.add<BitCastOp>(evaluateBitCast);
  rows.add<CastOp>(evaluateCast<CastOp>, [](Operation *op) {
    // Casts to narrow numbers are not folded, as runtimes may differ.
    return arithmetic::isComputable(
               getElementTypeOrSelf(op->getResult(0).getType()))
               ? Agreement::Bits
               : Agreement::None;
  });
  rows.add<CastLikeOp>(evaluateCast<CastLikeOp>);
  rows.add<IdentityOp>([](IdentityOp op, Evaluation &e) -> Outcome {
    return e.value(op.getInput());
  });

  rows.add<ConstantOfShapeOp>(evaluateConstantOfShape);
  rows.add<EyeLikeOp>(evaluateEyeLike);
  rows.add<RangeOp>(evaluateRange, [](Operation *op) {
    Type type = op->getResult(0).getType();
    return isa<IntegerType>(getElementTypeOrSelf(type)) ? Agreement::Bits
                                                        : Agreement::None;
  });
}
