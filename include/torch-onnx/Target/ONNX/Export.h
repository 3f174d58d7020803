//===- Export.h - Writes an onnx dialect module as a model ------*- C++ -*-===//
//
// Writes a module prepared by onnx-prepare-for-export (PreparedModule.h) as a
// ModelProto. Nothing is decided or rewritten here except the location of the
// weights, which depends on the output file.
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
  /// Initializers of at most this many bytes stay in the model in every mode:
  /// readers need the values of shapes and axes, and very small external pieces
  /// have no benefit.
  uint64_t externalThreshold = 1024;
  /// For a reader in the same process, with a stream and Reference: a weight
  /// that is not contiguous in memory becomes external data at `computed:N`,
  /// which writeInitializer() writes. No weight above the threshold is inside.
  bool namesComputed = false;
  /// Run the onnx checker with full shape inference before any file gets its
  /// name.
  bool check = true;
  /// Write types and shapes of intermediate values.
  bool valueInfo = true;
  /// Write source lines of nodes as metadata `pkg.torch.onnx.stack_trace` (from
  /// IR version 10 on, else as doc_string). Off by default, as they reveal
  /// folders of the machine that exported the model.
  bool stackTraces = false;
  /// Write the modules around each node and its node in the program as metadata
  /// `pkg.torch.onnx.name_scopes` and `pkg.torch.onnx.class_hierarchy` (from IR
  /// version 10 on), which tools for torch.onnx models read. Off by default, as
  /// they are several times as long as the rest of a node.
  bool moduleScopes = false;
  /// If a stop is requested before a file has its name, exportToFile() fails
  /// and leaves no file. May be null.
  StopRequest *stop = nullptr;
};

/// Sizes and names of the written files, for reports.
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
/// model appears complete with its data, or not at all; see
/// docs/Rationale/Output.md. Errors are diagnostics on the ops of the module.
mlir::LogicalResult exportToFile(mlir::ModuleOp module, llvm::StringRef path,
                                 const ExportOptions &options,
                                 ExportResult *result = nullptr);

/// Writes `module` to a stream, which cannot have weights beside it, so all
/// weights go inside. External is an error. Reference is only possible for
/// weights in memory (MappedFile::wrap), which become external data under the
/// names of their storages.
mlir::LogicalResult exportToStream(mlir::ModuleOp module,
                                   llvm::raw_ostream &output,
                                   const ExportOptions &options,
                                   ExportResult *result = nullptr);

/// The initializers in the order of the numbers in `computed:N`.
mlir::SmallVector<mlir::ElementsAttr>
getInitializerValues(mlir::ModuleOp module);

/// Writes the bytes of an initializer in ONNX's format to a stream. Errors are
/// diagnostics on the module.
mlir::LogicalResult writeInitializer(mlir::ModuleOp module,
                                     mlir::ElementsAttr value,
                                     llvm::raw_ostream &output);

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_TARGET_ONNX_EXPORT_H
