//===- SymbolSources.cpp - Sizes at run time ------------------------------===//
//
// See the header. Expressions are computed on 1-d tensors of one element, the
// form in which shapes are concatenated.
//
//===----------------------------------------------------------------------===//

#include "SymbolSources.h"

#include "torch-onnx/Dialect/Sym/IR/Linear.h"
#include "torch-onnx/Dialect/Sym/IR/Opaque.h"

#include <variant>

using namespace mlir;
using namespace torch_onnx;
using onnx::ONNXBuilder;

void SymbolSources::addTensor(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!type || type.hasStaticShape())
    return;
  for (auto [axis, dim] : llvm::enumerate(sym::getDims(type))) {
    if (!dim || isa<AffineConstantExpr>(dim))
      continue;
    std::optional<sym::LinearSize> linear = sym::matchLinear(dim);
    if (!linear)
      continue;
    Source source{tensor, int64_t(axis), linear->scale, linear->offset};
    const Source *known = sources.find(linear->symbol);
    // A plain dimension is cheaper to read than one to be solved for.
    if (!known ||
        (known->axis >= 0 && (known->scale != 1 || known->offset != 0) &&
         linear->isPlain()))
      sources.set(linear->symbol, source);
  }
}

void SymbolSources::addScalar(AffineExpr symbol, Value scalar) {
  if (!sources.find(symbol))
    sources.set(symbol, Source{scalar});
}

Value torch_onnx::buildIntegerPower(ONNXBuilder &b, Value x, Value y) {
  constexpr int64_t maxExponent = 63;
  Type type = b.checkedElement(x);
  Value one = b.scalar(1, type), two = b.scalar(2, type);
  // Beyond that only powers of 0, 1 and -1 have 63 bits: the parity decides.
  y = b.Where(b.Greater(y, b.scalar(maxExponent, type)),
              b.Add(b.Mod(y, two), b.scalar(maxExponent - 1, type)), y);
  Value result = one, power = x;
  for (int64_t bit = 1; bit <= maxExponent; bit *= 2) {
    Value isSet = b.Equal(b.Mod(b.Div(y, b.scalar(bit, type)), two), one);
    result = b.Mul(result, b.Where(isSet, power, one));
    if (2 * bit <= maxExponent)
      power = b.Mul(power, power);
  }
  return result;
}

namespace {
using sym::NumberOp;

/// Tells whether an opaque size can be computed: builds nothing.
struct ComputableTarget {
  using Value = std::monostate;
  const SymbolSources &sources;

  std::optional<Value> getSize(AffineExpr size) {
    return sources.canCompute(size) ? std::optional(Value()) : std::nullopt;
  }
  Value getFloat(double) { return {}; }
  Value getBoolean(bool) { return {}; }
  Value apply(NumberOp, Value) { return {}; }
  Value apply(NumberOp, Value, Value) { return {}; }
  Value select(Value, Value, Value) { return {}; }
};

/// Builds an opaque size of 1-d tensors of one element.
struct BuilderTarget {
  using Value = mlir::Value;
  ONNXBuilder &b;
  SymbolSources &sources;

  std::optional<Value> getSize(AffineExpr size) {
    Value value = sources.compute(b, size);
    return value ? std::optional(value) : std::nullopt;
  }
  Value getFloat(double number) {
    return b.numbers({1}, {number}, b.getBuilder().getF64Type());
  }
  Value getBoolean(bool isTrue) { return b.Cast(b.ints(isTrue), getBool()); }
  Value select(Value condition, Value ifTrue, Value ifFalse) {
    return b.Where(condition, ifTrue, ifFalse);
  }
  Value apply(NumberOp op, Value x) {
    switch (op) {
    case NumberOp::Not:
      return b.Not(x);
    case NumberOp::Abs:
      return b.Abs(x);
    case NumberOp::Floor:
      return b.Floor(x);
    case NumberOp::Ceil:
      return b.Ceil(x);
    case NumberOp::RoundEven:
      return b.Round(x);
    case NumberOp::Sqrt:
      return b.Sqrt(x);
    case NumberOp::ToFloat:
      return b.Cast(x, b.getBuilder().getF64Type());
    case NumberOp::ToInt:
      return b.Cast(x, b.i64());
    default:
      llvm_unreachable("takes two operands");
    }
  }
  Value apply(NumberOp op, Value x, Value y) {
    switch (op) {
    case NumberOp::Add:
      return b.Add(x, y);
    case NumberOp::Mul:
      return b.Mul(x, y);
    case NumberOp::Div:
      return b.Div(x, y);
    case NumberOp::FloorDiv:
      return b.floorDiv(x, y);
    case NumberOp::Mod:
      return b.Mod(x, y);
    case NumberOp::Pow:
      return b.Pow(x, y);
    case NumberOp::IntPow:
      return buildIntegerPower(b, x, y);
    case NumberOp::Max:
      return b.Max(x, y);
    case NumberOp::Min:
      return b.Min(x, y);
    case NumberOp::Shl:
      return b.Mul(x, buildIntegerPower(b, b.ints(2), y));
    case NumberOp::Shr:
      return b.floorDiv(x, buildIntegerPower(b, b.ints(2), y));
    case NumberOp::BitAnd:
      return b.binary("BitwiseAnd", x, y);
    case NumberOp::BitOr:
      return b.binary("BitwiseOr", x, y);
    case NumberOp::BitXor:
      return b.binary("BitwiseXor", x, y);
    case NumberOp::And:
      return b.And(x, y);
    case NumberOp::Or:
      return b.Or(x, y);
    case NumberOp::Eq:
      return b.Equal(x, y);
    case NumberOp::Less:
      return b.Less(x, y);
    case NumberOp::LessEq:
      return b.LessOrEqual(x, y);
    default:
      llvm_unreachable("takes one operand");
    }
  }

private:
  Type getBool() { return b.getBuilder().getI1Type(); }
};
} // namespace

