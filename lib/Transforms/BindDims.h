//===- BindDims.h - Binding symbols in a whole module -----------*- C++ -*-===//
//
// What bind-dims and unify-dims share.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_TRANSFORMS_BINDDIMS_H
#define TORCH_ONNX_LIB_TRANSFORMS_BINDDIMS_H

#include "torch-onnx/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace torch_onnx {

/// Replaces the symbols of `dims` in all types, ranges and expressions of the
/// module. Fails with an error, as Passes.td says for bind-dims.
llvm::LogicalResult substituteDims(mlir::ModuleOp module,
                                   mlir::func::FuncOp main,
                                   llvm::ArrayRef<DimBinding> dims);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_TRANSFORMS_BINDDIMS_H
