//===- Reducer.h - Reduces a module that shows a failure --------*- C++ -*-===//
//
// Delta debugging on programs: edits that make a module smaller are tried, many
// at once first, and kept while the module stays interesting. A test decides
// what is interesting; it only gets valid IR.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_TOOLS_REDUCER_H
#define TORCH_ONNX_LIB_TOOLS_REDUCER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <functional>

namespace torch_onnx {

class Reducer {
public:
  using Test = std::function<bool(mlir::ModuleOp)>;

  /// `module` must be interesting.
  Reducer(mlir::OwningOpRef<mlir::ModuleOp> module, Test isInteresting)
      : current(std::move(module)), isInteresting(std::move(isInteresting)) {}

  /// Applies edits until none is left that keeps the module interesting.
  void run();

  mlir::ModuleOp getModule() { return *current; }

private:
  /// Applies `edit` to a copy, and keeps the copy if it is valid and
  /// interesting. `edit` returns false if there is nothing to do.
  bool attempt(llvm::function_ref<bool(mlir::ModuleOp)> edit);

  /// `edit` changes the items [first, last) of `count()`. Halves the ranges
  /// down to single items; returns true if an edit was kept.
  bool attemptPieces(
      llvm::function_ref<unsigned()> count,
      llvm::function_ref<bool(mlir::ModuleOp, unsigned first, unsigned last)>
          edit);

  bool dropLocations();
  bool dropFunctions();
  bool dropResults(unsigned function);
  bool cutOperations();
  bool bypassOperations();
  bool dropArguments(unsigned function);
  bool dropAttributes();

  mlir::OwningOpRef<mlir::ModuleOp> current;
  Test isInteresting;
};

/// The operations of all functions, except terminators.
llvm::SmallVector<mlir::Operation *> getReducibleOps(mlir::ModuleOp module);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_TOOLS_REDUCER_H
