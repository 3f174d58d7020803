# Debian's protobuf has no CMake package, and ONNX's asks for one. The targets
# are already there: the project found protobuf with CMake's own module.
if(NOT TARGET protobuf::libprotobuf)
  set(Protobuf_FOUND FALSE)
endif()
