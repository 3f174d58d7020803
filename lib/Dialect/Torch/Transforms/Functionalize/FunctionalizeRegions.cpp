//===- FunctionalizeRegions.cpp - Writes in branches and loops ------------===//
//
// The regions of torch-functionalize; see Functionalizer.h. A base from outside
// that a branch writes becomes an additional result of the torch.if; the branch
// that does not write yields the previous value. A base that a loop writes is
// loop-carried: each iteration reads the value of the previous one, and a loop
// without iterations returns the initial value.
//
//===----------------------------------------------------------------------===//

#include "Functionalizer.h"

#include "Batch/StructureVmap.h"
#include "torch-onnx/Dialect/Sym/IR/SymDialect.h"
#include "torch-onnx/Dialect/Torch/Transforms/WrittenTypes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

//===----------------------------------------------------------------------===//
// Scopes
//===----------------------------------------------------------------------===//

bool Functionalizer::isOutside(BaseId base, const Scope &scope) const {
  return !scope.region->isAncestor(bases[base].block->getParent());
}

bool Functionalizer::canWrite(BaseId base, const Scope &scope) const {
  return scope.kind == Scope::Branch || !isOutside(base, scope) ||
         (scope.kind == Scope::Loop && llvm::is_contained(scope.carried, base));
}

void Functionalizer::enterScope(Region &region, Scope::Kind kind,
                                ArrayRef<BaseId> carried) {
  scopes.push_back({&region, kind, carried, unsigned(log.size())});
}

/// Restores the values from before the region, since values of a region are not
/// visible outside.
void Functionalizer::leaveScope() {
  Scope scope = scopes.pop_back_val();
  for (const Change &change :
       llvm::reverse(ArrayRef(log).drop_front(scope.logStart))) {
    Node &node = nodes[change.node];
    if (!scope.written.contains(node.base))
      continue;
    node.current = change.value;
    node.version = change.version;
  }
  for (auto &[base, saved] : scope.written) {
    bases[base].version = saved.version;
    bases[base].valueBlock = saved.valueBlock;
  }
  if (scopes.empty())
    log.clear();
}

unsigned Functionalizer::addVersion(BaseId base, Block *block) {
  Base &b = bases[base];
  for (Scope &scope : scopes)
    if (isOutside(base, scope))
      scope.written.insert({base, {b.version, b.valueBlock}});
  b.valueBlock = block;
  ++time;
  if (b.family >= 0)
    recordWrite(getFamily(base), {base, time});
  return ++b.version;
}

void Functionalizer::setBase(BaseId base, Value value, Block *block) {
  unsigned version = addVersion(base, block);
  setNode(bases[base].node, value, version);
}

