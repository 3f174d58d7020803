//===- Tools.h - The tools around the compiler as functions -----*- C++ -*-===//
//
// What the programs of these names do, for their main() and for those that have
// the compiler as a library. Each is to be called once in a process, which ends
// with the exit status that is returned, or earlier: for --help, for wrong
// usage, on a signal, and when a page of an input is lost.
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
