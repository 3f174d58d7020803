//===- TensorTest.cpp - Functions of tensors in memory --------------------===//
//
// Tests of Tensor.h and Shapes.h.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Arithmetic/Indexing.h"
#include "torch-onnx/Arithmetic/Sampling.h"
#include "torch-onnx/Arithmetic/Windows.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

#include <cmath>
#include <random>

using namespace mlir;
using namespace torch_onnx::arithmetic;

template <typename T> using V = std::vector<T>;

namespace {
class TensorTest : public ::testing::Test {
protected:
  TensorTest() : b(&context) {}

  template <typename T>
  Tensor make(ArrayRef<int64_t> shape, Type type, const V<T> &values) {
    Tensor tensor(shape, type);
    EXPECT_EQ(values.size(), static_cast<size_t>(tensor.getNumElements()));
    for (size_t i = 0; i < values.size(); ++i)
      tensor.set<T>(i, values[i]);
    return tensor;
  }
  Tensor floats(ArrayRef<int64_t> shape, const V<float> &values) {
    return make<float>(shape, b.getF32Type(), values);
  }
  Tensor integers(ArrayRef<int64_t> shape, const V<int64_t> &values) {
    return make<int64_t>(shape, b.getI64Type(), values);
  }
  template <typename T> V<T> values(const std::optional<Tensor> &tensor) {
    if (!tensor) {
      ADD_FAILURE() << "not defined";
      return {};
    }
    V<T> result;
    for (int64_t i = 0; i < tensor->getNumElements(); ++i)
      result.push_back(tensor->get<T>(i));
    return result;
  }

  MLIRContext context;
  Builder b;
};
} // namespace

TEST_F(TensorTest, Shapes) {
  EXPECT_EQ(*broadcastShapes({{2, 1}, {3}}), (SmallVector<int64_t>{2, 3}));
  EXPECT_EQ(*broadcastShapes({{0}, {1}}), (SmallVector<int64_t>{0}));
  EXPECT_FALSE(broadcastShapes({{0}, {2}}));
  EXPECT_FALSE(broadcastShapes({{2}, {3}}));
  EXPECT_EQ(getRowMajorStrides({2, 3, 4}), (SmallVector<int64_t>{12, 4, 1}));
  EXPECT_EQ(*getBroadcastStrides({3, 1}, {2, 3, 4}),
            (SmallVector<int64_t>{0, 1, 0}));
  EXPECT_FALSE(getBroadcastStrides({2, 3}, {3}));
  EXPECT_EQ(
      getCheckedByteSize(RankedTensorType::get({INT64_MAX, 2}, b.getF32Type())),
      std::nullopt);
  AxisSizes sizes = getAxisSizes({2, 3, 4}, 1);
  EXPECT_EQ(sizes.outer, 2);
  EXPECT_EQ(sizes.size, 3);
  EXPECT_EQ(sizes.inner, 4);
}

TEST_F(TensorTest, Broadcasting) {
  Tensor column = integers({2, 1}, {10, 20}), row = integers({3}, {1, 2, 3});
  std::optional<Tensor> sum = compute(BinaryOp::Add, column, row);
  EXPECT_EQ(values<int64_t>(sum), V<int64_t>({11, 12, 13, 21, 22, 23}));
  EXPECT_EQ(sum->getShape(), ArrayRef<int64_t>({2, 3}));
  EXPECT_FALSE(compute(BinaryOp::Add, integers({2}, {1, 2}), row));
  EXPECT_FALSE(compute(BinaryOp::Add, row, floats({}, {1})));
  // Empty, and of an axis that broadcasts to nothing.
  EXPECT_EQ(compute(BinaryOp::Add, integers({0, 1}, {}), row)->getShape(),
            ArrayRef<int64_t>({0, 3}));
  // An element that is not defined in a later block.
  V<int64_t> divisors(20000, 1);
  divisors[19999] = 0;
  EXPECT_FALSE(compute(BinaryOp::TruncDiv, integers({}, {1}),
                       integers({20000}, divisors)));
  // Operands of more than one block, each broadcast in its own way.
  V<int64_t> many(300);
  std::iota(many.begin(), many.end(), 0);
  std::optional<Tensor> product =
      compute(BinaryOp::Mul, integers({300, 1}, many), integers({300}, many));
  for (int64_t i = 0; i < 300; ++i)
    for (int64_t j = 0; j < 300; ++j)
      ASSERT_EQ(product->get<int64_t>(i * 300 + j), i * j);
}

