//===- SimplifyNoOps.cpp - Removal of identities --------------------------===//
//
// Removes identities whose constants are in files, which `fold` does not read,
// and initial states of recurrent operators that equal the default.
//
//===----------------------------------------------------------------------===//

#include "SimplifySupport.h"

#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LogicalOps.h"
#include "torch-onnx/Dialect/ONNX/IR/NNOps.h"
#include "torch-onnx/Dialect/ONNX/IR/RandomOps.h"
#include "torch-onnx/Dialect/ONNX/IR/RecurrentOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ReduceOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Transforms/Origin.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;

/// Does for constants in files what `fold` does for those in memory.
static LogicalResult removeIdentity(Operation *op, PatternRewriter &rewriter,
                                    const Options &) {
  Value value = getIdentity(op, WeightReader());
  return value ? replaceFirst(rewriter, op, value) : failure();
}

/// Removes the addition or subtraction of a floating-point zero of either sign:
/// x + 0.0 is x except that -0.0 loses its sign. (Integers have one zero.)
static LogicalResult removeAnyZero(Operation *op, PatternRewriter &rewriter,
                                   const Options &options) {
  auto isAnyZero = [](Value value) { return getSplat(value) == 0.0; };
  if (!options.fuse)
    return failure();
  Value value = getUnlessNeutral(op, 0, isAnyZero);
  if (!value && isa<AddOp>(op))
    value = getUnlessNeutral(op, 1, isAnyZero);
  return value ? replaceFirst(rewriter, op, value) : failure();
}

/// Removes a reduction of dimensions of size 1. A sum or mean that begins at
/// 0.0 loses the sign of -0.0.
static LogicalResult removeSingleReduction(Operation *op,
                                           PatternRewriter &rewriter,
                                           const Options &options) {
  Value x = op->getOperand(0);
  bool isExact = isa<ReduceMaxOp, ReduceMinOp, GlobalMaxPoolOp>(op);
  if (!isExact && !options.fuse)
    return failure();
  // Reduced dimensions have size 1 in the result, and in an operand of the same
  // shape.
  return isSameKnownType(x.getType(), op->getResult(0).getType())
             ? replaceFirst(rewriter, op, x)
             : failure();
}

/// Removes a Split into the operands of a Concat.
static LogicalResult removeSplit(SplitOp op, PatternRewriter &rewriter,
                                 const Options &) {
  auto concat = op.getInput().getDefiningOp<ConcatOp>();
  int64_t rank = rankOf(op.getInput());
  if (!concat || concat.getInputs().size() != op->getNumResults() ||
      normalizeAxis(concat.getAxis(), rank) !=
          normalizeAxis(op.getAxis(), rank))
    return failure();
  for (auto [piece, result] :
       llvm::zip_equal(concat.getInputs(), op->getResults()))
    if (!isSameKnownType(piece.getType(), result.getType()))
      return failure();
  for (auto [piece, result] :
       llvm::zip_equal(concat.getInputs(), op->getResults()))
    passValueName(result, piece);
  rewriter.replaceOp(op, concat.getInputs());
  return success();
}

/// Whether all elements are 0.0, through reshapes.
static bool isMadeOfZeros(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (auto filled = dyn_cast<ConstantOfShapeOp>(op)) {
      auto number =
          dyn_cast_if_present<DenseElementsAttr>(filled.getValueAttr());
      return !number || number.getSplatValue<APFloat>().isPosZero();
    }
    if (isa<ConstantOp>(op)) {
      std::optional<double> number = getSplat(value);
      return number == 0.0 && !std::signbit(*number);
    }
    if (!isa<ExpandOp, SliceOp, SplitOp, TransposeOp, ReshapeOp, UnsqueezeOp,
             SqueezeOp>(op))
      return false;
    value = op->getOperand(0);
  }
  return false;
}

/// The batch size of an input or a state; null if it is unknown.
static AffineExpr getBatch(Value value) {
  SmallVector<AffineExpr> dims = sym::getDims(typeOf(value));
  return dims.size() == 3 ? dims[1] : AffineExpr();
}

/// Removes an initial state of zeros, which is the default. The batch sizes
/// must be known to be equal, because a state with another batch size than the
/// input fails.
template <typename OpT>
static LogicalResult removeInitialState(OpT op, PatternRewriter &rewriter,
                                        const Options &) {
  if (op.getLayout() != 0)
    return failure();
  AffineExpr batch = getBatch(op.getX());
  SmallVector<OpOperand *> states = {&op.getInitialHMutable()};
  if constexpr (std::is_same_v<OpT, LSTMOp>)
    states.push_back(&op.getInitialCMutable());
  bool changed = false;
  for (OpOperand *state : states) {
    if (!isPresent(state->get()) || !isMadeOfZeros(state->get()) ||
        !sym::isKnownEqual(batch, getBatch(state->get())))
      continue;
    Value none = createNone(rewriter, op.getLoc());
    rewriter.modifyOpInPlace(op, [&] { state->set(none); });
    changed = true;
  }
  return success(changed);
}

void simplify::populateNoOps(Rewrites &rewrites) {
  rewrites.addFor<SliceOp, PadOp, TileOp, ExpandOp, DropoutOp, AddOp, SubOp,
                  MulOp, DivOp, PowOp, OrOp, XorOp, AndOp, WhereOp>(
      "remove-identity", removeIdentity, 4);
  rewrites.addFor<AddOp, SubOp>("remove-any-zero", removeAnyZero, 2);
  rewrites.addFor<ReduceMaxOp, ReduceMinOp, GlobalMaxPoolOp, ReduceMeanOp,
                  ReduceSumOp, GlobalAveragePoolOp>("remove-single-reduction",
                                                    removeSingleReduction, 2);
  rewrites.add("remove-split", removeSplit, 3);
  StringRef name = "remove-initial-state";
  rewrites.add<LSTMOp>(name, removeInitialState, 3);
  rewrites.add<GRUOp>(name, removeInitialState, 3);
  rewrites.add<RNNOp>(name, removeInitialState, 3);
}
