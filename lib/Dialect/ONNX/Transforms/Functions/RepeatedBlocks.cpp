//===- RepeatedBlocks.cpp - Repeated parts of a graph ---------------------===//
//
// See RepeatedBlocks.h. Nodes are alike if onnx-outline-functions can merge
// them; their contexts are alike if the nodes up to two edges away are alike,
// too. A part grows from nodes with the same context, one per occurrence: a
// producer or user is added if each occurrence has one that is alike and not
// yet in a part. So occurrences meet at their ends, and each node is added
// once. Growing stops at differences, which determine where a part begins:
// parts grown along users and along producers are compared by the number of
// values that enter and leave them.
//
// The cost is linear in the edges of the graph, except for sorting.
//
//===----------------------------------------------------------------------===//

#include "RepeatedBlocks.h"

#include "ComponentGraph.h"
#include "FunctionBodies.h"

#include "torch-onnx/Dialect/ONNX/Transforms/PreparedModule.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

#include <iterator>
#include <list>
#include <tuple>
#include <utility>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

/// The fewest nodes that are worth a function.
static constexpr size_t kMinNodes = 3;
/// The fewest nodes that outlining must save.
static constexpr size_t kMinSavedNodes = 6;
/// The number of edges around a node that belong to its context.
static constexpr unsigned kContextDepth = 2;
/// The number of parts that are compared at a time.
static constexpr size_t kMaxTrials = 8;
/// The maximum number of cuts of a part. A part that still cannot become one
/// node is then dropped.
static constexpr unsigned kMaxCuts = 4;

static constexpr unsigned kNone = ~0u;

namespace {

class Finder {
public:
  explicit Finder(Block &block);

  std::vector<RepeatedBlock> run();

private:
  /// Nodes that are alike, one per occurrence.
  using Column = std::vector<unsigned>;
  struct Part {
    std::vector<Column> columns;
  };
  struct Node {
    Operation *op;
    size_t label;       // The hash of the node alone.
    size_t context = 0; // The hash with its surroundings, so far.
    unsigned part = kNone;
    unsigned occurrence = kNone;
    unsigned attempt = 0; // The last attempt that took the node.
  };

  unsigned indexOf(Operation *op) const {
    auto it = indices.find(op);
    return it == indices.end() ? kNone : it->second;
  }
  void widenContexts();
  std::list<Column> getAnchors();
  Part grow(const Column &anchors);
  Part grow(const Column &anchors, bool usersFirst);
  bool tryAdd(Part &part, Column nodes);
  void addUsers(Part &part, size_t column);
  void addProducers(Part &part, size_t column);
  size_t countInterface(const Part &part);
  /// 0 for a part that is not worth outlining.
  static size_t countSavedNodes(const Part &part) {
    if (part.columns.size() < kMinNodes)
      return 0;
    size_t saved = (part.columns.front().size() - 1) * part.columns.size();
    return saved < kMinSavedNodes ? 0 : saved;
  }
  void assign(unsigned index);
  bool cut();
  void removeColumns(unsigned index, const llvm::DenseSet<unsigned> &nodes);

  std::vector<Node> nodes;
  llvm::DenseMap<Operation *, unsigned> indices;
  std::vector<Part> parts;
  unsigned numAttempts = 0;
};

} // namespace

Finder::Finder(Block &block) {
  for (Operation &op : block)
    if (isNode(&op)) {
      indices[&op] = nodes.size();
      nodes.push_back({&op, hashNode(&op)});
    }
}

//===----------------------------------------------------------------------===//
// Anchors of parts
//===----------------------------------------------------------------------===//

void Finder::widenContexts() {
  std::vector<size_t> next(nodes.size());
  for (auto [number, node] : llvm::enumerate(nodes)) {
    llvm::hash_code hash = llvm::hash_value(node.context);
    for (Value operand : node.op->getOperands()) {
      unsigned def = indexOf(operand.getDefiningOp());
      hash = llvm::hash_combine(hash, def == kNone ? 0 : nodes[def].context);
    }
    // The order of users is not the program order.
    size_t users = 0;
    for (Operation *user : node.op->getUsers())
      if (unsigned index = indexOf(user); index != kNone)
        users += nodes[index].context;
    next[number] = llvm::hash_combine(hash, users);
  }
  for (auto [node, context] : llvm::zip_equal(nodes, next))
    node.context = context;
}

