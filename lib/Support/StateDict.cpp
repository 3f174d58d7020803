//===- StateDict.cpp - Tensors of a file of torch.save --------------------===//
//
// A machine for the opcodes that Python's pickle module writes at protocol 2.
// Values are in one table and refer to each other by index, so that what a
// pickle builds can be as deep, or as circular, as it likes: nothing walks it.
// Each opcode makes at most one value, of 16 bytes; texts stay in the pickle,
// and what values share is kept once. The memory is limited in proportion to
// the pickle all the same.
//
// What the callables do is in torch/_utils.py; what a persistent id is, in
// torch/serialization.py.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Support/StateDict.h"

#include "torch-onnx/Support/Checksum.h"
#include "torch-onnx/Support/Printable.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace torch_onnx;
using llvm::ArrayRef;
using llvm::StringRef;
using llvm::Twine;

/// Bytes of an element; 0 for dtypes that are not read. "bytes" is that of a
/// storage without a dtype.
static unsigned getWidth(StringRef dtype) {
  return llvm::StringSwitch<unsigned>(dtype)
      .Cases({"bool", "uint8", "int8", "float8_e4m3fn", "float8_e5m2",
              "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e8m0fnu", "bytes"},
             1)
      .Cases({"int16", "uint16", "float16", "bfloat16"}, 2)
      .Cases({"int32", "uint32", "float32", "complex32"}, 4)
      .Cases({"int64", "uint64", "float64", "complex64"}, 8)
      .Case("complex128", 16)
      .Default(0);
}

/// The dtype of a storage class; empty for those that are not read.
static StringRef getStorageDtype(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Case("torch.storage.UntypedStorage", "bytes")
      .Case("torch.BoolStorage", "bool")
      .Case("torch.ByteStorage", "uint8")
      .Case("torch.CharStorage", "int8")
      .Case("torch.ShortStorage", "int16")
      .Case("torch.IntStorage", "int32")
      .Case("torch.LongStorage", "int64")
      .Case("torch.HalfStorage", "float16")
      .Case("torch.BFloat16Storage", "bfloat16")
      .Case("torch.FloatStorage", "float32")
      .Case("torch.DoubleStorage", "float64")
      .Case("torch.ComplexFloatStorage", "complex64")
      .Case("torch.ComplexDoubleStorage", "complex128")
      .Default("");
}

static bool isKnownCallable(StringRef name) {
  return llvm::is_contained(
      {"torch._utils._rebuild_tensor_v2", "torch._utils._rebuild_tensor_v3",
       "torch._utils._rebuild_parameter",
       "torch._utils._rebuild_parameter_with_state",
       "torch._utils._rebuild_meta_tensor_no_storage",
       "torch._export.serde.serialize._reconstruct_fake_tensor",
       "collections.OrderedDict", "_codecs.encode"},
      name);
}

/// Makes a tensor subclass of its attributes (torch/_tensor.py).
static constexpr StringRef kSubclass = "torch._tensor._rebuild_from_type_v2";

/// A stranger's text in a message.
static std::string quote(StringRef text) {
  constexpr size_t longest = 200;
  return "'" + getPrintable(text.take_front(longest)) +
         (text.size() > longest ? "...'" : "'");
}

