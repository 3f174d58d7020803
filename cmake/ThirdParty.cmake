# onnx, protobuf and simdjson: static libraries with hidden symbols that
# utils/setup.sh builds (utils/third-party/CMakeLists.txt).

function(torch_onnx_import_static target file)
  add_library(${target} STATIC IMPORTED GLOBAL)
  set_target_properties(${target} PROPERTIES
    IMPORTED_LOCATION "${TORCH_ONNX_PREFIX}/lib/${file}"
    INTERFACE_INCLUDE_DIRECTORIES "${TORCH_ONNX_PREFIX}/include")
endfunction()

find_package(Threads REQUIRED)
torch_onnx_import_static(protobuf::libprotobuf-lite libprotobuf-lite.a)
set_target_properties(protobuf::libprotobuf-lite PROPERTIES
  INTERFACE_LINK_LIBRARIES Threads::Threads)
torch_onnx_import_static(simdjson::simdjson libsimdjson.a)

# onnx asks for Protobuf's own CMake files; the target that it wants is there.
file(WRITE "${CMAKE_FIND_PACKAGE_REDIRECTS_DIR}/protobuf-config.cmake"
  "set(Protobuf_FOUND TRUE)\n")
# Not from the cache: a build folder may be older than the set-up.
unset(ONNX_DIR CACHE)
find_package(ONNX REQUIRED CONFIG PATHS "${TORCH_ONNX_PREFIX}" NO_DEFAULT_PATH)
