//===- Functionalize.cpp - No in-place operators, no written views --------===//
//
// One walk over each block in program order, without restarts; see Passes.td
// for what it does.
//
// Memory is a Base: a tensor that was made, an argument of a block, a weight.
// Each alias is a Node: the base itself, or a view of another node. Bases count
// their versions; a node has the SSA value that it had at some version.
//
//  - A read brings the node up to the version of its base: the views between
//    are cloned on the new value, in the block of the view, before the reader.
//    Nothing is cloned for an alias that is not read after a write.
//  - A write computes the new value by the functional twin, then the new value
//    of each node on the way to the base by the inverse of its view, and is a
//    new version of the base.
//
// What an operator returns that may be a view or a copy is a base of its own,
// in the same Family as its operand. A write to one member makes all older
// members unknown: reading them is an error, as is returning them.
//
// The work is linear in the number of operations, plus one operation for each
// view between a base and a node that is written or read after a write.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/Transforms/Passes.h"

#include "FunctionalTwin.h"
#include "HiddenWrites.h"
#include "Views.h"
#include "torch-onnx/Dialect/Sym/IR/SymDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace torch_onnx::torch {
#define GEN_PASS_DEF_FUNCTIONALIZE
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h.inc"
} // namespace torch_onnx::torch

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

namespace {

/// Indices into the tables of the Functionalizer; none is -1.
using BaseId = int;
using NodeId = int;
using FamilyId = int;

struct Base {
  /// The block whose operations may write to it.
  Block *block = nullptr;
  NodeId node = -1;
  unsigned version = 0;
  FamilyId family = -1;
  /// The number of writes before it was made.
  unsigned created = 0;
  /// It outlives the function: an argument of it, or a weight.
  bool external = false;
  bool written = false;
};

struct Node {
  BaseId base = -1;
  /// The node that `view` looks into, -1 for the base itself.
  NodeId parent = -1;
  OperatorOp view;
  unsigned result = 0;
  ViewKind kind = ViewKind::Identity;
  /// What it was when its base had that version.
  Value current;
  unsigned version = 0;
};

/// Bases that may be the same memory.
struct Family {
  struct Write {
    BaseId base = -1;
    unsigned time = 0;
  };
  /// Union-find.
  FamilyId parent = -1;
  /// The last write, and the last one by another base than that.
  Write last, lastOther;
  /// Its members that outlive the function: none, one, or -2 for more.
  BaseId external = -1;
  /// An operator that made the relation.
  Operation *reason = nullptr;
};

class Functionalizer {
public:
  explicit Functionalizer(func::FuncOp func, bool isCalled)
      : func(func), isCalled(isCalled) {}

  LogicalResult run();

private:
  // Tables.
  NodeId getNode(Value value);
  NodeId makeBase(Value value, Block *block, bool external);
  NodeId makeView(NodeId parent, OperatorOp view, unsigned result,
                  ViewKind kind, Value value);
  void bind(Value value, NodeId node);
  FamilyId getFamily(BaseId base);
  void relate(BaseId a, BaseId b, Operation *reason);
  void recordWrite(FamilyId family, Family::Write write);

  // Reads.
  Value read(Value value, Operation *reader);
  Value refresh(NodeId node, Operation *reader);
  void replay(NodeId node, Operation *reader);
  bool isUnknown(BaseId base);

  // Writes.
  LogicalResult checkWrite(BaseId base, OperatorOp op);
  LogicalResult write(NodeId node, Value value, OperatorOp op);
  Value castLike(OpBuilder &b, Location loc, Value value, Type elementType);
  Value getCopySource(OperatorOp op, RankedTensorType self);

  // Operations.
  void processBlock(Block &block);
  void processView(OperatorOp op, ArrayRef<Value> sources);
  LogicalResult processWrite(OperatorOp op, ArrayRef<Value> sources);
  LogicalResult processTwin(OperatorOp op, const FunctionalTwin &twin,
                            ArrayRef<Value> sources);
  LogicalResult processMetadata(OperatorOp op, const FunctionalTwin &twin,
                                Value self);
  LogicalResult addMutatedResults();
  void eraseDeadOps();

