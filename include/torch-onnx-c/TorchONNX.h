//===- TorchONNX.h - The C interface of the compiler --------------*- C -*-===//
//
// Converts PyTorch programs to ONNX models from any language that can call
// C. It is the library TorchOnnxCAPI, a static one: Debian's protobuf, which
// is inside, cannot be part of a shared one (docs/Rationale/Linking.md).
//
// The interface is stable: functions are added, and TORCH_ONNX_C_API_VERSION
// grows then; none changes or goes.
//
// Strings are UTF-8 and end with a NUL byte. A pointer that a function
// returns belongs to the conversion and is valid until it is destroyed.
// Conversions share nothing: threads may each run their own. One conversion
// is used by one thread at a time.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_C_TORCHONNX_H
#define TORCH_ONNX_C_TORCHONNX_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TORCH_ONNX_C_API_VERSION 1

#if defined(_WIN32)
#define TORCH_ONNX_C_API __declspec(dllexport)
#else
#define TORCH_ONNX_C_API __attribute__((visibility("default")))
#endif

/* The version of this interface that the library has: compare it with
 * TORCH_ONNX_C_API_VERSION, which is that of the header. */
TORCH_ONNX_C_API int torchOnnxGetApiVersion(void);

/* The version of the compiler, as in "0.1.0". */
TORCH_ONNX_C_API const char *torchOnnxGetVersion(void);

/* What became of a conversion: the exit status of the tool torch-onnx. */
typedef enum {
  /* The model is written and, unless --no-check is given, has passed the
   * checker. */
  TORCH_ONNX_WRITTEN = 0,
  /* Nothing is written; the messages say why. */
  TORCH_ONNX_FAILED = 1,
  /* The arguments are wrong; one message says which. */
  TORCH_ONNX_USAGE = 2
} TorchOnnxStatus;

typedef struct TorchOnnxConversion TorchOnnxConversion;

typedef struct {
  /* "error", "warning", "note" or "remark". A note belongs to the message
   * before it. */
  const char *severity;
  /* "model.py:12 (encoder.layer.0)": the line of the Python program and the
   * path of the module, as far as the program has them; else the input. */
  const char *location;
  const char *text;
} TorchOnnxMessage;

/* A conversion with the arguments of the tool torch-onnx, without the name of
 * the program: {"model.pt2", "-o", "model.onnx", "--opset=18"}. They are
 * copied.
 * --help, --version and --ops are wrong usage here. Never null. */
TORCH_ONNX_C_API TorchOnnxConversion *
torchOnnxConversionCreate(const char *const *arguments, size_t count);

/* Null is allowed. */
TORCH_ONNX_C_API void
torchOnnxConversionDestroy(TorchOnnxConversion *conversion);

/* Runs the conversion, on the calling thread. `onMessage`, which may be null,
 * is called with each message as soon as it is there, and with `user`. Called
 * again, it returns the status of the first call. */
TORCH_ONNX_C_API TorchOnnxStatus torchOnnxConversionRun(
    TorchOnnxConversion *conversion,
    void (*onMessage)(const TorchOnnxMessage *message, void *user), void *user);

/* All messages, after the run. */
TORCH_ONNX_C_API size_t
torchOnnxConversionGetNumMessages(const TorchOnnxConversion *conversion);

/* 0 <= index < torchOnnxConversionGetNumMessages(). */
TORCH_ONNX_C_API TorchOnnxMessage torchOnnxConversionGetMessage(
    const TorchOnnxConversion *conversion, size_t index);

/* What was done, in the JSON that --report=FILE.json writes; empty before the
 * run and on wrong usage. */
TORCH_ONNX_C_API const char *
torchOnnxConversionGetReport(TorchOnnxConversion *conversion);

#ifdef __cplusplus
}
#endif

#endif /* TORCH_ONNX_C_TORCHONNX_H */
