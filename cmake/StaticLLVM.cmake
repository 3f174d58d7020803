# TorchOnnxLLVM: what our programs need of LLVM.
#
# Debian's MLIR archives name libLLVM.so, all of LLVM with its code generators:
# 10 ms and 50 MB of each process, and their options in every --help. MLIR's own
# libraries, as far as we link them, need Support, and the language server and
# remarks two small ones more. So where the imported targets of MLIR name the
# shared library, they name the archives instead; docs/Rationale/Linking.md.
#
# An MLIR that was built against LLVM's archives names these already, and nothing
# is replaced. TORCH_ONNX_STATIC_LLVM=OFF keeps libLLVM.so.

option(TORCH_ONNX_STATIC_LLVM
  "Link LLVM's Support statically in place of libLLVM.so" ON)

add_library(TorchOnnxLLVM INTERFACE)

function(torch_onnx_link_llvm)
  if(NOT LLVM_LINK_LLVM_DYLIB)
    target_link_libraries(TorchOnnxLLVM INTERFACE LLVMSupport)
    return()
  endif()
  set(archives "")
  foreach(name IN ITEMS LLVMSupportLSP LLVMRemarks LLVMBitstreamReader
      LLVMSupport LLVMDemangle)
    if(TARGET ${name})
      get_target_property(type ${name} TYPE)
      if(type STREQUAL "STATIC_LIBRARY")
        # By the file: the target would bring zstd and a solver, for members of
        # the archive that nothing of ours makes use of.
        list(APPEND archives "$<TARGET_FILE:${name}>")
      endif()
    endif()
  endforeach()
  if(NOT TORCH_ONNX_STATIC_LLVM OR NOT archives)
    target_link_libraries(TorchOnnxLLVM INTERFACE LLVM)
    return()
  endif()
  find_package(Threads REQUIRED)
  target_link_libraries(TorchOnnxLLVM INTERFACE ${archives}
    Threads::Threads ${CMAKE_DL_LIBS} m)
  # For llvm::crc32(); LLVM's own configuration has looked for it.
  if(TARGET ZLIB::ZLIB)
    target_link_libraries(TorchOnnxLLVM INTERFACE ZLIB::ZLIB)
  endif()

  get_directory_property(imported IMPORTED_TARGETS)
  foreach(target IN LISTS imported)
    if(target MATCHES "^MLIR")
      get_target_property(libraries ${target} INTERFACE_LINK_LIBRARIES)
      if("LLVM" IN_LIST libraries)
        list(TRANSFORM libraries REPLACE "^LLVM$" "TorchOnnxLLVM")
        set_target_properties(${target} PROPERTIES
          INTERFACE_LINK_LIBRARIES "${libraries}")
      endif()
    endif()
  endforeach()
endfunction()

torch_onnx_link_llvm()
