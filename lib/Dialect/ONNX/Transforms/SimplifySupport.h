//===- SimplifySupport.h - What the rewrites of onnx-simplify share -------===//
//
// Rewrites are functions that are called for every operation of one name, so
// that no file of rewrites includes an operation class. Each topic has a file
// and a populate function; Simplify.cpp collects them.
//
// The rule for all of them: a rewrite keeps every bit of every result and the
// type of every value that it replaces. A dimension that is not known proves
// nothing.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_SIMPLIFYSUPPORT_H
#define TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_SIMPLIFYSUPPORT_H

#include "torch-onnx/Dialect/ONNX/IR/Identities.h"
#include "torch-onnx/Dialect/ONNX/Utils/ONNXBuilder.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

#include <optional>

namespace torch_onnx::onnx::simplify {

/// Constants of more elements are not computed with.
inline constexpr int64_t kMaxFoldedElements = 4096;
/// Vectors of one number for each channel may be longer.
inline constexpr int64_t kMaxChannels = 65536;
/// A weight of more bytes is not written in two forms to save a node.
inline constexpr int64_t kMaxDuplicatedBytes = 1024;

struct Options {
  /// Operators may become one that rounds in other places: Fuse*.cpp.
  bool fuse = true;
  /// Weights may become other views of their bytes, or expressions over them.
  /// Otherwise they stay as they are in their files.
  bool rewriteWeights = true;
};

using Rewrite = llvm::LogicalResult (*)(mlir::Operation *,
                                        mlir::PatternRewriter &,
                                        const Options &);

/// Collects rewrites into patterns.
class Rewrites {
public:
  Rewrites(mlir::RewritePatternSet &patterns, Options options)
      : patterns(patterns), options(options) {}

  /// `rewrite` is tried on every operation of one of the names (without the
  /// dialect's prefix); higher benefits first. `pattern` is what
  /// disable-patterns and enable-patterns know it by; Passes.td lists them.
  void add(llvm::StringRef pattern, llvm::ArrayRef<llvm::StringRef> names,
           Rewrite rewrite, unsigned benefit = 1);
  /// What computes with constants.
  void add(llvm::ArrayRef<llvm::StringRef> names, Rewrite rewrite,
           unsigned benefit = 1) {
    add("fold-constants", names, rewrite, benefit);
  }

private:
  mlir::RewritePatternSet &patterns;
  Options options;
};

void populateNoOps(Rewrites &rewrites);
void populateReshapes(Rewrites &rewrites);
void populateTransposes(Rewrites &rewrites);
void populateSlices(Rewrites &rewrites);
void populateShapeArithmetic(Rewrites &rewrites);
void populateConstantArithmetic(Rewrites &rewrites);
void populateConstantViews(Rewrites &rewrites);
void populateActivations(Rewrites &rewrites);
void populateGemm(Rewrites &rewrites);
void populateGathers(Rewrites &rewrites);
void populateConv(Rewrites &rewrites);
void populateTransformer(Rewrites &rewrites);

/// Folds what is computed from constants alone where that costs little space:
/// FoldWeights.cpp. True when something was.
bool foldWeights(mlir::ModuleOp module, const Options &options);

//===--- Operations -------------------------------------------------------===//

/// `name` without the dialect's prefix.
bool isOp(mlir::Operation *op, llvm::StringRef name);
/// The operation that makes `value`, if it is of that name; null otherwise.
mlir::Operation *getProducer(mlir::Value value, llvm::StringRef name);
/// The input is there: an absent one is of type none.
bool isPresent(mlir::Value value);
/// Operand `index`, null if it is absent.
mlir::Value getInput(mlir::Operation *op, unsigned index);

int64_t getInt(mlir::Operation *op, llvm::StringRef name, int64_t ifAbsent);
double getFloat(mlir::Operation *op, llvm::StringRef name, double ifAbsent);
std::optional<llvm::SmallVector<int64_t>> getIntArray(mlir::Operation *op,
                                                      llvm::StringRef name);
/// The permutation of an onnx.Transpose.
llvm::SmallVector<int64_t> getPermutation(mlir::Operation *transpose);

//===--- Types ------------------------------------------------------------===//

/// Elements of a static shape; nothing if there are more than `limit`.
std::optional<int64_t> getSmallSize(mlir::Type type,
                                    int64_t limit = kMaxFoldedElements);

/// A constant shape by which Reshape makes `result` of `source`, and whether it
/// needs allowzero; nothing if there is none. At most one entry is inferred,
/// and none beside a copied dimension that may be zero by the ranges that hold
/// at `op`: nothing can be told from an empty tensor.
std::optional<std::pair<llvm::SmallVector<int64_t>, bool>>
getConstantShape(mlir::Operation *op, mlir::RankedTensorType source,
                 mlir::RankedTensorType result);

//===--- Constants --------------------------------------------------------===//

/// The value of an onnx.Constant; null for anything else.
mlir::ElementsAttr getConstant(mlir::Value value);
/// The same with its elements in memory, read from their file if they are
/// there; null if there are more than `limit` or they cannot be read.
mlir::DenseElementsAttr getSmallConstant(mlir::Value value,
                                         int64_t limit = kMaxFoldedElements);
/// The elements of a constant of signless integers, sign-extended.
std::optional<llvm::SmallVector<int64_t>> getInts(mlir::Value value);
/// Axes in [0, rank) of a constant operand that may count from the end.
std::optional<llvm::SmallVector<int64_t>> getAxes(mlir::Value value,
                                                  int64_t rank);
/// The one number that all elements of a constant are; floats in double.
/// Nothing for 64-bit integers that a double cannot hold.
std::optional<double> getSplat(mlir::Value value);

/// Replaces `op` by a constant of the type of its result. Fails when the types
/// differ.
llvm::LogicalResult replaceByConstant(mlir::PatternRewriter &rewriter,
                                      mlir::Operation *op,
                                      mlir::ElementsAttr value,
                                      mlir::StringAttr name = {});
/// Replaces the results of `op` if the type is the same.
llvm::LogicalResult replaceBy(mlir::PatternRewriter &rewriter,
                              mlir::Operation *op, mlir::Value value);

} // namespace torch_onnx::onnx::simplify

#endif // TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_SIMPLIFYSUPPORT_H
