//===- Dims.cpp - Arithmetic on symbolic sizes ----------------------------===//
//
// Implements Dims.h except for text. Each function reads its operands into
// polynomials, computes, and writes the result.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Sym/IR/Functions.h"

#include "Polynomial.h"
#include "Symbols.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace torch_onnx;

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

AffineExpr sym::getSymbol(MLIRContext *context, StringRef name) {
  unsigned position =
      Symbols::get(context).intern(StringAttr::get(context, name));
  return getAffineSymbolExpr(position, context);
}

StringRef sym::getSymbolName(AffineExpr size) {
  auto symbol = dyn_cast_if_present<AffineSymbolExpr>(size);
  auto name = symbol ? dyn_cast_if_present<StringAttr>(
                           Symbols::get(symbol.getContext())
                               .getSymbol(symbol.getPosition()))
                     : StringAttr();
  return name ? name.getValue() : StringRef();
}

unsigned sym::getNumSymbols(MLIRContext *context) {
  return Symbols::get(context).size();
}

/// The symbols in `expr`. Functions are not entered.
static llvm::SetVector<AffineExpr> getAtoms(AffineExpr expr) {
  llvm::SetVector<AffineExpr> atoms;
  if (expr)
    expr.walk([&](AffineExpr part) {
      if (isa<AffineSymbolExpr>(part))
        atoms.insert(part);
    });
  return atoms;
}

namespace {
/// Collects the distinct named symbols.
struct NamedSymbols {
  llvm::SetVector<AffineExpr> found;
  llvm::SmallDenseSet<Attribute> seen;

  void collect(AffineExpr size) {
    for (AffineExpr atom : getAtoms(size))
      if (sym::CallAttr call = sym::getCall(atom))
        collect(call);
      else
        found.insert(atom);
  }
  void collect(sym::CallAttr call) {
    if (!seen.insert(call).second)
      return;
    for (Attribute operand : call.getOperands())
      if (auto nested = dyn_cast<sym::CallAttr>(operand))
        collect(nested);
      else
        collect(sym::getSize(operand));
  }
};
} // namespace

