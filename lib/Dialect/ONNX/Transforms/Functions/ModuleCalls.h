//===- ModuleCalls.h - The calls of modules in a graph ----------*- C++ -*-===//
//
// Maps the operations of a graph to the module calls of the program, and
// computes orders of the graph in which the operations of a call are
// consecutive. Used by onnx-outline-functions.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_MODULECALLS_H
#define TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_MODULECALLS_H

#include "RepeatedBlocks.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <deque>
#include <memory>
#include <utility>
#include <vector>

namespace torch_onnx::onnx {

/// One call of a module.
struct ModuleCall {
  ModuleCall *caller; // Null: the graph.
  /// Identifies the call in the block.
  llvm::StringRef key;
  llvm::StringRef path;
  /// The full name of the class, or if classes are unknown, the name of the
  /// attribute that holds the module.
  llvm::StringRef className;
  unsigned depth;
  /// 0 for a call without inner calls. Equal calls have the same height at any
  /// depth.
  unsigned height = 0;
  /// The number of operations in it and in inner calls.
  unsigned numNodes = 0;
};

/// Whether an operation becomes a node: all but constants, absent inputs and
/// the terminator.
bool isNode(mlir::Operation *op);

/// Calls `action` for the operands of `op` and the outer values that its
/// regions use.
void forEachOperand(mlir::Operation *op,
                    llvm::function_ref<void(mlir::OpOperand &)> action);

/// The calls of a block and the operations in them. Each block of an If, Loop
/// or Scan has its own.
class ModuleCalls {
public:
  /// Creates the calls of modules of `classes`, or of all modules if it is
  /// empty. The calls in `around` contain the block; `names` owns the texts of
  /// classes.
  ModuleCalls(mlir::ModuleOp module, mlir::Block &block,
              const llvm::StringSet<> &classes, llvm::StringSet<> &names,
              const llvm::StringSet<> &around = {});
  /// Uses repeated parts of the block as calls.
  ModuleCalls(mlir::Block &block, llvm::ArrayRef<RepeatedBlock> blocks,
              llvm::StringSet<> &names);

  mlir::Block &getBlock() const { return block; }
  /// Visits the graphs of inner blocks, then this one.
  void forEachGraph(llvm::function_ref<void(ModuleCalls &)> action);

  /// The innermost call around a node; null if there is none.
  ModuleCall *lookup(mlir::Operation *node) const {
    return owners.lookup(node);
  }
  void setOwner(mlir::Operation *node, ModuleCall *call) {
    owners[node] = call;
  }
  /// The number of calls by height.
  llvm::ArrayRef<unsigned> getNumCalls() const { return numCalls; }

  /// A part of a schedule: a node, or all nodes of a call.
  struct Unit {
    ModuleCall *call; // Null: one node.
    llvm::ArrayRef<mlir::Operation *> nodes;
  };
  /// Orders the nodes so that those of each call of this height are
  /// consecutive. If a node outside of a call depends on one of its nodes and
  /// another one depends on it, the call is dissolved into its caller. Returns
  /// the number of such calls. The nodes of units are those of `order`.
  unsigned schedule(unsigned height, std::vector<mlir::Operation *> &order,
                    std::vector<Unit> &units);

private:
  void addInner(mlir::ModuleOp module, mlir::Operation *op);
  ModuleCall *getCall(mlir::Location location);
  ModuleCall *addCall(llvm::StringRef key, llvm::StringRef path,
                      ModuleCall *caller);
  void liftShared(mlir::Operation *op);
  void count(unsigned numNodes);

  mlir::Block &block;
  mlir::DictionaryAttr modules;
  llvm::StringSet<> classes;
  llvm::StringSet<> &names;
  llvm::StringSet<> around;
  std::vector<std::unique_ptr<ModuleCalls>> inner;
  /// For operations with calls in their regions: one more than the largest
  /// height.
  llvm::DenseMap<mlir::Operation *, unsigned> innerHeights;
  std::deque<ModuleCall> calls;
  llvm::StringMap<ModuleCall *> byKey;
  /// By the texts of locations, which are unique.
  llvm::DenseMap<std::pair<const char *, const char *>, ModuleCall *> byText;
  llvm::DenseMap<mlir::Operation *, ModuleCall *> owners;
  std::vector<unsigned> numCalls;
};

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_MODULECALLS_H
