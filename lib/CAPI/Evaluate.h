//===- Evaluate.h - What a converted model computes -------------*- C++ -*-===//
//
// Private to the library: the tensors of torch-onnx-c/TorchEvaluate.h as values
// of the evaluator, and back.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_CAPI_EVALUATE_H
#define TORCH_ONNX_LIB_CAPI_EVALUATE_H

#include "torch-onnx-c/TorchEvaluate.h"

#include "torch-onnx/Driver/Driver.h"

#include "llvm/ADT/ArrayRef.h"

namespace torch_onnx {

/// Evaluates the model of a conversion, which has one, and hands over its
/// outputs. A failure has messages of the conversion already, or is an error of
/// the caller, which is returned.
llvm::Expected<bool> evaluateModel(Conversion &conversion,
                                   llvm::ArrayRef<TorchOnnxTensor> inputs,
                                   StopRequest &stop,
                                   TorchOnnxOnResult onOutput, void *user);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_CAPI_EVALUATE_H