/// Whether the name of a symbol says how to compute it from symbols that have
/// sources.
static bool canComputeOpaque(const SymbolSources &sources,
                             AffineSymbolExpr symbol) {
  std::optional<sym::OpaqueExpr> function =
      sym::parseOpaque(sym::getSymbolName(symbol), symbol.getContext());
  ComputableTarget target{sources};
  return function && sym::OpaqueEvaluator<ComputableTarget>(target)
                         .evaluateSize(*function)
                         .has_value();
}

bool SymbolSources::canCompute(AffineExpr expr) const {
  bool known = true;
  expr.walk([&](AffineExpr part) {
    if (auto symbol = dyn_cast<AffineSymbolExpr>(part))
      known &= sources.find(part) != nullptr || canComputeOpaque(*this, symbol);
  });
  return known;
}

Value SymbolSources::compute(ONNXBuilder &b, AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return b.ints(constant.getValue());
  if (Value value = computed.lookup(expr))
    return value;
  Value result;
  if (isa<AffineSymbolExpr>(expr)) {
    const Source *known = sources.find(expr);
    if (!known) {
      std::optional<sym::OpaqueExpr> function = sym::parseOpaque(
          sym::getSymbolName(cast<AffineSymbolExpr>(expr)), expr.getContext());
      BuilderTarget target{b, *this};
      std::optional<Value> size;
      if (function)
        size =
            sym::OpaqueEvaluator<BuilderTarget>(target).evaluateSize(*function);
      if (!size)
        return {};
      computed.set(expr, *size);
      recent.push_back(expr);
      return *size;
    }
    const Source source = *known;
    if (source.axis < 0) {
      result = b.Unsqueeze(source.value, 0);
    } else {
      result = b.Shape(source.value, source.axis, source.axis + 1);
      if (source.offset != 0)
        result = b.Sub(result, b.ints(source.offset));
      if (source.scale != 1)
        result = b.Div(result, b.ints(source.scale));
    }
  } else {
    auto binary = cast<AffineBinaryOpExpr>(expr);
    Value lhs = compute(b, binary.getLHS());
    Value rhs = compute(b, binary.getRHS());
    if (!lhs || !rhs)
      return {};
    switch (binary.getKind()) {
    case AffineExprKind::Add:
      result = b.Add(lhs, rhs);
      break;
    case AffineExprKind::Mul:
      result = b.Mul(lhs, rhs);
      break;
    case AffineExprKind::FloorDiv:
      result = b.floorDiv(lhs, rhs);
      break;
    case AffineExprKind::CeilDiv:
      result = b.Neg(b.floorDiv(b.Neg(lhs), rhs));
      break;
    case AffineExprKind::Mod:
      result = b.Mod(lhs, rhs);
      break;
    default:
      return {};
    }
  }
  computed.set(expr, result);
  recent.push_back(expr);
  return result;
}

void SymbolSources::rollBack() {
  for (AffineExpr expr : recent)
    computed.erase(expr);
  recent.clear();
}

Value SymbolSources::computeShape(ONNXBuilder &b, ArrayRef<AffineExpr> dims) {
  SmallVector<Value> parts;
  SmallVector<int64_t> constants;
  auto flush = [&] {
    if (!constants.empty())
      parts.push_back(b.ints(constants));
    constants.clear();
  };
  for (size_t i = 0; i < dims.size(); ++i) {
    if (!dims[i])
      return {};
    if (auto constant = dyn_cast<AffineConstantExpr>(dims[i])) {
      constants.push_back(constant.getValue());
      continue;
    }
    flush();
    const Source *known = sources.find(dims[i]);
    if (!known || known->axis < 0 || known->scale != 1 || known->offset != 0) {
      parts.push_back(compute(b, dims[i]));
      if (!parts.back())
        return {};
      continue;
    }
    // As many following dimensions as the source has in the same order.
    Value source = known->value;
    int64_t axis = known->axis, count = 1;
    sym::DimList sourceDims = b.checkedDims(source);
    while (i + 1 < dims.size() && axis + count < int64_t(sourceDims.size()) &&
           dims[i + 1] && dims[i + 1] == sourceDims[axis + count]) {
      ++i;
      ++count;
    }
    parts.push_back(count == 1 ? compute(b, dims[i])
                               : b.Shape(source, axis, axis + count));
  }
  flush();
  return parts.empty() ? b.ints({}) : b.Concat(parts, 0);
}
