//===- AtomicFileTest.cpp - Output that appears whole or not at all -------===//
//
// Tests of the header of the same name.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Support/AtomicFile.h"

#include "torch-onnx/Support/Checksum.h"

#include "TemporaryFolder.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"

#include "gtest/gtest.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace torch_onnx;

static std::unique_ptr<AtomicFile> create(llvm::StringRef path) {
  auto file = AtomicFile::create(path);
  if (file)
    return std::move(*file);
  ADD_FAILURE() << llvm::toString(file.takeError());
  return nullptr;
}

static std::string getError(llvm::StringRef path) {
  auto file = AtomicFile::create(path);
  return file ? "" : llvm::toString(file.takeError());
}

static std::string commit(AtomicFile &file) {
  return llvm::toString(file.commit());
}

/// Bytes that differ everywhere.
static std::string makeBytes(size_t size) {
  std::string bytes(size, '\0');
  uint32_t state = 1;
  for (char &byte : bytes)
    byte = static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
  return bytes;
}

TEST(AtomicFile, AppearsOnCommit) {
  TemporaryFolder folder;
  folder.write("out", "old");
  auto file = create(folder.path("out"));
  // More bytes than the buffer holds.
  std::string content = makeBytes(3 << 20);
  file->write(llvm::StringRef("new "));
  file->write(llvm::StringRef(content));
  EXPECT_EQ(file->tell(), 4 + content.size());
  EXPECT_EQ(folder.read("out"), "old");
  EXPECT_EQ(commit(*file), "");
  EXPECT_EQ(folder.read("out"), "new " + content);
  file.reset();
  EXPECT_EQ(folder.list(), std::vector<std::string>{"out"});
}

TEST(AtomicFile, LeavesNothingWithoutCommit) {
  TemporaryFolder folder;
  folder.write("old", "old");
  for (llvm::StringRef name : {"old", "new"}) {
    auto file = create(folder.path(name));
    file->write(llvm::StringRef("half"));
    EXPECT_EQ(folder.read("old"), "old");
  }
  EXPECT_EQ(folder.read("old"), "old");
  EXPECT_EQ(folder.list(), std::vector<std::string>{"old"});
}

TEST(AtomicFile, RefusesToReplaceAnInput) {
  TemporaryFolder folder;
  std::string path = folder.write("in", "content");
  ASSERT_EQ(::symlink("in", folder.path("link").c_str()), 0);
  ASSERT_EQ(::link(path.c_str(), folder.path("hard").c_str()), 0);
  auto input = llvm::cantFail(MappedFile::open(path));
  EXPECT_EQ(getError(path), path + ": is an input, which is not overwritten");
  for (llvm::StringRef name : {"link", "hard"})
    EXPECT_EQ(getError(folder.path(name)),
              folder.path(name) + ": is the same file as the input '" + path +
                  "', which is not overwritten");
  EXPECT_EQ(llvm::toString(AtomicFile::check(path)), getError(path));
  // Another file of the same contents, and the file once it is closed.
  folder.write("other", "content");
  EXPECT_EQ(getError(folder.path("other")), "");
  input.reset();
  EXPECT_EQ(getError(path), "");
}

TEST(AtomicFile, RefusesAnInputThatWasOpenedLater) {
  TemporaryFolder folder;
  std::string path = folder.write("in", "content");
  auto file = create(path);
  file->write(llvm::StringRef("new"));
  auto input = llvm::cantFail(MappedFile::open(path));
  EXPECT_EQ(commit(*file), path + ": is an input, which is not overwritten");
  EXPECT_EQ(folder.read("in"), "content");
}

TEST(AtomicFile, RefusesToReplaceWhatItRuns) {
  TemporaryFolder folder;
  std::string program = "/proc/self/exe", real(4096, '\0');
  real.resize(::readlink(program.c_str(), real.data(), real.size()));
  ASSERT_EQ(::symlink(real.c_str(), folder.path("link").c_str()), 0);
  for (const std::string &path : {program, real, folder.path("link")})
    EXPECT_NE(getError(path).find("is the same file as '" + real +
                                  "', which this process runs"),
              std::string::npos)
        << path;
  // A copy is another file.
  auto copy = create(folder.path("copy"));
  copy->copyRange(*llvm::cantFail(MappedFile::open(real)), 0, 100);
  EXPECT_EQ(commit(*copy), "");
  EXPECT_EQ(getError(folder.path("copy")), "");
}

