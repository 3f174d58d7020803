//===- StateDictTest.cpp - Tensors of a file of torch.save ----------------===//
//
// Tests of the header of the same name. Pickles are spelled out, opcode by
// opcode; integration tests read those that torch.save writes.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Support/StateDict.h"

#include "../fuzz/ZipWriter.h"
#include "PickleText.h"

#include "gtest/gtest.h"

using namespace torch_onnx;
using namespace torch_onnx::pickled;

static std::string dictionary(llvm::StringRef entries) {
  return "\x80\x02}(" + entries.str() + "u.";
}

/// The tensors, or one without a dtype whose name is the error.
static std::vector<StateDictTensor> read(llvm::StringRef pickle,
                                         llvm::StringRef order = "little") {
  ZipWriter writer;
  writer.add("a/data.pkl", pickle);
  writer.add("a/byteorder", order);
  writer.add("a/data/0", std::string(16, 'x'));
  std::string file = writer.finish();
  auto zip = ZipReader::open(llvm::ArrayRef(file.data(), file.size()), "a.pt");
  EXPECT_TRUE(bool(zip));
  EXPECT_TRUE(isStateDict(*zip));
  auto result = readStateDict(*zip);
  if (result)
    return *result;
  StateDictTensor failed;
  failed.name = llvm::toString(result.takeError());
  return {failed};
}

static void expectError(llvm::StringRef pickle, llvm::StringRef message) {
  std::vector<StateDictTensor> result = read(pickle);
  ASSERT_EQ(result.size(), 1u);
  EXPECT_TRUE(llvm::StringRef(result[0].name).contains(message))
      << result[0].name;
}

TEST(StateDict, ReadsViews) {
  auto result = read(
      dictionary(text("a") + pair + text("b") +
                 tensor(integer(1) + integer(2), integer(2) + integer(1), 2) +
                 text("epoch") + integer(3)));
  ASSERT_EQ(result.size(), 2u);
  EXPECT_EQ(result[0].name, "a");
  EXPECT_EQ(result[0].dtype, "float32");
  EXPECT_EQ(result[0].size, 16u);
  EXPECT_EQ(result[1].offset, result[0].offset);
  EXPECT_EQ(result[1].sizes, (llvm::SmallVector<int64_t, 4>{1, 2}));
  EXPECT_EQ(result[1].strides, (llvm::SmallVector<int64_t, 4>{2, 1}));
  EXPECT_EQ(result[1].storageOffset, 2);
}

TEST(StateDict, ReadsParameters) {
  std::string parameter = global("torch._utils", "_rebuild_parameter") +
                          tuple(pair + "\x88" + hooks) + "R";
  std::string tagged =
      global("torch._utils", "_rebuild_parameter_with_state") +
      tuple(pair + "\x88" + hooks + "}(" + text("note") + "](K\1G12345678eu") +
      "R";
  auto result = read(dictionary(text("p") + parameter + text("q") + tagged));
  ASSERT_EQ(result.size(), 2u);
  EXPECT_EQ(result[1].dtype, "float32");
}

/// A subclass with a plain tensor and attributes that are none.
static std::string subclass(llvm::StringRef attributes) {
  return global("torch._tensor", "_rebuild_from_type_v2") +
         tuple(global("torch._utils", "_rebuild_wrapper_subclass") +
               global("torchao.quantization", "Int8Tensor") + tuple("") + "}(" +
               attributes.str() + "u") +
         "R";
}

TEST(StateDict, ReadsTensorsOfSubclasses) {
  // An object with a state, an enumeration.
  std::string objects = text("object") + global("a.b", "C") + ")\x81}(" +
                        text("k") + "K\1ub" + text("kind") +
                        global("a.b", "Kind") + "(K\1tR";
  auto result = read(dictionary(
      text("a") + subclass(text("q") + pair + objects) + text("b") + pair));
  ASSERT_EQ(result.size(), 3u);
  EXPECT_TRUE(result[0].isSubclass);
  EXPECT_EQ(result[0].name, "a");
  EXPECT_EQ(result[1].name, "a.q");
  EXPECT_EQ(result[1].dtype, "float32");
  EXPECT_EQ(result[2].name, "b");
  // As torch.export.save writes one.
  result = read(
      "\x80\x02" +
      subclass(text("q") + pair + text("in") + subclass(text("r") + pair)) +
      ".");
  ASSERT_EQ(result.size(), 3u);
  EXPECT_EQ(result[0].name, "q");
  EXPECT_EQ(result[1].name, "in");
  EXPECT_EQ(result[2].name, "in.r");
}

