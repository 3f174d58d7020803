//===- InterpreterBranches.cpp - Branches that depend on the run ----------===//
//
// Both blocks of a prim::If are interpreted into the regions of a torch.if.
// Where they leave different values, the operation has a result; lists, tuples
// and objects are merged element by element. A branch that raises is not taken:
// ONNX cannot raise.
//
//===----------------------------------------------------------------------===//

#include "ContainerOps.h"
#include "InterpreterControl.h"

#include "torch-onnx/Dialect/Torch/Inference/ControlFlow.h"

using namespace mlir;
using namespace torch_onnx;
using Kind = Item::Kind;

//===----------------------------------------------------------------------===//
// What branches and loops share
//===----------------------------------------------------------------------===//

Item torch_onnx::getFlag(Interpreter &in, const Item &item) {
  if (item.isA(Kind::Maybe))
    return item.getElements()[0];
  return in.makeBool(!item.isNone());
}

Item torch_onnx::getMaybeValue(const Item &item) {
  if (item.isA(Kind::Maybe))
    return item.getElements()[1];
  return item.isNone() ? Item::undefined() : item;
}

Type torch_onnx::getLeafType(const Item &item) {
  if (item.isTensor())
    return item.getValue().getType();
  Type type = item.getNumberType();
  return type && type.isIntOrFloat() ? type : Type();
}

Value torch_onnx::getLeafValue(Interpreter &in, const Item &item, Type type,
                               Location loc) {
  if (item.isA(Kind::Undefined))
    return in.buildPlaceholder(type, loc);
  return item.isTensor() ? item.getValue() : in.getNumber(item, loc);
}

Item torch_onnx::makeLeaf(Value value) {
  return value.getType().isIntOrFloat() ? Item::number(value)
                                        : Item::tensor(value);
}

Item torch_onnx::Merger::merge(const Item &a, const Item &b) {
  if (a.isA(Kind::Conflict))
    return a;
  if (b.isA(Kind::Conflict))
    return b;
  if (a == b)
    return same(a);
  if (a.isNone() || b.isNone() || a.isA(Kind::Maybe) || b.isA(Kind::Maybe)) {
    // What is never read may as well be None.
    if (a.isA(Kind::Undefined) && b.isNone())
      return b;
    if (b.isA(Kind::Undefined) && a.isNone())
      return a;
    Item flag = merge(getFlag(in, a), getFlag(in, b));
    return Item::maybe(flag, merge(getMaybeValue(a), getMaybeValue(b)));
  }
  const Item &known = a.isA(Kind::Undefined) ? b : a;
  if (!a.isA(Kind::Undefined) && !b.isA(Kind::Undefined) &&
      a.getKind() != b.getKind())
    return conflict(a, b);
  switch (known.getKind()) {
  case Kind::Number:
  case Kind::Tensor:
    return leaf(a, b);
  case Kind::Tuple:
    return mergeTuples(a, b);
  case Kind::List:
  case Kind::Dict: {
    Cell empty;
    const Cell &x = a.isCell() ? in.getCell(a) : empty;
    const Cell &y = b.isCell() ? in.getCell(b) : empty;
    Cell merged;
    if (!a.isCell() || !b.isCell()) {
      // Each element beside one that was never assigned.
      const Cell &one = a.isCell() ? x : y;
      merged = one;
      Item undefined;
      for (Item &item : merged.items)
        item = a.isCell() ? merge(item, undefined) : merge(undefined, item);
      if (one.stacked) {
        Item stacked = Item::tensor(one.stacked);
        merged.stacked =
            (a.isCell() ? merge(stacked, undefined) : merge(undefined, stacked))
                .getValue();
      }
      if (one.bounds) {
        Item bounds = Item::tensor(one.bounds);
        merged.bounds =
            (a.isCell() ? merge(bounds, undefined) : merge(undefined, bounds))
                .getValue();
      }
    } else {
      merged = mergeCells(x, y);
    }
    return Item::cell(known.getKind(), in.heap.add(std::move(merged)));
  }
  default:
    return a.isA(Kind::Undefined)   ? b
           : b.isA(Kind::Undefined) ? a
                                    : conflict(a, b);
  }
}

