//===- TemporaryFolder.h - A folder for the files of a test -----*- C++ -*-===//
//
// Removed with everything in it at the end of the test.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_UNITTESTS_SUPPORT_TEMPORARYFOLDER_H
#define TORCH_ONNX_UNITTESTS_SUPPORT_TEMPORARYFOLDER_H

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace torch_onnx {

class TemporaryFolder {
public:
  TemporaryFolder() {
    llvm::SmallString<128> folder;
    if (llvm::sys::fs::createUniqueDirectory("torch-onnx-test", folder))
      llvm::report_fatal_error("no temporary folder");
    // Some temporary folders are behind symbolic links.
    llvm::SmallString<128> real;
    llvm::sys::fs::real_path(folder, real);
    root = real.str().str();
  }
  ~TemporaryFolder() { llvm::sys::fs::remove_directories(root); }

  std::string path(llvm::StringRef name = "") const {
    llvm::SmallString<128> full(root);
    llvm::sys::path::append(full, name);
    return full.str().str();
  }
  std::string write(llvm::StringRef name, llvm::StringRef content) const {
    std::error_code code;
    llvm::raw_fd_ostream(path(name), code) << content;
    return path(name);
  }
  std::string read(llvm::StringRef name) const {
    auto buffer = llvm::MemoryBuffer::getFile(path(name));
    return buffer ? (*buffer)->getBuffer().str() : "<no file>";
  }
  /// Names of all files in the folder.
  std::vector<std::string> list() const {
    std::vector<std::string> names;
    std::error_code code;
    for (llvm::sys::fs::directory_iterator it(root, code), end;
         it != end && !code; it.increment(code))
      names.push_back(llvm::sys::path::filename(it->path()).str());
    llvm::sort(names);
    return names;
  }

private:
  std::string root;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_UNITTESTS_SUPPORT_TEMPORARYFOLDER_H
