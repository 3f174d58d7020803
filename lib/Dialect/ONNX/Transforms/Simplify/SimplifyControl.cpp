//===- SimplifyControl.cpp - Simplification of If, Loop and Scan ----------===//
//
// Inlines a branch with a constant condition and a loop with at most one
// iteration. Removes loop-carried values that do not change or have no users,
// and unused results of an If. Hoists loop-invariant operations.
//
//===----------------------------------------------------------------------===//

#include "SimplifyControl.h"

#include "torch-onnx/Dialect/ONNX/IR/ActivationOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ControlOps.h"
#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LinearOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LogicalOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ReduceOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

Value simplify::withType(OpBuilder &builder, Location loc, Value value,
                         Type type) {
  if (value.getType() == type)
    return value;
  return IdentityOp::create(builder, loc, type, value);
}

Value simplify::createScalar(OpBuilder &builder, Location loc,
                             Attribute value) {
  auto number = cast<IntegerAttr>(value);
  auto type = RankedTensorType::get({}, number.getType());
  return createConstant(builder, loc, DenseElementsAttr::get(type, value));
}

std::optional<int64_t> simplify::getNumber(Value value) {
  if (!isPresent(value))
    return std::nullopt;
  DenseElementsAttr elements = WeightReader().getElements(value);
  if (!elements || elements.getNumElements() != 1 ||
      !elements.getElementType().isInteger())
    return std::nullopt;
  APInt number = *elements.value_begin<APInt>();
  return elements.getElementType().isInteger(1) ? number.getZExtValue()
                                                : number.getSExtValue();
}

/// Moves the operations of a region before `op` and replaces its block
/// arguments by `arguments`. Returns the yielded values.
static SmallVector<Value> inlineRegion(PatternRewriter &rewriter, Operation *op,
                                       Region &region, ValueRange arguments) {
  Block &block = region.front();
  Operation *yield = block.getTerminator();
  SmallVector<Value> values;
  for (auto [argument, value] :
       llvm::zip_equal(block.getArguments(), arguments))
    values.push_back(
        withType(rewriter, op->getLoc(), value, argument.getType()));
  rewriter.inlineBlockBefore(&block, op, values);
  SmallVector<Value> yielded(yield->getOperands());
  rewriter.eraseOp(yield);
  return yielded;
}

static void replaceWithTypes(PatternRewriter &rewriter, Operation *op,
                             ArrayRef<Value> values) {
  SmallVector<Value> typed;
  for (auto [result, value] : llvm::zip_equal(op->getResults(), values))
    typed.push_back(withType(rewriter, op->getLoc(), value, result.getType()));
  rewriter.replaceOp(op, typed);
}

//===----------------------------------------------------------------------===//
// Inlining
//===----------------------------------------------------------------------===//

static LogicalResult inlineIf(IfOp op, PatternRewriter &rewriter,
                              const Options &) {
  std::optional<int64_t> condition = getNumber(op.getCond());
  if (!condition)
    return failure();
  Region &taken = *condition ? op.getThenBranch() : op.getElseBranch();
  replaceWithTypes(rewriter, op, inlineRegion(rewriter, op, taken, {}));
  return success();
}

/// Creates empty scan outputs; nothing if a size is not statically known.
static std::optional<SmallVector<Value>> createEmpty(PatternRewriter &rewriter,
                                                     const Form &form) {
  SmallVector<DenseElementsAttr> values;
  for (Value result : form.op->getResults().drop_front(form.numCarried)) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type || type.getRank() == 0 || !type.getElementType().isIntOrFloat() ||
        llvm::any_of(type.getShape().drop_front(), ShapedType::isDynamic))
      return std::nullopt;
    SmallVector<int64_t> shape(type.getShape());
    shape.front() = 0;
    values.push_back(DenseElementsAttr::get(
        RankedTensorType::get(shape, type.getElementType()),
        ArrayRef<Attribute>()));
  }
  SmallVector<Value> constants;
  for (DenseElementsAttr value : values)
    constants.push_back(createConstant(rewriter, form.op->getLoc(), value));
  return constants;
}

