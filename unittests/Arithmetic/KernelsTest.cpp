//===- KernelsTest.cpp - Element-wise kernels on values that hurt ---------===//
//
// Tests of the header of the same name. The references are APFloat and APInt,
// which share no code with the kernels, and wider types.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Arithmetic/Kernels.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"

#include <cmath>
#include <limits>
#include <vector>

using namespace mlir;
using namespace torch_onnx::arithmetic;

namespace {
class KernelsTest : public ::testing::Test {
protected:
  KernelsTest() : b(&context) {}

  template <typename T>
  std::vector<T> run(BinaryOp op, Type type, std::vector<T> lhs,
                     std::vector<T> rhs, int64_t expectedFailure = -1) {
    std::vector<T> out(lhs.size());
    EXPECT_EQ(compute(op, type, bytes(lhs), bytes(rhs), lhs.size(),
                      reinterpret_cast<char *>(out.data())),
              expectedFailure);
    return out;
  }
  template <typename T>
  std::vector<uint8_t> ask(BinaryOp op, Type type, std::vector<T> lhs,
                           std::vector<T> rhs) {
    std::vector<uint8_t> out(lhs.size());
    EXPECT_EQ(compute(op, type, bytes(lhs), bytes(rhs), lhs.size(),
                      reinterpret_cast<char *>(out.data())),
              -1);
    return out;
  }
  template <typename T>
  std::vector<T> run(UnaryOp op, Type type, std::vector<T> in) {
    std::vector<T> out(in.size());
    EXPECT_EQ(compute(op, type, bytes(in), in.size(),
                      reinterpret_cast<char *>(out.data())),
              -1);
    return out;
  }
  template <typename To, typename From>
  std::vector<To> cast(Type from, Type to, std::vector<From> in,
                       int64_t expectedFailure = -1) {
    std::vector<To> out(in.size());
    EXPECT_EQ(convert(from, to, bytes(in), in.size(),
                      reinterpret_cast<char *>(out.data())),
              expectedFailure);
    return out;
  }

  MLIRContext context;
  Builder b;
  const float inf = INFINITY, nan = NAN;

private:
  template <typename T> static const char *bytes(const std::vector<T> &v) {
    return reinterpret_cast<const char *>(v.data());
  }
};
} // namespace

template <typename T> using V = std::vector<T>;

static uint32_t bits(float value) { return llvm::bit_cast<uint32_t>(value); }

/// All 65536 numbers there and back, and what lies between neighbours.
TEST_F(KernelsTest, HalfPrecisionIsThatOfAPFloat) {
  auto check = [](const llvm::fltSemantics &semantics, auto widen, auto round) {
    for (unsigned i = 0; i < 0x10000; ++i) {
      llvm::APFloat number(semantics, llvm::APInt(16, i));
      bool losesInfo;
      number.convert(llvm::APFloat::IEEEsingle(),
                     llvm::APFloat::rmNearestTiesToEven, &losesInfo);
      float wide = widen(i);
      if (number.isNaN()) {
        EXPECT_TRUE(std::isnan(wide));
        continue;
      }
      ASSERT_EQ(bits(wide), bits(number.convertToFloat())) << i;
      ASSERT_EQ(round(wide), i);
      // The tie towards the next number, and its neighbours in f32.
      float next = widen(i + 1);
      if ((i & 0x7fff) == 0x7fff || !std::isfinite(next))
        continue;
      float tie = wide + (next - wide) / 2;
      for (float near :
           {std::nextafter(tie, wide), tie, std::nextafter(tie, next)}) {
        llvm::APFloat expected(near);
        expected.convert(semantics, llvm::APFloat::rmNearestTiesToEven,
                         &losesInfo);
        ASSERT_EQ(round(near), expected.bitcastToAPInt().getZExtValue());
      }
    }
  };
  check(llvm::APFloat::IEEEhalf(), halfToFloat, floatToHalf);
  check(llvm::APFloat::BFloat(), bfloat16ToFloat, floatToBFloat16);
  EXPECT_EQ(floatToHalf(65519.0f), 0x7bff);
  EXPECT_EQ(floatToHalf(65520.0f), 0x7c00);
  EXPECT_EQ(floatToHalf(nan), 0x7e00);
  EXPECT_EQ(floatToHalf(-nan), 0xfe00);
  EXPECT_EQ(floatToBFloat16(-nan), 0x7fc0);
  EXPECT_EQ(floatToBFloat16(std::numeric_limits<float>::max()), 0x7f80);
}

