//===- SymbolSources.cpp - Sizes at run time ------------------------------===//
//
// See the header. Expressions are computed on 1-d tensors of one element, the
// form in which shapes are concatenated.
//
//===----------------------------------------------------------------------===//

#include "SymbolSources.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

using namespace mlir;
using namespace torch_onnx;
using onnx::ONNXBuilder;

/// Matches `scale * symbol + offset`.
static std::optional<std::tuple<AffineExpr, int64_t, int64_t>>
matchLinear(AffineExpr expr) {
  int64_t scale = 1, offset = 0;
  if (auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
      sum && sum.getKind() == AffineExprKind::Add)
    if (auto constant = dyn_cast<AffineConstantExpr>(sum.getRHS())) {
      offset = constant.getValue();
      expr = sum.getLHS();
    }
  if (auto product = dyn_cast<AffineBinaryOpExpr>(expr);
      product && product.getKind() == AffineExprKind::Mul)
    if (auto constant = dyn_cast<AffineConstantExpr>(product.getRHS())) {
      scale = constant.getValue();
      expr = product.getLHS();
    }
  if (!isa<AffineSymbolExpr>(expr) || scale == 0)
    return std::nullopt;
  return std::make_tuple(expr, scale, offset);
}

void SymbolSources::addTensor(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!type || type.hasStaticShape())
    return;
  for (auto [axis, dim] : llvm::enumerate(sym::getDims(type))) {
    if (!dim || isa<AffineConstantExpr>(dim))
      continue;
    auto linear = matchLinear(dim);
    if (!linear)
      continue;
    auto [symbol, scale, offset] = *linear;
    Source source{tensor, int64_t(axis), scale, offset};
    auto [it, inserted] = sources.try_emplace(symbol, source);
    // A plain dimension is cheaper to read than one to be solved for.
    if (!inserted && it->second.axis >= 0 &&
        (it->second.scale != 1 || it->second.offset != 0) && scale == 1 &&
        offset == 0)
      it->second = source;
  }
}

void SymbolSources::addScalar(AffineExpr symbol, Value scalar) {
  sources.try_emplace(symbol, Source{scalar});
}

bool SymbolSources::canCompute(AffineExpr expr) const {
  bool known = true;
  expr.walk([&](AffineExpr part) {
    if (isa<AffineSymbolExpr>(part))
      known &= sources.contains(part);
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
    auto it = sources.find(expr);
    if (it == sources.end())
      return {};
    const Source &source = it->second;
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
  computed[expr] = result;
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
    auto it = sources.find(dims[i]);
    if (it == sources.end() || it->second.axis < 0 || it->second.scale != 1 ||
        it->second.offset != 0) {
      parts.push_back(compute(b, dims[i]));
      if (!parts.back())
        return {};
      continue;
    }
    // As many following dimensions as the source has in the same order.
    Value source = it->second.value;
    int64_t axis = it->second.axis, count = 1;
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