Item Merger::mergeTuples(const Item &a, const Item &b) {
  const Item &known = a.isA(Kind::Undefined) ? b : a;
  size_t count = known.getElements().size();
  if (!a.isA(Kind::Undefined) && !b.isA(Kind::Undefined) &&
      b.getElements().size() != count)
    return conflict(a, b);
  std::vector<Item> elements;
  for (size_t i = 0; i < count; ++i)
    elements.push_back(merge(a.isA(Kind::Undefined) ? a : a.getElements()[i],
                             b.isA(Kind::Undefined) ? b : b.getElements()[i]));
  return Item::tuple(std::move(elements),
                     dyn_cast_if_present<StringAttr>(known.getAttribute()));
}

Item Merger::conflict(const Item &a, const Item &b) {
  return Item::conflict(
      in.b.getStringAttr("the value is " + a.describe() + " in one case and " +
                         b.describe() + " in the other, as the " + what +
                         " is decided at run time; expected the same kind, "
                         "dtype and rank in both"));
}

Cell Merger::mergeCells(const Cell &a, const Cell &b) {
  Cell merged = a;
  if (a.conflict || b.conflict) {
    merged.conflict = a.conflict ? a.conflict : b.conflict;
    return merged;
  }
  bool isDict = !a.keys.empty() || !b.keys.empty();
  if (isDict && a.keys != b.keys) {
    merged.conflict = in.b.getStringAttr(
        "the dictionary has different keys in two cases, which the run "
        "decides; expected the same keys in the same order");
    return merged;
  }
  if (a.stacked || b.stacked || a.items.size() != b.items.size()) {
    Value stacked = a.bounds || b.bounds ? Value() : mergeStacks(a, b);
    if (!stacked) {
      if (std::optional<Cell> parts = mergeParts(a, b))
        return *parts;
      merged.conflict = in.b.getStringAttr(
          "the list has a length that is known at run time, and elements that "
          "are not tensors of one shape; expected equal shapes, or shapes "
          "that differ in one dimension");
      return merged;
    }
    merged.items.clear();
    merged.stacked = stacked;
    return merged;
  }
  for (auto [item, other] : llvm::zip_equal(merged.items, b.items))
    item = merge(item, other);
  for (auto &[name, item] : merged.attributes) {
    auto it = b.attributes.find(name);
    if (it != b.attributes.end())
      item = merge(item, it->second);
  }
  for (auto &[name, item] : b.attributes)
    if (!merged.attributes.contains(name))
      merged.attributes.insert({name, item});
  return merged;
}

std::optional<Cell> Merger::mergeParts(const Cell &a, const Cell &b) {
  std::optional<int64_t> axis = findPartAxis(in, a, b);
  if (!axis)
    return std::nullopt;
  auto build = [&](unsigned side, const Cell &cell, const Cell &other) {
    OpBuilder::InsertionGuard guard(in.b);
    in.b.restoreInsertionPoint(getEnd(side));
    return makeParts(in, cell, other, *axis, loc);
  };
  std::optional<Cell> x = build(0, a, b), y = build(1, b, a);
  if (!x || !y)
    return std::nullopt;
  Item all = merge(Item::tensor(x->stacked), Item::tensor(y->stacked));
  Item bounds = merge(Item::tensor(x->bounds), Item::tensor(y->bounds));
  if (!all.isTensor() || !bounds.isTensor())
    return std::nullopt;
  x->stacked = all.getValue();
  x->bounds = bounds.getValue();
  return x;
}

