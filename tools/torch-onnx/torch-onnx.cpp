//===- torch-onnx.cpp - One model in, one ONNX model out ------------------===//
//
// The program around runTool() of lib/Driver.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Driver/Tool.h"

#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Process.h"

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  int status = torch_onnx::runTool(argc, argv);
  // All files are closed, and nothing here reports at the end of a process.
  llvm::sys::Process::Exit(status, /*NoCleanup=*/true);
}
