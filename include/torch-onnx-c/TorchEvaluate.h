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

/* Evaluates the model of a successful run. `inputs` are the inputs of the
 * model, in order. They are row-major: `strides` and `isSymbolic` are null.
 * Trailing inputs that have initializers may be omitted. `onOutput` is called
 * with `user` and with each output, in order: a tensor, a list of tensors for a
 * sequence, or none. It is not called if the evaluation fails.
 *
 * The function set by torchOnnxConversionSetPoll() is called between
 * operations, and torchOnnxConversionStop() stops the evaluation. May be called
 * repeatedly. Returns TORCH_ONNX_FAILED if there is no model, if the inputs do
 * not fit the model, or if an operation cannot be evaluated; a message gives
 * the reason. */
TORCH_ONNX_C_API TorchOnnxStatus torchOnnxConversionEvaluate(
    TorchOnnxConversion *conversion, const TorchOnnxTensor *inputs,
    size_t inputCount, TorchOnnxOnResult onOutput, void *user);

#ifdef __cplusplus
}
#endif

#endif /* TORCH_ONNX_C_TORCHEVALUATE_H */