/// Adds the scan axis to the scan outputs of a single iteration.
static bool stackOutputs(PatternRewriter &rewriter, const Form &form,
                         MutableArrayRef<Value> outputs,
                         std::optional<ArrayRef<int64_t>> axes) {
  ONNXBuilder b(rewriter, form.op->getLoc());
  for (auto [index, output] : llvm::enumerate(outputs)) {
    int64_t rank = cast<RankedTensorType>(output.getType()).getRank() + 1;
    int64_t axis = axes && index < axes->size() ? (*axes)[index] : 0;
    output = b.Unsqueeze(output, normalizeAxis(axis, rank));
  }
  return !b.hasFailed();
}

/// Whether all scan inputs and outputs are tensors of known rank.
static bool hasRanks(const Form &form) {
  for (unsigned i = 0; i < form.numOutputs; ++i)
    if (!isa<RankedTensorType>(form.yielded(form.numCarried + i).getType()))
      return false;
  return true;
}

static LogicalResult inlineLoop(LoopOp op, PatternRewriter &rewriter,
                                const Options &) {
  Form form(op);
  Value bound = op.getM(), first = op.getCond();
  std::optional<int64_t> count = getNumber(bound), condition = getNumber(first);
  if ((count && *count <= 0) || (condition && !*condition)) {
    std::optional<SmallVector<Value>> empty = createEmpty(rewriter, form);
    if (!empty)
      return failure();
    SmallVector<Value> values(op.getVInitial());
    values.append(*empty);
    replaceWithTypes(rewriter, op, values);
    return success();
  }
  // Whether the first iteration runs is known. Whether a second one follows
  // depends on the trip count or on the condition that the body yields.
  bool begins = (!isPresent(bound) || count) &&
                (!isPresent(first) || condition.has_value());
  std::optional<int64_t> next =
      getNumber(op.getBody().front().getTerminator()->getOperand(0));
  bool ends = count == 1 || (next && !*next);
  if (!begins || !ends || !hasRanks(form))
    return failure();
  SmallVector<Value> arguments = {
      createScalar(rewriter, op.getLoc(), rewriter.getI64IntegerAttr(0)),
      createScalar(rewriter, op.getLoc(), rewriter.getBoolAttr(true))};
  llvm::append_range(arguments, op.getVInitial());
  SmallVector<Value> values =
      inlineRegion(rewriter, op, op.getBody(), arguments);
  values.erase(values.begin());
  stackOutputs(rewriter, form,
               MutableArrayRef(values).drop_front(form.numCarried),
               std::nullopt);
  replaceWithTypes(rewriter, op, values);
  return success();
}

/// The number of iterations of a Scan, if it is statically known.
static std::optional<int64_t> getSteps(ScanOp op) {
  Form form(op);
  std::optional<ArrayRef<int64_t>> axes = op.getScanInputAxes();
  for (unsigned i = 0; i < form.numScanned; ++i) {
    auto type =
        dyn_cast<RankedTensorType>(form.initial(form.numCarried + i).getType());
    if (!type || type.getRank() == 0)
      continue;
    int64_t axis = normalizeAxis(axes && i < axes->size() ? (*axes)[i] : 0,
                                 type.getRank());
    if (!type.isDynamicDim(axis))
      return type.getDimSize(axis);
  }
  return std::nullopt;
}

static LogicalResult inlineScan(ScanOp op, PatternRewriter &rewriter,
                                const Options &) {
  Form form(op);
  if (getSteps(op) != 1 || !hasRanks(form))
    return failure();
  ONNXBuilder b(rewriter, op.getLoc());
  std::optional<ArrayRef<int64_t>> axes = op.getScanInputAxes();
  std::optional<SmallVector<int64_t>> outputAxes;
  if (std::optional<ArrayRef<int64_t>> given = op.getScanOutputAxes())
    outputAxes = SmallVector<int64_t>(*given);
  SmallVector<Value> arguments(op.getOperands().take_front(form.numCarried));
  for (unsigned i = 0; i < form.numScanned; ++i) {
    Value input = form.initial(form.numCarried + i);
    auto type = dyn_cast<RankedTensorType>(input.getType());
    if (!type)
      return failure();
    arguments.push_back(b.Squeeze(
        input, normalizeAxis(axes && i < axes->size() ? (*axes)[i] : 0,
                             type.getRank())));
  }
  SmallVector<Value> values =
      inlineRegion(rewriter, op, op.getBody(), arguments);
  stackOutputs(rewriter, form,
               MutableArrayRef(values).drop_front(form.numCarried),
               outputAxes ? std::optional<ArrayRef<int64_t>>(*outputAxes)
                          : std::nullopt);
  replaceWithTypes(rewriter, op, values);
  return success();
}

