//===- OperatorMapping.h - Torch operators as the user's nodes --*- C++ -*-===//
//
// What --map-op says: that an operator becomes a node of a domain and a name
// that a runtime has a kernel for.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_CONVERSION_OPERATORMAPPING_H
#define TORCH_ONNX_CONVERSION_OPERATORMAPPING_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace torch_onnx {

struct OperatorMapping {
  /// `my.op`, or with an overload `my.op.out`.
  std::string target;
  /// Empty for the operators of the standard.
  std::string domain;
  std::string opType;
  /// Of the domain; 0 where it is not said.
  int64_t version = 0;

  /// Reads `my::op=my.domain:Op` or `my::op.out=my.domain:Op:2`.
  static llvm::Expected<OperatorMapping> parse(llvm::StringRef text);

  /// Whether the operator `my.op.default` is meant.
  bool matches(llvm::StringRef operatorName) const;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_CONVERSION_OPERATORMAPPING_H
