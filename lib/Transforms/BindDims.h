//===- BindDims.h - Binding symbols in a whole module -----------*- C++ -*-===//
//
// Shared by bind-dims and unify-dims.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_TRANSFORMS_BINDDIMS_H
#define TORCH_ONNX_LIB_TRANSFORMS_BINDDIMS_H

#include "torch-onnx/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace torch_onnx {

/// Replaces the symbols of `dims` in all types, ranges and expressions of the
/// module. Fails with an error as described for bind-dims in Passes.td.
llvm::LogicalResult substituteDims(mlir::ModuleOp module,
                                   mlir::func::FuncOp main,
                                   llvm::ArrayRef<DimBinding> dims);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_TRANSFORMS_BINDDIMS_H