namespace {

using Index = uint32_t;

struct Value {
  enum Kind : uint8_t {
    None,
    Bool,
    Int,
    Float,
    /// `number`: where it begins in the pickle, and its length.
    Text,
    /// `number`: index into the lists, for these three.
    Tuple,
    List,
    /// Keys and values in turn.
    Dict,
    /// A class, a function or a dtype of Python: index into the globals.
    Global,
    /// Index into the storages.
    Storage,
    /// Index into the tensors.
    Tensor,
    /// A tensor subclass. `number`: the value of the dictionary of its
    /// attributes.
    Subclass,
    /// An object of Python that a tensor subclass has; it is not read.
    Object,
  };
  Kind kind = None;
  int64_t number = 0;
};

struct Storage {
  StringRef dtype;
  uint64_t offset = 0, size = 0;
};

/// A call of a function that makes a tensor. What it was called with may be
/// shared by many.
struct Tensor {
  StringRef dtype;
  int64_t storageOffset = 0;
  Index storage = 0, sizes = 0, strides = 0;
  bool isAbsent = false;
};

class Unpickler {
public:
  Unpickler(const ZipReader &zip, StringRef root, StringRef name,
            ArrayRef<char> bytes)
      : zip(zip), root(root), name(name), bytes(bytes),
        budget((size_t(1) << 20) + 32 * bytes.size()) {
    for (Value value : {Value{Value::None}, {Value::Bool, 0}, {Value::Bool, 1}})
      add(value);
    emptyTuple = addList(Value::Tuple, {});
  }

  llvm::Expected<std::vector<StateDictTensor>> run();

private:
  llvm::Error error(const Twine &message) const {
    return llvm::createStringError(zip.path() + ": member " + quote(name) +
                                   ": byte " + Twine(opcodeAt) + ": " +
                                   message);
  }
  llvm::Error overBudget() const {
    return error(
        "the pickle takes more than " + Twine(budget) +
        " bytes of memory, far more than a dictionary of torch.save of " +
        Twine(bytes.size()) + " bytes does");
  }
  llvm::Error truncated() const { return error("the pickle is cut off"); }

  /// Values ---------------------------------------------------------------

  Index add(Value value) {
    used += sizeof(Value);
    values.push_back(value);
    return values.size() - 1;
  }
  Index addList(Value::Kind kind, ArrayRef<Index> items) {
    used += sizeof(std::vector<Index>) + items.size() * sizeof(Index);
    lists.emplace_back(items.begin(), items.end());
    return add({kind, static_cast<int64_t>(lists.size() - 1)});
  }
  void pushNumber(Value::Kind kind, int64_t number) {
    stack.push_back(add({kind, number}));
  }
  void pushTuple(ArrayRef<Index> items) {
    stack.push_back(items.empty() ? emptyTuple : addList(Value::Tuple, items));
  }
  void pushText(StringRef text) {
    // The pickle has fewer than 2^32 bytes.
    pushNumber(Value::Text, (text.data() - bytes.data()) << 32 |
                                static_cast<int64_t>(text.size()));
  }
  bool isA(Index index, Value::Kind kind) const {
    return values[index].kind == kind;
  }
  bool isSequence(Index index) const {
    return isA(index, Value::Tuple) || isA(index, Value::List);
  }
  int64_t getNumber(Index index) const { return values[index].number; }
  StringRef getText(Index text) const {
    uint64_t place = values[text].number;
    return StringRef(bytes.data() + (place >> 32), uint32_t(place));
  }
  StringRef getGlobal(Index global) const {
    return globals[values[global].number];
  }
  ArrayRef<Index> getItems(Index list) const {
    return lists[values[list].number];
  }

  /// Text in the pickle ----------------------------------------------------

  bool take(size_t count, StringRef &text) {
    if (bytes.size() - at < count)
      return false;
    text = StringRef(bytes.data() + at, count);
    at += count;
    return true;
  }
  bool takeLine(StringRef &text) {
    StringRef rest(bytes.data() + at, bytes.size() - at);
    size_t end = rest.find('\n');
    if (end == StringRef::npos)
      return false;
    text = rest.take_front(end);
    at += end + 1;
    return true;
  }

  /// Opcodes ---------------------------------------------------------------

