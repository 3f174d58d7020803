//===- TorchServices.h - What the compiler asks of PyTorch --------*- C -*-===//
//
// The compiler uses PyTorch to compute operators on constants and to decompose
// operators. For both it loads a plug-in, which is built for one minor version
// of LibTorch. A host with PyTorch in its process, such as the Python package,
// can provide the two functions instead; the plug-in is then only needed for
// TorchScript. If the plug-in can be loaded, it is preferred, because it is
// faster.
//
// The data of an argument lives until the call returns, the data passed to a
// callback until the callback returns. Text need not end with a NUL byte. No
// exception may cross the interface.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_C_TORCHSERVICES_H
#define TORCH_ONNX_C_TORCHSERVICES_H

#include "torch-onnx-c/TorchONNX.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A tensor in host memory; a bool element is one byte, 0 or 1. */
typedef struct {
  /* The number of the dtype in c10/core/ScalarType.h. */
  int32_t dtype;
  uint32_t rank;
  /* `rank` sizes and strides; strides count elements. Null strides mean
   * row-major. Results are always row-major. */
  const int64_t *sizes;
  const int64_t *strides;
  /* The first element. Must not be written to. May be null if there are no
   * elements. */
  const void *data;
  /* Null, or `rank` flags, 0 or 1. If a flag is 1, the size is the number of an
   * expression in the compiler, as in TorchOnnxSize. */
  const unsigned char *isSymbolic;
} TorchOnnxTensor;

typedef enum {
  TORCH_ONNX_NONE = 0,
  TORCH_ONNX_INT = 1,           /* integer */
  TORCH_ONNX_DOUBLE = 2,        /* real */
  TORCH_ONNX_BOOL = 3,          /* integer, 0 or 1 */
  TORCH_ONNX_COMPLEX = 4,       /* real, imaginary */
  TORCH_ONNX_STRING = 5,        /* text, size */
  TORCH_ONNX_DTYPE = 6,         /* integer, as TorchOnnxTensor.dtype */
  TORCH_ONNX_LAYOUT = 7,        /* text: "strided" */
  TORCH_ONNX_DEVICE = 8,        /* text: "cpu" */
  TORCH_ONNX_MEMORY_FORMAT = 9, /* text: "contiguous_format" */
  TORCH_ONNX_TENSOR = 10,       /* tensor; integer: see TorchOnnxRecorder */
  TORCH_ONNX_SYM_INT = 11,      /* integer, the number of an expression */
  TORCH_ONNX_LIST = 12          /* elements, size */
} TorchOnnxTag;

typedef struct TorchOnnxValue {
  /* A TorchOnnxTag. */
  uint32_t tag;
  int64_t integer;
  double real, imaginary;
  const char *text;
  const TorchOnnxTensor *tensor;
  const struct TorchOnnxValue *elements;
  size_t size;
} TorchOnnxValue;

/* Receives result `index`: none, an integer, a real number, a bool, a tensor or
 * a list of them. */
typedef void (*TorchOnnxOnResult)(void *user, size_t index,
                                  const TorchOnnxValue *result);
/* Receives the reason of a failure, or a requested text. */
typedef void (*TorchOnnxOnText)(void *user, const char *text, size_t size);

/* An integer, or the number that the compiler has given to an expression. */
typedef struct {
  int64_t value;
  unsigned char isSymbolic;
} TorchOnnxSize;

/* The functions of the compiler that receive a decomposition. Each is called
 * with `user`. A tensor of the compiler has its number in `integer`, its dtype
 * and sizes in `tensor`, and no data. A constant made by PyTorch has data and
 * the number -1. */
typedef struct {
  void *user;
  /* Returns 1 if calls of this operator are recorded even though PyTorch can
   * decompose it. */
  int (*isWanted)(void *user, const char *name, size_t nameSize);
  /* Records an inner call. The arguments are complete and in schema order. If
   * the operator writes to its first argument, its result is the new value of
   * that argument, with the same dtype and sizes.
   *
   * Returns 1 after one `onResult` for each result, or 0 after `onError`. */
  int (*record)(void *user, const char *name, size_t nameSize,
                const TorchOnnxValue *args, size_t numArgs,
                TorchOnnxOnResult onResult, TorchOnnxOnText onError,
                void *resultUser);
  /* Returns the number of a new expression, about which nothing need be known.
   * `operation`: 0 addition, 1 subtraction, 2 multiplication, 3 floor division,
   * 4 remainder, 5 minimum, 6 maximum. */
  TorchOnnxSize (*combine)(void *user, uint32_t operation, TorchOnnxSize lhs,
                           TorchOnnxSize rhs);
  /* `comparison`: 0 equal, 1 less, 2 less or equal. Returns 1 if it holds for
   * all sizes that the program allows, 0 if it holds for none, else 2. */
  int32_t (*compare)(void *user, uint32_t comparison, TorchOnnxSize lhs,
                     TorchOnnxSize rhs);
  /* Passes the text of an expression to `onText`, for messages. */
  void (*print)(void *user, TorchOnnxSize size, TorchOnnxOnText onText,
                void *textUser);
} TorchOnnxRecorder;

/* The functions of a host. Both are called with `user`, on any thread, and for
 * each conversion by one thread at a time. */
typedef struct {
  void *user;
  /* The version of PyTorch, "2.14.1": for messages. */
  const char *torchVersion;
  /* Runs `name` (namespace, operator and overload: "aten.add.Tensor") on
   * arguments in schema order. Omitted trailing arguments take their defaults.
   * A number is accepted for a tensor.
   *
   * Returns 1 after one `onResult` for each result. Returns 0 after one
   * `onError` if the operator does not exist, throws, or must not be folded.
   * An operator must not be folded if it writes to an argument, draws random
   * numbers, returns uninitialized memory, or has a result that is neither a
   * dense tensor nor a number. */
  int (*evaluate)(void *user, const char *name, size_t nameSize,
                  const TorchOnnxValue *args, size_t numArgs,
                  TorchOnnxOnResult onResult, TorchOnnxOnText onError,
                  void *resultUser);
  /* Runs the composite kernel of `name` on tensors without data, and passes
   * each operator call of the kernel to `recorder`.
   *
   * Returns 1 after one `onResult` for each result, which is a constant or a
   * value numbered by the compiler. Returns 0 after one `onError` if there is
   * no such kernel, or if the kernel throws, reads elements, branches on an
   * unknown size, or makes a write that cannot be expressed as a new value.
   * Calls recorded until then are void. */
  int (*decompose)(void *user, const char *name, size_t nameSize,
                   const TorchOnnxValue *args, size_t numArgs,
                   const TorchOnnxRecorder *recorder,
                   TorchOnnxOnResult onResult, TorchOnnxOnText onError,
                   void *resultUser);
} TorchOnnxTorchServices;

/* Sets the functions that conversions of this process use if the plug-in cannot
 * be loaded; null removes them. The struct is copied. The memory that it points
 * to is not copied and must stay. Must not be called while a conversion runs.
 * Returns TORCH_ONNX_FAILED if a function or the version is null. */
TORCH_ONNX_C_API TorchOnnxStatus
torchOnnxSetTorchServices(const TorchOnnxTorchServices *services);

#ifdef __cplusplus
}
#endif

#endif /* TORCH_ONNX_C_TORCHSERVICES_H */