TEST_F(TensorTest, FillAndSelect) {
  auto type = RankedTensorType::get({3}, b.getI8Type());
  EXPECT_EQ(values<int8_t>(Tensor::fill(type, int64_t(-2))),
            V<int8_t>({-2, -2, -2}));
  EXPECT_FALSE(Tensor::fill(type, 300.5));
  Tensor condition = make<uint8_t>({2, 1}, b.getI1Type(), V<uint8_t>{1, 0});
  EXPECT_EQ(
      values<float>(select(condition, floats({2}, {1, 2}), floats({}, {9}))),
      V<float>({1, 2, 9, 9}));
  EXPECT_FALSE(select(condition, floats({}, {1}), integers({}, {1})));
  EXPECT_FALSE(select(floats({}, {1}), floats({}, {1}), floats({}, {1})));
}

TEST_F(TensorTest, Movement) {
  Tensor x = integers({2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(values<int64_t>(transpose(x, {1, 0})),
            V<int64_t>({1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(values<int64_t>(view(x, {2}, 1, {3})), V<int64_t>({2, 5}));
  EXPECT_EQ(values<int64_t>(expand(integers({2, 1}, {1, 2}), {2, 2})),
            V<int64_t>({1, 1, 2, 2}));
  EXPECT_FALSE(expand(x, {3}));
  Tensor y = integers({2, 1}, {7, 8});
  EXPECT_EQ(values<int64_t>(concat({&x, &y}, 1)),
            V<int64_t>({1, 2, 3, 7, 4, 5, 6, 8}));
  EXPECT_FALSE(concat({&x, &y}, 0));
  EXPECT_FALSE(concat({&x, &y}, 2));
  EXPECT_EQ(values<int64_t>(gather(x, integers({2}, {-1, 0}), 1)),
            V<int64_t>({3, 1, 6, 4}));
  EXPECT_FALSE(gather(x, integers({1}, {3}), 1));
  EXPECT_FALSE(gather(x, floats({1}, {0}), 1));
  EXPECT_EQ(
      values<int64_t>(gatherElements(x, integers({2, 2}, {2, 0, -3, 1}), 1)),
      V<int64_t>({3, 1, 4, 5}));
  EXPECT_FALSE(gatherElements(x, integers({2, 1}, {0, 3}), 1));
}

TEST_F(TensorTest, Attributes) {
  // Equal elements are one.
  EXPECT_TRUE(floats({1000}, V<float>(1000, 2)).toAttr().isSplat());
  V<float> many(1000, 2);
  many[999] = 3;
  EXPECT_TRUE(isa<DenseResourceElementsAttr>(floats({1000}, many).toAttr()));
  EXPECT_TRUE(isa<DenseElementsAttr>(floats({2}, {1, 2}).toAttr()));
  EXPECT_EQ(floats({0}, {}).toAttr().getNumElements(), 0);
}

TEST_F(TensorTest, CumulativeSum) {
  EXPECT_EQ(
      values<int64_t>(cumulativeSum(integers({2, 3}, {1, 2, 3, 4, 5, 6}), 0)),
      V<int64_t>({1, 2, 3, 5, 7, 9}));
  EXPECT_EQ(values<int8_t>(cumulativeSum(
                make<int8_t>({3}, b.getI8Type(), {100, 100, 100}), 0)),
            V<int8_t>({100, -56, 44}));
  EXPECT_EQ(values<float>(cumulativeSum(floats({3}, {0x1p24f, 1, 1}), 0)),
            V<float>({0x1p24f, 0x1p24f, 0x1p24f}));
  EXPECT_FALSE(cumulativeSum(integers({1}, {1}), 1));
}

TEST_F(TensorTest, ReductionsOfIntegers) {
  Tensor x = integers({2, 3}, {1, 2, 3, 4, 5, -6});
  EXPECT_EQ(values<int64_t>(reduce(ReduceOp::Sum, x, {0})),
            V<int64_t>({5, 7, -3}));
  EXPECT_EQ(values<int64_t>(reduce(ReduceOp::Sum, x, {1})), V<int64_t>({6, 3}));
  EXPECT_EQ(values<int64_t>(reduce(ReduceOp::Min, x, {0, 1})),
            V<int64_t>({-6}));
  EXPECT_EQ(values<int64_t>(reduce(ReduceOp::Max, x, {1})), V<int64_t>({3, 5}));
  EXPECT_EQ(values<uint8_t>(reduce(
                ReduceOp::Max,
                make<uint8_t>({2}, b.getIntegerType(8, false), {200, 3}), {0})),
            V<uint8_t>({200}));
  EXPECT_FALSE(Reducer::isDefined(ReduceOp::Mean, x.getType()));
  EXPECT_FALSE(Reducer::isDefined(ReduceOp::Max, integers({0}, {}).getType()));
}

TEST_F(TensorTest, ReductionsOfFloats) {
  // In f32 the small ones would be lost.
  V<float> large(10001, 1.0f);
  large[0] = 0x1p24f;
  EXPECT_EQ(values<float>(reduce(ReduceOp::Sum, floats({10001}, large), {0})),
            V<float>({0x1p24f + 10000}));
  Tensor x = floats({2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
  EXPECT_EQ(values<float>(reduce(ReduceOp::Mean, x, {0, 2})),
            V<float>({3.5f, 5.5f}));
  EXPECT_EQ(reduce(ReduceOp::Mean, x, {0, 2})->getShape(),
            ArrayRef<int64_t>({1, 2, 1}));
  EXPECT_EQ(values<float>(reduce(ReduceOp::L2, floats({2}, {3, -4}), {0})),
            V<float>({5}));
  EXPECT_EQ(values<float>(reduce(ReduceOp::L1, floats({2}, {3, -4}), {0})),
            V<float>({7}));
  EXPECT_EQ(
      values<float>(reduce(ReduceOp::SumSquare, floats({2}, {3, -4}), {0})),
      V<float>({25}));
  EXPECT_TRUE(std::isnan(values<float>(
      reduce(ReduceOp::Sum, floats({2}, {INFINITY, -INFINITY}), {0}))[0]));
  // What runtimes do not agree on.
  EXPECT_FALSE(reduce(ReduceOp::Max, floats({2}, {1, NAN}), {0}));
  EXPECT_FALSE(reduce(ReduceOp::Max, floats({2}, {0.0f, -0.0f}), {0}));
  bool isDefined = true;
  EXPECT_TRUE(std::isnan(values<float>(
      reduce(ReduceOp::Max, floats({3}, {1, NAN, 2}), {0}, &isDefined))[0]));
  EXPECT_FALSE(isDefined);
  // What is not folded.
  Tensor wide = make<double>({2}, b.getF64Type(), {1, 2});
  EXPECT_FALSE(Reducer::isDefined(ReduceOp::Sum, wide.getType()));
  EXPECT_EQ(values<double>(reduce(ReduceOp::Sum, wide, {0})), V<double>({3}));
  EXPECT_EQ(values<double>(reduce(ReduceOp::Prod, wide, {0})), V<double>({2}));
  EXPECT_EQ(
      values<int64_t>(reduce(ReduceOp::Mean, integers({2}, {-4, 1}), {0})),
      V<int64_t>({-1}));
  EXPECT_EQ(values<float>(reduce(ReduceOp::LogSumExp,
                                 floats({2}, {-INFINITY, 1000}), {0})),
            V<float>({1000}));
  EXPECT_EQ(values<float>(reduce(ReduceOp::LogSum, floats({0}, {}), {0})),
            V<float>({-INFINITY}));
  EXPECT_TRUE(isExact(ReduceOp::Max, b.getF32Type()));
  EXPECT_FALSE(isExact(ReduceOp::Sum, b.getF32Type()));
  EXPECT_TRUE(isExact(ReduceOp::Sum, b.getI32Type()));
}

/// The result does not depend on how the operand is cut into blocks.
TEST_F(TensorTest, ReductionsInBlocks) {
  std::mt19937 rng(1);
  V<float> elements(3 * 37 * 5);
  for (float &x : elements)
    x = std::uniform_real_distribution<float>(-1, 1)(rng);
  Tensor x = floats({3, 37, 5}, elements);
  const V<V<int64_t>> axesOf = {{0},    {1},    {2},      {0, 1},
                                {1, 2}, {0, 2}, {0, 1, 2}};
  for (const V<int64_t> &axes : axesOf)
    for (int64_t block : {1, 7, 64}) {
      Reducer reducer(ReduceOp::Sum, x.getType(), axes);
      for (int64_t i = 0; i < x.getNumElements(); i += block)
        reducer.add(x.data() + i * 4, std::min(block, x.getNumElements() - i));
      std::optional<Tensor> whole = reduce(ReduceOp::Sum, x, axes);
      EXPECT_EQ(values<float>(reducer.finish()), values<float>(whole));
    }
}

TEST_F(TensorTest, Products) {
  Tensor a = floats({2, 2}, {1, 2, 3, 4}), c = floats({2, 1}, {5, 6});
  EXPECT_EQ(values<float>(matmul(a, c)), V<float>({17, 39}));
  EXPECT_EQ(values<int64_t>(
                matmul(integers({2, 1, 1}, {2, 3}), integers({1, 2}, {1, 10}))),
            V<int64_t>({2, 20, 3, 30}));
  EXPECT_FALSE(matmul(a, floats({1, 2}, {1, 2})));
  EXPECT_FALSE(matmul(a, floats({2}, {1, 2})));
  // 2^24 + 1 - 2^24, which f32 computes as 0.
  EXPECT_EQ(values<float>(matmul(floats({1, 3}, {0x1p24f, 1, -0x1p24f}),
                                 floats({3, 1}, {1, 1, 1}))),
            V<float>({1}));
}

TEST_F(TensorTest, Moves) {
  Tensor x = integers({2, 2}, {1, 2, 3, 4});
  EXPECT_EQ(values<int64_t>(tile(x, {2, 1})),
            V<int64_t>({1, 2, 3, 4, 1, 2, 3, 4}));
  EXPECT_EQ(values<int64_t>(tile(x, {0, 3})), V<int64_t>());
  EXPECT_FALSE(tile(x, {2}));
  EXPECT_FALSE(tile(x, {1, -1}));
  EXPECT_FALSE(tile(x, {INT64_MAX, 2}));
  EXPECT_EQ(values<int64_t>(triangle(x, -1, /*isUpper=*/false)),
            V<int64_t>({0, 0, 3, 0}));
  EXPECT_EQ(values<int64_t>(triangle(x, INT64_MIN, /*isUpper=*/true)),
            V<int64_t>({1, 2, 3, 4}));
  EXPECT_FALSE(triangle(integers({2}, {1, 2}), 0, /*isUpper=*/true));
  EXPECT_EQ(values<int64_t>(gatherND(x, integers({2, 1}, {-1, 0}))),
            V<int64_t>({3, 4, 1, 2}));
  EXPECT_EQ(values<int64_t>(gatherND(x, integers({1, 0}, {}))),
            V<int64_t>({1, 2, 3, 4}));
  EXPECT_FALSE(gatherND(x, integers({1}, {2})));
  EXPECT_FALSE(gatherND(x, integers({1, 3}, {0, 0, 0})));
}

// The references are torch.nn.functional.interpolate's in double precision.
TEST_F(TensorTest, Resample) {
  Tensor x = make<double>({1, 4}, b.getF64Type(), {1, 5, -2, 4});
  auto check = [&](Resampling how, const V<double> &expected) {
    V<double> found = values<double>(resample(x, how));
    ASSERT_EQ(found.size(), expected.size());
    for (auto [a, c] : llvm::zip_equal(found, expected))
      EXPECT_NEAR(a, c, 1e-12);
  };
  check({1, 7, 7.0 / 4, "cubic", "half_pixel"},
        {0.6031341107871717, 2.7934584548104957, 5.094478862973761, 1.3125,
         -1.980047376093295, 1.52505466472303, 4.595298833819244});
  check({1, 3, 3.0 / 4, "cubic", "align_corners"}, {1.0, 1.3125, 4.0});
  check({1, 8, 2, "nearest", "asymmetric", -0.75, "floor"},
        {1, 1, 5, 5, -2, -2, 4, 4});
  EXPECT_FALSE(resample(x, {1, 7, 7.0 / 4, "linear", "unknown"}));
  EXPECT_FALSE(resample(floats({1}, {1}), {0, 2, 2, "linear", "half_pixel"}));
}

TEST_F(TensorTest, Softmax) {
  Tensor x = make<double>({2, 2}, b.getF64Type(), {1, 2, 3, -1});
  V<double> found = values<double>(softmax(x, 0));
  for (auto [a, c] : llvm::zip_equal(
           found, V<double>({0.11920292202211755, 0.9525741268224334,
                             0.8807970779778823, 0.04742587317756679})))
    EXPECT_NEAR(a, c, 1e-15);
  EXPECT_FALSE(softmax(floats({1}, {1}), 0));
  EXPECT_FALSE(softmax(x, 2));
}

TEST_F(TensorTest, Casts) {
  Type small = b.getType<Float8E4M3FNType>();
  Tensor x = floats({5}, {1, 1000, -INFINITY, NAN, 0x1p-9f});
  EXPECT_EQ(values<uint8_t>(cast(x, small)),
            V<uint8_t>({0x38, 0x7e, 0xfe, 0x7f, 0x01}));
  EXPECT_EQ(values<uint8_t>(cast(x, small, {/*saturates=*/false, "up"})),
            V<uint8_t>({0x38, 0x7f, 0xff, 0x7f, 0x01}));
  // Integers of 4 bits wrap around.
  Tensor narrow = *cast(integers({3}, {7, 8, -9}), b.getIntegerType(4));
  EXPECT_EQ(values<int8_t>(narrow), V<int8_t>({7, -8, 7}));
  EXPECT_EQ(values<int64_t>(cast(narrow, b.getI64Type())),
            V<int64_t>({7, -8, 7}));
  bool isDefined = true;
  EXPECT_EQ(values<int8_t>(
                cast(floats({2}, {300, NAN}), b.getI8Type(), {}, &isDefined)),
            V<int8_t>({127, 0}));
  EXPECT_FALSE(isDefined);
  EXPECT_FALSE(cast(floats({1}, {300}), b.getI8Type()));
}

TEST_F(TensorTest, Indexing) {
  Tensor x = integers({2, 2}, {1, 2, 3, 4}), filler = integers({}, {9});
  EXPECT_EQ(values<int64_t>(take(x, 1, {1, -1, 0}, &filler)),
            V<int64_t>({2, 9, 1, 4, 9, 3}));
  EXPECT_FALSE(take(x, 1, {2}));
  bool isDefined = true;
  EXPECT_EQ(values<int64_t>(scatterElements(x, integers({1, 2}, {-1, -1}),
                                            integers({1, 2}, {5, 6}), 0,
                                            BinaryOp::Add, &isDefined)),
            V<int64_t>({1, 2, 8, 10}));
  EXPECT_FALSE(scatterND(x, integers({1, 1}, {2}), integers({1, 2}, {5, 6}),
                         std::nullopt, &isDefined));
  EXPECT_EQ(values<int64_t>(nonZero(integers({2, 2}, {0, 5, 6, 0}))),
            V<int64_t>({0, 1, 1, 0}));
  // Equal elements keep their order, a NaN is the greatest.
  Tensor row = floats({4}, {1, NAN, 1, 2});
  EXPECT_EQ(values<int64_t>(argSort(row, 0, 4, /*isDescending=*/true)),
            V<int64_t>({1, 3, 0, 2}));
  EXPECT_EQ(values<int64_t>(argExtreme(row, 0, /*isGreatest=*/false)),
            V<int64_t>({1}));
  EXPECT_FALSE(argSort(row, 0, 5, /*isDescending=*/true));
  auto less = [](const void *, const void *) { return false; };
  auto unique =
      findUnique(integers({4}, {3, 1, 3, 2}), /*isSorted=*/false, less);
  EXPECT_EQ(unique->first, (SmallVector<int64_t>{0, 1, 3}));
  EXPECT_EQ(unique->inverse, (SmallVector<int64_t>{0, 1, 0, 2}));
}

TEST_F(TensorTest, Windows) {
  Tensor x = make<double>({1, 1, 4}, b.getF64Type(), {1, 2, 3, 4});
  Tensor w = make<double>({1, 1, 2}, b.getF64Type(), {1, 10});
  WindowAxis axis{2, 2, 1, 1, 1, 3};
  EXPECT_EQ(values<double>(convolve(x, w, std::nullopt, axis, 1)),
            V<double>({10, 32, 4}));
  EXPECT_FALSE(convolve(x, w, std::nullopt, axis, 2));
  // The windows of the result are the elements of the operand.
  WindowAxis all{2, 1, 1, 0, 0, 4};
  EXPECT_EQ(values<double>(convolveTransposed(x, w, std::nullopt, all, {5}, 1)),
            V<double>({1, 12, 23, 34, 40}));
  auto sum = [](ArrayRef<double> elements, int64_t padded) {
    double result = 0;
    for (double element : elements)
      result += element;
    return result / static_cast<double>(padded);
  };
  EXPECT_EQ(values<double>(pool(x, axis, sum)), V<double>({0.5, 2.5, 2}));
  auto maxima = poolMaxima(x, axis);
  EXPECT_EQ(values<double>(maxima->values), V<double>({1, 3, 4}));
  EXPECT_EQ(values<int64_t>(maxima->places), V<int64_t>({0, 2, 3}));
}
