//===- ZipReaderTest.cpp - Members of a zip archive in memory -------------===//
//
// Tests of the header of the same name.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Support/ZipReader.h"

#include "torch-onnx/Support/Checksum.h"

#include "TemporaryFolder.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"

#include "gtest/gtest.h"

using namespace torch_onnx;

namespace {

/// A member, and the lies about it.
struct Entry {
  std::string name, content;
  uint16_t flags = 0, method = 0, disk = 0;
  /// What the central directory says in place of the truth.
  std::optional<uint32_t> size = {}, originalSize = {}, header = {};
  std::string localName = name;
  std::string extra = {};
  /// What follows the content, and what the local header says of its length
  /// and its checksum.
  std::string descriptor = {};
  uint16_t localExtra = 5;
  std::optional<uint32_t> localCRC = {};
  bool hasCRC = true;
};

/// A zip archive, and the lies about its directory.
struct Archive {
  std::vector<Entry> entries = {};
  std::string comment = {};
  bool zip64 = false;
  uint16_t disk = 0;
  std::optional<uint32_t> count = {}, directorySize = {}, directoryOffset = {};

  std::string build() const;
};

} // namespace

static void put(std::string &out, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i)
    out += static_cast<char>(value >> (8 * i));
}

static uint32_t getCRC(llvm::StringRef content) {
  return llvm::crc32(llvm::arrayRefFromStringRef(content));
}

std::string Archive::build() const {
  std::string out, directory;
  for (const Entry &entry : entries) {
    uint64_t header = out.size();
    put(out, 0x04034b50, 4);
    put(out, 20, 2);
    put(out, entry.flags, 2);
    put(out, entry.method, 2);
    put(out, 0, 4);
    uint32_t crc = entry.hasCRC ? getCRC(entry.content) : 0;
    put(out, entry.localCRC.value_or(crc), 4);
    put(out, entry.content.size(), 4);
    put(out, entry.content.size(), 4);
    put(out, entry.localName.size(), 2);
    put(out, entry.localExtra, 2);
    out += entry.localName;
    out += "extra";
    out += entry.content;
    out += entry.descriptor;

    put(directory, 0x02014b50, 4);
    put(directory, 20, 2);
    put(directory, 20, 2);
    put(directory, entry.flags, 2);
    put(directory, entry.method, 2);
    put(directory, 0, 4);
    put(directory, crc, 4);
    std::string extra = entry.extra;
    if (zip64) {
      put(directory, 0xffffffff, 4);
      put(directory, 0xffffffff, 4);
      // A foreign field in front, which is to be skipped.
      put(extra, 0x5455, 2);
      put(extra, 2, 2);
      extra += "ab";
      put(extra, 1, 2);
      put(extra, 24, 2);
      put(extra, entry.originalSize.value_or(entry.content.size()), 8);
      put(extra, entry.size.value_or(entry.content.size()), 8);
      put(extra, entry.header.value_or(header), 8);
    } else {
      put(directory, entry.size.value_or(entry.content.size()), 4);
      put(directory, entry.originalSize.value_or(entry.content.size()), 4);
    }
    put(directory, entry.name.size(), 2);
    put(directory, extra.size(), 2);
    put(directory, 3, 2);
    put(directory, entry.disk, 2);
    put(directory, 0, 2);
    put(directory, 0, 4);
    put(directory, zip64 ? 0xffffffff : entry.header.value_or(header), 4);
    directory += entry.name;
    directory += extra;
    directory += "any";
  }
  uint64_t offset = directoryOffset.value_or(out.size());
  uint64_t size = directorySize.value_or(directory.size());
  uint64_t members = count.value_or(entries.size());
  out += directory;
  if (zip64) {
    uint64_t record = out.size();
    put(out, 0x06064b50, 4);
    put(out, 44, 8);
    put(out, 45, 2);
    put(out, 45, 2);
    put(out, disk, 4);
    put(out, 0, 4);
    put(out, members, 8);
    put(out, members, 8);
    put(out, size, 8);
    put(out, offset, 8);
    put(out, 0x07064b50, 4);
    put(out, 0, 4);
    put(out, record, 8);
    put(out, 1, 4);
    size = offset = 0xffffffff;
    members = 0xffff;
  }
  put(out, 0x06054b50, 4);
  put(out, disk, 2);
  put(out, 0, 2);
  put(out, members, 2);
  put(out, members, 2);
  put(out, size, 4);
  put(out, offset, 4);
  put(out, comment.size(), 2);
  return out + comment;
}

