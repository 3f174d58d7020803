//===- Promotion.cpp - Common dtype of operands ---------------------------===//
//
// Operands have one of three priorities and are promoted among operands of
// equal priority. The result of a higher priority wins within the same
// category.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/Inference/Promotion.h"

using namespace mlir;
using namespace torch_onnx::torch;

/// bool < int < float < complex.
static int getCategory(Type type) {
  if (isa<ComplexType>(type))
    return 3;
  if (isa<FloatType>(type))
    return 2;
  return type.isInteger(1) ? 0 : 1;
}

Type torch_onnx::torch::promoteTypes(Type lhs, Type rhs) {
  if (!lhs || !rhs)
    return lhs ? lhs : rhs;
  if (lhs == rhs)
    return lhs;
  if (getCategory(lhs) < getCategory(rhs))
    std::swap(lhs, rhs);
  MLIRContext *ctx = lhs.getContext();
  if (auto complex = dyn_cast<ComplexType>(lhs)) {
    Type part = complex.getElementType();
    if (auto other = dyn_cast<ComplexType>(rhs))
      return ComplexType::get(promoteTypes(part, other.getElementType()));
    if (isa<FloatType>(rhs))
      return ComplexType::get(promoteTypes(part, rhs));
    return lhs;
  }
  if (getCategory(lhs) != getCategory(rhs) || !lhs.isIntOrFloat() ||
      !rhs.isIntOrFloat())
    return lhs;
  unsigned lhsWidth = lhs.getIntOrFloatBitWidth();
  unsigned rhsWidth = rhs.getIntOrFloatBitWidth();
  if (isa<FloatType>(lhs)) {
    if (lhsWidth == rhsWidth) // f16 with bf16
      return Float32Type::get(ctx);
    return lhsWidth > rhsWidth ? lhs : rhs;
  }
  bool lhsUnsigned = lhs.isUnsignedInteger();
  if (lhsUnsigned == rhs.isUnsignedInteger())
    return lhsWidth > rhsWidth ? lhs : rhs;
  // u8 and i8 promote to i16.
  Type isSigned = lhsUnsigned ? rhs : lhs;
  unsigned unsignedWidth = lhsUnsigned ? lhsWidth : rhsWidth;
  if (isSigned.getIntOrFloatBitWidth() > unsignedWidth)
    return isSigned;
  return IntegerType::get(ctx, std::min(64u, 2 * unsignedWidth));
}

/// A type of higher priority wins unless the other type is of a higher category
/// (ATen/native/TypeProperties.cpp combine_categories).
static Type combine(Type higher, Type lower) {
  if (!higher || !lower)
    return higher ? higher : lower;
  if (isa<ComplexType>(higher))
    return higher;
  if (isa<FloatType>(higher))
    return isa<ComplexType>(lower) ? ComplexType::get(higher) : higher;
  if (higher.isInteger(1) || isa<FloatType, ComplexType>(lower))
    return promoteTypes(higher, lower);
  return higher;
}

void Promotion::addTensor(RankedTensorType type) {
  Type &same = type.getRank() == 0 ? zeroDims : tensors;
  same = promoteTypes(same, type.getElementType());
}

void Promotion::addNumber(Type type) {
  // Python floats have the default dtype.
  if (isa<FloatType>(type))
    type = Float32Type::get(type.getContext());
  numbers = promoteTypes(numbers, type);
}

void Promotion::addArgument(const Arguments &args, StringRef name) {
  if (Value value = args.getValue(name)) {
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      addTensor(type);
    else if (value.getType().isIntOrFloat())
      addNumber(value.getType());
    return;
  }
  Attribute literal = args.getAttr(name);
  if (isa_and_present<IntegerAttr, FloatAttr>(literal))
    addNumber(cast<TypedAttr>(literal).getType());
  else if (isa_and_present<ElementsAttr>(literal))
    addNumber(ComplexType::get(Float32Type::get(literal.getContext())));
}

Type Promotion::get() const {
  return combine(tensors, combine(zeroDims, numbers));
}
