//===- Canonicalization.h - Patterns of onnx operations ---------*- C++ -*-===//
//
// Helpers for the canonicalization patterns of onnx operations. A pattern has a
// name, by which passes can disable it. It preserves results bit by bit and the
// type of every value that it replaces. Unknown dimensions are not assumed to
// be equal.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_CANONICALIZATION_H
#define TORCH_ONNX_DIALECT_ONNX_IR_CANONICALIZATION_H

#include "mlir/IR/PatternMatch.h"

#include <optional>
#include <utility>

namespace torch_onnx::onnx {

class TransposeOp;

/// Adds `rewrite` as a pattern on OpT. `name` must be a literal, as it is not
/// copied.
template <typename OpT>
void addPattern(mlir::RewritePatternSet &patterns, llvm::StringRef name,
                llvm::LogicalResult (*rewrite)(OpT, mlir::PatternRewriter &),
                unsigned benefit = 1) {
  struct Pattern : mlir::OpRewritePattern<OpT> {
    Pattern(mlir::MLIRContext *context, unsigned benefit,
            llvm::LogicalResult (*rewrite)(OpT, mlir::PatternRewriter &))
        : mlir::OpRewritePattern<OpT>(context, benefit), rewrite(rewrite) {}
    llvm::LogicalResult
    matchAndRewrite(OpT op, mlir::PatternRewriter &rewriter) const override {
      return rewrite(op, rewriter);
    }
    llvm::LogicalResult (*rewrite)(OpT, mlir::PatternRewriter &);
  };
  auto pattern =
      std::make_unique<Pattern>(patterns.getContext(), benefit, rewrite);
  pattern->setDebugName(name);
  patterns.add(std::move(pattern));
}

/// The same for a rewrite on several kinds of operations.
template <typename... OpTs>
void addPatternOf(mlir::RewritePatternSet &patterns, llvm::StringRef name,
                  llvm::LogicalResult (*rewrite)(mlir::Operation *,
                                                 mlir::PatternRewriter &),
                  unsigned benefit = 1) {
  struct Pattern : mlir::RewritePattern {
    Pattern(llvm::StringRef root, mlir::MLIRContext *context, unsigned benefit,
            llvm::LogicalResult (*rewrite)(mlir::Operation *,
                                           mlir::PatternRewriter &))
        : RewritePattern(root, benefit, context), rewrite(rewrite) {}
    llvm::LogicalResult
    matchAndRewrite(mlir::Operation *op,
                    mlir::PatternRewriter &rewriter) const override {
      return rewrite(op, rewriter);
    }
    llvm::LogicalResult (*rewrite)(mlir::Operation *, mlir::PatternRewriter &);
  };
  for (llvm::StringRef root : {OpTs::getOperationName()...}) {
    auto pattern = std::make_unique<Pattern>(root, patterns.getContext(),
                                             benefit, rewrite);
    pattern->setDebugName(name);
    patterns.add(std::move(pattern));
  }
}

/// A 1-d constant of i64.
mlir::Value createInts(mlir::OpBuilder &builder, mlir::Location loc,
                       llvm::ArrayRef<int64_t> values);
/// The absent optional input.
mlir::Value createNone(mlir::OpBuilder &builder, mlir::Location loc);

/// Replaces the first result of `op` if `value` has its type and no other
/// result is used.
llvm::LogicalResult replaceFirst(mlir::PatternRewriter &rewriter,
                                 mlir::Operation *op, mlir::Value value);

/// A constant shape with which Reshape turns `source` into `result`, and
/// whether it needs allowzero; nullopt if there is none. At most one entry is
/// inferred, and only if no copied dimension may be zero by the ranges at `op`,
/// as nothing can be inferred from an empty tensor.
std::optional<std::pair<llvm::SmallVector<int64_t>, bool>>
getConstantShape(mlir::Operation *op, mlir::RankedTensorType source,
                 mlir::RankedTensorType result);

/// Merges a Transpose that only moves dimensions of size 1 and the reshape
/// before it into one Reshape.
llvm::LogicalResult mergeMovedOnes(TransposeOp op,
                                   mlir::PatternRewriter &rewriter);

/// Clamps a position to [0, size]; a negative one counts from the end.
int64_t clampPosition(int64_t at, int64_t size);

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_DIALECT_ONNX_IR_CANONICALIZATION_H
