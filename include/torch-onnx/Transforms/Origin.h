//===- Origin.h - Mapping of operations to program nodes --------*- C++ -*-===//
//
// The location of an operation names the node of the captured program that it
// was built for, and tells whether its results are the values of that node:
//
//   fused<["linear_1", "aten.linear.default"]>[loc]            built for it
//   fused<["linear_1", "aten.linear.default", ["linear_1"]]>[loc]  its value
//
// The third element has one name for each result, empty for a result that is
// not a value of the node. A rewrite builds operations without it
// (withoutValueNames), and passes the names on to the values that replace the
// results (passValueNames). So a name is lost if a rewrite merges two nodes,
// but never becomes the name of another value.
//
// The names are in the location because attributes would prevent CSE of equal
// operations.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_TRANSFORMS_ORIGIN_H
#define TORCH_ONNX_TRANSFORMS_ORIGIN_H

#include "mlir/IR/PatternMatch.h"

#include <optional>

namespace torch_onnx {

/// Returns the location of an operation for the node `name`, a call of
/// `target`. With `valueNames` its results are the node's values.
mlir::Location getOriginLoc(mlir::Location loc, llvm::StringRef name,
                            llvm::StringRef target,
                            llvm::ArrayRef<llvm::StringRef> valueNames);

struct Origin {
  llvm::StringRef name, target;
};

/// The node that an operation was built for; the first if there are several.
std::optional<Origin> getOrigin(mlir::Location loc);

/// The name of the node whose value `result` is; empty if there is none.
llvm::StringRef getValueName(mlir::OpResult result);

/// The same location for an operation whose results are not the node's values.
mlir::Location withoutValueNames(mlir::Location loc);

/// Called when `values` (null: none) replace the results of `op`. A value
/// without a name gets the name of the result that it replaces.
void passValueNames(mlir::Operation *op, mlir::ValueRange values);
void passValueName(mlir::OpResult from, mlir::Value to);

/// Updates the names while patterns are applied.
class OriginListener : public mlir::RewriterBase::Listener {
public:
  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint previous) override;
  void notifyOperationReplaced(mlir::Operation *op,
                               mlir::ValueRange replacement) override;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_TRANSFORMS_ORIGIN_H
