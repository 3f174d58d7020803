//===- ExpansionRegions.cpp - Branches and loops of definitions -----------===//
//
// A region is built like the body around it: operation by operation, with
// inferred types. A loop-carried value may change its size between iterations,
// so the regions are rebuilt with more general types until the yielded types
// reach a fixed point; a size that changes becomes unknown. The dtype and the
// rank must not change.
//
//===----------------------------------------------------------------------===//

#include "Expansion.h"

#include "torch-onnx/Dialect/ONNX/IR/ControlOps.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Torch/Inference/ControlFlow.h"
#include "torch-onnx/Support/DiagnosticCapture.h"

#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace torch_onnx;

static bool isONNX(Operation *op) {
  return op->getName().getDialectNamespace() == "onnx";
}

/// Whether `value` may enter or leave a region: a tensor, and in the torch
/// dialect also a number.
static bool isKnownValue(Operation *op, Value value) {
  return isa<RankedTensorType>(value.getType()) ||
         (!isONNX(op) && value.getType().isIntOrFloat());
}

namespace {
/// The types of the region arguments, which of them are loop-carried, and where
/// their next values begin among the values that the last region yields.
struct RegionArguments {
  SmallVector<Type> types;
  unsigned firstCarried = 0, firstYielded = 0, numCarried = 0;
};
} // namespace

/// The type of a slice of a tensor along an axis; null if there is no such
/// axis.
static Type getSliceType(Value stacked, int64_t axis) {
  auto type = dyn_cast<RankedTensorType>(stacked.getType());
  if (!type)
    return {};
  if (axis < 0)
    axis += type.getRank();
  if (axis < 0 || axis >= type.getRank())
    return {};
  SmallVector<AffineExpr> dims = sym::getDims(type);
  dims.erase(dims.begin() + axis);
  return sym::getTensorType(dims, type.getElementType());
}

/// The arguments of the first iteration; a null type is a slice along an axis
/// that the tensor does not have.
static RegionArguments getFirstArguments(Operation *op) {
  RegionArguments result;
  OperandRange operands = op->getOperands();
  auto carry = [&](OperandRange values) {
    result.firstCarried = result.types.size();
    result.numCarried = values.size();
    llvm::append_range(result.types, values.getTypes());
  };
  if (isa<torch::WhileOp>(op)) {
    carry(operands);
  } else if (auto scan = dyn_cast<torch::ScanOp>(op)) {
    carry(scan.getInits());
    for (Value x : scan.getXs())
      result.types.push_back(getSliceType(x, 0));
  } else if (isa<onnx::LoopOp>(op)) {
    Builder b(op->getContext());
    result.types = {RankedTensorType::get({}, b.getI64Type()),
                    RankedTensorType::get({}, b.getI1Type())};
    result.firstYielded = 1;
    carry(operands.drop_front(2));
  } else if (auto scan = dyn_cast<onnx::ScanOp>(op)) {
    carry(operands.drop_back(scan.getNumScanInputs()));
    std::optional<ArrayRef<int64_t>> axes = scan.getScanInputAxes();
    for (auto [index, x] :
         llvm::enumerate(operands.take_back(scan.getNumScanInputs())))
      result.types.push_back(
          getSliceType(x, axes && index < axes->size() ? (*axes)[index] : 0));
  }
  return result;
}

/// Creates the operation without its regions; its results have no types yet.
FailureOr<Operation *> Expansion::createBranchOrLoop(Frame &frame,
                                                     Operation *op) {
  LibraryBuilder onnx(builder, call.getLoc());
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    Value value = frame.values[operand].front();
    bool mayBeAbsent = isa<onnx::LoopOp>(op) && operands.size() < 2;
    if (!value && mayBeAbsent)
      value = onnx.none();
    else if (!value || !isKnownValue(op, value))
      return refuse(op, "expected a tensor as operand " +
                            Twine(operands.size()) + ", found " +
                            (value ? llvm::to_string(value.getType())
                                   : std::string("None")));
    operands.push_back(value);
  }
  FailureOr<NamedAttrList> attributes = getAttributes(frame, op);
  if (failed(attributes))
    return failure();
  OperationState state(onnx.getLoc(), op->getName());
  state.addOperands(operands);
  state.addAttributes(attributes->getAttrs());
  state.addTypes(SmallVector<Type>(op->getNumResults(),
                                   torch::UntypedType::get(op->getContext())));
  for (unsigned i = 0; i < op->getNumRegions(); ++i)
    state.addRegion();
  return builder.create(state);
}

