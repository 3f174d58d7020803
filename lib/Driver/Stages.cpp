//===- Stages.cpp - The program after each pass, as text ------------------===//
//
// See Stages.h.
//
//===----------------------------------------------------------------------===//

#include "Stages.h"

#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"
#include "torch-onnx/Dialect/Weight/IR/WeightStore.h"
#include "torch-onnx/Support/ToolFiles.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

using namespace mlir;
using namespace torch_onnx;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static std::string getPath(const DriverOptions &options, const Twine &name) {
  SmallString<256> path(options.stagesPath);
  path::append(path, name);
  return path.str().str();
}

llvm::Error torch_onnx::prepareStages(const DriverOptions &options) {
  if (std::error_code error = fs::create_directories(options.stagesPath))
    return llvm::createStringError("cannot make '" + options.stagesPath +
                                   "': " + error.message());
  if (llvm::Error error = AtomicFile::check(getPath(options, "01-read.mlir")))
    return error;
  // The names of the stages are not known in advance; an input with a name like
  // one could be replaced midway.
  StringRef name = path::filename(options.input);
  StringRef folder = path::parent_path(options.input);
  bool isSameFolder = false;
  if (fs::equivalent(folder.empty() ? "." : folder, options.stagesPath,
                     isSameFolder))
    isSameFolder = false;
  if (isSameFolder && name.size() > 3 && llvm::isDigit(name[0]) &&
      llvm::isDigit(name[1]) && name.ends_with(".mlir"))
    return llvm::createStringError(
        options.input + ": is a stage in the folder of --save-stages, which "
                        "would overwrite it; choose another folder");
  return llvm::Error::success();
}

/// Hard-links a file of weights into the folder of stages, which needs no
/// space, or copies it if linking fails.
static llvm::Error linkOrCopy(const MappedFile &file, const std::string &to) {
  std::string from = "/proc/self/fd/" + std::to_string(file.fd());
  if (::linkat(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(),
               AT_SYMLINK_FOLLOW) == 0)
    return llvm::Error::success();
  auto copy = AtomicFile::create(to);
  if (!copy)
    return copy.takeError();
  (*copy)->copyRange(file, 0, file.bytes().size());
  return (*copy)->commit();
}

llvm::Error torch_onnx::linkWeights(const DriverOptions &options,
                                    ModuleOp module) {
  llvm::StringSet<> seen;
  SmallVector<std::string> names;
  AttrTypeWalker walker;
  walker.addWalk([&](weight::FileAttr attr) {
    if (seen.insert(attr.getFile()).second)
      names.push_back(attr.getFile().str());
  });
  module.walk([&](Operation *op) {
    for (NamedAttribute attr : op->getAttrs())
      walker.walk(attr.getValue());
  });
  for (const std::string &name : names) {
    auto file = weight::getWeightStore(module.getContext()).open(name);
    // Writing a stage does not read weights; a missing file is reported when
    // its bytes are needed.
    if (!file) {
      llvm::consumeError(file.takeError());
      continue;
    }
    std::string to = getPath(options, name);
    if (std::error_code error = fs::create_directories(path::parent_path(to)))
      return llvm::createStringError("cannot make the folder of '" + to +
                                     "': " + error.message());
    // An earlier run may have left a link to it.
    fs::file_status before, now;
    if (!fs::status(to, before)) {
      if (!fs::status((*file)->fd(), now) && fs::equivalent(before, now))
        continue;
      return llvm::createStringError(
          to + ": is another file than '" + (*file)->path() +
          "', whose weights the stages need under this name; remove it or "
          "choose another folder");
    }
    if (llvm::Error error = linkOrCopy(**file, to))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error torch_onnx::saveStage(const DriverOptions &options, size_t number,
                                  StringRef name, ModuleOp module) {
  std::string path;
  llvm::raw_string_ostream(path)
      << llvm::format("%02u-", static_cast<unsigned>(number)) << name
      << ".mlir";
  auto output = ToolOutput::open(getPath(options, path));
  if (!output)
    return output.takeError();
  module->print(**output, OpPrintingFlags().enableDebugInfo().useLocalScope());
  **output << "\n";
  return (*output)->commit();
}