static std::string getError(llvm::StringRef bytes) {
  auto zip = ZipReader::open(llvm::ArrayRef<char>(bytes.data(), bytes.size()),
                             "model.pt2");
  return zip ? "" : llvm::toString(zip.takeError());
}

static std::string getError(const Archive &archive) {
  return getError(archive.build());
}

static std::string read(const ZipReader &zip, llvm::StringRef name) {
  const ZipReader::Member *member = zip.find(name);
  if (!member)
    return "<none>";
  auto content = zip.contents(*member);
  if (!content)
    return llvm::toString(content.takeError());
  return std::string(content->begin(), content->end());
}

static Archive makeArchive() {
  return {{{"m/version", "3"},
           {"m/data/weights/weight_0", "0123456789"},
           {"m/empty", ""},
           {"m/a", "last"}}};
}

TEST(ZipReader, FindsMembers) {
  for (bool zip64 : {false, true}) {
    Archive archive = makeArchive();
    archive.zip64 = zip64;
    archive.comment = "a comment";
    TemporaryFolder folder;
    std::string path = folder.write("model.pt2", archive.build());
    auto zip = ZipReader::open(llvm::cantFail(MappedFile::open(path)));
    ASSERT_TRUE(bool(zip)) << llvm::toString(zip.takeError());
    ASSERT_EQ(zip->members().size(), 4u);
    EXPECT_EQ(zip->members()[0].name, "m/version");
    EXPECT_EQ(zip->members()[3].name, "m/a");
    EXPECT_EQ(read(*zip, "m/version"), "3");
    EXPECT_EQ(read(*zip, "m/data/weights/weight_0"), "0123456789");
    EXPECT_EQ(read(*zip, "m/empty"), "");
    EXPECT_EQ(read(*zip, "m/a"), "last");
    EXPECT_EQ(read(*zip, "m/"), "<none>");
    const ZipReader::Member *member = zip->find("m/data/weights/weight_0");
    EXPECT_EQ(archive.build().substr(member->offset, member->size),
              "0123456789");
    EXPECT_TRUE(member->stored);
    EXPECT_FALSE(member->unsafeName);
    EXPECT_EQ(member->crc32, getCRC("0123456789"));
    EXPECT_EQ(zip->path(), path);
  }
}

TEST(ZipReader, ReadsAnEmptyArchive) { EXPECT_EQ(getError(Archive()), ""); }

TEST(ZipReader, VerifiesCRC) {
  std::string bytes = makeArchive().build();
  bytes[bytes.find("0123456789")] = 'x';
  auto zip = llvm::cantFail(ZipReader::open(
      llvm::ArrayRef<char>(bytes.data(), bytes.size()), "model.pt2"));
  EXPECT_EQ(llvm::toString(zip.verify(*zip.find("m/version"))), "");
  EXPECT_EQ(
      llvm::toString(zip.verify(*zip.find("m/data/weights/weight_0"))),
      "model.pt2: zip member 'm/data/weights/weight_0' is damaged: its CRC-32 "
      "is 2BE98092, not A684C7C6");
}

