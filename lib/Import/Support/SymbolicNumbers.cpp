//===- SymbolicNumbers.cpp - Arithmetic on symbolic numbers ---------------===//
//
// SymInt, SymFloat and SymBool are i64, f64 and i1. Python's arithmetic on them
// becomes operations of the arith and math dialects with the same semantics:
// division and remainder round down, shifts are multiplications, `/` gives a
// float, halves are rounded to even numbers.
//
// The table contains all operators of SymInt, SymFloat and SymBool
// (torch/fx/experimental/sym_node.py, METHOD_TO_OPERATOR), which are more than
// torch.export serializes (torch/_export/serde/serialize.py, _SYM_OPS). An
// operator without an exact form, such as rounding to decimals, is imported
// like an unknown operator.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Import/Support/SymbolicNumbers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace torch_onnx;

namespace {

/// Builds one operator. A null value has no exact form; every method accepts
/// null.
class Numbers {
public:
  Numbers(OpBuilder &b, Location loc) : b(b), loc(loc) {}

  static bool isInt(Value x) { return x && x.getType().isInteger(64); }
  static bool isBool(Value x) { return x && x.getType().isInteger(1); }
  static bool isFloat(Value x) { return x && x.getType().isF64(); }

  Value integer(int64_t value) {
    return arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(value));
  }
  Value number(double value) {
    return arith::ConstantOp::create(b, loc, b.getF64FloatAttr(value));
  }
  static std::optional<int64_t> getConstant(Value x) {
    auto constant = x ? x.getDefiningOp<arith::ConstantOp>() : nullptr;
    auto attr = constant ? dyn_cast<IntegerAttr>(constant.getValue()) : nullptr;
    return attr && attr.getType().isInteger(64) ? std::optional(attr.getInt())
                                                : std::nullopt;
  }

  /// Converts a boolean to 0 or 1, as Python does in arithmetic.
  Value toInt(Value x) {
    if (isBool(x))
      return arith::ExtUIOp::create(b, loc, b.getI64Type(), x);
    return isInt(x) ? x : Value();
  }
  Value toFloat(Value x) {
    if (Value number = toInt(x))
      return arith::SIToFPOp::create(b, loc, b.getF64Type(), number);
    return isFloat(x) ? x : Value();
  }
  /// Rounds a float towards zero to an integer.
  Value truncate(Value x) {
    if (isFloat(x))
      return arith::FPToSIOp::create(b, loc, b.getI64Type(), x);
    return toInt(x);
  }

  /// Applies the operation on integers, or on floats if one operand is a float.
  template <typename IntOp, typename FloatOp> Value apply(Value x, Value y) {
    if (isFloat(x) || isFloat(y)) {
      x = toFloat(x), y = toFloat(y);
      return x && y ? Value(FloatOp::create(b, loc, x, y)) : Value();
    }
    x = toInt(x), y = toInt(y);
    return x && y ? Value(IntOp::create(b, loc, x, y)) : Value();
  }
  template <typename IntOp> Value applyInt(Value x, Value y) {
    x = toInt(x), y = toInt(y);
    return x && y ? Value(IntOp::create(b, loc, x, y)) : Value();
  }
  template <typename MathOp> Value applyFloat(Value x) {
    x = toFloat(x);
    return x ? Value(MathOp::create(b, loc, x)) : Value();
  }

  Value compare(arith::CmpIPredicate ofInts, arith::CmpFPredicate ofFloats,
                Value x, Value y) {
    if (isFloat(x) || isFloat(y)) {
      x = toFloat(x), y = toFloat(y);
      return x && y ? Value(arith::CmpFOp::create(b, loc, ofFloats, x, y))
                    : Value();
    }
    x = toInt(x), y = toInt(y);
    return x && y ? Value(arith::CmpIOp::create(b, loc, ofInts, x, y))
                  : Value();
  }

  Value compareFloats(arith::CmpFPredicate predicate, Value x, Value y) {
    return arith::CmpFOp::create(b, loc, predicate, x, y);
  }

