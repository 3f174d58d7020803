//===- SymbolicNumbers.cpp - Python's operators on symbolic numbers -------===//
//
// SymInt, SymFloat and SymBool are i64, f64 and i1, and what Python computes
// with them are operations of the arith and math dialects, exactly as Python
// has it: division and remainder round down, shifts are multiplications, `/`
// gives a float. The operators are those that torch.export serializes
// (torch/_export/serde/serialize.py, _SYM_OPS). What has no exact form, such as
// the floor division of floats, is left to be imported like an unknown
// operator.
//
//===----------------------------------------------------------------------===//

#include "SymbolicNumbers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace torch_onnx;

namespace {

/// Builds one operator. Null values stand for what has no exact form, and every
/// method takes them.
class Numbers {
public:
  Numbers(OpBuilder &b, Location loc) : b(b), loc(loc) {}

  static bool isInt(Value x) { return x && x.getType().isInteger(64); }
  static bool isBool(Value x) { return x && x.getType().isInteger(1); }
  static bool isFloat(Value x) { return x && x.getType().isF64(); }

  Value integer(int64_t value) {
    return arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(value));
  }
  static std::optional<int64_t> getConstant(Value x) {
    auto constant = x ? x.getDefiningOp<arith::ConstantOp>() : nullptr;
    auto attr = constant ? dyn_cast<IntegerAttr>(constant.getValue()) : nullptr;
    return attr && attr.getType().isInteger(64) ? std::optional(attr.getInt())
                                                : std::nullopt;
  }

  /// A boolean is 0 or 1 wherever Python wants a number.
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
  /// The integer that a float is, which is rounded towards zero.
  Value truncate(Value x) {
    if (isFloat(x))
      return arith::FPToSIOp::create(b, loc, b.getI64Type(), x);
    return toInt(x);
  }

  /// The operation on integers, or on floats when there is one among them.
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

  // x - y * floor(x / y): the sign is that of the divisor.
  Value mod(Value x, Value y) {
    Value quotient = applyInt<arith::FloorDivSIOp>(x, y);
    Value product = applyInt<arith::MulIOp>(quotient, y);
    return applyInt<arith::SubIOp>(x, product);
  }
  Value divide(Value x, Value y) {
    x = toFloat(x), y = toFloat(y);
    return x && y ? Value(arith::DivFOp::create(b, loc, x, y)) : Value();
  }
  Value power(Value x, Value y) {
    constexpr int64_t maxExponent = 64;
    if (std::optional<int64_t> exponent = getConstant(y);
        exponent && *exponent >= 0 && *exponent <= maxExponent && toInt(x)) {
      Value result = integer(1);
      for (int64_t i = 0; i < *exponent; ++i)
        result = i == 0 ? toInt(x) : applyInt<arith::MulIOp>(result, x);
      return result;
    }
    // An int to the power of an int is an int or a float, as its sign says.
    if (!isFloat(x) && !isFloat(y))
      return {};
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
  /// Of booleans, or bit by bit.
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
    Value result;
    for (Value term : terms)
      result = result ? apply<arith::AddIOp, arith::AddFOp>(result, term)
                      : toInt(term);
    return result ? result : integer(0);
  }

private:
  OpBuilder &b;
  Location loc;
};

using CreateFn = Value (*)(Numbers &n, ValueRange x);

struct Entry {
  /// 0: any.
  unsigned numOperands;
  CreateFn create;
};

} // namespace

#define COMPARE(INTS, FLOATS)                                                  \
  {2, [](Numbers &n, ValueRange x) {                                           \
     return n.compare(arith::CmpIPredicate::INTS,                              \
                      arith::CmpFPredicate::FLOATS, x[0], x[1]);               \
   }}
#define APPLY(INT, FLOAT)                                                      \
  {2, [](Numbers &n, ValueRange x) {                                           \
     return n.apply<arith::INT, arith::FLOAT>(x[0], x[1]);                     \
   }}

