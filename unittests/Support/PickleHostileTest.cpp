//===- PickleHostileTest.cpp - Pickles of TorchScript that are refused ----===//
//
// Whatever a pickle is made of, reading it ends with values or with an error,
// and only names of TorchScript are known.
//
//===----------------------------------------------------------------------===//

#include "PickleText.h"
#include "Unpickled.h"

#include "gtest/gtest.h"

using namespace torch_onnx;
using namespace torch_onnx::pickled;

static void expectError(const std::string &pickle, llvm::StringRef message) {
  std::string error = Unpickled(pickle).error;
  EXPECT_TRUE(llvm::StringRef(error).contains(message))
      << error << "\nexpected: " << message.str();
}

static const std::string module = global("__torch__", "Model");

TEST(PickleHostile, RefusesOtherNames) {
  expectError(global("os", "system") + text("true") + "\x85R",
              "a.pt: member 'a/data.pkl': byte 2: refers to 'os.system': "
              "neither a value of TorchScript nor a class of the archive");
  for (auto [module, name] :
       {std::pair<const char *, const char *>("builtins", "eval"),
        {"builtins", "getattr"},
        {"__torch__x", "Model"},
        {"__torch", "_.Model"},
        {"torch", "load"},
        {"torch", "float32"},
        {"torch.storage", "UntypedStorage"},
        {"torch._utils", "_rebuild_parameter"},
        {"torch._utils", "_rebuild_tensor_v3"},
        {"torch._tensor", "_rebuild_from_type_v2"},
        {"_codecs", "encode"},
        {"__main__", "TensorID"},
        {"", ""}})
    expectError(global(module, name), "neither a value of TorchScript");
  expectError(global("torch._utils", "_rebuild_sparse_tensor"),
              "refers to 'torch._utils._rebuild_sparse_tensor': sparse tensors "
              "are not supported");
  expectError(global("torch.jit._pickle", "build_tensor_from_id"),
              "a tensor of a table that is not in the archive");
  // Control characters do not reach a terminal.
  expectError(global("o\033s", "x"), "'o\\x1Bs.x'");
}

TEST(PickleHostile, RefusesCallsOfWhatIsNoFunction) {
  expectError(text("os.system") + ")R", "not a function");
  expectError(global("torch", "FloatStorage") + ")R",
              "a call of 'torch.FloatStorage'");
  expectError(global("torch", "per_tensor_affine") + ")R",
              "a call of 'torch.per_tensor_affine'");
  // A device is no function, whatever it is called.
  expectError(global("torch", "device") + text("builtins.complex") + "\x85R)R",
              "a call of 'torch.device:builtins.complex'");
  expectError(")R", "nothing is on the stack");
  expectError(global("torch", "device") + "NR", "not a function");
}

TEST(PickleHostile, RefusesObjectsOfOtherClasses) {
  expectError(global("torch", "device") + ")\x81}b",
              "an object of 'torch.device'");
  expectError(text("x") + ")\x81", "an object of a value that is not a class");
  expectError(module + "N\x85\x81", "an object of a value that is not a class");
  expectError(")\x81", "an object of a value that is not a class");
  expectError(module + "}b", "attributes of a value that is not an object");
  expectError("}}b", "attributes of a value that is not an object");
  expectError("}b", "attributes of a value that is");
  expectError(module + ")\x81}b}b", "a second state");
}

TEST(PickleHostile, RefusesOtherArguments) {
  auto call = [](llvm::StringRef module, llvm::StringRef name,
                 llvm::StringRef args) {
    return global(module, name) + tuple(args) + "R";
  };
  expectError(call("builtins", "complex", integer(1) + integer(2)),
              "unknown arguments of 'builtins.complex'");
  expectError(call("torch", "device", integer(0)), "unknown arguments");
  expectError(call("torch.jit._pickle", "build_intlist", "}"),
              "unknown arguments");
  expectError(call("torch.jit._pickle", "build_intlist", ""),
              "unknown arguments");
  expectError(call("torch.jit._pickle", "restore_type_tag", "]N"),
              "unknown arguments");
  expectError(call("torch.jit._pickle", "restore_type_tag", ")" + text("x")),
              "unknown arguments");
  expectError(call("collections", "OrderedDict", "]"),
              "an OrderedDict with arguments");
}

