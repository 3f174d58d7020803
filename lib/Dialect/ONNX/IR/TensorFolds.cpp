//===- TensorFolds.cpp - Shape, Transpose, Split and Cast -----------------===//
//
// Folds of the operators in TensorOps.td other than identities: an operation is
// moved to the operand of the operation before it, and nothing is created. For
// Reshape and similar operators see Reshapes.cpp, for Slice and Concat
// Slices.cpp.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/Canonicalization.h"
#include "torch-onnx/Dialect/ONNX/IR/Identities.h"
#include "torch-onnx/Dialect/ONNX/IR/IndexOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

SmallVector<int64_t> TransposeOp::getPermutation() {
  if (getPerm())
    return llvm::to_vector(*getPerm());
  int64_t rank = cast<RankedTensorType>(getData().getType()).getRank();
  return llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(0, rank)));
}

static bool isIdentity(ArrayRef<int64_t> perm) {
  return llvm::equal(perm, llvm::seq<int64_t>(0, perm.size()));
}

OpFoldResult TransposeOp::fold(FoldAdaptor) {
  SmallVector<int64_t> perm = getPermutation();
  if (isIdentity(perm))
    return getData().getType() == getType() ? getData() : Value();
  auto inner = getData().getDefiningOp<TransposeOp>();
  if (!inner)
    return {};
  // Dimension i of the result is perm[i] of the middle, which is
  // inner[perm[i]].
  SmallVector<int64_t> innerPerm = inner.getPermutation(), composed;
  for (int64_t axis : perm)
    composed.push_back(innerPerm[axis]);
  if (isIdentity(composed) && inner.getData().getType() == getType())
    return inner.getData();
  getDataMutable().assign(inner.getData());
  setPerm(composed);
  return getResult();
}

/// Moves a cast between two permutations, as opmath creates it, in front of
/// both, which `fold` then merges. Only if the cast has no other use, because
/// it would be duplicated.
static LogicalResult moveCastUp(TransposeOp op, PatternRewriter &rewriter) {
  auto cast = op.getData().getDefiningOp<CastOp>();
  auto inner = cast && cast->hasOneUse()
                   ? cast.getInput().getDefiningOp<TransposeOp>()
                   : TransposeOp();
  if (!inner)
    return failure();
  auto type = mlir::cast<RankedTensorType>(inner.getData().getType());
  Value source = CastOp::create(
      rewriter, cast.getLoc(), type.clone(cast.getTo()), inner.getData(),
      cast.getToAttr(), cast.getSaturateAttr(), cast.getRoundModeAttr());
  rewriter.replaceOp(
      cast, TransposeOp::create(
                rewriter, cast.getLoc(), cast.getType(), source,
                rewriter.getDenseI64ArrayAttr(inner.getPermutation())));
  return success();
}

void TransposeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *) {
  addPattern(patterns, "move-cast-up", moveCastUp, 3);
  addPattern(patterns, "merge-reshapes", mergeMovedOnes, 2);
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

LogicalResult SplitOp::fold(FoldAdaptor,
                            SmallVectorImpl<OpFoldResult> &results) {
  if (getNumResults() != 1 || getInput().getType() != getResult(0).getType())
    return failure();
  results.push_back(getInput());
  return success();
}

//===----------------------------------------------------------------------===//
// Cast
//===----------------------------------------------------------------------===//

/// Whether `to` represents every value of `from` exactly.
static bool isLossless(Type from, Type to) {
  if (from == to)
    return true;
  auto fromInt = dyn_cast<IntegerType>(from), toInt = dyn_cast<IntegerType>(to);
  auto fromFloat = dyn_cast<FloatType>(from), toFloat = dyn_cast<FloatType>(to);
  // i1 is a boolean, 0 or 1.
  auto isUnsigned = [](IntegerType type) {
    return type.isUnsigned() || type.getWidth() == 1;
  };
  if (fromInt && toInt) {
    if (toInt.getWidth() == 1)
      return false;
    if (isUnsigned(fromInt))
      return isUnsigned(toInt) ? fromInt.getWidth() <= toInt.getWidth()
                               : fromInt.getWidth() < toInt.getWidth();
    return !isUnsigned(toInt) && fromInt.getWidth() <= toInt.getWidth();
  }
  if (fromInt && toFloat && toFloat.getWidth() >= 16) {
    // The mantissa holds all integers, and so does the exponent of 16-bit
    // floats.
    unsigned bits = fromInt.getWidth() - (isUnsigned(fromInt) ? 0 : 1);
    return bits <= toFloat.getFPMantissaWidth();
  }
  if (fromFloat && toFloat)
    return (from.isF32() && to.isF64()) ||
           ((from.isF16() || from.isBF16()) && (to.isF32() || to.isF64()));
  return false;
}

OpFoldResult CastOp::fold(FoldAdaptor) {
  if (Value input = getIdentity(*this, ConstantReader()))
    return input;
  auto inner = getInput().getDefiningOp<CastOp>();
  if (!inner)
    return {};
  Value source = inner.getInput();
  Type from = getElementTypeOrSelf(source.getType());
  Type middle = getElementTypeOrSelf(getInput().getType()), to = getTo();
  if (!isLossless(from, middle))
    return {};
  // The outer cast must get the same numbers. For integers, a cast to fewer
  // bits or the other sign would depend on how the runtime wraps around.
  auto wide = dyn_cast<FloatType>(to);
  bool areInts = isa<IntegerType>(from) && isa<IntegerType>(middle);
  bool isSafe = isLossless(from, to) || to.isInteger(1) ||
                (areInts && (to.isF32() || to.isF64())) ||
                (isa<FloatType>(from) && wide && wide.getWidth() >= 16);
  if (!isSafe)
    return {};
  if (source.getType() == getType())
    return source;
  getInputMutable().assign(source);
  return getResult();
}

/// Casts the two values of a OneHot instead of its result. OneHot takes no
/// bf16 and no 8-bit floats.
static LogicalResult castOneHotValues(CastOp op, PatternRewriter &rewriter) {
  auto oneHot = op.getInput().getDefiningOp<OneHotOp>();
  Type to = op.getTo();
  if (!oneHot || !oneHot->hasOneUse() ||
      !(isa<IntegerType, Float16Type, Float32Type, Float64Type>(to)))
    return failure();
  auto type = mlir::cast<RankedTensorType>(oneHot.getValues().getType());
  Value values = CastOp::create(rewriter, op.getLoc(), type.clone(to),
                                oneHot.getValues(), op.getToAttr(),
                                op.getSaturateAttr(), op.getRoundModeAttr());
  rewriter.replaceOpWithNewOp<OneHotOp>(op, op.getType(), oneHot.getIndices(),
                                        oneHot.getDepth(), values,
                                        oneHot.getAxisAttr());
  return success();
}

void CastOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *) {
  addPattern(patterns, "cast-one-hot-values", castOneHotValues, 2);
}
