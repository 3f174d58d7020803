//===- TorchONNX.h - The C interface of the compiler --------------*- C -*-===//
//
// Converts PyTorch programs to ONNX models from any language that can call
// C. The program and the model are files or are in memory. The shared library
// libtorch_onnx.so exports these functions and nothing else.
//
// The interface is stable. New functions increase TORCH_ONNX_C_API_VERSION;
// existing functions do not change and are not removed.
//
// Strings are UTF-8 and end with a NUL byte. A returned pointer belongs to the
// conversion and is valid until the conversion is destroyed, unless the
// function says otherwise. Conversions share no state, so threads may run them
// in parallel. Only one thread at a time may use a conversion, except for
// torchOnnxConversionStop().
//
// The functions detect these wrong arguments: a null pointer that is not
// allowed, a destroyed conversion, a number that is not in the enumeration, an
// index out of range, and a conversion in use (a callback destroys its own
// conversion, for example). The function then has no effect and returns its
// value for failure: TORCH_ONNX_USAGE from torchOnnxConversionRun(), else
// TORCH_ONNX_FAILED, 0, null or an empty text. torchOnnxGetLastError() gives
// the reason, and so does a message of the conversion, if there is one.
//
// Behavior is undefined for mistakes that a function cannot detect:
//  - a pointer that is neither null nor valid;
//  - a size or a count that is larger than the memory at the pointer;
//  - a string without a NUL byte;
//  - memory that is changed or freed earlier than this header allows;
//  - a conversion that two threads use at once, or that one thread destroys
//    while another one uses it;
//  - a destroyed conversion whose address a new conversion has.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_C_TORCHONNX_H
#define TORCH_ONNX_C_TORCHONNX_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TORCH_ONNX_C_API_VERSION 10

#if defined(_WIN32)
#define TORCH_ONNX_C_API __declspec(dllexport)
#else
#define TORCH_ONNX_C_API __attribute__((visibility("default")))
#endif

/* The version of this interface in the library. Compare it with
 * TORCH_ONNX_C_API_VERSION, the version of the header. */
TORCH_ONNX_C_API int torchOnnxGetApiVersion(void);

/* The version of the compiler, as in "0.1.0". */
TORCH_ONNX_C_API const char *torchOnnxGetVersion(void);

/* The error in the arguments of this thread's last call of a function of this
 * interface. Begins with the name of the function; empty if there was no error.
 * Valid until the next call by this thread. */
TORCH_ONNX_C_API const char *torchOnnxGetLastError(void);

/* The result of a conversion, with the numbers of the exit status of the tool
 * torch-onnx. */
typedef enum {
  /* The program is converted. If the arguments name an output, the model is
   * written and, unless --no-check is given, has passed the checker. */
  TORCH_ONNX_WRITTEN = 0,
  /* There is no model, or it is not written; the messages give the reason. */
  TORCH_ONNX_FAILED = 1,
  /* The arguments are wrong; a message says which. */
  TORCH_ONNX_USAGE = 2
} TorchOnnxStatus;

typedef struct TorchOnnxConversion TorchOnnxConversion;

typedef struct {
  /* "error", "warning", "note" or "remark". A note belongs to the message
   * before it. */
  const char *severity;
  /* "model.py:12 (encoder.layer.0)": the line in Python and the path of the
   * module, if the program has them; else the input. */
  const char *location;
  const char *text;
} TorchOnnxMessage;

/* Creates a conversion from the arguments of the tool torch-onnx, without the
 * name of the tool: {"model.pt2", "-o", "model.onnx", "--opset=18"}. The
 * arguments are copied. Without "-o" the model stays in memory, for
 * torchOnnxConversionSave() and torchOnnxConversionSerialize(). --help,
 * --version and --ops are wrong usage here. Never returns null. */
TORCH_ONNX_C_API TorchOnnxConversion *
torchOnnxConversionCreate(const char *const *arguments, size_t count);

/* The bytes of one storage of tensors. */
typedef struct {
  const char *name;
  const void *data;
  size_t size;
} TorchOnnxStorage;