TEST(PickleHostile, RefusesOtherTensors) {
  std::string floats = storage("FloatStorage", "0", 4);
  // Sizes in a list, negative ones, too many, and fewer strides.
  expectError(global("torch._utils", "_rebuild_tensor_v2") +
                  tuple(floats + integer(0) + list(integer(2)) +
                        tuple(integer(1)) + "\x89" + hooks) +
                  "R",
              "unknown arguments");
  std::string minus = std::string("J\xff\xff\xff\xff", 5), many;
  for (int i = 0; i < 65; ++i)
    many += integer(1);
  expectError(view(floats, minus, integer(1)), "unknown arguments");
  expectError(view(floats, integer(1), minus), "unknown arguments");
  expectError(view(floats, many, many), "unknown arguments");
  expectError(view(floats, integer(1), ""), "unknown arguments");
  expectError(view("N", integer(1), integer(1)), "unknown arguments");
  for (const std::string &metadata :
       {dict(text("other") + "\x88"), dict(text("conj") + "N"),
        dict(integer(1) + "\x88"), list(integer(1))})
    expectError(view(floats, integer(2), integer(1), 0, metadata), "metadata");
  expectError(view(storage("QInt8Storage", "0", 4), integer(2), integer(1)),
              "a tensor of qint8 with no quantizer");
  auto quantized = [](llvm::StringRef storage, llvm::StringRef quantizer) {
    return global("torch._utils", "_rebuild_qtensor") +
           tuple(storage.str() + integer(0) + tuple(integer(2)) +
                 tuple(integer(1)) + quantizer.str() + "\x89" + hooks) +
           "R";
  };
  std::string bytes = storage("QInt8Storage", "0", 4);
  std::string scale = std::string("G\x3f\xf0\0\0\0\0\0\0", 9);
  std::string perTensor = global("torch", "per_tensor_affine");
  std::string good = tuple(perTensor + scale + integer(0));
  EXPECT_EQ(Unpickled(quantized(bytes, good)).error, "");
  expectError(quantized(floats, good), "float32 with an unknown quantizer");
  for (const std::string &quantizer :
       {std::string("N"), std::string(")"), tuple(perTensor),
        tuple(perTensor + scale + scale), list(perTensor + scale + integer(0)),
        tuple(global("torch", "device") + scale + integer(0)),
        tuple(global("torch", "per_channel_affine") + scale + scale +
              integer(0)),
        // Scales that are quantized themselves.
        tuple(global("torch", "per_channel_affine") + quantized(bytes, good) +
              pair + integer(0))})
    expectError(quantized(bytes, quantizer), "qint8 with an unknown quantizer");
}

TEST(PickleHostile, RefusesStoragesThatAreNotThere) {
  auto make = [](llvm::StringRef id) {
    return view(id, integer(1), integer(1));
  };
  expectError(make(storage("FloatStorage", "2", 1)), "'2' is not in the");
  expectError(make(storage("FloatStorage", "../data.pkl", 1)),
              "is not in the archive");
  expectError(make(storage("DoubleStorage", "0", 3)),
              "has 16 bytes, too few for 3 elements");
  expectError(make(storage("QUInt4x2Storage", "0", 1)),
              "storages of class 'torch.QUInt4x2Storage' are not read");
  expectError(make(storage("XStorage", "0", 1)), "'torch.XStorage'");
  // Huge and negative numbers of elements.
  for (const char *count : {"\x8a\x08\xff\xff\xff\xff\xff\xff\xff\x7f",
                            "\x8a\x08\xfe\xff\xff\xff\xff\xff\xff\xff"})
    expectError(make(tuple(text("storage") + global("torch", "FloatStorage") +
                           text("0") + text("cpu") + count) +
                     "Q"),
                "too few for");
  expectError("NQ", "persistent id");
  expectError("Q", "nothing is on the stack");
  // The storages of data.pkl are not compressed.
  ZipWriter writer(/*hasChecksums=*/true);
  writer.add("a/data.pkl", "\x80\x02" + pair + ".");
  writer.addDeflated("a/data/0", std::string(16, 'x'));
  std::string file = writer.finish();
  auto zip = llvm::cantFail(
      ZipReader::open(llvm::ArrayRef(file.data(), file.size()), "a.pt"));
  Pickle::Options options;
  options.storages = "a/data";
  auto read = Pickle::read(zip, zip.members()[0], options);
  ASSERT_FALSE(bool(read));
  EXPECT_NE(llvm::toString(read.takeError()).find("is compressed"),
            std::string::npos);
}

TEST(PickleHostile, RefusesOtherOpcodes) {
  for (char opcode : {'i', 'o', 'd', 'l', 'p', 'g', '0', '2', 'U', 'V', 'S',
                      'I', 'F', 'P', '\x92', '\x93', '\x94', '\x8c'})
    expectError(std::string("NN") + opcode + "0\n0\n",
                "is none that torch.jit.save writes");
  expectError(std::string("\x80\x04", 2), "protocol 4");
}

