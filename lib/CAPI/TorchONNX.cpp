//===- TorchONNX.cpp - The C interface of the compiler --------------------===//
//
// See torch-onnx-c/TorchONNX.h.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx-c/TorchONNX.h"

#include "Evaluate.h"
#include "LastError.h"

#include "torch-onnx/Driver/CommandLine.h"
#include "torch-onnx/Driver/Operators.h"
#include "torch-onnx/Driver/Page.h"
#include "torch-onnx/Driver/Tool.h"
#include "torch-onnx/Support/Printable.h"
#include "torch-onnx/Tools/Tools.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <atomic>
#include <mutex>

using namespace torch_onnx;
using llvm::StringRef;

struct TorchOnnxConversion {
  std::vector<std::string> arguments;
  std::optional<ProgramInMemory> program;
  CommandLine line;
  std::unique_ptr<Conversion> conversion;
  /// Wrong usage produces a message and no conversion.
  Report::Messages usage;
  /// The error in the arguments given before the run.
  std::string invalid;
  /// Whether a function of the conversion runs that may call the caller back.
  std::atomic<bool> isInUse = false;
  std::optional<TorchOnnxStatus> status;
  std::string report, model, text;
  StopRequest stop;
  void (*onMessage)(const TorchOnnxMessage *message, void *user) = nullptr;
  void *user = nullptr;

  const Report::Messages &getMessages() const {
    return conversion ? conversion->getReport().messages : usage;
  }
};

