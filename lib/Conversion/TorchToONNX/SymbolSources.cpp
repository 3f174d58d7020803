//===- SymbolSources.cpp - Sizes at run time ------------------------------===//
//
// See the header. Expressions are computed on 1-d tensors of one element, which
// can be concatenated to shapes.
//
//===----------------------------------------------------------------------===//

#include "SymbolSources.h"

#include "torch-onnx/Dialect/Sym/IR/Functions.h"
#include "torch-onnx/Dialect/Sym/IR/Linear.h"

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
    // A plain dimension is cheaper to read than one that has to be solved.
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
  // Of powers with larger exponents, only those of 0, 1 and -1 fit into 63
  // bits; they depend on the parity of the exponent.
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

bool SymbolSources::canCompute(AffineExpr expr) const {
  return !expr.walk([&](AffineExpr part) {
                bool isKnown = !isa<AffineSymbolExpr>(part) ||
                               sources.find(part) ||
                               canCompute(sym::getCall(part));
                return isKnown ? WalkResult::advance()
                               : WalkResult::interrupt();
              })
              .wasInterrupted();
}

bool SymbolSources::canCompute(sym::CallAttr call) const {
  return call && sym::canCompute(call) &&
         llvm::all_of(call.getOperands(), [&](Attribute operand) {
           if (AffineExpr size = sym::getSize(operand))
             return canCompute(size);
           auto nested = dyn_cast<sym::CallAttr>(operand);
           return !nested || canCompute(nested);
         });
}

/// A function of integers, floats (f64) or booleans, given as 1-d tensors of
/// one element.
static Value buildFunction(ONNXBuilder &b, sym::Function function,
                           ArrayRef<Value> x) {
  using sym::Function;
  switch (function) {
  case Function::Unknown:
  case Function::Ratio:
    break;
  case Function::Abs:
    return b.Abs(x[0]);
  case Function::Add:
    return b.Add(x[0], x[1]);
  case Function::And:
    return b.And(x[0], x[1]);
  case Function::BitAnd:
    return b.binary("BitwiseAnd", x[0], x[1]);
  case Function::BitOr:
    return b.binary("BitwiseOr", x[0], x[1]);
  case Function::BitXor:
    return b.binary("BitwiseXor", x[0], x[1]);
  case Function::Ceil:
    return b.Cast(b.Ceil(x[0]), b.i64());
  case Function::Div:
    return b.Div(x[0], x[1]);
  case Function::Eq:
    return b.Equal(x[0], x[1]);
  case Function::Floor:
    return b.Cast(b.Floor(x[0]), b.i64());
  case Function::IntPow:
    return buildIntegerPower(b, x[0], x[1]);
  case Function::Less:
    return b.Less(x[0], x[1]);
  case Function::LessEq:
    return b.LessOrEqual(x[0], x[1]);
  case Function::Max:
    return b.Max(x[0], x[1]);
  case Function::Min:
    return b.Min(x[0], x[1]);
  case Function::Mul:
    return b.Mul(x[0], x[1]);
  case Function::Not:
    return b.Not(x[0]);
  case Function::Or:
    return b.Or(x[0], x[1]);
  case Function::Pow:
    return b.Pow(x[0], x[1]);
  case Function::Round:
    return b.Cast(b.Round(x[0]), b.i64());
  case Function::Select:
    return b.Where(x[0], x[1], x[2]);
  case Function::Sqrt:
    return b.Sqrt(x[0]);
  case Function::ToFloat:
    return b.Cast(x[0], b.getBuilder().getF64Type());
  case Function::Trunc: {
    Value zero = b.numbers({1}, {0.0}, b.getBuilder().getF64Type());
    Value isNegative = b.Less(x[0], zero);
    Value up = b.Ceil(x[0]);
    Value down = b.Floor(x[0]);
    return b.Cast(b.Where(isNegative, up, down), b.i64());
  }
  }
  llvm_unreachable("canCompute() is false");
}

Value SymbolSources::compute(ONNXBuilder &b, Attribute number) {
  if (AffineExpr size = sym::getSize(number))
    return compute(b, size);
  if (auto constant = dyn_cast<FloatAttr>(number))
    return b.numbers({1}, {constant.getValueAsDouble()}, constant.getType());
  if (auto constant = dyn_cast<BoolAttr>(number))
    return b.Cast(b.ints(constant.getValue()), b.getBuilder().getI1Type());
  auto call = cast<sym::CallAttr>(number);
  SmallVector<Value> x;
  for (Attribute operand : call.getOperands()) {
    x.push_back(compute(b, operand));
    if (!x.back())
      return {};
  }
  // Max(a, b, c) = Max(Max(a, b), c).
  for (; x.size() > 2 && call.getFunction() != sym::Function::Select;
       x.erase(x.begin() + 1))
    x[0] = buildFunction(b, call.getFunction(), x);
  return buildFunction(b, call.getFunction(), x);
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
      sym::CallAttr call = sym::getCall(expr);
      result = canCompute(call) ? compute(b, Attribute(call)) : Value();
      if (!result)
        return {};
      computed.set(expr, result);
      recent.push_back(expr);
      return result;
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
    // Reads all following dimensions that match those of the source at once.
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
