//===- MappedFile.cpp - Memory-mapped input files -------------------------===//
//
// Opens a regular file and maps all of it. Reading the bytes needs no further
// system call.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Support/MappedFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <mutex>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace torch_onnx;

static llvm::Error makeError(llvm::StringRef path, const llvm::Twine &message) {
  return llvm::createStringError(path + ": " + message);
}

static llvm::Error makeErrnoError(llvm::StringRef path,
                                  const llvm::Twine &what) {
  int number = errno;
  return llvm::createStringError(
      std::error_code(number, std::generic_category()),
      path + ": " + what + ": " + llvm::sys::StrError(number));
}

//===----------------------------------------------------------------------===//
// Open files
//===----------------------------------------------------------------------===//

static timespec getModified(const struct stat &status) {
#if defined(__APPLE__)
  return status.st_mtimespec;
#else
  return status.st_mtim;
#endif
}

struct MappedFile::Identity {
  dev_t device;
  ino_t inode;
  off_t size;
  timespec modified;

  explicit Identity(const struct stat &status)
      : device(status.st_dev), inode(status.st_ino), size(status.st_size),
        modified(getModified(status)) {}

  bool isSameFile(const struct stat &status) const {
    return device == status.st_dev && inode == status.st_ino;
  }
  bool isSameVersion(const struct stat &status) const {
    timespec other = getModified(status);
    return size == status.st_size && modified.tv_sec == other.tv_sec &&
           modified.tv_nsec == other.tv_nsec;
  }
};

namespace {
struct OpenFiles {
  std::mutex mutex;
  llvm::SmallVector<const MappedFile *> files;
};
} // namespace

/// Never destroyed, because files may be closed after static destruction.
static OpenFiles &getOpenFiles() {
  static OpenFiles *open = new OpenFiles;
  return *open;
}

MappedFile::MappedFile(std::string name, int descriptor,
                       llvm::ArrayRef<char> data,
                       std::unique_ptr<Identity> identity)
    : name(std::move(name)), descriptor(descriptor), data(data),
      identity(std::move(identity)) {
  if (isInMemory())
    return;
  OpenFiles &open = getOpenFiles();
  std::lock_guard<std::mutex> lock(open.mutex);
  open.files.push_back(this);
}

std::string MappedFile::findInput(llvm::StringRef path) {
  struct stat status;
  if (::stat(path.str().c_str(), &status) != 0)
    return "";
  OpenFiles &open = getOpenFiles();
  std::lock_guard<std::mutex> lock(open.mutex);
  for (const MappedFile *file : open.files)
    if (file->identity->isSameFile(status))
      return file->name;
  return "";
}

