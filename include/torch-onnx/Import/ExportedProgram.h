//===- ExportedProgram.h - Import of exported programs ----------*- C++ -*-===//
//
// Reads files of torch.export.save: a zip archive with the graph as JSON
// (schema major 8, and 7 of PyTorch 2.5) and one raw file per weight, or before
// PyTorch 2.9 a state dictionary. Also reads the same parts from memory, for a
// caller that holds the program and its weights. Neither LibTorch nor Python is
// needed, and the bytes of weights are not read.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_IMPORT_EXPORTEDPROGRAM_H
#define TORCH_ONNX_IMPORT_EXPORTEDPROGRAM_H

#include "torch-onnx/Support/StopRequest.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>
#include <vector>

namespace torch_onnx {

struct ExportedProgramOptions {
  /// The model in the archive; empty if the archive holds only one.
  std::string model;
  /// Allows parameters and buffers without bytes, as in a program that was
  /// exported under FakeTensorMode or on the meta device. Their values then
  /// refer to missing bytes, so torch-lift-weights must run first.
  bool allowAbsentWeights = false;
  /// Files with the bytes of such weights, by name: safetensors files, an index
  /// of several (.json), exported programs, state dictionaries of torch.save. A
  /// weight that has bytes keeps them.
  std::vector<std::string> weightsFrom = {};
  /// Pairs of a name in the program and its name in these files: whole names,
  /// or prefixes that end with '*'.
  std::vector<std::pair<std::string, std::string>> weightNames = {};
  /// Checked after the texts are parsed, when they are no longer needed. If a
  /// stop is requested, the import fails without a diagnostic. May be null.
  StopRequest *stop = nullptr;
};

/// Imports the program in `path` as `func.func @main` in the torch dialect.
///
/// The arguments of `main` are the user inputs that are tensors or symbolic
/// numbers, under their Python names (`onnx.name`). The results are the user
/// outputs, followed by one result for each mutated buffer or input
/// (`torch.mutates`). Parameters, buffers and constants are `torch.constant`
/// operations at the top. Every operator is imported, known or not. Ranges of
/// symbols are in the module's `sym.ranges`. Weights are named by the file name
/// of `path` without its folder, which is registered in the weight store.
///
/// Malformed input is reported through the context's diagnostics, and the
/// result is null.
mlir::OwningOpRef<mlir::ModuleOp>
importExportedProgram(llvm::StringRef path, mlir::MLIRContext *ctx,
                      const ExportedProgramOptions &options = {});

/// The parts of an exported program, in memory owned by the caller. The weights
/// must stay alive while the context of the import uses them.
struct ProgramInMemory {
  struct Storage {
    std::string name;
    llvm::ArrayRef<char> bytes;
  };

  /// The name of the program in locations and messages: "MyModel".
  std::string name;
  /// The JSON of the archive's `models/NAME.json`, and of its
  /// `NAME_weights_config.json` and `NAME_constants_config.json`; the last two
  /// may be empty. Not read after ExportedProgramOptions::stop is checked. A
  /// text that ends in 64 spaces is parsed in place; any other text is copied
  /// by the parser.
  llvm::ArrayRef<char> program, weights, constants;
  /// The storages, which the two tables refer to by `path_name`.
  std::vector<Storage> storages;
};

/// Imports a program in memory. Weights are named by their storages.
mlir::OwningOpRef<mlir::ModuleOp>
importExportedProgram(const ProgramInMemory &program, mlir::MLIRContext *ctx,
                      const ExportedProgramOptions &options = {});

/// True if the file looks like a zip archive, as .pt2 files do.
bool isZipFile(llvm::StringRef path);

} // namespace torch_onnx

#endif // TORCH_ONNX_IMPORT_EXPORTEDPROGRAM_H
