//===- Evaluator.cpp - Evaluates operations of the onnx dialect -----------===//
//
// See Evaluator.h. Evaluates the operations of a function in order, and loop
// bodies once per iteration. A value is dropped after its last use.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/Evaluate/Evaluator.h"

#include "Evaluation.h"

#include "torch-onnx/Dialect/ONNX/IR/ONNXDialect.h"
#include "torch-onnx/Dialect/ONNX/IR/ShapeUtils.h"
#include "torch-onnx/Dialect/Weight/IR/Reader.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::evaluate;

/// The deepest nesting of function calls.
static constexpr unsigned maxDepth = 100;

const Evaluators &Evaluators::get() {
  static const Evaluators rows = [] {
    Evaluators rows;
    populateActivation(rows);
    populateAttention(rows);
    populateControl(rows);
    populateCore(rows);
    populateElementwise(rows);
    populateFft(rows);
    populateImage(rows);
    populateIndex(rows);
    populateLinear(rows);
    populateLogical(rows);
    populateNN(rows);
    populateNorm(rows);
    populateQuant(rows);
    populateRandom(rows);
    populateRecurrent(rows);
    populateReduce(rows);
    populateSequence(rows);
    populateString(rows);
    populateTensor(rows);
    return rows;
  }();
  return rows;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Reads numbers narrower than 8 bits, which occupy a byte each in memory.
static Tensor readNarrow(DenseElementsAttr attr) {
  Tensor tensor(attr.getType().getShape(), attr.getElementType());
  auto bytes = tensor.getMutableBytes();
  if (isa<IntegerType>(attr.getElementType()))
    for (auto [index, value] : llvm::enumerate(attr.getValues<APInt>()))
      bytes[index] = static_cast<char>(attr.getElementType().isUnsignedInteger()
                                           ? value.getZExtValue()
                                           : value.getSExtValue());
  else
    for (auto [index, value] : llvm::enumerate(attr.getValues<APFloat>()))
      bytes[index] = static_cast<char>(value.bitcastToAPInt().getZExtValue());
  return tensor;
}

static Tensor readStrings(DenseElementsAttr attr) {
  Tensor tensor(attr.getType().getShape(), attr.getElementType());
  for (auto [index, text] : llvm::enumerate(attr.getValues<StringRef>()))
    tensor.set(index,
               StringAttr::get(attr.getContext(), text).getAsOpaquePointer());
  return tensor;
}

FailureOr<RuntimeValue> onnx::readValue(Attribute attr) {
  if (isa<UnitAttr>(attr))
    return RuntimeValue();
  if (auto array = dyn_cast<ArrayAttr>(attr)) {
    RuntimeValue::Sequence elements;
    for (Attribute element : array) {
      FailureOr<RuntimeValue> value = readValue(element);
      if (failed(value))
        return failure();
      elements.push_back(std::move(*value));
    }
    return RuntimeValue(std::move(elements));
  }
  auto elements = dyn_cast<ElementsAttr>(attr);
  if (!elements || !elements.getShapedType().hasStaticShape())
    return failure();
  Type type = elements.getElementType();
  if (!arithmetic::getElementByteWidth(type)) {
    auto dense = dyn_cast<DenseElementsAttr>(attr);
    if (!dense)
      return failure();
    return RuntimeValue(isa<StringType>(type) ? readStrings(dense)
                                              : readNarrow(dense));
  }
  std::optional<Tensor> tensor = weight::readTensor(elements);
  if (!tensor)
    return failure();
  return RuntimeValue(std::move(*tensor));
}

Attribute onnx::getAttribute(const RuntimeValue &value, MLIRContext *context) {
  if (const RuntimeValue::Sequence *sequence = value.getSequence()) {
    SmallVector<Attribute> elements;
    for (const RuntimeValue &element : *sequence)
      elements.push_back(getAttribute(element, context));
    return ArrayAttr::get(context, elements);
  }
  const Tensor *tensor = value.getTensor();
  if (!tensor)
    return UnitAttr::get(context);
  if (!isa<StringType>(tensor->getElementType()))
    return tensor->toAttr();
  SmallVector<StringRef> texts;
  for (int64_t i = 0, e = tensor->getNumElements(); i < e; ++i)
    texts.push_back(
        StringAttr::getFromOpaquePointer(tensor->get<const void *>(i))
            .getValue());
  return DenseStringElementsAttr::get(tensor->getType(), texts);
}

/// "" if a value has a type, else a description of the value.
static std::string findMismatch(const RuntimeValue &value, Type type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (isa<NoneType, OptionalType>(type) && value.isNothing())
    return text;
  if (auto optional = dyn_cast<OptionalType>(type))
    return findMismatch(value, optional.getElementType());
  if (isa<SequenceType>(type)) {
    if (!value.getSequence())
      stream << "no sequence";
    return text;
  }
  const Tensor *tensor = value.getTensor();
  if (!tensor)
    stream << "no tensor";
  else if (!areCompatible(tensor->getType(), type))
    stream << tensor->getType();
  return text;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// The results of an operation by their types; results that were not computed
/// are absent.
static Outcome evaluateOn(Operation *op, Evaluation &e) {
  const Evaluators::Row *row = Evaluators::get().find(op);
  if (!row)
    return Outcome::fail("is not evaluated");
  Outcome outcome = row->evaluate(op, e);
  if (outcome.hasFailed())
    return outcome;
  SmallVector<RuntimeValue> &values = outcome.getValues();
  if (values.size() > op->getNumResults())
    values.truncate(op->getNumResults());
  for (auto [index, value] : llvm::enumerate(values)) {
    Type type = op->getResult(index).getType();
    if (isa<NoneType>(type))
      value = RuntimeValue();
    std::string mismatch = findMismatch(value, type);
    if (!mismatch.empty()) {
      std::string text;
      llvm::raw_string_ostream(text) << type;
      return Outcome::fail("computed " + mismatch + " as result " +
                           Twine(index) + ", expected " + text);
    }
  }
  values.resize(op->getNumResults());
  return outcome;
}

Agreement onnx::getAgreement(Operation *op) {
  const Evaluators::Row *row = Evaluators::get().find(op);
  return row ? row->agreement(op) : Agreement::None;
}

std::optional<SmallVector<RuntimeValue>>
onnx::evaluateOperation(Operation *op, ArrayRef<RuntimeValue> operands,
                        bool &isDefined) {
  assert(op->getNumRegions() == 0);
  Evaluation::Values values;
  for (auto [operand, value] : llvm::zip_equal(op->getOperands(), operands))
    values.try_emplace(operand, value);
  Evaluation e(op, values);
  Outcome outcome = evaluateOn(op, e);
  if (outcome.hasFailed())
    return std::nullopt;
  isDefined &= *e.defined();
  return std::move(outcome.getValues());
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Evaluates one call of a function.
class evaluate::FunctionEvaluator {
public:
  FunctionEvaluator(const EvaluationOptions &options, uint64_t &seed,
                    unsigned depth)
      : options(options), seed(seed), depth(depth) {}

  FailureOr<SmallVector<RuntimeValue>> run(Region &region,
                                           ArrayRef<RuntimeValue> arguments);
  FailureOr<SmallVector<RuntimeValue>> call(FunctionOpInterface function,
                                            ArrayRef<RuntimeValue> arguments) {
    if (depth == maxDepth)
      return function->emitError("calls of functions are nested too deeply");
    return FunctionEvaluator(options, seed, depth + 1)
        .run(function.getFunctionBody(), arguments);
  }
  uint64_t getSeed() { return seed++; }
  const EvaluationOptions &getOptions() const { return options; }

private:
  LogicalResult evaluate(Operation *op);
  void dropDead(Operation *op);

  const EvaluationOptions &options;
  uint64_t &seed;
  unsigned depth;
  Evaluation::Values values;
};

LogicalResult FunctionEvaluator::evaluate(Operation *op) {
  if (options.stop && options.stop->isRequested())
    return op->emitOpError(
        "is not evaluated, because the evaluation was stopped");
  Evaluation e(op, values, this);
  Outcome outcome = evaluateOn(op, e);
  if (outcome.wasReported())
    return failure();
  if (outcome.hasFailed())
    return op->emitOpError(outcome.getReason());
  if (options.observe)
    options.observe(op, outcome.getValues());
  for (auto [result, value] :
       llvm::zip_equal(op->getResults(), outcome.getValues()))
    values[result] = std::move(value);
  return success();
}

/// Drops the operands of `op` that have no later use in its block. The order of
/// uses is unknown, so all are visited; a value with many uses is kept to the
/// end.
void FunctionEvaluator::dropDead(Operation *op) {
  constexpr unsigned maxUses = 8;
  for (Value operand : op->getOperands()) {
    Block *block = op->getBlock();
    if (operand.getParentBlock() != block || operand.hasNUsesOrMore(maxUses))
      continue;
    bool isDead = llvm::all_of(operand.getUsers(), [&](Operation *user) {
      Operation *inBlock = block->findAncestorOpInBlock(*user);
      return inBlock == op || inBlock->isBeforeInBlock(op);
    });
    if (isDead)
      values[operand] = RuntimeValue();
  }
}

FailureOr<SmallVector<RuntimeValue>>
FunctionEvaluator::run(Region &region, ArrayRef<RuntimeValue> arguments) {
  Block &block = region.front();
  if (!llvm::hasSingleElement(region) ||
      block.getNumArguments() != arguments.size())
    return region.getParentOp()->emitError("expected one block with ")
           << arguments.size() << " arguments";
  for (auto [argument, value] :
       llvm::zip_equal(block.getArguments(), arguments)) {
    std::string mismatch = findMismatch(value, argument.getType());
    if (!mismatch.empty())
      return region.getParentOp()->emitError("argument ")
             << argument.getArgNumber() << " is " << mismatch << ", expected "
             << argument.getType();
    values[argument] = value;
  }
  for (Operation &op : block.without_terminator()) {
    if (failed(evaluate(&op)))
      return failure();
    dropDead(&op);
  }
  SmallVector<RuntimeValue> results;
  for (Value value : block.getTerminator()->getOperands())
    results.push_back(values[value]);
  return results;
}

FailureOr<SmallVector<RuntimeValue>>
onnx::evaluateFunction(FunctionOpInterface function,
                       ArrayRef<RuntimeValue> arguments,
                       const EvaluationOptions &options) {
  uint64_t seed = options.seed;
  return FunctionEvaluator(options, seed, 0)
      .run(function.getFunctionBody(), arguments);
}

FailureOr<SmallVector<RuntimeValue>>
Evaluation::run(Region &region, ArrayRef<RuntimeValue> arguments) {
  return evaluator->run(region, arguments);
}

FailureOr<SmallVector<RuntimeValue>>
Evaluation::call(FunctionOpInterface function,
                 ArrayRef<RuntimeValue> arguments) {
  return evaluator->call(function, arguments);
}

int64_t Evaluation::getMaxIterations() const {
  return evaluator->getOptions().maxIterations;
}

uint64_t Evaluation::getSeed(std::optional<APFloat> own) {
  if (own)
    return own->bitcastToAPInt().getZExtValue();
  return evaluator ? evaluator->getSeed() : 0;
}

//===----------------------------------------------------------------------===//
// Shared helpers
//===----------------------------------------------------------------------===//

SmallVector<int64_t> Evaluation::ints(Value operand,
                                      ArrayRef<int64_t> otherwise) const {
  const Tensor *x = find(operand);
  return x ? *arithmetic::getIntegers(*x) : SmallVector<int64_t>(otherwise);
}

double Evaluation::number(Value operand, double otherwise) const {
  std::optional<Tensor> x = findReals(operand);
  return x && x->getNumElements() ? x->reals().front() : otherwise;
}

int64_t Evaluation::integer(Value operand, int64_t otherwise) const {
  const Tensor *x = find(operand);
  auto values = x ? arithmetic::getIntegers(*x) : std::nullopt;
  return values && !values->empty() ? values->front() : otherwise;
}

Outcome Evaluation::roundAll(ArrayRef<Tensor> results) const {
  SmallVector<RuntimeValue> values;
  for (auto [index, result] : llvm::enumerate(results)) {
    if (isa<NoneType>(op->getResult(index).getType())) {
      values.emplace_back();
      continue;
    }
    std::optional<Tensor> value = arithmetic::cast(result, elementType(index));
    if (!value)
      return std::nullopt;
    values.emplace_back(std::move(*value));
  }
  return values;
}

Agreement evaluate::agreeButForRounding(Operation *op) {
  return getElementTypeOrSelf(op->getResult(0).getType()).isF64()
             ? Agreement::None
             : Agreement::Rounding;
}

std::optional<int64_t> evaluate::getAxis(int64_t axis, int64_t rank) {
  axis = axis < 0 ? axis + rank : axis;
  return axis >= 0 && axis < rank ? std::optional(axis) : std::nullopt;
}

std::optional<SmallVector<int64_t>> evaluate::getAxes(ArrayRef<int64_t> axes,
                                                      int64_t rank) {
  SmallVector<int64_t> result;
  for (int64_t axis : axes) {
    std::optional<int64_t> known = getAxis(axis, rank);
    if (!known)
      return std::nullopt;
    result.push_back(*known);
  }
  return result;
}

std::optional<Tensor> evaluate::apply(BinaryOp function,
                                      const std::optional<Tensor> &x,
                                      const std::optional<Tensor> &y) {
  return x && y ? arithmetic::compute(function, *x, *y) : std::nullopt;
}

Tensor evaluate::makeReal(double number, MLIRContext *context) {
  Tensor result({}, Float64Type::get(context));
  result.reals()[0] = number;
  return result;
}

Tensor evaluate::makeInts(ArrayRef<int64_t> values, MLIRContext *context) {
  Tensor result({static_cast<int64_t>(values.size())},
                IntegerType::get(context, 64));
  for (auto [index, value] : llvm::enumerate(values))
    result.set<int64_t>(index, value);
  return result;
}

std::optional<Tensor> evaluate::multiplyMatrices(Tensor x, Tensor y) {
  if (x.getRank() == 0 || y.getRank() == 0)
    return std::nullopt;
  bool isRow = x.getRank() == 1, isColumn = y.getRank() == 1;
  if (isRow)
    x = std::move(x).reshaped({1, x.getNumElements()});
  if (isColumn)
    y = std::move(y).reshaped({y.getNumElements(), 1});
  std::optional<Tensor> product = arithmetic::matmul(x, y);
  if (!product)
    return product;
  SmallVector<int64_t> shape(product->getShape());
  if (isRow)
    shape.erase(shape.end() - 2);
  if (isColumn)
    shape.pop_back();
  return std::move(*product).reshaped(shape);
}

std::optional<Affine> onnx::getAffine(const Tensor &scale, const Tensor &bias,
                                      const Tensor &mean,
                                      const Tensor &variance, double epsilon) {
  auto toReals = arithmetic::toReals;
  std::optional<Tensor> root =
      apply(BinaryOp::Add, toReals(variance),
            makeReal(epsilon, scale.getType().getContext()));
  if (root)
    root = arithmetic::compute(UnaryOp::Sqrt, *root);
  std::optional<Tensor> factor = apply(BinaryOp::Div, toReals(scale), root);
  std::optional<Tensor> shift =
      apply(BinaryOp::Sub, toReals(bias),
            apply(BinaryOp::Mul, toReals(mean), factor));
  if (!factor || !shift)
    return std::nullopt;
  return Affine{std::move(*factor), std::move(*shift)};
}

Tensor evaluate::alignToChannels(Tensor vector, int64_t rank) {
  SmallVector<int64_t> shape(std::max<int64_t>(rank - 1, 1), 1);
  shape[0] = vector.getNumElements();
  return std::move(vector).reshaped(shape);
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

static bool isClose(double x, double y, Tolerance tolerance) {
  if (x == y || (x != x && y != y))
    return true;
  return std::isfinite(y) &&
         std::fabs(x - y) <=
             tolerance.absolute + tolerance.relative * std::fabs(y);
}

/// The tolerance, at least that of torch.testing.assert_close.
static Tolerance getTolerance(Tolerance tolerance, Type type) {
  Tolerance usual = type.isF64()    ? Tolerance{1e-7, 1e-7}
                    : type.isF32()  ? Tolerance{1.3e-6, 1e-5}
                    : type.isF16()  ? Tolerance{1e-3, 1e-5}
                    : type.isBF16() ? Tolerance{1.6e-2, 1e-5}
                                    : Tolerance{0, 0};
  return {std::max(tolerance.relative, usual.relative),
          std::max(tolerance.absolute, usual.absolute)};
}

static std::string compareTensors(const Tensor &x, const Tensor &y,
                                  Tolerance tolerance) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (x.getType() != y.getType()) {
    stream << "is " << x.getType() << ", expected " << y.getType();
    return text;
  }
  Type type = x.getElementType();
  int64_t width = x.getWidth(), wrong = 0, first = -1;
  std::optional<Tensor> a, b;
  tolerance = getTolerance(tolerance, type);
  if (isa<FloatType>(type)) {
    a = arithmetic::toReals(x);
    b = arithmetic::toReals(y);
  }
  for (int64_t i = 0, e = x.getNumElements(); i < e; ++i) {
    bool isEqual =
        std::memcmp(x.data() + i * width, y.data() + i * width, width) == 0 ||
        (a && isClose(a->reals()[i], b->reals()[i], tolerance));
    if (!isEqual && wrong++ == 0)
      first = i;
  }
  if (wrong == 0)
    return text;
  auto print = [&](const Tensor &tensor) {
    Tensor one({}, type);
    std::memcpy(one.data(), tensor.data() + first * width, width);
    auto attr = cast<DenseElementsAttr>(
        getAttribute(RuntimeValue(one), type.getContext()));
    attr.print(stream);
  };
  stream << wrong << " of " << x.getNumElements()
         << " elements differ; element " << first << " is ";
  print(x);
  stream << ", expected ";
  print(y);
  return text;
}

std::string onnx::compareValues(const RuntimeValue &value,
                                const RuntimeValue &expected,
                                Tolerance tolerance) {
  if (value.getTensor() && expected.getTensor())
    return compareTensors(*value.getTensor(), *expected.getTensor(), tolerance);
  const RuntimeValue::Sequence *x = value.getSequence(),
                               *y = expected.getSequence();
  if (!x || !y)
    return value.isNothing() && expected.isNothing()
               ? ""
               : "is of another kind than expected";
  if (x->size() != y->size())
    return "has " + llvm::utostr(x->size()) + " elements, expected " +
           llvm::utostr(y->size());
  for (auto [index, a, b] : llvm::enumerate(*x, *y)) {
    std::string difference = compareValues(a, b, tolerance);
    if (!difference.empty())
      return "element " + llvm::utostr(index) + " " + difference;
  }
  return "";
}
