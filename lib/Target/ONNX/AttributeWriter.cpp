//===- AttributeWriter.cpp - Attributes of nodes --------------------------===//
//
// Generic over the operators: the kind of an MLIR attribute determines its ONNX
// type. Absent attributes are not written and have ONNX's default.
//
//===----------------------------------------------------------------------===//

#include "ModelWriter.h"

#include "torch-onnx/Dialect/ONNX/Transforms/PreparedModule.h"
#include "torch-onnx/Dialect/Weight/IR/Reader.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

LogicalResult ModelWriter::writeTensorType(Operation *op, ShapedType type) {
  Type elementType = type.getElementType();
  std::optional<format::DataType> dataType = getDataType(elementType);
  if (!dataType)
    return op->emitError("ONNX has no tensors of ") << elementType;
  for (int64_t dim : type.getShape())
    writer.writeInt(format::Tensor::Dims, dim);
  writer.writeInt(format::Tensor::DataType, static_cast<int64_t>(*dataType));
  return success();
}

void ModelWriter::writeStrings(DenseStringElementsAttr value) {
  ArrayRef<StringRef> strings = value.getRawStringData();
  int64_t count = value.getNumElements();
  for (int64_t i = 0; i < count; ++i)
    writer.writeString(format::Tensor::StringData,
                       strings[value.isSplat() ? 0 : i]);
}

LogicalResult ModelWriter::writeRawData(Operation *op, ElementsAttr value) {
  ShapedType type = value.getShapedType();
  std::optional<int64_t> size = weight::getStoredByteSize(type);
  if (!size)
    return op->emitError("tensors of type ") << type << " cannot be written";
  SmallVector<char, 1024> bytes;
  bytes.reserve(*size);
  auto append = [&](ArrayRef<char> block) {
    bytes.append(block.begin(), block.end());
    return success();
  };
  if (weight::isHalfByte(type.getElementType())) {
    if (failed(weight::forEachBlock(value, append,
                                    [op] { return op->emitError(); })))
      return failure();
  } else {
    bytes.resize(*size);
    if (failed(weight::readElements(value, 0, type.getNumElements(), bytes,
                                    [op] { return op->emitError(); })))
      return failure();
  }
  writer.writeString(format::Tensor::RawData,
                     StringRef(bytes.data(), bytes.size()));
  return success();
}

