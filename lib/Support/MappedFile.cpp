//===- MappedFile.cpp - A file read through a mapping ---------------------===//
//
// Opens a regular file and maps all of it. Afterwards the bytes can be read
// without any further system call.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Support/MappedFile.h"

#include "llvm/Support/Errno.h"

#include <cerrno>
#include <fcntl.h>
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

llvm::Expected<std::shared_ptr<const MappedFile>>
MappedFile::open(llvm::StringRef path, Symlinks symlinks) {
  std::string name = path.str();
  if (path.contains('\0'))
    return makeError(path.take_until([](char c) { return c == '\0'; }),
                     "the path has a NUL byte");

  // O_NONBLOCK: opening a pipe would wait for a writer before it could be
  // refused. It has no effect on regular files.
  int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  if (symlinks == Symlinks::Refuse)
    flags |= O_NOFOLLOW;
  int descriptor;
  do
    descriptor = ::open(name.c_str(), flags);
  while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0) {
    if (errno == ELOOP && symlinks == Symlinks::Refuse)
      return makeError(path, "is a symbolic link, which is not followed here");
    return makeErrnoError(path, "cannot open");
  }

  struct stat status;
  if (::fstat(descriptor, &status) != 0) {
    llvm::Error error = makeErrnoError(path, "cannot stat");
    ::close(descriptor);
    return error;
  }
  if (!S_ISREG(status.st_mode)) {
    ::close(descriptor);
    return makeError(path, S_ISDIR(status.st_mode)
                               ? "is a directory, not a file"
                               : "is not a regular file");
  }

  // A mapping of no bytes is refused by the kernel, an empty file is not.
  llvm::ArrayRef<char> data;
  if (status.st_size > 0) {
    size_t size = static_cast<size_t>(status.st_size);
    void *address =
        ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (address == MAP_FAILED) {
      llvm::Error error = makeErrnoError(path, "cannot map");
      ::close(descriptor);
      return error;
    }
    data = llvm::ArrayRef<char>(static_cast<const char *>(address), size);
  }
  return std::shared_ptr<const MappedFile>(
      new MappedFile(std::move(name), descriptor, data));
}

bool MappedFile::read(uint64_t offset, llvm::MutableArrayRef<char> out) const {
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
  // Nobody writes to the mapping, so nothing can be lost. A failure changes
  // nothing either.
  if (!data.empty())
    (void)::madvise(const_cast<char *>(data.data()), data.size(),
                    MADV_DONTNEED);
}

MappedFile::~MappedFile() {
  if (!data.empty())
    ::munmap(const_cast<char *>(data.data()), data.size());
  ::close(descriptor);
}
