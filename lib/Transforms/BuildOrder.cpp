//===- BuildOrder.cpp - Deterministic order of built operations -----------===//
//
// A depth-first traversal from the roots numbers the operations. Each run of
// new operations between existing operations is then sorted by number.
// Operations that no root depends on are compared by their contents.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Transforms/BuildOrder.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace torch_onnx;

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

static int compareNumbers(uint64_t a, uint64_t b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/// Attributes and types are uniqued in their context, so only unequal ones are
/// printed.
template <typename T> static int compareTexts(T a, T b) {
  if (a == b)
    return 0;
  std::string first, second;
  llvm::raw_string_ostream(first) << a;
  llvm::raw_string_ostream(second) << b;
  return StringRef(first).compare(second);
}

static unsigned getDepth(Block *block) {
  unsigned depth = 0;
  for (Operation *op = block->getParentOp(); op; op = op->getParentOp())
    ++depth;
  return depth;
}

/// Values that existed before, in program order.
static int comparePositions(Value a, Value b) {
  if (a == b)
    return 0;
  Block *first = a.getParentBlock(), *second = b.getParentBlock();
  if (first != second)
    return compareNumbers(getDepth(first), getDepth(second));
  auto number = [](Value value) -> std::pair<Operation *, unsigned> {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return {nullptr, argument.getArgNumber()};
    return {value.getDefiningOp(), cast<OpResult>(value).getResultNumber()};
  };
  auto [op, index] = number(a);
  auto [otherOp, otherIndex] = number(b);
  if (op == otherOp)
    return compareNumbers(index, otherIndex);
  if (!op || !otherOp)
    return op ? 1 : -1;
  return op->isBeforeInBlock(otherOp) ? -1 : 1;
}

namespace {

/// Compares operations by what they compute. Equal operations may be in any
/// order.
class Comparison {
public:
  explicit Comparison(const DenseSet<Operation *> &built) : built(built) {}

  int compare(Operation *a, Operation *b);

private:
  int compare(Value a, Value b);

  const DenseSet<Operation *> &built;
  DenseSet<std::pair<Operation *, Operation *>> equal;
};

} // namespace

int Comparison::compare(Value a, Value b) {
  if (a == b)
    return 0;
  Operation *first = a.getDefiningOp(), *second = b.getDefiningOp();
  bool isBuilt = first && built.contains(first);
  if (isBuilt != (second && built.contains(second)))
    return isBuilt ? 1 : -1;
  if (!isBuilt)
    return comparePositions(a, b);
  if (int order = compare(first, second))
    return order;
  return compareNumbers(cast<OpResult>(a).getResultNumber(),
                        cast<OpResult>(b).getResultNumber());
}

int Comparison::compare(Operation *a, Operation *b) {
  if (a == b || equal.contains({a, b}))
    return 0;
  if (int order =
          a->getName().getStringRef().compare(b->getName().getStringRef()))
    return order;
  if (int order = compareNumbers(a->getNumOperands(), b->getNumOperands()))
    return order;
  if (int order = compareNumbers(a->getNumResults(), b->getNumResults()))
    return order;
  for (auto [value, other] : llvm::zip(a->getOperands(), b->getOperands()))
    if (int order = compare(value, other))
      return order;
  for (auto [type, other] : llvm::zip(a->getResultTypes(), b->getResultTypes()))
    if (int order = compareTexts(type, other))
      return order;
  if (int order = compareTexts<Attribute>(a->getAttrDictionary(),
                                          b->getAttrDictionary()))
    return order;
  equal.insert({a, b});
  return 0;
}

//===----------------------------------------------------------------------===//
// Sorting
//===----------------------------------------------------------------------===//

namespace {

class Sorter {
public:
  explicit Sorter(MutableArrayRef<Operation *> built)
      : built(built), all(built.begin(), built.end()) {}

  void run(ValueRange roots);

private:
  bool isBuilt(Operation *op) const { return op && all.contains(op); }
  bool isMovable(Operation *op) const {
    return isBuilt(op) && !op->hasTrait<OpTrait::IsTerminator>();
  }
  void visit(Operation *root);
  void visitRegions(Operation *op);
  void visitRest(SmallVector<Operation *> rest);
  void move();
  void orderUses();

  MutableArrayRef<Operation *> built;
  const DenseSet<Operation *> all;
  DenseSet<Operation *> entered;
  SmallVector<Operation *> order;
  DenseMap<Operation *, unsigned> index;
};

} // namespace

/// Visits `root` and the operations that it depends on, each after its
/// operands. Operand chains are long, so this uses a stack; region nesting is
/// not deep.
void Sorter::visit(Operation *root) {
  SmallVector<std::pair<Operation *, bool>> stack = {{root, false}};
  while (!stack.empty()) {
    auto [op, hasOperands] = stack.pop_back_val();
    if (hasOperands) {
      visitRegions(op);
      index[op] = order.size();
      order.push_back(op);
      continue;
    }
    if (!isBuilt(op) || !entered.insert(op).second)
      continue;
    stack.push_back({op, true});
    for (Value operand : llvm::reverse(op->getOperands()))
      stack.push_back({operand.getDefiningOp(), false});
  }
}

/// Values that a region uses from outside are visited before its parent
/// operation.
void Sorter::visitRegions(Operation *op) {
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      if (block.empty())
        continue;
      visit(&block.back());
      SmallVector<Operation *> rest;
      for (Operation &inner : block)
        rest.push_back(&inner);
      visitRest(std::move(rest));
      // Existing operations may use built operations.
      block.walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          visit(operand.getDefiningOp());
      });
    }
}

