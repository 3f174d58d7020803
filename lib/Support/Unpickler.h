//===- Unpickler.h - The pickle machine -------------------------*- C++ -*-===//
//
// A machine for the opcodes that Python's pickle module and TorchScript's
// pickler write at protocol 2. Values are in one table and refer to each other
// by index. Nothing traverses them recursively, so they can be arbitrarily deep
// or circular. Each opcode makes at most one value, of 16 bytes; texts stay in
// the pickle, and shared parts are kept once. In addition, memory is limited in
// proportion to the size of the pickle.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_SUPPORT_UNPICKLER_H
#define TORCH_ONNX_LIB_SUPPORT_UNPICKLER_H

#include "torch-onnx/Support/Pickle.h"
#include "torch-onnx/Support/Printable.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <vector>

namespace torch_onnx {

/// Quotes untrusted text for a message.
inline std::string quoteText(llvm::StringRef text) {
  constexpr size_t longest = 200;
  return "'" + getPrintable(text.take_front(longest)) +
         (text.size() > longest ? "...'" : "'");
}

/// Whether a class is a class of a TorchScript archive, including C++ classes.
inline bool isScriptClass(llvm::StringRef name) {
  return name.starts_with("__torch__.");
}

struct Pickle::Tables {
  using Index = uint32_t;
  using Kind = PickleValue::Kind;
  /// Storages are only arguments of calls. A storage used as a value looks like
  /// an object without a state.
  static constexpr Kind kStorage = Kind(255);

  struct Value {
    Kind kind = Kind::None;
    /// For a List or a Dict, one more than the index of its annotation in the
    /// names. For a Tuple, the number of values with shared inner tuples
    /// expanded (saturated).
    Index tag = 0;
    /// By kind: the number, the bits of a Float, the position and length of a
    /// Text in the pickle, or an index into the table of the kind. An Object
    /// has the index of its name and of its state.
    int64_t number = 0;
  };

  struct StorageEntry {
    llvm::StringRef dtype;
    uint64_t offset = 0, size = 0;
    Index name = 0;
    bool isAbsent = false;
  };

  /// A call of a function that makes a tensor. Its arguments may be shared.
  struct TensorEntry {
    llvm::StringRef dtype;
    int64_t storageOffset = 0;
    Index storage = 0, sizes = 0, strides = 0;
    /// For a quantized tensor, the tuple (scheme, scale, zero point) or
    /// (scheme, scales, zero points, axis).
    Index quantizer = 0;
    /// False for a tensor of a state dictionary without bytes: only its name is
    /// known.
    bool hasStorage = true;
    /// The sizes or the strides are in a list, which later opcodes may change.
    bool isInList = false;
    /// The conjugate and the negative bit.
    bool isConjugate = false, isNegative = false;
  };

  /// The initial values of every table.
  enum : Index { kNone, kFalse, kTrue };

  Tables(llvm::StringRef path, llvm::StringRef member, const Options &options);

  llvm::Error error(const llvm::Twine &message) const;
  llvm::Error overBudget() const;

  Index add(Value value) {
    used += sizeof(Value);
    values.push_back(value);
    return values.size() - 1;
  }
  Index addList(Kind kind, llvm::ArrayRef<Index> items) {
    used += sizeof(std::vector<Index>) + items.size() * sizeof(Index);
    lists.emplace_back(items.begin(), items.end());
    return add({kind, 0, static_cast<int64_t>(lists.size() - 1)});
  }
  Index addObject(Index name, Index state) {
    return add({Kind::Object, 0,
                static_cast<int64_t>(uint64_t(name) << 32) |
                    static_cast<int64_t>(state)});
  }
  /// Returns the index of a name.
  Index intern(llvm::StringRef name);

  bool isA(Index index, Kind kind) const { return values[index].kind == kind; }
  bool isSequence(Index index) const {
    return isA(index, Kind::Tuple) || isA(index, Kind::List);
  }
  /// Whether a value is an object of a subclass of torch.Tensor.
  bool isSubclass(Index index) const {
    return isA(index, Kind::Object) && getName(index) == kSubclass &&
           isA(getState(index), Kind::Dict);
  }
  int64_t getNumber(Index index) const { return values[index].number; }
  llvm::StringRef getText(Index text) const {
    uint64_t place = values[text].number;
    return llvm::StringRef(bytes.data() + (place >> 32), uint32_t(place));
  }
  /// For a Global, an Object or a storage.
  llvm::StringRef getName(Index index) const;
  Index getState(Index object) const {
    return static_cast<Index>(values[object].number);
  }
  /// For a Tuple, a List, a Dict or a Complex.
  llvm::ArrayRef<Index> getItems(Index list) const {
    return lists[values[list].number];
  }
  /// Reads sizes or strides. Returns false for anything but a few integers.
  bool readInts(Index index, llvm::SmallVectorImpl<int64_t> &numbers) const;

