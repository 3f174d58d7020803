//===- Polynomial.cpp - The normal form of a size -------------------------===//
//
// See Polynomial.h. Every step that can overflow is checked, and every loop
// whose length depends on the input is counted.
//
//===----------------------------------------------------------------------===//

#include "Polynomial.h"
#include "Symbols.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <limits>
#include <numeric>

using namespace mlir;
using namespace torch_onnx::sym;

static constexpr unsigned kMaxTerms = 1024;
static constexpr unsigned kMaxDegree = 64;
static constexpr unsigned kMaxDepth = 64;
static constexpr uint64_t kMaxNodes = 1 << 13;
static constexpr uint64_t kMaxSteps = 1 << 17;

Arithmetic::Arithmetic(MLIRContext *context)
    : context(context), symbols(Symbols::get(context)) {}

bool Arithmetic::spend(uint64_t count) {
  steps += count;
  return steps <= kMaxSteps;
}

Attribute Arithmetic::getSymbol(AffineSymbolExpr symbol) {
  auto [it, isNew] = seenSymbols.try_emplace(symbol.getPosition());
  if (isNew)
    it->second = symbols.getSymbol(symbol.getPosition());
  return it->second;
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// Symbols before quotients before remainders.
static int getRank(AffineExpr expr) {
  switch (expr.getKind()) {
  case AffineExprKind::Constant:
    return 0;
  case AffineExprKind::SymbolId:
    return 1;
  case AffineExprKind::FloorDiv:
    return 2;
  case AffineExprKind::Mod:
    return 3;
  case AffineExprKind::Mul:
    return 4;
  default:
    return 5;
  }
}

template <typename T> static int compareValues(const T &lhs, const T &rhs) {
  return lhs < rhs ? -1 : rhs < lhs ? 1 : 0;
}

// Equal operands built by build() are equal pointers, so the comparison
// descends into only one operand of each level.
int Arithmetic::compare(AffineExpr lhs, AffineExpr rhs) {
  while (lhs != rhs) {
    if (int order = compareValues(getRank(lhs), getRank(rhs)))
      return order;
    if (auto symbol = dyn_cast<AffineSymbolExpr>(lhs))
      return compare(getSymbol(symbol), getSymbol(cast<AffineSymbolExpr>(rhs)));
    if (auto constant = dyn_cast<AffineConstantExpr>(lhs))
      return compareValues(constant.getValue(),
                           cast<AffineConstantExpr>(rhs).getValue());
    auto lhsOp = cast<AffineBinaryOpExpr>(lhs);
    auto rhsOp = cast<AffineBinaryOpExpr>(rhs);
    bool same = lhsOp.getLHS() == rhsOp.getLHS();
    lhs = same ? lhsOp.getRHS() : lhsOp.getLHS();
    rhs = same ? rhsOp.getRHS() : rhsOp.getLHS();
  }
  return 0;
}

/// Constants before sizes before functions before names.
static int getRank(Attribute number) {
  if (auto size = dyn_cast<SizeAttr>(number))
    return isa<AffineConstantExpr>(size.getSize()) ? 2 : 3;
  return isa<FloatAttr>(number)  ? 0
         : isa<BoolAttr>(number) ? 1
         : isa<CallAttr>(number) ? 4
                                 : 5;
}

int Arithmetic::compare(Attribute lhs, Attribute rhs) {
  if (lhs == rhs)
    return 0;
  if (int order = compareValues(getRank(lhs), getRank(rhs)))
    return order;
  if (auto name = dyn_cast<StringAttr>(lhs))
    return compareValues(name.getValue(), cast<StringAttr>(rhs).getValue());
  if (auto size = dyn_cast<SizeAttr>(lhs)) {
    AffineExpr l = size.getSize(), r = cast<SizeAttr>(rhs).getSize();
    MaybePoly x = read(l), y = read(r);
    if (!x || !y)
      return compare(l, r);
    for (const auto &[a, b] : llvm::zip(*x, *y))
      if (int order = compareFactors(a.factors, b.factors))
        return order;
      else if (int order = compareValues(a.coef, b.coef))
        return order;
    return compareValues(x->size(), y->size());
  }
  if (auto constant = dyn_cast<FloatAttr>(lhs)) {
    double r = cast<FloatAttr>(rhs).getValueAsDouble();
    int order = compareValues(constant.getValueAsDouble(), r);
    return order ? order : std::signbit(r) ? 1 : -1;
  }
  if (auto constant = dyn_cast<BoolAttr>(lhs))
    return constant.getValue() ? 1 : -1;
  auto l = cast<CallAttr>(lhs), r = cast<CallAttr>(rhs);
  auto getKey = [](CallAttr call) {
    return std::tuple(call.getFunction(), call.getKind(), call.getName(),
                      call.getOperands().size());
  };
  if (int order = compareValues(getKey(l), getKey(r)))
    return order;
  for (auto [x, y] : llvm::zip_equal(l.getOperands(), r.getOperands()))
    if (int order = compare(x, y))
      return order;
  return 0;
}

/// Negative if the term with `lhs` comes first.
int Arithmetic::compareFactors(ArrayRef<AffineExpr> lhs,
                               ArrayRef<AffineExpr> rhs) {
  if (lhs.size() != rhs.size())
    return lhs.size() > rhs.size() ? -1 : 1;
  for (auto [l, r] : llvm::zip_equal(lhs, rhs))
    if (int order = compare(l, r))
      return order;
  return 0;
}

//===----------------------------------------------------------------------===//
// Monomials
//===----------------------------------------------------------------------===//

SmallVector<AffineExpr, 2> Arithmetic::mulFactors(ArrayRef<AffineExpr> lhs,
                                                  ArrayRef<AffineExpr> rhs) {
  SmallVector<AffineExpr, 2> result(lhs.size() + rhs.size());
  std::merge(lhs.begin(), lhs.end(), rhs.begin(), rhs.end(), result.begin(),
             [&](AffineExpr l, AffineExpr r) { return compare(l, r) < 0; });
  return result;
}

std::optional<SmallVector<AffineExpr, 2>>
Arithmetic::divideFactors(ArrayRef<AffineExpr> factors,
                          ArrayRef<AffineExpr> divisor) {
  if (divisor.size() > factors.size())
    return std::nullopt;
  SmallVector<AffineExpr, 2> result;
  for (AffineExpr factor : factors) {
    if (!divisor.empty() && divisor.front() == factor)
      divisor = divisor.drop_front();
    else
      result.push_back(factor);
  }
  if (!divisor.empty())
    return std::nullopt;
  return result;
}

SmallVector<AffineExpr, 2> Arithmetic::commonFactors(ArrayRef<AffineExpr> lhs,
                                                     ArrayRef<AffineExpr> rhs) {
  SmallVector<AffineExpr, 2> result;
  while (!lhs.empty() && !rhs.empty()) {
    int order = compare(lhs.front(), rhs.front());
    if (order == 0)
      result.push_back(lhs.front());
    if (order <= 0)
      lhs = lhs.drop_front();
    if (order >= 0)
      rhs = rhs.drop_front();
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Sums and products
//===----------------------------------------------------------------------===//

Poly Arithmetic::constant(int64_t value) {
  Poly poly;
  if (value != 0)
    poly.push_back({{}, value});
  return poly;
}

MaybePoly Arithmetic::collect(SmallVector<Term> terms) {
  if (!spend(terms.size()))
    return std::nullopt;
  llvm::sort(terms, [&](const Term &lhs, const Term &rhs) {
    return compareFactors(lhs.factors, rhs.factors) < 0;
  });
  Poly poly;
  for (size_t i = 0, e = terms.size(); i != e;) {
    Term term = std::move(terms[i]);
    // Wide enough for the sum of all terms in any order.
    __int128 coef = term.coef;
    for (++i; i != e && terms[i].factors == term.factors; ++i)
      coef += terms[i].coef;
    term.coef = static_cast<int64_t>(coef);
    if (term.coef != coef)
      return std::nullopt;
    if (term.coef == 0)
      continue;
    if (term.coef == std::numeric_limits<int64_t>::min() ||
        poly.size() == kMaxTerms || term.factors.size() > kMaxDegree)
      return std::nullopt;
    poly.push_back(std::move(term));
  }
  return poly;
}

MaybePoly Arithmetic::add(const Poly &lhs, const Poly &rhs) {
  SmallVector<Term> terms(lhs.begin(), lhs.end());
  terms.append(rhs.begin(), rhs.end());
  return collect(std::move(terms));
}

MaybePoly Arithmetic::scale(Poly poly, int64_t factor) {
  if (factor == 0)
    return Poly();
  if (!spend(poly.size()))
    return std::nullopt;
  for (Term &term : poly)
    if (llvm::MulOverflow(term.coef, factor, term.coef) ||
        term.coef == std::numeric_limits<int64_t>::min())
      return std::nullopt;
  return poly;
}

MaybePoly Arithmetic::mul(const Poly &lhs, const Poly &rhs) {
  if (!spend(uint64_t(lhs.size()) * rhs.size()))
    return std::nullopt;
  SmallVector<Term> terms;
  for (const Term &l : lhs) {
    for (const Term &r : rhs) {
      if (l.factors.size() + r.factors.size() > kMaxDegree)
        return std::nullopt;
      Term term{mulFactors(l.factors, r.factors)};
      if (llvm::MulOverflow(l.coef, r.coef, term.coef))
        return std::nullopt;
      terms.push_back(std::move(term));
    }
  }
  return collect(std::move(terms));
}

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

// (lhs + rhs - 1) floordiv rhs for rhs > 0.
MaybePoly Arithmetic::ceilDiv(const Poly &lhs, const Poly &rhs) {
  if (!rhs.empty() && rhs.front().isConstant() && rhs.front().coef < 0) {
    MaybePoly negatedLhs = scale(lhs, -1), negatedRhs = scale(rhs, -1);
    return negatedLhs && negatedRhs ? ceilDiv(*negatedLhs, *negatedRhs)
                                    : std::nullopt;
  }
  MaybePoly sum = add(lhs, rhs);
  MaybePoly dividend = sum ? add(*sum, constant(-1)) : std::nullopt;
  return dividend ? floorDiv(*dividend, rhs) : std::nullopt;
}

MaybePoly Arithmetic::mod(const Poly &lhs, const Poly &rhs) {
  MaybePoly quotient = floorDiv(lhs, rhs);
  MaybePoly multiple = quotient ? mul(*quotient, rhs) : std::nullopt;
  MaybePoly negated = multiple ? scale(*multiple, -1) : std::nullopt;
  return negated ? add(lhs, *negated) : std::nullopt;
}

bool Arithmetic::divideByTerm(Poly &poly, const Term &divisor, int64_t sign,
                              SmallVectorImpl<Term> &quotient) {
  if (!spend(poly.size()))
    return false;
  llvm::erase_if(poly, [&](Term &term) {
    auto rest = divideFactors(term.factors, divisor.factors);
    int64_t times = rest ? llvm::divideFloorSigned(term.coef, divisor.coef) : 0;
    if (times == 0)
      return false;
    quotient.push_back({std::move(*rest), sign * times});
    // The product alone may overflow 64 bits.
    term.coef -= static_cast<__int128>(times) * divisor.coef;
    return term.coef == 0;
  });
  return true;
}

MaybePoly Arithmetic::divideExactly(Poly poly, const Poly &divisor) {
  SmallVector<Term> quotient;
  const Term &lead = divisor.front();
  while (!poly.empty()) {
    auto rest = divideFactors(poly.front().factors, lead.factors);
    if (!rest || poly.front().coef % lead.coef != 0)
      return std::nullopt;
    quotient.push_back({std::move(*rest), poly.front().coef / lead.coef});
    MaybePoly multiple =
        mul(divisor, {Term{quotient.back().factors, -quotient.back().coef}});
    MaybePoly difference = multiple ? add(poly, *multiple) : std::nullopt;
    if (!difference)
      return std::nullopt;
    poly = std::move(*difference);
  }
  return collect(std::move(quotient));
}

bool Arithmetic::cancel(Poly &lhs, Poly &rhs) {
  Term common = rhs.front();
  for (const Poly *poly : {&lhs, &rhs}) {
    for (const Term &term : *poly) {
      common.factors = commonFactors(common.factors, term.factors);
      common.coef = std::gcd(common.coef, term.coef);
    }
  }
  if (common.factors.empty() && common.coef == 1)
    return false;
  for (Poly *poly : {&lhs, &rhs}) {
    for (Term &term : *poly) {
      term.factors = *divideFactors(term.factors, common.factors);
      term.coef /= common.coef;
    }
  }
  return true;
}

bool Arithmetic::flattenNested(Poly &lhs, Poly &rhs) {
  const Term *nested = nullptr;
  for (const Term &term : lhs) {
    if (term.coef != 1 || term.factors.size() != 1 ||
        !isa<AffineBinaryOpExpr>(term.factors.front()))
      continue;
    const Poly &divisor = getParts(term.factors.front()).second;
    if (!divisor.front().isConstant())
      continue;
    if (nested)
      return false;
    nested = &term;
  }
  if (!nested)
    return false;
  const auto &[dividend, divisor] = getParts(nested->factors.front());
  int64_t scaleBy = divisor.front().coef;
  Poly rest = lhs;
  rest.erase(rest.begin() + (nested - lhs.begin()));
  MaybePoly scaled = scale(std::move(rest), scaleBy);
  MaybePoly newLhs = scaled ? add(*scaled, dividend) : std::nullopt;
  MaybePoly newRhs = scale(rhs, scaleBy);
  if (!newLhs || !newRhs)
    return false;
  lhs = std::move(*newLhs);
  rhs = std::move(*newRhs);
  return true;
}

/// Divides by a common divisor of the constant divisor and of all coefficients
/// of the dividend. The constant term is rounded down, because the rest is an
/// integer.
static void cancelConstantDivisor(Poly &lhs, Poly &rhs) {
  int64_t divisor = rhs.front().coef;
  int64_t common = divisor;
  for (const Term &term : lhs)
    if (!term.isConstant())
      common = std::gcd(common, term.coef);
  if (common == 1)
    return;
  for (Term &term : lhs)
    term.coef = llvm::divideFloorSigned(term.coef, common);
  llvm::erase_if(lhs, [](const Term &term) { return term.coef == 0; });
  rhs.front().coef = divisor / common;
}

/// x floordiv d = -((d - 1 - x) floordiv d). The form whose first coefficient
/// is nearer to 0 modulo d is kept; returns true for the second form. (For d =
/// 2 both coefficients are 1, and both forms are kept.)
static bool isMirrored(const Poly &lhs, int64_t divisor) {
  for (const Term &term : lhs) {
    // Coefficients are reduced modulo the divisor, so 2*coef != divisor
    // decides.
    if (term.isConstant() || term.coef == divisor - term.coef)
      continue;
    return term.coef > divisor - term.coef;
  }
  return false;
}

MaybePoly Arithmetic::floorDiv(Poly lhs, Poly rhs, unsigned depth) {
  if (rhs.empty())
    return std::nullopt;
  if (rhs.front().coef < 0) {
    MaybePoly negatedLhs = scale(std::move(lhs), -1);
    MaybePoly negatedRhs = scale(std::move(rhs), -1);
    if (!negatedLhs || !negatedRhs)
      return std::nullopt;
    lhs = std::move(*negatedLhs);
    rhs = std::move(*negatedRhs);
  }

  // Each iteration makes the dividend smaller or the divisor simpler. The
  // result is quotient + sign * (lhs floordiv rhs).
  SmallVector<Term> quotient;
  int64_t sign = 1;
  while (true) {
    if (rhs.size() > 1) {
      if (MaybePoly exact = divideExactly(lhs, rhs))
        return exact;
      cancel(lhs, rhs);
      break;
    }
    if (!divideByTerm(lhs, rhs.front(), sign, quotient))
      return std::nullopt;
    bool isConstant = rhs.front().isConstant();
    // The remaining constant is in [0, divisor).
    if (lhs.empty() || (isConstant && lhs.front().isConstant()))
      return collect(std::move(quotient));
    if (!isConstant) {
      if (!cancel(lhs, rhs))
        break;
      continue;
    }
    cancelConstantDivisor(lhs, rhs);
    if (rhs.front().coef == 1)
      continue;
    if (isMirrored(lhs, rhs.front().coef)) {
      MaybePoly negated = scale(std::move(lhs), -1);
      negated = negated ? add(*negated, constant(rhs.front().coef - 1))
                        : std::nullopt;
      if (!negated)
        return std::nullopt;
      lhs = std::move(*negated);
      sign = -sign;
      continue;
    }
    if (!flattenNested(lhs, rhs))
      break;
  }

  MaybePoly atom = makeQuotient(std::move(lhs), std::move(rhs), depth);
  if (atom)
    atom = scale(std::move(*atom), sign);
  if (!atom)
    return std::nullopt;
  quotient.append(atom->begin(), atom->end());
  return collect(std::move(quotient));
}

MaybePoly Arithmetic::makeQuotient(Poly lhs, Poly rhs, unsigned depth) {
  uint64_t nodes = 1 + countNodes(lhs) + countNodes(rhs);
  if (nodes > kMaxNodes || depth > kMaxDepth)
    return std::nullopt;
  AffineExpr expr = build(lhs).floorDiv(build(rhs));
  // AffineExpr does not simplify a reduced quotient further. If it did, the
  // result would be valid too.
  if (expr.getKind() != AffineExprKind::FloorDiv)
    return read(expr, depth + 1);
  auto &atom = atoms[expr];
  if (!atom)
    atom =
        std::make_unique<Atom>(Atom{{std::move(lhs), std::move(rhs)}, nodes});
  return Poly{Term{{expr}}};
}

//===----------------------------------------------------------------------===//
// From and to AffineExpr
//===----------------------------------------------------------------------===//

MaybePoly Arithmetic::readProduct(AffineExpr expr, unsigned depth) {
  Poly result = constant(1);
  SmallVector<AffineExpr> worklist{expr};
  while (!worklist.empty()) {
    AffineExpr factor = worklist.pop_back_val();
    if (factor.getKind() == AffineExprKind::Mul) {
      auto op = cast<AffineBinaryOpExpr>(factor);
      worklist.push_back(op.getLHS());
      worklist.push_back(op.getRHS());
      if (!spend(1))
        return std::nullopt;
      continue;
    }
    MaybePoly poly = read(factor, depth + 1);
    MaybePoly product = poly ? mul(result, *poly) : std::nullopt;
    if (!product)
      return std::nullopt;
    result = std::move(*product);
  }
  return result;
}

MaybePoly Arithmetic::read(AffineExpr expr, unsigned depth) {
  if (depth > kMaxDepth)
    return std::nullopt;
  // Sums can be long chains, so this loop does not recurse.
  SmallVector<Term> terms;
  SmallVector<AffineExpr> worklist{expr};
  while (!worklist.empty()) {
    AffineExpr part = worklist.pop_back_val();
    if (!spend(1))
      return std::nullopt;
    MaybePoly poly;
    switch (part.getKind()) {
    case AffineExprKind::Constant:
      terms.push_back({{}, cast<AffineConstantExpr>(part).getValue()});
      continue;
    case AffineExprKind::DimId:
      return std::nullopt;
    case AffineExprKind::SymbolId:
      if (!getSymbol(cast<AffineSymbolExpr>(part)))
        return std::nullopt;
      terms.push_back({{part}});
      continue;
    case AffineExprKind::Add:
      worklist.push_back(cast<AffineBinaryOpExpr>(part).getLHS());
      worklist.push_back(cast<AffineBinaryOpExpr>(part).getRHS());
      continue;
    case AffineExprKind::Mul:
      poly = readProduct(part, depth);
      break;
    case AffineExprKind::FloorDiv:
    case AffineExprKind::CeilDiv:
    case AffineExprKind::Mod: {
      if (auto it = quotients.find(part); it != quotients.end()) {
        poly = it->second;
        break;
      }
      auto op = cast<AffineBinaryOpExpr>(part);
      MaybePoly lhs = read(op.getLHS(), depth + 1);
      MaybePoly rhs = lhs ? read(op.getRHS(), depth + 1) : std::nullopt;
      if (!rhs)
        return std::nullopt;
      if (part.getKind() == AffineExprKind::FloorDiv)
        poly = floorDiv(*lhs, *rhs, depth);
      else if (part.getKind() == AffineExprKind::CeilDiv)
        poly = ceilDiv(*lhs, *rhs);
      else
        poly = mod(*lhs, *rhs);
      quotients[part] = poly;
      break;
    }
    }
    if (!poly)
      return std::nullopt;
    terms.append(poly->begin(), poly->end());
  }
  return collect(std::move(terms));
}

uint64_t Arithmetic::countNodes(const Poly &poly) const {
  uint64_t nodes = 0;
  for (const Term &term : poly) {
    ++nodes;
    for (AffineExpr factor : term.factors) {
      auto it = atoms.find(factor);
      nodes += it == atoms.end() ? 1 : it->second->nodes;
    }
  }
  return nodes;
}

const std::pair<Poly, Poly> &Arithmetic::getParts(AffineExpr atom) const {
  return atoms.at(atom)->parts;
}

std::optional<Term> Arithmetic::foldRemainder(Poly &terms, unsigned index) {
  auto findTerm = [&](ArrayRef<AffineExpr> factors) -> Term * {
    auto it = llvm::lower_bound(terms, factors,
                                [&](const Term &t, ArrayRef<AffineExpr> f) {
                                  return compareFactors(t.factors, f) < 0;
                                });
    bool found = it != terms.end() && ArrayRef(it->factors) == factors;
    return found ? &*it : nullptr;
  };

  for (AffineExpr atom : terms[index].factors) {
    if (atom.getKind() != AffineExprKind::FloorDiv)
      continue;
    // Does the term equal -k * m * atom * (leading term of the divisor)?
    const auto &[dividend, divisor] = getParts(atom);
    const Term &lead = divisor.front();
    int64_t k = -(terms[index].coef / lead.coef);
    if (k == 0 || terms[index].coef % lead.coef != 0)
      continue;
    auto rest = divideFactors(terms[index].factors, lead.factors);
    auto m = rest ? divideFactors(*rest, {atom}) : std::nullopt;
    if (!m)
      continue;

    // All other terms must match; only the constant is arbitrary.
    SmallVector<Term *> used;
    int64_t constant = terms.back().coef;
    auto use = [&](const Poly &part, ArrayRef<AffineExpr> times, int64_t by) {
      return llvm::all_of(part, [&](const Term &wanted) {
        auto factors = mulFactors(wanted.factors, times);
        int64_t coef;
        if (llvm::MulOverflow(wanted.coef, by, coef))
          return false;
        if (factors.empty())
          return !llvm::SubOverflow(constant, coef, constant);
        used.push_back(findTerm(factors));
        return used.back() && used.back()->coef == coef;
      });
    };
    if (!use(divisor, mulFactors(*m, {atom}), -k) || !use(dividend, *m, k) ||
        constant == std::numeric_limits<int64_t>::min())
      continue;
    auto op = cast<AffineBinaryOpExpr>(atom);
    AffineExpr remainder = op.getLHS() % op.getRHS();
    if (remainder.getKind() != AffineExprKind::Mod)
      continue;

    auto &entry = atoms[remainder];
    if (!entry)
      entry = std::make_unique<Atom>(Atom{{dividend, divisor}, 0});
    for (Term *term : used)
      term->coef = 0;
    terms.back().coef = constant;
    return Term{mulFactors(*m, {remainder}), k};
  }
  return std::nullopt;
}

std::optional<Term> Arithmetic::foldMirrored(Poly &terms, unsigned index) {
  // With the terms m of the dividend and their coefficients k:
  //   m - (k*m + c) floordiv d = ((d - k)*m + d - 1 - c) floordiv d
  const int64_t times = -terms[index].coef;
  if (times <= 0 || terms[index].factors.size() != 1 ||
      terms[index].factors.front().getKind() != AffineExprKind::FloorDiv)
    return std::nullopt;
  const auto &[dividend, divisor] = getParts(terms[index].factors.front());
  if (!divisor.front().isConstant())
    return std::nullopt;
  const int64_t d = divisor.front().coef;
  Poly lhs;
  SmallVector<Term *> used;
  int64_t constant = d - 1;
  for (const Term &term : dividend) {
    if (term.isConstant()) {
      constant -= term.coef;
      continue;
    }
    Term *found = llvm::find_if(terms, [&](const Term &other) {
      return other.coef == times && other.factors == term.factors;
    });
    if (found == terms.end() || term.coef <= 0 || term.coef >= d)
      return std::nullopt;
    used.push_back(found);
    lhs.push_back({term.factors, d - term.coef});
  }
  // Only the mirrored form is parsed as this polynomial.
  if (constant < 0 || !isMirrored(lhs, d))
    return std::nullopt;
  if (constant)
    lhs.push_back({{}, constant});
  AffineExpr expr = build(lhs).floorDiv(d);
  if (expr.getKind() != AffineExprKind::FloorDiv)
    return std::nullopt;
  auto &entry = atoms[expr];
  if (!entry)
    entry = std::make_unique<Atom>(Atom{{std::move(lhs), divisor}, 0});
  terms[index].coef = 0;
  for (Term *term : used)
    term->coef = 0;
  return Term{{expr}, times};
}

Poly Arithmetic::display(const Poly &poly) {
  auto isZero = [](const Term &term) { return term.coef == 0; };
  Poly terms = poly;
  if (terms.empty() || !terms.back().isConstant())
    terms.push_back({{}, 0});
  SmallVector<Term> folded;
  for (unsigned i = 0; i < terms.size(); ++i)
    if (std::optional<Term> remainder = foldRemainder(terms, i))
      folded.push_back(std::move(*remainder));
  for (unsigned i = 0; i < terms.size(); ++i)
    if (std::optional<Term> quotient = foldMirrored(terms, i))
      folded.push_back(std::move(*quotient));
  llvm::erase_if(terms, isZero);
  if (folded.empty())
    return terms;
  terms.append(folded.begin(), folded.end());
  llvm::sort(terms, [&](const Term &lhs, const Term &rhs) {
    return compareFactors(lhs.factors, rhs.factors) < 0;
  });
  return terms;
}

/// Builds the sum as a balanced tree, because several functions of AffineExpr
/// recurse.
static AffineExpr addUp(ArrayRef<AffineExpr> terms) {
  if (terms.size() == 1)
    return terms.front();
  size_t half = terms.size() / 2;
  return addUp(terms.take_front(half)) + addUp(terms.drop_front(half));
}

AffineExpr Arithmetic::build(const Poly &poly) {
  int64_t constant = 0;
  SmallVector<AffineExpr> sums;
  for (const Term &term : display(poly)) {
    if (term.isConstant()) {
      constant = term.coef;
      continue;
    }
    AffineExpr product = term.factors.front();
    for (AffineExpr factor : ArrayRef(term.factors).drop_front())
      product = product * factor;
    sums.push_back(product * term.coef);
  }
  if (sums.empty())
    return getAffineConstantExpr(constant, context);
  return addUp(sums) + constant;
}

AffineExpr Arithmetic::write(const Poly &poly) {
  return countNodes(poly) > kMaxNodes ? AffineExpr() : build(poly);
}
