//===- InterpreterLoops.cpp - Loops ---------------------------------------===//
//
// A prim::Loop becomes a torch.while. The body is interpreted until the
// loop-carried values and their types do not change any more: a value that no
// iteration changes is used from outside, all others are carried, and a size
// that changes becomes unknown. A loop with a literal trip count that has no
// such form is unrolled.
//
//===----------------------------------------------------------------------===//

#include "InterpreterControl.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Torch/Inference/ControlFlow.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace torch_onnx;
using Kind = Item::Kind;

/// The maximum trip count of a loop that is unrolled because it has no other
/// form.
static constexpr int64_t maxUnrolled = 4096;
/// The trip count of a loop with a condition only.
static constexpr int64_t unlimited = std::numeric_limits<int64_t>::max();
/// The maximum number of interpretations of a body. Each one carries more
/// values or has less precise types; real loops need three.
static constexpr unsigned maxRuns = 16;
/// The maximum nesting of loops. Each outer loop doubles or triples the number
/// of interpretations of the inner bodies.
static constexpr unsigned maxNested = 8;

namespace torch_onnx {

class LoopBuilder : public Merger {
public:
  /// `first` is the number of the first iteration, `carried` are the values
  /// before it.
  LoopBuilder(NodeCall &call, Item trips, Item condition,
              std::vector<Item> carried, int64_t first = 0)
      : Merger(call.in, "loop", call.loc), call(call), trips(std::move(trips)),
        condition(std::move(condition)), first(first),
        heads(std::move(carried)) {
    block = &body.emplaceBlock();
    block->addArgument(in.b.getI64Type(), loc);
  }

  ~LoopBuilder() override { in.forgetCopies(block); }

  /// If `refused` is given, a value of several kinds that the program may use
  /// after the loop, or uses in it, is a failure, and sets `refused`.
  Outcome run(bool *refused = nullptr);

private:
  Outcome runBody();
  StringAttr findConflict(bool isAfter) const;
  void create();

  Item same(const Item &item) override;
  Item leaf(const Item &a, const Item &b) override;
  Value mergeStacks(const Cell &a, const Cell &b) override;
  Cell getRows(Cell list) override;
  OpBuilder::InsertPoint getEnd(unsigned side) override {
    return side == 0 ? in.b.saveInsertionPoint()
                     : OpBuilder::InsertPoint(block, block->end());
  }
  Item conflict(const Item &a, const Item &b) override {
    // The body was interpreted with the first item.
    isChanged = true;
    return Merger::conflict(a, b);
  }
  Item substitute(const Item &item);
  Cell substitute(Cell cell);

  bool isCarried(Value value) const {
    auto argument = dyn_cast_if_present<BlockArgument>(value);
    return argument && argument.getOwner() == block;
  }
  /// The index of the leaf of a body argument.
  unsigned getLeaf(Value value) const {
    return cast<BlockArgument>(value).getArgNumber() - 1;
  }
  Type join(BlockArgument argument, Type type);
  Type getGrownType(Type init, Type next, Type argument);

  NodeCall &call;
  Item trips, condition;
  int64_t first;
  Region body;
  Block *block;
  torch::WhileOp loop;

  /// A loop-carried value: its initial value and the value after an iteration.
  struct Leaf {
    Item init, next;
  };
  std::vector<Leaf> leaves;
  /// The values at the start of an iteration.
  std::vector<Item> heads;
  Heap::Contents cells;
  /// Whether the last interpretation found more loop-carried values.
  bool isChanged = false;
  unsigned numRuns = 0;
  /// The first cell that was created for the loop.
  unsigned firstNewCell = 0;
};

} // namespace torch_onnx

Item LoopBuilder::same(const Item &item) {
  if (isCarried(item.getValue()))
    leaves[getLeaf(item.getValue())].next = item;
  return item;
}

/// The type of a loop-carried value that may also have type `type`; null if
/// dtypes or ranks differ.
Type LoopBuilder::join(BlockArgument argument, Type type) {
  Type joined = torch::joinTypes(argument.getType(), type);
  if (!joined || joined == argument.getType())
    return joined;
  // A size that is unknown outside already has a symbol inside.
  auto old = dyn_cast<RankedTensorType>(argument.getType());
  auto tensor = dyn_cast<RankedTensorType>(joined);
  if (!old || !tensor)
    return joined;
  SmallVector<AffineExpr> dims = sym::getDims(tensor);
  for (auto [dim, known] : llvm::zip_equal(dims, sym::getDims(old)))
    if (!dim && known && in.isOwnSize(known))
      dim = known;
  return in.nameSizes(sym::getTensorType(dims, tensor.getElementType()));
}

