#===- aarch64-linux-gnu.cmake - Building for 64-bit ARM on another machine ===#
#
#   cmake --preset release -DCMAKE_TOOLCHAIN_FILE=cmake/aarch64-linux-gnu.cmake
#     -DTORCH_ONNX_SYSROOT=FOLDER -DTORCH_ONNX_ENABLE_LIBTORCH=OFF
#
# FOLDER has the unpacked arm64 packages of Debian (docs/HowTo/Ship.md). The
# programs that run during the build, mlir-tblgen above all, are the machine's
# own: FOLDER/usr/lib/llvm-22/bin is a link to /usr/lib/llvm-22/bin.
#
#===----------------------------------------------------------------------===#

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(triple aarch64-linux-gnu)

# CMake reads this file again for each test of the compiler.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TORCH_ONNX_SYSROOT)
set(TORCH_ONNX_SYSROOT "" CACHE PATH "The folder of unpacked arm64 packages")
set(CMAKE_SYSROOT "${TORCH_ONNX_SYSROOT}")

set(CMAKE_C_COMPILER clang-22)
set(CMAKE_CXX_COMPILER clang++-22)
set(CMAKE_C_COMPILER_TARGET ${triple})
set(CMAKE_CXX_COMPILER_TARGET ${triple})
file(GLOB gcc "${TORCH_ONNX_SYSROOT}/usr/lib/gcc/${triple}/*")
set(CMAKE_C_FLAGS_INIT "--gcc-install-dir=${gcc}")
set(CMAKE_CXX_FLAGS_INIT "--gcc-install-dir=${gcc}")
set(CMAKE_LIBRARY_ARCHITECTURE ${triple})

set(MLIR_DIR "${TORCH_ONNX_SYSROOT}/usr/lib/llvm-22/lib/cmake/mlir" CACHE PATH
  "" FORCE)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L "${TORCH_ONNX_SYSROOT}")
