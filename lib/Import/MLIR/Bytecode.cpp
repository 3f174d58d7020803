//===- Bytecode.cpp - Bytecode to text, in a child process ----------------===//
//
// Upstream's reader trusts its input: wrong counts and offsets make it read and
// write outside of its buffers, or loop. It therefore runs in a child process.
//
//===----------------------------------------------------------------------===//

#include "Bytecode.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <csignal>
#include <cstddef>
#include <fcntl.h>
#include <iterator>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__)
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

using namespace mlir;
using namespace torch_onnx;

namespace {

/// The limits for a file. Texts of real programs take a fraction of them. The
/// time is processor time.
struct Limits {
  uint64_t seconds, memory, text;

  explicit Limits(uint64_t size)
      : seconds(2 + (size >> 18)), memory((uint64_t(300) << 20) + 64 * size),
        text((uint64_t(32) << 20) + 64 * size) {}
};

/// The first byte of the child's output tells what follows; the last byte marks
/// a complete output.
enum Mark : char { kText = 'T', kError = 'E', kEnd = '.' };

} // namespace

//===----------------------------------------------------------------------===//
// The child
//===----------------------------------------------------------------------===//

/// Restricts the process to its memory and its open files. A system call that
/// is not in the list fails. On other systems than Linux, and on kernels
/// without seccomp, there is no restriction.
static void enterSandbox() {
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#if defined(__x86_64__)
  constexpr uint32_t machine = AUDIT_ARCH_X86_64;
#else
  constexpr uint32_t machine = AUDIT_ARCH_AARCH64;
#endif
  constexpr int allowed[] = {SYS_write,        SYS_exit,     SYS_exit_group,
                             SYS_mmap,         SYS_munmap,   SYS_mremap,
                             SYS_brk,          SYS_madvise,  SYS_futex,
                             SYS_rt_sigreturn, SYS_mprotect, SYS_getrandom};
  constexpr unsigned count = std::size(allowed);
  sock_filter program[count + 6];
  unsigned at = 0;
  program[at++] =
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
  program[at++] = BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, machine, 1, 0);
  program[at++] = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
  program[at++] =
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (unsigned i = 0; i < count; ++i)
    program[at++] = BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, uint32_t(allowed[i]),
                             static_cast<unsigned char>(count - i), 0);
  program[at++] = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
  program[at++] = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  sock_fprog filter = {static_cast<unsigned short>(at), program};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
    (void)::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
#endif
}

/// `Resource` is int or, with glibc, an enumeration.
template <typename Resource>
static void setLimit(Resource resource, uint64_t value) {
  rlimit limit = {};
  if (::getrlimit(resource, &limit) != 0)
    return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, value);
  (void)::setrlimit(resource, &limit);
}

/// The size of this process's address space; no limit if the system does not
/// tell it.
static uint64_t getAddressSpace() {
  auto file = llvm::MemoryBuffer::getFileAsStream("/proc/self/statm");
  uint64_t pages = 0;
  if (!file || (*file)->getBuffer().split(' ').first.getAsInteger(10, pages))
    return UINT64_MAX / 2;
  return pages * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
}

/// Never returns. The parent's resources are not touched: no destructor and no
/// handler of the parent runs here.
[[noreturn]] static void runChild(llvm::MemoryBufferRef bytecode,
                                  const DialectRegistry &registry, int output,
                                  const Limits &limits) {
  for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGABRT, SIGFPE, SIGTRAP, SIGSYS,
                     SIGXCPU, SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGALRM})
    ::signal(signal, SIG_DFL);
  setLimit(RLIMIT_CORE, 0);
  setLimit(RLIMIT_CPU, limits.seconds);
  // AddressSanitizer reserves terabytes of addresses.
  if (!LLVM_ADDRESS_SANITIZER_BUILD)
    setLimit(RLIMIT_AS, getAddressSpace() + limits.memory);
  // Closes all files of the parent. A fatal error of LLVM would print a message
  // that is of no use to a user.
  constexpr int only = STDERR_FILENO + 1;
  if (output != only && ::dup2(output, only) < 0)
    ::_exit(1);
  output = only;
  int nowhere = ::open("/dev/null", O_RDWR);
  for (int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::dup2(nowhere, standard) < 0)
      ::_exit(1);
  bool areClosed = false;
