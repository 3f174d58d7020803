//===- ScopedMap.h - A map whose changes are undone -------------*- C++ -*-===//
//
// What is known inside of a region is not known behind it. A map of this kind
// notes what a scope changes and takes it back in the end, which costs as much
// as the changes, not as much as the map.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_SCOPEDMAP_H
#define TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_SCOPEDMAP_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace torch_onnx {

template <typename Key, typename Value> class ScopedMap {
public:
  /// While it lives, changes are noted; afterwards the map is as it was before.
  class Scope {
  public:
    explicit Scope(ScopedMap &map) : map(map), mark(map.log.size()) {
      ++map.numScopes;
    }
    ~Scope() {
      while (map.log.size() > mark) {
        auto [key, before] = map.log.pop_back_val();
        if (before)
          map.entries[key] = *before;
        else
          map.entries.erase(key);
      }
      --map.numScopes;
    }
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

  private:
    ScopedMap &map;
    size_t mark;
  };

  /// The entry, or null; valid until the map is changed.
  const Value *find(const Key &key) const {
    auto it = entries.find(key);
    return it == entries.end() ? nullptr : &it->second;
  }
  /// The entry, or an empty value.
  Value lookup(const Key &key) const { return entries.lookup(key); }

  void set(const Key &key, const Value &value) {
    note(key);
    entries[key] = value;
  }
  void erase(const Key &key) {
    note(key);
    entries.erase(key);
  }

private:
  void note(const Key &key) {
    if (numScopes == 0)
      return;
    const Value *before = find(key);
    log.emplace_back(key, before ? std::optional<Value>(*before)
                                 : std::optional<Value>());
  }

  llvm::DenseMap<Key, Value> entries;
  /// What changed keys had before, in the order of the changes.
  llvm::SmallVector<std::pair<Key, std::optional<Value>>, 0> log;
  unsigned numScopes = 0;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_SCOPEDMAP_H
