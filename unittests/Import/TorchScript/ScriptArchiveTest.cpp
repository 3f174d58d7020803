//===- ScriptArchiveTest.cpp - Members of a TorchScript archive -----------===//
//
// Archives that are put together from pickles that are spelled out, opcode by
// opcode. Integration tests read those that torch.jit.save writes.
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Import/TorchScript/ScriptArchive.h"

#include "../../Support/PickleText.h"
#include "../../Support/TemporaryFolder.h"
#include "../../fuzz/ZipWriter.h"

#include "torch-onnx/Import/TorchScript.h"
#include "torch-onnx/Support/StateDict.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"

#include "gtest/gtest.h"

#include <map>

using namespace torch_onnx;
using namespace torch_onnx::pickled;

using Kind = PickleValue::Kind;

namespace {

/// An archive as torch.jit.save writes it, and what a test changes in it.
struct Members {
  std::map<std::string, std::string> stored = {
      {"data.pkl", "\x80\x02" + global("__torch__", "Model") + ")\x81" +
                       dict(text("weight") + pair) + "b."},
      {"data/0", std::string(16, 'd')},
      {"constants.pkl", "\x80\x02" + pair + "\x85."},
      {"constants/0", std::string(16, 'c')},
      {"version", "3\n"},
      {"byteorder", "little"}};
  std::vector<std::pair<std::string, std::string>> compressed = {
      {"code/__torch__.py", "class Model(Module):\n  pass\n"}};
  std::string root = "model/";

  std::string write() const {
    ZipWriter writer(/*hasChecksums=*/true);
    for (const auto &[name, content] : compressed)
      writer.addDeflated(root + name, content);
    for (const auto &[name, content] : stored)
      writer.add(root + name, content);
    return writer.finish();
  }
};

class ScriptArchiveTest : public testing::Test {
protected:
  /// Null, and the diagnostics in `errors`.
  std::unique_ptr<ScriptArchive> open(const Members &members) {
    return openFile(members.write());
  }
  std::unique_ptr<ScriptArchive> openFile(llvm::StringRef file) {
    errors.clear();
    mlir::ScopedDiagnosticHandler handler(
        &context, [&](mlir::Diagnostic &diagnostic) {
          llvm::raw_string_ostream(errors) << diagnostic.str();
          return mlir::success();
        });
    return ScriptArchive::open(folder.write("model.pt", file),
                               mlir::UnknownLoc::get(&context));
  }
  void expectError(const Members &members, llvm::StringRef message) {
    EXPECT_EQ(open(members), nullptr) << message.str();
    EXPECT_TRUE(llvm::StringRef(errors).contains(message))
        << errors << "\nexpected: " << message.str();
  }

  TemporaryFolder folder;
  mlir::MLIRContext context;
  std::string errors;
};

} // namespace

TEST_F(ScriptArchiveTest, ReadsMembers) {
  auto archive = open(Members());
  ASSERT_NE(archive, nullptr) << errors;
  EXPECT_EQ(archive->getVersion(), 3u);
  ASSERT_EQ(archive->getSources().size(), 1u);
  EXPECT_EQ(archive->getSources()[0].name, "__torch__.py");
  EXPECT_EQ(archive->getSources()[0].text, "class Model(Module):\n  pass\n");
  EXPECT_EQ(archive->getModule().getName(), "__torch__.Model");
  PickledTensor weight =
      archive->getModule().getState().getEntries()[0].second.getTensor();
  EXPECT_EQ(weight.offset, archive->getZip().find("model/data/0")->offset);
  ASSERT_EQ(archive->getConstants().size(), 1u);
  EXPECT_EQ(archive->getConstants()[0].getTensor().offset,
            archive->getZip().find("model/constants/0")->offset);
  EXPECT_FALSE(archive->getTracedInputs());
}

TEST_F(ScriptArchiveTest, KeepsTheOrderOfSources) {
  Members members;
  members.compressed = {{"code/b.py", "b"},
                        {"code/b.py.debug_pkl", ""},
                        {"code/a/c.py", "c"},
                        {"extra/d.py", "d"},
                        {"code/a.py", ""}};
  members.stored["code/0.py"] = "stored";
  auto archive = open(members);
  ASSERT_NE(archive, nullptr) << errors;
  std::string names;
  for (const ScriptArchive::Source &source : archive->getSources())
    names += source.name + "=" + source.text + " ";
  EXPECT_EQ(names, "b.py=b a/c.py=c a.py= 0.py=stored ");
}

