//===- TorchServices.cpp - The services of a host that has PyTorch --------===//
//
// See torch-onnx-c/TorchServices.h. The C structures have the layout of the
// plug-in's (torch-onnx/LibTorch/Interface.h), so no value is copied. Functions
// are wrapped because their types differ.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx-c/TorchServices.h"

#include "LastError.h"

#include "torch-onnx/LibTorch/Loader.h"

#include <string>

using namespace torch_onnx;

#define CHECK_FIELD(C, OURS, FIELD)                                            \
  static_assert(offsetof(C, FIELD) == offsetof(libtorch::OURS, FIELD))
CHECK_FIELD(TorchOnnxTensor, Tensor, dtype);
CHECK_FIELD(TorchOnnxTensor, Tensor, rank);
CHECK_FIELD(TorchOnnxTensor, Tensor, sizes);
CHECK_FIELD(TorchOnnxTensor, Tensor, strides);
CHECK_FIELD(TorchOnnxTensor, Tensor, data);
CHECK_FIELD(TorchOnnxTensor, Tensor, isSymbolic);
static_assert(sizeof(TorchOnnxTensor) == sizeof(libtorch::Tensor));
CHECK_FIELD(TorchOnnxValue, Value, tag);
CHECK_FIELD(TorchOnnxValue, Value, integer);
CHECK_FIELD(TorchOnnxValue, Value, real);
CHECK_FIELD(TorchOnnxValue, Value, imaginary);
CHECK_FIELD(TorchOnnxValue, Value, text);
CHECK_FIELD(TorchOnnxValue, Value, tensor);
CHECK_FIELD(TorchOnnxValue, Value, elements);
CHECK_FIELD(TorchOnnxValue, Value, size);
static_assert(sizeof(TorchOnnxValue) == sizeof(libtorch::Value));
static_assert(sizeof(bool) == sizeof(unsigned char));
#undef CHECK_FIELD
static_assert(static_cast<int>(libtorch::Tag::List) == TORCH_ONNX_LIST);
static_assert(static_cast<int>(libtorch::SizeOperator::Max) == 6);
static_assert(static_cast<int>(libtorch::Comparison::LessOrEqual) == 2);
static_assert(static_cast<int>(libtorch::Answer::Unknown) == 2);

static const TorchOnnxValue *toC(const libtorch::Value *value) {
  return reinterpret_cast<const TorchOnnxValue *>(value);
}
static const libtorch::Value *fromC(const TorchOnnxValue *value) {
  return reinterpret_cast<const libtorch::Value *>(value);
}
static TorchOnnxSize toC(libtorch::Size size) {
  return {size.value, size.isSymbolic};
}
static libtorch::Size fromC(TorchOnnxSize size) {
  return {size.value, size.isSymbolic != 0};
}

namespace {
/// The receiver of the results of a host.
struct Sink {
  libtorch::ResultCallback onResult;
  libtorch::ErrorCallback onError;
  void *user;

  static void giveResult(void *user, size_t index,
                         const TorchOnnxValue *result) {
    auto *sink = static_cast<Sink *>(user);
    sink->onResult(sink->user, index, fromC(result));
  }
  static void giveError(void *user, const char *text, size_t size) {
    auto *sink = static_cast<Sink *>(user);
    sink->onError(sink->user, text, size);
  }
};

/// The receiver of the results of a recorded call.
struct AnswerSink {
  TorchOnnxOnResult onResult;
  TorchOnnxOnText onError;
  void *user;
};

/// A decomposition as the host sees it.
struct Session {
  const libtorch::DecomposeCallbacks &callbacks;
  void *user;

  static Session &of(void *user) { return *static_cast<Session *>(user); }
  static int isWanted(void *user, const char *name, size_t nameSize);
  static int record(void *user, const char *name, size_t nameSize,
                    const TorchOnnxValue *args, size_t numArgs,
                    TorchOnnxOnResult onResult, TorchOnnxOnText onError,
                    void *resultUser);
  static TorchOnnxSize combine(void *user, uint32_t operation,
                               TorchOnnxSize lhs, TorchOnnxSize rhs);
  static int32_t compare(void *user, uint32_t comparison, TorchOnnxSize lhs,
                         TorchOnnxSize rhs);
  static void print(void *user, TorchOnnxSize size, TorchOnnxOnText onText,
                    void *textUser);
};
} // namespace

