//===- TensorFolds.cpp - Chains of Reshape, Transpose, Cast and the like --===//
//
// What `fold` of the operators in TensorOps.td does beyond giving an operand
// back. Nothing is created: an operation is put onto the operand of the one
// before it.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/Identities.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"

#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// The operand of the operation that makes `value`, if that changes the shape
/// only; null otherwise.
static Value getReshaped(Value value) {
  Operation *op = value.getDefiningOp();
  return isa_and_present<ReshapeOp, FlattenOp, SqueezeOp, UnsqueezeOp>(op)
             ? op->getOperand(0)
             : Value();
}

OpFoldResult ReshapeOp::fold(FoldAdaptor) {
  if (Value data = getIdentity(*this, ConstantReader()))
    return data;
  Value source = getReshaped(getData());
  if (!source)
    return {};
  if (isSameKnownType(source.getType(), getType()))
    return source;
  // The last shape says everything itself, unless it copies dimensions.
  auto shape = ConstantReader().getInts(getShape());
  bool isAbsolute =
      getAllowzero() || (shape && !llvm::is_contained(*shape, int64_t(0)));
  if (!isAbsolute)
    return {};
  getDataMutable().assign(source);
  return getResult();
}

/// The axes of Squeeze or Unsqueeze in [0, rank), in order; nothing if they are
/// not constant.
static std::optional<SmallVector<int64_t>> getSortedAxes(Value axes,
                                                         Value longer) {
  if (!TypeInference::isPresent(axes))
    return std::nullopt;
  int64_t rank = cast<RankedTensorType>(longer.getType()).getRank();
  auto values = ConstantReader().getInts(axes);
  if (!values)
    return std::nullopt;
  for (int64_t &axis : *values)
    axis = axis < 0 ? axis + rank : axis;
  llvm::sort(*values);
  return values;
}

/// What is inserted and taken away again, or the other way round.
template <typename InnerT, typename OuterT>
static Value getBothWays(OuterT outer, Value longerInner, InnerT inner,
                         Value longerOuter) {
  if (!inner || inner.getData().getType() != outer.getType())
    return {};
  auto a = getSortedAxes(outer.getAxes(), longerOuter);
  auto b = getSortedAxes(inner.getAxes(), longerInner);
  return a && b && *a == *b ? inner.getData() : Value();
}

OpFoldResult SqueezeOp::fold(FoldAdaptor) {
  if (Value data = getIdentity(*this, ConstantReader()))
    return data;
  auto inner = getData().getDefiningOp<UnsqueezeOp>();
  return getBothWays(*this, getData(), inner, getData());
}

OpFoldResult UnsqueezeOp::fold(FoldAdaptor) {
  if (Value data = getIdentity(*this, ConstantReader()))
    return data;
  auto inner = getData().getDefiningOp<SqueezeOp>();
  return getBothWays(*this, inner ? inner.getData() : Value(), inner,
                     getOutput());
}

OpFoldResult ShapeOp::fold(FoldAdaptor) {
  auto type = dyn_cast<RankedTensorType>(getData().getType());
  auto result = dyn_cast<RankedTensorType>(getType());
  if (!type || !type.hasStaticShape() || !result || !result.hasStaticShape())
    return {};
  auto sizes = getSizeValues(getResult());
  SmallVector<int64_t> dims;
  for (const SizeValue &size : *sizes) {
    auto dim = dyn_cast_if_present<AffineConstantExpr>(size.expr);
    if (!dim)
      return {};
    dims.push_back(dim.getValue());
  }
  return DenseElementsAttr::get(result, ArrayRef<int64_t>(dims));
}

/// The axes of the operand that the axes of the result are.
static SmallVector<int64_t> getPermutation(TransposeOp op) {
  if (op.getPerm())
    return llvm::to_vector(*op.getPerm());
  int64_t rank = cast<RankedTensorType>(op.getData().getType()).getRank();
  return llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(0, rank)));
}

static bool isIdentity(ArrayRef<int64_t> perm) {
  return llvm::equal(perm, llvm::seq<int64_t>(0, perm.size()));
}

OpFoldResult TransposeOp::fold(FoldAdaptor) {
  SmallVector<int64_t> perm = getPermutation(*this);
  if (isIdentity(perm))
    return getData().getType() == getType() ? getData() : Value();
  auto inner = getData().getDefiningOp<TransposeOp>();
  if (!inner)
    return {};
  // Dimension i of the result is perm[i] of the middle, is inner[perm[i]].
  SmallVector<int64_t> innerPerm = getPermutation(inner), composed;
  for (int64_t axis : perm)
    composed.push_back(innerPerm[axis]);
  if (isIdentity(composed) && inner.getData().getType() == getType())
    return inner.getData();
  getDataMutable().assign(inner.getData());
  setPerm(composed);
  return getResult();
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

static int64_t getAxis(ConcatOp op) {
  int64_t axis = op.getAxis();
  return axis < 0 ? axis + cast<RankedTensorType>(op.getType()).getRank()
                  : axis;
}

namespace {
/// Pieces without elements go, and those that are concatenated along the same
/// axis are pieces of the result.
struct MergeConcats : OpRewritePattern<ConcatOp> {
  using OpRewritePattern::OpRewritePattern;
  void initialize() { setDebugName("merge-concats"); }

  LogicalResult matchAndRewrite(ConcatOp op,
                                PatternRewriter &rewriter) const override {
    int64_t axis = getAxis(op);
    SmallVector<Value> pieces;
    for (Value input : op.getInputs()) {
      if (cast<RankedTensorType>(input.getType()).getDimSize(axis) == 0)
        continue;
      auto inner = input.getDefiningOp<ConcatOp>();
      if (inner && inner->hasOneUse() && getAxis(inner) == axis)
        llvm::append_range(pieces, inner.getInputs());
      else
        pieces.push_back(input);
    }
    // One has to remain.
    if (pieces.empty() || llvm::equal(pieces, op.getInputs()))
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op->setOperands(pieces); });
    return success();
  }
};
} // namespace

void ConcatOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  patterns.add<MergeConcats>(context, /*benefit=*/3);
}

//===----------------------------------------------------------------------===//
// Cast
//===----------------------------------------------------------------------===//

/// Every value of `from` is a value of `to`, exactly.
static bool isLossless(Type from, Type to) {
  if (from == to)
    return true;
  auto fromInt = dyn_cast<IntegerType>(from), toInt = dyn_cast<IntegerType>(to);
  auto fromFloat = dyn_cast<FloatType>(from), toFloat = dyn_cast<FloatType>(to);
  // i1 is a bool of 0 and 1.
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
    // The mantissa holds them, and the exponent of 16-bit floats as well.
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
  // The outer cast sees the same numbers. From an integer to a narrower one, or
  // to another sign, it would depend on how the runtime wraps.
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
