//===- ModuleCalls.cpp - The calls of modules in a graph ------------------===//
//
// See ModuleCalls.h.
//
//===----------------------------------------------------------------------===//

#include "ModuleCalls.h"

#include "ComponentGraph.h"

#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/Transforms/PreparedModule.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

bool onnx::isNode(Operation *op) {
  return !isa<ConstantOp, NoValueOp>(op) &&
         !op->hasTrait<OpTrait::IsTerminator>();
}

void onnx::forEachOperand(Operation *op,
                          function_ref<void(OpOperand &)> action) {
  for (OpOperand &operand : op->getOpOperands())
    action(operand);
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      for (OpOperand &operand : inner->getOpOperands())
        if (!op->isAncestor(operand.get().getParentBlock()->getParentOp()))
          action(operand);
    });
}

/// The innermost call that contains both.
static ModuleCall *getCommonCaller(ModuleCall *a, ModuleCall *b) {
  while (a != b) {
    if (!a || !b)
      return nullptr;
    if (a->depth >= b->depth)
      a = a->caller;
    else
      b = b->caller;
  }
  return a;
}

/// The outermost call between `outer` and `inner`; null if they are the same.
static ModuleCall *getCallInside(ModuleCall *outer, ModuleCall *inner) {
  ModuleCall *call = nullptr;
  for (; inner != outer; inner = inner->caller)
    call = inner;
  return call;
}

static bool isInside(ModuleCall *inner, ModuleCall *outer) {
  while (inner && inner->depth > outer->depth)
    inner = inner->caller;
  return inner == outer;
}

//===----------------------------------------------------------------------===//
// From locations to calls
//===----------------------------------------------------------------------===//

ModuleCall *ModuleCalls::addCall(StringRef key, StringRef path,
                                 ModuleCall *caller) {
  // A call that contains the whole block is not one of its calls.
  if (around.contains(key))
    return caller;
  auto [it, isNew] = byKey.try_emplace(key, caller);
  if (!isNew)
    return it->second;
  StringRef name;
  if (modules) {
    if (auto type = modules.getAs<StringAttr>(("self." + path).str()))
      name = type.getValue();
  } else {
    // Elements of a list are named after the list.
    for (StringRef part : llvm::split(path, '.'))
      if (!llvm::all_of(part, llvm::isDigit))
        name = part;
  }
  // A container is not called, so it has no class.
  if (name.empty() || (!classes.empty() && !classes.contains(name)))
    return caller;
  // One text for all calls of a class, which is compared by its address.
  name = names.insert(name).first->getKey();
  calls.push_back({caller, key, path, name, caller ? caller->depth + 1 : 0});
  return it->second = &calls.back();
}

ModuleCall *ModuleCalls::getCall(Location location) {
  StringRef path = getModulePath(location);
  if (path.empty())
    return nullptr;
  StringRef stack = getModuleCalls(location);
  auto [it, isNew] = byText.try_emplace({path.data(), stack.data()}, nullptr);
  if (!isNew)
    return it->second;
  ModuleCall *call = nullptr;
  if (!stack.empty()) {
    for (StringRef key : llvm::split(stack, ';'))
      call = addCall(key, key.take_front(key.rfind('@')), call);
    return it->second = call;
  }
  for (size_t end = 0; end != StringRef::npos;) {
    end = path.find('.', end + 1);
    StringRef module = path.take_front(end);
    // Without class names, a module with numbered elements is a container.
    if (!modules && end != StringRef::npos &&
        llvm::all_of(path.substr(end + 1).split('.').first, llvm::isDigit))
      continue;
    call = addCall(module, module, call);
  }
  return it->second = call;
}

ModuleCalls::ModuleCalls(ModuleOp module, Block &block,
                         const llvm::StringSet<> &classes,
                         llvm::StringSet<> &names,
                         const llvm::StringSet<> &around)
    : block(block),
      modules(module->getAttrOfType<DictionaryAttr>(kModulesAttr)),
      classes(classes), names(names), around(around) {
  unsigned numNodes = 0;
  for (Operation &op : block)
    if (isNode(&op)) {
      owners[&op] = getCall(op.getLoc());
      ++numNodes;
      addInner(module, &op);
    }
  for (Operation &op : block)
    if (isNode(&op))
      liftShared(&op);
  count(numNodes);
}

