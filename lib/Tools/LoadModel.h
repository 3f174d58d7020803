//===- LoadModel.h - Reads a program for a tool -----------------*- C++ -*-===//
//
// Private to the library: the reading of files that tools share.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_TOOLS_LOADMODEL_H
#define TORCH_ONNX_LIB_TOOLS_LOADMODEL_H

#include "torch-onnx/Support/ToolFiles.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/OwningOpRef.h"

namespace torch_onnx {

/// The program of a .pt2, .mlir or .mlirbc at `path`, which `input` is, in the
/// import form. Of a .pt2 with several models, the one called `model`. Null for
/// an error in the program, which is reported.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
loadModel(llvm::StringRef path, llvm::StringRef model, ToolInput &input,
          const mlir::DialectRegistry &registry, mlir::MLIRContext &context);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_TOOLS_LOADMODEL_H
