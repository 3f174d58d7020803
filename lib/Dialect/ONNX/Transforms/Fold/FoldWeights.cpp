//===- FoldWeights.cpp - Folds operations on weights ----------------------===//
//
// The pass onnx-fold-weights, and a step of onnx-simplify. See Passes.td.
//
// Operations whose operands are all constants or results of such operations
// form groups: a standardized weight of a convolution, a table of relative
// positions, the sine of all positions. A group is folded as a whole if the
// model does not grow much: its results with other users replace constants that
// become unused.
//
// This is linear: one walk evaluates (large results are expressions, which read
// no bytes), one walk replaces.
//
//===----------------------------------------------------------------------===//

#include "EvaluateConstants.h"
#include "Simplify/SimplifySupport.h"

#include "torch-onnx/Dialect/ONNX/IR/ONNXDialect.h"
#include "torch-onnx/Dialect/ONNX/IR/ShapeUtils.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/ONNX/Transforms/Passes.h"
#include "torch-onnx/Dialect/Weight/IR/Reader.h"
#include "torch-onnx/Dialect/Weight/IR/Views.h"
#include "torch-onnx/Transforms/Origin.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/SetVector.h"

namespace torch_onnx::onnx {
#define GEN_PASS_DEF_FOLDWEIGHTS
#include "torch-onnx/Dialect/ONNX/Transforms/Passes.h.inc"
} // namespace torch_onnx::onnx

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;

/// The largest result in memory, unless it is an expression.
static constexpr int64_t maxResultBytes = int64_t(4) << 20;
/// The largest total size of these results.
static constexpr int64_t maxMemory = int64_t(32) << 20;
/// The growth of the model by computed elements that is allowed: a sixteenth of
/// its constants, or this much. Tables of relative positions are larger than
/// their operands.
static constexpr int64_t minGrowth = int64_t(1) << 20;
static constexpr int64_t growthShare = 16;
/// The growth that is allowed for a table that reads no weight: the model can
/// compute positions itself, in less space.
static constexpr int64_t maxCountedBytes = int64_t(128) << 10;

static int64_t getBytes(Value value) {
  return weight::getByteSize(cast<ShapedType>(value.getType()));
}

/// Whether a constant has bytes of a weight in a file, or is computed from them
/// when it is written.
static bool isStoredWeight(ElementsAttr value) {
  if (auto expr = dyn_cast<weight::ExprAttr>(value))
    return llvm::any_of(expr.getOperands(), isStoredWeight);
  return isa<weight::FileAttr>(value) &&
         weight::getByteSize(value.getShapedType()) > kMaxDuplicatedBytes;
}

namespace {
class WeightFolder {
public:
  WeightFolder(func::FuncOp function, const Options &options)
      : block(function.front()), options(options) {}

  /// Returns the new constants and the constants that lost users.
  SmallVector<Value> run();

private:
  /// The elements of all operands; nullopt if one is not constant.
  std::optional<SmallVector<ElementsAttr>> getOperands(Operation *op);
  void evaluateAll();
  void findGroups();
  SmallVector<Value> replaceGroups();

  bool isFolded(Operation *op) const { return index.contains(op); }
  /// Whether an operation that is not folded uses a value.
  bool isResult(Value value) const {
    return llvm::any_of(value.getUsers(),
                        [&](Operation *user) { return !isFolded(user); });
  }

  /// Whether a result is a repeated number, for which an Expand takes less
  /// space than a constant.
  bool isBroadcastNumber(Value value) const {
    // The Expand is not legalized any more, and runtimes only have kernels for
    // these types.
    Type type = getElementTypeOrSelf(value.getType());
    return (type.isF32() || type.isF64() || type.isF16() || type.isInteger(1) ||
            type.isSignlessInteger(32) || type.isSignlessInteger(64)) &&
           isRepeatedNumber(value);
  }
  bool isRepeatedNumber(Value value) const {
    auto elements = dyn_cast<DenseElementsAttr>(values.lookup(value));
    return elements && elements.isSplat() &&
           getBytes(value) > kMaxDuplicatedBytes;
  }
  Value broadcastNumber(OpBuilder &builder, Location loc, Value value);

  Block &block;
  const Options &options;
  /// The foldable operations in program order, and their values.
  SmallVector<Operation *, 0> ops;
  DenseMap<Operation *, unsigned> index;
  DenseMap<Value, ElementsAttr> values;
  llvm::IntEqClasses groups;
  int64_t memory = 0;

