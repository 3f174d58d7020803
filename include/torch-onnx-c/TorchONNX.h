//===- TorchONNX.h - The C interface of the compiler --------------*- C -*-===//
//
// Converts PyTorch programs to ONNX models from any language that can call
// C: a program in a file or in memory, into a file or into memory. It is the
// shared library libtorch_onnx.so, which exports nothing else.
//
// The interface is stable: functions are added, and TORCH_ONNX_C_API_VERSION
// grows then; none changes or goes.
//
// Strings are UTF-8 and end with a NUL byte. A pointer that a function
// returns belongs to the conversion and is valid until it is destroyed,
// unless the function says otherwise. Conversions share nothing: threads may
// each run their own. One conversion is used by one thread at a time, but for
// torchOnnxConversionStop().
//
// A wrong argument is no crash: a null pointer where none is allowed, a
// conversion that was destroyed, a number that is none of an enumeration, an
// index that is too large. The function does nothing, returns what it returns
// on failure (TORCH_ONNX_USAGE from torchOnnxConversionRun(), else
// TORCH_ONNX_FAILED, 0, null or an empty text), and torchOnnxGetLastError()
// says why; so does a message of the conversion, if there is one.
//
// Undefined is what a function cannot see: a pointer that is neither null nor
// valid, a size or a count larger than what the pointer leads to, a string
// without a NUL byte, memory that changes or goes before the header allows it,
// a conversion that two threads use at once or that one of them destroys
// meanwhile, and a handle of a destroyed conversion after a new one has got the
// same address.
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

/* The version of this interface that the library has: compare it with
 * TORCH_ONNX_C_API_VERSION, which is that of the header. */
TORCH_ONNX_C_API int torchOnnxGetApiVersion(void);

/* The version of the compiler, as in "0.1.0". */
TORCH_ONNX_C_API const char *torchOnnxGetVersion(void);

/* What was wrong with the arguments of the last call of a function of this
 * interface by this thread, beginning with the name of the function; empty if
 * nothing was. Valid until the next call by this thread. */
TORCH_ONNX_C_API const char *torchOnnxGetLastError(void);

