//===- ScopedMap.h - A map with scopes that undo changes --------*- C++ -*-===//
//
// A map for facts that are only valid in a region. It logs the changes in a
// scope and undoes them at its end, at a cost proportional to the changes, not
// to the size of the map.
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
  /// Logs changes during its lifetime and undoes them in its destructor.
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

  /// The entry, or null. Valid until the map is changed.
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
  /// The previous values of changed keys, in the order of the changes.
  llvm::SmallVector<std::pair<Key, std::optional<Value>>, 0> log;
  unsigned numScopes = 0;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_SCOPEDMAP_H
