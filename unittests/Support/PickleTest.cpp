//===- PickleTest.cpp - Objects of a pickle of PyTorch's ------------------===//
//
// Tests of the header of the same name, with pickles of TorchScript that are
// spelled out, opcode by opcode, and with the seeds of the fuzzer, which
// torch.jit.save wrote. What is refused is in PickleHostileTest.cpp; the
// dialect of state dictionaries is in StateDictTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "PickleText.h"
#include "Unpickled.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace torch_onnx;
using namespace torch_onnx::pickled;

using Kind = PickleValue::Kind;

/// As Python writes a float: big-endian.
static std::string real(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof(bits));
  std::string result = "G";
  for (int i = 56; i >= 0; i -= 8)
    result += static_cast<char>(bits >> i);
  return result;
}

/// A call of a function of torch.jit._pickle.
static std::string build(llvm::StringRef name, llvm::StringRef args) {
  return global("torch.jit._pickle", name) + tuple(args) + "R";
}

static std::string object(llvm::StringRef module, llvm::StringRef name,
                          llvm::StringRef state) {
  return global(module, name) + ")\x81" + state.str() + "b";
}

TEST(Pickle, ReadsNumbers) {
  Unpickled pickle(tuple("N\x88\x89" + integer(255) + std::string("M\0\1", 3) +
                         std::string("J\xff\xff\xff\xff", 5) +
                         std::string("\x8a\x08\0\0\0\0\0\x01\0\0", 10) +
                         std::string("\x8a\0", 2) + real(-2.5) +
                         real(std::numeric_limits<double>::infinity())));
  ASSERT_EQ(pickle.error, "");
  PickleValue root = *pickle;
  ASSERT_TRUE(root.isA(Kind::Tuple));
  ASSERT_EQ(root.size(), 10u);
  EXPECT_TRUE(root[0].isA(Kind::None));
  EXPECT_TRUE(root[1].isA(Kind::Bool));
  EXPECT_EQ(root[1].getInt(), 1);
  EXPECT_EQ(root[2].getInt(), 0);
  EXPECT_TRUE(root[3].isA(Kind::Int));
  EXPECT_EQ(root[3].getInt(), 255);
  EXPECT_EQ(root[4].getInt(), 256);
  EXPECT_EQ(root[5].getInt(), -1);
  EXPECT_EQ(root[6].getInt(), int64_t(1) << 40);
  EXPECT_EQ(root[7].getInt(), 0);
  EXPECT_TRUE(root[8].isA(Kind::Float));
  EXPECT_EQ(root[8].getFloat(), -2.5);
  EXPECT_TRUE(std::isinf(root[9].getFloat()));
}

TEST(Pickle, ReadsComplexNumbers) {
  Unpickled pickle(global("builtins", "complex") + real(1.5) + real(-2) +
                   "\x86R");
  ASSERT_TRUE((*pickle).isA(Kind::Complex)) << pickle.error;
  EXPECT_EQ((*pickle).getFloat(), 1.5);
  EXPECT_EQ((*pickle).getImaginary(), -2);
}

