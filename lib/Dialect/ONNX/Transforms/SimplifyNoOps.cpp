//===- SimplifyNoOps.cpp - Operations that change nothing -----------------===//
//
// Those whose constants are in files, which `fold` does not read, and states
// that a recurrence begins with anyway.
//
//===----------------------------------------------------------------------===//

#include "SimplifySupport.h"

#include "torch-onnx/Dialect/ONNX/IR/Identities.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;

namespace {
/// Reads small weights from their files, too.
class WeightReader : public ConstantReader {
public:
  std::optional<SmallVector<int64_t>> getInts(Value value) const override {
    return simplify::getInts(value);
  }
  std::optional<double> getSplat(Value value) const override {
    return simplify::getSplat(value);
  }
};
} // namespace

/// What `fold` does for constants in memory.
static LogicalResult removeIdentity(Operation *op, PatternRewriter &rewriter,
                                    const Options &) {
  Value value = getIdentity(op, WeightReader());
  return value ? replaceBy(rewriter, op, value) : failure();
}

/// A zero of either sign, added to floats or taken from them: x + 0.0 is x but
/// for -0.0, whose sign is lost. (Integers have one zero.)
static LogicalResult removeAnyZero(Operation *op, PatternRewriter &rewriter,
                                   const Options &options) {
  auto isAnyZero = [](Value value) { return getSplat(value) == 0.0; };
  if (!options.fuse)
    return failure();
  Value value = getUnlessNeutral(op, 0, isAnyZero);
  if (!value && isOp(op, "Add"))
    value = getUnlessNeutral(op, 1, isAnyZero);
  return value ? replaceBy(rewriter, op, value) : failure();
}

/// All elements are 0.0, whatever shape they were brought into.
static bool isMadeOfZeros(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (isOp(op, "ConstantOfShape")) {
      auto number = op->getAttrOfType<DenseElementsAttr>("value");
      return !number || number.getSplatValue<APFloat>().isPosZero();
    }
    if (isOp(op, "Constant"))
      return getSplat(value) == 0.0 && !std::signbit(*getSplat(value));
    StringRef name = op->getName().stripDialect();
    if (!llvm::is_contained({"Expand", "Slice", "Split", "Transpose", "Reshape",
                             "Unsqueeze", "Squeeze"},
                            name))
      return false;
    value = op->getOperand(0);
  }
  return false;
}

/// The dimension of the batch of an input or a state; null if it is unknown.
static AffineExpr getBatch(Value value) {
  SmallVector<AffineExpr> dims = sym::getDims(ONNXBuilder::typeOf(value));
  return dims.size() == 3 ? dims[1] : AffineExpr();
}

/// A recurrence begins at zero by itself. One that is given the state for
/// another batch than its input's fails, so the batches have to be the same.
static LogicalResult
removeInitialState(Operation *op, PatternRewriter &rewriter, const Options &) {
  constexpr unsigned initialH = 5, initialC = 6;
  if (getInt(op, "layout", 0) != 0)
    return failure();
  AffineExpr batch = getBatch(op->getOperand(0));
  bool changed = false;
  for (unsigned index : {initialH, initialC}) {
    Value state = getInput(op, index);
    if (!state || !isMadeOfZeros(state) ||
        !sym::isKnownEqual(batch, getBatch(state)))
      continue;
    Value none = ONNXBuilder(rewriter, op->getLoc()).none();
    rewriter.modifyOpInPlace(op, [&] { op->setOperand(index, none); });
    changed = true;
  }
  return success(changed);
}

void simplify::populateNoOps(Rewrites &rewrites) {
  rewrites.add("remove-identity",
               {"Slice", "Pad", "Tile", "Expand", "Dropout", "Add", "Sub",
                "Mul", "Div", "Pow", "Or", "Xor", "And", "Where"},
               removeIdentity, 4);
  rewrites.add("remove-any-zero", {"Add", "Sub"}, removeAnyZero, 2);
  rewrites.add("remove-initial-state", {"LSTM", "GRU", "RNN"},
               removeInitialState, 3);
}