TEST_F(ScriptArchiveTest, ReadsTracedInputs) {
  std::string input = view(storage("LongStorage", "0", 6),
                           integer(2) + integer(3), integer(3) + integer(1));
  Members members;
  members.stored["traced_inputs/0"] = "";
  members.stored["traced_inputs.pkl"] =
      "\x80\x02" +
      dict(text("forward") + list(input + integer(7)) + text("other") +
           list("")) +
      ".";
  auto archive = open(members);
  ASSERT_NE(archive, nullptr) << errors;
  auto inputs = archive->getTracedInputs();
  ASSERT_TRUE(inputs);
  ASSERT_EQ(inputs->size(), 2u);
  PickledTensor tensor = (*inputs)[0].getTensor();
  EXPECT_TRUE(tensor.isAbsent);
  EXPECT_EQ(tensor.dtype, "int64");
  EXPECT_EQ(tensor.sizes, (llvm::SmallVector<int64_t, 4>{2, 3}));
  EXPECT_EQ((*inputs)[1].getInt(), 7);
  EXPECT_EQ(archive->getTracedInputs("other")->size(), 0u);
  EXPECT_FALSE(archive->getTracedInputs("none"));

  members.stored["traced_inputs.pkl"] = "\x80\x02N.";
  archive = open(members);
  ASSERT_NE(archive, nullptr) << errors;
  EXPECT_FALSE(archive->getTracedInputs());

  // The user can tell the types.
  members.stored["traced_inputs.pkl"] = "\x80\x02" + global("os", "system");
  archive = open(members);
  ASSERT_NE(archive, nullptr);
  EXPECT_NE(errors.find("traced with are not read: member "
                        "'model/traced_inputs.pkl': byte 2: refers to "
                        "'os.system'"),
            std::string::npos)
      << errors;
}

TEST_F(ScriptArchiveTest, KnowsArchivesOfOtherKinds) {
  auto isScript = [](const std::string &file) {
    auto zip = llvm::cantFail(
        ZipReader::open(llvm::ArrayRef(file.data(), file.size()), "a.pt"));
    EXPECT_NE(isTorchScript(zip), isStateDict(zip));
    return isTorchScript(zip);
  };
  Members members;
  EXPECT_TRUE(isScript(members.write()));
  members.stored.erase("constants.pkl");
  EXPECT_FALSE(isScript(members.write()));
  expectError(members, "member 'model/constants.pkl' is missing");
  members.stored.erase("data.pkl");
  members.stored["model.json"] = "{}";
  EXPECT_TRUE(isScript(members.write()));
  expectError(members, "of the first format (member 'model.json')");
  expectError(members, "write it again with torch.jit.save");
  ZipWriter empty;
  EXPECT_EQ(openFile(empty.finish()), nullptr);
  EXPECT_EQ(openFile("no archive"), nullptr);
}

TEST_F(ScriptArchiveTest, RefusesMissingMembers) {
  for (const char *name : {"data.pkl", "constants.pkl", "version"}) {
    Members members;
    members.stored.erase(name);
    expectError(members,
                std::string("not a TorchScript archive: member 'model/") +
                    name + "' is missing");
  }
  // Written by PyTorch before 2.1, and in the other place.
  Members members;
  members.stored.erase("byteorder");
  members.stored.erase("version");
  members.stored[".data/version"] = "10";
  auto archive = open(members);
  ASSERT_NE(archive, nullptr) << errors;
  EXPECT_EQ(archive->getVersion(), 10u);
}

TEST_F(ScriptArchiveTest, RefusesOtherVersions) {
  Members members;
  for (const char *version : {"0", "", "x", "-1", "3.1"}) {
    members.stored["version"] = version;
    expectError(members, "expected the number of a version");
  }
  members.stored["version"] = "11";
  expectError(members, "of version 11, expected at most version 10");
  members.stored["version"] = std::string(101, '1');
  expectError(members, "more than the 100 that are read");
}

