//===- Functionalize.cpp - Removal of writes in place ---------------------===//
//
// The pass torch-functionalize: one walk over each block in program order,
// without restarts. Passes.td describes the result, Functionalizer.h the
// algorithm. This file has the tables, reads and whole functions; writes are in
// FunctionalizeWrites.cpp, branches and loops in FunctionalizeRegions.cpp.
//
// The cost is linear in the number of operations, plus one operation for each
// view between a base and a node that is written or read after a write, and one
// result for each base that a region writes.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/Transforms/Canonicalize.h"
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h"

#include "AutoFunctionalized.h"
#include "Decompose/Foreach.h"
#include "Functionalizer.h"
#include "HiddenWrites.h"
#include "Strides.h"
#include "torch-onnx/Dialect/Sym/IR/SymDialect.h"
#include "torch-onnx/Dialect/Torch/Inference/TypeInference.h"
#include "torch-onnx/Support/ModelAttributes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"

namespace torch_onnx::torch {
#define GEN_PASS_DEF_FUNCTIONALIZE
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h.inc"
} // namespace torch_onnx::torch

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

void Functionalizer::bind(Value value, NodeId node) {
  objectOf[value] = objects.size();
  objects.push_back(node);
}

NodeId Functionalizer::makeBase(Value value, Block *block, bool external) {
  BaseId base = bases.size();
  NodeId node = nodes.size();
  bases.push_back({block, block, node, unsigned(objects.size()), 0, -1, time,
                   external, false});
  Node &made = nodes.emplace_back();
  made.base = base;
  made.current = value;
  bind(value, node);
  return node;
}

NodeId Functionalizer::makeView(NodeId parent, OperatorOp view, unsigned result,
                                ViewKind kind, Value value) {
  NodeId node = nodes.size();
  Node &made = nodes.emplace_back();
  made.base = nodes[parent].base;
  made.parent = parent;
  made.view = view;
  made.result = result;
  made.kind = kind;
  made.current = value;
  made.version = bases[made.base].version;
  if (view)
    nodesOf[view].push_back(node);
  bind(value, node);
  return node;
}

void Functionalizer::setNode(NodeId node, Value value, unsigned version) {
  Node &n = nodes[node];
  if (!scopes.empty())
    log.push_back({node, n.current, n.version});
  n.current = value;
  n.version = version;
}

NodeId Functionalizer::getNode(Value value) {
  if (auto it = objectOf.find(value); it != objectOf.end())
    return objects[it->second];
  auto argument = dyn_cast<BlockArgument>(value);
  bool external = argument && argument.getOwner() == &func.front();
  auto weight = value.getDefiningOp<ConstantOp>();
  // Equal dense elements are equal numbers, not the same memory.
  bool isStored = weight && !isa<DenseElementsAttr, DenseResourceElementsAttr>(
                                weight.getValue());
  if (isStored)
    if (auto it = weights.find(weight.getValue()); it != weights.end()) {
      if (weight.getNameAttr())
        names[nodes[it->second].base].push_back(weight.getNameAttr());
      NodeId tied =
          makeView(it->second, OperatorOp(), 0, ViewKind::Identity, value);
      // The constant is the value of the weight before any write.
      nodes[tied].version = 0;
      return tied;
    }
  NodeId node = makeBase(value, value.getParentBlock(), external || weight);
  BaseId base = nodes[node].base;
  if (isStored)
    weights[weight.getValue()] = node;
  if (weight && weight.getNameAttr()) {
    names[base].push_back(weight.getNameAttr());
  } else if (external) {
    unsigned number = argument.getArgNumber();
    auto name = func.getArgAttrOfType<StringAttr>(number, onnx::kNameAttr);
    names[base].push_back(
        name ? name
             : StringAttr::get(func.getContext(), "arg" + Twine(number)));
  }
  return node;
}

//===----------------------------------------------------------------------===//
// Families
//===----------------------------------------------------------------------===//

FamilyId Functionalizer::getFamily(BaseId base) {
  FamilyId family = bases[base].family;
  if (family < 0) {
    family = families.size();
    Family &made = families.emplace_back();
    if (bases[base].external)
      made.external = base;
    for (Operation *op = bases[base].block->getParentOp(); op != func;
         op = op->getParentOp())
      ++made.depth;
    return bases[base].family = family;
  }
  while (families[family].parent >= 0) {
    FamilyId &parent = families[family].parent;
    if (families[parent].parent >= 0)
      parent = families[parent].parent;
    family = families[family].parent;
  }
  return family;
}

