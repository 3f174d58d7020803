# Writes include/torch-onnx/Plugin/Stamp.h: the versions, and a hash of all
# headers in FOLDER, with their names.
file(GLOB_RECURSE headers RELATIVE "${FOLDER}" "${FOLDER}/*.h" "${FOLDER}/*.td")
list(SORT headers)
set(hashes "")
foreach(header IN LISTS headers)
  file(SHA256 "${FOLDER}/${header}" hash)
  string(APPEND hashes "${hash} ${header}\n")
endforeach()
string(SHA256 hash "${hashes}")
string(SUBSTRING "${hash}" 0 16 hash)
set(STAMP "torch-onnx ${VERSION}, headers ${hash}, MLIR ${MLIR}")
configure_file("${TEMPLATE}" "${OUTPUT}" @ONLY)
