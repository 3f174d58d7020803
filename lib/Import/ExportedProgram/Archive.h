//===- Archive.h - Members of a .pt2 archive --------------------*- C++ -*-===//
//
// Finds the program, the weights and the constants of one model in the layout
// that torch.export.save has written since PyTorch 2.9
// (torch/export/pt2_archive/_package.py), and recognises the older ones.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_ARCHIVE_H
#define TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_ARCHIVE_H

#include "torch-onnx/Import/ExportedProgram.h"
#include "torch-onnx/Support/ZipReader.h"

#include "Json.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Path.h"

namespace torch_onnx {

/// Where the bytes of one weight are: a file of the archive and the view of it
/// that this name has.
struct StoredTensor {
  const ZipReader::Member *member = nullptr;
  Json meta;
  /// Its file is a pickle, which is not read.
  bool isPickled = false;
};

class Archive {
public:
  /// Opens the archive and reads its tables of contents. Reports errors at
  /// `loc` and returns null on malformed or unsupported files.
  static std::unique_ptr<Archive> open(llvm::StringRef path,
                                       const ExportedProgramOptions &options,
                                       mlir::Location loc);

  /// The root of the program's JSON.
  Json getProgram() const { return program; }
  JsonDocument &getDocument() { return *programDocument; }

  /// A weight, buffer or tensor constant by its state-dict name, or null.
  const StoredTensor *find(llvm::StringRef name) const;

  llvm::StringRef getPath() const { return path; }
  /// Without its folder: what weights are called in the program, so that its
  /// text can be read wherever the archive is beside it.
  llvm::StringRef getFileName() const {
    return llvm::sys::path::filename(path);
  }
  const ZipReader &getZip() const { return zip; }
  std::shared_ptr<const MappedFile> getFile() const { return file; }

private:
  explicit Archive(ZipReader zip, std::shared_ptr<const MappedFile> file)
      : zip(std::move(zip)), file(std::move(file)) {}

  mlir::LogicalResult selectModel(const ExportedProgramOptions &options,
                                  mlir::Location loc);
  mlir::LogicalResult readTensors(llvm::StringRef folder, llvm::StringRef kind,
                                  mlir::Location loc);
  Json parse(const ZipReader::Member &member, mlir::Location loc);

  ZipReader zip;
  std::shared_ptr<const MappedFile> file;
  std::string path, root, model;
  bool hasError = false;
  std::vector<std::unique_ptr<JsonDocument>> documents;
  JsonDocument *programDocument = nullptr;
  Json program;
  llvm::StringMap<StoredTensor> tensors;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_ARCHIVE_H
