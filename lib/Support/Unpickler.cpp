//===- Unpickler.cpp - The opcodes of a pickle ----------------------------===//
//
// Implements the effect of each opcode on the stack. The Python functions that
// a pickle calls are in UnpicklerCalls.cpp.
//
//===----------------------------------------------------------------------===//

#include "Unpickler.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace torch_onnx;
using llvm::ArrayRef;
using llvm::StringRef;
using llvm::Twine;

bool Unpickler::take(size_t count, StringRef &text) {
  if (tables.bytes.size() - at < count)
    return false;
  text = StringRef(tables.bytes.data() + at, count);
  at += count;
  return true;
}

bool Unpickler::takeLine(StringRef &text) {
  StringRef rest(tables.bytes.data() + at, tables.bytes.size() - at);
  size_t end = rest.find('\n');
  if (end == StringRef::npos)
    return false;
  text = rest.take_front(end);
  at += end + 1;
  return true;
}

llvm::Error Unpickler::pushTuple(ArrayRef<Index> items) {
  if (items.empty()) {
    push(emptyTuple);
    return llvm::Error::success();
  }
  // Nested pairs that share their elements take few bytes, but copying such a
  // tuple would take years.
  Index count = 1;
  for (Index item : items)
    count = llvm::SaturatingAdd(
        count, isA(item, Kind::Tuple) ? tables.values[item].tag : Index(1));
  if (isTorchScript && count > tables.budget)
    return error("a tuple of " + Twine(count) +
                 " values or more, far more "
                 "than PyTorch's pickles of " +
                 Twine(tables.bytes.size()) + " bytes have");
  push(tables.addList(Kind::Tuple, items));
  tables.values.back().tag = count;
  return llvm::Error::success();
}

llvm::Error Unpickler::memoize(uint32_t key) {
  if (stack.empty() || (!marks.empty() && marks.back() == stack.size()))
    return error("nothing is on the stack");
  tables.used += 2 * sizeof(std::pair<uint64_t, Index>);
  memo[key] = stack.back();
  return llvm::Error::success();
}

llvm::Error Unpickler::recall(uint32_t key) {
  auto it = memo.find(key);
  if (it == memo.end())
    return error("nothing was remembered as " + Twine(key));
  push(it->second);
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

/// Appends to the list or dictionary on top of the stack.
llvm::Error Unpickler::extend(ArrayRef<Index> items, Kind kind) {
  if (stack.empty() || !isA(stack.back(), kind))
    return error(kind == Kind::Dict
                     ? "entries are added to a value that is not a dictionary"
                     : "items are added to a value that is not a list");
  if (kind == Kind::Dict && items.size() % 2)
    return error("a key without a value");
  tables.used += 2 * items.size() * sizeof(Index);
  std::vector<Index> &all = tables.lists[tables.getNumber(stack.back())];
  all.insert(all.end(), items.begin(), items.end());
  return llvm::Error::success();
}

/// NEWOBJ: makes an object of a class and its arguments.
llvm::Error Unpickler::makeObject() {
  if (isTorchScript) {
    // TorchScript's pickler writes no arguments.
    if (stack.size() < 2 || stack.back() != emptyTuple ||
        !isA(stack[stack.size() - 2], Kind::Global))
      return error("an object of a value that is not a class");
    stack.pop_back();
    Index type = pop();
    if (!isScriptClass(tables.getName(type)))
      return error("an object of " + quoteText(tables.getName(type)));
    push(tables.addObject(tables.getNumber(type), Tables::kNone));
    return llvm::Error::success();
  }
  if (!hasSubclasses || stack.size() < 2)
    return error("an object of Python, expected tensors");
  stack.pop_back();
  Index type = pop();
  push(tables.addObject(isA(type, Kind::Global) ? tables.getNumber(type)
                                                : tables.intern(""),
                        Tables::kNone));
  return llvm::Error::success();
}

/// BUILD: sets the state of an object.
llvm::Error Unpickler::build() {
  if (stack.size() < 2)
    return error("attributes of a value that is not a dictionary");
  Index state = pop();
  Index object = stack.back();
  if (isA(object, Kind::Object) && !tables.isSubclass(object)) {
    Index name = uint64_t(tables.getNumber(object)) >> 32;
    if (isTorchScript && tables.getState(object) != Tables::kNone)
      return error("an object gets a second state");
    tables.values[object].number =
        static_cast<int64_t>(uint64_t(name) << 32 | state);
    return llvm::Error::success();
  }
  // The attribute `_metadata` of an OrderedDict is not needed.
  if (isTorchScript || !isA(object, Kind::Dict))
    return error(isTorchScript
                     ? "attributes of a value that is not an object"
                     : "attributes of a value that is not a dictionary");
  return llvm::Error::success();
}

llvm::Error Unpickler::step(uint8_t opcode) {
  using llvm::support::endian::read16le;
  using llvm::support::endian::read32le;
  using llvm::support::endian::read64be;
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
    push(Tables::kNone);
    return llvm::Error::success();
  case 0x88: // NEWTRUE
  case 0x89: // NEWFALSE
    push(opcode == 0x88 ? Tables::kTrue : Tables::kFalse);
    return llvm::Error::success();
  case 'K': // BININT1
    if (!take(1, text))
      return truncated();
    pushNumber(Kind::Int, uint8_t(text[0]));
    return llvm::Error::success();
  case 'M': // BININT2
    if (!take(2, text))
      return truncated();
    pushNumber(Kind::Int, read16le(text.data()));
    return llvm::Error::success();
  case 'J': // BININT
    if (!take(4, text))
      return truncated();
    pushNumber(Kind::Int, int32_t(read32le(text.data())));
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
    pushNumber(Kind::Int,
               count ? llvm::SignExtend64(number, 8 * count) : int64_t(0));
    return llvm::Error::success();
  }
  case 'G': // BINFLOAT
    if (!take(8, text))
      return truncated();
    pushNumber(Kind::Float, static_cast<int64_t>(read64be(text.data())));
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
    return loadGlobal(module, text);
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
    push(tables.addList(opcode == '}' ? Kind::Dict : Kind::List, {}));
    return llvm::Error::success();
  case ')': // EMPTY_TUPLE
    return pushTuple({});
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
    return pushTuple(items);
  }
  case 't': // TUPLE
    if (llvm::Error error = popMark(items))
      return error;
    return pushTuple(items);
  case 'a':   // APPEND
  case 's': { // SETITEM
    size_t count = opcode == 'a' ? 1 : 2;
    if (stack.size() < count)
      return error("nothing is on the stack");
    items.assign(stack.end() - count, stack.end());
    stack.resize(stack.size() - count);
    return extend(items, opcode == 'a' ? Kind::List : Kind::Dict);
  }
  case 'e': // APPENDS
  case 'u': // SETITEMS
    if (llvm::Error error = popMark(items))
      return error;
    return extend(items, opcode == 'e' ? Kind::List : Kind::Dict);
  case 0x81: // NEWOBJ
    return makeObject();
  case 'b': // BUILD
    return build();
  case 'Q': // BINPERSID
    return loadStorage();
  case 'R': // REDUCE
    return call();
  default:
    return error("opcode 0x" + llvm::utohexstr(opcode, /*LowerCase=*/true) +
                 (isTorchScript
                      ? " is none that torch.jit.save writes"
                      : " is none that torch.save writes for tensors"));
  }
}