TEST_F(ScriptArchiveTest, RefusesBigEndian) {
  Members members;
  members.stored["byteorder"] = "big";
  expectError(members, "only little-endian weights are read; load the archive");
}

TEST_F(ScriptArchiveTest, RefusesOtherValues) {
  Members members;
  members.stored["data.pkl"] = "\x80\x02}.";
  expectError(members, "'model/data.pkl' holds no object of a module");
  members.stored["data.pkl"] =
      "\x80\x02" + storage("FloatStorage", "0", 1) + ".";
  expectError(members, "'model/data.pkl' holds no object of a module");
  members.stored["data.pkl"] = "\x80\x02" + global("os", "system") + ")R.";
  expectError(members,
              "member 'model/data.pkl': byte 2: refers to 'os.system'");
  members = Members();
  members.stored["constants.pkl"] = "\x80\x02].";
  expectError(members, "'model/constants.pkl' holds no tuple");
  // The constants have storages of their own.
  members = Members();
  members.stored.erase("constants/0");
  expectError(members, "the storage '0' is not in the archive");
}

TEST_F(ScriptArchiveTest, RefusesDamage) {
  Members members;
  std::string file = members.write();
  // The first byte of the code's stream, after its header and its name.
  std::string name = "model/code/__torch__.py";
  file[30 + name.size()] ^= 0x40;
  EXPECT_EQ(openFile(file), nullptr);
  EXPECT_NE(errors.find("'model/code/__torch__.py' is damaged"),
            std::string::npos)
      << errors;
  file = members.write();
  file[file.find("Model\n)")] = 'N';
  EXPECT_EQ(openFile(file), nullptr);
  EXPECT_NE(errors.find("'model/data.pkl' is damaged"), std::string::npos)
      << errors;
}

/// A table of lines of "code/__torch__.py".
static Members withLines(llvm::StringRef table) {
  Members members;
  members.compressed.emplace_back("code/__torch__.py.debug_pkl",
                                  ("\x80\x02" + table + ".").str());
  return members;
}

static std::string getLine(ScriptArchive &archive, size_t offset) {
  ScriptArchive::Line line = archive.getLine(0, offset);
  return line.file.empty() ? "-"
                           : line.file.str() + ":" + std::to_string(line.line);
}

static std::string tensorless(llvm::StringRef items) {
  return global("torch.jit._pickle", "build_intlist") + tuple(list(items)) +
         "R";
}

TEST_F(ScriptArchiveTest, FindsLinesByATableOfTexts) {
  std::string texts = tuple(text("") + text("def f(x):\n") +
                            text("  return x\n") + text("f.py"));
  std::string nowhere = tuple(tensorless("") + integer(0) + integer(0));
  std::string source = tuple(tensorless(integer(1) + integer(2) + integer(0)) +
                             integer(3) + integer(40));
  auto record = [](uint8_t begin, llvm::StringRef source, uint8_t from) {
    return tuple(integer(begin) +
                 tuple(source.str() + integer(from) + integer(from + 1)) +
                 integer(0));
  };
  auto archive = open(withLines(
      tuple(text("FORMAT_WITH_STRING_TABLE") + texts +
            tuple(record(2, nowhere, 0) + record(5, source, 0) +
                  record(9, source, 10) + record(12, source, 12) +
                  record(20, source, 200) + record(25, nowhere, 0)))));
  ASSERT_NE(archive, nullptr) << errors;
  EXPECT_EQ(getLine(*archive, 0), "-");
  EXPECT_EQ(getLine(*archive, 3), "-");
  EXPECT_EQ(getLine(*archive, 5), "f.py:40");
  EXPECT_EQ(getLine(*archive, 8), "f.py:40");
  EXPECT_EQ(getLine(*archive, 9), "f.py:41");
  EXPECT_EQ(getLine(*archive, 19), "f.py:41");
  EXPECT_EQ(getLine(*archive, 20), "f.py:42");
  EXPECT_EQ(getLine(*archive, 1000), "-");
  EXPECT_EQ(archive->getLine(-1, 9).file, "");
  EXPECT_EQ(archive->getLine(1, 9).file, "");
}