TEST(StateDict, RefusesObjectsOutsideOfSubclasses) {
  expectError(dictionary(text("a") + global("a.b", "C") + ")\x81"), "a.b.C");
  expectError("\x80\x02)\x81.", "an object of Python");
  expectError(dictionary(text("a") +
                         global("torch._tensor", "_rebuild_from_type_v2") +
                         tuple("") + "R"),
              "unknown arguments");
}

TEST(StateDict, RefusesSubclassesInsideOfEachOther) {
  std::string inner = subclass(text("q") + pair);
  for (int i = 0; i < 8; ++i)
    inner = subclass(text("q") + inner);
  expectError("\x80\x02" + inner + ".", "inside of each other");
}

TEST(StateDict, ReadsAnOrderedDictWithMetadata) {
  auto result = read("\x80\x02" + hooks + "(" + text("a") + pair + "u}" +
                     text("_metadata") + hooks + "sb.");
  ASSERT_EQ(result.size(), 1u);
  EXPECT_EQ(result[0].name, "a");
}

TEST(StateDict, ReadsUntypedStorages) {
  std::string id =
      tuple(text("storage") + global("torch.storage", "UntypedStorage") +
            text("0") + text("cpu") + integer(16)) +
      "Q";
  auto make = [&](llvm::StringRef dtype) {
    return dictionary(text("a") + global("torch._utils", "_rebuild_tensor_v3") +
                      tuple(id + integer(0) + tuple(integer(8)) +
                            tuple(integer(1)) + "\x89" + hooks +
                            global("torch", dtype)) +
                      "R");
  };
  auto result = read(make("uint16"));
  ASSERT_EQ(result.size(), 1u);
  EXPECT_EQ(result[0].dtype, "uint16");
  expectError(make("quint4x2"), "'torch.quint4x2'");
}

TEST(StateDict, ReadsTensorsWithoutBytes) {
  std::string meta = global("torch._utils", "_rebuild_meta_tensor_no_storage") +
                     tuple(global("torch", "float32") + tuple(integer(2)) +
                           tuple(integer(1)) + "\x89") +
                     "R";
  auto result = read(dictionary(text("a") + meta));
  ASSERT_EQ(result.size(), 1u);
  EXPECT_TRUE(result[0].isAbsent);
}

TEST(StateDict, RefusesOtherCallablesByName) {
  expectError("\x80\x02" + global("os", "system") + text("true") + "\x85R.",
              "byte 2: refers to 'os.system'");
  expectError(
      dictionary(text("a") + global("torch._utils", "_rebuild_qtensor")),
      "'torch._utils._rebuild_qtensor'");
  expectError("\x80\x02}" + text("x") + "R.", "not a function");
  expectError("\x80\x02" + global("torch", "FloatStorage") + ")R.",
              "a call of 'torch.FloatStorage'");
  // Control characters do not reach a terminal.
  expectError("\x80\x02" + global("o\033s", "x"), "'o\\x1Bs.x'");
}

TEST(StateDict, RefusesOtherOpcodes) {
  expectError("\x80\x04.", "protocol 4");
  expectError("\x80\x02\x93.", "opcode 0x93");
  expectError("\x80\x02i.", "opcode 0x69");
}

TEST(StateDict, RefusesWhatIsCutOff) {
  std::string whole = dictionary(text("a") + pair);
  ASSERT_EQ(read(whole).size(), 1u);
  ASSERT_EQ(read(whole)[0].name, "a");
  for (size_t size = 0; size < whole.size(); ++size)
    EXPECT_NE(read(llvm::StringRef(whole).take_front(size))[0].name, "a");
}

TEST(StateDict, RefusesAStackThatDoesNotFit) {
  expectError("\x80\x02.", "not a dictionary");
  expectError("\x80\x02}}.", "not a dictionary");
  expectError("\x80\x02t.", "no mark");
  expectError("\x80\x02(R.", "nothing is on the stack");
  expectError("\x80\x02\x87.", "nothing is on the stack");
  expectError("\x80\x02q\1.", "nothing is on the stack");
  expectError("\x80\x02h\1.", "nothing was remembered");
  expectError("\x80\x02j\xff\xff\xff\xff.", "nothing was remembered");
  expectError("\x80\x02}(" + text("a") + "u.", "a key without a value");
  expectError("\x80\x02](a.", "added to a value that is not a list");
  expectError("\x80\x02NN(\x86.", "below the mark");
  expectError("\x80\x02NQ.", "persistent id");
}

