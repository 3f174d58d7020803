//===- Functionalizer.h - The walk of torch-functionalize -------*- C++ -*-===//
//
// The tables of torch-functionalize and the walk over them. Functionalize.cpp
// implements the tables, reads and whole functions, FunctionalizeWrites.cpp
// writes, FunctionalizeRegions.cpp branches and loops.
//
// A Base is a piece of memory: a new tensor, a block argument or a weight. A
// Node is an alias: the base itself, or a view of another node. A base counts
// its versions; a node stores its SSA value and the version of that value.
//
//  - A read brings a node up to the version of its base: the views between them
//    are cloned on the new value, before the reader, in the inner one of two
//    blocks: that of the view and that of the version. An alias that is not
//    read after a write causes no clone.
//  - A write computes the new value by the functional variant of the operator,
//    then the new value of each node on the path to the base by the inverse of
//    its view, and adds a version to the base.
//  - At the end of a region, the versions that it added are dropped. The last
//    one becomes an additional result of the branch or loop, which is the next
//    version outside. The written bases of a loop are loop-carried.
//
// A result that may be a view or a copy is a base of its own, in the Family of
// its operand. A write to one member of a family makes all older members
// unknown; reading or returning an unknown member is an error.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_FUNCTIONALIZER_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_FUNCTIONALIZER_H

#include "FunctionalVariant.h"
#include "Views.h"
#include "torch-onnx/Dialect/Torch/IR/Advice.h"
#include "torch-onnx/Dialect/Torch/Inference/NumberExprs.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

#include <memory>
#include <utility>

namespace torch_onnx::torch {

/// The user's schemas for operators that LibTorch does not have, by target.
using SchemaMap = llvm::StringMap<std::unique_ptr<Schema>>;

/// Indices into the tables of the Functionalizer; none is -1.
using BaseId = int;
using NodeId = int;
using FamilyId = int;

struct Base {
  /// The block that defines the base, and the block of its last version.
  mlir::Block *block = nullptr, *valueBlock = nullptr;
  NodeId node = -1;
  /// The first tensor object of the base; see Functionalizer::objects.
  unsigned object = 0;
  unsigned version = 0;
  FamilyId family = -1;
  /// The number of writes before its definition.
  unsigned created = 0;
  /// The memory outlives the function: an argument, or a weight.
  bool external = false;
  bool written = false;
};

struct Node {
  BaseId base = -1;
  /// The node that `view` is a view of, -1 for the base itself.
  NodeId parent = -1;
  OperatorOp view;
  unsigned result = 0;
  ViewKind kind = ViewKind::Identity;
  /// The value of the node at version `version` of its base.
  mlir::Value current;
  unsigned version = 0;
};

/// Bases that may share memory.
struct Family {
  struct Write {
    BaseId base = -1;
    unsigned time = 0;
  };
  /// Union-find.
  FamilyId parent = -1;
  /// The last write, and the last write to any other base.
  Write last, lastOther;
  /// The member that outlives the function; -1 for none, -2 for several.
  BaseId external = -1;
  /// The nesting depth of regions of its outermost member.
  unsigned depth = 0;
  /// An operator that related two members.
  mlir::Operation *reason = nullptr;
};

/// The position in `op` of argument `index` of its schema; nothing if the call
/// omits the argument.
std::optional<unsigned> findArgument(OperatorOp op, const Schema &schema,
                                     unsigned index);

class Functionalizer {
public:
  /// Operations whose regions were moved to another operation are added to
  /// `retired`. The caller destroys them last, because `numbers` refers to
  /// their results.
  Functionalizer(mlir::func::FuncOp func, bool isCalled,
                 const SchemaMap &schemas, NumberExprs &numbers,
                 llvm::SmallVectorImpl<mlir::Operation *> &retired)
      : func(func), isCalled(isCalled), schemas(schemas), numbers(numbers),
        retired(retired) {}

  llvm::LogicalResult run();

private:
  // Tables.
  NodeId getNode(mlir::Value value);
  NodeId makeBase(mlir::Value value, mlir::Block *block, bool external);
  NodeId makeView(NodeId parent, OperatorOp view, unsigned result,
                  ViewKind kind, mlir::Value value);
  void bind(mlir::Value value, NodeId node);
  void setNode(NodeId node, mlir::Value value, unsigned version);
  /// Adds a version of a base, whose value is in `block`, and returns it.
  unsigned addVersion(BaseId base, mlir::Block *block);
  FamilyId getFamily(BaseId base);
  void relate(BaseId a, BaseId b, mlir::Operation *reason);
  void recordWrite(FamilyId family, Family::Write write);