SmallVector<AffineSymbolExpr> sym::getSymbols(AffineExpr expr) {
  NamedSymbols named;
  named.collect(normalize(expr));
  auto symbols = llvm::map_to_vector(named.found, [](AffineExpr symbol) {
    return cast<AffineSymbolExpr>(symbol);
  });
  llvm::sort(symbols, [](AffineSymbolExpr lhs, AffineSymbolExpr rhs) {
    return getSymbolName(lhs) < getSymbolName(rhs);
  });
  return symbols;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

AffineExpr sym::normalize(AffineExpr expr) {
  if (!expr || isa<AffineConstantExpr>(expr))
    return expr;
  Symbols &names = Symbols::get(expr.getContext());
  if (std::optional<AffineExpr> known = names.findNormal(expr))
    return *known;
  Arithmetic arithmetic(expr.getContext());
  MaybePoly poly = arithmetic.read(expr);
  AffineExpr normal = poly ? arithmetic.write(*poly) : AffineExpr();
  names.insertNormal(expr, normal);
  if (normal && normal != expr)
    names.insertNormal(normal, normal);
  return normal;
}

bool sym::isKnownEqual(AffineExpr lhs, AffineExpr rhs) {
  lhs = normalize(lhs);
  return lhs && lhs == normalize(rhs);
}

std::optional<int64_t> sym::getConstant(AffineExpr expr) {
  if (auto constant = dyn_cast_or_null<AffineConstantExpr>(normalize(expr)))
    return constant.getValue();
  return std::nullopt;
}

static AffineExpr
compute(AffineExpr lhs, AffineExpr rhs,
        sym::MaybePoly (sym::Arithmetic::*op)(const sym::Poly &,
                                              const sym::Poly &)) {
  if (!lhs || !rhs)
    return {};
  sym::Arithmetic arithmetic(lhs.getContext());
  sym::MaybePoly l = arithmetic.read(lhs), r = arithmetic.read(rhs);
  sym::MaybePoly result = l && r ? (arithmetic.*op)(*l, *r) : std::nullopt;
  return result ? arithmetic.write(*result) : AffineExpr();
}

static AffineExpr toExpr(int64_t value, AffineExpr other) {
  return other ? getAffineConstantExpr(value, other.getContext())
               : AffineExpr();
}

AffineExpr sym::add(AffineExpr lhs, AffineExpr rhs) {
  return compute(lhs, rhs, &Arithmetic::add);
}
AffineExpr sym::sub(AffineExpr lhs, AffineExpr rhs) {
  return add(lhs, mul(rhs, -1));
}
AffineExpr sym::mul(AffineExpr lhs, AffineExpr rhs) {
  return compute(lhs, rhs, &Arithmetic::mul);
}
AffineExpr sym::floorDiv(AffineExpr lhs, AffineExpr rhs) {
  return compute(lhs, rhs, &Arithmetic::floorDiv);
}
AffineExpr sym::ceilDiv(AffineExpr lhs, AffineExpr rhs) {
  return compute(lhs, rhs, &Arithmetic::ceilDiv);
}
AffineExpr sym::mod(AffineExpr lhs, AffineExpr rhs) {
  return compute(lhs, rhs, &Arithmetic::mod);
}
AffineExpr sym::add(AffineExpr lhs, int64_t rhs) {
  return add(lhs, toExpr(rhs, lhs));
}
AffineExpr sym::mul(AffineExpr lhs, int64_t rhs) {
  return mul(lhs, toExpr(rhs, lhs));
}
AffineExpr sym::floorDiv(AffineExpr lhs, int64_t rhs) {
  return floorDiv(lhs, toExpr(rhs, lhs));
}
AffineExpr sym::ceilDiv(AffineExpr lhs, int64_t rhs) {
  return ceilDiv(lhs, toExpr(rhs, lhs));
}
AffineExpr sym::mod(AffineExpr lhs, int64_t rhs) {
  return mod(lhs, toExpr(rhs, lhs));
}

AffineExpr sym::sum(ArrayRef<AffineExpr> exprs, MLIRContext *context) {
  Arithmetic arithmetic(context);
  SmallVector<Term> terms;
  for (AffineExpr expr : exprs) {
    MaybePoly poly = expr ? arithmetic.read(expr) : std::nullopt;
    if (!poly)
      return {};
    terms.append(poly->begin(), poly->end());
  }
  MaybePoly result = arithmetic.collect(std::move(terms));
  return result ? arithmetic.write(*result) : AffineExpr();
}

AffineExpr sym::product(ArrayRef<AffineExpr> factors, MLIRContext *context) {
  Arithmetic arithmetic(context);
  MaybePoly result = Arithmetic::constant(1);
  for (AffineExpr factor : factors) {
    MaybePoly poly = factor ? arithmetic.read(factor) : std::nullopt;
    if (poly)
      result = arithmetic.mul(*result, *poly);
    if (!poly || !result)
      return {};
  }
  return arithmetic.write(*result);
}

using Replacement = llvm::function_ref<AffineExpr(AffineSymbolExpr)>;

/// Replaces each symbol in `number`; null if the result is unknown.
static Attribute substitute(Attribute number, Replacement replacement) {
  if (AffineExpr size = sym::getSize(number))
    return sym::getNumber(sym::substitute(size, replacement));
  auto call = dyn_cast<sym::CallAttr>(number);
  if (!call)
    return number;
  auto operands = llvm::map_to_vector(call.getOperands(), [&](Attribute x) {
    return substitute(x, replacement);
  });
  if (call.getFunction() != sym::Function::Unknown)
    return sym::call(call.getFunction(), operands);
  return sym::callUnknown(call.getName(), call.getKind(), operands,
                          call.getContext());
}

AffineExpr sym::substitute(AffineExpr expr, Replacement replacement) {
  expr = normalize(expr);
  DenseMap<AffineExpr, AffineExpr> replacements;
  for (AffineExpr atom : getAtoms(expr)) {
    CallAttr call = getCall(atom);
    AffineExpr to = call ? getSize(::substitute(call, replacement))
                         : normalize(replacement(cast<AffineSymbolExpr>(atom)));
    if (!to)
      return {};
    replacements[atom] = to;
  }
  return expr ? normalize(expr.replace(replacements)) : expr;
}

static std::optional<int64_t>
evaluateNormal(AffineExpr expr,
               llvm::function_ref<std::optional<int64_t>(StringRef)> value) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (sym::CallAttr call = sym::getCall(expr)) {
    std::optional<sym::Constant> result = sym::evaluate(call, value);
    return result ? std::optional(std::get<int64_t>(*result)) : std::nullopt;
  }
  if (isa<AffineSymbolExpr>(expr))
    return value(sym::getSymbolName(expr));
  auto op = cast<AffineBinaryOpExpr>(expr);
  std::optional<int64_t> lhs = evaluateNormal(op.getLHS(), value);
  std::optional<int64_t> rhs = evaluateNormal(op.getRHS(), value);
  if (!lhs || !rhs)
    return std::nullopt;
  int64_t result;
  switch (op.getKind()) {
  case AffineExprKind::Add:
    if (llvm::AddOverflow(*lhs, *rhs, result))
      return std::nullopt;
    return result;
  case AffineExprKind::Mul:
    if (llvm::MulOverflow(*lhs, *rhs, result))
      return std::nullopt;
    return result;
  case AffineExprKind::FloorDiv:
  case AffineExprKind::Mod:
    if (*rhs == 0 || llvm::divideSignedWouldOverflow(*lhs, *rhs))
      return std::nullopt;
    result = llvm::divideFloorSigned(*lhs, *rhs);
    if (op.getKind() == AffineExprKind::FloorDiv)
      return result;
    return static_cast<int64_t>(*lhs - static_cast<__int128>(*rhs) * result);
  default:
    llvm_unreachable("not in a normal form");
  }
}