LogicalResult ModelWriter::writeTensor(Operation *op, uint32_t field,
                                       ElementsAttr value) {
  MessageScope tensor(writer, field);
  if (failed(writeTensorType(op, value.getShapedType())))
    return failure();
  if (auto strings = dyn_cast<DenseStringElementsAttr>(value)) {
    writeStrings(strings);
    return success();
  }
  return writeRawData(op, value);
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

LogicalResult ModelWriter::writeListValue(Operation *op, ArrayAttr values) {
  // An empty list has no element that tells its type. Only lists of strings are
  // ArrayAttrs that may be empty.
  if (llvm::all_of(values, llvm::IsaPred<StringAttr>)) {
    for (Attribute value : values)
      writer.writeString(format::Attribute::Strings, cast<StringAttr>(value));
    writer.writeInt(format::Attribute::Type, format::Attribute::TypeStrings);
    return success();
  }
  if (llvm::all_of(values, llvm::IsaPred<IntegerAttr>)) {
    for (Attribute value : values)
      writer.writeInt(format::Attribute::Ints,
                      cast<IntegerAttr>(value).getValue().getSExtValue());
    writer.writeInt(format::Attribute::Type, format::Attribute::TypeInts);
    return success();
  }
  if (llvm::all_of(values, llvm::IsaPred<ElementsAttr>)) {
    for (Attribute value : values)
      if (failed(writeTensor(op, format::Attribute::Tensors,
                             cast<ElementsAttr>(value))))
        return failure();
    writer.writeInt(format::Attribute::Type, format::Attribute::TypeTensors);
    return success();
  }
  return op->emitError("ONNX has no attribute like ") << values;
}

LogicalResult ModelWriter::writeAttributeValue(Operation *op,
                                               mlir::Attribute value) {
  namespace F = format::Attribute;
  return llvm::TypeSwitch<mlir::Attribute, LogicalResult>(value)
      .Case([&](BoolAttr flag) {
        writer.writeInt(F::I, flag.getValue());
        writer.writeInt(F::Type, F::TypeInt);
        return success();
      })
      .Case([&](IntegerAttr number) {
        writer.writeInt(F::I, number.getValue().getSExtValue());
        writer.writeInt(F::Type, F::TypeInt);
        return success();
      })
      .Case([&](FloatAttr number) {
        writer.writeFloat(F::F, static_cast<float>(number.getValueAsDouble()));
        writer.writeInt(F::Type, F::TypeFloat);
        return success();
      })
      .Case([&](StringAttr text) {
        writer.writeString(F::S, text);
        writer.writeInt(F::Type, F::TypeString);
        return success();
      })
      .Case([&](DenseI64ArrayAttr numbers) {
        for (int64_t number : numbers.asArrayRef())
          writer.writeInt(F::Ints, number);
        writer.writeInt(F::Type, F::TypeInts);
        return success();
      })
      .Case([&](DenseF32ArrayAttr numbers) {
        for (float number : numbers.asArrayRef())
          writer.writeFloat(F::Floats, number);
        writer.writeInt(F::Type, F::TypeFloats);
        return success();
      })
      .Case([&](TypeAttr type) -> LogicalResult {
        if (std::optional<format::DataType> dataType =
                getDataType(type.getValue())) {
          writer.writeInt(F::I, static_cast<int64_t>(*dataType));
          writer.writeInt(F::Type, F::TypeInt);
          return success();
        }
        StringRef proto = types.getTypeProto(type.getValue());
        if (proto.empty())
          return op->emitError("ONNX has no type like ") << type;
        writer.writeString(F::Tp, proto);
        writer.writeInt(F::Type, F::TypeTypeProto);
        return success();
      })
      .Case([&](ArrayAttr values) { return writeListValue(op, values); })
      .Case([&](ElementsAttr tensor) -> LogicalResult {
        if (failed(writeTensor(op, F::T, tensor)))
          return failure();
        writer.writeInt(F::Type, F::TypeTensor);
        return success();
      })
      .Default([&](mlir::Attribute) {
        return op->emitError("ONNX has no attribute like ") << value;
      });
}

LogicalResult ModelWriter::writeAttribute(Operation *op, StringRef name,
                                          mlir::Attribute value) {
  MessageScope attribute(writer, format::Node::Attribute);
  writer.writeText(format::Attribute::Name, name);
  return writeAttributeValue(op, value);
}

LogicalResult ModelWriter::writeReference(Operation *op, StringRef name,
                                          StringAttr attribute) {
  namespace F = format::Attribute;
  mlir::Attribute like = functionAttributes ? functionAttributes.get(attribute)
                                            : mlir::Attribute();
  auto type = llvm::TypeSwitch<mlir::Attribute, std::optional<int64_t>>(like)
                  .Case([](IntegerAttr) { return F::TypeInt; })
                  .Case([](FloatAttr) { return F::TypeFloat; })
                  .Case([](StringAttr) { return F::TypeString; })
                  .Case([](DenseI64ArrayAttr) { return F::TypeInts; })
                  .Case([](DenseF32ArrayAttr) { return F::TypeFloats; })
                  .Default([](mlir::Attribute) { return std::nullopt; });
  if (!type)
    return op->emitError("a reference to an attribute like ")
           << like << " cannot be written";
  MessageScope message(writer, format::Node::Attribute);
  writer.writeText(F::Name, name);
  writer.writeInt(F::Type, *type);
  writer.writeText(F::RefAttrName, attribute);
  return success();
}

LogicalResult ModelWriter::writeAttributes(Operation *op) {
  // Discardable attributes belong to the compiler and are not written.
  // Attributes of operators are inherent; a custom node has them in a
  // dictionary, as it has no definition.
  auto writeDictionaries = [&](DictionaryAttr values,
                               DictionaryAttr references) -> LogicalResult {
    if (values)
      for (NamedAttribute entry : values)
        if (failed(writeAttribute(op, entry.getName(), entry.getValue())))
          return failure();
    if (references)
      for (NamedAttribute entry : references)
        if (failed(writeReference(op, entry.getName(),
                                  cast<StringAttr>(entry.getValue()))))
          return failure();
    return success();
  };
  if (auto call = dyn_cast<CallOp>(op))
    return writeDictionaries(call.getNodeAttributesAttr(),
                             call.getReferencesAttr());
  if (getCallee(op))
    return success();
  if (auto custom = dyn_cast<CustomOp>(op)) {
    if (failed(writeDictionaries(custom.getNodeAttributesAttr(),
                                 custom.getReferencesAttr())))
      return failure();
  } else if (auto constant = dyn_cast<ConstantOp>(op)) {
    // `name` is the name of the node, not an attribute of the operator.
    return writeAttribute(op, "value", constant.getValue());
  } else {
    NamedAttrList attributes;
    op->getName().populateInherentAttrs(op, attributes);
    for (NamedAttribute entry : attributes)
      if (failed(writeAttribute(op, entry.getName(), entry.getValue())))
        return failure();
  }
  for (unsigned region = 0; region < op->getNumRegions(); ++region) {
    MessageScope attribute(writer, format::Node::Attribute);
    writer.writeText(format::Attribute::Name,
                     getSubgraphAttributeName(op, region));
    {
      MessageScope graph(writer, format::Attribute::G);
      if (failed(writeSubgraph(op, region)))
        return failure();
    }
    writer.writeInt(format::Attribute::Type, format::Attribute::TypeGraph);
  }
  return success();
}