void Functionalizer::recordWrite(FamilyId family, Family::Write write) {
  Family &f = families[family];
  if (write.base < 0)
    return;
  if (f.last.base == write.base) {
    f.last.time = std::max(f.last.time, write.time);
  } else if (f.last.time <= write.time) {
    f.lastOther = f.last;
    f.last = write;
  } else if (f.lastOther.time <= write.time) {
    f.lastOther = write;
  }
}

void Functionalizer::relate(BaseId a, BaseId b, Operation *reason) {
  FamilyId into = getFamily(a), from = getFamily(b);
  families[into].reason = reason;
  if (into == from)
    return;
  families[from].parent = into;
  families[into].depth = std::min(families[into].depth, families[from].depth);
  recordWrite(into, families[from].last);
  recordWrite(into, families[from].lastOther);
  BaseId &external = families[into].external;
  if (external == -1)
    external = families[from].external;
  else if (families[from].external != -1)
    external = -2;
}

/// Whether another tensor that may share the memory has been written since the
/// base was defined.
bool Functionalizer::isUnknown(BaseId base) {
  if (bases[base].family < 0)
    return false;
  const Family &f = families[getFamily(base)];
  const Family::Write &write = f.last.base == base ? f.lastOther : f.last;
  return write.base >= 0 && write.time > bases[base].created;
}

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

/// Returns the current value of the tensor that `value` was.
Value Functionalizer::read(Value value, Operation *reader) {
  auto it = objectOf.find(value);
  if (it == objectOf.end()) {
    // A weight without a node may be tied to a written weight.
    auto weight = value.getDefiningOp<ConstantOp>();
    if (!weight || !weights.contains(weight.getValue()))
      return value;
  }
  NodeId node = getNode(value);
  BaseId base = nodes[node].base;
  if (isUnknown(base)) {
    // Writes do not change sizes.
    auto call = dyn_cast<OperatorOp>(reader);
    if (!call || !call.getTarget().starts_with("aten.sym_"))
      (void)refuseUndecided(
          reader, "reads a tensor that may have been written through an alias",
          base);
    return nodes[node].current;
  }
  return refresh(node, reader);
}

Value Functionalizer::refresh(NodeId node, Operation *reader) {
  unsigned version = bases[nodes[node].base].version;
  SmallVector<NodeId> stale;
  for (NodeId n = node; nodes[n].version != version; n = nodes[n].parent)
    stale.push_back(n);
  for (NodeId n : llvm::reverse(stale))
    replay(n, reader);
  return nodes[node].current;
}

