//===- ExprTest.cpp - Elements that are computed --------------------------===//
//
// Tests of the header of the same name.
//
//===----------------------------------------------------------------------===//

#include "WeightTest.h"

#include "mlir/AsmParser/AsmParser.h"
#include "llvm/ADT/APFloat.h"

#include <cmath>
#include <random>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::weight;

template <typename T> using Values = std::vector<T>;

namespace {
class WeightExprTest : public WeightTest {
protected:
  /// Reads an expression in its textual form.
  ElementsAttr parse(StringRef text) {
    auto attr =
        dyn_cast_if_present<ElementsAttr>(parseAttribute(text, &context));
    EXPECT_TRUE(attr) << text.str() << takeMessage();
    return attr;
  }
  template <typename T> Values<T> evaluate(StringRef text) {
    return readAs<T>(parse(text));
  }
  ElementsAttr getExpr(RankedTensorType type, ExprKind kind,
                       ArrayRef<ElementsAttr> operands, int64_t axis = 0) {
    return ExprAttr::get(type, kind, operands, axis);
  }
};
} // namespace

TEST_F(WeightExprTest, Floats) {
  EXPECT_EQ(evaluate<float>("#weight.expr<add, [dense<[1.0, 2.0]> : "
                            "tensor<2xf32>, dense<[0.5, 4.0]> : "
                            "tensor<2xf32>]> : tensor<2xf32>"),
            Values<float>({1.5f, 6.0f}));
  EXPECT_EQ(evaluate<float>("#weight.expr<sub, [dense<[1.0, 2.0]> : "
                            "tensor<2xf32>, dense<1.0> : tensor<f32>]> : "
                            "tensor<2xf32>"),
            Values<float>({0.0f, 1.0f}));
  // In float, not in double: 0.1f / 3.0f has its own rounding.
  EXPECT_EQ(evaluate<float>("#weight.expr<div, [dense<0.1> : tensor<1xf32>, "
                            "dense<3.0> : tensor<1xf32>]> : tensor<1xf32>"),
            Values<float>({0.1f / 3.0f}));
  EXPECT_EQ(evaluate<double>("#weight.expr<mul, [dense<0.1> : tensor<1xf64>, "
                             "dense<3.0> : tensor<1xf64>]> : tensor<1xf64>"),
            Values<double>({0.1 * 3.0}));
  // 1/0 is infinite and no error.
  EXPECT_EQ(evaluate<float>("#weight.expr<div, [dense<1.0> : tensor<1xf32>, "
                            "dense<0.0> : tensor<1xf32>]> : tensor<1xf32>"),
            Values<float>({INFINITY}));
}

TEST_F(WeightExprTest, SmallFloatsRoundOnce) {
  // 2048 + 1 is a tie in f16 and goes to the even 2048, 2050 + 1 to 2052.
  EXPECT_EQ(evaluate<uint16_t>(
                "#weight.expr<add, [dense<[2048.0, 2050.0, 65504.0]> : "
                "tensor<3xf16>, dense<[1.0, 1.0, 16.0]> : tensor<3xf16>]> : "
                "tensor<3xf16>"),
            Values<uint16_t>({0x6800, 0x6802, 0x7c00}));
  EXPECT_EQ(evaluate<uint16_t>(
                "#weight.expr<add, [dense<[256.0, 258.0]> : tensor<2xbf16>, "
                "dense<1.0> : tensor<bf16>]> : tensor<2xbf16>"),
            Values<uint16_t>({0x4380, 0x4382}));
}

TEST_F(WeightExprTest, IntegersWrap) {
  EXPECT_EQ(evaluate<int8_t>("#weight.expr<add, [dense<[100, -100]> : "
                             "tensor<2xi8>, dense<[100, -100]> : "
                             "tensor<2xi8>]> : tensor<2xi8>"),
            Values<int8_t>({-56, 56}));
  EXPECT_EQ(evaluate<uint16_t>("#weight.expr<mul, [dense<65535> : "
                               "tensor<1xui16>, dense<65535> : "
                               "tensor<1xui16>]> : tensor<1xui16>"),
            Values<uint16_t>({1}));
  EXPECT_EQ(evaluate<int64_t>("#weight.expr<sub, [dense<[3, "
                              "-9223372036854775808]> : tensor<2xi64>, "
                              "dense<[5, 1]> : tensor<2xi64>]> : "
                              "tensor<2xi64>"),
            Values<int64_t>({-2, INT64_MAX}));
}

