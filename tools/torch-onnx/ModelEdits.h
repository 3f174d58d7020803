//===- ModelEdits.h - What the command line says about a model --*- C++ -*-===//
//
// --input-names, --output-names and --dim, applied to the module as it was
// read.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_TOOLS_TORCH_ONNX_MODELEDITS_H
#define TORCH_ONNX_TOOLS_TORCH_ONNX_MODELEDITS_H

#include "Options.h"

#include "mlir/IR/BuiltinOps.h"

namespace torch_onnx {

/// Emits an error and fails on more names than there are inputs or outputs, on
/// a name that would then exist twice, and on a symbol that the model does not
/// have.
mlir::LogicalResult applyModelEdits(mlir::ModuleOp module,
                                    const DriverOptions &options);

} // namespace torch_onnx

#endif // TORCH_ONNX_TOOLS_TORCH_ONNX_MODELEDITS_H