Item LoopBuilder::leaf(const Item &head, const Item &next) {
  Type type = getLeafType(next);
  bool isQuantized = in.isQuantized(head) || in.isQuantized(next);
  if (isQuantized || (!type && !next.isA(Kind::Undefined)))
    return conflict(head, next);
  if (isCarried(head.getValue()) && head.getValue() != block->getArgument(0)) {
    auto argument = cast<BlockArgument>(head.getValue());
    leaves[getLeaf(argument)].next = next;
    if (!type)
      return head;
    Type joined = join(argument, type);
    if (!joined)
      return conflict(head, next);
    if (joined != argument.getType()) {
      argument.setType(joined);
      isChanged = true;
    }
    return head;
  }
  Type first = getLeafType(head);
  if (!first && !head.isA(Kind::Undefined))
    return conflict(head, next);
  Type known = first ? first : type;
  if (type && !torch::joinTypes(known, type))
    return conflict(head, next);
  isChanged = true;
  BlockArgument argument = block->addArgument(known, loc);
  if (type)
    argument.setType(join(argument, type));
  leaves.push_back({head, next});
  return makeLeaf(argument);
}

Value LoopBuilder::mergeStacks(const Cell &head, const Cell &next) {
  auto getStack = [&](const Cell &cell) -> Value {
    return cell.stacked ? cell.stacked : in.stack(cell.items, loc);
  };
  // Numbers are usually sizes or factors, which operators need as literals.
  bool isNumbers = !next.items.empty() && next.items.back().isNumber();
  if (isNumbers && in.canUnroll())
    return {};
  Value after;
  {
    OpBuilder::InsertionGuard guard(in.b);
    in.b.setInsertionPointToEnd(block);
    after = getStack(next);
  }
  if (!after)
    return {};
  Value before;
  if (head.stacked || !head.items.empty()) {
    before = getStack(head);
  } else {
    before = buildEmptyStack(after.getType());
  }
  if (!before)
    return {};
  Item merged = leaf(Item::tensor(before), Item::tensor(after));
  return merged.isTensor() ? merged.getValue() : Value();
}

/// An earlier interpretation may have carried the list as a tensor of rows,
/// before one appended a tensor of another shape.
Cell LoopBuilder::getRows(Cell list) {
  if (list.bounds || !isCarried(list.stacked))
    return list;
  Leaf &rows = leaves[getLeaf(list.stacked)];
  list.stacked = rows.init.getValue();
  // No iteration reads or changes this tensor any more.
  rows.next = Item();
  return list;
}

/// Interprets the body once, starting from `heads` and `cells`, and widens
/// these by the values after the iteration.
Outcome LoopBuilder::runBody() {
  const libtorch::ScriptBlock &source = call.node.blocks[0];
  in.forgetCopies(block);
  block->clear();
  in.forgetNumbers();
  isChanged = false;
  std::vector<Item> outputs;
  Heap::Contents changes;
  {
    OpBuilder::InsertionGuard guard(in.b);
    in.b.setInsertionPointToEnd(block);
    Heap::Journal journal(in.heap);
    for (auto &[cell, contents] : cells)
      in.heap.write(cell) = contents;
    std::optional<Item> number = Item::number(block->getArgument(0));
    if (first != 0)
      number = in.applyNumbers("_operator.add", {number, in.makeInt(first)},
                               in.b.getI64Type(), loc);
    if (!number)
      return call.fail("the number of the iteration cannot be computed");
    call.frame.values[source.inputs[0]] = *number;
    for (auto [value, head] : llvm::zip(
             ArrayRef(source.inputs, source.numInputs).drop_front(), heads))
      call.frame.values[value] = head;
    Outcome outcome = in.runBlock(call.frame, source);
    if (outcome == Outcome::Raised)
      outcome = call.fail("every iteration of the loop raises an exception");
    if (outcome == Outcome::Done)
      for (uint32_t value : ArrayRef(source.outputs, source.numOutputs))
        outputs.push_back(call.frame.values[value]);
    changes = journal.revert();
    if (outcome != Outcome::Done)
      return outcome;
  }
  // A dynamic condition is loop-carried.
  condition = merge(condition, outputs.front());
  for (auto [head, next] :
       llvm::zip_equal(heads, ArrayRef(outputs).drop_front()))
    head = merge(head, next);
  for (auto &[cell, contents] : changes) {
    auto [it, isNew] = cells.insert({cell, in.heap[cell]});
    it->second =
        mergeCells(addUnread(cell, it->second), addUnread(cell, contents));
    if (it->second.conflict)
      return call.fail(it->second.conflict.getValue());
  }
  if (condition.isA(Kind::Conflict))
    return call.fail(condition.getText());
  return Outcome::Done;
}

