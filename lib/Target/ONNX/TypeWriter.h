//===- TypeWriter.h - MLIR types as TypeProto -------------------*- C++ -*-===//
//
// Element types as numbers, and types as serialized TypeProtos. A model has few
// types and many values, so each type is serialized once.
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

/// The TensorProto.DataType of an element type; nullopt if ONNX has no such
/// type.
std::optional<format::DataType> getDataType(mlir::Type elementType);

class TypeWriter {
public:
  /// The fields of a TypeProto for a tensor, sequence or optional type. Empty
  /// if the type, or a part of it, has no ONNX counterpart.
  ///
  /// A static dimension is written as a number, a symbolic one as dim_param, an
  /// unknown one as an empty Dimension, so the rank is always present.
  llvm::StringRef getTypeProto(mlir::Type type);
  /// Like ProtoWriter::getInvalidText(), for all types so far.
  llvm::StringRef getInvalidText() const { return invalidText; }

  /// Sets the names of symbols in dim_param for later types: symbol -> string.
  void setDimTexts(mlir::DictionaryAttr texts) { dimTexts = texts; }

private:
  /// Writes the fields; returns false if there is no ONNX counterpart.
  bool write(ProtoWriter &writer, mlir::Type type);
  /// The text of a size; equal texts mean equal sizes.
  llvm::StringRef getDimParam(mlir::AffineExpr dim);

  mlir::DictionaryAttr dimTexts;
  llvm::DenseMap<mlir::Type, std::string> types;
  llvm::DenseMap<mlir::AffineExpr, std::string> dimParams;
  std::string invalidText;
};

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_LIB_TARGET_ONNX_TYPEWRITER_H
