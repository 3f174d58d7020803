//===- ControlFlow.cpp - Branches and loops to ONNX -----------------------===//
//
// torch.if becomes If, torch.while Loop, torch.scan Scan. The regions are moved
// into the ONNX operations and lowered there, after what is in front of them:
// they read values and sizes from outside, while nothing outside reads theirs.
//
// Unlike the other lowerings, these build operations of the torch dialect as
// well (the second copy of a condition), so that they are methods of
// ModuleLowering.
//
//===----------------------------------------------------------------------===//

#include "ModuleLowering.h"

#include "torch-onnx/Dialect/ONNX/IR/ControlOps.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace torch_onnx;
using onnx::ONNXBuilder;

/// Numbers are 0-d tensors in ONNX.
static Type getTensorType(Type type) {
  return type.isIntOrFloat() ? RankedTensorType::get({}, type) : type;
}

static SmallVector<Type> getTensorTypes(TypeRange types) {
  return llvm::map_to_vector(types, getTensorType);
}

void ModuleLowering::bindNumbers(Block &block, Location loc,
                                 function_ref<Attribute(unsigned)> getExprs) {
  OpBuilder builder = OpBuilder::atBlockBegin(&block);
  for (BlockArgument argument : block.getArguments()) {
    Type type = argument.getType();
    if (!type.isIntOrFloat())
      continue;
    auto number =
        UnrealizedConversionCastOp::create(builder, loc, type, argument);
    if (Attribute attr = getExprs(argument.getArgNumber()))
      number->setAttr(torch::TorchDialect::getExprsAttrName(), attr);
    argument.replaceAllUsesExcept(number.getResult(0), number);
    argument.setType(RankedTensorType::get({}, type));
    lowered.push_back(number);
    replace(number, Value(argument));
  }
}

SmallVector<Value> ModuleLowering::getTensors(ONNXBuilder &b, Operation *op,
                                              ValueRange values) {
  SmallVector<Value> tensors;
  for (Value value : values) {
    tensors.push_back(getTensor(b, value));
    if (!tensors.back())
      addFailure(op, op->getName().getStringRef(),
                 "expected to yield tensors or numbers, found " +
                     Lowering::describe(value.getType()));
  }
  return tensors;
}