  std::string path, member;
  Options options;
  /// The bytes of the pickle; kept in `inflated` if the member is compressed.
  llvm::ArrayRef<char> bytes;
  std::string inflated;
  /// The position of the current opcode, or of the last one.
  size_t opcodeAt = 0;
  /// The memory used and its limit, in bytes.
  size_t used = 0, budget = 0;
  Index root = 0;
  std::vector<Value> values;
  std::vector<std::vector<Index>> lists;
  /// Distinct names.
  std::vector<llvm::StringRef> names;
  llvm::StringMap<Index> nameNumbers;
  std::vector<StorageEntry> storages;
  std::vector<TensorEntry> tensors;
};

class Unpickler {
public:
  Unpickler(const ZipReader &zip, Pickle::Tables &tables)
      : zip(zip), tables(tables),
        isTorchScript(tables.options.dialect == Pickle::Dialect::TorchScript) {}

  /// Fills the tables with the values that the pickle builds.
  llvm::Error run();

private:
  using Tables = Pickle::Tables;
  using Index = Tables::Index;
  using Kind = PickleValue::Kind;

  llvm::Error error(const llvm::Twine &message) const {
    return tables.error(message);
  }
  llvm::Error truncated() const { return error("the pickle is cut off"); }
  llvm::Error unknownArguments(llvm::StringRef callable) const {
    return error("unknown arguments of " + quoteText(callable));
  }

  bool isA(Index index, Kind kind) const { return tables.isA(index, kind); }
  void push(Index index) { stack.push_back(index); }
  void pushNumber(Kind kind, int64_t number) {
    push(tables.add({kind, 0, number}));
  }
  llvm::Error pushTuple(llvm::ArrayRef<Index> items);
  void pushText(llvm::StringRef text) {
    // The pickle has fewer than 2^32 bytes.
    pushNumber(Kind::Text, (text.data() - tables.bytes.data()) << 32 |
                               static_cast<int64_t>(text.size()));
  }
  Index pop() {
    Index index = stack.back();
    stack.pop_back();
    return index;
  }

  // Takes `count` bytes of the pickle.
  bool take(size_t count, llvm::StringRef &text);
  bool takeLine(llvm::StringRef &text);

  // Opcodes.
  llvm::Error step(uint8_t opcode);
  llvm::Error memoize(uint32_t key);
  llvm::Error recall(uint32_t key);
  /// Pops the topmost mark and the values above it.
  llvm::Error popMark(std::vector<Index> &items);
  llvm::Error extend(llvm::ArrayRef<Index> items, Kind kind);
  llvm::Error makeObject();
  llvm::Error build();
  llvm::Error finish();
  llvm::Error checkNesting() const;

  // Globals and their calls (UnpicklerCalls.cpp).
  llvm::Error loadGlobal(llvm::StringRef module, llvm::StringRef name);
  llvm::Error loadStorage();
  llvm::Error call();
  /// Reads the bits of a tensor that change its numbers.
  llvm::Error readMetadata(Index metadata, Tables::TensorEntry &tensor) const;
  llvm::Error callOfStateDict(llvm::StringRef callable,
                              llvm::ArrayRef<Index> args, Index argsIndex);
  llvm::Error callOfTorchScript(llvm::StringRef callable,
                                llvm::ArrayRef<Index> args);
  llvm::Error callTensor(llvm::StringRef callable, llvm::ArrayRef<Index> args);
  bool isQuantizer(Index index) const;
  void pushTensor(const Tables::TensorEntry &tensor) {
    tables.used += sizeof(Tables::TensorEntry);
    pushNumber(Kind::Tensor, tables.tensors.size());
    tables.tensors.push_back(tensor);
  }

  const ZipReader &zip;
  Tables &tables;
  bool isTorchScript;
  size_t at = 0;
  bool isDone = false;
  /// The entry of a subclass precedes the entries of its parts.
  bool hasSubclasses = false;
  Index emptyTuple = 0;
  std::vector<Index> stack;
  /// The stack size at each mark.
  std::vector<size_t> marks;
  llvm::DenseMap<uint64_t, Index> memo;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_SUPPORT_UNPICKLER_H