/// The type of a result. If the first dimension grows by a constant in each
/// iteration and the loop does not end early, its final size is known.
Type LoopBuilder::getGrownType(Type init, Type next, Type argument) {
  Type joined = torch::joinTypes(init, next);
  auto tensor = dyn_cast<RankedTensorType>(joined);
  bool runsAll = condition.getBool() == true;
  AffineExpr count = in.getExpr(trips);
  if (!tensor || !runsAll || !count || tensor.getRank() == 0)
    return joined;
  SmallVector<AffineExpr> dims = sym::getDims(tensor);
  AffineExpr before = sym::getDims(cast<RankedTensorType>(argument)).front(),
             after = sym::getDims(cast<RankedTensorType>(next)).front(),
             first = sym::getDims(cast<RankedTensorType>(init)).front();
  std::optional<int64_t> growth = sym::getConstant(sym::sub(after, before));
  if (dims.front() || !in.isOwnSize(before) || !growth || !first ||
      in.getNumbers().lowerBound(count).value_or(-1) < 0)
    return joined;
  dims.front() = sym::add(first, sym::mul(count, *growth));
  return sym::getTensorType(dims, tensor.getElementType());
}

void LoopBuilder::create() {
  OpBuilder &b = in.b;
  Type boolType = b.getI1Type();
  SmallVector<Value> inits = {in.getNumber(in.makeInt(0), loc)};
  for (auto [leaf, argument] :
       llvm::zip_equal(leaves, block->getArguments().drop_front()))
    inits.push_back(getLeafValue(in, leaf.init, argument.getType(), loc));
  SmallVector<Value> nexts;
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(block);
    Value one = in.getNumber(in.makeInt(1), loc);
    nexts.push_back(arith::AddIOp::create(b, loc, block->getArgument(0), one));
    for (auto [leaf, argument] :
         llvm::zip_equal(leaves, block->getArguments().drop_front())) {
      // A value that the last interpretation did not define does not change.
      if (leaf.next.isA(Kind::Undefined) && !getLeafType(leaf.next))
        nexts.push_back(argument);
      else
        nexts.push_back(getLeafValue(in, leaf.next, argument.getType(), loc));
    }
    torch::YieldOp::create(b, loc, nexts);
  }
  SmallVector<Type> types;
  for (auto [init, next, argument] :
       llvm::zip_equal(inits, nexts, block->getArguments()))
    types.push_back(in.nameSizes(
        getGrownType(init.getType(), next.getType(), argument.getType())));
  loop = torch::WhileOp::create(b, loc, types, inits, /*stacked=*/false);
  loop.getBody().takeBody(body);
  in.nameNumbers(loop);

  OpBuilder::InsertionGuard guard(b);
  Block *test =
      b.createBlock(&loop.getCondition(), {}, block->getArgumentTypes(),
                    SmallVector<Location>(block->getNumArguments(), loc));
  Value goesOn;
  if (trips.getInt() != unlimited)
    goesOn =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                              test->getArgument(0), in.getNumber(trips, loc));
  if (isCarried(condition.getValue())) {
    Value holds = test->getArgument(
        cast<BlockArgument>(condition.getValue()).getArgNumber());
    goesOn =
        goesOn ? Value(arith::AndIOp::create(b, loc, goesOn, holds)) : holds;
  }
  if (!goesOn)
    goesOn = in.getNumber(condition, loc);
  if (goesOn.getType() != boolType)
    goesOn = in.getCondition(makeLeaf(goesOn), loc);
  torch::YieldOp::create(b, loc, goesOn);
}

