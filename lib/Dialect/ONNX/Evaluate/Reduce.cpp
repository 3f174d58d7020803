//===- Reduce.cpp - Evaluates reductions over axes -----------------------===//
//
// See Evaluation.h. Operators of ReduceOps.td.
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"

#include "torch-onnx/Arithmetic/Indexing.h"
#include "torch-onnx/Dialect/ONNX/IR/ReduceOps.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::evaluate;

std::optional<ReduceOp> onnx::getReduction(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<ReduceOp>>(op)
      .Case([](ReduceL1Op) { return ReduceOp::L1; })
      .Case([](ReduceL2Op) { return ReduceOp::L2; })
      .Case([](ReduceLogSumOp) { return ReduceOp::LogSum; })
      .Case([](ReduceLogSumExpOp) { return ReduceOp::LogSumExp; })
      .Case([](ReduceMaxOp) { return ReduceOp::Max; })
      .Case([](ReduceMeanOp) { return ReduceOp::Mean; })
      .Case([](ReduceMinOp) { return ReduceOp::Min; })
      .Case([](ReduceProdOp) { return ReduceOp::Prod; })
      .Case([](ReduceSumOp) { return ReduceOp::Sum; })
      .Case([](ReduceSumSquareOp) { return ReduceOp::SumSquare; })
      .Default([](Operation *) { return std::nullopt; });
}

/// Sums of floats are computed in f64, so f64 sums do not agree.
static Agreement getReduceAgreement(Operation *op) {
  ReduceOp function = *getReduction(op);
  auto type = cast<RankedTensorType>(op->getOperand(0).getType());
  if (!type.hasStaticShape() || !arithmetic::Reducer::isDefined(function, type))
    return Agreement::None;
  return arithmetic::isExact(function, type.getElementType())
             ? Agreement::Bits
             : Agreement::Rounding;
}

template <typename OpT>
static Outcome evaluateReduction(OpT op, Evaluation &e) {
  const Tensor &x = e[op.getData()];
  SmallVector<int64_t> given = e.ints(op.getAxes());
  if (given.empty() && op.getNoopWithEmptyAxes() == 0)
    given = getRange(0, x.getRank());
  auto axes = getAxes(given, x.getRank());
  if (!axes)
    return std::nullopt;
  std::optional<Tensor> result =
      arithmetic::reduce(*getReduction(op), x, *axes, e.defined());
  if (!result || op.getKeepdims() != 0)
    return result;
  SmallVector<int64_t> shape;
  for (auto [dim, size] : llvm::enumerate(result->getShape()))
    if (!llvm::is_contained(*axes, static_cast<int64_t>(dim)))
      shape.push_back(size);
  return std::move(*result).reshaped(shape);
}

template <typename... OpTs> static void addReductions(Evaluators &rows) {
  (rows.add<OpTs>(evaluateReduction<OpTs>, getReduceAgreement), ...);
}

/// The position of the first extreme, or of the last one by reversing the
/// operand. A NaN is an extreme.
template <typename OpT>
static void addPosition(Evaluators &rows, bool isGreatest) {
  rows.add<OpT>([isGreatest](OpT op, Evaluation &e) -> Outcome {
    Tensor x = e[op.getData()];
    if (x.getRank() == 0)
      x = std::move(x).reshaped({1});
    std::optional<int64_t> axis = getAxis(op.getAxis(), x.getRank());
    if (!axis || x.getShape()[*axis] == 0)
      return std::nullopt;
    int64_t size = x.getShape()[*axis];
    bool isLast = op.getSelectLastIndex() != 0;
    if (isLast)
      x = *arithmetic::take(
          x, *axis,
          llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(0, size))));
    std::optional<Tensor> place = arithmetic::argExtreme(x, *axis, isGreatest);
    if (!place)
      return place;
    for (int64_t i = 0; isLast && i < place->getNumElements(); ++i)
      place->set<int64_t>(i, size - 1 - place->get<int64_t>(i));
    SmallVector<int64_t> shape(place->getShape());
    if (op.getKeepdims() == 0)
      shape.erase(shape.begin() + *axis);
    if (e[op.getData()].getRank() == 0)
      shape.clear();
    return std::move(*place).reshaped(shape);
  });
}

void evaluate::populateReduce(Evaluators &rows) {
  addReductions<ReduceL1Op, ReduceL2Op, ReduceLogSumOp, ReduceLogSumExpOp,
                ReduceMaxOp, ReduceMeanOp, ReduceMinOp, ReduceProdOp,
                ReduceSumOp, ReduceSumSquareOp>(rows);
  addPosition<ArgMaxOp>(rows, /*isGreatest=*/true);
  addPosition<ArgMinOp>(rows, /*isGreatest=*/false);
}