llvm::Error MappedFile::checkInputsUnchanged() {
  OpenFiles &open = getOpenFiles();
  std::lock_guard<std::mutex> lock(open.mutex);
  for (const MappedFile *file : open.files) {
    struct stat status;
    if (::fstat(file->descriptor, &status) != 0 ||
        !file->identity->isSameVersion(status))
      return makeError(file->name, "was changed while it was read");
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Lost pages
//===----------------------------------------------------------------------===//

static char lostPagesTool[64];

/// Async-signal-safe, except that it reads the list of open files without its
/// lock. The thread interrupted by SIGBUS is reading a mapping and does not
/// hold the lock, and the tools map files from one thread.
static void onLostPages(int signal, siginfo_t *info, void *) {
  auto print = [](llvm::StringRef text) {
    (void)!::write(STDERR_FILENO, text.data(), text.size());
  };
  // SIGBUS with any other code is a bug of the tool, not a shortened file.
  if (info->si_code != BUS_ADRERR) {
    ::signal(signal, SIG_DFL);
    ::raise(signal);
    return;
  }
  const char *address = static_cast<const char *>(info->si_addr);
  llvm::StringRef name = "an input file";
  for (const MappedFile *file : getOpenFiles().files)
    if (llvm::ArrayRef<char> data = file->bytes();
        address >= data.begin() && address < data.end())
      name = file->path();
  print(lostPagesTool);
  print(": error: ");
  print(name);
  print(": cannot read: it has been shortened, or the disk has an error\n");
  // Removes the temporary files.
  llvm::sys::RunInterruptHandlers();
  ::_exit(1);
}

void torch_onnx::exitOnLostPages(llvm::StringRef tool) {
  tool = tool.take_front(sizeof(lostPagesTool) - 1);
  llvm::copy(tool, lostPagesTool);
  struct sigaction action = {};
  action.sa_sigaction = onLostPages;
  action.sa_flags = SA_SIGINFO | SA_RESETHAND;
  ::sigaction(SIGBUS, &action, nullptr);
}

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

/// Without O_NONBLOCK, opening a pipe would wait for a writer before the pipe
/// could be refused. The flag has no effect on regular files.
static constexpr int readFlags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

static int openAt(int folder, const char *name, int flags) {
  int descriptor;
  do
    descriptor = ::openat(folder, name, flags);
  while (descriptor < 0 && errno == EINTR);
  return descriptor;
}

llvm::Expected<std::shared_ptr<const MappedFile>>
MappedFile::open(llvm::StringRef path, Symlinks symlinks) {
  if (path.contains('\0'))
    return makeError(path.take_until([](char c) { return c == '\0'; }),
                     "the path has a NUL byte");
  int flags = readFlags;
  if (symlinks == Symlinks::Refuse)
    flags |= O_NOFOLLOW;
  int descriptor = openAt(AT_FDCWD, path.str().c_str(), flags);
  if (descriptor < 0) {
    if (errno == ELOOP && symlinks == Symlinks::Refuse)
      return makeError(path, "is a symbolic link, which is not followed here");
    return makeErrnoError(path, "cannot open");
  }
  return map(path.str(), descriptor);
}

/// Elsewhere than on Linux, a folder that is entered must be readable, too.
#if defined(__linux__)
static constexpr int folderFlags = O_PATH | O_DIRECTORY | O_CLOEXEC;
#else
static constexpr int folderFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
#endif

llvm::Expected<std::shared_ptr<const MappedFile>>
MappedFile::openBelow(llvm::StringRef folder, llvm::StringRef name) {
  auto refuse = [&](const llvm::Twine &reason) {
    return llvm::createStringError("weight file '" + name.take_front(200) +
                                   "' " + reason);
  };
  llvm::SmallVector<llvm::StringRef> components;
  name.split(components, '/', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  llvm::erase(components, ".");
  if (components.empty() || name.contains('\0') || name.starts_with("/") ||
      llvm::is_contained(components, ".."))
    return refuse("is not in the folder of the model");

  if (folder.empty())
    folder = ".";
  int current = openAt(AT_FDCWD, folder.str().c_str(), folderFlags);
  if (current < 0)
    return refuse("is in a folder that cannot be opened: " +
                  llvm::sys::StrError(errno));
  for (llvm::StringRef component : components) {
    bool isLast = component.end() == components.back().end();
    int next = openAt(current, component.str().c_str(),
                      O_NOFOLLOW | (isLast ? readFlags : folderFlags));
    int number = errno;
    // A folder that is a symbolic link is reported as not being a folder.
    struct stat status;
    bool isLink = next < 0 &&
                  ::fstatat(current, component.str().c_str(), &status,
                            AT_SYMLINK_NOFOLLOW) == 0 &&
                  S_ISLNK(status.st_mode);
    ::close(current);
    if (isLink)
      return refuse("is behind a symbolic link, which is not followed");
    if (next < 0)
      return refuse("cannot be opened: " + llvm::sys::StrError(number));
    current = next;
  }
  llvm::SmallString<256> path(folder);
  for (llvm::StringRef component : components)
    llvm::sys::path::append(path, component);
  return map(path.str().str(), current);
}

/// Takes ownership of the descriptor.
llvm::Expected<std::shared_ptr<const MappedFile>>
MappedFile::map(std::string name, int descriptor) {
  struct stat status;
  if (::fstat(descriptor, &status) != 0) {
    llvm::Error error = makeErrnoError(name, "cannot stat");
    ::close(descriptor);
    return error;
  }
  if (!S_ISREG(status.st_mode)) {
    ::close(descriptor);
    return makeError(name, S_ISDIR(status.st_mode)
                               ? "is a directory, not a file"
                               : "is not a regular file");
  }

  // The kernel refuses an empty mapping, but an empty file is valid.
  llvm::ArrayRef<char> data;
  if (status.st_size > 0) {
    size_t size = static_cast<size_t>(status.st_size);
    void *address =
        ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (address == MAP_FAILED) {
      llvm::Error error = makeErrnoError(name, "cannot map");
      ::close(descriptor);
      return error;
    }
    data = llvm::ArrayRef<char>(static_cast<const char *>(address), size);
  }
  return std::shared_ptr<const MappedFile>(new MappedFile(
      std::move(name), descriptor, data, std::make_unique<Identity>(status)));
}

std::shared_ptr<const MappedFile> MappedFile::wrap(std::string name,
                                                   llvm::ArrayRef<char> bytes) {
  return std::shared_ptr<const MappedFile>(
      new MappedFile(std::move(name), /*descriptor=*/-1, bytes, nullptr));
}

bool MappedFile::read(uint64_t offset, llvm::MutableArrayRef<char> out) const {
  if (isInMemory()) {
    if (offset > data.size() || out.size() > data.size() - offset)
      return false;
    llvm::copy(data.slice(offset, out.size()), out.begin());
    return true;
  }
  while (!out.empty()) {
    ssize_t count =
        ::pread(descriptor, out.data(), out.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    offset += static_cast<uint64_t>(count);
    out = out.drop_front(static_cast<size_t>(count));
  }
  return true;
}

void MappedFile::release() const {
  // The mapping is read-only, so dropping its pages loses no data. A failure is
  // harmless.
  if (!data.empty() && !isInMemory())
    (void)::madvise(const_cast<char *>(data.data()), data.size(),
                    MADV_DONTNEED);
}

MappedFile::~MappedFile() {
  if (isInMemory())
    return;
  OpenFiles &open = getOpenFiles();
  {
    std::lock_guard<std::mutex> lock(open.mutex);
    llvm::erase(open.files, this);
  }
  if (!data.empty())
    ::munmap(const_cast<char *>(data.data()), data.size());
  ::close(descriptor);
}
