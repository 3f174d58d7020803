//===- ElementTypes.cpp - Names of dtypes ---------------------------------===//
//
// See ElementTypes.h.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Import/Support/ElementTypes.h"

#include "torch-onnx/Arithmetic/Shapes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace torch_onnx;

Type torch_onnx::getElementType(StringRef name, MLIRContext *ctx) {
  Builder b(ctx);
  auto getUnsigned = [&](unsigned width) {
    return IntegerType::get(ctx, width, IntegerType::Unsigned);
  };
  return llvm::StringSwitch<Type>(name)
      .Case("bool", b.getI1Type())
      .Case("uint8", getUnsigned(8))
      .Case("uint16", getUnsigned(16))
      .Case("uint32", getUnsigned(32))
      .Case("uint64", getUnsigned(64))
      .Case("int8", b.getIntegerType(8))
      .Case("int16", b.getIntegerType(16))
      .Case("int32", b.getIntegerType(32))
      .Case("int64", b.getIntegerType(64))
      .Case("float16", b.getF16Type())
      .Case("bfloat16", b.getBF16Type())
      .Case("float32", b.getF32Type())
      .Case("float64", b.getF64Type())
      .Case("complex32", ComplexType::get(b.getF16Type()))
      .Case("complex64", ComplexType::get(b.getF32Type()))
      .Case("complex128", ComplexType::get(b.getF64Type()))
      .Case("float8_e4m3fn", b.getType<Float8E4M3FNType>())
      .Case("float8_e5m2", b.getType<Float8E5M2Type>())
      .Case("float8_e4m3fnuz", b.getType<Float8E4M3FNUZType>())
      .Case("float8_e5m2fnuz", b.getType<Float8E5M2FNUZType>())
      .Case("float8_e8m0fnu", b.getType<Float8E8M0FNUType>())
      .Case("float4_e2m1fn_x2", arithmetic::getFloat4PairType(ctx))
      .Default(Type());
}
