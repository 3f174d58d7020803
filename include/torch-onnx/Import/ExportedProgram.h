//===- ExportedProgram.h - Import of exported programs ----------*- C++ -*-===//
//
// Reads what torch.export.save writes: a zip archive with the graph as JSON
// (schema major 8, and 7 of PyTorch 2.5) and one raw file per weight, or before
// PyTorch 2.9 a state dictionary; or the same parts in memory, from a caller
// that has the program and its weights there. Nothing of LibTorch or Python is
// needed, and no weight byte is read.
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
  /// Which model of the archive; empty when it holds only one.
  std::string model;
  /// Parameters and buffers may lack their bytes, as in a program that was
  /// exported under FakeTensorMode or on the meta device. Their values then
  /// name bytes that are not there: torch-lift-weights has to come first.
  bool allowAbsentWeights = false;
  /// Files that have the bytes of such weights, by their names:
  /// safetensors files, an index of several (.json), exported programs, state
  /// dictionaries of torch.save. A weight that has bytes keeps them.
  std::vector<std::string> weightsFrom = {};
  /// Names in the program and what they are called in these files: whole names,
  /// or prefixes that end with '*'.
  std::vector<std::pair<std::string, std::string>> weightNames = {};
  /// Asked when the texts are parsed, which nothing refers to from then on.
  /// Where it is made, the import fails and says nothing. May be null.
  StopRequest *stop = nullptr;
};

/// Imports the program in `path` as `func.func @main` in the torch dialect.
///
/// Arguments are the user inputs that are tensors or symbolic numbers, under
/// their Python names (`onnx.name`); results are the user outputs, followed by
/// one result for each mutated buffer or input (`torch.mutates`). Parameters,
/// buffers and constants are `torch.constant` operations at the top. Every
/// operator is imported, known or not. Ranges of symbols are in the module's
/// `sym.ranges`. Weights are named by the file name of `path` without its
/// folder, which the weight store knows.
///
/// Malformed input is reported through the context's diagnostics, and null is
/// returned.
mlir::OwningOpRef<mlir::ModuleOp>
importExportedProgram(llvm::StringRef path, mlir::MLIRContext *ctx,
                      const ExportedProgramOptions &options = {});

/// The parts of an exported program, in memory that belongs to the caller. The
/// weights have to stay while the context of the import uses them.
struct ProgramInMemory {
  struct Storage {
    std::string name;
    llvm::ArrayRef<char> bytes;
  };

  /// What locations and messages call the program: "MyModel".
  std::string name;
  /// The JSON of the archive's `models/NAME.json`, and of its
  /// `NAME_weights_config.json` and `NAME_constants_config.json`; the last two
  /// may be empty. Read until ExportedProgramOptions::stop is asked. A text
  /// that ends in 64 spaces is parsed where it is; of another the parser makes
  /// a copy.
  llvm::ArrayRef<char> program, weights, constants;
  /// What the entries of the two tables name as `path_name`.
  std::vector<Storage> storages;
};

/// The same for a program in memory. Weights are named by their storages.
mlir::OwningOpRef<mlir::ModuleOp>
importExportedProgram(const ProgramInMemory &program, mlir::MLIRContext *ctx,
                      const ExportedProgramOptions &options = {});

/// True when the file looks like a zip archive, as .pt2 files are.
bool isZipFile(llvm::StringRef path);

} // namespace torch_onnx

#endif // TORCH_ONNX_IMPORT_EXPORTEDPROGRAM_H