  InFlightDiagnostic refuse(Operation *op) {
    failed = true;
    return op->emitOpError();
  }
  InFlightDiagnostic refuse(OperatorOp op) {
    failed = true;
    return op.emitError() << "'" << op.getTarget() << "' ";
  }

  func::FuncOp func;
  bool isCalled;
  bool failed = false;
  /// Number of writes so far.
  unsigned time = 0;

  SmallVector<Base> bases;
  SmallVector<Node> nodes;
  SmallVector<Family> families;
  /// Two values may be the same tensor object (the result of add_ and its
  /// self); unsqueeze_ changes the object for both.
  SmallVector<NodeId> objects;
  DenseMap<Value, unsigned> objectOf;
  /// Views that one operation makes, for those with several results.
  DenseMap<Operation *, SmallVector<NodeId, 1>> nodesOf;
  /// Tied weights are one tensor.
  DenseMap<Attribute, NodeId> weights;
  /// Names of a base, one for each weight or argument.
  DenseMap<BaseId, SmallVector<StringAttr, 1>> names;

  SmallVector<Operation *> candidates;
  SmallVector<OperatorOp> replaced;
};

} // namespace

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
  bases.push_back({block, node, 0, -1, time, external, false});
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
      // It holds what the weight was before any write.
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
    auto name = func.getArgAttrOfType<StringAttr>(number, "onnx.name");
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
    families.emplace_back();
    if (bases[base].external)
      families.back().external = base;
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
  recordWrite(into, families[from].last);
  recordWrite(into, families[from].lastOther);
  BaseId &external = families[into].external;
  if (external == -1)
    external = families[from].external;
  else if (families[from].external != -1)
    external = -2;
}

/// True when another tensor was written that may be the same memory.
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

