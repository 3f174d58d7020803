//===- ComponentGraph.h - Strongly connected components ---------*- C++ -*-===//
//
// A graph of numbered nodes, for parts of a model that shall become one node
// each. A part in a component with another vertex would need its own result and
// cannot become one node.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_COMPONENTGRAPH_H
#define TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_COMPONENTGRAPH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace torch_onnx::onnx {

/// A directed graph that does not store the sources of edges one by one.
class ComponentGraph {
public:
  explicit ComponentGraph(unsigned size) : begins(size + 1) {}

  /// Edges have to be added by source, in order.
  void addEdge(unsigned to) { targets.push_back(to); }
  void endNode(unsigned node) { begins[node + 1] = targets.size(); }

  /// Visits the strongly connected components, targets of edges first (Tarjan's
  /// algorithm without recursion).
  void forEachComponent(
      llvm::function_ref<void(llvm::ArrayRef<unsigned>)> action) const {
    unsigned size = begins.size() - 1, next = 1;
    std::vector<unsigned> index(size), low(size), stack, component;
    std::vector<std::pair<unsigned, unsigned>> path; // Node, next edge.
    std::vector<bool> onStack(size);
    auto enter = [&](unsigned node) {
      index[node] = low[node] = next++;
      stack.push_back(node);
      onStack[node] = true;
      path.emplace_back(node, begins[node]);
    };
    for (unsigned root = 0; root < size; ++root) {
      if (index[root])
        continue;
      enter(root);
      while (!path.empty()) {
        auto &[node, edge] = path.back();
        if (edge < begins[node + 1]) {
          unsigned to = targets[edge++];
          if (!index[to])
            enter(to);
          else if (onStack[to])
            low[node] = std::min(low[node], index[to]);
          continue;
        }
        unsigned done = node;
        path.pop_back();
        if (!path.empty())
          low[path.back().first] = std::min(low[path.back().first], low[done]);
        if (low[done] != index[done])
          continue;
        component.clear();
        do {
          component.push_back(stack.back());
          onStack[stack.back()] = false;
          stack.pop_back();
        } while (component.back() != done);
        action(component);
      }
    }
  }

private:
  std::vector<unsigned> begins, targets;
};

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_COMPONENTGRAPH_H
