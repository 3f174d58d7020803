//===- Loader.h - Finds and loads the LibTorch plug-in ----------*- C++ -*-===//
//
// LibTorch costs 0.2 s and 150 MB, so it is loaded on first use. This header
// needs no header of LibTorch.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIBTORCH_LOADER_H
#define TORCH_ONNX_LIBTORCH_LOADER_H

#include "torch-onnx/LibTorch/Interface.h"

#include "llvm/ADT/StringRef.h"

namespace torch_onnx::libtorch {

/// Returns the plug-in, or null if it cannot be loaded; getPluginError() then
/// gives the reason. Only the first call loads, later calls return the same
/// result. Thread-safe.
///
/// The environment variable TORCH_ONNX_LIBTORCH_PLUGIN names the file to load.
/// If it is not set, torch-onnx-libtorch.so is loaded from ../lib relative to
/// the running program. A plug-in for another version of PyTorch than the
/// loaded one is refused.
const Api *getPlugin();

/// The reason why getPlugin() returned null. Empty before the first call and
/// after success.
llvm::StringRef getPluginError();

/// Returns the API that evaluates and decomposes operators: the plug-in, or
/// else the host, or else PyTorch's stable C functions, which only evaluate.
/// Only the plug-in has the functions for TorchScript. Null if there is none;
/// getLoadError() then gives the reason.
const Api *getApi();

/// The reason why getApi() returned null. Empty before the first call and after
/// success.
llvm::StringRef getLoadError();

/// Sets the API that getApi() returns if the plug-in cannot be loaded, or null
/// for none. `host` must stay alive.
void setHost(const Api *host);

/// Returns the argument of the last setHost().
const Api *getHost();

} // namespace torch_onnx::libtorch

#endif // TORCH_ONNX_LIBTORCH_LOADER_H
