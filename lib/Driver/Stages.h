//===- Stages.h - The program after each pass, as text ----------*- C++ -*-===//
//
// Writes --save-stages: one file per stage, and beside them the files of
// weights that the texts name, so that every stage can be read from there.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DRIVER_STAGES_H
#define TORCH_ONNX_LIB_DRIVER_STAGES_H

#include "torch-onnx/Driver/Driver.h"

#include "mlir/IR/BuiltinOps.h"

namespace torch_onnx {

/// Creates the folder and checks that it is writable. Fails if the input is
/// itself a stage in it.
llvm::Error prepareStages(const DriverOptions &options);

/// Makes the files of weights that the module names available in the folder
/// under these names, as hard links, or as copies if the file system has none.
/// Another file of such a name in the folder is an error.
llvm::Error linkWeights(const DriverOptions &options, mlir::ModuleOp module);

/// Writes `NUMBER-NAME.mlir`.
llvm::Error saveStage(const DriverOptions &options, size_t number,
                      llvm::StringRef name, mlir::ModuleOp module);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_DRIVER_STAGES_H
