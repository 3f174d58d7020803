//===- NumberExprs.cpp - Expressions of symbolic integers -----------------===//
//
// Arithmetic on SymInts uses the arith dialect; sizes of tensors come from
// their types. A value that depends on a sign or an order has an expression
// only if the ranges decide it.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/Inference/NumberExprs.h"

#include "torch-onnx/Dialect/Torch/IR/Arguments.h"

#include "torch-onnx/Dialect/Sym/IR/SymDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace torch_onnx;
using torch::NumberExprs;

std::optional<int64_t> NumberExprs::lowerBound(AffineExpr expr) const {
  if (auto constant = dyn_cast_if_present<AffineConstantExpr>(expr))
    return constant.getValue();
  return expr ? sym::lowerBound(expr, ranges) : std::nullopt;
}

std::optional<int64_t> NumberExprs::upperBound(AffineExpr expr) const {
  if (auto constant = dyn_cast_if_present<AffineConstantExpr>(expr))
    return constant.getValue();
  return expr ? sym::upperBound(expr, ranges) : std::nullopt;
}

/// The maximum number of comparisons in a condition that is analyzed.
static constexpr unsigned maxConditions = 8;

/// Appends the comparisons that form `condition` with `and` and `or`. Returns
/// false if it contains other operations.
static bool getComparisons(Value condition,
                           SmallVectorImpl<arith::CmpIOp> &comparisons) {
  SmallVector<Value> pending = {condition};
  for (unsigned i = 0; !pending.empty(); ++i) {
    Operation *op = pending.pop_back_val().getDefiningOp();
    if (i == maxConditions)
      return false;
    if (auto compare = dyn_cast_if_present<arith::CmpIOp>(op))
      comparisons.push_back(compare);
    else if (isa_and_present<arith::AndIOp, arith::OrIOp>(op))
      llvm::append_range(pending, op->getOperands());
    else
      return false;
  }
  return true;
}

/// Operators and arithmetic whose integer results have an expression.
static bool readsNumbers(Operation *op) {
  return isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::FloorDivSIOp,
             arith::CeilDivSIOp, arith::DivSIOp, arith::RemSIOp, arith::MaxSIOp,
             arith::MinSIOp, math::AbsIOp>(op);
}

/// The expression that the program declares for a result or an argument.
static AffineExpr getDeclaredExpr(Value number) {
  StringRef name = torch::TorchDialect::getExprsAttrName();
  sym::DimsAttr exprs;
  unsigned index = 0;
  if (auto result = dyn_cast<OpResult>(number)) {
    exprs = result.getOwner()->getAttrOfType<sym::DimsAttr>(name);
    index = result.getResultNumber();
  } else if (auto function = dyn_cast_if_present<FunctionOpInterface>(
                 number.getParentBlock()->getParentOp())) {
    exprs = function.getArgAttrOfType<sym::DimsAttr>(
        cast<BlockArgument>(number).getArgNumber(), name);
  }
  return exprs && index < exprs.getDims().size() ? exprs.getDims()[index]
                                                 : AffineExpr();
}

AffineExpr NumberExprs::get(OpFoldResult number) {
  if (auto value = dyn_cast_if_present<Value>(number))
    return get(value);
  if (auto literal = dyn_cast_if_present<IntegerAttr>(
          dyn_cast_if_present<Attribute>(number)))
    return getAffineConstantExpr(literal.getInt(), literal.getContext());
  return {};
}

AffineExpr NumberExprs::get(const Arguments &args, StringRef name) {
  if (Value value = args.getValue(name))
    return get(value);
  if (std::optional<int64_t> literal = args.getInt(name))
    return getAffineConstantExpr(*literal, args.getOp().getContext());
  return {};
}

// Iterative, because a chain of additions may be as long as the program.
AffineExpr NumberExprs::get(Value number) {
  SmallVector<Value> pending = {number};
  while (!pending.empty()) {
    Value value = pending.back();
    Operation *op = value.getDefiningOp();
    AffineExpr declared =
        value.getType().isInteger(64) ? getDeclaredExpr(value) : AffineExpr();
    if (exprs.contains(value) || declared || !op ||
        !value.getType().isInteger(64)) {
      exprs.try_emplace(value, declared);
      pending.pop_back();
      continue;
    }
    size_t size = pending.size();
    auto read = [&](ValueRange operands) {
      for (Value operand : operands)
        if (!exprs.contains(operand))
          pending.push_back(operand);
    };
    if (readsNumbers(op))
      read(op->getOperands());
    SmallVector<arith::CmpIOp> comparisons;
    if (auto select = dyn_cast<arith::SelectOp>(op);
        select && getComparisons(select.getCondition(), comparisons)) {
      read({select.getTrueValue(), select.getFalseValue()});
      for (arith::CmpIOp compare : comparisons)
        if (compare.getLhs().getType().isInteger(64))
          read(compare->getOperands());
    }
    if (pending.size() != size)
      continue;
    AffineExpr expr = compute(op);
    exprs[value] = expr;
    pending.pop_back();
  }
  return exprs.lookup(number);
}

/// The dimensions of a tensor argument; nothing if its rank is unknown.
static std::optional<SmallVector<AffineExpr>> getDims(torch::OperatorOp op) {
  Value tensor = torch::Arguments(op).getValue("self");
  if (auto type =
          tensor ? dyn_cast<RankedTensorType>(tensor.getType()) : nullptr)
    return sym::getDims(type);
  return std::nullopt;
}

