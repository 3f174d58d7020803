//===- Evaluate.h - Evaluation of a converted model -------------*- C++ -*-===//
//
// Private to the library: converts between the tensors of
// torch-onnx-c/TorchEvaluate.h and the values of the evaluator.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_CAPI_EVALUATE_H
#define TORCH_ONNX_LIB_CAPI_EVALUATE_H

#include "torch-onnx-c/TorchEvaluate.h"

#include "torch-onnx/Driver/Driver.h"

#include "llvm/ADT/ArrayRef.h"

namespace torch_onnx {

/// Evaluates the model of a successful conversion and passes its outputs to
/// `onOutput`. Returns false if the evaluation failed and the conversion has a
/// message, or an error in the arguments of the caller.
llvm::Expected<bool> evaluateModel(Conversion &conversion,
                                   llvm::ArrayRef<TorchOnnxTensor> inputs,
                                   StopRequest &stop,
                                   TorchOnnxOnResult onOutput, void *user);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_CAPI_EVALUATE_H
