//===- ToolFiles.cpp - Input and output files of tools --------------------===//
//
// See ToolFiles.h.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Support/ToolFiles.h"

#include "torch-onnx/Support/Printable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/WithColor.h"

#include <csignal>
#include <unistd.h>

using namespace torch_onnx;

llvm::Expected<ToolInput> ToolInput::open(llvm::StringRef path) {
  ToolInput input;
  if (path == "-") {
    auto buffer = llvm::MemoryBuffer::getSTDIN();
    if (!buffer)
      return llvm::createStringError("cannot read the standard input: " +
                                     buffer.getError().message());
    input.buffer = std::move(*buffer);
    return input;
  }
  auto file = MappedFile::open(path);
  if (!file)
    return file.takeError();
  input.mapped = std::move(*file);
  llvm::ArrayRef<char> bytes = input.mapped->bytes();
  llvm::StringRef text(bytes.data(), bytes.size());
  // The last page is zero beyond the end of the file.
  if (bytes.size() % AtomicFile::pageSize)
    input.buffer = llvm::MemoryBuffer::getMemBuffer(text, path);
  else
    input.buffer = llvm::MemoryBuffer::getMemBufferCopy(text, path);
  return input;
}

std::string ToolInput::folder() const {
  if (!mapped)
    return ".";
  llvm::StringRef parent = llvm::sys::path::parent_path(mapped->path());
  return parent.empty() ? "." : parent.str();
}

llvm::Expected<std::unique_ptr<ToolOutput>>
ToolOutput::open(llvm::StringRef path) {
  if (path == "-")
    return std::unique_ptr<ToolOutput>(new ToolOutput(nullptr));
  auto file = AtomicFile::create(path);
  if (!file)
    return file.takeError();
  return std::unique_ptr<ToolOutput>(new ToolOutput(std::move(*file)));
}

void ToolOutput::write_impl(const char *bytes, size_t size) {
  if (file)
    file->write(llvm::ArrayRef<char>(bytes, size));
  else
    llvm::outs().write(bytes, size);
}

llvm::Error ToolOutput::commit() {
  flush();
  if (llvm::Error error = MappedFile::checkInputsUnchanged())
    return error;
  if (file)
    return file->commit();
  llvm::outs().flush();
  if (llvm::outs().has_error()) {
    std::error_code error = llvm::outs().error();
    llvm::outs().clear_error();
    return llvm::createStringError("cannot write to the standard output: " +
                                   error.message());
  }
  return llvm::Error::success();
}

static char preparedTool[64];

/// Must not allocate, and may run in a signal handler.
[[noreturn]] static void endWith(llvm::StringRef message) {
  for (llvm::StringRef piece :
       {llvm::StringRef(preparedTool), llvm::StringRef(": error: "), message})
    (void)!::write(STDERR_FILENO, piece.data(), piece.size());
  // Removes the temporary files.
  llvm::sys::RunInterruptHandlers();
  ::_exit(1);
}

void torch_onnx::prepareTool(llvm::StringRef tool) {
  exitOnLostPages(tool);
  llvm::copy(tool.take_front(sizeof(preparedTool) - 1), preparedTool);
  ::signal(SIGXFSZ, SIG_IGN);
  ::signal(SIGXCPU, [](int) {
    endWith("the limit of processor time is reached (ulimit -t)\n");
  });
  llvm::install_out_of_memory_new_handler();
  llvm::remove_bad_alloc_error_handler();
  llvm::install_bad_alloc_error_handler(
      [](void *, const char *, bool) { endWith("out of memory\n"); });
}

int torch_onnx::failTool(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs(), preparedTool)
      << getPrintableMessage(message) << "\n";
  return EXIT_FAILURE;
}

int torch_onnx::failTool(llvm::Error error) {
  return failTool(llvm::toString(std::move(error)));
}

void torch_onnx::hideForeignOptions() {
  for (auto &entry : llvm::cl::getRegisteredOptions())
    if (entry.first != "help" && entry.first != "version")
      entry.second->setHiddenFlag(llvm::cl::ReallyHidden);
}

bool torch_onnx::parseToolOptions(llvm::ArrayRef<const char *> arguments,
                                  llvm::StringRef header) {
  for (llvm::StringRef text : arguments.drop_front()) {
    size_t offset = 0;
    if (!text.starts_with("-") || findUnprintable(text, offset).empty())
      continue;
    printableErrs() << llvm::sys::path::filename(arguments.front())
                    << ": error: the option '" << getPrintable(text)
                    << "' has a character that a terminal may not show\n";
    return false;
  }
  // LLVM returns on wrong usage only if it is given a stream for errors.
  return llvm::cl::ParseCommandLineOptions(arguments.size(), arguments.data(),
                                           header, &printableErrs());
}
