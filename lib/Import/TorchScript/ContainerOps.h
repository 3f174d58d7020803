//===- ContainerOps.h - Helpers for handlers of containers ----------------===//
//
// Reading and changing lists of static or dynamic length. A list of dynamic
// length is a tensor of its elements along the first dimension (Cell::stacked).
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_CONTAINEROPS_H
#define TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_CONTAINEROPS_H

#include "Interpreter.h"

namespace torch_onnx {

/// Whether two items are equal in Python, as a number. Nothing if they cannot
/// be compared.
std::optional<Item> areEqual(NodeCall &call, const Item &x, const Item &y);

Outcome failToCompare(NodeCall &call, const Item &item, const Item &other);

/// The cell of a list that is not stacked, for a change; null with a failure
/// otherwise.
Cell *writeList(NodeCall &call, size_t index);

/// The elements of a list or tuple of static length; nothing, with a failure,
/// otherwise.
std::optional<std::vector<Item>> readList(NodeCall &call, size_t index);

/// Normalizes an index to a position; nothing if it is out of range.
std::optional<size_t> getPosition(int64_t index, size_t size);

/// Finds an item; nothing, with a failure, if its position is dynamic.
std::optional<size_t> find(NodeCall &call, llvm::ArrayRef<Item> items,
                           const Item &item);

/// The elements of a list as one tensor; null if they have no common type.
mlir::Value getStacked(NodeCall &call, const Item &list);

/// Concatenates the rows of a tensor along `axis`; null with a failure.
mlir::Value flattenRows(Interpreter &in, mlir::Value stacked, int64_t axis,
                        mlir::Location loc);

/// Makes a list whose elements are the rows of a tensor.
Item makeStackedList(Interpreter &in, mlir::Value stacked,
                     const ScriptType *elementType);

/// Gives such a list; null stands for a failure.
Outcome giveStacked(NodeCall &call, mlir::Value stacked,
                    const ScriptType *elementType);

/// Reduces a list of dynamic numbers by an operator on tensors.
Outcome reduceStacked(NodeCall &call, llvm::StringRef target, mlir::Type type);

/// Appends to a list of dynamic length.
Outcome appendStacked(NodeCall &call, const Item &list, const Item &item);

/// Turns a list that is a tensor into a list of items, if the number of rows is
/// known at import.
void expandRows(NodeCall &call, const Item &list);
/// The same, unless `item` is a row of that tensor.
void expandUnlessRow(NodeCall &call, const Item &list, const Item &item);
/// Whether the elements of the two list operands, at least one of which is a
/// tensor, are rows of one type.
bool haveSameRows(NodeCall &call);

/// Inserts, erases or assigns an element of the list operand 0, whose length is
/// dynamic, or at a dynamic index.
Outcome insertStacked(NodeCall &call, const Item &index, const Item &item);
Outcome eraseStacked(NodeCall &call, const Item &index);
Outcome assignStacked(NodeCall &call, const Item &index, const Item &item);

/// Replaces the elements of the list operand 0; null stands for a failure.
Outcome replaceStacked(NodeCall &call, mlir::Value rows);

/// Repeats the elements of a list; null with a failure.
mlir::Value repeatStacked(NodeCall &call, const Item &list, const Item &count);

/// Concatenates the elements of the two list operands; null with a failure.
mlir::Value joinStacked(NodeCall &call);

/// The rows of a slice with up to three bounds: begin, end, step.
mlir::Value sliceStacked(NodeCall &call, mlir::Value stacked,
                         llvm::ArrayRef<Item> bounds);

/// Finds the first number that is equal to operand 1.
Outcome findStacked(NodeCall &call, Item &place);

/// Finds the first item that is equal to `item`.
Outcome findFirst(NodeCall &call, const std::vector<Item> &items,
                  const Item &item, Item &place);

/// Normalizes a negative index; nothing if it cannot be computed.
std::optional<Item> getPlace(Interpreter &in, const Item &index,
                             const Item &size, mlir::Location loc);

/// Reads, or erases, an element of the list operand 0.
Outcome getListItem(NodeCall &call, const Item &index, Item &result);
Outcome eraseItem(NodeCall &call, const Item &index);

/// The number of elements of a list of parts.
std::optional<Item> getPartCount(Interpreter &in, const Cell &list,
                                 mlir::Location loc);

/// An element of a list of parts.
std::optional<Item> selectPart(Interpreter &in, const Cell &list,
                               const Item &index, mlir::Location loc);

/// A slice of a list of parts (list, begin, end).
std::optional<Cell> sliceParts(NodeCall &call);

/// Concatenates two lists, at least one of which is a list of parts.
std::optional<Cell> joinParts(NodeCall &call);

/// Converts a list of dynamic length to a list of parts to which `item` can be
/// appended. Returns false if the list keeps its form.
bool makePartsFor(NodeCall &call, const Item &list, const Item &item);
/// Appends to a list of parts.
Outcome appendPart(NodeCall &call, const Item &list, const Item &item);

/// The type of the rows of a tensor; null if it has none.
mlir::RankedTensorType getRowType(mlir::Value stacked);

/// The axis of parts that differ in several dimensions (Cell::shapes).
constexpr int64_t eachAxis = -1;

/// The axis along which the tensors of two lists differ; nothing if they have
/// no common dtype and rank, or have equal shapes.
std::optional<int64_t> findPartAxis(Interpreter &in, const Cell &x,
                                    const Cell &y);

/// The rank of the tensors of a list of parts.
int64_t getRankOfParts(const Cell &parts);

/// Converts a list to a list of parts along `axis`; null if this is not
/// possible. `like` is a list that has elements.
std::optional<Cell> makeParts(Interpreter &in, const Cell &list,
                              const Cell &like, int64_t axis,
                              mlir::Location loc);

/// Sorts a list of dynamic numbers as a tensor.
mlir::Value sortStacked(NodeCall &call, bool isReverse);

/// list.pop([index]) (ListOps.cpp).
Outcome runPop(NodeCall &call);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_CONTAINEROPS_H