std::optional<int64_t>
sym::evaluate(AffineExpr expr,
              llvm::function_ref<std::optional<int64_t>(StringRef)> value) {
  expr = normalize(expr);
  return expr ? evaluateNormal(expr, value) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

SmallVector<AffineExpr> sym::getDims(RankedTensorType type) {
  ArrayRef<AffineExpr> known;
  if (auto dims = dyn_cast_or_null<DimsAttr>(type.getEncoding()))
    if (dims.getDims().size() == size_t(type.getNumDynamicDims()))
      known = dims.getDims();
  SmallVector<AffineExpr> result;
  for (int64_t size : type.getShape()) {
    if (!ShapedType::isDynamic(size)) {
      result.push_back(getAffineConstantExpr(size, type.getContext()));
    } else if (known.empty()) {
      result.emplace_back();
    } else {
      result.push_back(known.front());
      known = known.drop_front();
    }
  }
  return result;
}

RankedTensorType sym::getTensorType(ArrayRef<AffineExpr> dims,
                                    Type elementType) {
  SmallVector<int64_t> shape;
  SmallVector<AffineExpr> dynamic;
  for (AffineExpr dim : dims) {
    dim = normalize(dim);
    auto constant = dyn_cast_or_null<AffineConstantExpr>(dim);
    if (constant && constant.getValue() >= 0) {
      shape.push_back(constant.getValue());
      continue;
    }
    shape.push_back(ShapedType::kDynamic);
    dynamic.push_back(constant ? AffineExpr() : dim);
  }
  DimsAttr encoding;
  if (llvm::any_of(dynamic, [](AffineExpr dim) { return bool(dim); }))
    encoding = DimsAttr::get(elementType.getContext(), dynamic);
  return RankedTensorType::get(shape, elementType, encoding);
}

SmallVector<AffineExpr> sym::joinDims(ArrayRef<AffineExpr> a,
                                      ArrayRef<AffineExpr> b) {
  SmallVector<AffineExpr> dims(a);
  for (auto [dim, other] : llvm::zip_equal(dims, b))
    if (dim != other)
      dim = {};
  return dims;
}
