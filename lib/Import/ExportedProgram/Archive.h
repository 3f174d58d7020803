//===- Archive.h - Members of a .pt2 archive --------------------*- C++ -*-===//
//
// Finds the program, the weights and the constants of one model in the layout
// of torch.export.save since PyTorch 2.9
// (torch/export/pt2_archive/_package.py), and in the older layouts of 2.5 to
// 2.8 (OlderArchives.h). Also wraps the parts of a program in memory.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_ARCHIVE_H
#define TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_ARCHIVE_H

#include "torch-onnx/Dialect/Weight/IR/WeightStore.h"
#include "torch-onnx/Import/ExportedProgram.h"
#include "torch-onnx/Support/ZipReader.h"

#include "Json.h"
#include "StoredTensor.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Path.h"

namespace torch_onnx {

class Archive {
public:
  /// Opens the archive and reads its tables of contents. Reports errors at
  /// `loc` and returns null on malformed or unsupported files.
  static std::unique_ptr<Archive> open(llvm::StringRef path,
                                       const ExportedProgramOptions &options,
                                       mlir::Location loc);
  /// Wraps the parts of an archive in memory.
  static std::unique_ptr<Archive> wrap(const ProgramInMemory &parts,
                                       mlir::Location loc);

  /// The root of the program's JSON.
  Json getProgram() const { return program; }
  JsonDocument &getDocument() { return *programDocument; }

  /// A weight, buffer or tensor constant by its state-dict name, or null.
  const StoredTensor *find(llvm::StringRef name) const;
  const llvm::StringMap<StoredTensor> &getTensors() const { return tensors; }
  /// The tensor `attribute` of the tensor subclass `name`, which is called
  /// "NAME.ATTRIBUTE"; null if there is none. Reads the pickle of the subclass
  /// on first use, and reports errors through getDocument().
  const StoredTensor *findPart(llvm::StringRef name, llvm::StringRef attribute,
                               mlir::MLIRContext *ctx);

  llvm::StringRef getPath() const { return path; }
  /// The file name without its folder. Weights are named by it, so the text of
  /// the program can be read in any folder that contains the archive.
  llvm::StringRef getFileName() const {
    return llvm::sys::path::filename(path);
  }
  /// Written by PyTorch 2.5 to 2.8 (OlderArchives.h).
  bool isOlder() const { return older; }
  /// Registers the files of the weights in the weight store.
  void addFiles(mlir::MLIRContext *ctx) const;

private:
  Archive() = default;
  explicit Archive(ZipReader zip, std::shared_ptr<const MappedFile> file)
      : zip(std::move(zip)), file(std::move(file)) {}

  mlir::LogicalResult selectModel(const ExportedProgramOptions &options,
                                  mlir::Location loc);
  mlir::LogicalResult readProgram(llvm::StringRef member, mlir::Location loc);
  mlir::LogicalResult readTensors(llvm::StringRef folder, llvm::StringRef kind,
                                  mlir::Location loc);
  /// The weights and constants of an older archive.
  mlir::LogicalResult readOlderTensors(mlir::Location loc);
  /// Reads one of the two tables of tensors. `place` sets the file, the offset
  /// and the size of an entry, and returns false if they are missing.
  mlir::LogicalResult readTable(
      Json table, JsonDocument &document,
      llvm::function_ref<bool(llvm::StringRef name, StoredTensor &)> place);
  JsonDocument &addDocument(llvm::StringRef name, mlir::Location loc);
  Json parse(const ZipReader::Member &member, mlir::Location loc);

  /// Of a file; a program in memory has only `storages`.
  std::optional<ZipReader> zip;
  std::shared_ptr<const MappedFile> file;
  llvm::StringMap<std::shared_ptr<const MappedFile>> storages;
  std::string path, root, model;
  bool hasError = false, older = false;
  std::vector<std::unique_ptr<JsonDocument>> documents;
  JsonDocument *programDocument = nullptr;
  Json program;
  llvm::StringMap<StoredTensor> tensors;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_ARCHIVE_H