#if defined(__linux__)
  areClosed = ::syscall(SYS_close_range, only + 1, ~0U, 0) == 0;
#endif
  constexpr int usually = 1024;
  for (int other = only + 1; !areClosed && other < usually; ++other)
    ::close(other);
  enterSandbox();

  std::string text(1, kText);
  // Neither object is destroyed, because the process ends.
  auto &context = *new MLIRContext(registry, MLIRContext::Threading::DISABLED);
  // The parser of the text decides whether they are allowed.
  context.allowUnregisteredDialects();
  std::string message;
  context.getDiagEngine().registerHandler([&](Diagnostic &diagnostic) {
    if (message.empty())
      message = diagnostic.str();
  });
  auto &block = *new Block;
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  llvm::raw_string_ostream os(text);
  if (failed(readBytecodeFile(bytecode, &block, config))) {
    text = char(kError) + message;
  } else {
    OpPrintingFlags flags;
    flags.enableDebugInfo().printGenericOpForm();
    for (Operation &op : block) {
      op.print(os, flags);
      os << "\n";
    }
  }
  text += char(kEnd);
  for (StringRef rest = text; !rest.empty();) {
    ssize_t written = ::write(output, rest.data(), rest.size());
    if (written <= 0)
      break;
    rest = rest.drop_front(static_cast<size_t>(written));
  }
  ::_exit(0);
}

//===----------------------------------------------------------------------===//
// The parent
//===----------------------------------------------------------------------===//

/// Reads the child's output until it ends. An error if the child exceeds its
/// time or its output limit.
static llvm::Expected<std::string> readAll(int input, const Limits &limits) {
  auto end = std::chrono::steady_clock::now() +
             std::chrono::seconds(30 + 10 * limits.seconds);
  std::string text;
  std::vector<char> buffer(size_t(1) << 16);
  while (true) {
    pollfd entry = {input, POLLIN, 0};
    int ready = ::poll(&entry, 1, /*milliseconds=*/200);
    if (ready < 0 && errno != EINTR)
      return llvm::createStringError(llvm::sys::StrError(errno));
    if (std::chrono::steady_clock::now() > end)
      return llvm::createStringError(
          "it takes more than " + Twine(limits.seconds) + " seconds to read");
    if (ready <= 0)
      continue;
    ssize_t count = ::read(input, buffer.data(), buffer.size());
    if (count == 0)
      return text;
    if (count < 0 && errno != EINTR)
      return llvm::createStringError(llvm::sys::StrError(errno));
    if (count > 0)
      text.append(buffer.data(), static_cast<size_t>(count));
    if (text.size() > limits.text)
      return llvm::createStringError("its text has more than " +
                                     Twine(limits.text) + " bytes");
  }
}

/// Makes a pipe that programs started by other threads do not inherit. Only
/// Linux does both in one step.
static int makePipe(int (&ends)[2]) {
#if defined(__linux__)
  return ::pipe2(ends, O_CLOEXEC);
#else
  if (::pipe(ends) != 0)
    return -1;
  for (int end : ends)
    (void)::fcntl(end, F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

llvm::Expected<std::string>
torch_onnx::printBytecode(llvm::MemoryBufferRef bytecode,
                          const DialectRegistry &registry) {
  auto refuse = [](const Twine &reason) {
    return llvm::createStringError("the bytecode of MLIR cannot be read: " +
                                   reason);
  };
  Limits limits(bytecode.getBufferSize());
  int ends[2];
  if (makePipe(ends) != 0)
    return refuse(llvm::sys::StrError(errno));
  pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    runChild(bytecode, registry, ends[1], limits);
  }
  int number = errno;
  ::close(ends[1]);
  if (child < 0) {
    ::close(ends[0]);
    return refuse(llvm::sys::StrError(number));
  }
  llvm::Expected<std::string> text = readAll(ends[0], limits);
  ::close(ends[0]);
  bool isWhole = text && text->size() >= 2 && text->back() == kEnd;
  if (!isWhole)
    ::kill(child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  if (!text)
    return refuse(llvm::toString(text.takeError()));
  if (!isWhole)
    return refuse("it is malformed, and MLIR's reader crashed on it or used "
                  "too much time or memory");
  char mark = text->front();
  std::string content = text->substr(1, text->size() - 2);
  if (mark == kText)
    return content;
  return refuse(content.empty() ? "it is malformed" : content);
}
