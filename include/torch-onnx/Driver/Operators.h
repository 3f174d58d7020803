//===- Operators.h - Support status of operators ----------------*- C++ -*-===//
//
// The support status of operators, and the table that --ops prints. The
// compiler computes this table by converting each operator with example
// arguments.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DRIVER_OPERATORS_H
#define TORCH_ONNX_DRIVER_OPERATORS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace torch_onnx {

/// Whether an operator, such as "aten.add.Tensor", is converted by a lowering
/// or a decomposition. It may still be refused for some arguments. False for
/// operators that are replaced before the conversion: in-place operators, and
/// operators that LibTorch decomposes.
bool isConvertedOperator(llvm::StringRef name);

/// Prints a Markdown table of the operators whose name contains `filter`: how
/// each is converted, the lowest opset, and what is missing below it. For
/// "torchscript", prints the nodes that the TorchScript importer interprets.
void printOperators(llvm::StringRef filter, llvm::raw_ostream &os);

} // namespace torch_onnx

#endif // TORCH_ONNX_DRIVER_OPERATORS_H