TEST_F(WeightExprTest, Casts) {
  EXPECT_EQ(evaluate<int32_t>("#weight.expr<cast, [dense<[1.9, -1.9, -0.0]> : "
                              "tensor<3xf32>]> : tensor<3xi32>"),
            Values<int32_t>({1, -1, 0}));
  EXPECT_EQ(evaluate<int8_t>("#weight.expr<cast, [dense<[257, -1]> : "
                             "tensor<2xi64>]> : tensor<2xi8>"),
            Values<int8_t>({1, -1}));
  EXPECT_EQ(evaluate<uint8_t>("#weight.expr<cast, [dense<[0.0, -0.0, 0.1, "
                              "0x7FC00000]> : tensor<4xf32>]> : "
                              "tensor<4xi1>"),
            Values<uint8_t>({0, 0, 1, 1}));
  EXPECT_EQ(evaluate<float>("#weight.expr<cast, [dense<[true, false]> : "
                            "tensor<2xi1>]> : tensor<2xf32>"),
            Values<float>({1, 0}));
  EXPECT_EQ(evaluate<double>("#weight.expr<cast, [dense<0.1> : "
                             "tensor<1xf32>]> : tensor<1xf64>"),
            Values<double>({0.1f}));
  EXPECT_EQ(evaluate<float>("#weight.expr<cast, [dense<"
                            "[18446744073709551615]> : tensor<1xui64>]> : "
                            "tensor<1xf32>"),
            Values<float>({18446744073709551616.0f}));
  EXPECT_EQ(evaluate<float>("#weight.expr<cast, [dense<[448.0, -0.5]> : "
                            "tensor<2xf8E4M3FN>]> : tensor<2xf32>"),
            Values<float>({448.0f, -0.5f}));
  // From f64 through f32: 1 + 2^-11 + 2^-30 is above the tie, but f32 rounds
  // it onto the tie, and that goes to the even 1. PyTorch does the same.
  EXPECT_EQ(evaluate<uint16_t>("#weight.expr<cast, [dense<"
                               "1.000488282181322574615478515625> : "
                               "tensor<1xf64>]> : tensor<1xf16>"),
            Values<uint16_t>({0x3c00}));
}

TEST_F(WeightExprTest, CastsThatDoNotFitAreErrors) {
  struct Case {
    StringRef value, type;
  };
  for (auto [value, type] : {Case{"128.0", "i8"},
                             {"-129.0", "i8"},
                             {"2147483648.0", "i32"},
                             {"0x7FC00000", "i64"},
                             {"0x7F800000", "i64"},
                             {"-1.0", "ui8"},
                             {"9223372036854775808.0", "i64"}}) {
    std::string text = ("#weight.expr<cast, [dense<[0.0, " + value +
                        "]> : tensor<2xf32>]> : tensor<2x" + type + ">")
                           .str();
    EXPECT_EQ(readAll(parse(text)), "<error>") << text;
    EXPECT_EQ(takeMessage(), ("element 1 of a constant of 'f32' cannot be "
                              "converted to '" +
                              type + "'")
                                 .str());
  }
  EXPECT_EQ(evaluate<int8_t>("#weight.expr<cast, [dense<[127.9, -128.9]> : "
                             "tensor<2xf32>]> : tensor<2xi8>"),
            Values<int8_t>({127, -128}));
}

