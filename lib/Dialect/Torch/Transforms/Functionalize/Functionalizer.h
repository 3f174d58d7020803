//===- Functionalizer.h - The walk of torch-functionalize -------*- C++ -*-===//
//
// The tables of torch-functionalize and the walk over them, which three files
// share: Functionalize.cpp has the tables, reads and the function as a whole,
// FunctionalizeWrites.cpp has the writes, FunctionalizeRegions.cpp has branches
// and loops.
//
// Memory is a Base: a tensor that was made, an argument of a block, a weight.
// Each alias is a Node: the base itself, or a view of another node. Bases count
// their versions; a node has the SSA value that it had at some version.
//
//  - A read brings the node up to the version of its base: the views between
//    are cloned on the new value, before the reader, in the block of the view
//    or that of the version, whichever is the inner one. Nothing is cloned for
//    an alias that is not read after a write.
//  - A write computes the new value by the functional variant, then the new
//    value of each node on the way to the base by the inverse of its view, and
//    is a new version of the base.
//  - The versions of a base that a region writes are forgotten at its end; the
//    last one becomes a further result of the branch or loop, and is the next
//    version outside. A loop carries what it writes.
//
// What an operator returns that may be a view or a copy is a base of its own,
// in the same Family as its operand. A write to one member makes all older
// members unknown: reading them is an error, as is returning them.
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

/// Schemas that the user gave for operators that LibTorch does not have, by
/// target.
using SchemaMap = llvm::StringMap<std::unique_ptr<Schema>>;

/// Indices into the tables of the Functionalizer; none is -1.
using BaseId = int;
using NodeId = int;
using FamilyId = int;

struct Base {
  /// The block that it was made in, and the one that has its last version.
  mlir::Block *block = nullptr, *valueBlock = nullptr;
  NodeId node = -1;
  /// The tensor object that it was made with; see Functionalizer::objects.
  unsigned object = 0;
  unsigned version = 0;
  FamilyId family = -1;
  /// The number of writes before it was made.
  unsigned created = 0;
  /// It outlives the function: an argument of it, or a weight.
  bool external = false;
  bool written = false;
};

struct Node {
  BaseId base = -1;
  /// The node that `view` looks into, -1 for the base itself.
  NodeId parent = -1;
  OperatorOp view;
  unsigned result = 0;
  ViewKind kind = ViewKind::Identity;
  /// What it was when its base had that version.
  mlir::Value current;
  unsigned version = 0;
};

/// Bases that may be the same memory.
struct Family {
  struct Write {
    BaseId base = -1;
    unsigned time = 0;
  };
  /// Union-find.
  FamilyId parent = -1;
  /// The last write, and the last one by another base than that.
  Write last, lastOther;
  /// Its members that outlive the function: none, one, or -2 for more.
  BaseId external = -1;
  /// In how many operations with regions its outermost member is.
  unsigned depth = 0;
  /// An operator that made the relation.
  mlir::Operation *reason = nullptr;
};

/// The argument of `op` that is argument `index` of its schema; nothing when
/// the call leaves it out.
std::optional<unsigned> findArgument(OperatorOp op, const Schema &schema,
                                     unsigned index);

class Functionalizer {
public:
  /// Operations that have lost their regions to others are added to `retired`:
  /// `numbers` remembers their results.
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
  /// Makes room for a new value of a base, which is in that block, and returns
  /// its version.
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

  /// An argument that an operator writes.
  struct Written {
    /// The operand, and what it is an alias of.
    unsigned operand;
    NodeId node;
    /// Which result of the functional operator is the new value.
    unsigned result;
  };
  /// The arguments that `op` writes, and how many of them it returns under no
  /// name of its own.
  llvm::FailureOr<unsigned>
  collectWrites(OperatorOp op, const Schema &schema,
                llvm::ArrayRef<mlir::Value> sources,
                llvm::SmallVectorImpl<Written> &writes);
  void bindResults(OperatorOp op, llvm::ArrayRef<Written> writes,
                   llvm::ArrayRef<mlir::Value> results,
                   llvm::ArrayRef<mlir::Value> sources);

  // Branches and loops.

  /// A region that the walk is in.
  struct Scope {
    mlir::Region *region;
    /// What may be written of what is outside: in a branch all, in a loop what
    /// it carries, elsewhere nothing.
    enum Kind { Branch, Loop, Other } kind;
    llvm::ArrayRef<BaseId> carried;
    unsigned logStart;
    /// What bases from outside were before the region wrote them.
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
  /// `sources` are the operands that `op` had in the program.
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
  llvm::LogicalResult replaceEmpty(mlir::Value self, mlir::Value value,
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
  /// Refuses an operation that PyTorch's own functionalization may handle, as
  /// it runs on tensors with strides where this pass has a graph only. The note
  /// with this advice is attached to the first error of a function; PyTorch
  /// refuses writes in branches and loops itself.
  template <typename OpT> mlir::InFlightDiagnostic refuseWithAdvice(OpT op) {
    mlir::InFlightDiagnostic error = refuse(op);
    if (scopes.empty() && !std::exchange(hasAdvice, true))
      adviseDecomposition(error, "writes");
    return error;
  }

  /// Refuses `op`, which `does` something that depends on whether the result of
  /// the operator behind the family of `base` is a view.
  template <typename OpT>
  llvm::LogicalResult refuseUndecided(OpT op, llvm::StringRef does,
                                      BaseId base) {
    mlir::Operation *reason = families[getFamily(base)].reason;
    auto call = llvm::dyn_cast<OperatorOp>(reason);
    auto culprit = reason->getAttrOfType<mlir::StringAttr>(
        TorchDialect::getIsViewAttrName());
    // PyTorch's own functionalization believes the record.
    mlir::InFlightDiagnostic error =
        culprit || !call ? refuse(op) : refuseWithAdvice(op);
    if (!call)
      return error << does << ": '" << reason->getName()
                   << "' returns a value from outside of its regions, or a new "
                      "one";
    error << does << ": '" << call.getTarget()
          << "' returns a view or a copy, depending on strides";
    if (culprit)
      error << ", and those that the program recorded for the result of '"
            << culprit.getValue() << "' may not be those of eager";
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
  /// Two values may be the same tensor object (the result of add_ and its
  /// self); unsqueeze_ changes the object for both.
  llvm::SmallVector<NodeId> objects;
  llvm::DenseMap<mlir::Value, unsigned> objectOf;
  /// Views that one operation makes, for those with several results.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<NodeId, 1>> nodesOf;
  /// Tied weights are one tensor.
  llvm::DenseMap<mlir::Attribute, NodeId> weights;
  /// Names of a base, one for each weight or argument.
  llvm::DenseMap<BaseId, llvm::SmallVector<mlir::StringAttr, 1>> names;

  /// The regions around what is being processed, and what nodes were before
  /// they changed in one.
  llvm::SmallVector<Scope> scopes;
  struct Change {
    NodeId node;
    mlir::Value value;
    unsigned version;
  };
  llvm::SmallVector<Change> log;
  /// What the ends of regions yield in the program.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value>> yielded;

  llvm::SmallVector<mlir::Operation *> candidates;
  llvm::SmallVector<OperatorOp> replaced;
};

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_FUNCTIONALIZER_H
