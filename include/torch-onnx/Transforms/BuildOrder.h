//===- BuildOrder.h - Deterministic order of built operations ---*- C++ -*-===//
//
// C++ does not specify which argument of `b.Add(b.Exp(x), b.Exp(y))` is
// evaluated first: clang starts from the left, g++ from the right. The output
// must not depend on that. The driver of a lowering, a rewrite or a rule
// therefore sorts the operations that it built: each operation after its
// operands, operands from the left, starting from the values that replace the
// results. See docs/Rationale/SameBytes.md.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_TRANSFORMS_BUILDORDER_H
#define TORCH_ONNX_TRANSFORMS_BUILDORDER_H

#include "mlir/IR/PatternMatch.h"

namespace torch_onnx {

/// Sorts operations that were built together, within the positions that they
/// occupy: first `roots` and the operations they depend on, then the rest.
/// Operations in regions are part of `built` and precede their parent
/// operation. The use lists of values get the same order.
void sortBuilt(llvm::MutableArrayRef<mlir::Operation *> built,
               mlir::ValueRange roots);

/// Sorts the operations between `before` and `end`, and the operations in their
/// regions. If `before` is null, the first operation is that of the block.
void sortBuiltBetween(mlir::Operation *before, mlir::Operation *end,
                      mlir::ValueRange roots);

/// Delays the rewriter's notifications until the first new operation is used,
/// then sends them in the order of sortBuilt.
class BuildOrderScope : mlir::RewriterBase::ForwardingListener {
public:
  explicit BuildOrderScope(mlir::RewriterBase &rewriter)
      : ForwardingListener(rewriter.getListener()), rewriter(rewriter),
        outer(rewriter.getListener()) {
    rewriter.setListener(this);
  }
  ~BuildOrderScope() override {
    flush({});
    rewriter.setListener(outer);
  }

private:
  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint previous) override;
  void notifyOperationModified(mlir::Operation *op) override;
  void notifyOperationReplaced(mlir::Operation *op,
                               mlir::ValueRange replacement) override;
  void notifyOperationReplaced(mlir::Operation *op,
                               mlir::Operation *replacement) override;
  void notifyOperationErased(mlir::Operation *op) override;
  void flush(mlir::ValueRange roots);

  mlir::RewriterBase &rewriter;
  mlir::OpBuilder::Listener *outer;
  llvm::SmallVector<mlir::Operation *> built;
};

/// The base of classes that try to replace an operation and leave the program
/// unchanged if they fail: records the operations that a builder inserts.
class BuiltOperations : public mlir::OpBuilder::Listener {
protected:
  /// Whether the value is a result of an operation in the list.
  bool isBuilt(mlir::Value value) const {
    return llvm::is_contained(created, value.getDefiningOp());
  }
  /// Gives a built value the type `met`, which joins its type and the declared
  /// one. Returns false if there is no such type.
  bool refineType(mlir::Value value, std::optional<mlir::Type> met) {
    if (met && *met != value.getType() && isBuilt(value))
      value.setType(*met);
    return met.has_value();
  }
  /// Erases all operations except the first `count`.
  void takeBack(size_t count = 0);
  /// Erases the operations to which `isUnused` applies, users first.
  void eraseIf(llvm::function_ref<bool(mlir::Operation *)> isUnused);

  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint previous) override {
    created.push_back(op);
  }

  llvm::SmallVector<mlir::Operation *> created;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_TRANSFORMS_BUILDORDER_H
