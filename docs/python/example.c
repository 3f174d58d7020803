//===- example.c - A program that converts a model through C --------------===//
//
// usage: example MODEL.pt2 MODEL.onnx
//
// Converts a program that torch.export.save has written, prints what the
// compiler says, and writes the model: the example of docs/python/FromC.md.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx-c/TorchONNX.h"

#include <stdio.h>

static void printMessage(const TorchOnnxMessage *message, void *user) {
  fprintf((FILE *)user, "%s: %s: %s\n", message->location, message->severity,
          message->text);
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: %s MODEL.pt2 MODEL.onnx\n", argv[0]);
    return TORCH_ONNX_USAGE;
  }
  if (torchOnnxGetApiVersion() < TORCH_ONNX_C_API_VERSION) {
    fprintf(stderr, "the library is older than the header\n");
    return TORCH_ONNX_FAILED;
  }

  const char *arguments[] = {argv[1], "--opset=18"};
  TorchOnnxConversion *conversion = torchOnnxConversionCreate(arguments, 2);
  TorchOnnxStatus status =
      torchOnnxConversionRun(conversion, printMessage, stderr);

  if (status == TORCH_ONNX_WRITTEN) {
    size_t known = torchOnnxConversionGetNumMessages(conversion);
    status = torchOnnxConversionSave(conversion, argv[2],
                                     TORCH_ONNX_WEIGHTS_AUTO, 1024);
    size_t count = torchOnnxConversionGetNumMessages(conversion);
    for (size_t i = known; i < count; ++i) {
      TorchOnnxMessage message = torchOnnxConversionGetMessage(conversion, i);
      printMessage(&message, stderr);
    }
  }
  if (status == TORCH_ONNX_WRITTEN)
    printf("%s: written by torch-onnx %s\n", argv[2], torchOnnxGetVersion());

  torchOnnxConversionDestroy(conversion);
  return status;
}
