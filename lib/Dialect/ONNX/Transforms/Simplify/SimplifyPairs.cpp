//===- SimplifyPairs.cpp - Parts of complex pairs -------------------------===//
//
// Complex numbers are pairs in the last dimension. Arithmetic reads each part
// by a Gather, which drops the dimension, and joins the results by Unsqueeze
// and Concat. If the parts keep the dimension, no Unsqueeze is needed, and one
// Split gives all parts.
//
//===----------------------------------------------------------------------===//

#include "SimplifySupport.h"

#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"
#include "torch-onnx/Dialect/ONNX/IR/IndexOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;

/// Joined values that are computed by more operations are not rewritten.
static constexpr size_t kMaxOperations = 32;

namespace {

/// Values that get an additional last dimension of size 1, and the operations
/// that compute them.
class Lifting {
public:
  explicit Lifting(ConcatOp root) : root(root) {}

  /// Returns false if there are too many operations.
  bool add(Value value);
  /// The number of removed nodes minus the number of added nodes.
  int64_t getGain();
  /// Rebuilds a value passed to add() with its new dimension.
  Value build(Value value, PatternRewriter &rewriter);

private:
  bool isUsedOutside(Operation *op) const;
  bool isSplit(Value data) const;

  ConcatOp root;
  llvm::SmallSetVector<Operation *, 16> arithmetic;
  /// Gathers of one element of the last axis, by their operand.
  llvm::SmallMapVector<Value, SmallVector<GatherOp>, 4> gathers;
  /// Values that get the dimension by an Unsqueeze.
  llvm::SmallSetVector<Value, 4> others;
  IRMapping lifted;
};

} // namespace

/// The position along the last axis that a Gather selects, dropping the axis.
static std::optional<int64_t> getLastAxisElement(GatherOp gather) {
  int64_t last = rankOf(gather.getData()) - 1;
  auto index = ConstantReader().getInts(gather.getIndices());
  if (!index || index->size() != 1 || rankOf(gather.getIndices()) != 0 ||
      normalizeAxis(gather.getAxis(), last + 1) != last)
    return std::nullopt;
  return index->front();
}

bool Lifting::add(Value value) {
  Operation *op = value.getDefiningOp();
  bool isHere = op && op->getBlock() == root->getBlock();
  if (auto gather = dyn_cast_if_present<GatherOp>(op);
      gather && isHere && getLastAxisElement(gather)) {
    auto &same = gathers[gather.getData()];
    if (!llvm::is_contained(same, gather))
      same.push_back(gather);
  } else if (isHere && isa<AddOp, SubOp, MulOp, DivOp, NegOp>(op) &&
             op->hasOneUse()) {
    arithmetic.insert(op);
    for (Value operand : op->getOperands())
      // A scalar broadcasts to any rank.
      if (rankOf(operand) != 0 && !add(operand))
        return false;
  } else {
    others.insert(value);
  }
  return arithmetic.size() + gathers.size() + others.size() <= kMaxOperations;
}

bool Lifting::isUsedOutside(Operation *op) const {
  return llvm::any_of(op->getUsers(), [&](Operation *user) {
    return !arithmetic.contains(user);
  });
}

/// Whether all elements along the axis are used.
bool Lifting::isSplit(Value data) const {
  const auto &all = gathers.find(data)->second;
  auto size = typeOf(data).getShape().back();
  SmallVector<int64_t> positions;
  for (GatherOp gather : all)
    positions.push_back(normalizeAxis(*getLastAxisElement(gather), size));
  llvm::sort(positions);
  return size > 1 && llvm::equal(positions, llvm::seq<int64_t>(0, size));
}

int64_t Lifting::getGain() {
  // Each operand of the Concat has an Unsqueeze.
  int64_t gain = root.getInputs().size();
  for (const auto &[data, all] : gathers) {
    gain -= isSplit(data) ? 1 : int64_t(all.size());
    gain += llvm::count_if(
        all, [&](GatherOp gather) { return !isUsedOutside(gather); });
  }
  return gain - llvm::count_if(others,
                               [](Value value) { return !getConstant(value); });
}

Value Lifting::build(Value value, PatternRewriter &rewriter) {
  if (Value done = lifted.lookupOrNull(value))
    return done;
  auto type = typeOf(value);
  if (type.getRank() == 0)
    return value;
  SmallVector<AffineExpr> dims = sym::getDims(type);
  dims.push_back(rewriter.getAffineConstantExpr(1));
  auto longer = sym::getTensorType(dims, type.getElementType());
  ONNXBuilder b(rewriter, value.getLoc());
  Operation *op = value.getDefiningOp();
  if (op && arithmetic.contains(op)) {
    IRMapping operands;
    for (Value operand : op->getOperands())
      operands.map(operand, build(operand, rewriter));
    Operation *copy = rewriter.clone(*op, operands);
    rewriter.modifyOpInPlace(copy, [&] { copy->getResult(0).setType(longer); });
    lifted.map(value, copy->getResult(0));
    return copy->getResult(0);
  }
  auto gather = dyn_cast_if_present<GatherOp>(op);
  if (gather && !others.contains(value)) {
    Value data = gather.getData();
    if (isSplit(data)) {
      auto size = typeOf(data).getShape().back();
      SmallVector<Type> types(size, longer);
      Operation *split = b.createOp(
          "Split", types, {data, b.ints(SmallVector<int64_t>(size, 1))},
          b.attr("axis", int64_t(-1)));
      for (GatherOp each : gathers.find(data)->second)
        lifted.map(each.getOutput(), split->getResult(normalizeAxis(
                                         *getLastAxisElement(each), size)));
      return lifted.lookup(value);
    }
    Value index = b.ints(*getLastAxisElement(gather));
    Value result = GatherOp::create(rewriter, gather.getLoc(), longer, data,
                                    index, gather.getAxisAttr());
    lifted.map(value, result);
    return result;
  }
  Value result = b.create("Unsqueeze", longer, {value, b.ints(-1)});
  lifted.map(value, result);
  return result;
}

/// Joins parts that keep their dimension.
static LogicalResult keepJoinedDim(ConcatOp op, PatternRewriter &rewriter,
                                   const Options &) {
  int64_t last = rankOf(op.getConcatResult()) - 1;
  if (normalizeAxis(op.getAxis(), last + 1) != last || last == 0)
    return failure();
  Lifting lifting(op);
  SmallVector<Value> parts;
  for (Value input : op.getInputs()) {
    auto unsqueeze = getSingleUseProducer<UnsqueezeOp>(input);
    auto axes =
        unsqueeze ? getAxes(unsqueeze.getAxes(), last + 1) : std::nullopt;
    if (!axes || *axes != SmallVector<int64_t>{last} ||
        !lifting.add(unsqueeze.getData()))
      return failure();
    parts.push_back(unsqueeze.getData());
  }
  if (lifting.getGain() <= 0)
    return failure();
  for (Value &part : parts)
    part = lifting.build(part, rewriter);
  rewriter.modifyOpInPlace(op, [&] { op->setOperands(parts); });
  return success();
}

void simplify::populatePairs(Rewrites &rewrites) {
  rewrites.add("keep-joined-dim", keepJoinedDim);
}