/// Visits the operations of `rest` that are not visited yet.
void Sorter::visitRest(SmallVector<Operation *> rest) {
  llvm::erase_if(rest, [&](Operation *op) {
    return !isBuilt(op) || entered.contains(op);
  });
  // Start from the operations without users in `rest`.
  DenseSet<Operation *> used;
  for (Operation *op : rest)
    for (Value operand : op->getOperands())
      used.insert(operand.getDefiningOp());
  llvm::erase_if(rest, [&](Operation *op) { return used.contains(op); });
  if (rest.size() > 1) {
    Comparison comparison(all);
    llvm::sort(rest, [&](Operation *a, Operation *b) {
      return comparison.compare(a, b) < 0;
    });
  }
  for (Operation *op : rest)
    visit(op);
}

/// Sorts each maximal sequence of adjacent movable operations in place.
void Sorter::move() {
  DenseSet<Operation *> moved;
  for (Operation *op : built) {
    if (moved.contains(op) || !isMovable(op))
      continue;
    Operation *first = op;
    while (isMovable(first->getPrevNode()))
      first = first->getPrevNode();
    SmallVector<Operation *> run;
    Block::iterator end(first);
    for (; end != op->getBlock()->end() && isMovable(&*end); ++end)
      run.push_back(&*end);
    moved.insert(run.begin(), run.end());
    auto byIndex = [&](Operation *a, Operation *b) {
      return index.lookup(a) < index.lookup(b);
    };
    if (llvm::is_sorted(run, byIndex))
      continue;
    llvm::sort(run, byIndex);
    for (Operation *next : run)
      next->moveBefore(op->getBlock(), end);
  }
}

/// Re-adds the uses in order: the use list of a value begins with the last use
/// added.
void Sorter::orderUses() {
  for (Operation *op : order)
    for (OpOperand &operand : op->getOpOperands())
      operand.set(operand.get());
}

void Sorter::run(ValueRange roots) {
  for (Value root : roots)
    if (Operation *op = root ? root.getDefiningOp() : nullptr)
      visit(op);
  visitRest(SmallVector<Operation *>(built));
  move();
  orderUses();
  llvm::copy(order, built.begin());
}

void torch_onnx::sortBuilt(MutableArrayRef<Operation *> built,
                           ValueRange roots) {
  if (built.size() > 1)
    Sorter(built).run(roots);
}

void torch_onnx::sortBuiltBetween(Operation *before, Operation *end,
                                  ValueRange roots) {
  SmallVector<Operation *> built;
  Operation *op = before ? before->getNextNode() : &end->getBlock()->front();
  for (; op != end; op = op->getNextNode())
    op->walk([&](Operation *inner) { built.push_back(inner); });
  sortBuilt(built, roots);
}

//===----------------------------------------------------------------------===//
// Rewriters
//===----------------------------------------------------------------------===//

void BuildOrderScope::flush(ValueRange roots) {
  if (built.empty())
    return;
  sortBuilt(built, roots);
  SmallVector<Operation *> sorted = std::move(built);
  built.clear();
  for (Operation *op : sorted)
    ForwardingListener::notifyOperationInserted(op, {});
}

void BuildOrderScope::notifyOperationInserted(Operation *op,
                                              OpBuilder::InsertPoint previous) {
  // A moved operation was not built.
  if (previous.isSet()) {
    flush({});
    return ForwardingListener::notifyOperationInserted(op, previous);
  }
  built.push_back(op);
}

void BuildOrderScope::notifyOperationModified(Operation *op) {
  flush(op->getOperands());
  ForwardingListener::notifyOperationModified(op);
}

void BuildOrderScope::notifyOperationReplaced(Operation *op,
                                              ValueRange replacement) {
  flush(replacement);
  ForwardingListener::notifyOperationReplaced(op, replacement);
}

void BuildOrderScope::notifyOperationReplaced(Operation *op,
                                              Operation *replacement) {
  flush(replacement->getResults());
  ForwardingListener::notifyOperationReplaced(op, replacement);
}

void BuildOrderScope::notifyOperationErased(Operation *op) {
  flush({});
  ForwardingListener::notifyOperationErased(op);
}

//===----------------------------------------------------------------------===//
// Attempts
//===----------------------------------------------------------------------===//

void BuiltOperations::takeBack(size_t count) {
  SmallVector<Operation *> last(ArrayRef(created).drop_front(count));
  created.truncate(count);
  // An erased operation destroys the operations in its regions.
  DenseSet<Operation *> all(last.begin(), last.end());
  llvm::erase_if(
      last, [&](Operation *op) { return all.contains(op->getParentOp()); });
  for (Operation *op : llvm::reverse(last)) {
    op->dropAllUses();
    op->erase();
  }
}

/// Compares by the order of the program text, in which an operation comes
/// before the operations in its regions.
static bool isBefore(Operation *a, Operation *b) {
  auto getPath = [](Operation *op) {
    SmallVector<Operation *> path;
    for (; op; op = op->getParentOp())
      path.push_back(op);
    std::reverse(path.begin(), path.end());
    return path;
  };
  SmallVector<Operation *> x = getPath(a), y = getPath(b);
  size_t i = 0;
  while (i < x.size() && i < y.size() && x[i] == y[i])
    ++i;
  if (i == x.size() || i == y.size())
    return x.size() < y.size();
  if (x[i]->getBlock() == y[i]->getBlock())
    return x[i]->isBeforeInBlock(y[i]);
  // Regions of control flow have a single block.
  return x[i]->getParentRegion()->getRegionNumber() <
         y[i]->getParentRegion()->getRegionNumber();
}

void BuiltOperations::eraseIf(function_ref<bool(Operation *)> isUnused) {
  llvm::sort(created, isBefore);
  for (Operation *op : llvm::reverse(created))
    if (isUnused(op))
      op->erase();
}
