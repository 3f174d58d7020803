//===- WeightStoreTest.cpp - The files that weights are in ----------------===//
//
// Tests of the header of the same name.
//
//===----------------------------------------------------------------------===//

#include "WeightTest.h"

#include <unistd.h>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::weight;

namespace {
class WeightStoreTest : public WeightTest {
protected:
  WeightStore &store = getWeightStore(&context);

  std::string open(llvm::StringRef name) {
    auto file = store.open(name);
    if (!file)
      return llvm::toString(file.takeError());
    return std::string((*file)->bytes().begin(), (*file)->bytes().end());
  }
};
} // namespace

TEST_F(WeightStoreTest, OpensOnDemandAndOnce) {
  folder.write("m.bin", "content");
  EXPECT_EQ(open("m.bin"), "content");
  llvm::sys::fs::remove(folder.path("m.bin"));
  EXPECT_EQ(open("m.bin"), "content");
  EXPECT_EQ(open("n.bin"),
            "weight file 'n.bin' cannot be opened: No such file or directory");
  // An error is not remembered.
  folder.write("n.bin", "late");
  EXPECT_EQ(open("n.bin"), "late");
}

TEST_F(WeightStoreTest, OpensBelowTheFolder) {
  llvm::sys::fs::create_directory(folder.path("sub"));
  folder.write("sub/m.bin", "below");
  EXPECT_EQ(open("sub/m.bin"), "below");
  EXPECT_EQ(open("./sub/./m.bin"), "below");
}

TEST_F(WeightStoreTest, NeverLeavesTheFolder) {
  TemporaryFolder other;
  std::string secret = other.write("secret", "secret");
  std::string name = secret;
  EXPECT_EQ(open(name),
            "weight file '" + name + "' is not in the folder of the model");
  EXPECT_EQ(open("../x"),
            "weight file '../x' is not in the folder of the model");
  EXPECT_EQ(open("a/../../x"),
            "weight file 'a/../../x' is not in the folder of the model");
  EXPECT_EQ(open(""), "weight file '' is not in the folder of the model");
  ASSERT_EQ(::symlink(secret.c_str(), folder.path("link").c_str()), 0);
  ASSERT_EQ(::symlink(other.path().c_str(), folder.path("dir").c_str()), 0);
  for (std::string name : {"link", "dir/secret"})
    EXPECT_EQ(open(name), "weight file '" + name +
                              "' is behind a symbolic link, which is not "
                              "followed");
  // What was added is the user's choice.
  store.add(llvm::cantFail(MappedFile::open(secret)));
  EXPECT_EQ(open(secret), "secret");
  store.add("alias", llvm::cantFail(MappedFile::open(secret)));
  EXPECT_EQ(open("alias"), "secret");
}

TEST_F(WeightStoreTest, TheFolderMayBeBehindASymlink) {
  folder.write("m.bin", "content");
  TemporaryFolder other;
  ASSERT_EQ(::symlink(folder.path().c_str(), other.path("link").c_str()), 0);
  store.setFolder(other.path("link"));
  EXPECT_EQ(open("m.bin"), "content");
}
