//===- Kernels.cpp - Element-wise kernels on packed blocks ----------------===//
//
// See Kernels.h. A function is a lambda over one element, compiled for each
// element type into one loop that compilers vectorize. Compiled without
// contraction of products and sums.
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::arithmetic;

//===----------------------------------------------------------------------===//
// Supported types and exactness
//===----------------------------------------------------------------------===//

static bool isFloat(Type type) {
  return type.isF16() || type.isBF16() || type.isF32() || type.isF64();
}

bool arithmetic::isComputable(Type type) {
  if (isFloat(type) || type.isInteger(1))
    return true;
  return isa<IntegerType>(type) && !type.isSignedInteger() &&
         (type.isInteger(8) || type.isInteger(16) || type.isInteger(32) ||
          type.isInteger(64));
}

bool arithmetic::isExact(UnaryOp op) { return op < UnaryOp::Relu; }
bool arithmetic::isExact(BinaryOp op) { return op < BinaryOp::Pow; }

bool arithmetic::isDefined(UnaryOp op, Type type) {
  if (!isComputable(type))
    return false;
  switch (op) {
  case UnaryOp::LogicalNot:
    return true;
  case UnaryOp::Neg:
  case UnaryOp::Abs:
  case UnaryOp::Sign:
    return !type.isInteger(1);
  case UnaryOp::Not:
    return !isFloat(type);
  default:
    return isFloat(type);
  }
}

bool arithmetic::isDefined(BinaryOp op, Type type) {
  if (!isComputable(type))
    return false;
  switch (op) {
  case BinaryOp::Sub:
    return !type.isInteger(1);
  case BinaryOp::Div:
  case BinaryOp::FMod:
  case BinaryOp::Pow:
    return isFloat(type);
  case BinaryOp::TruncDiv:
  case BinaryOp::FloorDiv:
  case BinaryOp::Remainder:
    return !isFloat(type) && !type.isInteger(1);
  case BinaryOp::And:
  case BinaryOp::Or:
  case BinaryOp::Xor:
    return !isFloat(type);
  default:
    return true;
  }
}

Type arithmetic::getResultType(UnaryOp op, Type type) {
  return op == UnaryOp::LogicalNot ? IntegerType::get(type.getContext(), 1)
                                   : type;
}

