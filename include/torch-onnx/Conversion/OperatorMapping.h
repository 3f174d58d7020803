//===- OperatorMapping.h - Mapping of operators to nodes --------*- C++ -*-===//
//
// The mapping given by --map-op: an operator becomes a node of a domain and
// name for which the runtime has a kernel.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_CONVERSION_OPERATORMAPPING_H
#define TORCH_ONNX_CONVERSION_OPERATORMAPPING_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace torch_onnx {

struct OperatorMapping {
  /// Named like `my.op`, or `my.op.out` with an overload.
  std::string target;
  /// Empty for standard operators.
  std::string domain;
  std::string opType;
  /// The version of the domain; 0 if unspecified.
  int64_t version = 0;

  /// Reads `my::op=my.domain:Op` or `my::op.out=my.domain:Op:2`.
  static llvm::Expected<OperatorMapping> parse(llvm::StringRef text);

  /// Whether the mapping applies to an operator, named like `my.op.default`.
  bool matches(llvm::StringRef operatorName) const;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_CONVERSION_OPERATORMAPPING_H
