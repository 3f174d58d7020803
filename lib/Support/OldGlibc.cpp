//===- OldGlibc.cpp - Functions missing from older glibc ------------------===//
//
// Part of the shared libraries of the wheel, which are linked with the symbols
// of an older glibc (utils/make_old_glibc.py): functions that LLVM's libraries
// and libstdc++ were compiled to call, in terms of what 2.28 has. All are
// hidden, so that no other library of the process finds them.
//
//===----------------------------------------------------------------------===//

#include <cstdint>
#include <cstdlib>
#include <sys/random.h>
#include <sys/types.h>

// <sys/stat.h> is not included, because it declares these functions with other
// attributes.
struct stat;

#define HIDDEN __attribute__((visibility("hidden")))

extern "C" {

// Up to glibc 2.32 the stat functions were inline functions over these. The
// first argument is the layout of `struct stat`; each of these processors has
// only one.
int __xstat(int version, const char *path, struct stat *result);
int __lxstat(int version, const char *path, struct stat *result);
int __fxstat(int version, int file, struct stat *result);
int __fxstatat(int version, int folder, const char *path, struct stat *result,
               int flags);
// The same structure on 64-bit processors.
int __fxstat64(int version, int file, struct stat *result);
#ifdef __x86_64__
constexpr int layout = 1;
#else
constexpr int layout = 0;
#endif

HIDDEN int stat(const char *path, struct stat *result) {
  return __xstat(layout, path, result);
}
HIDDEN int lstat(const char *path, struct stat *result) {
  return __lxstat(layout, path, result);
}
HIDDEN int fstat(int file, struct stat *result) {
  return __fxstat(layout, file, result);
}
HIDDEN int fstat64(int file, struct stat *result) {
  return __fxstat64(layout, file, result);
}
HIDDEN int fstatat(int folder, const char *path, struct stat *result,
                   int flags) {
  return __fxstatat(layout, folder, path, result, flags);
}

// libstdc++ counts references without atomic operations if it is set.
HIDDEN char __libc_single_threaded = 0;

// Used for names of temporary files.
HIDDEN uint32_t arc4random() {
  uint32_t number;
  // So few bytes are never interrupted, and every kernel of a glibc 2.28 system
  // has the call.
  if (getrandom(&number, sizeof(number), 0) != sizeof(number))
    abort();
  return number;
}

} // extern "C"
