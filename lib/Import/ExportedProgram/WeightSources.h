//===- WeightSources.h - Weights from other files ---------------*- C++ -*-===//
//
// Provides weights for a program that was exported without their bytes, under
// FakeTensorMode or on the meta device. Weights are found by name in the user's
// files: safetensors files, the index of several of them, exported programs and
// state dictionaries of torch.save.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_WEIGHTSOURCES_H
#define TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_WEIGHTSOURCES_H

#include "Archive.h"

namespace torch_onnx {

class WeightSources {
public:
  /// Reads the tables of the files of `options`. Reports errors at the file and
  /// returns null. `program` is the archive without bytes: no other file may
  /// have its name.
  static std::unique_ptr<WeightSources>
  open(const ExportedProgramOptions &options, const Archive &program,
       mlir::MLIRContext *ctx);

  /// The entry of a weight of the program; null if no file has it.
  const StoredTensor *find(llvm::StringRef name) const;
  /// The name that find() looks up in the files.
  std::string getNameInFiles(llvm::StringRef name) const;
  /// Up to three names of tensors of this type.
  llvm::SmallVector<llvm::StringRef>
  findAlike(mlir::RankedTensorType type) const;
  /// The files, for messages: "a.safetensors, b.safetensors".
  std::string describe() const;

  /// Registers the files of the weights in the weight store.
  void addFiles(mlir::MLIRContext *ctx) const;

private:
  explicit WeightSources(const ExportedProgramOptions &options)
      : options(options) {}

  mlir::LogicalResult addSource(llvm::StringRef path, mlir::Location loc);
  mlir::LogicalResult addArchive(llvm::StringRef path,
                                 std::shared_ptr<const MappedFile> file,
                                 mlir::Location loc);
  mlir::LogicalResult addIndex(llvm::StringRef path,
                               std::shared_ptr<const MappedFile> file,
                               mlir::Location loc);
  mlir::LogicalResult addSafetensors(llvm::StringRef name,
                                     std::shared_ptr<const MappedFile> file,
                                     mlir::Location loc);
  /// Registers a file under the name that its weights have in the program, and
  /// returns the stored name.
  mlir::FailureOr<llvm::StringRef>
  addFile(llvm::StringRef name, std::shared_ptr<const MappedFile> file,
          mlir::Location loc);
  mlir::LogicalResult addTensor(llvm::StringRef name, StoredTensor tensor,
                                mlir::Location loc);

  const ExportedProgramOptions &options;
  llvm::StringMap<StoredTensor> tensors;
  /// By name; null for the program's own file, which is in the store.
  llvm::StringMap<std::shared_ptr<const MappedFile>> files;
  /// The files that are archives, whose members have checksums.
  std::vector<std::pair<llvm::StringRef, ZipReader>> zips;
  /// The files that name other files.
  std::vector<std::shared_ptr<const MappedFile>> indices;
  /// Own the data that `tensors` refers to.
  std::vector<std::unique_ptr<Archive>> archives;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_WEIGHTSOURCES_H