TEST(ZipReader, RefusesPayloadsThatAreElsewhere) {
  auto describe = [](llvm::StringRef content, bool isSigned, int width) {
    std::string descriptor;
    if (isSigned)
      put(descriptor, 0x08074b50, 4);
    put(descriptor, getCRC(content), 4);
    put(descriptor, content.size(), width);
    put(descriptor, content.size(), width);
    return descriptor;
  };
  // A false length of the local header moves all bytes of the member.
  for (uint16_t length : {0, 4, 6})
    for (bool isLast : {false, true}) {
      Entry shifted{.name = "a", .content = "12345678", .localExtra = length};
      Entry other{.name = "b", .content = "x"};
      Archive archive{isLast ? std::vector<Entry>{other, shifted}
                             : std::vector<Entry>{shifted, other}};
      EXPECT_NE(getError(archive), "") << length << isLast;
    }
  for (bool isSigned : {false, true})
    for (int width : {4, 8}) {
      std::string descriptor = describe("12345678", isSigned, width);
      Entry entry{.name = "a",
                  .content = "12345678",
                  .flags = 8,
                  .descriptor = descriptor};
      EXPECT_EQ(getError({{entry, {.name = "b", .content = "x"}}}), "");
      entry.localExtra = 4;
      EXPECT_NE(getError({{entry}}).find("its header puts its 8 bytes at"),
                std::string::npos);
      entry.localExtra = 5;
      entry.descriptor[isSigned ? 4 : 0] ^= 1;
      EXPECT_NE(getError({{entry}}), "");
      // Moved by 4 bytes, the content ends with the signature.
      entry.content = "4567" + descriptor.substr(0, 4);
      entry.descriptor = descriptor.substr(4);
      if (isSigned)
        EXPECT_NE(getError({{entry}}), "");
      entry.descriptor = "";
      EXPECT_NE(getError({{entry}}), "");
    }
  // Bytes of nobody, in front and in between.
  EXPECT_NE(getError({{{.name = "a", .content = "x", .descriptor = "hidden"}}}),
            "");
  EXPECT_NE(getError({{{.name = "a", .content = "x", .localCRC = 1}}})
                .find("has a header with the CRC-32 1"),
            std::string::npos);
  EXPECT_EQ(getError({{{.name = "a", .content = "x", .localCRC = 0}}}), "");
}

TEST(ZipReader, KnowsArchivesWithoutChecksums) {
  Entry without{.name = "a", .content = "12345678", .hasCRC = false};
  auto open = [](const std::string &bytes) {
    return llvm::cantFail(
        ZipReader::open(llvm::ArrayRef(bytes.data(), bytes.size()), "a.zip"));
  };
  std::string bytes = Archive{{without}}.build();
  ZipReader zip = open(bytes);
  EXPECT_FALSE(hasChecksums(zip));
  EXPECT_EQ(llvm::toString(zip.verify(zip.members()[0])), "");
  // One of them has a checksum, so the others have, too.
  bytes = Archive{{without, {.name = "b", .content = "x"}}}.build();
  zip = open(bytes);
  EXPECT_TRUE(hasChecksums(zip));
  EXPECT_NE(llvm::toString(getVerified(zip, zip.members()[0]).takeError())
                .find("is damaged"),
            std::string::npos);
}

TEST(ZipReader, IsNotFooledByAComment) {
  // The comment of the archive is an archive.
  Archive archive = makeArchive();
  archive.comment = Archive().build() + "!";
  auto bytes = archive.build();
  auto zip = llvm::cantFail(ZipReader::open(
      llvm::ArrayRef<char>(bytes.data(), bytes.size()), "model.pt2"));
  EXPECT_EQ(zip.members().size(), 4u);
}

TEST(ZipReader, RefusesOtherFiles) {
  EXPECT_EQ(getError(""),
            "model.pt2: is not a zip archive: it has only 0 bytes");
  EXPECT_EQ(getError(std::string(100000, 'P')),
            "model.pt2: is not a zip archive, or is truncated: it has no "
            "end-of-directory record");
  EXPECT_EQ(getError(makeArchive().build() + "more"),
            "model.pt2: is not a zip archive, or is truncated: it has no "
            "end-of-directory record");
}

TEST(ZipReader, MarksWhatItCannotRead) {
  Archive archive = {{{"deflated", "xx"}, {"locked", "xx"}}};
  archive.entries[0].method = 8;
  archive.entries[0].originalSize = 700;
  archive.entries[1].flags = 1;
  std::string bytes = archive.build();
  auto zip = llvm::cantFail(ZipReader::open(
      llvm::ArrayRef<char>(bytes.data(), bytes.size()), "model.pt2"));
  EXPECT_FALSE(zip.find("deflated")->stored);
  EXPECT_FALSE(zip.find("locked")->stored);
  EXPECT_TRUE(zip.find("locked")->encrypted);
  EXPECT_EQ(read(zip, "deflated"),
            "model.pt2: zip member 'deflated' is compressed (method 8); only "
            "stored members can be read");
  EXPECT_EQ(read(zip, "locked"), "model.pt2: zip member 'locked' is encrypted");
}

