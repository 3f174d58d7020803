//===- FoldConstants.cpp - Folding of torch operators on constants --------===//
//
// Decides which operations are folded and by which evaluator. Afterwards no
// operation that an evaluator supports has only constant operands, except those
// that the size policy keeps, and no empty result is computed (runtimes refuse
// empty operands of many operators). Linear: one walk to find the constants and
// one to fold; folding in program order needs no worklist.
//
//===----------------------------------------------------------------------===//

#include "FoldConstantsImpl.h"

#include "torch-onnx/Arithmetic/Tensor.h"
#include "torch-onnx/Dialect/Torch/Inference/Float4.h"
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h"
#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"
#include "torch-onnx/LibTorch/Loader.h"
#include "torch-onnx/Transforms/Origin.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

namespace torch_onnx::torch {
#define GEN_PASS_DEF_FOLDCONSTANTS
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h.inc"
} // namespace torch_onnx::torch

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

static int64_t getBytes(TypeRange types) {
  int64_t bytes = 0;
  for (Type type : types)
    bytes += weight::getCheckedByteSize(cast<ShapedType>(type)).value_or(0);
  return bytes;
}

/// Whether an operator is deterministic, has no effects, and all its results
/// have static sizes.
static bool isCandidate(OperatorOp op) {
  const Schema *schema = op.getSchema();
  return schema && !schema->isMutable() && !schema->isRandom() &&
         op.getNumRegions() == 0 && op.getNumResults() != 0 &&
         llvm::all_of(op.getResultTypes(), isFoldableType) &&
         hasConstantOperands(op);
}

