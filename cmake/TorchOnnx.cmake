# The project's build vocabulary: one function for a library, one for a tool,
# one for a TableGen file. Everything a target of ours has in common is here.

# Warnings are errors in our own code only; LLVM, MLIR and protobuf headers are
# system headers.
# RTTI follows the MLIR that we link (LLVM's own default is off, Debian's on).
# Names of our static libraries are visible, as those of MLIR's are: plug-ins use
# them (docs/Rationale/Plugins.md). What a file exports is for its version script.
function(torch_onnx_target_options target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Werror
    -Wno-unused-parameter
    $<$<COMPILE_LANGUAGE:CXX>:-fvisibility-inlines-hidden>
    $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # gcc 12 sees overlaps in every concatenation of strings (PR 105651).
    # And it takes the value of an empty std::optional for read (PR 80635).
    target_compile_options(${target} PRIVATE -Wno-restrict
      -Wno-maybe-uninitialized)
  endif()
  # The same models on all processors (docs/Rationale/SameBytes.md). Where a
  # processor can compute a product and a sum with one rounding, clang does so
  # within an expression, gcc everywhere. x86-64 has no such instruction unless
  # it is asked for, and its `char` is signed.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU"
      OR NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    target_compile_options(${target} PRIVATE -ffp-contract=off)
  endif()
  if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    target_compile_options(${target} PRIVATE -fsigned-char)
  endif()
  if(NOT LLVM_ENABLE_RTTI)
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
  endif()
  if(TORCH_ONNX_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${TORCH_ONNX_SANITIZE}
      -fno-omit-frame-pointer -fno-sanitize=vptr -fno-sanitize-recover=undefined)
    target_link_options(${target} PUBLIC -fsanitize=${TORCH_ONNX_SANITIZE})
  endif()
  if(TORCH_ONNX_ENABLE_FUZZERS)
    # Coverage counters for libFuzzer in libraries, too; it brings no main().
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
    target_link_options(${target} PUBLIC -fsanitize=fuzzer-no-link)
  endif()
endfunction()

# torch_onnx_add_library(<name> SOURCES <file>... [LINK_LIBS <lib>...]
#                        [DEPENDS <tablegen target>...]
#                        [EXCEPTIONS | NO_PRECOMPILE])
# Exceptions are off as in LLVM; EXCEPTIONS is for the two libraries that wrap
# a throwing one (lib/ONNXProto and lib/LibTorch). NO_PRECOMPILE is for targets
# that do not link MLIR (cmake/Precompiled.cmake).
function(torch_onnx_add_library name)
  cmake_parse_arguments(ARG "EXCEPTIONS;NO_PRECOMPILE" ""
    "SOURCES;LINK_LIBS;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  torch_onnx_target_options(${name})
  # Sources in subfolders name private headers from the library's own folder.
  target_include_directories(${name} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
  if(ARG_EXCEPTIONS) # Nothing of what it wraps is for anybody else.
    target_compile_options(${name} PRIVATE -fexceptions -frtti
      -fvisibility=hidden)
  elseif(NOT ARG_NO_PRECOMPILE)
    torch_onnx_precompile(${name})
  endif()
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()

# Where the tests find the programs. Programs for another processor run under an
# emulator: torch_onnx_emulate(<target> <folder>) writes a script of the program's
# name there.
set(TORCH_ONNX_TOOLS_DIR "${CMAKE_BINARY_DIR}/bin")
set(TORCH_ONNX_UNITTESTS_DIR "bin")
if(CMAKE_CROSSCOMPILING_EMULATOR)
  set(TORCH_ONNX_TOOLS_DIR "${CMAKE_BINARY_DIR}/emulated")
  set(TORCH_ONNX_UNITTESTS_DIR "emulated")
endif()
function(torch_onnx_emulate target folder)
  if(CMAKE_CROSSCOMPILING_EMULATOR)
    list(JOIN CMAKE_CROSSCOMPILING_EMULATOR "' '" emulator)
    file(GENERATE OUTPUT "${folder}/${target}"
      CONTENT "#!/bin/sh\nexec '${emulator}' '$<TARGET_FILE:${target}>' \"$@\"\n"
      FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE
        GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
  endif()
endfunction()

# torch_onnx_add_tool(<name> SOURCES <file>... [LINK_LIBS <lib>...] [PLUGINS])
# PLUGINS: the tool loads plug-ins (cmake/Plugins.cmake).
function(torch_onnx_add_tool name)
  cmake_parse_arguments(ARG "PLUGINS" "" "SOURCES;LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  torch_onnx_target_options(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS})
  # The sanitizers' own allocator has to stay visible: shared libraries must
  # free with what we allocate with.
  if(ARG_PLUGINS)
    torch_onnx_export_for_plugins(${name})
  elseif(NOT TORCH_ONNX_SANITIZE)
    target_link_options(${name} PRIVATE -Wl,--exclude-libs,ALL)
  endif()
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
  torch_onnx_emulate(${name} "${TORCH_ONNX_TOOLS_DIR}")
  install(TARGETS ${name} EXPORT TorchONNXTargets RUNTIME DESTINATION bin)
endfunction()

# torch_onnx_tablegen(<target> <file>.td <generator>=<output>...)
# Runs mlir-tblgen once for each generator (without its leading "gen-"), whose
# extra flags follow it after commas: dialect-decls,-dialect=sym=SymDialect.h.inc
function(torch_onnx_tablegen target td)
  set(LLVM_TARGET_DEFINITIONS ${td})
  foreach(item IN LISTS ARGN)
    # The output follows the last '='; flags of the generator follow commas.
    string(REGEX MATCH "^(.+)=([^=]+)$" _ "${item}")
    set(output "${CMAKE_MATCH_2}")
    string(REPLACE "," ";" flags "${CMAKE_MATCH_1}")
    list(POP_FRONT flags generator)
    mlir_tablegen(${output} -gen-${generator} ${flags})
  endforeach()
  add_public_tablegen_target(${target})
endfunction()

# torch_onnx_add_unittest(<name> SOURCES <file>... [LINK_LIBS <lib>...]
#                         [NO_PRECOMPILE])
# A GoogleTest program with main(); it runs as part of the target check-unit.
# Not part of `all`: a plain build does not wait for tests.
function(torch_onnx_add_unittest name)
  cmake_parse_arguments(ARG "NO_PRECOMPILE" "" "SOURCES;LINK_LIBS" ${ARGN})
  add_executable(${name} EXCLUDE_FROM_ALL ${ARG_SOURCES})
  torch_onnx_target_options(${name})
  if(NOT ARG_NO_PRECOMPILE)
    torch_onnx_precompile(${name})
  endif()
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS}
    GTest::gtest GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE
    TORCH_ONNX_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/unittests/bin")
  torch_onnx_emulate(${name}
    "${CMAKE_BINARY_DIR}/unittests/${TORCH_ONNX_UNITTESTS_DIR}")
  set_property(GLOBAL APPEND PROPERTY TORCH_ONNX_UNITTESTS ${name})
endfunction()

# torch_onnx_add_fuzzer(<name> SOURCES <file>... [LINK_LIBS <lib>...]
#                       [CORPUS <folder>])
# A libFuzzer program (LLVMFuzzerTestOneInput); `make check` runs each for some
# seconds, starting from the seeds in CORPUS. Built in the asan preset only:
# TORCH_ONNX_ENABLE_FUZZERS. Libraries are covered, too, when that is on.
function(torch_onnx_add_fuzzer name)
  if(NOT TORCH_ONNX_ENABLE_FUZZERS)
    return()
  endif()
  cmake_parse_arguments(ARG "" "CORPUS" "SOURCES;LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  torch_onnx_target_options(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS})
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/fuzzers")
  set(corpus "")
  if(ARG_CORPUS)
    get_filename_component(corpus "${ARG_CORPUS}" ABSOLUTE)
  endif()
  set_property(GLOBAL APPEND PROPERTY TORCH_ONNX_FUZZERS
    "$<TARGET_FILE:${name}>\t${corpus}")
endfunction()