/// Checks that no value contains itself and that none is nested too deeply.
llvm::Error Unpickler::checkNesting() const {
  /// A value on the path from the root.
  struct Level {
    Index value, state = 0;
    ArrayRef<Index> items = {};
    size_t next = 0;
    unsigned deepest = 0;
  };
  // The number of levels below a visited value; 0 before the visit.
  std::vector<unsigned> depths(tables.values.size());
  constexpr unsigned entered = ~0u;
  std::vector<Level> path;
  path.reserve(Pickle::kDeepest); // Keeps the addresses of levels.
  auto enter = [&](Index value) {
    depths[value] = entered;
    Level &level = path.emplace_back(Level{value});
    if (tables.isSequence(value) || isA(value, Kind::Dict)) {
      level.items = tables.getItems(value);
    } else if (isA(value, Kind::Object)) {
      level.state = tables.getState(value);
      level.items = level.state;
    }
  };
  enter(stack[0]);
  while (!path.empty()) {
    Level &level = path.back();
    if (level.next == level.items.size()) {
      unsigned depth = level.deepest + 1;
      depths[level.value] = depth;
      path.pop_back();
      if (!path.empty())
        path.back().deepest = std::max(path.back().deepest, depth);
      continue;
    }
    Index item = level.items[level.next++];
    if (depths[item] == entered)
      return error("a value contains itself");
    level.deepest = std::max(level.deepest, depths[item]);
    if (path.size() + std::max(depths[item], 1u) > Pickle::kDeepest)
      return error("values are more than " + Twine(Pickle::kDeepest) +
                   " levels deep");
    if (depths[item] == 0)
      enter(item);
  }
  return llvm::Error::success();
}

/// Makes the checks that need the complete pickle.
llvm::Error Unpickler::finish() {
  if (isTorchScript) {
    if (stack.size() != 1)
      return error("the pickle leaves " + Twine(stack.size()) +
                   " values, expected one");
    if (llvm::Error error = checkNesting())
      return error;
  } else if (stack.size() != 1 ||
             (!isA(stack[0], Kind::Dict) && !tables.isSubclass(stack[0]))) {
    return error("the result is not a dictionary");
  }
  for (const Tables::TensorEntry &tensor : tables.tensors) {
    llvm::SmallVector<int64_t> numbers;
    if (tensor.isInList && (!tables.readInts(tensor.sizes, numbers) ||
                            !tables.readInts(tensor.strides, numbers)))
      return error("the sizes of a tensor are not integers");
  }
  tables.root = stack[0];
  return llvm::Error::success();
}

llvm::Error Unpickler::run() {
  emptyTuple = tables.addList(Kind::Tuple, {});
  while (!isDone) {
    tables.opcodeAt = at;
    StringRef opcode;
    if (!take(1, opcode))
      return truncated();
    if (llvm::Error error = step(opcode[0]))
      return error;
    if (tables.used > tables.budget)
      return tables.overBudget();
    // An opcode popped values below a mark.
    if (!marks.empty() && stack.size() < marks.back())
      return error("an opcode takes values below the mark");
  }
  return finish();
}
