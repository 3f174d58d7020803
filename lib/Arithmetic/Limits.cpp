//===- Limits.cpp - The lowest and greatest number of a type --------------===//
//
// See Limits.h.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Arithmetic/Limits.h"

#include "llvm/ADT/APFloat.h"

using llvm::APInt;
using namespace mlir;
using namespace torch_onnx;

APInt arithmetic::getLeast(IntegerType type) {
  return type.isUnsigned() ? APInt::getMinValue(type.getWidth())
                           : APInt::getSignedMinValue(type.getWidth());
}

APInt arithmetic::getGreatest(IntegerType type) {
  return type.isUnsigned() ? APInt::getMaxValue(type.getWidth())
                           : APInt::getSignedMaxValue(type.getWidth());
}

std::pair<int64_t, int64_t> arithmetic::getLimits(IntegerType type) {
  if (type.isUnsigned())
    return {0, int64_t(getGreatest(type).getLimitedValue(INT64_MAX))};
  return {getLeast(type).getSExtValue(), getGreatest(type).getSExtValue()};
}

double arithmetic::getGreatest(FloatType type) {
  return llvm::APFloat::getLargest(type.getFloatSemantics()).convertToDouble();
}
