#===- aarch64-linux-gnu.cmake - Building for 64-bit ARM on another machine ===#
#
# The preset `aarch64` reads it: `make build PRESET=aarch64`. By hand:
#
#   export TORCH_ONNX_TARGET=aarch64-linux-gnu
#   . utils/env.sh && utils/setup.sh && cmake --preset aarch64
#
# utils/make_sysroot.sh makes the folder TORCH_ONNX_SYSROOT. It has the packages
# of Debian for arm64, but the machine's own LLVM programs, such as mlir-tblgen,
# which run during the build. Programs that are built run under qemu-user.
#
#===----------------------------------------------------------------------===#

set(sysroot "$ENV{TORCH_ONNX_SYSROOT}")
if(NOT EXISTS "${sysroot}/.stamp")
  message(FATAL_ERROR "The libraries of aarch64 are missing: run "
    "`make setup PRESET=aarch64`, or see the head of this file.")
endif()

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(triple aarch64-linux-gnu)
set(CMAKE_SYSROOT "${sysroot}")
set(CMAKE_LIBRARY_ARCHITECTURE ${triple})

set(CMAKE_C_COMPILER clang-22)
set(CMAKE_CXX_COMPILER clang++-22)
set(CMAKE_C_COMPILER_TARGET ${triple})
set(CMAKE_CXX_COMPILER_TARGET ${triple})
file(GLOB gcc "${sysroot}/usr/lib/gcc/${triple}/*")
set(CMAKE_C_FLAGS_INIT "--gcc-install-dir=${gcc}")
set(CMAKE_CXX_FLAGS_INIT "--gcc-install-dir=${gcc}")
foreach(kind IN ITEMS EXE SHARED MODULE)
  set(CMAKE_${kind}_LINKER_FLAGS_INIT "-fuse-ld=lld")
endforeach()

set(MLIR_DIR "${sysroot}/usr/lib/llvm-22/lib/cmake/mlir" CACHE PATH "" FORCE)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L "${sysroot}")