TEST(Pickle, ReadsContainers) {
  Unpickled pickle(
      tuple(text("caf\xc3\xa9") +
            build("restore_type_tag",
                  list(text("a") + text("b")) + text("List[str]")) +
            build("restore_type_tag",
                  dict(text("x") + integer(1) + text("y") + integer(2)) +
                      text("Dict[str, int]")) +
            build("build_intlist", list(integer(3) + integer(4))) +
            build("build_doublelist", list(real(0.5))) +
            build("build_boollist", list("\x88\x89")) +
            build("build_tensorlist", list(pair)) + list("")));
  ASSERT_EQ(pickle.error, "");
  PickleValue root = *pickle;
  EXPECT_EQ(root[0].getText(), "caf\xc3\xa9");
  EXPECT_TRUE(root[1].isA(Kind::List));
  EXPECT_EQ(root[1].getTypeTag(), "List[str]");
  EXPECT_EQ(root[1][1].getText(), "b");
  EXPECT_TRUE(root[2].isA(Kind::Dict));
  EXPECT_EQ(root[2].getTypeTag(), "Dict[str, int]");
  ASSERT_EQ(root[2].getEntries().size(), 2u);
  EXPECT_EQ(root[2].getEntries()[1].first.getText(), "y");
  EXPECT_EQ(root[2].getEntries()[1].second.getInt(), 2);
  EXPECT_EQ(root[3].getTypeTag(), "List[int]");
  EXPECT_EQ(root[3][1].getInt(), 4);
  EXPECT_EQ(root[4].getTypeTag(), "List[float]");
  EXPECT_EQ(root[5].getTypeTag(), "List[bool]");
  EXPECT_EQ(root[5][0].getInt(), 1);
  EXPECT_EQ(root[6].getTypeTag(), "List[Tensor]");
  EXPECT_TRUE(root[6][0].isA(Kind::Tensor));
  EXPECT_EQ(root[7].getTypeTag(), "");
  EXPECT_EQ(root[7].size(), 0u);
  EXPECT_TRUE(root[8].isA(Kind::None));
}

TEST(Pickle, ReadsObjects) {
  Unpickled pickle(
      object("__torch__.torch.nn.modules.conv", "Conv2d",
             dict(text("stride") + integer(2) + text("packed") +
                  object("__torch__.torch.classes.quantized",
                         "ConvPackedParams", tuple(text("2") + "N")) +
                  text("empty") + global("__torch__", "Empty") + ")\x81" +
                  text("color") + global("__torch__", "Color") + integer(7) +
                  "R" + text("device") + global("torch", "device") +
                  text("cuda:0") + "\x85R")));
  ASSERT_EQ(pickle.error, "");
  PickleValue root = *pickle;
  ASSERT_TRUE(root.isA(Kind::Object));
  EXPECT_EQ(root.getName(), "__torch__.torch.nn.modules.conv.Conv2d");
  auto entries = root.getState().getEntries();
  ASSERT_EQ(entries.size(), 5u);
  EXPECT_EQ(entries[0].second.getInt(), 2);
  EXPECT_EQ(entries[1].second.getName(),
            "__torch__.torch.classes.quantized.ConvPackedParams");
  EXPECT_EQ(entries[1].second.getState()[0].getText(), "2");
  EXPECT_TRUE(entries[2].second.isA(Kind::Object));
  EXPECT_TRUE(entries[2].second.getState().isA(Kind::None));
  EXPECT_TRUE(entries[3].second.isA(Kind::Object));
  EXPECT_EQ(entries[3].second.getName(), "__torch__.Color");
  EXPECT_EQ(entries[3].second.getState().getInt(), 7);
  EXPECT_TRUE(entries[4].second.isA(Kind::Global));
  EXPECT_EQ(entries[4].second.getName(), "torch.device:cuda:0");
}

TEST(Pickle, KeepsWhatIsShared) {
  Unpickled pickle(tuple(list(integer(1)) + "q\1h\1" + list(integer(1)) + pair +
                         "q\2h\2" + tuple("N\x88") + "q\3h\3"));
  ASSERT_EQ(pickle.error, "");
  PickleValue root = *pickle;
  EXPECT_EQ(root[0].getId(), root[1].getId());
  EXPECT_NE(root[0].getId(), root[2].getId());
  EXPECT_EQ(root[3].getId(), root[4].getId());
  EXPECT_EQ(root[5].getId(), root[6].getId());
}

