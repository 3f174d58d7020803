//===- Control.cpp - Evaluates control flow, calls and constants ---------===//
//
// See Evaluation.h. Operators of ControlOps.td and CoreOps.td.
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"

#include "torch-onnx/Dialect/ONNX/IR/ControlOps.h"
#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"

#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::evaluate;

using Results = SmallVector<RuntimeValue>;

static bool isTrue(const Tensor &condition) {
  return condition.getNumElements() == 1 && condition.getBytes().front();
}

static Tensor makeBool(bool value, MLIRContext *context) {
  Tensor result({}, IntegerType::get(context, 1));
  result.getMutableBytes()[0] = value;
  return result;
}

/// Stacks tensors of one shape along a new axis; an empty tensor of `type` if
/// there are none.
static std::optional<Tensor> stack(ArrayRef<RuntimeValue> parts, int64_t axis,
                                   RankedTensorType type) {
  if (parts.empty()) {
    // A size that only an iteration would determine counts as 0.
    SmallVector<int64_t> shape;
    for (int64_t size : type.getShape())
      shape.push_back(ShapedType::isDynamic(size) ? 0 : size);
    return Tensor(shape, type.getElementType());
  }
  SmallVector<Tensor> slices;
  SmallVector<const Tensor *> pointers;
  for (const RuntimeValue &part : parts) {
    SmallVector<int64_t> shape(part.getTensor()->getShape());
    auto place = getAxis(axis, shape.size() + 1);
    if (!place)
      return std::nullopt;
    axis = *place;
    shape.insert(shape.begin() + axis, 1);
    slices.push_back(Tensor(*part.getTensor()).reshaped(shape));
  }
  for (const Tensor &slice : slices)
    pointers.push_back(&slice);
  return arithmetic::concat(pointers, axis);
}

static Outcome evaluateIf(IfOp op, Evaluation &e) {
  FailureOr<Results> results = e.run(
      isTrue(e[op.getCond()]) ? op.getThenBranch() : op.getElseBranch(), {});
  return failed(results) ? Outcome::reported() : Outcome(std::move(*results));
}

static Outcome evaluateLoop(LoopOp op, Evaluation &e) {
  MLIRContext *ctx = e.getContext();
  int64_t limit = e.integer(op.getM(), INT64_MAX);
  bool isOn = !e.find(op.getCond()) || isTrue(e[op.getCond()]);
  Results carried;
  for (Value value : op.getVInitial())
    carried.push_back(e.value(value));
  size_t numCarried = carried.size();
  SmallVector<Results> scanned(op->getNumResults() - numCarried);
  for (int64_t i = 0; i < limit && isOn; ++i) {
    if (i == e.getMaxIterations())
      return Outcome::fail("has not ended after " + Twine(i) +
                           " iterations; 'max-iterations' sets another limit");
    Results arguments = {makeInts(i, ctx).reshaped({}), makeBool(isOn, ctx)};
    llvm::append_range(arguments, carried);
    FailureOr<Results> yielded = e.run(op.getBody(), arguments);
    if (failed(yielded))
      return Outcome::reported();
    isOn = isTrue(*yielded->front().getTensor());
    carried.assign(yielded->begin() + 1, yielded->begin() + 1 + numCarried);
    for (auto [all, next] :
         llvm::zip_equal(scanned, llvm::drop_begin(*yielded, 1 + numCarried)))
      all.push_back(next);
  }
  for (auto [index, all] : llvm::enumerate(scanned)) {
    auto type =
        dyn_cast<RankedTensorType>(op->getResult(numCarried + index).getType());
    std::optional<Tensor> stacked = stack(all, 0, type);
    if (!stacked)
      return std::nullopt;
    carried.push_back(std::move(*stacked));
  }
  return carried;
}

/// Element `index` of an attribute; 0 if the attribute is absent.
static int64_t getAt(std::optional<ArrayRef<int64_t>> numbers, size_t index) {
  return numbers ? (*numbers)[index] : 0;
}

