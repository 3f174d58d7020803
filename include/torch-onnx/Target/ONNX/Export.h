//===- Export.h - Writes an onnx dialect module as a model ------*- C++ -*-===//
//
// From a module that onnx-prepare-for-export has prepared (PreparedModule.h) to
// a ModelProto. Nothing is decided or rewritten here, except where the bytes of
// the weights go: this depends on the place of the output file.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_TARGET_ONNX_EXPORT_H
#define TORCH_ONNX_TARGET_ONNX_EXPORT_H

#include "torch-onnx/Support/Choices.h"
#include "torch-onnx/Support/StopRequest.h"
#include "torch-onnx/Target/ONNX/DataName.h"

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace torch_onnx::onnx {

struct ExportOptions {
  WeightsMode weights = WeightsMode::Auto;
  DataName dataName = DataName::Model;
  /// Initializers of at most this number of bytes stay in the model in every
  /// mode: readers want the values of shapes and axes, and a file of tiny
  /// pieces helps nobody.
  uint64_t externalThreshold = 1024;
  /// For a reader in the same process, of a stream with Reference: what is not
  /// in memory as one piece is external data at `computed:N`, to be read with
  /// writeInitializer(). Nothing above the threshold is inside then.
  bool namesComputed = false;
  /// Run the onnx checker with full shape inference before anything becomes
  /// visible under its name.
  bool check = true;
  /// Types and shapes of intermediate values.
  bool valueInfo = true;
  /// Source lines of nodes as metadata `pkg.torch.onnx.stack_trace` (from IR
  /// version 10 on, else as doc_string). Off by default: they name folders of
  /// the machine that exported the model.
  bool stackTraces = false;
  /// The modules that a node is in and the node of the program, as metadata
  /// `pkg.torch.onnx.name_scopes` and `pkg.torch.onnx.class_hierarchy` (from IR
  /// version 10 on), which tools for models of torch.onnx read. Off by default:
  /// they are several times as long as the rest of a node.
  bool moduleScopes = false;
  /// Where it is made before a file has got its name, exportToFile() fails and
  /// leaves nothing. May be null.
  StopRequest *stop = nullptr;
};

/// What was written, for reports.
struct ExportResult {
  uint64_t modelBytes = 0;
  uint64_t dataBytes = 0;       // In the file of the weights.
  uint64_t inlineBytes = 0;     // Of initializers, in the model.
  uint64_t referencedBytes = 0; // In files that were there before.
  uint64_t initializers = 0;
  std::string dataPath; // Empty if there is none.
  bool checked = false;
};

/// Writes `module` to `path`, and external weights to one file beside it. The
/// model appears complete, with the data that belongs to it, or not at all;
/// docs/Rationale/Output.md. Errors are
/// diagnostics on the module's ops.
mlir::LogicalResult exportToFile(mlir::ModuleOp module, llvm::StringRef path,
                                 const ExportOptions &options,
                                 ExportResult *result = nullptr);

/// Writes `module` to a stream, which can have no weights beside it: all of
/// them go inside, and External is an error. So is Reference but for weights in
/// memory (MappedFile::wrap), which are external data under the names of their
/// storages.
mlir::LogicalResult exportToStream(mlir::ModuleOp module,
                                   llvm::raw_ostream &output,
                                   const ExportOptions &options,
                                   ExportResult *result = nullptr);

/// The initializers in their order, by which `computed:N` counts them.
mlir::SmallVector<mlir::ElementsAttr>
getInitializerValues(mlir::ModuleOp module);

/// Writes the bytes of an initializer, as ONNX has them, to a stream. Errors
/// are diagnostics on the module.
mlir::LogicalResult writeInitializer(mlir::ModuleOp module,
                                     mlir::ElementsAttr value,
                                     llvm::raw_ostream &output);

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_TARGET_ONNX_EXPORT_H
