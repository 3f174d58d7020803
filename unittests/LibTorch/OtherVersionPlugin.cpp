//===- OtherVersionPlugin.cpp - A plug-in for another version of PyTorch --===//
//
// Has the functions by which the loader compares the version of the plug-in
// with that of LibTorch, and no LibTorch.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/LibTorch/Interface.h"

using namespace torch_onnx::libtorch;

extern "C" __attribute__((visibility("default"))) uint64_t
aoti_torch_abi_version() {
  return uint64_t(2) << 56 | uint64_t(99) << 48;
}

extern "C" __attribute__((visibility("default"))) const Api *
torch_onnx::libtorch::torchOnnxLibTorchGetApi(uint32_t version) {
  static const Api api = [] {
    Api api = {};
    api.version = interfaceVersion;
    api.libTorchVersion = [] { return "2.98.0"; };
    return api;
  }();
  return &api;
}
