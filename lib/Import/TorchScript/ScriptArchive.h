//===- ScriptArchive.h - Members of a TorchScript archive -------*- C++ -*-===//
//
// What torch.jit.save writes (torch/csrc/jit/serialization/export_module.cpp):
// the code as text, one pickle of the module and its attributes, one of the
// constants of the code, the bytes of each storage, and for traced modules the
// types of the inputs. No code runs, and no byte of a storage is read.
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
  /// A file of the folder `code`.
  struct Source {
    /// "__torch__/torch/nn/modules/conv.py"
    std::string name;
    std::string text;
  };
  /// A line of the user's Python program; the file is empty where the archive
  /// does not tell.
  struct Line {
    llvm::StringRef file;
    unsigned line = 0;
  };

  /// Opens the archive. Reports what is malformed or unsupported at `loc` and
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
  /// The inputs that a method of a traced module was called with, a list of
  /// tensors whose bytes are absent, of numbers and of containers; nothing for
  /// a scripted module, and where the pickle holds anything else.
  std::optional<PickleValue>
  getTracedInputs(llvm::StringRef method = "forward") const;
  /// The line of the user's program that a place in a source came from, by the
  /// source's `.debug_pkl`. For a traced module, that is the innermost line
  /// outside of PyTorch of all functions that were being called.
  Line getLine(int32_t source, size_t offset);

  const ZipReader &getZip() const { return zip; }

private:
  explicit ScriptArchive(ZipReader zip) : zip(std::move(zip)) {}

  mlir::LogicalResult readHeader(mlir::Location loc);
  mlir::LogicalResult readSources(mlir::Location loc);
  mlir::LogicalResult readPickles(mlir::Location loc);

  /// A line, and the first byte of a source that came from it.
  struct Range {
    uint64_t begin;
    Line line;
  };
  std::vector<Range> readRanges(const Source &source);

  ZipReader zip;
  /// The folder that all members are in.
  std::string root;
  std::vector<Source> sources;
  uint64_t version = 0;
  std::unique_ptr<Pickle> module, constants, tracedInputs;
  /// By the number of the source; nothing where it was not asked for yet.
  std::vector<std::optional<std::vector<Range>>> ranges;
  /// The names in `ranges`.
  llvm::StringSet<> files;
  /// How many bytes of `.debug_pkl` members are still read.
  uint64_t debugBudget = uint64_t(256) << 20;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_SCRIPTARCHIVE_H