/// Groups of nodes with the same context. Groups with the most frequent number
/// of nodes, such as one node per layer, come first.
std::list<Finder::Column> Finder::getAnchors() {
  std::vector<Column> anchors;
  llvm::DenseMap<size_t, size_t> weights; // By number of occurrences.
  for (Node &node : nodes)
    node.context = node.label;
  for (unsigned depth = 0; depth <= kContextDepth; ++depth) {
    llvm::MapVector<size_t, Column> byContext;
    for (auto [number, node] : llvm::enumerate(nodes))
      byContext[node.context].push_back(number);
    for (auto &[context, members] : byContext)
      if (members.size() > 1) {
        weights[members.size()] += members.size() - 1;
        anchors.push_back(std::move(members));
      }
    widenContexts();
  }
  // By weight, then rarer ones first, then by position.
  llvm::sort(anchors, [&](const Column &a, const Column &b) {
    size_t weightA = weights.lookup(a.size()), sizeA = a.size();
    size_t weightB = weights.lookup(b.size()), sizeB = b.size();
    return std::tie(weightB, sizeA, a) < std::tie(weightA, sizeB, b);
  });
  anchors.erase(llvm::unique(anchors), anchors.end());
  return {std::make_move_iterator(anchors.begin()),
          std::make_move_iterator(anchors.end())};
}

//===----------------------------------------------------------------------===//
// Growing of parts
//===----------------------------------------------------------------------===//

bool Finder::tryAdd(Part &part, Column added) {
  auto canTake = [&](unsigned index) {
    return index != kNone && nodes[index].part == kNone &&
           nodes[index].attempt != numAttempts &&
           nodes[index].label == nodes[added.front()].label;
  };
  for (auto [count, index] : llvm::enumerate(added)) {
    if (added.front() != kNone && canTake(index)) {
      nodes[index].attempt = numAttempts;
      continue;
    }
    for (unsigned taken : ArrayRef(added).take_front(count))
      nodes[taken].attempt = 0;
    return false;
  }
  part.columns.push_back(std::move(added));
  return true;
}

void Finder::addProducers(Part &part, size_t column) {
  unsigned numOperands =
      nodes[part.columns[column].front()].op->getNumOperands();
  for (unsigned operand = 0; operand < numOperands; ++operand) {
    Column producers;
    for (unsigned index : part.columns[column])
      producers.push_back(
          indexOf(nodes[index].op->getOperand(operand).getDefiningOp()));
    tryAdd(part, std::move(producers));
  }
}

void Finder::addUsers(Part &part, size_t column) {
  unsigned numResults = nodes[part.columns[column].front()].op->getNumResults();
  using Key = std::pair<size_t, unsigned>; // A user and its operand.
  for (unsigned result = 0; result < numResults; ++result) {
    // Users that are alike cannot be told apart.
    llvm::MapVector<Key, Column> users;
    for (auto [occurrence, index] : llvm::enumerate(part.columns[column])) {
      llvm::DenseMap<Key, unsigned> own;
      for (OpOperand &use : nodes[index].op->getResult(result).getUses()) {
        unsigned user = indexOf(use.getOwner());
        if (user == kNone)
          continue;
        Key key = {nodes[user].label, use.getOperandNumber()};
        auto [it, isNew] = own.try_emplace(key, user);
        if (!isNew)
          it->second = kNone;
        if (occurrence == 0 && isNew)
          users.insert({key, {}});
      }
      for (auto &[key, found] : users) {
        auto it = own.find(key);
        found.push_back(it == own.end() ? kNone : it->second);
      }
    }
    // In program order.
    auto found = users.takeVector();
    llvm::sort(found, [](const auto &a, const auto &b) {
      return a.second.front() < b.second.front();
    });
    for (auto &[key, added] : found)
      tryAdd(part, std::move(added));
  }
}