/// Whether the function contains in-place operators: a constant may then be
/// written through one of its views.
static bool writesInPlace(Operation *function) {
  return function
      ->walk([](OperatorOp op) {
        const Schema *schema = op.getSchema();
        return schema && schema->isMutable() ? WalkResult::interrupt()
                                             : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {
class FoldConstants
    : public torch_onnx::torch::impl::FoldConstantsBase<FoldConstants> {
public:
  using FoldConstantsBase::FoldConstantsBase;

  void runOnOperation() override;

private:
  void visit(OperatorOp op);
  std::optional<FoldResults> evaluate(OperatorOp op);
  std::optional<FoldResults> evaluateView(OperatorOp op);
  std::optional<FoldResults> evaluateByLibTorch(OperatorOp op);
  int64_t getDyingBytes(OperatorOp op);
  bool isCarvedUp(ConstantOp constant);
  /// Replaces empty results by constants, whatever the operands are. Returns
  /// true if there were no other results and the operation was erased.
  bool replaceEmptyResults(OperatorOp op);
  void replace(OperatorOp op, ValueRange values);

  llvm::StringSet<> namedOps;
  bool remarkedMissing = false;
  /// The number of constants that refer to a weight: after one of them is
  /// erased, a tied weight is still used.
  llvm::DenseMap<Attribute, unsigned> numHolders;
  /// Cached results of isCarvedUp().
  llvm::DenseMap<Operation *, bool> carvedUp;
};
} // namespace

/// Whether all uses of a weight are views that together have no more bytes than
/// the weight: the parts of a fused projection. Its bytes are then moved into
/// them, not copied.
bool FoldConstants::isCarvedUp(ConstantOp constant) {
  auto [cached, isNew] = carvedUp.try_emplace(constant, false);
  if (!isNew)
    return cached->second;
  int64_t left = getBytes(constant.getType());
  if (numHolders.lookup(constant.getValue()) > 1)
    return false;
  for (Operation *user : constant.getResult().getUsers()) {
    auto op = dyn_cast<OperatorOp>(user);
    if (!op || !isViewOperator(op) ||
        !llvm::all_of(op.getResultTypes(), isFoldableType) ||
        (left -= getBytes(op.getResultTypes())) < 0)
      return false;
  }
  return carvedUp[constant] = true;
}

/// The number of bytes of the constants that only this operation uses.
int64_t FoldConstants::getDyingBytes(OperatorOp op) {
  int64_t bytes = 0;
  SmallPtrSet<Operation *, 4> seen;
  for (Value value : op.getInputs()) {
    auto constant = value.getDefiningOp<ConstantOp>();
    if (!constant || !seen.insert(constant).second ||
        numHolders.lookup(constant.getValue()) > 1 ||
        !llvm::all_of(value.getUsers(),
                      [&](Operation *user) { return user == op; }))
      continue;
    bytes += getBytes(constant.getType());
  }
  return bytes;
}

std::optional<FoldResults> FoldConstants::evaluateView(OperatorOp op) {
  if (weightViews == WeightViews::None)
    return std::nullopt;
  std::optional<FoldResults> results = foldFileView(op);
  if (!results)
    return std::nullopt;
  bool contiguous = llvm::all_of(*results, [](ElementsAttr result) {
    return cast<weight::FileAttr>(result).isContiguous();
  });
  if (!contiguous && weightViews != WeightViews::Any)
    return std::nullopt;
  auto constant = op.getInputs()[0].getDefiningOp<ConstantOp>();
  if (getBytes(op.getResultTypes()) > maxResultBytes && !isCarvedUp(constant))
    return std::nullopt;
  return results;
}

std::optional<FoldResults> FoldConstants::evaluateByLibTorch(OperatorOp op) {
  if (useLibTorch == LibTorchUse::Never ||
      (useLibTorch == LibTorchUse::Auto && !namedOps.contains(op.getTarget())))
    return std::nullopt;
  if (remarkedMissing)
    return std::nullopt;
  std::string reason;
  std::optional<FoldResults> results = foldWithLibTorch(op, reason);
  if (results)
    return results;
  if (!libtorch::getLoadError().empty()) {
    op.emitRemark("not folded, as LibTorch cannot be loaded: ") << reason;
    remarkedMissing = true;
  } else {
    op.emitRemark("not folded by LibTorch: ") << reason;
  }
  return std::nullopt;
}

std::optional<FoldResults> FoldConstants::evaluate(OperatorOp op) {
  // The bytes do not change, so nothing is copied.
  if (std::optional<FoldResults> results = foldFileBitcast(op))
    return results;
  bool isFileView =
      isViewOperator(op) && !op.getInputs().empty() &&
      isa_and_present<weight::FileAttr>(getConstantElements(op.getInputs()[0]));
  if (isFileView)
    if (std::optional<FoldResults> results = evaluateView(op))
      return results;
  // Elements attributes in memory do not support pairs.
  if (hasFloat4Pairs(op))
    return std::nullopt;
  int64_t bytes = getBytes(op.getResultTypes());
  if (bytes > maxResultBytes && bytes > getDyingBytes(op))
    return std::nullopt;
  // Weights by reference must not be copied.
  if (isFileView && weightViews != WeightViews::Any)
    return std::nullopt;
  if (std::optional<FoldResults> results = foldNatively(op))
    return results;
  return evaluateByLibTorch(op);
}

void FoldConstants::replace(OperatorOp op, ValueRange values) {
  // A value may be an operand more than once.
  llvm::SmallSetVector<Operation *, 4> constants;
  for (Value operand : op.getInputs())
    if (auto constant = operand.getDefiningOp<ConstantOp>())
      constants.insert(constant);
  if (!values.empty()) {
    passValueNames(op, values);
    op.replaceAllUsesWith(values);
  }
  op.erase();
  for (Operation *constant : constants) {
    if (!constant->use_empty())
      continue;
    --numHolders[cast<ConstantOp>(constant).getValue()];
    // A later operation may be allocated at the same address.
    carvedUp.erase(constant);
    constant->erase();
  }
}

bool FoldConstants::replaceEmptyResults(OperatorOp op) {
  const Schema *schema = op.getSchema();
  if (!schema || schema->isMutable() || op.getNumRegions() != 0 ||
      hasFloat4Pairs(op))
    return false;
  OpBuilder builder(op);
  for (Value result : op.getResults()) {
    if (result.use_empty() || !isFoldableType(result.getType()) ||
        getBytes(result.getType()) != 0)
      continue;
    ElementsAttr nothing =
        arithmetic::Tensor(cast<RankedTensorType>(result.getType())).toAttr();
    ++numHolders[nothing];
    result.replaceAllUsesWith(
        ConstantOp::create(builder, op.getLoc(), result.getType(),
                           /*name=*/StringAttr(), nothing));
  }
  if (!llvm::all_of(op.getResultTypes(), isFoldableType) ||
      getBytes(op.getResultTypes()) != 0 || op.getNumResults() == 0)
    return false;
  replace(op, {});
  return true;
}

void FoldConstants::visit(OperatorOp op) {
  if (replaceEmptyResults(op) || !isCandidate(op))
    return;
  if (isIdentity(op) && getConstantElements(op.getInputs()[0]))
    return replace(op, op.getInputs()[0]);
  std::optional<FoldResults> results = evaluate(op);
  if (!results)
    return;
  OpBuilder builder(op);
  SmallVector<Value> values;
  for (auto [type, attr] : llvm::zip_equal(op.getResultTypes(), *results)) {
    ++numHolders[attr];
    values.push_back(ConstantOp::create(builder, op.getLoc(), type,
                                        /*name=*/StringAttr(), attr));
  }
  replace(op, values);
}

/// The branch that is always taken; null if the condition is unknown.
static Region *getTakenBranch(IfOp op) {
  Attribute value;
  if (auto constant = op.getCondition().getDefiningOp<ConstantOp>())
    value = constant.getValue();
  else if (!matchPattern(op.getCondition(), m_Constant(&value)))
    return nullptr;
  std::optional<bool> isTrue;
  if (auto flag = dyn_cast<IntegerAttr>(value))
    isTrue = !flag.getValue().isZero();
  auto elements = dyn_cast<DenseElementsAttr>(value);
  if (elements && elements.getNumElements() == 1 &&
      elements.getElementType().isInteger(1))
    isTrue = *elements.value_begin<bool>();
  if (!isTrue)
    return nullptr;
  return *isTrue ? &op.getThenRegion() : &op.getElseRegion();
}

/// Replaces `op` by the branch that is always taken. Users may use other
/// symbols for the sizes of its results, so the values of the branch get the
/// declared types. If this is not possible, nothing is done, and onnx-simplify
/// inlines the branch.
static void inlineTakenBranch(IfOp op) {
  Region *taken = getTakenBranch(op);
  if (!taken)
    return;
  Block &block = taken->front();
  Operation *yield = block.getTerminator();
  // The expressions of numbers are those of the operation.
  for (auto [value, result] :
       llvm::zip_equal(yield->getOperands(), op.getResults()))
    if (!isa<RankedTensorType>(result.getType()))
      return;
    else if (value.getType() != result.getType() &&
             !(value.getDefiningOp<OperatorOp>() && value.hasOneUse() &&
               value.getParentBlock() == &block))
      return;
  for (auto [value, result] :
       llvm::zip_equal(yield->getOperands(), op.getResults())) {
    if (value.getType() != result.getType())
      value.setType(result.getType());
    result.replaceAllUsesWith(value);
  }
  yield->erase();
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         block.getOperations());
  op->erase();
}

void FoldConstants::runOnOperation() {
  namedOps.clear();
  for (const std::string &name : libTorchOps)
    namedOps.insert(name);
  remarkedMissing = false;
  numHolders.clear();
  carvedUp.clear();

  ModuleOp module = getOperation();
  module.walk([&](ConstantOp op) { ++numHolders[op.getValue()]; });
  for (auto function : module.getOps<FunctionOpInterface>()) {
    if (writesInPlace(function))
      continue;
    function->walk([&](OperatorOp op) { visit(op); });
    // Inner branches first, because inlining an outer branch may erase them.
    SmallVector<IfOp> branches;
    function->walk([&](IfOp op) { branches.push_back(op); });
    for (IfOp op : branches)
      inlineTakenBranch(op);
  }
}
