# torch_onnx_precompile(<target>) gives a target cmake/Precompiled.h as a
# precompiled header: parsing these headers is half the time of a build. The
# target has to link MLIR, which functions of these headers refer to, and may have
# no other language options (NO_PRECOMPILE in cmake/TorchOnnx.cmake).
#
# CMake's target_precompile_headers() would end the sharing of compiled objects
# between checkouts: it names the header by its absolute path, and the bytes of
# the header depend on that path. Here the path is relative to the build folder,
# and ccache reads the hash of what was precompiled (*.sum) in place of its bytes
# (utils/env.sh sets CCACHE_PCH_EXTSUM). The precompiled header itself does not
# come from ccache: it refers to Precompiled.h by its absolute path, and so would
# break with the checkout that made it. Only clang: gcc takes no such option.

option(TORCH_ONNX_PRECOMPILE "Precompile the headers of LLVM and MLIR" ON)
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang"
    OR NOT CMAKE_GENERATOR MATCHES "Ninja")
  set(TORCH_ONNX_PRECOMPILE OFF)
endif()

if(TORCH_ONNX_PRECOMPILE)
  set(header "${PROJECT_SOURCE_DIR}/cmake/Precompiled.h")
  add_library(TorchOnnxPrecompiled OBJECT "${header}")
  set_source_files_properties("${header}" PROPERTIES LANGUAGE CXX
    COMPILE_OPTIONS "-xc++-header")
  torch_onnx_target_options(TorchOnnxPrecompiled)
  target_compile_options(TorchOnnxPrecompiled PRIVATE
    -fpch-instantiate-templates "SHELL:-Xclang -fno-pch-timestamp")
  set_target_properties(TorchOnnxPrecompiled PROPERTIES CXX_COMPILER_LAUNCHER "")

  # ccache reads X.sum only where X ends in ".gch" or ".pch".
  set(TORCH_ONNX_PRECOMPILED "CMakeFiles/Precompiled.pch")
  add_custom_command(
    OUTPUT "${TORCH_ONNX_PRECOMPILED}" "${TORCH_ONNX_PRECOMPILED}.sum"
    COMMAND "${CMAKE_COMMAND}" -E create_symlink
      "$<TARGET_OBJECTS:TorchOnnxPrecompiled>" "${TORCH_ONNX_PRECOMPILED}"
    COMMAND "${CMAKE_CXX_COMPILER}" -std=c++${CMAKE_CXX_STANDARD} -E -P
      -xc++-header
      "-I$<JOIN:$<TARGET_PROPERTY:TorchOnnxPrecompiled,INCLUDE_DIRECTORIES>,;-I>"
      "${header}" -o "${TORCH_ONNX_PRECOMPILED}.txt"
    COMMAND "${CMAKE_COMMAND}" -E sha256sum "${TORCH_ONNX_PRECOMPILED}.txt"
      > "${TORCH_ONNX_PRECOMPILED}.sum"
    DEPENDS "$<TARGET_OBJECTS:TorchOnnxPrecompiled>"
    COMMAND_EXPAND_LISTS
    COMMENT "Hashing the precompiled headers")
  add_custom_target(TorchOnnxPrecompiledSum
    DEPENDS "${TORCH_ONNX_PRECOMPILED}.sum")
endif()

function(torch_onnx_precompile target)
  if(TORCH_ONNX_PRECOMPILE)
    target_compile_options(${target} PRIVATE
      "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include-pch ${TORCH_ONNX_PRECOMPILED}>")
    add_dependencies(${target} TorchOnnxPrecompiledSum)
  endif()
endfunction()