  llvm::Error step(uint8_t opcode);
  llvm::Error memoize(uint32_t key);
  llvm::Error recall(uint32_t key);
  /// The values above the topmost mark, which goes.
  llvm::Error popMark(std::vector<Index> &items);
  llvm::Error extend(ArrayRef<Index> items, Value::Kind kind);
  llvm::Error loadStorage();
  llvm::Error call();
  void addTensor(const Tensor &tensor) {
    used += sizeof(Tensor);
    pushNumber(Value::Tensor, tensors.size());
    tensors.push_back(tensor);
  }
  llvm::Error callTensor(StringRef callable, ArrayRef<Index> args);
  llvm::Error addTensors(ArrayRef<Index> items, const Twine &prefix,
                         unsigned depth, std::vector<StateDictTensor> &result);
  bool readInts(Index index, llvm::SmallVectorImpl<int64_t> &numbers) const;
  llvm::Expected<std::vector<StateDictTensor>> getResult();

  const ZipReader &zip;
  StringRef root, name;
  ArrayRef<char> bytes;
  size_t at = 0, opcodeAt = 0;
  bool isDone = false;
  /// A subclass begins before what it is made of.
  bool hasSubclasses = false;
  /// Of the tensors of the result.
  llvm::StringSet<> names;
  /// Bytes of memory, and how many they may be.
  size_t used = 0, budget;
  std::vector<Value> values;
  std::vector<std::vector<Index>> lists;
  Index emptyTuple;
  /// Names, each once.
  std::vector<StringRef> globals;
  llvm::StringMap<size_t> globalNames;
  std::vector<Index> stack;
  /// Sizes of the stack at its marks.
  std::vector<size_t> marks;
  llvm::DenseMap<uint64_t, Index> memo;
  std::vector<Storage> storages;
  std::vector<Tensor> tensors;
};

} // namespace

llvm::Error Unpickler::memoize(uint32_t key) {
  if (stack.empty() || (!marks.empty() && marks.back() == stack.size()))
    return error("nothing is on the stack");
  used += 2 * sizeof(std::pair<uint64_t, Index>);
  memo[key] = stack.back();
  return llvm::Error::success();
}

llvm::Error Unpickler::recall(uint32_t key) {
  auto it = memo.find(key);
  if (it == memo.end())
    return error("nothing was remembered as " + Twine(key));
  stack.push_back(it->second);
  return llvm::Error::success();
}

llvm::Error Unpickler::popMark(std::vector<Index> &items) {
  if (marks.empty())
    return error("no mark is on the stack");
  items.assign(stack.begin() + marks.back(), stack.end());
  stack.resize(marks.back());
  marks.pop_back();
  return llvm::Error::success();
}

/// Adds to the list or dictionary on top of the stack.
llvm::Error Unpickler::extend(ArrayRef<Index> items, Value::Kind kind) {
  if (stack.empty() || !isA(stack.back(), kind))
    return error(kind == Value::Dict ? "entries are added to no dictionary"
                                     : "items are added to no list");
  if (kind == Value::Dict && items.size() % 2)
    return error("a key without a value");
  used += 2 * items.size() * sizeof(Index);
  std::vector<Index> &all = lists[values[stack.back()].number];
  all.insert(all.end(), items.begin(), items.end());
  return llvm::Error::success();
}

bool Unpickler::readInts(Index index,
                         llvm::SmallVectorImpl<int64_t> &numbers) const {
  // One sequence can be the sizes of any number of tensors.
  constexpr size_t mostDimensions = 64;
  if (!isSequence(index) || getItems(index).size() > mostDimensions)
    return false;
  for (Index item : getItems(index)) {
    if (!isA(item, Value::Int))
      return false;
    numbers.push_back(getNumber(item));
  }
  return true;
}