  // Reads.
  mlir::Value read(mlir::Value value, mlir::Operation *reader);
  mlir::Value refresh(NodeId node, mlir::Operation *reader);
  void replay(NodeId node, mlir::Operation *reader);
  bool isUnknown(BaseId base);

  // Writes.
  llvm::LogicalResult checkWrite(BaseId base, OperatorOp op);
  llvm::LogicalResult write(NodeId node, mlir::Value value, OperatorOp op);
  mlir::Value castLike(mlir::OpBuilder &b, mlir::Location loc,
                       mlir::Value value, mlir::Type elementType);
  mlir::Value getCopySource(OperatorOp op, mlir::RankedTensorType self);

  /// An argument that an operator writes to.
  struct Written {
    /// The operand and its node.
    unsigned operand;
    NodeId node;
    /// The number of the result of the functional operator that is its new
    /// value.
    unsigned result;
  };
  /// Collects the arguments that `op` writes to. Returns the number of results
  /// that are such arguments.
  llvm::FailureOr<unsigned>
  collectWrites(OperatorOp op, const Schema &schema,
                llvm::ArrayRef<mlir::Value> sources,
                llvm::SmallVectorImpl<Written> &writes);
  void bindResults(OperatorOp op, llvm::ArrayRef<Written> writes,
                   llvm::ArrayRef<mlir::Value> results,
                   llvm::ArrayRef<mlir::Value> sources);

  // Branches and loops.

  /// A region that the walk has entered.
  struct Scope {
    mlir::Region *region;
    /// Which bases from outside the region may be written: in a branch all, in
    /// a loop the carried ones, elsewhere none.
    enum Kind { Branch, Loop, Other } kind;
    llvm::ArrayRef<BaseId> carried;
    unsigned logStart;
    /// The state of bases from outside before the region wrote to them.
    struct Saved {
      unsigned version;
      mlir::Block *valueBlock;
    };
    llvm::SmallMapVector<BaseId, Saved, 4> written = {};
  };
  bool isOutside(BaseId base, const Scope &scope) const;
  bool canWrite(BaseId base, const Scope &scope) const;
  void enterScope(mlir::Region &region, Scope::Kind kind,
                  llvm::ArrayRef<BaseId> carried = {});
  void leaveScope();
  /// `sources` are the operands of `op` in the original program.
  void processRegions(mlir::Operation *op, llvm::ArrayRef<mlir::Value> sources);
  void processIf(IfOp op, llvm::ArrayRef<mlir::Value> sources);
  void processLoop(mlir::Operation *op, llvm::ArrayRef<mlir::Value> sources);
  llvm::SmallVector<BaseId> findWritten(mlir::Operation *op);
  void enterIteration(mlir::Operation *op, mlir::Block &block, unsigned first,
                      llvm::ArrayRef<BaseId> carried,
                      llvm::ArrayRef<mlir::Value> sources);
  void leaveIteration(mlir::Operation *op, mlir::Block &block, unsigned first,
                      llvm::ArrayRef<BaseId> carried);
  void setBase(BaseId base, mlir::Value value, mlir::Block *block);
  void retire(mlir::Operation *op, mlir::Operation *by, unsigned first);
  void relateResults(mlir::Operation *op, llvm::ArrayRef<mlir::Value> sources,
                     unsigned firstAdded = 0, unsigned countAdded = 0);
  bool isRelated(BaseId base, llvm::ArrayRef<BaseId> others);

