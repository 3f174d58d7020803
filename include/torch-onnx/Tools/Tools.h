//===- Tools.h - The tools as functions -------------------------*- C++ -*-===//
//
// The programs of these names, for their main() and for users of the compiler
// as a library. Each may be called once in a process and returns the exit
// status. It may also end the process: on --help, wrong usage, a signal, or if
// a page of an input is lost.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_TOOLS_TOOLS_H
#define TORCH_ONNX_TOOLS_TOOLS_H

namespace torch_onnx {

/// torch-onnx-opt: passes over MLIR text.
int runOptTool(int argc, char **argv);
/// torch-onnx-translate: one translation between files and MLIR text.
int runTranslateTool(int argc, char **argv);
/// torch-onnx-reduce: makes a failing model small.
int runReduceTool(int argc, char **argv);
/// torch-onnx-run: runs a model by the reference evaluator.
int runRunTool(int argc, char **argv);

} // namespace torch_onnx

#endif // TORCH_ONNX_TOOLS_TOOLS_H
