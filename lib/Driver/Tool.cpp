//===- Tool.cpp - The tool torch-onnx as a function -----------------------===//
//
// Command-line conversions: printed messages and the exit status.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Driver/Tool.h"

#include "torch-onnx/Driver/CommandLine.h"
#include "torch-onnx/Driver/Operators.h"
#include "torch-onnx/Support/Printable.h"
#include "torch-onnx/Support/ToolFiles.h"

#include "llvm/Support/WithColor.h"

using namespace torch_onnx;

namespace {
enum ExitCode { kWritten = 0, kFailed = 1, kUsage = 2 };
} // namespace

int torch_onnx::runTool(int argc, const char *const *argv) {
  // Never destroyed, to save time at the end of the process.
  auto &line = *new CommandLine;
  if (llvm::Error error =
          parseCommandLine(llvm::ArrayRef<const char *>(argv, argc), line)) {
    llvm::WithColor::error(llvm::errs(), "torch-onnx")
        << getPrintableMessage(llvm::toString(std::move(error))) << "\n";
    return kUsage;
  }
  if (line.operators) {
    printOperators(*line.operators, llvm::outs());
    llvm::outs().flush();
    return kWritten;
  }
  prepareTool("torch-onnx");
  const DriverOptions &options = line.driver;
  auto &conversion =
      *new Conversion(options, [](const Report::Message &message) {
        llvm::errs() << message.location << ": " << message.severity << ": "
                     << message.text << "\n";
      });
  bool succeeded = conversion.run();
  const onnx::ExportResult &exported = conversion.getReport().exported;
  if (options.verbose && succeeded)
    llvm::errs() << getPrintable(options.output) << ": " << exported.modelBytes
                 << " bytes, " << exported.initializers << " initializers\n";
  llvm::outs().flush();
  return succeeded ? kWritten : kFailed;
}
