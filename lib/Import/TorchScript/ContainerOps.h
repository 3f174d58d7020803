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

/// Whether two items are equal, as keys of dictionaries and elements of lists
/// are compared; nothing where it is known only at run time.
std::optional<bool> areEqual(Interpreter &in, const Item &x, const Item &y);

/// A list that is not stacked, for a change; null with an outcome otherwise.
Cell *writeList(NodeCall &call, size_t index, Outcome &outcome);

/// The elements of a list or tuple of known length.
std::optional<std::vector<Item>> readList(NodeCall &call, size_t index,
                                          Outcome &outcome);

/// The position that an index means; nothing where it is out of range.
std::optional<size_t> getPosition(int64_t index, size_t size);

/// Finds an item; nothing, with an outcome, where its position is known only at
/// run time.
std::optional<size_t> find(NodeCall &call, llvm::ArrayRef<Item> items,
                           const Item &item, Outcome &outcome);

/// The elements of a list as one tensor; null where they have no common type.
mlir::Value getStacked(NodeCall &call, const Item &list);

/// A list whose elements are those of a tensor.
Item makeStackedList(Interpreter &in, mlir::Value stacked,
                     const ScriptType *elementType);

/// Reduces a list of dynamic numbers by an operator on tensors.
Outcome reduceStacked(NodeCall &call, llvm::StringRef target, mlir::Type type);

/// Appends to a list whose length is known at run time.
Outcome appendStacked(NodeCall &call, const Item &list, const Item &item);

/// The number of elements of a list of parts.
std::optional<Item> getPartCount(Interpreter &in, const Cell &list,
                                 mlir::Location loc);

/// An element of such a list.
std::optional<Item> selectPart(Interpreter &in, const Cell &list,
                               const Item &index, mlir::Location loc);

/// Appends to such a list.
Outcome appendPart(NodeCall &call, const Item &list, const Item &item);

/// The axis along which the tensors of two lists differ; nothing where there is
/// no single one.
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
