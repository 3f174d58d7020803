//===- LoadModel.h - Reads a program for a tool -----------------*- C++ -*-===//
//
// Private to the library: reads model files for several tools.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_TOOLS_LOADMODEL_H
#define TORCH_ONNX_LIB_TOOLS_LOADMODEL_H

#include "torch-onnx/Import/TorchScript.h"
#include "torch-onnx/Support/ToolFiles.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/OwningOpRef.h"

namespace torch_onnx {

/// Reads the program in the .pt2, .pt, .mlir or .mlirbc file `input` at `path`,
/// in the import form. If a .pt2 has several models, reads the one called
/// `model`. `script` has the options for a .pt. Returns null after an error in
/// the program, which is reported.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
loadModel(llvm::StringRef path, llvm::StringRef model,
          const TorchScriptOptions &script, ToolInput &input,
          const mlir::DialectRegistry &registry, mlir::MLIRContext &context);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_TOOLS_LOADMODEL_H