void ModuleCalls::addInner(ModuleOp module, Operation *op) {
  if (op->getNumRegions() == 0)
    return;
  llvm::StringSet<> keys = around;
  for (ModuleCall *call = lookup(op); call; call = call->caller)
    keys.insert(call->key);
  for (Region &region : op->getRegions())
    for (Block &body : region) {
      auto graph =
          std::make_unique<ModuleCalls>(module, body, classes, names, keys);
      size_t height = graph->numCalls.size();
      if (height == 0)
        continue;
      unsigned &known = innerHeights[op];
      known = std::max<unsigned>(known, height);
      inner.push_back(std::move(graph));
    }
}

void ModuleCalls::forEachGraph(function_ref<void(ModuleCalls &)> action) {
  for (std::unique_ptr<ModuleCalls> &graph : inner)
    graph->forEachGraph(action);
  action(*this);
}

ModuleCalls::ModuleCalls(Block &block, ArrayRef<RepeatedBlock> blocks,
                         llvm::StringSet<> &names)
    : block(block), names(names) {
  for (Operation &op : block)
    if (isNode(&op))
      owners[&op] = nullptr;
  StringRef name = names.insert(kBlockName).first->getKey();
  for (const RepeatedBlock &repeated : blocks)
    for (ArrayRef<Operation *> nodes : repeated) {
      calls.push_back({nullptr, "", getCommonModulePath(nodes), name, 0});
      for (Operation *op : nodes)
        owners[op] = &calls.back();
    }
  count(/*numNodes=*/0);
}

/// CSE leaves a value that several calls of a class compute in the first of
/// these calls. Moves such an operation to the caller, so that the calls stay
/// equal: it must be used by its own and other calls of the class, and depend
/// on nothing inside its call except values without other uses.
void ModuleCalls::liftShared(Operation *op) {
  ModuleCall *own = lookup(op);
  if (!own)
    return;
  ModuleCall *target = own;
  auto forEachUser = [&](function_ref<void(ModuleCall *)> action) {
    for (Operation *user : op->getUsers()) {
      Operation *node = block.findAncestorOpInBlock(*user);
      if (isNode(node))
        action(lookup(node));
    }
  };
  forEachUser([&](ModuleCall *user) {
    ModuleCall *common = getCommonCaller(own, user);
    ModuleCall *from = getCallInside(common, own);
    ModuleCall *to = getCallInside(common, user);
    if (from && to && from->className == to->className &&
        (!common || (target && common->depth < target->depth)))
      target = common;
  });
  if (target == own)
    return;
  ModuleCall *call = getCallInside(target, own);
  bool isUsedInside = false;
  forEachUser([&](ModuleCall *user) { isUsedInside |= isInside(user, call); });
  if (!isUsedInside)
    return;
  SmallVector<Operation *> lifted = {op};
  for (size_t i = 0; i < lifted.size(); ++i) {
    Operation *inside = nullptr;
    bool isSimple = true;
    forEachOperand(lifted[i], [&](OpOperand &operand) {
      Operation *def = operand.get().getDefiningOp();
      if (!def || !isNode(def) || !isInside(lookup(def), call))
        return;
      isSimple &= !inside || inside == def;
      inside = def;
    });
    if (!isSimple || (inside && !llvm::all_of(inside->getUsers(), [&](auto *u) {
                        return block.findAncestorOpInBlock(*u) == lifted[i];
                      })))
      return;
    if (inside)
      lifted.push_back(inside);
  }
  for (Operation *inner : lifted) {
    owners[inner] = target;
    if (target)
      inner->setLoc(withModulePath(inner->getLoc(), target->path));
  }
}

