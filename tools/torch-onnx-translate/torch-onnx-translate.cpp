//===- torch-onnx-translate.cpp - The program around runTranslateTool() ---===//
//
// See lib/Tools.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Tools/Tools.h"

int main(int argc, char **argv) {
  return torch_onnx::runTranslateTool(argc, argv);
}
