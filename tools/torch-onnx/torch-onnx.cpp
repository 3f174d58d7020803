//===- torch-onnx.cpp - One model in, one ONNX model out ------------------===//
//
// A conversion of lib/Driver on the command line: what the user sees of it, and
// the exit status.
//
//===----------------------------------------------------------------------===//

#include "Operators.h"

#include "torch-onnx/Driver/CommandLine.h"
#include "torch-onnx/Support/MappedFile.h"

#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"

using namespace torch_onnx;

namespace {
enum ExitCode { kWritten = 0, kFailed = 1, kUsage = 2 };
} // namespace

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  CommandLine line;
  if (llvm::Error error =
          parseCommandLine(llvm::ArrayRef<const char *>(argv, argc), line)) {
    llvm::WithColor::error(llvm::errs(), "torch-onnx")
        << llvm::toString(std::move(error)) << "\n";
    return kUsage;
  }
  if (line.operators) {
    printOperators(*line.operators, llvm::outs());
    return kWritten;
  }
  exitOnLostPages("torch-onnx");
  const DriverOptions &options = line.driver;
  Conversion conversion(options, [](const Report::Message &message) {
    llvm::errs() << message.location << ": " << message.severity << ": "
                 << message.text << "\n";
  });
  bool succeeded = conversion.run();
  const onnx::ExportResult &exported = conversion.getReport().exported;
  if (options.verbose && succeeded)
    llvm::errs() << options.output << ": " << exported.modelBytes << " bytes, "
                 << exported.initializers << " initializers\n";
  // All files are closed, and nothing here reports at the end of a process.
  llvm::outs().flush();
  llvm::sys::Process::Exit(succeeded ? kWritten : kFailed, /*NoCleanup=*/true);
}
