//===- InterpreterWrites.cpp - Tensors whose shape changes ----------------===//
//
// y.unsqueeze_(0) makes the tensor object y a view of its former value. The
// type of a value in the torch dialect cannot change, so the object gets a new
// value, which replaces the old one in all items.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

#include "torch-onnx/Dialect/Torch/Inference/OperatorTable.h"
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h"
#include "torch-onnx/Dialect/Torch/Transforms/WrittenTypes.h"

#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace torch_onnx;

/// Whether results of an operator may be its operands themselves, instead of
/// views.
static bool mayReturnOperand(torch::OperatorOp op) {
  const torch::Schema *schema = op.getSchema();
  if (!schema || schema->isMutable())
    return true;
  torch::ViewKind kind = torch::getTraits(op).view;
  return kind == torch::ViewKind::None ? schema->isView()
                                       : torch::mayReturnOperand(kind);
}

/// The values that may be the tensor object `self`, because operators, branches
/// and loops pass it on. They are found from the operations, since items may
/// refer to erased operations.
static llvm::SetVector<Value> findObject(Value self) {
  llvm::SetVector<Value> found;
  found.insert(self);
  auto addLike = [&](Value value, Value other) {
    if (other.getType() == value.getType())
      found.insert(other);
  };
  // Adds the values at position `index` of a branch or a loop: its results, the
  // yielded values, and the initial values.
  auto addPlace = [&](Operation *op, unsigned index) {
    bool isLoop = isa<torch::WhileOp>(op);
    if (index < op->getNumResults())
      found.insert(op->getResult(index));
    if (isLoop && index < op->getNumOperands())
      found.insert(op->getOperand(index));
    for (Region &region : op->getRegions())
      for (Block &block : region) {
        if (index < block.getNumArguments())
          found.insert(block.getArgument(index));
        if (!block.mightHaveTerminator())
          continue;
        Operation *yield = block.getTerminator();
        if (index < yield->getNumOperands())
          found.insert(yield->getOperand(index));
      }
  };
  for (size_t i = 0; i < found.size(); ++i) {
    Value value = found[i];
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Operation *loop = argument.getOwner()->getParentOp();
      if (isa_and_present<torch::WhileOp>(loop))
        addPlace(loop, argument.getArgNumber());
    } else if (auto op = value.getDefiningOp<torch::OperatorOp>()) {
      if (mayReturnOperand(op))
        for (Value operand : op.getInputs())
          addLike(value, operand);
    } else if (value.getDefiningOp()->getNumRegions() != 0) {
      addPlace(value.getDefiningOp(), cast<OpResult>(value).getResultNumber());
    }
    for (OpOperand &use : value.getUses()) {
      Operation *user = use.getOwner();
      if (auto op = dyn_cast<torch::OperatorOp>(user)) {
        if (mayReturnOperand(op))
          for (Value result : op->getResults())
            addLike(value, result);
      } else if (isa<torch::WhileOp>(user)) {
        addPlace(user, use.getOperandNumber());
      } else if (isa<torch::YieldOp>(user) && user->getParentOp()) {
        addPlace(user->getParentOp(), use.getOperandNumber());
      }
    }
  }
  return found;
}

Outcome Interpreter::rebind(NodeCall &call, Value self, Value result) {
  auto argument = dyn_cast<BlockArgument>(self);
  bool isHere = self.getParentBlock() == b.getInsertionBlock();
  bool isKnown = argument ? argument.getOwner() == &main.front()
                          : isa<torch::OperatorOp>(self.getDefiningOp());
  if (isHere && self.getDefiningOp<torch::ConstantOp>())
    return call.fail("'" + call.getKind() + "' changes the shape of a weight");
  if (!isHere || !isKnown)
    return call.fail(
        "'" + call.getKind() +
        "' changes the shape of a tensor that is defined outside this branch "
        "or loop, or is the result of a branch or loop");
  ++numRebound;
  llvm::SetVector<Value> object = findObject(self);
  Item after = Item::tensor(result);
  Item unknown = Item::conflict(b.getStringAttr(
      "the tensor may alias a tensor whose shape '" + call.getKind() +
      "' has changed, depending on a condition at run time; expected a copy, "
      "from clone()"));
  auto update = [&](auto &&update, Item &item) -> bool {
    if (item.isTensor()) {
      if (!object.contains(item.getValue()))
        return false;
      item = item.getValue() == self ? after : unknown;
      return true;
    }
    std::vector<Item> elements(item.getElements());
    bool isChanged = false;
    for (Item &element : elements)
      isChanged |= update(update, element);
    if (isChanged)
      item = item.withElements(std::move(elements));
    return isChanged;
  };
  for (Frame *frame : frames)
    for (Item &item : frame->values)
      update(update, item);
  for (unsigned index = 0; index < heap.size(); ++index) {
    Cell cell = heap[index];
    bool isChanged = false;
    for (Item &item : cell.items)
      isChanged |= update(update, item);
    for (auto &[name, item] : cell.attributes)
      isChanged |= update(update, item);
    // The elements of such a list are no longer connected to their tensor, or
    // one of them has changed.
    auto select = self.getDefiningOp<torch::OperatorOp>();
    bool isElement = select && cell.stacked &&
                     (select.getTarget() == "aten.select.int" ||
                      select.getTarget() == "aten.narrow.default") &&
                     select.getInputs().front() == cell.stacked;
    if (isElement || object.contains(cell.stacked)) {
      for (Value Cell::*tensor : Cell::tensors)
        cell.*tensor = {};
      cell.conflict = cast<StringAttr>(unknown.getAttribute());
      isChanged = true;
    }
    if (isChanged)
      heap.write(index) = std::move(cell);
  }
  return Outcome::Done;
}

