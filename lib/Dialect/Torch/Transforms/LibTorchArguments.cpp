//===- LibTorchArguments.cpp - Operations as plain data -------------------===//
//
// See LibTorchArguments.h.
//
//===----------------------------------------------------------------------===//

#include "LibTorchArguments.h"

#include "Fold/FoldConstantsImpl.h"

#include "mlir/IR/Builders.h"

#include <complex>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

std::optional<libtorch::DType> torch::getDType(Type type) {
  using libtorch::DType;
  if (auto complex = dyn_cast<ComplexType>(type)) {
    Type part = complex.getElementType();
    if (part.isF16())
      return DType::ComplexHalf;
    if (part.isF32())
      return DType::ComplexFloat;
    if (part.isF64())
      return DType::ComplexDouble;
    return std::nullopt;
  }
  if (isa<Float8E5M2Type>(type))
    return DType::Float8E5M2;
  if (isa<Float8E4M3FNType>(type))
    return DType::Float8E4M3FN;
  if (isa<Float8E5M2FNUZType>(type))
    return DType::Float8E5M2FNUZ;
  if (isa<Float8E4M3FNUZType>(type))
    return DType::Float8E4M3FNUZ;
  if (type.isUnsignedInteger(16))
    return DType::UInt16;
  if (type.isUnsignedInteger(32))
    return DType::UInt32;
  if (type.isUnsignedInteger(64))
    return DType::UInt64;
  if (type.isInteger(1))
    return DType::Bool;
  if (type.isUnsignedInteger(8))
    return DType::UInt8;
  if (type.isSignlessInteger(8))
    return DType::Int8;
  if (type.isSignlessInteger(16))
    return DType::Int16;
  if (type.isSignlessInteger(32))
    return DType::Int32;
  if (type.isSignlessInteger(64))
    return DType::Int64;
  if (type.isF16())
    return DType::Half;
  if (type.isBF16())
    return DType::BFloat16;
  if (type.isF32())
    return DType::Float;
  if (type.isF64())
    return DType::Double;
  return std::nullopt;
}

Type torch::getElementType(libtorch::DType dtype, MLIRContext *ctx) {
  Builder b(ctx);
  for (Type type : {Type(b.getI1Type()),
                    Type(b.getIntegerType(8, /*isSigned=*/false)),
                    Type(b.getI8Type()),
                    Type(b.getI16Type()),
                    Type(b.getI32Type()),
                    Type(b.getI64Type()),
                    Type(b.getF16Type()),
                    Type(b.getBF16Type()),
                    Type(b.getF32Type()),
                    Type(b.getF64Type()),
                    Type(b.getIntegerType(16, /*isSigned=*/false)),
                    Type(b.getIntegerType(32, /*isSigned=*/false)),
                    Type(b.getIntegerType(64, /*isSigned=*/false)),
                    Type(ComplexType::get(b.getF16Type())),
                    Type(ComplexType::get(b.getF32Type())),
                    Type(ComplexType::get(b.getF64Type())),
                    Type(Float8E5M2Type::get(ctx)),
                    Type(Float8E4M3FNType::get(ctx)),
                    Type(Float8E5M2FNUZType::get(ctx)),
                    Type(Float8E4M3FNUZType::get(ctx))})
    if (getDType(type) == dtype)
      return type;
  return {};
}

bool LibTorchArguments::add(Attribute attr, ArgKind kind,
                            libtorch::Value &into) {
  using libtorch::Tag;
  if (isa<NoneAttr>(attr))
    return true;
  if (isa<OperandAttr>(attr))
    return addOperand(op.getInputs()[nextOperand++], into);
  if (auto list = dyn_cast<ArrayAttr>(attr)) {
    std::vector<libtorch::Value> &values = lists.emplace_back(list.size());
    for (auto [element, value] : llvm::zip_equal(list, values))
      if (!add(element, kind, value))
        return false;
    into.tag = Tag::List;
    into.elements = values.data();
    into.size = values.size();
    return true;
  }
  if (std::optional<Number> number = getNumber(attr)) {
    into.tag = number->isReal   ? Tag::Double
               : number->isBool ? Tag::Bool
                                : Tag::Int;
    into.integer = number->integer;
    into.real = number->real;
    return true;
  }
  if (auto text = dyn_cast<StringAttr>(attr)) {
    into.tag = kind == ArgKind::Layout         ? Tag::Layout
               : kind == ArgKind::Device       ? Tag::Device
               : kind == ArgKind::MemoryFormat ? Tag::MemoryFormat
                                               : Tag::String;
    into.text = text.getValue().data();
    into.size = text.getValue().size();
    return true;
  }
  if (auto type = dyn_cast<TypeAttr>(attr))
    if (std::optional<libtorch::DType> dtype = getDType(type.getValue())) {
      into.tag = Tag::DType;
      into.integer = static_cast<int64_t>(*dtype);
      return true;
    }
  auto elements = dyn_cast<DenseElementsAttr>(attr);
  if (elements && elements.getNumElements() == 1 &&
      isa<ComplexType>(elements.getElementType())) {
    std::complex<APFloat> value =
        *elements.value_begin<std::complex<APFloat>>();
    into.tag = Tag::Complex;
    into.real = value.real().convertToDouble();
    into.imaginary = value.imag().convertToDouble();
    return true;
  }
  error = "an argument has no form that LibTorch takes";
  return false;
}

bool LibTorchArguments::build() {
  args.resize(op.getArgs().size());
  for (auto [index, attr] : llvm::enumerate(op.getArgs()))
    if (!add(attr, schema->getArgs()[index].type.kind, args[index]))
      return false;
  return true;
}
