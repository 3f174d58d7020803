//===- ToolFiles.h - Input and output files of tools ------------*- C++ -*-===//
//
// Input and output files of command lines, with "-" for the standard streams.
// Outputs are atomic and never replace an input.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_SUPPORT_TOOLFILES_H
#define TORCH_ONNX_SUPPORT_TOOLFILES_H

#include "torch-onnx/Support/AtomicFile.h"
#include "torch-onnx/Support/MappedFile.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <memory>
#include <string>

namespace torch_onnx {

/// An input file or the standard input. During its lifetime, no AtomicFile
/// replaces the file.
class ToolInput {
public:
  static llvm::Expected<ToolInput> open(llvm::StringRef path);

  /// Returns the contents, followed by a NUL byte. Call it once; valid during
  /// the lifetime of this object.
  std::unique_ptr<llvm::MemoryBuffer> takeBuffer() { return std::move(buffer); }
  /// Null for the standard input.
  const MappedFile *file() const { return mapped.get(); }
  /// The same with shared ownership.
  std::shared_ptr<const MappedFile> share() const { return mapped; }
  /// The folder of the file, which weight file names in a text are relative to;
  /// the current folder for the standard input.
  std::string folder() const;

private:
  std::shared_ptr<const MappedFile> mapped;
  std::unique_ptr<llvm::MemoryBuffer> buffer;
};

/// A file or the standard output.
class ToolOutput : public llvm::raw_ostream {
public:
  static llvm::Expected<std::unique_ptr<ToolOutput>> open(llvm::StringRef path);
  ~ToolOutput() override { flush(); }

  /// Publishes the file. Without this call no file appears.
  llvm::Error commit();

private:
  explicit ToolOutput(std::unique_ptr<AtomicFile> file)
      : raw_ostream(/*unbuffered=*/true), file(std::move(file)) {}
  void write_impl(const char *bytes, size_t size) override;
  uint64_t current_pos() const override {
    return file ? file->tell() : llvm::outs().tell();
  }

  /// Null for the standard output.
  std::unique_ptr<AtomicFile> file;
};

/// Called by the main() of a tool after llvm::InitLLVM. Lost pages of inputs
/// (exitOnLostPages), exhausted memory and exceeded processor time become a
/// message and exit status 1. Exceeding the file size limit becomes a write
/// error.
void prepareTool(llvm::StringRef tool);

/// Prints an error of the tool, escaped. Returns EXIT_FAILURE.
int failTool(const llvm::Twine &message);
int failTool(llvm::Error error);

/// Hides all options registered so far from --help: the options of LLVM's
/// libraries have no use here. Call it before a tool registers its options.
void hideForeignOptions();

/// Parses the options of a tool, and reports wrong usage on stderr, escaped.
/// Returns false on wrong usage. LLVM's parsers print a refused value without
/// escapes, so options with unprintable characters are refused first.
bool parseToolOptions(llvm::ArrayRef<const char *> arguments,
                      llvm::StringRef header);

} // namespace torch_onnx

#endif // TORCH_ONNX_SUPPORT_TOOLFILES_H