//===----------------------------------------------------------------------===//
// Carried values
//===----------------------------------------------------------------------===//

/// Replaces a loop-carried value that no iteration changes by its initial
/// value.
static LogicalResult forwardCarried(Operation *op, PatternRewriter &rewriter,
                                    const Options &) {
  Form form(op);
  bool changed = false;
  for (unsigned i = 0; i < form.numCarried; ++i) {
    BlockArgument argument = form.argument(i);
    OpResult result = op->getResult(i);
    if (form.yielded(i) != argument)
      continue;
    Operation *yield = form.body.front().getTerminator();
    auto isRead = [&](OpOperand &use) {
      return use.getOwner() != yield ||
             use.getOperandNumber() != form.firstYielded + i;
    };
    if (llvm::none_of(argument.getUses(), isRead) && result.use_empty())
      continue;
    rewriter.setInsertionPoint(op);
    Value initial = form.initial(i);
    Value inside =
        withType(rewriter, op->getLoc(), initial, argument.getType());
    rewriter.replaceUsesWithIf(argument, inside, isRead);
    rewriter.replaceAllUsesWith(
        result, withType(rewriter, op->getLoc(), initial, result.getType()));
    changed = true;
  }
  return success(changed);
}

/// Finds the operations of the body and the carried values that used results
/// depend on.
static void findNeeded(const Form &form, llvm::BitVector &carried,
                       llvm::DenseSet<Operation *> &operations) {
  Block &block = form.body.front();
  SmallVector<Value> worklist;
  auto needCarried = [&](unsigned i) {
    if (carried.test(i))
      return;
    carried.set(i);
    worklist.push_back(form.yielded(i));
  };
  for (unsigned i = 0; i < form.numCarried; ++i)
    if (!form.op->getResult(i).use_empty())
      needCarried(i);
  for (unsigned i = 0; i < form.numOutputs; ++i)
    if (!form.op->getResult(form.numCarried + i).use_empty())
      worklist.push_back(form.yielded(form.numCarried + i));
  if (form.firstYielded) // The condition.
    worklist.push_back(block.getTerminator()->getOperand(0));
  auto need = [&](Operation *op) {
    op = block.findAncestorOpInBlock(*op);
    if (!op || !operations.insert(op).second)
      return;
    op->walk([&](Operation *inner) {
      llvm::append_range(worklist, inner->getOperands());
    });
  };
  for (Operation &op : block.without_terminator())
    if (!isMemoryEffectFree(&op))
      need(&op);
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (Operation *op = value.getDefiningOp()) {
      if (form.body.isAncestor(op->getParentRegion()))
        need(op);
      continue;
    }
    auto argument = cast<BlockArgument>(value);
    if (argument.getOwner() != &block)
      continue;
    unsigned number = argument.getArgNumber();
    if (number >= form.firstArgument &&
        number < form.firstArgument + form.numCarried)
      needCarried(number - form.firstArgument);
  }
}

/// Removes the entries of erased values from a list attribute.
static void keepEntries(NamedAttrList &attrs, StringRef name,
                        const llvm::BitVector &kept) {
  auto list = dyn_cast_if_present<DenseI64ArrayAttr>(attrs.get(name));
  if (!list)
    return;
  SmallVector<int64_t> entries;
  for (auto [index, entry] : llvm::enumerate(list.asArrayRef()))
    if (index >= kept.size() || kept.test(index))
      entries.push_back(entry);
  attrs.set(name, DenseI64ArrayAttr::get(list.getContext(), entries));
}

