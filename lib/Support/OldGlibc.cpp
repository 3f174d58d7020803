//===- OldGlibc.cpp - What older versions of glibc lack -------------------===//
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

// Not <sys/stat.h>, which declares these functions with attributes of its own.
struct stat;

#define HIDDEN __attribute__((visibility("hidden")))

extern "C" {

// Up to 2.32 the stat family were inline functions over these, whose first
// argument says which layout `struct stat` has; there is one for each of these
// processors.
int __xstat(int version, const char *path, struct stat *result);
int __lxstat(int version, const char *path, struct stat *result);
int __fxstat(int version, int file, struct stat *result);
int __fxstatat(int version, int folder, const char *path, struct stat *result,
               int flags);
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
HIDDEN int fstatat(int folder, const char *path, struct stat *result,
                   int flags) {
  return __fxstatat(layout, folder, path, result, flags);
}

// libstdc++ counts references without atomic operations where it is set.
HIDDEN char __libc_single_threaded = 0;

// Names of temporary files.
HIDDEN uint32_t arc4random() {
  uint32_t number;
  // Not interrupted for so few bytes, and fails on no kernel of a 2.28 system.
  if (getrandom(&number, sizeof(number), 0) != sizeof(number))
    abort();
  return number;
}

} // extern "C"