/// The item after the loop for an item after the last iteration.
Item LoopBuilder::substitute(const Item &item) {
  if (isCarried(item.getValue()))
    return makeLeaf(
        loop->getResult(cast<BlockArgument>(item.getValue()).getArgNumber()));
  if (item.isA(Kind::Tuple) || item.isA(Kind::Maybe)) {
    std::vector<Item> elements;
    for (const Item &element : item.getElements())
      elements.push_back(substitute(element));
    return item.isA(Kind::Maybe) ? Item::maybe(elements[0], elements[1])
                                 : Item::tuple(std::move(elements),
                                               dyn_cast_if_present<StringAttr>(
                                                   item.getAttribute()));
  }
  // Only lists that the merge created are changed, not lists of the program.
  if (item.isCell() && item.getIndex() >= firstNewCell) {
    Cell contents = substitute(in.heap[item.getIndex()]);
    in.heap.write(item.getIndex()) = std::move(contents);
  }
  return item;
}

Cell LoopBuilder::substitute(Cell cell) {
  for (Item &item : cell.items)
    item = substitute(item);
  for (auto &[name, item] : cell.attributes)
    item = substitute(item);
  for (Value Cell::*tensor : Cell::tensors)
    if (cell.*tensor)
      cell.*tensor = substitute(Item::tensor(cell.*tensor)).getValue();
  return cell;
}

/// Whether a value is an operand or a result of a node, or a result of a block.
static bool isUsed(const libtorch::ScriptBlock &block, uint32_t value) {
  if (llvm::is_contained(ArrayRef(block.outputs, block.numOutputs), value))
    return true;
  return llvm::any_of(
      ArrayRef(block.nodes, block.numNodes),
      [&](const libtorch::ScriptNode &node) {
        return llvm::is_contained(ArrayRef(node.inputs, node.numInputs),
                                  value) ||
               llvm::any_of(ArrayRef(node.blocks, node.numBlocks),
                            [&](const libtorch::ScriptBlock &inner) {
                              return isUsed(inner, value);
                            });
      });
}

/// Why no value of the torch dialect can represent an item; null if one can.
static StringAttr getConflict(const Item &item) {
  if (item.isA(Kind::Conflict))
    return cast<StringAttr>(item.getAttribute());
  for (const Item &element : item.getElements())
    if (StringAttr why = getConflict(element))
      return why;
  return {};
}

static StringAttr getConflict(const Cell &cell) {
  if (cell.conflict)
    return cell.conflict;
  for (const Item &item : cell.items)
    if (StringAttr why = getConflict(item))
      return why;
  for (const auto &[name, item] : cell.attributes)
    if (StringAttr why = getConflict(item))
      return why;
  return {};
}

/// As getConflict(), for the values that the program may use after the loop, or
/// for all values at the start of an iteration.
StringAttr LoopBuilder::findConflict(bool isAfter) const {
  const libtorch::ScriptBlock &graph = call.frame.graph->block;
  for (auto [head, output] :
       llvm::zip_equal(heads, ArrayRef(call.node.outputs, heads.size())))
    if (StringAttr why = getConflict(head);
        why && (!isAfter || isUsed(graph, output)))
      return why;
  for (const auto &[index, contents] : cells)
    if (StringAttr why = getConflict(contents))
      return why;
  return {};
}

Outcome LoopBuilder::run(bool *refused) {
  if (in.loopDepth == maxNested)
    return in.giveUp(loc, "loops are nested more than " + Twine(maxNested) +
                              " deep; expected fewer nested loops, or known "
                              "numbers of iterations and --unroll");
  llvm::SaveAndRestore nested(in.loopDepth, in.loopDepth + 1);
  firstNewCell = in.heap.size();
  auto numbers = in.saveNumbers();
  // A number that an iteration forgets is not known at the start of the next.
  bool isForgotten = false;
  do {
    if (++numRuns > maxRuns)
      return call.fail("the types of the loop-carried values do not converge");
    if (Outcome outcome = runBody(); outcome != Outcome::Done) {
      in.restoreNumbers(numbers);
      in.forgetNumbers();
      if (refused)
        *refused = findConflict(/*isAfter=*/false) != nullptr;
      return outcome;
    }
    isForgotten = in.restoreNumbers(numbers);
  } while (isChanged || isForgotten);
  if (StringAttr why =
          refused ? findConflict(/*isAfter=*/true) : StringAttr()) {
    *refused = true;
    return call.fail(why.getValue());
  }
  create();
  in.forgetNumbers();
  for (auto &[cell, contents] : cells) {
    Cell after = substitute(contents);
    in.heap.write(cell) = std::move(after);
  }
  std::vector<Item> results;
  for (const Item &head : heads)
    results.push_back(substitute(head));
  return call.giveAll(results);
}

//===----------------------------------------------------------------------===//
// Choosing a form
//===----------------------------------------------------------------------===//