//===----------------------------------------------------------------------===//
// Lists with copies of tensors
//===----------------------------------------------------------------------===//

/// Marks the operator that copies the elements of a list into one tensor.
static constexpr llvm::StringLiteral copiesAttrName = "torch.copies_elements";

/// The operands with which a result may share memory; empty for new memory.
static SmallVector<Value> getViewed(OpResult result, torch::OperatorOp op) {
  const torch::Schema *schema = op.getSchema();
  if (!schema)
    return op.getInputs();
  ArrayRef<torch::SchemaArg> returns = schema->getReturns();
  unsigned index = result.getResultNumber();
  // A list has a result for each element.
  const torch::SchemaArg *formal =
      returns.empty() ? nullptr
                      : &returns[std::min<size_t>(index, returns.size() - 1)];
  SmallVector<Value> viewed;
  torch::Arguments args(op);
  if (formal && !formal->aliasSet.empty())
    for (const torch::SchemaArg &arg : schema->getArgs())
      if (arg.aliasSet == formal->aliasSet)
        if (Value value = args.getValue(arg.name))
          viewed.push_back(value);
  // Aliases that the schema does not declare.
  if (viewed.empty() && (schema->isView() || torch::getTraits(schema).view !=
                                                 torch::ViewKind::None))
    viewed = op.getInputs();
  return viewed;
}

/// The tensors with which a tensor may share memory.
static llvm::SetVector<Value> getMemories(Value tensor) {
  llvm::SetVector<Value> seen, memories;
  seen.insert(tensor);
  for (size_t i = 0; i < seen.size(); ++i) {
    auto result = dyn_cast<OpResult>(seen[i]);
    size_t count = seen.size();
    auto op = result ? dyn_cast<torch::OperatorOp>(result.getOwner())
                     : torch::OperatorOp();
    if (op) {
      for (Value viewed : getViewed(result, op))
        seen.insert(viewed);
    } else if (result) {
      unsigned index = result.getResultNumber();
      Operation *owner = result.getOwner();
      if (isa<torch::WhileOp>(owner))
        seen.insert(owner->getOperand(index));
      for (Region &region : owner->getRegions())
        for (Block &block : region)
          if (block.mightHaveTerminator() &&
              index < block.getTerminator()->getNumOperands())
            seen.insert(block.getTerminator()->getOperand(index));
    }
    if (seen.size() == count)
      memories.insert(seen[i]);
  }
  return memories;
}

Value Interpreter::noteCopies(Value all, ArrayRef<Value> tensors) {
  if (!all || tensors.empty())
    return all;
  if (Operation *op = all.getDefiningOp())
    op->setAttr(copiesAttrName, b.getUnitAttr());
  for (Value tensor : tensors)
    for (Value memory : getMemories(tensor))
      copied.insert(memory);
  return all;
}

Outcome Interpreter::checkWrite(NodeCall &call, Value written) {
  if (copied.empty())
    return Outcome::Done;
  for (Value memory : getMemories(written)) {
    Operation *op = memory.getDefiningOp();
    bool isCopy = op && op->hasAttr(copiesAttrName);
    if (copied.contains(memory) || isCopy) {
      hasWrittenCopy = true;
      return call.fail("'" + call.getKind() + "' writes to a tensor that " +
                       (isCopy ? "is an element of" : "was put into") +
                       " a list whose length or index is known only at run "
                       "time; the model has a copy of the tensor in the list, "
                       "so the write is not supported");
    }
  }
  return Outcome::Done;
}

void Interpreter::forgetCopies(llvm::function_ref<bool(Value)> isGone) {
  copied.remove_if(isGone);
}

void Interpreter::removeMarks() {
  main.walk([](torch::OperatorOp op) { op->removeAttr(copiesAttrName); });
}

bool torch_onnx::hasUndecidedWrites(ModuleOp program) {
  OwningOpRef<ModuleOp> copy = program.clone();
  ScopedDiagnosticHandler handler(program.getContext(),
                                  [](Diagnostic &) { return success(); });
  PassManager passes(program.getContext());
  passes.addPass(torch::createCanonicalize());
  passes.addPass(torch::createFunctionalize());
  return failed(passes.run(*copy));
}