/* An exported program in memory: the contents of an archive of
 * torch.export.save. */
typedef struct {
  /* The name of the program in messages: "MyModel". */
  const char *name;
  /* The JSON of models/NAME.json, of NAME_weights_config.json and of
   * NAME_constants_config.json. It need not end with a NUL byte. `weights` and
   * `constants` may be null; no other pointer of this struct may be null. */
  const char *program, *weights, *constants;
  size_t programSize, weightsSize, constantsSize;
  /* The storages that the entries of `weights` and `constants` name as
   * "path_name". All names differ. */
  const TorchOnnxStorage *storages;
  size_t storageCount;
} TorchOnnxProgram;

/* Sets the program to convert. The arguments then have no MODEL. Must be called
 * before the run. Names and tables are copied. The JSON must stay unchanged
 * until the run has ended or has called the poll function
 * (torchOnnxConversionSetPoll()). A text that ends in 64 spaces is parsed in
 * place; any other text is copied by the parser. The bytes of the storages must
 * stay until the conversion is destroyed. They are read in place and never
 * written. */
TORCH_ONNX_C_API void
torchOnnxConversionSetProgram(TorchOnnxConversion *conversion,
                              const TorchOnnxProgram *program);

/* Has no effect for null and for a conversion that is already destroyed. */
TORCH_ONNX_C_API void
torchOnnxConversionDestroy(TorchOnnxConversion *conversion);

/* Sets a function that torchOnnxConversionRun(), torchOnnxConversionSave() and
 * torchOnnxConversionEvaluate() call with `user` on their thread, about twenty
 * times a second: between passes, between pieces of weights and between
 * operations. If `poll` returns a number other than 0, the calling function
 * stops as by torchOnnxConversionStop(). `poll` may get messages of this
 * conversion; it must not call any other function for it. A run calls `poll`
 * for the first time after reading the program. `poll` must stay callable until
 * it is replaced by another function or by null, for none. */
TORCH_ONNX_C_API void
torchOnnxConversionSetPoll(TorchOnnxConversion *conversion,
                           int (*poll)(void *user), void *user);

/* Runs the conversion on the calling thread. Calls `onMessage` with `user` and
 * each message as soon as it is emitted; `onMessage` may be null. A second call
 * only returns the status of the first one. */
TORCH_ONNX_C_API TorchOnnxStatus torchOnnxConversionRun(
    TorchOnnxConversion *conversion,
    void (*onMessage)(const TorchOnnxMessage *message, void *user), void *user);

/* Where the bytes of the weights go: the option --weights of the tool. */
typedef enum TorchOnnxWeights
#ifdef __cplusplus
    : int /* Makes any number a valid value, which can then be refused. */
#endif
{ TORCH_ONNX_WEIGHTS_AUTO = 0,
  TORCH_ONNX_WEIGHTS_INLINE = 1,
  TORCH_ONNX_WEIGHTS_EXTERNAL = 2,
  TORCH_ONNX_WEIGHTS_REFERENCE = 3 } TorchOnnxWeights;

/* Writes the model of a successful run to a file. May be called repeatedly.
 * Tensors of at most `threshold` bytes are always inside the model (the tool's
 * default is 1024). Returns TORCH_ONNX_FAILED if there is no model, if it
 * cannot be written or if the checker refuses it; a message gives the
 * reason. */
TORCH_ONNX_C_API TorchOnnxStatus
torchOnnxConversionSave(TorchOnnxConversion *conversion, const char *path,
                        TorchOnnxWeights weights, size_t threshold);

/* Stops a torchOnnxConversionRun() or torchOnnxConversionSave() in another
 * thread. That call fails after the current pass, or after some megabytes of
 * weights, and writes nothing. No effect if there is no such call, or if its
 * files already have their names. After a stopped save, the model can be saved
 * again; a stopped run has no model. */
TORCH_ONNX_C_API void torchOnnxConversionStop(TorchOnnxConversion *conversion);