static Outcome evaluateScan(ScanOp op, Evaluation &e) {
  size_t numScanned = op.getNumScanInputs();
  size_t numCarried = op->getNumOperands() - numScanned;
  Results carried;
  for (Value value : op->getOperands().take_front(numCarried))
    carried.push_back(e.value(value));
  SmallVector<Tensor> inputs;
  SmallVector<int64_t> axes;
  for (Value value : op->getOperands().drop_front(numCarried)) {
    inputs.push_back(e[value]);
    auto axis = getAxis(getAt(op.getScanInputAxes(), axes.size()),
                        inputs.back().getRank());
    if (!axis)
      return std::nullopt;
    axes.push_back(*axis);
  }
  if (inputs.empty())
    return Outcome::fail("has no scan inputs");
  int64_t count = inputs.front().getShape()[axes.front()];
  for (auto [input, axis] : llvm::zip_equal(inputs, axes))
    if (input.getShape()[axis] != count)
      return Outcome::fail("has scan inputs of different lengths");
  SmallVector<Results> scanned(op->getNumResults() - numCarried);
  for (int64_t i = 0; i < count; ++i) {
    Results arguments = carried;
    for (auto [index, input, axis] : llvm::enumerate(inputs, axes)) {
      bool isBackwards = getAt(op.getScanInputDirections(), index) != 0;
      Tensor slice =
          *arithmetic::take(input, axis, isBackwards ? count - 1 - i : i);
      SmallVector<int64_t> shape(slice.getShape());
      shape.erase(shape.begin() + axis);
      arguments.push_back(std::move(slice).reshaped(shape));
    }
    FailureOr<Results> yielded = e.run(op.getBody(), arguments);
    if (failed(yielded))
      return Outcome::reported();
    carried.assign(yielded->begin(), yielded->begin() + numCarried);
    for (auto [all, next] :
         llvm::zip_equal(scanned, llvm::drop_begin(*yielded, numCarried)))
      all.push_back(next);
  }
  for (auto [index, all] : llvm::enumerate(scanned)) {
    if (getAt(op.getScanOutputDirections(), index) != 0)
      std::reverse(all.begin(), all.end());
    std::optional<Tensor> stacked = stack(
        all, getAt(op.getScanOutputAxes(), index),
        cast<RankedTensorType>(op->getResult(numCarried + index).getType()));
    if (!stacked)
      return std::nullopt;
    carried.push_back(std::move(*stacked));
  }
  return carried;
}

/// Additional sequences are iterated in parallel with the first one.
static Outcome evaluateSequenceMap(SequenceMapOp op, Evaluation &e) {
  RuntimeValue::Sequence first = e.sequence(op.getInputSequence());
  SmallVector<RuntimeValue::Sequence> results(op->getNumResults());
  for (size_t i = 0; i < first.size(); ++i) {
    Results arguments = {first[i]};
    for (Value input : op.getAdditionalInputs()) {
      const RuntimeValue &value = e.value(input);
      if (!value.getSequence())
        arguments.push_back(value);
      else if (i < value.getSequence()->size())
        arguments.push_back((*value.getSequence())[i]);
      else
        return Outcome::fail("has sequences of different lengths");
    }
    FailureOr<Results> yielded = e.run(op.getBody(), arguments);
    if (failed(yielded))
      return Outcome::reported();
    for (auto [all, next] : llvm::zip_equal(results, *yielded))
      all.push_back(next);
  }
  Results values;
  for (RuntimeValue::Sequence &result : results)
    values.push_back(RuntimeValue(std::move(result)));
  return values;
}

void evaluate::populateControl(Evaluators &rows) {
  rows.add<IfOp>(evaluateIf);
  rows.add<LoopOp>(evaluateLoop);
  rows.add<ScanOp>(evaluateScan);
  rows.add<SequenceMapOp>(evaluateSequenceMap);
}

//===----------------------------------------------------------------------===//
// Constants and calls
//===----------------------------------------------------------------------===//

static Outcome evaluateConstant(ConstantOp op, Evaluation &) {
  FailureOr<RuntimeValue> value = readValue(op.getValue());
  return failed(value) ? Outcome::fail("has elements that cannot be read")
                       : Outcome(std::move(*value));
}

static Outcome evaluateCall(CallOp op, Evaluation &e) {
  auto function = SymbolTable::lookupNearestSymbolFrom<FunctionOpInterface>(
      op, op.getCalleeAttr());
  if (!function || function.isExternal())
    return Outcome::fail("calls a function without a body");
  Results arguments;
  for (Value input : op.getInputs())
    arguments.push_back(e.value(input));
  FailureOr<Results> results = e.call(function, arguments);
  return failed(results) ? Outcome::reported() : Outcome(std::move(*results));
}

void evaluate::populateCore(Evaluators &rows) {
  rows.add<CallOp>(evaluateCall);
  rows.add<ConstantOp>(evaluateConstant);
  rows.add<NoValueOp>(
      [](NoValueOp, Evaluation &) -> Outcome { return RuntimeValue(); });
}