TEST_F(KernelsTest, FloatsRoundAsIEEESays) {
  Type f32 = b.getF32Type();
  EXPECT_EQ(run<float>(BinaryOp::Add, f32, {0.1f, 16777216, inf, -0.0f},
                       {0.2f, 1, 1, 0.0f}),
            V<float>({0.1f + 0.2f, 16777216, inf, 0.0f}));
  EXPECT_EQ(run<float>(BinaryOp::Div, f32, {1, -1, 1}, {0, 0, 3}),
            V<float>({inf, -inf, 1.0f / 3.0f}));
  EXPECT_EQ(run<float>(BinaryOp::FMod, f32, {7, -7, 1e30f}, {3, 3, 7}),
            V<float>({1, -1, std::fmod(1e30f, 7.0f)}));
  // A subnormal result is not flushed.
  EXPECT_EQ(run<float>(BinaryOp::Mul, f32, {1e-30f}, {1e-12f})[0],
            1e-30f * 1e-12f);
  EXPECT_NE(run<float>(BinaryOp::Mul, f32, {1e-30f}, {1e-12f})[0], 0);
  // The sign of a zero is kept.
  EXPECT_TRUE(std::signbit(run<float>(BinaryOp::Mul, f32, {-1.0f}, {0.0f})[0]));
}

TEST_F(KernelsTest, EveryComputedNaNIsTheSame) {
  Type f32 = b.getF32Type();
  for (float x : run<float>(BinaryOp::Sub, f32, {inf, nan, -nan}, {inf, 1, 1}))
    EXPECT_EQ(bits(x), 0x7fc00000u);
  EXPECT_EQ(bits(run<float>(UnaryOp::Sqrt, f32, {-1.0f})[0]), 0x7fc00000u);
  EXPECT_EQ(bits(run<float>(UnaryOp::Log, f32, {-1.0f})[0]), 0x7fc00000u);
}

TEST_F(KernelsTest, HalvesRoundOnce) {
  // 2048 + 1 is a tie, which goes to the even 2048; 2050 + 1 goes to 2052.
  EXPECT_EQ(run<uint16_t>(BinaryOp::Add, b.getF16Type(), {0x6800, 0x6801},
                          {0x3c00, 0x3c00}),
            V<uint16_t>({0x6800, 0x6802}));
  EXPECT_EQ(run<uint16_t>(BinaryOp::Add, b.getBF16Type(), {0x4380, 0x4381},
                          {0x3f80, 0x3f80}),
            V<uint16_t>({0x4380, 0x4382}));
}

TEST_F(KernelsTest, IntegersWrap) {
  EXPECT_EQ(run<int8_t>(BinaryOp::Add, b.getI8Type(), {100, -100, 127},
                        {100, -100, 1}),
            V<int8_t>({-56, 56, -128}));
  EXPECT_EQ(run<uint16_t>(BinaryOp::Mul, b.getIntegerType(16, false), {65535},
                          {65535}),
            V<uint16_t>({1}));
  EXPECT_EQ(run<int64_t>(BinaryOp::Sub, b.getI64Type(), {INT64_MIN}, {1}),
            V<int64_t>({INT64_MAX}));
  EXPECT_EQ(run<int32_t>(UnaryOp::Neg, b.getI32Type(), {INT32_MIN, 5}),
            V<int32_t>({INT32_MIN, -5}));
  EXPECT_EQ(run<int8_t>(UnaryOp::Abs, b.getI8Type(), {-128, -3}),
            V<int8_t>({-128, 3}));
  EXPECT_EQ(run<uint8_t>(UnaryOp::Not, b.getIntegerType(8, false), {0, 1}),
            V<uint8_t>({255, 254}));
  EXPECT_EQ(run<uint8_t>(UnaryOp::Not, b.getI1Type(), {0, 1}),
            V<uint8_t>({1, 0}));
  EXPECT_EQ(run<uint8_t>(BinaryOp::Add, b.getI1Type(), {1, 0}, {1, 0}),
            V<uint8_t>({1, 0}));
}

