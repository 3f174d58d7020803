//===- TorchScript.h - Import of TorchScript archives -----------*- C++ -*-===//
//
// Reads files of torch.jit.save: the code and the objects of a traced or
// scripted module. LibTorch compiles the code. The objects and the weight table
// are read here, without the bytes of weights.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_IMPORT_TORCHSCRIPT_H
#define TORCH_ONNX_IMPORT_TORCHSCRIPT_H

#include "torch-onnx/Support/StopRequest.h"
#include "torch-onnx/Support/ZipReader.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace torch_onnx {

struct TorchScriptOptions {
  /// The types of the inputs, in the syntax of --input-shapes. Empty if the
  /// archive has them (a traced module) or if they may stay unknown.
  std::string inputTypes;
  /// Loops with a constant trip count of at most this number are unrolled.
  int64_t unroll = 0;
  /// Checked between functions. If a stop is requested, the import fails
  /// without a diagnostic. May be null.
  StopRequest *stop = nullptr;
  /// Schemas of operators missing from LibTorch, in the syntax of
  /// torch.library.define.
  std::vector<std::string> opSchemas = {};
};

/// Imports the program in `path` as `func.func @main` in the torch dialect, in
/// the same form as importExportedProgram().
///
/// Malformed input is reported through the context's diagnostics, and the
/// result is null.
mlir::OwningOpRef<mlir::ModuleOp>
importTorchScript(llvm::StringRef path, mlir::MLIRContext *ctx,
                  const TorchScriptOptions &options = {});

/// Checks a text for TorchScriptOptions::inputTypes.
llvm::Error checkInputTypes(llvm::StringRef text);

/// A kind of node that the importer interprets itself.
struct TorchScriptNode {
  /// For example `prim::If` or `aten::len`.
  llvm::StringRef kind;
  /// Overloads in the table of the torch dialect, such as `aten.add.Tensor`,
  /// become operations; the importer interprets all other overloads.
  bool isAlsoOperator;
};

/// The nodes that the importer interprets, sorted by kind. Any other node that
/// calls an operator becomes an operation of the torch dialect.
std::vector<TorchScriptNode> getTorchScriptNodes();

/// Whether the archive has the structure of an archive of torch.jit.save,
/// including the oldest versions, which the importer refuses.
bool isTorchScript(const ZipReader &zip);

} // namespace torch_onnx

#endif // TORCH_ONNX_IMPORT_TORCHSCRIPT_H
