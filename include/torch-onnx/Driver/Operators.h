//===- Operators.h - Which operators are converted --------------*- C++ -*-===//
//
// What the compiler knows of an operator, and what --ops prints. That table
// comes from the compiler itself: each operator is converted with example
// arguments.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DRIVER_OPERATORS_H
#define TORCH_ONNX_DRIVER_OPERATORS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace torch_onnx {

/// Whether an operator, "aten.add.Tensor", is converted: by a lowering, or as
/// other operators. One that is may be refused for some arguments. Not of those
/// that are replaced by others before any is converted: those that write to
/// their arguments, and those that LibTorch takes apart.
bool isConvertedOperator(llvm::StringRef name);

/// Prints a Markdown table of the operators whose name contains `filter`: how
/// each is converted, from which opset on, and what is missing below. With
/// "torchscript", a table of the nodes that the importer of TorchScript
/// interprets by itself.
void printOperators(llvm::StringRef filter, llvm::raw_ostream &os);

} // namespace torch_onnx

#endif // TORCH_ONNX_DRIVER_OPERATORS_H
