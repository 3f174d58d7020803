//===- Logical.cpp - Evaluates comparisons and logic ---------------------===//
//
// See Evaluation.h. Operators of LogicalOps.td.
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"

#include "torch-onnx/Dialect/ONNX/IR/LogicalOps.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::evaluate;

/// Tests a condition on each float.
template <typename Function>
static std::optional<Tensor> test(const Tensor &x, Function condition) {
  std::optional<Tensor> values = arithmetic::toReals(x);
  if (!values)
    return values;
  Tensor result(x.getShape(), IntegerType::get(x.getType().getContext(), 1));
  for (auto [byte, value] :
       llvm::zip_equal(result.getMutableBytes(), values->reals()))
    byte = condition(value);
  return result;
}

/// Equal strings are the same attribute, so their addresses are compared.
static Outcome evaluateEqual(EqualOp op, Evaluation &e) {
  Tensor a = e[op.getA()], b = e[op.getB()];
  if (isa<StringType>(a.getElementType())) {
    auto address = IntegerType::get(e.getContext(), 64);
    a = std::move(a).withElementType(address);
    b = std::move(b).withElementType(address);
  }
  return arithmetic::compute(BinaryOp::Equal, a, b);
}

static Outcome evaluateBitShift(BitShiftOp op, Evaluation &e) {
  const Tensor &a = e[op.getA()], &b = e[op.getB()];
  auto shape = arithmetic::broadcastShapes({a.getShape(), b.getShape()});
  auto ui64 = IntegerType::get(e.getContext(), 64, IntegerType::Unsigned);
  std::optional<Tensor> x = arithmetic::convert(a, ui64),
                        y = arithmetic::convert(b, ui64);
  if (!shape)
    return std::nullopt;
  x = arithmetic::expand(*x, *shape);
  y = arithmetic::expand(*y, *shape);
  for (int64_t i = 0; i < x->getNumElements(); ++i) {
    uint64_t value = x->get<uint64_t>(i), count = y->get<uint64_t>(i);
    x->set<uint64_t>(i, count >= 64                   ? 0
                        : op.getDirection() == "LEFT" ? value << count
                                                      : value >> count);
  }
  return arithmetic::convert(*x, a.getElementType());
}

void evaluate::populateLogical(Evaluators &rows) {
  rows.add<AndOp>(BinaryOp::And);
  rows.add<BitwiseAndOp>(BinaryOp::And);
  rows.add<BitwiseOrOp>(BinaryOp::Or);
  rows.add<BitwiseXorOp>(BinaryOp::Xor);
  rows.add<GreaterOp>(BinaryOp::Greater);
  rows.add<GreaterOrEqualOp>(BinaryOp::GreaterOrEqual);
  rows.add<LessOp>(BinaryOp::Less);
  rows.add<LessOrEqualOp>(BinaryOp::LessOrEqual);
  rows.add<OrOp>(BinaryOp::Or);
  rows.add<XorOp>(BinaryOp::Xor);
  rows.add<BitwiseNotOp>(UnaryOp::Not);
  rows.add<NotOp>(UnaryOp::Not);
  rows.add<EqualOp>(evaluateEqual, agreeOnBits);
  rows.add<BitShiftOp>(evaluateBitShift);
  rows.add<IsInfOp>([](IsInfOp op, Evaluation &e) -> Outcome {
    return test(e[op.getX()], [&](double x) {
      return std::isinf(x) && (x > 0 ? op.getDetectPositive() != 0
                                     : op.getDetectNegative() != 0);
    });
  });
  rows.add<IsNaNOp>([](IsNaNOp op, Evaluation &e) -> Outcome {
    return test(e[op.getX()], [](double x) { return std::isnan(x); });
  });
  rows.add<WhereOp>(
      [](WhereOp op, Evaluation &e) -> Outcome {
        return arithmetic::select(e[op.getCondition()], e[op.getX()],
                                  e[op.getY()]);
      },
      agreeOnBits);
}