TEST_F(WeightExprTest, HalfBytes) {
  std::string out;
  auto append = [&](ArrayRef<char> bytes) {
    out.append(bytes.begin(), bytes.end());
    return success();
  };
  auto pack = [&](StringRef values, StringRef from, StringRef to) {
    out.clear();
    std::string text = ("#weight.expr<cast, [dense<[" + values +
                        "]> : tensor<3x" + from + ">]> : tensor<3x" + to + ">")
                           .str();
    ElementsAttr attr = parse(text);
    EXPECT_EQ(getStoredByteSize(attr.getShapedType()), 2);
    return failed(forEachBlock(attr, append)) ? "<error>" : out;
  };
  EXPECT_EQ(pack("1, -8, 7", "i8", "i4"), std::string("\x81\x07"));
  EXPECT_EQ(pack("1, 15, 8", "ui8", "ui4"), std::string("\xf1\x08"));
  EXPECT_EQ(pack("1, 15, 8", "i8", "ui4"), std::string("\xf1\x08"));
  for (auto [values, from, to] : {std::tuple("1, 2, 8", "i8", "i4"),
                                  {"1, 2, -9", "i8", "i4"},
                                  {"1, 2, 16", "ui8", "ui4"},
                                  {"1, 2, -1", "i8", "ui4"},
                                  {"1, 2, 255", "ui8", "i4"}}) {
    EXPECT_EQ(pack(values, from, to), "<error>");
    EXPECT_TRUE(
        StringRef(takeMessage()).starts_with("element 2 of a constant is "));
  }
  // They have no bytes of their own.
  ElementsAttr attr =
      parse("#weight.expr<cast, [dense<1> : tensor<2xi8>]> : tensor<2xi4>");
  char byte[1];
  EXPECT_TRUE(failed(readElements(attr, 0, 2, byte)));
  takeMessage();
}

TEST_F(WeightExprTest, HalfBytesInBlocks) {
  // Rows of an odd number of elements, in several blocks.
  constexpr int64_t rows = 1237, columns = 2049;
  std::vector<uint8_t> numbers(rows * columns);
  for (size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = (i * i + 3 * i) % 16;
  makeFile<uint8_t>("m.bin", numbers);
  auto type = getType({columns, rows}, b.getIntegerType(8, false));
  ElementsAttr transposed = FileAttr::get(type, "m.bin", 0, {1, columns});
  ElementsAttr attr = ExprAttr::get(type.clone(b.getIntegerType(4, false)),
                                    ExprKind::Cast, {transposed});
  std::vector<uint8_t> out;
  EXPECT_TRUE(succeeded(forEachBlock(attr, [&](ArrayRef<char> bytes) {
    out.insert(out.end(), bytes.begin(), bytes.end());
    return success();
  })));
  ASSERT_EQ(int64_t(out.size()), (rows * columns + 1) / 2);
  for (int64_t i = 0; i < rows * columns; ++i)
    ASSERT_EQ(out[i / 2] >> (i % 2 * 4) & 15,
              numbers[i % rows * columns + i / rows])
        << i;
}

TEST_F(WeightExprTest, EveryHalfAndBFloat16) {
  std::vector<uint16_t> all;
  for (int i = 0; i < 65536; ++i)
    all.push_back(static_cast<uint16_t>(i));
  makeFile<uint16_t>("all.bin", all);
  for (Type type : {Type(b.getF16Type()), Type(b.getBF16Type())}) {
    const llvm::fltSemantics &semantics =
        cast<FloatType>(type).getFloatSemantics();
    ElementsAttr narrow = FileAttr::get(getType({65536}, type), "all.bin", 0);
    ElementsAttr wide = getExpr(f32({65536}), ExprKind::Cast, {narrow});
    std::vector<float> floats = readAs<float>(wide);
    // And back again.
    std::vector<uint16_t> back = readAs<uint16_t>(
        getExpr(getType({65536}, type), ExprKind::Cast, {wide}));
    for (int i = 0; i < 65536; ++i) {
      APFloat value(semantics, APInt(16, i));
      if (value.isNaN()) {
        EXPECT_TRUE(std::isnan(floats[i]));
        continue;
      }
      bool losesInfo;
      value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                    &losesInfo);
      ASSERT_EQ(llvm::bit_cast<uint32_t>(value.convertToFloat()),
                llvm::bit_cast<uint32_t>(floats[i]));
      ASSERT_EQ(back[i], i);
    }
  }
}

