//===- SimplifySupport.h - Shared parts of simplifications ----------------===//
//
// Rewrites are functions on an operation. Each topic has a file and a populate
// function, which Simplify.cpp calls. Simplifications that need no decision on
// weights, sizes or rounding are folds or canonicalization patterns of their
// operation instead (IR/Canonicalization.h).
//
// All rewrites preserve results bit by bit and the type of every value that
// they replace. Unknown dimensions are not assumed to be equal.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_SIMPLIFYSUPPORT_H
#define TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_SIMPLIFYSUPPORT_H

#include "torch-onnx/Dialect/ONNX/IR/Canonicalization.h"
#include "torch-onnx/Dialect/ONNX/IR/Identities.h"
#include "torch-onnx/Dialect/ONNX/IR/Operands.h"
#include "torch-onnx/Dialect/ONNX/Utils/ONNXBuilder.h"

#include "mlir/IR/BuiltinOps.h"

#include <optional>

namespace torch_onnx::onnx::simplify {

/// Larger constants are not folded.
inline constexpr int64_t kMaxFoldedElements = 4096;
/// The same for vectors with one number per channel.
inline constexpr int64_t kMaxChannels = 65536;
/// The largest weight that may be written in two forms to save a node.
inline constexpr int64_t kMaxDuplicatedBytes = 1024;

struct Options {
  /// Allows fusions to operators that round differently: Fuse*.cpp.
  bool fuse = true;
  /// Allows weights to become other views of their bytes or expressions over
  /// them. Otherwise they stay unchanged in their files.
  bool rewriteWeights = true;
};

/// A rewrite of operations of one kind, or of any kind.
template <typename OpT>
using Rewrite = llvm::LogicalResult (*)(OpT, mlir::PatternRewriter &,
                                        const Options &);

/// Collects rewrites into patterns.
class Rewrites {
public:
  Rewrites(mlir::RewritePatternSet &patterns, Options options)
      : patterns(patterns), options(options) {}

  /// Adds `rewrite` for operations of type OpT; higher benefits are tried
  /// first. `pattern` is its name for disable-patterns and enable-patterns, see
  /// Passes.td.
  template <typename OpT>
  void add(llvm::StringRef pattern, Rewrite<OpT> rewrite,
           unsigned benefit = 1) {
    struct Pattern : mlir::OpRewritePattern<OpT> {
      Pattern(mlir::MLIRContext *context, unsigned benefit,
              Rewrite<OpT> rewrite, Options options)
          : mlir::OpRewritePattern<OpT>(context, benefit), rewrite(rewrite),
            options(options) {}
      llvm::LogicalResult
      matchAndRewrite(OpT op, mlir::PatternRewriter &rewriter) const override {
        return rewrite(op, rewriter, options);
      }
      Rewrite<OpT> rewrite;
      Options options;
    };
    add(pattern, std::make_unique<Pattern>(patterns.getContext(), benefit,
                                           rewrite, options));
  }

  /// The same for operations of several kinds.
  template <typename... OpTs>
  void addFor(llvm::StringRef pattern, Rewrite<mlir::Operation *> rewrite,
              unsigned benefit = 1) {
    addByName(pattern, {OpTs::getOperationName()...}, rewrite, benefit);
  }

private:
  void add(llvm::StringRef pattern,
           std::unique_ptr<mlir::RewritePattern> rewrite);
  void addByName(llvm::StringRef pattern,
                 llvm::ArrayRef<llvm::StringRef> operations,
                 Rewrite<mlir::Operation *> rewrite, unsigned benefit);

  mlir::RewritePatternSet &patterns;
  Options options;
};

void populateNoOps(Rewrites &rewrites);
void populateConstantArithmetic(Rewrites &rewrites);
void populateConstantViews(Rewrites &rewrites);
void populateGemm(Rewrites &rewrites);
void populateControl(Rewrites &rewrites);
void populateMasks(Rewrites &rewrites);
void populatePairs(Rewrites &rewrites);
void populateForms(Rewrites &rewrites);
void populateConv(Rewrites &rewrites);
void populateTransformer(Rewrites &rewrites);

/// The name of the patterns that fold constants.
inline constexpr llvm::StringLiteral kFoldConstants = "fold-constants";

/// Folds operations on constants if that costs little space (FoldWeights.cpp).
/// Returns the operations around the folded ones, which patterns may match now.
llvm::SmallVector<mlir::Operation *> foldWeights(mlir::ModuleOp module,
                                                 const Options &options);

//===--- Types ------------------------------------------------------------===//

/// The number of elements of a static shape; nullopt if it is above `limit`.
std::optional<int64_t> getSmallSize(mlir::Type type,
                                    int64_t limit = kMaxFoldedElements);

//===--- Constants --------------------------------------------------------===//

/// Also reads small weights from their files.
class WeightReader : public ConstantReader {
public:
  mlir::DenseElementsAttr getElements(mlir::Value value) const override;
};

/// The value of an onnx.Constant; null for other values.
mlir::ElementsAttr getConstant(mlir::Value value);
/// The name of an onnx.Constant; null if it has none.
mlir::StringAttr getConstantName(mlir::Value constant);
/// The constants that WeightReader reads.
std::optional<llvm::SmallVector<int64_t>> getInts(mlir::Value value);
std::optional<llvm::SmallVector<int64_t>> getAxes(mlir::Value value,
                                                  int64_t rank);
std::optional<double> getSplat(mlir::Value value);
/// The same, also for an expanded constant.
std::optional<double> getFill(mlir::Value value);
/// Whether the magnitude is in [2^-16, 2^16]. A product of a few such numbers
/// does not overflow in f32 or f64.
bool isModerate(double number);
/// The value of a constant of one element if it is moderate; nullopt otherwise.
std::optional<double> getFactor(mlir::Value value);

/// A constant with a name, or without one if `name` is null.
mlir::Value createConstant(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::ElementsAttr value,
                           mlir::StringAttr name = {});
/// Replaces `op` by a constant with the type of its result. Fails if the types
/// differ.
llvm::LogicalResult replaceByConstant(mlir::PatternRewriter &rewriter,
                                      mlir::Operation *op,
                                      mlir::ElementsAttr value,
                                      mlir::StringAttr name = {});

} // namespace torch_onnx::onnx::simplify

#endif // TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_SIMPLIFYSUPPORT_H