/// Replaces `op` by `by`, which has additional results, the first of them at
/// index `first`.
void Functionalizer::retire(Operation *op, Operation *by, unsigned first) {
  unsigned added = by->getNumResults() - op->getNumResults();
  by->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  StringRef exprsName = TorchDialect::getExprsAttrName();
  if (auto exprs = op->getAttrOfType<sym::DimsAttr>(exprsName)) {
    SmallVector<AffineExpr> dims(exprs.getDims());
    if (first < dims.size())
      dims.insert(dims.begin() + first, added, AffineExpr());
    by->setAttr(exprsName, sym::DimsAttr::get(op->getContext(), dims));
  }
  for (OpResult result : op->getResults()) {
    unsigned number = result.getResultNumber();
    result.replaceAllUsesWith(
        by->getResult(number < first ? number : number + added));
  }
  for (auto [to, from] : llvm::zip_equal(by->getRegions(), op->getRegions()))
    to.takeBody(from);
  op->remove();
  op->dropAllReferences();
  retired.push_back(op);
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

void Functionalizer::processRegions(Operation *op, ArrayRef<Value> sources) {
  for (Region &region : op->getRegions()) {
    if (region.getBlocks().size() > 1) {
      refuse(op) << "has a subgraph of several blocks";
      return;
    }
  }
  if (auto branch = dyn_cast<IfOp>(op))
    return processIf(branch, sources);
  if (isa<WhileOp, ScanOp>(op))
    return processLoop(op, sources);
  for (Region &region : op->getRegions()) {
    enterScope(region, Scope::Other);
    for (Block &block : region)
      processBlock(block);
    leaveScope();
  }
  relateResults(op, sources);
}

void Functionalizer::processIf(IfOp op, ArrayRef<Value> sources) {
  llvm::SetVector<BaseId> written;
  SmallVector<llvm::SmallDenseMap<BaseId, Value>> values(2);
  for (auto [region, last] : llvm::zip_equal(op->getRegions(), values)) {
    enterScope(region, Scope::Branch);
    processBlock(region.front());
    for (auto &[base, saved] : scopes.back().written) {
      written.insert(base);
      last[base] = nodes[bases[base].node].current;
    }
    leaveScope();
  }
  Operation *branch = op;
  unsigned first = op->getNumResults();
  if (!written.empty()) {
    SmallVector<Type> types(op->getResultTypes());
    for (auto [region, last] : llvm::zip_equal(op->getRegions(), values)) {
      SmallVector<Value> added;
      for (BaseId base : written) {
        auto it = last.find(base);
        added.push_back(it == last.end() ? nodes[bases[base].node].current
                                         : it->second);
      }
      Operation *yield = region.front().getTerminator();
      yield->insertOperands(yield->getNumOperands(), added);
    }
    for (BaseId base : written)
      types.push_back(nodes[bases[base].node].current.getType());
    OpBuilder b(op);
    branch = IfOp::create(b, op.getLoc(), types, op.getCondition());
    retire(op, branch, first);
    for (auto [index, base] : llvm::enumerate(written))
      setBase(base, branch->getResult(first + index), branch->getBlock());
  }
  // The new values are set first: a result that may be a written tensor then
  // aliases its new value.
  relateResults(branch, sources, first, written.size());
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// The bases from outside of `op` that operations in it may write: all bases
/// that a written value may be a view of.
SmallVector<BaseId> Functionalizer::findWritten(Operation *op) {
  llvm::DenseSet<Value> seen;
  SmallVector<Value> worklist;
  auto visit = [&](Value value) {
    if (isa<RankedTensorType>(value.getType()) && seen.insert(value).second)
      worklist.push_back(value);
  };
  auto visitWritten = [&](OperatorOp call, const Schema &schema) {
    for (auto [index, arg] : llvm::enumerate(schema.getArgs())) {
      std::optional<unsigned> given = findArgument(call, schema, index);
      if (!arg.isWritten || !given)
        continue;
      unsigned first = getFirstOperand(call, *given);
      for (unsigned i = 0, e = countOperands(call.getArgs()[*given]); i < e;
           ++i)
        visit(call.getInputs()[first + i]);
    }
  };
  op->walk([&](OperatorOp call) {
    const Schema *schema = findSchema(call);
    if (schema && schema->isMutable() && !writesNothing(call.getTarget()))
      visitWritten(call, *schema);
  });

  llvm::SetVector<BaseId> written;
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    Block *block = value.getParentBlock();
    Operation *parent = block->getParentOp();
    if (!op->isAncestor(parent)) {
      written.insert(nodes[getNode(value)].base);
      continue;
    }
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      unsigned count = block->getNumArguments();
      if (parent != op && count <= parent->getNumOperands())
        visit(parent->getOperand(parent->getNumOperands() - count +
                                 argument.getArgNumber()));
      continue;
    }
    Operation *producer = value.getDefiningOp();
    unsigned number = cast<OpResult>(value).getResultNumber();
    for (Region &region : producer->getRegions()) {
      llvm::for_each(producer->getOperands(), visit);
      if (!region.hasOneBlock() || !region.front().mightHaveTerminator())
        continue;
      Operation *yield = region.front().getTerminator();
      if (yield->getNumOperands() == producer->getNumResults())
        visit(yield->getOperand(number));
    }
    auto call = dyn_cast<OperatorOp>(producer);
    if (!call || call->getNumRegions() != 0)
      continue;
    const Schema *schema = findSchema(call);
    if (!schema || schema != call.getSchema())
      llvm::for_each(call->getOperands(), visit);
    else if (schema->isMutable())
      visitWritten(call, *schema);
    else
      for (const Alias &alias : getAliases(call))
        if (alias.result == number)
          visit(call->getOperand(alias.operand));
  }
  return written.takeVector();
}

bool Functionalizer::isRelated(BaseId base, ArrayRef<BaseId> others) {
  return llvm::any_of(others, [&](BaseId other) {
    return base == other ||
           (bases[base].family >= 0 && bases[other].family >= 0 &&
            getFamily(base) == getFamily(other));
  });
}

/// Adds arguments for the carried bases to the region of a loop. Bases that may
/// share memory with them become unknown, because the previous iteration may
/// have written to them.
void Functionalizer::enterIteration(Operation *op, Block &block, unsigned first,
                                    ArrayRef<BaseId> carried,
                                    ArrayRef<Value> sources) {
  for (auto [index, base] : llvm::enumerate(carried)) {
    getFamily(base);
    Type type = nodes[bases[base].node].current.getType();
    setBase(base, block.insertArgument(first + index, type, op->getLoc()),
            &block);
  }
  if (carried.empty())
    return;
  // The other arguments are initial values first, then yielded values.
  for (auto [argument, source] :
       llvm::zip_equal(block.getArguments(), sources)) {
    if (!source || !isa<RankedTensorType>(source.getType()))
      continue;
    BaseId base = nodes[getNode(source)].base;
    if (!isRelated(base, carried))
      continue;
    if (isa<ScanOp>(op) && argument.getArgNumber() >= first + carried.size())
      refuse(op) << "scans a tensor that its body writes to";
    relate(nodes[getNode(argument)].base, base, op);
  }
}

