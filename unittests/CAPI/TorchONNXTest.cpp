//===- TorchONNXTest.cpp - The C interface --------------------------------===//
//
// Conversions by nothing but the C interface.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx-c/TorchEvaluate.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

extern "C" int getApiVersionInC(void);

namespace {

constexpr const char *kProgram = R"(
module {
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = onnx.Relu(%x) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
)";

class TorchONNX : public testing::Test {
protected:
  TorchONNX() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "torch-onnx-XXXXXX").string();
    folder = mkdtemp(pattern.data());
    std::ofstream(folder / "program.mlir") << kProgram;
  }
  ~TorchONNX() override { std::filesystem::remove_all(folder); }

  std::string path(const char *name) const { return (folder / name).string(); }

  std::filesystem::path folder;
};

/// Destroys the conversion at the end.
class Attempt {
public:
  explicit Attempt(std::vector<std::string> arguments) {
    std::vector<const char *> pointers;
    for (const std::string &argument : arguments)
      pointers.push_back(argument.c_str());
    conversion = torchOnnxConversionCreate(pointers.data(), pointers.size());
    status = torchOnnxConversionRun(
        conversion,
        [](const TorchOnnxMessage *message, void *user) {
          static_cast<Attempt *>(user)->told.push_back(message->text);
        },
        this);
  }
  ~Attempt() { torchOnnxConversionDestroy(conversion); }

  TorchOnnxConversion *conversion;
  TorchOnnxStatus status;
  std::vector<std::string> told;
};

TEST_F(TorchONNX, versions) {
  EXPECT_EQ(torchOnnxGetApiVersion(), TORCH_ONNX_C_API_VERSION);
  EXPECT_TRUE(getApiVersionInC());
  EXPECT_NE(std::string(torchOnnxGetVersion()), "");
}

TEST_F(TorchONNX, knowsOperators) {
  for (const char *name :
       {"aten.add.Tensor", "aten.view_copy.default", "aten.addcmul.default"})
    EXPECT_TRUE(torchOnnxHasOperator(name)) << name;
  for (const char *name : {"aten.poisson.default", "aten.add_.Tensor",
                           "aten.add", "no.such.operator", ""})
    EXPECT_FALSE(torchOnnxHasOperator(name)) << name;
}

// A tool cannot run after a conversion in one process. Death tests run first.
using TorchONNXDeathTest = TorchONNX;

TEST_F(TorchONNXDeathTest, hasTools) {
  const char *none[] = {"torch-onnx-other"};
  EXPECT_EQ(torchOnnxRunNamedTool(none[0], 1, none), -1);
  EXPECT_STREQ(torchOnnxGetLastError(),
               "torchOnnxRunNamedTool: there is no tool 'torch-onnx-other'");
  // Each ends its process.
  const char *help[] = {"torch-onnx-opt", "--help"};
  EXPECT_EXIT(std::exit(torchOnnxRunNamedTool(help[0], 2, help)),
              testing::ExitedWithCode(0), "");
  const char *wrong[] = {"torch-onnx-translate", "--no-such-option"};
  EXPECT_EXIT(std::exit(torchOnnxRunNamedTool(wrong[0], 2, wrong)),
              testing::ExitedWithCode(1), "no-such-option");
  const char *missing[] = {"torch-onnx-reduce", "m.mlir", "--test=no-program"};
  EXPECT_EXIT(std::exit(torchOnnxRunNamedTool(missing[0], 3, missing)),
              testing::ExitedWithCode(1), "no-program");
}

TEST_F(TorchONNX, makesAPage) {
  Attempt run({path("program.mlir")});
  const char *data;
  size_t size;
  torchOnnxConversionSerialize(run.conversion, TORCH_ONNX_WEIGHTS_REFERENCE, 0,
                               &data, &size);
  auto append = [](const char *text, size_t size, void *user) {
    static_cast<std::string *>(user)->append(text, size);
  };
  std::string page;
  EXPECT_EQ(torchOnnxMakePage(torchOnnxConversionGetReport(run.conversion),
                              data, size, append, &page),
            TORCH_ONNX_WRITTEN);
  EXPECT_EQ(page.find("<!DOCTYPE html>"), 0u);
  EXPECT_NE(page.find("\"op\":\"Relu\""), std::string::npos);
  EXPECT_NE(page.find("\"succeeded\": true"), std::string::npos);
  page.clear();
  EXPECT_EQ(
      torchOnnxMakePage(R"({"input": "</script>"})", nullptr, 0, append, &page),
      TORCH_ONNX_WRITTEN);
  EXPECT_EQ(page.find("\"</script>"), std::string::npos);
  page.clear();
  EXPECT_EQ(torchOnnxMakePage(nullptr, "no model", 8, append, &page),
            TORCH_ONNX_FAILED);
  EXPECT_STREQ(torchOnnxGetLastError(),
               "torchOnnxMakePage: the model is not a ModelProto");
  EXPECT_EQ(page, "");
}

