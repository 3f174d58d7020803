//===- ModelFiles.cpp - A model and its data, replaced together -----------===//
//
// See ModelFiles.h.
//
//===----------------------------------------------------------------------===//

#include "ModelFiles.h"

#include "torch-onnx/Support/MappedFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <sys/file.h>
#include <thread>
#include <unistd.h>

using namespace torch_onnx;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static constexpr size_t kHashDigits = 16;
static constexpr StringRef kSuffix = ".data";
static constexpr StringRef kStamp = "torch-onnx data ";

template <> llvm::ArrayRef<Choice<DataName>> torch_onnx::getChoices() {
  static constexpr Choice<DataName> kChoices[] = {
      {DataName::Model, "model", "MODEL.onnx.data"},
      {DataName::Hash, "hash",
       "MODEL.onnx.HASH.data, with a hash of the contents"},
  };
  return kChoices;
}

std::string onnx::getHashText(uint64_t hash) {
  return llvm::utohexstr(hash, /*LowerCase=*/true, kHashDigits);
}

std::string onnx::getDataFileName(StringRef modelName, DataName name,
                                  StringRef hash) {
  if (name == DataName::Model)
    return (modelName + kSuffix).str();
  return (modelName + "." + hash + kSuffix).str();
}

std::string onnx::getDataStamp(StringRef hash) {
  return (kStamp + hash + "\n").str();
}

static bool isHash(StringRef text) {
  return text.size() == kHashDigits && llvm::all_of(text, [](char c) {
           return llvm::isDigit(c) || (c >= 'a' && c <= 'f');
         });
}

/// The hash at the end of a data file of ours; empty for another file.
static std::string readDataHash(StringRef path) {
  uint64_t size, stampSize = kStamp.size() + kHashDigits + 1;
  if (fs::file_size(path, size) || size < stampSize)
    return {};
  auto slice =
      llvm::MemoryBuffer::getFileSlice(path, stampSize, size - stampSize);
  if (!slice)
    return {};
  StringRef stamp = (*slice)->getBuffer();
  bool isStamp = stamp.consume_front(kStamp) && stamp.consume_back("\n");
  return isStamp && isHash(stamp) ? stamp.str() : std::string();
}

/// Whether `path` is a data file that was written for the model `modelName`.
static bool isDataFile(StringRef path, StringRef modelName) {
  StringRef name = path::filename(path);
  if (!name.consume_front(modelName) || !name.consume_back(kSuffix))
    return false;
  return name.empty() ? !readDataHash(path).empty()
                      : name.consume_front(".") && isHash(name);
}

namespace {

/// A lock held while the files of a model in a folder get their names. A lock
/// on the folder itself leaves no file behind and ends with the process.
class FolderLock {
public:
  explicit FolderLock(StringRef folder) {
    descriptor = ::open(folder.empty() ? "." : folder.str().c_str(),
                        O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    // Conversions hold the lock only for a few system calls. A lock that is
    // held longer belongs to another program, which is not waited for.
    auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (descriptor >= 0 && ::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
      isTaken = errno == EWOULDBLOCK;
      if (!isTaken && errno != EINTR)
        return;
      if (std::chrono::steady_clock::now() > end)
        return;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    isTaken = false;
    isHeld = descriptor >= 0;
  }
  ~FolderLock() {
    if (descriptor >= 0)
      ::close(descriptor);
  }
  FolderLock(const FolderLock &) = delete;
  FolderLock &operator=(const FolderLock &) = delete;

  /// Neither flag is set if the file system has no locks.
  bool isHeld = false;
  bool isTaken = false;

private:
  int descriptor = -1;
};

/// Blocks termination signals in this thread between naming the two files of a
/// model, so that an interrupted run leaves both or neither.
class SignalsHeld {
public:
  SignalsHeld() {
    sigset_t held;
    sigemptyset(&held);
    for (int signal : {SIGINT, SIGTERM, SIGHUP})
      sigaddset(&held, signal);
    ::pthread_sigmask(SIG_BLOCK, &held, &before);
  }
  ~SignalsHeld() { ::pthread_sigmask(SIG_SETMASK, &before, nullptr); }
  SignalsHeld(const SignalsHeld &) = delete;
  SignalsHeld &operator=(const SignalsHeld &) = delete;

private:
  sigset_t before = {};
};

/// Moves a file away for its successor, and back unless the successor is
/// published.
class FileAside {
public:
  /// Does nothing for an empty path.
  explicit FileAside(StringRef path) : path(path) {
    if (path.empty())
      return;
    // createUniquePath() replaces percent signs by random digits.
    std::string model = path.str();
    llvm::replace(model, '%', '_');
    fs::createUniquePath(model + ".tmp-%%%%%%%%", aside,
                         /*MakeAbsolute=*/false);
    if (fs::rename(path, aside))
      aside.clear();
  }
  ~FileAside() {
    if (!aside.empty())
      (void)fs::rename(aside, path);
  }
  FileAside(const FileAside &) = delete;
  FileAside &operator=(const FileAside &) = delete;

  void discard() {
    if (!aside.empty())
      (void)fs::remove(aside);
    aside.clear();
  }

private:
  std::string path;
  llvm::SmallString<256> aside;
};

} // namespace

/// Ignores files that cannot be removed, as the model is complete.
static void removeOtherData(StringRef folder, StringRef modelName,
                            StringRef current) {
  std::error_code error;
  for (fs::directory_iterator it(folder.empty() ? "." : folder, error,
                                 /*follow_symlinks=*/false),
       end;
       it != end && !error; it.increment(error)) {
    StringRef name = path::filename(it->path());
    if (name != current && it->type() == fs::file_type::regular_file &&
        isDataFile(it->path(), modelName) &&
        MappedFile::findInput(it->path()).empty())
      (void)fs::remove(it->path());
  }
}

llvm::Error onnx::publishModel(AtomicFile &model, AtomicFile *data,
                               StringRef dataHash) {
  if (data)
    if (llvm::Error error = data->finish())
      return error;
  if (llvm::Error error = model.finish())
    return error;
  if (llvm::Error error = MappedFile::checkInputsUnchanged())
    return error;
  if (!model.isFile())
    return model.publish();

  StringRef folder = path::parent_path(model.path());
  FolderLock lock(folder);
  if (lock.isTaken)
    return llvm::createStringError(model.path() +
                                   ": another process has locked the folder");
  SignalsHeld signals;
  bool hadData = data && fs::exists(data->path());
  bool replacesData = hadData && readDataHash(data->path()) != dataHash;
  // The model is moved away first and restored last.
  FileAside oldModel(replacesData ? model.targetPath() : "");
  FileAside oldData(replacesData ? data->targetPath() : "");
  if (data)
    if (llvm::Error error = data->publish())
      return error;
  if (llvm::Error error = model.publish()) {
    if (data && !hadData)
      (void)fs::remove(data->path());
    return error;
  }
  oldModel.discard();
  oldData.discard();
  // Without a lock, another process may have named its data but not yet its
  // model.
  if (lock.isHeld)
    removeOtherData(folder, path::filename(model.path()),
                    data ? path::filename(data->path()) : StringRef());
  return llvm::Error::success();
}
