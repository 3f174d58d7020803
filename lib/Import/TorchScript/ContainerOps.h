//===- ContainerOps.h - What handlers of containers share ----------------===//
//
// Reading and changing lists, whose length is known when the program is
// imported or at run time. A list of the second kind is a tensor of its
// elements (Cell::stacked), along the first dimension.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_CONTAINEROPS_H
#define TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_CONTAINEROPS_H

#include "Interpreter.h"

namespace torch_onnx {

/// Whether two items are equal, as Python compares them: a number. Nothing
/// where they cannot be compared.
std::optional<Item> areEqual(NodeCall &call, const Item &x, const Item &y);

Outcome failToCompare(NodeCall &call, const Item &item, const Item &other);

/// A list that is not stacked, for a change; null with a failure otherwise.
Cell *writeList(NodeCall &call, size_t index);

/// The elements of a list or tuple of known length; nothing, with a failure,
/// for another one.
std::optional<std::vector<Item>> readList(NodeCall &call, size_t index);

/// The position that an index means; nothing where it is out of range.
std::optional<size_t> getPosition(int64_t index, size_t size);

/// Finds an item; nothing, with a failure, where its position is known only at
/// run time.
std::optional<size_t> find(NodeCall &call, llvm::ArrayRef<Item> items,
                           const Item &item);

/// The elements of a list as one tensor; null where they have no common type.
mlir::Value getStacked(NodeCall &call, const Item &list);

/// A list whose elements are those of a tensor.
Item makeStackedList(Interpreter &in, mlir::Value stacked,
                     const ScriptType *elementType);

/// Reduces a list of dynamic numbers by an operator on tensors.
Outcome reduceStacked(NodeCall &call, llvm::StringRef target, mlir::Type type);

/// Appends to a list whose length is known at run time.
Outcome appendStacked(NodeCall &call, const Item &list, const Item &item);

/// Inserts, erases or assigns an element of the list that is the first operand,
/// whose length, or the index, is known at run time.
Outcome insertStacked(NodeCall &call, const Item &index, const Item &item);
Outcome eraseStacked(NodeCall &call, const Item &index);
Outcome assignStacked(NodeCall &call, const Item &index, const Item &item);

/// Gives this list other elements.
Outcome replaceStacked(NodeCall &call, mlir::Value rows);

/// The elements of a list that often; null with a failure.
mlir::Value repeatStacked(NodeCall &call, const Item &list, const Item &count);

/// The elements of the two lists that are the operands; null with a failure.
mlir::Value joinStacked(NodeCall &call);

/// The rows between up to three bounds: begin, end, step.
mlir::Value sliceStacked(NodeCall &call, mlir::Value stacked,
                         llvm::ArrayRef<Item> bounds);

/// The place of the first number that equals the second operand.
Outcome findStacked(NodeCall &call, Item &place);

/// The place of the first item that equals another one.
Outcome findFirst(NodeCall &call, const std::vector<Item> &items,
                  const Item &item, Item &place);

/// An index that counts from the front; nothing where it cannot be computed.
std::optional<Item> getPlace(Interpreter &in, const Item &index,
                             const Item &size, mlir::Location loc);

/// Reads, or erases, an element of the list that is the first operand.
Outcome getListItem(NodeCall &call, const Item &index, Item &result);
Outcome eraseItem(NodeCall &call, const Item &index);

/// The number of elements of a list of parts.
std::optional<Item> getPartCount(Interpreter &in, const Cell &list,
                                 mlir::Location loc);

/// An element of such a list.
std::optional<Item> selectPart(Interpreter &in, const Cell &list,
                               const Item &index, mlir::Location loc);

/// The elements of such a list between two bounds (list, begin, end, step).
std::optional<Cell> sliceParts(NodeCall &call);

/// The elements of two lists, one of which is such a list.
std::optional<Cell> joinParts(NodeCall &call);

/// Appends to such a list.
Outcome appendPart(NodeCall &call, const Item &list, const Item &item);

/// The axis of parts that differ in several dimensions (Cell::shapes).
constexpr int64_t eachAxis = -1;

/// The axis along which the tensors of two lists differ; nothing where they
/// have no common dtype and rank, or are of one shape.
std::optional<int64_t> findPartAxis(Interpreter &in, const Cell &x,
                                    const Cell &y);

/// A list as one of parts along `axis`; null where it is none. `like` is a list
/// that has elements.
std::optional<Cell> makeParts(Interpreter &in, const Cell &list,
                              const Cell &like, int64_t axis,
                              mlir::Location loc);

/// Sorts a list of dynamic numbers as a tensor.
mlir::Value sortStacked(NodeCall &call, bool isReverse);

/// list.pop([index]) (ListOps.cpp).
Outcome runPop(NodeCall &call);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_CONTAINEROPS_H
