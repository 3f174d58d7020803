//===- Metadata.cpp - Locations from node metadata ------------------------===//
//
// Parses two texts of torch.export. Neither has a defined grammar, so
// unexpected text gives no location and no error.
//
//===----------------------------------------------------------------------===//

#include "Metadata.h"

#include "torch-onnx/Import/PythonFile.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace torch_onnx;

// Items are `key,path,type`, outermost first. The path may contain commas
// within brackets, the type may not (torch/_export/serde/serialize.py).
static std::pair<StringRef, StringRef> getPathAndClass(StringRef item) {
  auto [path, type] = item.split(',').second.rsplit(',');
  // The name of the root in the strict mode of torch.export.
  path.consume_front("L['self'].");
  if (path == "L['self']" || path.contains("_empty_nn_module"))
    path = StringRef();
  return {path, type};
}

StringRef torch_onnx::getModulePath(StringRef nnModuleStack) {
  StringRef item = nnModuleStack.rsplit(';').second;
  return getPathAndClass(item.empty() ? nnModuleStack : item).first;
}

std::optional<std::pair<StringRef, unsigned>>
torch_onnx::getSourceLine(StringRef stackTrace) {
  std::optional<std::pair<StringRef, unsigned>> innermost;
  // From the innermost frame outwards: `File "x.py", line 12, in forward`.
  StringRef rest = stackTrace;
  while (true) {
    size_t begin = rest.rfind("File \"");
    if (begin == StringRef::npos)
      return innermost;
    auto [file, tail] = rest.drop_front(begin + strlen("File \"")).split('"');
    rest = rest.take_front(begin);
    unsigned line;
    if (!tail.consume_front(", line ") || tail.consumeInteger(10, line))
      continue;
    if (!isInsidePyTorch(file))
      return std::make_pair(file, line);
    if (!innermost)
      innermost = std::make_pair(file, line);
  }
}

const LocationImporter::NamedPath &
LocationImporter::getPath(StringRef nnModuleStack) {
  auto [it, isNew] = paths.try_emplace(nnModuleStack);
  if (!isNew)
    return it->second;
  MLIRContext *ctx = file.getContext();
  NamedPath &path = it->second;
  path.path = StringAttr::get(ctx, getModulePath(nnModuleStack));
  // The path alone identifies the calls around a node if each module is nested
  // in the previous one and was called once.
  std::string calls;
  StringRef caller;
  bool isPlain = true;
  for (StringRef item : llvm::split(nnModuleStack, ';')) {
    auto [module, type] = getPathAndClass(item);
    if (!type.empty())
      modules.try_emplace((module.empty() ? "self" : "self." + module).str(),
                          type);
    if (module.empty())
      continue;
    // The key of a further call is `path@1`.
    StringRef key = item.split(',').first;
    size_t at = key.rfind('@');
    StringRef count = at == StringRef::npos ? "" : key.substr(at);
    isPlain &= count.empty() && module.starts_with(caller) &&
               (caller.empty() || module.substr(caller.size(), 1) == ".");
    calls += ((calls.empty() ? "" : ";") + module + count).str();
    caller = module;
  }
  if (!isPlain)
    path.calls = StringAttr::get(ctx, calls);
  return path;
}

DictionaryAttr LocationImporter::getModules() const {
  MLIRContext *ctx = file.getContext();
  SmallVector<NamedAttribute> entries;
  for (const auto &[path, type] : modules)
    entries.emplace_back(StringAttr::get(ctx, path),
                         StringAttr::get(ctx, type));
  return DictionaryAttr::get(ctx, entries);
}

Location LocationImporter::get(Json metadata) {
  MLIRContext *ctx = file.getContext();
  Location source = file;
  if (Json trace = metadata.find("stack_trace"); trace.isString()) {
    LocationAttr &cached = sourceLines[trace.asString()];
    if (!cached) {
      auto frame = getSourceLine(trace.asString());
      cached = frame ? FileLineColLoc::get(ctx, frame->first, frame->second, 0)
                     : LocationAttr(file);
    }
    source = cached;
  }
  NamedPath path;
  if (Json stack = metadata.find("nn_module_stack"); stack.isString())
    path = getPath(stack.asString());
  if (!path.path || path.path.empty())
    return source;
  if (path.calls)
    source = NameLoc::get(path.calls, source);
  return NameLoc::get(path.path, source);
}
