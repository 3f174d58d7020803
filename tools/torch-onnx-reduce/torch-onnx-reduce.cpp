//===- torch-onnx-reduce.cpp - The program around runReduceTool() ---------===//
//
// See lib/Tools.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Tools/Tools.h"

int main(int argc, char **argv) {
  return torch_onnx::runReduceTool(argc, argv);
}
