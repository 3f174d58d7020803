//===- ControlOps.cpp - onnx: branches and loops --------------------------===//
//
// Registers the operators of ControlOps.td and holds their hand-written
// methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/ControlOps.h"

#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

void ONNXDialect::registerControlOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/ControlOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/ControlOps.cpp.inc"

/// Checks the numbers of values that the block of a region takes and yields;
/// `what` is "branch" or "body".
static LogicalResult verifyRegion(Operation *op, StringRef what, Region &region,
                                  size_t numArguments, size_t numYielded) {
  if (region.getNumArguments() != numArguments)
    return op->emitOpError("has a ")
           << what << " with " << region.getNumArguments()
           << " arguments, expected " << numArguments;
  Operation *yield = region.front().getTerminator();
  if (yield->getNumOperands() == numYielded)
    return success();
  InFlightDiagnostic error = op->emitOpError("has a ")
                             << what << " that yields "
                             << yield->getNumOperands() << " values, expected "
                             << numYielded;
  error.attachNote(yield->getLoc()) << "yielded here";
  return error;
}

/// Every loop-carried value needs a result.
static LogicalResult verifyCarried(Operation *op, size_t numCarried) {
  if (op->getNumResults() >= numCarried)
    return success();
  return op->emitOpError("has ") << op->getNumResults() << " results, but "
                                 << numCarried << " carried values";
}

LogicalResult IfOp::verify() {
  for (Region *branch : {&getThenBranch(), &getElseBranch()})
    if (failed(verifyRegion(*this, "branch", *branch, 0, getNumResults())))
      return failure();
  return success();
}

LogicalResult LoopOp::verify() {
  if (failed(verifyCarried(*this, getVInitial().size())))
    return failure();
  // The body takes the iteration number and the condition, and yields the
  // condition.
  return verifyRegion(*this, "body", getBody(), getVInitial().size() + 2,
                      getNumResults() + 1);
}

LogicalResult ScanOp::verify() {
  int64_t numInputs = getNumOperands(), numScanned = getNumScanInputs();
  if (numScanned < 1 || numScanned > numInputs)
    return emitOpError("attribute 'num_scan_inputs' is ")
           << numScanned << ", expected in [1, " << numInputs << "]";
  if (failed(verifyCarried(*this, numInputs - numScanned)))
    return failure();
  return verifyRegion(*this, "body", getBody(), numInputs, getNumResults());
}

LogicalResult SequenceMapOp::verify() {
  return verifyRegion(*this, "body", getBody(), getNumOperands(),
                      getNumResults());
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// The common type of two values.
static Type joinValues(Type a, Type b, const Twine &what,
                       TypeInference &types) {
  Type type = joinTypes(a, b);
  if (!type)
    types.fail("has " + what + " of different types, expected one");
  return type ? type : a;
}

/// Adds the type of tensors that are stacked along a new axis.
static void addStacked(Type type, AffineExpr size, int64_t axis,
                       TypeInference &types) {
  auto tensor = dyn_cast<TensorType>(type);
  if (!tensor)
    return types.fail("has a scan output that is not a tensor");
  if (!tensor.hasRank())
    return types.addUnranked(tensor.getElementType());
  sym::DimList dims(sym::getDims(cast<RankedTensorType>(tensor)), &types);
  axis = types.axis(axis, dims.size() + 1, "scan_output_axes");
  dims.insert(dims.begin() + axis, size);
  types.add(dims, tensor.getElementType());
}

void IfOp::inferTypes(Adaptor op, TypeInference &types) {
  types.expectSingle(op.getCond(), "cond");
  Operation *first = types.yield(op.getThenBranch());
  Operation *second =
      first ? types.yield(op.getElseBranch(), first->getNumOperands())
            : nullptr;
  if (!second)
    return;
  // The verifier refuses a second branch that yields more.
  for (auto [index, a, b] : llvm::enumerate(
           first->getOperandTypes(), TypeRange(second->getOperandTypes())
                                         .take_front(first->getNumOperands())))
    types.add(
        joinValues(a, b, "branches that yield value " + Twine(index), types));
}

/// The type with only its static sizes.
static Type withConstantSizes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor
             ? RankedTensorType::get(tensor.getShape(), tensor.getElementType())
             : type;
}

/// Whether the trip count of a loop is known to be at least 1.
static bool hasIteration(Value bound, TypeInference &types) {
  if (!isPresent(bound))
    return false;
  AffineExpr count = types.size(bound);
  return count && types.isAtLeast(count, 1, bound);
}

void LoopOp::inferTypes(Adaptor op, TypeInference &types) {
  size_t numCarried = op.getVInitial().size();
  Operation *yield = types.yield(op.getBody(), numCarried + 1);
  if (!yield)
    return;
  // A zero-trip loop returns the initial values.
  TypeRange yielded = TypeRange(yield->getOperandTypes()).drop_front();
  for (auto [index, initial] : llvm::enumerate(op.getVInitial()))
    types.add(joinValues(initial.getType(), yielded[index],
                         "carried value " + Twine(index), types));
  // A zero-trip loop does not know the dynamic sizes of its scan outputs.
  bool runs = !isPresent(op.getCond()) && hasIteration(op.getM(), types);
  for (Type type : yielded.drop_front(numCarried))
    addStacked(runs ? type : withConstantSizes(type), AffineExpr(), 0, types);
}

/// Element `index` of a list that may be absent or too short.
static int64_t getOr(std::optional<ArrayRef<int64_t>> list, size_t index,
                     int64_t absent) {
  return list && index < list->size() ? (*list)[index] : absent;
}

void ScanOp::inferTypes(Adaptor op, TypeInference &types) {
  ValueRange operands = op.getOperands();
  // The verifier has refused other numbers.
  int64_t numScanned =
      std::clamp<int64_t>(op.getNumScanInputs(), 0, operands.size());
  int64_t numCarried = int64_t(operands.size()) - numScanned;
  Operation *yield = types.yield(op.getBody(), numCarried);
  if (!yield)
    return;
  size_t numStacked = yield->getNumOperands() - numCarried;
  types.expectLength(op.getScanInputAxes(), numScanned, "scan_input_axes");
  types.expectLength(op.getScanOutputAxes(), numStacked, "scan_output_axes");
  auto expectDirections = [&](std::optional<ArrayRef<int64_t>> list,
                              size_t length, StringRef attribute) {
    types.expectLength(list, length, attribute);
    for (int64_t direction : list.value_or(ArrayRef<int64_t>()))
      types.expectFlag(direction, attribute);
  };
  expectDirections(op.getScanInputDirections(), numScanned,
                   "scan_input_directions");
  expectDirections(op.getScanOutputDirections(), numStacked,
                   "scan_output_directions");
  AffineExpr steps;
  for (auto [index, input] : llvm::enumerate(operands.drop_front(numCarried))) {
    sym::DimList dims = types.dims(input);
    int64_t axis = types.axis(getOr(op.getScanInputAxes(), index, 0),
                              dims.size(), "scan_input_axes");
    steps = types.same(steps, dims[axis], "the scanned dimension");
  }
  for (auto [index, type] : llvm::enumerate(yield->getOperandTypes())) {
    if (int64_t(index) < numCarried)
      types.add(joinValues(operands[index].getType(), type,
                           "carried value " + Twine(index), types));
    else
      addStacked(type, steps,
                 getOr(op.getScanOutputAxes(), index - numCarried, 0), types);
  }
}

void SequenceMapOp::inferTypes(Adaptor op, TypeInference &types) {
  if (Operation *yield = types.yield(op.getBody()))
    for (Type type : yield->getOperandTypes())
      types.addSequence(type);
}
