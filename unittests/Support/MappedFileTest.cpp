//===- MappedFileTest.cpp - A file read through a mapping -----------------===//
//
// Tests of the header of the same name.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Support/MappedFile.h"

#include "TemporaryFolder.h"

#include "gtest/gtest.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace torch_onnx;

static std::string
getError(llvm::StringRef path,
         MappedFile::Symlinks symlinks = MappedFile::Symlinks::Follow) {
  auto file = MappedFile::open(path, symlinks);
  return file ? "" : llvm::toString(file.takeError());
}

TEST(MappedFile, MapsTheWholeFile) {
  TemporaryFolder folder;
  std::string path = folder.write("a.bin", "some bytes");
  auto file = MappedFile::open(path);
  ASSERT_TRUE(bool(file));
  EXPECT_EQ(llvm::StringRef((*file)->bytes().data(), (*file)->bytes().size()),
            "some bytes");
  EXPECT_EQ((*file)->path(), path);
  EXPECT_TRUE(::fcntl((*file)->fd(), F_GETFD) & FD_CLOEXEC);
  // The mapping outlives the name.
  llvm::sys::fs::remove(path);
  EXPECT_EQ((*file)->bytes().back(), 's');
}

TEST(MappedFile, MapsAnEmptyFile) {
  TemporaryFolder folder;
  auto file = MappedFile::open(folder.write("empty", ""));
  ASSERT_TRUE(bool(file));
  EXPECT_TRUE((*file)->bytes().empty());
}

TEST(MappedFile, ReadsWithoutTheMapping) {
  TemporaryFolder folder;
  auto file =
      llvm::cantFail(MappedFile::open(folder.write("in", "0123456789")));
  char out[4] = {};
  EXPECT_TRUE(file->read(3, out));
  EXPECT_EQ(llvm::StringRef(out, 4), "3456");
  EXPECT_TRUE(file->read(10, {}));
  EXPECT_FALSE(file->read(7, out));
  EXPECT_FALSE(file->read(100, out));
}

TEST(MappedFile, KeepsItsBytesWhenReleased) {
  TemporaryFolder folder;
  auto file =
      llvm::cantFail(MappedFile::open(folder.write("in", "0123456789")));
  EXPECT_EQ(file->bytes()[9], '9');
  file->release();
  EXPECT_EQ(file->bytes()[9], '9');
  llvm::cantFail(MappedFile::open(folder.write("empty", "")))->release();
}

TEST(MappedFile, RefusesWhatIsNoFile) {
  TemporaryFolder folder;
  EXPECT_EQ(getError(folder.path()),
            folder.path() + ": is a directory, not a file");
  EXPECT_EQ(getError(folder.path("none")),
            folder.path("none") + ": cannot open: No such file or directory");
  EXPECT_EQ(getError("/dev/zero"), "/dev/zero: is not a regular file");
  EXPECT_EQ(getError(llvm::StringRef("a\0b", 3)), "a: the path has a NUL byte");
  // Must not wait for somebody to write into the pipe.
  std::string pipe = folder.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(getError(pipe), pipe + ": is not a regular file");
}

TEST(MappedFile, FollowsSymlinksOnlyWhenAsked) {
  TemporaryFolder folder;
  folder.write("real", "x");
  std::string link = folder.path("link");
  ASSERT_EQ(::symlink("real", link.c_str()), 0);
  EXPECT_EQ(getError(link), "");
  EXPECT_EQ(getError(link, MappedFile::Symlinks::Refuse),
            link + ": is a symbolic link, which is not followed here");
  EXPECT_EQ(getError(folder.path("real"), MappedFile::Symlinks::Refuse), "");
}

TEST(MappedFile, OpensBelowAFolder) {
  TemporaryFolder folder;
  llvm::sys::fs::create_directory(folder.path("sub"));
  folder.write("sub/m.bin", "content");
  auto read = [&](llvm::StringRef name) -> std::string {
    auto file = MappedFile::openBelow(folder.path(), name);
    if (!file)
      return llvm::toString(file.takeError());
    return std::string((*file)->bytes().data(), (*file)->bytes().size());
  };
  EXPECT_EQ(read("sub/m.bin"), "content");
  EXPECT_EQ(read(".//sub/./m.bin"), "content");
  EXPECT_EQ(read("sub"), folder.path("sub") + ": is a directory, not a file");
  for (llvm::StringRef name :
       {"", ".", "..", "sub/../sub/m.bin", "/etc/passwd"})
    EXPECT_EQ(
        read(name),
        ("weight file '" + name + "' is not in the folder of the model").str());
  EXPECT_EQ(read("sub/m.bin/x"),
            "weight file 'sub/m.bin/x' cannot be opened: Not a directory");
  ASSERT_EQ(::symlink("sub", folder.path("link").c_str()), 0);
  ASSERT_EQ(::symlink("m.bin", folder.path("sub/link").c_str()), 0);
  for (llvm::StringRef name : {"link/m.bin", "sub/link"})
    EXPECT_EQ(read(name), ("weight file '" + name +
                           "' is behind a symbolic link, which is not followed")
                              .str());
}

TEST(MappedFile, KnowsThatItWasChanged) {
  TemporaryFolder folder;
  std::string path = folder.write("in", "content");
  auto file = llvm::cantFail(MappedFile::open(path));
  EXPECT_EQ(llvm::toString(MappedFile::checkInputsUnchanged()), "");
  folder.write("in", "longer content");
  EXPECT_EQ(llvm::toString(MappedFile::checkInputsUnchanged()),
            path + ": was changed while it was read");
  file.reset();
  EXPECT_EQ(llvm::toString(MappedFile::checkInputsUnchanged()), "");
}

TEST(MappedFileDeathTest, LostPagesAreAnError) {
  TemporaryFolder folder;
  std::string path = folder.write("in", std::string(3 << 12, 'x'));
  EXPECT_EXIT(
      {
        exitOnLostPages("tool");
        auto file = llvm::cantFail(MappedFile::open(path));
        if (::truncate(path.c_str(), 1) == 0)
          ::_exit(file->bytes()[2 << 12] == 'x' ? 2 : 3);
      },
      ::testing::ExitedWithCode(1),
      "tool: error: .*in: cannot read: it has "
      "been shortened");
}