TEST_F(TorchONNX, writesTheModel) {
  Attempt run({path("program.mlir"), "-o", path("model.onnx"), "--opset=18"});
  EXPECT_EQ(run.status, TORCH_ONNX_WRITTEN);
  EXPECT_EQ(torchOnnxConversionGetNumMessages(run.conversion), 0u);
  EXPECT_TRUE(std::filesystem::file_size(folder / "model.onnx") > 0);
  std::string report = torchOnnxConversionGetReport(run.conversion);
  EXPECT_NE(report.find("\"succeeded\": true"), std::string::npos);
  EXPECT_NE(report.find("\"opset\": 18"), std::string::npos);
  // Once is enough.
  EXPECT_EQ(torchOnnxConversionRun(run.conversion, nullptr, nullptr),
            TORCH_ONNX_WRITTEN);
}

TEST_F(TorchONNX, saysWhyNothingIsWritten) {
  Attempt run({path("missing.pt2"), "-o", path("model.onnx")});
  EXPECT_EQ(run.status, TORCH_ONNX_FAILED);
  ASSERT_EQ(torchOnnxConversionGetNumMessages(run.conversion), 1u);
  TorchOnnxMessage message = torchOnnxConversionGetMessage(run.conversion, 0);
  EXPECT_EQ(std::string(message.severity), "error");
  EXPECT_NE(std::string(message.text).find("missing.pt2"), std::string::npos);
  EXPECT_EQ(run.told, std::vector<std::string>{message.text});
  EXPECT_FALSE(std::filesystem::exists(folder / "model.onnx"));
}

TEST_F(TorchONNX, refusesWrongUsage) {
  for (std::vector<std::string> arguments :
       {std::vector<std::string>{},
        {path("program.mlir"), "-o", path("model.onnx"), "--opset=99"},
        {path("program.mlir"), "-o", path("model.onnx"), "--no-such-option"},
        {"--help"},
        {"--version"},
        {"--ops"}}) {
    Attempt run(arguments);
    EXPECT_EQ(run.status, TORCH_ONNX_USAGE);
    EXPECT_EQ(run.told.size(), 1u);
    EXPECT_EQ(std::string(torchOnnxConversionGetReport(run.conversion)), "");
  }
  // An option of one conversion is none of the next one's.
  Attempt run({path("program.mlir"), "-o", path("model.onnx")});
  EXPECT_EQ(run.status, TORCH_ONNX_WRITTEN);
  std::string report = torchOnnxConversionGetReport(run.conversion);
  EXPECT_NE(report.find("\"opset\": 21"), std::string::npos);
}

TEST_F(TorchONNX, keepsTheModelInMemory) {
  Attempt run({path("program.mlir")});
  EXPECT_EQ(run.status, TORCH_ONNX_WRITTEN);
  const char *data = nullptr;
  size_t size = 0;
  EXPECT_EQ(torchOnnxConversionSerialize(
                run.conversion, TORCH_ONNX_WEIGHTS_INLINE, 1024, &data, &size),
            TORCH_ONNX_WRITTEN);
  std::string model(data, size);
  EXPECT_NE(model.find("Relu"), std::string::npos);
  for (const char *name : {"first.onnx", "second.onnx"}) {
    EXPECT_EQ(torchOnnxConversionSave(run.conversion, path(name).c_str(),
                                      TORCH_ONNX_WEIGHTS_AUTO, 1024),
              TORCH_ONNX_WRITTEN);
    std::ifstream file(folder / name, std::ios::binary);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), model);
  }
  std::string text = torchOnnxConversionGetMLIR(run.conversion);
  EXPECT_NE(text.find("onnx.Relu"), std::string::npos);

  std::string missing = path("missing/model.onnx");
  EXPECT_EQ(torchOnnxConversionSave(run.conversion, missing.c_str(),
                                    TORCH_ONNX_WEIGHTS_AUTO, 1024),
            TORCH_ONNX_FAILED);
  ASSERT_EQ(torchOnnxConversionGetNumMessages(run.conversion), 1u);
  TorchOnnxMessage message = torchOnnxConversionGetMessage(run.conversion, 0);
  EXPECT_NE(std::string(message.text).find("missing"), std::string::npos);
}

