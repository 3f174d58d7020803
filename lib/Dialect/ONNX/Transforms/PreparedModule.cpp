//===- PreparedModule.cpp - What onnx-prepare-for-export leaves -----------===//
//
// See PreparedModule.h.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/Transforms/PreparedModule.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace torch_onnx;

/// The first location of kind `Loc` inside `location`, outermost first. Fused
/// locations hold the ops that one op was made from: the first one speaks for
/// all.
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
