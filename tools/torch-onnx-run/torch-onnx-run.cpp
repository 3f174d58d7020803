//===- torch-onnx-run.cpp - The program around runRunTool() ---------------===//
//
// See lib/Tools.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Tools/Tools.h"

int main(int argc, char **argv) { return torch_onnx::runRunTool(argc, argv); }