TEST_F(KernelsTest, QuotientsOfIntegers) {
  Type i32 = b.getI32Type();
  V<int32_t> a = {7, -7, 7, -7}, c = {2, 2, -2, -2};
  EXPECT_EQ(run(BinaryOp::TruncDiv, i32, a, c), V<int32_t>({3, -3, -3, 3}));
  EXPECT_EQ(run(BinaryOp::FloorDiv, i32, a, c), V<int32_t>({3, -4, -4, 3}));
  EXPECT_EQ(run(BinaryOp::Remainder, i32, a, c), V<int32_t>({1, 1, -1, -1}));
  for (BinaryOp op :
       {BinaryOp::TruncDiv, BinaryOp::FloorDiv, BinaryOp::Remainder}) {
    run<int32_t>(op, i32, {1, 1}, {1, 0}, /*expectedFailure=*/1);
    run<int8_t>(op, b.getI8Type(), {-128}, {-1}, /*expectedFailure=*/0);
    run<int64_t>(op, b.getI64Type(), {INT64_MIN}, {-1}, 0);
  }
  EXPECT_EQ(
      run<uint8_t>(BinaryOp::TruncDiv, b.getIntegerType(8, false), {255}, {2}),
      V<uint8_t>({127}));
}

TEST_F(KernelsTest, Extremes) {
  Type f32 = b.getF32Type();
  EXPECT_EQ(run<float>(BinaryOp::Min, f32, {1, -inf}, {2, 0}),
            V<float>({1, -inf}));
  EXPECT_EQ(run<float>(BinaryOp::Max, f32, {1, -inf}, {2, 0}),
            V<float>({2, 0}));
  // Runtimes differ in these.
  run<float>(BinaryOp::Max, f32, {1, nan}, {2, 0}, 1);
  run<float>(BinaryOp::Min, f32, {0.0f}, {-0.0f}, 0);
  EXPECT_EQ(run<uint8_t>(BinaryOp::Max, b.getIntegerType(8, false), {200}, {5}),
            V<uint8_t>({200}));
  EXPECT_EQ(run<int8_t>(BinaryOp::Max, b.getI8Type(), {-56}, {5}),
            V<int8_t>({5}));
}

TEST_F(KernelsTest, Comparisons) {
  Type f32 = b.getF32Type();
  V<float> a = {1, nan, 0.0f, -inf}, c = {1, nan, -0.0f, inf};
  EXPECT_EQ(ask(BinaryOp::Equal, f32, a, c), V<uint8_t>({1, 0, 1, 0}));
  EXPECT_EQ(ask(BinaryOp::NotEqual, f32, a, c), V<uint8_t>({0, 1, 0, 1}));
  EXPECT_EQ(ask(BinaryOp::Less, f32, a, c), V<uint8_t>({0, 0, 0, 1}));
  EXPECT_EQ(ask(BinaryOp::GreaterOrEqual, f32, a, c), V<uint8_t>({1, 0, 1, 0}));
  EXPECT_EQ(ask<uint64_t>(BinaryOp::Greater, b.getIntegerType(64, false),
                          {UINT64_MAX}, {1}),
            V<uint8_t>({1}));
  // A NaN is true.
  EXPECT_EQ(ask<float>(BinaryOp::LogicalAnd, f32, {nan, nan, -0.0f}, {1, 0, 1}),
            V<uint8_t>({1, 0, 0}));
  EXPECT_EQ(ask<float>(BinaryOp::LogicalXor, f32, {2, 0}, {3, 1}),
            V<uint8_t>({0, 1}));
}

