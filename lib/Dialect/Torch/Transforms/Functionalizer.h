//===- Functionalizer.h - The walk of torch-functionalize -------*- C++ -*-===//
//
// The tables of torch-functionalize and the walk over them, which two files
// share: Functionalize.cpp has the tables, reads and the function as a whole,
// FunctionalizeWrites.cpp has the writes.
//
// Memory is a Base: a tensor that was made, an argument of a block, a weight.
// Each alias is a Node: the base itself, or a view of another node. Bases count
// their versions; a node has the SSA value that it had at some version.
//
//  - A read brings the node up to the version of its base: the views between
//    are cloned on the new value, in the block of the view, before the reader.
//    Nothing is cloned for an alias that is not read after a write.
//  - A write computes the new value by the functional variant, then the new
//  value
//    of each node on the way to the base by the inverse of its view, and is a
//    new version of the base.
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
  /// The block whose operations may write to it.
  mlir::Block *block = nullptr;
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
  /// An operator that made the relation.
  mlir::Operation *reason = nullptr;
};

/// The argument of `op` that is argument `index` of its schema; nothing when
/// the call leaves it out.
std::optional<unsigned> findArgument(OperatorOp op, const Schema &schema,
                                     unsigned index);

class Functionalizer {
public:
  Functionalizer(mlir::func::FuncOp func, bool isCalled,
                 const SchemaMap &schemas, NumberExprs &numbers)
      : func(func), isCalled(isCalled), schemas(schemas), numbers(numbers) {}

  llvm::LogicalResult run();

private:
  // Tables.
  NodeId getNode(mlir::Value value);
  NodeId makeBase(mlir::Value value, mlir::Block *block, bool external);
  NodeId makeView(NodeId parent, OperatorOp view, unsigned result,
                  ViewKind kind, mlir::Value value);
  void bind(mlir::Value value, NodeId node);
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

  // Operations.
  const Schema *findSchema(OperatorOp op);
  void processBlock(mlir::Block &block);
  void relateResults(mlir::Operation *op);
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
  /// with this advice is attached to the first error of a function.
  template <typename OpT> mlir::InFlightDiagnostic refuseWithAdvice(OpT op) {
    mlir::InFlightDiagnostic error = refuse(op);
    if (!std::exchange(hasAdvice, true))
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

  llvm::SmallVector<mlir::Operation *> candidates;
  llvm::SmallVector<OperatorOp> replaced;
};

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_FUNCTIONALIZER_H
