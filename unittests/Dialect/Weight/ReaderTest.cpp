//===- ReaderTest.cpp - Reads the elements of any elements attribute ------===//
//
// Tests of the header of the same name.
//
//===----------------------------------------------------------------------===//

#include "WeightTest.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/DialectResourceBlobManager.h"

#include <complex>
#include <random>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::weight;

using ReaderTest = WeightTest;

template <typename T> using Values = std::vector<T>;

TEST_F(ReaderTest, Dense) {
  auto i32 = getType({2, 2}, b.getI32Type());
  EXPECT_EQ(
      readAs<int32_t>(DenseElementsAttr::get<int32_t>(i32, {1, -2, 3, 4})),
      Values<int32_t>({1, -2, 3, 4}));
  EXPECT_EQ(readAs<int32_t>(DenseElementsAttr::get<int32_t>(i32, 7)),
            Values<int32_t>({7, 7, 7, 7}));
  EXPECT_EQ(readAs<float>(DenseElementsAttr::get<float>(f32({}), 0.5f)),
            Values<float>({0.5f}));
  EXPECT_EQ(readAs<float>(DenseElementsAttr::get<float>(f32({0}), {})),
            Values<float>());
  auto complex = getType({2}, ComplexType::get(b.getF32Type()));
  using Complex = std::complex<float>;
  EXPECT_EQ(readAs<Complex>(DenseElementsAttr::get(
                complex, ArrayRef<Complex>{{1, 2}, {3, 4}})),
            Values<Complex>({{1, 2}, {3, 4}}));
  auto bf16 = getType({2}, b.getBF16Type());
  EXPECT_EQ(
      readAs<uint16_t>(DenseElementsAttr::get(
          bf16, ArrayRef<Attribute>{b.getFloatAttr(b.getBF16Type(), 1.0),
                                    b.getFloatAttr(b.getBF16Type(), -2.0)})),
      Values<uint16_t>({0x3f80, 0xc000}));
  // A piece of it.
  auto attr = DenseElementsAttr::get<int32_t>(i32, {1, 2, 3, 4});
  int32_t piece[2];
  EXPECT_TRUE(succeeded(readElements(
      attr, 1, 2, MutableArrayRef<char>(reinterpret_cast<char *>(piece), 8))));
  EXPECT_EQ(piece[0], 2);
  EXPECT_EQ(piece[1], 3);
}

TEST_F(ReaderTest, DenseBools) {
  std::vector<bool> pattern;
  SmallVector<bool> bools;
  for (int i = 0; i < 77; ++i)
    bools.push_back(i % 3 == 0 || i % 7 == 2);
  auto attr = DenseElementsAttr::get(getType({7, 11}, b.getI1Type()), bools);
  std::string expected(bools.begin(), bools.end());
  EXPECT_EQ(readAll(attr), expected);
  EXPECT_EQ(readAll(attr, 5), expected);
  for (bool value : {false, true})
    EXPECT_EQ(
        readAll(DenseElementsAttr::get(getType({9}, b.getI1Type()), value)),
        std::string(9, value));
}