  struct Group {
    /// The bytes of its results, and of the constants that only this group
    /// uses.
    int64_t results = 0, dying = 0;
    bool mayGrow = true, readsWeights = false, isWorthIt = false;
  };
  SmallVector<Group, 0> costs;
};
} // namespace

std::optional<SmallVector<ElementsAttr>>
WeightFolder::getOperands(Operation *op) {
  SmallVector<ElementsAttr> operands;
  for (Value operand : op->getOperands()) {
    if (!isPresent(operand)) {
      operands.push_back({});
      continue;
    }
    ElementsAttr value = values.lookup(operand);
    if (!value)
      value = getConstant(operand);
    if (!value || (!options.rewriteWeights && isStoredWeight(value)))
      return std::nullopt;
    operands.push_back(value);
  }
  return operands;
}

/// Gives results of an operation on constants the static sizes that the
/// operands determine. Their sizes are symbols if the program reads them from
/// data, and the data is constant.
static void refineResults(Operation *op) {
  auto rule = dyn_cast<InferTypeOpInterface>(op);
  auto isDynamic = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && !tensor.hasStaticShape();
  };
  if (!rule || op->getNumRegions() != 0 ||
      llvm::none_of(op->getResultTypes(), isDynamic))
    return;
  // Other users, such as a return or a loop, declare the types of their
  // operands.
  for (Operation *user : op->getUsers())
    if (!isa<ONNXDialect>(user->getDialect()) || user->getNumRegions() != 0 ||
        user->hasTrait<OpTrait::IsTerminator>())
      return;
  SmallVector<Type> types(op->getResultTypes());
  if (failed(rule.inferReturnTypes(op->getContext(), std::nullopt,
                                   op->getOperands(), op->getAttrDictionary(),
                                   op->getPropertiesStorage(), op->getRegions(),
                                   types)))
    return;
  for (auto [result, type] : llvm::zip(op->getResults(), types))
    if (areCompatible(type, result.getType()))
      result.setType(refineType(result.getType(), type));
}

void WeightFolder::evaluateAll() {
  for (Operation &op : block) {
    auto operands = op.use_empty() || op.getNumOperands() == 0
                        ? std::nullopt
                        : getOperands(&op);
    if (!operands)
      continue;
    refineResults(&op);
    if (!isEvaluable(&op, /*exact=*/!options.fuse))
      continue;
    SmallVector<std::pair<Value, ElementsAttr>> results;
    for (OpResult result : op.getResults()) {
      if (result.use_empty())
        continue;
      ElementsAttr value = evaluate(result, *operands, maxResultBytes);
      if (!value || value.getType() != result.getType())
        break;
      if (isa<DenseResourceElementsAttr>(value) &&
          (memory += getBytes(result)) > maxMemory)
        return;
      results.emplace_back(result, value);
    }
    if (static_cast<int64_t>(results.size()) !=
        llvm::count_if(op.getResults(),
                       [](Value result) { return !result.use_empty(); }))
      continue;
    values.insert(results.begin(), results.end());
    index[&op] = ops.size();
    ops.push_back(&op);
  }
}

/// Operations that use each other's results or share a weight are in one group.
void WeightFolder::findGroups() {
  groups.grow(ops.size());
  DenseMap<Operation *, unsigned> firstUser;
  for (auto [number, op] : llvm::enumerate(ops))
    for (Value operand : op->getOperands()) {
      Operation *producer = operand.getDefiningOp();
      if (!producer)
        continue;
      if (auto it = index.find(producer); it != index.end())
        groups.join(number, it->second);
      else if (isPresent(operand) && getBytes(operand) > kMaxDuplicatedBytes)
        groups.join(number,
                    firstUser.try_emplace(producer, number).first->second);
    }
  groups.compress();
  costs.resize(groups.getNumClasses());
  for (auto [number, op] : llvm::enumerate(ops)) {
    costs[groups[number]].readsWeights |=
        llvm::any_of(op->getOperands(), [](Value operand) {
          ElementsAttr constant = getConstant(operand);
          return constant && isStoredWeight(constant);
        });
    Group &group = costs[groups[number]];
    for (Value result : op->getResults()) {
      if (!isResult(result))
        continue;
      // A weight must not be written in two forms. A repeated number is written
      // once.
      if (isBroadcastNumber(result)) {
        group.results += 8 * cast<ShapedType>(result.getType()).getRank();
        continue;
      }
      group.results += getBytes(result);
      group.mayGrow &=
          !isStoredWeight(values[result]) && !isRepeatedNumber(result);
    }
  }

  // Equal constants are one operation after onnx-deduplicate, except in
  // subgraphs.
  for (auto [number, op] : llvm::enumerate(ops))
    for (Value operand : op->getOperands()) {
      Operation *constant = operand.getDefiningOp();
      auto it = firstUser.find(constant);
      if (it == firstUser.end() || it->second != number ||
          !llvm::all_of(constant->getUsers(),
                        [&](Operation *user) { return isFolded(user); }))
        continue;
      firstUser.erase(it);
      costs[groups[number]].dying += getBytes(operand);
    }
}

