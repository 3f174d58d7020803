//===- TorchEvaluate.h - Evaluation of a converted model ----------*- C -*-===//
//
// The reference evaluator of the compiler runs the model of a conversion,
// without a runtime. It is slow, and as exact as the element types allow. Its
// results show whether the runtime or the model causes a wrong number.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_C_TORCHEVALUATE_H
#define TORCH_ONNX_C_TORCHEVALUATE_H

#include "torch-onnx-c/TorchServices.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Evaluates the model of a run that succeeded. `inputs` are those of the model,
 * in order and row-major: `strides` and `isSymbolic` are null. An input with an
 * initializer may be missing at the end. `onOutput` is called with `user` and
 * with each output, in order: a tensor, a list of them where the output is a
 * sequence, or none. It receives nothing if the evaluation fails.
 *
 * The function that torchOnnxConversionSetPoll() sets is called between
 * operations, and torchOnnxConversionStop() stops the evaluation. Any number of
 * calls is allowed. TORCH_ONNX_FAILED if there is no model, if the inputs are
 * not those of the model, or if an operation cannot be evaluated; a message
 * says why. */
TORCH_ONNX_C_API TorchOnnxStatus torchOnnxConversionEvaluate(
    TorchOnnxConversion *conversion, const TorchOnnxTensor *inputs,
    size_t inputCount, TorchOnnxOnResult onOutput, void *user);

#ifdef __cplusplus
}
#endif

#endif /* TORCH_ONNX_C_TORCHEVALUATE_H */
