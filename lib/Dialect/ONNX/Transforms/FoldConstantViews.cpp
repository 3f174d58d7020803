//===- FoldConstantViews.cpp - Other views of constants -------------------===//
//
// Transposing or reshaping a weight in a file gives other strides, no bytes.
// What that must not do is write a weight twice: one that is also used as it is
// keeps its Transpose unless it is tiny. Small constants are computed.
//
//===----------------------------------------------------------------------===//

#include "EvaluateConstants.h"
#include "SimplifySupport.h"

#include "torch-onnx/Dialect/Weight/IR/Reader.h"
#include "torch-onnx/Dialect/Weight/IR/Views.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;

/// All users of the operand of `op` are operations that do the same with it.
static bool isOnlyUseOfOperand(Operation *op) {
  return llvm::all_of(op->getOperand(0).getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    return user == op ||
           (use.getOperandNumber() == 0 && user->getName() == op->getName() &&
            user->getResultTypes() == op->getResultTypes() &&
            (op->getNumOperands() == 1 ||
             user->getOperand(1) == op->getOperand(1)) &&
            user->getPropertiesAsAttribute() == op->getPropertiesAsAttribute());
  });
}

/// A second form of the operand costs little, or there will be no first one.
static bool mayDuplicate(Operation *op) {
  auto type = ONNXBuilder::typeOf(op->getOperand(0));
  return weight::getByteSize(type) <= kMaxDuplicatedBytes ||
         isOnlyUseOfOperand(op);
}

/// A reference points to bytes as they are, under any shape; all else has to be
/// written.
static bool mayRewrite(ElementsAttr value, const Options &options) {
  auto file = dyn_cast<weight::FileAttr>(value);
  return options.rewriteWeights || (file && file.isContiguous());
}

/// The name that the new constant takes over.
static StringAttr getNameOf(Operation *op) {
  Operation *constant = op->getOperand(0).getDefiningOp();
  return isOnlyUseOfOperand(op) ? constant->getAttrOfType<StringAttr>("name")
                                : StringAttr();
}

static LogicalResult foldTranspose(Operation *op, PatternRewriter &rewriter,
                                   const Options &options) {
  ElementsAttr value = getConstant(op->getOperand(0));
  auto type = ONNXBuilder::typeOf(op->getResult(0));
  if (!value || !type.hasStaticShape() || !mayDuplicate(op))
    return failure();
  if (!isa<DenseElementsAttr>(value) && !options.rewriteWeights)
    return failure();
  auto view = weight::transposeElements(value, getPermutation(op));
  if (failed(view))
    return failure();
  return replaceByConstant(rewriter, op, *view, getNameOf(op));
}

static LogicalResult foldReshape(Operation *op, PatternRewriter &rewriter,
                                 const Options &options) {
  ElementsAttr value = getConstant(op->getOperand(0));
  auto type = ONNXBuilder::typeOf(op->getResult(0));
  if (!value || !type.hasStaticShape() || !mayDuplicate(op))
    return failure();
  if (!isa<DenseElementsAttr>(value) && !mayRewrite(value, options))
    return failure();
  auto view = weight::reshapeElements(value, type);
  if (failed(view))
    return failure();
  return replaceByConstant(rewriter, op, *view, getNameOf(op));
}

/// Pieces of a weight that nobody uses as a whole.
static LogicalResult foldSplit(Operation *op, PatternRewriter &rewriter,
                               const Options &options) {
  auto file =
      dyn_cast_if_present<weight::FileAttr>(getConstant(op->getOperand(0)));
  if (!file || !mayDuplicate(op))
    return failure();
  ArrayRef<int64_t> shape = file.getType().getShape();
  int64_t axis = getInt(op, "axis", 0);
  axis = axis < 0 ? axis + file.getType().getRank() : axis;
  SmallVector<int64_t> starts(shape.size(), 0), steps(shape.size(), 1);
  SmallVector<weight::FileAttr> pieces;
  for (Type result : op->getResultTypes()) {
    auto type = cast<RankedTensorType>(result);
    if (!type.hasStaticShape())
      return failure();
    auto piece = weight::sliceFile(file, starts, type.getShape(), steps);
    if (failed(piece) || piece->getType() != type ||
        !mayRewrite(*piece, options))
      return failure();
    pieces.push_back(*piece);
    starts[axis] += type.getDimSize(axis);
  }
  if (starts[axis] != shape[axis])
    return failure();
  ONNXBuilder b(rewriter, op->getLoc());
  SmallVector<Value> constants;
  for (weight::FileAttr piece : pieces)
    constants.push_back(b.create("Constant", piece.getType(), {},
                                 rewriter.getNamedAttr("value", piece)));
  rewriter.replaceOp(op, constants);
  return success();
}