TEST_F(ScriptArchiveTest, FindsLinesOfOlderTables) {
  std::string source =
      tuple(text("def f(x):\n  return x") + text("f.py") + integer(7));
  std::string unnamed = tuple(text("x") + "N" + integer(7));
  auto range = [](llvm::StringRef source, uint8_t from) {
    return tuple(source.str() + integer(from) + integer(from + 1));
  };
  // Without numbers, and with the number in front of the range.
  auto archive =
      open(withLines(tuple(tuple(integer(1) + range(source, 0)) +
                           tuple(integer(2) + integer(0) + range(source, 12)) +
                           tuple(integer(3) + range(unnamed, 0)))));
  ASSERT_NE(archive, nullptr) << errors;
  EXPECT_EQ(getLine(*archive, 1), "f.py:7");
  EXPECT_EQ(getLine(*archive, 2), "f.py:8");
  EXPECT_EQ(getLine(*archive, 3), "-");
}

TEST_F(ScriptArchiveTest, FindsTheUsersLineOfATrace) {
  auto table = [](llvm::StringRef calls, llvm::StringRef file, uint8_t line) {
    std::string source = tuple(text(calls) + text(file) + integer(line));
    return tuple(tuple(integer(0) + tuple(source + integer(0) + integer(9))));
  };
  std::string inside = "/x/torch/nn/modules/conv.py(55): forward\n"
                       "/x/torch/nn/modules/module.py(1): _slow_forward\n";
  auto archive = open(
      withLines(table(inside + "net.py(12): forward\nnet.py(99): <module>\n",
                      "/x/torch/nn/modules/conv.py", 55)));
  ASSERT_NE(archive, nullptr) << errors;
  EXPECT_EQ(getLine(*archive, 0), "net.py:12");
  // What called the tracer is no part of the model.
  archive = open(withLines(
      table(inside + "/x/torch/jit/_trace.py(7): trace\nnet.py(99): main\n",
            "/x/torch/nn/modules/conv.py", 55)));
  ASSERT_NE(archive, nullptr) << errors;
  EXPECT_EQ(getLine(*archive, 0), "/x/torch/nn/modules/conv.py:55");
  // A text that looks alike.
  archive =
      open(withLines(table(inside + "net.py(12): forward\n", "other.py", 20)));
  ASSERT_NE(archive, nullptr) << errors;
  EXPECT_EQ(getLine(*archive, 0), "other.py:20");
}

TEST_F(ScriptArchiveTest, IgnoresTablesThatAreNone) {
  std::string range = tuple(tuple(text("a\nb") + text("f.py") + integer(1)) +
                            integer(0) + integer(1));
  std::string minus = std::string("J\xff\xff\xff\xff", 5);
  for (const std::string &table :
       {std::string("N"), integer(1), global("os", "system"), tuple("NN"),
        tuple(tuple("")), tuple(tuple(integer(0) + "N")),
        tuple(tuple(minus + range)),
        tuple(text("FORMAT_WITH_STRING_TABLE") + "NN"),
        tuple(text("FORMAT_WITH_STRING_TABLE") + ")" +
              tuple(tuple(integer(0) +
                          tuple(tuple(list(integer(200) + minus) +
                                      integer(200) + minus) +
                                integer(0) + integer(0)) +
                          integer(0))))}) {
    auto archive = open(withLines(table));
    ASSERT_NE(archive, nullptr) << errors;
    EXPECT_EQ(getLine(*archive, 0), "-");
  }
  // Numbers that are too large for a line.
  std::string huge =
      std::string("\x8a\x08\xff\xff\xff\xff\xff\xff\xff\x7f", 10);
  auto archive = open(withLines(
      tuple(tuple(integer(0) + tuple(tuple(text("a\nb") + text("f.py") + huge) +
                                     huge + huge)))));
  ASSERT_NE(archive, nullptr) << errors;
  EXPECT_EQ(getLine(*archive, 0), "f.py:0");
  // Records that are out of order.
  archive = open(
      withLines(tuple(tuple(integer(9) + range) + tuple(integer(3) + range))));
  ASSERT_NE(archive, nullptr) << errors;
  EXPECT_EQ(getLine(*archive, 5), "-");
  EXPECT_EQ(getLine(*archive, 9), "f.py:1");
}