/// A persistent id is ('storage', class, member, device, number of elements).
llvm::Error Unpickler::loadStorage() {
  if (stack.empty())
    return error("nothing is on the stack");
  Index id = stack.back();
  stack.pop_back();
  ArrayRef<Index> parts = isSequence(id) ? getItems(id) : ArrayRef<Index>();
  if (parts.size() != 5 || !isA(parts[0], Value::Text) ||
      getText(parts[0]) != "storage" || !isA(parts[1], Value::Global) ||
      !isA(parts[2], Value::Text) || !isA(parts[4], Value::Int))
    return error("a persistent id is not that of a storage");
  Storage storage;
  storage.dtype = getStorageDtype(getGlobal(parts[1]));
  if (storage.dtype.empty())
    return error("storages of class " + quote(getGlobal(parts[1])) +
                 " are not read");
  StringRef key = getText(parts[2]);
  const ZipReader::Member *member = zip.find((root + "/data/" + key).str());
  if (!member)
    return error("the storage " + quote(key) + " is not in the archive");
  if (auto contents = zip.contents(*member); !contents)
    return contents.takeError();
  int64_t count = getNumber(parts[4]);
  uint64_t width = getWidth(storage.dtype);
  if (count < 0 || uint64_t(count) > member->size / width)
    return error("the storage " + quote(key) + " has " + Twine(member->size) +
                 " bytes, too few for " + Twine(count) + " elements");
  storage.offset = member->offset;
  storage.size = count * width;
  used += sizeof(Storage);
  pushNumber(Value::Storage, storages.size());
  storages.push_back(storage);
  return llvm::Error::success();
}

llvm::Error Unpickler::callTensor(StringRef callable, ArrayRef<Index> args) {
  // (storage, offset, sizes, strides, requires_grad, hooks): version 2 has the
  // dtype in the storage, version 3 behind these. What may follow are the bits
  // of conjugates and of negatives, without which the numbers would be others.
  bool hasDtype = callable.ends_with("_v3");
  size_t count = hasDtype ? 7 : 6;
  llvm::SmallVector<int64_t> numbers;
  if (args.size() < count || !isA(args[0], Value::Storage) ||
      !isA(args[1], Value::Int) || !readInts(args[2], numbers) ||
      !readInts(args[3], numbers))
    return error("unknown arguments of " + quote(callable));
  if (args.size() > count && !isA(args[count], Value::None) &&
      !(isA(args[count], Value::Dict) && getItems(args[count]).empty()))
    return error("a tensor with metadata (a conjugate or a negative view) is "
                 "not read");
  Tensor tensor;
  tensor.storage = getNumber(args[0]);
  tensor.dtype = storages[tensor.storage].dtype;
  if (hasDtype) {
    if (!isA(args[6], Value::Global))
      return error("unknown arguments of " + quote(callable));
    tensor.dtype = getGlobal(args[6]);
    tensor.dtype.consume_front("torch.");
    if (tensor.dtype == "bytes" || getWidth(tensor.dtype) == 0)
      return error("tensors of " + quote(getGlobal(args[6])) + " are not read");
  } else if (tensor.dtype == "bytes") {
    return error("a storage without a dtype");
  }
  tensor.storageOffset = getNumber(args[1]);
  tensor.sizes = args[2];
  tensor.strides = args[3];
  addTensor(tensor);
  return llvm::Error::success();
}

