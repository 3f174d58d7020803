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

} // namespace torch_onnx

#endif // TORCH_ONNX_TRANSFORMS_BUILDORDER_H
