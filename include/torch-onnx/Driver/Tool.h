//===- Tool.h - The tool torch-onnx as a function ---------------*- C++ -*-===//
//
// The program torch-onnx, for main() and for users of the compiler as a
// library.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DRIVER_TOOL_H
#define TORCH_ONNX_DRIVER_TOOL_H

namespace torch_onnx {

/// Runs the tool: reads the command line, converts, prints messages, and
/// returns the exit status. May be called once in a process, and may end it: on
/// --help, on --version, on a signal, and if a page of an input is lost.
int runTool(int argc, const char *const *argv);

} // namespace torch_onnx

#endif // TORCH_ONNX_DRIVER_TOOL_H
