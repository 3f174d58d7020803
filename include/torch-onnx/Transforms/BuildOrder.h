//===- BuildOrder.h - Operations in an order of their own -------*- C++ -*-===//
//
// Code that builds operations reads as maths, `b.Add(b.Exp(x), b.Exp(y))`, and
// C++ does not say which Exp is built first: clang evaluates arguments from the
// left, g++ from the right. So the order in which operations were built never
// shows. Whoever runs a lowering, a rewrite or a rule brings what it built into
// the order that the operations themselves imply: each after its operands,
// operands from the left, starting from what the results are replaced by.
// docs/Rationale/SameBytes.md says what else this takes.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_TRANSFORMS_BUILDORDER_H
#define TORCH_ONNX_TRANSFORMS_BUILDORDER_H

#include "mlir/IR/PatternMatch.h"

namespace torch_onnx {

/// Sorts operations that were built together, and moves them accordingly within
/// their places: `roots` and what they are computed from first, then everything
/// else. Those in regions are part of the list and come before the operation
/// that they are in. The uses of a value are listed in an order that follows
/// from that of the operations, too.
void sortBuilt(llvm::MutableArrayRef<mlir::Operation *> built,
               mlir::ValueRange roots);

/// All operations after `before` (null: from the start of the block) and in
/// front of `end`, with those in their regions.
void sortBuiltBetween(mlir::Operation *before, mlir::Operation *end,
                      mlir::ValueRange roots);

/// While it lives, whoever listens to a rewriter learns of the operations that
/// are built when the first of them is put to use, in the order of sortBuilt.
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