/// The value to read now in place of `value`.
Value Functionalizer::read(Value value, Operation *reader) {
  auto it = objectOf.find(value);
  if (it == objectOf.end()) {
    // A weight that is met for the first time may be tied to a written one.
    auto weight = value.getDefiningOp<ConstantOp>();
    if (!weight || !weights.contains(weight.getValue()))
      return value;
  }
  NodeId node = getNode(value);
  BaseId base = nodes[node].base;
  if (isUnknown(base)) {
    // A size does not depend on what was written.
    auto call = dyn_cast<OperatorOp>(reader);
    if (!call || !call.getTarget().starts_with("aten.sym_")) {
      auto reason = cast<OperatorOp>(families[getFamily(base)].reason);
      refuse(reader) << "reads a tensor that may have been written through "
                        "another one: '"
                     << reason.getTarget()
                     << "' returns a view or a copy, depending on strides";
    }
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
  if (n.kind == ViewKind::Identity) {
    n.current = parent;
    n.version = version;
    return;
  }
  // An earlier result of the same operation may have brought this one along.
  if (n.version == version)
    return;
  Operation *at = n.view->getBlock()->findAncestorOpInBlock(*reader);
  OpBuilder b(at);
  Operation *clone = b.clone(*n.view);
  clone->setOperand(0, parent);
  candidates.push_back(clone);
  for (NodeId sibling : nodesOf[n.view])
    if (nodes[sibling].parent == n.parent &&
        nodes[sibling].version != version) {
      nodes[sibling].current = clone->getResult(nodes[sibling].result);
      nodes[sibling].version = version;
    }
}

//===----------------------------------------------------------------------===//
// Writes
//===----------------------------------------------------------------------===//

LogicalResult Functionalizer::checkWrite(BaseId base, OperatorOp op) {
  const Base &b = bases[base];
  if (b.block != op->getBlock())
    return refuse(op)
           << "writes to a tensor from outside of the subgraph it is in";
  bool isFunction = b.block == &func.front();
  if (!isFunction && isa<BlockArgument>(nodes[b.node].current) &&
      b.version == 0)
    return refuse(op) << "writes to an argument of a subgraph";
  if (!isFunction && b.external)
    return refuse(op) << "writes to a weight in a subgraph";
  if (b.external && isCalled)
    return refuse(op) << "writes to an argument or a weight in a function that "
                         "is called by another one";
  if (b.family < 0)
    return success();
  const Family &family = families[getFamily(base)];
  auto reason = cast<OperatorOp>(family.reason);
  if (isUnknown(base))
    return refuse(op) << "writes to a tensor that may have been written "
                         "through another one: '"
                      << reason.getTarget()
                      << "' returns a view or a copy, depending on strides";
  if (family.external != -1 && family.external != base)
    return refuse(op) << "writes to what may be an argument or a weight: '"
                      << reason.getTarget()
                      << "' returns a view or a copy, depending on strides";
  return success();
}

/// Gives `node` a new value and carries it to the base.
LogicalResult Functionalizer::write(NodeId node, Value value, OperatorOp op) {
  BaseId base = nodes[node].base;
  OpBuilder b(op);
  SmallVector<std::pair<NodeId, Value>> updates = {{node, value}};
  for (NodeId n = node; nodes[n].parent >= 0; n = nodes[n].parent) {
    NodeId parent = nodes[n].parent;
    if (nodes[n].kind != ViewKind::Identity) {
      OperatorOp view = nodes[n].view;
      std::string reason;
      // Its numbers are those of the storage, which only the base knows.
      bool isPart =
          nodes[n].kind == ViewKind::AsStrided && nodes[parent].parent >= 0;
      Value old = refresh(parent, op);
      value = isPart ? Value()
                     : writeThrough(b, view, nodes[n].result, nodes[n].kind,
                                    old, value, reason);
      if (isPart)
        reason = "it is a view of another view";
      if (!value)
        return refuse(op) << "writes through the view '" << view.getTarget()
                          << "', which cannot be undone: " << reason;
      if (Operation *made = value.getDefiningOp())
        candidates.push_back(made);
    }
    updates.emplace_back(parent, value);
  }
  unsigned version = ++bases[base].version;
  for (auto [updated, newValue] : updates) {
    nodes[updated].current = newValue;
    nodes[updated].version = version;
  }
  bases[base].written = true;
  ++time;
  if (bases[base].family >= 0)
    recordWrite(getFamily(base), {base, time});
  return success();
}

Value Functionalizer::castLike(OpBuilder &b, Location loc, Value value,
                               Type elementType) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getElementType() == elementType)
    return value;
  return buildOperator(b, loc, "aten._to_copy.default", type.clone(elementType),
                       {{"self", value}, {"dtype", TypeAttr::get(elementType)}})
      ->getResult(0);
}