TEST(Pickle, ReadsTensors) {
  Unpickled pickle(
      tuple(tensor(integer(1) + integer(2), integer(2) + integer(1), 2) +
            view(storage("BFloat16Storage", "0", 8), integer(8), integer(1)) +
            view(storage("ComplexHalfStorage", "0", 4), "", "") +
            view(storage("LongStorage", "1", 0), integer(0), integer(1))));
  ASSERT_EQ(pickle.error, "");
  PickledTensor matrix = (*pickle)[0].getTensor();
  EXPECT_EQ(matrix.dtype, "float32");
  EXPECT_EQ(matrix.sizes, (llvm::SmallVector<int64_t, 4>{1, 2}));
  EXPECT_EQ(matrix.strides, (llvm::SmallVector<int64_t, 4>{2, 1}));
  EXPECT_EQ(matrix.storageOffset, 2);
  EXPECT_EQ(matrix.offset, pickle.zip->find("a/data/0")->offset);
  EXPECT_EQ(matrix.size, 16u);
  EXPECT_FALSE(matrix.isAbsent);
  EXPECT_FALSE(matrix.isQuantized);
  EXPECT_TRUE((*pickle)[0].getScales().isA(Kind::None));
  EXPECT_EQ((*pickle)[1].getTensor().dtype, "bfloat16");
  EXPECT_EQ((*pickle)[2].getTensor().dtype, "complex32");
  EXPECT_FALSE((*pickle)[3].getTensor().isAbsent);
  EXPECT_EQ((*pickle)[3].getTensor().size, 0u);
}

static std::string quantized(llvm::StringRef storage,
                             llvm::StringRef quantizer) {
  return global("torch._utils", "_rebuild_qtensor") +
         tuple(storage.str() + integer(0) + tuple(integer(2)) +
               tuple(integer(1)) + tuple(quantizer) + "\x89" + hooks) +
         "R";
}

TEST(Pickle, ReadsQuantizedTensors) {
  Unpickled pickle(tuple(
      quantized(storage("QUInt8Storage", "0", 16),
                global("torch", "per_tensor_affine") + real(0.5) + integer(3)) +
      quantized(
          storage("QInt8Storage", "0", 16),
          global("torch", "per_channel_affine") + pair +
              view(storage("LongStorage", "0", 2), integer(2), integer(1)) +
              integer(1))));
  ASSERT_EQ(pickle.error, "");
  PickledTensor first = (*pickle)[0].getTensor();
  EXPECT_EQ(first.dtype, "quint8");
  EXPECT_TRUE(first.isQuantized);
  EXPECT_EQ(first.scale, 0.5);
  EXPECT_EQ(first.zeroPoint, 3);
  EXPECT_EQ(first.axis, -1);
  EXPECT_TRUE((*pickle)[0].getScales().isA(Kind::None));
  PickledTensor second = (*pickle)[1].getTensor();
  EXPECT_EQ(second.dtype, "qint8");
  EXPECT_EQ(second.axis, 1);
  EXPECT_EQ((*pickle)[1].getScales().getTensor().dtype, "float32");
  EXPECT_EQ((*pickle)[1].getZeroPoints().getTensor().dtype, "int64");
}

TEST(Pickle, ReadsSignsOfViews) {
  std::string conjugate = dict(text("conj") + "\x88" + text("neg") + "\x89");
  std::string both = dict(text("conj") + "\x88" + text("neg") + "\x88");
  std::string halves = storage("HalfStorage", "0", 8);
  std::string pairs = storage("ComplexHalfStorage", "0", 4);
  Unpickled pickle(tuple(
      view(pairs, integer(2), integer(2), 1, conjugate) +
      view(pairs, integer(1), integer(1), 0, both) +
      view(halves, integer(2) + integer(1), integer(1) + integer(1), 3,
           dict(text("neg") + "\x88")) +
      view(halves, integer(9), integer(0), 0, dict(text("neg") + "\x88"))));
  ASSERT_EQ(pickle.error, "");
  auto resolve = [&](size_t index, unsigned width) {
    auto elements =
        resolveSigns((*pickle)[index].getTensor(), width,
                     llvm::ArrayRef(pickle.file.data(), pickle.file.size()));
    return elements ? std::string(elements->begin(), elements->end()) : "none";
  };
  EXPECT_TRUE((*pickle)[0].getTensor().isConjugate);
  EXPECT_FALSE((*pickle)[0].getTensor().isNegative);
  EXPECT_EQ(resolve(0, 4), "xxx\xf8xxx\xf8");
  EXPECT_EQ(resolve(1, 4), "x\xf8xx");
  EXPECT_EQ(resolve(2, 2), "x\xf8x\xf8");
  EXPECT_EQ(resolve(3, 2), "none");
}