TEST_F(TorchONNX, readsWeightsByName) {
  std::ofstream(folder / "weights.mlir") << R"(
    func.func @main(%x: tensor<2x400xf32>) -> tensor<2x400xf32> {
      %w = onnx.Constant {name = "w"} dense<2.0> : tensor<2x400xf32>
      %0 = onnx.Add(%x, %w) : (tensor<2x400xf32>, tensor<2x400xf32>) -> tensor<2x400xf32>
      return %0 : tensor<2x400xf32>
    })";
  Attempt run({path("weights.mlir")});
  const char *data = nullptr;
  size_t size = 0;
  ASSERT_EQ(torchOnnxConversionSerialize(run.conversion,
                                         TORCH_ONNX_WEIGHTS_REFERENCE, 1024,
                                         &data, &size),
            TORCH_ONNX_WRITTEN);
  ASSERT_NE(std::string(data, size).find("computed:0"), std::string::npos);
  EXPECT_LT(size, 1000u);
  std::vector<float> weight(800);
  auto read = [&](const char *location, void *buffer, size_t bytes) {
    return torchOnnxConversionReadWeight(run.conversion, location, buffer,
                                         bytes);
  };
  EXPECT_EQ(read("computed:0", nullptr, 0), 3200u);
  EXPECT_EQ(read("computed:0", weight.data(), 100), 3200u);
  EXPECT_EQ(weight, std::vector<float>(800));
  EXPECT_EQ(read("computed:0", weight.data(), 3200), 3200u);
  EXPECT_EQ(weight, std::vector<float>(800, 2.0f));
  for (const char *wrong : {"computed:1", "computed:-1", "computed:", "w", ""})
    EXPECT_EQ(read(wrong, nullptr, 0), 0u) << wrong;
}

TEST_F(TorchONNX, savesNothingThatIsNotThere) {
  Attempt run({path("missing.pt2")});
  const char *data = nullptr;
  size_t size = 1;
  EXPECT_EQ(torchOnnxConversionSerialize(
                run.conversion, TORCH_ONNX_WEIGHTS_INLINE, 1024, &data, &size),
            TORCH_ONNX_FAILED);
  EXPECT_EQ(size, 0u);
  EXPECT_EQ(torchOnnxConversionSave(run.conversion, path("model.onnx").c_str(),
                                    TORCH_ONNX_WEIGHTS_AUTO, 1024),
            TORCH_ONNX_FAILED);
  EXPECT_EQ(torchOnnxConversionGetMLIR(run.conversion), nullptr);
}

/// Calls with a program in memory.
class MemoryAttempt {
public:
  explicit MemoryAttempt(const std::string &json,
                         std::vector<const char *> arguments = {}) {
    conversion = torchOnnxConversionCreate(arguments.data(), arguments.size());
    TorchOnnxProgram program = {};
    program.name = "Model";
    program.program = json.data();
    program.programSize = json.size();
    torchOnnxConversionSetProgram(conversion, &program);
    status = torchOnnxConversionRun(conversion, nullptr, nullptr);
  }
  ~MemoryAttempt() { torchOnnxConversionDestroy(conversion); }

  std::string text() const {
    return torchOnnxConversionGetMessage(conversion, 0).text;
  }

  TorchOnnxConversion *conversion;
  TorchOnnxStatus status;
};

TEST_F(TorchONNX, reportsWhatIsNoProgram) {
  MemoryAttempt broken("{\"schema_version\"");
  EXPECT_EQ(broken.status, TORCH_ONNX_FAILED);
  MemoryAttempt empty("");
  EXPECT_EQ(empty.status, TORCH_ONNX_FAILED);
  MemoryAttempt old("{\"schema_version\": {\"major\": 3, \"minor\": 1}}");
  EXPECT_EQ(old.status, TORCH_ONNX_FAILED);
  EXPECT_NE(old.text().find("schema version 3"), std::string::npos);
  MemoryAttempt twice("{}", {"model.pt2"});
  EXPECT_EQ(twice.status, TORCH_ONNX_USAGE);
}

