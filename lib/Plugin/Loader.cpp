//===- Loader.cpp - Loads plug-ins with passes and dialects ---------------===//
//
// See Loader.h. The interface of a plug-in consists of C++ classes, so almost
// every build mistake causes a crash. Therefore the stamp and the needed
// libraries are read from the file before it is loaded.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Plugin/Loader.h"

#include "torch-onnx/Plugin/Stamp.h"
#include "torch-onnx/Support/MappedFile.h"

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <unistd.h>
#if defined(__linux__)
#include <elf.h>
#include <link.h>
#endif

using namespace torch_onnx;
using llvm::StringRef;

// Marks programs that export the classes of MLIR and of this project. The
// shared library exports neither this symbol nor the classes
// (lib/CAPI/exports.map).
extern "C" __attribute__((visibility("default"), used))
const char torch_onnx_plugin_host[] = TORCH_ONNX_PLUGIN_STAMP;

static llvm::Error refuse(StringRef path, const llvm::Twine &reason) {
  return llvm::createStringError("plug-in '" + path + "': " + reason);
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

#if defined(__linux__)
namespace {

/// Checks the parts of a shared library that the dynamic loader trusts. Nothing
/// outside of the file is read.
class LibraryFile {
public:
  explicit LibraryFile(llvm::ArrayRef<char> bytes)
      : bytes(bytes), text(bytes.data(), bytes.size()) {}

  /// Whether the header and the segments are those of a complete shared library
  /// for this machine.
  bool check() {
    const auto *header = at<ElfW(Ehdr)>(0);
    const auto *own = reinterpret_cast<const ElfW(Ehdr) *>(getOwnHeader());
    if (!header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != own->e_ident[EI_CLASS] ||
        header->e_ident[EI_DATA] != own->e_ident[EI_DATA] ||
        header->e_machine != own->e_machine || header->e_type != ET_DYN ||
        header->e_phentsize != sizeof(ElfW(Phdr)))
      return false;
    for (unsigned i = 0; i < header->e_phnum; ++i) {
      const auto *segment =
          at<ElfW(Phdr)>(header->e_phoff + i * sizeof(ElfW(Phdr)));
      if (!segment)
        return false;
      if (segment->p_type != PT_LOAD && segment->p_type != PT_DYNAMIC)
        continue;
      if (segment->p_offset > bytes.size() ||
          segment->p_filesz > bytes.size() - segment->p_offset)
        return false;
      segments.push_back(segment);
    }
    return true;
  }

  /// The distinct stamps in the file.
  llvm::SmallVector<StringRef> getStamps() const {
    constexpr StringRef mark = TORCH_ONNX_PLUGIN_STAMP_MARK;
    llvm::SmallVector<StringRef> stamps;
    for (size_t at = text.find(mark); at != StringRef::npos;
         at = text.find(mark, at + mark.size())) {
      StringRef rest = text.substr(at + mark.size());
      StringRef stamp = rest.take_until([](char c) { return c == '\0'; });
      if (!llvm::is_contained(stamps, stamp))
        stamps.push_back(stamp);
    }
    return stamps;
  }

  /// The libraries that are loaded with it (DT_NEEDED).
  llvm::SmallVector<StringRef> getNeeded() const {
    llvm::SmallVector<uint64_t> names;
    uint64_t strings = 0;
    for (const ElfW(Phdr) *segment : segments) {
      if (segment->p_type != PT_DYNAMIC)
        continue;
      for (uint64_t i = 0; i < segment->p_filesz / sizeof(ElfW(Dyn)); ++i) {
        const auto *entry =
            at<ElfW(Dyn)>(segment->p_offset + i * sizeof(ElfW(Dyn)));
        if (!entry || entry->d_tag == DT_NULL)
          break;
        if (entry->d_tag == DT_NEEDED)
          names.push_back(entry->d_un.d_val);
        else if (entry->d_tag == DT_STRTAB)
          strings = getOffset(entry->d_un.d_ptr);
      }
    }
    llvm::SmallVector<StringRef> needed;
    for (uint64_t name : names)
      if (name < text.size() && strings < text.size() - name)
        needed.push_back(text.substr(strings + name).take_until([](char c) {
          return c == '\0';
        }));
    return needed;
  }

private:
  static const void *getOwnHeader() {
    Dl_info info;
    dladdr(torch_onnx_plugin_host, &info);
    return info.dli_fbase;
  }

  template <typename T> const T *at(uint64_t offset) const {
    if (offset > bytes.size() || sizeof(T) > bytes.size() - offset ||
        offset % alignof(T) != 0)
      return nullptr;
    return reinterpret_cast<const T *>(bytes.data() + offset);
  }

  uint64_t getOffset(uint64_t address) const {
    for (const ElfW(Phdr) *segment : segments)
      if (segment->p_type == PT_LOAD && address >= segment->p_vaddr &&
          address - segment->p_vaddr < segment->p_filesz)
        return segment->p_offset + (address - segment->p_vaddr);
    return bytes.size();
  }

  llvm::ArrayRef<char> bytes;
  StringRef text;
  llvm::SmallVector<const ElfW(Phdr) *> segments;
};

} // namespace

static llvm::Error checkFile(StringRef path) {
  auto file = MappedFile::open(path);
  if (!file) {
    // The message begins with the path, like the messages here.
    std::string message = llvm::toString(file.takeError());
    StringRef reason = message;
    reason.consume_front(path);
    reason.consume_front(": ");
    return refuse(path, reason);
  }
  LibraryFile library((*file)->bytes());
  if (!library.check())
    return refuse(path, "expected a whole shared library for this machine");
  llvm::SmallVector<StringRef> stamps = library.getStamps();
  if (stamps.empty())
    return refuse(path, "it has no stamp of Torch-ONNX; expected a library "
                        "with TORCH_ONNX_PASS_PLUGIN or "
                        "TORCH_ONNX_DIALECT_PLUGIN of torch-onnx/Plugin/"
                        "Plugin.h");
  for (StringRef stamp : stamps)
    if (stamp != TORCH_ONNX_PLUGIN_STAMP)
      return refuse(path, "it was built for '" + stamp +
                              "', this is '" TORCH_ONNX_PLUGIN_STAMP
                              "'; build it again with the headers of this "
                              "installation");
  for (StringRef name : library.getNeeded())
    if (name.starts_with("libMLIR") || name.starts_with("libLLVM"))
      return refuse(path, "it is linked with " + name +
                              ", but a plug-in must use the MLIR and LLVM of "
                              "the tool; do not link their libraries");
  return llvm::Error::success();
}
#else
static llvm::Error checkFile(StringRef path) {
  return refuse(path, "plug-ins are loaded on Linux only, because a library of "
                      "this system cannot be checked before it is loaded; link "
                      "the passes into a tool of your own");
}
#endif

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

/// Loads the plug-in and returns its function `entry`.
static llvm::Expected<void *> load(StringRef path, const char *entry) {
  if (llvm::Error error = checkFile(path))
    return error;
  if (dlsym(RTLD_DEFAULT, "torch_onnx_plugin_host") != torch_onnx_plugin_host)
    return refuse(path, "only the programs torch-onnx and torch-onnx-opt of an "
                        "installation load plug-ins; a library, such as that "
                        "of the Python package, and a build with sanitizers "
                        "export no classes for them");
  // With a slash in the name, the loader searches no other folders. All
  // functions are bound now, because a missing function would end the process
  // later.
  std::string name = path.str();
  if (!path.contains('/'))
    name = "./" + name;
  void *library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    return refuse(path, reason ? reason : "dlopen failed");
  }
  // The library stays loaded, because its passes stay registered.
  if (void *function = dlsym(library, entry))
    return function;
  return refuse(path, llvm::Twine("it has no '") + entry + "'");
}