TEST_F(KernelsTest, Conversions) {
  Type f32 = b.getF32Type(), f64 = b.getF64Type(), i8 = b.getI8Type();
  EXPECT_EQ(cast<int8_t>(f32, i8, V<float>{1.9f, -1.9f, -128.9f}),
            V<int8_t>({1, -1, -128}));
  cast<int8_t>(f32, i8, V<float>{0, 128}, 1);
  cast<int64_t>(f32, b.getI64Type(), V<float>{nan}, 0);
  cast<int64_t>(f64, b.getI64Type(), V<double>{0x1p63}, 0);
  EXPECT_EQ(cast<int64_t>(f64, b.getI64Type(), V<double>{-0x1p63}),
            V<int64_t>({INT64_MIN}));
  EXPECT_EQ(cast<int8_t>(b.getI64Type(), i8, V<int64_t>{257, -1, 200}),
            V<int8_t>({1, -1, -56}));
  // Once, not through double.
  EXPECT_EQ(cast<float>(b.getI64Type(), f32,
                        V<int64_t>{(1ll << 60) + 1, 0x4000004000000001}),
            V<float>({float((1ll << 60) + 1), float(0x4000004000000001)}));
  EXPECT_EQ(cast<uint8_t>(f32, b.getI1Type(), V<float>{0, -0.0f, 0.1f, nan}),
            V<uint8_t>({0, 0, 1, 1}));
  // Through f32, as PyTorch and ONNX Runtime do: the tie of f32 decides.
  EXPECT_EQ(
      cast<uint16_t>(f64, b.getF16Type(), V<double>{1 + 0x1p-11 + 0x1p-30}),
      V<uint16_t>({0x3c00}));
}

TEST_F(KernelsTest, RoundedFunctionsAreTheNearestNumbers) {
  Type f32 = b.getF32Type();
  V<float> xs;
  for (float x = 1e-6f; x < 80; x *= 1.37f)
    xs.insert(xs.end(), {x, -x});
  auto check = [&](UnaryOp op, auto function) {
    V<float> got = run(op, f32, xs);
    for (size_t i = 0; i < xs.size(); ++i) {
      long double exact = function(static_cast<long double>(xs[i]));
      if (std::isnan(exact))
        continue;
      EXPECT_EQ(got[i], static_cast<float>(exact)) << xs[i];
    }
  };
  check(UnaryOp::Exp, [](long double x) { return std::exp(x); });
  check(UnaryOp::Log, [](long double x) { return std::log(x); });
  check(UnaryOp::Sin, [](long double x) { return std::sin(x); });
  check(UnaryOp::Cos, [](long double x) { return std::cos(x); });
  check(UnaryOp::Tanh, [](long double x) { return std::tanh(x); });
  check(UnaryOp::Erf, [](long double x) { return std::erf(x); });
  check(UnaryOp::Sigmoid, [](long double x) { return 1 / (1 + std::exp(-x)); });
  check(UnaryOp::Softplus,
        [](long double x) { return std::log1p(std::exp(x)); });
  EXPECT_EQ(run<float>(UnaryOp::Sigmoid, f32, {-inf, inf, -1000, 1000}),
            V<float>({0, 1, 0, 1}));
  EXPECT_EQ(run<float>(UnaryOp::Relu, f32, {-1, 2, -inf, inf}),
            V<float>({0, 2, 0, inf}));
  EXPECT_TRUE(std::isnan(run<float>(UnaryOp::Relu, f32, {nan})[0]));
  EXPECT_EQ(run<float>(UnaryOp::Round, f32, {0.5f, 1.5f, -2.5f}),
            V<float>({0, 2, -2}));
}