/// Replaces `op` by an operation with its regions and the results in `kept`.
static void replaceBySmaller(Operation *op, ValueRange operands,
                             ArrayRef<NamedAttribute> attrs,
                             const llvm::BitVector &kept,
                             PatternRewriter &rewriter) {
  SmallVector<Type> types;
  for (unsigned index : kept.set_bits())
    types.push_back(op->getResult(index).getType());
  OperationState state(op->getLoc(), op->getName(), operands, types, attrs);
  for (Region &region : op->getRegions()) {
    Region *moved = state.addRegion();
    rewriter.inlineRegionBefore(region, *moved, moved->end());
  }
  Operation *smaller = rewriter.create(state);
  for (auto [index, old] : llvm::enumerate(kept.set_bits()))
    rewriter.replaceAllUsesWith(op->getResult(old), smaller->getResult(index));
  rewriter.eraseOp(op);
}

/// Removes loop-carried values and scan outputs without users.
static LogicalResult removeUnread(Operation *op, PatternRewriter &rewriter,
                                  const Options &) {
  Form form(op);
  llvm::BitVector carried(form.numCarried), outputs(form.numOutputs);
  llvm::DenseSet<Operation *> needed;
  findNeeded(form, carried, needed);
  for (unsigned i = 0; i < form.numOutputs; ++i)
    outputs[i] = !op->getResult(form.numCarried + i).use_empty();
  // A loop without used results is dead.
  if ((carried.all() && outputs.all()) || (carried.none() && outputs.none()))
    return failure();

  Block &block = form.body.front();
  Operation *yield = block.getTerminator();
  SmallVector<Value> operands(op->getOperands().take_front(form.firstOperand));
  SmallVector<Value> yielded(
      yield->getOperands().take_front(form.firstYielded));
  llvm::BitVector removed(block.getNumArguments()), kept(carried);
  kept.resize(op->getNumResults());
  for (unsigned i = 0; i < form.numCarried; ++i) {
    if (!carried.test(i)) {
      removed.set(form.firstArgument + i);
      continue;
    }
    operands.push_back(form.initial(i));
    yielded.push_back(form.yielded(i));
  }
  llvm::append_range(operands, op->getOperands().drop_front(form.firstOperand +
                                                            form.numCarried));
  for (unsigned i : outputs.set_bits()) {
    yielded.push_back(form.yielded(form.numCarried + i));
    kept.set(form.numCarried + i);
  }
  rewriter.modifyOpInPlace(yield, [&] { yield->setOperands(yielded); });
  SmallVector<Operation *> unneeded;
  for (Operation &inner : block.without_terminator())
    if (!needed.contains(&inner))
      unneeded.push_back(&inner);
  for (Operation *inner : llvm::reverse(unneeded))
    rewriter.eraseOp(inner);
  rewriter.modifyOpInPlace(op, [&] { block.eraseArguments(removed); });

  NamedAttrList attrs(op->getAttrDictionary());
  keepEntries(attrs, "scan_output_axes", outputs);
  keepEntries(attrs, "scan_output_directions", outputs);
  replaceBySmaller(op, operands, attrs.getAttrs(), kept, rewriter);
  return success();
}

/// Removes unused results of an If.
static LogicalResult removeUnreadOfIf(IfOp op, PatternRewriter &rewriter,
                                      const Options &) {
  llvm::BitVector unread(op->getNumResults());
  for (OpResult result : op->getResults())
    unread[result.getResultNumber()] = result.use_empty();
  if (unread.none() || unread.all())
    return failure();
  for (Region &branch : op->getRegions()) {
    Operation *yield = branch.front().getTerminator();
    rewriter.modifyOpInPlace(yield, [&] { yield->eraseOperands(unread); });
  }
  replaceBySmaller(op, op->getOperands(), op->getAttrs(), unread.flip(),
                   rewriter);
  return success();
}

