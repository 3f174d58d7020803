//===- PreparedModule.cpp - Modules prepared for export -------------------===//
//
// See PreparedModule.h.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/Transforms/PreparedModule.h"

#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace torch_onnx;

/// The first location of kind `Loc` inside `location`, outermost first. A fused
/// location has the locations of several ops; the first one is used.
template <typename Loc> static Loc findLocation(Location location) {
  Loc found;
  location->walk([&](Location inner) {
    found = dyn_cast<Loc>(inner);
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

StringRef onnx::getModulePath(Location location) {
  NameLoc name = findLocation<NameLoc>(location);
  return name ? name.getName().getValue() : StringRef();
}

StringRef onnx::getModuleCalls(Location location) {
  NameLoc path = findLocation<NameLoc>(location);
  auto calls = path ? dyn_cast<NameLoc>(path.getChildLoc()) : NameLoc();
  return calls ? calls.getName().getValue() : StringRef();
}

Location onnx::withModulePath(Location location, StringRef path) {
  if (auto name = dyn_cast<NameLoc>(location)) {
    Location line = name.getChildLoc();
    if (auto calls = dyn_cast<NameLoc>(line))
      line = calls.getChildLoc();
    if (path.empty())
      return line;
    return NameLoc::get(StringAttr::get(location.getContext(), path), line);
  }
  auto fused = dyn_cast<FusedLoc>(location);
  if (!fused)
    return location;
  SmallVector<Location> locations;
  for (Location inner : fused.getLocations())
    locations.push_back(withModulePath(inner, path));
  return FusedLoc::get(locations, fused.getMetadata(), location.getContext());
}

FlatSymbolRefAttr onnx::getCallee(Operation *op) {
  if (auto call = dyn_cast<CallOp>(op))
    return call.getCalleeAttr();
  if (auto call = dyn_cast<func::CallOp>(op))
    return call.getCalleeAttr();
  return {};
}

FailureOr<SmallVector<func::FuncOp>> onnx::sortFunctions(ModuleOp module) {
  llvm::DenseMap<StringAttr, func::FuncOp> byName;
  for (auto function : module.getOps<func::FuncOp>())
    byName[function.getSymNameAttr()] = function;
  struct Entry {
    func::FuncOp function;
    SmallVector<func::FuncOp> callees;
  };
  enum State { Unseen, Open, Done };
  llvm::DenseMap<Operation *, State> states;
  SmallVector<func::FuncOp> sorted;
  // Not recursive, as the input is untrusted.
  std::vector<Entry> path;
  auto enter = [&](func::FuncOp function) {
    states[function] = Open;
    path.push_back({function, {}});
    function.walk([&](Operation *op) {
      FlatSymbolRefAttr callee = getCallee(op);
      func::FuncOp called = callee ? byName.lookup(callee.getAttr()) : nullptr;
      if (called && !called.isExternal())
        path.back().callees.push_back(called);
    });
  };
  for (auto root : module.getOps<func::FuncOp>()) {
    if (root.isExternal() || states.lookup(root) != Unseen)
      continue;
    enter(root);
    while (!path.empty()) {
      Entry &entry = path.back();
      if (entry.callees.empty()) {
        states[entry.function] = Done;
        sorted.push_back(entry.function);
        path.pop_back();
        continue;
      }
      func::FuncOp callee = entry.callees.pop_back_val();
      State state = states.lookup(callee);
      if (state == Open)
        return callee.emitError("the function '")
               << callee.getSymName()
               << "' calls itself, directly or through other functions; ONNX "
                  "has no recursive functions";
      if (state == Unseen)
        enter(callee);
    }
  }
  return sorted;
}

std::optional<FileLineColLoc> onnx::getSourceLine(Location location) {
  if (FileLineColLoc line = findLocation<FileLineColLoc>(location))
    return line;
  return std::nullopt;
}

std::string onnx::getNamespace(StringRef modulePath) {
  std::string result;
  for (StringRef part : llvm::split(modulePath, '.')) {
    if (part.empty())
      continue;
    if (!result.empty())
      result += llvm::all_of(part, llvm::isDigit) ? '.' : '/';
    result += part;
  }
  return result;
}

StringRef onnx::getSubgraphAttributeName(Operation *op, unsigned region) {
  if (op->getNumRegions() == 2) // onnx.If
    return region == 0 ? "then_branch" : "else_branch";
  return "body";
}
