//===- Tool.h - The tool torch-onnx as a function ---------------*- C++ -*-===//
//
// What the program torch-onnx does, for main() and for those that have the
// compiler as a library.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DRIVER_TOOL_H
#define TORCH_ONNX_DRIVER_TOOL_H

namespace torch_onnx {

/// Runs the tool: reads the command line, converts, prints what there is to
/// say, and returns the exit status. To be called once in a process, which ends
/// with it: a signal or a page of the input that is lost ends the process, and
/// so do --help and --version.
int runTool(int argc, const char *const *argv);

} // namespace torch_onnx

#endif // TORCH_ONNX_DRIVER_TOOL_H
