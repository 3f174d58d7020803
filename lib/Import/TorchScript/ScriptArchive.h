//===- ScriptArchive.h - Members of a TorchScript archive -------*- C++ -*-===//
//
// Reads archives of torch.jit.save
// (torch/csrc/jit/serialization/export_module.cpp): the code as text, one
// pickle of the module and its attributes, one of the constants of the code,
// the bytes of each storage, and for traced modules the types of the inputs. No
// code runs, and no bytes of storages are read.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_SCRIPTARCHIVE_H
#define TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_SCRIPTARCHIVE_H

#include "torch-onnx/Support/Pickle.h"
#include "torch-onnx/Support/ZipReader.h"

#include "mlir/IR/Location.h"
#include "llvm/ADT/StringSet.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace torch_onnx {

class ScriptArchive {
public:
  /// A file of the `code` folder.
  struct Source {
    /// "__torch__/torch/nn/modules/conv.py"
    std::string name;
    std::string text;
  };
  /// A line of the user's Python program. The file is empty if the archive does
  /// not record it.
  struct Line {
    llvm::StringRef file;
    unsigned line = 0;
  };

  /// Opens the archive. Reports malformed or unsupported archives at `loc` and
  /// returns null.
  static std::unique_ptr<ScriptArchive> open(llvm::StringRef path,
                                             mlir::Location loc);

  llvm::ArrayRef<Source> getSources() const { return sources; }
  /// The number in the member `version` (or `.data/version`).
  uint64_t getVersion() const { return version; }
  /// The module object of `data.pkl`.
  PickleValue getModule() const { return module->getRoot(); }
  /// The constants that the code calls CONSTANTS.c0, c1, ...
  std::vector<PickleValue> getConstants() const;
  /// The example inputs of a method of a traced module: a list of tensors
  /// without bytes, of numbers and of containers. Nothing for a scripted
  /// module, and for unexpected pickles.
  std::optional<PickleValue>
  getTracedInputs(llvm::StringRef method = "forward") const;
  /// The line of the user's program for a position in a source, from the
  /// source's `.debug_pkl`. For a traced module, this is the innermost frame
  /// outside of PyTorch.
  Line getLine(int32_t source, size_t offset);

  const ZipReader &getZip() const { return zip; }

private:
  explicit ScriptArchive(ZipReader zip) : zip(std::move(zip)) {}

  mlir::LogicalResult readHeader(mlir::Location loc);
  mlir::LogicalResult readSources(mlir::Location loc);
  mlir::LogicalResult readPickles(mlir::Location loc);

  /// A line, and the first byte of the source that belongs to it.
  struct Range {
    uint64_t begin;
    Line line;
  };
  std::vector<Range> readRanges(const Source &source);

  ZipReader zip;
  /// The root folder of all members.
  std::string root;
  std::vector<Source> sources;
  uint64_t version = 0;
  std::unique_ptr<Pickle> module, constants, tracedInputs;
  /// Indexed by the number of the source; nothing if not read yet.
  std::vector<std::optional<std::vector<Range>>> ranges;
  /// The names in `ranges`.
  llvm::StringSet<> files;
  /// The remaining number of bytes of `.debug_pkl` members that may be read.
  uint64_t debugBudget = uint64_t(256) << 20;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_SCRIPTARCHIVE_H
