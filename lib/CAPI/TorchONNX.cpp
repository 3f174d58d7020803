//===- TorchONNX.cpp - The C interface of the compiler --------------------===//
//
// See torch-onnx-c/TorchONNX.h.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx-c/TorchONNX.h"

#include "torch-onnx/Driver/CommandLine.h"
#include "torch-onnx/Driver/Operators.h"
#include "torch-onnx/Driver/Page.h"
#include "torch-onnx/Driver/Tool.h"
#include "torch-onnx/Tools/Tools.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace torch_onnx;
using llvm::StringRef;

struct TorchOnnxConversion {
  std::vector<std::string> arguments;
  std::optional<ProgramInMemory> program;
  CommandLine line;
  std::unique_ptr<Conversion> conversion;
  /// Wrong usage has a message and no conversion.
  std::vector<Report::Message> usage;
  std::optional<TorchOnnxStatus> status;
  std::string report, model, text;
  StopRequest stop;
  void (*onMessage)(const TorchOnnxMessage *message, void *user) = nullptr;
  void *user = nullptr;

  llvm::ArrayRef<Report::Message> getMessages() const {
    return conversion ? conversion->getReport().messages : usage;
  }
};

static TorchOnnxMessage wrap(const Report::Message &message) {
  return {message.severity.c_str(), message.location.c_str(),
          message.text.c_str()};
}

/// Wrong usage, if it is any.
static llvm::Error parse(TorchOnnxConversion &c) {
  llvm::SmallVector<const char *> arguments = {"torch-onnx"};
  for (const std::string &argument : c.arguments)
    arguments.push_back(argument.c_str());
  return parseCommandLine(arguments, c.line,
                          c.program ? CommandLineUse::LibraryWithProgram
                                    : CommandLineUse::Library);
}

/// The options of the command line, with another place for the weights.
static onnx::ExportOptions getExportOptions(const TorchOnnxConversion &c,
                                            TorchOnnxWeights weights,
                                            size_t threshold) {
  onnx::ExportOptions options = c.line.driver.exporter;
  options.externalThreshold = threshold;
  switch (weights) {
  case TORCH_ONNX_WEIGHTS_AUTO:
    options.weights = WeightsMode::Auto;
    break;
  case TORCH_ONNX_WEIGHTS_INLINE:
    options.weights = WeightsMode::Inline;
    break;
  case TORCH_ONNX_WEIGHTS_EXTERNAL:
    options.weights = WeightsMode::External;
    break;
  case TORCH_ONNX_WEIGHTS_REFERENCE:
    options.weights = WeightsMode::Reference;
    break;
  }
  return options;
}

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

int torchOnnxGetApiVersion(void) { return TORCH_ONNX_C_API_VERSION; }

const char *torchOnnxGetVersion(void) { return getVersion().data(); }

TorchOnnxConversion *torchOnnxConversionCreate(const char *const *arguments,
                                               size_t count) {
  auto *c = new TorchOnnxConversion;
  c->arguments.assign(arguments, arguments + count);
  return c;
}