TEST(StateDict, RefusesStoragesThatAreNotThere) {
  auto make = [&](llvm::StringRef id) {
    return dictionary(
        text("a") + global("torch._utils", "_rebuild_tensor_v2") +
        tuple(id.str() + integer(0) + tuple("") + tuple("") + "\x89" + hooks) +
        "R");
  };
  expectError(make(storage("FloatStorage", "1", 1)), "'1' is not in the");
  expectError(make(storage("FloatStorage", "../0", 1)), "is not in the");
  expectError(make(storage("DoubleStorage", "0", 3)),
              "has 16 bytes, too few for 3 elements");
  expectError(make(storage("QInt8Storage", "0", 1)), "'torch.QInt8Storage'");
}

TEST(StateDict, RefusesArgumentsThatAreNone) {
  expectError(dictionary(text("a") + tensor(text("n"), integer(1))),
              "unknown arguments");
  expectError(dictionary(text("a") + tensor(integer(2), integer(1), 0,
                                            "}" + text("conj") + "\x88s")),
              "metadata");
  // Sizes without end, which a thousand tensors could share.
  std::string sizes;
  for (int i = 0; i < 65; ++i)
    sizes += integer(1);
  expectError(dictionary(text("a") + tensor(sizes, sizes)),
              "unknown arguments");
}

TEST(StateDict, ReadsCircles) {
  // A dictionary in itself, and a list in itself.
  auto result = read("\x80\x02}q\1(" + text("self") + "h\1" + text("list") +
                     "]q\2h\2a" + text("a") + pair + "u.");
  ASSERT_EQ(result.size(), 1u);
  EXPECT_EQ(result[0].name, "a");
}

TEST(StateDict, RefusesOneNameForTwo) {
  expectError(dictionary(text("a") + pair + text("a") + pair),
              "two tensors are called 'a'");
}

TEST(StateDict, RefusesBigEndian) {
  auto result = read(dictionary(""), "big");
  ASSERT_EQ(result.size(), 1u);
  EXPECT_NE(result[0].name.find("does not say 'little'"), std::string::npos);
}

/// A dictionary of many tensors that share the arguments of their calls.
static std::string sharing(unsigned count, llvm::StringRef sizes) {
  std::string pickle = "\x80\x02}(" + text("k") +
                       global("torch._utils", "_rebuild_tensor_v2") + "q\3(" +
                       storage("FloatStorage", "0", 4) + integer(0) +
                       tuple(sizes) + "q\1h\1\x89" + hooks + "tq\4R";
  for (unsigned i = 1; i < count; ++i)
    pickle += text("k" + std::to_string(i)) + "h\3h\4R";
  return pickle + "u.";
}

TEST(StateDict, SharesWhatIsShared) {
  auto result = read(sharing(1000, integer(2) + integer(2)));
  ASSERT_EQ(result.size(), 1000u);
  EXPECT_EQ(result[999].name, "k999");
  EXPECT_EQ(result[999].sizes, (llvm::SmallVector<int64_t, 4>{2, 2}));
  // 64 dimensions for each 16 bytes.
  std::string sizes;
  for (int i = 0; i < 64; ++i)
    sizes += integer(1);
  expectError(sharing(20000, sizes), "bytes of memory");
}

TEST(StateDict, LimitsItsMemory) {
  constexpr size_t size = 2 << 20;
  // One value for all of them.
  expectError("\x80\x02" + std::string(size, 'N') + ".", "not a dictionary");
  expectError("\x80\x02" + std::string(size, ')') + ".", "not a dictionary");
  // One byte makes a list of its own.
  for (char opcode : {']', '}'})
    expectError("\x80\x02" + std::string(size, opcode) + ".",
                "bytes of memory");
}

TEST(StateDict, RefusesSizesThatBecomeOthers) {
  // A list that gets an item of another kind after the call.
  std::string late =
      global("torch._utils", "_rebuild_tensor_v2") +
      tuple(storage("FloatStorage", "0", 4) + integer(0) + "]q\7(" +
            integer(2) + "e" + tuple(integer(1)) + "\x89" + hooks) +
      "R";
  expectError(dictionary(text("a") + late + text("b") + "h\7" + "(Ne"),
              "are not integers");
}
