//===- Loader.h - Finds and loads the LibTorch plug-in ----------*- C++ -*-===//
//
// LibTorch costs 0.2 s and 150 MB, so it is loaded by the first caller that
// cannot do without, and never before. No header of LibTorch is needed here.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIBTORCH_LOADER_H
#define TORCH_ONNX_LIBTORCH_LOADER_H

#include "torch-onnx/LibTorch/Interface.h"

#include "llvm/ADT/StringRef.h"

namespace torch_onnx::libtorch {

/// The plug-in, or null when it cannot be loaded: getPluginError() says why.
/// The first call loads, the others return what the first one got. Thread-safe.
///
/// Looked for in the environment variable TORCH_ONNX_LIBTORCH_PLUGIN (a file;
/// when it is set nothing else is tried), then as torch-onnx-libtorch.so in
/// ../lib from the running program.
const Api *getPlugin();

/// Why getPlugin() returned null; empty before the first call and after
/// success.
llvm::StringRef getPluginError();

/// What computes operators and takes them apart: the plug-in, or else the host.
/// Only the plug-in has the functions for TorchScript. Null when there is
/// neither: getLoadError() says why.
const Api *getApi();

/// Why getApi() returned null; empty before the first call and after success.
llvm::StringRef getLoadError();

/// Has getApi() return `host` where the plug-in cannot be loaded. Null for
/// none. It has to stay.
void setHost(const Api *host);

/// What setHost() was given last.
const Api *getHost();

/// True after getApi() was called: for the tests of the start-up budget.
bool wasLoadTried();

} // namespace torch_onnx::libtorch

#endif // TORCH_ONNX_LIBTORCH_LOADER_H
