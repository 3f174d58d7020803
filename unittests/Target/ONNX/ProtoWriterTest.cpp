//===- ProtoWriterTest.cpp - The wire format, against a naive writer ------===//
//
// The writer moves short messages and keeps the lengths of long ones aside; the
// oracle here builds each message as a string of its own and puts its length in
// front. Both must give the same bytes, whatever is nested in whatever.
//
//===----------------------------------------------------------------------===//

#include "ProtoWriter.h"

#include "gtest/gtest.h"

#include <random>

using namespace torch_onnx::onnx;

namespace {

/// Base 128, the lower groups first.
std::string varint(uint64_t value) {
  std::string bytes;
  do {
    bool isLast = value < 0x80;
    bytes.push_back(static_cast<char>((value & 0x7f) | (isLast ? 0 : 0x80)));
    value >>= 7;
  } while (value != 0);
  return bytes;
}

std::string field(uint32_t number, unsigned wireType) {
  return varint(number << 3 | wireType);
}

std::string delimited(uint32_t number, const std::string &contents) {
  return field(number, 2) + varint(contents.size()) + contents;
}

/// All bytes, holes filled with the byte that is their id.
std::string streamed(ProtoWriter &writer, const std::vector<size_t> &holes) {
  std::string out;
  auto done = writer.stream(
      [&](llvm::ArrayRef<char> piece) {
        out.append(piece.begin(), piece.end());
      },
      [&](unsigned id) {
        out.append(holes[id], static_cast<char>(id));
        return mlir::success();
      });
  EXPECT_TRUE(mlir::succeeded(done));
  return out;
}

TEST(ProtoWriter, WritesScalars) {
  ProtoWriter writer;
  writer.writeInt(1, 0);
  writer.writeInt(2, 300);
  writer.writeInt(3, -1); // Ten bytes: negative numbers are 64 bits wide.
  writer.writeFloat(4, 1.5F);
  writer.writeString(500, std::string("a\0b", 3));
  std::string expected = field(1, 0) + varint(0) + field(2, 0) + varint(300) +
                         field(3, 0) + std::string(9, '\xff') + '\x01' +
                         field(4, 5) + std::string("\0\0\xc0\x3f", 4) +
                         delimited(500, std::string("a\0b", 3));
  EXPECT_EQ(writer.size(), expected.size());
  std::vector<char> bytes = writer.takeBytes();
  EXPECT_EQ(std::string(bytes.begin(), bytes.end()), expected);
}

TEST(ProtoWriter, WritesNothing) {
  ProtoWriter writer;
  EXPECT_EQ(writer.size(), 0U);
  EXPECT_TRUE(writer.takeBytes().empty());
}

// Lengths of one, two and three bytes; below and above what is moved.
TEST(ProtoWriter, PutsLengthsInFrontOfMessages) {
  for (size_t size :
       {0, 1, 127, 128, 129, 4090, 4096, 4097, 16383, 16384, 70000}) {
    std::string contents(size, 'x');
    ProtoWriter writer;
    {
      MessageScope outer(writer, 7);
      writer.writeInt(1, 5);
      MessageScope inner(writer, 8);
      writer.writeString(2, contents);
    }
    writer.writeInt(9, 6);
    std::string expected =
        delimited(7, field(1, 0) + varint(5) +
                         delimited(8, delimited(2, contents))) +
        field(9, 0) + varint(6);
    EXPECT_EQ(writer.size(), expected.size()) << size;
    EXPECT_EQ(streamed(writer, {}), expected) << size;
  }
}

TEST(ProtoWriter, StopsWhereAHoleFails) {
  ProtoWriter writer;
  writer.writeHole(1, 4, 0);
  writer.writeHole(1, 4, 1);
  unsigned filled = 0;
  EXPECT_TRUE(mlir::failed(writer.stream([](llvm::ArrayRef<char>) {},
                                         [&](unsigned) {
                                           ++filled;
                                           return mlir::failure();
                                         })));
  EXPECT_EQ(filled, 1U);
}

/// Writes the same random tree with both.
class RandomTree {
public:
  explicit RandomTree(unsigned seed) : random(seed) {}

  std::string write(ProtoWriter &writer, unsigned depth) {
    std::string expected;
    for (unsigned count = pick(6); count > 0; --count) {
      unsigned number = 1 + pick(40);
      switch (pick(depth == 0 ? 3 : 5)) {
      case 0: {
        int64_t value = static_cast<int64_t>(pick(2) ? pick(200) : random());
        writer.writeInt(number, value);
        expected += field(number, 0) + varint(static_cast<uint64_t>(value));
        break;
      }
      case 1: {
        std::string text(pick(4) ? pick(20) : pick(6000), 's');
        writer.writeString(number, text);
        expected += delimited(number, text);
        break;
      }
      case 2: {
        size_t size = pick(3) ? pick(5) : pick(9000);
        unsigned id = static_cast<unsigned>(holes.size());
        writer.writeHole(number, size, id);
        holes.push_back(size);
        expected += delimited(number, std::string(size, static_cast<char>(id)));
        break;
      }
      default: {
        MessageScope scope(writer, number);
        expected += delimited(number, write(writer, depth - 1));
        break;
      }
      }
    }
    return expected;
  }

  std::vector<size_t> holes;

private:
  unsigned pick(unsigned below) {
    return static_cast<unsigned>(random() % below);
  }
  std::mt19937_64 random;
};

TEST(ProtoWriter, WritesWhatTheNaiveWriterWrites) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    RandomTree tree(seed);
    ProtoWriter writer;
    std::string expected = tree.write(writer, 6);
    ASSERT_EQ(writer.size(), expected.size()) << "seed " << seed;
    ASSERT_EQ(streamed(writer, tree.holes), expected) << "seed " << seed;
  }
}

} // namespace