static const llvm::StringMap<Entry> &getTable() {
  static const llvm::StringMap<Entry> table = {
      {"_operator.add", APPLY(AddIOp, AddFOp)},
      {"_operator.sub", APPLY(SubIOp, SubFOp)},
      {"_operator.mul", APPLY(MulIOp, MulFOp)},
      {"_operator.floordiv",
       {2,
        [](Numbers &n, ValueRange x) {
          return n.applyInt<arith::FloorDivSIOp>(x[0], x[1]);
        }}},
      {"_operator.mod",
       {2, [](Numbers &n, ValueRange x) { return n.mod(x[0], x[1]); }}},
      {"_operator.truediv",
       {2, [](Numbers &n, ValueRange x) { return n.divide(x[0], x[1]); }}},
      {"_operator.pow",
       {2, [](Numbers &n, ValueRange x) { return n.power(x[0], x[1]); }}},
      {"_operator.lshift",
       {2, [](Numbers &n, ValueRange x) { return n.shiftLeft(x[0], x[1]); }}},
      {"_operator.rshift",
       {2, [](Numbers &n, ValueRange x) { return n.shiftRight(x[0], x[1]); }}},
      {"_operator.and_",
       {2, [](Numbers &n,
              ValueRange x) { return n.combine<arith::AndIOp>(x[0], x[1]); }}},
      {"_operator.or_",
       {2, [](Numbers &n,
              ValueRange x) { return n.combine<arith::OrIOp>(x[0], x[1]); }}},
      {"_operator.neg",
       {1, [](Numbers &n, ValueRange x) { return n.negate(x[0]); }}},
      {"_operator.pos",
       {1, [](Numbers &n, ValueRange x) -> Value { return x[0]; }}},
      {"_operator.eq", COMPARE(eq, OEQ)},
      {"_operator.ne", COMPARE(ne, UNE)},
      {"_operator.lt", COMPARE(slt, OLT)},
      {"_operator.le", COMPARE(sle, OLE)},
      {"_operator.gt", COMPARE(sgt, OGT)},
      {"_operator.ge", COMPARE(sge, OGE)},
      {"torch.sym_max", APPLY(MaxSIOp, MaximumFOp)},
      {"torch.sym_min", APPLY(MinSIOp, MinimumFOp)},
      {"torch.sym_sum", {0, [](Numbers &n, ValueRange x) { return n.sum(x); }}},
      {"torch.sym_ite",
       {3,
        [](Numbers &n, ValueRange x) { return n.select(x[0], x[1], x[2]); }}},
      {"torch.sym_not",
       {1, [](Numbers &n, ValueRange x) { return n.invert(x[0]); }}},
      {"torch.sym_float",
       {1, [](Numbers &n, ValueRange x) { return n.toFloat(x[0]); }}},
      {"torch.sym_int",
       {1, [](Numbers &n, ValueRange x) { return n.truncate(x[0]); }}},
      {"torch._sym_sqrt",
       {1, [](Numbers &n,
              ValueRange x) { return n.applyFloat<math::SqrtOp>(x[0]); }}},
      {"torch.sym_sqrt",
       {1, [](Numbers &n,
              ValueRange x) { return n.applyFloat<math::SqrtOp>(x[0]); }}},
      {"math.sqrt",
       {1, [](Numbers &n,
              ValueRange x) { return n.applyFloat<math::SqrtOp>(x[0]); }}},
      {"math.trunc",
       {1, [](Numbers &n, ValueRange x) { return n.truncate(x[0]); }}},
      {"math.floor",
       {1,
        [](Numbers &n, ValueRange x) {
          return n.isFloat(x[0]) ? n.truncate(n.applyFloat<math::FloorOp>(x[0]))
                                 : n.toInt(x[0]);
        }}},
      {"math.ceil",
       {1,
        [](Numbers &n, ValueRange x) {
          return n.isFloat(x[0]) ? n.truncate(n.applyFloat<math::CeilOp>(x[0]))
                                 : n.toInt(x[0]);
        }}},
  };
  return table;
}

#undef COMPARE
#undef APPLY

bool torch_onnx::isSymbolicOperator(StringRef target) {
  return getTable().contains(target);
}

Value torch_onnx::buildSymbolicOperator(OpBuilder &b, Location loc,
                                        StringRef target, ValueRange operands,
                                        Type type) {
  auto entry = getTable().find(target);
  if (entry == getTable().end() ||
      (entry->second.numOperands != 0 &&
       entry->second.numOperands != operands.size()))
    return {};
  Numbers numbers(b, loc);
  Value result = entry->second.create(numbers, operands);
  // The declared type of the result confirms that the operation behaves as in
  // Python.
  return result && result.getType() == type ? result : Value();
}
