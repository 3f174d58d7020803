//===- Loader.cpp - Finds and loads the LibTorch plug-in ------------------===//
//
// See Loader.h. dlopen uses RTLD_LOCAL, so that no symbol of LibTorch can
// replace a symbol of the tool (docs/Rationale/Linking.md).
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/LibTorch/Loader.h"

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
  const libtorch::Api *api = nullptr;
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

static LoadResult load() {
  loadTried = true;
  LoadResult result;
  std::string path = getPluginPath();
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    result.error = reason ? reason : "dlopen failed";
    return result;
  }
  // The library stays loaded, because LibTorch crashes after dlclose.
  auto getApi = reinterpret_cast<libtorch::GetApiFunction>(
      dlsym(library, libtorch::getApiSymbol));
  if (!getApi)
    result.error = path + ": not a LibTorch plug-in of Torch-ONNX";
  else if (!(result.api = getApi(libtorch::interfaceVersion)))
    result.error = path + ": belongs to another version of Torch-ONNX";
  return result;
}

static const LoadResult &getLoadResult() {
  static const LoadResult result = load();
  return result;
}

const libtorch::Api *libtorch::getPlugin() { return getLoadResult().api; }

llvm::StringRef libtorch::getPluginError() {
  return loadTried ? llvm::StringRef(getLoadResult().error) : llvm::StringRef();
}

const libtorch::Api *libtorch::getApi() {
  const Api *plugin = getPlugin();
  return plugin ? plugin : hostApi.load();
}

llvm::StringRef libtorch::getLoadError() {
  return hostApi.load() ? llvm::StringRef() : getPluginError();
}

void libtorch::setHost(const Api *host) { hostApi = host; }

const libtorch::Api *libtorch::getHost() { return hostApi; }

bool libtorch::wasLoadTried() { return loadTried; }
