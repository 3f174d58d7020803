//===- ControlFlow.cpp - Branches and loops to ONNX -----------------------===//
//
// Lowers torch.if to If, torch.while to Loop and torch.scan to Scan. The
// regions are moved into the ONNX operations and lowered after the code in
// front of them, because they use values and sizes from outside. Nothing
// outside uses values of a region.
//
// These lowerings also build operations of the torch dialect (the second copy
// of a condition), so they are methods of ModuleLowering.
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

/// Lowers the body of a region and replaces its terminator by a Yield of the
/// values that `yield` computes from the terminator's operands.
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
  // A refused value is null; its refusal is reported elsewhere.
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
  // As in Python, a nonzero number is true.
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

/// The type of a scan output of Loop, whose first size is the number of
/// iterations. A zero-trip Loop loses all sizes that are not constant.
static Type getLoopStackType(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  SmallVector<int64_t> shape(tensor.getShape());
  shape.front() = ShapedType::kDynamic;
  return RankedTensorType::get(shape, tensor.getElementType());
}

/// Restores the sizes of a scan output from its type, as a zero-trip Loop does
/// not preserve them. Sizes that can only be read from the result stay.
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

/// Lowers the condition for the initial values: a copy in front of the loop.
Value ModuleLowering::lowerFirstCondition(torch::WhileOp op) {
  // Dimension names that the copy defines are also defined in the loop.
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

  // The condition of the next iteration is computed from the yielded values.
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

  // In a zero-trip loop the stack holds only the initial value.
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
  // ONNX Runtime refuses to scan an empty dimension, but accepts a zero-trip
  // Loop.
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
    // The body reads the slices by index.
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

/// Lowers the regions of an ONNX operation from the user's library, which may
/// contain torch operators, and registers the sizes of its results. Scan
/// outputs of a loop get the sizes that the program declares.
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