static LogicalResult foldExpand(Operation *op, PatternRewriter &rewriter,
                                const Options &) {
  ElementsAttr value = getConstant(op->getOperand(0));
  // A scalar of any size is no smaller as a node, but a constant is written
  // with all its elements.
  if (!value || !getSmallSize(value.getType(), 64) ||
      !getSmallSize(op->getResult(0).getType(), 64) ||
      !isEvaluable(op, /*exact=*/true))
    return failure();
  return replaceByConstant(rewriter, op,
                           evaluate(op, {value, ElementsAttr()}, /*exact=*/true,
                                    weight::maxComputedBytes));
}

static LogicalResult
foldConstantOfShape(Operation *op, PatternRewriter &rewriter, const Options &) {
  auto type = ONNXBuilder::typeOf(op->getResult(0));
  auto value = op->getAttrOfType<DenseElementsAttr>("value");
  if (!value || !getSmallSize(type, 64) || !value.isSplat())
    return failure();
  return replaceByConstant(rewriter, op, value.resizeSplat(type));
}

/// Small 1-d constants of one element type. (Sizes are in FoldShapes.cpp.)
static LogicalResult foldConcat(Operation *op, PatternRewriter &rewriter,
                                const Options &) {
  auto type = ONNXBuilder::typeOf(op->getResult(0));
  if (type.getRank() != 1 || !getSmallSize(type) ||
      !isEvaluable(op, /*exact=*/true))
    return failure();
  SmallVector<ElementsAttr> values;
  for (Value operand : op->getOperands()) {
    values.push_back(getConstant(operand));
    if (!values.back())
      return failure();
  }
  return replaceByConstant(
      rewriter, op,
      evaluate(op, values, /*exact=*/true, weight::maxComputedBytes));
}

/// Constants that are used for nothing else, so that their bytes are written
/// where they belong.
static LogicalResult concatWeights(Operation *op, PatternRewriter &rewriter,
                                   const Options &options) {
  auto type = ONNXBuilder::typeOf(op->getResult(0));
  if (!options.rewriteWeights || !type.hasStaticShape() ||
      !weight::getCheckedByteSize(type))
    return failure();
  bool isTiny = weight::getByteSize(type) <= kMaxDuplicatedBytes;
  SmallVector<ElementsAttr> values;
  for (Value operand : op->getOperands()) {
    ElementsAttr value = getConstant(operand);
    if (!value || (!isTiny && !operand.hasOneUse()))
      return failure();
    values.push_back(value);
  }
  int64_t axis = getInt(op, "axis", 0);
  axis = axis < 0 ? axis + type.getRank() : axis;
  // An expression has limits; beyond them the node stays.
  auto quiet = [&] { return InFlightDiagnostic(); };
  return replaceByConstant(
      rewriter, op,
      weight::ExprAttr::getChecked(quiet, type, weight::ExprKind::Concat,
                                   values, axis));
}

void simplify::populateConstantViews(Rewrites &rewrites) {
  rewrites.add({"Transpose"}, foldTranspose, 2);
  rewrites.add({"Reshape", "Squeeze", "Unsqueeze", "Flatten"}, foldReshape, 3);
  rewrites.add({"Expand"}, foldExpand, 2);
  rewrites.add({"ConstantOfShape"}, foldConstantOfShape, 2);
  rewrites.add({"Split"}, foldSplit, 3);
  rewrites.add({"Concat"}, foldConcat, 2);
  rewrites.add({"Concat"}, concatWeights);
}
