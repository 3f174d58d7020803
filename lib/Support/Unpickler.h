//===- Unpickler.h - The machine that runs a pickle -------------*- C++ -*-===//
//
// A machine for the opcodes that Python's pickle module and TorchScript's
// pickler write at protocol 2. Values are in one table and refer to each other
// by index, so that what a pickle builds can be as deep, or as circular, as it
// likes: nothing walks it. Each opcode makes at most one value, of 16 bytes;
// texts stay in the pickle, and what values share is kept once. The memory is
// limited in proportion to the pickle all the same.
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

/// A stranger's text in a message.
inline std::string quoteText(llvm::StringRef text) {
  constexpr size_t longest = 200;
  return "'" + getPrintable(text.take_front(longest)) +
         (text.size() > longest ? "...'" : "'");
}

/// The classes of an archive of TorchScript, those of C++ included.
inline bool isScriptClass(llvm::StringRef name) {
  return name.starts_with("__torch__.");
}

struct Pickle::Tables {
  using Index = uint32_t;
  using Kind = PickleValue::Kind;
  /// Only the arguments of calls are storages. Where a pickle has one as a
  /// value, it looks like an object without a state.
  static constexpr Kind kStorage = Kind(255);

  struct Value {
    Kind kind = Kind::None;
    /// Of a List or a Dict, one more than the number of its annotation in the
    /// names. Of a Tuple, how many values it has, each tuple in it written out
    /// (saturated).
    Index tag = 0;
    /// By kind: the number, the bits of a Float, the place of a Text in the
    /// pickle and its length, or an index into the table of the kind. An Object
    /// has the number of its name and the index of its state.
    int64_t number = 0;
  };

  struct StorageEntry {
    llvm::StringRef dtype;
    uint64_t offset = 0, size = 0;
    Index name = 0;
    bool isAbsent = false;
  };

  /// A call of a function that makes a tensor. What it was called with may be
  /// shared by many.
  struct TensorEntry {
    llvm::StringRef dtype;
    int64_t storageOffset = 0;
    Index storage = 0, sizes = 0, strides = 0;
    /// Of a quantized tensor, the tuple (scheme, scale, zero point) or (scheme,
    /// scales, zero points, axis).
    Index quantizer = 0;
    /// Nothing but the name is known of a tensor of a state dictionary without
    /// bytes.
    bool hasStorage = true;
    /// The sizes or the strides are in a list, which may get other items.
    bool isInList = false;
  };

  /// The values that every table begins with.
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
  /// The number of a name.
  Index intern(llvm::StringRef name);

  bool isA(Index index, Kind kind) const { return values[index].kind == kind; }
  bool isSequence(Index index) const {
    return isA(index, Kind::Tuple) || isA(index, Kind::List);
  }
  /// An object that a subclass of torch.Tensor became.
  bool isSubclass(Index index) const {
    return isA(index, Kind::Object) && getName(index) == kSubclass &&
           isA(getState(index), Kind::Dict);
  }
  int64_t getNumber(Index index) const { return values[index].number; }
  llvm::StringRef getText(Index text) const {
    uint64_t place = values[text].number;
    return llvm::StringRef(bytes.data() + (place >> 32), uint32_t(place));
  }
  /// Of a Global, an Object or a storage.
  llvm::StringRef getName(Index index) const;
  Index getState(Index object) const {
    return static_cast<Index>(values[object].number);
  }
  /// Of a Tuple, a List, a Dict or a Complex.
  llvm::ArrayRef<Index> getItems(Index list) const {
    return lists[values[list].number];
  }
  /// Reads sizes or strides; false for anything else than a few integers.
  bool readInts(Index index, llvm::SmallVectorImpl<int64_t> &numbers) const;

  std::string path, member;
  Options options;
  /// Of the pickle; kept in `inflated` if the member is compressed.
  llvm::ArrayRef<char> bytes;
  std::string inflated;
  /// Where the opcode is that runs, or the last one.
  size_t opcodeAt = 0;
  /// Bytes of memory, and how many they may be.
  size_t used = 0, budget = 0;
  Index root = 0;
  std::vector<Value> values;
  std::vector<std::vector<Index>> lists;
  /// Names, each once.
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

  /// Fills the tables with what the pickle builds.
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

  // Bytes of the pickle.
  bool take(size_t count, llvm::StringRef &text);
  bool takeLine(llvm::StringRef &text);

  // Opcodes.
  llvm::Error step(uint8_t opcode);
  llvm::Error memoize(uint32_t key);
  llvm::Error recall(uint32_t key);
  /// The values above the topmost mark, which goes.
  llvm::Error popMark(std::vector<Index> &items);
  llvm::Error extend(llvm::ArrayRef<Index> items, Kind kind);
  llvm::Error makeObject();
  llvm::Error build();
  llvm::Error finish();
  llvm::Error checkNesting() const;

  // Globals and what they do (UnpicklerCalls.cpp).
  llvm::Error loadGlobal(llvm::StringRef module, llvm::StringRef name);
  llvm::Error loadStorage();
  llvm::Error call();
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
  /// A subclass begins before what it is made of.
  bool hasSubclasses = false;
  Index emptyTuple = 0;
  std::vector<Index> stack;
  /// Sizes of the stack at its marks.
  std::vector<size_t> marks;
  llvm::DenseMap<uint64_t, Index> memo;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_SUPPORT_UNPICKLER_H