llvm::Error Unpickler::call() {
  if (stack.size() < 2)
    return error("nothing is on the stack");
  Index argsIndex = stack.back();
  stack.pop_back();
  Index callableIndex = stack.back();
  stack.pop_back();
  if (!isA(callableIndex, Value::Global) || !isSequence(argsIndex))
    return error("a call of what is no function");
  // Lists move when one is added; their items stay where they are.
  StringRef callable = getGlobal(callableIndex);
  ArrayRef<Index> args = getItems(argsIndex);
  if (callable.starts_with("torch._utils._rebuild_tensor_v"))
    return callTensor(callable, args);
  if (callable.starts_with("torch._utils._rebuild_parameter")) {
    // What Python attributes a parameter has does not matter here.
    if (args.empty() ||
        (!isA(args[0], Value::Tensor) && !isA(args[0], Value::Subclass)))
      return error("a parameter that is no tensor");
    stack.push_back(args[0]);
    return llvm::Error::success();
  }
  if (callable == "torch._utils._rebuild_meta_tensor_no_storage" ||
      callable == "torch._export.serde.serialize._reconstruct_fake_tensor") {
    Tensor tensor;
    tensor.isAbsent = true;
    addTensor(tensor);
    return llvm::Error::success();
  }
  if (callable == "collections.OrderedDict") {
    if (!args.empty())
      return error("an OrderedDict with arguments");
    stack.push_back(addList(Value::Dict, {}));
    return llvm::Error::success();
  }
  if (callable == "_codecs.encode") {
    if (args.empty() || !isA(args[0], Value::Text))
      return error("unknown arguments of " + quote(callable));
    stack.push_back(args[0]);
    return llvm::Error::success();
  }
  // (function, class, its arguments, attributes)
  if (callable == kSubclass) {
    if (args.size() != 4 || !isA(args[3], Value::Dict))
      return error("unknown arguments of " + quote(callable));
    pushNumber(Value::Subclass, args[3]);
    return llvm::Error::success();
  }
  if (hasSubclasses) {
    pushNumber(Value::Object, 0);
    return llvm::Error::success();
  }
  return error("a call of " + quote(callable));
}