static llvm::Error checkApi(StringRef path, uint32_t version) {
  if (version == MLIR_PLUGIN_API_VERSION)
    return llvm::Error::success();
  return refuse(path, "expected version " +
                          llvm::Twine(MLIR_PLUGIN_API_VERSION) +
                          " of MLIR's interface of plug-ins, found " +
                          llvm::Twine(version));
}

/// Calls the registration, and reports an error of MLIR's registry as an error
/// of the tool: LLVM's aborts.
static void callRegistration(StringRef path, llvm::function_ref<void()> call) {
  std::string name = path.str();
  llvm::ScopedFatalErrorHandler handler(
      [](void *user, const char *reason, bool) {
        llvm::errs() << "error: plug-in '"
                     << *static_cast<const std::string *>(user)
                     << "': " << reason << "\n";
        _exit(EXIT_FAILURE);
      },
      &name);
  call();
}

llvm::Error torch_onnx::loadPassPlugin(StringRef path) {
  auto function = load(path, "mlirGetPassPluginInfo");
  if (!function)
    return function.takeError();
  auto info = reinterpret_cast<mlir::PassPluginLibraryInfo (*)()>(*function)();
  if (llvm::Error error = checkApi(path, info.apiVersion))
    return error;
  if (!info.registerPassRegistryCallbacks)
    return refuse(path, "it registers no passes");
  callRegistration(path, info.registerPassRegistryCallbacks);
  return llvm::Error::success();
}

llvm::Error torch_onnx::loadDialectPlugin(StringRef path,
                                          mlir::DialectRegistry &registry) {
  auto function = load(path, "mlirGetDialectPluginInfo");
  if (!function)
    return function.takeError();
  auto info =
      reinterpret_cast<mlir::DialectPluginLibraryInfo (*)()>(*function)();
  if (llvm::Error error = checkApi(path, info.apiVersion))
    return error;
  if (!info.registerDialectRegistryCallbacks)
    return refuse(path, "it registers no dialects");
  callRegistration(path,
                   [&] { info.registerDialectRegistryCallbacks(&registry); });
  return llvm::Error::success();
}