LogicalResult Expansion::buildRegion(Frame &frame, Operation *op, Region &from,
                                     Region &to, TypeRange arguments) {
  OpBuilder::InsertionGuard guard(builder);
  Location loc = withoutValueNames(call.getLoc());
  Block *block = builder.createBlock(
      &to, {}, arguments, SmallVector<Location>(arguments.size(), loc));
  for (auto [declared, argument] :
       llvm::zip_equal(from.getArguments(), block->getArguments())) {
    if (failed(checkType(op, "an argument of a region", declared.getType(),
                         argument.getType())))
      return failure();
    frame.values[declared] = {argument};
  }
  if (failed(buildBlock(frame, from.front())))
    return failure();
  Operation *terminator = from.front().getTerminator();
  OperationState state(loc, terminator->getName());
  for (Value value : terminator->getOperands()) {
    SmallVector<Value> values = frame.values[value];
    if (values.size() != 1 || !values.front() ||
        !isKnownValue(op, values.front()))
      return refuse(terminator,
                    "expected to yield tensors, found " +
                        (values.size() != 1 ? std::string("a list")
                         : values.front()
                             ? llvm::to_string(values.front().getType())
                             : std::string("None")));
    state.addOperands(values.front());
  }
  builder.create(state);
  return success();
}

LogicalResult Expansion::buildRegions(Frame &frame, Operation *op,
                                      Operation *made) {
  RegionArguments arguments = getFirstArguments(made);
  if (llvm::is_contained(arguments.types, Type()))
    return refuse(op, "a scanned tensor does not have the scanned dimension");
  while (true) {
    size_t numBefore = created.size();
    for (auto [from, to] :
         llvm::zip_equal(op->getRegions(), made->getRegions()))
      if (failed(buildRegion(frame, op, from, to, arguments.types)))
        return failure();
    Operation *yield = made->getRegions().back().front().getTerminator();
    bool isNew = false;
    for (unsigned i = 0; i < arguments.numCarried; ++i) {
      Type &type = arguments.types[arguments.firstCarried + i];
      Type next = yield->getOperand(arguments.firstYielded + i).getType();
      Type joined = torch::joinTypes(type, next);
      if (!joined)
        return refuse(op, "carried value " + Twine(i) + " has the type " +
                              llvm::to_string(next) +
                              " after an iteration, expected " +
                              llvm::to_string(type));
      isNew |= joined != type;
      type = joined;
    }
    if (!isNew)
      return success();
    if (numBuilt > maxBuilt)
      return refuse(
          op,
          "the types of the carried values are still unknown after building " +
              Twine(maxBuilt) + " operations");
    eraseCreated(numBefore);
    for (Region &region : made->getRegions())
      region.getBlocks().clear();
  }
}

/// Sets the result types to the ones inferred from the regions.
LogicalResult Expansion::inferResults(Operation *op, Operation *made) {
  DiagnosticCapture capture(op->getContext());
  SmallVector<Type> types;
  if (auto rule = dyn_cast<InferTypeOpInterface>(made)) {
    // The rule reads the number of results from the initial `types`.
    types.assign(made->result_type_begin(), made->result_type_end());
    if (failed(rule.inferReturnTypes(
            made->getContext(), made->getLoc(), made->getOperands(),
            made->getAttrDictionary(), made->getPropertiesStorage(),
            made->getRegions(), types)))
      return refuse(op, capture.getMessage());
  } else {
    types = torch::inferYieldedTypes(made);
  }
  for (auto [result, type] : llvm::zip_equal(made->getResults(), types)) {
    auto tensor = dyn_cast_if_present<TensorType>(type);
    if (!type || (tensor && !tensor.hasRank()))
      return refuse(op, "result " + Twine(result.getResultNumber()) +
                            " differs in dtype or rank between the regions");
    result.setType(type);
  }
  if (failed(made->getName().verifyInvariants(made)))
    return refuse(op, capture.getMessage());
  return success();
}

LogicalResult Expansion::buildBranchOrLoop(Frame &frame, Operation *op) {
  FailureOr<Operation *> made = createBranchOrLoop(frame, op);
  if (failed(made) || failed(buildRegions(frame, op, *made)) ||
      failed(inferResults(op, *made)))
    return failure();
  return setResults(frame, op, (*made)->getResults());
}