/// Yields the values of the carried bases.
void Functionalizer::leaveIteration(Operation *op, Block &block, unsigned first,
                                    ArrayRef<BaseId> carried) {
  if (carried.empty())
    return;
  Operation *yield = block.getTerminator();
  ArrayRef<Value> values = yielded[yield];
  for (auto [index, value] : llvm::enumerate(values.take_front(first))) {
    if (!isa<RankedTensorType>(value.getType()))
      continue;
    BaseId base = nodes[getNode(value)].base;
    BaseId argument = nodes[getNode(block.getArgument(index))].base;
    if (isRelated(base, carried) && !isRelated(base, argument))
      refuse(op)
          << "passes to its next iteration a tensor that its body may write to";
  }
  SmallVector<Value> last;
  for (BaseId base : carried)
    last.push_back(nodes[bases[base].node].current);
  yield->insertOperands(first, last);
}

void Functionalizer::processLoop(Operation *op, ArrayRef<Value> sources) {
  auto loop = dyn_cast<WhileOp>(op);
  auto scan = dyn_cast<ScanOp>(op);
  // A stacked loop and a batch that is computed at once pass no values from one
  // iteration to the next.
  bool canCarry = loop ? !loop.getStacked() : !scan->hasAttr(vmapAttrName);
  SmallVector<BaseId> carried;
  if (canCarry)
    carried = findWritten(op);
  ValueRange inits = loop ? loop.getInits() : scan.getInits();
  unsigned first = inits.size(), count = carried.size();
  SmallVector<Value> allSources(sources);
  if (count != 0) {
    SmallVector<Value> values(inits);
    SmallVector<Type> types(op->getResultTypes());
    allSources.insert(allSources.begin() + first, count, Value());
    for (auto [index, base] : llvm::enumerate(carried)) {
      values.push_back(nodes[bases[base].node].current);
      types.insert(types.begin() + first + index, values.back().getType());
    }
    OpBuilder b(op);
    Operation *by = nullptr;
    if (loop)
      by = WhileOp::create(b, op->getLoc(), types, values, /*stacked=*/false);
    else
      by = ScanOp::create(b, op->getLoc(), types, values, scan.getXs());
    retire(op, by, first);
    op = by;
  }
  for (Region &region : op->getRegions()) {
    Block &block = region.front();
    bool isBody = &region == &op->getRegions().back();
    enterScope(region, isBody ? Scope::Loop : Scope::Other,
               isBody ? ArrayRef(carried) : ArrayRef<BaseId>());
    enterIteration(op, block, first, carried, allSources);
    processBlock(block);
    if (isBody)
      leaveIteration(op, block, first, carried);
    leaveScope();
  }
  for (auto [index, base] : llvm::enumerate(carried))
    setBase(base, op->getResult(first + index), op->getBlock());
  relateResults(op, allSources, first, count);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Relates results to the memory that the regions yield. This may be memory
/// from outside: another value, an argument (an operand in the first
/// iteration), or a possible view of one.
void Functionalizer::relateResults(Operation *op, ArrayRef<Value> sources,
                                   unsigned firstAdded, unsigned countAdded) {
  for (Region &region : op->getRegions()) {
    if (!region.hasOneBlock() || !region.front().mightHaveTerminator())
      continue;
    Block &block = region.front();
    Operation *yield = block.getTerminator();
    // The condition of a loop yields a boolean, which is not a result.
    if (yield->getNumOperands() != op->getNumResults())
      continue;
    // The base of the operand that initializes an argument.
    auto getOperandBase = [&](BlockArgument argument) -> BaseId {
      unsigned count = block.getNumArguments();
      if (count > sources.size())
        return -1;
      Value source = sources[sources.size() - count + argument.getArgNumber()];
      return source && isa<RankedTensorType>(source.getType())
                 ? nodes[getNode(source)].base
                 : -1;
    };
    // A view or a copy of an argument is a view or a copy of the operand.
    for (BlockArgument argument : block.getArguments()) {
      auto it = objectOf.find(argument);
      if (it == objectOf.end())
        continue;
      BaseId base = nodes[objects[it->second]].base;
      if (bases[base].family < 0)
        continue;
      BaseId operand = getOperandBase(argument);
      if (operand < 0)
        continue;
      relate(base, operand, op);
      const Family &family = families[getFamily(base)];
      if (family.external >= 0 && isUnknown(family.external))
        (void)refuseUndecided(
            op, "writes to a tensor that may be an argument or a weight", base);
    }
    ArrayRef<Value> values = yielded[yield];
    for (auto [index, value] : llvm::enumerate(values)) {
      Value result =
          op->getResult(index < firstAdded ? index : index + countAdded);
      if (!isa<RankedTensorType>(result.getType()) ||
          !isa<RankedTensorType>(value.getType()))
        continue;
      BaseId base = nodes[getNode(value)].base;
      auto argument = dyn_cast<BlockArgument>(nodes[bases[base].node].current);
      if (argument && argument.getOwner() == &block)
        base = getOperandBase(argument);
      else if (region.isAncestor(bases[base].block->getParent()) &&
               bases[base].family < 0)
        continue;
      if (base >= 0)
        relate(nodes[getNode(result)].base, base, op);
    }
  }
}