Value WeightFolder::broadcastNumber(OpBuilder &builder, Location loc,
                                    Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  auto splat = cast<DenseElementsAttr>(values[value]);
  Value number = createConstant(
      builder, loc,
      splat.resizeSplat(RankedTensorType::get({}, type.getElementType())));
  Value shape =
      createConstant(builder, loc, builder.getI64TensorAttr(type.getShape()));
  return ExpandOp::create(builder, loc, type, number, shape);
}

SmallVector<Value> WeightFolder::replaceGroups() {
  int64_t total = 0;
  for (Operation &op : block)
    if (ElementsAttr value =
            op.getNumResults() ? getConstant(op.getResult(0)) : ElementsAttr())
      total += weight::getCheckedByteSize(value.getShapedType()).value_or(0);
  int64_t growth = std::max(minGrowth, total / growthShare);
  SmallVector<Value> changed;
  for (Group &group : costs) {
    int64_t more = group.results - group.dying;
    int64_t room = !group.mayGrow       ? 0
                   : group.readsWeights ? growth
                                        : std::min(growth, maxCountedBytes);
    group.isWorthIt = more <= room;
    if (group.isWorthIt && more > 0)
      growth -= more;
  }
  for (auto [number, op] : llvm::enumerate(ops)) {
    if (!costs[groups[number]].isWorthIt)
      continue;
    OpBuilder builder(op);
    Location loc = withoutValueNames(op->getLoc());
    for (OpResult result : op->getResults()) {
      if (!isResult(result))
        continue;
      if (isBroadcastNumber(result)) {
        // It already has this form.
        if (isa<ExpandOp>(op) && getConstant(op->getOperand(0)))
          continue;
        changed.push_back(broadcastNumber(builder, loc, result));
      } else {
        changed.push_back(createConstant(builder, loc, values[result]));
      }
      passValueName(result, changed.back());
      result.replaceAllUsesWith(changed.back());
    }
  }
  // Erases dead operations and the constants that only they used.
  for (size_t number = ops.size(); number-- > 0;) {
    Operation *op = ops[number];
    if (!op->use_empty() || !costs[groups[number]].isWorthIt)
      continue;
    SmallPtrSet<Operation *, 4> constants;
    for (Value operand : op->getOperands())
      if (Operation *producer = operand.getDefiningOp();
          producer && !isFolded(producer))
        constants.insert(producer);
    op->erase();
    for (Operation *constant : constants) {
      if (constant->use_empty()) {
        llvm::erase(changed, constant->getResult(0));
        constant->erase();
      } else {
        changed.push_back(constant->getResult(0));
      }
    }
  }
  return changed;
}

SmallVector<Value> WeightFolder::run() {
  evaluateAll();
  if (ops.empty())
    return {};
  findGroups();
  return replaceGroups();
}

SmallVector<Operation *> simplify::foldWeights(ModuleOp module,
                                               const Options &options) {
  // The distance that patterns look at.
  constexpr unsigned distance = 4;
  llvm::SetVector<Operation *> around;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal())
      continue;
    for (Value value : WeightFolder(function, options).run())
      around.insert(value.user_begin(), value.user_end());
  }
  for (unsigned step = 1, first = 0; step < distance; ++step)
    for (unsigned end = around.size(); first < end; ++first) {
      Operation *op = around[first];
      around.insert(op->user_begin(), op->user_end());
    }
  return around.takeVector();
}

namespace {
class FoldWeights : public onnx::impl::FoldWeightsBase<FoldWeights> {
public:
  using FoldWeightsBase::FoldWeightsBase;

  void runOnOperation() override {
    simplify::Options options;
    options.rewriteWeights = weightsMode != WeightsMode::Reference;
    options.fuse = fuse;
    simplify::foldWeights(getOperation(), options);
  }
};
} // namespace