/// Lowers what a region of an ONNX operation holds, and ends it by what `yield`
/// makes of the operands of its terminator.
void ModuleLowering::lowerRegion(
    Region &region, Location loc,
    function_ref<SmallVector<Value>(ONNXBuilder &, ValueRange)> yield) {
  Scope scope(*this);
  Block &block = region.front();
  bindNumbers(block, loc, [](unsigned) { return Attribute(); });
  Operation *terminator = block.getTerminator();
  lowerBlock(block);
  OpBuilder builder(terminator);
  ONNXBuilder b(builder, terminator->getLoc());
  SmallVector<Value> values = yield(b, terminator->getOperands());
  // What stands for a refused value fails elsewhere.
  llvm::erase(values, Value());
  b.createOp("Yield", TypeRange(), values);
  terminator->erase();
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

void ModuleLowering::lowerIf(torch::IfOp op) {
  OpBuilder builder(op);
  ONNXBuilder b(builder, op.getLoc());
  Value condition = getTensor(b, op.getCondition());
  if (!condition)
    return;
  // A number that is not 0 is true, as to Python.
  OperationState state(op.getLoc(), onnx::IfOp::getOperationName());
  state.addOperands(b.Cast(condition, b.i1()));
  state.addTypes(getTensorTypes(op->getResultTypes()));
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  Operation *branch = builder.create(state);
  for (Region &region : branch->getRegions())
    lowerRegion(region, op.getLoc(), [&](ONNXBuilder &b, ValueRange values) {
      return getTensors(b, op, values);
    });
  finish(op, branch->getResults());
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// The type of a stack as the Loop gives it: of as many tensors as it has
/// iterations. Without one a size that is not constant is not known.
static Type getLoopStackType(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  SmallVector<int64_t> shape(tensor.getShape());
  shape.front() = ShapedType::kDynamic;
  return RankedTensorType::get(shape, tensor.getElementType());
}

/// What a Loop has stacked, with the sizes that the type says: a loop without
/// an iteration has seen no tensor that would have them. Sizes that are known
/// from the result alone stay as they are.
Value ModuleLowering::restoreSizes(ONNXBuilder &b, Value stack,
                                   RankedTensorType type) {
  SmallVector<AffineExpr> dims = sym::getDims(type);
  ArrayRef<AffineExpr> sizes = ArrayRef(dims).drop_front();
  bool isStatic = llvm::all_of(
      sizes, [](AffineExpr dim) { return dim && sym::getConstant(dim); });
  bool isKnown = llvm::all_of(
      sizes, [&](AffineExpr dim) { return dim && symbols.canCompute(dim); });
  if (isStatic || !isKnown)
    return stack;
  Value count = b.Shape(stack, 0, 1);
  Value shape = b.Concat({count, symbols.computeShape(b, sizes)}, 0);
  return b.Reshape(stack, shape, type, /*allowZero=*/true);
}

/// The condition of a loop for its initial values: a copy in front of the loop.
Value ModuleLowering::lowerFirstCondition(torch::WhileOp op) {
  // The sizes that the copy defines are those of the loop by name.
  Scope scope(*this);
  OpBuilder builder(op);
  Block &block = op.getCondition().front();
  IRMapping mapping;
  mapping.map(block.getArguments(), op.getInits());
  SmallVector<Operation *> copies;
  for (Operation &inner : block)
    copies.push_back(builder.clone(inner, mapping));
  Operation *yield = copies.pop_back_val();
  for (Operation *copy : copies)
    lowerOperation(copy);
  ONNXBuilder b(builder, op.getLoc());
  Value condition = getTensor(b, yield->getOperand(0));
  yield->erase();
  return condition;
}

void ModuleLowering::lowerWhile(torch::WhileOp op) {
  Location loc = op.getLoc();
  OpBuilder builder(op);
  ONNXBuilder b(builder, loc);
  SmallVector<Value> inits = getTensors(b, op, op.getInits());
  Value first = lowerFirstCondition(op);
  if (llvm::is_contained(inits, Value()) || !first)
    return;

  OperationState state(loc, onnx::LoopOp::getOperationName());
  state.addOperands({b.none(), first});
  state.addOperands(inits);
  SmallVector<Type> carried = getTensorTypes(
      op.getStacked() ? TypeRange(op.getBody().getArgumentTypes())
                      : TypeRange(op->getResultTypes()));
  state.addTypes(carried);
  if (op.getStacked())
    for (Type type : op->getResultTypes())
      state.addTypes(getLoopStackType(type));
  Region *region = state.addRegion();
  region->takeBody(op.getBody());
  Block &body = region->front();
  body.insertArgument(0u, Lowering::scalarType(b.i64()), loc);
  body.insertArgument(1u, Lowering::scalarType(b.i1()), loc);

  // The condition of the next iteration is computed from what the body yields.
  Operation *yield = body.getTerminator();
  Block &condition = op.getCondition().front();
  for (auto [argument, value] :
       llvm::zip_equal(condition.getArguments(), yield->getOperands()))
    argument.replaceAllUsesWith(value);
  Operation *conditionYield = condition.getTerminator();
  yield->insertOperands(0, conditionYield->getOperand(0));
  conditionYield->erase();
  body.getOperations().splice(yield->getIterator(), condition.getOperations());

  Operation *loop = builder.create(state);
  lowerRegion(loop->getRegion(0), loc, [&](ONNXBuilder &b, ValueRange values) {
    SmallVector<Value> tensors = getTensors(b, op, values);
    if (op.getStacked())
      tensors.append(tensors.begin() + 1, tensors.end());
    return tensors;
  });
  if (!op.getStacked())
    return finish(op, loop->getResults());

  // Without an iteration the stack is that of the initial value.
  builder.setInsertionPoint(op);
  SmallVector<Value> stacks;
  for (auto [init, loopStack, result] :
       llvm::zip_equal(inits, loop->getResults().drop_front(inits.size()),
                       op->getResults())) {
    auto type = cast<RankedTensorType>(result.getType());
    SmallVector<AffineExpr> dims = sym::getDims(type);
    dims.front() = {};
    Value stack = restoreSizes(b, loopStack,
                               sym::getTensorType(dims, type.getElementType()));
    Value all = b.Concat({b.Unsqueeze(init, 0), stack}, 0);
    Value count = b.Shape(stack, 0, 1);
    Value start = b.Min(count, b.ints(1));
    stacks.push_back(
        b.create("Slice", result.getType(),
                 {all, start, b.ints(std::numeric_limits<int64_t>::max()),
                  b.ints(0), b.ints(1)}));
  }
  finish(op, stacks);
}

void ModuleLowering::lowerScan(torch::ScanOp op) {
  Location loc = op.getLoc();
  OpBuilder builder(op);
  ONNXBuilder b(builder, loc);
  SmallVector<Value> inits = getTensors(b, op, op.getInits());
  SmallVector<Value> xs = getTensors(b, op, op.getXs());
  if (llvm::is_contained(inits, Value()))
    return;
  // ONNX Runtime refuses to scan an empty dimension; a Loop may have no
  // iteration.
  AffineExpr steps = b.checkedDims(xs.front())[0];
  bool mayBeEmpty = !steps || numberExprs.lowerBound(steps).value_or(0) < 1;
  OperationState state(loc, mayBeEmpty ? onnx::LoopOp::getOperationName()
                                       : onnx::ScanOp::getOperationName());
  if (mayBeEmpty)
    state.addOperands({b.Squeeze(b.Shape(xs.front(), 0, 1), 0), b.none()});
  state.addOperands(inits);
  if (!mayBeEmpty) {
    state.addOperands(xs);
    state.addAttribute("num_scan_inputs", builder.getI64IntegerAttr(xs.size()));
  }
  for (auto [index, type] :
       llvm::enumerate(getTensorTypes(op->getResultTypes())))
    state.addTypes(mayBeEmpty && index >= inits.size() ? getLoopStackType(type)
                                                       : type);
  Region *region = state.addRegion();
  region->takeBody(op.getBody());
  if (mayBeEmpty) {
    // The slices are read in the body.
    Block &body = region->front();
    Value index = body.insertArgument(0u, Lowering::scalarType(b.i64()), loc);
    body.insertArgument(1u, Lowering::scalarType(b.i1()), loc);
    OpBuilder inner(op.getContext());
    inner.setInsertionPointToStart(&body);
    ONNXBuilder bb(inner, loc);
    unsigned firstSlice = 2 + inits.size();
    for (auto [x, slice] :
         llvm::zip_equal(xs, body.getArguments().drop_front(firstSlice)))
      slice.replaceAllUsesWith(bb.Gather(x, index, 0));
    body.eraseArguments(firstSlice, xs.size());
  }
  Operation *loop = builder.create(state);
  lowerRegion(loop->getRegion(0), loc, [&](ONNXBuilder &b, ValueRange values) {
    SmallVector<Value> tensors = getTensors(b, op, values);
    if (mayBeEmpty)
      tensors.insert(tensors.begin(),
                     loop->getRegion(0).front().getArgument(1));
    return tensors;
  });
  SmallVector<Value> results(loop->getResults());
  if (mayBeEmpty)
    for (auto [value, result] : llvm::drop_begin(
             llvm::zip_equal(results, op->getResults()), inits.size()))
      value = restoreSizes(b, value, cast<RankedTensorType>(result.getType()));
  finish(op, results);
}

/// An operation from the user's library. Its regions may have torch operators,
/// a size that only its kernel knows is known, and a loop gives the sizes that
/// the program declares.
void ModuleLowering::enterONNX(Operation *op) {
  for (Region &region : op->getRegions()) {
    Scope scope(*this);
    lowerBlock(region.front());
  }
  SmallVector<Value> results(op->getResults());
  if (auto loop = dyn_cast<onnx::LoopOp>(op)) {
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    ONNXBuilder b(builder, op->getLoc());
    for (Value &result :
         MutableArrayRef(results).drop_front(loop.getVInitial().size())) {
      auto type = dyn_cast<RankedTensorType>(result.getType());
      if (!type || type.getRank() == 0)
        continue;
      SmallVector<OpOperand *> uses = llvm::map_to_vector(
          result.getUses(), [](OpOperand &use) { return &use; });
      Value whole = restoreSizes(b, result, type);
      if (whole == result)
        continue;
      result.setType(getLoopStackType(type));
      for (OpOperand *use : uses)
        use->set(whole);
      result = whole;
    }
  }
  for (Value result : results)
    symbols.addTensor(result);
  recentNumbers.clear();
  symbols.commit();
}

void ModuleLowering::finish(Operation *op, ValueRange values) {
  replace(op, llvm::to_vector(values));
  lowered.push_back(op);
  recentNumbers.clear();
  symbols.commit();
}

bool ModuleLowering::lowerControlFlow(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](torch::IfOp op) { return lowerIf(op), true; })
      .Case([&](torch::WhileOp op) { return lowerWhile(op), true; })
      .Case([&](torch::ScanOp op) { return lowerScan(op), true; })
      .Default([](Operation *) { return false; });
}