TEST(AtomicFile, StopsAtTheLimitOfTheProcess) {
  TemporaryFolder folder;
  std::string bytes = makeBytes(2 << 20);
  auto source = llvm::cantFail(MappedFile::open(folder.write("in", bytes)));
  rlimit before = {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit limit = before;
  limit.rlim_cur = 1 << 20;
  // SIGXFSZ would end this process.
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  std::vector<std::string> errors;
  auto attempt = [&](llvm::function_ref<void(AtomicFile &)> write) {
    auto file = create(folder.path("out"));
    file->reserve(bytes.size());
    write(*file);
    errors.push_back(commit(*file));
  };
  attempt([&](AtomicFile &file) { file.write(llvm::StringRef(bytes)); });
  attempt([&](AtomicFile &file) { file.copyRange(*source, 0, bytes.size()); });
  attempt([&](AtomicFile &file) {
    file.write(llvm::StringRef("x"));
    file.copyRange(*source, 0, bytes.size());
  });
  attempt([&](AtomicFile &file) { file.copyRange(*source, 0, 1 << 20); });
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  for (int i = 0; i < 3; ++i)
    EXPECT_NE(errors[i].find("the limit of this process (ulimit -f)"),
              std::string::npos)
        << i;
  EXPECT_EQ(errors[3], "");
}

TEST(AtomicFile, ComputesChecksumsOfWhatItReads) {
  TemporaryFolder folder;
  std::string bytes = makeBytes(1 << 20);
  auto source = llvm::cantFail(MappedFile::open(folder.write("in", bytes)));
  uint32_t expected = llvm::crc32(llvm::arrayRefFromStringRef(bytes));
  auto file = create(folder.path("out"));
  file->write(llvm::StringRef("x"));
  Checksum read, copied;
  file->copyRange(*source, 0, bytes.size(), &read);
  EXPECT_TRUE(read.isComplete);
  EXPECT_EQ(read.crc32, expected);
  // At the same place of a page the kernel may copy; then nothing is claimed.
  std::string rest(AtomicFile::pageSize - file->tell() % AtomicFile::pageSize,
                   '\0');
  file->write(llvm::StringRef(rest));
  file->copyRange(*source, 0, bytes.size(), &copied);
  EXPECT_TRUE(!copied.isComplete || copied.crc32 == expected);
  Checksum again;
  EXPECT_TRUE(again.add(*source, 0, bytes.size()));
  EXPECT_EQ(again.crc32, expected);
  EXPECT_FALSE(again.add(*source, bytes.size() - 1, 2));
}

TEST(Checksum, IsThatOfZlib) {
  std::string bytes = makeBytes(1000);
  llvm::StringRef text = bytes;
  // All lengths and alignments around those that are computed in blocks, in one
  // piece and in two.
  for (size_t length = 0; length < 300; ++length)
    for (size_t offset : {0, 1, 15}) {
      llvm::StringRef part = text.substr(offset, length);
      Checksum whole, pieces;
      whole.add(llvm::ArrayRef<char>(part.data(), part.size()));
      pieces.add(llvm::ArrayRef<char>(part.data(), length / 3));
      pieces.add(
          llvm::ArrayRef<char>(part.data(), length).drop_front(length / 3));
      uint32_t expected = llvm::crc32(llvm::arrayRefFromStringRef(part));
      ASSERT_EQ(whole.crc32, expected) << length << " from " << offset;
      ASSERT_EQ(pieces.crc32, expected) << length << " from " << offset;
    }
}

TEST(AtomicFile, ChecksWithoutATrace) {
  TemporaryFolder folder;
  folder.write("old", "old");
  for (llvm::StringRef name : {"old", "new"})
    EXPECT_EQ(llvm::toString(AtomicFile::check(folder.path(name))), "");
  EXPECT_NE(llvm::toString(AtomicFile::check(folder.path("none/new"))), "");
  EXPECT_EQ(folder.list(), std::vector<std::string>{"old"});
  EXPECT_EQ(folder.read("old"), "old");
}

TEST(AtomicFile, FinishesBeforeItIsPublished) {
  TemporaryFolder folder;
  auto file = create(folder.path("out"));
  file->write(llvm::StringRef("content"));
  EXPECT_EQ(llvm::toString(file->finish()), "");
  EXPECT_TRUE(folder.list().empty());
  EXPECT_EQ(llvm::toString(file->publish()), "");
  EXPECT_EQ(folder.read("out"), "content");
}

TEST(AtomicFile, WritesLargePiecesInOrder) {
  TemporaryFolder folder;
  std::string bytes = makeBytes(5 << 20), expected;
  auto file = create(folder.path("out"));
  llvm::StringRef rest = bytes;
  for (size_t size : {1, 1000, 1 << 20, 3, (1 << 20) - 1, (2 << 20) + 7, 5}) {
    file->write(rest.take_front(size));
    expected += rest.take_front(size).str();
    rest = rest.drop_front(size);
    EXPECT_EQ(file->tell(), expected.size());
  }
  EXPECT_EQ(commit(*file), "");
  EXPECT_TRUE(folder.read("out") == expected);
}

TEST(AtomicFile, CopiesRanges) {
  TemporaryFolder folder;
  std::string bytes = makeBytes(3 << 20);
  auto source = llvm::cantFail(MappedFile::open(folder.write("in", bytes)));
  auto file = create(folder.path("out"));
  std::string expected = "head";
  file->write(llvm::StringRef("head"));
  for (auto [offset, length] : {std::pair<size_t, size_t>{0, 3 << 20},
                                {17, 100},
                                {4096, 1 << 20},
                                {3 << 20, 0},
                                {12345, (2 << 20) + 1}}) {
    file->copyRange(*source, offset, length);
    expected += bytes.substr(offset, length);
    file->write(llvm::StringRef("-"));
    expected += "-";
    EXPECT_EQ(file->tell(), expected.size());
  }
  EXPECT_EQ(commit(*file), "");
  EXPECT_TRUE(folder.read("out") == expected);
}

TEST(AtomicFile, CopiesRangesAtTheSamePlaceOfAPage) {
  TemporaryFolder folder;
  std::string bytes = makeBytes(3 << 20);
  auto source = llvm::cantFail(MappedFile::open(folder.write("in", bytes)));
  auto file = create(folder.path("out"));
  file->write(llvm::StringRef(bytes).take_front(17));
  file->copyRange(*source, 17, 1 << 20);
  file->write(llvm::StringRef("-"));
  file->copyRange(*source, 18 + (1 << 20), 1 << 20);
  EXPECT_EQ(commit(*file), "");
  std::string expected = bytes.substr(0, 18 + (2 << 20));
  expected[17 + (1 << 20)] = '-';
  EXPECT_TRUE(folder.read("out") == expected);
}

TEST(AtomicFile, ReservesWithoutATrace) {
  TemporaryFolder folder;
  std::string bytes = makeBytes((2 << 20) + 1);
  for (uint64_t size : {uint64_t(0), uint64_t(2 << 20), uint64_t(5 << 20),
                        uint64_t(1) << 60, UINT64_MAX}) {
    auto file = create(folder.path("out"));
    file->reserve(size);
    EXPECT_FALSE(file->failed());
    file->write(llvm::StringRef(bytes));
    EXPECT_EQ(commit(*file), "");
    EXPECT_TRUE(folder.read("out") == bytes);
    struct stat status;
    ASSERT_EQ(::stat(folder.path("out").c_str(), &status), 0);
    // Blocks of 512 bytes. Whatever was too much has been given back.
    EXPECT_LE(status.st_blocks * 512, 3 << 20);
  }
  auto device = create("/dev/null");
  device->reserve(5 << 20);
  EXPECT_EQ(commit(*device), "");
}

TEST(AtomicFile, SourceIsShortened) {
  TemporaryFolder folder;
  auto source =
      llvm::cantFail(MappedFile::open(folder.write("in", makeBytes(1 << 20))));
  ASSERT_EQ(::truncate(folder.path("in").c_str(), 1 << 19), 0);
  for (llvm::StringRef before : {"", "x"}) {
    auto file = create(folder.path("out"));
    file->write(before);
    file->copyRange(*source, 0, 1 << 20);
    EXPECT_EQ(commit(*file),
              folder.path("out") + ": cannot read " + folder.path("in") +
                  ": it has been shortened, or the disk has an error");
  }
  EXPECT_EQ(folder.list(), std::vector<std::string>{"in"});
}

TEST(AtomicFile, RefusesRangesOutOfBounds) {
  TemporaryFolder folder;
  auto source = llvm::cantFail(MappedFile::open(folder.write("in", "12345")));
  for (auto [offset, length] : {std::pair<uint64_t, uint64_t>{0, 6},
                                {6, 0},
                                {1, UINT64_MAX},
                                {UINT64_MAX, 2}}) {
    auto file = create(folder.path("out"));
    file->copyRange(*source, offset, length);
    EXPECT_TRUE(file->failed());
    std::string message = commit(*file);
    EXPECT_NE(message.find("cannot copy"), std::string::npos) << message;
  }
  EXPECT_EQ(folder.list(), std::vector<std::string>{"in"});
}

TEST(AtomicFile, ErrorsStick) {
  TemporaryFolder folder;
  // The disk is full.
  auto full = create("/dev/full");
  full->write(llvm::StringRef(makeBytes(3 << 20)));
  EXPECT_TRUE(full->failed());
  full->write(llvm::StringRef("x"));
  EXPECT_EQ(commit(*full), "/dev/full: cannot write: No space left on device");
  auto source =
      llvm::cantFail(MappedFile::open(folder.write("in", makeBytes(1 << 20))));
  full = create("/dev/full");
  full->copyRange(*source, 0, 1 << 20);
  EXPECT_EQ(commit(*full), "/dev/full: cannot write: No space left on device");
}

TEST(AtomicFile, WritesToDevicesAndKeepsThem) {
  auto file = create("/dev/null");
  file->write(llvm::StringRef("x"));
  EXPECT_EQ(commit(*file), "");
  struct stat status;
  ASSERT_EQ(::stat("/dev/null", &status), 0);
  EXPECT_TRUE(S_ISCHR(status.st_mode));
}

TEST(AtomicFile, ReplacesWhatASymlinkPointsTo) {
  TemporaryFolder folder;
  folder.write("real", "old");
  ASSERT_EQ(::symlink("real", folder.path("link").c_str()), 0);
  auto file = create(folder.path("link"));
  file->write(llvm::StringRef("new"));
  EXPECT_EQ(commit(*file), "");
  EXPECT_EQ(folder.read("real"), "new");
  EXPECT_TRUE(llvm::sys::fs::is_symlink_file(folder.path("link")));
}

TEST(AtomicFile, FollowsLinksThatLeadNowhereYet) {
  TemporaryFolder folder;
  llvm::sys::fs::create_directory(folder.path("sub"));
  ASSERT_EQ(::symlink("second", folder.path("first").c_str()), 0);
  ASSERT_EQ(::symlink("sub/new", folder.path("second").c_str()), 0);
  auto file = create(folder.path("first"));
  file->write(llvm::StringRef("content"));
  EXPECT_EQ(commit(*file), "");
  EXPECT_EQ(folder.read("sub/new"), "content");
  EXPECT_TRUE(llvm::sys::fs::is_symlink_file(folder.path("first")));
  EXPECT_TRUE(llvm::sys::fs::is_symlink_file(folder.path("second")));
}

TEST(AtomicFile, RefusesLinksInACircle) {
  TemporaryFolder folder;
  ASSERT_EQ(::symlink("b", folder.path("a").c_str()), 0);
  ASSERT_EQ(::symlink("a", folder.path("b").c_str()), 0);
  EXPECT_NE(getError(folder.path("a")).find("lead in a circle"),
            std::string::npos);
  EXPECT_EQ(folder.list(), (std::vector<std::string>{"a", "b"}));
}

TEST(AtomicFile, KeepsPermissions) {
  TemporaryFolder folder;
  std::string path = folder.write("out", "old");
  ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
  auto file = create(path);
  EXPECT_EQ(commit(*file), "");
  struct stat status;
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640u);
}

TEST(AtomicFile, SaysWhyItCannotBeCreated) {
  TemporaryFolder folder;
  EXPECT_EQ(getError(folder.path()), folder.path() + ": is a directory");
  std::string path = folder.path("none/out");
  EXPECT_EQ(getError(path),
            path + ": cannot create a file in this folder: No such file or "
                   "directory");
  EXPECT_EQ(getError(""), "the path of the output is empty");
  // A percent sign is nothing special.
  auto file = create(folder.path("100%%"));
  EXPECT_EQ(commit(*file), "");
  EXPECT_EQ(folder.list(), std::vector<std::string>{"100%%"});
}
