//===- AtomicFile.cpp - Atomic creation of output files -------------------===//
//
// A buffered writer to a temporary file. Before commit() the target is
// unchanged; after it, the target is the complete new file.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Support/AtomicFile.h"
#include "torch-onnx/Support/Checksum.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace torch_onnx;

/// Large enough that system calls cost little compared with the copy: four
/// times as much is no faster, and would be most of the memory that a small
/// model takes. One larger write() makes the kernel look for larger pieces of
/// memory, which are slow to find on a busy machine.
static constexpr size_t bufferSize = size_t(1) << 18;
/// Below this size, a copy from the mapping to the buffer is cheaper than a
/// flush and two system calls.
static constexpr uint64_t smallCopy = uint64_t(64) << 10;
/// Below this size, allocating at once does not help.
static constexpr uint64_t smallFile = uint64_t(1) << 20;
#if defined(__linux__)
/// One system call may transfer at most 2 GB (0x7ffff000 bytes).
static constexpr uint64_t largestTransfer = uint64_t(1) << 30;
#endif

AtomicFile::AtomicFile()
    : buffer(static_cast<char *>(
                 std::aligned_alloc(pageSize, bufferSize + pageSize)),
             std::free) {
  if (!buffer)
    llvm::report_bad_alloc_error("no memory for the buffer of a file");
}

llvm::Error AtomicFile::makeError(const llvm::Twine &message) const {
  return llvm::createStringError(name + ": " + message);
}

/// Returns the program, library or plug-in of this process that is the file of
/// `status`; empty if there is none. The kernel lists the executable mappings.
static std::string findLoaded(const struct stat &status) {
  auto maps = llvm::MemoryBuffer::getFileAsStream("/proc/self/maps");
  if (!maps)
    return "";
  llvm::StringRef rest = (*maps)->getBuffer(), previous;
  while (!rest.empty()) {
    llvm::StringRef line;
    std::tie(line, rest) = rest.split('\n');
    // Line format: 7f0a-7f0b r-xp 00001000 fe:00 1234    /usr/lib/libz.so
    size_t at = line.find('/');
    bool isCode = line.split(' ').second.take_front(4).contains('x');
    if (!isCode || at == llvm::StringRef::npos || line.substr(at) == previous)
      continue;
    previous = line.substr(at);
    struct stat mapped;
    if (::stat(previous.str().c_str(), &mapped) == 0 &&
        mapped.st_dev == status.st_dev && mapped.st_ino == status.st_ino)
      return previous.str();
  }
  return "";
}

/// Returns the reason why the file at `path` must not be replaced; empty if it
/// may be replaced.
static std::string findReason(llvm::StringRef path, const struct stat &status) {
  if (std::string input = MappedFile::findInput(path); !input.empty())
    return input == path ? "is an input, which is not overwritten"
                         : "is the same file as the input '" + input +
                               "', which is not overwritten";
  if (std::string loaded = findLoaded(status); !loaded.empty())
    return "is the same file as '" + loaded +
           "', which this process runs and does not overwrite";
  return "";
}

llvm::Expected<std::string> AtomicFile::followLinks(llvm::StringRef path) {
  // The kernel's limit.
  constexpr unsigned mostLinks = 40;
  llvm::SmallString<256> current(path);
  for (unsigned count = 0; count <= mostLinks; ++count) {
    char link[PATH_MAX];
    ssize_t size = ::readlink(current.c_str(), link, sizeof(link));
    // Not a link. Opening it reports any other error.
    if (size < 0)
      return current.str().str();
    llvm::StringRef to(link, static_cast<size_t>(size));
    if (!llvm::sys::path::is_absolute(to))
      llvm::sys::path::remove_filename(current);
    else
      current.clear();
    llvm::sys::path::append(current, to);
  }
  return llvm::createStringError(path +
                                 ": the symbolic links lead in a circle");
}

llvm::Expected<std::unique_ptr<AtomicFile>>
AtomicFile::create(llvm::StringRef path) {
  if (path.empty())
    return llvm::createStringError("the path of the output is empty");

  std::unique_ptr<AtomicFile> file(new AtomicFile);
  file->name = path.str();

  struct stat status;
  std::optional<mode_t> mode;
  if (::stat(file->name.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode))
      return file->makeError("is a directory");
    if (!S_ISREG(status.st_mode)) {
      if (!S_ISCHR(status.st_mode) && !S_ISFIFO(status.st_mode))
        return file->makeError(
            "is neither a regular file nor a device to write to");
      file->descriptor = ::open(file->name.c_str(), O_WRONLY | O_CLOEXEC);
      if (file->descriptor < 0)
        return file->makeError("cannot open for writing: " +
                               llvm::sys::StrError(errno));
      return file;
    }
    if (std::string reason = findReason(path, status); !reason.empty())
      return file->makeError(reason);
    mode = status.st_mode & 0777;
  }
  // A dangling link is followed as well.
  auto target = followLinks(file->name);
  if (!target)
    return target.takeError();
  file->target = std::move(*target);
  if (llvm::Error error = file->open(mode))
    return error;
  return file;
}