TEST_F(WeightExprTest, RoundingIsIEEE) {
  // Bit patterns of all kinds, and those around the ties of both types.
  std::mt19937 random(2);
  std::vector<float> values;
  for (int i = 0; i < 60000; ++i) {
    uint32_t bits = random();
    switch (i % 4) {
    case 1:
      bits = (bits & 0xffffe000) | 0x1000;
      break;
    case 2:
      bits = (bits & 0xffff0000) | 0x8000;
      break;
    case 3: // the range of f16 and a little more
      bits = (bits & 0x807fffff) | ((90 + random() % 60) << 23);
      break;
    }
    bits += i % 12 == 7 ? 1 : i % 12 == 11 ? -1 : 0;
    values.push_back(llvm::bit_cast<float>(bits));
  }
  makeFile<float>("f.bin", values);
  int64_t count = values.size();
  for (Type type : {Type(b.getF16Type()), Type(b.getBF16Type())}) {
    std::vector<uint16_t> results =
        readAs<uint16_t>(getExpr(getType({count}, type), ExprKind::Cast,
                                 {FileAttr::get(f32({count}), "f.bin", 0)}));
    for (int64_t i = 0; i < count; ++i) {
      if (std::isnan(values[i]))
        continue;
      APFloat value(values[i]);
      bool losesInfo;
      value.convert(cast<FloatType>(type).getFloatSemantics(),
                    APFloat::rmNearestTiesToEven, &losesInfo);
      ASSERT_EQ(results[i], value.bitcastToAPInt().getZExtValue())
          << llvm::bit_cast<uint32_t>(values[i]);
    }
  }
}

TEST_F(WeightExprTest, Broadcasts) {
  makeFile<float>("m.bin", {0, 1, 2, 3, 4, 5, 10, 20});
  // [2, 3] * [2, 1] from a file, + [3] from a constant.
  ElementsAttr weight = FileAttr::get(f32({2, 3}), "m.bin", 0);
  ElementsAttr scale = FileAttr::get(f32({2, 1}), "m.bin", 24);
  ElementsAttr bias =
      DenseElementsAttr::get<float>(f32({3}), {0.5f, 1.5f, 2.5f});
  ElementsAttr scaled = getExpr(f32({2, 3}), ExprKind::Mul, {weight, scale});
  ElementsAttr sum = getExpr(f32({2, 3}), ExprKind::Add, {scaled, bias});
  Values<float> expected = {0.5f, 11.5f, 22.5f, 60.5f, 81.5f, 102.5f};
  EXPECT_EQ(readAs<float>(sum), expected);
  EXPECT_EQ(readAll(sum, 2), readAll(sum));
  // An expression that is broadcast: small, so cached; in pieces, so not.
  ElementsAttr rootOfScale =
      getExpr(f32({2, 1}), ExprKind::Add, {scale, scale});
  ElementsAttr product =
      getExpr(f32({2, 3}), ExprKind::Mul, {weight, rootOfScale});
  EXPECT_EQ(readAs<float>(product), Values<float>({0, 20, 40, 120, 160, 200}));
  EXPECT_EQ(readAll(product, 1), readAll(product));
}