/* What became of a conversion: the exit status of the tool torch-onnx. */
typedef enum {
  /* The program is converted. If the arguments name an output, the model is
   * written and, unless --no-check is given, has passed the checker. */
  TORCH_ONNX_WRITTEN = 0,
  /* There is no model, or it is not written; the messages say why. */
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
 * the tool: {"model.pt2", "-o", "model.onnx", "--opset=18"}. They are copied.
 * Without "-o" the model stays in memory, for torchOnnxConversionSave() and
 * torchOnnxConversionSerialize(). --help, --version and --ops are wrong usage
 * here. Never null. */
TORCH_ONNX_C_API TorchOnnxConversion *
torchOnnxConversionCreate(const char *const *arguments, size_t count);

/* The bytes of one storage of tensors. */
typedef struct {
  const char *name;
  const void *data;
  size_t size;
} TorchOnnxStorage;

/* An exported program in memory: what torch.export.save writes into an
 * archive. */
typedef struct {
  /* What messages call it: "MyModel". */
  const char *name;
  /* None of the pointers is null but for those that are said to be optional.
   * The JSON of models/NAME.json, of NAME_weights_config.json and of
   * NAME_constants_config.json, which need not end with a NUL byte. The last
   * two may be null. */
  const char *program, *weights, *constants;
  size_t programSize, weightsSize, constantsSize;
  /* What the entries of the last two name as "path_name". The names differ. */
  const TorchOnnxStorage *storages;
  size_t storageCount;
} TorchOnnxProgram;

/* Gives the conversion a program in place of a MODEL among the arguments. To be
 * called before the run. Names and tables are copied. The JSON has to stay as
 * it is until the run has ended or has polled (torchOnnxConversionSetPoll());
 * a text that ends in 64 spaces is parsed where it is, of another there is a
 * copy meanwhile. The bytes of the storages have to stay until the conversion
 * is destroyed: they are read where they are, and never written. */
TORCH_ONNX_C_API void
torchOnnxConversionSetProgram(TorchOnnxConversion *conversion,
                              const TorchOnnxProgram *program);

/* Null is allowed, and so is a conversion that was destroyed already. */
TORCH_ONNX_C_API void
torchOnnxConversionDestroy(TorchOnnxConversion *conversion);

/* Has `poll` called with `user` about twenty times a second by the thread that
 * is in torchOnnxConversionRun(), torchOnnxConversionSave() or
 * torchOnnxConversionEvaluate(): between passes, between pieces of weights and
 * between operations. If it returns a number other than 0, that call
 * stops as by torchOnnxConversionStop(). It may ask for messages, and call
 * nothing else of this conversion. A run polls for the first time when it has
 * read the program. `poll` has to stay callable until another is set, or null,
 * for none. */
TORCH_ONNX_C_API void
torchOnnxConversionSetPoll(TorchOnnxConversion *conversion,
                           int (*poll)(void *user), void *user);

/* Runs the conversion, on the calling thread. `onMessage`, which may be null,
 * is called with each message as soon as it is there, and with `user`. Called
 * again, it returns the status of the first call. */
TORCH_ONNX_C_API TorchOnnxStatus torchOnnxConversionRun(
    TorchOnnxConversion *conversion,
    void (*onMessage)(const TorchOnnxMessage *message, void *user), void *user);

/* Where the bytes of the weights go: --weights of the tool. */
typedef enum TorchOnnxWeights
#ifdef __cplusplus
    : int /* Any number that a caller passes is a value, and can be refused. */
#endif
{ TORCH_ONNX_WEIGHTS_AUTO = 0,
  TORCH_ONNX_WEIGHTS_INLINE = 1,
  TORCH_ONNX_WEIGHTS_EXTERNAL = 2,
  TORCH_ONNX_WEIGHTS_REFERENCE = 3 } TorchOnnxWeights;

/* Writes the model of a run that succeeded to a file, any number of times.
 * Tensors of at most `threshold` bytes are in the model in any case (1024 is
 * the default of the tool). TORCH_ONNX_FAILED if there is no model, if it
 * cannot be written or if the checker refuses it; a message says why. */
TORCH_ONNX_C_API TorchOnnxStatus
torchOnnxConversionSave(TorchOnnxConversion *conversion, const char *path,
                        TorchOnnxWeights weights, size_t threshold);

/* Stops a torchOnnxConversionRun() or torchOnnxConversionSave() that another
 * thread is in: it fails within the time that one pass or some megabytes take,
 * and nothing is written. Does nothing if there is none, or if the files have
 * got their names already. What was converted can be saved again; a run that
 * was stopped has no model. */
TORCH_ONNX_C_API void torchOnnxConversionStop(TorchOnnxConversion *conversion);

/* Writes the model of a run that succeeded into memory. `data` is set to the
 * bytes of a ModelProto, which are valid until this function is called again
 * or the conversion is destroyed.
 *
 * With TORCH_ONNX_WEIGHTS_REFERENCE each initializer of more than `threshold`
 * bytes is external data. Of one that is a piece of a storage of
 * torchOnnxConversionSetProgram() the `location` is the name of the storage; of
 * any other it is one that torchOnnxConversionReadWeight() takes.
 * TORCH_ONNX_WEIGHTS_EXTERNAL fails: there is no file. A model of 2 GB or more
 * cannot be in one piece, and fails. */
TORCH_ONNX_C_API TorchOnnxStatus torchOnnxConversionSerialize(
    TorchOnnxConversion *conversion, TorchOnnxWeights weights, size_t threshold,
    const char **data, size_t *size);

/* Writes the bytes of an initializer, by the `location` "computed:N" that
 * torchOnnxConversionSerialize() has given it, to `buffer`, which has `size`
 * bytes, and returns how many they are. Nothing is written if `buffer` is null
 * or `size` is another number. 0 if there is no such location, or if the bytes
 * cannot be read; a message then says why. */
TORCH_ONNX_C_API size_t
torchOnnxConversionReadWeight(TorchOnnxConversion *conversion,
                              const char *location, void *buffer, size_t size);

/* The converted program as text of MLIR, with locations; null without a run
 * that succeeded. */
TORCH_ONNX_C_API const char *
torchOnnxConversionGetMLIR(TorchOnnxConversion *conversion);

/* All messages so far. */
TORCH_ONNX_C_API size_t
torchOnnxConversionGetNumMessages(const TorchOnnxConversion *conversion);

/* 0 <= index < torchOnnxConversionGetNumMessages(); three empty texts for
 * another index. */
TORCH_ONNX_C_API TorchOnnxMessage torchOnnxConversionGetMessage(
    const TorchOnnxConversion *conversion, size_t index);

/* What was done, in the JSON that --report=FILE.json writes; empty before the
 * run and on wrong usage. Valid until this function is called again. */
TORCH_ONNX_C_API const char *
torchOnnxConversionGetReport(TorchOnnxConversion *conversion);

/* Makes a page of HTML that shows a model and its conversion, as
 * --report=FILE.html does, and hands it to `onText`, in one piece. `report` is
 * the JSON of torchOnnxConversionGetReport(), which may have further stages in
 * front and a text "verification", or null. `model` has the `size` bytes of a
 * ModelProto, whose weights may be external data; null for a page without it.
 * TORCH_ONNX_FAILED if these bytes are no model, or the report is no JSON. */
TORCH_ONNX_C_API TorchOnnxStatus torchOnnxMakePage(
    const char *report, const char *model, size_t size,
    void (*onText)(const char *text, size_t size, void *user), void *user);

/* 1 if the compiler has a conversion of an operator, "aten.add.Tensor", else 0.
 * One that it has may be refused for some arguments. 0 for operators that write
 * to their arguments and for those that PyTorch takes apart: they are replaced
 * by others first. */
TORCH_ONNX_C_API int torchOnnxHasOperator(const char *name);

/* The tool torch-onnx, with the arguments of main(): prints, and returns the
 * exit status. The process is to end with it, and does so for --help, for
 * --version and on signals. */
TORCH_ONNX_C_API int torchOnnxRunTool(int argc, const char *const *argv);

/* The same for the tool of a name: "torch-onnx", "torch-onnx-opt",
 * "torch-onnx-translate", "torch-onnx-reduce" or "torch-onnx-run". -1 if there
 * is none of it. After these, other functions of this interface are not to be
 * called. */
TORCH_ONNX_C_API int torchOnnxRunNamedTool(const char *name, int argc,
                                           const char *const *argv);

#ifdef __cplusplus
}
#endif

#endif /* TORCH_ONNX_C_TORCHONNX_H */