static TorchOnnxMessage wrap(const Report::Message &message) {
  return {message.severity.c_str(), message.location.c_str(),
          message.text.c_str()};
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

namespace {
/// The existing conversions: a handle is looked up here before it is
/// dereferenced.
struct Handles {
  std::mutex mutex;
  llvm::DenseSet<const TorchOnnxConversion *> handles;
};
} // namespace

/// Never destroyed, because a conversion may be destroyed later than static
/// objects.
static Handles &getHandles() {
  static Handles *handles = new Handles;
  return *handles;
}

static thread_local std::string lastError;

void torch_onnx::clearLastError() { lastError.clear(); }

void torch_onnx::setLastError(StringRef function, const llvm::Twine &reason) {
  lastError = (function + ": " + reason).str();
}

/// Whether the handle is that of a conversion; otherwise stores the error.
static bool isValid(const TorchOnnxConversion *c, StringRef function) {
  clearLastError();
  if (!c) {
    setLastError(function, "the conversion is null");
    return false;
  }
  Handles &handles = getHandles();
  std::lock_guard<std::mutex> lock(handles.mutex);
  if (handles.handles.contains(c))
    return true;
  setLastError(function,
               "the conversion does not exist: it was destroyed, or the "
               "handle does not come from torchOnnxConversionCreate()");
  return false;
}

namespace {
/// Marks a conversion as in use, unless a function with a callback, or another
/// thread, has done so already.
class Use {
public:
  Use(TorchOnnxConversion *c, StringRef function) {
    if (!isValid(c, function))
      return;
    if (c->isInUse.exchange(true))
      setLastError(function, "another function of this conversion is running");
    else
      conversion = c;
  }
  Use(const Use &) = delete;
  Use &operator=(const Use &) = delete;
  ~Use() {
    if (conversion)
      conversion->isInUse = false;
  }

  explicit operator bool() const { return conversion != nullptr; }

private:
  /// Null if the conversion is not valid or is in use.
  TorchOnnxConversion *conversion = nullptr;
};
} // namespace

/// Stores an error of a call with a valid conversion, also in its messages.
static void addError(TorchOnnxConversion &c, StringRef function,
                     const llvm::Twine &reason) {
  setLastError(function, reason);
  if (c.conversion)
    c.conversion->addError(lastError);
  else
    c.usage.push_back({"error", "torch-onnx", lastError});
}

static bool isWeights(TorchOnnxWeights weights) {
  // A C enumeration may hold any number.
  auto number = static_cast<unsigned>(weights);
  return number <= static_cast<unsigned>(TORCH_ONNX_WEIGHTS_REFERENCE);
}

/// Whether a conversion in `use` has a model that can be written with this
/// placement of weights; otherwise stores the error.
static bool canWrite(const Use &use, TorchOnnxConversion *c,
                     TorchOnnxWeights weights, StringRef function) {
  if (!use)
    return false;
  if (!isWeights(weights)) {
    addError(*c, function,
             llvm::Twine(static_cast<int>(weights)) +
                 " is not a TorchOnnxWeights; expected 0 to 3");
    return false;
  }
  if (c->status && c->conversion && c->conversion->hasModel())
    return true;
  setLastError(function, "there is no model: the conversion has not run, or it "
                         "has failed");
  return false;
}

/// Parses the arguments; fails on wrong usage.
static llvm::Error parse(TorchOnnxConversion &c) {
  if (!c.invalid.empty())
    return llvm::createStringError(c.invalid);
  llvm::SmallVector<const char *> arguments = {"torch-onnx"};
  for (const std::string &argument : c.arguments)
    arguments.push_back(argument.c_str());
  return parseCommandLine(arguments, c.line,
                          c.program ? CommandLineUse::LibraryWithProgram
                                    : CommandLineUse::Library);
}

/// The options of the command line with another placement of weights.
static onnx::ExportOptions getExportOptions(const TorchOnnxConversion &c,
                                            TorchOnnxWeights weights,
                                            size_t threshold) {
  onnx::ExportOptions options = c.line.driver.exporter;
  options.externalThreshold = threshold;
  // In the order of TorchOnnxWeights.
  static constexpr WeightsMode modes[] = {
      WeightsMode::Auto, WeightsMode::Inline, WeightsMode::External,
      WeightsMode::Reference};
  options.weights = modes[weights];
  return options;
}

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

int torchOnnxGetApiVersion(void) { return TORCH_ONNX_C_API_VERSION; }

const char *torchOnnxGetVersion(void) { return getVersion().data(); }

TorchOnnxConversion *torchOnnxConversionCreate(const char *const *arguments,
                                               size_t count) {
  clearLastError();
  auto *c = new TorchOnnxConversion;
  for (size_t i = 0; arguments && i < count; ++i) {
    if (arguments[i])
      c->arguments.push_back(arguments[i]);
    else
      c->invalid = "an argument is null";
  }
  if (!arguments && count)
    c->invalid = "the arguments are null";
  if (!c->invalid.empty())
    setLastError(__func__, c->invalid);
  Handles &handles = getHandles();
  std::lock_guard<std::mutex> lock(handles.mutex);
  handles.handles.insert(c);
  return c;
}

const char *torchOnnxGetLastError(void) { return lastError.c_str(); }

/// The error in a program; empty if there is none.
static std::string checkProgram(const TorchOnnxProgram *program) {
  if (!program)
    return "the program is null";
  if (!program->name || !program->program)
    return "the name or the JSON of the program is null";
  if ((!program->weights && program->weightsSize) ||
      (!program->constants && program->constantsSize))
    return "a text of the program is null, but its size is not 0";
  if (!program->storages && program->storageCount)
    return "the storages of the program are null";
  llvm::StringSet<> names;
  for (size_t i = 0; i < program->storageCount; ++i) {
    const TorchOnnxStorage &storage = program->storages[i];
    if (!storage.name || (!storage.data && storage.size))
      return "the name or the bytes of storage " + std::to_string(i) +
             " are null";
    if (!names.insert(storage.name).second)
      return "two storages are called '" + std::string(storage.name) + "'";
  }
  return "";
}

void torchOnnxConversionSetProgram(TorchOnnxConversion *c,
                                   const TorchOnnxProgram *program) {
  Use use(c, __func__);
  if (!use)
    return;
  if (c->status)
    return addError(*c, __func__, "the conversion has run already");
  if (std::string reason = checkProgram(program); !reason.empty()) {
    c->invalid = reason;
    return setLastError(__func__, reason);
  }
  ProgramInMemory &copy = c->program.emplace();
  copy.name = program->name;
  auto getText = [](const char *text, size_t size) {
    return text ? llvm::ArrayRef<char>(text, size) : llvm::ArrayRef<char>();
  };
  copy.program = getText(program->program, program->programSize);
  copy.weights = getText(program->weights, program->weightsSize);
  copy.constants = getText(program->constants, program->constantsSize);
  for (size_t i = 0; i < program->storageCount; ++i) {
    const TorchOnnxStorage &storage = program->storages[i];
    copy.storages.push_back(
        {storage.name,
         getText(static_cast<const char *>(storage.data), storage.size)});
  }
}

void torchOnnxConversionDestroy(TorchOnnxConversion *c) {
  clearLastError();
  if (!c)
    return;
  {
    Use use(c, __func__);
    if (!use)
      return;
    Handles &handles = getHandles();
    std::lock_guard<std::mutex> lock(handles.mutex);
    if (!handles.handles.erase(c))
      return;
  }
  delete c;
}

void torchOnnxConversionSetPoll(TorchOnnxConversion *c, int (*poll)(void *user),
                                void *user) {
  Use use(c, __func__);
  if (!use)
    return;
  if (poll)
    c->stop.setPoll([poll, user] { return poll(user) != 0; });
  else
    c->stop.setPoll(nullptr);
}

TorchOnnxStatus torchOnnxConversionRun(
    TorchOnnxConversion *c,
    void (*onMessage)(const TorchOnnxMessage *message, void *user),
    void *user) {
  Use use(c, __func__);
  if (!use)
    return TORCH_ONNX_USAGE;
  if (c->status)
    return *c->status;
  c->onMessage = onMessage;
  c->user = user;
  // Messages of later calls that save the model are only stored.
  auto tell = [c](const Report::Message &message) {
    TorchOnnxMessage wrapped = wrap(message);
    if (c->onMessage && !c->status)
      c->onMessage(&wrapped, c->user);
  };
  if (llvm::Error error = parse(*c)) {
    c->usage.push_back({"error", "torch-onnx",
                        getPrintableMessage(llvm::toString(std::move(error)))});
    tell(c->usage.back());
    return *(c->status = TORCH_ONNX_USAGE);
  }
  c->conversion = std::make_unique<Conversion>(
      c->line.driver, tell, c->program ? &*c->program : nullptr);
  c->stop.reset();
  bool isWritten = c->conversion->run(&c->stop);
  return *(c->status = isWritten ? TORCH_ONNX_WRITTEN : TORCH_ONNX_FAILED);
}

TorchOnnxStatus torchOnnxConversionSave(TorchOnnxConversion *c,
                                        const char *path,
                                        TorchOnnxWeights weights,
                                        size_t threshold) {
  Use use(c, __func__);
  if (!canWrite(use, c, weights, __func__))
    return TORCH_ONNX_FAILED;
  if (!path) {
    addError(*c, __func__, "the path is null");
    return TORCH_ONNX_FAILED;
  }
  onnx::ExportOptions options = getExportOptions(*c, weights, threshold);
  options.stop = &c->stop;
  c->stop.reset();
  bool isWritten = c->conversion->save(path, options);
  return isWritten ? TORCH_ONNX_WRITTEN : TORCH_ONNX_FAILED;
}

void torchOnnxConversionStop(TorchOnnxConversion *c) {
  if (isValid(c, __func__))
    c->stop.stop();
}

TorchOnnxStatus torchOnnxConversionSerialize(TorchOnnxConversion *c,
                                             TorchOnnxWeights weights,
                                             size_t threshold,
                                             const char **data, size_t *size) {
  if (data)
    *data = nullptr;
  if (size)
    *size = 0;
  Use use(c, __func__);
  if (!canWrite(use, c, weights, __func__))
    return TORCH_ONNX_FAILED;
  if (!data || !size) {
    addError(*c, __func__, "'data' or 'size' is null");
    return TORCH_ONNX_FAILED;
  }
  c->model.clear();
  llvm::raw_string_ostream os(c->model);
  onnx::ExportOptions options = getExportOptions(*c, weights, threshold);
  options.namesComputed = true;
  if (!c->conversion->save(os, options))
    return TORCH_ONNX_FAILED;
  *data = c->model.data();
  *size = c->model.size();
  return TORCH_ONNX_WRITTEN;
}

namespace {
/// A stream that writes to memory of the caller.
class BufferStream : public llvm::raw_ostream {
public:
  explicit BufferStream(llvm::MutableArrayRef<char> buffer)
      : raw_ostream(/*unbuffered=*/true), buffer(buffer) {}
  size_t getNumWritten() const { return position; }

private:
  void write_impl(const char *bytes, size_t size) override {
    // The caller has compared the size of the weight with that of the buffer.
    llvm::copy(llvm::ArrayRef(bytes, size), buffer.begin() + position);
    position += size;
  }
  uint64_t current_pos() const override { return position; }

  llvm::MutableArrayRef<char> buffer;
  size_t position = 0;
};
} // namespace

size_t torchOnnxConversionReadWeight(TorchOnnxConversion *c,
                                     const char *location, void *buffer,
                                     size_t size) {
  Use use(c, __func__);
  if (!canWrite(use, c, TORCH_ONNX_WEIGHTS_REFERENCE, __func__))
    return 0;
  if (!location) {
    addError(*c, __func__, "the location is null");
    return 0;
  }
  std::optional<uint64_t> found = c->conversion->getComputedSize(location);
  if (!found || !buffer || size != *found)
    return found.value_or(0);
  BufferStream stream({static_cast<char *>(buffer), size});
  if (!c->conversion->writeComputed(location, stream))
    return 0;
  return stream.getNumWritten();
}

TorchOnnxStatus torchOnnxConversionEvaluate(TorchOnnxConversion *c,
                                            const TorchOnnxTensor *inputs,
                                            size_t inputCount,
                                            TorchOnnxOnResult onOutput,
                                            void *user) {
  Use use(c, __func__);
  if (!canWrite(use, c, TORCH_ONNX_WEIGHTS_AUTO, __func__))
    return TORCH_ONNX_FAILED;
  if (!onOutput || (!inputs && inputCount)) {
    addError(*c, __func__, "the inputs or 'onOutput' are null");
    return TORCH_ONNX_FAILED;
  }
  c->stop.reset();
  auto isEvaluated = evaluateModel(*c->conversion, {inputs, inputCount},
                                   c->stop, onOutput, user);
  if (!isEvaluated) {
    addError(*c, __func__, llvm::toString(isEvaluated.takeError()));
    return TORCH_ONNX_FAILED;
  }
  return *isEvaluated ? TORCH_ONNX_WRITTEN : TORCH_ONNX_FAILED;
}

const char *torchOnnxConversionGetMLIR(TorchOnnxConversion *c) {
  Use use(c, __func__);
  if (!canWrite(use, c, TORCH_ONNX_WEIGHTS_AUTO, __func__))
    return nullptr;
  if (c->text.empty()) {
    llvm::raw_string_ostream os(c->text);
    c->conversion->print(os);
  }
  return c->text.c_str();
}

size_t torchOnnxConversionGetNumMessages(const TorchOnnxConversion *c) {
  return isValid(c, __func__) ? c->getMessages().size() : 0;
}

TorchOnnxMessage torchOnnxConversionGetMessage(const TorchOnnxConversion *c,
                                               size_t index) {
  if (!isValid(c, __func__))
    return {"", "", ""};
  const Report::Messages &messages = c->getMessages();
  if (index < messages.size())
    return wrap(messages[index]);
  setLastError(__func__, "there is no message " + llvm::Twine(index) +
                             ", only " + llvm::Twine(messages.size()));
  return {"", "", ""};
}

const char *torchOnnxConversionGetReport(TorchOnnxConversion *c) {
  if (!isValid(c, __func__))
    return "";
  c->report.clear();
  if (c->conversion && c->status) {
    llvm::raw_string_ostream os(c->report);
    c->conversion->getReport().writeJSON(os, c->line.driver);
  }
  return c->report.c_str();
}

TorchOnnxStatus
torchOnnxMakePage(const char *report, const char *model, size_t size,
                  void (*onText)(const char *text, size_t size, void *user),
                  void *user) {
  clearLastError();
  if (!onText) {
    setLastError(__func__, "'onText' is null");
    return TORCH_ONNX_FAILED;
  }
  if (report && *report) {
    auto json = llvm::json::parse(report);
    if (!json) {
      setLastError(__func__, "the report is not JSON: " +
                                 llvm::toString(json.takeError()));
      return TORCH_ONNX_FAILED;
    }
  }
  std::optional<ModelOutline> outline;
  if (model && !(outline = readModelOutline({model, size}))) {
    setLastError(__func__, "the model is not a ModelProto");
    return TORCH_ONNX_FAILED;
  }
  std::string page;
  llvm::raw_string_ostream os(page);
  writePage(os, report ? report : "", outline ? &*outline : nullptr);
  onText(page.data(), page.size(), user);
  return TORCH_ONNX_WRITTEN;
}

int torchOnnxHasOperator(const char *name) {
  clearLastError();
  if (name)
    return isConvertedOperator(name);
  setLastError(__func__, "the name is null");
  return 0;
}

/// Whether these are arguments of a main(): with a program name and no null.
static bool areArguments(StringRef function, int argc,
                         const char *const *argv) {
  clearLastError();
  if (argc > 0 && argv && std::all_of(argv, argv + argc, [](const char *text) {
        return text != nullptr;
      }))
    return true;
  setLastError(function, "expected the arguments of a main(), which begin with "
                         "the name of the program");
  return false;
}

int torchOnnxRunTool(int argc, const char *const *argv) {
  return areArguments(__func__, argc, argv) ? runTool(argc, argv)
                                            : TORCH_ONNX_USAGE;
}

int torchOnnxRunNamedTool(const char *name, int argc, const char *const *argv) {
  if (!areArguments(__func__, argc, argv))
    return TORCH_ONNX_USAGE;
  if (!name) {
    setLastError(__func__, "the name is null");
    return -1;
  }
  if (name == StringRef("torch-onnx"))
    return runTool(argc, argv);
  using Tool = int (*)(int, char **);
  Tool tool = llvm::StringSwitch<Tool>(name)
                  .Case("torch-onnx-opt", runOptTool)
                  .Case("torch-onnx-translate", runTranslateTool)
                  .Case("torch-onnx-reduce", runReduceTool)
                  .Case("torch-onnx-run", runRunTool)
                  .Default(nullptr);
  if (!tool) {
    setLastError(__func__, "there is no tool '" + llvm::Twine(name) + "'");
    return -1;
  }
  // The tools do not change their arguments.
  return tool(argc, const_cast<char **>(argv));
}
