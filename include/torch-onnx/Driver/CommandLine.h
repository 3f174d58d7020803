//===- CommandLine.h - The command line of torch-onnx -----------*- C++ -*-===//
//
// Parsed and checked: the options that a caller gets hold together.
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
  /// --ops, with the part of names that is asked for: there is no model then.
  std::optional<std::string> operators;
  /// Files that were read for the options: no output replaces them.
  std::vector<ToolInput> inputs;
};

/// Who reads a command line.
enum class CommandLineUse {
  /// A tool: --help and --version print and exit.
  Tool,
  /// A library: what prints is wrong usage, and no output need be named.
  Library,
  /// A library that has the program: it is not named, either.
  LibraryWithProgram,
};

/// Reads the arguments of torch-onnx, the first of which is the name of the
/// program. Wrong usage is an error. Callers on several threads wait for each
/// other.
llvm::Error parseCommandLine(llvm::ArrayRef<const char *> arguments,
                             CommandLine &result,
                             CommandLineUse use = CommandLineUse::Tool);

} // namespace torch_onnx

#endif // TORCH_ONNX_DRIVER_COMMANDLINE_H