Type arithmetic::getResultType(BinaryOp op, Type type) {
  return op >= BinaryOp::Equal && op <= BinaryOp::LogicalXor
             ? IntegerType::get(type.getContext(), 1)
             : type;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// out[i] = function(in[i]).
template <typename Element, typename Result = Element, typename Function>
static int64_t map(const char *in, int64_t count, char *out,
                   Function function) {
  for (int64_t i = 0; i < count; ++i)
    storeElement<Result>(out, i, function(loadElement<Element>(in, i)));
  return -1;
}

/// The sign of each element.
template <typename Element>
static int64_t mapSigns(const char *in, int64_t count, char *out) {
  using T = typename Element::Compute;
  int64_t undefined = -1;
  for (int64_t i = 0; i < count; ++i) {
    T x = loadElement<Element>(in, i);
    T sign = static_cast<T>((T(0) < x) - (x < T(0)));
    if constexpr (isReal<Element>) {
      if (undefined < 0 && (x != x || (x == 0 && std::signbit(x))))
        undefined = i;
      sign = x != x ? canonical(x) : sign;
    }
    storeElement<Element>(out, i, sign);
  }
  return undefined;
}

/// out[i] = function(lhs[i], rhs[i]).
template <typename Element, typename Result = Element, typename Function>
static int64_t map(const char *lhs, const char *rhs, int64_t count, char *out,
                   Function function) {
  for (int64_t i = 0; i < count; ++i)
    storeElement<Result>(
        out, i,
        function(loadElement<Element>(lhs, i), loadElement<Element>(rhs, i)));
  return -1;
}

/// The same for a function that returns whether its result is defined:
/// function(lhs[i], rhs[i], result), which always sets `result`.
template <typename Element, typename Function>
static int64_t mapPartial(const char *lhs, const char *rhs, int64_t count,
                          char *out, Function function) {
  int64_t undefined = -1;
  for (int64_t i = 0; i < count; ++i) {
    typename Element::Compute result;
    if (!function(loadElement<Element>(lhs, i), loadElement<Element>(rhs, i),
                  result) &&
        undefined < 0)
      undefined = i;
    storeElement<Element>(out, i, result);
  }
  return undefined;
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

/// The wider type in which a function is computed before it is rounded once. It
/// has more digits than `T` on the supported processors (x86-64: significands
/// of 64 bits, aarch64: 113).
template <typename T>
using Wider =
    std::conditional_t<std::is_same_v<T, double>, long double, double>;
static_assert(std::numeric_limits<long double>::digits >
              std::numeric_limits<double>::digits);

template <typename T> static T sigmoid(T x) {
  T power = std::exp(-std::abs(x));
  return (x < 0 ? power : 1) / (1 + power);
}

template <typename T> static T softplus(T x) {
  return std::max(x, T(0)) + std::log1p(std::exp(-std::abs(x)));
}

template <typename Element>
static int64_t computeReal(UnaryOp op, const char *in, int64_t count,
                           char *out) {
  using T = typename Element::Compute;
  auto run = [&](auto function) {
    return map<Element>(in, count, out, function);
  };
  auto runWide = [&](auto function) {
    return run(
        [&](T x) { return canonical(static_cast<T>(function(Wider<T>(x)))); });
  };
  switch (op) {
  case UnaryOp::Neg:
    return run([](T x) { return -x; });
  case UnaryOp::Abs:
    return run([](T x) { return std::fabs(x); });
  case UnaryOp::Floor:
    return run([](T x) { return std::floor(x); });
  case UnaryOp::Ceil:
    return run([](T x) { return std::ceil(x); });
  case UnaryOp::Round:
    return run([](T x) { return std::nearbyint(x); });
  case UnaryOp::Sqrt:
    return run([](T x) { return canonical(std::sqrt(x)); });
  case UnaryOp::Reciprocal:
    return run([](T x) { return canonical(T(1) / x); });
  case UnaryOp::Sign:
    return mapSigns<Element>(in, count, out);
  case UnaryOp::Relu:
    return run([](T x) { return x <= 0 ? T(0) : x; });
  case UnaryOp::Exp:
    return runWide([](auto x) { return std::exp(x); });
  case UnaryOp::Log:
    return runWide([](auto x) { return std::log(x); });
  case UnaryOp::Sin:
    return runWide([](auto x) { return std::sin(x); });
  case UnaryOp::Cos:
    return runWide([](auto x) { return std::cos(x); });
  case UnaryOp::Tanh:
    return runWide([](auto x) { return std::tanh(x); });
  case UnaryOp::Erf:
    return runWide([](auto x) { return std::erf(x); });
  case UnaryOp::Sigmoid:
    return runWide([](auto x) { return sigmoid(x); });
  case UnaryOp::Softplus:
    return runWide([](auto x) { return softplus(x); });
  default:
    llvm_unreachable("not defined for floats");
  }
}

template <typename Element>
static int64_t computeInteger(UnaryOp op, const char *in, int64_t count,
                              char *out) {
  using T = typename Element::Compute;
  switch (op) {
  case UnaryOp::Not:
    return map<Element>(in, count, out, [](T x) -> T {
      if constexpr (isBool<Element>)
        return !x;
      else
        return ~x;
    });
  // The absolute value of the lowest number is that number.
  case UnaryOp::Neg:
    return map<Element>(in, count, out, [](T x) {
      return static_cast<T>(0 - static_cast<uint64_t>(x));
    });
  case UnaryOp::Abs:
    return map<Element>(in, count, out, [](T x) {
      return x < T(0) ? static_cast<T>(0 - static_cast<uint64_t>(x)) : x;
    });
  case UnaryOp::Sign:
    return mapSigns<Element>(in, count, out);
  default:
    llvm_unreachable("not defined for integers");
  }
}

int64_t arithmetic::compute(UnaryOp op, Type type, const char *in,
                            int64_t count, char *out) {
  return dispatch(type, [&](auto element) {
    using Element = decltype(element);
    using T = typename Element::Compute;
    if (op == UnaryOp::LogicalNot)
      return map<Element, Bool>(in, count, out, [](T x) { return x == T(0); });
    if constexpr (isReal<Element>)
      return computeReal<Element>(op, in, count, out);
    else
      return computeInteger<Element>(op, in, count, out);
  });
}

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

template <typename T> static bool minimum(T a, T b, T &result) {
  if (a != a || b != b) {
    result = std::numeric_limits<T>::quiet_NaN();
    return false;
  }
  bool isOfZeros = a == b && std::signbit(a) != std::signbit(b);
  result = a < b || (isOfZeros && std::signbit(a)) ? a : b;
  return !isOfZeros;
}

template <typename Element>
static int64_t computeReal(BinaryOp op, const char *lhs, const char *rhs,
                           int64_t count, char *out) {
  using T = typename Element::Compute;
  auto run = [&](auto function) {
    return map<Element>(lhs, rhs, count, out,
                        [&](T a, T b) { return canonical(function(a, b)); });
  };
  switch (op) {
  case BinaryOp::Add:
    return run([](T a, T b) { return a + b; });
  case BinaryOp::Sub:
    return run([](T a, T b) { return a - b; });
  case BinaryOp::Mul:
    return run([](T a, T b) { return a * b; });
  case BinaryOp::Div:
    return run([](T a, T b) { return a / b; });
  case BinaryOp::FMod:
    return run([](T a, T b) { return std::fmod(a, b); });
  case BinaryOp::Pow:
    return run([](T a, T b) {
      return static_cast<T>(std::pow(Wider<T>(a), Wider<T>(b)));
    });
  case BinaryOp::Min:
    return mapPartial<Element>(lhs, rhs, count, out, minimum<T>);
  case BinaryOp::Max:
    return mapPartial<Element>(lhs, rhs, count, out, [](T a, T b, T &result) {
      bool isDefined = minimum<T>(-a, -b, result);
      result = canonical(-result);
      return isDefined;
    });
  default:
    llvm_unreachable("not defined for floats");
  }
}

/// The quotients and the remainder of integers.
template <typename Element>
static int64_t divide(BinaryOp op, const char *lhs, const char *rhs,
                      int64_t count, char *out) {
  using T = typename Element::Compute;
  constexpr T least =
      static_cast<T>(std::numeric_limits<typename Element::Storage>::min());
  return mapPartial<Element>(lhs, rhs, count, out, [op](T a, T b, T &result) {
    if (b == 0) {
      result = 0;
      return false;
    }
    if constexpr (std::is_signed_v<T>)
      if (a == least && b == -1) {
        result = op == BinaryOp::Remainder ? 0 : least;
        return false;
      }
    T quotient = a / b, rest = a % b;
    bool isBelow = false;
    if constexpr (std::is_signed_v<T>)
      isBelow = rest != 0 && (rest < 0) != (b < 0);
    result = op == BinaryOp::TruncDiv   ? quotient
             : op == BinaryOp::FloorDiv ? quotient - isBelow
                                        : rest + (isBelow ? b : 0);
    return true;
  });
}

template <typename Element>
static int64_t computeInteger(BinaryOp op, const char *lhs, const char *rhs,
                              int64_t count, char *out) {
  using T = typename Element::Compute;
  // Modulo 2^n the sign makes no difference; unsigned arithmetic is
  // well-defined.
  using U = uint64_t;
  auto run = [&](auto function) {
    return map<Element>(lhs, rhs, count, out, [&](T a, T b) {
      return static_cast<T>(function(static_cast<U>(a), static_cast<U>(b)));
    });
  };
  switch (op) {
  case BinaryOp::Add:
    if constexpr (isBool<Element>)
      return run([](U a, U b) { return a | b; });
    return run([](U a, U b) { return a + b; });
  case BinaryOp::Sub:
    return run([](U a, U b) { return a - b; });
  case BinaryOp::Mul:
    return run([](U a, U b) { return a * b; });
  case BinaryOp::And:
    return run([](U a, U b) { return a & b; });
  case BinaryOp::Or:
    return run([](U a, U b) { return a | b; });
  case BinaryOp::Xor:
    return run([](U a, U b) { return a ^ b; });
  case BinaryOp::Min:
    return map<Element>(lhs, rhs, count, out,
                        [](T a, T b) { return std::min(a, b); });
  case BinaryOp::Max:
    return map<Element>(lhs, rhs, count, out,
                        [](T a, T b) { return std::max(a, b); });
  case BinaryOp::TruncDiv:
  case BinaryOp::FloorDiv:
  case BinaryOp::Remainder:
    if constexpr (!isBool<Element>)
      return divide<Element>(op, lhs, rhs, count, out);
    [[fallthrough]];
  default:
    llvm_unreachable("not defined for integers");
  }
}

template <typename Element>
static int64_t compare(BinaryOp op, const char *lhs, const char *rhs,
                       int64_t count, char *out) {
  using T = typename Element::Compute;
  auto run = [&](auto function) {
    return map<Element, Bool>(lhs, rhs, count, out, function);
  };
  switch (op) {
  case BinaryOp::Equal:
    return run([](T a, T b) { return a == b; });
  case BinaryOp::NotEqual:
    return run([](T a, T b) { return a != b; });
  case BinaryOp::Less:
    return run([](T a, T b) { return a < b; });
  case BinaryOp::LessOrEqual:
    return run([](T a, T b) { return a <= b; });
  case BinaryOp::Greater:
    return run([](T a, T b) { return a > b; });
  case BinaryOp::GreaterOrEqual:
    return run([](T a, T b) { return a >= b; });
  case BinaryOp::LogicalAnd:
    return run([](T a, T b) { return a != T(0) && b != T(0); });
  case BinaryOp::LogicalOr:
    return run([](T a, T b) { return a != T(0) || b != T(0); });
  default:
    return run([](T a, T b) { return (a != T(0)) != (b != T(0)); });
  }
}

int64_t arithmetic::compute(BinaryOp op, Type type, const char *lhs,
                            const char *rhs, int64_t count, char *out) {
  return dispatch(type, [&](auto element) {
    using Element = decltype(element);
    if (op >= BinaryOp::Equal && op <= BinaryOp::LogicalXor)
      return compare<Element>(op, lhs, rhs, count, out);
    if constexpr (isReal<Element>)
      return computeReal<Element>(op, lhs, rhs, count, out);
    else
      return computeInteger<Element>(op, lhs, rhs, count, out);
  });
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

void arithmetic::select(int64_t width, const char *condition, const char *lhs,
                        const char *rhs, int64_t count, char *out) {
  auto run = [&](auto zero) {
    using T = decltype(zero);
    for (int64_t i = 0; i < count; ++i)
      std::memcpy(out + i * sizeof(T),
                  (condition[i] ? lhs : rhs) + i * sizeof(T), sizeof(T));
  };
  switch (width) {
  case 1:
    return run(uint8_t());
  case 2:
    return run(uint16_t());
  case 4:
    return run(uint32_t());
  case 8:
    return run(uint64_t());
  default:
    for (int64_t i = 0; i < count; ++i)
      std::memcpy(out + i * width, (condition[i] ? lhs : rhs) + i * width,
                  width);
  }
}
