//===- TypeWriter.cpp - MLIR types as TypeProto ---------------------------===//
//
// See TypeWriter.h.
//
//===----------------------------------------------------------------------===//

#include "TypeWriter.h"

#include "torch-onnx/Dialect/ONNX/IR/ONNXDialect.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

#include <vector>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using format::DataType;

static std::optional<DataType> getIntegerDataType(IntegerType type) {
  bool isUnsigned = type.isUnsigned();
  switch (type.getWidth()) {
  case 1:
    return isUnsigned ? std::nullopt : std::optional(DataType::Bool);
  case 2:
    return isUnsigned ? DataType::UInt2 : DataType::Int2;
  case 4:
    return isUnsigned ? DataType::UInt4 : DataType::Int4;
  case 8:
    return isUnsigned ? DataType::UInt8 : DataType::Int8;
  case 16:
    return isUnsigned ? DataType::UInt16 : DataType::Int16;
  case 32:
    return isUnsigned ? DataType::UInt32 : DataType::Int32;
  case 64:
    return isUnsigned ? DataType::UInt64 : DataType::Int64;
  default:
    return std::nullopt;
  }
}

std::optional<DataType> onnx::getDataType(Type elementType) {
  using Result = std::optional<DataType>;
  return llvm::TypeSwitch<Type, Result>(elementType)
      .Case([](IntegerType type) { return getIntegerDataType(type); })
      .Case([](Float32Type) { return DataType::Float; })
      .Case([](Float64Type) { return DataType::Double; })
      .Case([](Float16Type) { return DataType::Float16; })
      .Case([](BFloat16Type) { return DataType::BFloat16; })
      .Case([](Float8E4M3FNType) { return DataType::Float8E4M3FN; })
      .Case([](Float8E4M3FNUZType) { return DataType::Float8E4M3FNUZ; })
      .Case([](Float8E5M2Type) { return DataType::Float8E5M2; })
      .Case([](Float8E5M2FNUZType) { return DataType::Float8E5M2FNUZ; })
      .Case([](Float8E8M0FNUType) { return DataType::Float8E8M0; })
      .Case([](Float4E2M1FNType) { return DataType::Float4E2M1; })
      .Case([](ComplexType type) -> Result {
        if (type.getElementType().isF32())
          return DataType::Complex64;
        if (type.getElementType().isF64())
          return DataType::Complex128;
        return std::nullopt;
      })
      .Case([](onnx::StringType) { return DataType::String; })
      .Default([](Type) -> Result { return std::nullopt; });
}

/// The text of a size with the symbols renamed as in the model. A replacement
/// that is only a part of the size is put in parentheses.
static std::string renameWords(StringRef size, DictionaryAttr texts) {
  auto isWordChar = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  if (auto text = texts.getAs<StringAttr>(size))
    return text.str();
  std::string result;
  while (!size.empty()) {
    StringRef word = size.take_while(isWordChar);
    if (auto text = texts.getAs<StringAttr>(word))
      result += "(" + text.str() + ")";
    else
      result += word;
    size = size.drop_front(word.size());
    result += size.take_until(isWordChar);
    size = size.drop_until(isWordChar);
  }
  return result;
}

StringRef TypeWriter::getDimParam(AffineExpr dim) {
  auto [it, isNew] = dimParams.try_emplace(dim);
  if (!isNew)
    return it->second;
  it->second = sym::toString(dim);
  if (dimTexts)
    it->second = renameWords(it->second, dimTexts);
  return it->second;
}

bool TypeWriter::write(ProtoWriter &writer, Type type) {
  if (auto sequence = dyn_cast<onnx::SequenceType>(type)) {
    MessageScope message(writer, format::Type::Sequence);
    MessageScope element(writer, format::TensorType::ElemType);
    return write(writer, sequence.getElementType());
  }
  if (auto optional = dyn_cast<onnx::OptionalType>(type)) {
    MessageScope message(writer, format::Type::Optional);
    MessageScope element(writer, format::TensorType::ElemType);
    return write(writer, optional.getElementType());
  }
  auto tensor = dyn_cast<TensorType>(type);
  if (!tensor)
    return false;
  std::optional<DataType> elementType = getDataType(tensor.getElementType());
  if (!elementType)
    return false;

  MessageScope message(writer, format::Type::Tensor);
  writer.writeInt(format::TensorType::ElemType,
                  static_cast<int64_t>(*elementType));
  auto ranked = dyn_cast<RankedTensorType>(type);
  if (!ranked)
    return true;
  MessageScope shape(writer, format::TensorType::Shape);
  for (AffineExpr dim : sym::getDims(ranked)) {
    MessageScope dimension(writer, format::Shape::Dim);
    if (!dim)
      continue;
    if (auto constant = dyn_cast<AffineConstantExpr>(dim))
      writer.writeInt(format::Dim::Value, constant.getValue());
    else
      writer.writeText(format::Dim::Param, getDimParam(dim));
  }
  return true;
}

StringRef TypeWriter::getTypeProto(Type type) {
  auto [it, isNew] = types.try_emplace(type);
  if (!isNew)
    return it->second;
  ProtoWriter writer;
  if (!write(writer, type))
    return "";
  if (invalidText.empty())
    invalidText = writer.getInvalidText().str();
  std::vector<char> bytes = writer.takeBytes();
  // Not through `it`: a nested type may have rehashed the table.
  return types[type] = std::string(bytes.begin(), bytes.end());
}