void ModuleCalls::count(unsigned numNodes) {
  for (auto &[op, owner] : owners)
    for (ModuleCall *call = owner; call; call = call->caller)
      ++call->numNodes;
  for (auto [op, height] : innerHeights)
    if (ModuleCall *owner = lookup(op))
      owner->height = std::max(owner->height, height);
  // Callers come before the calls that they contain.
  for (ModuleCall &call : llvm::reverse(calls))
    if (call.caller && call.numNodes != 0)
      call.caller->height = std::max(call.caller->height, call.height + 1);
  // A call that contains most of the graph is not outlined: it cannot be
  // repeated, and the function would only get all weights as arguments.
  // Requested classes and bodies of loops and branches are outlined anyway.
  bool isMain = isa<func::FuncOp>(block.getParentOp());
  auto isGraph = [&](const ModuleCall *call) {
    return call && isMain &&
           (call->numNodes == numNodes ||
            (classes.empty() && call->height > 0 &&
             2 * call->numNodes > numNodes));
  };
  for (auto &[op, owner] : owners)
    if (isGraph(owner))
      owner = nullptr;
  for (ModuleCall &call : calls) {
    if (isGraph(call.caller))
      call.caller = nullptr;
    if (call.numNodes == 0 || isGraph(&call))
      continue;
    if (numCalls.size() <= call.height)
      numCalls.resize(call.height + 1);
    ++numCalls[call.height];
  }
}

//===----------------------------------------------------------------------===//
// Schedules
//===----------------------------------------------------------------------===//

unsigned ModuleCalls::schedule(unsigned height, std::vector<Operation *> &order,
                               std::vector<Unit> &units) {
  // Each call of this height is a vertex, and so is each other node.
  std::vector<std::vector<Operation *>> members;
  std::vector<ModuleCall *> callOf;
  llvm::DenseMap<Operation *, unsigned> vertexOf, positions;
  llvm::DenseMap<ModuleCall *, unsigned> vertexOfCall;
  for (Operation &op : block) {
    if (!isNode(&op))
      continue;
    ModuleCall *call = lookup(&op);
    if (call && call->height != height)
      call = nullptr;
    unsigned vertex = members.size();
    if (call)
      vertex = vertexOfCall.try_emplace(call, vertex).first->second;
    if (vertex == members.size()) {
      members.emplace_back();
      callOf.push_back(call);
    }
    members[vertex].push_back(&op);
    vertexOf[&op] = vertex;
    positions[&op] = positions.size();
  }
  ComponentGraph graph(members.size());
  for (auto [vertex, nodes] : llvm::enumerate(members)) {
    for (Operation *op : nodes)
      forEachOperand(op, [&, vertex = vertex](OpOperand &operand) {
        // Constants and values from outside of the block have no vertex.
        auto def = vertexOf.find(operand.get().getDefiningOp());
        if (def != vertexOf.end() && def->second != vertex)
          graph.addEdge(def->second);
      });
    graph.endNode(vertex);
  }

  unsigned numTakenApart = 0;
  order.clear();
  order.reserve(positions.size());
  units.clear();
  graph.forEachComponent([&](ArrayRef<unsigned> component) {
    size_t begin = order.size();
    for (unsigned vertex : component)
      llvm::append_range(order, members[vertex]);
    MutableArrayRef<Operation *> nodes =
        MutableArrayRef(order).drop_front(begin);
    if (component.size() == 1) {
      units.push_back({callOf[component.front()], nodes});
      return;
    }
    // The existing order of the nodes is valid.
    llvm::sort(nodes, [&](Operation *a, Operation *b) {
      return positions.lookup(a) < positions.lookup(b);
    });
    for (Operation *&op : nodes) {
      units.push_back({nullptr, ArrayRef<Operation *>(&op, 1)});
      if (ModuleCall *call = callOf[vertexOf.lookup(op)])
        owners[op] = call->caller;
    }
    for (unsigned vertex : component)
      numTakenApart += callOf[vertex] != nullptr;
  });
  return numTakenApart;
}
