//===- Item.h - Values of the interpreter -----------------------*- C++ -*-===//
//
// A value of a TorchScript program during import: a literal, a value of the
// torch dialect, or a container of these. Mutable containers (lists,
// dictionaries, objects) are cells of a heap, so that two names of one list see
// the same changes.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_ITEM_H
#define TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_ITEM_H

#include "ScriptType.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseSet.h"
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
    /// An int, a float or a bool: a literal (i64, f64, i1), or a dynamic value
    /// of one of these types. Complex literals are 0-d complex<f64> elements.
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
    /// A member of an enumeration: its name, and its value as the only element.
    Enum,
    /// None or a value, decided at run time: a flag that is true if there is a
    /// value, and the value.
    Maybe,
    /// One of several values that no value of the torch dialect can represent.
    /// A use is an error; getText() has the reason.
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

  /// The literal of a Number; null for a value.
  mlir::Attribute getLiteral() const {
    return kind == Kind::Number ? attribute : mlir::Attribute();
  }
  /// The value of a Tensor or a dynamic Number; else null.
  mlir::Value getValue() const { return value; }
  /// The value, or the literal of a Number.
  mlir::OpFoldResult getFoldResult() const {
    return value ? mlir::OpFoldResult(value) : mlir::OpFoldResult(getLiteral());
  }
  /// A literal int or bool, a literal float (of any number), a literal bool.
  std::optional<int64_t> getInt() const;
  std::optional<double> getFloat() const;
  std::optional<bool> getBool() const;
  /// i64, f64, i1 or complex<f64> for a Number.
  mlir::Type getNumberType() const;
  /// The text of a String, a Device, a Function, an Enum or a Conflict; the
  /// class of a Tuple.
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

  /// True if two items are the same value, even if the program changes
  /// containers later.
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
  /// For a list, the type of its elements; null if unknown.
  const ScriptType *elementType = nullptr;
  /// The elements of a list, the values of a dictionary.
  std::vector<Item> items;
  /// The keys of a dictionary: literals, strings or enum members.
  std::vector<Item> keys;
  /// For a list of dynamic length, its elements along the first dimension of a
  /// tensor. `items` is empty then.
  mlir::Value stacked;
  /// Not null for a list of parts, whose elements are parts of `stacked` along
  /// `axis`. Element i lies between the numbers i and i + 1 of this 1-d tensor
  /// of int64.
  mlir::Value bounds;
  int64_t axis = 0;
  /// Not null for a list of parts that differ in several dimensions. `stacked`
  /// has their elements concatenated in one dimension, and row i of this tensor
  /// is the shape of element i.
  mlir::Value shapes;
  /// The tensors of a list of dynamic length.
  static constexpr mlir::Value Cell::*tensors[] = {
      &Cell::stacked, &Cell::bounds, &Cell::shapes};
  /// Not null if the contents are one of several that no value can represent.
  mlir::StringAttr conflict;

  /// For an object: its class, its path from the root module, and the
  /// attributes that were read or written.
  mlir::StringAttr className;
  std::string path;
  llvm::MapVector<mlir::StringAttr, Item> attributes;
};

/// All cells of a program. Cells are never removed; changes can be reverted.
class Heap {
public:
  unsigned add(Cell cell) {
    cells.push_back(std::make_unique<Cell>(std::move(cell)));
    if (isLoading)
      loaded.insert(cells.size() - 1);
    return cells.size() - 1;
  }
  /// Whether new cells are those of the file. All journals record changes of
  /// such a cell, whenever it was read.
  bool isLoading = false;
  const Cell &operator[](unsigned index) const { return *cells[index]; }
  /// The cell for a change, which journals record.
  Cell &write(unsigned index);
  /// The cell for an attribute that is read from the file, which is not a
  /// change.
  Cell &load(unsigned index) { return *cells[index]; }
  /// Adds an attribute that is read from the file.
  void loadAttribute(unsigned index, mlir::StringAttr name, const Item &item);
  size_t size() const { return cells.size(); }

  using Contents = llvm::MapVector<unsigned, Cell>;

  /// During its lifetime, records the contents of cells before their first
  /// change. Journals nest.
  class Journal {
  public:
    explicit Journal(Heap &heap)
        : heap(heap), firstNew(heap.size()), outer(heap.journal) {
      heap.journal = this;
    }
    ~Journal();
    Journal(const Journal &) = delete;
    Journal &operator=(const Journal &) = delete;

    /// Reverts the changes and returns the changed contents.
    Contents revert();

  private:
    friend class Heap;
    Heap &heap;
    /// The first cell that is newer than the journal. Newer cells are not
    /// recorded, unless they are loaded from the file.
    size_t firstNew;
    Journal *outer;
    Contents before;
  };

private:
  std::vector<std::unique_ptr<Cell>> cells;
  llvm::DenseSet<unsigned> loaded;
  Journal *journal = nullptr;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_ITEM_H
