//===- InflateTest.cpp - Content of compressed members --------------------===//
//
// Tests of ZipReader::inflate().
//
//===----------------------------------------------------------------------===//

#include "../fuzz/ZipWriter.h"

#include "torch-onnx/Support/ZipReader.h"

#include "gtest/gtest.h"

using namespace torch_onnx;

static constexpr uint64_t noLimit = ~uint64_t(0);

static uint32_t getCRC(llvm::StringRef content) {
  return llvm::crc32(llvm::arrayRefFromStringRef(content));
}

/// The content of the first member, or the error.
static std::string inflate(const std::string &file, uint64_t limit = noLimit) {
  auto zip = ZipReader::open(llvm::ArrayRef(file.data(), file.size()), "a.pt");
  if (!zip)
    return llvm::toString(zip.takeError());
  auto content = zip->inflate(zip->members()[0], limit);
  return content ? *content : "error: " + llvm::toString(content.takeError());
}

static std::string inflatePayload(llvm::StringRef payload,
                                  const ZipWriter::Claim &claim) {
  ZipWriter writer;
  writer.addPayload("code", payload, claim);
  return inflate(writer.finish());
}

static std::string makeCode() {
  std::string code;
  for (int i = 0; i < 1000; ++i)
    code += "    _" + std::to_string(i) + " = torch.relu(x)\n";
  return code;
}

TEST(Inflate, GivesTheContent) {
  for (const std::string &content : {std::string(), std::string("x"),
                                     std::string("\0\1\2", 3), makeCode()}) {
    ZipWriter deflated(/*hasChecksums=*/true), stored(/*hasChecksums=*/true);
    deflated.addDeflated("code", content);
    stored.add("code", content);
    EXPECT_EQ(inflate(deflated.finish()), content);
    EXPECT_EQ(inflate(stored.finish()), content);
  }
}

TEST(Inflate, KnowsTheSizeOfTheContent) {
  ZipWriter writer(/*hasChecksums=*/true);
  writer.addDeflated("a", makeCode());
  writer.add("b", "12345");
  std::string file = writer.finish();
  auto zip = llvm::cantFail(
      ZipReader::open(llvm::ArrayRef(file.data(), file.size()), "a.pt"));
  EXPECT_EQ(zip.find("a")->contentSize, makeCode().size());
  EXPECT_LT(zip.find("a")->size, makeCode().size() / 3);
  EXPECT_EQ(zip.find("b")->contentSize, 5u);
}

TEST(Inflate, RefusesMoreThanTheLimit) {
  ZipWriter writer(/*hasChecksums=*/true);
  writer.addDeflated("code", "0123456789");
  std::string file = writer.finish();
  EXPECT_EQ(inflate(file, 10), "0123456789");
  EXPECT_EQ(inflate(file, 9),
            "error: a.pt: zip member 'code' has a content of 10 bytes, more "
            "than the 9 that are read");
}

TEST(Inflate, RefusesFalseChecksums) {
  std::string payload = deflate("content");
  uint16_t method = Z_DEFLATED;
  EXPECT_EQ(inflatePayload(payload, {method, getCRC("content"), 7}), "content");
  EXPECT_EQ(inflatePayload(payload, {method, 1, 7}),
            "error: a.pt: zip member 'code' is damaged: its CRC-32 is FEC530A9,"
            " not 1");
  // Writers that leave out checksums have those of compressed members.
  EXPECT_NE(inflatePayload(payload, {method, 0, 7}).find("is damaged"),
            std::string::npos);
}

TEST(Inflate, RefusesFalseSizes) {
  std::string payload = deflate("content");
  uint32_t crc32 = getCRC("content");
  for (uint32_t size : {0, 6, 8, 1000})
    EXPECT_NE(inflatePayload(payload, {Z_DEFLATED, crc32, size})
                  .find("compressed bytes do not give the " +
                        std::to_string(size) + " bytes that it states"),
              std::string::npos);
  // Bytes of nobody behind the stream.
  EXPECT_NE(inflatePayload(payload + "x", {Z_DEFLATED, crc32, 7})
                .find("do not give the 7 bytes"),
            std::string::npos);
}

TEST(Inflate, RefusesBombs) {
  std::string zeros(4 << 20, '\0');
  EXPECT_NE(inflatePayload(deflate(zeros), {Z_DEFLATED, getCRC(zeros), 4 << 20})
                .find("compressed bytes, which is implausible for the text of "
                      "a program"),
            std::string::npos);
  // Memory is not allocated for what is only stated.
  EXPECT_NE(inflatePayload("xxxx", {Z_DEFLATED, 0, 0xfffffffe})
                .find("which is implausible for the text of a program"),
            std::string::npos);
  // Repetitions are no bomb.
  std::string code;
  while (code.size() < (2 << 20))
    code += makeCode();
  EXPECT_EQ(inflatePayload(deflate(code),
                           {Z_DEFLATED, getCRC(code), uint32_t(code.size())}),
            code);
}

TEST(Inflate, RefusesOtherMethods) {
  EXPECT_NE(inflatePayload("xx", {12, 0, 2}).find("compressed (method 12)"),
            std::string::npos);
  EXPECT_NE(inflatePayload("xx", {Z_DEFLATED, 0, 2, /*flags=*/1})
                .find("is encrypted"),
            std::string::npos);
}

TEST(Inflate, SurvivesDamage) {
  std::string content = makeCode(), payload = deflate(content);
  ZipWriter::Claim claim{Z_DEFLATED, getCRC(content), uint32_t(content.size())};
  for (size_t i = 0; i < payload.size(); ++i) {
    std::string damaged = payload;
    damaged[i] ^= 1 << (i % 8);
    // Some bits of the last byte mean nothing.
    std::string result = inflatePayload(damaged, claim);
    EXPECT_TRUE(result.find("is damaged") != std::string::npos ||
                (i + 1 == payload.size() && result == content));
    EXPECT_NE(inflatePayload(payload.substr(0, i), claim).find("is damaged"),
              std::string::npos);
  }
}