void torchOnnxConversionSetProgram(TorchOnnxConversion *c,
                                   const TorchOnnxProgram *program) {
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

void torchOnnxConversionDestroy(TorchOnnxConversion *c) { delete c; }

void torchOnnxConversionSetPoll(TorchOnnxConversion *c, int (*poll)(void *user),
                                void *user) {
  if (poll)
    c->stop.setPoll([poll, user] { return poll(user) != 0; });
  else
    c->stop.setPoll(nullptr);
}

TorchOnnxStatus torchOnnxConversionRun(
    TorchOnnxConversion *c,
    void (*onMessage)(const TorchOnnxMessage *message, void *user),
    void *user) {
  if (c->status)
    return *c->status;
  c->onMessage = onMessage;
  c->user = user;
  // Later messages, of saving, are only kept.
  auto tell = [c](const Report::Message &message) {
    TorchOnnxMessage wrapped = wrap(message);
    if (c->onMessage && !c->status)
      c->onMessage(&wrapped, c->user);
  };
  if (llvm::Error error = parse(*c)) {
    c->usage.push_back(
        {"error", "torch-onnx", llvm::toString(std::move(error))});
    tell(c->usage.front());
    return *(c->status = TORCH_ONNX_USAGE);
  }
  c->conversion = std::make_unique<Conversion>(
      c->line.driver, tell, c->program ? &*c->program : nullptr);
  c->stop.reset();
  bool isWritten = c->conversion->run(&c->stop);
  return *(c->status = isWritten ? TORCH_ONNX_WRITTEN : TORCH_ONNX_FAILED);
}

static bool hasModel(const TorchOnnxConversion &c) {
  return c.status && c.conversion && c.conversion->hasModel();
}

TorchOnnxStatus torchOnnxConversionSave(TorchOnnxConversion *c,
                                        const char *path,
                                        TorchOnnxWeights weights,
                                        size_t threshold) {
  if (!hasModel(*c))
    return TORCH_ONNX_FAILED;
  onnx::ExportOptions options = getExportOptions(*c, weights, threshold);
  options.stop = &c->stop;
  c->stop.reset();
  bool isWritten = c->conversion->save(path, options);
  return isWritten ? TORCH_ONNX_WRITTEN : TORCH_ONNX_FAILED;
}

void torchOnnxConversionStop(TorchOnnxConversion *c) { c->stop.stop(); }

TorchOnnxStatus torchOnnxConversionSerialize(TorchOnnxConversion *c,
                                             TorchOnnxWeights weights,
                                             size_t threshold,
                                             const char **data, size_t *size) {
  c->model.clear();
  *data = nullptr;
  *size = 0;
  if (!hasModel(*c))
    return TORCH_ONNX_FAILED;
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
/// Memory of the caller as a stream.
class BufferStream : public llvm::raw_ostream {
public:
  explicit BufferStream(llvm::MutableArrayRef<char> buffer)
      : raw_ostream(/*unbuffered=*/true), buffer(buffer) {}
  size_t getNumWritten() const { return position; }

private:
  void write_impl(const char *bytes, size_t size) override {
    // The size of the weight was compared with that of the buffer.
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
  if (!hasModel(*c))
    return 0;
  std::optional<uint64_t> found = c->conversion->getComputedSize(location);
  if (!found || !buffer || size != *found)
    return found.value_or(0);
  BufferStream stream({static_cast<char *>(buffer), size});
  if (!c->conversion->writeComputed(location, stream))
    return 0;
  return stream.getNumWritten();
}

const char *torchOnnxConversionGetMLIR(TorchOnnxConversion *c) {
  if (!hasModel(*c))
    return nullptr;
  if (c->text.empty()) {
    llvm::raw_string_ostream os(c->text);
    c->conversion->print(os);
  }
  return c->text.c_str();
}

size_t torchOnnxConversionGetNumMessages(const TorchOnnxConversion *c) {
  return c->getMessages().size();
}

TorchOnnxMessage torchOnnxConversionGetMessage(const TorchOnnxConversion *c,
                                               size_t index) {
  return wrap(c->getMessages()[index]);
}

const char *torchOnnxConversionGetReport(TorchOnnxConversion *c) {
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
  std::optional<ModelOutline> outline;
  if (model && !(outline = readModelOutline({model, size})))
    return TORCH_ONNX_FAILED;
  std::string page;
  llvm::raw_string_ostream os(page);
  writePage(os, report ? report : "", outline ? &*outline : nullptr);
  onText(page.data(), page.size(), user);
  return TORCH_ONNX_WRITTEN;
}

int torchOnnxHasOperator(const char *name) { return isConvertedOperator(name); }

int torchOnnxRunTool(int argc, const char *const *argv) {
  return runTool(argc, argv);
}

int torchOnnxRunNamedTool(const char *name, int argc, const char *const *argv) {
  if (name == StringRef("torch-onnx"))
    return runTool(argc, argv);
  using Tool = int (*)(int, char **);
  Tool tool = llvm::StringSwitch<Tool>(name)
                  .Case("torch-onnx-opt", runOptTool)
                  .Case("torch-onnx-translate", runTranslateTool)
                  .Case("torch-onnx-reduce", runReduceTool)
                  .Default(nullptr);
  // As main() has them: they are not changed.
  return tool ? tool(argc, const_cast<char **>(argv)) : -1;
}