Finder::Part Finder::grow(const Column &anchors, bool usersFirst) {
  ++numAttempts;
  Part part;
  if (!tryAdd(part, anchors))
    return part;
  size_t first = 0, second = 0; // The columns visited so far.
  while (true) {
    if (first < part.columns.size())
      usersFirst ? addUsers(part, first++) : addProducers(part, first++);
    else if (second < part.columns.size())
      usersFirst ? addProducers(part, second++) : addUsers(part, second++);
    else
      return part;
  }
}

Finder::Part Finder::grow(const Column &anchors) {
  Part part = grow(anchors, /*usersFirst=*/false);
  Part other = grow(anchors, /*usersFirst=*/true);
  size_t size = part.columns.size(), otherSize = other.columns.size();
  return std::pair(countInterface(other), size) <
                 std::pair(countInterface(part), otherSize)
             ? other
             : part;
}

/// The number of values except weights that enter and leave all occurrences.
size_t Finder::countInterface(const Part &part) {
  llvm::DenseMap<unsigned, unsigned> occurrenceOf;
  for (const Column &column : part.columns)
    for (auto [occurrence, index] : llvm::enumerate(column))
      occurrenceOf[index] = occurrence;
  size_t count = 0;
  llvm::DenseSet<std::pair<unsigned, Value>> entering;
  for (auto [index, occurrence] : occurrenceOf) {
    Operation *op = nodes[index].op;
    for (Value operand : op->getOperands()) {
      auto def = operand.getDefiningOp();
      if (def && !isNode(def))
        continue;
      auto it = occurrenceOf.find(indexOf(def));
      if (it == occurrenceOf.end() || it->second != occurrence)
        count += entering.insert({occurrence, operand}).second;
    }
    for (Value result : op->getResults())
      count += llvm::any_of(result.getUsers(), [&](Operation *user) {
        auto it = occurrenceOf.find(indexOf(user));
        return it == occurrenceOf.end() || it->second != occurrence;
      });
  }
  return count;
}

//===----------------------------------------------------------------------===//
// Parts that cannot become one node
//===----------------------------------------------------------------------===//

void Finder::assign(unsigned index) {
  for (const Column &column : parts[index].columns)
    for (auto [occurrence, node] : llvm::enumerate(column)) {
      nodes[node].part = index;
      nodes[node].occurrence = occurrence;
    }
}

void Finder::removeColumns(unsigned index,
                           const llvm::DenseSet<unsigned> &removed) {
  Part &part = parts[index];
  auto release = [&](const Column &column) {
    for (unsigned node : column)
      nodes[node].part = nodes[node].occurrence = kNone;
  };
  llvm::erase_if(part.columns, [&](const Column &column) {
    if (llvm::none_of(column, [&](unsigned n) { return removed.contains(n); }))
      return false;
    release(column);
    return true;
  });
  if (countSavedNodes(part) == 0) {
    llvm::for_each(part.columns, release);
    part.columns.clear();
  }
}