//===----------------------------------------------------------------------===//
// Invariant code
//===----------------------------------------------------------------------===//

static bool isStatic(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return isa<NoneType>(type) || (tensor && tensor.hasStaticShape());
}

/// Whether an operation fails for no operand, so that it may be hoisted out of
/// a loop that may have no iterations: it does not index, divide, or require
/// dynamic sizes to be equal.
static bool neverFails(Operation *op) {
  if (isa<AbsOp, CastOp, CeilOp, CosOp, ErfOp, ExpOp, FloorOp, IdentityOp,
          LogOp, NegOp, NotOp, ReciprocalOp, ReluOp, ShapeOp, SigmoidOp, SignOp,
          SinOp, SoftplusOp, SqrtOp, TanhOp, TransposeOp, UnsqueezeOp>(op))
    return true;
  return isa<AddOp, AndOp, ConcatOp, EqualOp, GemmOp, GreaterOp,
             GreaterOrEqualOp, LessOp, LessOrEqualOp, MatMulOp, MaxOp, MinOp,
             MulOp, OrOp, PowOp, ReduceMaxOp, ReduceMeanOp, ReduceMinOp,
             ReduceSumOp, SoftmaxOp, SqueezeOp, SubOp, WhereOp, XorOp>(op) &&
         llvm::all_of(op->getOperandTypes(), isStatic) &&
         llvm::all_of(op->getResultTypes(), isStatic);
}

bool simplify::runsAtLeastOnce(Operation *op) {
  if (auto scan = dyn_cast<ScanOp>(op))
    return getSteps(scan).value_or(0) >= 1;
  auto loop = cast<LoopOp>(op);
  return (!isPresent(loop.getM()) || getNumber(loop.getM()).value_or(0) >= 1) &&
         (!isPresent(loop.getCond()) ||
          getNumber(loop.getCond()).value_or(0) != 0);
}

/// Hoists loop-invariant operations.
static LogicalResult hoistInvariant(Operation *op, PatternRewriter &rewriter,
                                    const Options &) {
  Region &body = op->getRegion(0);
  bool isCertain = runsAtLeastOnce(op);
  auto isOutside = [&](Value value) {
    return !body.isAncestor(value.getParentRegion());
  };
  bool changed = false;
  for (Operation &inner :
       llvm::make_early_inc_range(body.front().without_terminator())) {
    // A constant is hoisted with its users; onnx-deduplicate hoists all others.
    if (inner.hasTrait<OpTrait::ConstantLike>() || inner.getNumRegions() != 0 ||
        !isPure(&inner) || !(isCertain || neverFails(&inner)))
      continue;
    SmallVector<Operation *> constants;
    bool isInvariant = true, readsOuter = false;
    for (Value operand : inner.getOperands()) {
      if (isOutside(operand)) {
        readsOuter = true;
        continue;
      }
      Operation *producer = operand.getDefiningOp();
      if (producer && producer->hasTrait<OpTrait::ConstantLike>())
        constants.push_back(producer);
      else
        isInvariant = false;
    }
    // Operations on constants only are folded, or small.
    if (!isInvariant || !readsOuter)
      continue;
    for (Operation *constant : constants)
      if (body.isAncestor(constant->getParentRegion()))
        rewriter.moveOpBefore(constant, op);
    rewriter.moveOpBefore(&inner, op);
    changed = true;
  }
  return success(changed);
}

void simplify::populateControl(Rewrites &rewrites) {
  rewrites.add<IfOp>("inline-branch", inlineIf, 4);
  rewrites.add<LoopOp>("inline-loop", inlineLoop, 4);
  rewrites.add<ScanOp>("inline-loop", inlineScan, 4);
  populateLoops(rewrites);
  rewrites.addFor<LoopOp, ScanOp>("forward-carried", forwardCarried, 3);
  rewrites.addFor<LoopOp, ScanOp>("remove-unread", removeUnread, 2);
  rewrites.add<IfOp>("remove-unread", removeUnreadOfIf, 2);
  rewrites.addFor<LoopOp, ScanOp>("hoist-invariant", hoistInvariant, 1);
}
