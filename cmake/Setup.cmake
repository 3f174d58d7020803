# What utils/setup.sh has made, for builds that do not come from the Makefile:
# `pip install .` runs CMake in an environment of its own, which knows neither
# utils/env.sh nor the Python with PyTorch that the plug-in is built for.
#
# Sets TORCH_ONNX_PREFIX (onnx, protobuf and simdjson) and, for a build of the
# Python package, TORCH_ONNX_PYTHON and the compiler cache of all other builds.

set(TORCH_ONNX_PREFIX "$ENV{TORCH_ONNX_PREFIX}")
set(venv "$ENV{TORCH_ONNX_VENV}")
if(NOT TORCH_ONNX_PREFIX)
  execute_process(
    COMMAND bash -c ". utils/env.sh; \
printf '%s;%s;%s' \"$TORCH_ONNX_PREFIX\" \"$TORCH_ONNX_VENV\" \"$CCACHE_DIR\""
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    OUTPUT_VARIABLE setup COMMAND_ERROR_IS_FATAL ANY)
  list(GET setup 0 TORCH_ONNX_PREFIX)
  list(GET setup 1 venv)
  list(GET setup 2 ccache_folder)
  if(CMAKE_CXX_COMPILER_LAUNCHER STREQUAL "ccache")
    set(launcher "${CMAKE_COMMAND}" -E env "CCACHE_DIR=${ccache_folder}"
      "CCACHE_BASEDIR=${CMAKE_CURRENT_SOURCE_DIR}" CCACHE_NOHASHDIR=1
      CCACHE_PCH_EXTSUM=1 CCACHE_SLOPPINESS=pch_defines,time_macros ccache)
    set(CMAKE_C_COMPILER_LAUNCHER "${launcher}")
    set(CMAKE_CXX_COMPILER_LAUNCHER "${launcher}")
  endif()
endif()
if(NOT EXISTS "${TORCH_ONNX_PREFIX}/.stamp")
  message(FATAL_ERROR "What the build needs is not installed: "
    "run utils/setup.sh (or `make setup`) first; docs/HowTo/Build.md.")
endif()
list(APPEND CMAKE_PREFIX_PATH "${TORCH_ONNX_PREFIX}")
if(SKBUILD AND NOT TORCH_ONNX_PYTHON)
  set(TORCH_ONNX_PYTHON "${venv}/bin/python" CACHE FILEPATH "" FORCE)
endif()
