//===- InterpreterBranches.cpp - Branches with dynamic conditions ---------===//
//
// Both blocks of a prim::If are interpreted into the regions of a torch.if.
// Each value that differs after the two blocks becomes a result; lists, tuples
// and objects are merged element by element. ONNX cannot raise exceptions, so
// if one block raises, the other one is taken.
//
//===----------------------------------------------------------------------===//

#include "ContainerOps.h"
#include "InterpreterControl.h"
#include "QuantizedOps.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Torch/Inference/ControlFlow.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace torch_onnx;
using Kind = Item::Kind;

//===----------------------------------------------------------------------===//
// Merging of branches and loops
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
    // An undefined value is never read, so it may be None.
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
      // Merge each element with an undefined value.
      const Cell &one = a.isCell() ? x : y;
      merged = one;
      Item undefined;
      for (Item &item : merged.items)
        item = a.isCell() ? merge(item, undefined) : merge(undefined, item);
      for (Value Cell::*tensor : Cell::tensors) {
        if (!(one.*tensor))
          continue;
        Item item = Item::tensor(one.*tensor);
        item = a.isCell() ? merge(item, undefined) : merge(undefined, item);
        merged.*tensor = item.getValue();
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
  if (Interpreter::isQuantized(a) || Interpreter::isQuantized(b))
    return Item::conflict(in.b.getStringAttr(
        "the value is a quantized tensor, and the " + what +
        " decides its scale and zero point at run time; expected its "
        "dequantize()"));
  return Item::conflict(
      in.b.getStringAttr("the value is " + a.describe() + " in one case and " +
                         b.describe() + " in the other, because the " + what +
                         " is decided at run time; expected the same kind, "
                         "dtype and rank in both"));
}

Cell Merger::addUnread(unsigned index, Cell side) {
  for (const auto &[name, item] : in.heap[index].attributes)
    side.attributes.insert({name, item});
  return side;
}

