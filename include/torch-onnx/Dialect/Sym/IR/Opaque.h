//===- Opaque.h - Sizes that no polynomial says -----------------*- C++ -*-===//
//
// A size such as `Max(1, s0)` or `TruncToInt(Mul(1.7, ToFloat((s0)/(1))))` is a
// symbol whose name is the text of a function (Import/SymPy.h). Here the text
// is read again: for who substitutes symbols in it, and for who computes it.
//
//   opaque  ::= ['-'] term (('+' | '-') term)*
//   term    ::= operand (('*' | '/' | 'floordiv' | 'ceildiv' | 'mod') operand)*
//   operand ::= number | name | name '(' [opaque (',' opaque)*] ')'
//             | '-' operand | '(' opaque ')'
//
// Functions are those of sympy and of torch/utils/_sympy/functions.py.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_SYM_IR_OPAQUE_H
#define TORCH_ONNX_DIALECT_SYM_IR_OPAQUE_H

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include <vector>

namespace torch_onnx::sym {

/// A function of sizes.
struct OpaqueExpr {
  enum class Kind { Size, Float, Boolean, Call };

  Kind kind = Kind::Size;
  /// Symbols in it may be opaque themselves.
  mlir::AffineExpr size;
  double number = 0;
  bool isTrue = false;
  /// Of a call; "/" is a fraction.
  std::string function;
  std::vector<OpaqueExpr> args;
};

/// What the name of a symbol says, when it is a call.
std::optional<OpaqueExpr> parseOpaque(llvm::StringRef name,
                                      mlir::MLIRContext *context);

/// The text in the form that parseOpaque reads.
std::string toString(const OpaqueExpr &expr);

/// The shortest text that reads back as this float; never that of an integer.
std::string toString(double number);

/// The text for people: `floor(0.7*height)` for the size
/// `FloorToInt(Mul(0.7, ToFloat((height)/(1))))`. Different sizes may have one
/// text.
std::string toReadable(mlir::AffineExpr size);
std::string toReadable(const OpaqueExpr &expr);

/// `expr` with each symbol replaced, those in the names of opaque symbols
/// included; what is constant then is computed. Null when a result is unknown.
/// A name that cannot be read is a symbol like any other.
mlir::AffineExpr substituteOpaque(
    mlir::AffineExpr expr,
    llvm::function_ref<mlir::AffineExpr(mlir::AffineSymbolExpr)> replacement);

/// What functions of numbers are made of. Booleans are only combined, compared
/// numbers and operands are of one kind; Shl and Shr, FloorDiv and Mod (which
/// round down) and the bits are of integers, Div and Pow of floats.
enum class NumberOp {
  // Two operands.
  Add,
  Mul,
  Div,
  FloorDiv,
  Mod,
  Pow,
  IntPow,
  Max,
  Min,
  Shl,
  Shr,
  BitAnd,
  BitOr,
  BitXor,
  And,
  Or,
  Eq,
  Less,
  LessEq,
  // One operand.
  Not,
  Abs,
  Floor,
  Ceil,
  RoundEven,
  Sqrt,
  ToFloat,
  // Of a float without a fraction.
  ToInt,
};

/// A number whose kind is known, and what stands for it.
template <typename Value> struct OpaqueNumber {
  enum class Kind { Integer, Float, Boolean };
  Kind kind;
  Value value;
};

/// Computes expressions by a `Target`, which has
///   using Value = ...;
///   std::optional<Value> getSize(AffineExpr size);
///   Value getFloat(double number);
///   Value getBoolean(bool isTrue);
///   Value apply(NumberOp op, Value x);
///   Value apply(NumberOp op, Value x, Value y);
///   Value select(Value condition, Value ifTrue, Value ifFalse);
/// Nothing when there is no exact way.
template <typename Target> class OpaqueEvaluator {
public:
  using Value = typename Target::Value;
  using Number = OpaqueNumber<Value>;
  using Kind = typename Number::Kind;
  using Maybe = std::optional<Number>;

  explicit OpaqueEvaluator(Target &target) : target(target) {}

  /// An integer, the only kind that sizes have.
  std::optional<Value> evaluateSize(const OpaqueExpr &expr) {
    Maybe number = evaluate(expr);
    if (!number || number->kind != Kind::Integer)
      return std::nullopt;
    return number->value;
  }

private:
  Maybe evaluate(const OpaqueExpr &expr) {
    switch (expr.kind) {
    case OpaqueExpr::Kind::Size:
      if (std::optional<Value> size = target.getSize(expr.size))
        return Number{Kind::Integer, *size};
      return std::nullopt;
    case OpaqueExpr::Kind::Float:
      return Number{Kind::Float, target.getFloat(expr.number)};
    case OpaqueExpr::Kind::Boolean:
      return Number{Kind::Boolean, target.getBoolean(expr.isTrue)};
    case OpaqueExpr::Kind::Call:
      return call(expr);
    }
    return std::nullopt;
  }

  Maybe call(const OpaqueExpr &expr) {
    llvm::StringRef f = expr.function;
    if (f == "Piecewise")
      return piecewise(expr.args);
    // A fraction is a real number; what floats it gives is said around it.
    if (f == "ToFloat" && expr.args.size() == 1 &&
        expr.args[0].function == "/" && expr.args[0].args.size() == 2)
      return trueDivide(expr.args[0].args[0], expr.args[0].args[1]);
    llvm::SmallVector<Number> x;
    for (const OpaqueExpr &arg : expr.args) {
      Maybe number = evaluate(arg);
      if (!number)
        return std::nullopt;
      x.push_back(*number);
    }
    if (x.size() == 1)
      return unary(f, x[0]);
    if (f == "Where" && x.size() == 3)
      return select(x[0], x[1], x[2]);
    // More than two floats are added in an order that is not known.
    bool areIntegers = llvm::all_of(
        x, [](const Number &number) { return number.kind == Kind::Integer; });
    bool isFold = f == "Max" || f == "Min" || f == "And" || f == "Or" ||
                  ((f == "Add" || f == "Mul") && areIntegers);
    if (x.size() < 2 || (x.size() > 2 && !isFold))
      return std::nullopt;
    Maybe result = x[0];
    for (const Number &operand : llvm::drop_begin(x))
      result = result ? binary(f, *result, operand) : std::nullopt;
    return result;
  }

  Maybe unary(llvm::StringRef f, Number x) {
    auto round = [&](NumberOp op) -> Maybe {
      if (x.kind != Kind::Float)
        return x.kind == Kind::Integer ? Maybe(x) : std::nullopt;
      return apply(NumberOp::ToInt, *apply(op, x));
    };
    auto truncate = [&] {
      Number zero{Kind::Float, target.getFloat(0)};
      Number isNegative = *apply(NumberOp::Less, x, zero);
      return select(isNegative, *apply(NumberOp::Ceil, x),
                    *apply(NumberOp::Floor, x));
    };
    if (f == "Identity")
      return x;
    if (f == "Not")
      return x.kind == Kind::Boolean ? apply(NumberOp::Not, x) : std::nullopt;
    if (x.kind == Kind::Boolean)
      return std::nullopt;
    if (f == "ToFloat")
      return toFloat(x);
    if (f == "Abs")
      return apply(NumberOp::Abs, x);
    if (f == "FloorToInt" || f == "floor")
      return round(NumberOp::Floor);
    if (f == "CeilToInt" || f == "ceiling")
      return round(NumberOp::Ceil);
    if (f == "RoundToInt")
      return round(NumberOp::RoundEven);
    if (f == "TruncToInt")
      return x.kind == Kind::Integer ? Maybe(x)
                                     : apply(NumberOp::ToInt, *truncate());
    if (f == "TruncToFloat" && x.kind == Kind::Float)
      return truncate();
    if (f == "OpaqueUnaryFn_sqrt")
      return apply(NumberOp::Sqrt, toFloat(x));
    return std::nullopt;
  }

  Maybe binary(llvm::StringRef f, Number x, Number y) {
    struct Entry {
      llvm::StringLiteral name;
      NumberOp op;
      bool ofInts, ofFloats, ofBooleans;
    };
    static constexpr Entry entries[] = {
        {"Add", NumberOp::Add, true, true, false},
        {"Mul", NumberOp::Mul, true, true, false},
        {"Max", NumberOp::Max, true, false, false},
        {"Min", NumberOp::Min, true, false, false},
        {"FloorDiv", NumberOp::FloorDiv, true, false, false},
        {"CleanDiv", NumberOp::FloorDiv, true, false, false},
        {"Mod", NumberOp::Mod, true, false, false},
        {"PythonMod", NumberOp::Mod, true, false, false},
        {"PowByNatural", NumberOp::IntPow, true, false, false},
        {"FloatPow", NumberOp::Pow, false, true, false},
        {"FloatTrueDiv", NumberOp::Div, false, true, false},
        {"LShift", NumberOp::Shl, true, false, false},
        {"RShift", NumberOp::Shr, true, false, false},
        {"BitwiseFn_bitwise_and", NumberOp::BitAnd, true, false, false},
        {"BitwiseFn_bitwise_or", NumberOp::BitOr, true, false, false},
        {"BitwiseFn_bitwise_xor", NumberOp::BitXor, true, false, false},
        {"And", NumberOp::And, false, false, true},
        {"Or", NumberOp::Or, false, false, true},
        {"Equality", NumberOp::Eq, true, true, false},
        {"LessThan", NumberOp::LessEq, true, true, false},
        {"StrictLessThan", NumberOp::Less, true, true, false},
    };
    // A whole float is written like an integer.
    bool isMixed = (x.kind == Kind::Integer && y.kind == Kind::Float) ||
                   (x.kind == Kind::Float && y.kind == Kind::Integer);
    if (isMixed && (f == "Add" || f == "Mul" || f == "FloatTrueDiv"))
      x = toFloat(x), y = toFloat(y);
    if (f == "GreaterThan" || f == "StrictGreaterThan")
      return binary(f == "GreaterThan" ? "LessThan" : "StrictLessThan", y, x);
    if (f == "Unequality") {
      Maybe isEqual = binary("Equality", x, y);
      return isEqual ? apply(NumberOp::Not, *isEqual) : std::nullopt;
    }
    if (f == "IntTrueDiv" && x.kind == Kind::Integer && y.kind == x.kind)
      return apply(NumberOp::Div, toFloat(x), toFloat(y));
    for (const Entry &entry : entries)
      if (entry.name == f && x.kind == y.kind &&
          ((entry.ofInts && x.kind == Kind::Integer) ||
           (entry.ofFloats && x.kind == Kind::Float) ||
           (entry.ofBooleans && x.kind == Kind::Boolean)))
        return apply(entry.op, x, y);
    return std::nullopt;
  }

  Maybe trueDivide(const OpaqueExpr &num, const OpaqueExpr &den) {
    Maybe x = evaluate(num), y = evaluate(den);
    if (!x || !y || x->kind != Kind::Integer || y->kind != Kind::Integer)
      return std::nullopt;
    bool isWhole =
        den.kind == OpaqueExpr::Kind::Size && getConstant(den.size) == 1;
    return isWhole ? toFloat(*x)
                   : *apply(NumberOp::Div, toFloat(*x), toFloat(*y));
  }

  /// The first branch whose condition holds; the last one has none.
  Maybe piecewise(llvm::ArrayRef<OpaqueExpr> branches) {
    Maybe result;
    for (const OpaqueExpr &branch : llvm::reverse(branches)) {
      if (branch.function != "ExprCondPair" || branch.args.size() != 2)
        return std::nullopt;
      const OpaqueExpr &condition = branch.args[1];
      Maybe value = evaluate(branch.args[0]);
      bool isLast = &branch == &branches.back();
      if (isLast &&
          (condition.kind != OpaqueExpr::Kind::Boolean || !condition.isTrue))
        return std::nullopt;
      Maybe holds = isLast ? std::nullopt : evaluate(condition);
      if (!value || (!isLast && !holds))
        return std::nullopt;
      result = isLast ? value : select(*holds, *value, *result);
      if (!result)
        return std::nullopt;
    }
    return result;
  }

  Number toFloat(Number x) {
    return x.kind == Kind::Float ? x : *apply(NumberOp::ToFloat, x);
  }

  Maybe select(Number condition, Number x, Number y) {
    if (condition.kind != Kind::Boolean || x.kind != y.kind)
      return std::nullopt;
    return Number{x.kind, target.select(condition.value, x.value, y.value)};
  }

  static Kind getKind(NumberOp op, Kind operand) {
    switch (op) {
    case NumberOp::Eq:
    case NumberOp::Less:
    case NumberOp::LessEq:
      return Kind::Boolean;
    case NumberOp::ToFloat:
      return Kind::Float;
    case NumberOp::ToInt:
      return Kind::Integer;
    default:
      return operand;
    }
  }

  Maybe apply(NumberOp op, Number x) {
    return Number{getKind(op, x.kind), target.apply(op, x.value)};
  }
  Maybe apply(NumberOp op, Number x, Number y) {
    return Number{getKind(op, x.kind), target.apply(op, x.value, y.value)};
  }

  Target &target;
};

} // namespace torch_onnx::sym

#endif // TORCH_ONNX_DIALECT_SYM_IR_OPAQUE_H
