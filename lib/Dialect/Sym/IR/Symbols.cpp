//===- Symbols.cpp - The symbols of a context -----------------------------===//
//
// Implements the table. Readers share a lock, because most calls look up
// existing symbols.
//
//===----------------------------------------------------------------------===//

#include "Symbols.h"

#include <mutex>
#include <shared_mutex>

using namespace mlir;
using namespace torch_onnx::sym;

using Lock = llvm::sys::SmartRWMutex<false>;

unsigned Symbols::intern(Attribute symbol) {
  {
    std::shared_lock<Lock> lock(mutex);
    auto it = positions.find(symbol);
    if (it != positions.end())
      return it->second;
  }
  std::lock_guard<Lock> lock(mutex);
  auto [it, isNew] = positions.try_emplace(symbol, symbols.size());
  if (isNew)
    symbols.push_back(symbol);
  return it->second;
}

Attribute Symbols::getSymbol(unsigned position) const {
  std::shared_lock<Lock> lock(mutex);
  return position < symbols.size() ? symbols[position] : Attribute();
}

unsigned Symbols::size() const {
  std::shared_lock<Lock> lock(mutex);
  return symbols.size();
}

std::optional<AffineExpr> Symbols::findNormal(AffineExpr expr) const {
  std::shared_lock<Lock> lock(normalMutex);
  auto it = normals.find(expr);
  if (it == normals.end())
    return std::nullopt;
  return it->second;
}

void Symbols::insertNormal(AffineExpr expr, AffineExpr normal) {
  std::lock_guard<Lock> lock(normalMutex);
  normals.try_emplace(expr, normal);
}

Symbols &Symbols::get(MLIRContext *context) {
  auto *dialect = context->getLoadedDialect<SymDialect>();
  if (!dialect)
    dialect = context->getOrLoadDialect<SymDialect>();
  return dialect->getSymbols();
}