Cell Merger::mergeCells(const Cell &a, const Cell &b) {
  Cell merged = a;
  if (a.conflict || b.conflict) {
    merged.conflict = a.conflict ? a.conflict : b.conflict;
    return merged;
  }
  bool isDict = !a.keys.empty() || !b.keys.empty();
  if (isDict && a.keys != b.keys) {
    merged.conflict =
        in.b.getStringAttr("the dictionary has different keys in two cases, "
                           "between which a condition at run time decides; "
                           "expected the same keys in the same order");
    return merged;
  }
  if (a.stacked || b.stacked || a.items.size() != b.items.size()) {
    Value stacked = a.bounds || b.bounds ? Value() : mergeStacks(a, b);
    if (!stacked) {
      if (std::optional<Cell> parts = mergeParts(a, b))
        return *parts;
      merged.conflict = in.b.getStringAttr(
          "the list has a length that is known only at run time, and its "
          "elements are not tensors of one dtype and rank");
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

Value Merger::buildEmptyStack(Type stacked) {
  auto type = dyn_cast<RankedTensorType>(stacked);
  if (!type)
    return {};
  SmallVector<AffineExpr> dims = sym::getDims(type);
  SmallVector<OpFoldResult> sizes = {in.b.getI64IntegerAttr(0)};
  for (AffineExpr dim : ArrayRef(dims).drop_front()) {
    OpFoldResult size = in.buildSize(dim, loc);
    if (!size)
      return {};
    sizes.push_back(size);
  }
  return in.buildOne(
      loc, "aten.zeros.default",
      {{"size", sizes}, {"dtype", TypeAttr::get(type.getElementType())}});
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
  std::optional<Cell> x = build(0, getRows(a), b), y = build(1, b, a);
  if (!x || !y || x->axis != y->axis ||
      getRankOfParts(*x) != getRankOfParts(*y))
    return std::nullopt;
  for (Value Cell::*tensor : Cell::tensors) {
    if (!((*x).*tensor) || !((*y).*tensor))
      continue;
    Item both = merge(Item::tensor((*x).*tensor), Item::tensor((*y).*tensor));
    if (!both.isTensor())
      return std::nullopt;
    (*x).*tensor = both.getValue();
  }
  return x;
}

/// Whether a block always raises.
static bool alwaysRaises(const libtorch::ScriptBlock &block) {
  return llvm::any_of(ArrayRef(block.nodes, block.numNodes),
                      [](const libtorch::ScriptNode &node) {
                        return getText(node.kind) == "prim::RaiseException";
                      });
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

namespace {
/// During its lifetime, values are refined by the condition of a branch: for
/// `if x is not None`, `x` is a value in the first block and None in the second
/// one.
class Assumption {
public:
  Assumption(Interpreter &in, Frame &frame, Value condition, bool truth)
      : in(in), frame(frame), condition(condition), truth(truth) {}
  ~Assumption() {
    for (auto &[value, item] : before)
      frame.values[value] = std::move(item);
  }
  Assumption(const Assumption &) = delete;
  Assumption &operator=(const Assumption &) = delete;

  void apply(ArrayRef<uint32_t> values);
  void apply(const libtorch::ScriptBlock &block);

private:
  /// Whether a number is true in this branch; nothing if it is unknown.
  std::optional<bool> getTruth(const Item &number) const;

  Interpreter &in;
  Frame &frame;
  Value condition;
  bool truth;
  SmallVector<std::pair<uint32_t, Item>> before;
  /// The values that the branch computes. Their items in the frame belong to an
  /// earlier interpretation, whose operations were erased.
  llvm::DenseSet<uint32_t> own;
};
} // namespace

/// Whether one of two bools is the negation of the other.
static bool areOpposite(Value x, Value y) {
  auto isNot = [](Value x, Value y) {
    auto op = x.getDefiningOp<arith::XOrIOp>();
    return op && op.getLhs() == y && matchPattern(op.getRhs(), m_One());
  };
  return isNot(x, y) || isNot(y, x);
}

std::optional<bool> Assumption::getTruth(const Item &number) const {
  Value value = number.isNumber() ? number.getValue() : Value();
  if (value == condition && value)
    return truth;
  return value && areOpposite(value, condition) ? std::optional(!truth)
                                                : std::nullopt;
}

void Assumption::apply(ArrayRef<uint32_t> values) {
  for (uint32_t value : values) {
    if (own.contains(value))
      continue;
    const Item &item = frame.values[value];
    bool isMaybe = item.isA(Kind::Maybe);
    std::optional<bool> known =
        getTruth(isMaybe ? item.getElements()[0] : item);
    if (!known)
      continue;
    Item assumed = !isMaybe ? in.makeBool(*known)
                   : *known ? Item(item.getElements()[1])
                            : Item::none();
    before.push_back({value, std::exchange(frame.values[value], assumed)});
  }
}

void Assumption::apply(const libtorch::ScriptBlock &block) {
  own.insert(block.inputs, block.inputs + block.numInputs);
  for (const libtorch::ScriptNode &node :
       ArrayRef(block.nodes, block.numNodes)) {
    apply(ArrayRef(node.inputs, node.numInputs));
    for (const libtorch::ScriptBlock &inner :
         ArrayRef(node.blocks, node.numBlocks))
      apply(inner);
    own.insert(node.outputs, node.outputs + node.numOutputs);
  }
  apply(ArrayRef(block.outputs, block.numOutputs));
}

namespace torch_onnx {

class BranchBuilder : public Merger {
public:
  /// Interprets one side and returns the values after it.
  using Side = llvm::function_ref<Outcome(bool isTrue, std::vector<Item> &)>;

  BranchBuilder(NodeCall &call, Value condition, Side side)
      : Merger(call.in, "branch", call.loc), call(call), condition(condition),
        side(side) {
    for (auto [block, region] : llvm::zip_equal(blocks, regions))
      block = &region.emplaceBlock();
  }

  ~BranchBuilder() override {
    for (Block *block : blocks)
      in.forgetCopies(block);
  }

  Outcome run();

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
  Value condition;
  Side side;
  /// The negation of the condition, if a result needed it.
  std::optional<Item> opposite;
  Region regions[2];
  /// The blocks in which the branches are built.
  Block *blocks[2];
  std::vector<Item> outputs[2];
  Heap::Contents changes[2];
  SmallVector<Value> yields[2];
  /// Null while yielded values are collected.
  torch::IfOp branch;
  unsigned nextResult = 0;
  /// The results, after the operation was built.
  std::vector<Item> results;
  Heap::Contents mergedChanges;
};

} // namespace torch_onnx

Outcome BranchBuilder::runBranch(unsigned index) {
  OpBuilder::InsertionGuard guard(in.b);
  in.b.setInsertionPointToEnd(&regions[index].front());
  Heap::Journal journal(in.heap);
  Outcome outcome = side(index == 0, outputs[index]);
  changes[index] = journal.revert();
  return outcome;
}

/// Inlines a branch, as if the condition were statically known.
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

/// Of two items that may be quantized or undefined, one that is quantized, or
/// an undefined item. Nothing if they are quantized in different ways.
static std::optional<Item> findCommonQuantized(const Item &a, const Item &b) {
  std::optional<Quantizer> x = getAnyQuantizer(a), y = getAnyQuantizer(b);
  if (!x && !y)
    return Item::undefined();
  bool isDefined = !a.isA(Kind::Undefined) && !b.isA(Kind::Undefined);
  if (isDefined ? x && y && isSame(*x, *y) : (x ? x : y)->isStatic())
    return x ? a : b;
  return std::nullopt;
}

Item BranchBuilder::leaf(const Item &a, const Item &b) {
  Type x = getLeafType(a), y = getLeafType(b);
  if ((!x && !a.isA(Kind::Undefined)) || (!y && !b.isA(Kind::Undefined)))
    return conflict(a, b);
  Type type = !x ? y : !y ? x : torch::joinTypes(x, y);
  std::optional<Item> quantized = findCommonQuantized(a, b);
  if (!type || !quantized)
    return conflict(a, b);
  // A bool that is true in one branch and false in the other is the condition
  // or its negation.
  if (a.getBool() && b.getBool() && condition.getType().isInteger(1)) {
    if (*a.getBool())
      return makeLeaf(condition);
    if (!opposite)
      opposite =
          in.applyNumbers("_operator.not_", makeLeaf(condition), type, loc);
    if (opposite)
      return *opposite;
  }
  if (branch) {
    Value result = branch->getResult(nextResult++);
    if (std::optional<Quantizer> quantizer = getAnyQuantizer(*quantized))
      result = buildQuantized(in, loc, result, *quantizer);
    return result ? makeLeaf(result) : conflict(a, b);
  }
  Value values[] = {getInBranch(0, a, type), getInBranch(1, b, type)};
  if (!values[0] || !values[1])
    return conflict(a, b);
  yields[0].push_back(values[0]);
  yields[1].push_back(values[1]);
  // A placeholder, because operations on it are erased.
  return makeLeaf(values[0]);
}

Value BranchBuilder::mergeStacks(const Cell &a, const Cell &b) {
  // Stack the elements in the branch that defines them.
  auto getStack = [&](unsigned index, const Cell &cell, Value other) -> Value {
    if (cell.stacked)
      return cell.stacked;
    OpBuilder::InsertionGuard guard(in.b);
    in.b.setInsertionPointToEnd(&regions[index].front());
    if (cell.items.empty())
      return other ? buildEmptyStack(other.getType()) : Value();
    return in.stack(cell.items, loc);
  };
  // In the second pass, the operation exists, and only its result is used.
  Value x = getStack(0, a, {}), y = getStack(1, b, x);
  if (!x)
    x = getStack(0, a, y);
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
    auto get = [&](unsigned index) {
      auto it = changes[index].find(cell);
      return it == changes[index].end() ? in.heap[cell]
                                        : addUnread(cell, it->second);
    };
    Cell merged = mergeCells(get(0), get(1));
    mergedChanges.insert({cell, std::move(merged)});
  }
}

Outcome BranchBuilder::run() {
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
      in.warn(
          loc,
          "the branches give values of different kinds, dtypes or ranks; the "
          "model always takes the branch for tensors that are not empty");
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
  auto runSide = [&](const libtorch::ScriptBlock &block,
                     std::vector<Item> &outputs) {
    Outcome outcome = runBlock(call.frame, block);
    if (outcome == Outcome::Done)
      for (uint32_t value : ArrayRef(block.outputs, block.numOutputs))
        outputs.push_back(call.frame.values[value]);
    return outcome;
  };
  auto runInline = [&](unsigned index) {
    std::vector<Item> outputs;
    Outcome outcome = runSide(call.node.blocks[index], outputs);
    return outcome == Outcome::Done ? call.giveAll(outputs) : outcome;
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
  return BranchBuilder(call, condition,
                       [&](bool isTrue, std::vector<Item> &outputs) {
                         const libtorch::ScriptBlock &block =
                             call.node.blocks[isTrue ? 0 : 1];
                         Assumption assumption(*this, call.frame, condition,
                                               isTrue);
                         assumption.apply(block);
                         return runSide(block, outputs);
                       })
      .run();
}

std::optional<Outcome> Interpreter::runOptional(NodeCall &call,
                                                StringRef target) {
  ArrayRef operands(call.node.inputs, call.node.numInputs);
  const uint32_t *maybe = llvm::find_if(operands, [&](uint32_t value) {
    return call.frame.values[value].isA(Kind::Maybe);
  });
  if (maybe == operands.end())
    return std::nullopt;
  Value condition =
      getCondition(call.frame.values[*maybe].getElements()[0], call.loc);
  if (!condition)
    return std::nullopt;
  return BranchBuilder(
             call, condition,
             [&](bool isTrue, std::vector<Item> &outputs) {
               Assumption assumption(*this, call.frame, condition, isTrue);
               assumption.apply(operands);
               Outcome outcome = runOperator(call, target);
               if (outcome == Outcome::Done)
                 for (uint32_t value :
                      ArrayRef(call.node.outputs, call.node.numOutputs))
                   outputs.push_back(call.frame.values[value]);
               return outcome;
             })
      .run();
}

void Interpreter::warnOfRaise(Location loc) {
  warn(loc, "the program raises an exception here under a condition that is "
            "known only at run time; the model does not check it");
}