/// Cuts occurrences that depend on an outside node that depends on one of their
/// nodes: the nodes that depend on it are removed from all occurrences. Returns
/// whether there were any.
bool Finder::cut() {
  // Each occurrence is a vertex, and so is each other node.
  llvm::DenseMap<std::pair<unsigned, unsigned>, unsigned> vertexOfOccurrence;
  std::vector<unsigned> vertexOf(nodes.size());
  std::vector<std::vector<unsigned>> members;
  for (auto [number, node] : llvm::enumerate(nodes)) {
    unsigned vertex = members.size();
    if (node.part != kNone)
      vertex =
          vertexOfOccurrence.try_emplace({node.part, node.occurrence}, vertex)
              .first->second;
    if (vertex == members.size())
      members.emplace_back();
    members[vertex].push_back(number);
    vertexOf[number] = vertex;
  }
  auto forEachProducer = [&](unsigned number,
                             function_ref<void(unsigned)> action) {
    forEachOperand(nodes[number].op, [&](OpOperand &operand) {
      unsigned def = indexOf(operand.get().getDefiningOp());
      if (def != kNone && vertexOf[def] != vertexOf[number])
        action(def);
    });
  };
  ComponentGraph graph(members.size());
  for (auto [vertex, own] : llvm::enumerate(members)) {
    for (unsigned number : own)
      forEachProducer(number,
                      [&](unsigned def) { graph.addEdge(vertexOf[def]); });
    graph.endNode(vertex);
  }
  std::vector<unsigned> componentOf(members.size());
  unsigned numComponents = 0;
  graph.forEachComponent([&](ArrayRef<unsigned> component) {
    for (unsigned vertex : component)
      componentOf[vertex] = numComponents;
    ++numComponents;
  });
  // In block order, so that dependents of a removed node come after it.
  std::vector<llvm::DenseSet<unsigned>> removed(parts.size());
  for (auto [number, node] : llvm::enumerate(nodes)) {
    if (node.part == kNone)
      continue;
    bool isCut = false;
    forEachProducer(number, [&](unsigned def) {
      isCut |= componentOf[vertexOf[def]] == componentOf[vertexOf[number]];
    });
    forEachOperand(node.op, [&](OpOperand &operand) {
      unsigned def = indexOf(operand.get().getDefiningOp());
      isCut |= def != kNone && vertexOf[def] == vertexOf[number] &&
               removed[node.part].contains(def);
    });
    if (isCut)
      removed[node.part].insert(number);
  }
  bool hasCut = false;
  for (auto [index, set] : llvm::enumerate(removed))
    if (!set.empty()) {
      hasCut = true;
      removeColumns(index, set);
    }
  return hasCut;
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

std::vector<RepeatedBlock> Finder::run() {
  std::list<Column> anchors = getAnchors();
  while (!anchors.empty()) {
    Part best;
    size_t mostSaved = 0, numTrials = 0;
    for (auto it = anchors.begin();
         it != anchors.end() && numTrials < kMaxTrials;) {
      llvm::erase_if(*it, [&](unsigned n) { return nodes[n].part != kNone; });
      Part part = it->size() < 2 ? Part() : grow(*it);
      size_t saved = countSavedNodes(part);
      if (saved == 0) {
        it = anchors.erase(it);
        continue;
      }
      if (saved > mostSaved) {
        mostSaved = saved;
        best = std::move(part);
      }
      ++numTrials;
      ++it;
    }
    if (mostSaved == 0)
      break;
    parts.push_back(std::move(best));
    assign(parts.size() - 1);
  }
  for (unsigned count = 0; count < kMaxCuts && cut(); ++count) {
  }
  std::vector<RepeatedBlock> result;
  for (Part &part : parts) {
    if (part.columns.empty())
      continue;
    llvm::sort(part.columns, [](const Column &a, const Column &b) {
      return a.front() < b.front();
    });
    RepeatedBlock &repeated = result.emplace_back(part.columns.front().size());
    for (const Column &column : part.columns)
      for (auto [nodesOf, index] : llvm::zip_equal(repeated, column))
        nodesOf.push_back(nodes[index].op);
  }
  return result;
}

std::vector<RepeatedBlock> onnx::findRepeatedBlocks(Block &block) {
  return Finder(block).run();
}

StringRef onnx::getCommonModulePath(ArrayRef<Operation *> nodes) {
  StringRef common = getModulePath(nodes.front()->getLoc());
  for (Operation *op : nodes) {
    StringRef path = getModulePath(op->getLoc());
    // Up to the last dot before the first difference or the end of either path.
    size_t length =
        std::mismatch(common.begin(), common.end(), path.begin(), path.end())
            .first -
        common.begin();
    auto ends = [&](StringRef text) {
      return length == text.size() || text[length] == '.';
    };
    if (!ends(common) || !ends(path)) {
      size_t dot = common.take_front(length).rfind('.');
      length = dot == StringRef::npos ? 0 : dot;
    }
    common = common.take_front(length);
  }
  return common;
}