/// Computes a view again on the current value of its parent.
void Functionalizer::replay(NodeId node, Operation *reader) {
  Node &n = nodes[node];
  unsigned version = bases[n.base].version;
  Value parent = nodes[n.parent].current;
  if (n.kind == ViewKind::Identity)
    return setNode(node, parent, version);
  // The replay of another result of the operation may have updated this node.
  if (n.version == version)
    return;
  // Both blocks enclose the reader, so one encloses the other.
  Block *block = n.view->getBlock(), *valueBlock = bases[n.base].valueBlock;
  if (block->findAncestorOpInBlock(*valueBlock->getParentOp()))
    block = valueBlock;
  OpBuilder b(block->findAncestorOpInBlock(*reader));
  Operation *clone = b.clone(*n.view);
  clone->setOperand(0, parent);
  candidates.push_back(clone);
  for (NodeId sibling : nodesOf[n.view])
    if (nodes[sibling].parent == n.parent && nodes[sibling].version != version)
      setNode(sibling, clone->getResult(nodes[sibling].result), version);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Whether an unknown operator must be assumed to write to its arguments:
/// torch.export removes unused operators that have no effect.
static bool isTakenToWrite(OperatorOp op) {
  StringRef target = op.getTarget();
  return !op.getSchema() && op.use_empty() && op.getNumRegions() == 0 &&
         !op.isPythonFunction() && !target.starts_with("higher_order.") &&
         !target.starts_with("prim.");
}

/// An example of a schema for an operator, for a message.
static std::string getSchemaExample(OperatorOp op) {
  auto [nameSpace, name] = op.getTarget().split('.');
  name.consume_back(".default");
  std::string text = (nameSpace + "::" + name + "(").str();
  for (auto [index, arg] : llvm::enumerate(op.getArgs())) {
    bool isTensor = isa<OperandAttr>(arg) &&
                    isa<RankedTensorType>(
                        op.getInputs()[getFirstOperand(op, index)].getType());
    text += index == 0 ? "" : ", ";
    text += isTensor ? (index == 0 ? "Tensor(a!) " : "Tensor ") : "... ";
    text += op.getArgName(index);
  }
  return text + ") -> ...";
}

/// The name of a written argument that is not a ranked tensor.
static std::optional<StringRef> findUnknownWritten(OperatorOp op,
                                                   const Schema &schema,
                                                   ArrayRef<Value> sources) {
  for (auto [index, arg] : llvm::enumerate(schema.getArgs())) {
    std::optional<unsigned> given = findArgument(op, schema, index);
    if (!arg.isWritten || !given)
      continue;
    unsigned first = getFirstOperand(op, *given);
    for (unsigned i = 0, e = countOperands(op.getArgs()[*given]); i < e; ++i)
      if (!isa<RankedTensorType>(sources[first + i].getType()))
        return arg.name;
  }
  return std::nullopt;
}

void Functionalizer::processBlock(Block &block) {
  for (Operation &operation : llvm::make_early_inc_range(block)) {
    Operation *op = &operation;
    SmallVector<Value> sources(op->getOperands());
    for (auto [index, source] : llvm::enumerate(sources))
      if (isa<RankedTensorType>(source.getType()))
        op->setOperand(index, read(source, op));
    if (isa<YieldOp>(op))
      yielded[op] = sources;
    if (op->getNumRegions() != 0)
      processRegions(op, sources);
    auto call = dyn_cast<OperatorOp>(op);
    if (!call)
      continue;
    const Schema *schema = findSchema(call);
    if (!schema) {
      // StructureVmap.cpp has replaced the operators of vmap.
      if (call.getTarget().starts_with("torch._functorch.predispatch."))
        refuse(call) << "is a part of a transform of torch.func; "
                        "'program.run_decompositions({})' before "
                        "torch.export.save replaces it by other operators";
      else if (isTakenToWrite(call))
        refuse(call) << "has no schema and "
                     << (call->getNumResults() == 0 ? "no results"
                                                    : "only unused results")
                     << ", so it is assumed to write to its arguments; declare "
                        "it with --op-schema='"
                     << getSchemaExample(call) << "'";
    } else if (!schema->isMutable()) {
      processView(call, *schema, sources);
    } else if (auto name = findUnknownWritten(call, *schema, sources)) {
      refuse(call) << "writes to argument '" << *name
                   << "', which is not a tensor of known rank";
    } else if (succeeded(processWrite(call, *schema, sources))) {
      replaced.push_back(call);
    }
  }
}

void Functionalizer::processView(OperatorOp op, const Schema &schema,
                                 ArrayRef<Value> sources) {
  // The inverse of a view by a custom operator is unknown.
  if (&schema != op.getSchema()) {
    for (auto [index, arg] : llvm::enumerate(schema.getArgs())) {
      std::optional<unsigned> given = findArgument(op, schema, index);
      if (arg.aliasSet.empty() || !given)
        continue;
      unsigned first = getFirstOperand(op, *given);
      for (unsigned i = 0, e = countOperands(op.getArgs()[*given]); i < e; ++i)
        for (Value result : op->getResults())
          if (isa<RankedTensorType>(result.getType()) &&
              isa<RankedTensorType>(sources[first + i].getType()))
            relate(nodes[getNode(sources[first + i])].base,
                   nodes[getNode(result)].base, op);
    }
    return;
  }
  for (const Alias &alias : getAliases(op)) {
    NodeId source = getNode(sources[alias.operand]);
    Value result = op->getResult(alias.result);
    if (alias.kind == ViewKind::Same) {
      objectOf[result] = objectOf[sources[alias.operand]];
      candidates.push_back(op);
      continue;
    }
    if (alias.kind != ViewKind::Undecided) {
      makeView(source, op, alias.result, alias.kind, result);
      candidates.push_back(op);
      continue;
    }
    BaseId base = nodes[getNode(result)].base;
    relate(nodes[source].base, base, op);
  }
}

//===----------------------------------------------------------------------===//
// Function
//===----------------------------------------------------------------------===//

/// Returns the last value of each written argument and weight.
LogicalResult Functionalizer::addMutatedResults() {
  Operation *terminator = func.front().getTerminator();
  SmallVector<StringAttr> known;
  for (unsigned i = 0, e = func.getNumResults(); i < e; ++i)
    if (auto name = func.getResultAttrOfType<StringAttr>(
            i, TorchDialect::getMutatesAttrName()))
      known.push_back(name);
  SmallVector<Value> values(terminator->getOperands());
  // Iterate by index, so that `refresh` may add bases.
  for (unsigned i = 0; i < bases.size(); ++i) {
    Base base = bases[i];
    // unsqueeze_ makes the argument a view of its former value.
    NodeId last = objects[base.object];
    if (!base.external || (!base.written && last == base.node))
      continue;
    for (StringAttr name : names[nodes[base.node].base]) {
      if (llvm::is_contained(known, name))
        continue;
      known.push_back(name);
      Value value = refresh(last, terminator);
      values.push_back(value);
      auto attrs = DictionaryAttr::get(
          func.getContext(),
          NamedAttribute(StringAttr::get(func.getContext(),
                                         TorchDialect::getMutatesAttrName()),
                         name));
      if (llvm::failed(
              func.insertResult(func.getNumResults(), value.getType(), attrs)))
        return func.emitError("cannot return the new value of '")
               << name.getValue() << "'";
    }
  }
  terminator->setOperands(values);
  // unsqueeze_ changes the type of a result.
  func.setType(FunctionType::get(func.getContext(), func.getArgumentTypes(),
                                 terminator->getOperandTypes()));
  return success();
}

void Functionalizer::eraseDeadOps() {
  for (OperatorOp op : llvm::reverse(replaced))
    if (op->use_empty())
      op.erase();
  llvm::SetVector<Operation *> worklist(candidates.begin(), candidates.end());
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    if (!isOpTriviallyDead(op))
      continue;
    for (Value operand : op->getOperands())
      if (Operation *producer = operand.getDefiningOp();
          isa_and_present<OperatorOp>(producer))
        worklist.insert(producer);
    op->erase();
  }
}