int Session::isWanted(void *user, const char *name, size_t nameSize) {
  Session &session = of(user);
  return session.callbacks.isWanted(session.user, name, nameSize);
}

int Session::record(void *user, const char *name, size_t nameSize,
                    const TorchOnnxValue *args, size_t numArgs,
                    TorchOnnxOnResult onResult, TorchOnnxOnText onError,
                    void *resultUser) {
  Session &session = of(user);
  AnswerSink sink{onResult, onError, resultUser};
  return session.callbacks.record(
      session.user, name, nameSize, fromC(args), numArgs,
      [](void *user, size_t index, const libtorch::Value *result) {
        auto *sink = static_cast<AnswerSink *>(user);
        sink->onResult(sink->user, index, toC(result));
      },
      [](void *user, const char *text, size_t size) {
        auto *sink = static_cast<AnswerSink *>(user);
        sink->onError(sink->user, text, size);
      },
      &sink);
}

TorchOnnxSize Session::combine(void *user, uint32_t operation,
                               TorchOnnxSize lhs, TorchOnnxSize rhs) {
  Session &session = of(user);
  return toC(session.callbacks.combine(
      session.user, static_cast<libtorch::SizeOperator>(operation), fromC(lhs),
      fromC(rhs)));
}

int32_t Session::compare(void *user, uint32_t comparison, TorchOnnxSize lhs,
                         TorchOnnxSize rhs) {
  Session &session = of(user);
  return static_cast<int32_t>(session.callbacks.compare(
      session.user, static_cast<libtorch::Comparison>(comparison), fromC(lhs),
      fromC(rhs)));
}

void Session::print(void *user, TorchOnnxSize size, TorchOnnxOnText onText,
                    void *textUser) {
  Session &session = of(user);
  session.callbacks.print(session.user, fromC(size), onText, textUser);
}

//===----------------------------------------------------------------------===//
// The services as the interface of a plug-in
//===----------------------------------------------------------------------===//

static TorchOnnxTorchServices host;
static std::string hostVersion;

static int evaluate(const char *name, size_t nameSize,
                    const libtorch::Value *args, size_t numArgs,
                    libtorch::ResultCallback onResult,
                    libtorch::ErrorCallback onError, void *user) {
  Sink sink{onResult, onError, user};
  return host.evaluate(host.user, name, nameSize, toC(args), numArgs,
                       Sink::giveResult, Sink::giveError, &sink);
}

static int decompose(const char *name, size_t nameSize,
                     const libtorch::Value *args, size_t numArgs,
                     const libtorch::DecomposeCallbacks *callbacks,
                     libtorch::ResultCallback onResult,
                     libtorch::ErrorCallback onError, void *user) {
  Sink sink{onResult, onError, user};
  // The callbacks are called with the same `user` as the results.
  Session session{*callbacks, user};
  TorchOnnxRecorder recorder{&session,         Session::isWanted,
                             Session::record,  Session::combine,
                             Session::compare, Session::print};
  return host.decompose(host.user, name, nameSize, toC(args), numArgs,
                        &recorder, Sink::giveResult, Sink::giveError, &sink);
}

static const char *getHostVersion() { return hostVersion.c_str(); }

TorchOnnxStatus
torchOnnxSetTorchServices(const TorchOnnxTorchServices *services) {
  static const libtorch::Api api = {libtorch::interfaceVersion,
                                    evaluate,
                                    decompose,
                                    getHostVersion,
                                    /*openScript=*/nullptr,
                                    /*getScriptFunction=*/nullptr,
                                    /*getScriptClass=*/nullptr,
                                    /*closeScript=*/nullptr,
                                    /*declareScriptOperators=*/nullptr};
  clearLastError();
  if (!services) {
    libtorch::setHost(nullptr);
    return TORCH_ONNX_WRITTEN;
  }
  if (!services->torchVersion || !services->evaluate || !services->decompose) {
    setLastError(__func__, "a function or the version is null");
    return TORCH_ONNX_FAILED;
  }
  host = *services;
  hostVersion = services->torchVersion;
  libtorch::setHost(&api);
  return TORCH_ONNX_WRITTEN;
}
