//===- Loader.cpp - Finds and loads the LibTorch plug-in ------------------===//
//
// See Loader.h. dlopen uses RTLD_LOCAL, so that no symbol of LibTorch can
// replace a symbol of the tool (docs/Rationale/Linking.md).
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/LibTorch/Loader.h"

#include "Stable.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <atomic>
#include <cstdlib>
#include <dlfcn.h>
#include <string>

using namespace torch_onnx;

namespace {
struct LoadResult {
  const libtorch::Api *plugin = nullptr;
  /// PyTorch's stable functions, if no plug-in fits the LibTorch that was
  /// found.
  const libtorch::Api *stable = nullptr;
  std::string error;
};
} // namespace

static std::atomic<bool> loadTried = false;
static std::atomic<const libtorch::Api *> hostApi = nullptr;

static std::string getPluginPath() {
  if (const char *path = std::getenv("TORCH_ONNX_LIBTORCH_PLUGIN"))
    return path;
  // Relative to the shared library that contains this function, or to the
  // program.
  void *address =
      reinterpret_cast<void *>(reinterpret_cast<intptr_t>(&getPluginPath));
  Dl_info info;
  std::string file;
  if (dladdr(address, &info) && info.dli_fname &&
      llvm::sys::path::extension(info.dli_fname) == ".so")
    file = info.dli_fname;
  else
    file = llvm::sys::fs::getMainExecutable(nullptr, address);
  llvm::SmallString<256> path(llvm::sys::path::parent_path(file));
  llvm::sys::path::append(path, "..", "lib", "torch-onnx-libtorch.so");
  return std::string(path);
}

/// "2.13" of "2.13.0".
static llvm::StringRef getMinor(llvm::StringRef version) {
  return version.take_front(version.find('.', version.find('.') + 1));
}

static LoadResult load() {
  loadTried = true;
  LoadResult result;
  std::string path = getPluginPath();
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    result.error = reason ? reason : "dlopen failed";
    // A plug-in for another LibTorch than that of LD_LIBRARY_PATH.
    if (void *torch = dlopen("libtorch_cpu.so", RTLD_NOW | RTLD_LOCAL))
      result.stable = libtorch::makeStableApi(torch);
    return result;
  }
  // The library stays loaded, because LibTorch crashes after dlclose.
  auto getApi = reinterpret_cast<libtorch::GetApiFunction>(
      dlsym(library, libtorch::getApiSymbol));
  if (!getApi) {
    result.error = path + ": not a LibTorch plug-in of Torch-ONNX";
    // The path may be that of libtorch_cpu.so.
    result.stable = libtorch::makeStableApi(library);
    return result;
  }
  const libtorch::Api *api = getApi(libtorch::interfaceVersion);
  if (!api) {
    result.error = path + ": belongs to another version of Torch-ONNX";
    return result;
  }
  // The C++ interface of LibTorch changes with each minor version, also where
  // the names of functions stay.
  std::string found = libtorch::getStableVersion(library);
  if (!found.empty() && found != getMinor(api->libTorchVersion())) {
    result.error = path + ": is built for PyTorch " +
                   getMinor(api->libTorchVersion()).str() +
                   ", and that of PyTorch " + found + " is loaded";
    result.stable = libtorch::makeStableApi(library);
    return result;
  }
  result.plugin = api;
  return result;
}

static const LoadResult &getLoadResult() {
  static const LoadResult result = load();
  return result;
}

const libtorch::Api *libtorch::getPlugin() { return getLoadResult().plugin; }

llvm::StringRef libtorch::getPluginError() {
  return loadTried ? llvm::StringRef(getLoadResult().error) : llvm::StringRef();
}

const libtorch::Api *libtorch::getApi() {
  const LoadResult &loaded = getLoadResult();
  if (loaded.plugin)
    return loaded.plugin;
  const Api *host = hostApi.load();
  return host ? host : loaded.stable;
}

llvm::StringRef libtorch::getLoadError() {
  bool hasOther = hostApi.load() || (loadTried && getLoadResult().stable);
  return hasOther ? llvm::StringRef() : getPluginError();
}

void libtorch::setHost(const Api *host) { hostApi = host; }

const libtorch::Api *libtorch::getHost() { return hostApi; }
