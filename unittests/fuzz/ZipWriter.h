//===- ZipWriter.h - The smallest zip archives ------------------*- C++ -*-===//
//
// Wraps what a test or a fuzzer made into an archive in memory.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_UNITTESTS_FUZZ_ZIPWRITER_H
#define TORCH_ONNX_UNITTESTS_FUZZ_ZIPWRITER_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace torch_onnx {

/// A stored archive. Its checksums are 0: readers of models do not look at them.
class ZipWriter {
public:
  void add(llvm::StringRef name, llvm::StringRef content) {
    size_t at = file.size();
    put(file, 0x04034b50, 4);
    header(file, name, content);
    file += name;
    file += content;
    put(directory, 0x02014b50, 4);
    put(directory, 20, 2);
    header(directory, name, content);
    put(directory, 0, 10); // Comment, disk, attributes.
    put(directory, at, 4);
    directory += name;
    ++count;
  }

  std::string finish() {
    size_t at = file.size();
    file += directory;
    put(file, 0x06054b50, 4);
    put(file, 0, 4);
    put(file, count, 2);
    put(file, count, 2);
    put(file, directory.size(), 4);
    put(file, at, 4);
    put(file, 0, 2);
    return std::move(file);
  }

private:
  static void put(std::string &text, uint64_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i)
      text += i < 8 ? char(value >> (8 * i)) : '\0';
  }

  /// What both kinds of headers have alike.
  static void header(std::string &text, llvm::StringRef name, llvm::StringRef content) {
    put(text, 20, 2);
    put(text, 0, 12); // Flags, method, time, date, CRC-32.
    put(text, content.size(), 4);
    put(text, content.size(), 4);
    put(text, name.size(), 2);
    put(text, 0, 2);
  }

  std::string file, directory;
  unsigned count = 0;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_UNITTESTS_FUZZ_ZIPWRITER_H