TEST(ZipReader, MarksUnsafeNames) {
  auto isUnsafe = [](std::string name) {
    std::string bytes = Archive{{{name, "x"}}}.build();
    auto zip = llvm::cantFail(ZipReader::open(
        llvm::ArrayRef<char>(bytes.data(), bytes.size()), "model.pt2"));
    EXPECT_EQ(zip.members()[0].name, name);
    return zip.members()[0].unsafeName;
  };
  for (std::string name :
       {"..", "../x", "a/..", "a/../b", "/etc/passwd", "", "a\\b", "c:x"})
    EXPECT_TRUE(isUnsafe(name)) << name;
  EXPECT_TRUE(isUnsafe(std::string("a\0b", 3)));
  for (std::string name :
       {"a", "a/b", "..a", "a..", "a/.../b", ".data/version"})
    EXPECT_FALSE(isUnsafe(name)) << name;
}

TEST(ZipReader, RefusesLiesAboutMembers) {
  Archive archive = {{{"x", "12345"}, {"y", "6789"}}};
  auto lie = [&](auto change) {
    Archive copy = archive;
    change(copy.entries[1]);
    return getError(copy);
  };
  std::string size = std::to_string(archive.build().size());
  EXPECT_EQ(lie([](Entry &entry) { entry.header = 5000; }),
            "model.pt2: zip member 'y' starts at byte 5000 beyond the end of "
            "the file (" +
                size + " bytes)");
  EXPECT_EQ(lie([](Entry &entry) { entry.header = 90; }),
            "model.pt2: zip member 'y' starts at byte 90 inside of the zip "
            "directory");
  EXPECT_EQ(lie([](Entry &entry) { entry.header = 3; }),
            "model.pt2: zip member 'y' has no header at byte 3");
  EXPECT_EQ(lie([](Entry &entry) { entry.header = 0; }),
            "model.pt2: zip member 'y' has a header that contradicts the zip "
            "directory ('x', method 0)");
  EXPECT_EQ(lie([](Entry &entry) { entry.localName = "z"; }),
            "model.pt2: zip member 'y' has a header that contradicts the zip "
            "directory ('z', method 0)");
  EXPECT_EQ(lie([](Entry &entry) { entry.size = entry.originalSize = 5; }),
            "model.pt2: zip member 'y' has 5 bytes from byte 77, which run "
            "into the zip directory");
  EXPECT_EQ(lie([](Entry &entry) { entry.size = entry.originalSize = 9999; }),
            "model.pt2: zip member 'y' has 9999 bytes from byte 77, beyond the "
            "end of the file (" +
                size + " bytes)");
  EXPECT_EQ(lie([](Entry &entry) { entry.originalSize = 3; }),
            "model.pt2: zip member 'y' is stored, but has two sizes: 4 and 3 "
            "bytes");
  EXPECT_EQ(lie([](Entry &entry) { entry.disk = 1; }),
            "model.pt2: zip member 'y' is on disk 1 of a multi-disk archive");
  EXPECT_EQ(lie([](Entry &entry) { entry.name = entry.localName = "x"; }),
            "model.pt2: two zip members are called 'x'");
  archive.entries[0].size = archive.entries[0].originalSize = 10;
  EXPECT_EQ(getError(archive),
            "model.pt2: zip members 'x' and 'y' overlap at byte 41");
}

TEST(ZipReader, RefusesLiesAboutZip64) {
  Archive archive = {{{"x", "12345"}}};
  archive.entries[0].size = archive.entries[0].originalSize = 0xffffffff;
  EXPECT_EQ(getError(archive),
            "model.pt2: zip member 'x' lacks its zip64 sizes");
  archive.entries[0].extra = std::string("\1\0\x10\0short", 9);
  EXPECT_EQ(getError(archive),
            "model.pt2: zip member 'x' lacks its zip64 sizes");

  archive = {{{"x", "12345"}}};
  archive.zip64 = true;
  std::string bytes = archive.build();
  size_t record = bytes.find("PK\x06\x06");
  auto lie = [&](size_t at, char value) {
    std::string copy = bytes;
    copy[at] = value;
    return getError(copy);
  };
  // The size of the record, the number of entries, the record's place.
  EXPECT_EQ(lie(record + 4, 45),
            "model.pt2: the zip64 end-of-directory record states a wrong size "
            "(45 bytes)");
  EXPECT_EQ(lie(record + 39, 0x7f),
            "model.pt2: is a part of a multi-disk zip archive");
  EXPECT_EQ(lie(record + 56 + 15, 0x7f),
            "model.pt2: the zip64 end-of-directory record starts at byte " +
                std::to_string((uint64_t(0x7f) << 56) + record) +
                ", beyond its locator at byte " + std::to_string(record + 56));
  EXPECT_EQ(lie(record + 56 + 20 + 12, 1),
            "model.pt2: the two end-of-directory records contradict each "
            "other");
}

