//===- ToolFiles.h - What a tool reads and writes ---------------*- C++ -*-===//
//
// Input and output as command lines name them, "-" for the standard streams.
// Outputs appear whole or not at all and never replace an input.
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

/// A file or the standard input. While it lives, no AtomicFile replaces the
/// file.
class ToolInput {
public:
  static llvm::Expected<ToolInput> open(llvm::StringRef path);

  /// The contents, which end with a NUL byte behind the last one. To be called
  /// once; valid while this object lives.
  std::unique_ptr<llvm::MemoryBuffer> takeBuffer() { return std::move(buffer); }
  /// Null for the standard input.
  const MappedFile *file() const { return mapped.get(); }
  /// The same for an owner that outlives this object.
  std::shared_ptr<const MappedFile> share() const { return mapped; }
  /// The folder of the file, in which the names of weights in a text are
  /// resolved; the current one for the standard input.
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

  /// Gives the file its name. Without it nothing appears.
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

/// What the main() of a tool calls after llvm::InitLLVM, with its name: lost
/// pages of inputs (exitOnLostPages), the end of memory and the end of the
/// processor time that is allowed become a message and exit status 1; a file
/// that would exceed the allowed size becomes an error of the write.
void prepareTool(llvm::StringRef tool);

/// Hides all options that are registered so far from --help: those of LLVM's
/// own libraries, which mean nothing here. To be called before a tool registers
/// its options.
void hideForeignOptions();

/// Parses the options of a tool, and reports wrong usage on stderr, escaped.
/// Returns false on wrong usage. LLVM's parsers of values print what they
/// refuse as it is, so options with unprintable characters are refused.
bool parseToolOptions(llvm::ArrayRef<const char *> arguments,
                      llvm::StringRef header);

} // namespace torch_onnx

#endif // TORCH_ONNX_SUPPORT_TOOLFILES_H
