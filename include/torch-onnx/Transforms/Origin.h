//===- Origin.h - Which node of a program an operation is of ----*- C++ -*-===//
//
// The location of an operation says which node of the captured program it was
// built for, and whether its results are the values of that node:
//
//   fused<["linear_1", "aten.linear.default"]>[loc]            built for it
//   fused<["linear_1", "aten.linear.default", ["linear_1"]]>[loc]  its value
//
// The third element has one name for each result, empty where the result is
// none of the node's. Whoever builds operations for another one builds them
// without it (withoutValueNames), and hands the names to what takes the place
// of the results (passValueNames). So a name is lost where a rewrite merges two
// nodes, and is never that of another value.
//
// It is in the location, as attributes would keep equal operations apart.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_TRANSFORMS_ORIGIN_H
#define TORCH_ONNX_TRANSFORMS_ORIGIN_H

#include "mlir/IR/PatternMatch.h"

#include <optional>

namespace torch_onnx {

/// The location of an operation that is the node `name`, a call of `target`.
/// With `valueNames` its results are the node's values.
mlir::Location getOriginLoc(mlir::Location loc, llvm::StringRef name,
                            llvm::StringRef target,
                            llvm::ArrayRef<llvm::StringRef> valueNames);

struct Origin {
  llvm::StringRef name, target;
};

/// The node that an operation was built for; of several the first.
std::optional<Origin> getOrigin(mlir::Location loc);

/// The name of the node whose value `result` is; empty if there is none.
llvm::StringRef getValueName(mlir::OpResult result);

/// The same location for an operation whose results are not the node's values.
mlir::Location withoutValueNames(mlir::Location loc);

/// `values` (null: none) take the place of the results of `op`. Those that have
/// no name get the one of their result.
void passValueNames(mlir::Operation *op, mlir::ValueRange values);
void passValueName(mlir::OpResult from, mlir::Value to);

/// Keeps the names right while patterns are applied.
class OriginListener : public mlir::RewriterBase::Listener {
public:
  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint previous) override;
  void notifyOperationReplaced(mlir::Operation *op,
                               mlir::ValueRange replacement) override;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_TRANSFORMS_ORIGIN_H
