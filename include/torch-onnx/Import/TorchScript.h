//===- TorchScript.h - Import of TorchScript archives -----------*- C++ -*-===//
//
// Reads what torch.jit.save writes: the code and the objects of a module that
// was traced or scripted. LibTorch compiles the code; the objects and the
// weights are read here, and no weight byte is.
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
  /// The types of the inputs, as --input-shapes gives them; empty where the
  /// archive tells them (that of a traced module), or where they may stay open.
  std::string inputTypes;
  /// Loops of at most so many iterations, known in advance, are unrolled.
  int64_t unroll = 0;
  /// Asked between functions. Where it is made, the import fails and says
  /// nothing. May be null.
  StopRequest *stop = nullptr;
  /// Schemas of operators that LibTorch does not have, as in
  /// torch.library.define.
  std::vector<std::string> opSchemas = {};
};

/// Imports the program in `path` as `func.func @main` in the torch dialect, in
/// the form that importExportedProgram() gives.
///
/// Malformed input is reported through the context's diagnostics, and null is
/// returned.
mlir::OwningOpRef<mlir::ModuleOp>
importTorchScript(llvm::StringRef path, mlir::MLIRContext *ctx,
                  const TorchScriptOptions &options = {});

/// What is wrong with a text for TorchScriptOptions::inputTypes.
llvm::Error checkInputTypes(llvm::StringRef text);

/// A kind of node that the importer interprets by itself.
struct TorchScriptNode {
  /// `prim::If`, `aten::len`.
  llvm::StringRef kind;
  /// Overloads of the torch dialect's table, `aten.add.Tensor`, become
  /// operations; the importer interprets the other overloads.
  bool isAlsoOperator;
};

/// The nodes that the importer interprets, sorted by kind. Any other node that
/// calls an operator becomes an operation of the torch dialect.
std::vector<TorchScriptNode> getTorchScriptNodes();

/// Whether the archive has the form of those that torch.jit.save writes, or of
/// its first ones, which the importer refuses.
bool isTorchScript(const ZipReader &zip);

} // namespace torch_onnx

#endif // TORCH_ONNX_IMPORT_TORCHSCRIPT_H
