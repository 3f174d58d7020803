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

/// The dtypes that LibTorch and MLIR have in common.
static SmallVector<std::pair<libtorch::DType, Type>>
getDTypes(MLIRContext *ctx) {
  using libtorch::DType;
  Builder b(ctx);
  auto getUnsigned = [&](unsigned width) {
    return IntegerType::get(ctx, width, IntegerType::Unsigned);
  };
  return {{DType::Bool, b.getI1Type()},
          {DType::UInt8, getUnsigned(8)},
          {DType::UInt16, getUnsigned(16)},
          {DType::UInt32, getUnsigned(32)},
          {DType::UInt64, getUnsigned(64)},
          {DType::Int8, b.getI8Type()},
          {DType::Int16, b.getI16Type()},
          {DType::Int32, b.getI32Type()},
          {DType::Int64, b.getI64Type()},
          {DType::Half, b.getF16Type()},
          {DType::BFloat16, b.getBF16Type()},
          {DType::Float, b.getF32Type()},
          {DType::Double, b.getF64Type()},
          {DType::ComplexHalf, ComplexType::get(b.getF16Type())},
          {DType::ComplexFloat, ComplexType::get(b.getF32Type())},
          {DType::ComplexDouble, ComplexType::get(b.getF64Type())},
          {DType::Float8E5M2, Float8E5M2Type::get(ctx)},
          {DType::Float8E4M3FN, Float8E4M3FNType::get(ctx)},
          {DType::Float8E5M2FNUZ, Float8E5M2FNUZType::get(ctx)},
          {DType::Float8E4M3FNUZ, Float8E4M3FNUZType::get(ctx)}};
}

std::optional<libtorch::DType> torch::getDType(Type type) {
  for (auto [dtype, known] : getDTypes(type.getContext()))
    if (known == type)
      return dtype;
  return std::nullopt;
}

Type torch::getElementType(libtorch::DType dtype, MLIRContext *ctx) {
  for (auto [known, type] : getDTypes(ctx))
    if (known == dtype)
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
