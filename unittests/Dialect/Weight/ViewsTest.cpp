//===- ViewsTest.cpp - Other views of a weight in a file ------------------===//
//
// Tests of the header of the same name.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Weight/IR/Views.h"

#include "WeightTest.h"

#include <random>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::weight;

template <typename T> using Values = std::vector<T>;

namespace {
class ViewsTest : public WeightTest {
protected:
  Values<float> read(FailureOr<FileAttr> attr) {
    if (failed(attr))
      return {-1};
    return readAs<float>(*attr);
  }
};
} // namespace

TEST_F(ViewsTest, Transposes) {
  makeFile<float>("m.bin", {0, 1, 2, 3, 4, 5});
  FileAttr attr = FileAttr::get(f32({2, 3}), "m.bin", 0);
  EXPECT_EQ(read(transposeFile(attr, {1, 0})),
            Values<float>({0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(*transposeFile(*transposeFile(attr, {1, 0}), {1, 0}), attr);
  EXPECT_EQ(*transposeFile(attr, {0, 1}), attr);
  EXPECT_TRUE(failed(transposeFile(attr, {0})));
  EXPECT_TRUE(failed(transposeFile(attr, {0, 0})));
  EXPECT_TRUE(failed(transposeFile(attr, {0, 2})));
  EXPECT_TRUE(failed(transposeFile(attr, {0, -1})));
}

TEST_F(ViewsTest, Slices) {
  makeFile<float>("m.bin", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  FileAttr attr = FileAttr::get(f32({3, 4}), "m.bin", 0);
  EXPECT_EQ(read(sliceFile(attr, {1, 1}, {2, 2}, {1, 2})),
            Values<float>({5, 7, 9, 11}));
  EXPECT_EQ(read(sliceFile(attr, {2, 3}, {1, 1}, {9, 9})), Values<float>({11}));
  EXPECT_EQ(read(sliceFile(attr, {3, 0}, {0, 4}, {1, 1})), Values<float>());
  // A row of a weight is contiguous again.
  EXPECT_TRUE(sliceFile(attr, {1, 0}, {1, 4}, {1, 1})->isContiguous());
  EXPECT_TRUE(failed(sliceFile(attr, {0, 0}, {3, 5}, {1, 1})));
  EXPECT_TRUE(failed(sliceFile(attr, {0, 1}, {3, 4}, {1, 1})));
  EXPECT_TRUE(failed(sliceFile(attr, {0, 0}, {3, 3}, {1, 2})));
  EXPECT_TRUE(failed(sliceFile(attr, {3, 0}, {1, 1}, {1, 1})));
  EXPECT_TRUE(failed(sliceFile(attr, {4, 0}, {0, 1}, {1, 1})));
  EXPECT_TRUE(failed(sliceFile(attr, {-1, 0}, {1, 1}, {1, 1})));
  EXPECT_TRUE(failed(sliceFile(attr, {0, 0}, {-1, 1}, {1, 1})));
  EXPECT_TRUE(failed(sliceFile(attr, {0, 0}, {1, 1}, {1, 0})));
  EXPECT_TRUE(failed(sliceFile(attr, {0, 0}, {2, 2}, {1, INT64_MAX})));
  EXPECT_TRUE(failed(sliceFile(attr, {0}, {1}, {1})));
}

TEST_F(ViewsTest, Reshapes) {
  FileAttr attr = FileAttr::get(f32({4, 6}), "m.bin", 0);
  EXPECT_TRUE(reshapeFile(attr, f32({2, 12}))->isContiguous());
  EXPECT_TRUE(reshapeFile(attr, f32({1, 24, 1}))->isContiguous());
  EXPECT_TRUE(failed(reshapeFile(attr, f32({5, 5}))));
  EXPECT_TRUE(failed(reshapeFile(attr, getType({4, 6}, b.getI32Type()))));
  EXPECT_TRUE(failed(reshapeFile(attr, f32({4, ShapedType::kDynamic}))));
  FileAttr transposed = *transposeFile(attr, {1, 0});
  EXPECT_TRUE(failed(reshapeFile(transposed, f32({24}))));
  EXPECT_EQ(reshapeFile(transposed, f32({2, 3, 2, 2}))->getStrides(),
            ArrayRef<int64_t>({3, 1, 12, 6}));
  FileAttr scalar = FileAttr::get(f32({}), "m.bin", 0);
  EXPECT_EQ(reshapeFile(scalar, f32({1, 1}))->getType(), f32({1, 1}));
  EXPECT_EQ(*reshapeFile(*reshapeFile(scalar, f32({1})), f32({})), scalar);
  FileAttr empty = FileAttr::get(f32({0, 3}), "m.bin", 0);
  EXPECT_EQ(reshapeFile(empty, f32({7, 0}))->getType(), f32({7, 0}));
  EXPECT_TRUE(failed(reshapeFile(empty, f32({7}))));
}

TEST_F(ViewsTest, TransposesExpressions) {
  makeFile<float>("m.bin", {0, 1, 2, 3, 4, 5});
  ElementsAttr file = FileAttr::get(f32({2, 3}), "m.bin", 0);
  ElementsAttr row = DenseElementsAttr::get(f32({3}), {10.0f, 20.0f, 30.0f});
  ElementsAttr sum = ExprAttr::get(f32({2, 3}), ExprKind::Add, {file, row});
  auto view = transposeElements(sum, {1, 0});
  ASSERT_TRUE(succeeded(view));
  EXPECT_EQ(view->getShapedType(), f32({3, 2}));
  EXPECT_EQ(readAs<float>(*view), std::vector<float>({10, 13, 21, 24, 32, 35}));
  ElementsAttr both =
      ExprAttr::get(f32({2, 6}), ExprKind::Concat, {file, sum}, 1);
  view = transposeElements(both, {1, 0});
  ASSERT_TRUE(succeeded(view));
  EXPECT_EQ(readAs<float>(*view),
            std::vector<float>({0, 3, 1, 4, 2, 5, 10, 13, 21, 24, 32, 35}));
  // What is in no order that strides say is computed if it is small.
  auto flat = reshapeElements(sum, f32({3, 2}));
  view = transposeElements(*flat, {1, 0});
  ASSERT_TRUE(succeeded(view));
  EXPECT_EQ(readAs<float>(*view), std::vector<float>({10, 32, 24, 21, 13, 35}));
  EXPECT_TRUE(failed(transposeElements(sum, {0})));
}

TEST_F(ViewsTest, ReshapesConcatenations) {
  makeFile<float>("m.bin", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  ElementsAttr file = FileAttr::get(f32({2, 3}), "m.bin", 0);
  ElementsAttr dense = DenseElementsAttr::get(f32({2, 1}), {20.0f, 21.0f});
  ElementsAttr columns =
      ExprAttr::get(f32({2, 4}), ExprKind::Concat, {file, dense}, 1);
  ElementsAttr rows = ExprAttr::get(
      f32({4, 3}), ExprKind::Concat,
      {file, FileAttr::get(f32({2, 3}), "m.bin", 6 * sizeof(float))}, 0);
  struct Case {
    ElementsAttr attr;
    SmallVector<int64_t> shape;
  };
  for (const Case &test :
       {Case{columns, {2, 4}}, Case{columns, {1, 2, 1, 4, 1}},
        Case{rows, {1, 4, 3}}, Case{rows, {4, 1, 3}}, Case{dense, {1, 1, 2}},
        Case{file, {3, 2}}}) {
    auto view = reshapeElements(test.attr, f32(test.shape));
    ASSERT_TRUE(succeeded(view));
    EXPECT_EQ(view->getShapedType(), f32(test.shape));
    EXPECT_EQ(readAs<float>(*view), readAs<float>(test.attr));
  }
  // The dimension is split, or no longer there, and sums are no rows of
  // anything: these are expressions.
  ElementsAttr sum = ExprAttr::get(f32({2, 3}), ExprKind::Add, {file, file});
  for (const Case &test :
       {Case{columns, {2, 2, 2}}, Case{columns, {8}}, Case{columns, {4, 2}},
        Case{rows, {3, 4}}, Case{rows, {2, 6}}, Case{sum, {1, 2, 3}}}) {
    auto view = reshapeElements(test.attr, f32(test.shape));
    ASSERT_TRUE(succeeded(view));
    EXPECT_EQ(cast<ExprAttr>(*view).getKind(), ExprKind::Reshape);
    EXPECT_EQ(readAs<float>(*view), readAs<float>(test.attr));
    // There and back is where it began.
    auto back = reshapeElements(
        *view, cast<RankedTensorType>(test.attr.getShapedType()));
    EXPECT_EQ(*back, test.attr);
  }
  EXPECT_TRUE(failed(reshapeElements(rows, f32({4, 2}))));
  EXPECT_TRUE(failed(reshapeElements(dense, f32({3}))));
  EXPECT_TRUE(failed(reshapeElements(
      dense, RankedTensorType::get({2}, IntegerType::get(&context, 32)))));
}

TEST_F(ViewsTest, ReshapesAreRight) {
  // Whenever a view is found, it has the same elements in the same order.
  makeFile("m.bin", 20000);
  std::mt19937 random(3);
  int found = 0;
  for (int round = 0; round < 3000; ++round) {
    // 2 * 2 * 3 * 2 elements, in groups, under any strides.
    auto getShape = [&] {
      SmallVector<int64_t> shape = {1};
      for (int64_t factor : {2, 2, 3, 2}) {
        if (random() % 2)
          shape.push_back(1);
        shape.back() *= factor;
      }
      return shape;
    };
    SmallVector<int64_t> shape = getShape(), strides(shape.size());
    int64_t next = 1 + random() % 2;
    for (size_t i = shape.size(); i-- > 0;) {
      strides[i] = random() % 8 ? next : random() % 5;
      next = strides[i] * shape[i];
    }
    FileAttr attr = FileAttr::get(f32(shape), "m.bin", 40, strides);
    FailureOr<FileAttr> view = reshapeFile(attr, f32(getShape()));
    if (failed(view))
      continue;
    ++found;
    ASSERT_TRUE(readReference(*view) == readReference(attr));
  }
  EXPECT_GT(found, 1000);
  // And whatever is contiguous has a view of every shape.
  FileAttr plain = FileAttr::get(f32({24}), "m.bin", 0);
  EXPECT_TRUE(succeeded(reshapeFile(plain, f32({2, 1, 3, 4, 1}))));
}
