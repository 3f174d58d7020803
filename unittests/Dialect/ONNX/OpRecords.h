//===- OpRecords.h - The definitions of the onnx operators ------*- C++ -*-===//
//
// What the TableGen definitions say about each operator, in the terms of the
// ONNX schemas (ONNXProto.h), so that the two can be compared field by field.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_UNITTESTS_DIALECT_ONNX_OPRECORDS_H
#define TORCH_ONNX_UNITTESTS_DIALECT_ONNX_OPRECORDS_H

#include "torch-onnx/ONNXProto/ONNXProto.h"
#include "llvm/Support/Error.h"

#include <map>

namespace torch_onnx {

/// An attribute or region of a definition.
struct AttributeRecord {
  /// TypeAttr, which stands for an INT or a TYPE_PROTO.
  bool isType = false;
  AttributeSchema schema;
};

struct OpRecord {
  /// Name of the TableGen definition: "ONNX_AddOp".
  std::string definition;
  std::vector<ParameterSchema> operands;
  std::vector<ParameterSchema> results;
  std::map<std::string, AttributeRecord> attributes;
};

/// Reads the records that `llvm-tblgen --dump-json` wrote, by mnemonic.
/// Types of parameters are as in ONNX, but "seq" and "optional" stand for all
/// types of the kind.
llvm::Expected<std::map<std::string, OpRecord>>
readOpRecords(llvm::StringRef path);

} // namespace torch_onnx

#endif // TORCH_ONNX_UNITTESTS_DIALECT_ONNX_OPRECORDS_H
