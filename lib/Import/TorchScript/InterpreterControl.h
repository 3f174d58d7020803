//===- InterpreterControl.h - Merging of branches and iterations *- C++ -*-===//
//
// Compares the values after the branches of an If, or after an iteration. A
// value that differs becomes a result or a loop-carried value.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_INTERPRETERCONTROL_H
#define TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_INTERPRETERCONTROL_H

#include "Interpreter.h"

namespace torch_onnx {

/// Whether an item has a value, as a number: false for None.
Item getFlag(Interpreter &in, const Item &item);
/// The value of a Maybe, undefined for None, or the item itself.
Item getMaybeValue(const Item &item);
/// The type of a tensor or a number; null for any other item.
mlir::Type getLeafType(const Item &item);
/// The value of a tensor or a number, or a placeholder of `type` if it was
/// never assigned. Null for any other item.
mlir::Value getLeafValue(Interpreter &in, const Item &item, mlir::Type type,
                         mlir::Location loc);
/// The item of a tensor or number value.
Item makeLeaf(mlir::Value value);

class Merger {
public:
  /// `what` is "branch" or "loop", for messages.
  Merger(Interpreter &in, llvm::StringRef what, mlir::Location loc)
      : in(in), loc(loc), what(what) {}
  virtual ~Merger() = default;

  Item merge(const Item &a, const Item &b);
  Cell mergeCells(const Cell &a, const Cell &b);

protected:
  /// Adds the attributes of a cell that a side has not read.
  Cell addUnread(unsigned index, Cell side);
  /// Merges two equal items.
  virtual Item same(const Item &item) = 0;
  /// Merges two tensors or two numbers, one of which may be undefined.
  virtual Item leaf(const Item &a, const Item &b) = 0;
  /// The elements of two lists of different lengths as one tensor; null if they
  /// have no common shape.
  virtual mlir::Value mergeStacks(const Cell &a, const Cell &b) = 0;
  /// The first of two lists before it is converted to parts.
  virtual Cell getRows(Cell list) { return list; }
  /// The insertion point at the end of a side.
  virtual mlir::OpBuilder::InsertPoint getEnd(unsigned side) = 0;
  /// An empty tensor to which elements of a type can be appended; null if their
  /// sizes are unknown before the branch or the loop.
  mlir::Value buildEmptyStack(mlir::Type stacked);
  /// Merges two items that no value can represent.
  virtual Item conflict(const Item &a, const Item &b);

  Interpreter &in;
  mlir::Location loc;

private:
  /// Merges two lists of tensors whose sizes differ along one axis.
  std::optional<Cell> mergeParts(const Cell &a, const Cell &b);
  Item mergeTuples(const Item &a, const Item &b);

  llvm::StringRef what;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_INTERPRETERCONTROL_H