/* Writes the model of a successful run into memory. `data` is set to the bytes
 * of a ModelProto, which are valid until this function is called again or the
 * conversion is destroyed.
 *
 * With TORCH_ONNX_WEIGHTS_REFERENCE each initializer of more than `threshold`
 * bytes is external data. If it is a contiguous part of a storage of
 * torchOnnxConversionSetProgram(), its `location` is the name of the storage.
 * Otherwise its `location` is an argument for torchOnnxConversionReadWeight().
 * TORCH_ONNX_WEIGHTS_EXTERNAL fails, because there is no file. A model of 2 GB
 * or more also fails: protobuf does not allow it. */
TORCH_ONNX_C_API TorchOnnxStatus torchOnnxConversionSerialize(
    TorchOnnxConversion *conversion, TorchOnnxWeights weights, size_t threshold,
    const char **data, size_t *size);

/* Writes the bytes of the initializer with the `location` "computed:N", which
 * comes from torchOnnxConversionSerialize(), to `buffer`, and returns their
 * number. Writes nothing if `buffer` is null, or if `size`, the size of
 * `buffer`, is a different number. Returns 0 if there is no such location, or
 * if the bytes cannot be read; a message then gives the reason. */
TORCH_ONNX_C_API size_t
torchOnnxConversionReadWeight(TorchOnnxConversion *conversion,
                              const char *location, void *buffer, size_t size);

/* The converted program as MLIR text with locations; null if there was no
 * successful run. */
TORCH_ONNX_C_API const char *
torchOnnxConversionGetMLIR(TorchOnnxConversion *conversion);

/* All messages so far. */
TORCH_ONNX_C_API size_t
torchOnnxConversionGetNumMessages(const TorchOnnxConversion *conversion);

/* The message with this index, from 0 on. Three empty texts if there is
 * none. */
TORCH_ONNX_C_API TorchOnnxMessage torchOnnxConversionGetMessage(
    const TorchOnnxConversion *conversion, size_t index);

/* The report of the conversion, in the JSON of --report=FILE.json. Empty before
 * the run and after wrong usage. Valid until this function is called again. */
TORCH_ONNX_C_API const char *
torchOnnxConversionGetReport(TorchOnnxConversion *conversion);

/* Makes the HTML page of --report=FILE.html, which shows a model and its
 * conversion, and passes it to `onText` in one call. `report` is the JSON of
 * torchOnnxConversionGetReport(), or null. The caller may have added stages at
 * the front and a text "verification". `model` are the `size` bytes of a
 * ModelProto, whose weights may be external data, or null for a page without a
 * model. Returns TORCH_ONNX_FAILED if `model` is not a ModelProto or `report`
 * is not JSON. */
TORCH_ONNX_C_API TorchOnnxStatus torchOnnxMakePage(
    const char *report, const char *model, size_t size,
    void (*onText)(const char *text, size_t size, void *user), void *user);

/* 1 if the compiler can convert an operator such as "aten.add.Tensor", else 0.
 * The conversion may still be refused for some arguments. 0 for operators that
 * are replaced before the conversion: operators that write to their arguments,
 * and operators that PyTorch decomposes. */
TORCH_ONNX_C_API int torchOnnxHasOperator(const char *name);

/* Runs the tool torch-onnx with the arguments of main(): prints, and returns
 * the exit status, with which the process should end. --help, --version and
 * signals end the process inside this function. */
TORCH_ONNX_C_API int torchOnnxRunTool(int argc, const char *const *argv);

/* The same for a tool by its name: "torch-onnx", "torch-onnx-opt",
 * "torch-onnx-translate", "torch-onnx-reduce" or "torch-onnx-run". Returns -1
 * for another name. After a tool has run, no other function of this interface
 * may be called. */
TORCH_ONNX_C_API int torchOnnxRunNamedTool(const char *name, int argc,
                                           const char *const *argv);

#ifdef __cplusplus
}
#endif

#endif /* TORCH_ONNX_C_TORCHONNX_H */