llvm::Error Unpickler::step(uint8_t opcode) {
  using llvm::support::endian::read16le;
  using llvm::support::endian::read32le;
  StringRef text;
  std::vector<Index> items;
  switch (opcode) {
  case 0x80: // PROTO
    if (!take(1, text))
      return truncated();
    if (text[0] != 2)
      return error("pickle protocol " + Twine(unsigned(uint8_t(text[0]))) +
                   " is not read, expected 2");
    return llvm::Error::success();
  case '.': // STOP
    isDone = true;
    return llvm::Error::success();
  case 'N': // NONE
    stack.push_back(0);
    return llvm::Error::success();
  case 0x88: // NEWTRUE
  case 0x89: // NEWFALSE
    stack.push_back(opcode == 0x88 ? 2 : 1);
    return llvm::Error::success();
  case 'K': // BININT1
    if (!take(1, text))
      return truncated();
    pushNumber(Value::Int, uint8_t(text[0]));
    return llvm::Error::success();
  case 'M': // BININT2
    if (!take(2, text))
      return truncated();
    pushNumber(Value::Int, read16le(text.data()));
    return llvm::Error::success();
  case 'J': // BININT
    if (!take(4, text))
      return truncated();
    pushNumber(Value::Int, int32_t(read32le(text.data())));
    return llvm::Error::success();
  case 0x8a: { // LONG1: two's complement, little-endian
    if (!take(1, text))
      return truncated();
    size_t count = uint8_t(text[0]);
    if (!take(count, text))
      return truncated();
    if (count > sizeof(int64_t))
      return error("an integer of more than 64 bits");
    uint64_t number = 0;
    for (size_t i = 0; i < count; ++i)
      number |= uint64_t(uint8_t(text[i])) << (8 * i);
    pushNumber(Value::Int,
               count ? llvm::SignExtend64(number, 8 * count) : int64_t(0));
    return llvm::Error::success();
  }
  case 'G': // BINFLOAT: only ever part of what nobody asks for
    if (!take(8, text))
      return truncated();
    pushNumber(Value::Float, 0);
    return llvm::Error::success();
  case 'X': { // BINUNICODE
    if (!take(4, text))
      return truncated();
    if (!take(read32le(text.data()), text))
      return truncated();
    pushText(text);
    return llvm::Error::success();
  }
  case 'c': { // GLOBAL
    StringRef module;
    if (!takeLine(module) || !takeLine(text))
      return truncated();
    std::string global = (module + "." + text).str();
    bool isDtype = module == "torch" && getWidth(text) != 0;
    hasSubclasses |= global == kSubclass;
    if (!isDtype && !hasSubclasses && !isKnownCallable(global) &&
        getStorageDtype(global).empty())
      return error("refers to " + quote(global) +
                   ", which is not part of a dictionary of plain tensors");
    auto [it, isNew] = globalNames.try_emplace(global, globals.size());
    if (isNew)
      globals.push_back(it->getKey());
    pushNumber(Value::Global, it->second);
    return llvm::Error::success();
  }
  case 'q': // BINPUT
  case 'h': // BINGET
    if (!take(1, text))
      return truncated();
    return opcode == 'q' ? memoize(uint8_t(text[0])) : recall(uint8_t(text[0]));
  case 'r': // LONG_BINPUT
  case 'j': // LONG_BINGET
    if (!take(4, text))
      return truncated();
    return opcode == 'r' ? memoize(read32le(text.data()))
                         : recall(read32le(text.data()));
  case '}': // EMPTY_DICT
  case ']': // EMPTY_LIST
    stack.push_back(addList(opcode == '}' ? Value::Dict : Value::List, {}));
    return llvm::Error::success();
  case ')': // EMPTY_TUPLE
    pushTuple({});
    return llvm::Error::success();
  case '(': // MARK
    marks.push_back(stack.size());
    return llvm::Error::success();
  case 0x85:   // TUPLE1
  case 0x86:   // TUPLE2
  case 0x87: { // TUPLE3
    size_t count = opcode - 0x84;
    if (stack.size() < count)
      return error("nothing is on the stack");
    items.assign(stack.end() - count, stack.end());
    stack.resize(stack.size() - count);
    pushTuple(items);
    return llvm::Error::success();
  }
  case 't': // TUPLE
    if (llvm::Error error = popMark(items))
      return error;
    pushTuple(items);
    return llvm::Error::success();
  case 'a':   // APPEND
  case 's': { // SETITEM
    size_t count = opcode == 'a' ? 1 : 2;
    if (stack.size() < count)
      return error("nothing is on the stack");
    items.assign(stack.end() - count, stack.end());
    stack.resize(stack.size() - count);
    return extend(items, opcode == 'a' ? Value::List : Value::Dict);
  }
  case 'e': // APPENDS
  case 'u': // SETITEMS
    if (llvm::Error error = popMark(items))
      return error;
    return extend(items, opcode == 'e' ? Value::List : Value::Dict);
  case 0x81: // NEWOBJ: of a class and its arguments
    if (!hasSubclasses || stack.size() < 2)
      return error("an object of Python, expected tensors");
    stack.resize(stack.size() - 2);
    pushNumber(Value::Object, 0);
    return llvm::Error::success();
  case 'b': // BUILD: the attributes of an object or an OrderedDict, `_metadata`
    if (stack.size() < 2 || (!isA(stack[stack.size() - 2], Value::Dict) &&
                             !isA(stack[stack.size() - 2], Value::Object)))
      return error("attributes of what is no dictionary");
    stack.pop_back();
    return llvm::Error::success();
  case 'Q': // BINPERSID
    return loadStorage();
  case 'R': // REDUCE
    return call();
  default:
    return error("opcode 0x" + llvm::utohexstr(opcode, /*LowerCase=*/true) +
                 " is none that torch.save writes for tensors");
  }
}