  // Operations.
  const Schema *findSchema(OperatorOp op);
  void processBlock(mlir::Block &block);
  void processView(OperatorOp op, const Schema &schema,
                   llvm::ArrayRef<mlir::Value> sources);
  llvm::LogicalResult processWrite(OperatorOp op, const Schema &schema,
                                   llvm::ArrayRef<mlir::Value> sources);
  llvm::LogicalResult processVariant(OperatorOp op,
                                     const FunctionalVariant &variant,
                                     llvm::ArrayRef<mlir::Value> sources);
  llvm::LogicalResult processOut(OperatorOp op,
                                 const FunctionalVariant &variant,
                                 llvm::ArrayRef<mlir::Value> sources);
  llvm::LogicalResult processCustom(OperatorOp op, const Schema &schema,
                                    llvm::ArrayRef<mlir::Value> sources);
  llvm::LogicalResult processFillDiagonal(OperatorOp op, mlir::Value self);
  llvm::LogicalResult processMetadata(OperatorOp op,
                                      const FunctionalVariant &variant,
                                      mlir::Value self);
  llvm::LogicalResult becomeView(OperatorOp op, mlir::Value self,
                                 OperatorOp view);
  llvm::LogicalResult processResize(OperatorOp op, mlir::Value self);
  llvm::LogicalResult processSet(OperatorOp op, mlir::Value self,
                                 mlir::Value source);
  /// Whether other values may share the memory of a node.
  bool hasViews(NodeId node);
  llvm::LogicalResult replaceMemory(mlir::Value self, mlir::Value value,
                                    OperatorOp op);
  llvm::LogicalResult addMutatedResults();
  void eraseDeadOps();

  mlir::InFlightDiagnostic refuse(mlir::Operation *op) {
    failed = true;
    return op->emitOpError();
  }
  mlir::InFlightDiagnostic refuse(OperatorOp op) {
    failed = true;
    return op.emitError() << "'" << op.getTarget() << "' ";
  }
  /// Refuses an operation that PyTorch's own functionalization may accept: it
  /// runs on tensors with strides, which this pass does not have. A note with
  /// this advice is attached to the first error of a function. Writes in
  /// branches and loops get no note, because PyTorch refuses them, too.
  template <typename OpT> mlir::InFlightDiagnostic refuseWithAdvice(OpT op) {
    mlir::InFlightDiagnostic error = refuse(op);
    if (scopes.empty() && !std::exchange(hasAdvice, true))
      adviseDecomposition(error, op, "writes");
    return error;
  }

  /// Refuses `op`, because the pass does not know whether the operator that
  /// created the family of `base` returned a view or a copy. `does` says what
  /// `op` does with the tensor: "reads a tensor that ...".
  template <typename OpT>
  llvm::LogicalResult refuseUndecided(OpT op, llvm::StringRef does,
                                      BaseId base) {
    mlir::Operation *reason = families[getFamily(base)].reason;
    auto call = llvm::dyn_cast<OperatorOp>(reason);
    auto culprit = reason->getAttrOfType<mlir::StringAttr>(
        TorchDialect::getIsViewAttrName());
    // PyTorch's own functionalization trusts the record.
    mlir::InFlightDiagnostic error =
        culprit || !call ? refuse(op) : refuseWithAdvice(op);
    if (!call)
      return error
             << does << ": '" << reason->getName()
             << "' returns a value from outside its regions or a new value";
    error << does << ": '" << call.getTarget()
          << "' returns a view or a copy, depending on strides";
    if (culprit)
      error << ", and the recorded strides of the result of '"
            << culprit.getValue() << "' may differ from those of eager";
    return error;
  }

  mlir::func::FuncOp func;
  bool isCalled;
  const SchemaMap &schemas;
  NumberExprs &numbers;
  llvm::SmallVectorImpl<mlir::Operation *> &retired;
  bool failed = false;
  bool hasAdvice = false;
  /// Number of writes so far.
  unsigned time = 0;

  llvm::SmallVector<Base> bases;
  llvm::SmallVector<Node> nodes;
  llvm::SmallVector<Family> families;
  /// Two values may be the same tensor object (`self` and the result of add_);
  /// unsqueeze_ changes the object of both.
  llvm::SmallVector<NodeId> objects;
  llvm::DenseMap<mlir::Value, unsigned> objectOf;
  /// The views that an operation with several results returns.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<NodeId, 1>> nodesOf;
  /// Tied weights are one tensor.
  llvm::DenseMap<mlir::Attribute, NodeId> weights;
  /// The names of a base; tied weights have several.
  llvm::DenseMap<BaseId, llvm::SmallVector<mlir::StringAttr, 1>> names;

  /// The regions around the current operation, innermost last, and the values
  /// of nodes before each change in such a region.
  llvm::SmallVector<Scope> scopes;
  struct Change {
    NodeId node;
    mlir::Value value;
    unsigned version;
  };
  llvm::SmallVector<Change> log;
  /// The operands of each terminator in the original program.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value>> yielded;

  llvm::SmallVector<mlir::Operation *> candidates;
  llvm::SmallVector<OperatorOp> replaced;
};

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_FUNCTIONALIZER_H