/// Unrolls a loop, iteration by iteration. The condition must be statically
/// known.
Outcome Interpreter::unrollLoop(NodeCall &call, int64_t trips) {
  const libtorch::ScriptBlock &body = call.node.blocks[0];
  Item condition = call[1];
  std::vector<Item> carried = call.getOperands(2);
  for (int64_t i = 0; i < trips; ++i) {
    std::optional<bool> goesOn = getTruth(condition);
    if (!goesOn || i == maxUnrolled)
      return call.fail(
          goesOn
              ? "a loop of more than " + Twine(maxUnrolled) +
                    " iterations is not unrolled"
              : Twine("the condition of the loop is known only at run time"));
    if (!*goesOn)
      break;
    frameInputs(call.frame, body, i, carried);
    if (Outcome outcome = runBlock(call.frame, body); outcome != Outcome::Done)
      return outcome;
    condition = call.frame.values[body.outputs[0]];
    for (auto [value, output] : llvm::zip(
             carried, ArrayRef(body.outputs, body.numOutputs).drop_front()))
      value = call.frame.values[output];
  }
  return call.giveAll(carried);
}

/// Interprets the first iteration of a loop on its own. For the other ones, a
/// variable has the kind, dtype and rank that it has after an iteration.
Outcome Interpreter::peelLoop(NodeCall &call, const Item &trips) {
  const libtorch::ScriptBlock &body = call.node.blocks[0];
  frameInputs(call.frame, body, 0, call.getOperands(2));
  if (Outcome outcome = runBlock(call.frame, body); outcome != Outcome::Done)
    return outcome;
  std::vector<Item> carried;
  for (uint32_t output : ArrayRef(body.outputs, body.numOutputs))
    carried.push_back(call.frame.values[output]);
  Item condition = carried.front();
  carried.erase(carried.begin());
  if (getTruth(condition) == false)
    return call.giveAll(carried);
  std::optional<Item> others = trips;
  if (trips.getInt() != unlimited)
    others = applyNumbers("_operator.sub", {trips, makeInt(1)}, b.getI64Type(),
                          call.loc);
  if (!others)
    return call.fail("the number of iterations cannot be computed");
  bool isRefused = false;
  return LoopBuilder(call, *others, condition, std::move(carried), /*first=*/1)
      .run(&isRefused);
}

/// Interprets a form of a loop, and undoes all changes after a failure.
Outcome Interpreter::tryForm(llvm::function_ref<Outcome()> form) {
  Block *into = b.getInsertionBlock();
  Operation *last = into->empty() ? nullptr : &into->back();
  NumbersOf known = saveNumbers();
  Heap::Contents changes;
  Outcome outcome;
  {
    Heap::Journal journal(heap);
    outcome = form();
    changes = journal.revert();
  }
  if (outcome != Outcome::Failed) {
    for (auto &[cell, contents] : changes)
      heap.write(cell) = std::move(contents);
    return outcome;
  }
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*into))) {
    if (&op == last)
      break;
    // Weights are at the start of the function and stay.
    if (isa<torch::ConstantOp>(op))
      continue;
    op.dropAllUses();
    op.erase();
  }
  restoreNumbers(known);
  forgetNumbers();
  return outcome;
}

void Interpreter::frameInputs(Frame &frame, const libtorch::ScriptBlock &block,
                              int64_t iteration, ArrayRef<Item> carried) {
  frame.values[block.inputs[0]] = makeInt(iteration);
  for (auto [value, item] :
       llvm::zip(ArrayRef(block.inputs, block.numInputs).drop_front(), carried))
    frame.values[value] = item;
}