TEST(ZipReader, RefusesLiesAboutTheDirectory) {
  Archive archive = {{{"x", "12345"}, {"y", "6789"}}};
  auto lie = [&](auto change) {
    Archive copy = archive;
    change(copy);
    return getError(copy);
  };
  EXPECT_EQ(lie([](Archive &archive) { archive.disk = 1; }),
            "model.pt2: is a part of a multi-disk zip archive");
  EXPECT_EQ(lie([](Archive &archive) { archive.count = 60000; }),
            "model.pt2: the zip directory states 60000 members but has only "
            "100 bytes");
  EXPECT_EQ(lie([](Archive &archive) { archive.count = 1; }),
            "model.pt2: the zip directory has 50 bytes after its last entry");
  EXPECT_EQ(lie([](Archive &archive) { archive.directoryOffset = 0xfffffff0; }),
            "model.pt2: the zip directory (100 bytes from byte 4294967280) "
            "does not fit in front of its end record at byte 181");
  EXPECT_EQ(lie([](Archive &archive) { archive.directorySize = 101; }),
            "model.pt2: the zip directory (101 bytes from byte 81) does not "
            "fit in front of its end record at byte 181");
  EXPECT_EQ(lie([](Archive &archive) { archive.directorySize = 99; }),
            "model.pt2: the zip directory ends inside of entry 1");
  EXPECT_EQ(lie([](Archive &archive) { archive.directoryOffset = 80; }),
            "model.pt2: no zip directory entry at byte 80");
}

TEST(ZipReader, EscapesNamesInMessages) {
  std::string name = "\x1b[2J" + std::string(300, 'n');
  EXPECT_EQ(getError({{{name, ""}, {name, ""}}}),
            "model.pt2: two zip members are called '\\1B[2J" +
                std::string(196, 'n') + "...'");
}

/// Whatever is done to the bytes: an error, or members that keep the promises.
static void checkPromises(const std::string &bytes) {
  auto zip = ZipReader::open(llvm::ArrayRef<char>(bytes.data(), bytes.size()),
                             "model.pt2");
  if (!zip) {
    EXPECT_FALSE(llvm::toString(zip.takeError()).empty());
    return;
  }
  for (const ZipReader::Member &member : zip->members()) {
    ASSERT_LE(member.offset, bytes.size());
    ASSERT_LE(member.size, bytes.size() - member.offset);
    EXPECT_EQ(zip->find(member.name), &member);
    llvm::consumeError(zip->verify(member));
  }
}

TEST(ZipReader, SurvivesTruncation) {
  for (bool zip64 : {false, true}) {
    Archive archive = makeArchive();
    archive.zip64 = zip64;
    std::string bytes = archive.build();
    for (size_t size = 0; size < bytes.size(); ++size)
      EXPECT_NE(getError(bytes.substr(0, size)), "") << size;
  }
}

TEST(ZipReader, SurvivesDamage) {
  for (bool zip64 : {false, true}) {
    Archive archive = makeArchive();
    archive.zip64 = zip64;
    std::string bytes = archive.build();
    for (size_t at = 0; at < bytes.size(); ++at)
      for (int value : {0, 1, 0x7f, 0x80, 0xff, bytes[at] + 1, bytes[at] - 1}) {
        std::string copy = bytes;
        copy[at] = static_cast<char>(value);
        checkPromises(copy);
      }
  }
}

TEST(ZipReader, OpensManyMembersQuickly) {
  // Anything quadratic would take minutes.
  Archive archive;
  archive.zip64 = true;
  for (int i = 0; i < 200000; ++i)
    archive.entries.push_back(
        {"m/data/weights/weight_" + std::to_string(i), ""});
  std::string bytes = archive.build();
  auto zip = llvm::cantFail(ZipReader::open(
      llvm::ArrayRef<char>(bytes.data(), bytes.size()), "model.pt2"));
  for (const Entry &entry : archive.entries)
    EXPECT_NE(zip.find(entry.name), nullptr);
}
