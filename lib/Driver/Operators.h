//===- Operators.h - Which operators are converted --------------*- C++ -*-===//
//
// What --ops prints. The table comes from the compiler itself: each operator is
// converted with example arguments.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DRIVER_OPERATORS_H
#define TORCH_ONNX_LIB_DRIVER_OPERATORS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace torch_onnx {

/// Prints a Markdown table of the operators whose name contains `filter`: how
/// each is converted, from which opset on, and what is missing below.
void printOperators(llvm::StringRef filter, llvm::raw_ostream &os);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_DRIVER_OPERATORS_H