TEST_F(TorchONNX, threadsConvertAtTheSameTime) {
  std::vector<TorchOnnxStatus> results(8, TORCH_ONNX_FAILED);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < results.size(); ++i)
    threads.emplace_back([&, i] {
      std::string output = path(("model" + std::to_string(i)).c_str());
      results[i] = Attempt({path("program.mlir"), "-o", output + ".onnx",
                            "--opset=" + std::to_string(13 + i)})
                       .status;
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(results, std::vector<TorchOnnxStatus>(8, TORCH_ONNX_WRITTEN));
}

TEST_F(TorchONNX, pollStopsARun) {
  std::string input = path("program.mlir"), output = path("model.onnx");
  const char *arguments[] = {input.c_str(), "-o", output.c_str()};
  TorchOnnxConversion *conversion = torchOnnxConversionCreate(arguments, 3);
  int polls = 0;
  torchOnnxConversionSetPoll(
      conversion, [](void *user) { return ++*static_cast<int *>(user); },
      &polls);
  EXPECT_EQ(torchOnnxConversionRun(conversion, nullptr, nullptr),
            TORCH_ONNX_FAILED);
  EXPECT_EQ(polls, 1);
  ASSERT_EQ(torchOnnxConversionGetNumMessages(conversion), 1u);
  EXPECT_STREQ(torchOnnxConversionGetMessage(conversion, 0).text,
               "the conversion was stopped");
  EXPECT_EQ(torchOnnxConversionGetMLIR(conversion), nullptr);
  EXPECT_FALSE(std::filesystem::exists(output));
  torchOnnxConversionDestroy(conversion);
}

TEST_F(TorchONNX, pollStopsASave) {
  Attempt attempt({path("program.mlir")});
  ASSERT_EQ(attempt.status, TORCH_ONNX_WRITTEN);
  std::string output = path("model.onnx");
  auto save = [&] {
    return torchOnnxConversionSave(attempt.conversion, output.c_str(),
                                   TORCH_ONNX_WEIGHTS_AUTO, 1024);
  };
  torchOnnxConversionSetPoll(
      attempt.conversion, [](void *) { return 1; }, nullptr);
  EXPECT_EQ(save(), TORCH_ONNX_FAILED);
  EXPECT_FALSE(std::filesystem::exists(output));
  // Nothing is left of the request.
  torchOnnxConversionSetPoll(attempt.conversion, nullptr, nullptr);
  EXPECT_EQ(save(), TORCH_ONNX_WRITTEN);
  EXPECT_TRUE(std::filesystem::exists(output));
}

TEST_F(TorchONNX, pollMayLetItGoOn) {
  std::string input = path("program.mlir");
  const char *arguments[] = {input.c_str()};
  TorchOnnxConversion *conversion = torchOnnxConversionCreate(arguments, 1);
  int polls = 0;
  torchOnnxConversionSetPoll(
      conversion,
      [](void *user) {
        ++*static_cast<int *>(user);
        return 0;
      },
      &polls);
  EXPECT_EQ(torchOnnxConversionRun(conversion, nullptr, nullptr),
            TORCH_ONNX_WRITTEN);
  EXPECT_GE(polls, 1);
  torchOnnxConversionDestroy(conversion);
}

/// The error of the last call, which has to begin with the function.
static std::string takeError(const char *function) {
  std::string error = torchOnnxGetLastError();
  EXPECT_EQ(error.find(function), 0u) << error;
  return error;
}

/// All functions of a conversion.
static void useHandle(TorchOnnxConversion *c) {
  const char *data;
  size_t size = 1;
  TorchOnnxProgram program = {};
  torchOnnxConversionSetProgram(c, &program);
  takeError("torchOnnxConversionSetProgram");
  torchOnnxConversionSetPoll(c, nullptr, nullptr);
  takeError("torchOnnxConversionSetPoll");
  EXPECT_EQ(torchOnnxConversionRun(c, nullptr, nullptr), TORCH_ONNX_USAGE);
  takeError("torchOnnxConversionRun");
  EXPECT_EQ(torchOnnxConversionSave(c, "a", TORCH_ONNX_WEIGHTS_AUTO, 0),
            TORCH_ONNX_FAILED);
  takeError("torchOnnxConversionSave");
  torchOnnxConversionStop(c);
  takeError("torchOnnxConversionStop");
  EXPECT_EQ(
      torchOnnxConversionSerialize(c, TORCH_ONNX_WEIGHTS_AUTO, 0, &data, &size),
      TORCH_ONNX_FAILED);
  EXPECT_EQ(size, 0u);
  takeError("torchOnnxConversionSerialize");
  EXPECT_EQ(torchOnnxConversionReadWeight(c, "computed:0", &size, 8), 0u);
  takeError("torchOnnxConversionReadWeight");
  EXPECT_EQ(torchOnnxConversionEvaluate(
                c, nullptr, 0,
                [](void *, size_t, const TorchOnnxValue *) { FAIL(); },
                nullptr),
            TORCH_ONNX_FAILED);
  takeError("torchOnnxConversionEvaluate");
  EXPECT_EQ(torchOnnxConversionGetMLIR(c), nullptr);
  takeError("torchOnnxConversionGetMLIR");
  EXPECT_EQ(torchOnnxConversionGetNumMessages(c), 0u);
  takeError("torchOnnxConversionGetNumMessages");
  EXPECT_STREQ(torchOnnxConversionGetMessage(c, 0).text, "");
  takeError("torchOnnxConversionGetMessage");
  EXPECT_STREQ(torchOnnxConversionGetReport(c), "");
  takeError("torchOnnxConversionGetReport");
}

TEST_F(TorchONNX, refusesNullConversions) {
  useHandle(nullptr);
  torchOnnxConversionDestroy(nullptr);
  EXPECT_STREQ(torchOnnxGetLastError(), "");
}

TEST_F(TorchONNX, refusesDestroyedConversions) {
  TorchOnnxConversion *conversion = torchOnnxConversionCreate(nullptr, 0);
  EXPECT_STREQ(torchOnnxGetLastError(), "");
  torchOnnxConversionDestroy(conversion);
  useHandle(conversion);
  torchOnnxConversionDestroy(conversion);
  EXPECT_NE(takeError("torchOnnxConversionDestroy").find("was destroyed"),
            std::string::npos);
}

TEST_F(TorchONNX, refusesNullArguments) {
  const char *arguments[] = {"a.mlir", nullptr};
  for (auto [list, count] :
       {std::pair<const char *const *, size_t>{arguments, 2}, {nullptr, 1}}) {
    TorchOnnxConversion *conversion = torchOnnxConversionCreate(list, count);
    takeError("torchOnnxConversionCreate");
    EXPECT_EQ(torchOnnxConversionRun(conversion, nullptr, nullptr),
              TORCH_ONNX_USAGE);
    ASSERT_EQ(torchOnnxConversionGetNumMessages(conversion), 1u);
    EXPECT_NE(std::string(torchOnnxConversionGetMessage(conversion, 0).text)
                  .find("null"),
              std::string::npos);
    torchOnnxConversionDestroy(conversion);
  }
}

TEST_F(TorchONNX, refusesProgramsWithNulls) {
  TorchOnnxStorage storages[] = {{"a", "1234", 4}, {"a", "1234", 4}};
  TorchOnnxStorage nameless[] = {{nullptr, "1234", 4}};
  TorchOnnxStorage empty[] = {{"a", nullptr, 4}};
  TorchOnnxProgram good = {"Model", "{}", nullptr, nullptr, 2,
                           0,       0,    nullptr, 0};
  auto getError = [&](TorchOnnxProgram *program) {
    TorchOnnxConversion *conversion = torchOnnxConversionCreate(nullptr, 0);
    torchOnnxConversionSetProgram(conversion, program);
    std::string error = torchOnnxGetLastError();
    EXPECT_EQ(torchOnnxConversionRun(conversion, nullptr, nullptr),
              error.empty() ? TORCH_ONNX_FAILED : TORCH_ONNX_USAGE);
    torchOnnxConversionDestroy(conversion);
    return error;
  };
  EXPECT_EQ(getError(&good), "");
  EXPECT_NE(getError(nullptr).find("program is null"), std::string::npos);
  TorchOnnxProgram bad = good;
  bad.name = nullptr;
  EXPECT_NE(getError(&bad), "");
  bad = good, bad.program = nullptr;
  EXPECT_NE(getError(&bad), "");
  bad = good, bad.weightsSize = 1;
  EXPECT_NE(getError(&bad), "");
  bad = good, bad.storageCount = 1;
  EXPECT_NE(getError(&bad), "");
  for (TorchOnnxStorage *list : {nameless, empty}) {
    bad.storages = list;
    EXPECT_NE(getError(&bad).find("storage 0"), std::string::npos);
  }
  bad.storages = storages, bad.storageCount = 2;
  EXPECT_NE(getError(&bad).find("two storages are called 'a'"),
            std::string::npos);
}

TEST_F(TorchONNX, refusesWrongArgumentsOfAModel) {
  Attempt run({path("program.mlir")});
  TorchOnnxConversion *c = run.conversion;
  const char *data = nullptr;
  size_t size = 0;
  auto other = static_cast<TorchOnnxWeights>(99);
  EXPECT_EQ(torchOnnxConversionSave(c, path("a.onnx").c_str(), other, 0),
            TORCH_ONNX_FAILED);
  EXPECT_NE(takeError("torchOnnxConversionSave").find("99"), std::string::npos);
  EXPECT_EQ(torchOnnxConversionSave(c, nullptr, TORCH_ONNX_WEIGHTS_AUTO, 0),
            TORCH_ONNX_FAILED);
  EXPECT_EQ(torchOnnxConversionSerialize(c, other, 0, &data, &size),
            TORCH_ONNX_FAILED);
  EXPECT_EQ(torchOnnxConversionSerialize(c, TORCH_ONNX_WEIGHTS_AUTO, 0, nullptr,
                                         &size),
            TORCH_ONNX_FAILED);
  EXPECT_EQ(torchOnnxConversionSerialize(c, TORCH_ONNX_WEIGHTS_AUTO, 0, &data,
                                         nullptr),
            TORCH_ONNX_FAILED);
  EXPECT_EQ(torchOnnxConversionReadWeight(c, nullptr, nullptr, 0), 0u);
  takeError("torchOnnxConversionReadWeight");
  EXPECT_EQ(torchOnnxConversionEvaluate(
                c, nullptr, 1,
                [](void *, size_t, const TorchOnnxValue *) { FAIL(); },
                nullptr),
            TORCH_ONNX_FAILED);
  takeError("torchOnnxConversionEvaluate");
  // Each is a message, too.
  EXPECT_EQ(torchOnnxConversionGetNumMessages(c), 7u);
  EXPECT_STREQ(torchOnnxConversionGetMessage(c, 7).severity, "");
  EXPECT_NE(takeError("torchOnnxConversionGetMessage").find("only 7"),
            std::string::npos);
  // Texts stay where they are.
  const char *severity = torchOnnxConversionGetMessage(c, 0).severity;
  for (int i = 0; i < 100; ++i)
    (void)torchOnnxConversionReadWeight(c, nullptr, nullptr, 0);
  EXPECT_STREQ(severity, "error");
  EXPECT_EQ(torchOnnxConversionSave(c, path("a.onnx").c_str(),
                                    TORCH_ONNX_WEIGHTS_AUTO, 0),
            TORCH_ONNX_WRITTEN);
  EXPECT_STREQ(torchOnnxGetLastError(), "");
}

namespace {
/// Calls the functions that callbacks must not call.
struct CallsBack {
  TorchOnnxConversion *conversion;
  std::string output;
  int times = 0;

  static int poll(void *user) {
    auto &self = *static_cast<CallsBack *>(user);
    TorchOnnxConversion *c = self.conversion;
    auto expectError = [](const char *function) {
      EXPECT_NE(takeError(function).find("is running"), std::string::npos);
    };
    ++self.times;
    torchOnnxConversionDestroy(c);
    expectError("torchOnnxConversionDestroy");
    torchOnnxConversionSetPoll(c, nullptr, nullptr);
    expectError("torchOnnxConversionSetPoll");
    EXPECT_EQ(torchOnnxConversionRun(c, nullptr, nullptr), TORCH_ONNX_USAGE);
    expectError("torchOnnxConversionRun");
    EXPECT_EQ(torchOnnxConversionSave(c, self.output.c_str(),
                                      TORCH_ONNX_WEIGHTS_AUTO, 0),
              TORCH_ONNX_FAILED);
    expectError("torchOnnxConversionSave");
    EXPECT_EQ(torchOnnxConversionGetMLIR(c), nullptr);
    expectError("torchOnnxConversionGetMLIR");
    // The functions that callbacks may call.
    (void)torchOnnxConversionGetNumMessages(c);
    EXPECT_STREQ(torchOnnxGetLastError(), "");
    return 0;
  }
};
} // namespace

TEST_F(TorchONNX, refusesCallsByCallbacks) {
  std::string input = path("program.mlir");
  const char *arguments[] = {input.c_str()};
  CallsBack user = {torchOnnxConversionCreate(arguments, 1),
                    path("other.onnx")};
  TorchOnnxConversion *c = user.conversion;
  torchOnnxConversionSetPoll(c, CallsBack::poll, &user);
  ASSERT_EQ(torchOnnxConversionRun(c, nullptr, nullptr), TORCH_ONNX_WRITTEN);
  int times = user.times;
  EXPECT_GE(times, 1);
  EXPECT_EQ(torchOnnxConversionSave(c, path("model.onnx").c_str(),
                                    TORCH_ONNX_WEIGHTS_AUTO, 0),
            TORCH_ONNX_WRITTEN);
  EXPECT_GT(user.times, times);
  EXPECT_FALSE(std::filesystem::exists(user.output));
  torchOnnxConversionDestroy(c);
  EXPECT_STREQ(torchOnnxGetLastError(), "");
}

TEST_F(TorchONNX, refusesARunInARun) {
  std::string input = path("missing.pt2");
  const char *arguments[] = {input.c_str()};
  TorchOnnxConversion *conversion = torchOnnxConversionCreate(arguments, 1);
  EXPECT_EQ(torchOnnxConversionRun(
                conversion,
                [](const TorchOnnxMessage *, void *user) {
                  EXPECT_EQ(torchOnnxConversionRun(
                                static_cast<TorchOnnxConversion *>(user),
                                nullptr, nullptr),
                            TORCH_ONNX_USAGE);
                },
                conversion),
            TORCH_ONNX_FAILED);
  torchOnnxConversionDestroy(conversion);
}

TEST_F(TorchONNX, refusesWrongArgumentsOfOtherFunctions) {
  EXPECT_EQ(torchOnnxHasOperator(nullptr), 0);
  takeError("torchOnnxHasOperator");
  EXPECT_EQ(torchOnnxMakePage("{}", nullptr, 0, nullptr, nullptr),
            TORCH_ONNX_FAILED);
  takeError("torchOnnxMakePage");
  auto ignore = [](const char *, size_t, void *) { FAIL(); };
  EXPECT_EQ(torchOnnxMakePage("no JSON", nullptr, 0, ignore, nullptr),
            TORCH_ONNX_FAILED);
  takeError("torchOnnxMakePage");
  EXPECT_EQ(torchOnnxRunTool(0, nullptr), TORCH_ONNX_USAGE);
  takeError("torchOnnxRunTool");
  const char *arguments[] = {"torch-onnx", nullptr};
  EXPECT_EQ(torchOnnxRunTool(2, arguments), TORCH_ONNX_USAGE);
  EXPECT_EQ(torchOnnxRunNamedTool(nullptr, 1, arguments), -1);
  takeError("torchOnnxRunNamedTool");
}

TEST_F(TorchONNX, refusesIncompleteServices) {
  TorchOnnxTorchServices good = {};
  good.torchVersion = "2.13.0";
  good.evaluate = [](void *, const char *, size_t, const TorchOnnxValue *,
                     size_t, TorchOnnxOnResult, TorchOnnxOnText,
                     void *) { return 0; };
  good.decompose = [](void *, const char *, size_t, const TorchOnnxValue *,
                      size_t, const TorchOnnxRecorder *, TorchOnnxOnResult,
                      TorchOnnxOnText, void *) { return 0; };
  auto expectRefusal = [](const TorchOnnxTorchServices &services) {
    EXPECT_EQ(torchOnnxSetTorchServices(&services), TORCH_ONNX_FAILED);
    takeError("torchOnnxSetTorchServices");
  };
  TorchOnnxTorchServices bad = good;
  bad.torchVersion = nullptr;
  expectRefusal(bad);
  bad = good, bad.evaluate = nullptr;
  expectRefusal(bad);
  bad = good, bad.decompose = nullptr;
  expectRefusal(bad);
  const TorchOnnxTorchServices *both[] = {&good, nullptr};
  for (const TorchOnnxTorchServices *services : both) {
    EXPECT_EQ(torchOnnxSetTorchServices(services), TORCH_ONNX_WRITTEN);
    EXPECT_STREQ(torchOnnxGetLastError(), "");
  }
}

} // namespace
