//===- Options.h - The command line of torch-onnx ---------------*- C++ -*-===//
//
// Parsed and checked: what main() gets holds together.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_TOOLS_TORCH_ONNX_OPTIONS_H
#define TORCH_ONNX_TOOLS_TORCH_ONNX_OPTIONS_H

#include "torch-onnx/Pipelines/Pipelines.h"
#include "torch-onnx/Target/ONNX/Export.h"

#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>
#include <string>

namespace torch_onnx {

struct DriverOptions {
  std::string input, output;
  /// Which model of the archive; empty when it holds only one.
  std::string model;
  PipelineOptions pipeline;
  onnx::ExportOptions exporter;
  std::string reportPath;
  std::string stagesPath;
  bool verbose = false;
  /// --ops, with the part of names that is asked for: there is no model then.
  std::optional<std::string> operators;
};

enum class CommandLine {
  Run,
  /// Wrong usage; it has been said on stderr.
  UsageError
};

/// Exits by itself for --help and --version.
CommandLine parseOptions(int argc, char **argv, DriverOptions &options);

} // namespace torch_onnx

#endif // TORCH_ONNX_TOOLS_TORCH_ONNX_OPTIONS_H
