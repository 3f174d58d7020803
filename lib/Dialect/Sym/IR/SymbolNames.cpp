//===- SymbolNames.cpp - Names of symbols in a context --------------------===//
//
// The table itself. Readers share a lock: most calls ask for what is there.
//
//===----------------------------------------------------------------------===//

#include "SymbolNames.h"

#include <mutex>
#include <shared_mutex>

using namespace mlir;
using namespace torch_onnx::sym;

using Lock = llvm::sys::SmartRWMutex<false>;

unsigned SymbolNames::intern(StringRef name) {
  {
    std::shared_lock<Lock> lock(mutex);
    auto it = positions.find(name);
    if (it != positions.end())
      return it->second;
  }
  std::lock_guard<Lock> lock(mutex);
  auto [it, isNew] = positions.try_emplace(name, names.size());
  if (isNew)
    names.push_back(it->first());
  return it->second;
}

StringRef SymbolNames::getName(unsigned position) const {
  std::shared_lock<Lock> lock(mutex);
  return position < names.size() ? names[position] : StringRef();
}

unsigned SymbolNames::size() const {
  std::shared_lock<Lock> lock(mutex);
  return names.size();
}

std::optional<AffineExpr> SymbolNames::findNormal(AffineExpr expr) const {
  std::shared_lock<Lock> lock(normalMutex);
  auto it = normals.find(expr);
  if (it == normals.end())
    return std::nullopt;
  return it->second;
}

void SymbolNames::insertNormal(AffineExpr expr, AffineExpr normal) {
  std::lock_guard<Lock> lock(normalMutex);
  normals.try_emplace(expr, normal);
}

SymbolNames &SymbolNames::get(MLIRContext *context) {
  auto *dialect = context->getLoadedDialect<SymDialect>();
  if (!dialect)
    dialect = context->getOrLoadDialect<SymDialect>();
  return dialect->getSymbolNames();
}