/// What copy_ writes: the source in the type of `self`.
Value Functionalizer::getCopySource(OperatorOp op, RankedTensorType self) {
  OpBuilder b(op);
  Arguments args(op);
  Value value =
      castLike(b, op.getLoc(), args.getValue("src"), self.getElementType());
  if (value.getType() == self)
    return value;
  // Without symbols two unknown sizes of one type may differ, so that only
  // static shapes are expanded by numbers.
  if (!self.hasStaticShape())
    return buildOperator(b, op.getLoc(), "aten.expand_as.default", self,
                         {{"self", value}, {"other", args.getValue("self")}})
        ->getResult(0);
  return buildOperator(
             b, op.getLoc(), "aten.expand.default", self,
             {{"self", value}, {"size", b.getI64ArrayAttr(self.getShape())}})
      ->getResult(0);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Operators that change what memory a tensor has, or how much.
static bool changesStorage(StringRef target) {
  StringRef name = target.split('.').second;
  return name.starts_with("set_.") || name.starts_with("set_data.") ||
         name.starts_with("resize") || name.starts_with("_resize") ||
         name.starts_with("sparse_resize") || name.starts_with("rename_.");
}

/// Operators that write to a tensor nothing that a program can read.
static bool writesNothing(StringRef target) {
  return target == "aten.requires_grad_.default" ||
         target == "aten.detach_.default" ||
         target == "aten.retain_grad.default" ||
         target == "aten.record_stream.default";
}

void Functionalizer::processBlock(Block &block) {
  for (Operation &operation : llvm::make_early_inc_range(block)) {
    Operation *op = &operation;
    SmallVector<Value> sources(op->getOperands());
    for (auto [index, source] : llvm::enumerate(sources))
      if (isa<RankedTensorType>(source.getType()))
        op->setOperand(index, read(source, op));
    for (Region &region : op->getRegions()) {
      if (region.getBlocks().size() > 1) {
        refuse(op) << "has a subgraph of several blocks";
        continue;
      }
      for (Block &body : region)
        processBlock(body);
    }
    auto call = dyn_cast<OperatorOp>(op);
    if (!call || !call.getSchema())
      continue;
    if (!call.getSchema()->isMutable()) {
      processView(call, sources);
    } else if (succeeded(processWrite(call, sources))) {
      replaced.push_back(call);
    }
  }
}

void Functionalizer::processView(OperatorOp op, ArrayRef<Value> sources) {
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

LogicalResult Functionalizer::processWrite(OperatorOp op,
                                           ArrayRef<Value> sources) {
  StringRef target = op.getTarget();
  if (changesStorage(target))
    return refuse(op) << "changes the memory of a tensor, not its elements";
  if (writesNothing(target)) {
    getNode(sources[0]);
    if (op->getNumResults() != 0)
      objectOf[op->getResult(0)] = objectOf[sources[0]];
    return success();
  }
  std::optional<FunctionalTwin> twin = findFunctionalTwin(*op.getSchema());
  if (!twin)
    return refuse(op) << "writes to an argument and has no functional twin";
  if (twin->schema->isView())
    return processMetadata(op, *twin, sources[0]);
  return processTwin(op, *twin, sources);
}

/// unsqueeze_, t_: the tensor itself becomes a view of what it was. Nothing is
/// written, so other aliases keep their shape.
LogicalResult Functionalizer::processMetadata(OperatorOp op,
                                              const FunctionalTwin &twin,
                                              Value self) {
  NodeId node = getNode(self);
  const Base &base = bases[nodes[node].base];
  if (base.external && nodes[node].parent < 0)
    return refuse(op) << "changes the shape of an argument or a weight";
  if (base.block != op->getBlock())
    return refuse(op)
           << "changes a tensor from outside of the subgraph it is in";
  OpBuilder b(op);
  ArgumentListBuilder list(b.getContext());
  for (unsigned from : twin.args)
    list.addSpec(getArgument(op, from));
  auto view =
      OperatorOp::create(b, op.getLoc(), op->getResultTypes(),
                         b.getStringAttr(twin.schema->getName()),
                         list.getArgs(), ArrayAttr(), list.getOperands(), 0);
  SmallVector<Alias, 1> aliases = getAliases(view);
  if (aliases.size() != 1 || aliases[0].kind == ViewKind::Undecided)
    return refuse(op) << "changes the shape of a tensor in a way that is not "
                         "known to be a view";
  candidates.push_back(view);
  unsigned object = objectOf[self];
  NodeId made = makeView(node, view, 0, aliases[0].kind, view->getResult(0));
  objects[object] = made;
  objectOf[op->getResult(0)] = object;
  return success();
}

LogicalResult Functionalizer::processTwin(OperatorOp op,
                                          const FunctionalTwin &twin,
                                          ArrayRef<Value> sources) {
  const Schema &schema = *op.getSchema();
  OpBuilder b(op);

  struct Written {
    unsigned arg;
    NodeId node;
    /// Which result of the twin is the new value.
    unsigned result;
  };
  SmallVector<Written> writes;
  unsigned numReturns = schema.getReturns().size(), numExtra = 0;
  for (auto [index, arg] : llvm::enumerate(schema.getArgs())) {
    if (!arg.isWritten)
      continue;
    const auto *returned =
        llvm::find_if(schema.getReturns(), [&](const SchemaArg &result) {
          return !result.aliasSet.empty() && result.aliasSet == arg.aliasSet;
        });
    unsigned result = returned == schema.getReturns().end()
                          ? numReturns + numExtra++
                          : returned - schema.getReturns().begin();
    if (isa<NoneAttr>(op.getArgs()[index]))
      continue;
    if (arg.type.isList || !isa<OperandAttr>(op.getArgs()[index]))
      return refuse(op) << "writes to a list of tensors";
    Value self = sources[getFirstOperand(op, index)];
    if (!isa<RankedTensorType>(self.getType()))
      return refuse(op) << "writes to what is not a tensor";
    NodeId node = getNode(self);
    if (llvm::failed(checkWrite(nodes[node].base, op)))
      return failure();
    writes.push_back({unsigned(index), node, result});
  }
  if (numReturns + numExtra != twin.schema->getReturns().size() ||
      op->getNumResults() > numReturns)
    return refuse(op) << "has a functional twin with other results";

  SmallVector<Value> results;
  bool isCopy = op.getTarget() == "aten.copy_.default";
  if (isCopy) {
    auto self = cast<RankedTensorType>(nodes[writes[0].node].current.getType());
    results.push_back(getCopySource(op, self));
  } else {
    SmallVector<Type> types(op->getResultTypes());
    types.resize(numReturns + numExtra, b.getNoneType());
    for (const Written &written : writes)
      types[written.result] = nodes[written.node].current.getType();
    // In-place operators cast what they computed, twins do not.
    Type wanted;
    if (writes.size() == 1) {
      auto self = cast<RankedTensorType>(types[writes[0].result]);
      wanted = self.getElementType();
      types[writes[0].result] = self.clone(getTwinElementType(op, self));
    }
    ArgumentListBuilder list(b.getContext());
    for (unsigned from : twin.args)
      list.addSpec(getArgument(op, from));
    auto call = OperatorOp::create(
        b, op.getLoc(), types, b.getStringAttr(twin.schema->getName()),
        list.getArgs(), ArrayAttr(), list.getOperands(), 0);
    call->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    llvm::append_range(results, call->getResults());
    if (wanted)
      results[writes[0].result] =
          castLike(b, op.getLoc(), results[writes[0].result], wanted);
  }

  for (OpResult result : op->getResults()) {
    const auto *written = llvm::find_if(writes, [&](const Written &w) {
      return w.result == result.getResultNumber();
    });
    if (written == writes.end())
      result.replaceAllUsesWith(results[result.getResultNumber()]);
    else
      objectOf[result] = objectOf[sources[getFirstOperand(op, written->arg)]];
  }
  for (const Written &written : writes)
    if (llvm::failed(write(written.node, results[written.result], op)))
      return failure();
  return success();
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
  for (const Base &base : bases) {
    if (!base.external || !base.written)
      continue;
    for (StringAttr name : names[nodes[base.node].base]) {
      if (llvm::is_contained(known, name))
        continue;
      known.push_back(name);
      Value value = nodes[base.node].current;
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
  // A tensor that unsqueeze_ was called on has another type in the end.
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

static bool writesInPlace(OperatorOp op) {
  const Schema *schema = op.getSchema();
  return schema && schema->isMutable();
}

LogicalResult Functionalizer::run() {
  revealHiddenWrites(func);
  WalkResult walk = func.walk([](OperatorOp op) {
    return writesInPlace(op) ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (!walk.wasInterrupted())
    return success();
  if (!llvm::hasSingleElement(func.getBody()))
    return func.emitOpError("writes to tensors in place, which is supported "
                            "only in a function with one block");
  // Arguments come before weights among the results, both in their order.
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

namespace {
struct Functionalize
    : public torch_onnx::torch::impl::FunctionalizeBase<Functionalize> {
  void runOnOperation() override {
    llvm::DenseSet<StringAttr> called;
    getOperation()->walk([&](func::CallOp call) {
      called.insert(call.getCalleeAttr().getAttr());
    });
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (!func.isExternal() &&
          llvm::failed(
              Functionalizer(func, called.contains(func.getNameAttr())).run()))
        signalPassFailure();
  }
};
} // namespace
