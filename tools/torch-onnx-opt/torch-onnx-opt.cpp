//===- torch-onnx-opt.cpp - The program around runOptTool() ---------------===//
//
// See lib/Tools.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Tools/Tools.h"

int main(int argc, char **argv) { return torch_onnx::runOptTool(argc, argv); }
