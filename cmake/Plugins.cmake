# What tools need to load plug-ins with passes, and what plug-ins need to be
# built: docs/Rationale/Plugins.md, docs/HowTo/PassPlugin.md.

# The libraries whose every function a plug-in can use, whether a tool makes use
# of it or not. Of those that are not listed it finds what the tool has.
set(TORCH_ONNX_PLUGIN_LIBRARIES
  TorchOnnxArithmetic TorchOnnxONNXIR TorchOnnxONNXTransforms TorchOnnxONNXUtils
  TorchOnnxSupport TorchOnnxSymIR TorchOnnxTorchIR TorchOnnxTorchTransforms
  TorchOnnxTransforms TorchOnnxWeightIR
  MLIRAnalysis MLIRArithDialect MLIRFuncDialect MLIRIR MLIRMathDialect MLIRPass
  MLIRRewrite MLIRSCFDialect MLIRSupport MLIRTensorDialect MLIRTransformUtils
  MLIRTransforms)

# torch_onnx_export_for_plugins(<tool>)
# Not with sanitizers, whose own functions no version script may hide: such a tool
# says that it loads no plug-in.
function(torch_onnx_export_for_plugins name)
  if(TORCH_ONNX_SANITIZE)
    return()
  endif()
  set(map "${PROJECT_SOURCE_DIR}/cmake/plugin-exports.map")
  target_link_options(${name} PRIVATE -Wl,--export-dynamic
    -Wl,--version-script=${map})
  set_property(TARGET ${name} APPEND PROPERTY LINK_DEPENDS "${map}")
  list(JOIN TORCH_ONNX_PLUGIN_LIBRARIES "," libraries)
  set_target_properties(${name} PROPERTIES
    LINK_LIBRARY_OVERRIDE "WHOLE_ARCHIVE,${libraries}")
  target_link_libraries(${name} PRIVATE ${TORCH_ONNX_PLUGIN_LIBRARIES})
endfunction()

# The CMake package TorchONNX, of the build tree and of an installation.
function(torch_onnx_export_package)
  include(CMakePackageConfigHelpers)
  set(folder "${CMAKE_BINARY_DIR}/lib/cmake/TorchONNX")
  set(template "${PROJECT_SOURCE_DIR}/cmake/TorchONNXConfig.cmake.in")
  set(destination lib/cmake/TorchONNX)

  export(EXPORT TorchONNXTargets NAMESPACE TorchONNX::
    FILE "${folder}/TorchONNXTargets.cmake")
  set(TORCH_ONNX_INCLUDE_DIRS "${PROJECT_SOURCE_DIR}/include"
    "${PROJECT_BINARY_DIR}/include")
  configure_package_config_file("${template}" "${folder}/TorchONNXConfig.cmake"
    INSTALL_DESTINATION "${folder}" INSTALL_PREFIX "${CMAKE_BINARY_DIR}"
    PATH_VARS TORCH_ONNX_INCLUDE_DIRS)
  write_basic_package_version_file("${folder}/TorchONNXConfigVersion.cmake"
    COMPATIBILITY ExactVersion)

  set(TORCH_ONNX_INCLUDE_DIRS include)
  configure_package_config_file("${template}"
    "${PROJECT_BINARY_DIR}/install/TorchONNXConfig.cmake"
    INSTALL_DESTINATION ${destination} PATH_VARS TORCH_ONNX_INCLUDE_DIRS)
  install(FILES "${PROJECT_BINARY_DIR}/install/TorchONNXConfig.cmake"
    "${folder}/TorchONNXConfigVersion.cmake" DESTINATION ${destination})
  install(EXPORT TorchONNXTargets NAMESPACE TorchONNX::
    DESTINATION ${destination})
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/torch-onnx"
    "${PROJECT_BINARY_DIR}/include/torch-onnx" DESTINATION include
    FILES_MATCHING PATTERN "*.h" PATTERN "*.h.inc" PATTERN "*.def"
    PATTERN "*.td" PATTERN "CMakeFiles" EXCLUDE)
endfunction()
