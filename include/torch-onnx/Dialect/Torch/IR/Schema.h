//===- Schema.h - Schemas of ATen operators ---------------------*- C++ -*-===//
//
// The schema of an operator: names, types, defaults and aliasing of its
// arguments. The table comes from LibTorch (utils/gen_schemas.py). A row is
// parsed on first use, so that start-up costs nothing. The schema of an
// operator unknown to LibTorch is parsed from the text that its author
// registered.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_IR_SCHEMA_H
#define TORCH_ONNX_DIALECT_TORCH_IR_SCHEMA_H

#include "mlir/IR/Attributes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorHandling.h"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace torch_onnx::torch {

/// The kind of one argument or of the elements of a list argument.
enum class ArgKind {
  Tensor,
  SymInt,
  Int,
  Float,
  Bool,
  Scalar,
  ScalarType,
  MemoryFormat,
  Layout,
  Device,
  Generator,
  String,
  Other
};

/// `Tensor?[]` is {Tensor, isList, elementOptional}; `SymInt[2]?` is
/// {SymInt, isList, optional, fixedSize 2}.
struct ArgType {
  ArgKind kind = ArgKind::Other;
  bool isList = false;
  bool optional = false;
  bool elementOptional = false;
  /// `int[2]` accepts one int for both elements; 0 for a list without a fixed
  /// size.
  unsigned fixedSize = 0;
};

struct SchemaArg {
  llvm::StringRef name;
  ArgType type;
  bool keywordOnly = false;
  /// The alias set (`a` in `Tensor(a!)`); empty if no result aliases the
  /// argument.
  llvm::StringRef aliasSet;
  /// The operator writes to this argument (`!`).
  bool isWritten = false;
  /// The default as PyTorch prints it, if there is one.
  std::optional<llvm::StringRef> defaultText;

  /// This argument or result as one that is written.
  SchemaArg asWritten(llvm::StringRef set) const {
    SchemaArg result = *this;
    result.aliasSet = set;
    result.isWritten = true;
    return result;
  }
};

class Schema {
public:
  /// The schema of `aten.add.Tensor` (namespace, operator, overload); null if
  /// LibTorch does not have the operator. Thread-safe.
  static const Schema *lookup(llvm::StringRef name);

  /// The id of the schema that lookup() would parse; does not parse it.
  static std::optional<unsigned> findId(llvm::StringRef name);

  /// Parses `my::acc_(Tensor(a!) y, Tensor x) -> ()` or, with an overload,
  /// `my::acc.out(...) -> ...`: the form that torch.library.define accepts and
  /// `str(op._schema)` prints. Fails on any other text, with the expected text
  /// and the position.
  static llvm::Expected<std::unique_ptr<Schema>>
  parse(llvm::StringRef declaration);

  /// The version of PyTorch that the table was generated from, "2.13.0".
  static llvm::StringRef getTorchVersion();

  /// Every name in the table, sorted.
  static llvm::ArrayRef<llvm::StringRef> allNames();

  /// The operators that libraries add to those of LibTorch, in PyTorch's
  /// notation: "torchvision::nms(Tensor dets, ...) -> Tensor".
  static std::vector<std::string> getLibraryDeclarations();

  /// The ids are less than this. Not every number below is an id.
  static unsigned size();

  llvm::StringRef getName() const { return name; }
  /// Less than size(); nothing for a user-defined schema.
  std::optional<unsigned> getId() const { return id; }
  llvm::ArrayRef<SchemaArg> getArgs() const { return args; }
  llvm::ArrayRef<SchemaArg> getReturns() const { return returns; }

  /// Position of an argument, or nothing.
  std::optional<unsigned> findArg(llvm::StringRef argName) const;

  /// The default of argument `index` as a literal of OperatorOp; null if the
  /// argument has none.
  mlir::Attribute getDefault(unsigned index, mlir::MLIRContext *ctx) const;

  /// Writes to an argument: `add_`, `copy_`.
  bool isMutable() const { return mutating; }
  /// A result shares storage with an argument that is not written: `view`.
  bool isView() const { return view; }
  /// Draws random numbers: must not be merged with an equal operation.
  bool isRandom() const { return random; }
  /// Computes each element of a result from the elements of the arguments at
  /// the same position, after broadcasting.
  bool isPointwise() const { return pointwise; }
  /// LibTorch itself implements it by calling other operators.
  bool isComposite() const { return composite; }

private:
  friend class SchemaParser;
  /// Makes this the schema of the operator in place, or with out=.
  void writeSelf();
  void writeOut();

  /// The storage of the texts of a schema that is not in the table.
  std::string ownName, ownText;
  llvm::StringRef name;
  std::optional<unsigned> id;
  llvm::SmallVector<SchemaArg, 4> args;
  llvm::SmallVector<SchemaArg, 1> returns;
  bool mutating = false, view = false, random = false, composite = false,
       pointwise = false;
};

/// A map from operators to entries such as type rules or lowerings, keyed by
/// schema. Names are resolved when an entry is inserted; an operation then
/// finds its entry by its schema. Inserting does not parse a schema: there are
/// a thousand entries, and a model needs about thirty.
template <typename T> class OperatorMap {
public:
  OperatorMap() : places(Schema::size()) {}

  /// Aborts if LibTorch has no such operator, or if it has an entry already:
  /// tables are written by hand.
  void insert(llvm::StringRef name, T entry) {
    std::optional<unsigned> id = Schema::findId(name);
    if (!id)
      llvm::report_fatal_error("there is no operator " + llvm::Twine(name));
    if (places[*id])
      llvm::report_fatal_error("two entries for " + llvm::Twine(name));
    entries.push_back(std::move(entry));
    places[*id] = entries.size();
  }

  /// The entry of `name`. Aborts if there is none.
  T &get(llvm::StringRef name) {
    const T *entry = find(name);
    if (!entry)
      llvm::report_fatal_error("no entry for " + llvm::Twine(name));
    return const_cast<T &>(*entry);
  }

  /// Null if there is no entry, and for a null schema.
  const T *find(const Schema *schema) const {
    return schema ? find(schema->getId()) : nullptr;
  }
  const T *find(llvm::StringRef name) const {
    return find(Schema::findId(name));
  }

  /// The names of all entries, sorted.
  llvm::SmallVector<llvm::StringRef> getNames() const {
    llvm::SmallVector<llvm::StringRef> names;
    for (llvm::StringRef name : Schema::allNames())
      if (find(name))
        names.push_back(name);
    return names;
  }

private:
  const T *find(std::optional<unsigned> id) const {
    return id && places[*id] ? &entries[places[*id] - 1] : nullptr;
  }

  /// For each id of a schema, the position in `entries` plus one; 0 for none.
  std::vector<unsigned> places;
  std::deque<T> entries;
};

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_IR_SCHEMA_H
