//===- SimplifySupport.h - What the rewrites of onnx-simplify share -------===//
//
// Rewrites are functions that take an operation. Each topic has a file and a
// populate function; Simplify.cpp collects them. What needs no decision on
// weights, sizes or rounding is a fold or a canonicalization pattern of its
// operation instead (IR/Canonicalization.h).
//
// The rule for all of them: a rewrite keeps every bit of every result and the
// type of every value that it replaces. A dimension that is not known proves
// nothing.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_SIMPLIFYSUPPORT_H
#define TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_SIMPLIFYSUPPORT_H

#include "torch-onnx/Dialect/ONNX/IR/Canonicalization.h"
#include "torch-onnx/Dialect/ONNX/IR/Identities.h"
#include "torch-onnx/Dialect/ONNX/Utils/ONNXBuilder.h"

#include "mlir/IR/BuiltinOps.h"

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

/// A rewrite of operations of one kind, or of any.
template <typename OpT>
using Rewrite = llvm::LogicalResult (*)(OpT, mlir::PatternRewriter &,
                                        const Options &);

/// Collects rewrites into patterns.
class Rewrites {
public:
  Rewrites(mlir::RewritePatternSet &patterns, Options options)
      : patterns(patterns), options(options) {}

  /// `rewrite` is tried on every operation that it takes; higher benefits
  /// first. `pattern` is what disable-patterns and enable-patterns know it by;
  /// Passes.td lists them.
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
void populateConv(Rewrites &rewrites);
void populateTransformer(Rewrites &rewrites);

/// The name of the patterns that compute with constants.
inline constexpr llvm::StringLiteral kFoldConstants = "fold-constants";

/// Folds what is computed from constants alone where that costs little space:
/// FoldWeights.cpp. The operations around what was folded, where patterns may
/// match now; none when nothing was.
llvm::SmallVector<mlir::Operation *> foldWeights(mlir::ModuleOp module,
                                                 const Options &options);

//===--- Operations -------------------------------------------------------===//

/// The input is there: an absent one is of type none.
bool isPresent(mlir::Value value);
/// The value, null if it is absent.
mlir::Value getPresent(mlir::Value value);

/// The operation that makes `value`, if it is of this kind and nothing else
/// uses the value.
template <typename OpT> OpT getSingleUseProducer(mlir::Value value) {
  return value.hasOneUse() ? value.getDefiningOp<OpT>() : OpT();
}

/// A float attribute in double precision.
inline double toDouble(llvm::APFloat number) {
  return number.convertToDouble();
}

/// An axis as a number from 0 on.
inline int64_t normalizeAxis(int64_t axis, int64_t rank) {
  return axis < 0 ? axis + rank : axis;
}

//===--- Types ------------------------------------------------------------===//

/// Elements of a static shape; nothing if there are more than `limit`.
std::optional<int64_t> getSmallSize(mlir::Type type,
                                    int64_t limit = kMaxFoldedElements);

//===--- Constants --------------------------------------------------------===//

/// Reads small weights from their files, too.
class WeightReader : public ConstantReader {
public:
  mlir::DenseElementsAttr getElements(mlir::Value value) const override;
};

/// The value of an onnx.Constant; null for anything else.
mlir::ElementsAttr getConstant(mlir::Value value);
/// The name of an onnx.Constant; null if it has none.
mlir::StringAttr getConstantName(mlir::Value constant);
/// What WeightReader reads.
std::optional<llvm::SmallVector<int64_t>> getInts(mlir::Value value);
std::optional<llvm::SmallVector<int64_t>> getAxes(mlir::Value value,
                                                  int64_t rank);
std::optional<double> getSplat(mlir::Value value);
/// The same, of a constant that is expanded, too.
std::optional<double> getFill(mlir::Value value);
/// In [2^-16, 2^16], or its negative is: f32 and f64 hardly overflow by it.
bool isModerate(double number);
/// The number of a constant of one element that is moderate. Nothing for
/// anything else.
std::optional<double> getFactor(mlir::Value value);

/// A constant with a name, or without one if `name` is null.
mlir::Value createConstant(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::ElementsAttr value,
                           mlir::StringAttr name = {});
/// Replaces `op` by a constant of the type of its result. Fails when the types
/// differ.
llvm::LogicalResult replaceByConstant(mlir::PatternRewriter &rewriter,
                                      mlir::Operation *op,
                                      mlir::ElementsAttr value,
                                      mlir::StringAttr name = {});

} // namespace torch_onnx::onnx::simplify

#endif // TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_SIMPLIFYSUPPORT_H