  /// Python's divmod() of floats (CPython Objects/floatobject.c,
  /// _float_div_mod): the exact remainder with the sign of the divisor, also
  /// for a zero remainder, and the matching quotient.
  std::pair<Value, Value> divideFloats(Value x, Value y) {
    using P = arith::CmpFPredicate;
    x = toFloat(x), y = toFloat(y);
    if (!x || !y)
      return {};
    Value zero = number(0.0);
    Value rest = arith::RemFOp::create(b, loc, x, y);
    Value quotient = divide(apply<arith::SubIOp, arith::SubFOp>(x, rest), y);
    Value isNegative = compareFloats(P::OLT, y, zero);
    Value isLeft = compareFloats(P::UNE, rest, zero);
    Value differs = arith::XOrIOp::create(b, loc, isNegative,
                                          compareFloats(P::OLT, rest, zero));
    Value isAdjusted = combine<arith::AndIOp>(isLeft, differs);
    Value adjusted =
        select(isAdjusted, apply<arith::AddIOp, arith::AddFOp>(rest, y), rest);
    rest = select(isLeft, adjusted, select(isNegative, number(-0.0), zero));

    quotient = select(
        isAdjusted, apply<arith::SubIOp, arith::SubFOp>(quotient, number(1.0)),
        quotient);
    Value floor = applyFloat<math::FloorOp>(quotient);
    Value excess = apply<arith::SubIOp, arith::SubFOp>(quotient, floor);
    floor =
        select(compareFloats(P::OGT, excess, number(0.5)),
               apply<arith::AddIOp, arith::AddFOp>(floor, number(1.0)), floor);
    // A zero quotient has the sign of x / y.
    Value nothing = apply<arith::MulIOp, arith::MulFOp>(zero, divide(x, y));
    quotient = select(compareFloats(P::UNE, quotient, zero), floor, nothing);
    return {quotient, rest};
  }
  Value floorDivide(Value x, Value y) {
    return isFloat(x) || isFloat(y) ? divideFloats(x, y).first
                                    : applyInt<arith::FloorDivSIOp>(x, y);
  }
  // For integers, x - y * floor(x / y) has the sign of the divisor.
  Value mod(Value x, Value y) {
    if (isFloat(x) || isFloat(y))
      return divideFloats(x, y).second;
    Value quotient = applyInt<arith::FloorDivSIOp>(x, y);
    Value product = applyInt<arith::MulIOp>(quotient, y);
    return applyInt<arith::SubIOp>(x, product);
  }
  Value divide(Value x, Value y) {
    x = toFloat(x), y = toFloat(y);
    return x && y ? Value(arith::DivFOp::create(b, loc, x, y)) : Value();
  }
  /// `type` is the type of the result: an int to the power of an int is an int
  /// or a float, depending on the sign of the exponent, which only the program
  /// declares.
  Value power(Value x, Value y, Type type) {
    constexpr int64_t maxExponent = 64;
    if (std::optional<int64_t> exponent = getConstant(y);
        exponent && *exponent >= 0 && *exponent <= maxExponent && toInt(x)) {
      Value result = integer(1);
      for (int64_t i = 0; i < *exponent; ++i)
        result = i == 0 ? toInt(x) : applyInt<arith::MulIOp>(result, x);
      return result;
    }
    if (type.isInteger(64))
      return applyInt<math::IPowIOp>(x, y);
    x = toFloat(x), y = toFloat(y);
    return x && y ? Value(math::PowFOp::create(b, loc, x, y)) : Value();
  }
  Value shiftLeft(Value x, Value y) {
    if (std::optional<int64_t> bits = getConstant(y);
        bits && *bits >= 0 && *bits < 63)
      return applyInt<arith::MulIOp>(x, integer(int64_t(1) << *bits));
    return applyInt<arith::ShLIOp>(x, y);
  }
  Value shiftRight(Value x, Value y) {
    if (std::optional<int64_t> bits = getConstant(y);
        bits && *bits >= 0 && *bits < 63)
      return applyInt<arith::FloorDivSIOp>(x, integer(int64_t(1) << *bits));
    return applyInt<arith::ShRSIOp>(x, y);
  }
  /// A logical operation on booleans, or a bitwise operation.
  template <typename Op> Value combine(Value x, Value y) {
    if (isBool(x) && isBool(y))
      return Op::create(b, loc, x, y);
    return applyInt<Op>(x, y);
  }
  Value negate(Value x) {
    if (isFloat(x))
      return arith::NegFOp::create(b, loc, x);
    return applyInt<arith::SubIOp>(integer(0), x);
  }
  Value magnitude(Value x) {
    if (isFloat(x))
      return math::AbsFOp::create(b, loc, x);
    x = toInt(x);
    return x ? Value(math::AbsIOp::create(b, loc, x)) : Value();
  }
  /// Rounds to an integer by `MathOp`.
  template <typename MathOp> Value round(Value x) {
    return isFloat(x) ? truncate(applyFloat<MathOp>(x)) : toInt(x);
  }
  /// round(x) is an int, round(x, 0) is a float. Rounding to other digits has
  /// no exact form in binary arithmetic.
  Value round(ValueRange x) {
    if (x.size() == 1)
      return round<math::RoundEvenOp>(x[0]);
    return isFloat(x[0]) && getConstant(x[1]) == 0
               ? applyFloat<math::RoundEvenOp>(x[0])
               : Value();
  }
  /// Python's max() and min() of floats: the first operand unless the second
  /// one is beyond it, also for NaN and zeros.
  Value extremum(bool isMax, Value x, Value y) {
    if (!isFloat(x) && !isFloat(y))
      return isMax ? applyInt<arith::MaxSIOp>(x, y)
                   : applyInt<arith::MinSIOp>(x, y);
    x = toFloat(x), y = toFloat(y);
    if (!x || !y)
      return {};
    return select(compareFloats(isMax ? arith::CmpFPredicate::OGT
                                      : arith::CmpFPredicate::OLT,
                                y, x),
                  y, x);
  }
  Value invert(Value x) {
    if (!isBool(x))
      return {};
    return arith::XOrIOp::create(
        b, loc, x, arith::ConstantOp::create(b, loc, b.getBoolAttr(true)));
  }
  Value select(Value condition, Value x, Value y) {
    if (!isBool(condition) || !x || !y || x.getType() != y.getType())
      return {};
    return arith::SelectOp::create(b, loc, condition, x, y);
  }
  Value sum(ValueRange terms) {
    Value result = terms.empty() ? integer(0) : terms.front();
    result = isBool(result) ? toInt(result) : result;
    for (Value term : terms.drop_front(terms.empty() ? 0 : 1))
      result = apply<arith::AddIOp, arith::AddFOp>(result, term);
    return result;
  }

private:
  OpBuilder &b;
  Location loc;
};