/// True in a block that raises whenever it is entered.
static bool alwaysRaises(const libtorch::ScriptBlock &block) {
  return llvm::any_of(ArrayRef(block.nodes, block.numNodes),
                      [](const libtorch::ScriptNode &node) {
                        return getText(node.kind) == "prim::RaiseException";
                      });
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

namespace torch_onnx {

class BranchBuilder : public Merger {
public:
  explicit BranchBuilder(NodeCall &call)
      : Merger(call.in, "branch", call.loc), call(call) {
    for (auto [block, region] : llvm::zip_equal(blocks, regions))
      block = &region.emplaceBlock();
  }

  ~BranchBuilder() override {
    for (Block *block : blocks)
      in.forgetCopies(block);
  }

  Outcome run(Value condition);

private:
  Outcome runBranch(unsigned index);
  Outcome inlineBranch(unsigned index);
  void mergeAll();

  Item same(const Item &item) override { return item; }
  Item leaf(const Item &a, const Item &b) override;
  Value mergeStacks(const Cell &a, const Cell &b) override;
  OpBuilder::InsertPoint getEnd(unsigned side) override {
    Block &block = regions[side].front();
    return OpBuilder::InsertPoint(&block, block.end());
  }
  Value getInBranch(unsigned index, const Item &item, Type type);

  NodeCall &call;
  Region regions[2];
  /// Those that the branches are built in.
  Block *blocks[2];
  std::vector<Item> outputs[2];
  Heap::Contents changes[2];
  SmallVector<Value> yields[2];
  /// Null while the values that are yielded are collected.
  torch::IfOp branch;
  unsigned nextResult = 0;
  /// The results, once the operation is there.
  std::vector<Item> results;
  Heap::Contents mergedChanges;
};

} // namespace torch_onnx

Outcome BranchBuilder::runBranch(unsigned index) {
  OpBuilder::InsertionGuard guard(in.b);
  in.b.setInsertionPointToEnd(&regions[index].front());
  const libtorch::ScriptBlock &block = call.node.blocks[index];
  Heap::Journal journal(in.heap);
  Outcome outcome = in.runBlock(call.frame, block);
  if (outcome == Outcome::Done)
    for (uint32_t value : ArrayRef(block.outputs, block.numOutputs))
      outputs[index].push_back(call.frame.values[value]);
  changes[index] = journal.revert();
  return outcome;
}

/// Takes a branch as if its condition had been known.
Outcome BranchBuilder::inlineBranch(unsigned index) {
  Block &block = regions[index].front();
  Block *into = in.b.getInsertionBlock();
  into->getOperations().splice(in.b.getInsertionPoint(), block.getOperations());
  for (auto &[cell, contents] : changes[index])
    in.heap.write(cell) = std::move(contents);
  in.forgetNumbers();
  return call.giveAll(outputs[index]);
}

Value BranchBuilder::getInBranch(unsigned index, const Item &item, Type type) {
  OpBuilder::InsertionGuard guard(in.b);
  in.b.setInsertionPointToEnd(&regions[index].front());
  return getLeafValue(in, item, type, loc);
}

Item BranchBuilder::leaf(const Item &a, const Item &b) {
  Type x = getLeafType(a), y = getLeafType(b);
  if ((!x && !a.isA(Kind::Undefined)) || (!y && !b.isA(Kind::Undefined)))
    return conflict(a, b);
  Type type = !x ? y : !y ? x : torch::joinTypes(x, y);
  if (!type)
    return conflict(a, b);
  if (branch)
    return makeLeaf(branch->getResult(nextResult++));
  Value values[] = {getInBranch(0, a, type), getInBranch(1, b, type)};
  if (!values[0] || !values[1])
    return conflict(a, b);
  yields[0].push_back(values[0]);
  yields[1].push_back(values[1]);
  // Something that is a value: what is made of it is thrown away.
  return makeLeaf(values[0]);
}

Value BranchBuilder::mergeStacks(const Cell &a, const Cell &b) {
  // Elements are stacked in their branches.
  auto getStack = [&](unsigned index, const Cell &cell) -> Value {
    if (cell.stacked)
      return cell.stacked;
    OpBuilder::InsertionGuard guard(in.b);
    in.b.setInsertionPointToEnd(&regions[index].front());
    return in.stack(cell.items, loc);
  };
  // The second time the operation is there already, and only its result counts.
  Value x = getStack(0, a), y = getStack(1, b);
  if (!x || !y)
    return {};
  Item merged = leaf(Item::tensor(x), Item::tensor(y));
  return merged.isTensor() ? merged.getValue() : Value();
}

void BranchBuilder::mergeAll() {
  results.clear();
  mergedChanges.clear();
  nextResult = 0;
  for (auto [x, y] : llvm::zip_equal(outputs[0], outputs[1]))
    results.push_back(merge(x, y));
  llvm::SetVector<unsigned> changed;
  for (auto &contents : changes)
    for (auto &[cell, value] : contents)
      changed.insert(cell);
  for (unsigned cell : changed) {
    auto get = [&](unsigned index) -> const Cell & {
      auto it = changes[index].find(cell);
      return it == changes[index].end() ? in.heap[cell] : it->second;
    };
    Cell merged = mergeCells(get(0), get(1));
    mergedChanges.insert({cell, std::move(merged)});
  }
}

Outcome BranchBuilder::run(Value condition) {
  auto numbers = in.saveNumbers();
  Outcome outcomes[2];
  for (unsigned index : {0, 1}) {
    outcomes[index] = runBranch(index);
    in.restoreNumbers(numbers);
    if (outcomes[index] == Outcome::Failed)
      return Outcome::Failed;
  }
  in.forgetNumbers();
  for (unsigned index : {0, 1})
    if (outcomes[index] == Outcome::Raised) {
      if (outcomes[1 - index] == Outcome::Raised)
        return Outcome::Raised;
      in.warnOfRaise(loc);
      return inlineBranch(1 - index);
    }
  mergeAll();
  auto isConflict = [](const Item &item) { return item.isA(Kind::Conflict); };
  if (llvm::any_of(results, isConflict))
    if (std::optional<bool> truth = in.getTruthOfNonEmpty(call[0])) {
      in.warn(loc, "the branches leave values of different kinds, dtypes or "
                   "ranks; the model takes the one for tensors without a size "
                   "of zero, whatever the sizes are");
      return inlineBranch(*truth ? 0 : 1);
    }
  for (unsigned index : {0, 1}) {
    OpBuilder::InsertionGuard guard(in.b);
    in.b.setInsertionPointToEnd(&regions[index].front());
    torch::YieldOp::create(in.b, loc, yields[index]);
  }
  SmallVector<Type> types;
  for (auto [x, y] : llvm::zip_equal(yields[0], yields[1]))
    types.push_back(in.nameSizes(torch::joinTypes(x.getType(), y.getType())));
  branch = torch::IfOp::create(in.b, loc, types, condition);
  in.nameNumbers(branch);
  branch.getThenRegion().takeBody(regions[0]);
  branch.getElseRegion().takeBody(regions[1]);
  for (Region &region : regions)
    region.emplaceBlock();
  mergeAll();
  for (auto &[cell, contents] : mergedChanges)
    in.heap.write(cell) = std::move(contents);
  in.forgetNumbers();
  return call.giveAll(results);
}

Outcome Interpreter::runIf(NodeCall &call) {
  auto runInline = [&](unsigned index) {
    const libtorch::ScriptBlock &block = call.node.blocks[index];
    if (Outcome outcome = runBlock(call.frame, block); outcome != Outcome::Done)
      return outcome;
    std::vector<Item> outputs;
    for (uint32_t value : ArrayRef(block.outputs, block.numOutputs))
      outputs.push_back(call.frame.values[value]);
    return call.giveAll(outputs);
  };
  if (call.node.numBlocks != 2)
    return call.fail("a prim::If without two blocks");
  if (std::optional<bool> truth = getTruth(call[0]))
    return runInline(*truth ? 0 : 1);
  bool raises[] = {alwaysRaises(call.node.blocks[0]),
                   alwaysRaises(call.node.blocks[1])};
  if (raises[0] && raises[1])
    return Outcome::Raised;
  if (raises[0] || raises[1]) {
    warnOfRaise(call.loc);
    return runInline(raises[0] ? 1 : 0);
  }
  Value condition = getCondition(call[0], call.loc);
  if (!condition)
    return call.failOperand(0, "a bool");
  return BranchBuilder(call).run(condition);
}

void Interpreter::warnOfRaise(Location loc) {
  warn(loc, "the program raises an exception here under a condition that is "
            "known at run time; the model does not check it");
}