/// Adds the tensors of a dictionary, and those of tensor subclasses in it.
llvm::Error Unpickler::addTensors(ArrayRef<Index> items, const Twine &prefix,
                                  unsigned depth,
                                  std::vector<StateDictTensor> &result) {
  // One subclass can be an attribute of any number of others; the budget limits
  // how many entries that makes.
  constexpr unsigned deepest = 4;
  for (size_t i = 0; i + 1 < items.size(); i += 2) {
    bool isSubclass = isA(items[i + 1], Value::Subclass);
    if (!isA(items[i], Value::Text) ||
        (!isSubclass && !isA(items[i + 1], Value::Tensor)))
      continue;
    std::string key = (prefix + getText(items[i])).str();
    if (!names.insert(key).second)
      return error("two tensors are called " + quote(key));
    StateDictTensor &entry = result.emplace_back();
    entry.name = key;
    entry.isSubclass = isSubclass;
    if (!isSubclass) {
      const Tensor &tensor = tensors[getNumber(items[i + 1])];
      entry.isAbsent = tensor.isAbsent;
      if (!entry.isAbsent) {
        entry.dtype = tensor.dtype.str();
        entry.storageOffset = tensor.storageOffset;
        entry.offset = storages[tensor.storage].offset;
        entry.size = storages[tensor.storage].size;
        // A list may have got other items since.
        if (!readInts(tensor.sizes, entry.sizes) ||
            !readInts(tensor.strides, entry.strides))
          return error("the sizes of " + quote(key) + " are no integers");
      }
    }
    used += sizeof(entry) + 2 * key.size() +
            (entry.sizes.size() + entry.strides.size()) * sizeof(int64_t);
    if (used > budget)
      return overBudget();
    if (!isSubclass)
      continue;
    if (depth == deepest)
      return error("tensor subclasses inside of each other");
    if (llvm::Error error = addTensors(getItems(getNumber(items[i + 1])),
                                       key + ".", depth + 1, result))
      return error;
  }
  return llvm::Error::success();
}

llvm::Expected<std::vector<StateDictTensor>> Unpickler::getResult() {
  bool isSubclass = stack.size() == 1 && isA(stack[0], Value::Subclass);
  if (!isSubclass && (stack.size() != 1 || !isA(stack[0], Value::Dict)))
    return error("the result is no dictionary");
  std::vector<StateDictTensor> result;
  Index root = isSubclass ? getNumber(stack[0]) : stack[0];
  if (llvm::Error error = addTensors(getItems(root), "", 0, result))
    return error;
  return result;
}

llvm::Expected<std::vector<StateDictTensor>> Unpickler::run() {
  // An entry of a dictionary takes some 150 bytes here, whatever the size of
  // the tensor.
  constexpr size_t largest = size_t(64) << 20;
  if (bytes.size() > largest)
    return error("the pickle is larger than 64 MB");
  while (!isDone) {
    opcodeAt = at;
    StringRef opcode;
    if (!take(1, opcode))
      return truncated();
    if (llvm::Error error = step(opcode[0]))
      return error;
    if (used > budget)
      return overBudget();
    // An opcode that reached below a mark.
    if (!marks.empty() && stack.size() < marks.back())
      return error("an opcode takes what is below a mark");
  }
  return getResult();
}

static std::string getRoot(const ZipReader &zip) {
  return zip.members().empty()
             ? std::string()
             : zip.members().front().name.split('/').first.str();
}

bool torch_onnx::isStateDict(const ZipReader &zip) {
  std::string root = getRoot(zip);
  return zip.find(root + "/data.pkl") && !zip.find(root + "/constants.pkl");
}

llvm::Expected<std::vector<StateDictTensor>>
torch_onnx::readStateDict(const ZipReader &zip) {
  std::string root = getRoot(zip);
  const ZipReader::Member *pickle = zip.find(root + "/data.pkl");
  if (!pickle)
    return llvm::createStringError(
        zip.path() + ": no file of torch.save: member 'data.pkl' is missing");
  if (const ZipReader::Member *order = zip.find(root + "/byteorder")) {
    auto text = getVerified(zip, *order);
    if (!text)
      return text.takeError();
    if (StringRef(text->data(), text->size()).trim() != "little")
      return llvm::createStringError(
          zip.path() + ": member " + quote(order->name) +
          " does not say 'little': only little-endian weights are read");
  }
  auto bytes = getVerified(zip, *pickle);
  if (!bytes)
    return bytes.takeError();
  return Unpickler(zip, root, pickle->name, *bytes).run();
}
