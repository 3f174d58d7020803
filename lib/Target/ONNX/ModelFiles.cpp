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

std::string onnx::getDataFileName(StringRef modelName, uint64_t hash) {
  std::string digits = llvm::utohexstr(hash, /*LowerCase=*/true, kHashDigits);
  return (modelName + "." + digits + kSuffix).str();
}

bool onnx::isDataFileName(StringRef name, StringRef modelName) {
  return name.consume_front(modelName) && name.consume_front(".") &&
         name.consume_back(kSuffix) && name.size() == kHashDigits &&
         llvm::all_of(name, [](char c) {
           return llvm::isDigit(c) || (c >= 'a' && c <= 'f');
         });
}

namespace {

/// Held by the process that gives names to the files of a model in a folder. A
/// lock on the folder itself leaves no file behind, and ends with the process.
class FolderLock {
public:
  explicit FolderLock(StringRef folder) {
    descriptor = ::open(folder.empty() ? "." : folder.str().c_str(),
                        O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    // Conversions hold the lock for the duration of a few system calls. A lock
    // that is held longer belongs to another program, and is not waited for.
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

/// Holds back, in this thread, the signals that ask a process to end, so that
/// none comes between the two names of a model: an interrupted run leaves both
/// or neither.
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

} // namespace

/// A file that cannot be removed is not worth an error: the model is there.
static void removeOtherData(StringRef folder, StringRef modelName,
                            StringRef current) {
  std::error_code error;
  for (fs::directory_iterator it(folder.empty() ? "." : folder, error,
                                 /*follow_symlinks=*/false),
       end;
       it != end && !error; it.increment(error)) {
    StringRef name = path::filename(it->path());
    if (name != current && onnx::isDataFileName(name, modelName) &&
        it->type() == fs::file_type::regular_file &&
        MappedFile::findInput(it->path()).empty())
      (void)fs::remove(it->path());
  }
}

llvm::Error onnx::publishModel(AtomicFile &model, AtomicFile *data) {
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
  if (data)
    if (llvm::Error error = data->publish())
      return error;
  if (llvm::Error error = model.publish()) {
    if (data && !hadData)
      (void)fs::remove(data->path());
    return error;
  }
  // Without a lock another process might have named its data, and not yet its
  // model.
  if (lock.isHeld)
    removeOtherData(folder, path::filename(model.path()),
                    data ? path::filename(data->path()) : StringRef());
  return llvm::Error::success();
}
