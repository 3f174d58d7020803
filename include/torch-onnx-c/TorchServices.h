//===- TorchServices.h - What the compiler asks of PyTorch --------*- C -*-===//
//
// The compiler asks PyTorch to compute operators on constants, and how it
// expresses an operator by others. It loads a plug-in over LibTorch for that,
// which belongs to one minor version. A host that has PyTorch in its process,
// such as the Python package, can answer instead: then the plug-in is needed
// for TorchScript only. The plug-in is asked where it can be loaded, as it is
// quicker.
//
// What an argument points to lives until the call returns, and what a callback
// is given until the callback returns. Text need not end with a NUL byte. No
// exception may cross.
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
  /* The first element; not to be written. May be null when there is none. */
  const void *data;
  /* Null, or `rank` flags, 0 or 1. Where one is set, the size is the number of
   * an expression of the compiler's, as in TorchOnnxSize. */
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
/* Receives the reason of a failure, or the text that was asked for. */
typedef void (*TorchOnnxOnText)(void *user, const char *text, size_t size);

/* An integer, or the number that the compiler has given to an expression. */
typedef struct {
  int64_t value;
  unsigned char isSymbolic;
} TorchOnnxSize;

/* What a decomposition is handed to: the functions of the compiler, each of
 * which is called with `user`. A tensor of the compiler's has its number in
 * `integer`, its dtype and sizes in `tensor`, and no data. A constant that
 * PyTorch made has data, and -1 for a number. */
typedef struct {
  void *user;
  /* 1 when a call of this operator is to be recorded although PyTorch could
   * express it by others. */
  int (*isWanted)(void *user, const char *name, size_t nameSize);
  /* An inner call, arguments complete and in the order of the schema. When the
   * operator writes to its first argument, its result is the new value of that
   * argument, in the dtype and of the sizes that it had.
   *
   * Returns 1 after one `onResult` for each result, or 0 after `onError`. */
  int (*record)(void *user, const char *name, size_t nameSize,
                const TorchOnnxValue *args, size_t numArgs,
                TorchOnnxOnResult onResult, TorchOnnxOnText onError,
                void *resultUser);
  /* The number of a new expression, possibly of one that nothing is known of.
   * `operation`: 0 addition, 1 subtraction, 2 multiplication, 3 floor division,
   * 4 remainder, 5 minimum, 6 maximum. */
  TorchOnnxSize (*combine)(void *user, uint32_t operation, TorchOnnxSize lhs,
                           TorchOnnxSize rhs);
  /* `comparison`: 0 equal, 1 less, 2 less or equal. 1 where it holds for all
   * sizes that the program allows, 0 where it holds for none, else 2. */
  int32_t (*compare)(void *user, uint32_t comparison, TorchOnnxSize lhs,
                     TorchOnnxSize rhs);
  /* The text of an expression, for messages. */
  void (*print)(void *user, TorchOnnxSize size, TorchOnnxOnText onText,
                void *textUser);
} TorchOnnxRecorder;

/* What a host offers. Both functions are called with `user`, by any thread, and
 * by one at a time for each conversion. */
typedef struct {
  void *user;
  /* The version of PyTorch, "2.14.1": for messages. */
  const char *torchVersion;
  /* Runs `name` (namespace, operator and overload: "aten.add.Tensor") on the
   * arguments, in the order of the schema; missing trailing ones take their
   * defaults. A number is accepted for a tensor.
   *
   * Returns 1 after one `onResult` for each result. Returns 0 after one
   * `onError` when the operator does not exist, throws, or must not be folded:
   * it writes to an argument, draws random numbers, returns uninitialized
   * memory, or has a result that is not a dense tensor or a number. */
  int (*evaluate)(void *user, const char *name, size_t nameSize,
                  const TorchOnnxValue *args, size_t numArgs,
                  TorchOnnxOnResult onResult, TorchOnnxOnText onError,
                  void *resultUser);
  /* Runs the composite kernel of `name` on tensors without data, and hands each
   * operator that it calls to `recorder`.
   *
   * Returns 1 after one `onResult` for each result: a value that the compiler
   * has given a number to, or a constant. Returns 0 after one `onError`: there
   * is no such kernel, it throws, it reads elements, it writes where that
   * cannot be told from a new value, or its way depends on a size that is not
   * known. Calls recorded until then are void. */
  int (*decompose)(void *user, const char *name, size_t nameSize,
                   const TorchOnnxValue *args, size_t numArgs,
                   const TorchOnnxRecorder *recorder,
                   TorchOnnxOnResult onResult, TorchOnnxOnText onError,
                   void *resultUser);
} TorchOnnxTorchServices;

/* Has conversions of this process ask `services` where the plug-in cannot be
 * loaded. It is copied, but for what it points to, which has to stay; null
 * takes it back. Not to be called while a conversion runs. TORCH_ONNX_FAILED if
 * a function or the version is null. */
TORCH_ONNX_C_API TorchOnnxStatus
torchOnnxSetTorchServices(const TorchOnnxTorchServices *services);

#ifdef __cplusplus
}
#endif

#endif /* TORCH_ONNX_C_TORCHSERVICES_H */
