//===- ModuleCalls.h - The calls of modules in a graph ----------*- C++ -*-===//
//
// Which call of which module of the program each operation of a graph is of,
// and orders of the graph in which the operations of a call follow each other.
// Used by onnx-outline-functions.
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
  /// Tells it from the other calls of the block.
  llvm::StringRef key;
  llvm::StringRef path;
  /// The whole name of the class, or the name of the attribute that holds the
  /// module where classes are not known.
  llvm::StringRef className;
  unsigned depth;
  /// 0 for a call without calls inside. Equal calls have one height, whatever
  /// their depths are.
  unsigned height = 0;
  /// Operations in it and in the calls inside.
  unsigned numNodes = 0;
};

/// The operations of a block that become nodes: all but constants, absent
/// inputs and the terminator.
bool isNode(mlir::Operation *op);

/// Calls `action` for the operands of `op`, and the values from outside that
/// its regions use.
void forEachOperand(mlir::Operation *op,
                    llvm::function_ref<void(mlir::OpOperand &)> action);

/// The calls of a block and the operations in them. Each block of an If, Loop
/// or Scan has its own.
class ModuleCalls {
public:
  /// Calls of modules of `classes`; of all if there are none. The calls
  /// `around` have the block as a part; `names` keeps the texts of classes.
  ModuleCalls(mlir::ModuleOp module, mlir::Block &block,
              const llvm::StringSet<> &classes, llvm::StringSet<> &names,
              const llvm::StringSet<> &around = {});
  /// Parts that the block repeats as the calls.
  ModuleCalls(mlir::Block &block, llvm::ArrayRef<RepeatedBlock> blocks,
              llvm::StringSet<> &names);

  mlir::Block &getBlock() const { return block; }
  /// Those of blocks inside, then itself.
  void forEachGraph(llvm::function_ref<void(ModuleCalls &)> action);

  /// The innermost call around a node; null if there is none.
  ModuleCall *lookup(mlir::Operation *node) const {
    return owners.lookup(node);
  }
  void setOwner(mlir::Operation *node, ModuleCall *call) {
    owners[node] = call;
  }
  /// By height.
  llvm::ArrayRef<unsigned> getNumCalls() const { return numCalls; }

  /// A part of a schedule: a node, or all nodes of a call.
  struct Unit {
    ModuleCall *call; // Null: one node.
    llvm::ArrayRef<mlir::Operation *> nodes;
  };
  /// The nodes in an order in which those of each call of this height follow
  /// each other. A call whose nodes cannot, as one of them needs another node
  /// that needs one of them, is taken apart: its nodes become the caller's.
  /// Returns their number. The nodes of units are those of `order`.
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
  /// For operations with calls in their regions: one more than their heights.
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
