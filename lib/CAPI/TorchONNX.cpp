//===- TorchONNX.cpp - The C interface of the compiler --------------------===//
//
// See torch-onnx-c/TorchONNX.h.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx-c/TorchONNX.h"

#include "torch-onnx/Driver/CommandLine.h"

#include "llvm/Support/raw_ostream.h"

using namespace torch_onnx;
using llvm::StringRef;

#define STRINGIFY_IMPL(x) #x
#define STRINGIFY(x) STRINGIFY_IMPL(x)

struct TorchOnnxConversion {
  std::vector<std::string> arguments;
  CommandLine line;
  std::unique_ptr<Conversion> conversion;
  /// Wrong usage has a message and no conversion.
  std::vector<Report::Message> usage;
  std::optional<TorchOnnxStatus> status;
  std::string report;

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
  // What a tool prints has no place to go here, and a tool that has printed it
  // exits.
  llvm::SmallVector<const char *> arguments = {"torch-onnx"};
  for (const std::string &argument : c.arguments) {
    StringRef name = StringRef(argument).ltrim('-').split('=').first;
    if (StringRef(argument).starts_with("-") &&
        llvm::is_contained({"help", "help-list", "help-hidden",
                            "help-list-hidden", "h", "version", "ops",
                            "print-options", "print-all-options"},
                           name))
      return llvm::createStringError(
          "'" + argument +
          "' is for the command line; expected the arguments "
          "of a conversion");
    arguments.push_back(argument.c_str());
  }
  return parseCommandLine(arguments, c.line);
}

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

int torchOnnxGetApiVersion(void) { return TORCH_ONNX_C_API_VERSION; }

const char *torchOnnxGetVersion(void) { return STRINGIFY(TORCH_ONNX_VERSION); }

TorchOnnxConversion *torchOnnxConversionCreate(const char *const *arguments,
                                               size_t count) {
  auto *c = new TorchOnnxConversion;
  c->arguments.assign(arguments, arguments + count);
  return c;
}

void torchOnnxConversionDestroy(TorchOnnxConversion *c) { delete c; }

TorchOnnxStatus torchOnnxConversionRun(
    TorchOnnxConversion *c,
    void (*onMessage)(const TorchOnnxMessage *message, void *user),
    void *user) {
  if (c->status)
    return *c->status;
  auto tell = [=](const Report::Message &message) {
    TorchOnnxMessage wrapped = wrap(message);
    if (onMessage)
      onMessage(&wrapped, user);
  };
  if (llvm::Error error = parse(*c)) {
    c->usage.push_back(
        {"error", "torch-onnx", llvm::toString(std::move(error))});
    tell(c->usage.front());
    return *(c->status = TORCH_ONNX_USAGE);
  }
  c->conversion = std::make_unique<Conversion>(c->line.driver, tell);
  bool isWritten = c->conversion->run();
  return *(c->status = isWritten ? TORCH_ONNX_WRITTEN : TORCH_ONNX_FAILED);
}

size_t torchOnnxConversionGetNumMessages(const TorchOnnxConversion *c) {
  return c->getMessages().size();
}

TorchOnnxMessage torchOnnxConversionGetMessage(const TorchOnnxConversion *c,
                                               size_t index) {
  return wrap(c->getMessages()[index]);
}

const char *torchOnnxConversionGetReport(TorchOnnxConversion *c) {
  if (c->report.empty() && c->conversion && c->status) {
    llvm::raw_string_ostream os(c->report);
    c->conversion->getReport().writeJSON(os, c->line.driver);
  }
  return c->report.c_str();
}
