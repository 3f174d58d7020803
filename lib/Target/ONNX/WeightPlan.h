//===- WeightPlan.h - Where the bytes of each initializer go ----*- C++ -*-===//
//
// Decides for every initializer, before a byte is written, where its bytes will
// be and checks that they are there to be read. After it, offsets and lengths
// are facts: the model can be laid out and both files written front to back.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_TARGET_ONNX_WEIGHTPLAN_H
#define TORCH_ONNX_LIB_TARGET_ONNX_WEIGHTPLAN_H

#include "ByteSink.h"

#include "torch-onnx/Target/ONNX/DataName.h"

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

#include <cstdint>
#include <memory>
#include <string>

namespace torch_onnx::onnx {

struct PlannedWeight {
  enum Place {
    Inside,     // In the model file.
    DataFile,   // In the file beside it, at `offset`.
    SourceFile, // In the file `location` that has held it so far, at `offset`.
  };

  ConstantOp op;
  mlir::ElementsAttr value;
  uint64_t bytes = 0;
  Place place = Inside;
  llvm::StringRef location; // Relative to the folder of the model.
  uint64_t offset = 0;
  /// An equal weight before this one owns the bytes in the data file.
  bool isShared = false;
};

class WeightPlan {
public:
  struct Policy {
    /// Leave in its file what is there in one piece.
    bool reference = false;
    /// Put the rest into the data file instead of the model.
    bool external = false;
    DataName dataName = DataName::Model;
    /// Tensors of at most this number of bytes stay in the model.
    uint64_t threshold = 0;
    /// With `reference`: what is not one piece of memory gets the location
    /// `computed:N`, with its number among the weights.
    bool namesComputed = false;
  };

  /// `path` is that of the model, or "-". Emits an error and returns null if a
  /// weight cannot be where `policy` wants it or if its bytes are not there.
  static std::unique_ptr<WeightPlan>
  create(llvm::ArrayRef<ConstantOp> constants, llvm::StringRef path,
         const Policy &policy);

  // What is planned points into the plan.
  WeightPlan(const WeightPlan &) = delete;
  WeightPlan &operator=(const WeightPlan &) = delete;

  llvm::ArrayRef<PlannedWeight> weights() const { return planned; }
  /// Bytes of initializers in the model, of the data file (padding and stamp
  /// included), and in files that were there before.
  uint64_t insideBytes() const { return inside; }
  uint64_t dataFileBytes() const { return dataFile; }
  uint64_t sourceFileBytes() const { return sourceFile; }
  /// The name of the data file, if there is one.
  llvm::StringRef dataFileName() const { return dataLocation; }
  /// The hash of its contents, with which it ends (getDataStamp); the model has
  /// the hash in its metadata, so that a reader can tell whether the two files
  /// belong together (docs/Rationale/Output.md).
  llvm::StringRef dataHash() const { return hash; }

  /// Writes the data file's contents; its own layout, front to back.
  mlir::LogicalResult writeDataFile(ByteSink &sink) const;

private:
  WeightPlan() = default;
  mlir::LogicalResult place(PlannedWeight &weight, const Policy &policy);
  mlir::LogicalResult nameDataFile(DataName name);
  /// The name by which the model at `modelPath` reaches `file`, for Reference.
  /// Memory has its own name, and is reached from a stream only.
  mlir::FailureOr<llvm::StringRef>
  getLocation(mlir::Operation *op, llvm::StringRef file, bool isInMemory);

  /// Empty for a stream.
  std::string modelPath;
  /// Of the data file and of source files, by path (empty for one that cannot
  /// be referenced); they own what PlannedWeight::location points to.
  std::string dataLocation, hash;
  llvm::StringMap<std::string> sourceLocations;
  llvm::SmallVector<PlannedWeight, 0> planned;
  llvm::DenseMap<mlir::Attribute, uint64_t> dataOffsets;
  uint64_t inside = 0, dataFile = 0, sourceFile = 0;
};

/// Writes the bytes of `value` as ONNX stores them: copied in the kernel from a
/// file that has them in one piece, block by block otherwise. Emits an error on
/// `op` and fails if they cannot be read.
mlir::LogicalResult writeElements(mlir::Operation *op, mlir::ElementsAttr value,
                                  ByteSink &sink);

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_LIB_TARGET_ONNX_WEIGHTPLAN_H