using CreateFn = Value (*)(Numbers &n, ValueRange x, Type type);

struct Entry {
  unsigned minOperands, maxOperands;
  CreateFn create;
};

} // namespace

static constexpr unsigned anyNumber = ~0u;

/// An operator of MIN to MAX operands `x` with a result of `type`.
#define ENTRY(MIN, MAX, RESULT)                                                \
  {MIN, MAX,                                                                   \
   []([[maybe_unused]] Numbers &n, [[maybe_unused]] ValueRange x,              \
      [[maybe_unused]] Type type) -> Value { return RESULT; }}
#define UNARY(RESULT) ENTRY(1, 1, RESULT)
#define BINARY(RESULT) ENTRY(2, 2, RESULT)
#define APPLY(INT, FLOAT)                                                      \
  BINARY((n.apply<arith::INT, arith::FLOAT>(x[0], x[1])))
#define COMPARE(INTS, FLOATS)                                                  \
  BINARY(n.compare(arith::CmpIPredicate::INTS, arith::CmpFPredicate::FLOATS,   \
                   x[0], x[1]))
#define MATH(OP) UNARY(n.applyFloat<math::OP>(x[0]))

static const llvm::StringMap<Entry> &getTable() {
  static const llvm::StringMap<Entry> table = {
      {"_operator.abs", UNARY(n.magnitude(x[0]))},
      {"_operator.add", APPLY(AddIOp, AddFOp)},
      {"_operator.and_", BINARY(n.combine<arith::AndIOp>(x[0], x[1]))},
      {"_operator.eq", COMPARE(eq, OEQ)},
      {"_operator.floordiv", BINARY(n.floorDivide(x[0], x[1]))},
      {"_operator.ge", COMPARE(sge, OGE)},
      {"_operator.gt", COMPARE(sgt, OGT)},
      {"_operator.le", COMPARE(sle, OLE)},
      {"_operator.lshift", BINARY(n.shiftLeft(x[0], x[1]))},
      {"_operator.lt", COMPARE(slt, OLT)},
      {"_operator.mod", BINARY(n.mod(x[0], x[1]))},
      {"_operator.mul", APPLY(MulIOp, MulFOp)},
      {"_operator.ne", COMPARE(ne, UNE)},
      {"_operator.neg", UNARY(n.negate(x[0]))},
      {"_operator.not_", UNARY(n.invert(x[0]))},
      {"_operator.or_", BINARY(n.combine<arith::OrIOp>(x[0], x[1]))},
      {"_operator.pos", UNARY(x[0])},
      {"_operator.pow", BINARY(n.power(x[0], x[1], type))},
      {"_operator.rshift", BINARY(n.shiftRight(x[0], x[1]))},
      {"_operator.sub", APPLY(SubIOp, SubFOp)},
      {"_operator.truediv", BINARY(n.divide(x[0], x[1]))},
      {"_operator.xor", BINARY(n.combine<arith::XOrIOp>(x[0], x[1]))},
      {"builtins.round", ENTRY(1, 2, n.round(x))},
      {"math.ceil", UNARY(n.round<math::CeilOp>(x[0]))},
      {"math.floor", UNARY(n.round<math::FloorOp>(x[0]))},
      {"math.sqrt", MATH(SqrtOp)},
      {"math.trunc", UNARY(n.truncate(x[0]))},
      {"torch._sym_acos", MATH(AcosOp)},
      {"torch._sym_asin", MATH(AsinOp)},
      {"torch._sym_atan", MATH(AtanOp)},
      {"torch._sym_cos", MATH(CosOp)},
      {"torch._sym_cosh", MATH(CoshOp)},
      {"torch._sym_log2", MATH(Log2Op)},
      {"torch._sym_sin", MATH(SinOp)},
      {"torch._sym_sinh", MATH(SinhOp)},
      {"torch._sym_sqrt", MATH(SqrtOp)},
      {"torch._sym_tan", MATH(TanOp)},
      {"torch._sym_tanh", MATH(TanhOp)},
      {"torch.sym_float", UNARY(n.toFloat(x[0]))},
      {"torch.sym_int", UNARY(n.truncate(x[0]))},
      {"torch.sym_ite", ENTRY(3, 3, n.select(x[0], x[1], x[2]))},
      {"torch.sym_max", BINARY(n.extremum(/*isMax=*/true, x[0], x[1]))},
      {"torch.sym_min", BINARY(n.extremum(/*isMax=*/false, x[0], x[1]))},
      {"torch.sym_not", UNARY(n.invert(x[0]))},
      {"torch.sym_sqrt", MATH(SqrtOp)},
      {"torch.sym_sum", ENTRY(0, anyNumber, n.sum(x))},
  };
  return table;
}

#undef ENTRY
#undef UNARY
#undef BINARY
#undef APPLY
#undef COMPARE
#undef MATH

bool torch_onnx::isSymbolicOperator(StringRef target) {
  return getTable().contains(target);
}

Value torch_onnx::buildSymbolicOperator(OpBuilder &b, Location loc,
                                        StringRef target, ValueRange operands,
                                        Type type) {
  auto entry = getTable().find(target);
  if (entry == getTable().end() ||
      operands.size() < entry->second.minOperands ||
      operands.size() > entry->second.maxOperands)
    return {};
  Numbers numbers(b, loc);
  Value result = entry->second.create(numbers, operands, type);
  // The declared type of the result confirms that the operation behaves as in
  // Python.
  return result && result.getType() == type ? result : Value();
}
