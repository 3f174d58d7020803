//===- TypeWriter.h - MLIR types as TypeProto -------------------*- C++ -*-===//
//
// Element types as numbers, and whole types as serialized TypeProtos. A model
// has few types and many values, so each is serialized once and kept.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_TARGET_ONNX_TYPEWRITER_H
#define TORCH_ONNX_LIB_TARGET_ONNX_TYPEWRITER_H

#include "OnnxFormat.h"
#include "ProtoWriter.h"

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>
#include <string>

namespace torch_onnx::onnx {

/// TensorProto.DataType of an element type; none if ONNX has no such type.
std::optional<format::DataType> getDataType(mlir::Type elementType);

class TypeWriter {
public:
  /// The fields of a TypeProto for a tensor, sequence or optional type. Empty
  /// if the type, or a part of it, has no ONNX counterpart.
  ///
  /// A known dimension is written as a number, one with an expression as
  /// dim_param, an unknown one as an empty Dimension: the rank is always there.
  llvm::StringRef getTypeProto(mlir::Type type);
  /// As ProtoWriter::getInvalidText(), of all types so far.
  llvm::StringRef getInvalidText() const { return invalidText; }

  /// What symbols are called in dim_param, from then on: symbol -> string.
  void setDimTexts(mlir::DictionaryAttr texts) { dimTexts = texts; }

private:
  /// Appends the fields; false if there is no counterpart.
  bool write(ProtoWriter &writer, mlir::Type type);
  /// The text of a size: equal names mean equal sizes.
  llvm::StringRef getDimParam(mlir::AffineExpr dim);

  mlir::DictionaryAttr dimTexts;
  llvm::DenseMap<mlir::Type, std::string> types;
  llvm::DenseMap<mlir::AffineExpr, std::string> dimParams;
  std::string invalidText;
};

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_LIB_TARGET_ONNX_TYPEWRITER_H