TEST_F(KernelsTest, DoublesAreRoundedOnce) {
  Type f64 = b.getF64Type();
  // The nearest doubles of the values that mpmath computes with 300 bits.
  auto check = [&](UnaryOp op, double x, double expected) {
    EXPECT_EQ(run<double>(op, f64, {x})[0], expected) << x;
  };
  check(UnaryOp::Exp, 0.1, 0x1.1aec7b35a00d4p+0);
  check(UnaryOp::Exp, -20.25, 0x1.b93de1e27ca3bp-30);
  check(UnaryOp::Log, 3.7, 0x1.4eeee650ae550p+0);
  check(UnaryOp::Sin, 1e5, 0x1.24daa9c527e96p-5);
  check(UnaryOp::Cos, 22.0, -0x1.fffadd8d4acdap-1);
  check(UnaryOp::Tanh, 0.3, 0x1.2a4dda7d914fap-2);
  check(UnaryOp::Erf, 0.7, 0x1.5b08c21171646p-1);
  check(UnaryOp::Sigmoid, -3.3, 0x1.236630d362b36p-5);
  check(UnaryOp::Softplus, 1.7, 0x1.de2739a823c3dp+0);
  EXPECT_EQ(run<double>(BinaryOp::Pow, f64, {1e4, 1.1}, {-0.375, 7.3}),
            V<double>({0x1.030dc4ea03a72p-5, 0x1.00abbdb22bbdfp+1}));
  EXPECT_EQ(run<double>(UnaryOp::Sigmoid, f64, {-1e4, 1e4}), V<double>({0, 1}));
  EXPECT_TRUE(std::isnan(run<double>(UnaryOp::Exp, f64, {std::nan("")})[0]));
}

TEST_F(KernelsTest, Signs) {
  EXPECT_EQ(run<int64_t>(UnaryOp::Sign, b.getI64Type(), {INT64_MIN, 0, 7}),
            V<int64_t>({-1, 0, 1}));
  EXPECT_EQ(run<float>(UnaryOp::Sign, b.getF32Type(), {-inf, 0, 1e-45f}),
            V<float>({-1, 0, 1}));
  for (float hurts : {nan, -0.0f}) {
    float out;
    EXPECT_EQ(compute(UnaryOp::Sign, b.getF32Type(),
                      reinterpret_cast<const char *>(&hurts), 1,
                      reinterpret_cast<char *>(&out)),
              0);
  }
}

TEST_F(KernelsTest, WhatIsDefined) {
  Type f32 = b.getF32Type(), f64 = b.getF64Type(), i1 = b.getI1Type();
  EXPECT_FALSE(isDefined(BinaryOp::Sub, i1));
  EXPECT_FALSE(isDefined(BinaryOp::Div, b.getI32Type()));
  EXPECT_FALSE(isDefined(BinaryOp::And, f32));
  EXPECT_FALSE(isDefined(UnaryOp::Neg, i1));
  EXPECT_FALSE(isDefined(UnaryOp::Exp, b.getI32Type()));
  EXPECT_TRUE(isDefined(UnaryOp::Exp, f32));
  EXPECT_TRUE(isDefined(UnaryOp::Exp, f64));
  EXPECT_TRUE(isDefined(UnaryOp::Sqrt, f64));
  EXPECT_FALSE(isComputable(b.getIndexType()));
  EXPECT_FALSE(isComputable(b.getIntegerType(4)));
  EXPECT_FALSE(isComputable(Float8E5M2Type::get(&context)));
  EXPECT_TRUE(isExact(UnaryOp::Sqrt));
  EXPECT_FALSE(isExact(UnaryOp::Exp));
  EXPECT_FALSE(isExact(BinaryOp::Pow));
}

TEST_F(KernelsTest, Select) {
  V<uint8_t> condition = {1, 0, 1};
  V<uint16_t> a = {1, 2, 3}, c = {4, 5, 6}, out(3);
  select(2, reinterpret_cast<char *>(condition.data()),
         reinterpret_cast<char *>(a.data()), reinterpret_cast<char *>(c.data()),
         3, reinterpret_cast<char *>(out.data()));
  EXPECT_EQ(out, V<uint16_t>({1, 5, 3}));
}
