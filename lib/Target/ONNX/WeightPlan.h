//===- WeightPlan.h - Placement of the bytes of weights ---------*- C++ -*-===//
//
// Decides for every initializer where its bytes will be, and checks that they
// can be read, before anything is written. Afterwards offsets and lengths are
// final: the model can be laid out and both files written sequentially.
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
  /// An equal weight before this one has the bytes in the data file.
  bool isShared = false;
};

class WeightPlan {
public:
  struct Policy {
    /// Keep contiguous weights in their files.
    bool reference = false;
    /// Put the other weights into the data file instead of the model.
    bool external = false;
    DataName dataName = DataName::Model;
    /// Tensors of at most this many bytes stay in the model.
    uint64_t threshold = 0;
    /// With `reference`: a weight that is not contiguous in memory gets the
    /// location `computed:N`, where N is its number among the weights.
    bool namesComputed = false;
  };

  /// `path` is that of the model, or "-". Emits an error and returns null if a
  /// weight cannot be where `policy` requires it, or if its bytes are missing.
  static std::unique_ptr<WeightPlan>
  create(llvm::ArrayRef<ConstantOp> constants, llvm::StringRef path,
         const Policy &policy);

  // The planned weights point into the plan.
  WeightPlan(const WeightPlan &) = delete;
  WeightPlan &operator=(const WeightPlan &) = delete;

  llvm::ArrayRef<PlannedWeight> weights() const { return planned; }
  /// The bytes of initializers in the model, in the data file (including
  /// padding and stamp), and in existing files.
  uint64_t insideBytes() const { return inside; }
  uint64_t dataFileBytes() const { return dataFile; }
  uint64_t sourceFileBytes() const { return sourceFile; }
  /// The name of the data file, if there is one.
  llvm::StringRef dataFileName() const { return dataLocation; }
  /// The hash of its contents, with which the file ends (getDataStamp). The
  /// metadata of the model has the same hash, so that a reader can tell whether
  /// both files belong together (docs/Rationale/Output.md).
  llvm::StringRef dataHash() const { return hash; }

  /// Writes the contents of the data file sequentially.
  mlir::LogicalResult writeDataFile(ByteSink &sink) const;

private:
  WeightPlan() = default;
  mlir::LogicalResult place(PlannedWeight &weight, const Policy &policy);
  mlir::LogicalResult nameDataFile(DataName name);
  /// The location of `file` relative to the model at `modelPath`, for
  /// Reference. Memory has a name of its own, which only streams may refer to.
  mlir::FailureOr<llvm::StringRef>
  getLocation(mlir::Operation *op, llvm::StringRef file, bool isInMemory);

  /// Empty for a stream.
  std::string modelPath;
  /// Locations of the data file and of source files, by path (empty if a file
  /// cannot be referenced). PlannedWeight::location points to these strings.
  std::string dataLocation, hash;
  llvm::StringMap<std::string> sourceLocations;
  llvm::SmallVector<PlannedWeight, 0> planned;
  llvm::DenseMap<mlir::Attribute, uint64_t> dataOffsets;
  uint64_t inside = 0, dataFile = 0, sourceFile = 0;
};

/// Writes the bytes of `value` in ONNX's format: copied by the kernel from a
/// file that has them contiguously, block by block otherwise. Emits an error on
/// `op` and fails if they cannot be read.
mlir::LogicalResult writeElements(mlir::Operation *op, mlir::ElementsAttr value,
                                  ByteSink &sink);

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_LIB_TARGET_ONNX_WEIGHTPLAN_H
