//===- header.c - The header of the C interface is C ----------------------===//
//
// TorchONNXTest.cpp calls it.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx-c/TorchEvaluate.h"
#include "torch-onnx-c/TorchONNX.h"
#include "torch-onnx-c/TorchServices.h"

int getApiVersionInC(void) {
  return torchOnnxGetApiVersion() == TORCH_ONNX_C_API_VERSION;
}
