#===- OldGlibc.cmake - Shared libraries for older Linux systems -----------===#
#
# torch_onnx_link_for_old_glibc(target) links a shared library with the symbols
# that glibc TORCH_ONNX_GLIBC has (utils/make_old_glibc.py), so that it loads
# there and on all newer systems. Nothing is done where the option is empty.
#
#===----------------------------------------------------------------------===#

# The wheel says manylinux_2_28 in its name (pyproject.toml).
if(SKBUILD AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
  set(default_glibc 2.28)
endif()
set(TORCH_ONNX_GLIBC "${default_glibc}" CACHE STRING
  "The oldest glibc that the shared libraries load with (default: the machine's)")

if(TORCH_ONNX_GLIBC)
  find_program(TORCH_ONNX_READELF NAMES llvm-readelf-22 llvm-readelf readelf
    HINTS "${LLVM_TOOLS_BINARY_DIR}" REQUIRED)
  set(old_glibc "${CMAKE_BINARY_DIR}/old-glibc")
  set(compiler "${CMAKE_CXX_COMPILER}")
  if(CMAKE_CXX_COMPILER_TARGET)
    separate_arguments(flags NATIVE_COMMAND "${CMAKE_CXX_FLAGS}")
    list(APPEND compiler "--target=${CMAKE_CXX_COMPILER_TARGET}"
      "--sysroot=${CMAKE_SYSROOT}" ${flags})
  endif()
  # The versions of libstdc++ that belong to manylinux_2_28 (PEP 600).
  execute_process(
    COMMAND "${Python3_EXECUTABLE}"
      "${PROJECT_SOURCE_DIR}/utils/make_old_glibc.py" "${old_glibc}"
      --glibc ${TORCH_ONNX_GLIBC} --glibcxx 3.4.24 --cxxabi 1.3.11
      --readelf "${TORCH_ONNX_READELF}"
      --compiler ${compiler}
    COMMAND_ERROR_IS_FATAL ANY)
  add_library(TorchOnnxOldGlibc STATIC
    "${PROJECT_SOURCE_DIR}/lib/Support/OldGlibc.cpp")
  set_target_properties(TorchOnnxOldGlibc PROPERTIES
    POSITION_INDEPENDENT_CODE ON)
endif()

function(torch_onnx_link_for_old_glibc target)
  if(NOT TORCH_ONNX_GLIBC)
    return()
  endif()
  # The stubs are found before the system's libraries of the same names. What
  # an older libstdc++ lacks is inside, hidden; so is all of it where the target
  # shares no C++ object with another library (STATIC_CXX).
  cmake_parse_arguments(PARSE_ARGV 1 arg "STATIC_CXX" "" "")
  target_link_directories(${target} BEFORE PRIVATE "${old_glibc}")
  target_link_options(${target} PRIVATE -nostdlib++ -Wl,-z,defs
    -Wl,--exclude-libs,ALL)
  if(NOT arg_STATIC_CXX)
    set(shared_cxx "-l:libstdc++.so")
  endif()
  target_link_libraries(${target} PRIVATE TorchOnnxOldGlibc
    ${shared_cxx} "-l:libstdc++.a"
    -lm -lpthread -ldl -lc "-l:ld-linux.so")
endfunction()