TEST(PickleHostile, RefusesWhatIsCutOff) {
  std::string whole = module + ")\x81" +
                      dict(text("a") + pair + text("n") +
                           std::string("\x8a\x08\1\1\1\1\1\1\1\1", 10)) +
                      "b";
  EXPECT_EQ(Unpickled(whole).error, "");
  // What is left may end with an opcode that has become an argument.
  for (size_t size = 0; size < whole.size(); ++size) {
    Unpickled cut(llvm::StringRef(whole).take_front(size));
    EXPECT_FALSE(cut.error.empty() && (*cut).getState().size()) << size;
  }
  expectError("", "leaves 0 values");
  expectError("NN", "leaves 2 values");
  expectError(std::string("X\xff\xff\xff\xff", 5), "cut off");
  expectError("c__torch__", "cut off");
}

TEST(PickleHostile, RefusesCircles) {
  expectError("]q\1h\1a", "a value contains itself");
  expectError("}q\1(" + text("self") + "h\1u", "a value contains itself");
  expectError(module + ")\x81q\1}(" + text("self") + "h\1ub",
              "a value contains itself");
  // A tuple is made of what is there, but that may get it afterwards.
  expectError("]q\1h\1\x85"
              "a",
              "a value contains itself");
  // What is used twice is no circle.
  EXPECT_EQ(Unpickled(tuple("]q\1h\1h\1")).error, "");
}

TEST(PickleHostile, RefusesDepth) {
  auto nest = [](unsigned depth, llvm::StringRef open, llvm::StringRef close) {
    std::string result;
    for (unsigned i = 1; i < depth; ++i)
      result += open;
    result += "N";
    for (unsigned i = 1; i < depth; ++i)
      result += close;
    return result;
  };
  EXPECT_EQ(Unpickled(nest(Pickle::kDeepest, "", "\x85")).error, "");
  EXPECT_EQ(Unpickled(nest(Pickle::kDeepest, "]", "a")).error, "");
  for (unsigned depth : {Pickle::kDeepest + 1, 4000u}) {
    expectError(nest(depth, "", "\x85"), "more than 512 levels deep");
    expectError(nest(depth, "]", "a"), "more than 512 levels deep");
    expectError(nest(depth, module + ")\x81", "b"),
                "more than 512 levels deep");
  }
  // Shared values that were reached on a shorter way first.
  std::string deep = nest(400, "", "\x85") + "q\1";
  std::string deeper = "h\1";
  for (unsigned i = 0; i < 200; ++i)
    deeper += "\x85";
  expectError("(" + deep + deeper + "t", "more than 512 levels deep");
}

TEST(PickleHostile, RefusesTuplesThatGrow) {
  // Each pair has the one before it twice: 60 bytes are 2^32 values.
  std::string pickle = "N";
  for (int i = 0; i < 60; ++i)
    pickle += "q\1h\1\x86";
  expectError(pickle, "far more than PyTorch's pickles of");
  // Lists have an identity, by which a copy can keep them shared.
  std::string lists = "N";
  for (int i = 1; i < 60; ++i)
    lists += std::string("q") + char(i) + "](h" + char(i) + "h" + char(i) + "e";
  EXPECT_NE(Unpickled(lists).error.find("leaves 60 values"), std::string::npos);
}

TEST(PickleHostile, LimitsItsMemory) {
  constexpr size_t size = 2 << 20;
  for (char opcode : {']', '}'})
    expectError(std::string(size, opcode), "bytes of memory");
  expectError(std::string(size, 'N'), "leaves 2097152 values");
  // Long annotations of many lists are kept once.
  std::string pickle = text(std::string(200, 'x')) + "q\1" +
                       global("torch.jit._pickle", "restore_type_tag") + "q\2(";
  for (int i = 0; i < 20000; ++i)
    pickle += "h\2]h\1\x86R";
  EXPECT_NE(Unpickled(pickle + "t").error.find("leaves 3 values"),
            std::string::npos);
}

TEST(PickleHostile, SurvivesDamage) {
  std::string whole =
      module + ")\x81" +
      dict(text("a") + pair + text("b") + list(integer(1) + tuple(integer(2))) +
           text("c") + global("torch", "device") + text("cpu") + "\x85R") +
      "b";
  for (size_t i = 0; i < whole.size(); ++i)
    for (int change : {1, 4, 32, 128}) {
      std::string damaged = whole;
      damaged[i] ^= change;
      Unpickled pickle(damaged);
      EXPECT_EQ(pickle.error.empty(), bool(pickle.values));
    }
}
