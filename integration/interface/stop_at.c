//===- stop_at.c - Something happens at the N-th call of a file function --===//
//
// A library for LD_PRELOAD. Before call number STOP_AT (from 1) of the
// functions below, the process gets the signal STOP_SIGNAL, or the file
// STOP_FILE is cut to STOP_SIZE bytes. Tests count up N until a run ends
// undisturbed, so that they stop at every moment between two calls and depend
// on no time.
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

static void reach(void) {
  static atomic_int calls;
  static _Thread_local int isInside;
  const char *at = getenv("STOP_AT");
  if (!at || isInside || atomic_fetch_add(&calls, 1) + 1 != atoi(at))
    return;
  isInside = 1;
  const char *file = getenv("STOP_FILE");
  if (file)
    (void)!truncate(file, atol(getenv("STOP_SIZE")));
  else
    raise(atoi(getenv("STOP_SIGNAL")));
  isInside = 0;
}

// Defines a function that calls the next one of its name.
#define WRAP(RESULT, NAME, PARAMETERS, ARGUMENTS)                              \
  RESULT NAME PARAMETERS {                                                     \
    static RESULT(*next) PARAMETERS;                                           \
    if (!next)                                                                 \
      next = (RESULT(*) PARAMETERS)dlsym(RTLD_NEXT, #NAME);                    \
    reach();                                                                   \
    return next ARGUMENTS;                                                     \
  }

#define WRAP_OPEN(NAME)                                                        \
  int NAME(const char *path, int flags, ...) {                                 \
    static int (*next)(const char *, int, ...);                                \
    if (!next)                                                                 \
      next = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #NAME);         \
    va_list list;                                                              \
    va_start(list, flags);                                                     \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;    \
    va_end(list);                                                              \
    reach();                                                                   \
    return next(path, flags, mode);                                            \
  }

WRAP_OPEN(open)
WRAP_OPEN(open64)
WRAP(int, close, (int fd), (fd))
WRAP(ssize_t, read, (int fd, void *buffer, size_t size), (fd, buffer, size))
WRAP(ssize_t, pread, (int fd, void *buffer, size_t size, off_t at),
     (fd, buffer, size, at))
WRAP(ssize_t, pread64, (int fd, void *buffer, size_t size, off64_t at),
     (fd, buffer, size, at))
WRAP(ssize_t, write, (int fd, const void *buffer, size_t size),
     (fd, buffer, size))
WRAP(ssize_t, pwrite, (int fd, const void *buffer, size_t size, off_t at),
     (fd, buffer, size, at))
WRAP(ssize_t, pwrite64, (int fd, const void *buffer, size_t size, off64_t at),
     (fd, buffer, size, at))
WRAP(ssize_t, copy_file_range,
     (int in, off64_t *inAt, int out, off64_t *outAt, size_t size,
      unsigned flags),
     (in, inAt, out, outAt, size, flags))
WRAP(int, ftruncate, (int fd, off_t size), (fd, size))
WRAP(int, ftruncate64, (int fd, off64_t size), (fd, size))
WRAP(int, fsync, (int fd), (fd))
WRAP(int, rename, (const char *from, const char *to), (from, to))
WRAP(int, unlink, (const char *path), (path))
WRAP(void *, mmap,
     (void *address, size_t size, int protection, int flags, int fd, off_t at),
     (address, size, protection, flags, fd, at))
WRAP(void *, mmap64,
     (void *address, size_t size, int protection, int flags, int fd,
      off64_t at),
     (address, size, protection, flags, fd, at))
WRAP(int, munmap, (void *address, size_t size), (address, size))
WRAP(int, madvise, (void *address, size_t size, int advice),
     (address, size, advice))