/// Whether a condition holds; nothing if the ranges do not decide it.
std::optional<bool> NumberExprs::decide(Value condition) const {
  Operation *op = condition.getDefiningOp();
  if (isa_and_present<arith::AndIOp, arith::OrIOp>(op)) {
    bool isAnd = isa<arith::AndIOp>(op);
    std::optional<bool> x = decide(op->getOperand(0)),
                        y = decide(op->getOperand(1));
    if ((x && *x != isAnd) || (y && *y != isAnd))
      return !isAnd;
    return x && y ? std::optional(isAnd) : std::nullopt;
  }
  auto compare = dyn_cast_if_present<arith::CmpIOp>(op);
  if (!compare)
    return std::nullopt;
  AffineExpr x = exprs.lookup(compare.getLhs()),
             y = exprs.lookup(compare.getRhs());
  std::optional<int64_t> low = lowerBound(sym::sub(x, y)),
                         high = upperBound(sym::sub(x, y));
  auto answer = [&](bool isTrue, bool isFalse) {
    return isTrue    ? std::optional(true)
           : isFalse ? std::optional(false)
                     : std::nullopt;
  };
  bool isNegative = high && *high < 0, isPositive = low && *low > 0;
  bool isAtMostZero = high && *high <= 0, isNatural = low && *low >= 0;
  bool isZero = isAtMostZero && isNatural;
  switch (compare.getPredicate()) {
  case arith::CmpIPredicate::eq:
    return answer(isZero, isNegative || isPositive);
  case arith::CmpIPredicate::ne:
    return answer(isNegative || isPositive, isZero);
  case arith::CmpIPredicate::slt:
    return answer(isNegative, isNatural);
  case arith::CmpIPredicate::sle:
    return answer(isAtMostZero, isPositive);
  case arith::CmpIPredicate::sgt:
    return answer(isPositive, isAtMostZero);
  case arith::CmpIPredicate::sge:
    return answer(isNatural, isNegative);
  default:
    return std::nullopt;
  }
}

std::optional<bool> NumberExprs::isTrue(Value condition) {
  SmallVector<arith::CmpIOp> comparisons;
  if (!getComparisons(condition, comparisons))
    return std::nullopt;
  for (arith::CmpIOp compare : comparisons)
    for (Value operand : compare->getOperands())
      (void)get(operand);
  return decide(condition);
}

AffineExpr NumberExprs::compute(Operation *op) {
  MLIRContext *ctx = op->getContext();
  AffineExpr x, y;
  if (readsNumbers(op)) {
    x = exprs.lookup(op->getOperand(0));
    y = exprs.lookup(op->getOperands().back());
    if (!x || !y)
      return {};
  }
  // For non-negative numbers, truncating and floor division are equal.
  auto isNatural = [&] { return lowerBound(x) >= 0 && lowerBound(y) >= 1; };
  auto isAtLeast = [&](AffineExpr lhs, AffineExpr rhs) {
    return lowerBound(sym::sub(lhs, rhs)) >= 0;
  };
  return TypeSwitch<Operation *, AffineExpr>(op)
      .Case([&](arith::ConstantOp constant) {
        auto integer = dyn_cast<IntegerAttr>(constant.getValue());
        return integer ? getAffineConstantExpr(integer.getInt(), ctx)
                       : AffineExpr();
      })
      .Case([&](arith::AddIOp) { return sym::add(x, y); })
      .Case([&](arith::SubIOp) { return sym::sub(x, y); })
      .Case([&](arith::MulIOp) { return sym::mul(x, y); })
      .Case([&](arith::FloorDivSIOp) { return sym::floorDiv(x, y); })
      .Case([&](arith::CeilDivSIOp) {
        return lowerBound(y) >= 1 ? sym::ceilDiv(x, y) : AffineExpr();
      })
      .Case([&](arith::DivSIOp) {
        return isNatural() ? sym::floorDiv(x, y) : AffineExpr();
      })
      .Case([&](arith::RemSIOp) {
        return isNatural() ? sym::mod(x, y) : AffineExpr();
      })
      .Case([&](arith::MaxSIOp) {
        return isAtLeast(x, y) ? x : isAtLeast(y, x) ? y : AffineExpr();
      })
      .Case([&](arith::MinSIOp) {
        return isAtLeast(x, y) ? y : isAtLeast(y, x) ? x : AffineExpr();
      })
      .Case([&](math::AbsIOp) {
        return lowerBound(x).value_or(-1) >= 0  ? x
               : upperBound(x).value_or(1) <= 0 ? sym::mul(x, -1)
                                                : AffineExpr();
      })
      .Case([&](arith::SelectOp select) -> AffineExpr {
        SmallVector<arith::CmpIOp> comparisons;
        if (!getComparisons(select.getCondition(), comparisons))
          return {};
        AffineExpr ifTrue = exprs.lookup(select.getTrueValue()),
                   ifFalse = exprs.lookup(select.getFalseValue());
        if (ifTrue == ifFalse)
          return ifTrue;
        std::optional<bool> choice = decide(select.getCondition());
        return !choice ? AffineExpr() : *choice ? ifTrue : ifFalse;
      })
      .Case([&](torch::OperatorOp call) -> AffineExpr {
        if (call.getTarget() == "aten.sym_size.int") {
          std::optional<int64_t> axis = torch::Arguments(call).getInt("dim");
          auto dims = getDims(call);
          if (!dims || !axis)
            return {};
          int64_t index = *axis < 0 ? *axis + int64_t(dims->size()) : *axis;
          return index >= 0 && index < int64_t(dims->size()) ? (*dims)[index]
                                                             : AffineExpr();
        }
        if (call.getTarget() == "aten.sym_numel.default")
          if (auto dims = getDims(call))
            return sym::product(*dims, ctx);
        return {};
      })
      .Default([](Operation *) { return AffineExpr(); });
}