TEST(Pickle, ReadsTensorsWithoutBytes) {
  std::string input = view(storage("FloatStorage", "1", 6),
                           integer(2) + integer(3), integer(3) + integer(1));
  Unpickled traced(input, /*hasNoBytes=*/true);
  ASSERT_EQ(traced.error, "");
  PickledTensor tensor = (*traced).getTensor();
  EXPECT_TRUE(tensor.isAbsent);
  EXPECT_EQ(tensor.dtype, "float32");
  EXPECT_EQ(tensor.sizes, (llvm::SmallVector<int64_t, 4>{2, 3}));
  EXPECT_EQ(tensor.size, 0u);
  EXPECT_NE(Unpickled(input).error.find("has 0 bytes, too few for 6 elements"),
            std::string::npos);
  Unpickled meta(
      view(storage("FloatStorage", "1", 2, "meta"), integer(2), integer(1)));
  ASSERT_EQ(meta.error, "");
  EXPECT_TRUE((*meta).getTensor().isAbsent);
}

TEST(Pickle, GivesNothingForOtherKinds) {
  Unpickled pickle(text("x"));
  PickleValue value = *pickle;
  EXPECT_EQ(value.getInt(), 0);
  EXPECT_EQ(value.getFloat(), 0);
  EXPECT_EQ(value.getImaginary(), 0);
  EXPECT_EQ(value.getName(), "");
  EXPECT_EQ(value.size(), 0u);
  EXPECT_TRUE(value[0].isA(Kind::None));
  EXPECT_TRUE(value.getEntries().empty());
  EXPECT_EQ(value.getTypeTag(), "");
  EXPECT_TRUE(value.getState().isA(Kind::None));
  EXPECT_EQ(value.getTensor().dtype, "");
  EXPECT_TRUE(value.getScales().isA(Kind::None));
  EXPECT_EQ((*Unpickled("N")).getText(), "");
}

TEST(Pickle, InflatesMembers) {
  ZipWriter writer(/*hasChecksums=*/true);
  writer.addDeflated("a/data.pkl", "\x80\x02" + text("text") + ".");
  std::string file = writer.finish();
  auto zip = llvm::cantFail(
      ZipReader::open(llvm::ArrayRef(file.data(), file.size()), "a.pt"));
  auto pickle =
      llvm::cantFail(Pickle::read(zip, zip.members()[0], Pickle::Options()));
  EXPECT_EQ(pickle->getRoot().getText(), "text");
}

/// What torch.jit.save wrote (make_script_corpus.py), with the storages that
/// the fuzzer has.
TEST(Pickle, ReadsWhatTorchWrites) {
  std::error_code code;
  unsigned count = 0;
  for (llvm::sys::fs::directory_iterator
           it(TORCH_ONNX_SOURCE_DIR "/unittests/fuzz/corpus/script", code),
       end;
       it != end && !code; it.increment(code)) {
    auto buffer = llvm::MemoryBuffer::getFile(it->path());
    ASSERT_TRUE(bool(buffer));
    ZipWriter writer;
    writer.add("a/data.pkl", (*buffer)->getBuffer());
    for (unsigned i = 0; i < 16; ++i)
      writer.add("a/data/" + std::to_string(i), std::string(1024, '?'));
    std::string file = writer.finish();
    auto zip = llvm::cantFail(
        ZipReader::open(llvm::ArrayRef(file.data(), file.size()), "a.pt"));
    Pickle::Options options;
    options.storages = "a/data";
    auto pickle = Pickle::read(zip, zip.members()[0], options);
    EXPECT_TRUE(bool(pickle))
        << it->path() << ": " << llvm::toString(pickle.takeError());
    ++count;
  }
  EXPECT_GE(count, 8u);
}
