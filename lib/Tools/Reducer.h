//===- Reducer.h - Makes a module small that shows a failure ----*- C++ -*-===//
//
// Delta debugging on programs: edits that make a module smaller are tried, many
// at once first, and kept while the module stays interesting. What is
// interesting is for a test to say; every module that it sees is valid IR.
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

  /// `module` is interesting.
  Reducer(mlir::OwningOpRef<mlir::ModuleOp> module, Test isInteresting)
      : current(std::move(module)), isInteresting(std::move(isInteresting)) {}

  /// Tries all edits until none is left that keeps the module interesting.
  void run();

  mlir::ModuleOp getModule() { return *current; }

private:
  /// Applies `edit` to a copy, and keeps the copy if it is valid and
  /// interesting. `edit` returns false if there is nothing to do.
  bool attempt(llvm::function_ref<bool(mlir::ModuleOp)> edit);

  /// `edit` is to do something about the items [first, last) of `count()`.
  /// Halves the pieces down to single items; true if anything was kept.
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

/// Operations of all functions, those aside that a function cannot be without.
llvm::SmallVector<mlir::Operation *> getReducibleOps(mlir::ModuleOp module);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_TOOLS_REDUCER_H
