//===- Item.h - What the interpreter knows of a value -----------*- C++ -*-===//
//
// A value of a TorchScript program while it is imported: a literal, a value of
// the torch dialect, or a container of such. Containers that a program can
// change (lists, dictionaries, objects) are cells of a heap, so that two names
// of one list see the same changes.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_ITEM_H
#define TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_ITEM_H

#include "ScriptType.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace torch_onnx {

class Item {
public:
  enum class Kind {
    /// prim::Uninitialized: never read.
    Undefined,
    None,
    /// An int, a float or a bool: a literal (i64, f64, i1), or a value of one
    /// of these types that is known at run time. Complex literals are 0-d
    /// complex<f64> elements.
    Number,
    /// A literal.
    String,
    Device,
    Tensor,
    List,
    Dict,
    Object,
    Tuple,
    /// A function by its qualified name.
    Function,
    /// A member of an enumeration: a name, and the value as the only element.
    Enum,
    /// Either None or a value, which is known at run time: a flag, true where
    /// there is a value, and the value.
    Maybe,
    /// One of several values that no value of the torch dialect can stand for;
    /// an error where it is used. getText() says why.
    Conflict
  };

  Item() = default;
  static Item none() { return Item(Kind::None); }
  static Item undefined() { return Item(); }
  static Item number(mlir::Attribute literal) {
    return Item(Kind::Number, literal);
  }
  static Item number(mlir::Value value) { return Item(Kind::Number, value); }
  static Item string(mlir::StringAttr text) { return Item(Kind::String, text); }
  static Item device(mlir::StringAttr text) { return Item(Kind::Device, text); }
  static Item function(mlir::StringAttr name) {
    return Item(Kind::Function, name);
  }
  static Item tensor(mlir::Value value) { return Item(Kind::Tensor, value); }
  static Item cell(Kind kind, unsigned index) {
    Item item(kind);
    item.index = index;
    return item;
  }
  /// `className` is the qualified name of a named tuple, or null.
  static Item tuple(std::vector<Item> elements,
                    mlir::StringAttr className = {}) {
    return Item(Kind::Tuple, className, std::move(elements));
  }
  static Item enumMember(mlir::StringAttr name, Item value) {
    return Item(Kind::Enum, name, {std::move(value)});
  }
  static Item maybe(Item flag, Item value) {
    return Item(Kind::Maybe, {}, {std::move(flag), std::move(value)});
  }
  static Item conflict(mlir::StringAttr why) {
    return Item(Kind::Conflict, why);
  }

  Kind getKind() const { return kind; }
  bool isA(Kind other) const { return kind == other; }
  bool isNone() const { return kind == Kind::None; }
  bool isTensor() const { return kind == Kind::Tensor; }
  bool isNumber() const { return kind == Kind::Number; }
  bool isCell() const {
    return kind == Kind::List || kind == Kind::Dict || kind == Kind::Object;
  }

  /// Of a Number; null where it is a value.
  mlir::Attribute getLiteral() const {
    return kind == Kind::Number ? attribute : mlir::Attribute();
  }
  /// Of a Tensor, and of a Number that is known at run time; else null.
  mlir::Value getValue() const { return value; }
  /// The literal int or bool, the literal float (of any number), the literal
  /// bool.
  std::optional<int64_t> getInt() const;
  std::optional<double> getFloat() const;
  std::optional<bool> getBool() const;
  /// i64, f64, i1 or complex<f64> of a Number.
  mlir::Type getNumberType() const;
  /// Of a String, a Device, a Function, an Enum, a Conflict; the class of a
  /// Tuple.
  llvm::StringRef getText() const {
    auto text = llvm::dyn_cast_if_present<mlir::StringAttr>(attribute);
    return text ? text.getValue() : llvm::StringRef();
  }
  mlir::Attribute getAttribute() const { return attribute; }
  unsigned getIndex() const { return index; }
  llvm::ArrayRef<Item> getElements() const {
    return elements ? llvm::ArrayRef<Item>(*elements) : llvm::ArrayRef<Item>();
  }

  /// The same tuple, Maybe or enum member with other elements.
  Item withElements(std::vector<Item> others) const {
    return Item(kind, attribute, std::move(others));
  }

  /// The same value, whatever the program does to containers.
  bool operator==(const Item &other) const;

  /// "a tensor", "the int 3", "a list": for messages.
  std::string describe() const;

private:
  explicit Item(Kind kind) : kind(kind) {}
  Item(Kind kind, mlir::Attribute attribute)
      : kind(kind), attribute(attribute) {}
  Item(Kind kind, mlir::Value value) : kind(kind), value(value) {}
  Item(Kind kind, mlir::Attribute attribute, std::vector<Item> elements);

  Kind kind = Kind::Undefined;
  unsigned index = 0;
  mlir::Attribute attribute;
  mlir::Value value;
  std::shared_ptr<const std::vector<Item>> elements;
};

/// The contents of a list, a dictionary or an object.
struct Cell {
  /// Of the elements of a list; null where nothing says it.
  const ScriptType *elementType = nullptr;
  /// The elements of a list, the values of a dictionary.
  std::vector<Item> items;
  /// Of a dictionary: literals, strings or enum members.
  std::vector<Item> keys;
  /// A list whose length is known at run time: its elements along the first
  /// dimension of a tensor. `items` is empty then.
  mlir::Value stacked;
  /// Not null: a list of such a length whose elements are parts of `stacked`
  /// along `axis`. Element i is what is between the numbers i and i + 1 of this
  /// 1-d tensor of int64.
  mlir::Value bounds;
  int64_t axis = 0;
  /// Not null: a list of parts that differ in several dimensions. `stacked` has
  /// their elements behind each other in one dimension, and row i of this
  /// tensor is the shape of element i.
  mlir::Value shapes;
  /// The tensors that a list of dynamic length is made of.
  static constexpr mlir::Value Cell::*tensors[] = {
      &Cell::stacked, &Cell::bounds, &Cell::shapes};
  /// Not null: the contents are one of several that no value can stand for.
  mlir::StringAttr conflict;

  /// Of an object: its class, its path from the root module, and the attributes
  /// that were read or written.
  mlir::StringAttr className;
  std::string path;
  llvm::MapVector<mlir::StringAttr, Item> attributes;
};

/// All cells of a program. Cells are never removed; a change can be taken back.
class Heap {
public:
  unsigned add(Cell cell) {
    cells.push_back(std::make_unique<Cell>(std::move(cell)));
    return cells.size() - 1;
  }
  const Cell &operator[](unsigned index) const { return *cells[index]; }
  /// The cell for a change, which journals record.
  Cell &write(unsigned index);
  /// The cell for what is no change: an attribute that is read from the file.
  Cell &load(unsigned index) { return *cells[index]; }
  size_t size() const { return cells.size(); }

  using Contents = llvm::MapVector<unsigned, Cell>;

  /// Records what cells were before they were first changed, while it lives.
  /// Journals nest.
  class Journal {
  public:
    explicit Journal(Heap &heap)
        : heap(heap), firstNew(heap.size()), outer(heap.journal) {
      heap.journal = this;
    }
    ~Journal();
    Journal(const Journal &) = delete;
    Journal &operator=(const Journal &) = delete;

    /// Takes the changes back and returns what the changed cells held.
    Contents revert();

  private:
    friend class Heap;
    Heap &heap;
    /// Cells that are newer than the journal are of no interest to it.
    size_t firstNew;
    Journal *outer;
    Contents before;
  };

private:
  std::vector<std::unique_ptr<Cell>> cells;
  Journal *journal = nullptr;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_ITEM_H