const Schema *Functionalizer::findSchema(OperatorOp op) {
  if (const Schema *schema = op.getSchema())
    return schema;
  auto it = schemas.find(op.getTarget());
  return it == schemas.end() ? nullptr : it->second.get();
}

LogicalResult Functionalizer::run() {
  expandForeach(func, numbers);
  revealHiddenWrites(func);
  WalkResult walk = func.walk([&](OperatorOp op) {
    const Schema *schema = findSchema(op);
    bool writes = schema ? schema->isMutable() : isTakenToWrite(op);
    return writes ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (!walk.wasInterrupted())
    return success();
  if (!llvm::hasSingleElement(func.getBody()))
    return func.emitOpError("writes to tensors in place, which is supported "
                            "only in a function with one block");
  // Results for arguments come before results for weights, both in order.
  for (BlockArgument argument : func.getArguments())
    if (isa<RankedTensorType>(argument.getType()))
      getNode(argument);
  for (auto weight : func.front().getOps<ConstantOp>())
    getNode(weight);
  processBlock(func.front());
  if (failed || llvm::failed(addMutatedResults()))
    return failure();
  eraseDeadOps();
  return success();
}

/// The schemas in the attribute of the module, or nothing with an error.
static FailureOr<SchemaMap> readSchemas(ModuleOp module) {
  SchemaMap schemas;
  StringRef name = TorchDialect::getOpSchemasAttrName();
  Attribute attr = module->getAttr(name);
  auto texts = dyn_cast_if_present<ArrayAttr>(attr);
  if (attr && (!texts || !llvm::all_of(texts, llvm::IsaPred<StringAttr>))) {
    module.emitError("attribute '") << name << "' is not a list of strings";
    return failure();
  }
  for (Attribute text : texts ? texts.getValue() : ArrayRef<Attribute>()) {
    auto schema = Schema::parse(cast<StringAttr>(text).getValue());
    if (!schema) {
      module.emitError(llvm::toString(schema.takeError()));
      return failure();
    }
    StringRef target = (*schema)->getName();
    if (Schema::lookup(target)) {
      module.emitError("'") << target
                            << "' is an operator of PyTorch, whose "
                               "schema is known";
      return failure();
    }
    if (!schemas.try_emplace(target, std::move(*schema)).second) {
      module.emitError("'") << target << "' is given two schemas";
      return failure();
    }
  }
  return schemas;
}

namespace {
struct Functionalize
    : public torch_onnx::torch::impl::FunctionalizeBase<Functionalize> {
  void runOnOperation() override {
    revealAutoFunctionalized(getOperation());
    FailureOr<SchemaMap> schemas = readSchemas(getOperation());
    if (failed(schemas))
      return signalPassFailure();
    NumberExprs numbers(sym::readRanges(getOperation()));
    llvm::DenseSet<StringAttr> called;
    getOperation()->walk([&](func::CallOp call) {
      called.insert(call.getCalleeAttr().getAttr());
    });
    SmallVector<Operation *> retired;
    for (auto func : getOperation().getOps<func::FuncOp>()) {
      if (func.isExternal())
        continue;
      Functionalizer functionalizer(func, called.contains(func.getNameAttr()),
                                    *schemas, numbers, retired);
      if (failed(functionalizer.run()))
        signalPassFailure();
      else
        resolveStrides(func);
    }
    for (Operation *op : retired)
      op->destroy();
    // Without writes, a copy of a view is equivalent to the view.
    getOperation()->walk([](OperatorOp op) {
      StringRef view = getViewOfCopy(op.getTarget());
      if (view != op.getTarget())
        op.setTarget(view);
    });
  }
};
} // namespace
