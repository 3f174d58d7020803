//===- ContentsTest.cpp - Finds weights that are equal --------------------===//
//
// Tests of the header of the same name.
//
//===----------------------------------------------------------------------===//

#include "WeightTest.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::weight;

using ContentsTest = WeightTest;

static void put(std::string &out, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i)
    out += i < 8 ? static_cast<char>(value >> (8 * i)) : '\0';
}

/// A zip archive with these members, named a, b, ...
static std::string makeZip(ArrayRef<std::string> contents) {
  std::string out, directory;
  for (auto [index, content] : llvm::enumerate(contents)) {
    std::string fields;
    put(fields, 20, 2);
    put(fields, 0, 8);
    put(fields, llvm::crc32(llvm::arrayRefFromStringRef(content)), 4);
    put(fields, content.size(), 4);
    put(fields, content.size(), 4);
    put(fields, 1, 2);
    put(fields, 0, 2);
    put(directory, 0x02014b50, 4);
    put(directory, 20, 2);
    directory += fields;
    put(directory, 0, 10);
    put(directory, out.size(), 4);
    put(directory, 'a' + index, 1);
    put(out, 0x04034b50, 4);
    out += fields;
    put(out, 'a' + index, 1);
    out += content;
  }
  size_t offset = out.size();
  out += directory;
  put(out, 0x06054b50, 4);
  put(out, 0, 4);
  put(out, contents.size(), 2);
  put(out, contents.size(), 2);
  put(out, directory.size(), 4);
  put(out, offset, 4);
  put(out, 0, 2);
  return out;
}

TEST_F(ContentsTest, ByPlace) {
  makeFile("m.bin", 100);
  FileAttr a = FileAttr::get(f32({5}), "m.bin", 0);
  EXPECT_TRUE(equalContents(a, a));
  EXPECT_EQ(getContentKey(a), getContentKey(a));
  EXPECT_FALSE(equalContents(a, FileAttr::get(f32({5}), "m.bin", 20)));
  EXPECT_FALSE(equalContents(a, FileAttr::get(f32({5, 1}), "m.bin", 0)));
}

TEST_F(ContentsTest, ByBytes) {
  makeFile<float>("m.bin", {1, 2, 3, 4, 1, 3, 2, 4, 1, 2, 3, 5});
  FileAttr a = FileAttr::get(f32({2, 2}), "m.bin", 0);
  FileAttr reordered = FileAttr::get(f32({2, 2}), "m.bin", 16);
  FileAttr transposed = FileAttr::get(f32({2, 2}), "m.bin", 16, {1, 2});
  FileAttr other = FileAttr::get(f32({2, 2}), "m.bin", 32);
  EXPECT_FALSE(equalContents(a, reordered));
  EXPECT_TRUE(equalContents(a, transposed));
  EXPECT_FALSE(equalContents(a, other));
  EXPECT_FALSE(equalContents(transposed, other));
  EXPECT_FALSE(equalContents(a, FileAttr::get(f32({2, 2}), "none", 0)));
  FileAttr none = FileAttr::get(f32({2, 2}), "none", 0, {1, 2});
  EXPECT_FALSE(equalContents(none, transposed));
  EXPECT_EQ(takeMessage(), "");
}

TEST_F(ContentsTest, ByCRC) {
  std::string path = folder.write(
      "m.pt2", makeZip({"12345678", "abcdefgh", "12345678", "12345678more"}));
  auto zip = ZipReader::open(llvm::cantFail(MappedFile::open(path)));
  ASSERT_TRUE(bool(zip)) << llvm::toString(zip.takeError());
  WeightStore &store = getWeightStore(&context);
  store.addMembers("m.pt2", *zip);
  auto get = [&](StringRef name) {
    return FileAttr::get(f32({2}), "m.pt2", zip->find(name)->offset);
  };
  EXPECT_EQ(getContentKey(get("a")), getContentKey(get("c")));
  EXPECT_NE(getContentKey(get("a")), getContentKey(get("b")));
  EXPECT_TRUE(equalContents(get("a"), get("c")));
  EXPECT_FALSE(equalContents(get("a"), get("b")));
  // A part of a member has no CRC, but it has bytes.
  EXPECT_EQ(store.findCRC("m.pt2", zip->find("d")->offset, 8), std::nullopt);
  EXPECT_TRUE(equalContents(get("a"), get("d")));
  // Another type is another constant.
  EXPECT_NE(getContentKey(get("a")),
            getContentKey(
                FileAttr::get(f32({2, 1}), "m.pt2", zip->find("a")->offset)));
}

TEST_F(ContentsTest, EqualCRCsAreCompared) {
  // An archive that lies: the same CRC for other bytes.
  std::string bytes = makeZip({"12345678", "12345678"});
  bytes[bytes.rfind("5678")] = 'x';
  auto zip = ZipReader::open(
      llvm::cantFail(MappedFile::open(folder.write("m.pt2", bytes))));
  ASSERT_TRUE(bool(zip)) << llvm::toString(zip.takeError());
  getWeightStore(&context).addMembers("m.pt2", *zip);
  auto get = [&](StringRef name) {
    return FileAttr::get(f32({2}), "m.pt2", zip->find(name)->offset);
  };
  EXPECT_EQ(getContentKey(get("a")), getContentKey(get("b")));
  EXPECT_FALSE(equalContents(get("a"), get("b")));
}

TEST_F(ContentsTest, DigestsTellContentsApart) {
  auto digest = [](ElementsAttr attr) {
    return llvm::cantFail(getContentDigest(attr));
  };
  makeFile<float>("m.bin", {1, 2, 3, 4, 1, 2, 3, 4});
  folder.write("n.bin", folder.read("m.bin"));
  FileAttr a = FileAttr::get(f32({2, 2}), "m.bin", 0);
  // Of the bytes, whatever the file is called and wherever they are in it.
  EXPECT_EQ(digest(a), digest(FileAttr::get(f32({2, 2}), "n.bin", 16)));
  EXPECT_NE(digest(a), digest(FileAttr::get(f32({2, 2}), "m.bin", 4)));
  EXPECT_NE(digest(a), digest(FileAttr::get(f32({4}), "m.bin", 0)));
  auto splat = [&](float value) {
    return DenseElementsAttr::get(f32({2, 2}), value);
  };
  EXPECT_NE(digest(splat(1)), digest(splat(2)));
  auto none = getContentDigest(FileAttr::get(f32({2}), "none", 0));
  EXPECT_NE(llvm::toString(none.takeError()).find("none"), std::string::npos);
  EXPECT_EQ(takeMessage(), "");
}

TEST_F(ContentsTest, DigestsOfArchivesReadNoBytes) {
  auto digest = [&](StringRef first, StringRef name) {
    auto zip = ZipReader::open(llvm::cantFail(MappedFile::open(
        folder.write(name, makeZip({first.str(), "12345678"})))));
    getWeightStore(&context).addMembers(name, *zip);
    // The file is not known to the store, nor in the folder.
    llvm::sys::fs::remove(folder.path(name));
    return llvm::cantFail(getContentDigest(
        FileAttr::get(f32({2}), name, zip->find("a")->offset)));
  };
  uint64_t a = digest("12345678", "a.pt2");
  EXPECT_EQ(a, digest("12345678", "b.pt2"));
  EXPECT_NE(a, digest("12345679", "c.pt2"));
}