TEST_F(ReaderTest, Resources) {
  float values[] = {1, 2, 3, 4, 5, 6};
  auto attr = DenseResourceElementsAttr::get(
      f32({2, 3}), "blob",
      UnmanagedAsmResourceBlob::allocateInferAlign(ArrayRef<float>(values)));
  EXPECT_EQ(readAs<float>(attr), Values<float>({1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(readAll(attr, 4), readAll(attr));
  auto wrong = DenseResourceElementsAttr::get(
      f32({2, 2}), "blob",
      UnmanagedAsmResourceBlob::allocateInferAlign(ArrayRef<float>(values)));
  EXPECT_EQ(readAll(wrong), "<error>");
  EXPECT_EQ(takeMessage(), "'tensor<2x2xf32>' has 16 bytes, its data has 24");
  auto &manager = DenseResourceElementsHandle::getManagerInterface(&context);
  auto absent =
      DenseResourceElementsAttr::get(f32({2}), manager.insert("absent"));
  EXPECT_EQ(readAll(absent), "<error>");
  EXPECT_EQ(takeMessage(), "the resource 'absent' has no data");
}

TEST_F(ReaderTest, RefusesWhatHasNoBytes) {
  auto strings = DenseStringElementsAttr::get(
      getType({1}, NoneType::get(&context)), {"text"});
  char out[8];
  EXPECT_TRUE(failed(readElements(strings, 0, 1, out)));
  EXPECT_EQ(takeMessage(),
            "a constant of 'tensor<1xnone>' cannot be read as bytes");
  auto indices = DenseIntElementsAttr::get(getType({1}, b.getIndexType()),
                                           ArrayRef<APInt>{APInt(64, 1)});
  EXPECT_TRUE(failed(readElements(indices, 0, 1, out)));
  EXPECT_EQ(takeMessage(),
            "a constant of 'tensor<1xindex>' cannot be read as bytes");
}

TEST_F(ReaderTest, RefusesWrongRanges) {
  auto attr = DenseElementsAttr::get<float>(f32({2}), {1, 2});
  char out[16];
  auto read = [&](int64_t first, int64_t count, size_t size) {
    bool ok = succeeded(
        readElements(attr, first, count, MutableArrayRef<char>(out, size)));
    EXPECT_EQ(ok, takeMessage().empty());
    return ok;
  };
  EXPECT_TRUE(read(0, 2, 8));
  EXPECT_TRUE(read(2, 0, 0));
  EXPECT_FALSE(read(0, 3, 12));
  EXPECT_FALSE(read(0, 1, 8));
  EXPECT_FALSE(read(-1, 1, 4));
  EXPECT_FALSE(read(1, INT64_MAX, 16));
  EXPECT_FALSE(read(3, 0, 0));
}

TEST_F(ReaderTest, Files) {
  makeFile<float>("m.bin", {0, 1, 2, 3, 4, 5, 6, 7});
  EXPECT_EQ(readAs<float>(FileAttr::get(f32({2, 3}), "m.bin", 8)),
            Values<float>({2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(readAs<float>(FileAttr::get(f32({3, 2}), "m.bin", 8, {1, 3})),
            Values<float>({2, 5, 3, 6, 4, 7}));
  EXPECT_EQ(readAs<float>(FileAttr::get(f32({2, 2}), "m.bin", 4, {0, 2})),
            Values<float>({1, 3, 1, 3}));
  EXPECT_EQ(readAs<float>(FileAttr::get(f32({}), "m.bin", 28)),
            Values<float>({7}));
  // The last byte of the file and one beyond it.
  EXPECT_EQ(readAll(FileAttr::get(f32({2, 3}), "m.bin", 9)), "<error>");
  EXPECT_EQ(takeMessage(),
            "a weight ends at byte 33 of 'm.bin', which has only 32 bytes");
  EXPECT_EQ(readAll(FileAttr::get(f32({2}), "m.bin", 0, {INT64_MAX / 8})),
            "<error>");
  takeMessage();
  EXPECT_EQ(readAll(FileAttr::get(f32({2}), "none.bin", 0)), "<error>");
  EXPECT_EQ(
      takeMessage(),
      "weight file 'none.bin' cannot be opened: No such file or directory");
  // No elements, no file.
  EXPECT_EQ(readAll(FileAttr::get(f32({0}), "none.bin", 1 << 20)), "");
}

TEST_F(ReaderTest, BoolsInFilesAreMadeProper) {
  folder.write("m.bin", StringRef("\0\1\2\xff", 4));
  auto attr = FileAttr::get(getType({4}, b.getI1Type()), "m.bin", 0);
  EXPECT_EQ(readAll(attr), std::string("\0\1\1\1", 4));
  FileRange range;
  EXPECT_FALSE(isContiguousFile(attr, range));
  EXPECT_TRUE(isContiguousFile(
      FileAttr::get(getType({2}, b.getI1Type()), "m.bin", 0), range));
}

TEST_F(ReaderTest, EveryWidthTransposed) {
  makeFile("m.bin", 400000);
  for (Type type :
       {Type(b.getI8Type()), Type(b.getBF16Type()), Type(b.getF32Type()),
        Type(b.getI64Type()), Type(ComplexType::get(b.getF64Type()))})
    for (auto [rows, columns] : {std::pair<int64_t, int64_t>{64, 128},
                                 {33, 97},
                                 {1, 100},
                                 {100, 2},
                                 {2, 7000},
                                 {7000, 3},
                                 {130, 130}}) {
      auto attr =
          FileAttr::get(getType({rows, columns}, type), "m.bin", 17, {1, rows});
      std::string expected = readReference(attr);
      EXPECT_TRUE(readAll(attr) == expected) << rows << "x" << columns;
      EXPECT_TRUE(readAll(attr, 777) == expected) << rows << "x" << columns;
    }
}

TEST_F(ReaderTest, TransposedByBlocks) {
  // More than one block of tiles in each direction, none of them whole.
  makeFile("m.bin", 1300 * 1100 * 2);
  auto attr = FileAttr::get(getType({1300, 1100}, b.getF16Type()), "m.bin", 0,
                            {1, 1300});
  EXPECT_TRUE(readAll(attr) == readReference(attr));
}

TEST_F(ReaderTest, AnyStrides) {
  makeFile("m.bin", 1 << 16);
  std::mt19937 random(1);
  auto below = [&](int64_t limit) -> int64_t {
    return static_cast<int64_t>(random() % limit);
  };
  Type types[] = {b.getI8Type(), b.getF16Type(), b.getF32Type(),
                  b.getF64Type()};
  for (int round = 0; round < 2000; ++round) {
    SmallVector<int64_t> shape, strides;
    int64_t count = 1, span = 1;
    for (int64_t i = 0, rank = below(6); i < rank; ++i) {
      int64_t size = 1 + below(count > 200 ? 3 : 12);
      int64_t stride = below(40);
      // Half of the time what comes next in memory.
      if (below(2))
        stride = span;
      if (span + (size - 1) * stride > 4000 || count * size > 5000)
        continue;
      shape.push_back(size);
      strides.push_back(stride);
      span += (size - 1) * stride;
      count *= size;
    }
    // The dimensions in any order.
    for (size_t i = shape.size(); i > 1; --i) {
      size_t j = below(i);
      std::swap(shape[i - 1], shape[j]);
      std::swap(strides[i - 1], strides[j]);
    }
    Type type = types[below(4)];
    FileAttr attr =
        FileAttr::get(getType(shape, type), "m.bin", below(1000), strides);
    std::string expected = readReference(attr);
    ASSERT_TRUE(readAll(attr) == expected) << readAll(attr).size();
    ASSERT_TRUE(readAll(attr, 1 + below(count)) == expected)
        << readAll(attr).size();
  }
}

TEST_F(ReaderTest, Blocks) {
  makeFile("m.bin", (40 << 20) + 3);
  auto type = getType({1 << 10, 10 << 10}, b.getF32Type());
  FileAttr plain = FileAttr::get(type, "m.bin", 3);
  FileAttr transposed = FileAttr::get(type, "m.bin", 3, {1, 1 << 10});
  auto range = llvm::cantFail(getWeightStore(&context).open("m.bin"));
  std::string out;
  size_t largest = 0;
  auto append = [&](ArrayRef<char> bytes) {
    largest = std::max(largest, bytes.size());
    out.append(bytes.begin(), bytes.end());
    return success();
  };
  EXPECT_TRUE(succeeded(forEachBlock(plain, append)));
  EXPECT_TRUE(out == contents.substr(3));
  EXPECT_EQ(largest, size_t(16) << 20);
  out.clear();
  largest = 0;
  EXPECT_TRUE(succeeded(forEachBlock(transposed, append)));
  EXPECT_TRUE(out == readAll(transposed));
  // 32 rows, of which each uses whole lines of the cache in the file.
  EXPECT_EQ(largest, size_t(32) * (10 << 10) * 4);
  // Stops at once when the consumer fails.
  int calls = 0;
  auto fail = [&](ArrayRef<char>) {
    ++calls;
    return failure();
  };
  EXPECT_TRUE(failed(forEachBlock(plain, fail)));
  EXPECT_TRUE(failed(forEachBlock(transposed, fail)));
  EXPECT_EQ(calls, 2);
  EXPECT_TRUE(failed(forEachBlock(FileAttr::get(type, "m.bin", 4), append)));
}

TEST_F(ReaderTest, BlocksOfOtherShapes) {
  makeFile("m.bin", 5 << 20);
  struct Case {
    SmallVector<int64_t> shape, strides;
    size_t largest;
  };
  Builder b(&context);
  for (const Case &test : {
           // Less than a block.
           Case{{3, 5}, {1, 3}, 15 * 2},
           // Rows so long that 32 of them do not fit into the largest block.
           Case{{2, 1 << 20}, {1, 2}, size_t(4) << 20},
           // No multiple of a tile anywhere.
           Case{{1031, 1987}, {1, 1031}, size_t(64) * 1987 * 2},
           // The densest dimension is in the middle.
           Case{{9, 130, 77}, {130, 1, 1170}, size_t(9) * 130 * 77 * 2},
           Case{{1200, 100, 20}, {1, 1200, 120000}, size_t(64) * 2000 * 2},
           // Rows are contiguous; rows are all the same.
           Case{{1000, 999}, {2000, 1}, size_t(1) << 18},
           Case{{1500, 1500}, {0, 1}, size_t(1) << 18},
           Case{{1500, 1500}, {1, 0}, size_t(64) * 1500 * 2},
       }) {
    FileAttr attr = FileAttr::get(getType(test.shape, b.getIntegerType(16)),
                                  "m.bin", 1, test.strides);
    std::string out;
    size_t largest = 0;
    constexpr uint64_t position = 12345;
    EXPECT_TRUE(succeeded(forEachBlock(
        attr,
        [&](ArrayRef<char> bytes) {
          // At the same place of a page as in the file.
          EXPECT_EQ(reinterpret_cast<uintptr_t>(bytes.data()) % 4096,
                    (position + out.size()) % 4096);
          largest = std::max(largest, bytes.size());
          out.append(bytes.begin(), bytes.end());
          return success();
        },
        {}, position)));
    EXPECT_TRUE(out == readAll(attr));
    EXPECT_EQ(largest, test.largest);
  }
}

TEST_F(ReaderTest, ContiguousFiles) {
  makeFile("m.bin", 100);
  FileRange range;
  EXPECT_TRUE(isContiguousFile(FileAttr::get(f32({2, 3}), "m.bin", 5), range));
  EXPECT_EQ(range.offset, 5u);
  EXPECT_EQ(range.length, 24u);
  EXPECT_EQ(StringRef(range.bytes().data(), range.bytes().size()),
            contents.substr(5, 24));
  EXPECT_TRUE(isContiguousFile(FileAttr::get(f32({19}), "m.bin", 24), range));
  EXPECT_FALSE(isContiguousFile(FileAttr::get(f32({19}), "m.bin", 25), range));
  EXPECT_FALSE(
      isContiguousFile(FileAttr::get(f32({2, 3}), "m.bin", 0, {1, 2}), range));
  EXPECT_FALSE(isContiguousFile(FileAttr::get(f32({2}), "none", 0), range));
  EXPECT_FALSE(
      isContiguousFile(DenseElementsAttr::get<float>(f32({2}), {1, 2}), range));
  EXPECT_EQ(takeMessage(), "");
}