llvm::Error AtomicFile::check(llvm::StringRef path) {
  // Opening a pipe would wait for its reader and tell the reader that the
  // output is empty.
  llvm::sys::fs::file_status status;
  if (!llvm::sys::fs::status(path, status) &&
      (status.type() == llvm::sys::fs::file_type::fifo_file ||
       status.type() == llvm::sys::fs::file_type::character_file))
    return llvm::Error::success();
  return create(path).takeError();
}

#if defined(__linux__)
/// An unnamed file can be linked only through /proc.
static bool canBeLinked(int descriptor) {
  std::string path = "/proc/self/fd/" + std::to_string(descriptor);
  return ::access(path.c_str(), F_OK) == 0;
}
#endif

/// Opens a file without a name in `folder`; -1 where that is not possible.
static int openUnnamed(const char *folder) {
#if defined(__linux__)
  int descriptor = ::open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
  if (descriptor < 0 || canBeLinked(descriptor))
    return descriptor;
  ::close(descriptor);
#endif
  return -1;
}

/// Opens a new file in the folder of the target. If it replaces a file, it gets
/// the permissions of that file.
llvm::Error AtomicFile::open(std::optional<mode_t> mode) {
  llvm::StringRef folder = llvm::sys::path::parent_path(target);
  descriptor = openUnnamed(folder.empty() ? "." : folder.str().c_str());
  if (descriptor < 0) {
    // TempFile::create() replaces percent signs by random digits, so percent
    // signs of the path are escaped.
    std::string model = target;
    std::replace(model.begin(), model.end(), '%', '_');
    auto created = llvm::sys::fs::TempFile::create(model + ".tmp-%%%%%%%%");
    if (!created)
      return makeError("cannot create a file in this folder: " +
                       llvm::toString(created.takeError()));
    temporary.emplace(std::move(*created));
    descriptor = temporary->FD;
  }
  isUnpublished = true;
  // Beyond this size the kernel sends SIGXFSZ in addition to the error, which
  // ends the process by default.
  rlimit limit = {};
  if (::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    largest = limit.rlim_cur;
  // The new file keeps the permissions of the old file.
  if (mode && ::fchmod(descriptor, *mode) != 0)
    return makeError("cannot set the permissions of the new file: " +
                     llvm::sys::StrError(errno));
  return llvm::Error::success();
}

AtomicFile::~AtomicFile() {
  if (temporary)
    llvm::consumeError(temporary->discard());
  else if (descriptor >= 0)
    ::close(descriptor);
}

void AtomicFile::fail(const llvm::Twine &reason) {
  if (!failed())
    message = (llvm::Twine(name) + ": " + reason).str();
}

bool AtomicFile::fits(uint64_t size) {
  if (size <= largest)
    return true;
  fail("cannot write: the file would be larger than " + llvm::Twine(largest) +
       " bytes, the limit of this process (ulimit -f)");
  return false;
}

void AtomicFile::reserve(uint64_t size) {
  // The file size does not change, because the hint must not affect the result.
  if (!isUnpublished || size < smallFile || size > INT64_MAX || size > largest)
    return;
#if defined(__linux__)
  if (::fallocate(descriptor, FALLOC_FL_KEEP_SIZE, 0,
                  static_cast<off_t>(size)) == 0)
    reserved = size;
#endif
}

void AtomicFile::write(llvm::ArrayRef<char> data) {
  if (failed())
    return;
  position += data.size();
  if (buffered + data.size() > bufferSize) {
    flush();
    if (data.size() >= bufferSize)
      return writeThrough(data);
  }
  std::memcpy(bufferEnd(), data.data(), data.size());
  buffered += data.size();
}

void AtomicFile::flush() {
  llvm::ArrayRef<char> data(bufferEnd() - buffered, buffered);
  buffered = 0;
  writeThrough(data);
}

/// Writes to the descriptor after all bytes written so far.
void AtomicFile::writeThrough(llvm::ArrayRef<char> data) {
  if (failed() || !fits(flushed + data.size()))
    return;
  while (!data.empty() && !failed()) {
    ssize_t written = ::write(descriptor, data.data(),
                              std::min<uint64_t>(data.size(), bufferSize));
    if (written < 0) {
      if (errno == EINTR)
        continue;
      return fail("cannot write: " + llvm::sys::StrError(errno));
    }
    data = data.drop_front(static_cast<size_t>(written));
    flushed += static_cast<uint64_t>(written);
  }
}

/// Copies as much as the kernel can, and advances `offset`. Returns false if
/// the rest must be copied in another way.
bool AtomicFile::copyInKernel(const MappedFile &source, uint64_t &offset,
                              uint64_t end) {
#if defined(__linux__)
  while (offset < end) {
    off64_t from = static_cast<off64_t>(offset);
    ssize_t copied =
        ::copy_file_range(source.fd(), &from, descriptor, nullptr,
                          std::min(end - offset, largestTransfer), 0);
    if (copied > 0) {
      offset += static_cast<uint64_t>(copied);
      flushed += static_cast<uint64_t>(copied);
      continue;
    }
    if (copied < 0 && errno == EINTR)
      continue;
    // A full disk is an error. Other errors may only mean that these two file
    // systems do not support the call.
    if (copied < 0 && (errno == ENOSPC || errno == EDQUOT || errno == EIO))
      fail("cannot write: " + llvm::sys::StrError(errno));
    return false;
  }
#endif
  return offset == end;
}

void AtomicFile::copyBuffered(const MappedFile &source, uint64_t offset,
                              uint64_t end, Checksum *checksum) {
  while (offset < end && !failed()) {
    if (buffered == bufferSize)
      flush();
    uint64_t length = std::min<uint64_t>(end - offset, bufferSize - buffered);
    if (!source.read(offset, llvm::MutableArrayRef<char>(bufferEnd(), length)))
      return fail("cannot read " + source.path() +
                  ": it has been shortened, or the disk has an error");
    if (checksum)
      checksum->add(llvm::ArrayRef<char>(bufferEnd(), length));
    buffered += length;
    offset += length;
  }
}

void AtomicFile::copyRange(const MappedFile &source, uint64_t offset,
                           uint64_t length, Checksum *checksum) {
  uint64_t size = source.bytes().size();
  if (offset > size || length > size - offset)
    return fail("cannot copy " + llvm::Twine(length) + " bytes from byte " +
                llvm::Twine(offset) + " of " + source.path() + ", which has " +
                llvm::Twine(size) + " bytes");
  if (failed())
    return;
  if (source.isInMemory()) {
    if (checksum)
      checksum->add(source.bytes().slice(offset, length));
    return write(source.bytes().slice(offset, length));
  }
  uint64_t end = offset + length;
  bool congruent = offset % pageSize == position % pageSize;
  position += length;
  // copy_file_range moves 64 KB at a time, and is slower where the pages of
  // both files are not congruent.
  if (congruent && length >= smallCopy) {
    flush();
    if (failed() || !fits(flushed + length))
      return;
    uint64_t start = offset;
    bool isDone = copyInKernel(source, offset, end);
    if (checksum && offset != start)
      checksum->isComplete = false;
    if (isDone)
      return;
  }
  copyBuffered(source, offset, end, checksum);
}

llvm::Error AtomicFile::commit() {
  if (llvm::Error error = finish())
    return error;
  return publish();
}

llvm::Error AtomicFile::finish() {
  flush();
  // Frees the reserved blocks that were never written.
  if (reserved > position && !failed() &&
      ::ftruncate(descriptor, static_cast<off_t>(position)) != 0)
    fail("cannot write: " + llvm::sys::StrError(errno));
  if (failed())
    return llvm::createStringError(message);
  return llvm::Error::success();
}

/// Links an unnamed file to the target.
llvm::Error AtomicFile::linkUnnamed() {
  std::string source = "/proc/self/fd/" + std::to_string(descriptor);
  auto link = [&](const char *to) {
    return ::linkat(AT_FDCWD, source.c_str(), AT_FDCWD, to,
                    AT_SYMLINK_FOLLOW) == 0;
  };
  if (link(target.c_str()))
    return llvm::Error::success();
  int number = errno;
  // linkat() cannot replace a file, so the new file gets a temporary name, and
  // rename() replaces the target.
  std::string model = target;
  std::replace(model.begin(), model.end(), '%', '_');
  llvm::SmallString<256> other;
  bool isLinked = false;
  for (unsigned attempt = 0; number == EEXIST && !isLinked && attempt < 128;
       ++attempt) {
    llvm::sys::fs::createUniquePath(model + ".tmp-%%%%%%%%", other,
                                    /*MakeAbsolute=*/false);
    llvm::sys::RemoveFileOnSignal(other);
    isLinked = link(other.c_str());
    bool isRenamed = isLinked && ::rename(other.c_str(), target.c_str()) == 0;
    number = errno;
    if (isLinked && !isRenamed)
      ::unlink(other.c_str());
    llvm::sys::DontRemoveFileOnSignal(other);
    if (isRenamed)
      return llvm::Error::success();
  }
  return makeError("cannot rename: " + llvm::sys::StrError(number));
}

llvm::Error AtomicFile::publish() {
  // Files that were mapped since create() must not be replaced either.
  struct stat status;
  if (isUnpublished && ::stat(target.c_str(), &status) == 0)
    if (std::string reason = findReason(name, status); !reason.empty())
      return makeError(reason);
  if (temporary) {
    llvm::Error error = temporary->keep(target);
    temporary.reset();
    descriptor = -1;
    if (error)
      return makeError("cannot rename: " + llvm::toString(std::move(error)));
    return llvm::Error::success();
  }
  if (isUnpublished)
    if (llvm::Error error = linkUnnamed())
      return error;
  int result = ::close(descriptor);
  descriptor = -1;
  if (result != 0)
    return makeError("cannot close: " + llvm::sys::StrError(errno));
  return llvm::Error::success();
}