TEST_F(WeightExprTest, BroadcastsWhatIsTooLargeToCache) {
  // [70, 1, 100] against [70, 3, 100], and [100, 1] against [70, 100, 3], read
  // in pieces that are smaller than the operand.
  makeFile("m.bin", 7000 * 4);
  ElementsAttr wide =
      FileAttr::get(getType({70, 1, 100}, b.getI32Type()), "m.bin", 0);
  ElementsAttr sum = getExpr(getType({70, 1, 100}, b.getI32Type()),
                             ExprKind::Add, {wide, wide});
  for (auto [shape, offset] :
       {std::pair<SmallVector<int64_t>, int64_t>{{70, 3, 100}, 0}}) {
    auto type = getType(shape, b.getI32Type());
    ElementsAttr zero = DenseElementsAttr::get<int32_t>(type, 0);
    ElementsAttr expr = getExpr(type, ExprKind::Add, {sum, zero});
    std::vector<uint32_t> values = readAs<uint32_t>(expr);
    std::vector<uint32_t> base = readAs<uint32_t>(wide);
    for (int64_t i = 0; i < 70; ++i)
      for (int64_t j = 0; j < 3; ++j)
        for (int64_t k = 0; k < 100; ++k)
          ASSERT_EQ(values[(i * 3 + j) * 100 + k], 2 * base[i * 100 + k]);
    EXPECT_TRUE(readAll(expr, 501) == readAll(expr));
  }
  ElementsAttr tall =
      FileAttr::get(getType({70, 100, 1}, b.getI32Type()), "m.bin", 0);
  ElementsAttr doubled = getExpr(getType({70, 100, 1}, b.getI32Type()),
                                 ExprKind::Add, {tall, tall});
  auto type = getType({70, 100, 3}, b.getI32Type());
  ElementsAttr expr = getExpr(
      type, ExprKind::Add, {DenseElementsAttr::get<int32_t>(type, 0), doubled});
  EXPECT_TRUE(readAll(expr, 501) == readAll(expr));
}

TEST_F(WeightExprTest, Concatenates) {
  makeFile<int32_t>("m.bin", {0, 1, 2, 3, 4, 5});
  ElementsAttr file =
      FileAttr::get(getType({2, 3}, b.getI32Type()), "m.bin", 0);
  ElementsAttr transposed =
      FileAttr::get(getType({2, 2}, b.getI32Type()), "m.bin", 0, {1, 2});
  ElementsAttr empty = DenseElementsAttr::get(getType({2, 0}, b.getI32Type()),
                                              ArrayRef<int32_t>());
  ElementsAttr columns =
      getExpr(getType({2, 5}, b.getI32Type()), ExprKind::Concat,
              {file, empty, transposed}, 1);
  EXPECT_EQ(readAs<int32_t>(columns),
            Values<int32_t>({0, 1, 2, 0, 2, 3, 4, 5, 1, 3}));
  for (int64_t step : {1, 2, 3, 4, 7})
    EXPECT_EQ(readAll(columns, step), readAll(columns)) << step;
  ElementsAttr rows = getExpr(getType({4, 3}, b.getI32Type()), ExprKind::Concat,
                              {file, file}, 0);
  EXPECT_EQ(readAs<int32_t>(rows),
            Values<int32_t>({0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5}));
}

TEST_F(WeightExprTest, LargerThanABlock) {
  constexpr int64_t count = 300001;
  std::vector<float> values(count);
  for (int64_t i = 0; i < count; ++i)
    values[i] = static_cast<float>(i) * 0.37f;
  makeFile<float>("m.bin", values);
  ElementsAttr file = FileAttr::get(f32({count}), "m.bin", 0);
  ElementsAttr expr =
      getExpr(getType({count}, b.getF64Type()), ExprKind::Cast,
              {getExpr(f32({count}), ExprKind::Mul,
                       {file, DenseElementsAttr::get<float>(f32({}), 1.1f)})});
  std::vector<double> results = readAs<double>(expr);
  for (int64_t i = 0; i < count; ++i)
    ASSERT_EQ(results[i], static_cast<double>(values[i] * 1.1f));
  EXPECT_TRUE(readAll(expr, 100000) == readAll(expr));
}

TEST_F(WeightExprTest, ErrorsOfOperandsComeThrough) {
  ElementsAttr missing = FileAttr::get(f32({2}), "none.bin", 0);
  ElementsAttr expr = getExpr(f32({2}), ExprKind::Add, {missing, missing});
  EXPECT_EQ(readAll(expr), "<error>");
  EXPECT_EQ(
      takeMessage(),
      "weight file 'none.bin' cannot be opened: No such file or directory");
}
