//===- CommandLine.h - The command line of torch-onnx -----------*- C++ -*-===//
//
// Options are parsed and checked for consistency.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DRIVER_COMMANDLINE_H
#define TORCH_ONNX_DRIVER_COMMANDLINE_H

#include "torch-onnx/Driver/Driver.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace torch_onnx {

struct CommandLine {
  DriverOptions driver;
  /// The name filter of --ops. If it is set, no model is given.
  std::optional<std::string> operators;
  /// Files that were read for the options. No output may replace them.
  std::vector<ToolInput> inputs;
};

/// The caller that reads a command line.
enum class CommandLineUse {
  /// A tool: --help and --version print and exit.
  Tool,
  /// A library: options that print are usage errors, and the output is
  /// optional.
  Library,
  /// A library with a program in memory: naming a model is also a usage error.
  LibraryWithProgram,
};

/// Parses the arguments of torch-onnx, the first of which is the program name.
/// Wrong usage is an error. Threads that call this at the same time wait for
/// each other.
llvm::Error parseCommandLine(llvm::ArrayRef<const char *> arguments,
                             CommandLine &result,
                             CommandLineUse use = CommandLineUse::Tool);

} // namespace torch_onnx

#endif // TORCH_ONNX_DRIVER_COMMANDLINE_H
