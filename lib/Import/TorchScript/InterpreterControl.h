//===- InterpreterControl.h - Merging what two ways leave -------*- C++ -*-===//
//
// Values that a program leaves behind a branch or an iteration, compared side
// by side: what differs becomes a result or a loop-carried value.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_INTERPRETERCONTROL_H
#define TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_INTERPRETERCONTROL_H

#include "Interpreter.h"

namespace torch_onnx {

/// Whether an item is there, as a number: false for None.
Item getFlag(Interpreter &in, const Item &item);
/// The value of a Maybe, undefined for None, else the item itself.
Item getMaybeValue(const Item &item);
/// The type of a tensor or a number; null for anything else.
mlir::Type getLeafType(const Item &item);
/// The value of a tensor or a number; a placeholder of `type` for one that was
/// never assigned. Null where there is none.
mlir::Value getLeafValue(Interpreter &in, const Item &item, mlir::Type type,
                         mlir::Location loc);
/// The tensor or the number that a value is.
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
  /// The item that both sides have.
  virtual Item same(const Item &item) = 0;
  /// Two tensors or two numbers, one of which may be undefined.
  virtual Item leaf(const Item &a, const Item &b) = 0;
  /// The elements of two lists of different lengths as one tensor; null where
  /// they have no common shape.
  virtual mlir::Value mergeStacks(const Cell &a, const Cell &b) = 0;
  /// Where values of one of the two sides are built.
  virtual mlir::OpBuilder::InsertPoint getEnd(unsigned side) = 0;
  /// A tensor without elements that those of a type can be appended to; null
  /// where their sizes are not known in front of the branch or the loop.
  mlir::Value buildEmptyStack(mlir::Type stacked);
  /// Two items that no value can stand for.
  virtual Item conflict(const Item &a, const Item &b);

  Interpreter &in;
  mlir::Location loc;

private:
  /// Two lists of tensors whose sizes differ along one axis.
  std::optional<Cell> mergeParts(const Cell &a, const Cell &b);
  Item mergeTuples(const Item &a, const Item &b);

  llvm::StringRef what;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_INTERPRETERCONTROL_H