// The list is the tensor itself, as for unbind(), so writes to its elements are
// writes to the tensor.
std::optional<Outcome> Interpreter::runSlices(NodeCall &call) {
  const libtorch::ScriptBlock &body = call.node.blocks[0];
  if (call.size() != 2 || getTruth(call[1]) != true || body.numOutputs != 1)
    return std::nullopt;
  SmallVector<const libtorch::ScriptNode *> nodes;
  for (const libtorch::ScriptNode &node : ArrayRef(body.nodes, body.numNodes)) {
    if (getText(node.kind) != "prim::Constant")
      nodes.push_back(&node);
    else if (runNode(call.frame, node) != Outcome::Done)
      return std::nullopt;
  }
  if (nodes.size() != 2 || getText(nodes[0]->kind) != "aten::select" ||
      getText(nodes[0]->overload) != "int" ||
      getText(nodes[1]->kind) != "aten::append" ||
      nodes[0]->inputs[2] != body.inputs[0] ||
      nodes[1]->inputs[1] != nodes[0]->outputs[0])
    return std::nullopt;
  auto getValue = [&](const libtorch::ScriptNode &node, size_t index) {
    return call.frame.values[node.inputs[index]];
  };
  Item tensor = getValue(*nodes[0], 0), list = getValue(*nodes[1], 0);
  Item next = call.frame.values[body.outputs[0]];
  auto type = tensor.isTensor()
                  ? dyn_cast<RankedTensorType>(tensor.getValue().getType())
                  : nullptr;
  bool isEmpty =
      list.isA(Kind::List) && getItems(list) && getItems(list)->empty();
  if (!type || type.getRank() == 0 || !type.isDynamicDim(0) || !isEmpty ||
      getTruth(next) != true || getValue(*nodes[0], 1).getInt() != 0)
    return std::nullopt;
  AffineExpr trips = getExpr(call[0]);
  if (!trips || trips != sym::getDims(type).front())
    return std::nullopt;
  heap.write(list.getIndex()).stacked = tensor.getValue();
  return Outcome::Done;
}

Outcome Interpreter::runLoop(NodeCall &call) {
  if (call.node.numBlocks != 1 || call.size() < 2)
    return call.fail("a prim::Loop without a body");
  if (std::optional<Outcome> outcome = runSlices(call))
    return *outcome;
  std::optional<int64_t> trips = call[0].getInt();
  std::optional<bool> starts = getTruth(call[1]);
  if ((trips && *trips <= 0) || starts == false) {
    std::vector<Item> carried;
    for (size_t i = 2; i < call.size(); ++i)
      carried.push_back(call[i]);
    return call.giveAll(carried);
  }
  bool isCounted = trips && *trips != unlimited;
  if (isCounted && (*trips == 1 || *trips <= options.unroll))
    return unrollLoop(call, *trips);
  // A loop with a literal trip count is first imported as a loop whose body
  // does not need the value of the iteration number. If this fails, the loop is
  // unrolled, which needs a statically known condition. The last attempt is a
  // loop without further requirements.
  //
  // A loop of at least one iteration that leaves values of several kinds is
  // first imported without its first iteration, before which they differ most
  // often.
  size_t numWarnings = warnings.size();
  auto attempt = [&](unsigned trials, auto &&body) {
    warnings.erase(warnings.begin() + numWarnings, warnings.end());
    llvm::SaveAndRestore trial(numTrials, trials);
    llvm::SetVector<Value> known = copied;
    Outcome outcome = body();
    if (outcome == Outcome::Failed)
      copied = std::move(known);
    return outcome;
  };
  auto runAsLoop = [&](bool *refused = nullptr) {
    return LoopBuilder(call, call[0], call[1], call.getOperands(2))
        .run(refused);
  };
  unsigned numBefore = numRebound;
  auto tryAs = [&](unsigned trials, auto &&form) {
    numBefore = numRebound;
    return attempt(trials, [&] { return tryForm(form); });
  };
  auto unroll = [&] {
    return tryAs(numTrials, [&] { return unrollLoop(call, *trips); });
  };
  // rebind() cannot be undone, so there is no further attempt after it.
  auto isFinal = [&](Outcome outcome) {
    return outcome != Outcome::Failed || numRebound != numBefore || isGivenUp;
  };
  if (unrollsFirst && trips)
    if (Outcome outcome = unroll(); isFinal(outcome))
      return outcome;
  isCounting |= trips.has_value();
  unsigned trials = numTrials + (trips ? 1 : 0);
  bool runsOnce =
      starts == true &&
      (trips || getNumbers().lowerBound(getExpr(call[0])).value_or(0) > 0);
  if (!trips && !runsOnce)
    return runAsLoop();
  bool isRefused = false;
  Outcome outcome = attempt(
      trials, [&] { return runAsLoop(runsOnce ? &isRefused : nullptr); });
  if (outcome != Outcome::Failed || isGivenUp)
    return outcome;
  std::optional<Failure> first = lastFailure;
  if (isRefused)
    if (outcome = tryAs(trials, [&] { return peelLoop(call, call[0]); });
        isFinal(outcome))
      return outcome;
  if (trips)
    if (outcome = unroll(); isFinal(outcome))
      return outcome;
  outcome = attempt(numTrials, [&] { return runAsLoop(); });
  if (outcome == Outcome::Failed && !isCounted)
    lastFailure = first;
  return outcome;
}
